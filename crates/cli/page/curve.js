// Draws the curve of mixing: how often the best player is right after each number of riffles, and the separation distance if it
// is asked for.

import { token } from './dom.js';
import { percent, ticks } from './axes.js';
import { MIXED, known, right } from './bets.js';

const FEW = 40;

/** Draws the curve of `rows`. `chosen` is the row that is marked, and `noun` the name of one riffle. */
export function curve(pen, { width, height }, { rows, chosen, noun, hasSeparation }) {
  const [left, top, h] = [52, 34, height - 78];
  const w = width - left - (hasSeparation ? 52 : 18);
  const [first, last] = [rows[0].riffles, rows.at(-1).riffles];
  const x = (riffles) => left + ((riffles - first) / Math.max(1, last - first)) * w;
  const y = (share) => top + (1 - share) * h;
  const [dim, line, ink, accent, warm] = ['--dim', '--line', '--ink', '--accent', '--warm'].map(token);
  for (const tick of [0, 0.25, 0.5, 0.75, 1]) {
    const isMixed = right(tick) === MIXED;
    pen.path(`M${left} ${y(tick)}H${left + w}`, { stroke: isMixed ? dim : line, dash: isMixed ? [3, 4] : null });
    if (Number.isInteger(right(tick) * 4)) pen.text(left - 8, y(tick) + 4, percent(right(tick)), dim, { anchor: 'end' });
    if (hasSeparation) pen.text(left + w + 8, y(tick) + 4, percent(tick), warm);
  }
  for (const tick of ticks(first, last, Math.max(4, width / 60))) if (tick >= first) pen.text(x(tick), top + h + 20, String(tick), dim, { anchor: 'middle' });
  pen.text(left + w / 2, height - 6, `number of ${noun}s`, dim, { anchor: 'middle' });
  pen.path(`M${x(chosen.riffles)} ${top}V${top + h}`, { stroke: ink, width: 1, dash: [2, 4] });
  const how = chosen.method === 'exact' || !chosen.method ? '' : ` (${chosen.method})`;
  pen.text(4, 16, `● right answers of the best player${how}`, accent, { size: 13, weight: 600 });
  const shapeOf = (key) => rows.filter((row) => known(row[key])).map((row, i) => `${i ? 'L' : 'M'}${x(row.riffles).toFixed(1)} ${y(row[key]).toFixed(1)}`).join('');
  if (hasSeparation) {
    pen.text(width - 4, 16, '■ separation', warm, { anchor: 'end', size: 13, weight: 600 });
    pen.path(shapeOf('separation'), { stroke: warm, width: 2, dash: [7, 5] });
  }
  const shape = shapeOf('total_variation');
  if (shape) {
    pen.path(`${shape}L${x(last)} ${y(0)}L${x(first)} ${y(0)}Z`, { fill: accent, opacity: 0.1 });
    pen.path(shape, { stroke: accent, width: 3 });
  }
  for (const row of rows) {
    if (known(row.total_variation)) pen.circle(x(row.riffles), y(row.total_variation), row === chosen ? 7 : 3.5, accent);
    if (hasSeparation && rows.length <= FEW && known(row.separation)) pen.rect(x(row.riffles) - 3, y(row.separation) - 3, 6, 6, warm);
  }
}

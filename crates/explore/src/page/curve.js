// The curve of mixing: both distances from random against the number of riffles.

import { token } from './dom.js';
import { ticks } from './axes.js';
import { known } from './bets.js';

/** The width from which the two distances are explained in the picture. */
const EXPLAINED = 560;

/** Draws rows; `chosen` is the one that is seen, and `noun` what each riffle is. */
export function curve(pen, { width, height }, { rows, chosen, noun }) {
  const [left, top, h] = [52, 16, height - 56];
  const w = width - left - 18;
  const [first, last] = [rows[0].riffles, rows.at(-1).riffles];
  const x = (riffles) => left + ((riffles - first) / Math.max(1, last - first)) * w;
  const y = (share) => top + (1 - share) * h;
  const [dim, line, ink, accent, warm] = ['--dim', '--line', '--ink', '--accent', '--warm'].map(token);
  for (const tick of [0, 0.25, 0.5, 0.75, 1]) {
    pen.path(`M${left} ${y(tick)}H${left + w}`, { stroke: tick === 0.5 ? dim : line, dash: tick === 0.5 ? [3, 4] : null });
    pen.text(left - 8, y(tick) + 4, `${tick * 100} %`, dim, { anchor: 'end' });
  }
  for (const tick of ticks(first, last, Math.max(4, width / 60))) if (tick >= first) pen.text(x(tick), top + h + 20, String(tick), dim, { anchor: 'middle' });
  pen.text(left + w, height - 4, `${noun}s`, dim, { anchor: 'end' });
  pen.path(`M${x(chosen.riffles)} ${top}V${top + h}`, { stroke: ink, width: 1, dash: [2, 4] });
  const shapeOf = (key) => rows.filter((row) => known(row[key])).map((row, i) => `${i ? 'L' : 'M'}${x(row.riffles).toFixed(1)} ${y(row[key]).toFixed(1)}`).join('');
  pen.path(shapeOf('separation'), { stroke: warm, width: 2, dash: [7, 5] });
  const shape = shapeOf('total_variation');
  if (shape) {
    pen.path(`${shape}L${x(last)} ${y(0)}L${x(first)} ${y(0)}Z`, { fill: accent, opacity: 0.1 });
    pen.path(shape, { stroke: accent, width: 3 });
  }
  for (const row of rows) {
    if (known(row.total_variation)) pen.circle(x(row.riffles), y(row.total_variation), row === chosen ? 7 : 3.5, accent);
    if (rows.length <= 40 && known(row.separation)) pen.rect(x(row.riffles) - 3, y(row.separation) - 3, 6, 6, warm);
  }
  const how = chosen.method === 'exact' || !chosen.method ? '' : `, ${chosen.method}`;
  const means = (text) => (width > EXPLAINED ? `: ${text}` : '');
  pen.text(left + 10, y(0) - 34, `● total variation${how}${means('the most that a bet gains')}`, accent, { size: 13, weight: 600 });
  if (known(chosen.separation)) pen.text(left + 10, y(0) - 14, `■ separation${means('what the least likely order lacks')}`, warm, { size: 13, weight: 600 });
}

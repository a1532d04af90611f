// The woven strip: one row a deck, the top card on the left, and the cards' ways from each row to the next.

import { bitmap } from './pen.js';

const f = (x) => x.toFixed(1);

/** Sizes of a strip of the given rows and columns. */
export function layout(columns, rows, width, most) {
  const gaps = Math.max(1, rows - 1);
  const unit = Math.min(64, most / (rows * 0.44 + gaps * 0.56));
  const threads = unit >= 12 && columns <= 208;
  const height = threads ? Math.min(28, unit * 0.44) : Math.max(1, unit * (unit >= 4 ? 0.82 : 1));
  const gap = threads ? unit - height : unit - height;
  return { columns, rows, width, cell: width / columns, row: height, gap, threads, height: rows * height + gaps * gap };
}

const centre = (g, column) => (column + 0.5) * g.cell;
const top = (g, row) => row * (g.row + g.gap);

export const places = (deck) => {
  const at = new Int32Array(deck.length + 1);
  deck.forEach((card, i) => { at[card] = i; });
  return at;
};

const curve = (g, row, from, to) => {
  const [a, b, y0, y1] = [centre(g, from), centre(g, to), top(g, row) + g.row, top(g, row + 1)];
  return `M${f(a)} ${f(y0)}C${f(a)} ${f(y0 + g.gap * 0.6)} ${f(b)} ${f(y1 - g.gap * 0.6)} ${f(b)} ${f(y1)}`;
};

/** Draws decks; rows from `shown` on are only places that wait. `moving` is how far the last shown row has come. */
export function draw(pen, g, { decks, colors, shown, pins = [], hover = null, moving = 1, ink, ghost }) {
  if (g.cell < 2.5 || g.row < 2) pixels(pen, g, { decks, colors, shown });
  else cells(pen, g, { decks, colors, shown, moving, ghost });
  const threads = hover && !pins.some(({ card }) => card === hover) ? [...pins, { card: hover, color: ink, thin: true }] : pins;
  for (const pin of threads) thread(pen, g, decks.slice(0, shown), pin, moving);
}

function cells(pen, g, { decks, colors, shown, moving, ghost }) {
  const inset = Math.min(1.5, g.cell * 0.08);
  const radius = Math.min(6, g.cell * 0.32, g.row * 0.3);
  const box = (column, y, fill, opacity) => pen.rect(column * g.cell + inset, y, g.cell - 2 * inset, g.row, fill, { radius, opacity });
  if (g.threads) weave(pen, g, { decks, colors, shown, moving });
  for (let row = 0; row < g.rows; row += 1) {
    const deck = decks[row];
    if (!deck || row >= shown) for (let i = 0; i < g.columns; i += 1) box(i, top(g, row), ghost, 1);
    else if (row < shown - 1 || moving >= 1) deck.forEach((card, i) => box(i, top(g, row), colors[card], 1));
    else falling(g, { deck, before: decks[row - 1], row, moving, ghost, colors, box });
  }
}

/** The cells of the newest row on their way from the row above. */
function falling(g, { deck, before, row, moving, ghost, colors, box }) {
  for (let i = 0; i < g.columns; i += 1) box(i, top(g, row), ghost, 1);
  const at = places(before);
  deck.forEach((card, i) => {
    const own = Math.min(1, Math.max(0, moving * 1.5 - (i / deck.length) * 0.5));
    const eased = own * own * (3 - 2 * own);
    box(at[card] + (i - at[card]) * eased, top(g, row - 1) + (g.row + g.gap) * eased, colors[card], own);
  });
}

function weave(pen, g, { decks, colors, shown, moving }) {
  const rows = Math.min(shown, decks.length);
  for (let row = 1; row < rows; row += 1) {
    const at = places(decks[row - 1]);
    const opacity = 0.42 * (row === rows - 1 ? moving : 1);
    decks[row].forEach((card, i) => pen.way(centre(g, at[card]), top(g, row - 1) + g.row, centre(g, i), top(g, row), g.gap * 0.6, colors[card], 1.5, opacity));
  }
}

const channels = (color) => [1, 3, 5].map((i) => Number.parseInt(color.slice(i, i + 2), 16));

function pixels(pen, g, { decks, colors, shown }) {
  const rows = Math.min(shown, decks.length, g.rows);
  const bytes = colors.map((color) => color && channels(color));
  pen.image(bitmap(g.columns, Math.max(1, rows), (i, row) => bytes[decks[row]?.[i]]), 0, 0, g.width, rows * (g.row + g.gap));
}

/** One card's way through all rows. */
function thread(pen, g, decks, { card, color, thin }, moving) {
  const ways = decks.map((deck) => deck.indexOf(card));
  if (g.row < 5) {
    ways.forEach((column, row) => pen.rect(centre(g, column) - Math.max(2, g.cell / 2), top(g, row), Math.max(4, g.cell), Math.max(1.5, g.row), color));
    return;
  }
  let d = '';
  ways.forEach((column, row) => {
    if (column < 0) return;
    const x = centre(g, column);
    if (row === 0) d = `M${f(x)} ${f(g.row / 2)}`;
    else if (row === ways.length - 1 && moving < 1) return;
    else if (g.gap < 3) d += `L${f(x)} ${f(top(g, row) + g.row / 2)}`;
    else d += `L${f(centre(g, ways[row - 1]))} ${f(top(g, row - 1) + g.row)}${curve(g, row - 1, ways[row - 1], column).replace(/^M[^C]*/, '')}L${f(x)} ${f(top(g, row) + g.row / 2)}`;
  });
  pen.path(d, { stroke: color, width: thin ? 2 : Math.min(4, Math.max(2, g.cell * 0.25)) });
  ways.forEach((column, row) => {
    if (column < 0 || (row === ways.length - 1 && moving < 1) || g.row < 4) return;
    pen.circle(centre(g, column), top(g, row) + g.row / 2, Math.min(5, g.cell * 0.3), color);
  });
}

/** The row and column at a point, or null. */
export function hit(g, x, y) {
  const row = Math.floor(y / (g.row + g.gap));
  const column = Math.floor(x / g.cell);
  return row >= 0 && row < g.rows && column >= 0 && column < g.columns ? { row, column } : null;
}

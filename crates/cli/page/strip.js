// Draws the strip of decks: one row for each deck, top card on the left, and the paths of the cards from each row to the next.

import { bitmap, pixelRatio } from './pen.js';

const f = (x) => x.toFixed(1);

const MOST_IMAGES = 1000;

/** Returns the geometry of a strip with the given numbers of rows and columns. It is at most `most` high, and at most `tallest`
 * from row to row. Rows begin at whole pixels of the screen, so that their images are sharp. */
export function layout(columns, rows, width, most, tallest = 64) {
  const gaps = Math.max(1, rows - 1);
  const ratio = pixelRatio();
  const unit = Math.max(1, Math.floor(Math.min(tallest, most / (rows * 0.44 + gaps * 0.56)) * ratio)) / ratio;
  const threads = unit >= 12 && columns <= 208;
  const row = threads ? Math.min(tallest * 0.44, unit * 0.44) : unit * (unit >= 4 ? 0.82 : 1);
  const gap = unit - row;
  return { columns, rows, width, cell: width / columns, row, gap, threads, height: rows * row + gaps * gap };
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

/** Draws decks. Rows from `shown` on are empty places. `moving` is how far the last shown row has moved, from 0 to 1. The images
 * of rows are kept: `key` identifies the picture, and `first` is the number of its first row. */
export function draw(pen, g, { key, first = 0, decks, colors, shown, pins = [], hover = null, moving = 1, ink, ghost }) {
  if (g.cell < 2.5 || g.row < 2) pixels(pen, g, { decks, colors, shown });
  else rows(pen, g, { images: imagesOf([key, g.width, g.row, g.gap, pixelRatio(), ghost].join()), first, decks, colors, shown, moving, ghost });
  const threads = hover && !pins.some(({ card }) => card === hover) ? [...pins, { card: hover, color: ink, thin: true }] : pins;
  for (const pin of threads) thread(pen, g, decks.slice(0, shown), pin, moving);
}

let kept = { key: '', images: new Map() };

function imagesOf(key) {
  if (kept.key !== key || kept.images.size > MOST_IMAGES) kept = { key, images: new Map() };
  return kept.images;
}

function rows(pen, g, { images, first, decks, colors, shown, moving, ghost }) {
  const [width, height] = [g.width, g.gap + g.row];
  const stamp = (row, name, drawing) => pen.stamp(top(g, row) - g.gap, { images, name, width, height }, drawing);
  for (let row = 0; row < g.rows; row += 1) {
    const [before, deck] = [decks[row - 1], row < shown && decks[row]];
    const arrived = row < shown - 1 || moving >= 1;
    if (!deck || !arrived) stamp(row, 'waiting', (one) => cells(one, g, Array(g.columns).fill(ghost)));
    // The first row has no paths from the previous row here, but may have them in another window.
    else stamp(row, before ? first + row : `first ${first}`, (one) => {
      if (before && g.threads) weave(one, g, { before, deck, colors, opacity: 0.42 });
      cells(one, g, deck.map((card) => colors[card]));
    });
    if (deck && !arrived) falling(pen, g, { deck, before, row, moving, colors });
  }
}

const sizes = (g) => ({ inset: Math.min(1.5, g.cell * 0.08), radius: Math.min(6, g.cell * 0.32, g.row * 0.3) });

const cell = (pen, g, column, y, fill, opacity = 1) => {
  const { inset, radius } = sizes(g);
  pen.rect(column * g.cell + inset, y, g.cell - 2 * inset, g.row, fill, { radius, opacity });
};

const cells = (pen, g, fills) => fills.forEach((fill, i) => cell(pen, g, i, g.gap, fill));

/** Draws the paths of the cards from one row to the next, in the gap above the lower row. */
function weave(pen, g, { before, deck, colors, opacity, y = 0 }) {
  const at = places(before);
  deck.forEach((card, i) => pen.way(centre(g, at[card]), y, centre(g, i), y + g.gap, g.gap * 0.6, colors[card], 1.5, opacity));
}

/** Draws the cells of the last row while they move from the row above. */
function falling(pen, g, { deck, before, row, moving, colors }) {
  const at = places(before);
  if (g.threads) weave(pen, g, { before, deck, colors, opacity: 0.42 * moving, y: top(g, row) - g.gap });
  deck.forEach((card, i) => {
    const own = Math.min(1, Math.max(0, moving * 1.5 - (i / deck.length) * 0.5));
    const eased = own * own * (3 - 2 * own);
    cell(pen, g, at[card] + (i - at[card]) * eased, top(g, row - 1) + (g.row + g.gap) * eased, colors[card], own);
  });
}

const channels = (color) => [1, 3, 5].map((i) => Number.parseInt(color.slice(i, i + 2), 16));

function pixels(pen, g, { decks, colors, shown }) {
  const rows = Math.min(shown, decks.length, g.rows);
  const bytes = colors.map((color) => color && channels(color));
  pen.image(bitmap(g.columns, Math.max(1, rows), (i, row) => bytes[decks[row]?.[i]]), 0, 0, g.width, rows * (g.row + g.gap));
}

/** Draws the path of one card through all rows. */
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

/** Returns the row and the column at a point, or null outside the strip. */
export function hit(g, x, y) {
  const row = Math.floor(y / (g.row + g.gap));
  const column = Math.floor(x / g.cell);
  return row >= 0 && row < g.rows && column >= 0 && column < g.columns ? { row, column } : null;
}

// The decks of a history, one row for each move, and the window of rows that is drawn.

import { MOST_ROWS, apply, stepOf, timesWithin } from './deck.js';
import { pinColor } from './color.js';
import { el } from './dom.js';
import { hit } from './strip.js';

export const pinsOf = (state) => state.track.split(',').filter(Boolean).map((card, index) => ({ card: Number(card), color: pinColor(index) }));

/** Returns the number of the current row, and the number of rows until the deck is in its starting order. */
export function moment(state, model) {
  const moves = model.parts.length;
  const order = BigInt(model.order);
  const within = timesWithin(state, model);
  const round = within === 0n && state.times !== '0' && state.step === '0' && order <= MOST_ROWS ? order : within;
  const total = order * BigInt(moves);
  return { now: round * BigInt(moves) + BigInt(stepOf(state, model)), total };
}

/** Returns the deck of a row, made from the nearest earlier deck that is kept. */
function deckOfRow(model, row) {
  const moves = model.parts.length;
  let deck = model.rows[Math.floor(row / moves) - Number(model.base)];
  for (const part of model.parts.slice(0, row % moves)) deck = apply(deck, part);
  return deck;
}

/** Returns a window of at most `most` rows that includes the current one. */
export function frame(state, model, most) {
  const { now, total } = moment(state, model);
  const moves = BigInt(model.parts.length);
  const low = model.base * moves;
  const high = low + BigInt(model.rows.length - 1) * moves < total ? low + BigInt(model.rows.length - 1) * moves : total;
  const count = BigInt(most) < high - low + 1n ? BigInt(most) : high - low + 1n;
  let first = now - (count * 3n) / 4n;
  if (first + count > high + 1n) first = high + 1n - count;
  if (first < low) first = low;
  return { first: Number(first), rows: Number(count), shown: Number(now - first) + 1, now: Number(now), total };
}

export const decksOf = (model, { first, shown }) => Array.from({ length: shown }, (_, i) => deckOfRow(model, first + i));

/** Returns the card under the pointer in a view's strip, or null. */
export function cardAt({ canvas, geometry, model, view }, event) {
  const box = canvas.getBoundingClientRect();
  const at = geometry && hit(geometry, event.clientX - box.left, (event.clientY - box.top) * (geometry.height / box.height));
  return at && at.row < view.shown ? decksOf(model, view)[at.row][at.column] : null;
}

/** Calls `hover` when the card under the pointer changes, and `press` with the card that is clicked. */
export function watch(canvas, find, hover, press) {
  let last = null;
  const point = (card) => {
    if (card !== last) hover(card);
    last = card;
  };
  canvas.addEventListener('pointermove', (event) => point(find(event)));
  canvas.addEventListener('pointerleave', () => point(null));
  canvas.addEventListener('click', (event) => { const card = find(event); if (card) press(card); });
}

const MOST_PLACES = 60;

/** Returns the positions of a card until it is back: a mark in its colour, its name, and the numbers. */
export function wayOf(model, { card, color }) {
  const ways = model.rows.slice(0, MOST_PLACES).map((deck) => deck.indexOf(card) + 1);
  const end = ways.indexOf(ways[0], 1);
  const text = (end > 0 ? ways.slice(0, end + 1) : ways).join(' → ') + (end < 0 && model.rows.length > MOST_PLACES ? ' → …' : '');
  const dot = el('span', { class: 'dot', 'aria-hidden': 'true' });
  dot.style.background = color;
  return [dot, `${nameOf(model, card)}: `, el('span', { class: 'mono' }, text)];
}

export const nameOf = (model, card) => (model.faces[card]?.sign ? model.faces[card].name : `card ${card}`);

// Why an order is what it is: a clock on which each shuffle multiplies by two, and a card's walk on it.

import { el, grouped, raise, svg } from './dom.js';
import { hex, rainbow } from './color.js';

const MOST_HOURS = 600;

const hourOf = (place, { shuffle, modulus }) => (shuffle === 'out' ? place - 1 : place) % Number(modulus);

/** A card whose walk is seen: the first pinned one that moves, else one of a longest cycle. */
function walker(model, pins) {
  const moves = (card) => model.move[card - 1] !== card;
  return pins.map(({ card }) => card).find(moves) ?? (model.shuffle === 'in' ? 1 : 2);
}

export function why(model, state, pins) {
  const simple = (model.shuffle === 'in' || model.shuffle === 'out') && model.modulus !== null && Number(model.modulus) <= MOST_HOURS && Number(model.modulus) > 2;
  return simple ? clock(model, state, pins) : [];
}

function clock(model, state, pins) {
  const hours = Number(model.modulus);
  const card = walker(model, pins);
  const at = (hour, radius = 104) => [radius * Math.sin((hour / hours) * 2 * Math.PI), -radius * Math.cos((hour / hours) * 2 * Math.PI)];
  const color = (hour) => hex(rainbow(hour / hours));
  const root = svg('svg', { viewBox: '-125 -125 250 250', class: 'clock', role: 'img', 'aria-label': `The walk of card ${card} on a clock of ${hours} hours` });
  for (let hour = 0; hour < hours; hour += 1) {
    const [cx, cy] = at(hour);
    root.append(svg('circle', { cx, cy, r: hours > 150 ? 1.4 : 2.4, fill: color(hour) }));
  }
  const ways = model.rows.map((deck) => hourOf(deck.indexOf(card) + 1, model));
  const end = ways.indexOf(ways[0], 1);
  const walk = (end < 0 ? ways : ways.slice(0, end + 1)).map((hour) => at(hour));
  const line = (points) => points.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  root.append(svg('path', { d: line(walk), class: 'walk' }));
  const done = Number(BigInt(state.times) % BigInt(walk.length - 1 || 1)) || (state.times === '0' ? 0 : walk.length - 1);
  root.append(svg('path', { d: line(walk.slice(0, done + 1)), class: 'walk done' }));
  const [cx, cy] = walk[done] ?? walk[0];
  root.append(svg('circle', { cx, cy, r: 7, class: 'hand', fill: color(ways[done] ?? 0) }));
  const [lx, ly] = at(0, 117);
  root.append(svg('text', { x: lx, y: ly + 4, 'text-anchor': 'middle', class: 'hour' }, '0'));
  return [el('h2', {}, `Why ${said(model.order)}`), root, words(model, hours)];
}

function words(model, hours) {
  const { order } = model;
  const from = model.shuffle === 'out' ? `0 to ${model.cards - 1}` : `1 to ${model.cards}`;
  const power = `2${raise(order)}`;
  const value = Number(order) <= 24 ? 2 ** Number(order) : null;
  const times = value && (value - 1) / hours;
  const equation = value && times > 0 ? `${power} = ${value} = ${times} · ${hours} + 1` : `${power} ≡ 1 (mod ${hours})`;
  return el('p', { class: 'caption' }, `Number the places ${from}. Each ${model.shuffle}-shuffle doubles a place on a clock of ${hours} hours. ${equation}: ${order} doublings end where they began.`);
}

/** 1² 2 8⁶ */
export const typeText = (type) => type.map(({ length, count }) => {
  if (String(count).length > 2) return `${grouped(count)} × ${grouped(length)}`;
  return `${grouped(length)}${String(count) === '1' ? '' : raise(count)}`;
}).join(' · ');

const SPELLED = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
export const said = (n) => SPELLED[n] ?? grouped(n);

// Explains why a perfect shuffle has its order: on a clock, each shuffle doubles the hour of a card.

import { el, grouped, raise, svg } from './dom.js';
import { hex, rainbow } from './color.js';

const MOST_HOURS = 600;
const MOST_CORNERS = 17;

const hourOf = (place, { shuffle, modulus }) => (shuffle === 'out' ? place - 1 : place) % Number(modulus);

/** Returns the card whose hours the clock shows: the first pinned card that moves, otherwise a card in a longest cycle. */
function walker(model, pins) {
  const moves = (card) => model.move[card - 1] !== card;
  return pins.map(({ card }) => card).find(moves) ?? (model.shuffle === 'in' ? 1 : 2);
}

/** The clock of a shuffle. For each further shuffle only the length of the card's path changes. */
export class Clock {
  constructor() { this.root = el('div', { class: 'why' }); }

  show(model, state, pins) {
    const hours = Number(model.modulus);
    if (!/^(in|out)$/.test(model.shuffle) || hours < 3 || hours > MOST_HOURS) { this.clear(); return; }
    const card = walker(model, pins);
    const key = `${model.shuffle} ${model.cards} ${card}`;
    if (key !== this.key) this.build(model, card, hours);
    this.key = key;
    const { walk } = this;
    const done = Number(BigInt(state.times) % BigInt(walk.length - 1 || 1)) || (state.times === '0' ? 0 : walk.length - 1);
    const { x, y, hour } = walk[done] ?? walk[0];
    this.done.setAttribute('d', line(walk.slice(0, done + 1)));
    this.hand.style.transform = `translate(${x}px, ${y}px)`;
    this.hand.style.fill = color(hour, hours);
  }

  clear() {
    this.key = null;
    this.root.replaceChildren();
  }

  /** Returns the hours that are labelled: 0, and those of the card's path if they are few. */
  hours() { return [...new Set([0, ...(this.walk.length <= MOST_CORNERS ? this.walk.map(({ hour }) => hour) : [])])]; }

  build(model, card, hours) {
    const at = (hour, radius = 104) => ({ hour, x: radius * Math.sin((hour / hours) * 2 * Math.PI), y: -radius * Math.cos((hour / hours) * 2 * Math.PI) });
    const ways = model.rows.map((deck) => hourOf(deck.indexOf(card) + 1, model));
    const end = ways.indexOf(ways[0], 1);
    this.walk = (end < 0 ? ways : ways.slice(0, end + 1)).map((hour) => at(hour));
    this.done = svg('path', { class: 'walk done' });
    this.hand = svg('circle', { r: 7, class: 'hand' });
    const dots = Array.from({ length: hours }, (_, hour) => svg('circle', { cx: at(hour).x, cy: at(hour).y, r: hours > 150 ? 1.4 : 2.4, fill: color(hour, hours) }));
    const picture = svg('svg', { viewBox: '-125 -125 250 250', class: 'clock', role: 'img', 'aria-label': `The walk of card ${card} on a clock of ${hours} hours` },
      dots, svg('path', { d: line(this.walk), class: 'walk' }), this.done, this.hand,
      this.hours().map((hour) => svg('text', { x: at(hour, 117).x, y: at(hour, 117).y + 3, 'text-anchor': 'middle', class: 'hour' }, hour)));
    this.root.replaceChildren(el('h2', {}, `Why ${said(model.order)}`), picture, words(model, hours));
  }
}

const color = (hour, hours) => hex(rainbow(hour / hours));

const line = (points) => points.map(({ x, y }, i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** Returns the equation of the order for a clock with `hours` hours, such as 2⁸ = 256 = 5 · 51 + 1. */
export function equation({ order }, hours) {
  const power = `2${raise(order)}`;
  const value = Number(order) <= 24 ? 2 ** Number(order) : null;
  const times = value && (value - 1) / hours;
  return value && times > 0 ? `${power} = ${value} = ${times} · ${hours} + 1` : `${power} ≡ 1 (mod ${hours})`;
}

function words(model, hours) {
  const { order } = model;
  const doubles = model.shuffle === 'out' ? 'Count the cards above a card. Each out-shuffle doubles that number' : 'Count the places from 1. Each in-shuffle doubles a place';
  return el('p', { class: 'caption' }, `${doubles} on a clock of ${hours} hours. ${equation(model, hours)}: ${order} doublings end where they began.`);
}

/** Returns a cycle type as text, such as 2 × 1, 1 × 2, 6 × 8: count × length. */
export const typeText = (type) => type.map(({ length, count }) => `${grouped(count)} × ${grouped(length)}`).join(', ');

const SPELLED = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
export const said = (n) => SPELLED[n] ?? grouped(n);

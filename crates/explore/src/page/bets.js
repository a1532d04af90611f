// What a distance means, as bets on the order of a deck.

import { el } from './dom.js';
import { percent } from './axes.js';

/** How a distance that is not exact is introduced. */
const BOUNDS = { estimate: 'about ', 'upper bound': 'at most ', 'lower bound': 'at least ' };

const ALMOST = 0.995;
const EVEN = 0.5;

export const known = (number) => number !== null && number !== undefined;

/** The distance of a row that is known, and its name. */
const farOf = (row) => (known(row.total_variation) ? [row.total_variation, 'total variation'] : [row.separation, 'separation']);

/** "a bet … wins at most 83.4 % of the time: total variation 33.4 %" */
export function inWords(row) {
  const [far, name] = farOf(row);
  const distance = `${name} ${BOUNDS[row.method] ?? ''}${percent(far)}`;
  if (row.method === 'lower bound') return `some bet on the order wins more often than with a random deck: ${distance}`;
  if (far > ALMOST) return `there is a bet on the order that is almost sure to win: ${distance}`;
  if (far >= EVEN) return `a bet on the order that wins half of the time with a random deck may win every time: ${distance}`;
  return `a bet on the order that wins half of the time with a random deck wins at most ${percent(EVEN + far)} of the time: ${distance}`;
}

/** A number of three digits, with all of them behind it. */
const full = (value) => el('data', { value: String(value), title: String(value) }, percent(value));

/** The terms of a row, each with what it means. */
export function terms(row, noun) {
  const [far] = farOf(row);
  const list = [];
  const add = (name, value, meaning) => list.push(el('div', {}, el('dt', {}, name, ' ', full(value)), el('dd', {}, meaning)));
  if (known(row.total_variation)) {
    add('Total variation', row.total_variation, 'How much more often any event happens than in a random deck, at most. No bet gains more than this.');
    add('Guessing game', (1 + far) / 2, `A coin decides whether you are given this deck or a random one. You say which: nobody is right more often than this. ${percent(EVEN)} is blind.`);
  }
  if (known(row.separation)) add('Separation', row.separation, `How far the least likely order falls short of its share. After ${row.riffles} ${noun}${row.riffles === 1 ? '' : 's'} ${row.separation === 1 ? 'some order cannot come at all' : 'the least likely order has this much less than its share'}.`);
  return list;
}

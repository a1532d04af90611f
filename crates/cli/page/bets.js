// Explains a distance from random by a game: how often the best player can tell a deck from a random one.

import { counted, el } from './dom.js';
import { percent } from './axes.js';

/** The words before a distance that is not exact, by the method that computed it. */
const BOUNDS = { estimate: 'about ', 'upper bound': 'at most ', 'lower bound': 'at least ' };

/** The direction in which a bound is rounded, by the words before it: 1 is up, −1 is down. */
const SIDES = { 'at most ': 1, 'at least ': -1 };

const ALMOST = 0.995;
const EVEN = 0.5;
/** A deck counts as mixed if the best player is right in less than this share of the games. */
export const MIXED = 0.75;

export const known = (number) => number !== null && number !== undefined;

/** Returns the share of games in which the best player is right. In each game a coin decides whether the player gets the deck or
 * a random one, and the player guesses which. `far` is the total variation distance. */
export const right = (far) => (1 + far) / 2;

/** Returns the total variation distance of a row, or an upper bound of it: it is never larger than the separation distance. */
const farOf = (row) => row.total_variation ?? row.separation;

/** Returns the words before the distance of a row. If only the separation distance is known, they are those of an upper bound. */
const boundOf = (row) => (known(row.total_variation) ? BOUNDS[row.method] ?? '' : 'at most ');

/** Returns a sentence such as "the best player tells the deck from a random one 66.7 % of the time; blind guessing is right 50 %
 * of the time". */
export function inWords(row) {
  const bound = boundOf(row);
  const far = farOf(row);
  if (far > ALMOST && bound !== 'at most ') return `the best player tells the deck from a random one almost every time; blind guessing is right ${percent(EVEN)} of the time`;
  return `the best player tells the deck from a random one ${bound}${percent(right(far), SIDES[bound])} of the time; blind guessing is right ${percent(EVEN)} of the time`;
}

/** Returns an element that shows a share with three digits, and all its digits as its title. */
const full = (value, side) => el('data', { value: String(value), title: String(value) }, percent(value, side));

/** Returns a sentence that tells how often a bet on the order wins with this deck, if it wins half of the time with a random
 * deck. */
const bet = (far, count) => `A bet that wins half of the time with a random deck ${far < EVEN ? `wins at most ${percent(EVEN + far, 1)} of the time` : 'may win every time'} after ${count}: half, and the total variation.${
  far < EVEN ? ' The player of the game gains half as much, since that deck is random half of the time.' : ''}`;

/** Returns the definition list of a row: each distance with its meaning. */
export function terms(row, noun, hasSeparation) {
  const far = farOf(row);
  const count = counted(row.riffles, noun);
  const list = [];
  const bound = boundOf(row);
  const [said, side] = [bound && `, ${bound.trim()}`, SIDES[bound]];
  const add = (name, value, meaning) => list.push(el('div', {}, el('dt', {}, `${name}${said}`, ' ', full(value, side)), el('dd', {}, meaning)));
  if (known(row.total_variation)) {
    const best = side === -1 ? 'The best player is right at least this often.' : 'Nobody is right more often than this.';
    add('Right answers', right(far), `A coin decides whether a player is given this deck or a random one. The player looks at it and says which. ${best}`);
    add('Total variation', far, `The same in the words of books: twice what the right answers are above ${percent(EVEN)}.${side === -1 ? '' : ` ${bet(far, count)}`}`);
  }
  if (hasSeparation && known(row.separation)) add('Separation', row.separation, `How much rarer the rarest order is than it should be. After ${count} ${row.separation === 1 ? 'some order cannot come at all' : 'it lacks this share'}.`);
  return list;
}

// The language of shuffles, as far as the page needs it: a word is a list of moves from left to right.

import { agreeing, counted, grouped, nounOf, times } from './dom.js';
import { brief } from './riffle.js';

const MOST_MOVES = 200;

/** Splits a word into moves at the spaces outside parentheses. A simple move with a small exponent is repeated. */
export function split(word) {
  const parts = [];
  let depth = 0;
  let part = '';
  for (const c of word) {
    if (c === '(') depth += 1;
    if (c === ')') depth -= 1;
    if (/\s/.test(c) && depth === 0) {
      if (part) parts.push(part);
      part = '';
    } else part += c;
  }
  if (part) parts.push(part);
  return parts.flatMap(repeat).slice(0, MOST_MOVES);
}

function repeat(part) {
  const power = /^([^()^]+)\^(\d{1,3})$/.exec(part);
  if (!power || Number(power[2]) === 0 || Number(power[2]) > MOST_MOVES) return [part];
  return Array(Number(power[2])).fill(power[1]);
}

/** Joins moves into a word. Equal neighbours become a power. */
export function join(moves) {
  const parts = [];
  for (const move of moves) {
    const last = parts.at(-1);
    if (last && last.move === move && !/\^|\s\(/.test(move)) last.count += 1;
    else parts.push({ move, count: 1 });
  }
  return parts.map(({ move, count }) => (count === 1 ? move : `${move}^${count}`)).join(' ');
}

const power = (word, exponent) => {
  if (exponent === '1') return word;
  return /^[^\s^()]+$/.test(word) ? `${word}^${exponent}` : `(${word})^${exponent}`;
};

/** Returns the word that applies `word` the given number of times, and then `move`. */
export function append(word, times, move) {
  if (times === '0') return join(split(move));
  const before = Number(times) <= 50 && split(word).length * Number(times) <= MOST_MOVES
    ? join(Array(Number(times)).fill(split(word)).flat()) : power(word, times);
  const moves = [...split(before), ...split(move)];
  return moves.length < MOST_MOVES ? join(moves) : `${before} ${move}`;
}

export const inverted = (word) => {
  const whole = /^\(([^()]*)\)\^-1$/.exec(word) ?? /^([^\s()^]+)\^-1$/.exec(word);
  return whole ? whole[1] : power(word, '-1');
};

export const repeated = (word) => power(word, '2');

/** Returns whether a word contains a random riffle that was drawn. The order of such a word is not shown, since the same riffle
 * is never drawn again. */
export const hasRiffle = (word) => /\briffle\b/.test(brief(word));

const isPerfect = (word) => word === 'in' || word === 'out';

/** Returns the name of a word, such as "out-shuffle" or “cut:26 in”. */
export const named = (word) => (isPerfect(word) ? `${word}-shuffle` : `“${brief(word)}”`);

/** Returns a repeated word as a phrase, such as "8 out-shuffles" or “cut:26 in” 8 times. */
export const repeatedly = (word, count) => (isPerfect(word) ? counted(count, named(word)) : `${named(word)} ${times(count)}`);

/** Returns a sentence such as "8 out-shuffles bring them back". */
export function returning({ word, cards }, order) {
  return `${repeatedly(word, order)} ${isPerfect(word) ? agreeing(order, 'bring') : 'brings'} ${cards === '1' ? 'it' : 'them'} back`;
}

/** Returns a phrase for the shuffles done: "after 26 of 52 in-shuffles", "after “cut:26 in” 3 of 12 times", or "after 11
 * out-shuffles, 3 since the deck was back". `moves` are those since the last complete word. */
export function progress({ word, times: made }, order, moves = '') {
  if (made === '0' && moves) return `after ${moves} of ${named(word)}`;
  const more = moves && ` and ${moves}`;
  if (hasRiffle(word)) return `after ${made === '1' ? named(word) : repeatedly(word, made)}${more}`;
  const [done, all] = [BigInt(made), BigInt(order)];
  if (done > all) return `after ${repeatedly(word, made)}${more}, ${grouped(done % all)} since the deck was back`;
  return isPerfect(word) ? `after ${grouped(made)} of ${counted(order, named(word))}` : `after ${named(word)} ${grouped(made)} of ${grouped(order)} ${nounOf(order, 'time')}${more}`;
}

// Explains why out and in are the binary digits of a position: on the way of the top card, each move appends a digit.

import { el } from './dom.js';
import { split } from './words.js';

const MOST_DIGITS = 24;

/** Returns the moves of a route from the top. Each has the position, from 0, to which it moves the card, as the program computes
 * it, and the binary digits of the position. Returns null if the route does not begin on top or has moves other than out and
 * in. */
function digitsOf(route) {
  const moves = route.word === null || String(route.length) === '0' ? [] : split(route.word);
  if (String(route.from) !== '1' || !moves.length || moves.length > MOST_DIGITS || moves.some((move) => !/^(in|out)$/.test(move))) return null;
  const places = route.positions.map((position) => BigInt(position) - 1n);
  const found = moves.map((move, i) => ({ move, place: places[i + 1], digits: places[i + 1].toString(2) }));
  const written = moves.map((move) => (move === 'in' ? '1' : '0')).join('');
  return found.at(-1).digits === written ? found : null;
}

/** Returns the explanation of the rule, and for a route from the top the digits beside its moves. */
export function digits(route) {
  const rule = 'Number the places from 0. As long as a card is in the upper half, out doubles its place, and in doubles it and adds one. So in the binary number of its place out appends the digit 0, and in the digit 1.';
  const found = digitsOf(route);
  if (!found) return [el('h2', {}, 'Why in and out'), el('p', { class: 'reason' }, `${rule} Bring the top card to any place, and its digits are the moves.`)];
  const { place, digits: written } = found.at(-1);
  const row = (name, cells) => el('tr', {}, el('th', { scope: 'row' }, name), cells.map((cell) => el('td', {}, cell)));
  return [el('h2', {}, 'Why it works: the place in binary'),
    el('p', { class: 'reason' }, `Place ${place + 1n} is number ${place} from 0, which is ${written} in binary. Read 1 as in and 0 as out: ${found.map(({ move }) => move).join(', ')}. ${rule}`),
    el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Digits' }, el('table', { class: 'digits', 'aria-label': 'Moves and digits' },
      el('tbody', {}, row('move', found.map(({ move }) => move)), row('digit', found.map(({ digits: all }) => el('strong', {}, all.at(-1)))),
        row('digits so far', found.map(({ digits: all }) => all)), row('place from 0', found.map((one) => String(one.place))))))];
}

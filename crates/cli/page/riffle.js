// Random riffles: the program draws one, and the page appends it to the word as a move.

import { ask } from './engine.js';
import { places } from './strip.js';

/** Maximum number of cards for a single riffle. As a move, its cycles contain each card. */
export const MOST_CARDS = 104;

const SEEDS = 2 ** 31;

/** Returns the deck after one riffle of a new deck, which the program draws. */
export async function draw(cards) {
  const seed = Math.floor(Math.random() * SEEDS);
  const { states } = await ask('deck', { cards, shuffle: 'gsr', samples: '1', seed: String(seed) }, { once: true });
  return states[0].deck;
}

/** Returns the move, as cycles, that makes `deck` from a new deck. A cycle has a card, then the position of that card, then the
 * position of the card that started there, and so on. */
export function moveTo(deck) {
  const at = places(deck);
  const seen = new Set();
  let word = '';
  for (let card = 1; card <= deck.length; card += 1) {
    const cycle = [];
    for (let next = card; !seen.has(next); next = at[next] + 1) {
      seen.add(next);
      cycle.push(next);
    }
    if (cycle.length > 1) word += `(${cycle.join(' ')})`;
  }
  return word;
}

/** Returns the number of cards in the top packet if a move cuts the deck once and interlaces the packets, otherwise null. */
export function cutOf(deck) {
  const at = places(deck);
  let cut = null;
  for (let card = 1; card < deck.length; card += 1) {
    if (at[card + 1] > at[card]) continue;
    if (cut !== null) return null;
    cut = card;
  }
  return cut;
}

/** Returns a word in short form. A long move in cycles is replaced by "riffle" if it is one, otherwise by "(…)". */
export const brief = (word) => word.replace(/(\([\d ]+\))+/g, (cycles) => {
  if (cycles.length < LONG) return cycles;
  return cutOf(deckOf(cycles)) === null ? '(…)' : 'riffle';
});

const LONG = 24;

/** Returns the deck that a move in cycles makes from a new deck. */
function deckOf(cycles) {
  const lists = [...cycles.matchAll(/\(([\d ]+)\)/g)].map(([, list]) => list.split(' ').map(Number));
  const deck = Array.from({ length: Math.max(...lists.flat()) }, (_, i) => i + 1);
  for (const list of lists) list.forEach((card, i) => { deck[list[(i + 1) % list.length] - 1] = card; });
  return deck;
}

// A riffle as people do it: the program draws one, and it becomes a move of the word.

import { ask } from './engine.js';
import { places } from './strip.js';

/** The most cards that one riffle may have: as a move, each card is written out. */
export const MOST_CARDS = 104;

const SEEDS = 2 ** 31;

/** One riffle that the program draws, as a deck. */
export async function draw(cards) {
  const seed = Math.floor(Math.random() * SEEDS);
  const { states } = await ask('deck', { cards, shuffle: 'gsr', samples: '1', seed: String(seed) }, { once: true });
  return states[0].deck;
}

/** The move that makes a deck of a new one: each cycle has a card, its place, the card that started there, and so on. */
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

/** The number of cards in the top packet of a move that cuts a deck once and interlaces the packets, or null for other moves. */
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

/** A word for reading: of moves whose cards are written out, a riffle is called so, and another is left out. */
export const brief = (word) => word.replace(/(\([\d ]+\))+/g, (cycles) => {
  if (cycles.length < LONG) return cycles;
  return cutOf(deckOf(cycles)) === null ? '(…)' : 'riffle';
});

const LONG = 24;

/** The deck that a move of cycles makes. */
function deckOf(cycles) {
  const lists = [...cycles.matchAll(/\(([\d ]+)\)/g)].map(([, list]) => list.split(' ').map(Number));
  const deck = Array.from({ length: Math.max(...lists.flat()) }, (_, i) => i + 1);
  for (const list of lists) list.forEach((card, i) => { deck[list[(i + 1) % list.length] - 1] = card; });
  return deck;
}

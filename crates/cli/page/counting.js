// Counts how often each card is at each position, in decks that the page deals or the user pastes.

import { cardsOf, face } from './deck.js';

export const MOST_CARDS = 512;
/** Maximum number of cards for which the page runs every list of choices. */
export const MOST_PROVED = 6;

export class Counting {
  /** `names` are the names of the first and the last card. */
  constructor(cards, names = ['1', String(cards)]) {
    Object.assign(this, { cards, names, decks: 0, counts: new Uint32Array(cards * cards) });
  }

  /** Counts a deck if it is valid. It may not be, because the user's code makes it. */
  add(deck) {
    const { cards } = this;
    if (!Array.isArray(deck) || deck.length !== cards || !deck.every((card) => Number.isInteger(card) && card >= 1 && card <= cards)) return false;
    this.decks += 1;
    for (let place = 0; place < cards; place += 1) this.counts[(deck[place] - 1) * cards + place] += 1;
    return true;
  }
}

const words = (line) => line.replace(/[[\](),;|"'\t]/g, ' ').trim().split(/\s+/);

/** Returns one name for all spellings of a playing card, such as 10S, TS and 10♠. */
const known = (name) => face(name)?.code ?? name;

/** Counts the decks in a text with one deck on each line. Cards are whole numbers from 0 or 1, or names of cards in the starting
 * order of the page or of a new pack. `order` is the starting order if cards have names. Returns null if a line has another
 * form. */
export async function countText(text, state) {
  const decks = text.split('\n').filter((line) => line.trim()).map(words);
  if (decks[0].every((word) => /^\d+$/.test(word))) return { counting: count(decks.map((deck) => deck.map(Number))), order: null };
  const order = await cardsOf(state, decks[0].length);
  if (!order) return { counting: null, order };
  const places = new Map(order.map((name, i) => [known(name), i + 1]));
  const counting = count(decks.map((deck) => deck.map((name) => places.get(known(name)) ?? NaN)), [order[0], order.at(-1)]);
  return { counting, order };
}

function count(decks, names) {
  const cards = decks[0].length;
  if (cards < 2 || cards > MOST_CARDS) return null;
  const least = names ? 1 : decks.reduce((low, deck) => Math.min(low, ...deck), Infinity);
  if (least !== 0 && least !== 1) return null;
  const counting = new Counting(cards, names ?? [String(least), String(cards - 1 + least)]);
  for (const deck of decks) if (new Set(deck).size !== cards || !counting.add(least === 0 ? deck.map((card) => card + 1) : deck)) return null;
  return counting;
}

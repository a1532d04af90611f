// Decks on the page: arrays of cards, top card first. A card is the number of its starting position, from 1.

import { LostError, ProgramError, ask } from './engine.js';
import { split } from './words.js';

/** Maximum number of cards in a deck whose cards are drawn. */
const DRAWN = 2000;
/** Maximum number of cards in a deck that the page requests from the program. */
export const LISTED = 500_000;

export const count = (state) => Number(state.cards);
export const isDrawn = (state) => state.cards.length <= 4 && count(state) <= DRAWN;

const identity = (cards) => Array.from({ length: cards }, (_, index) => index + 1);

/** Applies a move to a deck. The move is given as the deck that it makes from a new deck. */
export const apply = (deck, move) => move.map((place) => deck[place - 1]);

export const shuffleOptions = (state) =>
  (state.word === 'in' || state.word === 'out'
    ? { cards: state.cards, kind: state.word } : { cards: state.cards, shuffle: state.word });

/** Returns the deck that a word makes from a new deck, computed by the program. */
export async function moveOf(cards, word) {
  const options = { ...shuffleOptions({ cards, word }), times: '1' };
  return (await ask('deck', options)).states[0].deck;
}

export async function deckAfter(state, times) {
  return (await ask('deck', { ...shuffleOptions(state), times })).states[0].deck;
}

const SUITS = { S: ['♠', 'spades'], H: ['♥', 'hearts'], D: ['♦', 'diamonds'], C: ['♣', 'clubs'] };
const LETTERS = { '♠': 'S', '♥': 'H', '♦': 'D', '♣': 'C' };
const RANKS = { A: 'ace', J: 'jack', Q: 'queen', K: 'king' };

export function face(code) {
  const match = /^(10|[2-9TAJQK])([SHDC♠♥♦♣])$/i.exec(code);
  if (!match) return null;
  const rank = match[1].toUpperCase().replace('T', '10');
  const letter = LETTERS[match[2]] ?? match[2].toUpperCase();
  const [sign, suit] = SUITS[letter];
  return { rank, sign, letter, red: letter === 'H' || letter === 'D', name: `${RANKS[rank] ?? rank} of ${suit}`, code: rank + letter };
}

const WORDS = { ace: 'A', two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9', ten: '10', jack: 'J', queen: 'Q', king: 'K' };

/** Returns the cards in a text. A card is a code such as AS or a name such as ace of spades. A number may precede a card that
 * has a line of its own. */
export const codesOf = (text) => text.replace(/^\s*\d+[.)]\s+/gm, '')
  .replace(/\b(\w+) of (spade|heart|diamond|club)s?\b/gi, (_, rank, suit) => (WORDS[rank.toLowerCase()] ?? rank) + suit[0].toUpperCase())
  .split(/[\s,]+/).filter(Boolean);

/** Returns the numbers of the cards in a text. A playing card such as QD becomes its starting position. */
export async function numbersOf(text, state) {
  const { faces } = await readStart(state);
  return codesOf(text).map((code) => {
    const at = faces?.findIndex((one) => one?.sign && one.code === face(code)?.code) ?? -1;
    return at > 0 ? String(at) : code;
  });
}

/** Returns the option `--start` of a command for the state's starting order, or null if the order is that of the numbers. A
 * stack is given by its name, and a list of cards as a file that the shell makes. */
export function startOption({ start }, model) {
  if (!start || start === 'numbers' || !model.start.faced) return null;
  return /,/.test(start) ? { toString: () => `<(echo ${start.split(',').join(' ')})`, plain: true } : start;
}

const numbered = (card) => ({ rank: String(card), sign: '', letter: '', red: false, name: String(card), code: String(card) });

export const stacks = () => ask('list', { what: 'stacks' });

/** Reads the starting order of the state: nothing, the name of a stack, or a list of cards. Returns the faces of the cards, or
 * an error message. */
async function readStart(state) {
  const cards = count(state);
  if (!isDrawn(state)) return { faces: null, why: state.start ? 'a start order is shown for at most 2000 cards' : null };
  const known = await stacks();
  const plain = [null, ...identity(cards).map(numbered)];
  if (state.start === 'numbers') return { faces: plain, why: null };
  const stack = known.find(({ name }) => name === (state.start || 'new-deck'));
  if (stack) {
    if (cards === stack.cards.length) return { faces: [null, ...stack.cards.map(face)], why: null, faced: true };
    return { faces: plain, why: state.start ? `start is ${state.start}, a stack of ${stack.cards.length} cards: type ${stack.cards.length} in Cards` : null };
  }
  return pasted(state.start, cards, plain, known);
}

function pasted(text, cards, plain, known) {
  const codes = codesOf(text);
  const names = known.map(({ name }) => name).join(', ');
  if (codes.length < 2) return { faces: plain, why: `start is '${text.slice(0, 40)}': there are ${names}, or a list of cards such as AS,2S,3S` };
  const bad = codes.find((code) => !face(code) && !/^[\p{L}\p{N}♠♥♦♣_-]{1,12}$/u.test(code));
  if (bad !== undefined) return { faces: plain, why: `start has a card '${bad.slice(0, 20)}': write cards as AS, 10H or 7` };
  if (codes.length !== cards) return { faces: plain, why: `start has ${codes.length} cards and the deck ${cards}: type ${codes.length} in Cards` };
  if (new Set(codes.map((code) => code.toUpperCase())).size !== codes.length) return { faces: plain, why: 'start has a card twice: each card may be there once' };
  const faces = codes.map((code) => face(code) ?? numbered(code));
  return { faces: [null, ...faces], why: null, faced: faces.every((one) => one.sign) };
}

/** Returns the names of `cards` cards in their starting order: that of the state, or of a new pack with this number of cards.
 * Returns null if there is none. */
export async function cardsOf({ start }, cards) {
  if (start.includes(',')) return start.split(',');
  const stack = start && (await stacks()).find(({ name }) => name === start);
  if (stack) return stack.cards;
  try {
    return (await ask('deck', { cards, kind: 'out', times: '0', faces: true })).states[0].faces;
  } catch (error) {
    if (error instanceof LostError || !(error instanceof ProgramError)) throw error;
    return null;
  }
}

export const randomShuffles = () => ask('list', { what: 'shuffles' });

/** Returns whether a word contains a random shuffle. */
export async function isRandom(word) {
  const names = (await randomShuffles()).map(({ name }) => name);
  return word.split(/[\s()^]+/).some((part) => names.includes(part.split(':')[0]) && !/^overhand:\d+(:|$)/.test(part));
}

/** Returns the model of a state: all that the program computes for the views of one deck. */
export async function load(state) {
  if (!/^(in|out)$/.test(state.word) && await isRandom(state.word)) throw new ProgramError(`${state.word} is a random shuffle, which has no order: Mixing shows its law`);
  const options = shuffleOptions(state);
  const [order, start] = await Promise.all([ask('order', options), readStart(state)]);
  const model = { ...order, order: String(order.order), start, drawn: isDrawn(state), faces: start.faces, moves: split(state.word) };
  if (!model.drawn) return model;
  const parts = model.moves.length > 1 ? model.moves : [state.word];
  [model.move, ...model.parts] = await Promise.all([state.word, ...parts].map((part) => moveOf(state.cards, part)));
  Object.assign(model, await kept(state, model));
  model.deck = model.rows[Number(timesWithin(state, model) - model.base)];
  for (const part of model.parts.slice(0, stepOf(state, model))) model.deck = apply(model.deck, part);
  return model;
}

/** Maximum order of a word for which all decks until the return are kept. */
export const MOST_ROWS = 4000;
const AROUND = 60;
let keptRows = { key: '' };

/** Returns how many times the word was applied since the deck was last in its starting order. */
export const timesWithin = (state, model) => BigInt(state.times) % BigInt(model.order);

/** Returns the decks after 0, 1, 2, … shuffles until the deck returns to its starting order. If there are very many, only those
 * around the current number of shuffles are returned. */
async function kept(state, model) {
  const all = BigInt(model.order) <= MOST_ROWS;
  const within = timesWithin(state, model);
  const base = all || within < AROUND ? 0n : within - (within % 20n) - 40n;
  const key = `${state.cards} ${state.word} ${base}`;
  if (keptRows.key === key) return keptRows;
  const decks = [base === 0n ? identity(count(state)) : await deckAfter(state, base.toString())];
  const most = all ? Number(model.order) : 2 * AROUND;
  while (decks.length <= most) decks.push(apply(decks.at(-1), model.move));
  keptRows = { key, base, rows: decks };
  return keptRows;
}

/** Returns the number of moves that were done after the last complete application of the word. */
export const stepOf = (state, model) => Math.min(Number(state.step), model.parts.length - 1);

/** Returns the properties of a deck that are worth a badge, such as alternating colours. */
export async function badges(deck, model) {
  const cards = deck.length;
  const found = [];
  if (deck.every((card, i) => card + deck[cards - 1 - i] === cards + 1)) {
    found.push(['mirror kept', 'the first and the last card, the second and the last but one, and so on, still lie opposite']);
  }
  if (model.start.faced) {
    const faces = deck.map((card) => model.faces[card]);
    if (faces.filter((one, i) => i > 0 && one.red !== faces[i - 1].red).length === 1) found.push(['colours separated', 'all red cards are together']);
    if (faces.every((one, i) => i === 0 || one.red !== faces[i - 1].red)) found.push(['colours alternate', 'red and black take turns']);
    const codes = faces.map((one) => one.code).join();
    for (const stack of await stacks()) if (stack.cards.join() === codes) found.push([stack.name === 'new-deck' ? 'as new' : `this is ${stack.name.replaceAll('-', ' ')}`, stack.meaning]);
  }
  return found;
}

/** Returns 'back' for a deck in its starting order, 'reversed' for the reverse order, otherwise null. */
export function homeOf(deck) {
  if (deck.every((card, i) => card === i + 1)) return 'back';
  return deck.every((card, i) => card === deck.length - i) ? 'reversed' : null;
}

/** Describes the order of a deck in words. */
export function seen(deck, model) {
  const cards = deck.length;
  const home = homeOf(deck);
  if (home) return home === 'back' ? 'the deck is back in its first order' : 'the deck is reversed';
  const name = (card) => (model.faces?.[card].sign ? `the ${model.faces[card].name}` : `card ${model.faces?.[card].name ?? card}`);
  return `${name(deck[0])} is on top, ${name(deck[cards - 1])} at the bottom`;
}

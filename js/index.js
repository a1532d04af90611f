// The program faro for JavaScript: every answer is its own. Cards and positions count from 1, at the top of the deck.

import recorder from './made/recorder.js';
import { run } from './made/wasi.js';

/** An error in the program's own words. */
export class FaroError extends Error {
  name = 'FaroError';
}

const PROGRAM = new URL('./made/faro.wasm', import.meta.url);
const FAILED = 2;

let compiled = null;

/** The compiled program; compiled once. */
function program() {
  compiled ??= load().catch((error) => { compiled = null; throw error; });
  return compiled;
}

async function load() {
  if (PROGRAM.protocol !== 'file:') return WebAssembly.compile(await (await fetch(PROGRAM)).arrayBuffer());
  const { readFile } = await import('node:fs/promises');
  return WebAssembly.compile(await readFile(PROGRAM));
}

/** Runs the program with these arguments, as a terminal would. */
export async function runProgram(args, { input = '', write } = {}) {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  return run(await program(), { args: ['faro', ...args.map(String)], input: bytes, write });
}

const texts = (pieces) => { const decoder = new TextDecoder(); return pieces.map((piece) => decoder.decode(piece, { stream: true })).join(''); };

/** The JSON of a command. */
export async function ask(args, { input } = {}) {
  const streams = [[], [], []];
  let code;
  try {
    code = await runProgram([...args, '--format', 'json', '--quiet'], { input, write: (stream, bytes) => streams[stream].push(bytes) });
  } catch (error) {
    throw error instanceof WebAssembly.RuntimeError ? new FaroError('the answer needs more memory than the program may use; ask for less') : error;
  }
  if (code === FAILED) throw new FaroError(texts(streams[2]).replace(/^error: /, '').trimEnd());
  return parse(texts(streams[1]));
}

/** Integers beyond those that a number holds become a BigInt. */
function parse(text) {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
  const isLarge = (token) => /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token));
  const marked = text.replace(tokens, (token) => (isLarge(token) ? `"\\u0000${token}"` : token));
  return JSON.parse(marked, (_, value) => (typeof value === 'string' && value.startsWith('\0') ? BigInt(value.slice(1)) : value));
}

export const order = async (cards, shuffle) => (await ask(['order', cards, shuffle])).order;

const newDeck = (cards) => Array.from({ length: cards }, (_, i) => i + 1);

function checked(cards, name, most) {
  if (!Number.isInteger(cards) || cards < 2 || cards > most) throw new FaroError(`${name} is ${cards}: expected a whole number from 2 to ${most}`);
}

function dealt(shuffle, cards) {
  const deck = newDeck(cards);
  const result = shuffle(deck) ?? deck;
  if (!Array.isArray(result)) throw new FaroError(`the shuffle returned ${typeof result}, expected the shuffled array or nothing`);
  if (result.length !== cards) throw new FaroError(`the shuffle makes a deck of ${result.length} of the ${cards} cards that it gets; expected all of them`);
  const left = new Set(newDeck(cards));
  const wrong = result.findIndex((card) => !left.delete(card));
  if (wrong >= 0) throw new FaroError(`the shuffle makes a deck with ${String(result[wrong])} at position ${wrong + 1}; expected each of the ${cards} cards that it gets, 1 to ${cards}, once`);
  return result.join(' ');
}

export async function auditShuffle(shuffle, { cards = 52, decks = 20_000, seed = 1, alpha = 0.001 } = {}) {
  checked(cards, 'cards', 512);
  checked(decks, 'decks', 10_000_000);
  const lines = Array.from({ length: decks }, () => dealt(shuffle, cards));
  return ask(['audit', '--count-first', '--cards', cards, '--seed', seed, '--alpha', alpha], { input: `${lines.join('\n')}\n` });
}

/** What the recorder replaces while it controls the choices. */
const CONTROLLED = [[Math, 'random'], [performance, 'now'], [globalThis, 'Date'], [globalThis, 'typed'], [Array.prototype, 'sort'], [Array.prototype, 'toSorted'],
  [globalThis.crypto, 'randomUUID'], [globalThis.crypto, 'getRandomValues']];

export async function proveShuffle(shuffle, { cards = 5 } = {}) {
  checked(cards, 'cards', 7);
  const before = CONTROLLED.map(([owner, name]) => [owner, name, Object.getOwnPropertyDescriptor(owner, name)]);
  let lines = '';
  globalThis.typed = () => shuffle;
  try {
    recorder(globalThis, (said) => { lines = said.lines ?? lines; })(null, cards);
  } catch (error) {
    throw new FaroError(error.message, { cause: error });
  } finally {
    for (const [owner, name, was] of before) {
      delete owner[name];
      if (was) Object.defineProperty(owner, name, was);
    }
  }
  return ask(['prove', '--recorded', '--cards', cards], { input: lines });
}

export async function assertFair(shuffle, options = {}) {
  const report = await auditShuffle(shuffle, { alpha: 1e-6, ...options });
  if (report.verdict === 'fair') return report;
  if (report.verdict !== 'unfair') throw new FaroError(`${report.verdict}: ${report.decks} decks of ${report.cards} cards decide nothing; raise 'decks'`);
  const [{ seen, adjusted_p_value: p }] = report.findings;
  const cause = report.diagnosis?.known ? report.diagnosis.candidates[0] : null;
  const why = cause ? `; likeliest cause: ${cause.cause}; cure: ${cause.cure}` : '';
  throw Object.assign(new Error(`the shuffle is unfair: ${seen} (p ≤ ${p.toExponential(1)}, ${report.decks} decks of ${report.cards} cards)${why}`), { name: 'UnfairError', report });
}

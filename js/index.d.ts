/** An error in the program's own words, such as an unknown move or a deck size out of range. */
export class FaroError extends Error {}

/** A whole number: a `number` as far as it is exact, else a `bigint`. */
export type Whole = number | bigint;

/** A value of the program's JSON. */
export type Json = null | boolean | number | bigint | string | Json[] | { [name: string]: Json };

/** Shuffles an array in place, or returns a shuffled one. */
export type Shuffle = (deck: number[]) => number[] | void;

/**
 * Returns after how many repetitions a shuffle restores a deck of `cards` cards.
 *
 * @param cards the number of cards, at least 1; a text such as `'10^18'` or a bigint for large ones
 * @param shuffle `'in'`, `'out'`, or a word of moves such as `'in cut:26'`
 * @throws FaroError if the word or the number is wrong
 * @example await order(52, 'out') // 8
 */
export function order(cards: Whole | string, shuffle: string): Promise<Whole>;

/**
 * Returns the JSON that `faro ...args --format json` prints; `docs/formats.md` describes its fields.
 *
 * @param args the command and its options, such as `['mix', '52']`
 * @throws FaroError if the program refuses the question
 */
export function ask(args: (string | Whole)[], options?: { input?: string | Uint8Array }): Promise<any>;

/**
 * Runs the program as a terminal would, and returns its exit code (0 done, 1 unfair, 2 wrong input, 3 too few decks). There are no files.
 *
 * @param options.write gets the number of a stream (1 output, 2 errors) and bytes
 */
export function runProgram(args: (string | Whole)[], options: { input?: string | Uint8Array; write: (stream: number, bytes: Uint8Array) => void }): Promise<number>;

export interface AuditOptions {
  /** The number of cards, 2 to 512. Default 52. */
  cards?: number;
  /** The number of decks that are dealt. Default 20,000. */
  decks?: number;
  /** The seed of the audit's own random numbers. Default 1. */
  seed?: number | string;
  /** The probability that a fair shuffle is called unfair. Default 0.001, and 10^-6 for `assertFair`. */
  alpha?: number;
}

export interface Finding {
  check: string;
  of: string;
  seen: string;
  statistic: number;
  p_value: number;
  adjusted_p_value: number;
}

export interface AuditReport {
  verdict: 'fair' | 'unfair' | 'too few decks';
  cards: number;
  decks: number;
  findings: Finding[];
  [field: string]: any;
}

export interface Proof {
  verdict: 'proved fair' | 'proved unfair' | 'fair up to' | 'not decided';
  cards: number;
  runs: number;
  [field: string]: any;
}

/** Deals decks with a shuffle, from the deck 1, 2, …, and returns the audit's report. */
export function auditShuffle(shuffle: Shuffle, options?: AuditOptions): Promise<AuditReport>;

/**
 * Makes every choice of `Math.random` and `crypto.getRandomValues` that a shuffle can make, and returns its exact law.
 *
 * While it runs, it replaces these functions, the clock and `Array.prototype.sort`; the shuffle must be synchronous.
 *
 * @param options.cards 2 to 7, default 5
 * @throws FaroError if the shuffle has randomness that is not controlled
 */
export function proveShuffle(shuffle: Shuffle, options?: { cards?: number }): Promise<Proof>;

/**
 * For tests: rejects with an Error whose message has the finding, the likeliest cause and its cure, if a shuffle is unfair. A
 * fair shuffle is rejected with probability at most `alpha`, here 10^-6 by default. An unfair one may pass if its bias is
 * small: more `decks` find smaller ones.
 */
export function assertFair(shuffle: Shuffle, options?: AuditOptions): Promise<AuditReport>;

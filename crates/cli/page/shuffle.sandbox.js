const read = (script) => setTimeout(script); // Firefox counts the lines of a script from the line that has it: the first.

// Runs a shuffle that the user typed: deals decks, or records the effect of each of its choices. Its policy allows no requests.
// `faro explore` sends the policy with this file. In a page without a server it is the policy of a frame, which also forbids
// `eval`, so the typed code precedes this file as the function `typed`.

const BATCH = 250;

onmessage = ({ data: { code, cards, decks } }) => {
  try {
    if (decks) deal(compile(code), cards, decks);
    else record(code, cards);
    postMessage({ done: true });
  } catch (error) {
    // The browser reports the line of a syntax error in a script, but not in a function. So the code is also parsed as a
    // script, which does nothing else.
    if (error instanceof SyntaxError) read(`(() => {${bodyOf(code)}});`);
    setTimeout(() => postMessage({ error: String(error && error.message ? error.message : error).slice(0, 300) }));
  }
};

const bodyOf = (code) => `"use strict";${code}\n;return typeof shuffle === 'function' ? shuffle : null;`;

function compile(code) {
  const typed = self.typed ?? new Function(bodyOf(code));
  const shuffle = typed();
  if (!shuffle) throw new Error('there is no function named shuffle: write function shuffle(deck) { … return deck; }');
  return shuffle;
}

function deal(shuffle, cards, decks) {
  for (let made = 0; made < decks;) {
    const batch = [];
    const until = Math.min(decks, made + BATCH);
    for (; made < until; made += 1) batch.push(deckOf(shuffle, cards));
    postMessage({ batch });
  }
}

function deckOf(shuffle, cards) {
  const deck = Array.from({ length: cards }, (_, i) => i + 1);
  const result = shuffle(deck) ?? deck;
  if (!Array.isArray(result) || result.length !== cards) throw new Error(`shuffle returned ${Array.isArray(result) ? `${result.length} cards` : typeof result}, expected a deck of ${cards} cards`);
  const seen = new Set(result);
  if (seen.size !== cards || !result.every((card) => Number.isInteger(card) && card >= 1 && card <= cards)) throw new Error('shuffle returned a deck in which a card is missing or there twice');
  return result.slice();
}

// The record of all runs. Every list of choices is run, and values of a draw with the same effect form one group. The shuffle
// is refused if its randomness is not controlled, or if it has no such groups.

const GRID = 2 ** 53; // Math.random() is a multiple of 1/GRID
const WIDE = 4096;
const PROBED = 512;
const MOST_GROUPS = 600;
const MOST_DRAWS = 64;
const MOST_RUNS = 100_000;
const FILLS = 3;
const REPEATED = 1000;
const LISTS = 100_000;
const MOST_KEYS = 7;

const HIDDEN = 'the same choices gave different results: the shuffle has randomness of its own, or keeps something from one run to the next';
const COMPARED = 'the values of a draw are compared with those of other draws, or used in a way that is not a choice among few values';

class Refused extends Error {}

let given = [];
let bounds = [];
let taken = [];
let fill = null;
let running = false;
let refused = null;
let sorts = false;

function refuse(why) {
  refused ??= why;
  throw new Refused(refused);
}

/** Returns the value of the next draw: the next of the given values, and after these 0 or a value from `fill`. */
function below(bound) {
  if (!running) refuse('the code draws random numbers outside of shuffle');
  if (refused) throw new Refused(refused);
  const at = bounds.length;
  if (at >= MOST_DRAWS) refuse(`a run makes more than ${MOST_DRAWS} draws; a loop that draws again until a value fits may never end`);
  bounds.push(bound);
  const value = at < given.length ? given[at] : fill ? fill(at, bound) : 0;
  if (value >= bound) refuse(HIDDEN);
  taken.push(value);
  return value;
}

function control() {
  Math.random = () => below(GRID) / GRID;
  const clock = () => refuse('the shuffle reads the clock, which is not among its choices');
  performance.now = clock;
  self.Date = new Proxy(Date, { apply: clock, construct: clock, get: (target, name) => (name === 'now' ? clock : target[name]) });
  for (const name of ['sort', 'toSorted']) {
    const real = Array.prototype[name];
    // Optimised code may compare in another order. A proxy is not optimised, so all runs compare in the same order.
    const plain = real && new Proxy(real, {});
    if (plain) Object.defineProperty(Array.prototype, name, { get() { sorts ||= running; return plain; } });
  }
  if (!self.crypto) return;
  crypto.randomUUID = () => refuse('crypto.randomUUID is not controlled');
  crypto.getRandomValues = (array) => {
    if (array.BYTES_PER_ELEMENT > 4) refuse('crypto.getRandomValues of 64 bits is not controlled');
    for (let i = 0; i < array.length; i += 1) array[i] = below(2 ** (8 * array.BYTES_PER_ELEMENT));
    return array;
  };
}

/** Returns a generator of random numbers that are independent of the shuffle: splitmix with 32 bits. */
function generator(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return (z ^ (z >>> 16)) >>> 0;
  };
  return (bound) => Math.min(bound - 1, Math.floor(((next() * 2 ** 21 + (next() >>> 11)) / GRID) * bound));
}

class Recorder {
  constructor(shuffle, cards) {
    Object.assign(this, { shuffle, cards, leaves: [], guesses: [], random: generator(1), keys: 0 });
  }

  /** Runs the shuffle with the given values, and returns the bounds and the values of its draws, and its deck. */
  run(values, filled = null) {
    [given, fill, bounds, taken, refused, running] = [values, filled, [], [], null, true];
    let deck;
    try {
      deck = deckOf(this.shuffle, this.cards);
    } finally {
      running = false;
    }
    if (refused) throw new Refused(refused);
    if (bounds.length < values.length) refuse(HIDDEN);
    return { bounds, taken, deck: deck.join(' ') };
  }

  /** Returns the effect of a value of a draw as text: the later draws and the deck, for each list of values of the later draws. */
  effect(before, value, fills) {
    const values = [...before, value];
    let text = '';
    for (const filled of fills) {
      const run = this.run(values, filled);
      text += `${run.bounds.slice(values.length)}|${run.deck};`;
      if (run.bounds.length === values.length) return text;
    }
    return text;
  }

  fills() {
    return Array.from({ length: FILLS }, () => {
      const seed = this.random(2 ** 32);
      return (at, bound) => generator(seed + at * 7919)(bound);
    });
  }

  /** Returns the groups of a draw's values, each as [first value, number of values, step from one value to the next]. */
  groups(before, bound) {
    if (bound < WIDE) return Array.from({ length: bound }, (_, value) => [value, 1, 1]);
    const fills = [null, ...this.fills()];
    const guess = this.guesses.find((one) => one.bound === bound && this.isDivided(before, one, fills) && this.isUniform(before, one, fills));
    if (guess) return guess;
    const found = this.residues(before, bound, fills) ?? this.intervals(before, bound, fills);
    found.bound = bound;
    if (!this.isUniform(before, found, fills)) refuse(COMPARED);
    this.guesses.unshift(found);
    return found;
  }

  /** Returns the groups if the effect depends on the value modulo a number of cards, otherwise nothing. */
  residues(before, bound, fills) {
    const most = this.cards + 1;
    const effects = Array.from({ length: 2 * most + 2 }, (_, value) => this.effect(before, value, fills));
    for (let period = 2; period <= most; period += 1) {
      if (effects.every((effect, i) => i < period || effect === effects[i - period])) {
        if (new Set(effects).size === 1) return null;
        return Array.from({ length: period }, (_, first) => [first, Math.floor((bound - 1 - first) / period) + 1, period]);
      }
    }
    return null;
  }

  /** Returns the groups as intervals. Changes of the effect are located on a grid and then by bisection. */
  intervals(before, bound, fills) {
    const starts = [0];
    const at = (value) => ({ value, effect: this.effect(before, value, fills) });
    const divide = (low, high) => {
      if (low.effect === high.effect) return;
      if (starts.length > MOST_GROUPS) refuse(COMPARED);
      if (high.value - low.value === 1) { starts.push(high.value); return; }
      const middle = at(low.value + Math.floor((high.value - low.value) / 2));
      divide(low, middle);
      divide(middle, high);
    };
    let low = at(0);
    for (let i = 1; i <= PROBED; i += 1) {
      const high = at(Number((BigInt(bound - 1) * BigInt(i)) / BigInt(PROBED)));
      divide(low, high);
      low = high;
    }
    return starts.map((first, i) => [first, (starts[i + 1] ?? bound) - first, 1]);
  }

  isDivided(before, groups, fills) {
    return groups.every(([first], i) => i === 0 || this.effect(before, first, fills) !== this.effect(before, last(groups[i - 1]), fills));
  }

  /** Returns whether the ends, the middle and random values of each group have the same effect, also with other values for the
   * later draws. */
  isUniform(before, groups, fills) {
    const more = [...fills, ...this.fills()];
    return groups.every((group) => {
      const known = this.effect(before, group[0], more);
      return [last(group), member(group, 0.5), this.member(group), this.member(group)].every((value) => this.effect(before, value, more) === known);
    });
  }

  member([first, count, step]) { return first + this.random(count) * step; }

  /** Records the tree of all runs that begin with the draws `path`. */
  walk(path) {
    const before = path.map(([[first]]) => first);
    const run = this.run(before);
    if (path.some(([, bound], i) => bound !== run.bounds[i])) refuse(HIDDEN);
    if (run.bounds.length === path.length) return this.leaf(path, run.deck, before);
    const bound = run.bounds[path.length];
    const groups = this.groups(before, bound);
    return { bound, groups, below: groups.map((group) => this.walk([...path, [group, bound]])) };
  }

  leaf(path, deck, values) {
    if (this.leaves.length >= MOST_RUNS) refuse(`there are more than ${MOST_RUNS} sequences of choices; try fewer cards`);
    const leaf = { path, deck, values };
    this.leaves.push(leaf);
    if (this.leaves.length % 1000 === 0) postMessage({ runs: this.leaves.length });
    return leaf;
  }

  /** Records the tree for draws that are sort keys, of which only the order matters: one list of keys for each order. */
  ranks() {
    const { bounds: [bound], bounds: all } = this.run([]);
    if (all.length < 2 || all.length > MOST_KEYS || bound < WIDE || all.some((one) => one !== bound)) refuse(COMPARED);
    this.keys = all.length;
    this.leaves = [];
    const walk = (path, order) => {
      if (order.length === this.keys) {
        const values = Array.from(order, (_, key) => Math.floor(((order.indexOf(key) + 0.5) / this.keys) * bound));
        return this.leaf(path, this.run(values).deck, values);
      }
      const groups = Array.from({ length: order.length + 1 }, (_, rank) => [rank, 1, 1]);
      return { bound: groups.length, groups, below: groups.map((group, rank) => walk([...path, [group, groups.length]], order.toSpliced(rank, 0, order.length))) };
    };
    return { tree: walk([], [0]), bound };
  }

  /** Repeats all runs, the last one first, until a minimum number of runs was made. */
  repeat() {
    const leaves = this.leaves.toReversed();
    for (let runs = 0; runs < REPEATED; runs += leaves.length) {
      for (const { values, deck } of leaves) if (this.run(values).deck !== deck) refuse(HIDDEN);
    }
  }

  /** Compares the shuffle with the recorded tree on random lists of choices. */
  compare(tree, random) {
    const draw = (_, bound) => Math.floor(random() * bound);
    for (let i = 0; i < LISTS; i += 1) {
      const run = this.run([], draw);
      const values = this.keys ? run.taken.slice(1).map((key, at) => run.taken.slice(0, at + 1).filter((one) => one < key).length) : run.taken;
      let node = tree;
      for (let at = 0; at < values.length; at += 1) {
        if (!node.below || (!this.keys && node.bound !== run.bounds[at])) refuse(COMPARED);
        node = node.below[indexOf(node.groups, values[at])];
      }
      if (node?.deck !== run.deck) refuse(this.keys || values.length > 0 ? COMPARED : HIDDEN);
    }
  }
}

const member = ([first, count, step], share) => first + Math.floor((count - 1) * share) * step;
const last = (group) => member(group, 1);

/** Returns the index of the group that contains a value. */
function indexOf(groups, value) {
  if (groups.at(-1)[2] > 1) return value % groups.length;
  let [low, high] = [0, groups.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (groups[middle][0] <= value) low = middle;
    else high = middle;
  }
  return low;
}

/** Posts all runs as lines in the format that `faro prove --recorded` reads. */
function record(code, cards) {
  const random = Math.random;
  control();
  const recorder = new Recorder(compile(code), cards);
  const head = [];
  let tree;
  try {
    tree = recorder.walk([]);
  } catch (error) {
    if (refused !== COMPARED) throw error;
    const ranks = recorder.ranks();
    ({ tree } = ranks);
    head.push(`keys ${recorder.keys} ${ranks.bound}\n`);
  }
  recorder.repeat();
  recorder.compare(tree, random);
  if (recorder.keys || recorder.leaves.some(({ path }) => path.some(([[, count]]) => count > 1))) head.push(`compared ${LISTS}\n`);
  postMessage({ lines: [...head, ...lines(recorder.leaves)].join(''), sorts: sorts && !recorder.keys });
}

function lines(leaves) {
  let before = [];
  return leaves.map(({ path, deck }) => {
    let shared = 0;
    while (shared < Math.min(path.length, before.length) && before[shared][0] === path[shared][0]) shared += 1;
    before = path;
    return `${[shared, ...path.slice(shared).map(([[first, count], bound]) => `${first}:${count}:${bound}`)].join(' ')} | ${deck}\n`;
  });
}

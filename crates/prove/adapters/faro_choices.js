// Lets `faro prove` choose the random numbers of a JavaScript program (Node.js).
//
//     const { serve } = require("./faro_choices.js"); // before the program copies Math.random
//
//     serve((cards) => {
//       const deck = [...Array(cards).keys()];
//       for (let i = cards - 1; i > 0; i--) {
//         const j = Math.floor(Math.random() * (i + 1));
//         [deck[i], deck[j]] = [deck[j], deck[i]];
//       }
//       return deck;
//     });
//
// `serve` is the only entry point. The function returns the shuffled deck of the cards 0 to cards - 1, at once: it is not
// async. It may draw by Math.random, crypto.randomInt, crypto.randomBytes, crypto.randomFillSync and
// globalThis.crypto.getRandomValues.
//
// - Started by `faro prove`, this module replaces those functions while the shuffle runs: faro names the value of each draw.
//   The clocks (Date, performance.now) move on between runs, so that a deck that depends on them is noticed.
// - Otherwise `serve` prints shuffled decks, one a line: `node game.js 52 1000` prints 1000 decks of 52 cards. So
//   `faro audit` can read the same program.
//
// A program whose decks do not follow from the choices is refused by faro, which repeats runs.
// Protocol: faro-choices 1, described in docs/formats.md of faro. Adapter: 1.2. Written for Node.js 14 and later.

"use strict";

const crypto = require("crypto");
const fs = require("fs");

const MAX_DRAWS = 10000, FLUSH = 1 << 16, GRID = 2 ** 53; // Math.random() is a multiple of 1/GRID
class Refused extends Error {}

// The draws of the running shuffle: the first ones have given values, all others are 0, or come from `fill`. The bounds of
// `fixed` draws are known from the run before.
let values = [], bounds = [], made = 0, fixed = 0, running = false, runs = 0, why = null, fill = null;
const sources = new Set(); // what else the shuffle used

function refuse(reason) {
  why = why || reason;
  throw new Refused(reason);
}

function below(bound) {
  if (made < values.length) {
    if (made < fixed && bounds[made] !== bound) refuse("hidden-randomness");
    if (values[made] >= bound) refuse("out-of-range");
  } else {
    if (made >= MAX_DRAWS) refuse("too-many-draws");
    if (why) throw new Refused(why);
    values.push(fill ? fill(bound) : 0);
  }
  bounds[made] = bound;
  return values[made++];
}

function run(shuffle, cards) {
  made = 0;
  why = null;
  running = true;
  runs++;
  let deck;
  try {
    deck = shuffle(cards);
  } finally {
    running = false;
  }
  if (why) throw new Refused(why);
  if (made < fixed) refuse("hidden-randomness");
  values.length = made;
  bounds.length = made;
  if (typeof deck?.then === "function") throw new Error("the shuffle is async; expected a function that returns the deck at once");
  if (!Array.isArray(deck) && !ArrayBuffer.isView(deck)) throw new Error("the shuffle did not return an array");
  return deck.join(" ");
}

// Advances to the next values; the first `least` stay. Returns whether there are any.
function advance(least) {
  while (values.length > least && values[values.length - 1] + 1 >= bounds[values.length - 1]) {
    values.pop();
    bounds.pop();
  }
  if (values.length <= least) return false;
  values[values.length - 1]++;
  fixed = values.length;
  return true;
}

const pairs = () => values.map((value, i) => `${bounds[i]}:${value}`).join(" ");

// A generator for `*r SEED`, which is only for trying things: xorshift with 32 bits.
function generator(seed) {
  let state = 2463534242;
  for (const letter of seed) state = (Math.imul(state, 31) + letter.charCodeAt(0)) >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state = (state ^ (state << 5)) >>> 0;
    return state;
  };
  return (bound) => Math.min(bound - 1, Math.floor(((next() * 2 ** 21 + (next() >>> 11)) / GRID) * bound));
}

function replaceDraws() {
  const replace = (object, name, controlled) => {
    const real = object[name];
    if (typeof real !== "function") return;
    const value = function (...given) {
      return running ? controlled(given) : real.apply(this === undefined ? object : this, given);
    };
    Object.defineProperty(object, name, { value, configurable: true, writable: true });
  };
  // Each element of a typed array is one draw; those of 64 bits are two.
  const fillArray = (array) => {
    const bits = 8 * (array.BYTES_PER_ELEMENT || 1);
    for (let i = 0; i < array.length; i++) {
      array[i] = bits < 64 ? below(2 ** bits) : (BigInt(below(2 ** 32)) << 32n) | BigInt(below(2 ** 32));
    }
    return array;
  };
  const RealDate = Date, clock = performance.now.bind(performance), moved = () => (runs % 1009) * 100003000;
  const { bigint } = process.hrtime;
  const now = () => RealDate.now() + (running ? sources.add("clock") && moved() : 0);
  globalThis.Date = new Proxy(RealDate, {
    construct: (real, given, target) => Reflect.construct(real, given.length ? given : [now()], target),
    apply: () => new RealDate(now()).toString(),
    get: (real, name) => (name === "now" ? now : Reflect.get(real, name)),
  });
  replace(performance, "now", () => sources.add("clock") && clock() + moved());
  replace(process.hrtime, "bigint", () => sources.add("clock") && bigint());
  for (const name of ["openSync", "readFileSync"]) {
    const real = fs[name];
    fs[name] = (path, ...given) => (/^\/dev\/u?random$/.test(path) && sources.add("device"), real(path, ...given));
  }
  replace(Math, "random", () => below(GRID) / GRID);
  replace(crypto, "randomInt", ([least, most, done]) => {
    if (typeof most !== "number") [least, most, done] = [0, least, most];
    if (done) refuse("threads");
    if (!(most > least)) throw new RangeError("randomInt of no values");
    return least + below(most - least);
  });
  replace(crypto, "randomBytes", ([size, done]) => (done ? refuse("threads") : fillArray(Buffer.alloc(size))));
  replace(crypto, "randomFillSync", ([array]) => fillArray(array));
  for (const source of new Set([crypto.webcrypto, globalThis.crypto])) {
    if (source) replace(source, "getRandomValues", ([array]) => fillArray(array));
  }
}

let out = [], size = 0, target;

function flush() {
  const data = Buffer.from(out.join(""), "latin1");
  out = [];
  size = 0;
  for (let at = 0; at < data.length; ) {
    try {
      at += fs.writeSync(target, data, at);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

function reply(line) {
  out.push(line, "\n");
  size += line.length;
  if (size >= FLUSH) flush();
}

function answerRun([id, cards, ...words], shuffle) {
  const star = words.findIndex((word) => word[0] === "*");
  values = words.slice(0, star < 0 ? words.length : star).map(Number);
  bounds = [];
  fixed = 0;
  fill = star >= 0 && words[star] === "*r" ? generator(words[star + 1]) : null;
  const deck = run(shuffle, Number(cards));
  reply(`ran ${id} ${pairs()} | ${deck}`);
}

function answerTree([id, cards, ...words], shuffle) {
  const at = words.indexOf("limit");
  const prefix = (at < 0 ? words : words.slice(0, at)).map(Number);
  const limit = at < 0 ? Infinity : Number(words[at + 1]);
  values = prefix.slice();
  bounds = [];
  fixed = 0;
  fill = null;
  const text = [];
  for (let leaves = 0; leaves < limit; leaves++) {
    const deck = run(shuffle, Number(cards));
    // Only the texts of the last draws differ from the leaf before.
    text.length = Math.max(fixed - 1, 0);
    for (let i = text.length; i < values.length; i++) text.push(`${bounds[i]}:${values[i]}`);
    reply(`leaf ${id} ${text.join(" ")} | ${deck}`);
    if (!advance(prefix.length)) return reply(`done ${id}`);
  }
  reply(`more ${id} ${pairs()}`);
}

function answer(words, shuffle) {
  try {
    if (words[0] === "run") answerRun(words.slice(1), shuffle);
    else if (words[0] === "tree") answerTree(words.slice(1), shuffle);
    else if (words[0] === "sources") reply(["sources", words[1], ...sources].join(" "));
    else if (words[0] === "hello") reply("hello 1 javascript 1.2 below bits float sources");
    else reply(`refuse 0 error unknown request ${words[0].slice(0, 40)}`);
  } catch (error) {
    const text = String(error).replace(/[^\x20-\x7e]+/g, " ").slice(0, 300);
    reply(`refuse ${words[1]} ${why || (error instanceof Refused ? error.message : `error ${text}`)}`);
  }
}

function printDecks(shuffle) {
  const [cards = 52, decks = 100000] = process.argv.slice(2).filter((word) => /^\d+$/.test(word)).map(Number);
  target = 1;
  try {
    for (let i = 0; i < decks; i++) reply(shuffle(cards).join(" "));
    flush();
  } catch (error) {
    if (error.code !== "EPIPE") throw error;
  }
}

function serve(shuffle) {
  if (process.env.FARO_CHOICES === undefined) return printDecks(shuffle);
  const [source, to] = process.env.FARO_CHOICES.split(",").map(Number);
  target = to;
  const piece = Buffer.alloc(1 << 16);
  for (let rest = ""; ; ) {
    let length = 0;
    try {
      length = fs.readSync(source, piece, 0, piece.length, null);
    } catch (error) {
      if (error.code === "EAGAIN") continue;
      if (error.code !== "EOF") throw error;
    }
    const lines = (rest + piece.toString("latin1", 0, length)).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const words = line.trim().split(/ +/);
      if (words[0] === "bye") return flush();
      if (words[0]) answer(words, shuffle);
    }
    flush();
    if (length === 0) return;
  }
}

if (process.env.FARO_CHOICES !== undefined) replaceDraws();
module.exports = { serve };

// The state of the page, which is the fragment of its address, so that reload, back and a pasted link restore it.

export const VIEWS = ['table', 'history', 'cycles', 'orders', 'routes', 'mixing', 'fair'];

const MOST_DIGITS = 400;
const MOST_PINS = 8;
/** Maximum number of characters of a word in an address. */
export const MOST_TEXT = 2000;

export const FIRST = { token: '', cards: '52', start: '', word: 'out', times: '0', track: '', view: 'table' };

/** The settings of single views, by key. Each has a default, and a function that returns what is expected of an invalid value,
 * or null for a valid one. */
const digits = (text) => (/^\d{1,400}$/.test(text) ? null : 'a whole number');
const list = (text) => (/^\d{1,400}(,\d{1,400}){0,7}$/.test(text) ? null : 'positions such as 1 or 1,52');
const oneOf = (...values) => (text) => (values.includes(text) ? null : `one of ${values.map((v) => v || 'nothing').join(', ')}`);
const short = (text) => (text.length <= 200 ? null : 'a word of at most 200 characters');
const span = (text) => (/^\d{1,18}\.\.=?\d{1,18}$/.test(text) ? null : 'a range such as 2..=400');

const EXTRAS = {
  step: ['0', digits],
  color: ['start', oneOf('start', 'cycle', 'mirror')],
  sizes: ['2..=100', span],
  kind: ['', oneOf('', 'both', 'out', 'in')],
  from: ['1', list],
  to: ['', (value) => (value === '' ? null : list(value))],
  allow: ['', short],
  riffles: ['7', digits],
  deck: ['', oneOf('', 'red-black', 'suits', 'ranks', 'blackjack')],
  separation: ['', oneOf('', 'on')],
  question: ['', oneOf('', 'deal', 'odds')],
  odds: ['', short],
  left: ['', short],
  right: ['', short],
  big: ['', oneOf('', 'on')],
  story: ['', (text) => (/^([0-9]|1[01])?$/.test(text) ? null : 'a step from 1 to 11')],
};
for (const [key, [value]] of Object.entries(EXTRAS)) FIRST[key] = value;

/** Reads a number such as "10^18", "1e18", "1 000 000" or plain digits, and returns its digits, or null if it has another form. */
export function wholeNumber(text) {
  const plain = text.trim().replace(/[\s_,'\u202f]/g, '');
  if (/^\d{1,400}$/.test(plain)) return plain.replace(/^0+(?=\d)/, '');
  const power = /^(\d{1,9})\^(\d{1,4})$/.exec(plain) ?? /^(10)\*\*(\d{1,4})$/.exec(plain);
  const exponent = /^([1-9])e(\d{1,3})$/i.exec(plain);
  if (exponent) return exponent[1] + '0'.repeat(Number(exponent[2]));
  if (!power || Number(power[2]) > 1400) return null;
  const value = (BigInt(power[1]) ** BigInt(power[2])).toString();
  return value.length <= MOST_DIGITS ? value : null;
}

const shown = (text) => `'${text.length > 40 ? `${text.slice(0, 40)}…` : text}'`;

function cards(text) {
  const value = wholeNumber(text);
  if (value === null || value === '0') return [null, `cards is ${shown(text)}: type a number of cards, for example 52`];
  return [value, null];
}

function times(text) {
  const value = /^-?\d{1,400}$/.test(text.trim()) ? BigInt(text.trim()).toString() : null;
  if (value === null || value.startsWith('-')) return [null, `times is ${shown(text)}: type how many shuffles, for example 8`];
  return [value, null];
}

export function track(text) {
  const parts = text.split(/[\s,]+/).filter(Boolean);
  const bad = parts.find((part) => !/^\d{1,400}$/.test(part) || /^0+$/.test(part));
  if (bad !== undefined) return [null, `track is ${shown(bad)}: type cards by their faces, or by their places in the first order, for example AS,26`];
  const pins = [...new Set(parts.map((part) => BigInt(part).toString()))];
  if (pins.length > MOST_PINS) return [pins.slice(0, MOST_PINS).join(','), `at most ${MOST_PINS} cards are pinned; the others were left out`];
  return [pins.join(','), null];
}

const text = (name) => (value) =>
  (value.length <= MOST_TEXT && !/[\u0000-\u001f]/.test(value)
    ? [value.trim(), null] : [null, `${name} is too long or has unprintable characters: type at most ${MOST_TEXT} characters`]);

const word = (value) => {
  const [read, why] = text('word')(value);
  return read === '' ? [null, 'word is empty: type a shuffle, for example in or out'] : [read, why];
};

const view = (value) => (VIEWS.includes(value) ? [value, null] : [null, `view is ${shown(value)}: there are ${VIEWS.join(', ')}`]);

const READERS = { token: text('token'), cards, start: text('start'), word, times, track, view };

/** The step of the story in an address that names the story without a step. */
export const FROM_THE_START = '0';

/** The values of keys that have no value in an address. */
const BARE = { story: FROM_THE_START, big: 'on' };

/** Returns the state in a fragment, and a message for each key that cannot be read. Such a key has its default value. */
export function readFragment(hash) {
  const state = { ...FIRST };
  const messages = [];
  for (const [key, text] of new URLSearchParams(hash.replace(/^#/, ''))) {
    const value = text === '' ? (BARE[key] ?? '') : text;
    const reader = Object.hasOwn(READERS, key) ? READERS[key] : Object.hasOwn(EXTRAS, key) ? extra(key) : null;
    if (!reader) { messages.push(`${shown(key)} is not a part of this address`); continue; }
    const [read, why] = reader(value);
    if (why) messages.push(why);
    if (read !== null) state[key] = read;
  }
  return { state, messages };
}

const extra = (key) => (value) => {
  const why = EXTRAS[key][1](value);
  return why ? [null, `${key} is ${shown(value)}: it must be ${why}`] : [value, null];
};

const encode = (value) => encodeURIComponent(value).replace(/%20/g, '+')
  .replace(/%(3A|2C|5E|3D|2F)/g, (code) => decodeURIComponent(code));

/** Returns the fragment of a link to share. It shows the same state, without the token and the step of the story. */
export const sharedFragment = (state) => writeFragment({ ...state, token: '', story: '' });

export function writeFragment(state) {
  const always = new Set(['cards', 'word', 'times', 'view']);
  return `#${Object.keys(FIRST).filter((key) => always.has(key) || state[key] !== FIRST[key])
    .map((key) => `${key}=${encode(state[key])}`).join('&')}`;
}

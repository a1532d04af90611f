// Makes elements from data. Text is always inserted as text, never as markup.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value' || name === 'disabled' || name === 'selected') element[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const el = (name, properties, ...children) => fill(document.createElement(name), properties, children);

export const svg = (name, properties, ...children) =>
  fill(document.createElementNS(SVG, name), properties, children);

export const byId = (id) => document.getElementById(id);

export const button = (text, onclick, properties = {}) =>
  el('button', { type: 'button', onclick, ...properties }, text);

/** Returns a control inside a label, so that the label names it. */
export const field = (text, control, classes = '') =>
  el('label', { class: `field ${classes}` }, el('span', {}, text), control);

export const choice = (options, value, onchange, properties = {}) => {
  const select = el('select', { ...properties, onchange: () => onchange(select.value) },
    options.map(([key, text]) => el('option', { value: key, selected: key === value }, text)));
  return select;
};

export const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

const tokens = new Map();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => tokens.clear());

/** Returns the value of a custom property in the style sheet. It is read only once, because reading it makes the browser compute
 * styles. */
export function token(name) {
  if (!tokens.get(name)) tokens.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
  return tokens.get(name);
}

export const raise = (digits) => String(digits).replace(/[-\d]/g, (d) => (d === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[d]));

/** Returns a number with its digits in groups of three, for reading. In tables and commands digits are not grouped. */
export const grouped = (number) => {
  const text = String(number);
  return /^\d{5,}$/.test(text) ? text.replace(/\B(?=(\d{3})+$)/g, '\u202f') : text;
};

/** Returns a number with a noun, such as "1 card" or "2 cards". */
export const counted = (number, noun) => `${grouped(number)} ${nounOf(number, noun)}`;

export const nounOf = (number, noun) => (String(number) === '1' ? noun : `${noun}s`);

/** Returns a verb in the form for a number of things: "goes" for 1, "go" for 2. */
export const agreeing = (number, verb) => (String(number) !== '1' ? verb : verb === 'go' ? 'goes' : `${verb}s`);

export const times = (count) => (String(count) === '1' ? 'once' : String(count) === '2' ? 'twice' : `${grouped(count)} times`);

const widths = new Map();

/** Forgets the measured widths of elements, because the space for them changes. */
export const measureAgain = () => widths.clear();

addEventListener('resize', measureAgain);

/** Returns the width of an element, measured once for each width of the window, because measuring makes the browser lay out the
 * page. */
export function widthOf(element, otherwise) {
  const known = widths.get(element);
  if (known) return known;
  const width = element.clientWidth;
  if (width) widths.set(element, width);
  return width || otherwise;
}

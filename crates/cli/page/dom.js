// Elements made from data; text is always text, never markup.

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

/** A labelled control; the label names it. */
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

/** The value of a custom property of the style sheet, read once: reading makes the browser compute styles. */
export function token(name) {
  if (!tokens.get(name)) tokens.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
  return tokens.get(name);
}

export const raise = (digits) => String(digits).replace(/[-\d]/g, (d) => (d === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[d]));

/** Groups the digits of a large number for reading; tables and commands keep plain digits. */
export const grouped = (number) => {
  const text = String(number);
  return /^\d{5,}$/.test(text) ? text.replace(/\B(?=(\d{3})+$)/g, '\u202f') : text;
};

/** "1 card", "2 cards". */
export const counted = (number, noun) => `${grouped(number)} ${nounOf(number, noun)}`;

export const nounOf = (number, noun) => (String(number) === '1' ? noun : `${noun}s`);

/** The verb of a count: "goes" for 1, "go" for 2. */
export const agreeing = (number, verb) => (String(number) !== '1' ? verb : verb === 'go' ? 'goes' : `${verb}s`);

export const times = (count) => (String(count) === '1' ? 'once' : String(count) === '2' ? 'twice' : `${grouped(count)} times`);

const widths = new Map();

/** Forgets the widths of elements, because the room that they have changes. */
export const measureAgain = () => widths.clear();

addEventListener('resize', measureAgain);

/** The width of an element, measured once for each width of the window: measuring makes the browser lay the page out. */
export function widthOf(element, otherwise) {
  const known = widths.get(element);
  if (known) return known;
  const width = element.clientWidth;
  if (width) widths.set(element, width);
  return width || otherwise;
}

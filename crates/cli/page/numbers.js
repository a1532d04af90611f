// The numbers of a view: as a table, as CSV, and as files to save.

import { el } from './dom.js';

const SHOWN = 400;
/** Number of columns above which the table is printed in small type. */
const WIDE = 16;

const cell = (value) => (value === null || value === undefined ? '–' : String(value));

const kind = (value) => (typeof value === 'string' && !/^[-\d.e+]+$/.test(value) ? 'text' : null);

/** Returns a table named "Numbers" with the first 400 rows. The CSV file has all rows. */
export function table({ head, rows }) {
  const body = rows.slice(0, SHOWN).map((row) => el('tr', {}, row.map((value, i) =>
    el(i === 0 ? 'th' : 'td', { scope: i === 0 ? 'row' : null, class: kind(value) }, cell(value)))));
  const rest = rows.length - SHOWN;
  if (rest > 0) body.push(el('tr', {}, el('th', { scope: 'row', colspan: head.length }, 'Save numbers has the further rows')));
  const kindOf = head.length === 2 ? 'facts' : head.length > WIDE ? 'wide' : null;
  const made = el('table', { 'aria-label': 'Numbers', class: kindOf },
    el('thead', {}, el('tr', {}, head.map((name, i) => el('th', { scope: 'col', class: kind(rows[0]?.[i]) }, name)))), el('tbody', {}, body));
  made.style.setProperty('--columns', head.length);
  return made;
}

const quoted = (value) => {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const csv = ({ head, rows, all }) => `${[head, ...(all?.() ?? rows)].map((row) => row.map(quoted).join(',')).join('\n')}\n`;

export const save = (name, type, text) => saveBlob(name, new Blob([text], { type }));

export function saveBlob(name, blob) {
  const link = el('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Copies a text to the clipboard, or selects it if the clipboard is not available. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = el('textarea', { class: 'hidden', 'aria-hidden': 'true', tabindex: '-1', value: text });
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
}

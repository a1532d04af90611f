// Rewrites errors of the program in the terms of this page: options become the names of fields, and options that the page does
// not have are left out.

const FIELDS = { cards: 'Cards', shuffle: 'Word', kind: 'Kind', start: 'Start', times: 'Times', track: 'Pins', card: 'Pins', from: 'From', to: 'To', allow: 'Moves', riffles: 'Riffles', deck: 'What counts',
  of: 'Cards that count', see: 'Cards seen', 'at-least': 'How many', 'at-most': 'How many', exactly: 'How many', games: 'Games played', happened: 'It happened in',
  scheme: 'Scheme', commitment: 'Commitment', 'server-seed': 'Server seed', 'client-seed': 'Client seed', nonce: 'Hand number' };
const RANGES = { cards: 'Deck sizes' };
const OPTION = /--([a-z][a-z-]*)/g;

const field = (name, value) => (value.includes('..') ? RANGES[name] : null) ?? FIELDS[name];

/** Rewrites a part of a sentence. Returns null if it is about an option without a field. */
export function part(text) {
  const names = [...text.matchAll(OPTION)].map(([, name]) => name);
  if (/\bbudget\b/.test(text)) return text.replace(/,? or for a budget.*$/, '');
  return names.every((name) => Object.hasOwn(FIELDS, name)) ? text.replace(OPTION, (_, name) => FIELDS[name]) : null;
}

export function plain(message) {
  const head = /^invalid value '(.*?)' for '(?:(?:--)?([a-z][a-z-]*)([^']*)|[^']*)': /.exec(message);
  const rest = (head ? message.slice(head[0].length) : message).replace(/^standard input: /, '');
  const parts = rest.split(/; |(?<=\.) /).map(part).filter((one) => one !== null);
  const why = parts.join('; ') || 'the program cannot do this here';
  const name = head?.[2] && field(head[2], head[3]);
  return name ? `${name} is '${head[1]}': ${why}` : why;
}

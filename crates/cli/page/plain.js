// Errors of the program in the words of this page: its options by the names of the fields, and none that the page lacks.

const FIELDS = { cards: 'Cards', shuffle: 'Word', kind: 'Kind', start: 'Start', times: 'Times', track: 'Pins', card: 'Pins', from: 'From', to: 'To', allow: 'Moves', riffles: 'Riffles', deck: 'What counts',
  of: 'Cards that count', see: 'Cards seen', 'at-least': 'How many', 'at-most': 'How many', exactly: 'How many', games: 'Games played', happened: 'It happened in',
  scheme: 'Scheme', commitment: 'Commitment', 'server-seed': 'Server seed', 'client-seed': 'Client seed', nonce: 'Hand number' };
const RANGES = { cards: 'Deck sizes' };
const OPTION = /--([a-z][a-z-]*)/g;

const field = (name, value) => (value.includes('..') ? RANGES[name] : null) ?? FIELDS[name];

/** A part of a sentence, or null if it is about an option without a field. */
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

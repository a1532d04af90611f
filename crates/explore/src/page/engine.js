// The one way to the program: ask(command, options) returns the JSON that `faro COMMAND --option value` prints.
// Another engine, such as WebAssembly, needs only the same method.

export class ProgramError extends Error {}

const KEPT = 400;
const answers = new Map();
let token = '';

export const useToken = (value) => { token = value; };

/** Integers with more digits than a double holds stay text. */
export function parse(text) {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
  return JSON.parse(text.replace(tokens, (t) => (/^-?\d{16,}$/.test(t) ? `"${t}"` : t)));
}

const query = (options) =>
  Object.entries(options).filter(([, value]) => value !== null && value !== undefined && value !== false)
    .map(([name, value]) => `${name}=${encodeURIComponent(value === true ? '' : value)}`).join('&');

async function request(path, init, budget) {
  const headers = { 'X-Faro-Token': token };
  if (budget) headers['X-Faro-Budget'] = String(budget);
  let response;
  try {
    response = await fetch(path, { ...init, headers });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new ProgramError('The program does not answer. Start it again with: faro explore');
  }
  const text = await response.text();
  if (response.ok) return text;
  if (response.status === 401 || response.status === 403) {
    throw new ProgramError('The program refused this page: its address is not the one that faro explore printed. Open that address.');
  }
  let message = text;
  try { message = JSON.parse(text).error ?? text; } catch { /* the text is the message */ }
  throw new ProgramError(message.split('\n')[0] || `The program answered with status ${response.status}`);
}

/** Answers of the same question are asked once; a question that was aborted or failed may be asked again. `once` keeps no answer. */
export function ask(command, options = {}, { signal, budget, once } = {}) {
  const path = `/api/${command}?${query(options)}`;
  if (once) return request(path, { signal }, budget).then(parse);
  const known = answers.get(path);
  if (known && !(known.aborted && known.aborted())) return known;
  const answer = request(path, { signal }, budget).then(parse);
  answer.aborted = () => signal?.aborted;
  answers.set(path, answer);
  answer.catch(() => { if (answers.get(path) === answer) answers.delete(path); });
  if (answers.size > KEPT) answers.delete(answers.keys().next().value);
  return answer;
}

/** The text that a command writes about a body: the decks of an audit, or the runs of a proof. */
export const send = (command, body, options, { signal, budget } = {}) =>
  request(`/api/${command}?${query(options)}`, { method: 'POST', body, signal }, budget);

const quoted = (text) => (/^[\w.,:=^@%+/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** The command line that prints the same facts. */
export const commandLine = (command, options) =>
  ['faro', ...command.split(' '), ...Object.entries(options)
    .filter(([, value]) => value !== null && value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? `--${name}` : `--${name} ${value.plain ? value : quoted(String(value))}`))].join(' ');

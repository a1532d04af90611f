// The one way to the program: ask(command, options) returns the JSON that `faro COMMAND --option value` prints.
// Another engine, such as WebAssembly, needs only the same method.

import { plain } from './plain.js';

export class ProgramError extends Error {}

/** There is no program, or it does not know this page. */
export class LostError extends ProgramError {}

const KEPT = 400;
const answers = new Map();
let token = '';

export const useToken = (value) => { token = value; };

const DOWN = () => `The program does not answer. Start it again with: faro explore --port ${location.port}`;
const STRANGE = 'The program refused this page: its address is not the one that faro explore printed. Open that address.';

const [FIRST_LOOK, LAST_LOOK] = [1000, 8000];
let heard = () => {};
let looking = false;

/** `changed` gets what is wrong with the way to the program, and null when it answers again. */
export const watchProgram = (changed) => { heard = changed; };

function lost(why) {
  heard(why);
  if (!looking) look(FIRST_LOOK);
  return new LostError(why);
}

/** A part of the page that is needed only while the program answers, and is fetched from it when it is needed. */
export const later = (part) => part.catch(() => { throw lost(DOWN()); });

/** Looks for the program until it answers this page. */
function look(wait) {
  looking = true;
  setTimeout(async () => {
    try {
      const { ok } = await fetch('/progress/none', { headers: { 'X-Faro-Token': token } });
      heard(ok ? null : STRANGE);
      looking = !ok;
    } catch { heard(DOWN()); }
    if (looking) look(Math.min(LAST_LOOK, wait * 1.5));
  }, wait);
}

/** Integers with more digits than a double holds stay text. */
export function parse(text) {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
  return JSON.parse(text.replace(tokens, (t) => (/^-?\d{16,}$/.test(t) ? `"${t}"` : t)));
}

const query = (options) =>
  Object.entries(options).filter(([, value]) => value !== null && value !== undefined && value !== false)
    .map(([name, value]) => `${name}=${encodeURIComponent(value === true ? '' : value)}`).join('&');

async function request(path, init, budget, name) {
  const headers = { 'X-Faro-Token': token };
  if (name) headers['X-Faro-Request'] = name;
  if (budget) headers['X-Faro-Budget'] = String(budget);
  let response;
  try {
    response = await fetch(path, { ...init, headers });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw lost(DOWN());
  }
  // The program can end within an answer.
  const text = await response.text().catch((error) => { throw error.name === 'AbortError' ? error : lost(DOWN()); });
  if (response.ok) return text;
  if (response.status === 403) throw lost(STRANGE);
  let message = text;
  try { message = JSON.parse(text).error ?? text; } catch { /* the text is the message */ }
  throw new ProgramError(plain(message.split('\n')[0]) || `The program answered with status ${response.status}`);
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

const LOOK = 300;

/** The text that a command writes about a body: the decks of an audit, or the runs of a proof. `progress` gets the steps done, and all. */
export async function send(command, body, options, { signal, budget, progress } = {}) {
  const name = progress && crypto.randomUUID();
  const looking = name && setInterval(async () => {
    try {
      const { done, steps } = JSON.parse(await request(`/progress/${name}`, { signal }) || '{}');
      if (steps) progress(done, steps);
    } catch { /* the answer says what is wrong */ }
  }, LOOK);
  try {
    return await request(`/api/${command}?${query(options)}`, { method: 'POST', body, signal }, budget, name);
  } finally {
    clearInterval(looking);
  }
}

const quoted = (text) => (/^[\w.,:=^@%+/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** The command line that prints the same facts. */
export const commandLine = (command, options) =>
  ['faro', ...command.split(' '), ...Object.entries(options)
    .filter(([, value]) => value !== null && value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? `--${name}` : `--${name} ${value.plain ? value : quoted(String(value))}`))].join(' ');

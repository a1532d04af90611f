// The interface to the program: ask(command, options) returns the JSON that `faro COMMAND --option value` prints.
//
// The page names an engine in its head, which is loaded once. `server.js` asks the program that serves this page, and
// `program.js` in the folder `web/` runs the program inside the page. An engine exports:
//   request(command, query, { body, signal, budget, progress })   returns the text of the answer, or throws one of the errors
//   check()      returns why the program cannot be reached, or null
//   gone()       returns the message for a file of the page that cannot be loaded
//   sandbox()    returns a worker that runs code typed by the user and can reach nothing else
//   useToken(t)  sets the key of this page
//   proved()     resolves when the program has proved that it is the one that served this page
//   LINKED       the message after a link is copied
//   linkTo(f)    returns the public address of a fragment, or null

import { LostError, ProgramError } from './errors.js';

export { LostError, ProgramError };

const engine = await import(document.querySelector('meta[name=engine]').content);

export const { LINKED, linkTo, sandbox, useToken } = engine;

/** Maximum total number of characters in the answers that are kept. */
const KEPT = 8_000_000;
const answers = new Map();
let kept = 0;

function forget(path) {
  kept -= answers.get(path).size;
  answers.delete(path);
}

const [FIRST_LOOK, LAST_LOOK] = [1000, 8000];
let heard = () => {};
let looking = false;

/** Sets the function that is called with the reason when the program cannot be reached, and with null when it answers again. */
export const watchProgram = (changed) => { heard = changed; };

function lost(why) {
  heard(why);
  if (!looking) look(FIRST_LOOK);
  return new LostError(why);
}

const parts = {};

/** Returns a module of the page that is loaded from the program only when it is first needed. */
export function later(name) {
  parts[name] ??= part(name).catch((error) => {
    delete parts[name];
    throw lost(error instanceof LostError ? error.message : engine.gone());
  });
  return parts[name];
}

/** Imports a module. Firefox keeps a failed import until the page is loaded again, so the file is fetched first. */
async function part(name) {
  await engine.proved();
  const { ok, status } = await fetch(name);
  if (!ok) throw new Error(`status ${status}`);
  return import(`./${name}`);
}

/** Tries to reach the program at intervals until it answers. */
function look(wait) {
  looking = true;
  setTimeout(async () => {
    const why = await engine.check();
    heard(why);
    looking = why !== null;
    if (looking) look(Math.min(LAST_LOOK, wait * 1.5));
  }, wait);
}

/** Parses JSON. Integers with more digits than a double can represent stay text. */
export function parse(text) {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
  return JSON.parse(text.replace(tokens, (t) => (/^-?\d{16,}$/.test(t) ? `"${t}"` : t)));
}

const query = (options) =>
  Object.entries(options).filter(([, value]) => value !== null && value !== undefined && value !== false)
    .map(([name, value]) => `${name}=${encodeURIComponent(value === true ? '' : value)}`).join('&');

const request = (command, options, settings) => engine.request(command, query(options), settings)
  .catch((error) => { throw error instanceof LostError ? lost(error.message) : error; });

/** Asks the program a question. The answer to an earlier equal question is used again, unless that question was aborted or
 * failed. With `once` the answer is not kept. */
export function ask(command, options = {}, { signal, budget, once } = {}) {
  const path = `${command}?${query(options)}`;
  if (once) return request(command, options, { signal, budget }).then(parse);
  const known = answers.get(path);
  if (known && !known.isAborted()) return known.answer;
  const text = request(command, options, { signal, budget });
  const answer = text.then(parse);
  const one = { answer, size: 0, isAborted: () => signal?.aborted };
  if (known) forget(path);
  answers.set(path, one);
  text.then(({ length }) => {
    if (answers.get(path) !== one) return;
    one.size = length;
    kept += length;
    for (const [old, { size }] of answers) if (kept > KEPT && size && old !== path) forget(old);
  }, () => { if (answers.get(path) === one) forget(path); });
  return answer;
}

/** Returns the output of a command that reads a body: the decks of an audit, or the runs of a proof. `progress` is called with
 * the number of steps done and the total number. */
export const send = (command, body, options, settings = {}) => request(command, options, { ...settings, body });

const quoted = (text) => (/^[\w.,:=^@%+/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** Returns the command line that prints the facts that the page shows. */
export const commandLine = (command, options) =>
  ['faro', ...command.split(' '), ...Object.entries(options)
    .filter(([, value]) => value !== null && value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? `--${name}` : `--${name} ${value.plain ? value : quoted(String(value))}`))].join(' ');

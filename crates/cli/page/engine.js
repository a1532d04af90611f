// The one way to the program: ask(command, options) returns the JSON that `faro COMMAND --option value` prints.
//
// Behind it is the engine that the page names in its head, chosen once: `server.js` asks the program that serves this
// page, and `program.js` of the folder `web/` runs the program in this page. An engine has:
//   request(command, query, { body, signal, budget, progress })   the text of the answer, or one of the errors
//   check()      what is wrong with the way to the program, or null
//   gone()       what is wrong if a file of the page does not come
//   sandbox()    a worker that runs code typed by the user, and reaches nothing else
//   useToken(t)  the key of this page
//   proved()     nothing, when the program has proved that it is the one of this page
//   LINKED       what to say when a link is copied
//   linkTo(f)    where a fragment opens for others too, or null

import { LostError, ProgramError } from './errors.js';

export { LostError, ProgramError };

const engine = await import(document.querySelector('meta[name=engine]').content);

export const { LINKED, linkTo, sandbox, useToken } = engine;

/** The characters of all answers that are kept. */
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

/** `changed` gets what is wrong with the way to the program, and null when it answers again. */
export const watchProgram = (changed) => { heard = changed; };

function lost(why) {
  heard(why);
  if (!looking) look(FIRST_LOOK);
  return new LostError(why);
}

const parts = {};

/** A part of the page that is needed only while the program answers, and is fetched from it when it is needed. */
export function later(name) {
  parts[name] ??= part(name).catch((error) => {
    delete parts[name];
    throw lost(error instanceof LostError ? error.message : engine.gone());
  });
  return parts[name];
}

/** Firefox keeps the failure of an import until the page is loaded again, so that only a file that comes is imported. */
async function part(name) {
  await engine.proved();
  const { ok, status } = await fetch(name);
  if (!ok) throw new Error(`status ${status}`);
  return import(`./${name}`);
}

/** Looks for the program until it answers this page. */
function look(wait) {
  looking = true;
  setTimeout(async () => {
    const why = await engine.check();
    heard(why);
    looking = why !== null;
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

const request = (command, options, settings) => engine.request(command, query(options), settings)
  .catch((error) => { throw error instanceof LostError ? lost(error.message) : error; });

/** Answers of the same question are asked once; a question that was aborted or failed may be asked again. `once` keeps no answer. */
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

/** The text that a command writes about a body: the decks of an audit, or the runs of a proof. `progress` gets the steps done, and all. */
export const send = (command, body, options, settings = {}) => request(command, options, { ...settings, body });

const quoted = (text) => (/^[\w.,:=^@%+/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** The command line that prints the same facts. */
export const commandLine = (command, options) =>
  ['faro', ...command.split(' '), ...Object.entries(options)
    .filter(([, value]) => value !== null && value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? `--${name}` : `--${name} ${value.plain ? value : quoted(String(value))}`))].join(' ');

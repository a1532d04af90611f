// The engine of a page that `faro explore` serves: it sends questions to the program that serves the page.

import { LostError, ProgramError } from './errors.js';
import { keep, kept } from './kept.js';
import { plain } from './plain.js';

const STRANGE = 'The program refused this page: this browser has no key for it. Open the whole address that faro explore printed; links that were copied then open here too.';

export const LINKED = 'The link is copied. It opens on this machine only, in this browser, while the program runs.';

/** Milliseconds between two requests for the progress of a question. */
const LOOK = 300;

/** The key in the address, which is never sent, and the token of the program's current start, which is sent. */
let key = '';
let token = null;
/** The address at which the page is published, if the program was given one. */
let shareBase = null;

export const useToken = (value) => {
  if (value !== key) token = null;
  key = value;
};

const bytes = (text) => new TextEncoder().encode(text);

/** Returns the key in the address, or the key that this browser has kept. */
const signingKey = async () => (key ? null : await kept())
  ?? crypto.subtle.importKey('raw', bytes(key || ' '), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);

async function mac(by, text) {
  return [...new Uint8Array(await crypto.subtle.sign('HMAC', by, bytes(text)))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Lets the program prove that it knows the key, because another program may use its port. Returns the token of the program's
 * current start. */
export async function proved() {
  const challenge = crypto.randomUUID();
  let answer;
  try { answer = await (await fetch(`/start/${challenge}`)).json(); } catch { throw new LostError(gone()); }
  const by = await signingKey();
  if (answer?.proof !== await mac(by, `program ${challenge} ${answer?.start}`)) throw new LostError(STRANGE);
  if (key) await keep(by);
  shareBase = answer.share ?? null;
  return mac(by, `page ${answer.start}`);
}

const tokenOfStart = () => (token ??= proved().catch((error) => { token = null; throw error; }));

export const gone = () => `The program does not answer. Start it again with: faro explore --port ${location.port}`;

/** Returns the public address of a fragment, or null, since others cannot open an address of this machine. */
export const linkTo = (fragment) => shareBase && `${shareBase}${fragment}`;

/** Starts the worker for typed code. The program sends its file with a policy that allows no requests. */
export const sandbox = () => new Worker('shuffle.sandbox.js');

export async function check() {
  try {
    token = null;
    await tokenOfStart();
    return null;
  } catch (error) { return error.message; }
}

export async function request(command, query, { body, signal, budget, progress } = {}) {
  const name = progress && crypto.randomUUID();
  const looking = name && setInterval(async () => {
    try {
      const { done, steps } = JSON.parse(await fetched(`/progress/${name}`, { signal }) || '{}');
      if (steps) progress(done, steps);
    } catch { /* the answer says what is wrong */ }
  }, LOOK);
  const init = body === undefined ? { signal } : { method: 'POST', body, signal };
  try {
    return await fetched(`/api/${command}?${query}`, init, budget, name);
  } finally {
    clearInterval(looking);
  }
}

async function fetched(path, init, budget, name, isAgain = false) {
  const headers = { 'X-Faro-Token': await tokenOfStart() };
  if (name) headers['X-Faro-Request'] = name;
  if (budget) headers['X-Faro-Budget'] = String(budget);
  let response;
  try {
    response = await fetch(path, { ...init, headers });
  } catch (error) {
    throw error.name === 'AbortError' ? error : new LostError(gone());
  }
  // The program may end while it sends an answer.
  const text = await response.text().catch((error) => { throw error.name === 'AbortError' ? error : new LostError(gone()); });
  if (response.ok) return text;
  if (response.status === 403) {
    // The program may have been started again, with another token.
    token = null;
    if (isAgain) throw new LostError(STRANGE);
    return fetched(path, init, budget, name, true);
  }
  let message = text;
  try { message = JSON.parse(text).error ?? text; } catch { /* the text is the message */ }
  throw new ProgramError(plain(message.split('\n')[0]) || `The program answered with status ${response.status}`);
}

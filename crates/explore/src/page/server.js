// The engine of the page that `faro explore` serves: it asks the program that runs there.

import { LostError, ProgramError } from './errors.js';
import { plain } from './plain.js';

const STRANGE = 'The program refused this page: its address is not the one that faro explore printed. Open that address.';

export const LINKED = 'The link is copied, without the key of this page.';

/** The time between two looks at how far a question is, in milliseconds. */
const LOOK = 300;

let token = '';

export const useToken = (value) => { token = value; };

export const gone = () => `The program does not answer. Start it again with: faro explore --port ${location.port}`;

/** Others cannot open an address of this machine. */
export const linkTo = () => null;

/** The program sends this file with a policy that allows no request of any kind. */
export const sandbox = () => new Worker('shuffle.sandbox.js');

export async function check() {
  try {
    const { ok } = await fetch('/progress/none', { headers: { 'X-Faro-Token': token } });
    return ok ? null : STRANGE;
  } catch { return gone(); }
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

async function fetched(path, init, budget, name) {
  const headers = { 'X-Faro-Token': token };
  if (name) headers['X-Faro-Request'] = name;
  if (budget) headers['X-Faro-Budget'] = String(budget);
  let response;
  try {
    response = await fetch(path, { ...init, headers });
  } catch (error) {
    throw error.name === 'AbortError' ? error : new LostError(gone());
  }
  // The program can end within an answer.
  const text = await response.text().catch((error) => { throw error.name === 'AbortError' ? error : new LostError(gone()); });
  if (response.ok) return text;
  if (response.status === 403) throw new LostError(STRANGE);
  let message = text;
  try { message = JSON.parse(text).error ?? text; } catch { /* the text is the message */ }
  throw new ProgramError(plain(message.split('\n')[0]) || `The program answered with status ${response.status}`);
}

// The engine of a page without a server: the program itself, as WebAssembly, in workers of this page.

import { LostError, ProgramError } from './errors.js';
import { plain } from './plain.js';
import { Sandbox } from './sandbox.js';

export const LINKED = 'The link is copied. It opens the same wherever it is pasted.';

const USUAL_SECONDS = 2;
const MOST_WORKERS = Math.max(2, Math.min(4, navigator.hardwareConcurrency ?? 2));

const NO_WEBASSEMBLY = 'This browser runs no WebAssembly, which the program needs. Open the page in another browser, or install faro.';

/** This page has no key. */
export const useToken = () => {};

/** The program comes with the page. */
export const proved = async () => {};

export const linkTo = (fragment) => `${location.origin}${location.pathname}${fragment}`;

export const gone = () => 'A file of this page could not be fetched. Connect to the network, and reload the page.';

export const sandbox = () => new Sandbox();

// The page is also kept for visits without a network, where the browser allows it.
navigator.serviceWorker?.register('service.js').catch(() => { /* the page works with a network */ });

/** The first questions of a visit with their answers, which the program gave when this folder was made. */
const first = fetch('first.json').then((response) => response.json()).catch(() => ({}));

let loading = null;

/** The compiled program. What failed is tried again, past what the browser kept. */
function program(cache = 'default') {
  loading ??= load(cache).catch((error) => { loading = null; throw error; });
  return loading;
}

async function load(cache) {
  if (typeof WebAssembly !== 'object') throw new LostError(NO_WEBASSEMBLY);
  let bytes;
  try {
    const response = await fetch('faro.wasm', { cache });
    if (!response.ok) throw new Error(`status ${response.status}`);
    bytes = await response.arrayBuffer();
  } catch (error) {
    throw new LostError(`The program could not be fetched (${error.message}). Connect to the network: the page then goes on.`);
  }
  try {
    return await WebAssembly.compile(bytes);
  } catch {
    throw new LostError('The program arrived damaged, or this browser is too old for it. The page fetches it again; if this stays, reload the page.');
  }
}

export async function check() {
  try {
    await program('reload');
    return null;
  } catch (error) { return error.message; }
}

export async function request(command, query, { body, signal, budget, progress } = {}) {
  const known = body === undefined && (await first)[`${command}?${query}`];
  if (known) return known;
  const [module, input] = await Promise.all([program(), body?.arrayBuffer ? body.arrayBuffer().then((bytes) => new Uint8Array(bytes)) : body]);
  signal?.throwIfAborted();
  const worker = await turn();
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    worker.ask({ module, command, query, body: input }, { signal, seconds: budget ?? USUAL_SECONDS, progress, resolve, reject });
  });
}

const idle = [];
const waiting = [];
let working = 0;

/** A worker that is free. */
async function turn() {
  if (working >= MOST_WORKERS) await new Promise((next) => { waiting.push(next); });
  working += 1;
  return idle.pop() ?? new Asked();
}

function release(worker) {
  working -= 1;
  if (worker) idle.push(worker);
  waiting.shift()?.();
}

/** What cannot be answered here: the page has a command for it. */
const elsewhere = (why) => new ProgramError(`${why}; ask for less, or run the command below on your machine`);

/** A worker and its question. It answers one at a time, and is ended if its question is not wanted any more. */
class Asked {
  constructor() { this.worker = new Worker('program.worker.js', { type: 'module' }); }

  ask(question, { signal, seconds, progress, resolve, reject }) {
    const end = (kept) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      if (!kept) this.worker.terminate();
      release(kept ? this : null);
    };
    const abort = () => { end(false); reject(signal.reason); };
    const timer = setTimeout(() => { end(false); reject(elsewhere(`there was no answer after ${seconds} s`)); }, 1000 * seconds);
    signal?.addEventListener('abort', abort);
    this.worker.onmessage = ({ data: { progress: steps, done, text } }) => {
      if (steps) { progress?.(...steps); return; }
      end(Boolean(done));
      if (done === 'ok') resolve(text);
      else if (done) reject(new ProgramError(plain(JSON.parse(text).error.split('\n')[0])));
      else reject(elsewhere('the answer needs more memory than the page may use'));
    };
    this.worker.onerror = (event) => { event.preventDefault(); end(false); reject(new LostError(gone())); };
    this.worker.postMessage(question);
  }
}

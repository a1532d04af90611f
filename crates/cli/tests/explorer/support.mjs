// The program, the browser, and what every test needs. Without Chromium or the program the tests are skipped.

import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as folder from './folder.mjs';

export { VIEWS } from '../../page/state.js';
export { random } from './questions.mjs';

export const PROGRAM = process.env.FARO ?? fileURLToPath(new URL('../../../../target/debug/faro', import.meta.url));
/** The browser: Chromium, or Firefox, which playwright-core drives by WebDriver BiDi. */
export const isFirefox = process.env.FARO_BROWSER === 'firefox';
const BROWSER = (isFirefox ? [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox']
  : [process.env.CHROME, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']).find((path) => path && existsSync(path));

/** Which engine is behind the page: the program that serves it, or, in the folder of files, the program within it. */
export const ENGINE = process.env.FARO_ENGINE ?? 'server';
export const isFolder = ENGINE === 'folder';

/** When a page is thought to hang, in milliseconds; long, since many tests may share one slow core. */
const PATIENCE = 180_000;

/** Why the tests cannot run, or false. */
export const skip = await missing();

async function missing() {
  let why = false;
  if (!existsSync(PROGRAM)) why = 'explorer page: build the program first (cargo build)';
  else if (isFolder && folder.missing) why = folder.missing;
  else if (!BROWSER) why = `explorer page: need ${isFirefox ? 'firefox (or FIREFOX)' : 'chromium (or CHROME)'}`;
  else await import('playwright-core').catch(() => { why = 'explorer page: run npm ci in crates/cli/tests/explorer'; });
  if (why && process.env.FARO_SKIPPED) appendFileSync(process.env.FARO_SKIPPED, `${why}\n`);
  return why;
}

/** The JSON of a command, with long integers as text, as the page reads them. */
export function faro(command, ...args) {
  const { stdout: text } = spawnSync(PROGRAM, [command, '--format', 'json', ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
  return JSON.parse(text.replace(tokens, (t) => (/^-?\d{16,}$/.test(t) ? `"${t}"` : t)));
}

/** Starts the program; resolves to its process and the address that it prints. */
export async function serve(options = [], env = {}) {
  const server = spawn(PROGRAM, ['explore', '--no-open', ...options], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } });
  const address = await new Promise((resolve) => createInterface(server.stdout).once('line', resolve));
  return { server, address };
}

/** What serves the page, and its address. */
async function start(...started) {
  const { server, address } = isFolder ? await folder.serveFolder() : await serve(...started);
  const [base, token] = address.split('#token=');
  return { server, base, token, end: () => (isFolder ? folder.endFolder(server) : end(server, 'SIGINT')) };
}

export async function launch() {
  const { default: { chromium, _bidiFirefox: firefox } } = await import('playwright-core');
  const usual = { executablePath: BROWSER, timeout: PATIENCE };
  // As Playwright starts Chromium: scroll bars take no width, and there is a mouse, which points finely (2) and hovers (4).
  const prefs = { 'ui.useOverlayScrollbars': 1, 'ui.primaryPointerCapabilities': 6, 'ui.allPointerCapabilities': 6 };
  if (isFirefox) return firefox.launch({ ...usual, firefoxUserPrefs: prefs });
  return chromium.launch({ ...usual, args: ['--no-sandbox'] });
}

/** Starts what serves the page and a browser; `close` ends both. */
export async function open(...started) {
  const served = await start(...started);
  const { base, server, token } = served;
  const browser = await launch();
  const { origin } = new URL(base);
  return {
    origin, base, token: token ?? 'a page without a server has no token', browser, server,
    async page(options = {}) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...options });
      context.setDefaultTimeout(PATIENCE);
      const page = await context.newPage();
      page.troubles = [];
      page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) page.troubles.push(message.text()); });
      page.on('pageerror', (error) => page.troubles.push(String(error)));
      page.on('request', (request) => { if (!/^(blob|data|about):/.test(request.url()) && !request.url().startsWith(base)) page.troubles.push(`request to ${request.url()}`); });
      return page;
    },
    link: (state) => `${base}#${token ? `token=${token}&` : ''}${state}`,
    async close() {
      await browser.close();
      await served.end();
    },
  };
}

/** Ends a program that was started. */
export async function end(server, signal) {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = new Promise((resolve) => server.once('exit', resolve));
  server.kill(signal);
  await exit;
}

/** Goes to a state and waits until the page has drawn it. */
export async function show(page, link) {
  if (page.url().split('#')[0] !== link.split('#')[0]) await page.goto(link);
  else await page.evaluate((hash) => { delete document.body.dataset.ready; location.hash = hash; dispatchEvent(new HashChangeEvent('hashchange')); }, link.slice(link.indexOf('#')));
  await page.waitForSelector('body[data-ready]');
  await settle(page);
}

/** Waits until the page has no question open. */
export const settle = (page) => page.evaluate(() => new Promise((done) => {
  const look = () => (document.body.dataset.busy ? requestAnimationFrame(look) : done());
  requestAnimationFrame(look);
}));

/** The rows of the table "Numbers", as text. */
export const numbers = (page) => page.getByRole('table', { name: 'Numbers' }).evaluate((table) =>
  [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent)));

export const facts = async (page) => Object.fromEntries(await numbers(page));
export const status = (page) => page.getByRole('status').textContent();
export const deckNames = (page) => page.getByRole('list', { name: 'Deck' }).locator('li').evaluateAll((items) => items.map((item) => item.getAttribute('aria-label')));

/** The address of a page. `page.url()` does not know the entries that a page adds to the history of Firefox. */
export const urlOf = (page) => page.evaluate(() => location.href);

/** Waits until the live region says this. */
export const said = (page, hasText) => page.getByRole('status').filter({ hasText }).waitFor();

/** Pastes a text that may be long: Firefox takes minutes to have thousands of lines typed. */
export const paste = (field, text) => field.evaluate((area, value) => {
  area.value = value;
  area.dispatchEvent(new Event('input', { bubbles: true }));
}, text);

/** Presses what saves a file; resolves to its name and its bytes. */
export async function saved(page, press) {
  if (isFirefox) return savedByFirefox(page, press);
  const download = page.waitForEvent('download');
  await press();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** Playwright reports no download of Firefox, so the page's blob is read when the page follows its link. */
async function savedByFirefox(page, press) {
  const waiting = await page.evaluateHandle(() => {
    const [create, follow, blobs] = [URL.createObjectURL, HTMLAnchorElement.prototype.click, new Map()];
    URL.createObjectURL = (blob) => {
      const url = create.call(URL, blob);
      blobs.set(url, blob);
      return url;
    };
    return { file: new Promise((resolve) => {
      HTMLAnchorElement.prototype.click = function click() {
        [URL.createObjectURL, HTMLAnchorElement.prototype.click] = [create, follow];
        resolve({ name: this.download, blob: blobs.get(this.href) });
      };
    }) };
  });
  await press();
  const { name, text } = await waiting.evaluate(async ({ file }) => {
    const { name, blob } = await file;
    // A list of so many numbers ends Firefox.
    const reader = new FileReader();
    const read = new Promise((done) => { reader.onload = done; });
    reader.readAsDataURL(blob);
    await read;
    return { name, text: reader.result.split(',')[1] };
  });
  return { name, bytes: Buffer.from(text, 'base64') };
}

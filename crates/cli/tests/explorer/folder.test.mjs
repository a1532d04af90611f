// The page as a folder of files: without a network after the first visit, before the program has come, with a damaged program
// or none, and with a question that is too large.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { FOLDER, PATH, endFolder, serveFolder } from './folder.mjs';
import { deckNames, isFolder, launch, said, saved, settle, show, skip, status } from './support.mjs';

/** What the server says of a file that is not there. */
const MISSING = null;

/** Pages of 64 KiB. */
const SMALL = 320;

/** The program with another limit of its memory: the third number of the memory section, three bytes long. */
function withMemory(pages) {
  const bytes = Buffer.from(readFileSync(`${FOLDER}/faro.wasm`));
  const number = (at) => { let [value, shift, length] = [0, 0, 0]; do { value |= (bytes[at + length] & 127) << shift; shift += 7; length += 1; } while (bytes[at + length - 1] & 128); return [value, length]; };
  let at = 8;
  for (;;) {
    const [size, length] = number(at + 1);
    if (bytes[at] === 5) { at += 1 + length; break; }
    at += 1 + length + size;
  }
  const least = at + 2;
  const most = least + number(least)[1];
  assert.deepEqual([bytes[at], bytes[at + 1], number(most)[1]], [1, 1, 3]);
  bytes.set([128 | (pages & 127), 128 | (pages >> 7), 0], most);
  return bytes;
}

describe('folder', { skip: skip || (isFolder ? false : 'of the folder') }, () => {
  let browser;
  before(async () => { browser = await launch(); });
  after(() => browser?.close());

  /** A page of a server of its own; `changed` says what it serves instead of a file. */
  async function visit(changed, prepare = () => {}) {
    const served = await serveFolder(changed);
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.troubles = [];
    page.on('pageerror', (error) => page.troubles.push(String(error)));
    page.on('request', (request) => { if (!/^(blob|data|about):/.test(request.url()) && !request.url().startsWith(served.address)) page.troubles.push(`request to ${request.url()}`); });
    await prepare(page);
    return { ...served, context, page, async close() { await context.close(); await endFolder(served.server); } };
  }
  const alert = (page, hasText) => page.getByRole('alert').filter({ hasText }).waitFor();

  test('without a network after the first visit, typed code too', async () => {
    const { address, context, page, server, close } = await visit();
    await show(page, `${address}#cards=52&word=out&times=0&view=table`);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
    await endFolder(server);
    await context.setOffline(true);
    const again = await context.newPage();
    await show(again, `${address}#cards=52&word=in&times=26&view=table`);
    assert.equal(await status(again), 'after 26 of 52 in-shuffles: the deck is reversed');
    await show(again, `${address}#cards=60&word=in&view=mixing`);
    await said(again, /^after 7 riffles of 60 cards/);
    await again.locator('#tab-fair').click();
    await settle(again);
    await again.getByLabel('JavaScript').fill('function shuffle(deck) { return deck.reverse(); }');
    await again.getByLabel('How many').selectOption('2000');
    await again.getByRole('button', { name: 'Run' }).click();
    await said(again, /^unfair: 2000 decks of 60 cards/);
    assert.deepEqual(page.troubles, []);
    await close().catch(() => {});
  });

  for (const [cards, state] of [[8, ''], [52, '#cards=52&word=out&times=0&view=table']]) {
    test(`a deck of ${cards} is there before the program`, async () => {
      let go;
      const held = new Promise((resolve) => { go = resolve; });
      const { address, page, close } = await visit(undefined, (one) => one.route('**/faro.wasm', async (route) => { await held; await route.continue(); }));
      await page.goto(address + state);
      await page.waitForSelector('body[data-ready]');
      assert.equal((await deckNames(page)).length, cards);
      go();
      await show(page, `${address}#cards=${cards}&word=monge&view=cycles`);
      await said(page, new RegExp(`^${cards} cards go round in`));
      assert.deepEqual(page.troubles, []);
      await close();
    });
  }

  test('a damaged program is named, fetched again, and the page goes on', async () => {
    const whole = readFileSync(`${FOLDER}/faro.wasm`);
    let served = whole.subarray(0, whole.length / 2);
    const { address, page, close } = await visit((name) => (name === 'faro.wasm' ? served : undefined));
    await show(page, `${address}#cards=60&word=out&view=table`);
    await alert(page, 'The program arrived damaged');
    assert.equal(await status(page), 'Nothing is shown: the program gave no answer.');
    served = MISSING;
    await alert(page, 'The program could not be fetched (status 404)');
    served = undefined;
    await said(page, /^60 cards in their first order/);
    assert.equal(await page.getByRole('alert').textContent(), '');
    assert.deepEqual(page.troubles, []);
    await close();
  });

  test('a browser without WebAssembly is told', async () => {
    const { address, page, close } = await visit(undefined, (one) => one.addInitScript(() => { delete globalThis.WebAssembly; }));
    await show(page, `${address}#cards=60&word=out&view=table`);
    await alert(page, 'This browser runs no WebAssembly');
    assert.deepEqual(page.troubles, []);
    await close();
  });

  test('what is too large or takes too long says what to do, and the page goes on', async () => {
    const { address, page, close } = await visit();
    await show(page, `${address}#cards=52&word=out&view=table`);
    const asked = (command, options, settings) => page.evaluate(async ([name, values, more]) => {
      const { ask } = await import('./engine.js');
      return ask(name, values, more).then((answer) => `answered ${JSON.stringify(answer).length}`, ({ message }) => message);
    }, [command, options, settings]);
    assert.equal(await asked('mix', { cards: '52', shuffle: 'thorp', samples: '100000000', seed: '1' }, { budget: 1 }), 'there was no answer after 1 s; ask for less, or run the command below on your machine');
    assert.match(await asked('deck', { cards: '10000000', kind: 'out', each: true }, { budget: 100 }), /^the answer has more than \d+ bytes/);
    assert.match(await asked('order', { cards: '53', kind: 'out' }), /^answered/);
    assert.equal(await page.evaluate(async () => {
      const { ask } = await import('./engine.js');
      const stop = new AbortController();
      setTimeout(() => stop.abort(), 100);
      return ask('simulate', { cards: '52', shuffle: 'gsr', samples: '100000000', seed: '1' }, { budget: 60, signal: stop.signal }).catch(({ name }) => name);
    }), 'AbortError');
    await close();
  });

  test('a question that needs more memory than there is says so, and the page goes on', async () => {
    const { address, page, close } = await visit((name) => (name === 'faro.wasm' ? withMemory(SMALL) : undefined));
    await show(page, `${address}#cards=60&word=out&view=table`);
    const asked = (cards) => page.evaluate(async (number) => {
      const { ask } = await import('./engine.js');
      return ask('cycles', { cards: number, shuffle: 'monge' }).then(({ order }) => order, ({ message }) => message);
    }, cards);
    assert.equal(await asked('4000000'), 'the answer needs more memory than the page may use; ask for less, or run the command below on your machine');
    assert.equal(await asked('52'), 12);
    await close();
  });

  test('links and posters open the same elsewhere', async () => {
    const { address, context, page, close } = await visit();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await show(page, `${address}#cards=52&word=in&times=26&track=2&view=history`);
    await page.getByRole('button', { name: 'Copy link' }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(link, `${address}#cards=52&word=in&times=26&track=2&view=history`);
    const { bytes } = await saved(page, () => page.getByRole('button', { name: 'Poster SVG' }).click());
    assert.ok(bytes.toString().includes(link.replaceAll('&', '&amp;')));
    await said(page, /^after 26 of 52/);
    const before = await status(page);
    const other = await (await browser.newContext()).newPage();
    await show(other, link);
    assert.equal(await status(other), before);
    assert.ok(link.includes(PATH));
    await other.context().close();
    await close();
  });
});

// The program is killed while the page is open, and started again.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { deckNames, end, isFolder, numbers, open, serve, settle, show, skip, status, urlOf } from './support.mjs';

const freePort = () => new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => { const { port } = server.address(); server.close(() => resolve(String(port))); });
});

describe('lost', { skip: skip || (isFolder ? 'of the server' : false) }, () => {
  let world;
  let folder;
  let started;
  let again;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'faro-'));
    started = [['--port', await freePort()], { XDG_STATE_HOME: folder }];
    world = await open(...started);
  });
  after(async () => { await world?.close(); if (again) await end(again.server, 'SIGINT'); rmSync(folder, { recursive: true, force: true }); });

  test('the state stays, and the page goes on when the program is back', async () => {
    const page = await world.page();
    await show(page, world.link('cards=52&word=in+cut:5&times=3&track=2&view=table'));
    const seen = async () => [await deckNames(page), await status(page), await urlOf(page), await page.locator('[role=tab][aria-selected=true]').textContent()];
    const word = () => page.getByLabel('Word').evaluate((input) => [input.value, input.getAttribute('aria-invalid')]);
    const before = await seen();
    await end(world.server, 'SIGKILL');
    const lost = page.getByRole('alert').filter({ hasText: 'The program does not answer' });
    const unchanged = async (what) => { await settle(page); await lost.waitFor(); assert.deepEqual(await seen(), before, what); };
    for (const view of ['orders', 'routes', 'mixing']) {
      await page.locator(`#tab-${view}`).click();
      await unchanged(view);
    }
    await page.getByLabel('Word').fill('milk');
    await page.keyboard.press('Enter');
    await page.evaluate(() => document.activeElement.blur());
    await unchanged('word');
    assert.deepEqual(await word(), ['milk', 'true']);
    await page.getByLabel('Pins').fill('AS');
    await page.keyboard.press('Enter');
    await page.evaluate(() => document.activeElement.blur());
    await settle(page);
    // Views whose answers are there are shown: their files came with the page; Orders has none without the program.
    await page.locator('#tab-cycles').click();
    await settle(page);
    assert.equal(await page.locator('[role=tab][aria-selected=true]').textContent(), 'Cycles');
    assert.match(await status(page), /^52 cards go round in/);
    assert.deepEqual(await word(), ['in cut:5', null]);
    await lost.waitFor();
    await page.locator('#tab-fair').click();
    await settle(page);
    await page.getByLabel('Decks, one a line').fill('1 2\n2 1');
    await page.getByRole('button', { name: 'Check decks' }).click();
    await page.getByText('This cannot be judged').waitFor();
    again = await serve(...started);
    assert.equal(again.address, world.link('').split('&')[0]);
    await lost.waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('alert').textContent(), '');
    await page.locator('#tab-mixing').click();
    await page.getByRole('status').filter({ hasText: 'after 7 riffles' }).waitFor();
    await settle(page);
    assert.equal((await numbers(page))[0][0], 'riffles');
    assert.deepEqual(page.troubles.filter((text) => !/ERR_CONNECTION|Failed to load resource/.test(text)), []);
  });

  /** Another program listens at the port of the page. Resolves to the heads of the requests that it gets, and to its end. */
  const impostor = async () => {
    const heard = [];
    const server = createHttpServer((request, response) => {
      heard.push([request.url, ...request.rawHeaders].join('\n'));
      response.end('{"start": "a", "proof": "b"}');
    });
    await new Promise((done) => { server.listen(Number(new URL(world.origin).port), '127.0.0.1', done); });
    const close = async () => { server.closeAllConnections(); await new Promise((done) => { server.close(done); }); };
    return { heard, close };
  };

  test('another program at the port of the page learns no key', async () => {
    let page = await world.page();
    await show(page, world.link('cards=52&word=out&times=1&view=table'));
    await end(again.server, 'SIGKILL');
    // The page has not noticed yet: what it sends is of no use when the program is back.
    const quick = await impostor();
    await page.locator('#tab-mixing').click();
    while (!quick.heard.some((request) => /x-faro-token/i.test(request))) await new Promise((done) => { setTimeout(done, 50); });
    await quick.close();
    await page.reload().catch(() => {});
    // Chromium loads a page that failed again by itself, in the middle of what follows.
    await page.close();
    page = await world.page();
    again = await serve(...started);
    for (const request of quick.heard) {
      assert.ok(!request.includes(world.token) && !/\.js/.test(request), request);
      const token = /x-faro-token\n(.*)/i.exec(request)?.[1];
      if (token) assert.equal((await fetch(`${world.origin}/api/order?cards=52&kind=out`, { headers: { 'X-Faro-Token': token } })).status, 403);
    }
    await show(page, world.link('cards=52&word=out&times=1&view=table'));
    await end(again.server, 'SIGKILL');
    await page.getByLabel('Word').fill('milk');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'The program does not answer' }).waitFor();
    const slow = await impostor();
    await page.getByRole('alert').filter({ hasText: 'The program refused this page' }).waitFor();
    await slow.close();
    for (const request of slow.heard) assert.doesNotMatch(request, new RegExp(`${world.token}|x-faro-token|\\.js`, 'i'));
    again = await serve(...started);
    await page.getByRole('alert').filter({ hasText: /./ }).waitFor({ state: 'detached' });
  });

  test('the first answers do not come', async () => {
    const page = await world.page();
    await page.route('**/api/**', (route) => route.abort());
    await show(page, world.link('cards=52&word=out&view=table'));
    await page.getByRole('alert').filter({ hasText: 'The program does not answer' }).waitFor();
    assert.equal(await status(page), 'Nothing is shown: the program gave no answer.');
    await page.unroute('**/api/**');
    await page.getByRole('status').filter({ hasText: '52 cards in their first order' }).waitFor();
    assert.equal(await page.getByRole('alert').textContent(), '');
  });

  test('another token is refused in words, and nothing is rejected', async () => {
    const page = await world.page();
    await show(page, `${world.origin}/#token=${'0'.repeat(64)}&cards=52&view=table`);
    await page.getByRole('alert').filter({ hasText: 'The program refused this page' }).waitFor();
    assert.deepEqual(page.troubles.filter((text) => !/Failed to load resource/.test(text)), []);
  });
});

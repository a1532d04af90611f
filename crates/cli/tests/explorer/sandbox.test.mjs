// Code that is typed in "Fair?" reaches neither the network nor the token, and can be stopped.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { isFolder, open, said, settle, show, skip } from './support.mjs';

describe('sandbox', { skip }, () => {
  let world;
  let page;
  before(async () => { world = await open(); page = await world.page(); await show(page, world.link('cards=5&view=fair')); });
  after(() => world?.close());

  async function verdictOf(code) {
    await page.getByLabel('JavaScript').fill(code);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.locator('.verdict .reason').filter({ hasText: /^said: |expected|missing|function/ }).waitFor();
    return page.locator('.verdict .reason').textContent();
  }

  for (const [name, attempt] of Object.entries({
    'the program': "x.open('GET', location.origin + '/api/order?cards=52&kind=out', false)",
    'the page': "x.open('GET', location.origin + '/', false)",
    'a file of the page': "x.open('GET', 'PAGE' + 'main.js', false)",
    'another machine': "x.open('GET', 'http://example.com/', false)",
  })) {
    test(`no request to ${name}`, async () => {
      const answer = await verdictOf(`function shuffle() { const x = new XMLHttpRequest(); let what = 'sent'; try { ${attempt.replace('PAGE', world.base)}; x.send(); } catch (e) { what = 'refused'; } throw new Error('said: ' + what + ' ' + x.status); }`);
      assert.equal(answer, 'said: refused 0');
    });
  }

  test('no script, no worker, no socket', async () => {
    const answer = await verdictOf(`function shuffle() { const tries = { script: () => importScripts(location.origin + '/main.js'), data: () => importScripts('data:text/javascript,1') };
      throw new Error('said: ' + Object.entries(tries).map(([name, one]) => { try { one(); return name; } catch { return 'no'; } }).join()); }`);
    assert.equal(answer, 'said: no,no');
  });

  test('no request from a worker of its own, no socket, no storage, no message to the page', async () => {
    let heard = 0;
    const spy = createServer((_, response) => { heard += 1; response.end(); }).on('connection', () => { heard += 1; }).listen(0, '127.0.0.1');
    await once(spy, 'listening');
    const elsewhere = `127.0.0.1:${spy.address().port}/`;
    const answer = await verdictOf(`function shuffle() {
      const tried = { socket: () => new WebSocket('ws://${elsewhere}'), events: () => new EventSource('http://${elsewhere}'), fetch: () => fetch('http://${elsewhere}'),
        worker: () => new Worker(URL.createObjectURL(new Blob(["fetch('http://${elsewhere}')"]))), module: () => import('http://${elsewhere}x.js'),
        store: () => indexedDB.open('x'), cache: () => caches.open('x'), channel: () => new BroadcastChannel('x').postMessage(1),
        parent: () => parent.postMessage(1), top: () => top.location };
      const done = Object.entries(tried).filter(([, one]) => { try { const made = one(); made?.catch?.(() => {}); return true; } catch { return false; } });
      for (const until = Date.now() + 500; Date.now() < until;);
      throw new Error('said: ' + done.map(([name]) => name).join(' '));
    }`);
    assert.doesNotMatch(answer, /parent|top/);
    await page.waitForTimeout(1000);
    spy.close();
    assert.equal(heard, 0, answer);
  });

  test('no frame is left, and the page believes no other window', { skip: isFolder ? false : 'of the folder' }, async () => {
    await verdictOf("function shuffle() { throw new Error('said: done'); }");
    assert.equal(await page.locator('iframe').count(), 0);
    await page.evaluate(() => { postMessage({ data: { error: 'said: another' } }, '*'); });
    await page.waitForTimeout(100);
    assert.equal(await page.locator('.verdict .reason').textContent(), 'said: done');
  });

  test('no token, no document', async () => {
    const answer = await verdictOf("function shuffle() { throw new Error('said: ' + [location.href, self.name, typeof document, typeof localStorage].join(' ')); }");
    assert.ok(!answer.includes(world.token), answer);
    assert.match(answer, /undefined undefined$/);
  });

  test('what it posts is not believed', async () => {
    const answer = await verdictOf("function shuffle(deck) { postMessage({ batch: [[1, 2, 3, 4, 9e9]] }); postMessage({ batch: 'x' }); postMessage(null); return [1, 1, 2, 3, 4]; }");
    assert.match(answer, /missing/);
  });

  test('a fault of writing is told with its line', async () => {
    assert.match(await verdictOf('function shuffle(deck) {\n  const half = deck.slice(0, 2;\n  return deck;\n}'), /^SyntaxError: .*, in line 2$/);
    assert.equal(await verdictOf("function shuffle() { throw new SyntaxError('said: no line'); }"), 'said: no line');
  });

  test('a run that ended leaves no worker behind', async () => {
    await page.getByLabel('JavaScript').fill('function shuffle(deck) { return deck.reverse(); }');
    await page.getByLabel('How many').selectOption('2000');
    await page.getByRole('button', { name: 'Run' }).click();
    await said(page, /^unfair/);
    await settle(page);
    const left = isFolder ? await page.locator('iframe').count() : page.workers().length;
    assert.equal(left, 0);
  });

  test('an audit that was given up does not hide the button that stops the next run', async () => {
    const give = async (code) => { await page.getByLabel('JavaScript').fill(code); await page.getByRole('button', { name: 'Run' }).click(); };
    await page.getByLabel('How many').selectOption('100000');
    // The program may judge in less time than passes between two looks of a locator.
    const judging = page.evaluate(() => new Promise((done) => {
      const verdict = document.querySelector('.verdict');
      new MutationObserver(() => { if (verdict.firstChild?.textContent === 'Judging') done(); }).observe(verdict, { childList: true });
    }));
    await give('function shuffle(deck) { return deck.reverse(); }');
    await judging;
    await give('function shuffle() { for (;;); }');
    await said(page, /^Dealing/);
    await page.getByText('Your function has not returned yet').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await said(page, /^stopped/);
  });

  test('an endless shuffle is stopped', async () => {
    await page.getByLabel('JavaScript').fill('function shuffle() { for (;;); }');
    await page.getByRole('button', { name: 'Run' }).click();
    await said(page, /^Dealing/);
    await page.getByRole('button', { name: 'Stop' }).click();
    await said(page, /^stopped/);
    await page.getByText('The typed function was ended before it had returned').waitFor();
    assert.match(await verdictOf('function shuffle() { return 7; }'), /expected a deck of 5 cards/);
    assert.deepEqual(page.troubles.filter((text) => !/Content Security Policy|violates|Failed to load|request to http:\/\/(example|127.0.0.1)/.test(text)), []);
  });
});

// Code that is typed in "Fair?" reaches neither the network nor the token, and can be stopped.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { open, show, skip } from './support.mjs';

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
    'another machine': "x.open('GET', 'http://example.com/', false)",
  })) {
    test(`no request to ${name}`, async () => {
      const answer = await verdictOf(`function shuffle() { const x = new XMLHttpRequest(); let what = 'sent'; try { ${attempt}; x.send(); } catch (e) { what = 'refused'; } throw new Error('said: ' + what + ' ' + x.status); }`);
      assert.equal(answer, 'said: refused 0');
    });
  }

  test('no script, no worker, no socket', async () => {
    const answer = await verdictOf(`function shuffle() { const tries = { script: () => importScripts(location.origin + '/main.js'), data: () => importScripts('data:text/javascript,1') };
      throw new Error('said: ' + Object.entries(tries).map(([name, one]) => { try { one(); return name; } catch { return 'no'; } }).join()); }`);
    assert.equal(answer, 'said: no,no');
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

  test('an endless shuffle is stopped', async () => {
    await page.getByLabel('JavaScript').fill('function shuffle() { for (;;); }');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    assert.match(await verdictOf('function shuffle() { return 7; }'), /expected a deck of 5 cards/);
    assert.deepEqual(page.troubles.filter((text) => !/Content Security Policy|violates|Failed to load|request to http:\/\/example/.test(text)), []);
  });
});

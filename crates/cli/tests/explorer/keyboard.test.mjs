// Each of the four persons does the whole routine by keyboard alone.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { VIEWS, deckNames, facts, faro, numbers, open, said, settle, show, skip, status, urlOf } from './support.mjs';

describe('keyboard', { skip }, () => {
  let world;
  let page;
  before(async () => { world = await open(); page = await world.page({ viewport: { width: 1200, height: 900 } }); });
  after(() => world?.close());

  const go = (state) => show(page, world.link(state));
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
    await settle(page);
  };
  const leave = () => page.evaluate(() => document.activeElement.blur());

  /**
   * Presses Tab, from the top of the page, until the element with this name has the focus. Beyond the last element of the page
   * Firefox gives the focus to its own buttons.
   */
  async function tabTo(name, most = 150) {
    await page.evaluate(() => {
      document.body.tabIndex = -1;
      document.body.focus();
      document.body.removeAttribute('tabindex');
    });
    for (let i = 0; i < most; i += 1) {
      await page.keyboard.press('Tab');
      const found = await page.evaluate(() => {
        const { activeElement: one } = document;
        return one.getAttribute('aria-label') ?? one.labels?.[0]?.firstElementChild?.textContent ?? one.textContent;
      });
      if (found.trim() === name) return;
    }
    assert.fail(`Tab does not reach ${name}`);
  }

  async function type(name, text) {
    await tabTo(name);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
    await press('Enter');
    await settle(page);
  }

  test('curious: shuffles until the deck is back, steps, changes the size', async () => {
    await go('cards=52&word=out&times=0&view=table');
    const first = await deckNames(page);
    await tabTo('Shuffle');
    for (let i = 0; i < 8; i += 1) await press('Enter');
    assert.equal(await status(page), 'after 8 of 8 out-shuffles: the deck is back in its first order');
    assert.deepEqual(await deckNames(page), first);
    await leave();
    await press('ArrowLeft');
    assert.match(await status(page), /^after 7 of 8/);
    await press('Home');
    assert.match(await status(page), /^52 cards in their first order/);
    await press('End');
    assert.match(await status(page), /^after 8 of 8/);
    await type('Cards', '10^18');
    assert.equal((await facts(page)).order, String(faro('order', '--cards', '1000000000000000000', '--kind', 'out').order));
    await leave();
    await type('Cards', '16');
    await leave();
    await press('i', 'i', 'i');
    assert.match(new URL(await urlOf(page)).hash, /cards=16/);
    assert.equal((await facts(page)).cards, '16');
  });

  test('curious: plays and pauses', async () => {
    await go('cards=52&word=in&times=0&view=table');
    await leave();
    await page.keyboard.press('Space');
    await said(page, /^after 2 of 52/);
    await press('Space');
    assert.equal(await page.getByRole('button', { name: 'Play' }).getAttribute('aria-pressed'), 'false');
  });

  test('magician: a stack, a routine with undo, redo, repeat and invert, a route', async () => {
    await go('cards=52&word=out&times=0&view=table');
    await tabTo('Start');
    await page.keyboard.type('mnem');
    await settle(page);
    assert.equal((await deckNames(page))[0], '4 of clubs');
    await leave();
    await press('o', 'i', 'o');
    const word = async () => (await facts(page)).shuffle;
    assert.equal(await word(), 'out in out');
    assert.deepEqual((await numbers(page)).filter(([name]) => name.startsWith('place')).map(([, value]) => Number.parseInt(value, 10)),
      faro('deck', '--cards', '52', '--shuffle', 'out in out').states[0].deck);
    await press('u');
    assert.equal(await word(), 'out in');
    await press('r');
    assert.equal(await word(), 'out in out');
    await type('Move to add', 'cut:26');
    assert.equal(await word(), 'out in out cut:26');
    await tabTo('Repeat');
    await press('Enter');
    assert.equal(await word(), '(out in out cut:26)^2');
    await press('Tab', 'Enter');
    assert.equal(await word(), '((out in out cut:26)^2)^-1');
    await leave();
    await press('ArrowDown', 'ArrowDown', 'Enter');
    assert.match(await urlOf(page), /track=\d+/);
    await press('5');
    await type('To', '40');
    assert.ok((await status(page)).endsWith(`? ${faro('route', '--cards', '52', '--from', '1', '--to', '40').word.split(' ').flatMap((part) => { const [move, times = '1'] = part.split('^'); return Array(Number(times)).fill(move); }).join(', ')}`));
    assert.equal((await numbers(page)).length, 53);
  });

  test('student: cycles, threads, the cutoff, two maps', async () => {
    await go('cards=52&word=out&times=0&view=table');
    await leave();
    await press('3');
    assert.equal((await facts(page))['cycles of length 8'], '6');
    await press('2', 'ArrowRight', 'ArrowRight');
    assert.equal((await numbers(page)).length, 4);
    await type('Pins', '2,26');
    assert.match(await page.getByRole('list', { name: 'Ways of pinned cards' }).textContent(), /2 → 3 → 5 → 9 → 17 → 33 → 14 → 27 → 2/);
    await leave();
    await press('6');
    await tabTo('Riffles');
    await press('ArrowRight', 'ArrowRight');
    assert.match(await status(page), /^after 9 riffles/);
    await type('Other', 'sattolo');
    await page.getByText('Difference').waitFor();
    await leave();
    await press('n');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'numbers');
  });

  test('game developer: a typed shuffle is judged, with cause and cure', async () => {
    await go('cards=10&word=out&times=0&view=table');
    await leave();
    await press('7');
    await tabTo('Run');
    await press('Enter');
    await said(page, /^unfair/);
    assert.match(await status(page), /swapped with any position/);
    assert.match(await page.locator('.verdict').textContent(), /Cure.*fisher-yates/);
  });

  test('tabs: arrows move, and a key opens the help', async () => {
    await go('cards=52&word=out&times=0&view=table');
    await page.getByRole('tab', { name: 'Table' }).focus();
    await press('ArrowRight');
    assert.equal(await page.getByRole('tab', { name: 'History' }).getAttribute('aria-selected'), 'true');
    await leave();
    await press('?');
    assert.ok(await page.getByRole('dialog').isVisible());
    const answers = page.getByRole('dialog', { name: 'What each view answers' }).locator('dl').first().locator('dd');
    await answers.first().waitFor();
    assert.equal((await answers.allTextContents()).filter(Boolean).length, VIEWS.length);
    await press('Escape');
    assert.ok(!(await page.locator('#help').isVisible()));
  });
});

// What people have: lists that are pasted, files that are dropped, and the odds of a hand.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { deckNames, faro, numbers, open, said, settle, show, skip, status, urlOf } from './support.mjs';

describe('given', { skip }, () => {
  let world;
  let page;
  before(async () => { world = await open(); page = await world.page(); });
  after(() => world?.close());
  const go = (state) => show(page, world.link(state));
  const press = async (name) => { await page.getByRole('button', { name, exact: true }).click(); await settle(page); };

  /** Drops a file on the page, or pastes a text outside its fields. */
  const give = async (type, text) => {
    await page.evaluate(([kind, content]) => {
      const data = new DataTransfer();
      if (kind === 'drop') data.items.add(new File([content], 'given.txt'));
      else data.setData('text/plain', content);
      const init = { bubbles: true, cancelable: true };
      document.body.dispatchEvent(kind === 'drop' ? new DragEvent('drop', { ...init, dataTransfer: data }) : new ClipboardEvent('paste', { ...init, clipboardData: data }));
    }, [type, text]);
    await settle(page);
  };

  for (const type of ['paste', 'drop']) {
    test(`${type}: a list of cards on the table`, async () => {
      await go('cards=52&word=out&times=0&view=table');
      await give(type, 'ace of spades\n10 of hearts\nQ♦\nKC\n');
      await said(page, /^4 cards/);
      assert.deepEqual(await deckNames(page), ['ace of spades', '10 of hearts', 'queen of diamonds', 'king of clubs']);
      assert.match(await urlOf(page), /cards=4/);
    });

    test(`${type}: decks on Fair?`, async () => {
      await go('cards=10&view=fair');
      await give(type, Array(300).fill('1 2 3 4 5 6 7 8 9 10').join('\n'));
      await said(page, /^unfair: 300 decks of 10 cards/);
    });

    test(`${type}: what a view does not take is said, and the page stays`, async () => {
      await go('cards=52&view=orders');
      await give(type, '1 2 3');
      await said(page, /^Nothing was read/);
    });
  }

  test('what is pasted into a field stays there', async () => {
    await go('cards=52&word=out&times=0&view=table');
    await page.getByLabel('Word', { exact: true }).evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'AS 2S');
      field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    });
    assert.match(await urlOf(page), /cards=52/);
  });

  test('examples: decks, and a list of cards', async () => {
    await go('cards=10&view=fair');
    await press('Try an example');
    await said(page, /^unfair: 1000 decks of 10 cards.*swapped with any position/);
    await go('cards=52&word=out&times=0&view=table');
    await page.getByLabel('Start').selectOption('paste');
    await page.getByRole('dialog').getByRole('button', { name: 'Try an example' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Use it' }).click();
    await said(page, /^8 cards/);
    assert.equal((await deckNames(page))[1], '2 of hearts');
  });

  test('the map before any deck is that of the example beside it', async () => {
    const fresh = await world.page();
    await show(fresh, world.link('cards=5&view=fair'));
    const note = fresh.locator('.finding > .caption');
    assert.match(await note.textContent(), /^No deck was given yet.*Swap with any card/);
    await fresh.getByLabel('Example').selectOption('Sort with a coin');
    await settle(fresh);
    assert.ok(!(await fresh.locator('.finding .heat').isVisible()), 'its law is not known');
    await fresh.getByLabel('Example').selectOption('Off by one');
    await settle(fresh);
    assert.match(await note.textContent(), /Off by one/);
    await fresh.getByLabel('JavaScript').fill('function shuffle(deck) { return deck; }');
    await settle(fresh);
    assert.ok(!(await fresh.locator('.finding .heat').isVisible()), 'the code is no example');
    await fresh.context().close();
  });

  test('the odds of a hand are the program\'s', async () => {
    await go('cards=52&view=fair');
    await press('What are the odds of a hand?');
    const { probabilities, asked } = faro('odds', '--cards', '52', '--of', '4', '--see', '5', '--at-least', '2');
    assert.equal(await status(page), 'at least 2 of 4 among 5 cards of 52: 4.17 %');
    assert.equal(Number((100 * asked.probability).toPrecision(3)), 4.17);
    assert.deepEqual((await numbers(page)).slice(1).map(([, p]) => Number(p)), probabilities.map(({ probability }) => probability));
    assert.match(await page.locator('.verdict').textContent(), new RegExp(`once in 24 hands.*Exactly ${asked.exact}`));
    assert.equal(await page.locator('#command').textContent(), 'faro odds --cards 52 --of 4 --see 5 --at-least 2');
    for (const [name, value] of [['Games played', '100'], ['It happened in', '5']]) {
      await page.getByLabel(name, { exact: true }).fill(value);
      await page.getByLabel(name, { exact: true }).press('Enter');
      await settle(page);
    }
    assert.match(await urlOf(page), /odds=4\+5\+at-least\+2\+100\+5/);
    const { p_value: p } = faro('odds', '--cards', '52', '--of', '4', '--see', '5', '--at-least', '2', '--games', '100', '--happened', '5').games;
    assert.match(await page.locator('.verdict').textContent(), new RegExp(`5 of 100 games.*does this or more with probability ${Number((100 * p).toPrecision(3))} %`));
    await press('Three of a kind of four, in 101 of 126 games');
    assert.match(await status(page), /^at least 3 of any of 9 kinds of 4 among 13 cards of 60: 24.5 %/);
    assert.match(await page.locator('.verdict').textContent(), /101 of 126 games.*chance alone hardly does this/);
    assert.deepEqual((await page.getByRole('alert').allTextContents()).join(''), '');
  });

  test('nothing was reported as an error', () => assert.deepEqual(page.troubles, []));
});

// The moves: Out and In come first, the deck says when it is back, a riffle is the program's own.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { deckNames, facts, faro, open, said, settle, show, skip, status, urlOf } from './support.mjs';

describe('moves', { skip }, () => {
  let world;
  let page;
  before(async () => { world = await open(); page = await world.page(); });
  after(() => world?.close());
  const go = (state) => show(page, world.link(state));
  const press = async (name) => { await page.getByRole('button', { name, exact: true }).click(); await settle(page); };
  const home = () => page.locator('.homecoming').textContent();

  test('Out, In, Undo and Play are the first that Tab reaches', async () => {
    for (const view of ['table', 'history', 'cycles']) {
      const fresh = await world.page();
      await show(fresh, world.link(`cards=52&word=out&times=0&view=${view}`));
      const names = [];
      for (let i = 0; i < 4; i += 1) {
        await fresh.keyboard.press('Tab');
        names.push(await fresh.evaluate(() => document.activeElement.textContent));
      }
      assert.deepEqual(names, ['Out', 'In', 'Undo', 'Play'], view);
      await fresh.context().close();
    }
  });

  test('eight out-shuffles: the table says that the deck is back', async () => {
    await go('cards=52&word=out&times=0&view=table');
    for (let i = 0; i < 8; i += 1) {
      assert.equal(await home(), '');
      await press('Out');
    }
    assert.equal(await status(page), 'after 8 of 8 out-shuffles: the deck is back in its first order');
    assert.equal(await home(), 'Back after 8 out-shuffles');
    await press('In');
    assert.match(await status(page), /^after 1 of 52 in-shuffles/);
    assert.match(await urlOf(page), /word=in&times=1/);
    await press('Undo');
    assert.equal(await home(), 'Back after 8 out-shuffles');
    await go('cards=52&word=in&times=26&view=table');
    assert.equal(await home(), 'Reversed after 26 in-shuffles');
  });

  test('a riffle is a move, whose deck is the program\'s', async () => {
    await go('cards=52&word=out&times=0&start=numbers&view=table');
    await page.getByRole('button', { name: 'Riffle', exact: true }).click();
    await said(page, /^after “riffle”:/);
    await settle(page);
    // Its order is a fact of this one riffle, and no round that anybody goes through.
    assert.equal(await page.locator('.big').textContent(), '1 move; no two riffles are alike');
    assert.ok(!(await page.getByRole('slider', { name: 'Times' }).isVisible()));
    // Its cards are written out only where the word is edited.
    const word = page.getByLabel('Word', { exact: true });
    assert.equal(await word.inputValue(), 'riffle');
    await word.focus();
    assert.match(await word.inputValue(), /^\([\d ]+\)/);
    await word.blur();
    assert.equal(await word.inputValue(), 'riffle');
    const { shuffle } = await facts(page);
    const { deck } = faro('deck', '--cards', '52', '--shuffle', shuffle).states[0];
    assert.deepEqual((await deckNames(page)).map(Number), deck);
    const falls = deck.filter((card) => deck.indexOf(card + 1) >= 0 && deck.indexOf(card + 1) < deck.indexOf(card)).length;
    assert.equal(falls, 1, 'one cut');
    await page.getByRole('button', { name: 'Riffle', exact: true }).click();
    await said(page, /^after “riffle riffle”:/);
    await settle(page);
    assert.match(await page.locator('.big').textContent(), /^2 moves/);
    assert.ok((await urlOf(page)).length < 2000);
  });

  test('words, moves and stacks are found from the buttons', async () => {
    for (const view of ['cycles', 'table']) {
      await go(`cards=52&word=out&times=1&view=${view}`);
      await page.evaluate(() => scrollTo(0, 0));
      await press('More moves');
      assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Move to add');
      // They open under the button, and nothing scrolls away.
      assert.equal(await page.evaluate(() => scrollY), 0);
      const [button, box] = await Promise.all([page.getByRole('button', { name: 'More moves' }), page.getByLabel('Move to add')].map((one) => one.boundingBox()));
      assert.ok(box.y > button.y && box.y < button.y + 120, JSON.stringify([button, box]));
      await press('More moves');
    }
  });

  test('what a button does is named, and moves of several kinds are apart', async () => {
    await go('cards=52&word=out+cut:4&times=2&view=table');
    for (const [group, names] of [['Perfect', ['Out', 'In']], ['Random', ['Riffle']], ['Once less, once more', ['Back', 'Shuffle']]]) {
      const buttons = page.getByRole('group', { name: group, exact: true }).getByRole('button');
      assert.deepEqual(await buttons.allTextContents(), names);
      for (const button of await buttons.all()) assert.ok((await button.getAttribute('title')).length > 20);
    }
    assert.ok(await page.locator('.times > span').isVisible(), 'the slider has a name that is seen');
    assert.equal(await status(page), `after “out cut:4” 2 of ${faro('order', '--cards', '52', '--shuffle', 'out cut:4').order} times: the ${(await deckNames(page))[0]} is on top, the ${(await deckNames(page)).at(-1)} at the bottom`);
  });

  test('Mixing names the riffle that it speaks of, and takes no perfect shuffle', async () => {
    await go('cards=52&word=out&view=mixing');
    const word = page.getByLabel('Word', { exact: true });
    assert.equal(await word.inputValue(), 'gsr');
    await word.fill('in');
    await word.press('Enter');
    await page.getByRole('alert').filter({ hasText: /^Word is 'in': Mixing takes a random shuffle/ }).waitFor();
    await word.fill('thorp');
    await word.press('Enter');
    await page.locator('#command').filter({ hasText: '--shuffle thorp' }).waitFor();
    assert.equal(await page.getByRole('alert').textContent(), '');
    await word.blur();
    await page.getByRole('tab', { name: 'Table' }).click();
    await settle(page);
  });

  test('moves are counted one by one, and Back is of no use at the beginning', async () => {
    await go('cards=52&word=out&times=0&view=table');
    const back = page.getByRole('button', { name: 'Back', exact: true });
    assert.equal(await back.getAttribute('aria-disabled'), 'true');
    for (const name of ['Out', 'Out', 'In']) await press(name);
    assert.equal(await back.getAttribute('aria-disabled'), 'false');
    const { order } = faro('order', '--cards', '52', '--shuffle', 'out^2 in');
    assert.match(await page.locator('.big').textContent(), new RegExp(`^3 moves: “out\\^2 in” once; “out\\^2 in” ${order} times brings the deck back`));
    await press('Shuffle');
    assert.match(await page.locator('.big').textContent(), /^6 moves: “out\^2 in” twice/);
  });

  for (const [width, height] of [[1440, 900], [1024, 768]]) {
    test(`the strip is on the first screen of ${width} × ${height}`, async () => {
      const screen = await world.page({ viewport: { width, height } });
      await show(screen, world.link('cards=52&word=out&times=8&view=table'));
      const { y, height: tall } = await screen.locator('canvas.strip').boundingBox();
      assert.ok(tall > 120 && y + tall <= height, `${y} ${tall}`);
      assert.ok(await screen.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await screen.context().close();
    });
  }

  test('on a phone no badge covers words, and eight cards are one row', async () => {
    for (const width of [360, 390]) {
      const phone = await world.page({ viewport: { width, height: 844 } });
      for (const state of ['cards=8&word=out&times=3', 'cards=52&word=out&times=8', 'cards=52&word=in&times=26']) {
        await show(phone, world.link(`${state}&view=table`));
        const covered = await phone.evaluate(() => {
          const box = (one) => one.getBoundingClientRect();
          const badge = box(document.querySelector('.homecoming'));
          const words = [...document.querySelectorAll('.big > *, .eyebrow, #status')].filter((one) => one.checkVisibility({ visibilityProperty: true }));
          return words.filter((one) => box(one).right > badge.left && box(one).left < badge.right && box(one).bottom > badge.top && box(one).top < badge.bottom).map((one) => one.textContent);
        });
        assert.deepEqual(covered, [], `${state} at ${width}`);
      }
      await show(phone, world.link('cards=8&word=out&times=1&view=table'));
      const tops = await phone.locator('.deck li').evaluateAll((items) => items.map((item) => item.offsetTop));
      assert.equal(new Set(tops).size, 1);
      await phone.context().close();
    }
  });

  test('nothing was reported as an error', () => assert.deepEqual(page.troubles, []));
});

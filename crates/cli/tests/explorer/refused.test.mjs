// What the program refuses: the message names a field of the page, the text is marked, and no picture is of another deck.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { deckNames, numbers, open, settle, show, skip, status, urlOf } from './support.mjs';

describe('refused', { skip }, () => {
  let world;
  let page;
  before(async () => { world = await open(); page = await world.page(); });
  after(() => world?.close());
  const notice = () => page.locator('#notice').textContent();
  const type = async (label, text) => { await page.getByLabel(label, { exact: true }).fill(text); await page.keyboard.press('Enter'); await settle(page); };
  const isMarked = (label) => page.getByLabel(label, { exact: true }).evaluate((input) => input.getAttribute('aria-invalid') === 'true');
  const visible = (selector) => page.locator(`#view ${selector}`).evaluateAll((all) => all.filter((one) => one.checkVisibility()).length);

  test('a word that is typed: the deck stays, the word is marked', async () => {
    await show(page, world.link('cards=52&word=in+cut:5&times=2&view=table'));
    const [before, address] = [await deckNames(page), await urlOf(page)];
    await type('Word', 'naiv');
    assert.deepEqual(await deckNames(page), before);
    assert.equal(await urlOf(page), address);
    assert.equal(await page.getByLabel('Word', { exact: true }).inputValue(), 'naiv');
    assert.ok(await isMarked('Word'));
    assert.match(await notice(), /^Word is 'naiv': there is no move 'naiv'.*[^.?][.?] This is still the deck of 52 cards and the word “in cut:5”\.$/);
    assert.equal(await page.locator('#notice p').count(), 1);
    await page.getByRole('button', { name: 'Shuffle' }).click();
    await settle(page);
    assert.equal(await page.getByLabel('Word', { exact: true }).inputValue(), 'in cut:5');
    assert.ok(!(await isMarked('Word')));
    assert.equal(await notice(), '');
    assert.match(await status(page), /^after “in cut:5” 3 of/);
  });

  test('a number of cards that is typed', async () => {
    await show(page, world.link('cards=52&word=cut:40&times=1&view=table'));
    for (const [text, message] of [['30', /^Word is 'cut:40': 40 is more than the 30 cards/], ['x', /^Cards is 'x'/]]) {
      await type('Cards', text);
      assert.ok(await isMarked('Cards'));
      assert.match(await notice(), message);
      assert.match(await urlOf(page), /cards=52&/);
      assert.equal((await deckNames(page)).length, 52);
    }
    await type('Cards', '52');
    assert.ok(!(await isMarked('Cards')));
    assert.equal(await notice(), '');
  });

  test('an address shows nothing of another deck', async () => {
    for (const [state, message] of [['cards=1000000000000&word=out&view=mixing', /^Cards is '1000000000000': expected at most \d+ cards$/],
      ['cards=40&deck=suits&view=mixing', /^Cards is '40'/], ['cards=52&word=naiv&view=table', /^Word is 'naiv'/], ['cards=52&word=naiv&view=history', /^Word/],
      ['cards=52&word=naiv&view=cycles', /^Word/], ['cards=52&to=53&view=routes', /^To is '53'/]]) {
      await show(page, world.link('cards=52&word=out&times=1&view=table'));
      await show(page, world.link(state));
      assert.match(await notice(), message);
      assert.equal(await status(page), 'Nothing is shown: the program refused this.');
      assert.equal(await visible('canvas, #view svg, #view figure, #view .deck, #view .big'), 0, state);
      assert.deepEqual((await numbers(page))[0], ['message']);
    }
    assert.match(await urlOf(page), /to=53/);
    await type('To', '20');
    assert.match(await status(page), /from place 1 to place 20 of 52/);
    assert.ok(await visible('canvas') > 0);
  });

  test('two shuffles side by side: the wrong one is named, and its map is gone', async () => {
    await show(page, world.link('cards=8&word=out&view=mixing'));
    await page.locator('.maps figure').nth(1).waitFor();
    await type('Other', 'in)');
    assert.match(await page.locator('#wrong-Other').textContent(), /^Other is 'in\)'/);
    assert.equal(await page.getByLabel('Other', { exact: true }).getAttribute('aria-describedby'), 'wrong-Other');
    assert.deepEqual(await page.locator('.maps figure').evaluateAll((all) => all.map((one) => one.checkVisibility())), [true, false, false]);
    assert.ok(await isMarked('Other'));
  });

  test('a route and a range', async () => {
    await show(page, world.link('cards=52&word=out&view=routes'));
    await type('To', '53');
    assert.match(await notice(), /^To is '53': expected a position from 1 to 52.*still/);
    assert.ok(await isMarked('To'));
    assert.ok(!(await urlOf(page)).includes('to=53'));
    await show(page, world.link('cards=52&word=out&view=orders'));
    await type('Deck sizes', 'x');
    assert.match(await notice(), /^Deck sizes is 'x'/);
    assert.ok(await isMarked('Deck sizes'));
  });

  const WRONG = ['cards=0', 'word=in)', 'word=packets:3:in', 'word=(1+99)', 'word=gsr', 'word=gsr^2+in', 'word=overhand:2.0', 'word=gsr:clump=9', 'word=in^', 'times=x', 'track=99', 'track=99&cards=10', 'from=1,60&to=2,3', 'from=1,1&to=2,3',
    'from=1,2&to=3', 'to=99', 'allow=xx', 'allow=in)', 'allow=gsr', 'cards=1000000000000000000&from=1,2,3&to=3,2,1', 'cards=40&deck=suits', 'cards=51&deck=blackjack', 'cards=2&deck=ranks', 'cards=5000&word=thorp',
    'left=in)&right=cut:99', 'left=gsr^9999999999', 'cards=1000000000000&word=gsr', 'sizes=2..=99999999999', 'sizes=900000000000000..=900000000000009', 'start=nothing', 'cards=300&start=mnemonica', 'cards=100000000000000000000000000000000000000000000000000000000000000001&word=out', 'cards=1'];
  const DECKS = ['AS KH QD JC\nKH AS QD', '1 2 3\n1 2', '1 2 2', 'a b c', '5 6 7', '0 1 2\n1 2 3', '1', '[1,2', '1.5 2', Array.from({ length: 104 }, (_, i) => `${'A23456789TJQK'[i % 13]}${'SHDC'[Math.floor(i / 13) % 4]}`).join(' '),
    Array.from({ length: 600 }, (_, i) => i).join(' ')];

  test('no message names an option of the command line', async () => {
    const seen = [];
    const look = async (what) => {
      const text = await page.evaluate(() => ['#notice', '#status', '.verdict', '#numbers', '.answer', '#histograms-heading + .bar'].map((one) => document.querySelector(one)?.textContent ?? '').join('\n'));
      if (/--[a-z]|standard input|invalid value|\bbudget\b/.test(text)) seen.push(`${what}: ${text}`);
    };
    for (const one of WRONG) for (const view of ['table', 'history', 'cycles', 'orders', 'routes', 'mixing']) {
      await show(page, world.link(`${one}&view=${view}`));
      await look(`${one} ${view}`);
    }
    await show(page, world.link('cards=52&view=fair'));
    for (const decks of DECKS) {
      await page.getByLabel('Decks, one a line').fill(decks);
      await page.getByRole('button', { name: 'Check decks' }).click();
      await page.getByText('This cannot be judged').waitFor();
      await settle(page);
      assert.ok((await page.locator('.verdict .reason').textContent()).length > 10);
      await look(decks.slice(0, 30));
      await page.getByLabel('Decks, one a line').fill('1 2\n2 1');
      await page.getByRole('button', { name: 'Check decks' }).click();
      await page.getByRole('region', { name: 'Report' }).getByText('What was audited').waitFor();
    }
    assert.deepEqual(seen, []);
  });

  test('the words of a message', async () => {
    const said = (message) => page.evaluate(async (text) => (await import('./plain.js')).plain(text), message);
    for (const [message, expected] of [
      ["invalid value '0' for '--cards <N>': expected 1 or more", "Cards is '0': expected 1 or more"],
      ["invalid value '2..=9' for '--cards <A..=B>': expected less", "Deck sizes is '2..=9': expected less"],
      ["standard input: line 2: 2 cards instead of 3: card 3 missing; use --skip-bad 9 to skip up to 9 such lines", 'line 2: 2 cards instead of 3: card 3 missing'],
      ['line 1: 104 cards instead of 54; try --composition \'2 packs\'', 'line 1: 104 cards instead of 54'],
      ["line 1: 'AS' is not a number; for card names give their order with --start", "line 1: 'AS' is not a number; for card names give their order with Start"],
      ['there was no answer after 2 s; ask for less, or for a budget of up to 300 seconds', 'there was no answer after 2 s; ask for less'],
      ['--certify is needed', 'the program cannot do this here'],
    ]) assert.equal(await said(message), expected);
  });

  test('nothing was reported as an error', () => assert.deepEqual(page.troubles.filter((text) => !/Failed to load/.test(text)), []));
});

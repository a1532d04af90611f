// The verdicts of "Fair?": decks with faces, progress, one verdict; and the lines of "Orders".

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { PROGRAM, faro, isFolder, numbers, open, paste, random, said, saved, show, skip, status } from './support.mjs';

const UNFAIR = Array.from({ length: 600 }, (_, i) => (i % 3 ? '1 2 3 4' : '2 1 4 3')).join('\n');

describe('verdict', { skip }, () => {
  let world;
  let page;
  before(async () => { world = await open(); page = await world.page(); });
  after(() => world?.close());

  /** Decks in which each card is swapped with any card, from a first order. */
  function decks(order, number) {
    const next = random(7);
    return Array.from({ length: number }, () => {
      const deck = [...order];
      for (let i = 0; i < deck.length; i += 1) {
        const j = Math.floor(next() * deck.length);
        [deck[i], deck[j]] = [deck[j], deck[i]];
      }
      return deck.join(' ');
    }).join('\n');
  }

  async function judged(text) {
    await paste(page.getByLabel('Decks, one a line'), text);
    await page.getByRole('button', { name: 'Check decks' }).click();
    await page.getByRole('region', { name: 'Report' }).getByText('What was audited').waitFor();
    return (await numbers(page)).slice(1).map((row) => row.slice(0, 4));
  }

  const audit = (text, ...options) => {
    const { stdout } = spawnSync(PROGRAM, ['audit', '--format', 'json', ...options], { input: text, encoding: 'utf8', maxBuffer: 1 << 28 });
    return JSON.parse(stdout).findings.map((one) => [one.check, one.of, one.seen ?? '–', String(one.statistic)]);
  };
  const note = () => page.locator('.finding figure').filter({ has: page.locator('.heat') }).locator('.caption').textContent();

  test('faces are read as the program reads them, from the start that is chosen', async () => {
    const { cards: mnemonica } = faro('list', 'stacks').find(({ name }) => name === 'mnemonica');
    const text = decks(mnemonica, 200);
    await show(page, world.link('cards=52&view=fair'));
    assert.deepEqual(await judged(text), audit(text).map((row) => row.map(String)));
    assert.match(await note(), /^cards A♥ to A♠,/);
    await show(page, world.link('cards=52&start=mnemonica&view=fair'));
    assert.deepEqual(await judged(text), audit(text, '--start', 'mnemonica'));
    assert.match(await note(), /^cards 4C to 9D,/);
    assert.equal(await page.locator('#command').textContent(), 'faro audit decks.txt --cards 52 --start mnemonica');
    assert.notDeepEqual(audit(text, '--start', 'mnemonica'), audit(text));
  });

  test('cards with any names, from a pasted start', async () => {
    const order = ['AS', 'KH', 'QD', 'JC'];
    const text = decks(order, 300);
    await show(page, world.link(`cards=4&start=${order.join()}&view=fair`));
    assert.deepEqual(await judged(text), audit(`${order.join(' ')}\n${text}`, '--start', 'first'));
    assert.match(await note(), /^cards AS to JC,/);
    // The map is that of the same decks as numbers.
    const pixels = () => page.locator('.finding .heat').evaluate((canvas) => canvas.toDataURL());
    const faces = await pixels();
    await show(page, world.link('cards=4&view=fair'));
    await judged(text.replace(/\w+/g, (name) => String(order.indexOf(name) + 1)));
    assert.equal(await pixels(), faces);
    assert.match(await note(), /^cards 1 to 4,/);
  });

  test('code among the decks is refused, and can be moved to its box', async () => {
    const code = 'function shuffle(deck) { return deck; }';
    await show(page, world.link('cards=4&view=fair'));
    await page.getByLabel('Decks, one a line').fill(code);
    await said(page, /^this is code, not decks/);
    await page.getByRole('button', { name: 'Check decks' }).click();
    await page.getByText('This is code', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Move it there' }).click();
    assert.equal(await page.getByLabel('JavaScript').inputValue(), code);
    assert.equal(await page.getByLabel('Decks, one a line').inputValue(), '');
    await said(page, /^is a shuffle of 4 cards fair/);
  });

  test('the verdict is said once', async () => {
    await show(page, world.link('cards=4&view=fair'));
    await judged(UNFAIR);
    const verdicts = await page.evaluate(() => [...document.querySelectorAll('.verdict .big-word'), ...document.querySelector('.report').shadowRoot.querySelectorAll('h1, .verdict')]
      .filter((one) => one.checkVisibility()).map((one) => one.textContent));
    assert.deepEqual(verdicts, ['Unfair']);
    // The program does not know the cause, and the page names none.
    assert.match(await page.locator('.finding .verdict').textContent(), /cause is not known/);
    assert.doesNotMatch(await status(page), /cause/);
    const report = page.getByRole('region', { name: 'Report' });
    assert.match(await report.getByText('another order before the shuffle').textContent(), /give it with Start$/);
    assert.equal(await report.getByText(/--[a-z]/).count(), 0);
  });

  test('while the program judges, the page says so, and how far it is', { skip: isFolder && 'of the server' }, async () => {
    await show(page, world.link('cards=4&view=fair'));
    let go;
    const answer = new Promise((resolve) => { go = resolve; });
    await page.route('**/api/audit**', async (route) => { await answer; await route.continue(); });
    await page.route('**/progress/*', (route) => route.fulfill({ json: { done: 1200, steps: 30000 } }));
    await paste(page.getByLabel('Decks, one a line'), UNFAIR);
    await page.getByRole('button', { name: 'Check decks' }).click();
    await page.locator('.verdict').getByText('Judging', { exact: true }).waitFor();
    assert.equal(await status(page), 'judging 600 decks of 4 cards');
    await page.locator('.verdict').getByText('it has read 1200 of 30\u202f000').waitFor();
    assert.equal(await page.getByRole('progressbar').evaluate((bar) => bar.position), 0.04);
    go();
    await said(page, /^unfair: 600 decks/);
    assert.equal(await page.getByRole('progressbar').count(), 0);
    await page.unroute('**/api/audit**');
    await page.unroute('**/progress/*');
  });

  for (const [kind, low, high] of [['out', 40, 70], ['in', 40, 70], ['out', 40, 4040]]) {
    test(`the largest orders are on the line M − 1: ${kind}, ${low} to ${high} cards`, async () => {
      await show(page, world.link(`cards=2&word=out&kind=${kind}&sizes=${low}..=${high}&view=orders`));
      const { bytes } = await saved(page, () => page.getByRole('button', { name: 'Save picture' }).click());
      const picture = bytes.toString();
      const line = /<path d="M([^"]*)"[^>]*stroke-dasharray="2[ ,]5"/.exec(picture)[1].split('L').map((point) => point.split(' ').map(Number));
      const [left, right] = [line[0][0], line.at(-1)[0]];
      const x = (cards) => left + ((cards - low) / (high - low)) * (right - left);
      const heightAt = (at) => {
        const i = line.findIndex(([px]) => px >= at - 0.01);
        const [[x0, y0], [x1, y1]] = [line[Math.max(0, i - 1)], line[i]];
        return x1 === x0 ? y1 : y0 + ((y1 - y0) * (at - x0)) / (x1 - x0);
      };
      // The scale of the picture, from the orders themselves: the line of M - 1 meets the largest of them.
      const zero = Number(/<rect x="64" y="([\d.]+)"[^>]*height="1"/.exec(picture)[1]);
      const top = Math.ceil((high + 1) / ((high - low) / 16)) * ((high - low) / 16);
      const y = (order) => zero - (order / top) * (zero - 14);
      const largest = faro('sweep', '--cards', `${low}..=${high}`, '--kind', kind).filter(({ cards, order }) => order >= cards - 2 && order > 1
        && order === (cards % 2 ? cards - 1 : kind === 'out' ? cards - 2 : cards));
      assert.ok(largest.length > 3);
      for (const { cards, order } of largest) assert.ok(Math.abs(heightAt(x(cards)) - y(order)) < (high - low > 3000 ? 0.3 : 0.05), `${cards} cards: ${heightAt(x(cards))} ${y(order)}`);
    });
  }

  test('nothing was reported as an error', () => assert.deepEqual(page.troubles, []));
});

// What the views say in words: bets of Mixing, M of Orders, digits of Routes, wheels of Cycles, stages of "Fair?".

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { facts, faro, open, said, saved, settle, show, skip, status, urlOf } from './support.mjs';

const percent = (share) => `${Number((share * 100).toPrecision(3))} %`;
/** An upper bound with three digits, for shares from 10 %. */
const atMost = (share) => `${Number((Math.ceil(share * 1000) / 10).toPrecision(3))} %`;

describe('words', { skip }, () => {
  let world;
  let page;
  before(async () => { world = await open(); page = await world.page(); });
  after(() => world?.close());
  const go = (state) => show(page, world.link(state));
  const terms = () => page.locator('.terms > div').evaluateAll((all) => Object.fromEntries(all.map((one) => [one.querySelector('dt').firstChild.textContent, one.querySelector('data').value])));

  test('mixing: one measure, with the others that belong to it, and all digits behind three', async () => {
    const { rows } = faro('mix', '--cards', '52');
    for (const riffles of [7, 9, 12]) {
      await go(`cards=52&word=out&riffles=${riffles}&view=mixing`);
      const row = rows[riffles - 1];
      assert.equal(await status(page), `after ${riffles} riffles of 52 cards the best player tells the deck from a random one ${percent((1 + row.total_variation) / 2)} of the time; blind guessing is right 50 % of the time`);
      assert.match(await page.locator('.terms').textContent(), new RegExp(`wins at most ${atMost(0.5 + row.total_variation)} of the time after ${riffles} riffles`));
      const seen = await terms();
      assert.equal(Number(seen['Total variation']), row.total_variation);
      assert.equal(Number(seen['Right answers']), (1 + row.total_variation) / 2);
      assert.equal(seen.Separation, undefined);
    }
    await page.getByLabel('also the rarest order').check();
    await settle(page);
    assert.match(await urlOf(page), /separation=on/);
    assert.equal(Number((await terms()).Separation), rows[11].separation);
    await go('cards=52&word=out&riffles=3&view=mixing');
    assert.match(await status(page), /almost every time/);
  });

  test('counts agree with their nouns and verbs, and headings group their digits', async () => {
    for (const [state, said] of [['cards=1&word=out', '1 card in its first order; 1 out-shuffle brings it back'], ['cards=8&word=out', '8 cards in their first order; 3 out-shuffles bring them back']]) {
      await go(`${state}&view=table`);
      assert.equal(await status(page), said);
    }
    await go('cards=52&word=in+cut:26&view=history');
    assert.match(await status(page), /^the history of 52 cards begins; “in cut:26” \d+ times brings them back$/);
    await go('cards=1&word=out&view=cycles');
    assert.match(await status(page), /^1 card goes round in 1 cycle;/);
  });

  test('mixing: bounds are rounded outwards', async () => {
    await go('cards=52&word=naive&riffles=1&view=mixing');
    const said = Number((await status(page)).match(/at least ([\d.]+) %/)[1]);
    const exact = 100 * Number((await terms())['Right answers, at least']);
    assert.ok(said <= exact && said > exact - 0.1, `${said} ${exact}`);
  });

  test('mixing: no words lie on the curves', async () => {
    for (const state of ['deck=red-black', 'deck=red-black&separation=on', 'separation=on', '']) {
      await go(`cards=52&word=out&riffles=7&${state}&view=mixing`);
      const { bytes } = await saved(page, () => page.getByRole('button', { name: 'Save picture' }).click());
      const picture = bytes.toString();
      // Words beside the ticks of the axes: the curves are between the highest and the lowest line of the grid.
      const words = [...picture.matchAll(/<text x="([-\d.]+)" y="([-\d.]+)"[^>]*>([^<]*[a-z][^<]*)</g)].map(([, , y, text]) => ({ y: Number(y), text }));
      const lines = [...picture.matchAll(/<path d="M52 ([\d.]+)H/g)].map(([, y]) => Number(y));
      assert.equal(lines.length, 5);
      const named = words.filter(({ y }) => y < 280);
      assert.ok(named.length >= 2, state);
      for (const { y, text } of named) assert.ok(y < Math.min(...lines) - 4 || y > Math.max(...lines) + 16, `${state}: ${text}`);
    }
  });

  test('mixing: one slider from 0 to 12 moves curve, map and sample deck together', async () => {
    await go('cards=52&word=out&riffles=7&view=mixing');
    const slider = page.getByLabel('Riffles');
    assert.deepEqual(await slider.evaluate((one) => [one.min, one.max, one.value]), ['0', '12', '7']);
    const pictures = () => page.locator('.moving canvas').evaluateAll((all) => all.map((one) => one.toDataURL()));
    const before = await pictures();
    assert.equal(before.length, 3);
    await slider.focus();
    await page.keyboard.press('Home');
    await said(page, /^after 0 riffles/);
    await settle(page);
    (await pictures()).forEach((picture, i) => assert.notEqual(picture, before[i], `picture ${i}`));
  });

  test('orders: both kinds, M, and a range as people write it', async () => {
    await go('cards=52&word=in&sizes=50..=54&view=orders');
    assert.equal(await page.getByLabel('Deck sizes').inputValue(), '50 to 54');
    const text = await page.locator('#view').textContent();
    for (const kind of ['out', 'in']) {
      const { modulus } = faro('order', '--cards', '52', '--kind', kind);
      assert.ok(text.includes(`for ${kind}-shuffles of 52 cards M is ${modulus}`), kind);
    }
    await page.getByLabel('Deck sizes').fill('60 to 70');
    await page.keyboard.press('Enter');
    await said(page, /decks of 60 to 70 cards/);
    assert.match(await urlOf(page), /sizes=60\.\.=70/);
    // The deck above stays where it is while the window narrows about it.
    await go('cards=52&word=out&sizes=2..=402&view=orders');
    for (let i = 0; i < 4; i += 1) { await page.getByRole('button', { name: 'Zoom in' }).click(); await settle(page); }
    const [low, high] = (await page.getByLabel('Deck sizes').inputValue()).split(' to ').map(Number);
    assert.ok(low < 52 && 52 < high && high - low < 30, `${low} ${high}`);
  });

  test('routes: the digits are the moves', async () => {
    for (const to of [2, 20, 40, 52]) {
      await go(`cards=52&word=out&from=1&to=${to}&view=routes`);
      const rows = await page.getByRole('table', { name: 'Moves and digits' }).evaluate((table) => [...table.rows].map((row) => [...row.cells].slice(1).map((cell) => cell.textContent)));
      assert.equal(rows[1].join(''), (to - 1).toString(2));
      assert.deepEqual(rows[0], [...rows[1]].map((digit) => (digit === '1' ? 'in' : 'out')));
      const { positions } = faro('route', '--cards', '52', '--from', '1', '--to', String(to));
      assert.deepEqual(rows[3].map(Number), positions.slice(1).map((position) => position - 1));
    }
    await go('cards=52&word=out&from=3&to=7&view=routes');
    assert.equal(await page.getByRole('table', { name: 'Moves and digits' }).count(), 0);
  });

  test('cycles: the largest wheels first, with a legend', async () => {
    await go('cards=52&word=out&view=cycles');
    const legend = await page.getByRole('list', { name: 'Legend' }).locator('li').allTextContents();
    const { cycle_type: type } = faro('cycles', '--cards', '52', '--kind', 'out');
    assert.deepEqual(legend.map((text) => Number(/^\d+ × (\d+)/.exec(text)[1])), type.map(({ length }) => length).sort((a, b) => b - a));
    assert.equal((await facts(page)).order, '8');
  });

  test('fair: the work goes through its stages, and what is proved is said', async () => {
    await go('cards=7&word=out&view=fair');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await said(page, /^unfair/);
    await page.locator('.work .done').nth(3).waitFor();
    assert.equal(await page.locator('.finding .verdict').getAttribute('data-kind'), 'bad');
    await page.getByLabel('Example').selectOption('Fisher–Yates');
    await page.getByRole('button', { name: 'Prove' }).click();
    await page.getByText('Nothing is proved for your deck of 7 cards').waitFor();
    assert.equal(await page.locator('.finding .verdict').getAttribute('data-kind'), '');
    await page.getByRole('button', { name: 'Judge decks of 7 cards' }).click();
    await said(page, /^fair/);
  });

  test('nothing was reported as an error', () => assert.deepEqual(page.troubles, []));
});

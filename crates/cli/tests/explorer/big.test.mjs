// The page for a projector: the strip and its sentence, by the arrow keys.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { facts, open, said, settle, show, skip, status, urlOf } from './support.mjs';

describe('big', { skip }, () => {
  let world;
  let page;
  before(async () => { world = await open(); page = await world.page({ viewport: { width: 1280, height: 800 } }); });
  after(() => world?.close());

  const seen = () => page.evaluate(() => [...document.querySelectorAll('header, #controls, .felt, aside, .tools, .numbers, #status, canvas.strip')]
    .filter((one) => one.checkVisibility()).map((one) => one.id || one.className));

  test('#big shows the strip and the sentence alone, as large as the screen', async () => {
    await show(page, world.link('big'));
    assert.deepEqual(await seen(), ['status', 'strip']);
    const { y, height, width } = await page.locator('canvas.strip').boundingBox();
    assert.ok(width > 1180 && height > 480 && y + height <= 800, `${y} ${width} ${height}`);
    assert.ok(await page.locator('#status').evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize) > 40));
  });

  test('arrow keys: out, in, back; Escape leaves', async () => {
    await show(page, world.link('big&cards=52&word=out&times=0'));
    for (const [key, words] of [['ArrowRight', /^after 1 of 8 out-shuffles/], ['ArrowRight', /^after 2 of 8 out-shuffles/], ['ArrowUp', /^after “out\^2 in”/], ['ArrowLeft', /^after 2 of 8 out-shuffles/]]) {
      await page.keyboard.press(key);
      await said(page, words);
    }
    await page.keyboard.press('Escape');
    await settle(page);
    assert.ok((await seen()).includes('controls'));
    assert.ok(!(await urlOf(page)).includes('big'));
    assert.equal((await facts(page)).times, '2');
  });

  test('one button begins it with the deck of the page, and another ends it', async () => {
    await show(page, world.link('cards=16&word=in&times=1&view=history'));
    await page.getByRole('button', { name: 'Big' }).click();
    await settle(page);
    assert.deepEqual(await seen(), ['status', 'strip']);
    assert.match(await status(page), /^after 1 of 8 in-shuffles/);
    await page.getByRole('button', { name: 'Leave' }).click();
    await settle(page);
    assert.ok((await seen()).includes('controls'));
  });

  test('nothing was reported as an error', () => assert.deepEqual(page.troubles, []));
});

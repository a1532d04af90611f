// What is kept: posters as SVG and PNG, and links without the token.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { open, show, skip } from './support.mjs';

describe('keep', { skip }, () => {
  let world;
  let page;
  before(async () => { world = await open(); page = await world.page({ permissions: ['clipboard-read', 'clipboard-write'] }); });
  after(() => world?.close());

  async function saved(name) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name, exact: true }).click();
    const file = await download;
    return [file.suggestedFilename(), readFileSync(await file.path())];
  }

  for (const [view, state] of [['history', 'cards=52&word=out&times=8'], ['history', 'cards=52&word=in&times=26'], ['cycles', 'cards=52&word=in&times=0'], ['table', 'cards=52&word=out&times=8'], ['mixing', 'cards=52&word=out']]) {
    test(`a poster of ${view}, ${state}`, async () => {
      await show(page, world.link(`${state}&view=${view}`));
      const command = await page.locator('#command').textContent();
      const [svgName, svg] = await saved('Poster SVG');
      const text = svg.toString('utf8');
      assert.equal(svgName, `faro-${view}-poster.svg`);
      const size = /width="(\d+)mm" height="(\d+)mm"/.exec(text).slice(1).map(Number);
      assert.deepEqual([...size].sort((a, b) => a - b), [297, 420]);
      assert.ok(text.includes(`>${command}</text>`));
      assert.match(text, />(History|Cycles|Table|Mixing) of 52 cards, (in|out)<\/text>/);
      assert.ok(!text.includes(world.token));
      const parsed = await page.evaluate((source) => new DOMParser().parseFromString(source, 'image/svg+xml').querySelector('parsererror')?.textContent ?? null, text);
      assert.equal(parsed, null);
      const [pngName, png] = await saved('Poster PNG');
      assert.equal(pngName, `faro-${view}-poster.png`);
      assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)].sort((a, b) => a - b), [3508, 4961]);
      // 11811 dots a metre are 300 an inch.
      const at = png.indexOf('pHYs');
      assert.deepEqual([png.readUInt32BE(at + 4), png.readUInt32BE(at + 8), png[at + 12]], [11811, 11811, 1]);
      assert.ok(await page.evaluate(async (bytes) => (await createImageBitmap(new Blob([new Uint8Array(bytes)]))).width > 3000, [...png]));
    });
  }

  test('a link to share shows the same and has no token', async () => {
    await show(page, world.link('cards=52&word=in&times=26&track=2&view=history'));
    await page.getByRole('button', { name: 'Copy link' }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(!link.includes(world.token) && !link.includes('token'));
    assert.match(link, /#cards=52&word=in&times=26&track=2&view=history$/);
    await show(page, world.link('story=4'));
    await page.locator('#copy-link').evaluate((button) => button.click());
    assert.ok(!(await page.evaluate(() => navigator.clipboard.readText())).includes('story'));
  });

  test('nothing was reported as an error', () => assert.deepEqual(page.troubles, []));
});

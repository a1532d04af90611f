// What is kept: posters as SVG and PNG, and links without the token.

import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { isFolder, open, said, saved, show, skip } from './support.mjs';

describe('keep', { skip }, () => {
  let world;
  let page;
  before(async () => { world = await open(); page = await world.page({ permissions: ['clipboard-read', 'clipboard-write'] }); });
  after(() => world?.close());

  const savedBy = (name) => saved(page, () => page.getByRole('button', { name, exact: true }).click());

  for (const [view, state] of [['history', 'cards=52&word=out&times=8'], ['history', 'cards=52&word=in&times=26'], ['cycles', 'cards=52&word=in&times=0'], ['table', 'cards=52&word=out&times=8'], ['mixing', 'cards=52&word=out']]) {
    test(`a poster of ${view}, ${state}`, async () => {
      await show(page, world.link(`${state}&view=${view}`));
      const command = await page.locator('#command').textContent();
      const { name: svgName, bytes: svg } = await savedBy('Poster SVG');
      const text = svg.toString('utf8');
      assert.equal(svgName, `faro-${view}-poster.svg`);
      const size = /width="(\d+)mm" height="(\d+)mm"/.exec(text).slice(1).map(Number);
      assert.deepEqual([...size].sort((a, b) => a - b), [297, 420]);
      assert.ok(text.includes(`>${command}</text>`));
      assert.match(text, />(History|Cycles|Table|Mixing) of 52 cards, (in|out)<\/text>/);
      assert.ok(!text.includes(world.token));
      const parsed = await page.evaluate((source) => new DOMParser().parseFromString(source, 'image/svg+xml').querySelector('parsererror')?.textContent ?? null, text);
      assert.equal(parsed, null);
      const { name: pngName, bytes: png } = await savedBy('Poster PNG');
      assert.equal(pngName, `faro-${view}-poster.png`);
      assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)].sort((a, b) => a - b), [3508, 4961]);
      // 11811 dots a metre are 300 an inch.
      const at = png.indexOf('pHYs');
      assert.deepEqual([png.readUInt32BE(at + 4), png.readUInt32BE(at + 8), png[at + 12]], [11811, 11811, 1]);
      // A list of so many numbers ends Firefox.
      const width = await page.evaluate(async (text) => {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        return (await createImageBitmap(new Blob([bytes]))).width;
      }, png.toString('base64'));
      assert.ok(width > 3000);
    });
  }

  for (const state of ['cards=52&word=out&times=3', 'cards=52&word=in&times=0']) {
    test(`a film of one shuffle, ${state}`, async () => {
      await show(page, world.link(state));
      const { name, bytes: webm } = await savedBy('Film');
      assert.equal(name, 'faro-shuffle.webm');
      assert.equal(webm.readUInt32BE(0), 0x1a45dfa3, 'the first bytes of WebM');
      // The policy of the faro page forbids films, so that another page plays it.
      const blank = await page.context().newPage();
      const [width, height, seconds] = await blank.evaluate(async (bytes) => {
        const film = document.createElement('video');
        film.src = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: 'video/webm' }));
        await new Promise((done, failed) => { film.onloadedmetadata = done; film.onerror = () => failed(film.error); });
        // A recording has no length in its head: the end is found by going beyond it.
        film.currentTime = 1e6;
        await new Promise((done) => { film.onseeked = done; });
        return [film.videoWidth, film.videoHeight, film.currentTime];
      }, [...webm]);
      await blank.close();
      assert.deepEqual([width, height], [960, 540]);
      assert.ok(seconds > 3 && seconds < 12, `${seconds} seconds`);
    });
  }

  for (const [state, why] of [['cards=52&word=out&times=1&view=cycles', /^Only the table has a shuffle to film/], ['cards=9&word=monge&times=1', /^Only a shuffle by one cut/]]) {
    test(`no film of ${state}`, async () => {
      await show(page, world.link(state));
      await page.locator('#film').evaluate((button) => button.click());
      await page.locator('#status').filter({ hasText: why }).waitFor();
    });
  }

  const copied = (one = page) => one.evaluate(() => navigator.clipboard.readText());

  test('a link to share shows the same and has no token', async () => {
    await show(page, world.link('cards=52&word=in&times=26&track=2&view=history'));
    await page.getByRole('button', { name: 'Copy link' }).click();
    const link = await copied();
    assert.ok(!link.includes(world.token) && !link.includes('token'));
    assert.match(link, /#cards=52&word=in&times=26&track=2&view=history$/);
    // A fresh tab of the same browser opens it.
    const tab = await page.context().newPage();
    await tab.goto(link);
    await said(tab, /^after 26 of 52 in-shuffles: the deck is reversed/);
    await tab.close();
    await show(page, world.link('story=4'));
    await page.locator('#copy-link').evaluate((button) => button.click());
    assert.ok(!(await copied()).includes('story'));
  });

  test('a link opens in no other browser, and says so', { skip: isFolder ? 'of the server' : false }, async () => {
    await show(page, world.link('cards=8&word=out&times=1&view=table'));
    await page.getByRole('button', { name: 'Copy link' }).click();
    assert.match(await page.locator('#linked').textContent(), /opens on this machine only, in this browser, while the program runs.*command above/);
    const stranger = await world.page();
    await stranger.goto(await copied());
    await stranger.getByRole('alert').filter({ hasText: 'this browser has no key' }).waitFor();
    await stranger.context().close();
  });

  test('the key that a browser keeps cannot be read', { skip: isFolder ? 'of the server' : false }, async () => {
    const [isReadable, can, cannot] = await page.evaluate(async () => {
      const { kept } = await import('./kept.js');
      const key = await kept();
      return [key.extractable, key.usages.join(), await crypto.subtle.exportKey('raw', key).then(() => 'exported', () => 'refused')];
    });
    assert.deepEqual([isReadable, can, cannot], [false, 'sign', 'refused']);
  });

  test('where the page is published, a link for others leads there', { skip: isFolder ? 'of the server' : false }, async () => {
    const published = await open(['--share-base', 'https://example.org/faro/']);
    const sharer = await published.page({ permissions: ['clipboard-read', 'clipboard-write'] });
    await show(sharer, published.link('cards=52&word=in&times=26&view=table'));
    await sharer.getByRole('button', { name: 'Copy link', exact: true }).click();
    await sharer.getByRole('button', { name: 'Copy link for others' }).click();
    assert.equal(await copied(sharer), 'https://example.org/faro/#cards=52&word=in&times=26&view=table');
    assert.deepEqual(sharer.troubles, []);
    await published.close();
  });

  for (const [name, width, height, sides, times] of [['a4-portrait', 2480, 3508, ['210mm', '297mm'], 8], ['phone', 1080, 2400, ['1080', '2400'], 7], ['square', 1080, 1080, ['1080', '1080'], 6]]) {
    test(`a poster of the size ${name}`, async () => {
      await show(page, world.link(`cards=52&word=out&times=${times}&view=table`));
      await page.getByLabel('Poster format').selectOption(name);
      const text = (await savedBy('Poster SVG')).bytes.toString('utf8');
      assert.deepEqual(/width="(\w+)" height="(\w+)"/.exec(text).slice(1), sides);
      const { bytes: png } = await savedBy('Poster PNG');
      assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [width, height]);
      await page.getByLabel('Poster format').selectOption('');
    });
  }

  test('a file of the user leads to the page', { skip: isFolder ? 'of the server' : false }, async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'faro-')), 'explore.html');
    writeFileSync(file, `<!doctype html><meta http-equiv=refresh content="0;url=${world.link('cards=52&view=table')}">`);
    const visitor = await world.page();
    await visitor.goto(`file://${file}`);
    await visitor.waitForSelector('body[data-ready=table]');
    await visitor.close();
  });

  test('nothing was reported as an error', () => assert.deepEqual(page.troubles, []));
});

// Weight, first paint and scrubbing: the weight has a limit, the times are only reported.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { after, before, describe, test } from 'node:test';
import { isFolder, open, show, skip } from './support.mjs';

const PAGE = fileURLToPath(new URL('../../page/', import.meta.url));
const MOST = 150 * 1024;
const MOST_FIRST = 95_000;

describe('figures', { skip }, () => {
  let world;
  before(async () => { world = await open(); });
  after(() => world?.close());

  // A server of files compresses as it likes; `web/build` prints the weight of the folder.
  test('weight', { skip: isFolder && 'of the server' }, async (t) => {
    const page = await world.page();
    const received = () => page.evaluate(() => performance.getEntries().filter(({ name, encodedBodySize }) => encodedBodySize && !name.includes('/api/'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0));
    await show(page, world.link('cards=52&word=out&times=0&view=table'));
    const first = await received();
    await page.evaluate(async (names) => {
      performance.clearResourceTimings();
      await Promise.all(names.map(async (name) => (await fetch(name)).text()));
    }, readdirSync(PAGE).filter((name) => name !== 'index.html'));
    const all = await received();
    t.diagnostic(`bytes received: opening the page ${first}, all views ${all}`);
    assert.ok(first <= MOST_FIRST, `${first} bytes at first, at most ${MOST_FIRST}`);
    assert.ok(first > 10_000 && all > first && all <= MOST, `${all} bytes, at most ${MOST}`);
  });

  test('first paint, scrubbing, a million orders', async (t) => {
    const page = await world.page({ reducedMotion: 'no-preference' });
    await show(page, world.link('cards=52&word=in&times=0&view=table'));
    const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
    t.diagnostic(`first paint: ${Math.round(paint)} ms`);
    const frames = await page.evaluate(async () => {
      const scrub = document.querySelector('.scrub');
      const [script, whole] = [[], []];
      for (let i = 0; i < 156; i += 1) {
        const began = performance.now();
        scrub.value = String(i % 52);
        scrub.dispatchEvent(new Event('input'));
        await new Promise((done) => { setTimeout(done, 0); });
        script.push(performance.now() - began);
        await new Promise((done) => { requestAnimationFrame(() => setTimeout(done, 0)); });
        whole.push(performance.now() - began);
      }
      return [script, whole].map((took) => took.sort((a, b) => a - b));
    });
    const [script, whole] = frames.map((took) => `median ${took[78].toFixed(1)} ms, 95 % ${took[148].toFixed(1)} ms`);
    t.diagnostic(`scrubbing 52 cards: script ${script}; until the next frame ${whole}`);
    const began = Date.now();
    await show(page, world.link('cards=52&word=out&sizes=2..=1000000&view=orders'));
    await page.getByRole('status').filter({ hasNotText: 'so far' }).waitFor();
    t.diagnostic(`a million orders: ${Date.now() - began} ms`);
    const pan = await page.evaluate(async () => {
      const canvas = document.querySelector('canvas.plot');
      const took = [];
      const fire = (type, clientX) => canvas.dispatchEvent(new PointerEvent(type, { clientX, clientY: 500, pointerId: 1, bubbles: true }));
      canvas.setPointerCapture = () => {};
      fire('pointerdown', 700);
      for (let i = 0; i < 60; i += 1) {
        const start = performance.now();
        fire('pointermove', 700 - i * 3);
        await new Promise((done) => { requestAnimationFrame(() => setTimeout(done, 0)); });
        took.push(performance.now() - start);
      }
      fire('pointerup', 520);
      return took.sort((a, b) => a - b);
    });
    t.diagnostic(`panning a million orders, a frame: median ${pan[30].toFixed(1)} ms, 95 % ${pan[57].toFixed(1)} ms`);
  });
});

// The story: it opens at the first visit, is walked by keyboard, and says what the program says.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { faro, open, settle, show, skip, status } from './support.mjs';

const STEPS = 11;

describe('story', { skip }, () => {
  let world;
  before(async () => { world = await open(); });
  after(() => world?.close());

  const heading = (page) => page.locator('#story-heading');
  const told = (page) => page.locator('#story .told').innerText();
  const isOpen = (page) => page.locator('#story').isVisible();
  const done = (page) => page.locator('#story .after').waitFor();

  /** Presses Tab until the button with this name has the focus, and then Enter. */
  async function press(page, name) {
    for (let i = 0; i < 200; i += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement.textContent) !== name) continue;
      await page.keyboard.press('Enter');
      await settle(page);
      return;
    }
    assert.fail(`Tab does not reach ${name}`);
  }

  async function guess(page, number) {
    const field = page.locator('#story .guess input');
    for (let i = 0; i < 60 && !(await field.evaluate((one) => one === document.activeElement)); i += 1) await page.keyboard.press('Tab');
    await page.keyboard.type(String(number));
    await page.keyboard.press('Enter');
    await settle(page);
  }

  const next = async (page, number) => {
    await press(page, 'Next');
    await heading(page).filter({ hasText: `${number} of ${STEPS}` }).waitFor();
    await settle(page);
  };

  test('it opens at the first visit only, and can be skipped', async () => {
    const page = await world.page();
    await page.goto(world.link('').slice(0, -1));
    await heading(page).filter({ hasText: `1 of ${STEPS}` }).waitFor();
    await settle(page);
    await page.getByRole('button', { name: 'Skip the story' }).click();
    await settle(page);
    assert.ok(!(await isOpen(page)));
    assert.match(await status(page), /^52 cards in their first order/);
    const again = await page.context().newPage();
    await again.goto(world.link('').slice(0, -1));
    await again.waitForSelector('body[data-ready]');
    assert.ok(!(await isOpen(again)));
    await again.getByRole('button', { name: 'Help' }).click();
    await again.getByRole('button', { name: 'Tell the story' }).click();
    await heading(again).filter({ hasText: '1 of' }).waitFor();
    await page.context().close();
  });

  test('an address with a deck shows the deck; #story tells the story', async () => {
    const page = await world.page();
    await show(page, world.link('cards=8&word=in&view=table'));
    assert.ok(!(await isOpen(page)));
    await show(page, world.link('story'));
    assert.ok(await isOpen(page));
    assert.equal(await page.getByRole('alert').textContent(), '');
    await page.context().close();
  });

  test('the address of a step shows what the step is about', async () => {
    const page = await world.page({ viewport: { width: 390, height: 844 } });
    await show(page, world.link('story=1'));
    await page.waitForFunction(() => document.querySelectorAll('.deck li').length === 8);
    await show(page, world.link('story=5'));
    await heading(page).filter({ hasText: '5 of' }).waitFor();
    // On a phone the clock and the button to press are on the first screen.
    const [clock, play] = await Promise.all(['.clock', '.play'].map((one) => page.locator(one).boundingBox()));
    assert.ok(clock.height > 150 && clock.y + clock.height <= play.y, JSON.stringify([clock, play]));
    await show(page, world.link('story=10'));
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
    await settle(page);
    assert.match(await page.getByLabel('JavaScript').inputValue(), /sort/);
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  });

  test('it is walked by keyboard, and every number is the program\'s', async () => {
    const page = await world.page();
    await show(page, world.link('story'));
    await page.keyboard.press('o');
    await done(page);
    assert.match(await told(page), /out-shuffle/);
    await next(page, 2);
    // The other button begins the step anew.
    await page.keyboard.press('o');
    await page.locator('#story .act').filter({ hasText: 'another move' }).waitFor();
    await settle(page);
    await page.keyboard.press('i');
    await done(page);
    assert.match(await told(page), /second from the top.*in-shuffle/s);
    await next(page, 3);
    const eight = faro('order', '--cards', '8', '--kind', 'out').order;
    // The answer is not seen before the guess.
    assert.equal(await page.getByRole('status').count(), 0);
    assert.ok(!(await page.locator('aside').isVisible()));
    assert.equal(await page.evaluate(() => document.activeElement.closest('.guess')?.tagName), 'FORM', 'the field has the focus');
    await guess(page, 8);
    for (let i = 0; i < eight; i += 1) { await page.keyboard.press('o'); await settle(page); }
    await done(page);
    assert.match(await told(page), new RegExp(`You guessed 8.*after ${eight} out-shuffles`, 's'));
    await next(page, 4);
    const whole = faro('order', '--cards', '52', '--kind', 'out');
    // What is no number is refused in words.
    await guess(page, -3);
    await page.locator('#story [role=alert]').filter({ hasText: 'whole number' }).waitFor();
    await page.locator('#story .guess input').fill('');
    await page.keyboard.type(String(whole.order));
    await page.keyboard.press('Enter');
    await settle(page);
    await page.keyboard.press('Space');
    await done(page);
    assert.match(await told(page), new RegExp(`You guessed it.*Only ${whole.order}`, 's'));
    await next(page, 5);
    assert.match(await told(page), new RegExp(`clock of ${whole.modulus} hours`));
    await page.keyboard.press('Space');
    await done(page);
    assert.match(await told(page), /2, 4, 8, 16, 32, 13, 26, 1\. 2⁸ = 256 = 5 · 51 \+ 1/);
    assert.deepEqual((await page.locator('.clock text').allTextContents()).map(Number).sort((a, b) => a - b), [0, 1, 2, 4, 8, 13, 16, 26, 32]);
    await next(page, 6);
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await done(page);
    // Places count from 1, as in every other view.
    assert.match(await told(page), /3 → 5 → 9 → 17 → 33 → 14 → 27 → 2 → 3/);
    await next(page, 7);
    const inwards = faro('order', '--cards', '52', '--kind', 'in');
    await guess(page, 20);
    await press(page, 'Show me');
    await done(page);
    await settle(page);
    assert.match(await told(page), new RegExp(`After ${inwards.reversed_after} in-shuffles the deck is reversed.*after ${inwards.order}`, 's'));
    assert.match(await status(page), /reversed$/);
    await next(page, 8);
    await press(page, 'Show me');
    await done(page);
    assert.match(await told(page), /cut off \d+ cards/);
    await next(page, 9);
    await guess(page, 3);
    await page.locator('.mixing input[type=range]').focus();
    const { rows } = faro('mix', '--cards', '52');
    const half = rows.find(({ total_variation: far }) => (1 + far) / 2 < 0.75);
    for (let at = 3; at < half.riffles; at += 1) { await page.keyboard.press('ArrowRight'); await settle(page); }
    await done(page);
    assert.match(await told(page), new RegExp(`after ${half.riffles} only ${(((1 + half.total_variation) / 2) * 100).toPrecision(3)} %`));
    await next(page, 10);
    await press(page, 'Run');
    await done(page);
    assert.match(await told(page), /Unfair/);
    await next(page, 11);
    await press(page, 'Run');
    await done(page);
    assert.match(await told(page), /no bias was found/);
    await press(page, 'Finish');
    assert.ok(!(await isOpen(page)));
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await settle(page);
    assert.ok(!(await isOpen(page)), 'Undo does not open the story again');
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  });

  test('on a view that it does not speak of, it is one line that leads back', async () => {
    for (const [width, height] of [[1280, 800], [390, 844]]) {
      const page = await world.page({ viewport: { width, height } });
      await show(page, world.link('story=2'));
      await page.keyboard.press('i');
      await done(page);
      for (const view of ['History', 'Cycles', 'Orders', 'Routes', 'Mixing', 'Fair?']) {
        await page.getByRole('tab', { name: view }).click();
        await settle(page);
        const { height: tall } = await page.locator('#story').boundingBox();
        assert.ok(tall < 50, `${view}: ${tall} px at ${width}`);
        assert.equal(await page.locator('#story').textContent(), `The story, 2 of ${STEPS}: go on`);
        assert.ok(await page.locator('#controls').isVisible());
        assert.equal(await page.locator('.hint').count(), 0);
      }
      await page.locator('#story').getByRole('button').click();
      await settle(page);
      assert.match(await told(page), /second from the top/, 'what was done is still done');
      await page.context().close();
    }
  });

  test('the first cards use the whole width', async () => {
    const page = await world.page({ viewport: { width: 1280, height: 800 } });
    await show(page, world.link('story'));
    const [cards, strip] = await Promise.all(['.deck', 'canvas.strip'].map((one) => page.locator(one).boundingBox()));
    assert.ok(cards.width > 1000 && strip.y + strip.height <= 800, JSON.stringify([cards, strip]));
    await page.context().close();
  });

  test('Next stays where it is, whatever is said', async () => {
    for (const [width, height] of [[1280, 800], [390, 844]]) {
      const page = await world.page({ viewport: { width, height } });
      await show(page, world.link('story'));
      const button = page.locator('#story').getByRole('button', { name: 'Next' });
      const place = async () => { const { x, y } = await button.boundingBox(); return [x, y + await page.evaluate(() => scrollY)].map(Math.round); };
      const first = await place();
      for (let step = 1; step <= 4; step += 1) {
        assert.deepEqual(await place(), first, `step ${step} at ${width}`);
        await page.getByRole('button', { name: 'Show me' }).click();
        await done(page);
        assert.deepEqual(await place(), first, `step ${step}, done, at ${width}`);
        await button.click();
        await heading(page).filter({ hasText: `${step + 1} of` }).waitFor();
      }
      await page.context().close();
    }
  });

  test('each step stays after a reload, and Show me does each', async () => {
    const page = await world.page();
    await show(page, world.link('story'));
    for (let step = 1; step <= STEPS; step += 1) {
      await heading(page).filter({ hasText: `${step} of` }).waitFor();
      await page.getByRole('button', { name: 'Show me' }).click();
      await done(page);
      if (step % 4 === 0) {
        await page.reload();
        await heading(page).filter({ hasText: `${step} of` }).waitFor();
      }
      if (step < STEPS) await page.getByRole('button', { name: 'Next' }).click();
    }
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  });

  for (const [colorScheme, width] of [['light', 1440], ['dark', 1024], ['light', 360], ['dark', 360]]) {
    test(`accessible, ${colorScheme}, ${width} px`, async () => {
      const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
      const page = await world.page({ colorScheme, viewport: { width, height: 844 } });
      for (const state of ['story', 'story=4&cards=52', 'story=9&cards=52', 'story=10&cards=52&view=fair']) {
        await show(page, world.link(state));
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }));
        assert.deepEqual(violations.map(({ id, nodes }) => `${state} ${id}: ${nodes[0].html.slice(0, 160)}`), []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      }
      await page.context().close();
    });
  }
});

// No violation of WCAG 2.2 AA that axe finds, in any view, light and dark, at three widths.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { VIEWS, open, paste, show, skip } from './support.mjs';

const RULES = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], rules: { 'label-content-name-mismatch': { enabled: true } } };

describe('accessibility', { skip }, () => {
  let world;
  let axe;
  before(async () => {
    axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    world = await open();
  });
  after(() => world?.close());

  for (const colorScheme of ['light', 'dark']) {
    for (const width of [360, 768, 1440]) {
      test(`${colorScheme}, ${width} px`, async () => {
        const page = await world.page({ colorScheme, viewport: { width, height: 900 } });
        for (const view of VIEWS) {
          await show(page, world.link(`cards=52&word=out&times=3&track=2,26&view=${view}`));
          await page.evaluate(axe);
          const { violations } = await page.evaluate((values) => axe.run(values), RULES);
          assert.deepEqual(violations.map(({ id, nodes }) => `${view}: ${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')}`), []);
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${view} is wider than ${width} px`);
        }
        assert.deepEqual(page.troubles, []);
        await page.context().close();
      });
    }
  }

  // The rule of axe leaves out symbols such as suits.
  test('names contain the text that is seen', async () => {
    const page = await world.page();
    for (const state of ['cards=52&word=out&times=3', 'cards=8&word=out+in+cut:3', 'cards=12&word=out&start=numbers']) {
      for (const view of VIEWS) {
        await show(page, world.link(`${state}&view=${view}`));
        const wrong = await page.evaluate(() => [...document.querySelectorAll('button[aria-label], a[aria-label], [role=tab][aria-label]')].filter((one) => one.checkVisibility()).map((one) => {
          const seen = one.cloneNode(true);
          for (const hidden of seen.querySelectorAll('[aria-hidden=true]')) hidden.remove();
          return [one.getAttribute('aria-label'), seen.textContent.trim()];
        }).filter(([name, seen]) => !name.includes(seen)));
        assert.deepEqual(wrong.slice(0, 3), [], `${state} ${view}`);
      }
    }
    await show(page, world.link('cards=52&word=out&view=table'));
    assert.equal(await page.getByRole('button', { name: /^A ?♠ ?, ace of spades$/ }).count(), 1);
    await page.context().close();
  });

  test('large decks, messages and dialogs', async () => {
    const page = await world.page();
    for (const state of ['cards=1000000000000000000&word=in&times=5&view=table', 'cards=1000000000000000000&word=in&times=5&view=history', 'cards=52&word=out&times=abc&view=table',
      'cards=3&word=naive&times=0&view=mixing', 'cards=3&word=naiv&view=table', 'cards=8&word=out+in+cut:3&view=table', 'cards=12&word=out&start=numbers&view=table', 'cards=52&from=1,52&to=1,2&view=routes', 'cards=300&word=out&times=1&view=table']) {
      await show(page, world.link(state));
      await page.evaluate(axe);
      const { violations } = await page.evaluate((values) => axe.run(values), RULES);
      assert.deepEqual(violations.map(({ id, nodes }) => `${state}: ${id}: ${nodes[0].html.slice(0, 200)}`), []);
    }
  });

  for (const [colorScheme, width] of [['light', 1440], ['dark', 360]]) {
    test(`a proof and a report, ${colorScheme}, ${width} px`, async () => {
      const page = await world.page({ colorScheme, viewport: { width, height: 900 } });
      const check = async () => {
        await page.evaluate(axe);
        const { violations } = await page.evaluate((values) => axe.run(values), RULES);
        assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`), []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      };
      await show(page, world.link('cards=3&view=fair'));
      await page.getByRole('button', { name: 'Prove' }).click();
      await page.getByText('Proved unfair for 3 cards', { exact: true }).waitFor();
      await check();
      await paste(page.getByLabel('Decks, one a line'), Array.from({ length: 300 }, (_, i) => (i % 3 ? '1 2 3 4' : '2 1 4 3')).join('\n'));
      await page.getByRole('button', { name: 'Check decks' }).click();
      await page.getByRole('region', { name: 'Report' }).getByText('What was audited').waitFor();
      await check();
      assert.deepEqual(page.troubles, []);
      await page.context().close();
    });
  }
});

// Any address brings the same page again; a hostile one brings a message, never an empty page.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { VIEWS, open, random, settle, show, skip } from './support.mjs';

// FARO_STATES=500 takes minutes.
const STATES = Number(process.env.FARO_STATES ?? 100);
const HOSTILE = Math.ceil(0.4 * STATES);
const PAGES = 4;

describe('states', { skip }, () => {
  let world;
  before(async () => { world = await open(); });
  after(() => world?.close());

  /** What a person sees, without what fills in later. */
  const seen = (page) => page.evaluate(() => ({
    hash: location.hash,
    texts: ['#status', '#notice', '#command', '#numbers'].map((one) => document.querySelector(one).textContent),
    values: ['#cards', '#word', '#start', '#track', '#size'].map((one) => document.querySelector(one).value),
    view: document.querySelector('[role=tab][aria-selected=true]').textContent,
    deck: [...document.querySelectorAll('[role=list][aria-label=Deck] li')].filter((item) => item.checkVisibility()).map((item) => item.getAttribute('aria-label')).join(),
  }));

  async function each(states, check) {
    const queue = [...states.entries()];
    const failures = [];
    await Promise.all(Array.from({ length: PAGES }, async () => {
      const page = await world.page({ viewport: { width: 900, height: 700 } });
      for (let next = queue.shift(); next; next = queue.shift()) {
        try {
          await check(page, next[1]);
        } catch (error) {
          failures.push(`${next[1]}: ${error.message.slice(0, 600)}`);
        }
      }
    }));
    assert.deepEqual(failures.slice(0, 5), [], `${failures.length} of ${states.length}`);
  }

  test(`${STATES} random states reload to the same page`, async () => {
    const next = random(15);
    const pick = (values) => values[Math.floor(next() * values.length)];
    const words = ['in', 'out', 'out^2 in', 'cut:3', 'reverse', '(in out)^3', 'monge', 'in cut:1 out', 'deal:2', 'milk^-1', '(1 2)', 'naive', 'gsr'];
    const state = () => {
      const cards = pick([1, 2, 3, 4, 5, 8, 13, 16, 52, 52, 52, 54, 64, 104, 130, 1000, '1000000000000']);
      const view = pick(VIEWS);
      const parts = [`cards=${cards}`, `word=${encodeURIComponent(pick(words))}`, `times=${Math.floor(next() ** 3 * 200)}`, `view=${view}`];
      if (next() < 0.4) parts.push(`track=${[1, 2, 4].slice(0, 1 + Math.floor(next() * 3)).filter((card) => card <= Number(cards)).join(',')}`);
      if (next() < 0.2) parts.push(`start=${pick(['si-stebbins', 'mnemonica', 'numbers', 'AS,2S,3S', 'x,y'])}`);
      if (next() < 0.2) parts.push(`color=${pick(['start', 'cycle', 'mirror'])}`);
      if (next() < 0.2) parts.push(`sizes=${pick(['2..=40', '900..=1100'])}`);
      if (next() < 0.2) parts.push(`from=${1 + Math.floor(next() * 3)}`, 'to=2');
      if (next() < 0.2) parts.push(`riffles=${1 + Math.floor(next() * 12)}`);
      return parts.join('&');
    };
    await each(Array.from({ length: STATES }, state), async (page, one) => {
      await show(page, world.link(one));
      const before = await seen(page);
      await page.reload();
      await page.waitForSelector('body[data-ready]');
      await settle(page);
      assert.deepEqual(await seen(page), before);
    });
  });

  test(`${HOSTILE} hostile states bring a message`, async () => {
    const next = random(51);
    const pick = (values) => values[Math.floor(next() * values.length)];
    const bad = {
      cards: ['', '0', '-1', 'abc', '1.5', '9'.repeat(500), '10^99999', '<img src=x onerror=alert(1)>', '%00', 'NaN', '0x10', '[object Object]', '1e999'],
      word: ['', 'naiv', '(in', 'in)', 'cut:', 'in^', '^', 'x'.repeat(3000), '"><script>alert(1)</script>', '--help', '-h', 'in^99999999999999999999999 naiv', '((((', 'deal:0', '\u0000'],
      times: ['', '-3', 'abc', '1.5', '1e3', 'Infinity', '9'.repeat(500), '0x8'],
      track: ['0', '-1', 'a,b', '1,,x', '1;2', '9'.repeat(500)],
      start: ['nothing', 'AS,AS', 'AS,2S', '<b>', '\u0001', 'a'.repeat(3000)],
      view: ['', 'tables', '__proto__', 'constructor', 'TABLE', '../table'],
      sizes: ['1', 'a..b', '5..', '-5..=5'], color: ['red', '__proto__'], riffles: ['x', '-1'], nonsense: ['1'], constructor: ['1'], toString: ['1'],
    };
    const state = () => {
      const parts = { cards: '52', word: 'out', times: '3', view: pick(VIEWS) };
      const key = pick(Object.keys(bad));
      parts[key] = pick(bad[key]);
      if (key === 'start' || key === 'word') parts.view = 'table';
      const raw = next() < 0.2;
      return Object.entries(parts).map(([name, value]) => `${name}=${raw ? value.replace(/[&#\u0000-\u001f]/g, '%zz') : encodeURIComponent(value)}`).join('&');
    };
    await each(Array.from({ length: HOSTILE }, state), async (page, one) => {
      await show(page, world.link(one));
      const { texts, view } = await seen(page);
      const [status, notice, command, numbers] = texts;
      assert.ok(notice.length > 10 && notice.length < 2000, `no message: ${notice.slice(0, 100)}`);
      assert.ok(status && command && numbers && view, 'an empty page');
      assert.ok(!page.troubles.some((trouble) => !trouble.startsWith('Failed to load resource')), page.troubles.join());
      assert.equal(await page.locator('#notice img, #notice script, #view img').count(), 0);
    });
  });
});

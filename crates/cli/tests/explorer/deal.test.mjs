// "Was this deal what was committed to?": the page says what `faro verify` says, and keeps the seeds to itself.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PROGRAM, faro, numbers, open, said, saved, settle, show, skip, status, urlOf } from './support.mjs';

const SEED = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const HAND = { scheme: 'duel-video-poker', commitment: '107cca7f92491e65e438a779d79dd253a16ccfef10d5ce5d31d2bcbb3ff22f7b',
  server: '2424d436197860c90bad4022573f14eab6c9da3dcc2d50e57ad7d52357f0fdc9', client: 'cpc4ihmPtvpHpapv', nonce: '10', dealt: 'KC 8S AC 5H QC' };
const LABELS = { commitment: 'Commitment', server: 'Server seed', client: 'Client seed', nonce: 'Hand number', dealt: 'Cards that were dealt' };
const DEAL = 'cards=52&view=fair&question=deal';

describe('deal', { skip }, () => {
  let world;
  let page;
  let record;
  before(async () => {
    world = await open();
    page = await world.page();
    record = faro('deal', '--client-seed', 'anna', '--server-seed', SEED, '--reveal');
  });
  after(() => world?.close());

  const verdict = () => page.locator('.finding .verdict');
  const word = () => verdict().locator('.big-word').textContent();

  /** What the program says of a record on its standard input: its result, or the line of its error. */
  function verified(text, ...options) {
    const { stdout, stderr } = spawnSync(PROGRAM, ['verify', '--deal', '-', '--format', 'json', ...options], { input: text, encoding: 'utf8' });
    return stdout ? JSON.parse(stdout) : { error: stderr };
  }

  async function check(text) {
    await show(page, world.link(DEAL));
    await page.getByLabel('Scheme').selectOption('');
    await page.getByLabel('Record of the deal').fill(text);
    await page.getByRole('button', { name: 'Check record' }).click();
    await verdict().locator('.big-word').waitFor();
    await settle(page);
  }

  /** The page says what the program says of the same record. */
  async function agrees(text, expected) {
    await check(text);
    const { verified: is, result, faces, scheme } = verified(text);
    assert.equal(is, expected);
    assert.equal(await word(), expected ? 'Verified' : 'Not verified');
    assert.equal(await status(page), `${result}; the scheme ${scheme.name} is ${scheme.grade}`);
    const shown = await page.getByRole('list', { name: 'Cards by the seeds' }).locator('li').evaluateAll((items) => items.map((item) => item.firstChild.textContent));
    assert.deepEqual(shown, faces);
    assert.deepEqual((await numbers(page)).slice(1), scheme.findings.map(({ finding, grade, sentence, cure }) => [finding, grade, sentence, cure ?? '–']));
    assert.equal(await verdict().locator('.checks li').count(), scheme.checks.length);
  }

  test('the question is a button of the view, and an address', async () => {
    await show(page, world.link('cards=52&view=fair'));
    const [audit, deal] = ['Is a shuffle fair?', 'Was this deal what was committed to?'].map((name) => page.getByRole('button', { name }));
    assert.equal(await audit.getAttribute('aria-pressed'), 'true');
    await deal.focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Record of the deal').waitFor();
    await settle(page);
    assert.equal(await deal.getAttribute('aria-pressed'), 'true');
    assert.match(await urlOf(page), /question=deal/);
    await page.goBack();
    await page.getByLabel('Decks, one a line').waitFor();
  });

  test('the examples are a deal of the program, and one that was forged', async () => {
    await show(page, world.link(DEAL));
    for (const [name, is, said] of [['Try an example', true, /^verified/], ['Try a forged one', false, /^not verified: card 1 is 24 by the seeds, and 1 was dealt/]]) {
      await page.getByRole('button', { name }).click();
      await page.getByRole('status').filter({ hasText: said }).waitFor();
      assert.equal(verified(await page.getByLabel('Record of the deal').inputValue()).verified, is);
    }
  });

  test('a right record', async () => agrees(JSON.stringify(record), true));

  test('a wrong card is named and marked', async () => {
    const deck = [...record.deck];
    [deck[3], deck[9]] = [deck[9], deck[3]];
    await agrees(JSON.stringify({ ...record, deck }), false);
    assert.match(await status(page), /^not verified: card 4 is 39 by the seeds, and 23 was dealt/);
    assert.deepEqual(await verdict().locator('.dealt .wrong').allTextContents(), ['39 by the seeds, dealt: 23']);
  });

  test('a wrong commitment', async () => {
    await agrees(JSON.stringify({ ...record, commitment: `0${record.commitment.slice(1)}` }), false);
    assert.match(await status(page), /^not verified: the server seed is not the one that was committed to/);
  });

  test('base64, upper-case digits, spaces and a mark of byte order', async () => {
    const base64 = (hex) => Buffer.from(hex, 'hex').toString('base64');
    await agrees(JSON.stringify({ ...record, server: base64(SEED), commitment: ` ${base64(record.commitment)}\n` }), true);
    await agrees(`\ufeff  ${JSON.stringify({ ...record, server: SEED.toUpperCase(), commitment: `0x${record.commitment.toUpperCase()}` }, null, 1)}\r\n`, true);
  });

  test('a missing reveal, a missing commitment and nonsense cannot be checked, in one sentence that names no option', async () => {
    const { server, commitment, ...rest } = record;
    for (const [text, expected] of [
      [JSON.stringify({ ...rest, commitment }), /the server seed is missing/i],
      [JSON.stringify({ ...rest, server }), /the commitment is missing/i],
      [JSON.stringify({ ...record, commitment: '12' }), /^Commitment is '12': expected 64 hexadecimal digits/],
      [JSON.stringify({ ...record, nonce: -1 }), /^Hand number is '-1': expected a whole number/],
      [JSON.stringify({ ...record, deck: 7 }), /'deck' is not a list of cards/],
      [JSON.stringify({ ...record, deck: [24, 'joker'] }), /card 2 of the deal, 'joker', is not in this deck/i],
      [JSON.stringify({ ...record, scheme: '/etc/passwd' }), /^Scheme is '\/etc\/passwd': expected one of faro-deal-1/],
      ['{"a": 1}', /there is no field 'a' in a record of a deal/i],
      ['{"server": ', /^This JSON cannot be read: .* at line 1 column/],
      ['nonsense', /this is not TOML/i],
      ['\u0000\ud800', /this is not TOML/i],
    ]) {
      assert.match(verified(text).error ?? '', /^error: /, text);
      await check(text);
      assert.equal(await word(), 'Could not be checked');
      const said = await verdict().locator('.reason').textContent();
      assert.match(said, expected);
      assert.doesNotMatch(said, /--[a-z]|\n|standard input/);
      assert.equal(said.includes(SEED), false);
    }
    await check('{ }');
    assert.equal(await word(), 'Nothing was compared');
    await show(page, world.link(DEAL));
    await page.getByLabel('Record of the deal').fill(' ');
    await page.getByRole('button', { name: 'Check record' }).click();
    await said(page, /^There is no record/);
  });

  test('the parts of a deal by keyboard alone, with a scheme that is chosen', async () => {
    await show(page, world.link(DEAL));
    await page.getByLabel('Scheme').selectOption(HAND.scheme);
    await page.getByLabel(LABELS.commitment).focus();
    for (const name of ['commitment', 'server', 'client', 'nonce']) {
      assert.equal(await page.evaluate(() => document.activeElement.labels[0].firstChild.textContent), LABELS[name]);
      await page.keyboard.type(HAND[name]);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Tab');
    await page.keyboard.type(HAND.dealt);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await said(page, /^verified: the server seed was committed to, and 5 cards come from the seeds; the scheme duel-video-poker is weak$/);
    const { scheme, ...rest } = HAND;
    const { scheme: judged } = verified(JSON.stringify(rest), '--scheme', scheme);
    assert.deepEqual(await verdict().locator('.findings strong').allTextContents(), judged.findings.map(({ grade }) => grade));
    assert.equal(await page.locator('#command').textContent(), 'faro verify --deal deal.json --scheme duel-video-poker');
  });

  test('each scheme of the list is one that the program knows, and is judged without a deal', async () => {
    await show(page, world.link(DEAL));
    const names = (await page.getByLabel('Scheme').locator('option').evaluateAll((options) => options.map(({ value }) => value))).filter(Boolean);
    const { stderr } = spawnSync(PROGRAM, ['verify', '--print', 'nobody'], { encoding: 'utf8' });
    assert.deepEqual(names, stderr.trim().split('expected one of ')[1].split(', '));
    for (const name of names) {
      await page.getByLabel('Scheme').selectOption(name);
      await page.getByRole('button', { name: 'Judge the scheme' }).click();
      await said(page, `The scheme is ${faro('verify', '--scheme', name).scheme.grade}`);
      await verdict().getByText(`The scheme ${name} is`).waitFor();
    }
  });

  test('no seed is in an address, a link, a command, a file or the storage of the browser', async () => {
    await agrees(JSON.stringify(record), true);
    const addresses = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.getByRole('button', { name: 'Check record' }).click();
    await settle(page);
    const { bytes } = await saved(page, () => page.getByRole('button', { name: 'Save numbers' }).click());
    const kept = await page.evaluate(() => [location.href, document.title, JSON.stringify(history.state), JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }),
      document.querySelector('#command').textContent, document.querySelector('#panel').textContent, ...performance.getEntries().map(({ name }) => name)]);
    kept.push(bytes.toString(), ...addresses);
    for (const text of kept) assert.ok(!text.includes(SEED), text.slice(0, 200));
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    assert.equal(await page.getByLabel('Record of the deal').inputValue(), '');
  });

  for (const [colorScheme, width] of [['light', 1440], ['dark', 390]]) {
    test(`accessible, ${colorScheme}, ${width} px`, async () => {
      const other = await world.page({ colorScheme, viewport: { width, height: 844 } });
      await show(other, world.link(DEAL));
      const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
      for (const deck of [null, record.deck, [1, 2]]) {
        if (deck) {
          await other.getByLabel('Record of the deal').fill(JSON.stringify({ ...record, deck }));
          await other.getByRole('button', { name: 'Check record' }).click();
          await said(other, deck === record.deck ? /^verified/ : /^not verified/);
        }
        await other.evaluate(axe);
        const { violations } = await other.evaluate(() => axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }));
        assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`), []);
        assert.ok(await other.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      }
      assert.deepEqual(other.troubles, []);
      await other.context().close();
    });
  }

  test('nothing was reported as an error', () => assert.deepEqual(page.troubles.filter((text) => !/Failed to load/.test(text)), []));
});

// The package against known facts, and its command line against itself. Without the program the tests are skipped.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const skip = existsSync(here('../made/faro.wasm')) ? false : 'JavaScript package: make it first (just web; node js/build.mjs)';
if (skip && process.env.FARO_SKIPPED) appendFileSync(process.env.FARO_SKIPPED, `${skip}\n`);
const faro = skip ? {} : await import('../index.js');

const swap = (deck, i, j) => { [deck[i], deck[j]] = [deck[j], deck[i]]; };
const below = (n) => Math.floor(Math.random() * n);
const fisherYates = (deck) => { for (let i = deck.length - 1; i > 0; i -= 1) swap(deck, i, below(i + 1)); };
const naive = (deck) => { for (let i = 0; i < deck.length; i += 1) swap(deck, i, below(deck.length)); };

describe('faro-shuffle', { skip }, () => {
  test('orders, small and large', async () => {
    assert.equal(await faro.order(52, 'out'), 8);
    assert.equal(await faro.order(52, 'in'), 52);
    // Multiplicative orders of 2, by repeated doubling.
    for (const cards of [8, 20, 54, 104]) {
      let [order, power] = [1, 2 % (cards - 1)];
      for (; power !== 1; power = (2 * power) % (cards - 1)) order += 1;
      assert.equal(await faro.order(cards, 'out'), order);
    }
    const modulus = 10n ** 30n + 1n;
    const large = await faro.order(modulus - 1n, 'in');
    assert.equal(typeof large, 'bigint');
    let [base, power] = [2n, 1n];
    for (let left = large; left > 0n; left >>= 1n) {
      if (left & 1n) power = (power * base) % modulus;
      base = (base * base) % modulus;
    }
    assert.equal(power, 1n);
  });

  test('all commands, as JSON', async () => {
    const { rows } = await faro.ask(['mix', '52', '--riffles', '5..=7']);
    // Bayer and Diaconis 1992, table 1.
    assert.deepEqual(rows.map(({ total_variation: distance }) => distance.toFixed(3)), ['0.924', '0.614', '0.334']);
    assert.equal((await faro.ask(['deck', 4, 'out'])).states[0].deck.join(), '1,3,2,4');
    assert.equal((await faro.ask(['audit'], { input: '1 2\n2 1\n' })).decks, 2);
  });

  test('what is wrong is said in the words of the program', async () => {
    await assert.rejects(faro.order(52, 'ouut'), (error) => error instanceof faro.FaroError && /^invalid value 'ouut'/.test(error.message));
    await assert.rejects(faro.order(0, 'out'), faro.FaroError);
    await assert.rejects(faro.ask(['oder', '52']), /order/);
    await assert.rejects(faro.auditShuffle(fisherYates, { cards: 1 }), /cards is 1: expected a whole number from 2 to 512/);
    await assert.rejects(faro.auditShuffle(() => 7), /the shuffle returned number/);
    // A shuffle that loses cards, repeats one, or makes another deck is not judged.
    for (const [wrong, why] of [[(deck) => deck.slice(2), /a deck of 50 of the 52 cards/], [(deck) => { deck.pop(); }, /a deck of 51/],
      [(deck) => deck.map((card) => card + 1), /with 53 at position 52/], [(deck) => deck.fill(7), /with 7 at position 2/]]) {
      for (const judge of [faro.auditShuffle, faro.assertFair]) await assert.rejects(judge(wrong, { decks: 100 }), (error) => error instanceof faro.FaroError && why.test(error.message));
    }
    await assert.rejects(faro.proveShuffle((deck) => deck.slice(1), { cards: 4 }), faro.FaroError);
  });

  test('audits: a fair shuffle and a naive one', async () => {
    assert.equal((await faro.auditShuffle(naive, { cards: 10, decks: 4000 })).verdict, 'unfair');
    assert.equal((await faro.auditShuffle(fisherYates, { cards: 10, decks: 2000, alpha: 1e-9 })).verdict, 'fair');
    await assert.rejects(faro.assertFair(naive, { cards: 16, decks: 4000 }), (error) => error.name === 'UnfairError' && /unfair: .*likeliest cause: .*cure: /.test(error.message) && error.report.verdict === 'unfair');
    assert.equal((await faro.assertFair((deck) => { fisherYates(deck); return deck; }, { cards: 10, decks: 2000, alpha: 1e-9 })).verdict, 'fair');
  });

  test('proofs: the law of each shuffle, and nothing stays replaced', async () => {
    const before = [Math.random, Date, performance.now, crypto.getRandomValues, Array.prototype.sort];
    const proof = await faro.proveShuffle(naive, { cards: 3 });
    assert.equal(proof.verdict, 'proved unfair');
    // 27 equally likely choices and 6 orders.
    const counts = {};
    for (let i = 0; i < 27; i += 1) { const deck = [1, 2, 3]; [i % 3, Math.floor(i / 3) % 3, Math.floor(i / 9)].forEach((j, at) => swap(deck, at, j)); counts[deck] = (counts[deck] ?? 0) + 1; }
    assert.deepEqual(Object.fromEntries(proof.orders.map(({ deck, probability }) => [deck, Math.round(27 * probability)])), counts);
    assert.match((await faro.proveShuffle(fisherYates)).verdict, /^(proved fair|fair up to)$/);
    await assert.rejects(faro.proveShuffle((deck) => { swap(deck, 0, Date.now() % deck.length); }), /clock/);
    assert.deepEqual([Math.random, Date, performance.now, crypto.getRandomValues, Array.prototype.sort], before);
    assert.ok(!('typed' in globalThis) && Math.random() !== Math.random());
  });

  test('on the command line', () => {
    const run = (args, input) => spawnSync(process.execPath, [here('../bin.js'), ...args], { encoding: 'utf8', input });
    const { stdout, status } = run(['order', '52', 'out']);
    assert.equal(status, 0);
    assert.match(stdout, /^8\nAfter 8 shuffles/);
    const wrong = run(['order', '52', 'ouut']);
    assert.deepEqual([wrong.status, wrong.stdout], [2, '']);
    assert.match(wrong.stderr, /^error: invalid value 'ouut'/);
    assert.equal(JSON.parse(run(['audit', '--format', 'json'], '1 2\n2 1\n').stdout).decks, 2);
  });
});

// "Prove" in the page: the law of a typed shuffle is that of `faro prove` for the same code in Node.js, or it is refused.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { PROGRAM, faro, isFirefox, numbers, open, settle, show, skip, status } from './support.mjs';

const swaps = (head, pick) => `function shuffle(deck) { for (${head}) { const j = ${pick}; [deck[i], deck[j]] = [deck[j], deck[i]]; } return deck; }`;
const down = 'let i = deck.length - 1; i > 0; i--';
const below = (n) => `Math.floor(Math.random() * ${n})`;

const SHUFFLES = {
  naive: swaps('let i = 0; i < deck.length; i++', below('deck.length')),
  'Fisher–Yates': swaps(down, below('(i + 1)')),
  Sattolo: swaps(down, below('i')),
  'an insertion sort with a coin': `function shuffle(deck) { const compare = () => Math.random() - 0.5;
    for (let i = 1; i < deck.length; i++) for (let j = i; j > 0 && compare(deck[j - 1], deck[j]) > 0; j--) [deck[j - 1], deck[j]] = [deck[j], deck[j - 1]];
    return deck; }`,
  'inside out': `function shuffle(deck) { const made = []; for (let i = 0; i < deck.length; i++) { const j = ${below('(i + 1)')}; made[i] = made[j]; made[j] = deck[i]; } return made; }`,
  'words modulo n': swaps(down, 'crypto.getRandomValues(new Uint32Array(1))[0] % (i + 1)'),
  'keys that are sorted': 'function shuffle(deck) { return deck.map((card) => [Math.random(), card]).sort((a, b) => a[0] - b[0]).map(([, card]) => card); }',
  'a biased coin': 'function shuffle(deck) { if (Math.random() < 0.3) deck.reverse(); return deck; }',
  'one card on top': `function shuffle(deck) { deck.unshift(deck.splice(${below('deck.length')}, 1)[0]); return deck; }`,
};

/** Code that has no law, or none that can be followed. */
const REFUSED = {
  'a seed from the clock': ['function shuffle(deck) { if (Date.now() % 2) deck.reverse(); return deck; }', /clock/],
  'a date': ['function shuffle(deck) { if (new Date().getMilliseconds() % 2) deck.reverse(); return deck; }', /clock/],
  'a timer': ['function shuffle(deck) { if (performance.now() % 2 < 1) deck.reverse(); return deck; }', /clock/],
  'memory of the last run': ['let turn = 0; function shuffle(deck) { turn += 1; if (turn % 2) deck.reverse(); return deck; }', /same choices/],
  'memory of many runs': ['let turn = 0; function shuffle(deck) { turn += 1; if (Math.random() < 0.5 && turn > 3000) deck.reverse(); return deck; }', /same choices|compared/],
  'a generator of its own': ['let seed = 1; function shuffle(deck) { seed = (seed * 16807) % 2147483647; if (seed % 2) deck.reverse(); return deck; }', /same choices/],
  'a rare memory without draws': ['let turn = 0; function shuffle(deck) { turn += 1; if (turn % 5000 === 0) deck.reverse(); return deck; }', /same choices/],
  'a rare memory beside small draws': ['let turn = 0; function shuffle(deck) { turn += 1; const [coin] = crypto.getRandomValues(new Uint8Array(1)); if (coin > 127 || turn % 5000 === 0) deck.reverse(); return deck; }', /same choices|compared/],
  'a draw before the shuffle': ['const coin = Math.random(); function shuffle(deck) { if (coin < 0.5) deck.reverse(); return deck; }', /outside of shuffle/],
  'a loop that may never end': ['function shuffle(deck) { while (Math.random() < 0.5); return deck; }', /more than \d+ (draws|sequences)/],
  'draws that are added': ['function shuffle(deck) { if (Math.random() + Math.random() < 0.7) deck.reverse(); return deck; }', /compared/],
  'keys one of which has a threshold': ['function shuffle(deck) { const keys = deck.map(() => Math.random()); if (keys[0] < 0.003) return deck; return deck.map((card, i) => [keys[i], card]).sort((a, b) => a[0] - b[0]).map(([, card]) => card); }', /compared/],
  'too many choices': [swaps('let i = 0; i < 12; i++', below('deck.length')).replaceAll('deck[i]', 'deck[i % deck.length]'), /more than \d+ sequences/],
  'a caught refusal': ['function shuffle(deck) { try { Date.now(); } catch { } return deck; }', /clock/],
  'a promise': ['async function shuffle(deck) { return deck; }', /expected a deck/],
  'no deck': ['function shuffle(deck) { return [1, 1, 2]; }', /missing|expected/],
  'an error': ['function shuffle(deck) { throw new Error("no cards"); }', /no cards/],
  'no shuffle': ['const other = 1;', /no function named shuffle/],
  'no code': ['function shuffle(deck) {', isFirefox ? /expected expression/ : /Unexpected/],
};

describe('proof', { skip }, () => {
  let world;
  let page;
  let folder;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'faro-'));
    writeFileSync(join(folder, 'faro_choices.js'), execFileSync(PROGRAM, ['prove', '--adapter', 'javascript']));
    world = await open();
    page = await world.page();
  });
  after(async () => { await world?.close(); rmSync(folder, { recursive: true, force: true }); });

  async function prove(code, cards) {
    await show(page, world.link(`cards=${cards}&view=fair`));
    await page.getByLabel('JavaScript').fill(code);
    await page.getByRole('button', { name: 'Prove' }).click();
    await page.locator('.verdict .big-word').filter({ hasText: /^(Proved|Fair|Not decided|This cannot)/ }).waitFor();
    await settle(page);
  }

  function proveInNode(code, cards, ...options) {
    const file = join(folder, 'shuffle.js');
    writeFileSync(file, `const { serve } = require('./faro_choices.js');\n${code}\nserve((cards) => shuffle(Array.from({ length: cards }, (_, i) => i)));\n`);
    return faro('prove', '--cards', String(cards), ...options, '--', 'node', file);
  }

  for (const [name, code] of Object.entries(SHUFFLES)) {
    for (const cards of [3, 4, 5, 6]) {
      // Through a pipe 46,656 runs of the naive swap take minutes; its law of 6 cards is known without.
      const slow = name === 'naive' && cards > 5;
      test(`${name}, ${cards} cards`, async () => {
        await prove(code, cards);
        const orders = (await numbers(page)).slice(1);
        const law = slow ? faro('law', '--cards', String(cards), '--shuffle', 'naive') : proveInNode(code, cards);
        const shown = law.orders.slice(0, orders.length - (law.orders.length > 400 ? 1 : 0));
        if (slow) shown.forEach(({ deck, probability }, i) => assert.ok(orders[i][0] === deck.join(' ') && Math.abs(orders[i][1] - probability) < 1e-15, orders[i].join()));
        else shown.forEach(({ deck, probability, exact }, i) => assert.deepEqual(orders[i], [deck.join(' '), String(probability), exact]));
        assert.ok((await status(page)).startsWith(slow ? 'proved unfair' : law.verdict));
      });
    }
  }

  // Engines compare in different orders, so Node.js is no oracle: all sequences of coins are tried here instead.
  for (const cards of [3, 4, 5, 6]) {
    test(`the browser's sort with a coin, ${cards} cards`, async () => {
      await prove('function shuffle(deck) { return deck.sort(() => Math.random() - 0.5); }', cards);
      const orders = (await numbers(page)).slice(1);
      const expected = await page.evaluate((n) => {
        const most = 15;
        const sort = new Proxy(Array.prototype.sort, {});
        const counts = {};
        for (let coins = 0; coins < 2 ** most; coins += 1) {
          let used = 0;
          const compare = () => { used += 1; return ((coins >> (used - 1)) & 1) - 0.5; };
          const deck = sort.call(Array.from({ length: n }, (_, i) => i + 1), compare).join(' ');
          if (used > most) throw new Error(`${used} comparisons`);
          counts[deck] = (counts[deck] ?? 0) + 2 ** -most;
        }
        return counts;
      }, cards);
      // In Firefox, the probabilities differ by up to 1e-16. Why is not known.
      const near = isFirefox ? 1e-14 : 0;
      for (const [deck, probability] of orders.slice(0, 400)) assert.ok(Math.abs(Number(probability) - (expected[deck] ?? 0)) <= near, deck);
    });
  }

  for (const [name, [code, why]] of Object.entries(REFUSED)) {
    test(`refused: ${name}`, async () => {
      await prove(code, 3);
      assert.equal(await page.locator('.verdict .big-word').textContent(), 'This cannot be judged');
      assert.match(await page.locator('.verdict .reason').textContent(), why);
    });
  }

  test('why three cards cannot be even is said in whole numbers, and another size asks for another proof', async () => {
    const text = () => page.locator('.verdict').textContent();
    await prove(SHUFFLES.naive, 3);
    const counts = faro('law', '--cards', '3', '--shuffle', 'naive').orders.map(({ probability }) => Math.round(probability * 27));
    assert.match(await text(), new RegExp(`27 ways, equally likely up to the rounding of random numbers. There are 6 orders, and 27 cannot be divided by 6.*in ${Math.max(...counts)} of the ways, others in ${Math.min(...counts)}`));
    await page.getByLabel('Cards', { exact: true }).fill('4');
    await page.getByText('You changed the deck to 4 cards: press Prove again').waitFor();
    assert.doesNotMatch(await text(), /at most 6|too many/);
    for (const [name, cards] of [['Sattolo', 3], ['a biased coin', 3], ['Fisher–Yates', 4], ['the words', 3]]) {
      await prove(SHUFFLES[name] ?? SHUFFLES['words modulo n'], cards);
      assert.equal(/divided/.test(await text()), name === 'Sattolo', name);
    }
  });

  test('larger decks are proved for six cards, and runs of a broken page are no law', async () => {
    await prove(SHUFFLES['Fisher–Yates'], 52);
    assert.match(await status(page), /^fair up to: a shuffle of 6 cards, by 720 sequences.*; 52 cards are not proved$/);
    const verdict = page.locator('.verdict .big-word');
    assert.equal(await verdict.textContent(), 'Fair for 6 cards only');
    assert.equal(await verdict.evaluate((word) => word.classList.contains('good')), false);
    const told = await page.locator('.verdict').textContent();
    assert.match(told, /This is a proof for 6 cards, and nothing is proved for your deck of 52 cards/);
    assert.match(told, /faro prove --certify --cards 52 -- node shuffle\.js/);
    assert.equal(proveInNode(SHUFFLES['Fisher–Yates'], 52, '--certify', '--samples', '1000').verdict, 'fair up to');
    const refused = await page.evaluate(async () => {
      const { send } = await import('./engine.js');
      return send('prove', '0 0:1:2 | 1 2\n', { cards: 2, recorded: true }).catch(({ message }) => message);
    });
    assert.match(refused, /some are missing/);
    assert.deepEqual(page.troubles.filter((text) => !/Failed to load/.test(text)), []);
  });
});

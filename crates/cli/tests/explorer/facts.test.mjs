// What the page says is what the program prints.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { deckNames, facts, faro, numbers, open, said, settle, show, skip, status, urlOf } from './support.mjs';

describe('facts', { skip }, () => {
  let world;
  let page;
  before(async () => { world = await open(); page = await world.page(); });
  after(() => world?.close());
  const go = (state) => show(page, world.link(state));
  const shuffle = (cards, word) => ['--cards', String(cards), '--shuffle', word];

  for (const [cards, word, times] of [[52, 'out', 8], [52, 'in', 26], [52, 'in', 52], [51, 'in', 3], [53, 'out', 5], [8, 'out', 2], [54, 'in', 7],
    [12, 'cut:5', 3], [13, 'deal:3', 2], [52, 'out^3 in cut:4', 1], [52, 'monge', 12], [20, '(in out)^2 reverse', 2], [104, 'in', 9], [300, 'out', 4]]) {
    test(`table: ${cards} cards, ${word}, ${times} times`, async () => {
      await go(`cards=${cards}&word=${encodeURIComponent(word)}&times=0&view=table`);
      const first = await deckNames(page);
      await go(`cards=${cards}&word=${encodeURIComponent(word)}&times=${times}&view=table`);
      const order = faro('order', ...shuffle(cards, word));
      const deck = faro('deck', ...shuffle(cards, word), '--times', String(times)).states[0].deck;
      const seen = await facts(page);
      assert.equal(seen.order, String(order.order));
      assert.equal(seen['reversed after'], String(order.reversed_after ?? '–'));
      assert.equal(seen.modulus, String(order.modulus ?? '–'));
      assert.deepEqual(await deckNames(page), deck.map((card) => first[card - 1]));
      assert.deepEqual(deck.map((_, i) => Number.parseInt(seen[`place ${i + 1}`], 10)), deck);
    });
  }

  /** The colours of the canvas near the feet of the places of the deck, and those of the cards, also right after the slider moved
   * to `times`: a moment later the list is back. */
  const feet = (wide, cards, times = null) => wide.evaluate(async ([deck, moved]) => {
    const { palette } = await import('./color.js');
    if (moved) {
      const slider = document.querySelector('.scrub');
      slider.value = moved;
      slider.dispatchEvent(new Event('input'));
      await new Promise((done) => { setTimeout(done, 0); });
    }
    const canvas = document.querySelector('canvas.drawn');
    const [box, context, ratio] = [canvas.getBoundingClientRect(), canvas.getContext('2d'), canvas.width / canvas.clientWidth];
    const color = (x, y) => `#${[...context.getImageData(Math.round((x - box.left) * ratio), Math.round((y - box.top) * ratio), 1, 1).data].slice(0, 3).map((c) => c.toString(16).padStart(2, '0')).join('')}`;
    const colors = palette(deck.length);
    return [[...document.querySelectorAll('.deck li')].map((item) => {
      const { left, width: side, bottom, height } = item.getBoundingClientRect();
      return color(left + side / 2, bottom - (moved ? 0.08 * height + 3 : 2));
    }), deck.map((card) => colors[card])];
  }, [cards, times]);

  for (const width of [390, 1440]) {
    test(`table: the cards of a large deck are drawn at their places, ${width} px`, async () => {
      const wide = await world.page({ viewport: { width, height: 900 } });
      await show(wide, world.link('cards=300&word=out&times=4&track=9&view=table'));
      const { deck } = faro('deck', ...shuffle(300, 'out'), '--times', '4').states[0];
      const [seen, expected] = await feet(wide, deck);
      assert.deepEqual(seen, expected);
      assert.deepEqual(await wide.locator('.deck .pinned button').evaluateAll((pinned) => pinned.map((one) => one.getAttribute('aria-label'))), ['9']);
      await wide.context().close();
    });

    test(`table: while the slider moves the cards are drawn, and then they are the list's, ${width} px`, async () => {
      const wide = await world.page({ viewport: { width, height: 900 } });
      await show(wide, world.link('cards=52&word=in&times=0&track=9&view=table'));
      const first = await deckNames(wide);
      const slider = wide.getByRole('slider', { name: 'Times' });
      // The file that draws comes with the first movement.
      await slider.fill('1');
      await wide.evaluate(() => import('./drawn.js'));
      const { deck } = faro('deck', ...shuffle(52, 'in'), '--times', '7').states[0];
      const [seen, expected] = await feet(wide, deck, '7');
      assert.deepEqual(seen, expected);
      await wide.locator('canvas.drawn').waitFor({ state: 'hidden' });
      assert.deepEqual(await deckNames(wide), deck.map((card) => first[card - 1]));
      assert.deepEqual(await wide.locator('.deck .pinned button').evaluateAll((pinned) => pinned.map((one) => one.parentElement.getAttribute('aria-label'))), [first[8]]);
      await wide.context().close();
    });
  }

  test('table: the moves of a routine one by one', async () => {
    await go('cards=52&word=out+in+cut:4&times=0&view=table');
    await page.getByRole('button', { name: 'in, move 2' }).click();
    await said(page, /^after 2 moves of “out in cut:4”:/);
    const seen = await facts(page);
    const { deck } = faro('deck', ...shuffle(52, 'out in')).states[0];
    assert.deepEqual(deck.map((_, i) => Number.parseInt(seen[`place ${i + 1}`], 10)), deck);
    assert.match(await urlOf(page), /step=2/);
  });

  test('table: what is seen is said', async () => {
    await go('cards=52&word=in&times=26&view=table');
    assert.equal(await status(page), 'after 26 of 52 in-shuffles: the deck is reversed');
    await go('cards=52&word=out&times=8&view=table');
    assert.equal(await status(page), 'after 8 of 8 out-shuffles: the deck is back in its first order');
  });

  test('table: a named stack, and the faces of a new deck', async () => {
    const stacks = faro('list', 'stacks');
    const { cards } = stacks.find(({ name }) => name === 'mnemonica');
    await go('cards=52&word=out&times=0&start=mnemonica&view=table');
    const suits = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' };
    const ranks = { A: 'ace', J: 'jack', Q: 'queen', K: 'king' };
    const name = (code) => `${ranks[code.slice(0, -1)] ?? code.slice(0, -1)} of ${suits[code.at(-1)]}`;
    assert.deepEqual(await deckNames(page), cards.map(name));
    assert.ok((await page.getByText('this is mnemonica').count()) > 0);
  });

  for (const [cards, word, card] of [['1000000000000000000', 'in', '1'], ['1000000000000', 'out', '7'], ['999999999999999999999', 'out', '5']]) {
    test(`table: ${cards} cards, ${word}`, async () => {
      await go(`cards=${cards}&word=${word}&times=3&track=${card}&view=table`);
      const seen = await facts(page);
      const order = faro('order', '--cards', cards, '--kind', word);
      assert.equal(seen.order, String(order.order));
      for (const times of [3, 20, 43]) {
        const { position } = faro('where', '--cards', cards, '--kind', word, '--card', card, '--times', String(times));
        assert.equal(seen[`card ${card} after ${times}`], String(position));
      }
      for (const { length, count } of faro('cycles', '--cards', cards, '--kind', word).cycle_type) assert.equal(seen[`cycles of length ${length}`], String(count));
    });
  }

  for (const [cards, word] of [[8, 'out'], [52, 'in'], [10, 'in cut:3']]) {
    test(`history: ${cards} cards, ${word}`, async () => {
      const order = Number(faro('order', ...shuffle(cards, word)).order);
      const { states } = faro('deck', ...shuffle(cards, word), '--each');
      await go(`cards=${cards}&word=${encodeURIComponent(word)}&times=${order}&view=history`);
      const rows = (await numbers(page)).slice(1).map((row) => row.map(Number));
      const moves = word.split(' ').length;
      states.forEach(({ times, deck }) => assert.deepEqual(rows.find(([row]) => row === times * moves).slice(1), deck));
    });
  }

  for (const [cards, word] of [[52, 'out'], [52, 'in'], [8, 'out'], [30, 'milk'], ['1000000000000000000', 'in']]) {
    test(`cycles: ${cards} cards, ${word}`, async () => {
      await go(`cards=${cards}&word=${word}&times=1&view=cycles`);
      const report = faro('cycles', ...shuffle(cards, word));
      const seen = await facts(page);
      assert.equal(seen.order, String(report.order));
      assert.equal(seen.sign, String(report.sign));
      for (const { length, count } of report.cycle_type) assert.equal(seen[`cycles of length ${length}`], String(count));
      (report.cycles ?? []).forEach((cycle, i) => assert.equal(seen[`cycle ${i + 1}`], `(${cycle.join(' ')})`));
    });
  }

  for (const [low, high] of [[2, 60], [1000, 1200], [1000000, 1000050]]) {
    test(`orders: ${low} to ${high} cards`, async () => {
      await go(`cards=52&word=out&times=0&sizes=${low}..=${high}&view=orders`);
      const rows = (await numbers(page)).slice(1);
      for (const { cards, kind, order } of faro('sweep', '--cards', `${low}..=${high}`, '--kind', 'both')) {
        assert.equal(rows[cards - low][kind === 'out' ? 1 : 2], String(order));
      }
    });
  }

  test('cycles: the wheels have the faces of the start', async () => {
    const first = () => page.locator('.wheels [data-card="1"] title').textContent();
    await go('cards=52&word=out&times=0&view=cycles');
    assert.equal(await first(), 'ace of hearts');
    await go('cards=52&word=out&times=0&start=mnemonica&view=cycles');
    assert.equal(faro('list', 'stacks').find(({ name }) => name === 'mnemonica').cards[0], '4C');
    assert.equal(await first(), '4 of clubs');
  });

  test('routes: all places of 52 cards', async () => {
    await go('cards=52&word=out&times=0&from=1&to=20&view=routes');
    const rows = (await numbers(page)).slice(1);
    assert.equal(rows.length, 52);
    for (const to of [1, 2, 20, 26, 33, 52]) {
      const { word, length } = faro('route', '--cards', '52', '--from', '1', '--to', String(to));
      assert.deepEqual(rows[to - 1].slice(0, 3), [`1 to ${to}`, word, String(length)]);
    }
  });

  test('routes: the way is done on the table, where its card is pinned', async () => {
    for (const [name, card] of [['Do it from a new deck', '2'], ['Do it with the deck as it lies now', '1']]) {
      await go('cards=52&word=in&times=1&from=2&to=20&view=routes');
      await page.getByRole('button', { name }).click();
      await page.waitForSelector('body[data-ready=table]');
      await settle(page);
      assert.equal(new URLSearchParams((await urlOf(page)).split('#')[1]).get('track'), card);
      const { states: [{ deck }] } = faro('deck', '--cards', '52', '--shuffle', new URLSearchParams((await urlOf(page)).split('#')[1]).get('word'), '--times', '1');
      assert.equal(deck[19], Number(card));
      assert.equal(await page.locator('.deck li').nth(19).getAttribute('class'), 'red pinned');
    }
  });

  test('routes: the reason why there is none', async () => {
    await go('cards=52&word=out&times=0&from=1,52&to=1,2&view=routes');
    const { reason } = faro('route', '--cards', '52', '--from', '1,52', '--to', '1,2');
    assert.ok((await status(page)).includes(reason));
  });

  test('mixing: riffles of 52 cards', async () => {
    await go('cards=52&word=out&times=0&riffles=7&view=mixing');
    const [head, ...rows] = await numbers(page);
    for (const row of faro('mix', '--cards', '52').rows) {
      const seen = rows[row.riffles - 1];
      assert.equal(Number(seen[head.indexOf('total variation')]), row.total_variation);
      assert.equal(Number(seen[head.indexOf('separation')]), row.separation);
      assert.equal(Number(seen[head.indexOf('kl bits')]), row.kl_bits);
    }
    assert.match(await status(page), /66\.7 %/);
    assert.match(await page.locator('.terms').textContent(), /33\.4 %.*83\.5 %/);
  });

  test('mixing: cards that look alike', async () => {
    await go('cards=52&word=out&times=0&deck=red-black&view=mixing');
    const [head, ...rows] = await numbers(page);
    for (const row of faro('mix', '--deck', 'red-black').rows) assert.equal(Number(rows[row.riffles - 1][head.indexOf('separation')]), row.separation);
  });

  test('mixing: the law of a wrong shuffle of three cards', async () => {
    await go('cards=3&word=naive&times=0&view=mixing');
    const rows = (await numbers(page)).slice(1);
    const law = faro('law', '--cards', '3', '--shuffle', 'naive');
    assert.deepEqual(rows, law.orders.map(({ deck, probability, exact }) => [deck.join(' '), String(probability), exact]));
    assert.ok((await status(page)).includes(law.total_variation_exact));
  });

  test('fair: the verdict on pasted decks', async () => {
    await go('cards=4&word=out&times=0&view=fair');
    const decks = Array.from({ length: 600 }, (_, i) => (i % 3 ? '1 2 3 4' : '2 1 4 3')).join('\n');
    await page.getByLabel('Decks, one a line').fill(decks);
    await page.getByRole('button', { name: 'Check decks' }).click();
    await said(page, /^unfair/);
    assert.match(await status(page), /^unfair: 600 decks of 4 cards/);
  });

  test('no request left the machine and nothing was reported as an error', () => assert.deepEqual(page.troubles, []));
});

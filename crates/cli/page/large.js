// Decks that are too large to draw: facts from the program, and the paths of single cards.

import { el, grouped, token } from './dom.js';
import { ask, commandLine } from './engine.js';
import { shuffleOptions } from './deck.js';
import { hex, pinColor, rainbow } from './color.js';
import { typeText } from './clock.js';
import { progress } from './words.js';
import { CanvasPen } from './pen.js';

const STEPS = 60;

/** Returns the positions of the pinned cards after each of the next shuffles. If no card is pinned, two cards are chosen. */
export async function ways(state) {
  const pins = state.track.split(',').filter(Boolean).slice(0, 4);
  const cards = pins.length ? pins : ['1', ((BigInt(state.cards) * 5n) / 13n).toString()];
  const options = shuffleOptions(state);
  const first = BigInt(state.times);
  return Promise.all(cards.map(async (card) => ({
    card,
    positions: await Promise.all(Array.from({ length: STEPS + 1 }, async (_, i) =>
      String((await ask('where', { ...options, card, times: (first + BigInt(i)).toString() })).position))),
  })));
}

const share = (position, cards) => Number((BigInt(position) * 1_000_000n) / BigInt(cards)) / 1_000_000;

/** Draws the paths of a few cards through a deck of any size. */
export function threads(pen, width, height, found, cards) {
  const row = height / (STEPS + 1);
  for (let x = 0; x < width; x += 4) pen.rect(x, 0, 4, 8, hex(rainbow(x / width)));
  for (let i = 1; i <= STEPS; i += 1) pen.rect(0, i * row + row / 2, width, 1, token('--line'));
  found.forEach(({ positions }, index) => {
    const points = positions.map((position, i) => [share(position, cards) * width, i * row + row / 2]);
    pen.path(points.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join(''), { stroke: pinColor(index), width: 1.5, opacity: 0.45 });
    points.forEach(([x, y]) => pen.circle(x, y, 3.5, pinColor(index)));
  });
}

export async function large(view, state, model) {
  const { app } = view;
  const options = shuffleOptions(state);
  const [cycles, found] = await Promise.all([ask('cycles', options), ways(state)]);
  const width = view.felt.clientWidth - 48 || 700;
  const canvas = el('canvas', { 'aria-hidden': 'true', class: 'strip' });
  const height = 460;
  const list = el('ol', { role: 'list', 'aria-label': 'Deck', class: 'places' },
    found.map(({ card, positions }) => el('li', { role: 'listitem', 'aria-label': card }, `card ${grouped(card)} is at `, el('strong', {}, grouped(positions[0])))));
  view.felt.replaceChildren(list, canvas, el('p', { class: 'caption' }, `The ways of these cards through the next ${STEPS} shuffles, top of the deck on the left. Type other cards in Pins.`));
  threads(new CanvasPen(canvas, width, height), width, height, found, state.cards);
  view.felt.dataset.large = 'yes';
  view.clock.clear();
  view.badges.replaceChildren();
  view.cycles.replaceChildren(el('h2', {}, 'Cycles'), el('p', { class: 'mono' }, typeText(cycles.cycle_type)));
  view.type = null;
  view.cards.key = null;
  view.cards.width = null;
  view.shown = null;
  const place = found[0];
  return {
    status: `${progress(state, model.order)}: card ${grouped(place.card)} is at place ${grouped(place.positions[0])} of ${grouped(state.cards)}`,
    command: commandLine('where', { ...options, card: place.card, times: state.times }),
    numbers: { head: ['what', 'value'], rows: [['cards', state.cards], ['shuffle', state.word], ['times', state.times], ['order', model.order],
      ['reversed after', model.reversed_after], ['modulus', model.modulus],
      ...cycles.cycle_type.map(({ length, count }) => [`cycles of length ${length}`, count]),
      ...found.flatMap(({ card, positions }) => positions.map((position, i) => [`card ${card} after ${BigInt(state.times) + BigInt(i)}`, position]))] },
    picture: { width: 1040, height, draw: (pen) => threads(pen, 1040, height, found, state.cards) },
  };
}

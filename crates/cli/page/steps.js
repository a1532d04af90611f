// The steps of the story: the text, the question, the action of the user, and the text after it. All numbers come from the
// program.

import { counted } from './dom.js';
import { ask } from './engine.js';
import { equation, said } from './clock.js';
import { cutOf } from './riffle.js';
import { percent } from './axes.js';
import { MIXED, right } from './bets.js';
import { deck } from './teller.js';

/** Returns a function that asks the program for the order of a perfect shuffle. */
const shuffle = (cards, kind) => async () => {
  const order = await ask('order', { cards, kind });
  return { ...order, answer: Number(order.order) };
};

const HAS_KEYS = matchMedia('(hover: hover)').matches;
const orKey = (key) => (HAS_KEYS ? `, or the key ${key}` : '');

const isOf = (patch, state) => state.cards === patch.cards && state.word === patch.word;

const shuffled = (word) => (state) => state.cards === '8' && state.word === word && state.times !== '0';

/** Returns the reaction if the user pressed the other button: a text, and the deck starts again. */
const other = (word, patch) => ({ state: (state) => state.cards === '8' && state.word !== word && state.times !== '0', patch, says: 'That was another move, and the deck is back in its first order. ' });

const isBack = (patch) => (state, { answer }) => isOf(patch, state) && state.times !== '0' && Number(state.times) % answer === 0;

/** Returns a function that starts the deck of a step again and plays the shuffles. */
const play = (patch) => async (app) => {
  await app.set({ ...patch, times: '0', step: '0' }, { keep: false });
  app.player.start();
};

/** Returns the first number of riffles after which the deck counts as mixed, and three rows around it. */
async function riffles() {
  const { rows } = await ask('mix', { cards: '52' });
  const at = rows.findIndex((row) => right(row.total_variation) < MIXED);
  return { answer: rows[at].riffles, around: [rows[at - 2], rows[at], rows[at + 3]] };
}

const code = (name) => ({ patch: { view: 'fair', cards: '52', start: '', question: '' }, enter: (app) => app.views.fair.choose(name, '2000'), press: 'Run', show: (app) => app.views.fair.run(),
  done: (_, __, app) => Boolean(app.views.fair?.outcome?.report) });

const [EIGHT_OUT, WHOLE_OUT, WHOLE_IN] = [deck('8', 'out'), deck('52', 'out'), deck('52', 'in', { track: '1' })];

export const STEPS = [
  { title: 'Cut and weave', patch: EIGHT_OUT, press: 'Out', hides: 'always', done: shuffled('out'), wrong: other('out', EIGHT_OUT), show: (app) => app.move('out'),
    say: () => 'Here are eight cards. A perfect shuffle cuts them into two halves and weaves the halves together, one card from each in turn.',
    act: `Press Out${orKey('o')}.`,
    after: () => 'The first card was outside, on top of the deck, and there it still is. That is an out-shuffle.' },
  { title: 'The other way', patch: EIGHT_OUT, press: 'In', hides: 'always', done: shuffled('in'), wrong: other('in', EIGHT_OUT), show: (app) => app.move('in'),
    say: () => 'The weave can also begin with the other half.', act: `Press In${orKey('i')}.`,
    after: () => 'Now the first card is inside, second from the top. That is an in-shuffle.' },
  { title: 'How long until it is back?', patch: EIGHT_OUT, press: 'Out', facts: shuffle('8', 'out'), hides: 'always', done: isBack(EIGHT_OUT), show: play(EIGHT_OUT),
    say: () => 'Do out-shuffles again and again, and the eight cards come back to their first order.', question: 'After how many out-shuffles?',
    act: 'Press Out until the deck is back.',
    after: ({ answer }) => `The deck is back after ${answer} out-shuffles.` },
  { title: 'A whole deck', patch: WHOLE_OUT, press: 'Play', facts: shuffle('52', 'out'), hides: 'until done', done: isBack(WHOLE_OUT), show: play(WHOLE_OUT),
    say: () => 'Now a deck of 52 cards.', question: 'How many out-shuffles bring it back?', act: 'Press Play.',
    after: ({ answer }) => `Only ${answer}. In the strip below, each row is the deck after one more shuffle: the colours break into stripes and come together again.` },
  { title: 'Why?', patch: deck('52', 'out', { track: '2' }), press: 'Play', facts: shuffle('52', 'out'), done: isBack(WHOLE_OUT), show: play(deck('52', 'out', { track: '2' })),
    say: ({ modulus }) => `Count the cards that lie above a card. An out-shuffle weaves one card of the bottom half in after each card of the top half, so it doubles that number: 3 becomes 6. Past the end the count begins again, as on a clock of ${modulus} hours. It is ${modulus} and not ${modulus + 1} since the last card never moves: only ${modulus} cards take part.`,
    act: 'Press Play, and watch the dot go round on the clock.',
    after: (facts, app) => `Above the second card lay 1 card at first, and then ${doublingsOf(app)}. ${equation(facts, Number(facts.modulus))}: so ${facts.answer} doublings end where they began, for every card at once. No smaller number does: the second card was not second before.` },
  { title: 'A card that walks', patch: deck('52', 'out', { track: '2', times: '8' }), done: (state) => state.track !== '2' && state.track !== '', show: (app) => app.pin(10),
    say: () => 'The line through the strip follows one card through all shuffles.', act: `Press another card of the deck${HAS_KEYS ? ', or use ↓ and Enter,' : ''} to follow it too.`,
    after: (_, app) => `Its places are ${wayOf(app)}: each is twice the one before less 1, and past the end less ${app.views.table.model.modulus} more. It is home again.` },
  { title: 'In-shuffles', patch: WHOLE_IN, press: 'Play', facts: shuffle('52', 'in'), hides: 'until done', stops: true, show: play(WHOLE_IN),
    done: (state, { reversed_after: mirror }) => isOf(WHOLE_IN, state) && Number(state.times) >= mirror,
    say: () => 'In-shuffles put the other half on top. That one change makes the way much longer, or for other decks much shorter.', question: 'How many in-shuffles bring 52 cards back?',
    act: 'Press Play. It stops when there is something to see.',
    after: ({ answer, reversed_after: mirror }, app) => `After ${mirror} in-shuffles the deck is reversed: the ${app.views.table.model.faces[1].name}, which began on top, is at the bottom, and all others are in the opposite order too. As many again, and it is back: after ${answer}.` },
  { title: 'A real riffle', patch: WHOLE_OUT, press: 'Riffle', done: (state, _, app) => state.times !== '0' && /^(\([\d ]+\))+$/.test(state.word) && cutOf(app.views.table.model.parts[0]) !== null, show: (app) => app.riffle(),
    say: () => 'Hardly anyone weaves so perfectly. A real riffle cuts the deck near the middle, and the cards fall in small groups.', act: 'Press Riffle.',
    after: (_, app) => `The program cut off ${cutOf(app.views.table.model.parts[0])} cards. Two runs of colours are interlaced: one riffle hides little.` },
  { title: 'How many riffles are enough?', patch: { view: 'table', cards: '52' }, also: 'mixing', facts: riffles, question: 'After how many riffles is even the best player right less than 3 times in 4?',
    say: () => 'Each riffle mixes a little more. A game tells how much: a coin decides whether you are given this deck or a random one, and you say which. Blind guessing is right half of the time.', guessed: (guess) => ({ view: 'mixing', riffles: String(Math.min(12, guess ?? 1)), deck: '', word: 'out', times: '0' }),
    done: (state, { answer }) => state.view === 'mixing' && Number(state.riffles) === answer, show: (app, { answer }) => app.set({ view: 'mixing', riffles: String(answer), word: 'out', times: '0' }),
    act: `Move the slider to the first number of riffles at which the curve is below the dashed line at ${percent(MIXED)}.`,
    after: ({ around: [before, at, later] }) => `After ${before.riffles} riffles the best player is right ${percent(right(before.total_variation))} of the time, after ${at.riffles} only ${percent(right(at.total_variation))}, after ${later.riffles} ${percent(right(later.total_variation))}. That is where the usual answer comes from: ${said(at.riffles)}. From there each riffle about halves what is left above one half, and it never quite vanishes.` },
  { title: 'A wrong shuffle', ...code('Sort with a coin'),
    say: () => 'Many programs shuffle with sort(() => Math.random() - 0.5): each comparison tosses a coin. Could every order be equally likely?',
    act: 'Press Run. The page deals decks and fills the map; then the program judges them.',
    after: (_, app) => `${verdictOf(app)} Orange cells show cards that land in a place too often. Sorting compares each card with a few others only, and a few coins seldom carry it everywhere.` },
  { title: 'The repair', ...code('Fisher–Yates'),
    say: () => 'The cure is one loop: go from the last card to the first, and swap each with one of the cards that are not placed yet.',
    act: 'Press Run again.',
    after: (_, app) => `${verdictOf(app)} That was the story: the tabs above lead on.` },
];

/** Returns the positions of the card that was pinned last, until it is back at its first position. */
function wayOf({ state, views }) {
  const card = Number(state.track.split(',').at(-1));
  const places = views.table.model.rows.map((one) => one.indexOf(card) + 1);
  return places.slice(0, places.indexOf(places[0], 1) + 1).join(' → ');
}

/** Returns the number of cards above the second card after each shuffle, until it is back at its position. */
function doublingsOf({ views }) {
  const places = views.table.model.rows.map((one) => one.indexOf(2));
  return places.slice(1, places.indexOf(1, 1) + 1).join(', ');
}

/** A probability below this limit is called zero in words. */
const NEVER = 1e-9;

function verdictOf({ views }) {
  const { verdict, decks, findings } = views.fair.outcome.report;
  const chance = Number(findings[0].adjusted_p_value);
  if (verdict === 'unfair') return `Unfair: a fair shuffle ${chance < NEVER ? 'practically never gives such decks' : `gives such decks with probability at most ${chance.toExponential(0)}`}.`;
  return `Among ${counted(decks, 'deck')} no bias was found.`;
}

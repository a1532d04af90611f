// Draws a shuffle as it is done by hand: cut, put the corners together, interlace card by card, square up. The cards fall in
// the order and in the groups of the shuffle that is shown.

import { token } from './dom.js';
import { cutOf } from './riffle.js';

/** The end of each stage, as a share of the whole duration. */
const [CUT, CORNERS, FALLEN, SQUARE] = [0.16, 0.28, 0.8, 0.95];
/** Heights of flat things are multiplied by this factor, which tilts the table. */
const TILT = 0.6;
const MOST_CARDS = 208;
const APART = 0.78;
const LAPPED = 0.33;
const TURN = 0.2;
/** The time in which one card falls, as a share of the whole duration. */
const FALL = 0.07;

const clamp = (x) => Math.min(1, Math.max(0, x));
const ease = (x) => { const c = clamp(x); return c * c * (3 - 2 * c); };
const mix = (a, b, share) => a + (b - a) * share;

/** Returns how the deck `before` becomes `after` by one cut and one interlacing, or null if it does not. Cards fall from the
 * bottom of the deck up. */
export function planOf(before, after) {
  if (!before || before.length !== after.length || after.length < 2 || after.length > MOST_CARDS) return null;
  const places = new Map(before.map((card, i) => [card, i + 1]));
  const move = after.map((card) => places.get(card));
  const cut = cutOf(move);
  if (cut === null) return null;
  return { cut, cards: after.length, falls: after.map((card, i) => ({ card, side: move[i] <= cut ? -1 : 1 })).reverse() };
}

/** Draws the shuffle at the time `t`, from 0 to 1, on a canvas. */
export function draw(context, { width, height }, plan, colors, t) {
  const w = Math.min(width * 0.26, height * 0.44, 200);
  const pile = { context, w, h: w * 1.4, thick: Math.min(2.4, (height * 0.3) / plan.cards), x: width / 2, y: height * 0.68, colors, paper: token('--card'), back: token('--accent'), edge: token('--edge') };
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  const apart = ease(t / CUT);
  const lap = ease((t - CUT) / (CORNERS - CUT));
  const square = ease((t - FALLEN) / (SQUARE - FALLEN));
  const held = { spread: mix(APART * apart, LAPPED + 0.12, lap), turn: TURN * lap };
  shadow(pile, held.spread * (1 - square));
  const cards = t < FALLEN ? falling(plan, t, held) : plan.falls.map(({ card, side }, level) => lying(card, side, level, square));
  const tops = new Map(cards.map((card) => [card.pile, card]));
  for (const card of cards) one(pile, card, tops.get(card.pile) === card);
}

const lying = (card, side, level, square) => ({ card, level, spread: side * LAPPED * (1 - square), turn: side * TURN * 0.6 * (1 - square), pile: square === 1 ? 0 : side });

/** Returns the cards that have fallen, the cards in the air, and the packets, from the bottom up. */
function falling({ cut, cards, falls }, t, held) {
  const each = (FALLEN - CORNERS - FALL) / cards;
  const [waiting, lain] = [[], []];
  const levels = { '-1': 0, 1: 0 };
  falls.forEach(({ card, side }, level) => {
    const share = clamp((t - CORNERS - level * each) / FALL);
    const packet = { card, spread: side * held.spread, turn: side * held.turn, pile: side * 2, level: heightOf(side, levels, { cut, cards, t }) };
    if (share === 0) waiting.push(packet);
    else lain.push(share === 1 ? lying(card, side, level, 0) : between(packet, lying(card, side, level, 0), ease(share)));
  });
  return [...lain, ...waiting];
}

/** Returns the height of a card in a packet. Before the cut the top packet lies on the bottom packet. After it both packets are
 * held above the table. */
function heightOf(side, levels, { cut, cards, t }) {
  const own = levels[side];
  levels[side] += 1;
  const whole = side < 0 ? cards - cut + own : own;
  const above = own + cards * 0.1 * ease((t - CUT) / (CORNERS - CUT));
  return mix(whole, above, ease(t / CUT));
}

const between = (a, b, share) => ({ card: a.card, pile: `${a.card}`, spread: mix(a.spread, b.spread, share), turn: mix(a.turn, b.turn, share), level: mix(a.level + 3 * Math.sin(share * Math.PI), b.level, share) });

/** Draws one card: its edge in its own colour, and its back if it is on top of a pile. */
function one({ context, w, h, thick, x, y, colors, paper, back, edge }, { card, spread, turn, level }, isTop) {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  context.setTransform(cos, sin * TILT, -sin, cos * TILT, x + spread * w, y - level * thick);
  context.fillStyle = colors[card];
  context.fillRect(-w / 2, -h / 2, w, h + thick);
  if (!isTop) return;
  context.fillStyle = paper;
  context.strokeStyle = edge;
  context.lineWidth = 1;
  context.beginPath();
  context.roundRect(-w / 2, -h / 2, w, h, w * 0.07);
  context.fill();
  context.stroke();
  context.fillStyle = back;
  context.beginPath();
  context.roundRect(-w * 0.42, -h * 0.44, w * 0.84, h * 0.88, w * 0.05);
  context.fill();
  context.strokeStyle = paper;
  context.lineWidth = w * 0.018;
  context.beginPath();
  for (let i = -3; i <= 3; i += 1) {
    context.moveTo((i / 3.6) * w * 0.42, -h * 0.4);
    context.lineTo((-i / 3.6) * w * 0.42, h * 0.4);
  }
  context.stroke();
}

function shadow({ context, w, h, x, y }, spread) {
  context.fillStyle = token('--shade');
  for (const grown of [1.02, 1.14]) {
    context.beginPath();
    context.ellipse(x, y + h * 0.1, w * (0.6 + Math.abs(spread)) * grown, h * TILT * 0.62 * grown, 0, 0, 2 * Math.PI);
    context.fill();
  }
}

// Draws the exact probability of every order of a small deck as bars, beside the line of a random deck.

import { counted, el, token } from './dom.js';
import { ask, commandLine } from './engine.js';
import { CanvasPen } from './pen.js';
import { hex, rainbow } from './color.js';

export const HEIGHT = 300;

export class Law {
  constructor() {
    this.canvas = el('canvas', { 'aria-hidden': 'true' });
    this.root = el('section', { 'aria-labelledby': 'law-heading', hidden: true }, el('h2', { id: 'law-heading' }, 'The probability of every order'), this.canvas);
  }

  async show(state) {
    const options = { cards: state.cards, shuffle: state.word };
    const law = await ask('law', options);
    this.root.hidden = false;
    const width = this.root.clientWidth || 900;
    const draw = (pen, w) => bars(pen, w, law.orders);
    draw(new CanvasPen(this.canvas, width, HEIGHT), width);
    return {
      status: `${state.word} on ${counted(state.cards, 'card')} makes ${counted(law.reachable, 'order')}; it is ${law.total_variation_exact ?? law.total_variation} from random in total variation`,
      command: commandLine('law', options),
      numbers: { head: ['order', 'probability', 'exact'], rows: law.orders.map(({ deck, probability, exact }) => [deck.join(' '), probability, exact]) },
      picture: { width: 1000, height: HEIGHT, draw: (pen) => draw(pen, 1000) },
    };
  }
}

/** Draws a bar for each order. `labelOf` returns the label of a probability. */
export function bars(pen, width, orders, labelOf = null) {
  const most = Math.max(...orders.map(({ probability }) => probability));
  const bar = width / orders.length;
  const y = (probability) => 20 + (1 - probability / most) * (HEIGHT - 60);
  orders.forEach(({ deck, probability, exact }, i) => {
    pen.rect(i * bar + bar * 0.1, y(probability), Math.max(1, bar * 0.8), HEIGHT - 40 - y(probability), hex(rainbow(i / orders.length)), { radius: Math.min(6, bar / 4) });
    if (bar < 40) return;
    pen.text((i + 0.5) * bar, y(probability) - 6, labelOf?.(orders[i]) ?? (exact && exact.length < 10 ? exact : String(Number(probability.toPrecision(4)))), token('--ink'), { anchor: 'middle', size: 13, weight: 600 });
    pen.text((i + 0.5) * bar, HEIGHT - 18, deck.join(' '), token('--dim'), { anchor: 'middle', size: 13 });
  });
  const fair = 1 / deckFactorial(orders[0].deck.length);
  pen.path(`M0 ${y(fair)}H${width}`, { stroke: token('--ink'), width: 1.5, dash: [4, 4] });
}

export const deckFactorial = (n) => (n < 2 ? 1 : n * deckFactorial(n - 1));

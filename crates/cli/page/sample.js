// One deck that the program riffles repeatedly, with a row for each riffle.

import { el, token, widthOf } from './dom.js';
import { ask } from './engine.js';
import { palette } from './color.js';
import { CanvasPen } from './pen.js';
import { draw, layout } from './strip.js';

const MOST_CARDS = 208;
const TALL = 250;
const SEED = '1';

/** Returns the decks after 0, 1, 2, … riffles. With the same seed, the first riffles are the same. */
const riffled = (cards, most) => Promise.all(Array.from({ length: most + 1 }, async (_, times) =>
  (await ask('deck', { cards, shuffle: `gsr^${times}`, samples: '1', seed: SEED })).states[0].deck));

export class Sample {
  constructor() {
    this.canvas = el('canvas', { class: 'strip', 'aria-hidden': 'true' });
    this.note = el('span', { class: 'caption' });
    this.root = el('figure', { class: 'sample' }, this.canvas, el('figcaption', {}, 'One deck, riffled again and again', this.note));
  }

  /** Shows the deck after `times` of at most `most` riffles. Nothing is shown for shuffles that are not riffles. */
  async show(cards, times, most, isRiffle) {
    this.root.hidden = !isRiffle || Number(cards) > MOST_CARDS || Number(cards) < 2 || times > most;
    if (this.root.hidden) return;
    const decks = await riffled(cards, most);
    const width = widthOf(this.root, 700);
    const g = layout(Number(cards), most + 1, width, TALL);
    const settings = { key: `sample ${cards}`, decks: decks.slice(0, times + 1), colors: palette(Number(cards)), shown: times + 1, ink: token('--ink'), ghost: token('--ghost') };
    draw(new CanvasPen(this.canvas, width, g.height), g, settings);
    this.note.textContent = 'Each row is the deck after one more riffle, drawn by the program; colour is where a card started. Long runs of neighbouring colours are what is left of the old order.';
  }
}

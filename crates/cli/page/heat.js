// Card × place maps: each cell is how much likelier than 1/n a card is at a place.

import { el } from './dom.js';
import { CanvasPen, bitmap } from './pen.js';
import { diverging, hex } from './color.js';
import { percent } from './axes.js';

const LEVELS = 200;

/** A small picture with one pixel for each cell; `value` gives −1 … 1. */
function cells(size, value) {
  const shades = Array.from({ length: LEVELS + 1 }, (_, i) => diverging((2 * i) / LEVELS - 1));
  return bitmap(size, size, (place, card) => shades[Math.round(((Math.min(1, Math.max(-1, value(card, place))) + 1) / 2) * LEVELS)]);
}

/** What the colours mean, if the full one stands for `most`. */
const ends = (most) => (most < 1 ? [`${percent(most)} too seldom`, `${percent(most)} too often`] : ['never', 'twice as often, or more']);

/** A map with its axes, a bar of its colours and a caption, as one figure. */
export class Heat {
  constructor(title) {
    this.canvas = el('canvas', { class: 'heat', 'aria-hidden': 'true' });
    this.title = el('span', {}, title);
    this.note = el('span', { class: 'caption' });
    this.shades = el('span', { class: 'shades' });
    this.scale = el('span', { class: 'scale' });
    this.axes = [el('span'), el('span')];
    this.root = el('figure', {}, el('div', { class: 'axes', 'aria-hidden': 'true' }, this.axes[0], this.canvas, this.axes[1]),
      el('figcaption', {}, this.title, this.shades, this.scale, this.note));
  }

  /** Values are shares above or below what is expected; the strongest has the full colour. `marks` are the words under the bar
   * of colours, from the left. */
  show(size, value, title, note, most = strongest(size, value), { shade = (share) => share, marks = [ends(most)[0], 'even', ends(most)[1]] } = {}) {
    this.pixels = cells(size, (card, place) => shade(value(card, place) / most));
    const width = this.canvas.clientWidth || 300;
    new CanvasPen(this.canvas, width, width).image(this.pixels, 0, 0, width, width);
    this.title.textContent = title;
    ['where a card began', 'where it is now'].forEach((name, i) => { this.axes[i].textContent = `${name}, 1 to ${size}`; });
    this.shades.style.background = `linear-gradient(90deg, ${[-1, -0.5, 0, 0.5, 1].map((share) => hex(diverging(share))).join()})`;
    this.scale.replaceChildren(...marks.map((mark) => el('span', {}, mark)));
    this.note.textContent = note;
  }
}

const STEEP = 500;

/** Shades for a map that fades: small deviations are seen too, and half of the colour stands for 3 % of the full deviation. */
export const faded = { shade: (share) => Math.asinh(STEEP * share) / Math.asinh(STEEP), marks: ['never', '3 % less', 'even', '3 % more', 'twice, or more'] };

function strongest(size, value) {
  let most = 0.01;
  for (let card = 0; card < size; card += 1) for (let place = 0; place < size; place += 1) most = Math.max(most, Math.abs(value(card, place)));
  return Math.min(1, most);
}

// Card × position tables drawn as colours: each cell shows how much more likely than 1/n a card is at a position.

import { el } from './dom.js';
import { CanvasPen, bitmap } from './pen.js';
import { diverging, hex } from './color.js';
import { percent } from './axes.js';

const LEVELS = 200;

/** Returns a picture with one pixel for each cell. `value` gives a number from −1 to 1 for a card and a position. */
function cells(size, value) {
  const shades = Array.from({ length: LEVELS + 1 }, (_, i) => diverging((2 * i) / LEVELS - 1));
  return bitmap(size, size, (place, card) => shades[Math.round(((Math.min(1, Math.max(-1, value(card, place))) + 1) / 2) * LEVELS)]);
}

/** Returns the meanings of the two ends of the colour scale, where the full colour is a deviation of `most`. */
const ends = (most) => (most < 1 ? [`${percent(most)} too seldom`, `${percent(most)} too often`] : ['never', 'twice as often, or more']);

/** A figure with a coloured table, its axes, its colour scale and a caption. */
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

  /** Draws a table. `value` gives the deviation of a cell from the expected probability, as a share of it. A deviation of
   * `most` has the full colour. `marks` are the labels of the colour scale, from left to right. */
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

/** Shades for tables with small deviations: half of the full colour is 3 % of the largest deviation. */
export const faded = { shade: (share) => Math.asinh(STEEP * share) / Math.asinh(STEEP), marks: ['never', '3 % less', 'even', '3 % more', 'twice, or more'] };

function strongest(size, value) {
  let most = 0.01;
  for (let card = 0; card < size; card += 1) for (let place = 0; place < size; place += 1) most = Math.max(most, Math.abs(value(card, place)));
  return Math.min(1, most);
}

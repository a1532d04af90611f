// Card × place maps: each cell is how much likelier than 1/n a card is at a place.

import { el } from './dom.js';
import { CanvasPen, bitmap } from './pen.js';
import { diverging } from './color.js';
import { percent } from './axes.js';

const LEVELS = 200;

/** A small picture with one pixel for each cell; `value` gives −1 … 1. */
function cells(size, value) {
  const shades = Array.from({ length: LEVELS + 1 }, (_, i) => diverging((2 * i) / LEVELS - 1));
  return bitmap(size, size, (place, card) => shades[Math.round(((Math.min(1, Math.max(-1, value(card, place))) + 1) / 2) * LEVELS)]);
}

/** A map with a caption, as one figure. */
export class Heat {
  constructor(title) {
    this.canvas = el('canvas', { class: 'heat', 'aria-hidden': 'true' });
    this.title = el('span', {}, title);
    this.note = el('span', { class: 'caption' });
    this.root = el('figure', {}, this.canvas, el('figcaption', {}, this.title, this.note));
  }

  /** Values are shares above or below what is expected; the strongest has the full colour. */
  show(size, value, title, note, most = strongest(size, value), shade = (share) => share) {
    this.pixels = cells(size, (card, place) => shade(value(card, place) / most));
    const width = this.canvas.clientWidth || 300;
    new CanvasPen(this.canvas, width, width).image(this.pixels, 0, 0, width, width);
    this.title.textContent = title;
    this.note.textContent = `${note}; full colour: ${percent(most)} off`;
  }
}

const STEEP = 500;

/** Shades for a map that fades: small deviations are seen too, and half of the colour stands for 3 % of the full deviation. */
export const faded = (share) => Math.asinh(STEEP * share) / Math.asinh(STEEP);

function strongest(size, value) {
  let most = 0.01;
  for (let card = 0; card < size; card += 1) for (let place = 0; place < size; place += 1) most = Math.max(most, Math.abs(value(card, place)));
  return Math.min(1, most);
}

// Draws the cards of a deck on one canvas above their list, and as the list shows them. While a slider moves, this is faster
// than to lay out fifty-two elements whose text changes in every frame. The file is loaded when a slider is first moved.

import { token } from './dom.js';
import { CanvasPen, pixelRatio } from './pen.js';

/** The canvas extends beyond the list by this number of pixels on each side, for the shadows of the cards. */
const BLEED = 8;

export class Drawn {
  /** Measures the items of the list, in pixels of the canvas. */
  constructor({ canvas, list }) {
    const ratio = pixelRatio();
    const pixels = (x) => Math.round(x * ratio);
    const [all, ...boxes] = [list, ...list.children].map((element) => element.getBoundingClientRect());
    const { width, height } = boxes[0];
    const places = boxes.map(({ left, top }) => [pixels(left) - pixels(all.left), pixels(top) - pixels(all.top)]);
    Object.assign(this, { canvas, ratio, places, width, height, cell: Number.parseFloat(list.style.getPropertyValue('--cell')), size: [all.width + 2 * BLEED, all.height + 2 * BLEED], images: new Map() });
  }

  draw({ deck, faces, colors, pins }) {
    const { places, ratio, width, height, images } = this;
    const { context } = new CanvasPen(this.canvas, ...this.size, ratio);
    context.setTransform(1, 0, 0, 1, 0, 0);
    deck.forEach((card, i) => {
      const name = `${card} ${token('--card')}`;
      if (!images.has(name)) images.set(name, imageOf(this, faces[card], colors[card]));
      context.drawImage(images.get(name), ...places[i]);
    });
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    for (const { card, color } of pins) {
      const [x, y] = places[deck.indexOf(card)].map((at) => at / ratio + BLEED);
      context.beginPath();
      context.roundRect(x - 0.75, y - 0.75, width + 1.5, height + 1.5, 8.75);
      Object.assign(context, { strokeStyle: color, lineWidth: 3.5 });
      context.stroke();
    }
  }
}

/** Returns the image of one card with its shadow, in the style of the list. */
function imageOf({ width: w, height: h, cell, ratio }, { rank, sign, red }, color) {
  const canvas = new OffscreenCanvas(1, 1);
  const pen = new CanvasPen(canvas, w + 2 * BLEED, h + 2 * BLEED, ratio);
  const { context } = pen;
  context.translate(BLEED, BLEED);
  context.shadowColor = token('--shade');
  for (const [down, blur, less] of [[3, 8, 4], [1, 2, 0]]) {
    Object.assign(context, { shadowOffsetY: down * ratio, shadowBlur: blur * ratio });
    pen.rect(less, less, w - 2 * less, h - 2 * less, token('--line'), { radius: 8 - less });
  }
  context.shadowColor = 'transparent';
  pen.rect(1, 1, w - 2, h - 2, token('--card'), { radius: 7 });
  // Positions are shares of the card inside its border. Texts are centred on their lines.
  const [left, right, top, bottom] = [(share) => 1 + share * (w - 2), (share) => w - left(share), (share) => 1 + share * (h - 2), (share) => h - top(share)];
  pen.rect(left(0.12), bottom(0.08) - 5, right(0.12) - left(0.12), 5, color, { radius: 3 });
  const write = (x, middle, text, style) => {
    const ink = token(red ? '--red' : '--ink');
    pen.text(x, 0, '', ink, style);
    const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = context.measureText(text);
    pen.text(x, middle + (up - down) / 2, text, ink, style);
  };
  context.letterSpacing = `${-0.0136 * cell}px`;
  if (!sign) write(left(0.5), top(0.44), rank, { size: 0.36 * cell, anchor: 'middle', weight: 660 });
  else {
    write(left(0.13), top(0.11) + 0.17 * cell, rank, { size: 0.34 * cell, weight: 660 });
    context.letterSpacing = '0px';
    write(right(0.12), bottom(0.19) - 0.21 * cell, sign, { size: 0.42 * cell, anchor: 'end' });
  }
  return canvas.transferToImageBitmap();
}

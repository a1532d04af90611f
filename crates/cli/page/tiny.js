// Draws a deck of many cards on one canvas below its list, because a thousand elements with text are slow to lay out and to
// paint.

import { token } from './dom.js';
import { CanvasPen } from './pen.js';

const GAP = 2;
const MARK = 4;

/** Draws the cards at the positions of the list items. `most` is the largest side of a card for which the text is scaled. */
export function drawTiny(canvas, { width, columns, most, deck, faces, colors }) {
  const side = (width - GAP * (columns - 1)) / columns;
  const size = 0.34 * Math.min(side, most);
  const [card, ink, red] = ['--card', '--ink', '--red'].map(token);
  const pen = new CanvasPen(canvas, width, Math.ceil(deck.length / columns) * (side + GAP) - GAP);
  deck.forEach((one, i) => {
    const [x, y, face] = [(i % columns) * (side + GAP), Math.floor(i / columns) * (side + GAP), faces[one]];
    pen.rect(x, y, side, side, colors[one], { radius: 3 });
    pen.rect(x, y, side, side - MARK, card, { radius: 3 });
    pen.text(x + side / 2, y + 0.4 * side + 0.36 * size, face.rank + face.sign, face.red ? red : ink, { size, anchor: 'middle', weight: 500 });
  });
}

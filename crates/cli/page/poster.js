// A poster of what is seen: A3, the picture as large as fits, its title and the command that prints it in small type.

import { token } from './dom.js';
import { CanvasPen, SvgPen } from './pen.js';
import { physical } from './png.js';

const DOTS_PER_INCH = 300;
const [SHORT, LONG] = [297, 420];
const dots = (millimetres) => Math.round((millimetres / 25.4) * DOTS_PER_INCH);

/** The sheet is drawn in units of a tenth of a millimetre. */
const UNIT = 10;
const MARGIN = 220;
const FOOT = 150;
/** The width of a character, as a share of its size. */
const WIDE = 0.56;

/** The sheet of a picture: upright or lying, with the picture in the middle above the small type. */
function sheet(picture) {
  const isWide = picture.width > picture.height;
  const [width, height] = (isWide ? [LONG, SHORT] : [SHORT, LONG]).map((side) => side * UNIT);
  const scale = Math.min((width - 2 * MARGIN) / picture.width, (height - 2 * MARGIN - FOOT) / picture.height);
  return { width, height, scale, x: (width - picture.width * scale) / 2, y: (height - FOOT - picture.height * scale) / 2 };
}

/** The size of small type, which is smaller for a long text. */
const sizeOf = (text, width) => Math.min(38, (width - 2 * MARGIN) / (text.length * WIDE));

function paint(pen, { width, height, scale, x, y }, { picture, title, command, link }) {
  pen.rect(0, 0, width, height, token('--bg'));
  pen.scaled(x, y, scale, () => picture.draw(pen));
  pen.text(MARGIN, height - MARGIN + 10, title, token('--ink'), { size: 52, weight: 600 });
  pen.text(MARGIN, height - MARGIN + 76, command, token('--dim'), { size: sizeOf(command, width) });
  if (link) pen.text(MARGIN, height - MARGIN + 130, link, token('--dim'), { size: sizeOf(link, width) });
}

export function svgPoster(content) {
  const plan = sheet(content.picture);
  const pen = new SvgPen(plan.width, plan.height, null, [`${plan.width / UNIT}mm`, `${plan.height / UNIT}mm`]);
  paint(pen, plan, content);
  return pen.toString();
}

/** A PNG file of 300 dots an inch, with its size on paper in it. */
export async function pngPoster(content) {
  const plan = sheet(content.picture);
  const canvas = document.createElement('canvas');
  const pen = new PosterPen(canvas, plan, dots(plan.width / UNIT) / plan.width);
  paint(pen, plan, content);
  const blob = await new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
  return physical(new Uint8Array(await blob.arrayBuffer()), DOTS_PER_INCH);
}

/** Draws on a canvas of many dots; nothing is kept as an image of the screen's size. */
class PosterPen extends CanvasPen {
  constructor(canvas, { width, height }, ratio) { super(canvas, width, height, ratio); }

  stamp(y, _, draw) {
    this.context.save();
    this.context.translate(0, y);
    draw(this);
    this.context.restore();
  }

  scaled(x, y, scale, draw) {
    this.context.save();
    this.context.translate(x, y);
    this.context.scale(scale, scale);
    draw();
    this.context.restore();
  }
}

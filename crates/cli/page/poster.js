// Makes a poster of a view, for paper or a phone: the picture as large as fits, with its title and the command that prints it
// in small type.

import { token } from './dom.js';
import { CanvasPen, SvgPen } from './pen.js';
import { physical } from './png.js';

const DOTS_PER_INCH = 300;
const dots = (millimetres) => Math.round((millimetres / 25.4) * DOTS_PER_INCH);

/** Sizes of paper in millimetres, in landscape format, and sizes of screens in pixels, by the names that the option --size uses. */
const PAPER = { a2: [594, 420], a3: [420, 297], a4: [297, 210], letter: [279.4, 215.9] };
const PIXELS = { square: [1080, 1080], phone: [1080, 2400] };

/** The names of all sizes. The empty name is A3 in the format of the picture. */
export const SIZES = ['', ...Object.keys(PAPER).flatMap((name) => [name, `${name}-portrait`]), ...Object.keys(PIXELS)];

/** Number of units along the shorter side of a sheet. Margins and type sizes are in these units. */
const SHORT = 2970;
const [MARGIN, FOOT] = [130, 190];
/** The average width of a character, as a share of the type size. */
const WIDE = 0.56;

/** Returns the width and height of a sheet, in millimetres or pixels. */
function sidesOf(name, picture) {
  if (PIXELS[name]) return PIXELS[name];
  const paper = PAPER[name.replace('-portrait', '') || 'a3'];
  const isUpright = name ? name.endsWith('-portrait') : picture.width <= picture.height;
  return isUpright ? paper.toReversed() : paper;
}

/** Returns the layout of a poster. The picture is as large as fits, in the middle above the small type. If it can have any
 * shape, it takes the shape of its space. */
function sheet({ picture: given, size }) {
  const sides = sidesOf(size, given);
  const unit = SHORT / Math.min(...sides);
  const [width, height] = sides.map((side) => side * unit);
  const room = [width - 2 * MARGIN, height - 2 * MARGIN - FOOT];
  const picture = size && given.shaped ? given.shaped(room[1] / room[0]) : given;
  const scale = Math.min(room[0] / picture.width, room[1] / picture.height);
  const [x, y] = [(width - picture.width * scale) / 2, MARGIN + (room[1] - picture.height * scale) / 2];
  return { width, height, sides, picture, scale, x, y, isPaper: !PIXELS[size] };
}

/** Returns the size of the small type, which is smaller for a long text. */
const sizeOf = (text, width, most = 38) => Math.min(most, (width - 2 * MARGIN) / (text.length * WIDE));

function paint(pen, { width, height, scale, x, y, picture }, { title, command, link }) {
  pen.rect(0, 0, width, height, token('--bg'));
  pen.scaled(x, y, scale, () => picture.draw(pen));
  const foot = height - MARGIN - (link ? 120 : 66);
  pen.text(MARGIN, foot, title, token('--ink'), { size: sizeOf(title, width, 60), weight: 600 });
  pen.text(MARGIN, foot + 66, command, token('--dim'), { size: sizeOf(command, width) });
  if (link) pen.text(MARGIN, foot + 120, link, token('--dim'), { size: sizeOf(link, width) });
}

export function svgPoster(content) {
  const plan = sheet(content);
  const pen = new SvgPen(plan.width, plan.height, null, plan.sides.map((side) => (plan.isPaper ? `${side}mm` : side)));
  paint(pen, plan, content);
  return pen.toString();
}

/** Returns a poster as a PNG file. On paper it has 300 dots per inch, and its size is stored in the file. */
export async function pngPoster(content) {
  const plan = sheet(content);
  const canvas = document.createElement('canvas');
  const [wide, high] = plan.isPaper ? plan.sides.map(dots) : plan.sides;
  // Both sides have whole numbers of dots. The larger ratio leaves no row empty.
  const pen = new PosterPen(canvas, plan, Math.max(wide / plan.width, high / plan.height));
  paint(pen, plan, content);
  const blob = await new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
  return plan.isPaper ? physical(new Uint8Array(await blob.arrayBuffer()), DOTS_PER_INCH) : blob;
}

/** Draws on a canvas with many dots. No parts are kept as images, because these have the resolution of the screen. */
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

// A poster of what is seen, for a wall or a phone: the picture as large as fits, its title and the command that prints it in
// small type.

import { token } from './dom.js';
import { CanvasPen, SvgPen } from './pen.js';
import { physical } from './png.js';

const DOTS_PER_INCH = 300;
const dots = (millimetres) => Math.round((millimetres / 25.4) * DOTS_PER_INCH);

/** Sizes that lie, in millimetres, and sizes in pixels, by the names that the option --size has. */
const PAPER = { a2: [594, 420], a3: [420, 297], a4: [297, 210], letter: [279.4, 215.9] };
const PIXELS = { square: [1080, 1080], phone: [1080, 2400] };

/** The names of all sizes; the first one is A3 as the picture lies. */
export const SIZES = ['', ...Object.keys(PAPER).flatMap((name) => [name, `${name}-portrait`]), ...Object.keys(PIXELS)];

/** Parts of a sheet whose shorter side is this long. */
const SHORT = 2970;
const [MARGIN, FOOT] = [130, 190];
/** The width of a character, as a share of its size. */
const WIDE = 0.56;

/** The sides of a sheet, in millimetres or in pixels. */
function sidesOf(name, picture) {
  if (PIXELS[name]) return PIXELS[name];
  const paper = PAPER[name.replace('-portrait', '') || 'a3'];
  const isUpright = name ? name.endsWith('-portrait') : picture.width <= picture.height;
  return isUpright ? paper.toReversed() : paper;
}

/** The sheet of a picture: the picture is as large as fits, in the middle above the small type. A picture that can have another
 * shape takes that of its room. */
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

/** The size of small type, which is smaller for a long text. */
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

/** A PNG file; one for paper has 300 dots an inch, and its size on paper in it. */
export async function pngPoster(content) {
  const plan = sheet(content);
  const canvas = document.createElement('canvas');
  const [wide, high] = plan.isPaper ? plan.sides.map(dots) : plan.sides;
  // Both sides have whole dots, so the larger ratio leaves no row out.
  const pen = new PosterPen(canvas, plan, Math.max(wide / plan.width, high / plan.height));
  paint(pen, plan, content);
  const blob = await new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
  return plan.isPaper ? physical(new Uint8Array(await blob.arrayBuffer()), DOTS_PER_INCH) : blob;
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

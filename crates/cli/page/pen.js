// Pens that draw the same picture on a canvas for the screen, or as SVG text for a file.

import { token } from './dom.js';

export const pixelRatio = () => Math.min(3, devicePixelRatio || 1);

/** Draws on a canvas whose size is given in CSS pixels. */
export class CanvasPen {
  constructor(canvas, width, height, ratio = pixelRatio()) {
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== w || canvas.height !== h) {
      canvas.width = w;
      canvas.height = h;
    }
    if (canvas.style) canvas.style.aspectRatio = `${width} / ${height}`;
    this.context = canvas.getContext('2d');
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.context.clearRect(0, 0, width, height);
  }

  rect(x, y, w, h, fill, { radius = 0, opacity = 1 } = {}) {
    const c = this.context;
    c.globalAlpha = opacity;
    c.fillStyle = fill;
    if (radius > 0.5) {
      c.beginPath();
      c.roundRect(x, y, w, h, radius);
      c.fill();
    } else c.fillRect(x, y, w, h);
  }

  path(d, { stroke = 'none', width = 1, fill = 'none', opacity = 1, dash = null } = {}) {
    const c = this.context;
    const path = new Path2D(d);
    c.globalAlpha = opacity;
    if (fill !== 'none') { c.fillStyle = fill; c.fill(path); }
    if (stroke === 'none') return;
    c.strokeStyle = stroke;
    c.lineWidth = width;
    c.lineJoin = 'round';
    c.lineCap = 'round';
    c.setLineDash(dash ?? []);
    c.stroke(path);
    c.setLineDash([]);
  }

  /** Draws the path of a card from one row to the next. */
  way(a, y0, b, y1, gap, stroke, width, opacity) {
    const c = this.context;
    c.globalAlpha = opacity;
    c.strokeStyle = stroke;
    c.lineWidth = width;
    c.beginPath();
    c.moveTo(a, y0);
    c.bezierCurveTo(a, y0 + gap, b, y1 - gap, b, y1);
    c.stroke();
  }

  circle(x, y, r, fill, { stroke = 'none', width = 1, opacity = 1 } = {}) {
    const c = this.context;
    c.globalAlpha = opacity;
    c.beginPath();
    c.arc(x, y, r, 0, 2 * Math.PI);
    if (fill !== 'none') { c.fillStyle = fill; c.fill(); }
    if (stroke !== 'none') { c.strokeStyle = stroke; c.lineWidth = width; c.stroke(); }
  }

  text(x, y, text, fill, { size = 12, anchor = 'start', weight = 400 } = {}) {
    const c = this.context;
    c.globalAlpha = 1;
    c.fillStyle = fill;
    c.font = `${weight} ${size}px ${token('--sans')}`;
    c.textAlign = { start: 'left', middle: 'center', end: 'right' }[anchor];
    c.fillText(text, x, y);
  }

  /** Draws, at the height `y`, a part that is needed often. It is drawn once on an image of its own, which is kept in `images`
   * by `name`. */
  stamp(y, { images, name, width, height }, draw) {
    let image = images.get(name);
    if (!image) {
      const canvas = new OffscreenCanvas(1, 1);
      draw(new CanvasPen(canvas, width, height));
      image = canvas.transferToImageBitmap();
      images.set(name, image);
    }
    this.image(image, 0, y, width, height);
  }

  /** Draws a canvas as enlarged pixels, without smoothing. */
  image(canvas, x, y, w, h) {
    this.context.globalAlpha = 1;
    this.context.imageSmoothingEnabled = false;
    this.context.drawImage(canvas, x, y, w, h);
  }
}

const escaped = (text) => String(text).replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }[c]));
const short = (x) => (typeof x === 'number' ? String(Math.round(x * 100) / 100) : x);
const attributes = (values) => Object.entries(values).filter(([, v]) => v !== null && v !== undefined)
  .map(([name, value]) => ` ${name}="${escaped(short(value))}"`).join('');

export class SvgPen {
  /** `paper` is the width and the height on paper, such as 420mm, if the picture has them. */
  constructor(width, height, background, paper = null) {
    Object.assign(this, { size: [width, height], paper });
    this.parts = background ? [`<rect width="100%" height="100%"${attributes({ fill: background })}/>`] : [];
  }

  add(name, values, content = null) {
    this.parts.push(content === null ? `<${name}${attributes(values)}/>` : `<${name}${attributes(values)}>${escaped(content)}</${name}>`);
  }

  rect(x, y, width, height, fill, { radius = 0, opacity = 1 } = {}) {
    this.add('rect', { x, y, width, height, fill, rx: radius || null, opacity: opacity === 1 ? null : opacity });
  }

  path(d, { stroke = 'none', width = 1, fill = 'none', opacity = 1, dash = null } = {}) {
    this.add('path', { d, stroke, fill, 'stroke-width': width, 'stroke-linejoin': 'round', 'stroke-linecap': 'round',
      opacity: opacity === 1 ? null : opacity, 'stroke-dasharray': dash?.join(' ') });
  }

  way(a, y0, b, y1, gap, stroke, width, opacity) {
    this.path(`M${short(a)} ${short(y0)}C${short(a)} ${short(y0 + gap)} ${short(b)} ${short(y1 - gap)} ${short(b)} ${short(y1)}`, { stroke, width, opacity });
  }

  scaled(x, y, scale, draw) {
    this.parts.push(`<g transform="translate(${short(x)} ${short(y)}) scale(${scale.toFixed(5)})">`);
    draw();
    this.parts.push('</g>');
  }

  /** Draws a part at the height `y`. */
  stamp(y, _, draw) {
    this.parts.push(`<g transform="translate(0 ${short(y)})">`);
    draw(this);
    this.parts.push('</g>');
  }

  circle(cx, cy, r, fill, { stroke = null, width = null, opacity = 1 } = {}) {
    this.add('circle', { cx, cy, r, fill, stroke, 'stroke-width': width, opacity: opacity === 1 ? null : opacity });
  }

  text(x, y, text, fill, { size = 12, anchor = 'start', weight = 400 } = {}) {
    this.add('text', { x, y, fill, 'font-size': size, 'text-anchor': anchor, 'font-weight': weight }, text);
  }

  image(canvas, x, y, width, height) {
    this.add('image', { x, y, width, height, preserveAspectRatio: 'none', 'image-rendering': 'pixelated', href: canvas.toDataURL() });
  }

  toString() {
    const [w, h] = this.size.map(Math.round);
    const [width, height] = this.paper ?? [w, h];
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${w} ${h}" font-family="system-ui, sans-serif">\n${this.parts.join('\n')}\n</svg>\n`;
  }
}

/** Returns a small picture. `at` gives [red, green, blue, alpha] for each pixel, or nothing for a transparent one. */
export function bitmap(width, height, at) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  for (let y = 0, i = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, i += 1) {
      const color = at(x, y);
      if (color) pixels[i] = color[0] | (color[1] << 8) | (color[2] << 16) | ((color[3] ?? 255) << 24);
    }
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

// Draws very many points as a cloud, which shows the number of points in each pixel. The cloud consists of tiles, so that a
// move of the window draws only the tiles that become visible.

const TILE = 32;
const MOST_TILES = 400;
const MOST_ALIKE = 255;

/** Returns a colour such as #3451c7 as the number of a pixel without opacity. */
const pixel = (color) => [1, 3, 5].reduce((sum, at, i) => sum | (Number.parseInt(color.slice(at, at + 2), 16) << (8 * i)), 0);

export class Cloud {
  constructor() { this.tiles = new Map(); }

  /** Returns a picture of the points in a window. `each(first, last, point)` calls `point(size, order)` for each point, and
   * returns whether all points from `first` to `last` are known. */
  picture({ key, color, low, high, top, width, height }, each) {
    const step = (high - low) / width;
    const name = `${key} ${color} ${step} ${top} ${width} ${height}`;
    if (name !== this.name || this.tiles.size > MOST_TILES) this.tiles.clear();
    this.name = name;
    this.sheet ??= document.createElement('canvas');
    if (this.sheet.width !== width || this.sheet.height !== height) [this.sheet.width, this.sheet.height] = [width, height];
    const context = this.sheet.getContext('2d');
    context.clearRect(0, 0, width, height);
    const from = Math.round(low / step);
    for (let index = Math.floor(from / TILE); index * TILE < from + width; index += 1) {
      context.drawImage(this.tile(index, { step, top, height, color, clear: 1 - Math.max(0.22, Math.min(0.9, 30000 / (high - low))) }, each), index * TILE - from, 0);
    }
    return this.sheet;
  }

  /** Returns a tile of the picture. It is kept if all its points are known. */
  tile(index, { step, top, height, color, clear }, each) {
    const kept = this.tiles.get(index);
    if (kept) return kept;
    const counts = new Uint8Array(TILE * height);
    const begin = index * TILE;
    const whole = each(Math.ceil(begin * step), Math.ceil((begin + TILE) * step) - 1, (size, order) => {
      const at = Math.min(height - 1, Math.floor((1 - order / top) * height)) * TILE + Math.min(TILE - 1, Math.floor(size / step - begin));
      if (counts[at] < MOST_ALIKE) counts[at] += 1;
    });
    const canvas = new OffscreenCanvas(TILE, height);
    const context = canvas.getContext('2d');
    const image = context.createImageData(TILE, height);
    const pixels = new Uint32Array(image.data.buffer);
    const shade = pixel(color);
    const alpha = Array.from({ length: MOST_ALIKE + 1 }, (_, n) => Math.round(255 * (1 - clear ** n)) << 24);
    counts.forEach((n, i) => {
      if (n > 0) pixels[i] = shade | alpha[n];
    });
    context.putImageData(image, 0, 0);
    if (whole) this.tiles.set(index, canvas);
    return canvas;
  }
}

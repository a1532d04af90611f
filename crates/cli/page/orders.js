// The view of orders: a point for each deck size in a range, in a plot that can be moved and zoomed.

import { button, choice, counted, el, field, grouped, raise, token, widthOf } from './dom.js';
import { ask, commandLine } from './engine.js';
import { CanvasPen } from './pen.js';
import { Cloud } from './cloud.js';
import { factors, ticks } from './axes.js';

const HEIGHT = 500;
const MARGIN = { left: 64, right: 14, top: 14, bottom: 48 };
const MOST = 1_000_000;
const FEW = 3000;
/** Minimum size of a mark at which the marks of the two kinds are drawn one around the other. */
const CLEAR = 3;

export default (app) => new Orders(app);

const read = (text) => text.split(/\.\.=?/).map(Number);

class Orders {
  constructor(app) {
    this.app = app;
    this.chunks = new Map();
    this.clouds = {};
    this.canvas = el('canvas', { class: 'plot', 'aria-hidden': 'true' });
    this.range = el('input', { spellcheck: 'false', class: 'mono', onchange: () => this.typed() });
    this.kind = choice([['', 'out and in'], ['out', 'out'], ['in', 'in']], '', (kind) => app.set({ kind }));
    this.tip = el('p', { class: 'caption tip', 'aria-hidden': 'true' });
    this.why = el('p', { class: 'reason' });
    const move = (by, zoom) => () => this.go(by, zoom);
    this.root = el('div', {}, el('div', { class: 'bar' }, field('Deck sizes', this.range), field('Kind', this.kind),
      el('div', { class: 'go' }, button('Smaller decks', move(-0.5, 1)), button('Larger decks', move(0.5, 1)), button('Zoom in', move(0, 0.5)), button('Zoom out', move(0, 2)),
        button('2 to a million', () => app.set({ sizes: '2..=1000000' })))),
    legend(), el('div', { class: 'strip-frame' }, this.canvas), this.tip, this.why);
    this.watch();
  }

  typed() {
    const match = /^\s*(\d+)\s*(?:\.\.=?|-|–|to)\s*(\d+)\s*$/.exec(this.range.value);
    if (!match || Number(match[1]) >= Number(match[2])) { this.app.complain(`Deck sizes is '${this.range.value.slice(0, 40)}': type a range such as 2 to 400`, this.range); return; }
    this.app.set({ sizes: `${match[1]}..=${match[2]}` });
  }

  /** Moves and zooms the window. It zooms about the point that is the share `about` of its width, or about the deck of the page
   * if that is visible. */
  go(by, zoom, about = null) {
    const [low, high] = this.window ?? read(this.app.state.sizes);
    const span = high - low;
    const here = (Number(this.app.state.cards) - low) / span;
    about ??= here >= 0 && here <= 1 ? here : 0.5;
    const next = Math.min(MOST, Math.max(10, span * zoom));
    const start = Math.max(2, Math.round(low + span * by + (span - next) * about));
    this.app.set({ sizes: `${start}..=${Math.round(start + next)}` }, { scrub: true, keep: false });
  }

  async show(state, signal) {
    let [low, high] = read(state.sizes);
    let warning = null;
    if (!(low < high) || high > 1e15) { warning = `sizes is '${state.sizes}': type a range such as 2 to 400, up to 10^15`; [low, high] = [2, 400]; }
    if (high - low > MOST) { warning = `sizes has ${high - low} sizes: at most ${MOST} are shown`; high = low + MOST; }
    low = Math.max(1, low);
    if (document.activeElement !== this.range) this.range.value = `${low} to ${high}`;
    this.kind.value = state.kind === 'both' ? '' : state.kind;
    Object.assign(this, { window: [low, high], state });
    const level = high - low > 20_000 ? 20_000 : 2000;
    if (level !== this.level) this.chunks.clear();
    this.level = level;
    await this.fill(low, high, signal, warning);
    return { ...this.result(state, low, high), warning };
  }

  /** Requests the orders that are missing, and draws them as they arrive. */
  async fill(low, high, signal, warning) {
    this.paint();
    const [from, to] = [Math.floor(low / this.level), Math.floor(high / this.level)];
    for (let index = from; index <= to; index += 1) {
      if (signal.aborted) throw new DOMException('left', 'AbortError');
      if (this.chunks.has(index)) continue;
      const [first, last] = [Math.max(1, index * this.level), (index + 1) * this.level - 1];
      const rows = await ask('sweep', { cards: `${first}..=${last}`, kind: 'both' }, { once: true });
      const chunk = { first, out: new Float64Array(this.level), in: new Float64Array(this.level) };
      for (const row of rows) chunk[row.kind][row.cards - first] = Number(row.order);
      if (signal.aborted) throw new DOMException('left', 'AbortError');
      this.chunks.set(index, chunk);
      this.paint();
      if (index < to && index % 4 === 0) this.app.publish({ ...this.result(this.state, low, high, last), warning }, warning ? [warning] : this.app.messages);
    }
    if (this.chunks.size > 400) for (const key of this.chunks.keys()) if (key < from || key > to) this.chunks.delete(key);
  }

  orderOf(cards, kind) {
    const chunk = this.chunks.get(Math.floor(cards / this.level));
    return chunk ? chunk[kind][cards - chunk.first] : 0;
  }

  paint() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      const width = widthOf(this.canvas.parentElement, 900);
      this.scale(width);
      this.draw(new CanvasPen(this.canvas, width, HEIGHT), width);
    });
  }

  scale(width) {
    const [low, high] = this.window;
    const left = width < 500 ? 46 : MARGIN.left;
    const [w, h] = [width - left - MARGIN.right, HEIGHT - MARGIN.top - MARGIN.bottom];
    // The upper end of the scale is rounded, so that it stays while the window moves a little.
    const unit = (high - low) / 16;
    const top = Math.ceil((high + 1) / unit) * unit;
    this.x = (cards) => left + ((cards - low) / (high - low)) * w;
    this.y = (order) => MARGIN.top + h - (order / top) * h;
    this.plot = { left, w, h, top };
    this.back = (x) => low + ((x - left) / w) * (high - low);
  }

  draw(pen, width) {
    const [low, high] = this.window;
    const { left, w, h, top } = this.plot;
    const [dim, line, ink] = ['--dim', '--line', '--ink'].map(token);
    for (const tick of ticks(0, top, 5)) {
      pen.path(`M${left} ${this.y(tick)}H${left + w}`, { stroke: line });
      pen.text(left - 8, this.y(tick) + 4, short(tick), dim, { anchor: 'end' });
    }
    for (const tick of ticks(low, high, Math.max(3, width / 160))) pen.text(this.x(tick), HEIGHT - 26, short(tick), dim, { anchor: 'middle' });
    pen.text(left + w / 2, HEIGHT - 6, 'cards in the deck', dim, { anchor: 'middle' });
    pen.text(left + 8, MARGIN.top + 12, 'shuffles until it is back', dim);
    const kinds = kindsOf(this.state);
    for (const [part, label] of [[1, 'M − 1'], [2, '(M − 1)/2'], [3, '(M − 1)/3']]) {
      for (const kind of kinds) pen.path(this.most(kind, part), { stroke: dim, dash: [2, 5], opacity: 0.8 });
      pen.text(left + w - 4, this.y((modulus(high, kinds.at(-1)) - 1) / part) + (part === 1 ? 26 : -6), label, dim, { anchor: 'end' });
    }
    // Both kinds often have the same order at the same size. The diamond is then drawn around the circle, or inside it if there
    // are many points.
    for (const kind of kinds.toReversed()) this.points(pen, kind, low, high, kinds.length > 1);
    const cards = Number(this.app.state.cards);
    for (const kind of kinds) {
      const order = cards >= low && cards <= high ? this.orderOf(cards, kind) : 0;
      if (order) pen.circle(this.x(cards), this.y(order), 8, 'none', { stroke: ink, width: 2 });
    }
    if (this.hover) this.label(pen, width, ink);
    pen.rect(left, MARGIN.top + h, w, 1, dim);
  }

  /** Draws the mark under the pointer with its numbers. */
  label(pen, width, ink) {
    const { cards, order } = this.hover;
    const [x, y, text] = [this.x(cards), this.y(order), shufflesOf(this.hover)];
    const wide = 7 * text.length + 12;
    const at = Math.min(width - wide, x + 12);
    const above = y > 40 ? y - 34 : y + 12;
    pen.circle(x, y, 7, 'none', { stroke: ink, width: 2 });
    pen.rect(at, above, wide, 22, token('--card'), { radius: 6 });
    pen.text(at + 6, above + 15, text, ink, { weight: 600 });
  }

  /** Draws the line of the largest possible order, M − 1, or of a fraction of it, where M is the modulus. In a wide window,
   * single sizes are too close to be drawn as steps. */
  most(kind, part) {
    const [low, high] = this.window;
    const step = high - low > FEW ? (high - low) / 100 : 1;
    const points = [];
    for (let cards = low; cards < high; cards += step) points.push(Math.round(cards));
    return `M${[...points, high].map((cards) => `${this.x(cards).toFixed(2)} ${this.y((modulus(cards, kind) - 1) / part).toFixed(2)}`).join('L')}`;
  }

  points(pen, kind, low, high, isBoth) {
    if (high - low > FEW) { this.cloud(pen, kind, low, high); return; }
    const size = Math.max(1.1, Math.min(4.5, (1.7 * this.plot.w) / (high - low)));
    for (let cards = Math.ceil(low); cards <= high; cards += 1) {
      const order = this.orderOf(cards, kind);
      if (!order) continue;
      const color = token(COLORS[kind]);
      if (kind === 'out') pen.circle(this.x(cards), this.y(order), isBoth && size < CLEAR ? 1.3 * size : size, color);
      else if (size < CLEAR) pen.path(diamond(this.x(cards), this.y(order), isBoth ? 0.9 * size : 1.25 * size), { fill: color });
      else pen.path(diamond(this.x(cards), this.y(order), 1.9 * size), { stroke: color, width: 1.6 });
    }
  }

  cloud(pen, kind, low, high) {
    const { left, w, h, top } = this.plot;
    const [width, height] = [Math.ceil(w), Math.ceil(h)];
    this.clouds[kind] ??= new Cloud();
    const each = (first, last, point) => this.each(kind, Math.max(first, 1), last, point);
    pen.image(this.clouds[kind].picture({ key: `${this.level} ${kind}`, color: token(COLORS[kind]), low, high, top, width, height }, each), left, MARGIN.top, width, height);
  }

  /** Calls `visit` with the known orders in a range of sizes. Returns whether all are known. */
  each(kind, first, last, visit) {
    let all = true;
    for (let index = Math.floor(first / this.level); index <= Math.floor(last / this.level); index += 1) {
      const chunk = this.chunks.get(index);
      all &&= Boolean(chunk);
      if (!chunk) continue;
      const orders = chunk[kind];
      const end = Math.min(orders.length - 1, last - chunk.first);
      for (let i = Math.max(0, first - chunk.first); i <= end; i += 1) if (orders[i]) visit(chunk.first + i, orders[i]);
    }
    return all;
  }

  nearest(px, py) {
    const [low, high] = this.window;
    const kinds = kindsOf(this.state);
    const reach = Math.max(1, Math.ceil(this.back(px + 9) - this.back(px)));
    let best = null;
    for (let cards = Math.max(low, Math.round(this.back(px)) - reach); cards <= Math.min(high, Math.round(this.back(px)) + reach); cards += 1) {
      for (const kind of kinds) {
        const order = this.orderOf(cards, kind);
        const far = Math.hypot(this.x(cards) - px, this.y(order) - py);
        if (order && far < (best?.far ?? 14)) best = { cards, kind, order, far };
      }
    }
    return best;
  }

  watch() {
    const { canvas } = this;
    const point = (event) => { const box = canvas.getBoundingClientRect(); return [event.clientX - box.left, (event.clientY - box.top) * (HEIGHT / box.height)]; };
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.go(0, event.deltaY > 0 ? 1.2 : 1 / 1.2, (point(event)[0] - this.plot.left) / this.plot.w);
    }, { passive: false });
    let grip = null;
    canvas.addEventListener('pointerdown', (event) => { grip = { x: event.clientX, window: this.window, moved: false }; canvas.setPointerCapture(event.pointerId); });
    canvas.addEventListener('pointermove', (event) => {
      if (grip) {
        const shift = ((grip.x - event.clientX) / this.plot.w) * (grip.window[1] - grip.window[0]);
        grip.moved ||= Math.abs(grip.x - event.clientX) > 4;
        const low = Math.max(2, Math.round(grip.window[0] + shift));
        if (grip.moved && low !== this.window[0]) this.app.set({ sizes: `${low}..=${low + grip.window[1] - grip.window[0]}` }, { scrub: true, keep: false });
        return;
      }
      this.point(this.nearest(...point(event)));
    });
    canvas.addEventListener('pointerup', (event) => {
      if (grip && !grip.moved) { const at = this.nearest(...point(event)); if (at) this.app.set({ cards: String(at.cards), word: at.kind, view: 'table' }); }
      grip = null;
    });
    canvas.addEventListener('pointerleave', () => this.point(null));
  }

  point(at) {
    if (at?.cards === this.hover?.cards && at?.kind === this.hover?.kind) return;
    this.hover = at;
    this.tip.textContent = at ? this.describe(at) : HINT;
    this.paint();
  }

  describe({ cards, kind, order }) {
    return `${shufflesOf({ cards, kind, order })}. ${factors(order)}; M = ${factors(modulus(cards, kind))}. Press to open this deck.`;
  }

  /** Returns the numbers of the view. The table has the first sizes, and the CSV file has all. */
  result(state, low, high, until = high) {
    const kinds = ['out', 'in'];
    const row = (_, i) => [low + i, ...kinds.map((kind) => this.orderOf(low + i, kind) || null)];
    const all = () => Array.from({ length: high - low + 1 }, row);
    if (!this.hover) this.tip.textContent = HINT;
    const cards = Number(state.cards);
    this.why.textContent = reason(cards, (kind) => (cards >= low && cards <= until && this.orderOf(cards, kind)));
    const here = cards >= low && cards <= until ? `? ${shufflesOf({ cards, kind: 'out', order: this.orderOf(cards, 'out') })}, ${counted(this.orderOf(cards, 'in'), 'in-shuffle')}` : '';
    const width = 1100;
    return {
      status: `how many shuffles bring decks of ${grouped(low)} to ${grouped(high)} cards back${until < high ? `, up to ${until} so far` : here || '?'}`,
      command: commandLine('sweep', { cards: `${low}..=${high}`, kind: 'both' }),
      numbers: { head: ['cards', ...kinds], rows: Array.from({ length: Math.min(500, high - low + 1) }, row), all },
      picture: { width, height: HEIGHT, draw: (pen) => { this.scale(width); this.draw(pen, width); this.paint(); } },
    };
  }
}

const shufflesOf = ({ cards, kind, order }) => `${counted(cards, 'card')}: ${counted(order, `${kind}-shuffle`)}`;

const kindsOf = ({ kind }) => (kind === 'out' || kind === 'in' ? [kind] : ['in', 'out']);

/** Returns the legend of the marks. */
const legend = () => el('ul', { class: 'legend', 'aria-label': 'Legend' },
  el('li', {}, el('span', { class: 'out', 'aria-hidden': 'true' }, '● '), 'out-shuffles until a deck is back'), el('li', {}, el('span', { class: 'in', 'aria-hidden': 'true' }, '◇ '), 'in-shuffles until it is back'),
  el('li', {}, el('span', { 'aria-hidden': 'true' }, '┄ '), 'the largest possible number (M − 1, where M is the hours of the clock), its half and its third'));

/** Returns an explanation of the two points of one deck size. */
function reason(cards, orderOf) {
  const parts = ['out', 'in'].map((kind) => [kind, modulus(cards, kind), orderOf(kind)]).filter(([, , order]) => order);
  const own = parts.map(([kind, hours, order]) => `for ${kind}-shuffles of ${counted(cards, 'card')} M is ${grouped(hours)}, and 2${raise(order)} is the first power of 2 that leaves the remainder 1`).join('; ');
  return `M is the number of hours of the clock on which each shuffle doubles a place${own ? `: ${own}` : ''}. A card goes round the clock, so it never needs more than M − 1 shuffles. If M is prime, their number divides M − 1: that is why so many marks are on the lines, all of it, half of it, a third.`;
}

const COLORS = { out: '--accent', in: '--warm' };

const HINT = 'Each point is a deck size. Drag to move, turn the wheel to zoom, press a point to open its deck. The ring marks the deck above.';

/** Returns the number of hours on the clock on which each shuffle doubles a position. */
const modulus = (cards, kind) => (cards % 2 === 1 ? cards : kind === 'out' ? cards - 1 : cards + 1);

const diamond = (x, y, r) => `M${x} ${y - r}l${r} ${r}l${-r} ${r}l${-r} ${-r}z`;

const short = (value) => (value >= 1e6 && value % 1e5 === 0 ? `${value / 1e6}M` : value >= 1e4 && value % 100 === 0 ? `${value / 1e3}k` : grouped(value));

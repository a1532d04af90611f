// Draws the cycles of a shuffle as wheels. A shuffle turns each wheel by one position, and after as many shuffles as the order
// all are back.

import { agreeing, counted, el, grouped, reducedMotion, svg, token, widthOf } from './dom.js';
import { ask, commandLine } from './engine.js';
import { load, shuffleOptions, startOption, timesWithin } from './deck.js';
import { cycleColor } from './color.js';
import { pinsOf } from './woven.js';
import { typeText } from './clock.js';

const MOST_WHEELS = 300;
const LARGEST = 25;
const TALL = 560;

export default (app) => new Cycles(app);

const MOST_KINDS = 12;

/** Returns a phrase for the cycles of one length, with its notation in the cycle type. */
function kind(one) {
  const [length, count] = [grouped(one.length), grouped(one.count)];
  const single = String(one.count) === '1';
  const words = { 1: single ? 'a card that stays' : `${count} cards that stay`, 2: single ? 'two cards that change places' : `${count} pairs that change places` };
  return el('li', {}, el('strong', {}, typeText([one])), ` ${words[one.length] ?? `${single ? 'a wheel' : `${count} wheels`} of ${length} cards, back after ${length} shuffles`}`);
}

const radiusOf = (length, dot) => (length === 1 ? 0 : Math.max(dot * 1.25, (length * dot * 2.15) / (2 * Math.PI)));

/** Places wheels side by side in rows of the given width, with the largest dots for which they fit. */
function pack(cycles, width) {
  let dot = LARGEST;
  let packed = packWith(cycles, width, dot);
  while ((packed.height > TALL || packed.wide > width) && dot > 2) packed = packWith(cycles, width, (dot *= 0.94));
  return packed;
}

/** Places wheels side by side so that they fill a sheet. `ratio` is the height of the sheet divided by its width. */
function packInto(cycles, ratio) {
  const widths = Array.from({ length: 60 }, (_, i) => 60 * 1.08 ** i);
  const share = ({ wide, height }) => Math.min(1 / wide, ratio / height);
  const packed = widths.map((width) => packWith(cycles, width, LARGEST)).filter(({ wide, width }) => wide <= width);
  return packed.reduce((best, one) => (share(one) > share(best) ? one : best));
}

function packWith(cycles, width, dot) {
  const wheels = cycles.map((cycle, index) => ({ cycle, index, radius: radiusOf(cycle.length, dot) })).sort((a, b) => b.radius - a.radius);
  let [x, y, line, wide] = [0, 0, 0, 0];
  let row = [];
  const centre = () => { for (const wheel of row) wheel.x += (width - x) / 2; wide = Math.max(wide, x); };
  for (const wheel of wheels) {
    const size = 2 * (wheel.radius + dot) + dot * 1.1;
    if (x + size > width && x > 0) { centre(); row = []; y += line; x = 0; line = 0; }
    wheel.x = x + size / 2;
    wheel.y = y + size / 2 + 5;
    x += size;
    line = Math.max(line, size);
    row.push(wheel);
  }
  centre();
  return { wheels, dot, width, wide, height: y + line + 6 };
}

const on = (wheel, i) => {
  const angle = (i / wheel.cycle.length) * 2 * Math.PI;
  return [wheel.radius * Math.sin(angle), -wheel.radius * Math.cos(angle)];
};

class Cycles {
  constructor(app) {
    this.app = app;
    this.picture = svg('svg', { class: 'wheels', role: 'img', 'aria-label': 'Wheels' });
    this.type = el('p', { class: 'type mono' });
    this.note = el('p', { class: 'caption' });
    this.legend = el('ul', { class: 'legend', 'aria-label': 'Legend' });
    this.root = el('div', {}, this.type, this.legend, this.picture, this.note);
    this.picture.addEventListener('click', (event) => { const dot = event.target.closest('[data-card]'); if (dot) app.pin(Number(dot.dataset.card)); });
  }

  async show(state) {
    const model = await load(state);
    const cycles = await ask('cycles', shuffleOptions(state));
    this.app.player.show(state.times, model.order);
    this.type.textContent = typeText([...cycles.cycle_type].reverse());
    this.legend.replaceChildren(...cycles.cycle_type.slice(-MOST_KINDS).reverse().map(kind));
    const drawn = cycles.cycles && model.drawn && cycles.cycles.length <= MOST_WHEELS;
    this.picture.toggleAttribute('hidden', !drawn);
    if (drawn) this.wheels(state, model, cycles.cycles);
    this.note.textContent = drawn
      ? 'Each wheel is a cycle, the largest first: a shuffle turns every wheel by one card, to the place of the next. The mark on top of a wheel stands out when its cards are where they began. Press a card to follow it in every view.'
      : 'There are too many cycles to draw: their lengths and numbers are below.';
    return this.result(state, model, cycles, drawn);
  }

  wheels(state, model, cycles) {
    const width = Math.max(280, widthOf(this.root, 900));
    const key = [state.cards, state.word, state.start, width, token('--bg')].join();
    if (key !== this.key) this.build(pack(cycles, width), cycles.length, model);
    if (key !== this.key || state.track !== this.track) this.mark(pinsOf(state));
    Object.assign(this, { key, track: state.track });
    // While a slider moves, the wheels turn without an animation.
    this.picture.classList.toggle('still', this.app.moving || reducedMotion());
    const within = timesWithin(state, model);
    for (const { turn, wheel, mark } of this.turning) {
      const length = BigInt(wheel.cycle.length);
      const angle = (Number(within) * 360) / wheel.cycle.length;
      turn.style.transform = `rotate(${angle}deg)`;
      for (const label of turn.querySelectorAll('text')) label.style.transform = `rotate(${-angle}deg)`;
      mark.classList.toggle('home', within % length === 0n);
    }
  }

  mark(pins) {
    for (const dot of this.picture.querySelectorAll('[data-card]')) {
      const pin = pins.find(({ card }) => card === Number(dot.dataset.card));
      dot.classList.toggle('pinned', Boolean(pin));
      dot.style.stroke = pin?.color ?? '';
    }
  }

  build(packed, number, model) {
    const { wheels, dot, width, height } = packed;
    this.packed = packed;
    this.picture.setAttribute('viewBox', `0 0 ${width} ${height.toFixed(0)}`);
    this.turning = [];
    this.picture.replaceChildren(...wheels.map((wheel) => {
      const color = cycleColor(wheel.index, number);
      const turn = svg('g', { class: 'turn' }, wheel.cycle.map((card, i) => {
        const [cx, cy] = on(wheel, i);
        const name = model.faces[card].rank + model.faces[card].sign;
        return [svg('circle', { cx, cy, r: dot * 0.92, fill: color, 'data-card': card }, svg('title', {}, model.faces[card].name)),
          dot >= 9 && svg('text', { x: cx, y: cy + dot * 0.3, 'font-size': dot * (name.length > 2 ? 0.68 : 0.82), 'text-anchor': 'middle' }, name)];
      }));
      const mark = svg('path', { class: 'mark', d: `M0 ${(-wheel.radius - dot * 1.05).toFixed(1)}l-4 -6h8z` });
      this.turning.push({ turn, wheel, mark });
      return svg('g', { transform: `translate(${wheel.x.toFixed(1)} ${wheel.y.toFixed(1)})` },
        wheel.radius > 0 && svg('circle', { r: wheel.radius, class: 'rim', stroke: color }), turn, mark,
        wheel.radius > dot * 2.4 && svg('text', { class: 'length', y: dot * 0.45, 'text-anchor': 'middle', 'font-size': Math.min(34, dot * 1.5) }, String(wheel.cycle.length)));
    }));
  }

  result(state, model, cycles, drawn) {
    const n = cycles.cycle_type.reduce((sum, { count: c }) => sum + BigInt(c), 0n);
    const rows = [['cards', state.cards], ['shuffle', state.word], ['order', model.order], ['sign', cycles.sign],
      ...cycles.cycle_type.map(({ length, count: c }) => [`cycles of length ${length}`, c]),
      ...(cycles.cycles ?? []).slice(0, 2000).map((cycle, i) => [`cycle ${i + 1}`, `(${cycle.slice(0, 400).join(' ')}${cycle.length > 400 ? ' …' : ''})`])];
    return {
      status: `${counted(state.cards, 'card')} ${agreeing(state.cards, 'go')} round in ${counted(n, 'cycle')}; ${/^(in|out)$/.test(state.word) ? `${state.word}-shuffles bring` : `“${state.word}” brings`} all back after ${grouped(model.order)}, the least common multiple of the lengths`,
      warning: model.start?.why,
      command: commandLine('cycles', { ...shuffleOptions(state), start: startOption(state, model) }),
      numbers: { head: ['what', 'value'], rows },
      picture: drawn ? this.drawn(this.packed, state, model, cycles.cycles) : null,
    };
  }

  /** Returns the drawing of the wheels for a file. */
  drawn(packed, state, model, cycles) {
    return { width: packed.width, height: packed.height, draw: (pen) => this.save(pen, packed, state, model, cycles.length),
      shaped: (ratio) => this.drawn(packInto(cycles, ratio), state, model, cycles) };
  }

  save(pen, { wheels, dot }, state, model, number) {
    const within = Number(timesWithin(state, model));
    for (const wheel of wheels) {
      const color = cycleColor(wheel.index, number);
      if (wheel.radius > 0) pen.circle(wheel.x, wheel.y, wheel.radius, 'none', { stroke: color, width: 1.5 });
      wheel.cycle.forEach((card, i) => {
        const [x, y] = on(wheel, i + within);
        pen.circle(wheel.x + x, wheel.y + y, dot * 0.92, color);
        if (dot >= 9) pen.text(wheel.x + x, wheel.y + y + dot * 0.3, model.faces[card].rank + model.faces[card].sign, '#111418', { size: dot * 0.82, anchor: 'middle', weight: 600 });
      });
    }
  }
}


// The view of routes: the shortest words that bring a card from one position to another, and its path through the deck.

import { button, counted, el, field, grouped, token } from './dom.js';
import { ask, commandLine } from './engine.js';
import { digits } from './digits.js';
import { append, split } from './words.js';
import { codesOf, isDrawn, load, numbersOf } from './deck.js';
import { hex, rainbow, pinColor } from './color.js';
import { CanvasPen } from './pen.js';

const ALL_PLACES = 104;
const ROW = 46;
const [LABEL, NUMBER] = [62, 58];

export default (app) => new Routes(app);

class Routes {
  constructor(app) {
    this.app = app;
    const place = (key) => el('input', { inputmode: 'numeric', spellcheck: 'false', onchange: (event) => app.guard(this.typed(key, event.target.value)) });
    this.from = place('from');
    this.to = place('to');
    this.allow = el('input', { spellcheck: 'false', placeholder: 'in,out', class: 'mono', onchange: (event) => app.set({ allow: event.target.value.trim().slice(0, 200) }) });
    this.answer = el('div', { class: 'answer' });
    this.why = el('section', { class: 'digits-why' });
    this.canvas = el('canvas', { 'aria-hidden': 'true', class: 'drag' });
    this.drag();
    this.root = el('div', {}, el('div', { class: 'bar settings' }, field('From', this.from), field('To', this.to),
      button('Swap', () => app.set({ from: this.now.to, to: this.now.from })), field('Moves', this.allow)),
    el('p', { class: 'caption' }, 'With in- and out-shuffles the top card can be brought to any place.'), this.answer,
    el('p', { class: 'caption' }, 'Press a place in a row to go there, or drag from one place to another.'), el('div', { class: 'strip-frame' }, this.canvas), this.why);
  }

  /** Lets the user drag a position to another one, with a mouse, a pen or a finger. */
  drag() {
    let from = null;
    const place = ({ clientX }) => {
      const { left, width } = this.canvas.getBoundingClientRect();
      const cards = Number(this.now.cards);
      return String(Math.min(cards, Math.max(1, Math.ceil(((clientX - left - LABEL) / (width - LABEL - NUMBER)) * cards))));
    };
    this.canvas.addEventListener('pointerdown', (event) => { from = this.now.cards.length < 16 ? place(event) : null; });
    this.canvas.addEventListener('pointercancel', () => { from = null; });
    addEventListener('pointerup', (event) => {
      if (from === null) return;
      const to = place(event);
      this.app.set(from === to ? { to } : { from, to });
      from = null;
    });
  }

  /** Reads positions from a field. A card stands for its current position. */
  async typed(key, text) {
    const { state } = this.app;
    const named = await numbersOf(text, state);
    const { deck } = /[^\d\s,]/.test(text) && isDrawn(state) ? await load(state) : {};
    const value = named.map((card, i) => (deck && card !== codesOf(text)[i] ? deck.indexOf(Number(card)) + 1 : card)).join();
    if (/^\d{1,400}(,\d{1,400}){0,7}$/.test(value)) this.app.set({ [key]: value });
    else this.app.complain(`${key === 'from' ? 'From' : 'To'} is '${text.slice(0, 40)}': type a place such as 1 or 1,52, or a card such as AS`, this[key]);
  }

  async show(given) {
    const state = { ...given, to: given.to || ((BigInt(given.cards) + 1n) / 2n).toString() };
    this.now = state;
    for (const key of ['from', 'to', 'allow']) if (document.activeElement !== this[key]) this[key].value = state[key];
    const options = { cards: state.cards, from: state.from, to: state.to, allow: state.allow || null };
    // The first question is asked alone, because its error would occur for every position.
    const route = await this.route(options, true);
    const words = await this.everyPlace(state, options);
    this.showAnswer(state, route);
    this.why.replaceChildren(...digits(route));
    const picture = this.picture(state, route);
    const width = this.canvas.parentElement.clientWidth || 900;
    this.canvas.hidden = !picture;
    if (picture) picture.draw(new CanvasPen(this.canvas, width, picture.height), width);
    return this.result(state, options, route, words, picture);
  }

  /** Asks for the shortest words. With `all`, the program lists all of them unless there are too many. */
  async route(options, all) {
    return ask('route', { ...options, all });
  }

  /** Returns the shortest words for all positions to which the card can be brought. */
  async everyPlace(state, options) {
    if (Number(state.cards) > ALL_PLACES || state.from.includes(',') || state.cards.length > 4) return [];
    return Promise.all(Array.from({ length: Number(state.cards) }, (_, i) => ask('route', { ...options, to: String(i + 1) })));
  }

  showAnswer(state, route) {
    const many = Array.isArray(route.from);
    const what = many ? `places ${route.from.join(', ')} → ${route.to.join(', ')}` : `place ${route.from} → ${route.to}`;
    if (route.word === null) {
      this.answer.replaceChildren(el('p', { class: 'big-word' }, 'There is no way'), el('p', { class: 'reason' }, route.reason ?? 'No word of the allowed moves does it.'));
      return;
    }
    const chips = (String(route.length) === '0' ? [] : split(route.word)).map((move) => el('li', {}, el('span', { class: 'chip on' }, move)));
    const other = Number(route.count) > 1 ? `This is one of ${route.count} ways with so few` : 'There is no other way with so few';
    this.answer.replaceChildren(el('ol', { class: 'chips', role: 'list', 'aria-label': 'Way' }, chips.length ? chips : el('li', {}, el('span', { class: 'chip' }, 'no move'))),
      el('p', { class: 'caption' }, `${what}: ${counted(route.length, 'move')}. ${other}.`),
      chips.length ? el('div', { class: 'go' }, button('Do it with the deck as it lies now', () => this.app.guard(this.go(append(state.word, state.times, route.word), route, state)), { class: 'primary' }),
        button('Do it from a new deck', () => this.app.guard(this.go(route.word, route)))) : el('span'));
  }

  /** Opens the table with the word applied once, and pins the cards that take the route. They are the cards at its first
   * positions in the deck of `state`, or in a new deck. */
  async go(word, { from }, state = null) {
    const { deck } = state && isDrawn(state) ? await load(state) : {};
    const cards = [from].flat().map((place) => (deck ? deck[Number(place) - 1] : place));
    const isKnown = !state || deck;
    return this.app.set({ word, times: '1', step: '0', view: 'table', ...(isKnown && { track: cards.join() }) });
  }

  picture(state, route) {
    if (route.positions) return this.way(state, route);
    return Number(state.cards) <= 400 && route.reason ? this.mirror(state, route) : null;
  }

  /** Draws one row for each deck of the route, with the position of the card. */
  way(state, route) {
    const steps = String(route.length) === '0' ? [] : split(route.word);
    const rows = Array.isArray(route.from) ? route.positions : route.positions.map((position) => [position]);
    const cards = BigInt(state.cards);
    const share = (position) => (cards === 1n ? 0.5 : Number(((BigInt(position) * 2n - 1n) * 500_000n) / cards) / 1_000_000);
    const height = rows.length * ROW + 6;
    const isSmall = Number(cards) <= 1000 && rows[0].length === 1;
    const draw = (pen, width) => {
      const label = LABEL;
      const span = width - label - NUMBER;
      const x = (position) => label + share(position) * span;
      const y = (row) => row * ROW + 16;
      const [line, dim, ink] = ['--line', '--dim', '--ink'].map(token);
      rows.forEach((_, row) => {
        if (Number(cards) <= 200) for (let place = 1; place <= Number(cards); place += 1) pen.rect(label + ((place - 1) / Number(cards)) * span + 1, y(row) - 6, Math.max(1, span / Number(cards) - 2), 12, line, { radius: 3 });
        else pen.rect(label, y(row) - 4, span, 8, line, { radius: 4 });
        if (row === 0) pen.text(0, y(row) + 5, 'top', dim, { size: 13 });
        if (row > 0) pen.text(0, y(row) - ROW / 2 + 5, steps[row - 1] ?? '', ink, { size: 14, weight: 600 });
      });
      rows[0].forEach((_, which) => {
        const color = which ? pinColor(which) : token('--accent');
        const points = rows.map((row, i) => [x(row[which]), y(i)]);
        pen.path(points.map(([px, py], i) => (i ? `C${points[i - 1][0]} ${py - ROW * 0.45} ${px} ${py - ROW * 0.55} ${px} ${py}` : `M${px} ${py}`)).join(''), { stroke: color, width: 3 });
        points.forEach(([px, py], i) => { pen.circle(px, py, 6.5, hex(rainbow(share(rows[i][which]))), { stroke: color, width: 2.5 }); });
        if (which === 0) rows.forEach((row, i) => pen.text(width, y(i) + 5, `${isSmall && i === 0 ? 'place ' : ''}${row.map((p) => (String(p).length > 7 ? `…${String(p).slice(-5)}` : p)).join(' ')}`, dim, { anchor: 'end', size: 13 }));
      });
    };
    return { height, draw };
  }

  /** Draws mirror pairs as arches over the deck. The pairs that were asked for have the full colour. */
  mirror(state, route) {
    const cards = Number(state.cards);
    const height = 260;
    const asked = [[route.from, pinColor(1)], [route.to, pinColor(2)]].flatMap(([places, color]) => [places].flat().map((place) => ({ place: Number(place), color })));
    const draw = (pen, width) => {
      const cell = width / cards;
      const x = (place) => (place - 0.5) * cell;
      const arch = (place) => { const r = Math.abs(x(cards + 1 - place) - x(place)) / 2; return `M${x(place)} 220A${r} ${Math.min(r, 205)} 0 0 ${place <= cards / 2 ? 1 : 0} ${x(cards + 1 - place)} 220`; };
      for (let place = 1; place <= cards / 2; place += 1) pen.path(arch(place), { stroke: token('--line'), width: 1.5 });
      for (const { place, color } of asked) pen.path(arch(place), { stroke: color, width: 3 });
      for (let place = 1; place <= cards; place += 1) pen.rect((place - 1) * cell + 1, 222, Math.max(1, cell - 2), 14, hex(rainbow(Math.min(place, cards + 1 - place) / (cards / 2))), { radius: 3 });
      for (const { place, color } of asked) pen.text(x(place), 254, String(place), color, { anchor: 'middle', weight: 700, size: 14 });
    };
    return { height, draw };
  }

  result(state, options, route, words, picture) {
    const asked = [`${[route.from].flat().join(' ')} to ${[route.to].flat().join(' ')}`, route.word ?? 'none', route.length, route.count];
    const rows = words.length ? words.map(({ from, to, word, length, count }) => [`${from} to ${to}`, word ?? 'none', length, count])
      : [asked];
    return {
      status: route.word === null ? `no shuffles of this kind bring ${asked[0]}: ${route.reason ?? 'none was found'}`
        : `which shuffles bring the card from place ${asked[0].replace(' to ', ' to place ')} of ${grouped(state.cards)}? ${String(route.length) === '0' ? 'None: it is there' : split(route.word).join(', ')}`,
      command: commandLine('route', { ...options, all: route.words ? true : null }),
      numbers: { head: ['from and to', 'word', 'length', 'shortest words'], rows },
      picture: picture && { width: 1000, height: picture.height, draw: (pen) => picture.draw(pen, 1000) },
    };
  }
}

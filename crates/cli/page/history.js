// The view of the history: one row for each move, and lines that follow cards through all rows.

import { choice, counted, el, field, grouped, token, widthOf } from './dom.js';
import { ask, commandLine, later } from './engine.js';
import { LISTED, count, deckAfter, homeOf, load, moveOf, seen, shuffleOptions, startOption, timesWithin } from './deck.js';
import { palette, rainbow } from './color.js';
import { CanvasPen, bitmap } from './pen.js';
import { draw, layout } from './strip.js';
import { cardAt, decksOf, frame, nameOf, pinsOf, watch, wayOf } from './woven.js';
import { progress, returning } from './words.js';

const MOST_ROWS = 400;
const TABLE_ROWS = 400;
const TALL = 620;
const LEAST_ROW = 3;
const SAMPLED_ROWS = 160;

export default (app) => new History(app);

class History {
  constructor(app) {
    this.app = app;
    this.canvas = el('canvas', { class: 'strip', 'aria-hidden': 'true' });
    this.by = choice([['start', 'where it started'], ['cycle', 'cycle'], ['mirror', 'mirror pair']], 'start', (color) => app.set({ color }));
    this.tip = el('p', { class: 'caption', 'aria-hidden': 'true' });
    this.pins = el('ul', { class: 'ways', 'aria-label': 'Ways of pinned cards' });
    this.root = el('div', { class: 'history' },
      el('div', { class: 'bar' }, field('Colour by', this.by)),
      el('div', { class: 'strip-frame' }, this.canvas), this.tip, this.pins);
    watch(this.canvas, (event) => (this.sampled ? null : cardAt(this, event)), (card) => { if (!this.sampled && this.model) this.paint(card); }, (card) => app.pin(card));
  }

  async show(state) {
    this.by.value = state.color;
    const model = await load(state);
    this.app.player.show(state.times, model.order);
    if (!model.drawn) return this.wide(state, model);
    const cycles = state.color === 'cycle' ? (await ask('cycles', shuffleOptions(state))).cycles : null;
    const view = frame(state, model, Math.min(MOST_ROWS, Number(model.order) * model.parts.length + 1));
    view.shown = Math.min(view.rows, view.shown);
    Object.assign(this, { state, model, view, colors: palette(count(state), state.color, cycles), sampled: false });
    this.paint();
    this.list();
    return this.result();
  }

  /** Draws all rows in the window. Rows after the current one are faint. */
  paint(hover = null) {
    const { state, model, view } = this;
    const width = widthOf(this.canvas.parentElement, 900);
    const tall = Math.max(view.rows * LEAST_ROW, Math.min(TALL, Math.max(160, view.rows * 46)));
    this.geometry = layout(count(state), view.rows, width, tall);
    this.drawing = (pen, g) => draw(pen, g, { key: `${state.cards} ${state.word} ${state.color}`, first: view.first, decks: decksOf(model, view), colors: this.colors, shown: view.shown, pins: pinsOf(state), hover, ink: token('--ink'), ghost: token('--ghost') });
    this.drawing(new CanvasPen(this.canvas, width, this.geometry.height), this.geometry);
    this.tip.textContent = hover ? `${nameOf(this.model, hover)}: started at place ${hover}` : `One row a ${model.parts.length > 1 ? 'move' : 'shuffle'}, top card on the left. Point at a card to see its thread; press to pin it.${view.first > 0 || view.rows <= Number(view.total) ? ` Rows ${view.first} to ${view.first + view.rows - 1} of ${grouped(view.total)}.` : ''}`;
  }

  list() {
    this.pins.replaceChildren(...pinsOf(this.state).map((pin) => el('li', { class: 'caption' }, wayOf(this.model, pin))));
  }

  result() {
    const { state, model, view } = this;
    const decks = decksOf(model, view).slice(-TABLE_ROWS);
    const first = view.first + view.shown - decks.length;
    const columns = Math.min(count(state), 104);
    return {
      status: state.times === '0' ? `the history of ${counted(state.cards, 'card')} begins; ${returning(state, model.order)}`
        : `${progress(state, model.order)}: ${seen(model.deck, model)}`,
      warning: model.start.why,
      home: state.times !== '0' && homeOf(model.deck),
      command: commandLine('deck', { ...shuffleOptions(state), start: startOption(state, model), each: true, times: state.times === '0' ? null : timesWithin(state, model).toString() === '0' ? model.order : timesWithin(state, model).toString() }),
      numbers: { head: [model.parts.length > 1 ? 'move' : 'times', ...Array.from({ length: columns }, (_, i) => i + 1)], rows: decks.map((deck, i) => [first + i, ...deck.slice(0, columns)]) },
      picture: this.picture(),
    };
  }

  picture(ratio = null) {
    const { rows } = this.view;
    const g = ratio ? layout(count(this.state), rows, 1200, 1200 * ratio, Infinity) : layout(count(this.state), rows, 1200, Math.min(1400, Math.max(160, rows * 46)));
    return { width: 1200, height: g.height, draw: (pen) => this.drawing(pen, g), shaped: (other) => this.picture(other) };
  }

  /** Draws a deck with more cards than pixels: one card for each pixel, or only lines of a few cards if the deck is even larger. */
  async wide(state, model) {
    const width = Math.floor(this.canvas.parentElement.clientWidth || 900);
    this.sampled = true;
    this.model = model;
    this.pins.replaceChildren();
    this.large = await later('large.js');
    const picture = state.cards.length <= 7 && count(state) <= LISTED ? await this.samples(state, width) : await this.threads(state);
    picture.draw(new CanvasPen(this.canvas, width, picture.height), width);
    this.tip.textContent = picture.caption;
    return {
      status: `${counted(state.cards, 'card')}: ${returning(state, model.order)}; the rows show ${picture.rows} shuffles from ${grouped(state.times)} on`,
      command: commandLine('where', { ...shuffleOptions(state), card: picture.found[0].card, times: state.times }),
      numbers: { head: ['times', ...picture.found.map(({ card }) => `card ${card}`)], rows: picture.found[0].positions.map((_, i) => [(BigInt(state.times) + BigInt(i)).toString(), ...picture.found.map(({ positions }) => positions[i])]) },
      picture: { width, height: picture.height, draw: (pen) => picture.draw(pen, width) },
    };
  }

  async samples(state, width) {
    const [move, deck, found] = await Promise.all([moveOf(state.cards, state.word), deckAfter(state, state.times), this.large.ways(state)]);
    const cards = count(state);
    const places = Array.from({ length: width }, (_, x) => Math.floor(((x + 0.5) * cards) / width));
    const canvas = bitmap(width, SAMPLED_ROWS, (x) => {
      const color = rainbow((deck[places[x]] - 1) / (cards - 1));
      places[x] = move[places[x]] - 1;
      return color;
    });
    return { height: 560, found, rows: SAMPLED_ROWS, draw: (pen, w) => pen.image(canvas, 0, 0, w, 560),
      caption: `One row a shuffle, ${SAMPLED_ROWS} rows from ${grouped(state.times)} on; each point is the card at that place, coloured by where it started.` };
  }

  async threads(state) {
    const { threads, ways } = this.large;
    const found = await ways(state);
    return { height: 520, found, rows: found[0].positions.length - 1, draw: (pen, w) => threads(pen, w, 520, found, state.cards),
      caption: 'A deck of this size is not laid out: the threads are single cards, and the band on top is the deck. Type other cards in Pins.' };
  }
}


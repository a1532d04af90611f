// The first view: the deck on a table, its strip, and an explanation of its order.

import { button, counted, el, grouped, nounOf, reducedMotion, times, token, widthOf } from './dom.js';
import { ask, commandLine, later } from './engine.js';
import { badges, codesOf, count, homeOf, load, seen, shuffleOptions, startOption, stepOf } from './deck.js';
import { palette } from './color.js';
import { CanvasPen } from './pen.js';
import { draw, layout } from './strip.js';
import { cardAt, decksOf, frame, pinsOf, watch, wayOf } from './woven.js';
import { Cards } from './cards.js';
import { Hands } from './hands.js';
import { Routine } from './routine.js';
import { Clock, said, typeText } from './clock.js';
import { append, hasRiffle, named, progress, repeatedly, returning } from './words.js';
import { brief } from './riffle.js';

const MOST_ROWS = 27;
/** Maximum number of cards for which all cards lie in one row. */
const FEW = 8;
const EXAMPLE = 'ace of spades\n2 of hearts\n3 of clubs\n4 of diamonds\n5 of spades\n6 of hearts\n7 of clubs\n8 of diamonds';
const KINDS = 'Out cuts the deck into halves and weaves them so that the top card stays on top. In weaves them so that it becomes the second.';

export default (app) => new Table(app);

class Table {
  constructor(app) {
    this.app = app;
    this.cards = new Cards({ pick: (card) => app.pin(card), drop: (from, to) => this.offer(from, to) });
    this.routine = new Routine(app);
    this.canvas = el('canvas', { class: 'strip', 'aria-hidden': 'true' });
    this.caption = el('p', { class: 'caption' });
    this.home = el('p', { class: 'homecoming', 'aria-hidden': 'true' });
    this.felt = el('div', { class: 'felt' }, this.cards.root);
    this.hands = new Hands(this.felt);
    this.offered = el('div', { class: 'offer', role: 'group', 'aria-label': 'Way' });
    this.heading = el('h2', { class: 'eyebrow' });
    this.now = el('span', { class: 'now' });
    this.of = el('span', { class: 'of' });
    this.badges = el('ul', { class: 'badges', 'aria-label': 'Properties' });
    this.clock = new Clock();
    this.cycles = el('div', { class: 'why' });
    this.lower = el('div', {}, el('div', { class: 'strip-frame' }, this.canvas), this.hands.steps, this.routine.chips, this.caption, this.routine.home);
    this.pasted = el('dialog', { 'aria-labelledby': 'paste-heading' });
    this.root = el('div', { class: 'two' },
      el('div', {}, el('div', { class: 'stage' }, this.felt, this.hands.canvas, this.home), this.offered, this.lower),
      el('aside', {}, this.heading, el('p', { class: 'big' }, this.now, ' ', this.of), el('p', { class: 'caption kinds' }, KINDS), this.badges, this.clock.root, this.cycles), this.pasted);
    watch(this.canvas, (event) => cardAt(this, event), (card) => { this.hover = card; this.paint?.(1); }, (card) => app.pin(card));
  }

  async show(state) {
    const model = await load(state);
    this.lower.hidden = !model.drawn;
    this.felt.classList.toggle('bare', !model.drawn);
    this.counter(state, model);
    this.homecoming(state, model);
    if (!model.drawn) return (await later('large.js')).large(this, state, model);
    if (!this.felt.contains(this.cards.root)) this.felt.replaceChildren(this.cards.root);
    const previous = this.model;
    Object.assign(this, { model, state, colors: palette(count(state)) });
    const pins = pinsOf(state);
    this.cards.build(model.faces, this.colors);
    const moved = this.motion(previous, state);
    this.shown = { cards: state.cards, word: state.word, times: state.times, start: state.start };
    const isDrawn = !state.big && this.hands.show(moved.onward ? this.cards.deck : null, model.deck, this.colors, moved.duration);
    this.cards.show(model.deck, pins, isDrawn ? {} : moved, this.cellMost());
    this.routine.show(state, model);
    this.strip(moved.duration);
    this.clock.show(model, state, pins);
    await this.aside(model);
    return this.result(state, model, pins);
  }

  /** Returns how the cards move from the previous state: by one shuffle forwards or backwards, or without an animation. */
  motion(previous, state) {
    const before = this.app.moving ? null : this.shown;
    const same = previous && before && before.cards === state.cards && before.start === state.start;
    const forward = same && before.word === state.word && BigInt(state.times) - BigInt(before.times) === 1n;
    const backward = same && before.word === state.word && BigInt(state.times) - BigInt(before.times) === -1n;
    const appended = same && before.word !== state.word && state.times === '1';
    const { beat } = this.app.player;
    if (!forward && !backward && !appended) return { duration: 0, split: false, onward: false, isMoving: this.app.moving };
    return { duration: backward ? Math.min(beat, 280) : beat, split: !backward && /(^|\s)(in|out|packets:2:\w+)$/.test(state.word), onward: !backward };
  }

  counter(state, model) {
    const order = BigInt(model.order);
    const times = BigInt(state.times);
    const isDrawn = hasRiffle(state.word);
    const round = isDrawn ? times * BigInt(model.parts?.length ?? 1) : order > 0n ? (times === 0n ? 0n : ((times - 1n) % order) + 1n) : times;
    this.heading.textContent = `${counted(state.cards, 'card')}, ${named(state.word)}`;
    this.now.textContent = grouped(round);
    this.now.classList.toggle('long', round.toString().length > 5);
    this.of.textContent = isDrawn ? `${nounOf(round, 'move')}; no two riffles are alike` : `of ${grouped(model.order)} ${times > order ? `in this round, ${grouped(times)} in all` : 'until the deck is back'}`;
    if (!isDrawn && model.parts?.length > 1) this.routineOf(state, model);
    this.app.player.show(state.times, model.order, isDrawn);
  }

  /** Shows the number of single moves done, for a word of several moves. */
  routineOf(state, model) {
    const made = BigInt(state.times) * BigInt(model.parts.length) + BigInt(stepOf(state, model));
    this.heading.textContent = counted(state.cards, 'card');
    this.now.textContent = grouped(made);
    this.of.textContent = `${nounOf(made, 'move')}${state.step === '0' ? `: “${brief(state.word)}” ${times(state.times)}` : ''}; “${brief(state.word)}” ${times(model.order)} brings the deck back`;
    if (state.step === '0' && state.times !== '0') this.of.append(el('br'), el('span', { class: 'caption' }, `Shuffle does all ${model.parts.length} moves once more, Back takes them away.`));
  }

  /** Shows on the table that the deck is in its starting order or reversed. */
  homecoming(state, model) {
    const what = state.times !== '0' && model.drawn ? homeOf(model.deck) : null;
    this.home.textContent = what ? `${{ back: 'Back', reversed: 'Reversed' }[what]} after ${repeatedly(state.word, state.times)}` : '';
    this.felt.classList.toggle('home', Boolean(what));
  }

  /** Returns the maximum width of a card, so that the strip below the cards is visible without scrolling. A few cards are as
   * wide as their row allows. */
  cellMost() {
    const lines = this.model.deck.length <= FEW ? 1.45 : 5.8;
    const most = this.model.deck.length <= FEW ? 132 : 84;
    return innerWidth > 900 ? Math.min(most, Math.max(44, ((innerHeight - 300) * 0.55) / lines)) : 84;
  }

  async aside(model) {
    const found = await badges(model.deck, model);
    if (this.badges.textContent !== found.map((one) => one.join(': ')).join('')) this.badges.replaceChildren(...found.map(([text, meaning]) => el('li', {}, el('b', {}, text), `: ${meaning}`)));
    const { cycle_type: type } = await ask('cycles', shuffleOptions(this.state));
    // The cycles of a random riffle are not shown, because the same riffle is never drawn again.
    if (hasRiffle(this.state.word)) { this.type = type; this.cycles.replaceChildren(); return; }
    if (type === this.type && this.cycles.firstChild) return;
    this.type = type;
    this.cycles.replaceChildren(el('h2', {}, 'Cycles'), el('p', { class: 'mono' }, typeText(type)), el('p', { class: 'caption' }, sentence(type, model.order)));
  }

  strip(duration) {
    const { model, state } = this;
    const width = widthOf(this.canvas.parentElement, 760);
    const view = frame(state, model, MOST_ROWS);
    this.view = view;
    const decks = decksOf(model, view);
    const pins = pinsOf(state);
    this.geometry = layout(count(state), view.rows, width, this.tall(width), state.big ? 200 : undefined);
    const settings = { key: `${state.cards} ${state.word}`, first: view.first, decks, colors: this.colors, shown: view.shown, pins, ink: token('--ink'), ghost: this.app.story.hides ? 'transparent' : token('--ghost') };
    cancelAnimationFrame(this.animation);
    const paint = (moving) => draw(new CanvasPen(this.canvas, width, this.geometry.height), this.geometry, { ...settings, hover: this.hover, moving });
    this.paint = paint;
    this.legend(pins);
    if (!duration || view.shown < 2 || reducedMotion()) { paint(1); return; }
    const began = performance.now();
    const next = (time) => {
      const moving = Math.min(1, Math.max(0, time - began) / duration);
      paint(moving);
      if (moving < 1) this.animation = requestAnimationFrame(next);
    };
    paint(0);
    this.animation = requestAnimationFrame(next);
  }

  /** Returns the height of the strip: the space that the cards leave on the screen. */
  tall(width) {
    if (this.state.big) return Math.max(200, innerHeight - this.canvas.parentElement.getBoundingClientRect().top - scrollY - 74);
    if (width < 600) return 420;
    const key = `${this.state.cards} ${innerWidth} ${innerHeight} ${this.state.story}`;
    if (key !== this.room?.key) this.room = { key, height: innerHeight - this.felt.getBoundingClientRect().bottom - scrollY - 34 };
    return Math.min(470, Math.max(200, this.room.height));
  }

  legend(pins) {
    const { model, state } = this;
    const key = [state.cards, state.word, state.start, state.track, token('--bg')].join();
    if (key === this.explained) return;
    this.explained = key;
    this.caption.replaceChildren(`Each row is the deck after one more ${model.parts.length > 1 ? 'move' : 'shuffle'}, top card on the left; colour is where a card started.`,
      ...pins.flatMap((pin) => [el('br'), ...wayOf(model, pin)]));
  }

  /** Shows the shortest word that moves a card from one position to another, after the user dragged it. */
  async offer(from, to) {
    const options = { cards: this.state.cards, from: String(from), to: String(to) };
    const close = button('Close', () => this.offered.replaceChildren(), { class: 'quiet' });
    try {
      const { word, reason } = await ask('route', options);
      const text = word === null ? reason : word === '' ? 'The card is there.' : `Place ${from} to place ${to}: `;
      const go = word ? [el('strong', { class: 'mono' }, word), button('Do it', () => { this.offered.replaceChildren(); this.app.set({ word: append(this.state.word, this.state.times, word), times: '1', step: '0' }); }, { class: 'primary' })] : [];
      this.offered.replaceChildren(el('span', {}, text), ...go, button('See the way', () => this.app.set({ view: 'routes', from: options.from, to: options.to }), {}), close);
    } catch (error) {
      this.offered.replaceChildren(el('span', {}, error.message), close);
    }
  }

  paste() {
    const area = el('textarea', { rows: '5', 'aria-labelledby': 'paste-heading', spellcheck: 'false', placeholder: 'AS 2S 3S …' });
    this.pasted.replaceChildren(el('h2', { id: 'paste-heading' }, 'The order of your deck'),
      el('p', { class: 'caption' }, 'Cards from the top: AS, 10H, Q♦, ace of spades, or numbers.'), area,
      el('div', { class: 'go' }, button('Use it', () => {
        this.pasted.close();
        this.use(area.value);
      }, { class: 'primary' }), button('Try an example', () => { area.value = EXAMPLE; }), button('Cancel', () => this.pasted.close())));
    this.pasted.showModal();
  }

  /** Takes a list of cards as the starting order of the deck. */
  use(text) {
    const codes = codesOf(text);
    return codes.length > 1 ? this.app.set({ start: codes.join(','), cards: String(codes.length) }) : this.app.say('That is no list of cards: write them as AS, 10H or 7.');
  }

  /** Takes a file that was dropped, or a text that was pasted. */
  async take(file) { await this.use(await file.text()); }

  /** Is called when a slider has stopped. */
  rest() { this.cards.rest(); }

  walk(by) { return this.model?.drawn && this.cards.walk(by); }

  result(state, model, pins) {
    const after = state.step === '0' ? '' : counted(stepOf(state, model), 'move');
    const facts = [['cards', state.cards], ['shuffle', state.word], ['times', state.times], ['order', model.order],
      ['reversed after', model.reversed_after], ['modulus', model.modulus], ['cycle type', this.type.map(({ length, count: n }) => `${length}^${n}`).join(' ')]];
    const rows = model.deck.map((card, i) => [`place ${i + 1}`, model.faces[card].sign ? `${card} (${model.faces[card].name})` : card]);
    return {
      status: status(state, model, after),
      warning: model.start.why,
      home: state.times !== '0' && homeOf(model.deck),
      command: commandLine('deck', { ...shuffleOptions(state), times: state.times, start: startOption(state, model), faces: Boolean(model.start.faced && !state.start) }),
      numbers: { head: ['what', 'value'], rows: [...facts, ...pins.map(({ card }) => [`card ${card} is at`, model.deck.indexOf(card) + 1 || null]), ...rows] },
      picture: this.picture(model),
      shuffle: this.shuffled(model),
    };
  }

  /** Returns the decks before and after the last move, or those of the first move if none was done. */
  shuffled(model) {
    const { first, shown, rows } = this.view;
    const from = Math.max(0, shown - 2);
    const decks = rows > 1 ? decksOf(model, { first: first + from, shown: 2 }) : [];
    return { decks, colors: this.colors };
  }

  /** Returns the drawing of the cards and the strip for a file. `ratio` is its height divided by its width, if it is given. */
  picture(model, ratio = null) {
    const columns = Math.min(13, model.deck.length);
    const lines = Math.ceil(model.deck.length / columns);
    const [w, h] = [1040 / columns, Math.min(100, (1040 / columns) * 1.3)];
    const above = lines * h + 40;
    const g = ratio ? layout(model.deck.length, this.view.rows, 1040, Math.max(200, 1040 * ratio - above), Infinity) : layout(model.deck.length, this.view.rows, 1040, 620);
    const [ink, card, line, red] = ['--ink', '--card', '--line', '--red'].map(token);
    return { width: 1040, height: above + g.height, shaped: (other) => this.picture(model, other), draw: (pen) => {
      model.deck.forEach((one, i) => {
        const [x, y, face] = [(i % columns) * w + 3, Math.floor(i / columns) * h + 3, model.faces[one]];
        pen.rect(x, y, w - 6, h - 6, line, { radius: 7 });
        pen.rect(x + 1, y + 1, w - 8, h - 8, card, { radius: 6 });
        pen.rect(x + 8, y + h - 15, w - 22, 4, this.colors[one], { radius: 2 });
        pen.text(x + w / 2 - 3, y + h / 2, face.rank + face.sign, face.red ? red : ink, { size: 20, anchor: 'middle', weight: 600 });
      });
      pen.stamp(lines * h + 30, null, () => draw(pen, g, { decks: decksOf(model, this.view), colors: this.colors, shown: this.view.shown, pins: pinsOf(this.state), ink, ghost: token('--ghost') }));
    } };
  }
}

function status(state, model, after) {
  if (state.times === '0' && !after) return hasRiffle(state.word) ? firstOrder(state) : `${firstOrder(state)}; ${returning(state, model.order)}`;
  return `${progress(state, model.order, after)}: ${placed(state, model)}${seen(model.deck, model)}`;
}

const firstOrder = ({ cards }) => `${counted(cards, 'card')} in ${cards === '1' ? 'its' : 'their'} first order`;

/** Returns a phrase with the position of the first pinned card. */
function placed({ track }, model) {
  const [card] = track.split(',');
  if (!card || homeOf(model.deck)) return '';
  const { name, sign } = model.faces[card];
  return `${sign ? 'the' : 'card'} ${name} is at place ${model.deck.indexOf(Number(card)) + 1}; `;
}

function sentence(type, order) {
  const parts = type.map(({ length, count: n }) => {
    const [l, c] = [Number(length), Number(n)];
    if (l === 1) return `${said(c)} card${c === 1 ? ' stays' : 's stay'}`;
    if (l === 2) return c === 1 ? 'two change places' : `${said(c)} pairs change places`;
    return `${said(l * c)} go round in ${c === 1 ? `one ring of ${said(l)}` : `${said(c)} rings of ${said(l)}`}`;
  });
  const text = parts.join(', ');
  const lcm = type.length > 1 ? ` All rings are back together after ${order}, the least common multiple.` : '';
  return `${text[0].toUpperCase()}${text.slice(1)}.${lcm}`;
}

// The view of mixing: the distance of riffled decks from random, the position of each card, and statistics of the decks.

import { byId, choice, counted as numbered, el, field, token, widthOf } from './dom.js';
import { LostError, ask, commandLine, later } from './engine.js';
import { isRandom, randomShuffles } from './deck.js';
import { CanvasPen } from './pen.js';
import { Heat, faded } from './heat.js';

const HEIGHT = 280;
/** The random shuffle that is used if the word of the state is not random. */
const RIFFLE = 'gsr';
const MOST_RIFFLES = 12;
/** Maximum number of cards for which every order is listed. */
const MOST_LISTED = 6;
/** Maximum number of cards that the numbers of riffles on the slider can mix. */
const SMALL = 64;
const MOST_MAPPED = 208;
const BUDGET = 20;
const SAMPLES = 2000;
/** What of each card may count, with its value in the state. */
const COUNTED = { 'red-black': 'colours', suits: 'suits', ranks: 'ranks', blackjack: 'blackjack values' };

export default (app) => new Mixing(app);

class Mixing {
  constructor(app) {
    this.app = app;
    this.canvas = el('canvas', { 'aria-hidden': 'true' });
    this.riffles = el('input', { type: 'range', min: '0', max: String(MOST_RIFFLES), oninput: () => app.set({ riffles: this.riffles.value }, { scrub: true, keep: false }) });
    this.counts = choice([['', 'every card'], ...Object.entries(COUNTED).map(([deck, what]) => [deck, `${what} only`])], '', (deck) => app.set({ deck }));
    const input = (key) => el('input', { spellcheck: 'false', class: 'mono', list: 'shuffles', onchange: (event) => app.set({ [key]: event.target.value.trim().slice(0, 200) }) });
    this.also = el('input', { type: 'checkbox', onchange: () => app.set({ separation: this.also.checked ? 'on' : '' }) });
    this.left = input('left');
    this.right = input('right');
    this.names = el('datalist', { id: 'shuffles' });
    this.maps = [new Heat(''), new Heat(''), new Heat('')];
    this.wrong = ['One', 'Other'].map((name) => el('p', { class: 'wrong', role: 'alert', id: `wrong-${name}` }));
    this.now = new Heat('');
    this.terms = el('dl', { class: 'terms' });
    this.mapped = el('section', { 'aria-labelledby': 'maps-heading' }, el('h2', { id: 'maps-heading' }, 'Two shuffles side by side'),
      el('div', { class: 'bar' }, field('One', this.left), field('Other', this.right), this.names),
      this.wrong, el('p', { class: 'caption' }, 'gsr is the usual model of a real riffle, by Gilbert, Shannon and Reeds; gsr^7 is seven of them. out^7 is seven perfect out-shuffles.'),
      el('div', { class: 'maps' }, this.maps.map(({ root }) => root)));
    this.root = el('div', { class: 'mixing' },
      el('div', { class: 'bar' }, field('What counts', this.counts), el('label', { class: 'check' }, this.also, 'also the rarest order (separation)')),
      el('div', { class: 'moving' }, el('div', { class: 'strip-frame' }, this.canvas, field('Riffles', this.riffles, 'along')), this.now.root, this.terms), this.mapped);
    this.fill();
  }

  /** Offers the names of the random shuffles. */
  async fill() {
    try {
      this.names.replaceChildren(...(await randomShuffles()).flatMap(({ examples, meaning }) => examples.map((word) => el('option', { value: word }, meaning))));
    } catch { /* any word may be typed */ }
  }

  /** Loads the modules that draw the program's answers, at the first answer. */
  async parts() {
    const [bets, { curve }, { Sample }] = await Promise.all(['bets.js', 'curve.js', 'sample.js'].map(later));
    if (this.sample) return;
    Object.assign(this, { bets, curve, sample: new Sample() });
    this.terms.before(this.sample.root);
  }

  async show(state) {
    this.counts.value = state.deck;
    const options = state.deck ? { cards: state.cards === '52' ? null : state.cards, deck: state.deck } : { cards: state.cards };
    const random = await isRandom(state.word);
    if (random && !state.deck) options.shuffle = state.word;
    const word = byId('word');
    if (document.activeElement !== word) word.value = options.shuffle ?? RIFFLE;
    // For a picture of estimates and bounds few simulated decks are enough.
    if (options.shuffle && !/^((gsr|riffle:\d+)(\^\d+)?\s*)+$/.test(state.word)) options.samples = String(SAMPLES);
    const [result] = await Promise.all([ask('mix', options, { budget: BUDGET }), this.parts()]);
    const isRiffle = !options.shuffle && !options.deck;
    const rows = await this.slide(state, options, result.rows, isRiffle);
    const noun = result.shuffle ? 'shuffle' : 'riffle';
    const least = rows[0].riffles;
    const row = rows[Math.min(rows.length - 1, Math.max(0, Number(state.riffles) - least))];
    const chosen = row.riffles;
    this.riffles.value = String(chosen);
    this.riffles.setAttribute('aria-valuetext', numbered(chosen, noun));
    // For some kinds of decks only the separation distance is known.
    const hasSeparation = state.separation === 'on' || !this.bets.known(row.total_variation);
    this.also.checked = hasSeparation;
    Object.assign(this, { rows, row, noun, hasSeparation });
    const width = widthOf(this.canvas.parentElement, 900);
    this.curve(new CanvasPen(this.canvas, width, HEIGHT), { width, height: HEIGHT }, this.shown);
    this.terms.replaceChildren(...this.bets.terms(row, noun, hasSeparation));
    await this.sample.show(state.cards, chosen, rows.at(-1).riffles, isRiffle);
    const words = { left: state.left || (random ? state.word : `gsr^${chosen}`), right: state.right || (random ? 'fisher-yates' : `(${state.word})^${chosen}`.replace(/^\(([a-z]+)\)/, '$1')) };
    for (const side of ['left', 'right']) if (document.activeElement !== this[side]) this[side].value = words[side];
    await this.map(state, words);
    await this.place(state, random ? `(${state.word})^${chosen}` : `gsr^${chosen}`);
    await this.look(state.cards, words);
    const exact = await this.lawOf(state, random);
    return { ...this.result(state, options, result), ...exact };
  }

  /** Shows histograms of the decks, which the program simulates. */
  async look(cards, words) {
    const { Histograms } = await later('histograms.js');
    if (!this.histograms) {
      this.histograms = new Histograms(this.app);
      this.root.append(this.histograms.root);
    }
    this.histograms.show(cards, words);
  }

  /** Shows the probability of every order of a deck with few cards. */
  async lawOf(state, random) {
    if (this.law) this.law.root.hidden = true;
    if (!random || Number(state.cards) > MOST_LISTED) return {};
    const { Law } = await later('law.js');
    this.law ??= new Law();
    this.mapped.before(this.law.root);
    return this.law.show(state);
  }

  /** Returns the rows for the positions of the slider, and sets the range of the slider. */
  async slide(state, options, rows, isRiffle) {
    const none = isRiffle && Number(state.cards) <= MOST_MAPPED ? (await ask('mix', { ...options, riffles: '0..=0' }, { budget: BUDGET })).rows : [];
    const all = [...none, ...rows];
    const shown = isRiffle && Number(state.cards) <= SMALL ? all.filter(({ riffles }) => riffles <= MOST_RIFFLES) : all;
    this.riffles.min = String(shown[0].riffles);
    this.riffles.max = String(shown.at(-1).riffles);
    return shown;
  }

  /** Shows the positions of the cards after the chosen number of riffles. The colour scale is the same for all numbers. */
  async place(state, shuffle) {
    const cards = Number(state.cards);
    this.now.root.hidden = this.mapped.hidden;
    if (this.mapped.hidden) return;
    const { matrix, samples } = await ask('matrix', { cards: state.cards, shuffle }, { budget: BUDGET });
    this.now.show(cards, (card, place) => matrix[card][place] * cards - 1, `Where each card is after ${numbered(this.row.riffles, this.noun)}`,
      `A plain map means that each card may be at any place, as in a random deck.${samples ? ' From simulated decks.' : ''}`, 1, faded);
  }

  /** Shows the tables of two words and their difference. An error in a word is shown below the words. */
  async map(state, words) {
    const cards = Number(state.cards);
    this.mapped.hidden = cards > MOST_MAPPED || cards < 2;
    if (this.mapped.hidden) return;
    const found = await Promise.allSettled([words.left, words.right].map((shuffle) => ask('matrix', { cards: state.cards, shuffle }, { budget: BUDGET })));
    const wrong = found.map(({ reason }) => reason);
    for (const error of wrong) if (error instanceof LostError) throw error;
    this.matrices = found.map(({ value }) => value);
    found.forEach(({ value }, i) => {
      this.maps[i].root.hidden = !value;
      this.wrong[i].textContent = wrong[i]?.message.replace(/^Word/, ['One', 'Other'][i]) ?? '';
      if (!value) for (const [name, said] of [['aria-invalid', 'true'], ['aria-describedby', this.wrong[i].id]]) [this.left, this.right][i].setAttribute(name, said);
      if (value) this.maps[i].show(cards, (card, place) => value.matrix[card][place] * cards - 1, value.shuffle, value.samples ? `from ${value.samples} simulated decks` : 'the exact map');
    });
    const [one, other] = this.matrices;
    this.maps[2].root.hidden = !(one && other);
    if (one && other) this.maps[2].show(cards, (card, place) => (one.matrix[card][place] - other.matrix[card][place]) * cards, 'Difference', 'one minus other', undefined, { marks: ['more often in the other', 'even', 'more often in the one'] });
  }

  result(state, options, result) {
    const { row } = this;
    const { rows } = result;
    const keys = ['riffles', 'method', 'total_variation', 'standard_error', 'separation', 'kl_bits', 'entropy_bits', 'rising_sequences', 'chi_square', 'l_infinity'].filter((key) => key in rows[0]);
    const counted = state.deck ? `, of which only the ${COUNTED[state.deck] ?? state.deck} count,` : '';
    return {
      status: `after ${numbered(row.riffles, this.noun)} of ${numbered(result.cards, 'card')}${counted} ${this.bets.inWords(row)}`,
      command: commandLine('mix', options),
      numbers: { head: keys.map((key) => key.replaceAll('_', ' ')), rows: rows.map((one) => keys.map((key) => one[key])) },
      picture: { width: 1000, height: HEIGHT + (this.mapped.hidden ? 0 : 350), draw: (pen) => this.save(pen) },
    };
  }

  get shown() { return { rows: this.rows, chosen: this.row, noun: this.noun, hasSeparation: this.hasSeparation }; }

  save(pen) {
    this.curve(pen, { width: 1000, height: HEIGHT }, this.shown);
    if (this.mapped.hidden) return;
    this.maps.forEach(({ pixels, title, root }, i) => {
      if (!pixels || root.hidden) return;
      pen.image(pixels, i * 340, HEIGHT + 10, 320, 310);
      pen.text(i * 340, HEIGHT + 340, title.textContent, token('--ink'), { size: 14 });
    });
  }
}

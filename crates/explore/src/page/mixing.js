// Mixing: how far from random riffles leave a deck, where each card lands, and what the decks look like.

import { choice, el, field, token } from './dom.js';
import { LostError, ask, commandLine } from './engine.js';
import { isRandom, randomShuffles } from './deck.js';
import { CanvasPen } from './pen.js';
import { Heat } from './heat.js';
import { Histograms } from './histograms.js';
import { Law, MOST_CARDS } from './law.js';
import { percent, ticks } from './axes.js';

const HEIGHT = 330;
const MOST_MAPPED = 208;
const BUDGET = 20;
const SAMPLES = 2000;

export default (app) => new Mixing(app);

class Mixing {
  constructor(app) {
    this.app = app;
    this.canvas = el('canvas', { 'aria-hidden': 'true' });
    this.riffles = el('input', { type: 'range', min: '1', max: '14', oninput: () => app.set({ riffles: this.riffles.value }, { scrub: true, keep: false }) });
    this.alike = choice([['', 'no two cards'], ['red-black', 'colours'], ['suits', 'suits'], ['ranks', 'ranks'], ['blackjack', 'blackjack values']], '', (deck) => app.set({ deck }));
    const input = (key) => el('input', { spellcheck: 'false', class: 'mono', list: 'shuffles', onchange: (event) => app.set({ [key]: event.target.value.trim().slice(0, 200) }) });
    this.left = input('left');
    this.right = input('right');
    this.names = el('datalist', { id: 'shuffles' });
    this.maps = [new Heat(''), new Heat(''), new Heat('')];
    this.lead = el('p', { class: 'caption' });
    this.histograms = new Histograms(app);
    this.law = new Law();
    this.mapped = el('section', { 'aria-labelledby': 'maps-heading' }, el('h2', { id: 'maps-heading' }, 'Where each card lands'),
      el('div', { class: 'bar' }, field('One', this.left), field('Other', this.right), this.names),
      el('div', { class: 'maps' }, this.maps.map(({ root }) => root)), this.lead);
    this.root = el('div', { class: 'mixing' },
      el('div', { class: 'bar' }, field('Riffles', this.riffles, 'grow'), field('Alike', this.alike)),
      el('div', { class: 'strip-frame' }, this.canvas), this.law.root, this.mapped, this.histograms.root);
    this.fill();
  }

  /** Offers the random shuffles by name. */
  async fill() {
    try {
      this.names.replaceChildren(...(await randomShuffles()).flatMap(({ examples, meaning }) => examples.map((word) => el('option', { value: word }, meaning))));
    } catch { /* any word may be typed */ }
  }

  async show(state) {
    this.alike.value = state.deck;
    const options = state.deck ? { cards: state.cards === '52' ? null : state.cards, deck: state.deck } : { cards: state.cards };
    const random = await isRandom(state.word);
    if (random && !state.deck) options.shuffle = state.word;
    // Few decks are enough for a picture of estimates and bounds.
    if (options.shuffle && !/^((gsr|riffle:\d+)(\^\d+)?\s*)+$/.test(state.word)) options.samples = String(SAMPLES);
    const result = await ask('mix', options, { budget: BUDGET });
    const { rows } = result;
    const chosen = Math.min(rows.length, Math.max(1, Number(state.riffles)));
    this.riffles.max = String(rows.length);
    this.riffles.value = String(chosen);
    const noun = result.shuffle ? 'shuffle' : 'riffle';
    this.riffles.setAttribute('aria-valuetext', `${rows[chosen - 1].riffles} ${noun}s`);
    Object.assign(this, { rows, chosen, noun });
    const width = this.canvas.parentElement.clientWidth || 900;
    this.curve(new CanvasPen(this.canvas, width, HEIGHT), width);
    const words = { left: state.left || (random ? state.word : `gsr^${chosen}`), right: state.right || (random ? 'fisher-yates' : `(${state.word})^${chosen}`.replace(/^\(([a-z]+)\)/, '$1')) };
    for (const side of ['left', 'right']) if (document.activeElement !== this[side]) this[side].value = words[side];
    const warning = await this.map(state, words);
    this.histograms.show(state.cards, words);
    this.law.root.hidden = true;
    const exact = random && Number(state.cards) <= MOST_CARDS ? await this.law.show(state) : {};
    return { ...this.result(state, options, result), ...exact, warning };
  }

  curve(pen, width) {
    const { rows, noun } = this;
    const chosen = rows[this.chosen - 1];
    const [left, top, h] = [52, 16, HEIGHT - 60];
    const w = width - left - 18;
    const [first, last] = [rows[0].riffles, rows.at(-1).riffles];
    const x = (riffles) => left + ((riffles - first) / Math.max(1, last - first)) * w;
    const y = (share) => top + (1 - share) * h;
    const [dim, line, ink, accent, warm] = ['--dim', '--line', '--ink', '--accent', '--warm'].map(token);
    for (const tick of [0, 0.25, 0.5, 0.75, 1]) {
      pen.path(`M${left} ${y(tick)}H${left + w}`, { stroke: line });
      pen.text(left - 8, y(tick) + 4, `${tick * 100} %`, dim, { anchor: 'end' });
    }
    for (const tick of ticks(first, last, Math.max(4, width / 90))) if (tick >= first) pen.text(x(tick), top + h + 22, String(tick), dim, { anchor: 'middle' });
    pen.text(left + w, HEIGHT - 6, `${noun}s`, dim, { anchor: 'end' });
    pen.path(`M${x(chosen.riffles)} ${top}V${top + h}`, { stroke: ink, width: 1, dash: [2, 4] });
    const line_ = (key) => rows.filter((row) => known(row[key])).map((row, i) => `${i ? 'L' : 'M'}${x(row.riffles).toFixed(1)} ${y(row[key]).toFixed(1)}`).join('');
    pen.path(line_('separation'), { stroke: warm, width: 2, dash: [7, 5] });
    const shape = line_('total_variation');
    if (shape) {
      pen.path(`${shape}L${x(last)} ${y(0)}L${x(first)} ${y(0)}Z`, { fill: accent, opacity: 0.1 });
      pen.path(shape, { stroke: accent, width: 3 });
    }
    for (const row of rows) {
      if (known(row.total_variation)) pen.circle(x(row.riffles), y(row.total_variation), row === chosen ? 7 : 3.5, accent);
      if (rows.length <= 40 && known(row.separation)) pen.rect(x(row.riffles) - 3, y(row.separation) - 3, 6, 6, warm);
    }
    const how = chosen.method === 'exact' || !chosen.method ? '' : `, ${chosen.method}`;
    pen.text(left + 10, y(0) - 34, `● total variation${how}`, accent, { size: 13, weight: 600 });
    if (known(chosen.separation)) pen.text(left + 10, y(0) - 14, '■ separation', warm, { size: 13, weight: 600 });
  }

  /** Two maps and their difference. Returns what is wrong with a word. */
  async map(state, words) {
    const cards = Number(state.cards);
    this.mapped.hidden = cards > MOST_MAPPED || cards < 2;
    if (this.mapped.hidden) return null;
    const found = await Promise.allSettled([words.left, words.right].map((shuffle) => ask('matrix', { cards: state.cards, shuffle }, { budget: BUDGET })));
    const wrong = found.map(({ reason }) => reason);
    for (const error of wrong) if (error instanceof LostError) throw error;
    this.matrices = found.map(({ value }) => value);
    found.forEach(({ value }, i) => {
      this.maps[i].root.hidden = !value;
      if (!value) [this.left, this.right][i].setAttribute('aria-invalid', 'true');
      if (value) this.maps[i].show(cards, (card, place) => value.matrix[card][place] * cards - 1, value.shuffle, value.samples ? `from ${value.samples} simulated decks` : 'exact');
    });
    const [one, other] = this.matrices;
    this.maps[2].root.hidden = !(one && other);
    if (one && other) this.maps[2].show(cards, (card, place) => (one.matrix[card][place] - other.matrix[card][place]) * cards, 'Difference', 'one minus other');
    this.lead.textContent = 'Each row is a card by where it starts, each column a place. The plain shade is 1/n, as in a random deck; orange is likelier, purple less likely; a deck that is fixed has one place for each card.';
    return wrong.map((error, i) => error?.message.replace(/^Word/, ['One', 'Other'][i])).filter(Boolean).join('. ') || null;
  }

  result(state, options, result) {
    const { rows, chosen } = this;
    const row = rows[chosen - 1];
    const keys = ['riffles', 'method', 'total_variation', 'standard_error', 'separation', 'kl_bits', 'entropy_bits', 'rising_sequences', 'chi_square', 'l_infinity'].filter((key) => key in rows[0]);
    const alike = state.deck ? `, of which only the ${this.alike.selectedOptions[0].textContent} count,` : '';
    const share = row.total_variation ?? row.separation;
    const what = row.total_variation === null ? 'by separation' : 'in total variation';
    return {
      status: `after ${row.riffles} ${this.noun}${row.riffles === 1 ? '' : 's'}, ${result.cards} cards${alike} are ${BOUNDS[row.method] ?? ''}${percent(share)} from random ${what}${row.method === 'lower bound' ? '' : `: ${meaning(share)}`}`,
      command: commandLine('mix', options),
      numbers: { head: keys.map((key) => key.replaceAll('_', ' ')), rows: rows.map((one) => keys.map((key) => one[key])) },
      picture: { width: 1000, height: HEIGHT + (this.mapped.hidden ? 0 : 350), draw: (pen) => this.save(pen) },
    };
  }

  save(pen) {
    this.curve(pen, 1000);
    if (this.mapped.hidden) return;
    this.maps.forEach(({ pixels, title, root }, i) => {
      if (!pixels || root.hidden) return;
      pen.image(pixels, i * 340, HEIGHT + 10, 320, 310);
      pen.text(i * 340, HEIGHT + 340, title.textContent, token('--ink'), { size: 14 });
    });
  }
}

/** How a distance that is not exact is introduced. */
const BOUNDS = { estimate: 'about ', 'upper bound': 'at most ', 'lower bound': 'at least ' };

const known = (number) => number !== null && number !== undefined;

const meaning = (share) => (share > 0.995 ? 'there is a bet on the order that is almost sure to win'
  : `no bet on the order wins with a probability that differs by more than ${percent(share)}`);

// The word as a row of moves, with a menu of all moves.

import { button, choice, el } from './dom.js';
import { ask } from './engine.js';
import { brief } from './riffle.js';
import { append, inverted, join, repeated, split } from './words.js';

const SHOWN = 60;
const MOST_SAME = 16;

export class Routine {
  constructor(app) {
    this.app = app;
    this.chips = el('ol', { class: 'chips', role: 'list', 'aria-label': 'Routine' });
    this.usage = el('input', { class: 'usage', 'aria-label': 'Move to add', placeholder: 'cut:26', spellcheck: 'false',
      onkeydown: (event) => { if (event.key === 'Enter') this.add(); } });
    this.menu = el('span', { class: 'menu' });
    const edit = (change) => () => app.set({ word: change(app.state.word), times: app.state.times === '0' ? '0' : '1' });
    this.tools = el('div', { class: 'routine-tools' }, this.menu, this.usage, button('Add', () => this.add()),
      el('span', { class: 'gap' }), button('Redo', () => app.redo(), { title: 'Do again what was undone' }),
      button('Repeat', edit(repeated), { title: 'The moves twice' }), button('Invert', edit(inverted), { title: 'Undo the moves, the last first' }), button('Print', () => print(), { title: 'Print the deck' }));
    this.home = el('div', {}, this.tools);
    this.fill();
  }

  async fill() {
    try {
      const moves = await ask('list', { what: 'moves' });
      const select = choice([['', 'moves…'], ...moves.map(({ examples, meaning, usage }) => [examples[0].word, `${usage}: ${meaning}`])], '',
        (word) => { if (word) this.usage.value = word; this.usage.focus(); select.value = ''; }, { 'aria-label': 'All moves' });
      this.menu.replaceChildren(select);
    } catch { /* the field takes any move */ }
  }

  add() {
    const move = this.usage.value.trim();
    const { word, times } = this.app.state;
    if (move) this.app.set({ word: append(word, times === '0' ? '1' : times, move), times: '1', step: '0' });
  }

  /** Shows one button for each move. The moves that are done are filled. A button shows the deck after its move. */
  show(state, model) {
    const { app } = this;
    const single = model.moves.length === 1;
    const order = Number(model.order);
    const total = single ? (order <= MOST_SAME ? order : 0) : model.moves.length;
    const done = single ? Number(BigInt(state.times) % BigInt(model.order)) || (state.times === '0' ? 0 : order)
      : Number(state.step) || (state.times === '0' ? 0 : total);
    const go = (index) => (single ? app.set({ times: String(index + 1), step: '0' }, { scrub: true })
      : app.set(index + 1 === total ? { times: '1', step: '0' } : { times: '0', step: String(index + 1) }, { scrub: true }));
    const chips = Array.from({ length: Math.min(total, SHOWN) }, (_, index) => {
      const move = single ? model.moves[0] : model.moves[index];
      return el('li', {}, button(brief(move), () => go(index), { class: index < done ? 'chip on' : 'chip', 'aria-label': `${brief(move)}, move ${index + 1}`, 'aria-current': index === done - 1 ? 'step' : null }),
        single ? null : button([el('span', { 'aria-hidden': 'true' }, '×'), el('span', { class: 'hidden' }, `Remove move ${index + 1}`)], () => this.remove(index), { class: 'drop' }));
    });
    if (total === 0 || total > SHOWN) chips.push(el('li', {}, el('span', { class: 'chip plain' }, total > SHOWN ? `and ${total - SHOWN} more` : `${brief(state.word)} × ${state.times}`)));
    const focus = [...this.chips.querySelectorAll('button')].indexOf(document.activeElement);
    this.chips.replaceChildren(...chips);
    if (focus >= 0) this.chips.querySelectorAll('button')[focus]?.focus({ preventScroll: true });
  }

  remove(index) {
    const moves = split(this.app.state.word).filter((_, i) => i !== index);
    this.app.set({ word: join(moves) || 'out', times: '1', step: '0' });
  }
}

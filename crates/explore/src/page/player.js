// The moves, under the thumb in every view of a deck: Out, In, Undo and Play first, then steps through time, faster while a
// button is held.

import { button, byId, el } from './dom.js';

const BEAT = 620;
const FASTEST = 110;

export class Player {
  constructor(app) {
    this.app = app;
    this.playing = false;
    this.beat = BEAT;
    this.build();
  }

  build() {
    const { app } = this;
    const move = (name, word, title) => button(name, () => { this.stop(); app.move(word); }, { class: 'primary', title });
    const shuffle = button('Shuffle', () => this.once(1), { title: 'The word once more' });
    const back = button('Back', () => this.once(-1), { title: 'The word once less' });
    this.play = button('Play', () => this.toggle(), { 'aria-pressed': 'false', class: 'play' });
    for (const [target, by] of [[shuffle, 1], [back, -1]]) this.holdable(target, by);
    this.scrub = this.slider();
    byId('moves').append(
      el('div', { class: 'go' }, move('Out', 'out', 'A perfect shuffle: the top card stays on top'), move('In', 'in', 'A perfect shuffle: the top card becomes the second'),
        button('Undo', () => { this.stop(); app.undo(); }), this.play),
      el('div', { class: 'steps' }, button('Riffle', () => { this.stop(); app.guard(app.riffle()); }, { title: 'A riffle as people do it, drawn by the program' }), back, shuffle, this.scrub,
        button('More moves', () => app.guard(app.moreMoves()), { class: 'quiet' })));
  }

  slider() {
    const scrub = el('input', { type: 'range', min: '0', max: '8', value: '0', 'aria-label': 'Times', class: 'scrub',
      oninput: () => {
        this.stop();
        this.app.set({ times: scrub.value, step: '0' }, { scrub: true, keep: false });
      } });
    return scrub;
  }

  /** Shows where in the round the deck is. */
  show(times, order) {
    const round = BigInt(order);
    const within = BigInt(times) % round;
    const at = within === 0n && times !== '0' ? round : within;
    const { scrub } = this;
    scrub.hidden = round > 100_000n;
    scrub.max = round > 100_000n ? '1' : order;
    scrub.value = at.toString();
    scrub.setAttribute('aria-valuetext', `${times} of ${order}`);
    this.order = round;
  }

  once(by) {
    if (this.held) return;
    this.stop();
    this.beat = BEAT;
    this.app.step(by);
  }

  holdable(target, by) {
    let timer;
    const release = () => {
      clearTimeout(timer);
      if (this.held) setTimeout(() => { this.held = false; this.beat = BEAT; }, 0);
    };
    const again = (beat) => {
      this.held = true;
      this.beat = beat;
      this.app.step(by);
      timer = setTimeout(() => again(Math.max(FASTEST, beat * 0.8)), beat);
    };
    target.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      this.stop();
      timer = setTimeout(() => again(400), 450);
    });
    for (const name of ['pointerup', 'pointerleave', 'pointercancel', 'blur']) target.addEventListener(name, release);
  }

  toggle() {
    if (this.playing) this.stop();
    else this.start();
  }

  start() {
    this.playing = true;
    this.beat = BEAT;
    this.mark();
    this.next();
  }

  async next() {
    if (!this.playing) return;
    await this.app.step(1);
    const { order } = this;
    if (!order || BigInt(this.app.state.times) % order === 0n) { this.stop(); return; }
    if (order > 20n) this.beat = Math.max(FASTEST, this.beat * 0.9);
    this.timer = setTimeout(() => this.next(), this.beat + 40);
  }

  stop() {
    clearTimeout(this.timer);
    this.playing = false;
    this.mark();
  }

  mark() {
    this.play.setAttribute('aria-pressed', String(this.playing));
  }
}

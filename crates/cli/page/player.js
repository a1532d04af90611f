// The buttons for the moves, at the lower edge in every view of a deck: Out, In, Undo and Play, and buttons that step through
// the shuffles. While a step button is held, it repeats faster and faster.

import { button, byId, choice, el } from './dom.js';

/** The speeds by name: a label, and the duration of one shuffle in milliseconds. */
const SPEEDS = { slow: ['slow motion', 6000], normal: ['speed: normal', 1500], quick: ['speed: quick', 620], instant: ['speed: instant', 0] };
const FASTEST = 110;
const KEPT = 'faro-speed';

/** Returns a group of buttons with a name that tells what they do. */
const group = (name, ...buttons) => el('div', { class: 'group', role: 'group', 'aria-label': name }, el('span', { 'aria-hidden': 'true' }, name), el('div', {}, buttons));

export class Player {
  constructor(app) {
    this.app = app;
    this.playing = false;
    this.speed = 'normal';
    try { if (Object.hasOwn(SPEEDS, localStorage.getItem(KEPT))) this.speed = localStorage.getItem(KEPT); } catch { /* the normal speed */ }
    this.beat = this.pace;
    this.build();
  }

  build() {
    const { app } = this;
    const move = (name, word, title) => button(name, () => { this.stop(); app.move(word); }, { class: 'primary', title });
    const shuffle = button('Shuffle', () => this.once(1), { class: 'step', title: 'The word once more: all its moves' });
    const back = button('Back', () => this.once(-1), { class: 'step', title: 'The word once less: what Shuffle did is taken back' });
    this.back = back;
    this.play = button('Play', () => this.toggle(), { 'aria-pressed': 'false', class: 'play' });
    for (const [target, by] of [[shuffle, 1], [back, -1]]) this.holdable(target, by);
    this.scrub = this.slider();
    this.times = el('label', { class: 'group times' }, el('span', {}, 'Times'), this.scrub);
    byId('moves').append(
      el('div', { class: 'go' },
        group('Perfect', move('Out', 'out', 'A perfect shuffle: the top card stays on top'), move('In', 'in', 'A perfect shuffle: the top card becomes the second')),
        button('Undo', () => { this.stop(); app.undo(); }, { title: 'Take the last move back' }), this.play),
      el('div', { class: 'steps' },
        group('Random', button('Riffle', () => { this.stop(); app.guard(app.riffle()); }, { title: 'A riffle as hands do it: cut near the middle, cards fall at random' })),
        group('Once less, once more', back, shuffle), this.times, this.speeds(),
        button('More moves', ({ target }) => target.setAttribute('aria-expanded', String(app.moreMoves())), { class: 'quiet', 'aria-expanded': 'false' })));
  }

  mayGoBack(may) { this.back.setAttribute('aria-disabled', String(!may)); }

  get pace() { return SPEEDS[this.speed][1]; }

  /** Returns the choice of the speed, which is kept for the next visit. */
  speeds() {
    return choice(Object.entries(SPEEDS).map(([name, [text]]) => [name, text]), this.speed, (speed) => {
      this.speed = speed;
      this.beat = this.pace;
      try { localStorage.setItem(KEPT, speed); } catch { /* for this visit only */ }
    }, { 'aria-label': 'Speed', title: 'Speed of a shuffle' });
  }

  slider() {
    const scrub = el('input', { type: 'range', min: '0', max: '8', value: '0', 'aria-label': 'Times', class: 'scrub',
      oninput: () => {
        this.stop();
        this.app.set({ times: scrub.value, step: '0' }, { scrub: true, keep: false });
      } });
    return scrub;
  }

  /** Shows the number of shuffles since the deck was in its starting order. A word with a random riffle has no such number. */
  show(times, order, isDrawn = false) {
    const round = BigInt(order);
    const within = BigInt(times) % round;
    const at = within === 0n && times !== '0' ? round : within;
    const { scrub } = this;
    this.times.hidden = isDrawn || round > 100_000n;
    scrub.max = round > 100_000n ? '1' : order;
    scrub.value = at.toString();
    scrub.setAttribute('aria-valuetext', `${times} of ${order}`);
    this.order = round;
  }

  once(by) {
    if (this.held) return;
    this.stop();
    this.beat = this.pace;
    this.app.step(by);
  }

  holdable(target, by) {
    let timer;
    const release = () => {
      clearTimeout(timer);
      if (this.held) setTimeout(() => { this.held = false; this.beat = this.pace; }, 0);
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
    this.beat = this.pace;
    this.mark();
    this.next();
  }

  async next() {
    if (!this.playing) return;
    await this.app.step(1);
    const { order } = this;
    if (!order || BigInt(this.app.state.times) % order === 0n) { this.stop(); return; }
    this.beat = Math.max(FASTEST, this.beat * (order > 20n ? 0.8 : 0.93));
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

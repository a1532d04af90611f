// The story: a panel that leads the user through the views, with one action in each step.

import { button, byId, el, measureAgain } from './dom.js';
import { STEPS } from './steps.js';
import { deck, remember } from './teller.js';

const AFTER = deck('52', 'out', { story: '' });

/** Returns whether the address contains a step of the story and nothing of the state that the step shows. */
const isBare = () => [...new URLSearchParams(location.hash.slice(1)).keys()].every((key) => key === 'token' || key === 'story');

const differs = (patch, state) => Object.entries(patch).some(([key, value]) => state[key] !== value);

export class Story {
  /** `isLed` tells whether the user opened the story on the page. Then the page scrolls to its top. */
  constructor(app, isLed) {
    Object.assign(this, { app, isLed });
    this.root = byId('story');
    this.heading = el('h2', { id: 'story-heading', tabindex: '-1' });
    this.text = el('div', { class: 'told', 'aria-live': 'polite' });
    this.guess = el('input', { inputmode: 'numeric', autocomplete: 'off', size: '6', 'aria-describedby': 'guess-wrong' });
    this.question = el('span');
    this.wrong = el('p', { class: 'wrong', id: 'guess-wrong', role: 'alert' });
    this.form = el('form', { class: 'guess', onsubmit: (event) => { event.preventDefault(); this.take(); } },
      el('label', { class: 'field' }, this.question, this.guess), el('button', { type: 'submit', class: 'primary' }, 'Guess'), this.wrong);
    this.next = button('Next', () => this.go(this.number + 1));
    this.previous = button('Previous', () => this.go(this.number - 1), { class: 'quiet' });
    this.does = button('Show me', () => this.showMe(), { class: 'quiet' });
    // The buttons come first in the panel, so that they stay in place whatever the length of the text.
    this.card = [el('div', { class: 'told-head' }, this.heading, el('div', { class: 'go' }, this.previous, this.does, this.next),
      button('Skip the story', () => this.end(), { class: 'quiet skip' })), this.text, this.form];
    this.line = el('p', { class: 'aside' }, button('', () => this.goOn(), { class: 'quiet' }));
    this.root.addEventListener('keydown', (event) => { if (event.key === 'Escape') this.end(); });
  }

  get step() { return STEPS[this.number - 1]; }

  /** Whether the step has no question, or the user has answered it. */
  get hasGuessed() { return !this.step?.question || this.isGuessed; }

  /** Whether the answer to the step's question must stay hidden. */
  get hides() { return !this.isAside && (this.step?.hides === 'always' || (this.step?.hides === 'until done' && !this.isDone)); }

  /** Whether the current view is not one of the step's views. Then the story is reduced to one line. */
  get isAside() {
    const { patch, also } = this.step ?? {};
    return Boolean(patch) && ![patch.view, also].includes(this.app.state.view);
  }

  /** Returns to the view of the step. The step starts again if the page has another deck. */
  async goOn() {
    const { view, cards } = this.step.patch;
    const isSame = this.app.state.cards === cards;
    await (isSame ? this.app.set({ view }, { keep: false }) : this.go(this.number));
    this.heading.focus({ preventScroll: true });
  }

  go(number) {
    if (number > STEPS.length) return this.end();
    Object.assign(this, { number: 0, isLed: true });
    return this.app.set({ ...STEPS[number - 1].patch, story: String(number) }, { keep: false });
  }

  end() {
    remember();
    this.app.player.stop();
    byId('tab-table').focus({ preventScroll: true });
    return this.app.set(AFTER, { keep: false });
  }

  /** Shows the step of a state. It is called before the view is drawn. */
  show(state) {
    const number = Number(state.story);
    this.root.hidden = !number;
    if (number !== this.number) this.enter(number);
    const { isAside } = this;
    if (number && !isAside) document.body.dataset.story = number;
    else delete document.body.dataset.story;
    this.root.classList.toggle('is-aside', isAside);
    if (isAside !== this.wasAside) {
      this.wasAside = isAside;
      this.root.replaceChildren(...(isAside ? [this.line] : this.card));
      if (number) this.mark();
    }
    this.hide();
  }

  enter(number) {
    Object.assign(this, { number, isDone: false, isGuessed: false, guessed: null, entered: false, facts: null, note: '' });
    for (const hinted of document.querySelectorAll('.hint')) hinted.classList.remove('hint');
    if (!number) return;
    const { title, question } = this.step;
    this.heading.textContent = `${number} of ${STEPS.length}: ${title}`;
    this.line.firstChild.textContent = `The story, ${number} of ${STEPS.length}: go on`;
    this.question.textContent = question ?? '';
    this.guess.value = '';
    this.guess.removeAttribute('aria-invalid');
    this.wrong.textContent = '';
    this.previous.hidden = number === 1;
    this.next.textContent = number === STEPS.length ? 'Finish' : 'Next';
    this.text.replaceChildren();
    this.mark();
  }

  /** Determines from the current state whether the action of the step is done. */
  async look(state, signal) {
    const { step } = this;
    if (!step) return;
    if (isBare() && differs(step.patch, state)) {
      this.go(this.number);
      return;
    }
    if (this.isAside) return;
    this.facts ??= await (step.facts?.() ?? {});
    if (signal.aborted || step !== this.step) return;
    if (!this.entered) this.arrive();
    if (!this.isDone && step.wrong?.state(state)) {
      this.note = step.wrong.says;
      this.app.set(step.wrong.patch, { keep: false });
      return;
    }
    const mayBeDone = this.hasGuessed;
    if (!this.isDone && mayBeDone && step.done(state, this.facts, this.app)) this.finish();
    else this.write();
  }

  /** Starts the step when its view is shown. */
  arrive() {
    this.entered = true;
    this.step.enter?.(this.app);
    this.mark();
    // A page that was just opened is not scrolled.
    if (!this.isLed) return;
    // On a device with a mouse, the field for a number gets the focus, so that the user can type at once.
    const asks = !this.hasGuessed && matchMedia('(hover: hover)').matches;
    (asks ? this.guess : this.heading).focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  finish() {
    this.isDone = true;
    if (this.step.stops) this.app.player.stop();
    if (this.number === STEPS.length) remember();
    this.write();
    this.mark();
    this.hide();
    if (this.step.hides) this.app.again();
  }

  /** Takes the guess of the user, or no guess if the answer is to be shown. */
  take(guess = this.read()) {
    if (guess === undefined) return;
    Object.assign(this, { isGuessed: true, guessed: guess });
    this.mark();
    this.write();
    this.heading.focus({ preventScroll: true });
    const patch = this.step.guessed?.(guess);
    if (patch) this.app.set(patch, { keep: false });
  }

  read() {
    const guess = Number(this.guess.value.trim() || NaN);
    const isNumber = Number.isInteger(guess) && guess >= 1 && guess < 1e9;
    this.guess.toggleAttribute('aria-invalid', !isNumber);
    this.wrong.textContent = isNumber ? '' : 'Type a whole number, 1 or more.';
    if (isNumber) return guess;
    this.guess.focus();
    return undefined;
  }

  async showMe() {
    const { step } = this;
    // The view of the step is drawn first.
    await this.app.drawn;
    if (step !== this.step) return;
    if (step.question && !this.isGuessed) this.take(null);
    await this.app.guard(step.show(this.app, this.facts ?? {}));
  }

  write() {
    const { step, facts, guessed } = this;
    if (!facts) return;
    const lines = [step.say(facts, this.app)];
    if (this.isDone) lines.push(`${guessed === null ? '' : guessed === facts.answer ? 'You guessed it. ' : `You guessed ${guessed}. `}${step.after(facts, this.app)}`);
    else if (this.hasGuessed) lines.push(`${this.note}${step.act}`);
    // Only lines that change are replaced, because a screen reader reads each new line.
    lines.forEach((line, i) => {
      const shown = this.text.children[i];
      if (shown?.textContent === line) return;
      shown?.remove();
      this.text.insertBefore(paragraph(line, i, this.isDone), this.text.children[i] ?? null);
    });
    while (this.text.children.length > lines.length) this.text.lastChild.remove();
  }

  /** Marks the button to press next. */
  mark() {
    const waits = !this.hasGuessed;
    this.form.hidden = !waits;
    this.does.hidden = this.isDone;
    this.next.classList.toggle('primary', this.isDone);
    for (const one of document.querySelectorAll('#moves button, #view button')) one.classList.toggle('hint', !waits && !this.isDone && !this.isAside && one.textContent === this.step?.press);
  }

  /** Hides what the first steps must not show, and gives its space to the deck. */
  hide() {
    const { hides, step } = this;
    if (document.body.dataset.hides === (hides ? step.hides : undefined)) return;
    if (hides) document.body.dataset.hides = step.hides;
    else delete document.body.dataset.hides;
    measureAgain();
  }
}

const paragraph = (line, i, isDone) => el('p', { class: i === 0 ? null : isDone ? 'after' : 'act' }, line);

// Decides when the story is shown. Its files are loaded only then, since they need the program anyway.

import { later } from './engine.js';

const SEEN = 'faro-story';

function isSeen() {
  try { return localStorage.getItem(SEEN) !== null; } catch { return false; }
}

/** Stores in the browser that the story was shown or skipped. */
export function remember() {
  try { localStorage.setItem(SEEN, 'seen'); } catch { /* it opens again at the next visit */ }
}

/** Returns whether the story opens by itself: if the address contains no state, and the story was not shown or skipped in this
 * browser. */
export const opens = (hash) => !isSeen() && [...new URLSearchParams(hash.slice(1)).keys()].every((key) => key === 'token');

/** Returns a state with a deck on the table, in its starting order. */
export const deck = (cards, word, more = {}) => ({ view: 'table', cards, start: '', word, times: '0', step: '0', track: '', ...more });

/** The state of the first step. */
export const beginning = deck('8', 'out', { story: '1' });

export class Teller {
  constructor(app) { Object.assign(this, { app, story: null, isAsked: false }); }

  /** The number of the step whose view is shown, or 0. */
  get number() { return this.story && !this.story.isAside ? this.story.number : 0; }

  /** Whether the answer to the step's question must stay hidden. */
  get hides() { return Boolean(this.story?.hides); }

  /** Whether the step asks for a number. Then digit keys do not open tabs. */
  get asks() { return Boolean(this.story && !this.story.isAside && !this.story.hasGuessed); }

  /** Shows the step of a state. It is called before the view is drawn. */
  async show(state) {
    if (!this.story && !Number(state.story)) return;
    const { Story } = await later('story.js');
    this.story ??= new Story(this.app, this.isAsked);
    this.story.show(state);
  }

  look(state, signal) { return this.story?.look(state, signal); }

  begin() {
    this.isAsked = true;
    return this.app.set(beginning, { keep: false });
  }
}

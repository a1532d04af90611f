// When the story is told. Its files come when it is asked for: it needs the program anyway.

import { later } from './engine.js';

const SEEN = 'faro-story';

function isSeen() {
  try { return localStorage.getItem(SEEN) !== null; } catch { return false; }
}

/** Keeps in mind that the story was told or skipped here. */
export function remember() {
  try { localStorage.setItem(SEEN, 'seen'); } catch { /* it opens again at the next visit */ }
}

/** Whether an address shows nothing yet, and the story was never skipped or ended here. */
export const opens = (hash) => !isSeen() && [...new URLSearchParams(hash.slice(1)).keys()].every((key) => key === 'token');

/** A deck on the table, at its beginning. */
export const deck = (cards, word, more = {}) => ({ view: 'table', cards, start: '', word, times: '0', step: '0', track: '', ...more });

/** What the first step shows. */
export const beginning = deck('8', 'out', { story: '1' });

export class Teller {
  constructor(app) { Object.assign(this, { app, story: null, isAsked: false }); }

  /** The step whose view is shown, or 0. */
  get number() { return this.story && !this.story.isAside ? this.story.number : 0; }

  /** Whether the answer that a step asks for must not be seen yet. */
  get hides() { return Boolean(this.story?.hides); }

  /** Whether a number is asked for: then digits open no tabs. */
  get asks() { return Boolean(this.story && !this.story.isAside && !this.story.hasGuessed); }

  /** Shows the step of a state, before its view is drawn. */
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

// The page in large type for a projector: the strip of the deck with its sentence, and arrow keys for the moves.

import { button, byId, el, measureAgain } from './dom.js';

/** What each key does on the page in large type. */
export const bigKeys = (app) => ({
  ArrowRight: () => app.move('out'), ArrowUp: () => app.move('in'), ArrowDown: () => app.move('in'), ArrowLeft: () => app.undo(),
  Home: () => app.set({ times: '0', step: '0' }, { scrub: true }), Escape: () => leave(app), f: () => fill(),
});

const fill = () => document.documentElement.requestFullscreen?.().catch(() => { /* large type is there without */ });

function leave(app) {
  if (document.fullscreenElement) document.exitFullscreen();
  return app.set({ big: '' }, { keep: false });
}

/** Opens the page in large type, with the deck of the page on the table. */
export function begin(app) {
  fill();
  return app.set({ big: 'on', view: 'table', story: '' }, { keep: false });
}

/** Switches the large type on or off, as the state says. */
export function showBig({ big }) {
  if (document.body.hasAttribute('data-big') === Boolean(big)) return;
  document.body.toggleAttribute('data-big', Boolean(big));
  measureAgain();
}

export function makeBig(app) {
  const keys = el('p', { class: 'caption' }, ['→', ' out, ', '↑', ' in, ', '←', ' back, ', 'f', ' full screen'].map((text, i) => (i % 2 ? text : el('kbd', {}, text))));
  byId('big-bar').append(keys, button('Leave', () => leave(app), { class: 'quiet' }));
  byId('big-button').addEventListener('click', () => begin(app));
  // If Escape ends the full screen, the browser sends no key event, so the change of the full screen is watched.
  addEventListener('fullscreenchange', () => { if (!document.fullscreenElement && app.state.big) leave(app); });
}

// The help dialog: what each view answers, and the keys.

import { byId, button, el } from './dom.js';
import { VIEWS } from './state.js';

const ANSWERS = ['what a shuffle does, and when the deck is back', 'where each card goes', 'why the deck comes back', 'how many shuffles bring decks of other sizes back',
  'how to bring a card to a place', 'how many riffles are enough', 'whether code or a deal is honest'];

const KEYS = [
  ['→ ←', 'one shuffle on, one back'], ['Space', 'play, pause'], ['Home End', 'the first deck, the deck that is back'],
  ['i o', 'an in-shuffle, an out-shuffle'], ['u r', 'undo, redo'], ['↑ ↓', 'the next or the previous card of the deck; Enter pins it'],
  [`1 – ${VIEWS.length}`, 'the views'], ['/', 'type the word'], ['n', 'the numbers of this view'],
  ['c p s', 'copy the command, save the picture, save the numbers'], ['?', 'this list'],
];

/** Fills the dialog. `single` returns whether single keys are active, and sets it if called with a value. */
export function fill(dialog, app, single) {
  const box = el('input', { type: 'checkbox', onchange: () => single(box.checked) });
  box.checked = single();
  const keys = (names) => names.split(' ').map((one) => (one === '–' ? ' – ' : el('kbd', {}, one)));
  dialog.append(el('h2', { id: 'help-heading' }, 'What each view answers'),
    el('dl', {}, VIEWS.map((view, i) => [el('dt', {}, byId(`tab-${view}`).textContent), el('dd', {}, ANSWERS[i])])),
    el('div', { class: 'keys' }, el('h2', {}, 'Keys'), el('dl', {}, KEYS.map(([names, meaning]) => [el('dt', {}, keys(names)), el('dd', {}, meaning)])),
      el('label', { class: 'check' }, box, 'Letter keys work without Ctrl')),
    el('p', { class: 'caption' }, 'A word is a row of moves: in out^2 cut:26 reverse deal:4 (in out)^5. Cards and places count from 1, top first.'),
    el('div', { class: 'go' }, button('Close', () => dialog.close(), { class: 'primary' }),
      button('Tell the story', () => { dialog.close(); app.guard(app.story.begin()); })));
}

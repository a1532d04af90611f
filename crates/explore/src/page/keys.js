// The keyboard: single keys act unless something is being typed; they can be switched off.

import { byId, button, el } from './dom.js';
import { VIEWS } from './state.js';

const LIST = [
  ['→ ←', 'one shuffle on, one back'], ['Space', 'play, pause'], ['Home End', 'the first deck, the deck that is back'],
  ['i o', 'an in-shuffle, an out-shuffle'], ['u r', 'undo, redo'], ['↑ ↓', 'the next or last card of the deck; Enter pins it'],
  ['1 – 7', VIEWS.join(', ')], ['/', 'type the word'], ['n', 'the numbers of this view'],
  ['c p s', 'copy the command, save the picture, save the numbers'], ['?', 'this list'],
];

let single = true;
try { single = localStorage.getItem('faro-keys') !== 'off'; } catch { /* no storage: keys stay on */ }

const isTyping = (target) => target.closest('input:not([type=range]):not([type=checkbox]), textarea, select, dialog');
const isPressable = (target) => target.closest('button, a, summary, input, [role=tab]');

export function keys(app) {
  const actions = {
    ArrowRight: () => { app.player.stop(); app.step(1); }, ArrowLeft: () => { app.player.stop(); app.step(-1); },
    Home: () => app.set({ times: '0', step: '0' }, { scrub: true }),
    End: () => app.player.order && app.set({ times: app.player.order.toString(), step: '0' }, { scrub: true }),
    i: () => app.move('in'), o: () => app.move('out'), u: () => app.undo(), r: () => app.redo(),
    '/': async () => {
      if (!byId('word').checkVisibility()) await app.set({ view: 'table' }, { keep: false });
      byId('word').focus();
      byId('word').select();
    },
    '?': () => byId('help').showModal(),
    n: () => { byId('numbers').focus(); byId('numbers').scrollIntoView({ block: 'nearest' }); },
    c: () => byId('copy').click(), p: () => byId('save-picture').click(), s: () => byId('save-numbers').click(),
    ' ': () => app.player.toggle(),
  };
  for (const [index, view] of VIEWS.entries()) actions[String(index + 1)] = () => app.set({ view }, { keep: false });
  addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target) || event.defaultPrevented) return;
    if (key === ' ' && isPressable(target)) return;
    if (/^(Arrow|Home|End)/.test(key) && target.closest('input, [data-arrows]')) return;
    if (key.length === 1 && !single && key !== '?') return;
    if (/^\d$/.test(key) && app.story.asks) return;
    if (key === 'ArrowUp' || key === 'ArrowDown') {
      if (app.views[app.state.view]?.walk?.(key === 'ArrowDown' ? 1 : -1)) event.preventDefault();
    } else if (Object.hasOwn(actions, key)) {
      event.preventDefault();
      actions[key]();
    }
  });
}

export function help(app) {
  const dialog = byId('help');
  const box = el('input', { type: 'checkbox', onchange: () => {
    single = box.checked;
    try { localStorage.setItem('faro-keys', single ? 'on' : 'off'); } catch { /* for this visit only */ }
  } });
  box.checked = single;
  dialog.append(el('h2', { id: 'help-heading' }, 'Keys'),
    el('dl', {}, LIST.map(([key, meaning]) => [el('dt', {}, key.split(' ').map((one) => (one === '–' ? ' – ' : el('kbd', {}, one)))), el('dd', {}, meaning)])),
    el('label', { class: 'check' }, box, 'Single keys act'),
    el('p', { class: 'caption' }, 'A word is a row of moves: in out^2 cut:26 reverse deal:4 (in out)^5. Cards and places count from 1, top first.'),
    el('div', { class: 'go' }, button('Close', () => dialog.close(), { class: 'primary' }),
      button('Tell the story', () => { dialog.close(); app.guard(app.story.begin()); })));
  byId('help-button').addEventListener('click', () => dialog.showModal());
}

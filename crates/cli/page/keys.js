// The keyboard: single keys are commands unless the user is typing, and they can be switched off.

import { byId } from './dom.js';
import { later } from './engine.js';
import { VIEWS } from './state.js';
import { bigKeys } from './big.js';

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
    '?': () => app.guard(help(app)),
    n: () => { byId('numbers').focus(); byId('numbers').scrollIntoView({ block: 'nearest' }); },
    c: () => byId('copy').click(), p: () => byId('save-picture').click(), s: () => byId('save-numbers').click(),
    ' ': () => app.player.toggle(),
  };
  const large = bigKeys(app);
  for (const [index, view] of VIEWS.entries()) actions[String(index + 1)] = () => app.set({ view }, { keep: false });
  addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target) || event.defaultPrevented) return;
    if (key === ' ' && isPressable(target)) return;
    if (app.state.big && Object.hasOwn(large, key)) {
      event.preventDefault();
      app.player.stop();
      large[key]();
      return;
    }
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

/** Returns whether single keys are active, or sets it to `given`. */
function mayBeSingle(given) {
  if (given === undefined) return single;
  single = given;
  try { localStorage.setItem('faro-keys', single ? 'on' : 'off'); } catch { /* for this visit only */ }
  return single;
}

/** Opens the help, whose text is loaded at the first call. */
export async function help(app) {
  const dialog = byId('help');
  dialog.showModal();
  if (dialog.firstChild) return;
  try {
    const { fill } = await later('help.js');
    if (!dialog.firstChild) fill(dialog, app, mayBeSingle);
  } catch (error) {
    dialog.close();
    throw error;
  }
}

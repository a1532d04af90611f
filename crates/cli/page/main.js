// The page: its tabs, controls and keys, and the view that is shown.

import { button, byId, counted, el, token } from './dom.js';
import { LINKED, LostError, ProgramError, later, linkTo, useToken, watchProgram } from './engine.js';
import { isRandom, numbersOf, stacks } from './deck.js';
import { FROM_THE_START, MOST_TEXT, VIEWS, readFragment, sharedFragment, track, wholeNumber, writeFragment } from './state.js';
import { append, join, split } from './words.js';
import { copy, csv, save, saveBlob, table } from './numbers.js';
import { SvgPen } from './pen.js';
import { keys, help } from './keys.js';
import { incoming } from './incoming.js';
import { makeBig, showBig } from './big.js';
import { Player } from './player.js';
import { MOST_CARDS, brief, draw, moveTo } from './riffle.js';
import { Teller, beginning, opens } from './teller.js';
// The view Orders is loaded when it is opened, because it shows nothing without the program.
import table_ from './table.js';
import history_ from './history.js';
import cycles from './cycles.js';
import routes from './routes.js';
import mixing from './mixing.js';
import fair from './fair.js';

const MAKERS = { table: table_, history: history_, cycles, routes, mixing, fair };

/** The views that show one deck and change with its moves. */
const MOVING = ['table', 'history', 'cycles'];

const MOST_UNDONE = 200;
/** Milliseconds after which the page reports that it is waiting for an answer. */
const PATIENCE = 700;

class App {
  constructor() {
    this.views = {};
    this.undone = [];
    this.done = [];
    this.written = 0;
    this.said = [];
    this.player = new Player(this);
    this.story = new Teller(this);
    this.read(opens(location.hash) ? beginning : {});
  }

  /** Shows the state in the address, with the values in `instead` replaced. */
  read(instead = {}) {
    const { state, messages } = readFragment(location.hash);
    Object.assign(state, state.story === FROM_THE_START ? beginning : instead);
    state.token ||= this.state?.token ?? '';
    useToken(state.token);
    this.player.stop();
    this.moving = false;
    this.state = state;
    this.shown = null;
    this.refused = null;
    this.messages = messages;
    // A change of the address discards what is being typed.
    document.activeElement?.closest('#controls input')?.blur();
    this.render();
  }

  /** Changes the state by `patch`. With `scrub` the change makes no entry in the browser's history. Without `keep` it cannot be
   * undone. If the change is refused, the text typed into `box` stays there. */
  set(patch, { scrub = false, keep = true, box = document.activeElement?.closest('#view input:not([type=range])') } = {}) {
    const before = this.state;
    const next = { ...before, ...patch };
    if (patch.cards && patch.cards !== before.cards) {
      Object.assign(next, { times: patch.times ?? '0', step: '0', track: within(next.track, next.cards) });
      if (patch.start === undefined && before.start && before.start !== 'numbers') next.start = '';
    }
    if (patch.word && patch.word !== before.word) Object.assign(next, { times: patch.times ?? '0', step: patch.step ?? '0' });
    this.asking = box;
    if (Object.keys(next).every((key) => next[key] === before[key])) return this.refused ? this.again() : this.drawn;
    if (keep) {
      this.done.push(before);
      if (this.done.length > MOST_UNDONE) this.done.shift();
      this.undone = [];
    }
    this.state = next;
    this.moving = scrub && !keep;
    this.write(scrub);
    return this.again();
  }

  /** Draws the state again, and removes the messages of an earlier state. */
  again() {
    this.refused = null;
    byId('linked').replaceChildren();
    this.messages = [];
    return this.render();
  }

  /** Writes the state into the address, with a delay while scrubbing, because browsers slow down pages that change their address
   * too often. */
  write(scrub) {
    clearTimeout(this.writing);
    const address = () => writeFragment(this.state);
    if (!scrub) {
      history.pushState(null, '', address());
      return;
    }
    const write = () => {
      this.written = performance.now();
      history.replaceState(null, '', address());
    };
    if (performance.now() - this.written > 300) write();
    else this.writing = setTimeout(write, 300);
  }

  undo(from = this.done, to = this.undone) {
    const state = from.pop();
    if (!state) return;
    to.push(this.state);
    this.set({ ...state, view: this.state.view, story: this.state.story }, { keep: false });
  }

  redo() { this.undo(this.undone, this.done); }

  step(by) {
    if (this.state.step !== '0' && by < 0) return this.set({ step: '0' }, { scrub: true });
    const times = BigInt(this.state.times) + BigInt(by);
    if (times < 0n) return this.drawn;
    return this.set({ times: times.toString(), step: '0' }, { scrub: true });
  }

  /** Does one move. If the word is that move, it is applied once more. Otherwise the word becomes all moves so far and then this
   * move. A deck in its starting order begins a new word. */
  move(move) {
    const { word, times, step } = this.state;
    if (word === move) return this.step(1);
    const { order } = this.player;
    const isBack = step === '0' && times !== '0' && order > 0n && BigInt(times) % order === 0n;
    if (isBack) return this.set({ word: move, times: '1', step: '0' });
    const done = times === '0' && step !== '0' ? [join(split(word).slice(0, Number(step))), '1'] : [word, times];
    return this.set({ word: append(...done, move), times: '1', step: '0' });
  }

  /** Does one random riffle, which the program draws. */
  async riffle() {
    const { cards } = this.state;
    if (Number(cards) < 2 || Number(cards) > MOST_CARDS) return this.say(`One riffle is drawn for 2 to ${MOST_CARDS} cards: Mixing has the law for more.`);
    const move = moveTo(await draw(cards));
    if (this.state.word.length + move.length >= MOST_TEXT) return this.say('The word is as long as an address may be: undo some moves, or begin anew.');
    // A riffle that leaves every card at its position is not a move.
    return move && this.move(move);
  }

  /** Shows the list and the field of all moves below the button, or moves them back below the table. */
  moreMoves() {
    const { tools, usage, home } = (this.views.table ??= MAKERS.table(this)).routine;
    const opens = tools.parentElement !== byId('moves');
    (opens ? byId('moves') : home).append(tools);
    if (opens) usage.focus();
    return opens;
  }

  pin(card) {
    const pins = this.state.track.split(',').filter(Boolean);
    const name = String(card);
    const next = pins.includes(name) ? pins.filter((pin) => pin !== name) : [...pins, name].slice(-8);
    return this.set({ track: next.join(',') });
  }

  render() {
    this.drawing?.abort();
    this.drawing = new AbortController();
    document.body.dataset.busy = 'yes';
    const { signal } = this.drawing;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.announce('The program is at work …'), PATIENCE);
    this.drawn = this.draw(this.state, signal).finally(() => {
      if (signal.aborted) return;
      clearTimeout(this.waiting);
      delete document.body.dataset.busy;
    });
    return this.drawn;
  }

  async draw(state, signal) {
    showTabs(state.view);
    showBig(state);
    showControls(state, this.refused);
    this.player.mayGoBack(state.times !== '0' || state.step !== '0');
    const place = byId('view');
    place.classList.remove('refused');
    try {
      const make = MAKERS[state.view] ?? (await later(`${state.view}.js`)).default;
      if (signal.aborted) return;
      const view = (this.views[state.view] ??= make(this));
      if (place.firstChild !== view.root) place.replaceChildren(view.root);
      await this.story.show(state);
      if (signal.aborted) return;
      const result = await view.show(state, signal);
      if (signal.aborted) return;
      this.shown = state;
      this.publish(result, result.warning ? [...this.messages, result.warning] : this.messages);
      await this.story.look(state, signal);
    } catch (error) {
      if (signal.aborted || error.name === 'AbortError') return;
      if (!(error instanceof ProgramError)) throw error;
      await this.refuse(error, state, signal);
    }
  }

  /** Shows an error, and goes back to the previous state or shows nothing. The picture of another deck or word never stays. */
  async refuse(error, state, signal) {
    const isLost = error instanceof LostError;
    const { shown } = this;
    if (shown && shown !== state && (isLost || shown.view === state.view)) {
      this.refused = this.asking;
      this.messages = [isLost ? still(shown) : refusal(error.message, shown)];
      if (this.done.at(-1) === shown) this.done.pop();
      this.state = shown;
      clearTimeout(this.writing);
      history.replaceState(null, '', writeFragment(shown));
      await this.draw(shown, signal);
    } else if (isLost && shown) {
      this.publish(this.result, this.messages);
    } else {
      const messages = isLost ? this.messages : [...this.messages, error.message];
      this.refused = BOXES[error.message.split(' ')[0]] ?? null;
      showControls(state, this.refused);
      byId('view').classList.add('refused');
      const rows = [...messages, ...this.trouble].map((message) => [message]);
      this.publish({ status: `Nothing is shown: ${isLost ? 'the program gave no answer' : 'the program refused this'}.`, command: 'faro explore', numbers: { head: ['message'], rows } }, messages);
    }
  }

  /** Waits for the action of a key or a button, and shows its error. */
  async guard(work) {
    try {
      await work;
    } catch (error) {
      if (!(error instanceof ProgramError)) throw error;
      if (!(error instanceof LostError)) this.complain(error.message);
    }
  }

  /** The messages about a program that cannot be reached. */
  get trouble() { return this.lost ? [this.lost] : []; }

  /** Shows that the input in `box` is refused, and what the page still shows. */
  complain(message, box = null) {
    this.refused = box;
    this.messages = [refusal(message, this.state)];
    this.said = this.messages;
    showControls(this.state, box);
    this.notice();
  }

  /** Reports that the program cannot be reached, or that it answers again. */
  hear(why) {
    const isBack = this.lost && !why;
    this.lost = why;
    if (isBack) this.again();
    else this.notice();
  }

  notice() {
    const messages = [...this.trouble, ...this.said];
    const notice = byId('notice');
    if (notice.textContent !== messages.join('')) notice.replaceChildren(...messages.map((message) => el('p', {}, message)));
  }

  publish(result, messages) {
    this.result = result;
    this.said = messages;
    this.notice();
    this.announce(result.status);
    byId('status').classList.toggle('home', Boolean(result.home));
    byId('command').textContent = result.command;
    byId('film').setAttribute('aria-disabled', String(!result.shuffle));
    for (const id of ['save-picture', 'poster-svg', 'poster-png']) byId(id).setAttribute('aria-disabled', String(!result.picture));
    clearTimeout(this.listing);
    const rest = () => {
      list(result.numbers);
      this.views[this.state.view]?.rest?.();
    };
    // While a slider or a plot moves, the table of numbers is updated only after a pause.
    if (this.moving) this.listing = setTimeout(rest, 150);
    else rest();
    document.body.dataset.ready = this.state.view;
  }

  announce(text) {
    const status = byId('status');
    if (status.textContent !== text) status.textContent = text;
  }

  say(text) {
    this.announce(text);
    clearTimeout(this.saying);
    this.saying = setTimeout(() => this.announce(this.result.status), 2500);
  }

  savePicture() {
    const { picture } = this.result;
    if (!picture) return this.say('This view has no picture to save.');
    const pen = new SvgPen(picture.width, picture.height, token('--bg'));
    picture.draw(pen);
    save(`faro-${this.state.view}.svg`, 'image/svg+xml', pen.toString());
    return this.say('The picture is saved.');
  }

  /** Saves a poster: the picture of the view with a title and the command that prints the same facts. */
  async savePoster(kind) {
    const { picture, command } = this.result;
    if (!picture) return this.say('This view has no picture to save.');
    const size = byId('poster-size').value;
    const content = { picture, command, size, title: titleOf(this.state), link: linkTo(sharedFragment(this.state)) };
    const name = `faro-${this.state.view}-poster.${kind}`;
    const { pngPoster, svgPoster } = await later('poster.js');
    if (kind === 'svg') save(name, 'image/svg+xml', svgPoster(content));
    else saveBlob(name, await pngPoster(content));
    return this.say(`The poster is saved: ${size || 'A3'}.`);
  }

  /** Saves a film of the shuffle that made the deck on the table, or of the first shuffle. */
  async saveFilm() {
    const { shuffle } = this.result;
    const { canFilm, film } = await later('film.js');
    if (!canFilm(shuffle)) return this.say(shuffle ? 'Only a shuffle by one cut and one interlacing, in a browser that records WebM, can be filmed.' : 'Only the table has a shuffle to film.');
    const button = byId('film');
    button.disabled = true;
    try {
      const blob = await film(shuffle, (share) => { button.textContent = `Film ${Math.round(100 * share)} %`; });
      saveBlob('faro-shuffle.webm', blob);
    } finally {
      Object.assign(button, { disabled: false, textContent: 'Film' });
    }
    return this.say('The film is saved.');
  }
}

/** Returns the title of a poster of the state. */
const titleOf = ({ cards, word, view }) => `${byId(`tab-${view}`).textContent} of ${counted(cards, 'card')}, ${brief(word)}`;

function list(facts) {
  const numbers = byId('numbers');
  numbers.replaceChildren(table(facts));
}

const within = (pins, cards) => pins.split(',').filter((pin) => pin && BigInt(pin) <= BigInt(cards)).join(',');

function showTabs(view) {
  if (document.body.dataset.view === view) return;
  for (const name of VIEWS) {
    const tab = byId(`tab-${name}`);
    tab.setAttribute('aria-selected', String(name === view));
    tab.tabIndex = name === view ? 0 : -1;
  }
  byId('moves').hidden = !MOVING.includes(view);
  byId('word-hint').textContent = view === 'mixing' ? 'a random shuffle; gsr is a riffle' : 'moves in order; out^2 is out out';
  const chosen = byId(`tab-${view}`);
  byId('panel').setAttribute('aria-labelledby', chosen.id);
  const tabs = byId('tabs');
  tabs.scrollLeft = Math.max(0, chosen.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - chosen.offsetWidth) / 2);
  document.title = `${chosen.textContent} · faro`;
  document.body.dataset.view = view;
}

const still = ({ cards, word }) => `This is still the deck of ${counted(cards, 'card')} and the word “${brief(word)}”.`;

const refusal = (message, state) => `${message.replace(/[^.?!]$/, '$&.')} ${MOVING.includes(state.view) ? still(state) : 'What is shown is still as before.'}`;

/** The fields by the names with which messages begin. */
const BOXES = { get Cards() { return byId('cards'); }, get Word() { return byId('word'); }, get Pins() { return byId('track'); } };

/** Updates the fields from the state. A field that was refused is marked and keeps its text, and so does a field that is being
 * typed into. */
function showControls(state, refused) {
  for (const marked of document.querySelectorAll('[aria-invalid]')) if (marked !== refused) for (const name of ['aria-invalid', 'aria-describedby']) marked.removeAttribute(name);
  refused?.setAttribute('aria-invalid', 'true');
  refused?.setAttribute('aria-describedby', 'notice');
  // The view Mixing has a word of its own, a random shuffle.
  for (const key of state.view === 'mixing' ? ['cards', 'track'] : ['cards', 'word', 'track']) {
    const input = byId(key);
    // Long cycles are shown only in the field in which they are edited.
    const value = key === 'word' ? brief(state.word) : state[key];
    if (input !== refused && input.value !== value && document.activeElement !== input) input.value = value;
  }
  byId('size').value = state.cards.length < 4 ? state.cards : '104';
  const start = byId('start');
  if (![...start.options].some(({ value }) => value === state.start)) start.append(el('option', { value: state.start }, 'pasted list'));
  start.value = state.start;
}

/** Accepts what is typed into a field, when the user finishes or pauses. */
function typed(app, id, accept) {
  const input = byId(id);
  let timer;
  const take = () => { clearTimeout(timer); app.guard(accept(input.value, input)); };
  input.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(take, 450); });
  input.addEventListener('change', take);
}

function controls(app) {
  byId('controls').addEventListener('submit', (event) => event.preventDefault());
  typed(app, 'cards', (text, box) => {
    const cards = wholeNumber(text);
    if (cards === null || cards === '0') app.complain(`Cards is '${text.slice(0, 40)}': type a whole number of at least 1, such as 52 or 10^18`, box);
    else app.set({ cards }, { box });
  });
  typed(app, 'word', async (text, box) => {
    const word = text.trim().slice(0, MOST_TEXT);
    if (!word) return;
    if (app.state.view === 'mixing' && !(await isRandom(word))) app.complain(`Word is '${word.slice(0, 40)}': Mixing takes a random shuffle, such as gsr, a riffle; History shows where a perfect one brings the cards`, box);
    else app.set({ word }, { box });
  });
  byId('word').addEventListener('focus', ({ target }) => { if (target.value === brief(app.state.word)) target.value = app.state.word; });
  byId('word').addEventListener('blur', ({ target }) => { if (target.value === app.state.word) target.value = brief(app.state.word); });
  typed(app, 'track', async (text, box) => {
    const [pins, why] = track((await numbersOf(text, app.state)).join());
    if (why) app.complain(why.replace(/^track/, 'Pins'), box);
    else app.set({ track: pins }, { box });
  });
  byId('size').addEventListener('input', ({ target }) => app.set({ cards: target.value }, { scrub: true }));
  byId('start').addEventListener('change', ({ target }) => choose(app, target.value));
  byId('copy').addEventListener('click', async () => { await copy(app.result.command); app.say('The command is copied.'); });
  byId('copy-link').addEventListener('click', () => copyLink(app));
  for (const kind of ['svg', 'png']) byId(`poster-${kind}`).addEventListener('click', () => app.guard(app.savePoster(kind)));
  byId('film').addEventListener('click', () => app.guard(app.saveFilm()));
  byId('save-picture').addEventListener('click', () => app.savePicture());
  byId('save-numbers').addEventListener('click', () => { save(`faro-${app.state.view}.csv`, 'text/csv', csv(app.result.numbers)); app.say('The numbers are saved.'); });
}

/** Copies a link to the current state, and tells who can open it. */
async function copyLink(app) {
  const fragment = sharedFragment(app.state);
  const here = `${location.origin}${location.pathname}${fragment}`;
  await copy(here);
  app.say(LINKED);
  const hosted = linkTo(fragment);
  const said = el('p', {}, LINKED);
  byId('linked').replaceChildren(said);
  if (hosted === here) return;
  if (hosted) byId('linked').append(button('Copy link for others', async () => { await copy(hosted); said.textContent = `Copied: ${hosted}`; app.say('The link for others is copied.'); }));
  byId('linked').append(el('p', { class: 'caption' }, 'Others see the same by the command above, in their terminal.'));
}

function choose(app, start) {
  if (start === 'paste') {
    byId('start').value = app.state.start;
    app.set({ view: 'table' }).then(() => app.views.table.paste());
  } else app.set(start && start !== 'numbers' ? { start, cards: '52' } : { start });
}

function tabs(app) {
  for (const view of VIEWS) byId(`tab-${view}`).addEventListener('click', () => app.set({ view }, { keep: false }));
  byId('tabs').addEventListener('keydown', (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const view = VIEWS[(VIEWS.indexOf(app.state.view) + by + VIEWS.length) % VIEWS.length];
    app.set({ view }, { keep: false });
    byId(`tab-${view}`).focus();
  });
}

async function startList() {
  const select = byId('start');
  try {
    const known = await stacks();
    const { value } = select;
    const names = known.map(({ name }) => name).filter((name) => name !== 'new-deck');
    for (const option of [...select.options]) if (names.includes(option.value) || option.value === 'numbers') option.remove();
    select.append(el('optgroup', { label: 'orders known to magicians' }, names.map((name) => el('option', { value: name }, name.replaceAll('-', ' ')))));
    select.append(el('option', { value: 'numbers' }, 'numbers'), el('option', { value: 'paste' }, 'paste a list…'));
    select.value = value;
  } catch { /* the view's own message says why */ }
}

const app = new App();
watchProgram((why) => app.hear(why));
startList();
controls(app);
tabs(app);
keys(app);
incoming(app);
makeBig(app);
byId('help-button').addEventListener('click', () => app.guard(help(app)));
addEventListener('hashchange', () => { if (location.hash !== writeFragment(app.state)) app.read(); });
addEventListener('popstate', () => { if (location.hash !== writeFragment(app.state)) app.read(); });
let resized;
addEventListener('resize', () => { clearTimeout(resized); resized = setTimeout(() => app.render(), 80); });
if (matchMedia('(max-width: 640px)').matches) byId('poster-size').value = 'phone';
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => app.render());

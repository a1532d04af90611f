// The view that judges whether a shuffle is fair. It deals or takes decks, draws their table while they arrive, and then shows
// the verdict of the audit.

import { button, choice, counted, el, field, grouped, raise } from './dom.js';
import { startOption } from './deck.js';
import { ProgramError, ask, commandLine, later, parse, sandbox, send } from './engine.js';
import { Heat } from './heat.js';
import { Counting, MOST_CARDS, MOST_PROVED, countText } from './counting.js';
import { LAWS, PRESETS, naiveDecks } from './presets.js';
import { save } from './numbers.js';

const BUDGET = 60;
const STAGES = ['Decks', 'Map', 'Verdict', 'Report'];
const REDRAW = 120;
/** Number of first characters of a text in which signs of code are searched for. */
const LOOKED_AT = 10_000;
/** Milliseconds after which a function that sends nothing is assumed to hang. */
const PATIENCE = 5000;

/** The questions of this view, each with its value in the state. */
const QUESTIONS = [['', 'Is a shuffle fair?'], ['deal', 'Was this deal what was committed to?'], ['odds', 'What are the odds of a hand?']];

/** The questions whose files are loaded when they are first asked, with the file and its class. */
const OTHERS = { deal: ['verify.js', 'Verify'], odds: ['odds.js', 'Odds'] };

export default (app) => new Fair(app);

class Fair {
  constructor(app) {
    this.app = app;
    this.others = {};
    this.map = new Heat('');
    this.verdict = el('div', { class: 'verdict' });
    this.note = el('p', { class: 'caption' });
    this.work = el('ol', { class: 'work', 'aria-label': 'Work' });
    this.decks = el('textarea', { rows: '9', spellcheck: 'false', oninput: () => isCode(this.decks.value) && this.misplaced(), placeholder: 'One deck a line, top card first:\n3 1 2 5 4\n2 5 1 4 3' });
    // Code that was edited is not one of the examples.
    this.code = el('textarea', { rows: '9', spellcheck: 'false', value: PRESETS['Swap with any card'], oninput: () => this.edited() });
    this.number = choice(['2000', '20000', '100000'].map((number) => [number, grouped(number)]), '20000', () => {});
    this.file = el('input', { type: 'file', onchange: () => this.open(this.file.files[0]) });
    this.stopButton = button('Stop', () => this.halt(), { hidden: true });
    this.preset = choice([...Object.keys(PRESETS).map((name) => [name, name]), ['', 'your code']], 'Swap with any card', (name) => {
      this.code.value = PRESETS[name] ?? this.code.value;
      app.render();
    });
    this.questions = QUESTIONS.map(([question, text]) => button(text, () => app.set({ question }, { keep: false })));
    this.audit = el('div', { class: 'fair' },
      el('section', { class: 'source' },
        el('div', { class: 'card-panel' }, field('Decks, one a line', this.decks), el('div', { class: 'bar' }, button('Check decks', () => this.check(this.decks.value), { class: 'primary' }), button('Try an example', () => this.tryDecks()), field('or a file, dropped here', this.file))),
        el('div', { class: 'card-panel' }, field('JavaScript', this.code),
          el('div', { class: 'bar' }, field('Example', this.preset), field('How many', this.number), button('Run', () => this.run(), { class: 'primary' }), button('Prove', () => this.prove(), { class: 'primary' }), this.stopButton),
          el('p', { class: 'caption' }, `Runs in this page, shut off from the network. Prove makes every choice of Math.random in turn, for at most ${MOST_PROVED} cards.`))),
      el('section', { class: 'finding' }, this.work, this.verdict, this.note, this.map.root));
    this.root = el('div', {}, el('div', { class: 'bar questions', role: 'group', 'aria-label': 'Question' }, this.questions), this.audit);
    this.drops();
    this.idle();
  }

  /** Shows the stages of the work, of which the first `done` are complete. Without a number it hides them. */
  stage(done = null) {
    this.work.hidden = done === null;
    this.work.replaceChildren(...STAGES.map((name, i) => el('li', { class: i < done ? 'done' : null, 'aria-current': i === done ? 'step' : null }, name,
      i < done && el('span', { class: 'hidden' }, ' done'))));
  }

  /** Shows a verdict. Its kind decides the colour. */
  pronounce(kind, ...children) {
    this.verdict.dataset.kind = kind;
    this.verdict.replaceChildren(...children);
  }

  idle() {
    this.outcome = null;
    this.stage();
    delete this.verdict.dataset.kind;
    this.verdict.replaceChildren(el('p', { class: 'reason' }, 'Paste decks, drop a file, or run a few lines of JavaScript. The map shows each card at each place; then the program says whether the decks could come from a fair shuffle, what the likeliest fault is, and how to mend it.'));
  }

  edited() {
    const isExample = this.code.value === PRESETS[this.preset.value];
    if (isExample || !this.preset.value) return;
    this.preset.value = '';
    this.app.render();
  }

  /** Puts an example into the code field, and removes the last verdict. */
  choose(name, decks) {
    this.stop();
    this.clear();
    this.preset.value = name;
    this.code.value = PRESETS[name];
    this.number.value = decks;
    this.idle();
    this.app.render();
  }

  /** While there are no decks, shows the exact table of the example in the code field, if its law is known. */
  async example(state) {
    const cards = Number(state.cards);
    const shuffle = LAWS[this.preset.value];
    this.map.root.hidden = !shuffle || cards < 2 || cards > 104 || this.app.story.number > 0;
    this.note.hidden = this.map.root.hidden;
    this.note.textContent = `No deck was given yet. This is the map of the example in the field JavaScript: “${this.preset.value}”.`;
    if (this.map.root.hidden) return;
    try {
      const { matrix } = await ask('matrix', { cards: state.cards, shuffle });
      this.map.show(cards, (card, place) => matrix[card][place] * cards - 1, `The example “${this.preset.value}”`, 'the exact map of that code');
    } catch (error) {
      if (!(error instanceof ProgramError)) throw error;
      this.map.root.hidden = true;
    }
  }

  drops() {
    for (const [name, isOver] of [['dragover', true], ['dragleave', false], ['drop', false]]) this.audit.addEventListener(name, () => this.decks.classList.toggle('over', isOver));
  }

  /** Takes a file or a text that was dropped or pasted. */
  take(file) { return this.app.state.question === 'deal' ? this.others.Verify.open(file) : this.app.state.question === '' && this.open(file); }

  async open(file) {
    if (!file) return;
    const text = await file.text();
    // A binary file is judged as it is, because the program recognises how its decks are encoded.
    if (text.includes('\u0000') || text.includes('\ufffd')) {
      this.decks.value = '';
      this.stop();
      this.clear();
      await this.judge(file, {});
      return;
    }
    this.decks.value = text.length > 200_000 ? `${text.slice(0, 200_000)}\n…` : text;
    await this.check(text);
  }

  /** Fills in decks of ten cards from a biased example. */
  tryDecks() {
    const decks = naiveDecks(10, 1000);
    this.decks.value = decks;
    return this.check(decks);
  }

  stop() {
    this.judging = null;
    this.dismiss();
    this.asking?.abort();
    this.stopButton.hidden = true;
  }

  /** Ends the worker. If it were only forgotten, it would stay alive with all decks that it dealt. */
  dismiss() {
    clearTimeout(this.patience);
    this.worker?.terminate();
    this.worker = null;
  }

  /** Ends the work without a verdict, and shows the reason. */
  end(word, why, status) {
    this.stop();
    this.clear();
    this.outcome = { status };
    this.verdict.replaceChildren(el('p', { class: 'big-word' }, word), el('p', { class: 'reason' }, why));
    this.app.render();
  }

  halt() {
    this.end('Stopped', this.worker ? 'The typed function was ended before it had returned from all its runs.' : 'The program was told to stop before it had an answer.', 'stopped');
  }

  fail(message) { this.end('This cannot be judged', message, `these decks cannot be judged: ${message}`); }

  /** Reports code that was typed into the field for decks, and offers to move it to the field for code. */
  misplaced() {
    this.end('This is code', 'Decks are lists of cards. A function goes into the box JavaScript.', 'this is code, not decks');
    this.verdict.append(button('Move it there', () => {
      this.code.value = this.decks.value;
      this.decks.value = '';
      this.idle();
      this.app.render();
    }, { class: 'primary' }));
  }

  /** Starts the typed shuffle in a worker. `heard` is called with each message of the worker until the work ends. */
  start(order, says, heard) {
    this.stop();
    this.clear();
    this.stopButton.hidden = false;
    this.verdict.replaceChildren(el('p', { class: 'big-word' }, says));
    this.verdict.scrollIntoView({ block: 'nearest' });
    this.judging = says;
    this.app.render();
    this.worker = sandbox();
    this.patience = setTimeout(() => this.verdict.append(el('p', { class: 'reason' }, 'Your function has not returned yet. If its loop never ends, press Stop.')), PATIENCE);
    this.worker.onmessage = ({ data }) => {
      clearTimeout(this.patience);
      if (!data) return;
      if (data.error) this.fail(String(data.error).slice(0, 300));
      else heard(data);
    };
    this.worker.onerror = (event) => { event.preventDefault(); this.fail(faultOf(event)); };
    this.worker.postMessage({ code: this.code.value, ...order });
  }

  /** Removes what an earlier question has shown. */
  clear() {
    this.outcome = null;
    this.report?.clear();
    this.stage();
    delete this.verdict.dataset.kind;
    if (this.proof) this.proof.root.hidden = true;
    this.map.root.hidden = true;
    this.note.hidden = true;
  }

  /** Deals decks by the typed shuffle, and draws their table while they arrive. */
  run() {
    const cards = Number(this.app.state.cards);
    if (cards < 2 || cards > MOST_CARDS) { this.app.say(`Cards is ${this.app.state.cards}: an audit takes 2 to ${MOST_CARDS}`); return; }
    const counting = new Counting(cards);
    const lines = [];
    this.start({ cards, decks: Number(this.number.value) }, 'Dealing …', ({ batch, done }) => {
      if (done) { this.dismiss(); this.draw(counting); this.judge(lines.join('\n'), { cards, decks: counting.decks, 'count-first': true }); return; }
      if (!Array.isArray(batch)) return;
      for (const deck of batch) if (counting.add(deck)) lines.push(deck.join(' '));
      if (performance.now() - (this.drawn ?? 0) > REDRAW) this.draw(counting);
    });
    this.stage(0);
  }

  /** Records the deck for every list of choices of the typed shuffle. The program computes the law from these records. */
  prove() {
    const cards = Math.max(2, Math.min(MOST_PROVED, this.app.state.cards.length < 3 ? Number(this.app.state.cards) : MOST_PROVED));
    let lines = '';
    let sorts = false;
    this.start({ cards }, 'Making every choice …', (data) => {
      if (typeof data.lines === 'string') ({ lines, sorts } = data);
      if (Number.isInteger(data.runs)) this.verdict.replaceChildren(el('p', { class: 'big-word' }, `${grouped(data.runs)} runs …`));
      if (data.done) this.asked(() => this.conclude(lines, cards, Boolean(sorts)));
    });
  }

  async conclude(lines, cards, sorts) {
    const { signal } = this.asking;
    this.wait('the law of these runs');
    const proof = parse(await send('prove', lines, { cards, recorded: true }, { signal, budget: BUDGET }));
    this.judging = null;
    const { Proof } = await later('proof.js');
    this.proof ??= new Proof();
    this.verdict.after(this.proof.root);
    this.outcome = { proof, sorts, lines };
    this.proved();
    this.app.render();
  }

  /** Shows what is proved, and whether it holds for the page's current number of cards. */
  proved() {
    const { proof, sorts, lines } = this.outcome;
    const { cards } = this.app.state;
    this.outcome.cards = cards;
    const isOther = String(proof.cards) !== cards;
    const isChanged = isOther && Number(cards) <= MOST_PROVED;
    const asked = isChanged ? String(proof.cards) : cards;
    const [word, ...reasons] = this.proof.show(proof, sorts, asked);
    this.pronounce(this.proof.kind(proof, asked), ...[word, isChanged && el('p', { class: 'reason' }, `You changed the deck to ${counted(cards, 'card')}: press Prove again.`),
      this.proof.divided(lines), ...reasons].filter(Boolean));
    if (isOther && !isChanged && Number(cards) <= MOST_CARDS) this.verdict.append(button(`Judge decks of ${counted(cards, 'card')}`, () => this.run()));
  }

  draw(counting) {
    this.drawn = performance.now();
    this.map.root.hidden = false;
    const { cards, decks, counts, names } = counting;
    if (decks === 0) return;
    this.stage(1);
    const noise = Math.max(0.12, Math.min(1, 4.5 * Math.sqrt(cards / decks)));
    this.map.show(cards, (card, place) => (counts[card * cards + place] * cards) / decks - 1,
      `${counted(decks, 'deck')} of ${counted(cards, 'card')}`, `cards ${names[0]} to ${names[1]}, from the top`, noise);
  }

  /** Judges pasted decks. The table is drawn at once if cards are numbers or known names, and the program judges all decks. */
  check(text) {
    this.stop();
    this.clear();
    if (!text.trim()) { this.app.say('There are no decks: paste one deck a line'); return null; }
    if (isCode(text)) return this.misplaced();
    return this.asked(async () => {
      const { counting, order } = await countText(text, this.app.state);
      if (counting) this.draw(counting);
      const { start } = this.app.state;
      const isListed = Boolean(order) && start.includes(',');
      const options = { cards: counting?.cards, decks: counting?.decks, start: order && start ? (isListed ? 'first' : start) : null };
      await this.judge(isListed ? `${start.split(',').join(' ')}\n${text}` : text, options);
    });
  }

  /** Asks the program, and waits for its answer. */
  async asked(question) {
    this.dismiss();
    const asking = new AbortController();
    this.asking = asking;
    this.stopButton.hidden = false;
    try {
      await question();
    } catch (error) {
      if (error instanceof ProgramError) this.fail(error.message);
      else if (error.name !== 'AbortError') throw error;
    } finally {
      // A question that was aborted may end after the next one has begun.
      if (this.asking === asking && !this.worker) this.stopButton.hidden = true;
    }
  }

  /** Shows that the program is working on `what`, and its progress. */
  wait(what) {
    const far = el('progress', { 'aria-label': 'Decks read' });
    const note = el('p', { class: 'reason' }, `The program judges ${what}.`);
    this.verdict.replaceChildren(el('p', { class: 'big-word' }, 'Judging'), note, far);
    this.verdict.scrollIntoView({ block: 'nearest' });
    this.judging = `judging ${what}`;
    this.app.announce(this.judging);
    return (done, steps) => {
      Object.assign(far, { max: steps, value: done });
      note.textContent = `The program judges ${what}: it has read ${grouped(done)} of ${grouped(steps)}.`;
    };
  }

  judge(text, options) {
    return this.asked(async () => {
      const { signal } = this.asking;
      this.stage(2);
      const progress = this.wait(options.decks ? `${counted(options.decks, 'deck')} of ${counted(options.cards, 'card')}` : 'the decks');
      const report = parse(await send('audit', text, options, { signal, budget: BUDGET, progress }));
      this.judging = null;
      this.outcome = { report, start: options.start && this.app.state.start };
      this.tell(report);
      this.stage(3);
      this.app.render();
      const page = await send('audit', text, { ...options, picture: 'html' }, { signal, budget: BUDGET });
      this.verdict.append(button('Save report', () => save('faro-audit.html', 'text/html', page)));
      const { Report } = await later('report.js');
      this.report ??= new Report();
      this.audit.append(this.report.root);
      this.report.show(page);
      this.stage(STAGES.length);
    });
  }

  tell({ verdict, findings, decks, diagnosis, detectable }) {
    const words = { fair: ['No bias was found', 'good'], unfair: ['Unfair', 'bad'], 'too few decks': ['Too few decks', ''] };
    const [word, kind] = words[verdict];
    const cause = verdict === 'unfair' && knownCause(diagnosis);
    const shown = detectable?.find(({ effect }) => effect === 'card_in_place')?.means?.split('; ')[0];
    const closest = verdict === 'unfair' && !cause && diagnosis?.closest;
    this.pronounce(kind, el('p', { class: `big-word ${kind}` }, word),
      el('p', { class: 'reason' }, verdict === 'unfair' ? `A fair shuffle gives ${grouped(decks)} decks as uneven as these at most once in ${tries(findings[0].adjusted_p_value)} tries.`
        : `Among ${counted(decks, 'deck')}, ${counted(findings.length, 'check')} found nothing that a fair shuffle would not do.${shown ? ` That is no proof: ${decks === 1 ? 'this deck shows' : 'these decks show'} ${shown}, but hardly anything smaller.` : ''}`),
      ...(cause ? [el('p', { class: 'reason' }, `Likeliest cause: ${cause.cause}.`), el('p', { class: 'reason' }, `Cure: ${cause.cure}.`)] : []),
      ...(closest ? [el('p', { class: 'reason' }, `The likeliest cause is not known. Closest candidate: ${closest}.`)] : []));
  }

  async show(state) {
    for (const [i, [question]] of QUESTIONS.entries()) this.questions[i].setAttribute('aria-pressed', String(question === state.question));
    const other = OTHERS[state.question] && await this.other(...OTHERS[state.question]);
    const shown = other?.root ?? this.audit;
    if (this.root.lastChild !== shown) this.root.lastChild.replaceWith(shown);
    return other ? other.show(state) : this.showAudit(state);
  }

  async other(file, name) {
    const part = await later(file);
    return (this.others[name] ??= new part[name](this.app));
  }

  async showAudit(state) {
    const { report, proof, status, start } = this.outcome ?? {};
    if (proof && this.outcome.cards !== state.cards) this.proved();
    if (proof) return this.proof.result();
    if (!this.outcome && !this.worker && this.stopButton.hidden) await this.example(state);
    const command = commandLine('audit', { cards: report ? report.cards : state.cards, start: start ? startOption({ start }, { start: { faced: true } }) : null }).replace('audit', 'audit decks.txt');
    const picture = this.picture();
    if (!report) {
      return { status: this.judging ?? status ?? `is a shuffle of ${counted(state.cards, 'card')} fair? Give decks, or code that shuffles`,
        command, numbers: { head: ['what', 'value'], rows: [['cards', state.cards], ['decks', 0]] }, picture };
    }
    const cause = knownCause(report.diagnosis);
    return {
      status: `${report.verdict}: ${counted(report.decks, 'deck')} of ${counted(report.cards, 'card')}${report.verdict === 'unfair' && cause ? `; likeliest cause: ${cause.cause}` : ''}`,
      command,
      numbers: { head: ['check', 'of', 'seen', 'statistic', 'p-value', 'adjusted p-value'], rows: report.findings.map((one) => [one.check, one.of, one.seen, one.statistic, one.p_value, one.adjusted_p_value]) },
      picture,
    };
  }

  picture() {
    return this.map.root.hidden ? null : { width: 640, height: 640, draw: (pen) => pen.image(this.map.pixels, 0, 0, 640, 640) };
  }
}

/** Returns the error message of code that could not be started, with its line. */
const faultOf = ({ message, lineno }) => (message ? `${message.replace(/^Uncaught /, '')}${lineno ? `, in line ${lineno}` : ''}` : 'the code could not be run: the program does not answer');

/** Returns whether a text is a function. The signs of code do not occur in lists of decks. */
const isCode = (text) => /=>|\bfunction\b|\breturn\b/.test(text.slice(0, LOOKED_AT));

/** Returns the most likely cause of a bias, if the decks determine it. */
const knownCause = (diagnosis) => (diagnosis?.known ? diagnosis.candidates[0] : null);

/** Returns, as text, a number of tries in which an event with probability `p` is expected at most once: 100, 2500, 10¹⁵⁷. */
function tries(p) {
  if (p < SELDOM) return `10${raise(Math.floor(-Math.log10(Math.max(p, LEAST))))}`;
  const tens = 10 ** Math.max(0, Math.floor(-Math.log10(p)) - 1);
  return grouped(Math.floor(1 / p / tens) * tens);
}

/** For a probability below the first number only the power of ten is given. Below the second, doubles lose digits. */
const [SELDOM, LEAST] = [1e-6, 1e-300];

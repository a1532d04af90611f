// The view that verifies a deal: it takes a record, and shows the answer of `faro verify`. The record is sent as the body of a
// request, so that no address, state or command of this page contains a seed.

import { button, choice, el, field } from './dom.js';
import { ProgramError, commandLine, parse, send } from './engine.js';

/** The names of the program's preset schemes. */
export const SCHEMES = ['faro-deal-1', 'stake-video-poker', 'stake-blackjack', 'duel-video-poker', 'provably-fair-shuffle'];

/** Time limit in seconds. It is long enough to search for a weak secret. */
const BUDGET = 60;
const MOST_BYTES = 1 << 20;

const RECORD = '{"commitment": "630dcd29…",\n "server": "00010203…",\n "client": "anna", "nonce": 1,\n "deck": [24, 21, 44, …]}';
/** An example of a deal by `faro deal`, and the same deal with two cards exchanged. */
const EXAMPLE = { commitment: '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd', server: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
  client: 'anna', nonce: 1, deck: [24, 21, 44, 39, 9, 35, 42, 12, 48, 23, 41, 31, 47, 15, 5, 25, 27, 32, 29, 14, 2, 8, 13, 40, 49, 46, 1, 45, 19, 16, 17, 4, 10, 30, 33, 50, 11, 28, 7, 36, 20, 3, 18, 37, 6, 22, 34, 52, 38, 26, 43, 51] };
const FORGED = { ...EXAMPLE, deck: [1, ...EXAMPLE.deck.slice(1).map((card) => (card === 1 ? EXAMPLE.deck[0] : card))] };
const PRIVATE = { autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' };

export class Verify {
  constructor(app) {
    this.app = app;
    this.scheme = choice([['', 'as the record says, or else faro-deal-1'], ...SCHEMES.map((name) => [name, name])], '', () => {});
    this.record = el('textarea', { ...PRIVATE, rows: '7', placeholder: RECORD });
    this.file = el('input', { type: 'file', accept: '.json,.toml,.txt', onchange: () => this.open(this.file.files[0]) });
    this.verdict = el('div', { class: 'verdict' });
    this.root = el('div', { class: 'fair' },
      el('section', { class: 'source' },
        el('div', { class: 'bar' }, button('Try an example', () => this.example(EXAMPLE)), button('Try a forged one', () => this.example(FORGED))),
        el('div', { class: 'bar' }, field('Scheme', this.scheme, 'grow'), button('Judge the scheme', () => this.judge())),
        el('div', { class: 'card-panel' }, field('Record of the deal', this.record),
          el('div', { class: 'bar' }, button('Check record', () => this.checkRecord(), { class: 'primary' }), field('or a file', this.file))),
        el('div', { class: 'card-panel' }, this.form(),
          el('p', { class: 'caption' }, 'Seeds and hashes in hexadecimal or base64. They stay out of the address of this page and out of its links.'))),
      el('section', { class: 'finding' }, this.verdict));
    // A verdict is removed when the deal is edited.
    this.root.addEventListener('input', () => { if (this.outcome) { this.idle(); app.render(); } });
    this.idle();
  }

  /** Makes the form with a field for each part of a deal. */
  form() {
    const text = (properties = {}) => el('input', { ...PRIVATE, ...properties });
    this.parts = {
      commitment: text(), server: text(), client: text(), nonce: text({ inputmode: 'numeric', placeholder: '1' }), cards: text({ inputmode: 'numeric' }),
      dealt: el('textarea', { ...PRIVATE, rows: '2', placeholder: 'KC 8S AC, or 24 21 44' }),
    };
    const { commitment, server, client, nonce, cards, dealt } = this.parts;
    const onsubmit = (event) => { event.preventDefault(); this.checkParts(); };
    return el('form', { class: 'parts', autocomplete: 'off', onsubmit },
      field('Commitment', commitment), field('Server seed', server), field('Client seed', client),
      el('div', { class: 'bar' }, field('Hand number', nonce), field('Cards in the deck', cards)),
      field('Cards that were dealt', dealt), el('div', { class: 'bar' }, el('button', { class: 'primary' }, 'Check deal')));
  }

  idle() {
    this.outcome = null;
    delete this.verdict.dataset.kind;
    this.verdict.replaceChildren(
      el('p', { class: 'reason' }, 'Before a deal, the operator publishes a commitment: the hash of a secret, the server seed. The cards come from that seed and from a text of yours, the client seed. After the deal the operator reveals the seed.'),
      el('p', { class: 'reason' }, 'Paste the record of a deal, or fill in its parts. The program computes the hash and the cards again, compares them with what was published, and says what the scheme lets each side do.'),
      el('p', { class: 'mono' }, 'faro deal --secret FILE --commit'), el('p', { class: 'caption' }, 'prints a commitment before the players choose the client seed; with --client-seed, and at last --reveal and --format json, it deals cards and prints such a record.'));
  }

  async open(file) {
    if (!file) return null;
    if (file.size > MOST_BYTES) return this.app.say('The file is too long for a record of a deal.');
    this.record.value = await file.text();
    return this.checkRecord();
  }

  example(record) {
    this.scheme.value = '';
    this.record.value = JSON.stringify(record);
    return this.checkRecord();
  }

  checkRecord() {
    const { value } = this.record;
    if (!value.trim()) return this.refuse(this.record, 'There is no record: paste what faro deal prints with --reveal and --format json.');
    return this.app.guard(this.ask(value));
  }

  checkParts() {
    const given = Object.entries(this.parts).map(([name, input]) => [name, input.value]).filter(([, value]) => value.trim());
    if (!given.length) return this.refuse(this.parts.commitment, 'There is no deal: fill in the commitment, the seeds and the cards.');
    return this.app.guard(this.ask(JSON.stringify(Object.fromEntries(given))));
  }

  judge() { return this.app.guard(this.ask('{}')); }

  refuse(box, message) {
    box.focus();
    this.app.say(message);
  }

  /** Asks the program about a record. An earlier question is aborted. */
  async ask(record) {
    this.asking?.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    const scheme = this.scheme.value || null;
    this.outcome = null;
    delete this.verdict.dataset.kind;
    this.verdict.replaceChildren(el('p', { class: 'reason' }, 'The program checks this …'));
    try {
      const report = parse(await send('verify', record, { scheme }, { signal, budget: BUDGET }));
      this.outcome = { report, scheme, isScheme: record === '{}' };
      this.tell();
    } catch (error) {
      if (error.name === 'AbortError') return;
      if (!(error instanceof ProgramError)) throw error;
      this.outcome = { message: error.message, scheme };
      this.fail();
    }
    this.verdict.scrollIntoView({ block: 'nearest' });
    await this.app.render();
  }

  fail() {
    this.verdict.dataset.kind = 'none';
    this.verdict.replaceChildren(el('p', { class: 'big-word' }, 'Could not be checked'), el('p', { class: 'reason' }, sentence(this.outcome.message)));
  }

  tell() {
    const { report } = this.outcome;
    const { scheme } = report;
    const [word, kind] = this.word();
    this.verdict.dataset.kind = kind || 'none';
    this.verdict.replaceChildren(
      el('p', { class: `big-word ${kind}` }, word),
      el('p', { class: 'reason' }, this.reason()),
      ...(report.faces ? [el('h2', {}, 'The cards by the seeds'), cards(report)] : []),
      el('h2', {}, `The scheme ${scheme.name} is ${scheme.grade}`),
      el('ul', { class: 'findings' }, scheme.findings.map(({ grade, sentence: said, cure }) => el('li', { class: grade },
        el('strong', {}, grade), el('span', {}, sentence(said), cure && el('span', { class: 'caption' }, `Cure: ${cure}.`))))),
      el('h2', {}, 'What you check yourself'), el('ol', { class: 'checks' }, scheme.checks.map((check) => el('li', {}, sentence(check)))),
      el('p', { class: 'caption' }, `Source of the scheme: ${scheme.source.join('; ')}`));
  }

  /** Returns the verdict in one or two words, and whether it is good or bad. */
  word() {
    const { report: { verified, scheme }, isScheme } = this.outcome;
    if (verified !== null) return verified ? ['Verified', 'good'] : ['Not verified', 'bad'];
    return isScheme ? [`The scheme is ${scheme.grade}`, { sound: 'good', broken: 'bad' }[scheme.grade] ?? ''] : ['Nothing was compared', ''];
  }

  reason() {
    const { report: { verified, result, scheme }, isScheme } = this.outcome;
    if (verified !== null) return sentence(result.replace(/^(not )?verified: /, ''));
    return isScheme ? `No deal was checked. This is what ${scheme.name} lets each side do.` : 'The record has no commitment or cards to compare. It needs the commitment, the server seed, and the cards that were dealt.';
  }

  show() {
    const { report, message, scheme, isScheme } = this.outcome ?? {};
    const command = commandLine('verify', { deal: isScheme ? null : 'deal.json', scheme });
    if (!report) {
      return { status: message ? `this deal could not be checked: ${message}` : 'the record of a deal in, the answer out',
        command, numbers: { head: ['what', 'value'], rows: [['result', message ?? 'nothing was checked yet']] }, picture: null };
    }
    const { verified, result, scheme: { name, grade, findings } } = report;
    return {
      status: verified === null ? this.word()[0] : `${result}; the scheme ${name} is ${grade}`,
      command,
      numbers: { head: ['finding', 'grade', 'sentence', 'cure'], rows: findings.map((one) => [one.finding, one.grade, one.sentence, one.cure]) },
      picture: null,
    };
  }
}

/** Returns the list of the cards that the seeds give. The first card that differs also shows the card that was dealt. */
const cards = ({ faces, wrong }) => el('ol', { class: 'dealt', 'aria-label': 'Cards by the seeds' }, faces.map((face, i) => (wrong?.position === i + 1
  ? el('li', { class: 'wrong' }, face, el('span', { class: 'hidden' }, ' by the seeds,'), el('small', {}, ` dealt: ${wrong.given.slice(0, 20)}`)) : el('li', {}, face))));

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${/[.?!…]$/.test(text) ? '' : '.'}`;

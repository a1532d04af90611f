// The view of the odds of a hand, and of whether a run of games is luck: the results of `faro odds`.

import { button, choice, counted, el, field, grouped } from './dom.js';
import { ask, commandLine } from './engine.js';
import { percent } from './axes.js';

/** The names of the fields in the order of the state: cards that count, cards that are seen, the condition and its number, the
 * number of games, and the number of games in which it happened. */
const FIELDS = ['of', 'see', 'rule', 'count', 'games', 'happened'];
const RULES = [['at-least', 'at least'], ['at-most', 'at most'], ['exactly', 'exactly']];

const EXAMPLES = [['Two aces among five cards', '52', '4 5 at-least 2'], ['No land among seven', '60', '24 7 exactly 0'], ['Three of a kind of four, in 101 of 126 games', '60', '9x4 13 at-least 3 126 101']];
const FIRST = EXAMPLES[0][2];

/** Limits of a p-value. Above the first, chance explains a run of games. Below the second, chance hardly explains it. Below the
 * third, the probability is called zero. */
const [OFTEN, SELDOM, NEVER] = [0.05, 0.001, 1e-12];

export class Odds {
  constructor(app) {
    this.app = app;
    const set = (event) => app.set({ odds: this.text() }, { box: event.target });
    const number = (properties = {}) => el('input', { inputmode: 'numeric', autocomplete: 'off', spellcheck: 'false', onchange: set, ...properties });
    this.fields = { of: number({ placeholder: '4, or 9x4' }), see: number(), rule: choice(RULES, 'at-least', () => app.set({ odds: this.text() })), count: number(), games: number({ placeholder: 'none' }), happened: number({ placeholder: 'none' }) };
    const { of, see, rule, count, games, happened } = this.fields;
    this.verdict = el('div', { class: 'verdict' });
    this.root = el('div', { class: 'fair' },
      el('section', { class: 'source' },
        el('form', { class: 'card-panel odds', autocomplete: 'off', onsubmit: (event) => event.preventDefault() },
          field('Cards that count', of), field('Cards seen', see), field('Condition', rule), field('How many', count),
          field('Games played', games), field('It happened in', happened),
          el('p', { class: 'caption' }, '4 is one kind of four cards, such as the aces; 9x4 is any of nine kinds of four. With games played, the answer says whether chance alone does this.')),
        el('div', { class: 'bar' }, EXAMPLES.map(([name, cards, odds]) => button(name, () => app.set({ cards, odds }))))),
      el('section', { class: 'finding' }, this.verdict));
  }

  text() { return FIELDS.map((name) => this.fields[name].value.trim().replace(/\s/g, '') || '-').join(' ').replace(/( -)+$/, ''); }

  async show(state) {
    const values = (state.odds || FIRST).split(' ').map((value) => (value === '-' ? '' : value));
    FIELDS.forEach((name, i) => { const input = this.fields[name]; if (document.activeElement !== input) input.value = values[i] ?? ''; });
    const [of, see, rule, count, games, happened] = values;
    const options = { cards: state.cards, of, see, [rule]: count || null, ...(games && happened ? { games, happened } : {}) };
    const report = await ask('odds', options);
    const { asked, probabilities } = report;
    this.tell(report);
    return {
      status: asked ? `${asked.condition} among ${counted(see, 'card')} of ${grouped(state.cards)}: ${percent(asked.probability)}` : `of ${counted(state.cards, 'card')}, ${see} are seen: ${Number(report.expected.toPrecision(4))} of those that count are expected`,
      command: commandLine('odds', options),
      numbers: { head: ['count', 'probability', 'at least', 'exact'], rows: probabilities.map((one) => [one.count, one.probability, one.at_least, one.exact]) },
      picture: null,
    };
  }

  tell({ asked, games, expected }) {
    delete this.verdict.dataset.kind;
    if (!asked) {
      this.verdict.replaceChildren(el('p', { class: 'reason' }, `${Number(expected.toPrecision(4))} are expected. The numbers below have the probability of each count; a condition has one of its own.`));
      return;
    }
    const { probability, exact } = asked;
    this.verdict.replaceChildren(el('p', { class: 'big-word' }, percent(probability)), el('p', { class: 'reason' }, often(probability)),
      exact && exact.length < 60 && el('p', { class: 'caption' }, `Exactly ${exact}.`), ...this.luck(games, probability));
  }

  /** Returns the text about a run of games, with the grade that the program gives it. */
  luck(games, probability) {
    if (!games) return [];
    const { games: played, happened, p_value: p, games_needed: needed } = games;
    this.verdict.dataset.kind = p < SELDOM ? 'bad' : 'good';
    const chance = p >= OFTEN ? 'chance alone does this, so it is no sign of a bias' : p >= SELDOM ? 'this is unusual, and not yet a sign of a bias' : 'chance alone hardly does this';
    const side = happened < played * probability ? 'less' : 'more';
    return [el('p', { class: 'reason' }, `It happened in ${grouped(happened)} of ${counted(played, 'game')}. A fair shuffle does this or ${side} ${p < NEVER ? 'practically never' : `with probability ${percent(p)}`}: ${chance}.`),
      needed && el('p', { class: 'caption' }, `${counted(needed, 'game')} would show a bias of a tenth.`)].filter(Boolean);
  }
}

/** Returns a sentence such as "It happens once in 24.1 hands." */
function often(probability) {
  if (probability === 0) return 'It never happens.';
  if (probability === 1) return 'It always happens.';
  const fails = probability > 0.5;
  const hands = 1 / (fails ? 1 - probability : probability);
  return `It ${fails ? 'fails' : 'happens'} once in ${hands < 1000 ? Number(hands.toPrecision(3)) : grouped(Math.round(hands))} hands.`;
}

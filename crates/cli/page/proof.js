// Shows the law of a shuffle all of whose lists of choices were run: the verdict of the program, and the probability of every
// order.

import { counted, el, grouped, token, widthOf } from './dom.js';
import { HEIGHT, bars, deckFactorial } from './law.js';
import { CanvasPen } from './pen.js';
import { MOST_CARDS } from './counting.js';

/** For each verdict: its words for the proved number of cards, whether it is good or bad, and the words if the page's deck has
 * another number of cards. A bias that is proved for few cards does not occur for these alone. */
const VERDICTS = {
  'proved fair': ['Proved fair for', 'good'],
  'proved unfair': ['Proved unfair for', 'bad', 'Proved unfair with'],
  'fair up to': ['Fair for', 'good'],
  'not decided': ['Not decided for', ''],
};

const brief = (value) => Number(value.toPrecision(3));

export class Proof {
  constructor() {
    this.canvas = el('canvas', { 'aria-hidden': 'true' });
    this.root = el('figure', { hidden: true }, this.canvas, el('figcaption', {}, 'The probability of every order',
      el('span', { class: 'caption' }, 'the line is a fair shuffle; all values are in the table below')));
  }

  /** Returns whether a proof is good or bad for the page's deck. Fairness is proved only for the number of cards in the proof. */
  kind(proof, asked) {
    const [, kind] = VERDICTS[proof.verdict];
    return String(proof.cards) !== asked && kind === 'good' ? '' : kind;
  }

  /** Draws the law, and returns the verdict in words. `asked` is the number of cards in the page's deck. */
  show(proof, sorts, asked) {
    const isOther = String(proof.cards) !== asked;
    Object.assign(this, { proof, rest: isOther ? `; ${asked} cards are not proved` : '' });
    this.root.hidden = !proof.orders;
    const [word, , elsewhere] = VERDICTS[proof.verdict];
    return [el('p', { class: `big-word ${this.kind(proof, asked)}` }, isOther && elsewhere ? `${elsewhere} ${counted(proof.cards, 'card')}` : `${word} ${counted(proof.cards, 'card')}${isOther ? ' only' : ''}`),
      isOther && el('p', { class: 'reason' }, `This is a proof for ${counted(proof.cards, 'card')}, and nothing is proved for your deck of ${counted(asked, 'card')}, which has too many choices to make them all. Run judges decks of up to ${MOST_CARDS} cards.`),
      el('p', { class: 'reason' }, this.reason()),
      sorts && el('p', { class: 'caption' }, 'sort compares in an order of its own. If the comparator is random, the law is that of this browser, and optimised code or another engine may have another.'),
      el('details', {}, el('summary', {}, 'The same proof in Node.js'),
        el('p', { class: 'caption' }, 'Save the adapter and let the file of the shuffle end with a call of it; then run the command below.'),
        el('p', { class: 'mono' }, 'faro prove --adapter javascript > faro_choices.js'),
        el('p', { class: 'mono' }, "require('./faro_choices.js').serve((n) => shuffle([...Array(n).keys()]));"),
        isOther && Number(asked) > proof.cards && Number(asked) <= MOST_CARDS && [el('p', { class: 'caption' }, `For ${asked} cards this command compares the shuffle with a model of it on a million random lists of choices.`),
          el('p', { class: 'mono' }, `faro prove --certify --cards ${asked} -- node shuffle.js`)])].filter(Boolean);
  }

  reason() {
    const { verdict, cards, runs, cause, bound, total_variation: exact, total_variation_exact: fraction, samples, confidence, reachable } = this.proof;
    const made = `All ${counted(runs, 'sequence')} of choices were made, for ${counted(cards, 'card')}.`;
    const fair = verdict !== 'proved unfair';
    const far = bound === null ? `is ${fraction === String(exact) ? '' : `${fraction} = `}${brief(exact)}` : `is at ${fair ? 'most' : 'least'} ${brief(bound)}`;
    const lists = samples ? ` ${grouped(samples)} random lists of choices agreed, so this holds with ${100 * (1 - confidence)} % confidence.` : '';
    if (verdict === 'proved fair') return `${made} Every order is equally likely.`;
    const orders = fair ? '' : ` ${grouped(reachable)} orders occur. ${cause ? `${cause[0].toUpperCase()}${cause.slice(1)}.` : ''}`;
    return `${made} The total variation distance from a fair shuffle ${far}.${lists}${orders}`;
  }

  /** Returns the argument that needs no statistics: the number of equally likely lists of choices is not divisible by the number
   * of orders. */
  divided(lines) {
    const { runs, cards, orders, reachable } = this.proof;
    this.ways = waysOf(lines, runs);
    const all = deckFactorial(cards);
    if (!this.ways || runs % all === 0) return null;
    const counts = orders.map(({ probability }) => Math.round(probability * runs));
    return el('p', { class: 'reason' }, `The code chooses in ${grouped(runs)} ways, equally likely up to the rounding of random numbers. There are ${grouped(all)} orders, and ${grouped(runs)} cannot be divided by ${grouped(all)}: so the orders cannot be equally likely. Some come in ${
      grouped(Math.max(...counts))} of the ways, others in ${reachable < all ? 'none' : grouped(Math.min(...counts))}.`);
  }

  result() {
    const { proof } = this;
    const width = widthOf(this.root, 560);
    const { ways } = this;
    const draw = (pen, w) => bars(pen, w, proof.orders, ways && (({ probability }) => `${Math.round(probability * ways)}/${ways}`));
    draw(new CanvasPen(this.canvas, width, HEIGHT), width);
    return {
      status: `${proof.verdict}: a shuffle of ${counted(proof.cards, 'card')}, by ${counted(proof.runs, 'sequence')} of choices${proof.cause ? `; ${proof.cause}` : ''}${this.rest}`,
      command: `faro prove --cards ${proof.cards} -- node shuffle.js`,
      numbers: { head: ['order', 'probability', 'exact'], rows: proof.orders.map(({ deck, probability, exact }) => [deck.join(' '), probability, exact]) },
      picture: { width: 1000, height: HEIGHT, draw: (pen) => { pen.rect(0, 0, 1000, HEIGHT, token('--bg')); draw(pen, 1000); } },
    };
  }
}

/** Maximum relative difference between the sizes of the groups of a draw. Math.random has 2⁵³ values, which cannot be divided
 * evenly into an odd number of groups. */
const ROUNDING = 1e-9;

/** Returns the number of recorded runs if all are equally likely, otherwise null. They are equally likely if the k-th draw of
 * every run has the same number of groups, all of the same size. */
function waysOf(lines, runs) {
  const groups = [];
  let draws = null;
  for (const line of lines.split('\n').filter((one) => one && !one.startsWith('compared'))) {
    const match = /^(\d+) ?([\d: ]*?) ?\|/.exec(line);
    if (!match) return null;
    const [first, taken] = [Number(match[1]), match[2].split(' ').filter(Boolean)];
    draws ??= taken.length;
    if (first + taken.length !== draws) return null;
    for (const [i, group] of taken.entries()) {
      const [, count, bound] = group.split(':').map(Number);
      const number = Math.round(bound / count);
      groups[first + i] ??= number;
      if (groups[first + i] !== number || Math.abs(bound / count - number) > ROUNDING) return null;
    }
  }
  return groups.reduce((product, number) => product * number, 1) === runs ? runs : null;
}

// Histograms of statistics of simulated decks beside those of random decks. They grow while the program deals.

import { button, el, grouped, token } from './dom.js';
import { ask } from './engine.js';
import { CanvasPen } from './pen.js';

const SIZES = [1000, 10_000, 100_000, 1_000_000, 10_000_000];
const [WIDTH, HEIGHT] = [250, 140];
const MOST_CARDS = 1000;
/** What each statistic counts, in words. */
const MEANINGS = { cycles: 'rings of cards that change places', fixed_points: 'cards at the place where they began', descents: 'cards directly above a smaller one',
  rising_sequences: 'passes through the deck until the cards are picked up in their first order', inversions: 'pairs of cards in the wrong order',
  longest_increasing_subsequence: 'most cards that still have their first order', displacement: 'how far all cards have moved, added' };

export class Histograms {
  constructor(app) {
    this.app = app;
    this.state = el('p', { class: 'caption' });
    this.start = button('Deal', () => this.run(), { class: 'primary' });
    this.end = button('Stop', () => this.stopped?.abort(), { hidden: true });
    this.grid = el('div', { class: 'histograms' });
    this.fold = el('details', { ontoggle: () => this.open() }, el('summary', {}, 'More ways to look at many decks'), el('div', { class: 'bar' }, this.start, this.end, this.state), this.grid);
    this.root = el('section', { 'aria-labelledby': 'histograms-heading' }, el('h2', { id: 'histograms-heading' }, 'What the decks look like'), this.fold);
  }

  /** Clears the histograms when the deck or a word changes. The first thousands of decks are dealt when the histograms become
   * visible. */
  show(cards, words) {
    const key = `${cards} ${words.left} ${words.right}`;
    this.root.hidden = Number(cards) > MOST_CARDS || Number(cards) < 2;
    if (key === this.key || this.root.hidden) return;
    this.stopped?.abort();
    Object.assign(this, { key, cards, words, isDealt: false });
    this.grid.replaceChildren();
    this.state.textContent = '';
    this.open();
  }

  open() {
    clearTimeout(this.soon);
    if (!this.fold.open || this.isDealt) return;
    this.isDealt = true;
    this.soon = setTimeout(() => this.deal(SIZES.slice(0, 2)), 150);
  }

  run() { return this.deal(SIZES); }

  async deal(sizes) {
    this.stopped?.abort();
    const stopped = new AbortController();
    this.stopped = stopped;
    this.end.hidden = false;
    try {
      for (const samples of sizes) {
        const { signal } = stopped;
        const budget = samples > 100_000 ? 120 : 20;
        const both = [this.words.left, this.words.right].map((shuffle) => ask('simulate', { cards: this.cards, shuffle, samples, seed: 1 }, { signal, budget }));
        const found = await Promise.allSettled(both);
        if (signal.aborted) return;
        if (found[0].status === 'rejected') { this.state.textContent = found[0].reason.message.replace(/^Word/, 'One'); this.grid.replaceChildren(); return; }
        this.draw(found.map(({ value }) => value ?? null), samples);
      }
    } finally {
      if (this.stopped === stopped) this.end.hidden = true;
    }
  }

  draw([one, other], samples) {
    this.state.textContent = `${grouped(samples)} decks: blue bars are ${one.shuffle}${other ? `, hollow bars ${other.shuffle}` : ''}; the line is a truly random deck.`;
    this.grid.replaceChildren(...one.statistics.map((statistic, i) => {
      const canvas = el('canvas', { 'aria-hidden': 'true' });
      const label = statistic.name.replaceAll('_', ' ');
      const figure = el('figure', {}, canvas, el('figcaption', {}, el('span', {}, label), MEANINGS[statistic.name] && el('span', { class: 'caption' }, MEANINGS[statistic.name]),
        el('span', { class: 'caption' }, `mean ${round(statistic.mean)}, random ${round(statistic.uniform_mean)}`)));
      requestAnimationFrame(() => histogram(new CanvasPen(canvas, WIDTH, HEIGHT), statistic, other?.statistics[i], samples));
      return figure;
    }));
  }
}

const round = (value) => (value === null || value === undefined ? '–' : Number(value.toPrecision(4)));

function histogram(pen, statistic, other, samples) {
  const uniform = statistic.uniform_probabilities ?? [];
  const bins = new Map();
  const width = statistic.bin_width || 1;
  const first = Math.min(...statistic.histogram.map(([value]) => value), ...(other?.histogram ?? []).map(([value]) => value));
  const last = Math.max(...statistic.histogram.map(([value]) => value), ...(other?.histogram ?? []).map(([value]) => value));
  statistic.histogram.forEach(([value, count], i) => bins.set(value, { count, uniform: uniform[i] ?? null }));
  const tallest = Math.max(...statistic.histogram.map(([, count]) => count / samples), ...uniform.slice(0, statistic.histogram.length).filter(Number.isFinite));
  const number = Math.max(1, Math.round((last - first) / width) + 1);
  const bar = (WIDTH - 8) / number;
  const y = (share) => HEIGHT - 8 - Math.min(1, share / tallest) * (HEIGHT - 22);
  const x = (value) => 4 + ((value - first) / width) * bar;
  const [accent, warm, ink, line] = ['--accent', '--warm', '--ink', '--line'].map(token);
  pen.rect(4, HEIGHT - 8, WIDTH - 8, 1, line);
  for (const [value, count] of statistic.histogram) pen.rect(x(value) + 0.5, y(count / samples), Math.max(1, bar - 1), HEIGHT - 8 - y(count / samples), accent, { opacity: 0.8 });
  for (const [value, count] of other?.histogram ?? []) pen.path(`M${x(value) + 0.5} ${HEIGHT - 8}V${y(count / samples)}h${Math.max(1, bar - 1)}V${HEIGHT - 8}`, { stroke: warm, width: 1.4 });
  const points = [...bins].filter(([, bin]) => bin.uniform !== null).sort(([a], [b]) => a - b);
  pen.path(points.map(([value, bin], i) => `${i ? 'L' : 'M'}${(x(value) + bar / 2).toFixed(1)} ${y(bin.uniform).toFixed(1)}`).join(''), { stroke: ink, width: 1.8 });
}

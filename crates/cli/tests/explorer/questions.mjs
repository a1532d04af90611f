// Generated questions to the program, for tests that compare two ways to ask it.

/** Random numbers from 0 up to 1, the same for the same seed. */
export const random = (seed) => () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};

const WORDS = ['in out^2', 'out', '(in cut:3)^-1', 'reverse', 'cut:1 in', '(1 2 3) out', 'in)', 'a+b%20&c=d♠', 'monge', 'deal:4 in^5'];
const RANDOM = ['gsr', 'gsr^7', 'gsr^2 cut:1', 'naive', 'fisher-yates', 'overhand:0.2', 'thorp', 'top-to-random'];

/** A generated question: a command and its options. `next` gives random numbers. */
export function question(next) {
  const below = (most) => Math.floor(next() * most);
  const one = (of) => of[below(of.length)];
  const some = (most) => String(1 + below(most));
  const cards = one(['1000000000000000000', '0', '-1', 'x', '1e3', ...Array.from({ length: 30 }, () => some(104))]);
  const shuffle = below(2) ? { kind: one(['out', 'in']) } : { shuffle: one(WORDS) };
  const drawn = { cards: some(70), shuffle: one(RANDOM), samples: some(3000), seed: one(['1', 'tea', 'a b', '52']) };
  const from = 1 + below(1_000_000);
  const kinds = {
    order: { cards: one([cards, String(2n ** BigInt(40 + below(30)) + BigInt(below(1000)))]), ...shuffle }, cycles: { cards, ...shuffle },
    deck: { cards, ...shuffle, times: String(below(9)) }, where: { cards, ...shuffle, card: some(20), times: some(20) },
    sweep: { cards: `${from}..=${from + below(300)}`, kind: one(['out', 'in', 'both']) }, sizes: { order: some(60), kind: one(['out', 'in']) },
    route: { cards, from: some(60), to: some(60) }, group: { cards: some(60) }, mix: { cards: some(200), riffles: '1..=8' },
    law: { cards: some(6), shuffle: one(['naive', 'gsr', 'fisher-yates', 'gsr^2']) }, matrix: drawn, simulate: { ...drawn, cards: some(300) },
    bits: { cards: some(104) }, list: { what: one(['stacks', 'moves', 'shuffles', 'checks', 'nothing']) },
  };
  const command = one(Object.keys(kinds));
  return [command, kinds[command]];
}

/** The command line of a question: the value of `what` has no name, and an option without a value is a flag. */
export const words = ([command, options]) => [command, ...Object.entries(options).map(([name, value]) => (name === 'what' ? value : value === '' ? `--${name}` : `--${name}=${value}`))];

// Shuffles to begin with, right and wrong ones.

const loop = (head, pick) => `function shuffle(deck) {
  for (${head}) {
    const j = ${pick};
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
}`;

export const PRESETS = {
  'Swap with any card': loop('let i = 0; i < deck.length; i++', 'Math.floor(Math.random() * deck.length)'),
  'Fisher–Yates': loop('let i = deck.length - 1; i > 0; i--', 'Math.floor(Math.random() * (i + 1))'),
  'Sort with a coin': `function shuffle(deck) {
  return deck.sort(() => Math.random() - 0.5);
}`,
  'Off by one': loop('let i = deck.length - 1; i > 0; i--', 'Math.floor(Math.random() * i)'),
  'Sort by random keys': `function shuffle(deck) {
  return deck.map((card) => [Math.random(), card])
    .sort((a, b) => a[0] - b[0])
    .map(([, card]) => card);
}`,
};

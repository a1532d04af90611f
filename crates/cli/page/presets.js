// Example shuffles to begin with, some fair and some biased.

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

/** The program's names of the examples whose law it knows. */
export const LAWS = { 'Swap with any card': 'naive', 'Fisher–Yates': 'fisher-yates', 'Off by one': 'sattolo' };

/** Returns decks, one on each line, in which each card was swapped with any card. They are the same at every visit. */
export function naiveDecks(cards, decks) {
  let seed = 1;
  const below = (n) => {
    seed = (seed * 48271) % 2147483647;
    return seed % n;
  };
  return Array.from({ length: decks }, () => {
    const deck = Array.from({ length: cards }, (_, i) => i + 1);
    for (let i = 0; i < cards; i += 1) {
      const j = below(cards);
      [deck[i], deck[j]] = [deck[j], deck[i]];
    }
    return deck.join(' ');
  }).join('\n');
}

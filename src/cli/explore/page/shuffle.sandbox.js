// Runs a shuffle that the user typed. The server gives this file a policy that allows no request of any kind.

const BATCH = 250;

onmessage = ({ data: { code, cards, decks } }) => {
  try {
    const shuffle = new Function(`"use strict";${code}\n;return typeof shuffle === 'function' ? shuffle : null;`)();
    if (!shuffle) throw new Error('there is no function named shuffle: write function shuffle(deck) { … return deck; }');
    for (let made = 0; made < decks;) {
      const batch = [];
      const until = Math.min(decks, made + BATCH);
      for (; made < until; made += 1) batch.push(deal(shuffle, cards));
      postMessage({ batch });
    }
    postMessage({ done: true });
  } catch (error) {
    postMessage({ error: String(error && error.message ? error.message : error).slice(0, 300) });
  }
};

function deal(shuffle, cards) {
  const deck = Array.from({ length: cards }, (_, i) => i + 1);
  const result = shuffle(deck) ?? deck;
  if (!Array.isArray(result) || result.length !== cards) throw new Error(`shuffle returned ${Array.isArray(result) ? `${result.length} cards` : typeof result}, expected a deck of ${cards} cards`);
  const seen = new Set(result);
  if (seen.size !== cards || !result.every((card) => Number.isInteger(card) && card >= 1 && card <= cards)) throw new Error('shuffle returned a deck in which a card is missing or there twice');
  return result.slice();
}

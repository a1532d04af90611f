// A shuffle whose law `faro prove` computes, and certifies for 52 cards.
//
//     faro prove --adapter javascript > faro_choices.js
//     faro prove --cards 6 -- node shuffle.js
//     faro prove --cards 52 --certify -- node shuffle.js

"use strict";

const { serve } = require("./faro_choices.js");

function shuffle(cards) {
  const deck = [...Array(cards).keys()];
  for (let i = cards - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
}

serve(shuffle);

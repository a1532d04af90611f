"""A shuffle whose law `faro prove` computes, and certifies for 52 cards.

    faro prove --adapter python > faro_choices.py
    faro prove --cards 6 -- python3 shuffle.py
    faro prove --cards 52 --certify -- python3 shuffle.py
"""

import random

import faro_choices


def shuffle(cards):
    deck = list(range(cards))
    random.shuffle(deck)
    return deck


faro_choices.serve(shuffle)

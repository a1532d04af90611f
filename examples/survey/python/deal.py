"""python deal.py lists the shufflers: name, package, version.
python deal.py NAME DECKS prints decks of 52 cards, each shuffled from the order 0 to 51."""

import platform
import random
import sys
from importlib.metadata import version

import more_itertools
import numpy
import pydealer
from treys import Deck

CARDS = range(52)
GENERATOR = numpy.random.default_rng()
TREYS = {card: place for place, card in enumerate(Deck.GetFullDeck())}
PYDEALER = {str(card): place for place, card in enumerate(pydealer.Deck())}


def in_place(shuffle, new=lambda: list(CARDS)):
    """Turns a shuffle of a list in place into a function that returns a shuffled deck."""

    def deal(_index):
        deck = new()
        shuffle(deck)
        return deck

    return deal


def numpy_array():
    return numpy.arange(52)


def treys_deck(_index):
    return [TREYS[card] for card in Deck().cards]


def pydealer_deck(_index):
    deck = pydealer.Deck()
    deck.shuffle()
    return [PYDEALER[str(card)] for card in deck]


# Each function takes the number of decks before this one.
SHUFFLERS = {
    "random.shuffle": ("Python", in_place(random.shuffle)),
    "random.shuffle, seeds 0, 1, …": ("Python", lambda i: in_place(random.Random(i).shuffle)(i)),
    "random.sample": ("Python", lambda i: random.sample(CARDS, 52)),
    "secrets.SystemRandom.shuffle": ("Python", in_place(random.SystemRandom().shuffle)),
    "sorted by random.random": ("Python", lambda i: sorted(CARDS, key=lambda card: random.random())),
    "numpy Generator.permutation": ("numpy", lambda i: GENERATOR.permutation(52)),
    "numpy Generator.shuffle": ("numpy", in_place(GENERATOR.shuffle, numpy_array)),
    "numpy Generator.permuted": ("numpy", lambda i: GENERATOR.permuted(numpy_array())),
    "numpy random.shuffle": ("numpy", in_place(numpy.random.shuffle, numpy_array)),
    "numpy Generator.permutation, seeds 0, 1, …": (
        "numpy",
        lambda i: numpy.random.default_rng(i).permutation(52),
    ),
    "more_itertools.random_permutation": (
        "more-itertools",
        lambda i: more_itertools.random_permutation(CARDS),
    ),
    "treys Deck": ("treys", treys_deck),
    "pydealer Deck.shuffle": ("pydealer", pydealer_deck),
}


def main():
    if len(sys.argv) == 1:
        for name, (package, _) in SHUFFLERS.items():
            number = platform.python_version() if package == "Python" else version(package)
            print(name, package, number, sep="\t")
    else:
        _, deal = SHUFFLERS[sys.argv[1]]
        for index in range(int(sys.argv[2])):
            print(*deal(index))


if __name__ == "__main__":
    main()

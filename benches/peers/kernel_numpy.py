"""Riffles and uniform shuffles of 52 cards by numpy, in batches: nanoseconds each, the median of 7 turns."""

import statistics
import time

import numpy

CARDS, DECKS = 52, 4096
generator = numpy.random.Generator(numpy.random.SFC64(1))


def riffled(decks):
    """Both sides visit the rows in the same order: zeros take the cards above the cut one after another."""
    bottom = generator.integers(0, 2, decks.shape, dtype=numpy.bool_)
    cut = CARDS - numpy.count_nonzero(bottom, axis=1)
    top = numpy.arange(CARDS) < cut[:, None]
    shuffled = numpy.empty_like(decks)
    shuffled[~bottom] = decks[top]
    shuffled[bottom] = decks[~top]
    return shuffled


def median(work, units):
    work()
    turns = []
    for _ in range(7):
        start = time.perf_counter()
        work()
        turns.append((time.perf_counter() - start) * 1e9 / units)
    return statistics.median(turns)


decks = numpy.tile(numpy.arange(CARDS, dtype=numpy.uint8), (DECKS, 1))
print("riffle", "numpy", median(lambda: riffled(decks), DECKS), sep="\t")
print("uniform", "numpy", median(lambda: generator.permuted(decks, axis=1), DECKS), sep="\t")


def counted():
    counts = numpy.zeros((CARDS, CARDS), dtype=numpy.int64)
    for place in range(CARDS):
        counts[place] = numpy.bincount(decks[:, place], minlength=CARDS)
    return counts


print("places", "numpy", median(counted, DECKS), sep="\t")

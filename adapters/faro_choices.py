"""Lets `faro prove` choose the random numbers of a Python program.

    import faro_choices                    # before the program seeds or imports anything random

    def shuffle(cards):
        deck = list(range(cards))
        random.shuffle(deck)
        return deck

    faro_choices.serve(shuffle)

`serve` is the only entry point. `shuffle(cards)` returns the shuffled deck of the cards 0 to cards - 1. It may draw by
the functions of `random`, by `random.Random()`, by `random.SystemRandom()`, by `secrets`, and by `os.urandom`.

- Started by `faro prove`, this module replaces those draws while `shuffle` runs: faro names the value of each draw, and
  is told how many values were possible.
- Otherwise `serve` prints shuffled decks, one a line: `python3 game.py 52 1000` prints 1000 decks of 52 cards.
  So `faro audit` can read the same program.

A generator with a seed (`random.Random(7)`, `random.seed(7)`) is not replaced: its numbers are no choices. A program whose
decks do not follow from the choices is refused by faro, which repeats runs.

Protocol: faro-choices 1, described in docs/formats.md of faro. Adapter: 1.0. Written for Python 3.8 and later.
"""

import os
import random
import secrets
import sys
import threading

MAX_DRAWS = 10_000
GRID = 1 << 53  # random() is a multiple of 1/GRID


class Refused(BaseException):
    """The run cannot be continued. Not an Exception, which programs catch."""


class Choices:
    """The draws of a run: `values` are given, all others are 0, or drawn from `fill`."""

    def __init__(self):
        self.values, self.bounds, self.made = [], [], 0
        self.fixed = 0  # the number of draws whose bounds are known from the run before
        self.fill = self.thread = self.why = None

    def below(self, bound):
        if self.thread != threading.get_ident():
            self.refuse("threads")
        made = self.made
        if made < len(self.values):
            value = self.values[made]
            if made < self.fixed and self.bounds[made] != bound:
                self.refuse("hidden-randomness")
            if value >= bound:
                self.refuse("out-of-range")
            self.bounds[made:made + 1] = [bound]
        else:
            if made >= MAX_DRAWS:
                self.refuse("too-many-draws")
            if bound < 1:
                raise ValueError("a choice among no values")
            value = self.fill._randbelow_real(bound) if self.fill else 0
            self.values.append(value)
            self.bounds.append(bound)
        self.made = made + 1
        return value

    def refuse(self, why):
        self.why = self.why or why
        raise Refused(why)

    def run(self, shuffle, cards):
        """Runs the shuffle, and returns the deck as text."""
        self.made, self.why, self.thread = 0, None, threading.get_ident()
        try:
            deck = shuffle(cards)
        finally:
            self.thread = None
        if self.why:
            raise Refused(self.why)
        if self.made < self.fixed:
            self.refuse("hidden-randomness")
        del self.values[self.made:], self.bounds[self.made:]
        return " ".join(map(str, deck))

    def advance(self, least):
        """Advances to the next values; the first `least` stay."""
        values, bounds = self.values, self.bounds
        while len(values) > least and values[-1] + 1 >= bounds[-1]:
            values.pop()
            bounds.pop()
        if len(values) <= least:
            return False
        values[-1] += 1
        self.fixed = len(values)
        return True

    def pairs(self):
        return " ".join(f"{bound}:{value}" for bound, value in zip(self.bounds, self.values))


CHOICES = Choices()


def replace_draws():
    """Replaces the sources of random numbers while a shuffle runs."""
    for kind in (random.Random, random.SystemRandom):
        real = {name: getattr(kind, name) for name in ("random", "getrandbits", "_randbelow")}
        kind._randbelow_real = real["_randbelow"]

        def replaced(self):
            return CHOICES.thread is not None and not getattr(self, "_faro_seeded", False)

        def draw_float(self, real=real["random"]):
            return CHOICES.below(GRID) / GRID if replaced(self) else real(self)

        def draw_bits(self, k, real=real["getrandbits"]):
            return CHOICES.below(1 << k) if k > 0 and replaced(self) else real(self, k)

        def draw_below(self, n, *maxsize, real=real["_randbelow"]):
            return CHOICES.below(n) if n > 0 and replaced(self) else real(self, n)

        kind.random, kind.getrandbits, kind._randbelow = draw_float, draw_bits, draw_below

    real_seed, real_setstate = random.Random.seed, random.Random.setstate

    def seed(self, a=None, *args, **kwargs):
        self._faro_seeded = a is not None and not isinstance(self, random.SystemRandom)
        return real_seed(self, a, *args, **kwargs)

    def setstate(self, state):
        self._faro_seeded = True
        return real_setstate(self, state)

    random.Random.seed, random.Random.setstate = seed, setstate
    system_bytes = os.urandom
    os.urandom = lambda n: CHOICES.below(1 << 8 * n).to_bytes(n, "big") if n > 0 and CHOICES.thread else system_bytes(n)
    random._urandom = os.urandom
    # Methods of the shared generators that were looked up when their modules were loaded.
    for name in ("random", "getrandbits", "seed", "setstate"):
        setattr(random, name, getattr(random._inst, name))
    secrets.randbits = secrets._sysrand.getrandbits


class Replies:
    """Lines for faro, written when there are many, or when it waits."""

    def __init__(self, target):
        self.target, self.lines = target, []

    def add(self, line):
        self.lines.append(line)
        if len(self.lines) >= 500:
            self.flush()

    def flush(self):
        data = "".join(line + "\n" for line in self.lines).encode("ascii", "replace")
        self.lines.clear()
        while data:
            data = data[os.write(self.target, data):]



def answer_run(words, shuffle, out):
    identity, cards = words[0], int(words[1])
    values, seed = [], None
    for index, word in enumerate(words[2:], 2):
        if word[0] == "*":
            seed = words[index + 1] if word == "*r" else None
            break
        values.append(int(word))
    CHOICES.values, CHOICES.bounds, CHOICES.fixed = values, [], 0
    CHOICES.fill = random.Random(seed) if seed is not None else None
    deck = CHOICES.run(shuffle, cards)
    out.add(f"ran {identity} {CHOICES.pairs()} | {deck}")


def answer_tree(words, shuffle, out):
    at = words.index("limit") if "limit" in words else len(words)
    limit = int(words[at + 1]) if at < len(words) else sys.maxsize
    identity, cards, prefix = words[0], int(words[1]), [int(word) for word in words[2:at]]
    CHOICES.values, CHOICES.bounds, CHOICES.fixed, CHOICES.fill = list(prefix), [], 0, None
    head, text, kept = f"leaf {identity} ", [], []
    for _ in range(limit):
        deck = CHOICES.run(shuffle, cards)
        # Only the texts of the last draws differ from the leaf before.
        same = max(CHOICES.fixed - 1, 0)
        del text[same:]
        values, bounds = CHOICES.values, CHOICES.bounds
        text += [f"{bounds[i]}:{values[i]}" for i in range(same, len(values))]
        out.add(f"{head}{' '.join(text)} | {deck}")
        if not CHOICES.advance(len(prefix)):
            out.add(f"done {identity}")
            return
    out.add(f"more {identity} {CHOICES.pairs()}")


def answer(words, shuffle, out):
    try:
        if words[0] == "run":
            answer_run(words[1:], shuffle, out)
        elif words[0] == "tree":
            answer_tree(words[1:], shuffle, out)
        elif words[0] == "hello":
            out.add("hello 1 python 1.0 below bits float")
        else:
            out.add(f"refuse 0 error unknown request {words[0][:40]}")
    except Refused as refused:
        out.add(f"refuse {words[1]} {refused}")
    except Exception as error:
        text = " ".join(f"{type(error).__name__}: {error}".split())
        out.add(f"refuse {words[1]} error {text[:300]}")


def print_decks(shuffle):
    numbers = [int(word) for word in sys.argv[1:3] if word.isdigit()]
    cards, decks = (numbers + [52, 100_000][len(numbers):])[:2]
    try:
        for _ in range(decks):
            print(*shuffle(cards))
        sys.stdout.flush()
    except BrokenPipeError:
        os._exit(0)


def serve(shuffle):
    """Answers the requests of `faro prove`, or prints shuffled decks if it did not start this program."""
    if "FARO_CHOICES" not in os.environ:
        return print_decks(shuffle)
    source, target = (int(number) for number in os.environ["FARO_CHOICES"].split(","))
    out, rest = Replies(target), b""
    while True:
        piece = os.read(source, 1 << 16)
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            words = line.decode("ascii", "replace").split()
            if words == ["bye"]:
                return out.flush()
            if words:
                answer(words, shuffle, out)
        out.flush()
        if not piece:
            return None


if "FARO_CHOICES" in os.environ:
    replace_draws()

"""Lets `faro prove` choose the random numbers of a Python program.

    import faro_choices                    # before the program seeds or imports anything random

    def shuffle(cards):
        return random.sample(range(cards), cards)

    faro_choices.serve(shuffle)

`shuffle(cards)` returns the shuffled deck of the cards 0 to cards - 1. It may draw by `random` (functions, `Random()`
without a seed, `SystemRandom()`), by `secrets`, and by `os.urandom`.
- Started by `faro prove`, this module replaces those draws while `shuffle` runs: faro names the value of each draw. The
  clocks of `time` move on between runs: faro refuses a program whose deck depends on them. The bits of seeds are counted.
- Otherwise `serve` prints shuffled decks, one a line: `python3 game.py 52 1000`. So `faro audit` can read the program.
Protocol: faro-choices 1, described in docs/formats.md of faro. Adapter: 1.5, for Python 3.8 and later.
"""

import builtins, itertools, os, random, secrets, sys, time  # noqa: E401
from threading import get_ident

MAX_DRAWS, GRID = 10_000, 1 << 53  # random() is a multiple of 1/GRID
CLOCKS = [clock + ns for clock in ("time", "monotonic", "perf_counter") for ns in ("", "_ns")]
DEVICES = {"/dev/random", "/dev/urandom", "/dev/hwrng"}
COMPARISONS = {"__lt__", "__le__", "__eq__", "__ne__", "__gt__", "__ge__"}


class Refused(BaseException):
    """The run cannot be continued. Not an Exception, which programs catch."""


class Choices:
    """The draws of a run: `values` are given, all others are 0, or drawn from `fill`. `order` has the compared keys, `seed`
    the bits of the seeds, which are all 0 if `same`, `sources` what else was used. The bounds of `fixed` draws are known."""

    def __init__(self):
        self.values, self.bounds, self.made, self.runs = [], [], 0, 0
        self.fill = self.thread = self.why = None
        self.fixed, self.seed, self.sources, self.same = 0, 0, set(), False

    def below(self, bound):
        if self.thread != get_ident():
            self.refuse("threads")
        made, values, bounds = self.made, self.values, self.bounds
        if made == len(values):
            if made >= MAX_DRAWS:
                self.refuse("too-many-draws")
            values.append(self.fill._randbelow_real(bound) if self.fill else 0)
        value = values[made]
        if made == len(bounds):
            bounds.append(bound)
        elif bounds[made] != bound:
            self.refuse("hidden-randomness")
        if value >= bound:
            self.refuse("out-of-range")
        self.made = made + 1
        return value

    def refuse(self, why):
        self.why = self.why or why
        raise Refused(self.why)

    def run(self, shuffle, cards):
        """Runs the shuffle, and returns the deck as text."""
        self.made, self.keys, self.order, self.why, self.thread = 0, 0, [], None, get_ident()
        self.runs, self.seed = self.runs + 1, 0
        try:
            deck = shuffle(cards)
        finally:
            self.thread = None
        if deck is None:
            raise TypeError("the shuffle returned nothing; expected the shuffled deck")
        if self.why or self.made < self.fixed:
            self.refuse("hidden-randomness")
        del self.values[self.made:], self.bounds[self.made:]
        return (f"seed:{self.seed} | " if self.seed else "| ") + " ".join(map(str, deck))

    def advance(self, least):
        """Advances to the next values; the first `least` stay."""
        values, bounds = self.values, self.bounds
        while len(values) > least and values[-1] + 1 >= bounds[-1]:
            del values[-1], bounds[-1]
        if len(values) > least:
            values[-1] += 1
            self.fixed = len(values)
        return len(values) > least

    def pairs(self, first=0):
        return [f"{bound}:{value}" for bound, value in zip(self.bounds[first:], self.values[first:])]


class Rank(int):  # the number of places of a key among those before it
    __format__ = lambda self, spec: f"<{int(self)}"


class Key:
    """A number from random(), drawn at its first use. If two are compared, each draws its rank among those compared
    before, all equally likely; any other use draws a multiple of 1/GRID. Both uses of one number are refused."""

    __slots__ = ("run", "place", "value")
    __class__ = property(lambda self: float)
    __reduce_ex__ = lambda self, protocol: (float, (self.number(),))

    def __init__(self):
        CHOICES.keys += 1
        if CHOICES.keys > MAX_DRAWS:
            CHOICES.refuse("too-many-draws")
        self.run, self.place, self.value = CHOICES.runs, None, None

    def number(self):
        if self.value is None:
            if self.place is not None or self.run != CHOICES.runs:
                CHOICES.refuse("float-compare")
            self.value = CHOICES.below(GRID) / GRID
        return self.value

    def rank(self):
        if self.run != CHOICES.runs:
            CHOICES.refuse("hidden-randomness")
        if self.place is None:
            order = CHOICES.order
            order.insert(CHOICES.below(Rank(len(order) + 1)) if order else 0, self)
            for place, key in enumerate(order):
                key.place = place

    def use(self, name, *given):
        if name in COMPARISONS and type(given[0]) is Key and self.value is None and given[0].value is None:
            given[0].rank(), self.rank()
            return getattr(self.place, name)(given[0].place)
        return getattr(float, name)(self.number(), *(one.number() if type(one) is Key else one for one in given))


CHOICES = Choices()
for method in COMPARISONS | {"__hash__", "__repr__", "__str__", "__format__"} | set(dir(float)) - set(dir(object)):
    setattr(Key, method, lambda self, *given, method=method: self.use(method, *given))


def replace_draws():
    """Replaces the sources of random numbers, and the clocks, while a shuffle runs."""
    for kind in (random.Random, random.SystemRandom):
        real = {name: getattr(kind, name) for name in ("random", "getrandbits", "_randbelow")}
        kind._randbelow_real, kind._faro_seeded = real["_randbelow"], False
        replaced = lambda self: CHOICES.thread is not None and not self._faro_seeded

        def draw_float(self, real=real["random"]):
            return Key() if replaced(self) else real(self)

        def draw_bits(self, k, real=real["getrandbits"]):
            return CHOICES.below(1 << k) if k > 0 and replaced(self) else real(self, k)

        def draw_below(self, n, *maxsize, real=real["_randbelow"]):
            return CHOICES.below(n) if n > 0 and CHOICES.thread and not self._faro_seeded else real(self, n)

        kind.random, kind.getrandbits, kind._randbelow = draw_float, draw_bits, draw_below

    real_seed, real_setstate = random.Random.seed, random.Random.setstate
    def seed(self, a=None, *args, **kwargs):
        self._faro_seeded = a is not None and not isinstance(self, random.SystemRandom)
        if self._faro_seeded and CHOICES.thread:
            bits = a.bit_length() if isinstance(a, int) else 8 * len(a) if isinstance(a, (str, bytes)) else 64
            CHOICES.seed += 32 if bits <= 32 else (bits + 63) // 64 * 64
            CHOICES.sources.add("seed")
        return real_seed(self, 0 if CHOICES.same and self._faro_seeded else a, *args, **kwargs)
    def setstate(self, state):
        self._faro_seeded = True
        return real_setstate(self, state)
    random.Random.seed, random.Random.setstate = seed, setstate
    random._urandom = os.urandom = lambda n, real=os.urandom: (
        CHOICES.below(1 << 8 * n).to_bytes(n, "big") if n > 0 and CHOICES.thread else real(n))
    for name in CLOCKS:
        def clock(real=getattr(time, name), step=100_003 * (10**9 if "ns" in name else 1)):
            CHOICES.thread and CHOICES.sources.add("clock")
            return real() + (CHOICES.runs % 1009 * step if CHOICES.thread else 0)
        setattr(time, name, clock)
    for module in (builtins, os):
        def open_file(file, *args, real=module.open, **kwargs):
            str(file) in DEVICES and CHOICES.sources.add("device")
            return real(file, *args, **kwargs)
        module.open = open_file
    for name in ("random", "getrandbits", "seed", "setstate"):
        setattr(random, name, getattr(random._inst, name))
    secrets.randbits = secrets._sysrand.getrandbits


def begin(words):
    """Reads the number of cards and the given values, and returns the cards and the words that follow."""
    given = list(map(int, itertools.takewhile(str.isdigit, words[2:])))
    CHOICES.values, CHOICES.bounds, CHOICES.fixed = given[1:], [], 0
    CHOICES.fill, CHOICES.same = None, words[-1] == "*s"
    return given[0], words[2 + len(given):]


def walk(words, shuffle, out):
    cards, rest = begin(words)
    limit, least, text = int(rest[1]) if rest else sys.maxsize, len(CHOICES.values), []
    for _ in range(limit):
        deck = CHOICES.run(shuffle, cards)
        # Only the texts of the last draws differ from the leaf before.
        same = max(CHOICES.fixed - 1, 0)
        text[same:] = CHOICES.pairs(same)
        out.write(f"leaf {words[1]} {' '.join(text)} {deck}\n")
        if not CHOICES.advance(least):
            return print("done", words[1], file=out)
    print("more", words[1], *CHOICES.pairs(), file=out)


def answer(words, shuffle, out):
    try:
        if words[0] == "run":
            cards, rest = begin(words)
            CHOICES.fill = random.Random(rest[1]) if rest[:1] == ["*r"] else None
            deck = CHOICES.run(shuffle, cards)
            out.write(f"ran {words[1]} {' '.join(CHOICES.pairs())} {deck}\n")
        elif words[0] == "tree":
            walk(words, shuffle, out)
        elif words[0] == "sources":
            print("sources", words[1], *sorted(CHOICES.sources), file=out)
        else:
            greeting = "hello 1 python 1.5 below bits float rank sources seeds"
            print(greeting if words[0] == "hello" else "refuse 0 error unknown request", file=out)
    except Refused as refused:
        print("refuse", words[1], refused, file=out)
    except Exception as error:
        print("refuse", words[1], "error", " ".join(f"{type(error).__name__}: {error}".split())[:300], file=out)


def serve(shuffle):
    """Answers the requests of `faro prove`, or prints shuffled decks if it did not start this program."""
    if not callable(shuffle):
        sys.exit("faro_choices.serve takes the function itself: serve(shuffle), not serve(shuffle(52))")
    if "FARO_CHOICES" not in os.environ:
        cards, decks = (given := [int(word) for word in sys.argv[1:3] if word.isdigit()]) + [52, 100_000][len(given):]
        try:
            for _ in range(decks):
                print(*shuffle(cards))
            return sys.stdout.flush()
        except BrokenPipeError:
            os._exit(0)
    source, target = (int(number) for number in os.environ["FARO_CHOICES"].split(","))
    out, rest = open(target, "w", 1 << 16, "ascii", "replace", closefd=False), b""
    while piece := os.read(source, 1 << 16):
        *lines, rest = (rest + piece).split(b"\n")
        for words in filter(None, (line.decode("ascii", "replace").split() for line in lines)):
            if words == ["bye"]:
                return out.flush()
            answer(words, shuffle, out)
        out.flush()


if "FARO_CHOICES" in os.environ:
    replace_draws()

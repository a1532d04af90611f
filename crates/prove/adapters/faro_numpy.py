"""Lets `faro prove` choose the random numbers of numpy, beside faro_choices.py (`faro prove --adapter python`).

    import faro_choices, faro_numpy       # before the program makes a generator
    import numpy

    faro_choices.serve(lambda cards: numpy.random.default_rng().permutation(cards))

Started by `faro prove`, this module replaces `numpy.random.default_rng()`, `RandomState()`, and the functions
`numpy.random.shuffle`, `permutation`, `randint`, `choice`, `random` and `rand`. Their algorithms are numpy's own: only the
words of the bit generator are choices, of 32 bits, or two of them for 64. A generator with a seed is left alone, and the
bits of the seed are counted. Otherwise nothing is replaced.

Protocol: faro-choices 1, described in docs/formats.md of faro. Adapter: 1.1. Written for numpy 1.17 and later.
"""

import ctypes
import os

import numpy

import faro_choices

WORD = 1 << 32
GRID = 1 << 53
FUNCTIONS = ("shuffle", "permutation", "randint", "choice", "random", "random_sample", "rand", "bytes")


class BitGenerator(ctypes.Structure):
    """`bitgen_t` of numpy/random/bitgen.h."""

    uint64 = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)
    uint32 = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_void_p)
    double = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_void_p)
    _fields_ = [("state", ctypes.c_void_p), ("next_uint64", uint64), ("next_uint32", uint32),
                ("next_double", double), ("next_raw", uint64)]


class Words:
    """The words of a bit generator. Numpy ignores exceptions of these functions, so a run that was refused goes on with
    other numbers, with which each loop ends, and its deck is thrown away."""

    def __init__(self):
        self.after = 1

    def below(self, bound):
        if faro_choices.CHOICES.why is None:
            try:
                return faro_choices.CHOICES.below(bound)
            except faro_choices.Refused:
                pass
        self.after = (self.after * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.after >> 11) % bound

    def word(self, _state):
        return self.below(WORD)

    def words(self, _state):
        return self.below(WORD) << 32 | self.below(WORD)

    def fraction(self, _state):
        return self.below(GRID) / GRID


WORDS = Words()
DRAWS = {"next_uint64": BitGenerator.uint64(WORDS.words), "next_uint32": BitGenerator.uint32(WORDS.word),
         "next_double": BitGenerator.double(WORDS.fraction), "next_raw": BitGenerator.uint64(WORDS.words)}


def replaced(bits):
    """Replaces the functions of a bit generator, before a generator copies them."""
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    struct = BitGenerator.from_address(pointer(bits.capsule, b"BitGenerator"))
    for name, draw in DRAWS.items():
        setattr(struct, name, draw)
    return bits


def noted(seed):
    """Returns the seed, whose bits are counted, or the 0 that replaces it."""
    choices = faro_choices.CHOICES
    if choices.thread is not None:
        bits = seed.bit_length() if isinstance(seed, int) else 64 * numpy.size(seed)
        choices.seed += 32 if bits <= 32 else (bits + 63) // 64 * 64
        choices.sources.add("seed")
        return 0 if choices.same else seed
    return seed


def replace_numpy():
    module = numpy.random
    real_default_rng, real_state = module.default_rng, module.RandomState

    def default_rng(seed=None):
        if seed is None:
            return module.Generator(replaced(module.PCG64(0)))
        return real_default_rng(noted(seed))

    class RandomState(real_state):  # a class, since numpy and others ask whether something is one
        def __init__(self, seed=None):
            bits = module.MT19937(0)
            replaced(bits) if seed is None else bits._legacy_seeding(noted(seed))
            super().__init__(bits)

    def refuse_seed(seed=None):
        faro_choices.CHOICES.refuse("error numpy.random.seed seeds a shared generator: make one of your own")

    shared = RandomState()
    module.default_rng, module.RandomState, module.seed = default_rng, RandomState, refuse_seed
    for name in FUNCTIONS:
        setattr(module, name, getattr(shared, name))


if "FARO_CHOICES" in os.environ:
    replace_numpy()

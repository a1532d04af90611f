"""Card shuffles: exact, simulated, audited and proved. Positions and cards count from 1, top first.

Each function asks the program `faro`, which is in this package. Wrong input raises `FaroError` with the program's words. A
shuffle is a word: "out", "in", "out^8", "in cut:26", "gsr^7", "fisher-yates", …; `ask("list", "shuffles")` lists the random ones.

>>> order(52, "out")
8
>>> order(52, "ouut")  # doctest: +ELLIPSIS
Traceback (most recent call last):
faro_shuffle._program.FaroError: invalid value 'ouut' for '[SHUFFLE]': there is no move 'ouut'; did you mean 'out'?...
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _prove
from ._answers import Audit, Inspection, Proof
from ._program import FaroError, answer, array, program, words

__all__ = [
    "Audit", "FaroError", "Inspection", "Proof", "ask", "assert_fair", "audit", "certify", "deck", "inspect", "law", "matrix",
    "mix", "odds", "order", "program", "prove", "samples", "sweep",
]

Shuffle = Callable[[list[int]], Any]
OTHER_CARDS = {"see", "hands", "composition", "start", "field", "pattern", "skip_bad"}  # with these a function deals some cards, or others


def ask(command: str, *arguments: object, **options: Any) -> Any:
    """Returns the answer of `faro COMMAND ARGUMENTS --option=value --format json`: dicts, lists, numbers of any size.

    An underscore in the name of an option is a dash; `True` is an option without a value; `None` and `False` leave it out.

    >>> ask("where", 52, "out", card=2, times=3)["position"]
    9
    """
    return answer(words(command, arguments, options))


def order(cards: int, shuffle: str = "out", **options: Any) -> int:
    """Returns the number of shuffles after which a deck of any size is back.

    >>> order(10**18, "in")
    249999750000
    """
    return int(ask("order", cards, shuffle, **options)["order"])


def deck(cards: int, shuffle: str, times: int = 1, **options: Any) -> npt.NDArray[np.int64]:
    """Returns the deck after `times` shuffles: its cards, named by where they started, from the top; shape (cards,).

    >>> deck(8, "out")
    array([1, 5, 2, 6, 3, 7, 4, 8])
    """
    if times != 1:
        options["times"] = times
    made: npt.NDArray[np.int64] = array(words("deck", (cards, shuffle), options))[0].astype(np.int64) + 1
    return made


def samples(cards: int, shuffle: str, count: int, *, seed: int | str | None = None) -> npt.NDArray[Any]:
    """Returns `count` new decks, each shuffled once; shape (count, cards), unsigned integers of 1, 2 or 4 bytes.

    The random numbers come from a cipher; the same seed gives the same decks. 10^6 decks of 52 take 52 MB.

    >>> samples(52, "gsr^7", 1000, seed=1).shape
    (1000, 52)
    """
    decks = array(words("deck", (cards, shuffle), {"samples": count, "seed": seed}))
    if cards > np.iinfo(decks.dtype).max:
        decks = decks.astype(np.uint32)
    decks += 1
    return decks


def law(cards: int, shuffle: str) -> dict[tuple[int, ...], Fraction]:
    """Returns the exact probability of every deck that can come out, for small decks.

    >>> law(3, "naive")[2, 3, 1]
    Fraction(5, 27)
    """
    rows = ask("law", cards, shuffle)["orders"]
    return {tuple(row["deck"]): Fraction(row["exact"]) for row in rows}


def matrix(cards: int, shuffle: str, *, count: int | None = None, seed: int | str | None = None) -> npt.NDArray[np.float64]:
    """Returns the probability of each card (row) at each position (column); shape (cards, cards), rows and columns sum to 1.

    It is exact where a formula is known, otherwise simulated; `count` decks are simulated if it is given.

    >>> matrix(3, "naive")[0]
    array([0.33333333, 0.33333333, 0.33333333])
    """
    return array(words("matrix", (cards, shuffle), {"samples": count, "seed": seed}))


def odds(cards: int, of: int | str, see: int, **condition: int) -> Fraction:
    """Returns the probability that `see` of `cards` cards hold at least, at most or exactly a number of the `of` cards that count.

    The condition is `at_least`, `at_most` or `exactly`. `of="9x4"` means any of nine kinds of four cards each.

    >>> float(odds(60, 4, 7, at_least=1))
    0.3994996257446656
    """
    return Fraction(ask("odds", cards, of=of, see=see, **condition)["asked"]["exact"])


def sweep(first: int, last: int, kind: str = "out") -> npt.NDArray[Any]:
    """Returns the orders of all deck sizes from `first` through `last`, with the columns `cards` and `order`.

    With kind "both" the columns are `cards`, `out` and `in`. `pandas.DataFrame(sweep(2, 100))` is a table.

    >>> sweep(2, 9)["order"].tolist()
    [1, 2, 2, 4, 4, 3, 3, 6]
    """
    return array(words("sweep", (f"{first}..={last}", kind), {}))


def mix(cards: int, riffles: range | int = range(1, 11), **options: Any) -> list[dict[str, Any]]:
    """Returns how far a deck is from random after each number of riffles, as rows that `pandas.DataFrame` takes.

    `total_variation` and `separation` are from 0 to 1; `kl_bits` and `entropy_bits` are in bits. `shuffle="thorp"` asks about
    another shuffle.

    >>> round(mix(52, 7)[0]["total_variation"], 4)
    0.3341
    """
    rows: list[dict[str, Any]] = ask("mix", cards, riffles=riffles, **options)["rows"]
    return rows


def inspect(deck: Iterable[object], **options: Any) -> Inspection:
    """Returns what an arrangement is. Cards are numbers from 1 (or from 0), or the faces of a pack.

    >>> inspect([1, 5, 2, 6, 3, 7, 4, 8]).word
    'out'
    """
    return Inspection.of(ask("inspect", ",".join(map(str, deck)), **options))


def audit(decks: Any, /, *, cards: int = 52, count: int = 20_000, progress: bool = True, **options: Any) -> Audit:
    """Judges whether decks come from a fair shuffle.

    `decks` is an array of shape (decks, cards), a list or an iterator of decks, the path of a file, or a function that shuffles
    a list in place or returns the shuffled list. The function gets the list 0 to cards − 1, `count` times, with a bar by tqdm if
    that is installed, and must return each of its cards once, unless an option such as `see` asks for others. Cards count from 0
    or from 1. A fair shuffle is called unfair with probability at most `alpha` (0.001).

    >>> import random
    >>> audit(random.shuffle, count=3000, alpha=1e-9).verdict
    'fair'
    >>> audit(samples(52, "naive", 3000, seed=1)).diagnosis["candidates"][0]["word"]
    'naive'
    """
    if isinstance(decks, (str, os.PathLike)):
        return Audit.of(ask("audit", os.fspath(decks), **options))
    if isinstance(decks, np.ndarray):
        feed = _array_bytes(decks)
    elif callable(decks):
        if {"see", "hands"} & options.keys() and "composition" not in options:
            options = {"cards": cards, **options}
        dealt = _dealt if OTHER_CARDS & options.keys() else _shuffled
        feed = _lines(dealt(decks, cards) for _ in _bar(range(count), progress))
        options = {"count_first": True, **options}
    else:
        feed = _lines(decks)
    return Audit.of(answer(words("audit", (), options), feed))


def prove(function: Shuffle, cards: int = 6, **options: Any) -> Proof:
    """Returns the exact law of a function that shuffles a list in place or returns the shuffled list.

    The program chooses each number that the function draws by `random`, `secrets` or `os.urandom`, and runs all choices. All runs
    are in this process, so what differs between processes is not seen; `faro prove -- python3 game.py` sees that too. Proofs in several
    threads wait for each other. A function
    that draws otherwise (numpy) is "not decided", and `cause` says why; one that fails raises `FaroError` from its exception.

    >>> import random
    >>> prove(random.shuffle, cards=5).verdict
    'proved fair'
    """
    found = _prove.law(lambda cards: _shuffled(function, cards), words("prove", (), {"cards": cards, **options}))
    return Proof.of(found | {"program": getattr(function, "__qualname__", repr(function))})


def certify(function: Shuffle, cards: int = 52, *, count: int = 20_000, **options: Any) -> Proof:
    """Returns a certificate for a function that shuffles a large deck, tested with `count` random lists of choices.

    `bound` is the largest distance from the uniform law that is left, wrong with probability at most `confidence` (10^-6).
    """
    return prove(function, cards, certify=True, samples=count, **options)


def assert_fair(function: Shuffle, cards: int = 52, *, count: int = 20_000, alpha: float = 1e-6) -> None:
    """Raises `AssertionError` with the finding, the cause and its cure if an audit finds a function unfair. For pytest.

    A fair shuffle fails with probability at most `alpha`. With 20,000 decks of 52 cards an unfair one passes with probability at
    most 1 % if it is as far from fair as swaps with any position or seven riffles; a smaller fault may pass. Too few decks for
    that raise `FaroError`.

    >>> import random
    >>> assert_fair(random.shuffle)
    """
    found = audit(function, cards=cards, count=count, alpha=alpha, progress=False)
    if found.verdict == "too few decks":
        raise FaroError(f"{count} decks of {cards} cards are not enough for the verdict fair; give a larger count")
    if found.verdict == "unfair":
        raise AssertionError(str(found))


def _dealt(function: Shuffle, cards: int) -> Any:
    """Returns the cards that a function leaves in its list or returns."""
    given = list(range(cards))
    made = function(given)
    return given if made is None else made


def _shuffled(function: Shuffle, cards: int) -> list[Any]:
    """Returns the cards as `_dealt` does, after a check that they are those that the function got."""
    made = list(_dealt(function, cards))
    if len(made) != cards:
        raise FaroError(f"the function makes a deck of {len(made)} of the {cards} cards that it gets; expected all of them")
    left = set(range(cards))
    for place, card in enumerate(made):
        try:
            left.remove(card)
        except (KeyError, TypeError):
            raise FaroError(
                f"the function makes a deck with {card!r} at position {place + 1}; expected each of the {cards} cards that it gets, "
                f"0 to {cards - 1}, once"
            ) from None
    return made


def _array_bytes(decks: npt.NDArray[Any]) -> Iterator[bytes]:
    header, kind = io.BytesIO(), np.lib.format.dtype_to_descr(decks.dtype)
    np.lib.format.write_array_header_1_0(header, {"descr": kind, "fortran_order": False, "shape": decks.shape})
    yield header.getvalue()
    yield decks.tobytes()


def _lines(decks: Iterable[Any]) -> Iterator[bytes]:
    for deck in decks:
        text = deck if isinstance(deck, str) else json.dumps([_card(card) for card in deck])
        yield text.encode() + b"\n"


def _card(card: object) -> int | str:
    return int(card) if isinstance(card, (int, np.integer)) else str(card)


def _bar(rounds: range, progress: bool) -> Iterable[int]:
    try:
        from tqdm import tqdm  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        return rounds
    bar: Iterable[int] = tqdm(rounds, unit="deck", delay=1, leave=False, disable=not progress)
    return bar

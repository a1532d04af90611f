"""Calls of the package give what the program prints."""

from __future__ import annotations

import json
import random
import subprocess
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import faro_shuffle as faro

MOVES = ["out", "in", "cut:1", "reverse", "out^-1", "in^3", "deal:1"]
RANDOM = ["gsr", "gsr^3", "naive", "fisher-yates", "sattolo", "top-to-random"]
words = st.lists(st.sampled_from(MOVES), min_size=1, max_size=4).map(" ".join)


def printed(*line: object) -> bytes:
    done = subprocess.run([faro.program(), *map(str, line)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.returncode in (0, 1, 3), done.stderr
    return done.stdout


def asked(*line: object) -> object:
    return json.loads(printed(*line, "--format", "json", "--quiet"))


def calls() -> list[tuple[str, ...]]:
    """300 questions, from a fixed seed."""
    draw = random.Random(31)
    made: list[tuple[str, ...]] = []
    while len(made) < 300:
        cards, word, law = draw.randint(1, 60), " ".join(draw.choices(MOVES, k=draw.randint(1, 3))), draw.choice(RANDOM)
        made += [
            ("order", str(draw.choice([cards, 10 ** draw.randint(2, 20)])), draw.choice(["in", "out"])),
            ("deck", str(cards), word),
            ("samples", str(cards), law, str(draw.randint(1, 30)), str(draw.randint(0, 10**6))),
            ("law", str(draw.randint(1, 5)), law),
            ("matrix", str(draw.randint(1, 12)), law),
            ("sweep", str(cards), str(cards + draw.randint(0, 40)), draw.choice(["in", "out"])),
            ("mix", str(draw.randint(2, 60)), str(draw.randint(1, 9))),
            ("inspect", ",".join(map(str, draw.sample(range(1, cards + 1), cards)))),
        ]
    return made[:300]


@pytest.mark.parametrize("call", calls(), ids=lambda call: " ".join(call)[:40])
def test_generated_calls(call: tuple[str, ...]) -> None:
    name, *rest = call
    if name == "order":
        answer: object = faro.order(int(rest[0]), rest[1])
        assert answer == asked("order", *rest)["order"]  # type: ignore[index]
    elif name == "deck":
        assert faro.deck(int(rest[0]), rest[1]).tolist() == asked("deck", *rest)["states"][0]["deck"]  # type: ignore[index]
    elif name == "samples":
        cards, word, count, seed = rest
        decks = faro.samples(int(cards), word, int(count), seed=int(seed))
        states = asked("deck", cards, word, "--samples", count, "--seed", seed)["states"]  # type: ignore[index]
        assert decks.tolist() == [state["deck"] for state in states]
    elif name == "law":
        orders = asked("law", *rest)["orders"]  # type: ignore[index]
        assert faro.law(int(rest[0]), rest[1]) == {tuple(row["deck"]): Fraction(row["exact"]) for row in orders}
    elif name == "matrix":
        assert faro.matrix(int(rest[0]), rest[1]).tolist() == asked("matrix", *rest)["matrix"]  # type: ignore[index]
    elif name == "sweep":
        rows = faro.sweep(int(rest[0]), int(rest[1]), rest[2])
        listed = asked("sweep", f"{rest[0]}..={rest[1]}", rest[2])
        assert [{"cards": cards, "order": order} for cards, order in rows.tolist()] == listed
    elif name == "mix":
        assert faro.mix(int(rest[0]), int(rest[1])) == asked("mix", rest[0], "--riffles", rest[1])["rows"]  # type: ignore[index]
    else:
        assert faro.inspect(map(int, rest[0].split(","))).json == asked("inspect", rest[0])


@settings(max_examples=40, deadline=None)
@given(words, st.integers(1, 300))
def test_a_word_and_its_inverse(word: str, cards: int) -> None:
    deck = faro.deck(cards, word)
    assert sorted(deck) == list(range(1, cards + 1))
    assert faro.deck(cards, f"{word} ({word})^-1").tolist() == list(range(1, cards + 1))


@settings(max_examples=40, deadline=None)
@given(st.permutations(range(1, 13)))
def test_inspections_of_any_deck(deck: list[int]) -> None:
    """Figures from their definitions."""
    seen = faro.inspect(deck)
    assert seen.deck == deck
    assert seen.inversions == sum(deck[i] > deck[j] for j in range(12) for i in range(j))
    assert seen.descents == sum(one > other for one, other in zip(deck, deck[1:]))
    assert seen.fixed_points == sum(card == place for place, card in enumerate(deck, 1))
    assert seen.sign == (-1) ** seen.inversions


def test_wide_decks() -> None:
    for cards, size in [(255, 1), (256, 2), (257, 2), (65536, 4)]:
        decks = faro.samples(cards, "fisher-yates", 2, seed=1)
        assert decks.dtype.kind == "u" and decks.dtype.itemsize >= size
        assert all(sorted(deck) == list(range(1, cards + 1)) for deck in decks.tolist())


def test_a_law_sums_to_one() -> None:
    law = faro.law(4, "naive")
    assert sum(law.values()) == 1 and all(isinstance(chance, Fraction) for chance in law.values())
    assert np.allclose(faro.matrix(30, "gsr^2").sum(axis=0), 1)


def test_ranges_and_flags() -> None:
    assert [row["riffles"] for row in faro.mix(52, range(3, 6))] == [3, 4, 5]
    assert faro.ask("matrix", 3, "naive", exact=True)["exact"][0] == ["1/3", "1/3", "1/3"]
    assert faro.sweep(2, 5, "both").dtype.names == ("cards", "out", "in")
    assert faro.deck(8, "out", times=-1).tolist() == [1, 3, 5, 7, 2, 4, 6, 8]


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: faro.order(0, "out"), "0"),
        (lambda: faro.order(52, "ouut"), "did you mean 'out'?"),
        (lambda: faro.deck(52, "--help"), "--help"),
        (lambda: faro.samples(52, "gsr", 0), "'--samples <M>'"),
        (lambda: faro.samples(-1, "gsr", 9), "-1"),
        (lambda: faro.law(50, "naive"), "50"),
        (lambda: faro.sweep(9, 2), "9..=2"),
        (lambda: faro.inspect([1, 1, 2]), "1"),
        (lambda: faro.ask("ordr", 52), "ordr"),
        (lambda: faro.ask("order", 52, nothing=1), "--nothing"),
        (lambda: faro.audit("no such file"), "no such file"),
        (lambda: faro.prove(random.shuffle, cards=0), "--cards"),
    ],
)
def test_errors_have_the_words_of_the_program(call: object, text: str) -> None:
    with pytest.raises(faro.FaroError) as raised:
        call()  # type: ignore[operator]
    assert text in str(raised.value) and isinstance(raised.value, ValueError)

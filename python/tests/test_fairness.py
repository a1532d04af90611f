"""Audits and proofs of arrays, lists, iterators and functions."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import faro_shuffle as faro


def naive(deck: list[int]) -> None:
    for place in range(len(deck)):
        other = random.randrange(len(deck))
        deck[place], deck[other] = deck[other], deck[place]


def sattolo(deck: list[int]) -> list[int]:
    made = list(deck)
    for place in range(len(made) - 1, 0, -1):
        other = random.randrange(place)
        made[place], made[other] = made[other], made[place]
    return made


def test_all_forms_of_decks_agree(tmp_path: Path) -> None:
    decks = faro.samples(52, "fisher-yates", 400, seed=3)
    np.save(tmp_path / "decks.npy", decks)
    expected = faro.audit(decks).json
    faces = [faro.ask("deck", 52, "fisher-yates", seed=1, faces=True)["states"][0]["names"]] * 3
    forms: list[Any] = [
        decks.astype(">i8"), np.asfortranarray(decks), decks.tolist(), (tuple(deck) for deck in decks),
        [" ".join(map(str, deck)) for deck in decks], tmp_path / "decks.npy", str(tmp_path / "decks.npy"),
    ]
    for form in forms:
        got = faro.audit(form).json
        assert {**got, "source": None} == expected
    assert faro.audit(faces).cards == 52
    assert faro.audit(decks - 1).json["counted_from"] == 0


def test_bad_decks_are_named() -> None:
    decks = faro.samples(52, "gsr", 500, seed=3)
    decks[300, 7] = decks[300, 8]
    with pytest.raises(faro.FaroError, match="deck 301: card"):
        faro.audit(decks)
    assert faro.audit(decks, skip_bad=1).decks == 499
    with pytest.raises(faro.FaroError, match="line 3: "):
        faro.audit([[1, 2, 3], [2, 1, 3], [1, 1, 3]])
    with pytest.raises(faro.FaroError, match="integers"):
        faro.audit(decks.astype(float))
    with pytest.raises(faro.FaroError, match="empty"):
        faro.audit([])


def test_an_endless_iterator_ends() -> None:
    def endless() -> Any:
        while True:
            yield [3, 1, 2]

    assert faro.audit(endless(), decks=1000).decks == 1000


def test_functions_are_audited() -> None:
    random.seed(1)
    found = faro.audit(naive, cards=20, count=4000)
    assert (found.verdict, found.decks, found.cards) == ("unfair", 4000, 20)
    assert found.diagnosis and found.diagnosis["candidates"][0]["word"] == "naive"
    assert "naive" in str(found) and "<table>" in found._repr_html_()
    assert faro.audit(random.shuffle, cards=20, count=4000, alpha=1e-9).verdict == "fair"


def test_assertions() -> None:
    faro.assert_fair(random.shuffle, count=5000)
    with pytest.raises(AssertionError, match="cure"):
        faro.assert_fair(sattolo, cards=10, count=5000)
    with pytest.raises(faro.FaroError, match="not enough"):
        faro.assert_fair(random.shuffle, count=20)


# A shuffle that loses cards, repeats one, or makes another deck is neither fair nor proved fair.
@pytest.mark.parametrize(("wrong", "why"), [
    (lambda deck: random.sample(deck, len(deck))[2:], "a deck of 8 of the 10 cards"),
    (lambda deck: random.sample(range(1, 11), 10), "with 10 at position"),
    (lambda deck: [0] * 10, "with 0 at position 2"),
    (lambda deck: [[]] * 10, "at position 1"),
    (lambda deck: deck.append(10), "a deck of 11 of the 10 cards"),
])
def test_only_the_given_cards_are_a_shuffle(wrong: Any, why: str) -> None:
    with pytest.raises(faro.FaroError, match=why):
        faro.assert_fair(wrong, cards=10)
    with pytest.raises(faro.FaroError, match=why):
        faro.audit(wrong, cards=10, count=100)
    with pytest.raises(faro.FaroError, match=why):
        faro.prove(wrong, cards=10)


def test_a_function_may_deal_some_cards() -> None:
    assert faro.audit(lambda deck: random.sample(deck, 5), cards=52, count=2000, see=5).decks == 2000


def test_proofs_of_threads_wait_for_each_other() -> None:
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda function: faro.prove(function, cards=4), [random.shuffle, naive, sattolo] * 4))
    assert [proof.verdict for proof in found] == ["proved fair", "proved unfair", "proved unfair"] * 4
    assert not os.environ.get("FARO_CHOICES")
    with pytest.raises(faro.FaroError, match="asks for a proof itself"):
        faro.prove(lambda deck: faro.prove(random.shuffle, cards=3) and None, cards=3)


def test_proofs_in_process() -> None:
    before = (random.random, random.Random.random, time.time, os.urandom, random.seed)
    assert faro.prove(random.shuffle, cards=4).total_variation == 0
    found = faro.prove(naive, cards=3)
    assert found.verdict == "proved unfair" and found.total_variation == pytest.approx(1 / 18)
    assert {tuple(row["deck"]): row["exact"] for row in found.orders or []}[(2, 3, 1)] == "5/27"
    assert faro.prove(sattolo, cards=4).verdict == "proved unfair"
    assert faro.prove(lambda deck: random.sample(deck, len(deck)), cards=4).verdict == "proved fair"
    assert (random.random, random.Random.random, time.time, os.urandom, random.seed) == before
    generator = np.random.default_rng()
    found = faro.prove(generator.permutation, cards=4)
    assert found.verdict == "not decided" and "hidden randomness" in str(found)
    with pytest.raises(faro.FaroError, match="ZeroDivisionError") as raised:
        faro.prove(lambda deck: 1 // 0, cards=4)
    assert isinstance(raised.value.__cause__, ZeroDivisionError)


def test_certificates_in_process() -> None:
    found = faro.certify(random.shuffle, cards=52, count=2000)
    assert found.verdict in ("proved fair", "fair up to") and found.bound is not None and found.bound < 0.1
    assert faro.certify(naive, cards=52, count=2000).verdict == "proved unfair"


def test_an_exception_of_the_function_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        faro.audit(lambda deck: 1 // 0)


# A shell may start the tests with the signal ignored.
LONG = """import signal
import faro_shuffle as faro
signal.signal(signal.SIGINT, signal.default_int_handler)
print('begun', flush=True)
faro.ask('simulate', 52, 'gsr^7', samples=10**11)
"""


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_ctrl_c_ends_the_program_too() -> None:
    child = subprocess.Popen([sys.executable, "-c", LONG], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    assert child.stdout and child.stdout.readline() == b"begun\n"
    time.sleep(1)
    started = subprocess.run(["ps", "--ppid", str(child.pid), "-o", "pid="], stdout=subprocess.PIPE).stdout.split()
    assert len(started) == 1, "the program runs"
    child.send_signal(signal.SIGINT)
    assert b"KeyboardInterrupt" in child.communicate(timeout=60)[1]
    assert not Path(f"/proc/{started[0].decode()}").exists()

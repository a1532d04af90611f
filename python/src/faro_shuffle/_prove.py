"""Proves a function of this process: `faro prove` chooses the values that it draws.

The program starts a small relay, which passes the two descriptors of the protocol faro-choices through a socket to this
process. The program's own adapter for Python answers here, and what it replaced in `random` and `time` is restored at the end.
"""

from __future__ import annotations

import json
import os
import random
import secrets
import socket
import subprocess
import sys
import tempfile
import threading
import time
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from . import _program

RELAY = """
import os, socket, sys
with socket.socket(socket.AF_UNIX) as relay:
    relay.connect(sys.argv[1])
    socket.send_fds(relay, [b"."], [int(number) for number in os.environ["FARO_CHOICES"].split(",")])
    relay.recv(1)
"""


class Turn:
    """The right to replace the draws of this process, which one thread has at a time."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.thread: int | None = None

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Waits for the proofs of other threads. Raises `FaroError` in a function that is being proved."""
        if self.thread == threading.get_ident():
            raise _program.FaroError("the function is being proved, and asks for a proof itself; prove one after the other")
        with self.lock:
            self.thread = threading.get_ident()
            try:
                yield
            finally:
                self.thread = None


TURN = Turn()


def law(shuffle: Callable[[int], Any], line: list[str]) -> Any:
    """Returns the answer of `faro prove` about a function from a number of cards to a deck from 0."""
    if not hasattr(socket, "send_fds") or not hasattr(socket, "AF_UNIX"):
        raise NotImplementedError("a function is proved on Linux and macOS; elsewhere use `faro prove -- python game.py`")
    with TURN.taken(), tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as listener, _restored():
        path = os.path.join(folder, "faro")
        listener.bind(path)
        listener.listen()
        listener.settimeout(_program.TICK)
        adapter, failures = _adapter(), list[Exception]()

        def noted(cards: int) -> Any:
            try:
                return shuffle(cards)
            except Exception as failure:
                failures.append(failure)
                raise

        with _program.started([*line, "--format=json", "--", sys.executable, "-ISc", RELAY, path]) as child:
            while child.poll() is None:
                try:
                    relay, _ = listener.accept()
                except TimeoutError:
                    # The program ends only when its answer was read.
                    try:
                        child.communicate(timeout=_program.TICK)
                    except subprocess.TimeoutExpired:
                        pass
                    continue
                with relay:
                    _serve(adapter, noted, relay)
            try:
                return json.loads(_program.ended(child))
            except _program.FaroError as refused:
                raise refused from (failures[-1] if failures else None)


def _serve(adapter: Any, shuffle: Callable[[int], Any], relay: socket.socket) -> None:
    """Answers the requests of one process that the program started."""
    _, descriptors, _, _ = socket.recv_fds(relay, 1, 2)
    if len(descriptors) < 2:
        return  # the relay was ended before it could pass them
    os.environ["FARO_CHOICES"] = ",".join(map(str, descriptors))
    try:
        adapter.serve(shuffle)
    except BrokenPipeError:
        pass  # the program needs no more answers
    finally:
        del os.environ["FARO_CHOICES"]
        for descriptor in descriptors:
            os.close(descriptor)


def _adapter() -> Any:
    """Returns the program's adapter as a module that has replaced the draws."""
    source = subprocess.run([_program.program(), "prove", "--adapter", "python"], stdout=subprocess.PIPE, check=True).stdout
    adapter = types.ModuleType("faro_choices")
    exec(compile(source, "faro_choices.py", "exec"), adapter.__dict__)
    adapter.replace_draws()
    return adapter


@contextmanager
def _restored() -> Iterator[None]:
    """Restores the sources of random numbers and the clocks at the end."""
    owners: list[Any] = [random, random.Random, random.SystemRandom, secrets, os, time]
    before = [dict(vars(owner)) for owner in owners]
    try:
        yield
    finally:
        for owner, old in zip(owners, before):
            for name, value in list(vars(owner).items()):
                if name not in old:
                    delattr(owner, name)
                elif value is not old[name]:
                    setattr(owner, name, old[name])

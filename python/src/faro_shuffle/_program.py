"""Runs the program `faro`, and reads its answers."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

TICK = 0.05  # seconds between two looks for Ctrl-C


class FaroError(ValueError):
    """The program refused a question. The text is the program's: the argument, its value, and what is accepted."""


def program() -> str:
    """Returns the path of the program: `FARO_PROGRAM`, the scripts of this Python, or the first `faro` on the path.

    Raises `FileNotFoundError` if there is none.
    """
    if given := os.environ.get("FARO_PROGRAM"):
        return given
    name = "faro" + (sysconfig.get_config_var("EXE") or "")
    schemes = [sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")]
    for folder in (sysconfig.get_path("scripts", scheme) for scheme in schemes):
        if (path := Path(folder, name)).is_file():
            return str(path)
    if found := shutil.which("faro"):
        return found
    raise FileNotFoundError("the program faro was not found; install faro-shuffle again, or set FARO_PROGRAM to its path")


def words(command: str, arguments: Iterable[object], options: dict[str, Any]) -> list[str]:
    """Returns the words of a command line: `times=2` is `--times=2`, `chain=True` is `--chain`."""
    line = [command, "--quiet"]
    for name, value in options.items():
        flag = "--" + name.rstrip("_").replace("_", "-")
        if value is True:
            line.append(flag)
        elif value is not None and value is not False:
            line.append(f"{flag}={_word(value)}")
    given = [_word(argument) for argument in arguments]
    # A negative number is a value; only other words that begin with a dash would be read as options.
    return line + (["--", *given] if any(word.startswith("-") and not word[1:2].isdigit() for word in given) else given)


def _word(value: object) -> str:
    if isinstance(value, range):
        return f"{value.start}..{value.stop}"
    if isinstance(value, (list, tuple, np.ndarray)):
        return ",".join(str(item) for item in value)
    return str(value)


@contextmanager
def started(line: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    """Starts the program, and ends it at once if the block raises, as Ctrl-C does."""
    pipe = subprocess.PIPE
    with subprocess.Popen([program(), *line], stdin=pipe, stdout=pipe, stderr=pipe) as child:
        try:
            yield child
        except BaseException:
            child.kill()
            child.wait()
            raise


def ended(child: subprocess.Popen[bytes]) -> bytes:
    """Waits for the end of the program, and returns its output. Raises `FaroError` if it refused the question."""
    while True:
        try:
            out, err = child.communicate(timeout=TICK)
            break
        except subprocess.TimeoutExpired:
            pass
    undecided = child.returncode == 2 and b'"verdict"' in out
    if child.returncode not in (0, 1, 3) and not undecided:
        text = err.decode(errors="replace")
        raise FaroError(text.partition("error: ")[2].strip() or text.strip() or f"faro ended with {child.returncode}")
    return out


def answer(line: list[str], feed: Iterable[bytes] = ()) -> Any:
    """Returns the JSON that the program prints. `feed` is its standard input, and need not be read to its end."""
    with started([*line[:1], "--format=json", *line[1:]]) as child:
        assert child.stdin
        try:
            for piece in feed:
                child.stdin.write(piece)
        except BrokenPipeError:
            pass  # the program has ended, and its answer says why
        return json.loads(ended(child))


def array(line: list[str]) -> npt.NDArray[Any]:
    """Returns the array that the program writes with `--format npy`."""
    with started([*line[:1], "--format=npy", *line[1:]]) as child:
        assert child.stdout
        try:
            np.lib.format.read_magic(child.stdout)
            shape, _, kind = np.lib.format.read_array_header_1_0(child.stdout)
        except ValueError:
            ended(child)  # says what was wrong
            raise
        made = np.empty(shape, kind)
        missing = _read_into(child.stdout, memoryview(made.reshape(-1).view(np.uint8)))  # type: ignore[arg-type,unused-ignore]
        ended(child)
        if missing:
            raise FaroError(f"the array is cut short by {missing} bytes")
        return made


def _read_into(stream: IO[bytes], view: memoryview) -> int:
    """Fills `view` from the stream, and returns the number of bytes that were missing."""
    while len(view) and (count := stream.readinto(view)):  # type: ignore[attr-defined]
        view = view[count:]
    return len(view)

"""Answers of the program as data classes, which Jupyter shows as tables."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from html import escape
from typing import Any, TypeVar

T = TypeVar("T", bound="Answer")
SHOWN = 8  # rows of a table


@dataclass(frozen=True)
class Answer:
    """An answer of the program. `json` has all its fields, as `faro COMMAND --format json` prints them."""

    json: dict[str, Any] = field(repr=False)

    @classmethod
    def of(cls: type[T], json: dict[str, Any]) -> T:
        """Returns the answer with the given fields."""
        return cls(json=json, **{own.name: json.get(own.name) for own in fields(cls) if own.name != "json"})

    def _repr_html_(self) -> str:
        own = {own.name: getattr(self, own.name) for own in fields(self) if own.name != "json"}
        return f"<b>{escape(str(self))}</b>" + _table([{"": name, " ": value} for name, value in own.items()])


def _table(rows: list[dict[str, Any]]) -> str:
    """Returns a table of HTML: a column for each key, at most `SHOWN` rows for lists inside."""
    names = list(rows[0])
    head = "".join(f"<th>{escape(name)}</th>" for name in names) if names[0] else ""
    body = "".join("<tr>" + "".join(f"<td>{_cell(row.get(name))}</td>" for name in names) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def _cell(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        more = f"… {len(value) - SHOWN} more" if len(value) > SHOWN else ""
        return _table(value[:SHOWN]) + more
    if isinstance(value, float):
        return f"{value:.4g}"
    return "" if value is None else escape(str(value))


@dataclass(frozen=True)
class Audit(Answer):
    """The judgement of decks. `verdict` is "fair", "unfair" or "too few decks".

    `findings` are the checks, from the smallest p-value; `diagnosis` has the likely causes with their cures, or is None.
    """

    verdict: str
    decks: int
    cards: int
    alpha: float
    findings: list[dict[str, Any]]
    diagnosis: dict[str, Any] | None

    def __str__(self) -> str:
        text = f"{self.verdict}: {self.decks} decks of {self.cards} cards"
        if self.verdict != "unfair":
            return text
        text += f"; {self.findings[0]['check']} of {self.findings[0]['of']}: {self.findings[0]['seen']}"
        candidates = (self.diagnosis or {}).get("candidates") or []
        return text + "".join(f"; likely cause: {one['cause']}; cure: {one['cure']}" for one in candidates[:1])


@dataclass(frozen=True)
class Proof(Answer):
    """What the choices of a shuffle prove. `verdict` is "proved fair", "proved unfair", "fair up to" or "not decided".

    `total_variation` is the exact distance from the uniform law (0 to 1), or None; `bound` is an upper bound that holds with
    probability 1 − `confidence`, or None.
    """

    verdict: str
    cards: int
    total_variation: float | None
    bound: float | None
    confidence: float | None
    runs: int
    cause: str | None
    orders: list[dict[str, Any]] | None

    def __str__(self) -> str:
        return f"{self.verdict}: {self.cards} cards, {self.runs} runs" + (f"; {self.cause}" if self.cause else "")


@dataclass(frozen=True)
class Inspection(Answer):
    """What an arrangement is: its cycles, order, sign, statistics, known stack, and a shortest word of in and out."""

    deck: list[int]
    cycles: list[list[int]] | None
    order: int
    sign: int
    fixed_points: int
    inversions: int
    descents: int
    rising_sequences: int
    riffles_at_least: int
    rank: int
    stack: Any
    word: str | None

    def __str__(self) -> str:
        return str(self.json["what"])

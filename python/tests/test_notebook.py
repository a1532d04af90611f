"""The notebook of the examples runs from its first cell to its last."""

from __future__ import annotations

from pathlib import Path

import pytest

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")

HERE = Path(__file__).resolve()
BOOKS = [HERE.parents[2] / "examples/shuffles.ipynb", HERE.parents[1] / "shuffles.ipynb"]


def test_the_notebook_runs() -> None:
    book = nbformat.read(next(path for path in BOOKS if path.exists()), as_version=4)
    nbclient.NotebookClient(book, timeout=300, kernel_name="python3").execute()
    shown = [output for cell in book.cells for output in cell.get("outputs", [])]
    assert sum("image/png" in output.get("data", {}) for output in shown) == 3
    assert any("0.334" in str(output) for output in shown)

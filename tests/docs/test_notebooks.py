"""Notebooks under examples/ run, cell by cell, and what a cell ends with shows itself as HTML.

They are run without Jupyter, which is no dependency: a cell is Python, and its last expression is shown.
"""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

from jamfold.core.display import DisplayableResult

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples").glob("*.ipynb"))


def run_cell(source: str, names: dict[str, Any]) -> Any:
    """What the last expression of a cell is; None if it ends otherwise."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)  # noqa: S102
    if last is None:
        return None
    assert isinstance(last, ast.Expr)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


@pytest.mark.long
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_runs_and_shows_its_results(path: Path, shared_tables: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for package in re.findall(
        r"^ *\"import (\w+)|^ *\"from (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE
    ):
        pytest.importorskip("".join(package))
    names: dict[str, Any] = {}
    shown = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        assert cell["outputs"] == []
        value = run_cell("".join(cell["source"]), names)
        if isinstance(value, DisplayableResult):
            html = value._repr_html_()
            assert html.startswith("<div>")
            assert any(element in html for element in ("<table", "<svg", "<pre"))
            shown += 1
    assert shown

"""What `import jamfold` gives: these names, nothing heavy, and the same for type checkers."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import jamfold
from jamfold.cases.python.names import HOMES

OBJECTS = [
    "Chart",
    "GAMES",
    "HandRange",
    "JamfoldError",
    "Situation",
    "SpotSolution",
    "Tournament",
    "ask",
    "evaluate",
    "load_pay_table",
    "load_solution",
    "load_table",
    "on_cluster",
    "parse_range",
]
"""What is no question."""
NAMES = sorted([*OBJECTS, *HOMES])


def test_dir_shows_the_public_names_only() -> None:
    import jamfold.spots.charts  # leaves jamfold.spots behind

    assert [name for name in dir(jamfold) if not name.startswith("__")] == NAMES
    assert "__version__" in dir(jamfold)


def test_a_star_import_takes_no_builtin_away() -> None:
    there: dict[str, Any] = {}
    exec("from jamfold import *", there)  # noqa: S102 -- what is tested
    assert there["solve"] is jamfold.solve
    assert {"list", "range"}.isdisjoint(there)


@pytest.mark.parametrize("name", NAMES)
def test_each_name_is_there_and_has_a_docstring(name: str) -> None:
    value = getattr(jamfold, name)
    assert name == "GAMES" or value.__doc__


def test_a_package_of_the_same_name_and_its_function_are_both_found() -> None:
    import jamfold.betting.two_seats as two_seats
    import jamfold.cards.strength.evaluator as evaluator

    hand: Any = jamfold.hand

    assert two_seats is import_module("jamfold.betting.two_seats")
    assert evaluator is import_module("jamfold.cards.strength.evaluator")
    assert callable(jamfold.hand)
    assert callable(jamfold.strength)
    assert hand.two_seats is two_seats


def test_an_unknown_name() -> None:
    with pytest.raises(AttributeError, match="module 'jamfold' has no attribute 'fold'"):
        _ = vars(jamfold)["__getattr__"]("fold")


def test_nothing_heavy_is_imported() -> None:
    words = "import jamfold, sys; print({'numpy', 'numba', 'scipy', 'matplotlib', 'rich'} & {*sys.modules})"
    env = {"PYTHONPATH": str(Path(str(jamfold.__file__)).parents[1])}
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True, env=env)
    assert done.stdout == "set()\n"

"""What `import jamfold` gives: these names, nothing heavy, and the same for type checkers."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import jamfold

NAMES = [
    "Chart",
    "GAMES",
    "HandRange",
    "JamfoldError",
    "Situation",
    "SpotSolution",
    "Terms",
    "Tournament",
    "analyse_deal",
    "analyse_pay_table",
    "chart",
    "equity",
    "evaluate",
    "explain",
    "exploit",
    "icm",
    "load_pay_table",
    "load_solution",
    "load_table",
    "on_cluster",
    "parse_range",
    "solve",
    "tournament",
    "winning_chance",
]


def test_dir_shows_the_public_names_only() -> None:
    import jamfold.spots.charts  # leaves jamfold.spots behind

    assert [name for name in dir(jamfold) if not name.startswith("__")] == NAMES == sorted(jamfold.__all__)
    assert "__version__" in dir(jamfold)


@pytest.mark.parametrize("name", NAMES)
def test_each_name_is_there_and_has_a_docstring(name: str) -> None:
    value = getattr(jamfold, name)
    assert name == "GAMES" or value.__doc__


def test_type_checkers_see_the_same_names_in_the_same_homes() -> None:
    tree = ast.parse(Path(str(jamfold.__file__)).read_text(encoding="utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    homes: dict[str | None, str | None] = {}
    for node in block.body:
        assert isinstance(node, ast.ImportFrom)
        (there,) = node.names
        assert there.asname == there.name
        homes[there.asname] = node.module
    assert homes == jamfold._HOMES


def test_an_unknown_name() -> None:
    with pytest.raises(AttributeError, match="module 'jamfold' has no attribute 'fold'"):
        _ = jamfold.fold


def test_nothing_heavy_is_imported() -> None:
    words = "import jamfold, sys; print({'numpy', 'numba', 'scipy', 'matplotlib', 'rich'} & {*sys.modules})"
    env = {"PYTHONPATH": str(Path(str(jamfold.__file__)).parents[1])}
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True, env=env)
    assert done.stdout == "set()\n"

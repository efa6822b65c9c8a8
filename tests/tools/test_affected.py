"""Which test files a change reaches, and how near they are."""

from __future__ import annotations

import pytest

from tools.affected import ROOT, affected, distances


@pytest.mark.long
def test_the_nearest_import_the_file_itself() -> None:
    """Not those that import all of the package, which would be the nearest of every file."""
    near = distances(ROOT, "src/jamfold/solver/rational.py")
    assert near["tests/solver/test_rational.py"] == 1
    assert near["tests/python/test_results.py"] > 1
    assert min(near, key=lambda test: (near[test], "full" in test, test)) == "tests/solver/test_equilibria.py"


@pytest.mark.long
def test_what_imports_the_package_is_reached() -> None:
    reached = affected(ROOT, ["src/jamfold/solver/rational.py"])
    assert {"tests/solver/test_rational.py", "tests/python/test_results.py"} <= set(reached)


@pytest.mark.long
def test_what_a_text_names_is_reached() -> None:
    """A question names the functions that answer and show it."""
    assert "tests/cases/test_questions.py" in affected(ROOT, ["src/jamfold/views/audit.py"])

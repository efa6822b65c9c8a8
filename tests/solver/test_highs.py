"""HiGHS asked directly: the same bits as SciPy's `linprog`, and no quarrel with it."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from jamfold.solver import linear_programs
from jamfold.solver.linear_programs import minimise


def program(seed: int) -> tuple[Any, ...]:
    """A random program in the form of a subgame's."""
    rng = np.random.default_rng(seed)
    k1, k2 = rng.integers(1, 20, 2)
    pairs = rng.normal(size=(k1, k2)) * (rng.random((k1, k2)) < 0.8)
    return (
        -np.concatenate([rng.normal(size=k1), np.ones(k2)]),
        np.hstack([-pairs.T, np.eye(k2)]),
        rng.normal(size=k2),
        np.concatenate([np.zeros(k1), np.full(k2, -np.inf)]),
        np.concatenate([np.ones(k1), np.zeros(k2)]),
    )


@pytest.mark.parametrize("seed", range(30))
def test_same_bits_as_linprog(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    directly = minimise(*program(seed))
    monkeypatch.setattr(linear_programs, "_core", lambda: None)
    by_linprog = minimise(*program(seed))
    assert directly is not None
    assert by_linprog is not None
    assert [one.tobytes() for one in directly] == [one.tobytes() for one in by_linprog]


@pytest.mark.parametrize("directly", [True, False])
def test_no_solution(directly: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not directly:
        monkeypatch.setattr(linear_programs, "_core", lambda: None)
    one, nothing = np.ones(1), np.zeros(1)
    assert minimise(one, np.ones((1, 1)), -one, nothing, one) is None  # x <= -1 and x >= 0
    assert minimise(-one, nothing[None], one, nothing, np.array([np.inf])) is None  # no bound


@pytest.mark.parametrize("first", ["highs", "scipy"])
def test_whichever_is_loaded_first(first: str) -> None:
    ours = "from jamfold.solver.linear_programs import _core; ours = _core();"
    theirs = "import scipy.optimize;"
    program = (ours + theirs if first == "highs" else theirs + ours) + (
        "from scipy.optimize._highspy import _core as core;"
        "print(ours is core, scipy.optimize.linprog([1], A_ub=[[-1]], b_ub=[-2]).x)"
    )
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    words = [sys.executable, "-c", program]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=env)
    assert (done.stdout, done.stderr) == ("True [2.]\n", "")


def test_where_scipy_has_it_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linear_programs, "_CORE", "scipy.optimize.elsewhere._core")
    assert linear_programs._load_core.__wrapped__() is None

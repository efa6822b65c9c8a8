"""Counts over lanes of bytes: LLVM's code and the plain kernels that replace it, against NumPy."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

from jamfold.class_tables.decomposition import plain_lanes
from jamfold.class_tables.decomposition.outcome_terms import (
    _count_level,
    _count_relations,
    _count_without_low,
)
from jamfold.class_tables.decomposition.suit_term import _count_lanes
from jamfold.class_tables.decomposition.threeway_terms import _count_thresholds
from jamfold.core.jit import Intrinsic, kernel

LANES = 256 + 64 + 16 + 3
ROWS, AT, N = 700, 40, 600
"""More rows than a byte can count."""


@kernel
def lanes_by_llvm(*args: Any) -> None:
    _count_lanes(*args)


@kernel
def level_by_llvm(*args: Any) -> None:
    _count_level(*args)


@kernel
def without_low_by_llvm(*args: Any) -> None:
    _count_without_low(*args)


@kernel
def relations_by_llvm(*args: Any) -> None:
    _count_relations(*args)


@kernel
def thresholds_by_llvm(*args: Any) -> None:
    _count_thresholds(*args)


class Rows:
    """Random rows of few values, so that many lanes are level."""

    def __init__(self) -> None:
        rng = np.random.default_rng(5)
        self.sheet = rng.integers(0, 5, (3, 50, LANES)).astype(np.uint8)
        self.sheet_at = 50 * LANES
        rows, low_rows = rng.integers(0, 50, (2, ROWS))
        self.starts, self.low_starts = ((each * LANES).astype(np.uint32) for each in (rows, low_rows))
        self.first, self.second = rng.integers(0, 5, (2, ROWS)).astype(np.uint8)
        chosen = slice(AT, AT + N)
        self.cells, self.low_cells = (self.sheet[1, each[chosen]].astype(int) for each in (rows, low_rows))
        self.levels, self.other_levels = (
            each[chosen, None].astype(int) for each in (self.first, self.second)
        )


@pytest.fixture(scope="module")
def rows() -> Rows:
    return Rows()


@pytest.mark.parametrize("count", [lanes_by_llvm, plain_lanes.count_lanes])
@pytest.mark.parametrize(("cap", "sign"), [(1, 1), (2, -1)])
def test_amounts_above_a_threshold(rows: Rows, count: Any, cap: int, sign: int) -> None:
    counts = np.full((2, LANES), 7, dtype=np.int16)
    count(rows.sheet, rows.sheet_at, rows.starts, rows.first, AT, N, cap, sign, counts, LANES, LANES)
    expected = 7 + sign * np.clip(rows.cells - rows.levels, 0, cap).sum(axis=0)
    assert (counts[0] == 7).all()
    assert np.array_equal(counts[1], expected)


@pytest.mark.parametrize(
    ("count", "relations"),
    [
        (level_by_llvm, [0]),
        (without_low_by_llvm, [0, 1, 4]),
        (relations_by_llvm, range(6)),
        (plain_lanes.count_relations, range(6)),
    ],
)
def test_relations_of_high_and_low(rows: Rows, count: Any, relations: list[int]) -> None:
    counts = np.empty((6, LANES), dtype=np.int16)
    low = rows.low_starts, rows.second
    count(rows.sheet, rows.sheet_at, rows.starts, rows.first, *low, AT, N, counts, LANES)
    low_ahead, low_level = rows.low_cells > rows.other_levels, rows.low_cells == rows.other_levels
    for k in relations:
        high = rows.cells == rows.levels if k < 3 else rows.cells > rows.levels
        both = (high, high & low_ahead, high & low_level)[k % 3]
        assert np.array_equal(counts[k], both.sum(axis=0)), k


@pytest.mark.parametrize("count", [thresholds_by_llvm, plain_lanes.count_thresholds])
def test_two_thresholds(rows: Rows, count: Any) -> None:
    counts = np.empty((4, LANES), dtype=np.int16)
    count(rows.sheet, rows.sheet_at, rows.starts, rows.first, rows.second, AT, N, counts, LANES)
    for k, level in enumerate((rows.levels, rows.other_levels)):
        assert np.array_equal(counts[2 * k], (rows.cells > level).sum(axis=0))
        assert np.array_equal(counts[2 * k + 1], (rows.cells >= level).sum(axis=0))


@pytest.mark.parametrize("missing", ["jamfold.core.numba_private", "llvmlite"])
def test_plain_kernels_where_llvm_has_no_place(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    lanes = "jamfold.class_tables.decomposition.lanes"
    monkeypatch.delitem(sys.modules, lanes, raising=False)
    monkeypatch.setitem(sys.modules, missing, None)
    chosen = Intrinsic(f"{lanes}.lane_counter", ((16, 1),), plain_lanes.count_lanes)
    assert chosen.compiled is plain_lanes.count_lanes
    assert chosen.source is plain_lanes.count_lanes

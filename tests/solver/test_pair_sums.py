"""Weighted sums of rows, by NumPy and by kernels, against loops."""

from __future__ import annotations

import numpy as np
import pytest

from jamfold.solver import payoffs as module
from jamfold.solver.payoffs import DenseSums


@pytest.mark.parametrize("few_classes", [0, module._FEW_CLASSES])
@pytest.mark.parametrize("n_rows", [0, 1, 7, 64, 150])
def test_weighted_rows(n_rows: int, few_classes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_FEW_CLASSES", few_classes)
    rng = np.random.default_rng(n_rows)
    table = rng.integers(-(2**31), 2**31, (150, 150), dtype=np.int32)
    rows = np.sort(rng.choice(150, n_rows, replace=False))
    factors = rng.integers(-(2**20), 2**20, n_rows)
    sums = rng.integers(-(2**40), 2**40, 150)
    expected = [
        int(sums[j]) + sum(int(factors[r]) * int(table[rows[r], j]) for r in range(n_rows))
        for j in range(150)
    ]
    DenseSums(table).add_rows(rows, factors, sums)
    assert sums.tolist() == expected

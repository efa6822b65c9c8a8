"""Large fields: fifty digits over sets of 18 players, and ten million orders of finish."""

from __future__ import annotations

from decimal import Decimal, localcontext

import numpy as np
import pytest

from jamfold.valuation import field
from jamfold.valuation.field import values_by_integral
from jamfold.valuation.icm import icm


def fifty_digits(stacks: list[int], prizes: list[int]) -> list[float]:
    """Values by the sets of placed players, in decimals of fifty digits."""
    n = len(stacks)
    with localcontext() as context:
        context.prec = 50
        total = sum(stacks)
        chance: dict[int, Decimal] = {0: Decimal(1)}
        values = [Decimal(0)] * n
        for prize in prizes:
            following: dict[int, Decimal] = {}
            for placed, share in chance.items():
                left = total - sum(stacks[i] for i in range(n) if placed >> i & 1)
                for i in range(n):
                    if not placed >> i & 1:
                        part = share * stacks[i] / left
                        values[i] += prize * part
                        following[placed | 1 << i] = following.get(placed | 1 << i, Decimal(0)) + part
            chance = following
        return [float(value) for value in values]


@pytest.mark.parametrize("few", [0, 24])
def test_fifty_digits(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(field, "FEW", few)
    stacks = [int(stack) for stack in np.random.default_rng(3).integers(1, 10**7, 18)]
    prizes = [500, 300, 200, 150, 100, 80, 60, 40, 20]
    values = values_by_integral(stacks, prizes)[0]
    assert values == pytest.approx(fifty_digits(stacks, prizes), rel=0, abs=1e-13 * sum(prizes))


def test_ten_thousand_players_sum_to_the_prizes() -> None:
    stacks = np.random.default_rng(1).integers(1, 10**6, 10_000).astype(float).tolist()
    prizes = [float(10_000 - k) for k in range(10_000)]
    values = values_by_integral(stacks, prizes)[0]
    assert abs(values.sum() / sum(prizes) - 1) < 1e-12


def test_ten_million_orders_of_finish() -> None:
    """Who finishes is drawn group by group, place by place; every group's mean is within four errors."""
    groups = ((4000, 10.0), (3000, 25.0), (2900, 40.0), (100, 400.0))
    prizes = np.array([500.0, 300.0, 200.0, 100.0, 60.0, 40.0, 30.0, 20.0, 10.0])
    answer = icm((), prizes.tolist(), field=groups)
    runs, rng = 10_000_000, np.random.default_rng(7)
    sums, squares = np.zeros(4), np.zeros(4)
    for _ in range(20):
        left = np.tile([float(players) for players, _ in groups], (runs // 20, 1))
        won = np.zeros_like(left)
        for prize in prizes:
            shares = np.cumsum(left * [stack for _, stack in groups], axis=1)
            drawn = (rng.random(len(left))[:, None] * shares[:, -1:] >= shares).sum(axis=1)
            rows = np.arange(len(left))
            won[rows, drawn] += prize
            left[rows, drawn] -= 1
        sums += won.sum(axis=0)
        squares += (won**2).sum(axis=0)
    means = sums / runs
    errors = np.sqrt((squares / runs - means**2) / runs)
    expected = np.array([group.players * group.value for group in answer.groups])
    assert (np.abs(means - expected) < 4 * errors).all()

"""A hundred players of the equilibrium, and whether intervals hold what they should."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from jamfold.histories.importer import import_histories
from jamfold.histories.report import ReportScope, make_report
from jamfold.histories.statistics import numbered, rate_interval
from jamfold.histories.store import HistoryStore
from jamfold.spots.strategy import SeatStrategy
from tests.history_players import as_text, played_hands
from tests.loose import solve

STACKS = tuple(float(stack) for stack in np.linspace(2, 18, 9))
RUNS, HANDS = 100, 70


@cache
def side(stack: float, seat: str) -> SeatStrategy:
    return solve("holdem", (stack, stack), (0.5, 1)).strategy(seat)


def equilibrium(seat: str, stack: float, cards: str, chance: float) -> bool:
    strategy = side(stack, seat)
    return bool(chance < strategy.frequency[strategy.classes.index(cards)])


def test_intervals_of_equilibrium_players_hold_0(tmp_path: Path) -> None:
    """Each plays 70 hands, mixing where the equilibrium does; no loss at all is what makes the end 0."""
    texts = []
    for run in range(RUNS):
        hands = played_hands(equilibrium, equilibrium, STACKS, HANDS, 1000 + run)
        texts += [as_text(*hand, run * HANDS + n + 1, hero=f"Player{run}") for n, hand in enumerate(hands)]
    path = tmp_path / "hands.txt"
    path.write_text("\n\n\n".join(texts), encoding="utf-8")
    holds = 0
    with HistoryStore(tmp_path / "h.db") as store:
        assert import_histories([path], store, processes=1).counts.hands == RUNS * HANDS
        for run in range(RUNS):
            report = make_report(store, ReportScope(player=f"Player{run}"), lambda *_: None)
            assert report.total.interval_mbb is not None
            holds += report.total.interval_mbb[0] <= 0.0 <= report.total.interval_mbb[1]
            assert report.total.interval_mbb[1] < 30
    assert holds >= 95


@cache
def ten_bb() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Margins of all hands of both seats at 10 bb, and their shares."""
    seats = [side(10.0, seat) for seat in ("sb", "bb")]
    sizes = seats[0].classes.sizes
    margins = np.concatenate([one.margin_bb for one in seats])
    return margins, np.concatenate([sizes, sizes]) / (2 * sizes.sum())


@pytest.mark.parametrize(("decisions", "least"), [(30, 0.80), (100, 0.90), (300, 0.90)])
@pytest.mark.parametrize("noise", [0.1, 0.3, 1.0])
def test_intervals_of_players_who_err_hold_their_true_rate(
    decisions: int, least: float, noise: float
) -> None:
    """A player sees every margin with normal noise; 400 of them."""
    rng = np.random.default_rng(8)
    margins, shares = ten_bb()
    from scipy.stats import norm

    true = 1000 * float(np.sum(shares * np.abs(margins) * norm.cdf(-np.abs(margins) / noise)))
    holds = 0
    for _ in range(400):
        seen = margins[rng.choice(margins.size, decisions, p=shares)]
        wrong = (seen > 0) != (seen + noise * rng.standard_normal(decisions) > 0)
        low, high = rate_interval(np.where(wrong, np.abs(seen), 0.0), numbered([""] * decisions), draws=1000)
        holds += low <= true <= high
    assert holds / 400 >= least

"""Audits: planted errors found and priced, what is filled in, our own answers, sampled intervals."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.betting.raises import Raises
from jamfold.cards import Rank
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import GAMES, SIX_PLUS
from jamfold.spots.nplayer import sampler
from jamfold.spots.nplayer.audit import FOLD, MeasuredProfile, measure_profile
from jamfold.spots.nplayer.exact import evaluate_table, fill_table, settled_gain
from jamfold.spots.nplayer.result import TableResult, table_result
from jamfold.valuation.prizes import Prizes
from jamfold.views.audit import is_equilibrium
from jamfold.views.tables import hand_words
from tests.planted import planted
from tests.prize_terms import prize_terms

SMALL = replace(SIX_PLUS, name="small-six-plus", lowest_rank=Rank(7))
N = hand_classes(SMALL).n
LEVEL = BlindLevel((1.0, 2.0))
TWO, THREE = TableHand((20.0, 20.0), LEVEL), TableHand((20.0, 20.0, 20.0), LEVEL)
TREE = TableHand((20.0, 20.0), LEVEL, raises=Raises((4.0,)))
TREE_THREE = TableHand((20.0, 20.0, 20.0), LEVEL, raises=Raises((4.0,)))
PRIZES = TableHand((20.0, 10.0, 30.0), LEVEL, prize_terms(3, Prizes((50.0, 30.0, 20.0))))
COUNTED = (TWO, THREE, PRIZES, TREE, TREE_THREE)
ROUNDING = 1e-9


@pytest.fixture(autouse=True)
def _small_game(monkeypatch: pytest.MonkeyPatch, counted_clock: None) -> None:
    monkeypatch.setitem(GAMES, SMALL.name, SMALL)


def solved(hand: TableHand) -> TableResult:
    return table_result(SMALL, hand, seconds=0.5)


def costs(measured: MeasuredProfile) -> NDArray[np.float64]:
    total = np.zeros(measured.table.hand.n)
    for one in measured.losses:
        total[measured.table.nodes[one.row].seat] += one.cost
    return total


@pytest.mark.parametrize("number", range(len(COUNTED)))
def test_our_own_answer_audits_to_nothing(number: int) -> None:
    own = solved(COUNTED[number])
    measured = measure_profile(SMALL, own.hand, own.strategy, own)
    assert measured.table.gains == pytest.approx(own.gains, abs=ROUNDING)
    assert measured.behind == pytest.approx(0, abs=ROUNDING)
    assert measured.given.all()


@pytest.mark.parametrize("number", range(len(COUNTED)))
def test_losses_add_up_to_gains(number: int) -> None:
    own, rng = solved(COUNTED[number]), np.random.default_rng(number)
    strategy = rng.random(own.strategy.shape) / 3
    measured = measure_profile(SMALL, own.hand, strategy, own)
    assert costs(measured) == pytest.approx(measured.table.gains, abs=ROUNDING)
    shown = [one.cost for one in measured.losses]
    assert shown == sorted(shown, reverse=True)
    behind = [table_result(SMALL, own.hand, profile=_with(own, strategy, seat)) for seat in range(own.hand.n)]
    lost = [own.values[seat] - one.values[seat] for seat, one in enumerate(behind)]
    assert measured.behind == pytest.approx(lost, abs=1e-4)


def _with(own: TableResult, strategy: NDArray[np.float64], seat: int) -> NDArray[np.float64]:
    """Our answer with one seat's strategies replaced."""
    mine = np.array([node.seat == seat for node in own.nodes])
    return np.where(mine[:, None], strategy, own.strategy)


@pytest.mark.parametrize("hand", [TWO, THREE], ids=["two", "three"])
@pytest.mark.parametrize("worth", [0.01, 0.001, 0.0001])
def test_planted_errors_are_found(hand: TableHand, worth: float) -> None:
    """One class in one decision plays wrong so often that it costs so much: it is the dearest, to 1e-9."""
    own, rng = solved(hand), np.random.default_rng(int(1e6 * worth))
    for _ in range(7):
        strategy, row, class_id, cost = planted(own, worth * hand.big_blind, rng)
        measured = measure_profile(SMALL, hand, strategy, own)
        loss = max(
            (one for one in measured.losses if (one.row, one.class_id) == (row, class_id)),
            key=lambda one: one.cost,
        )
        assert loss.cost == pytest.approx(cost, abs=ROUNDING)
        assert (loss.best == FOLD) == (own.margins[row, class_id] < 0)
        seat = hand.nodes[row].seat
        assert measured.behind[seat] == pytest.approx(cost, abs=ROUNDING)
        others = sum(abs(own.gains))
        assert cost - ROUNDING <= measured.table.gains[seat] <= cost + others + ROUNDING


def test_what_is_missing_is_best_play() -> None:
    own = solved(TWO)
    rows = np.where(np.arange(2)[:, None] == 0, 0.5, np.nan) * np.ones(N)
    filled = fill_table(SMALL, TWO, rows)
    assert (filled[0] == 0.5).all()
    assert evaluate_table(SMALL, TWO, filled).gains[1] == pytest.approx(0, abs=ROUNDING)
    measured = measure_profile(SMALL, TWO, rows, own)
    assert measured.given.tolist() == [True, False]
    assert {one.row for one in measured.losses} == {0}


def test_what_is_missing_of_three_is_an_equilibrium_of_the_rest() -> None:
    rng = np.random.default_rng(3)
    rows = np.full((len(THREE.nodes), N), np.nan)
    rows[0] = rng.random(N)
    filled = fill_table(SMALL, THREE, rows)
    assert (filled[0] == rows[0]).all()
    found = evaluate_table(SMALL, THREE, filled)
    seat = THREE.nodes[0].seat
    assert found.gains[seat] > 0.01
    assert max(np.delete(found.gains, seat)) < 1e-4


def test_what_is_missing_in_a_tree() -> None:
    own = solved(TREE)
    seats = np.array([node.seat for node in TREE.nodes])
    rows = np.where((seats == 0)[:, None], 0.2, np.nan) * np.ones(N)
    measured = measure_profile(SMALL, TREE, rows, own)
    assert measured.table.gains[1] == pytest.approx(0, abs=ROUNDING)
    rows[0] = np.nan
    measured = measure_profile(SMALL, TREE, rows, own)
    assert (measured.table.strategy[0] <= own.strategy[0] + ROUNDING).all()


@pytest.mark.long
@pytest.mark.parametrize("raises", [Raises(), Raises((4.0,))])
def test_sampled_tables_have_an_interval(raises: Raises) -> None:
    """A large error lies inside of what is said of it, and of the hands that make it up."""
    hand = TableHand((20.0,) * 4, LEVEL, raises=raises)
    own = solved(hand)
    strategy = own.strategy.copy()
    strategy[0] = np.where(np.arange(N) % 2, strategy[0], 0.0)
    measured = measure_profile(SMALL, hand, strategy, own, seconds=0.5)
    table = measured.table
    assert not table.exact
    assert (table.least <= table.gains + ROUNDING).all()
    assert (table.gains <= table.bounds + ROUNDING).all()
    seat = hand.nodes[0].seat
    assert table.least[seat] > 0
    loss = sum(one.cost for one in measured.losses if one.row == 0)
    assert table.least[seat] * 0.5 < loss < table.bounds[seat] * 1.5
    assert measured.behind[seat] > 3 * measured.behind_error[seat] > 0


@pytest.mark.long
def test_missing_decisions_of_a_sampled_table_are_looked_for() -> None:
    hand = TableHand((20.0,) * 4, LEVEL)
    own = solved(hand)
    rows = np.full(own.strategy.shape, np.nan)
    rows[0] = 0.0
    measured = measure_profile(SMALL, hand, rows, own, seconds=0.5)
    assert (measured.table.strategy[0] == 0).all()
    assert measured.given.sum() == 1
    assert measured.table.strategy[1:].max() == 1


def test_what_one_deal_says_has_no_error_and_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not vary: an error of 0 says that every deal was counted."""
    monkeypatch.setattr(sampler, "_BATCHES", (1, 1))
    hand = TableHand((20.0,) * 4, LEVEL)
    own = table_result(SMALL, hand, profile=np.full((len(hand.nodes), N), 0.5), seconds=0)
    lone = (own.arrivals > 0) & np.isnan(own.margins)
    assert lone.any()
    assert np.isnan(own.margins_error[lone]).all()
    assert np.isnan(own.folds[lone]).all()
    assert not (own.margins_error == 0).any()
    measured = measure_profile(SMALL, hand, np.where(own.strategy > 0, 1.0, 0.0), own, seconds=0)
    assert np.isfinite(measured.behind).all()
    assert not any(np.isnan(measured.table.margins[one.row, one.class_id]) for one in measured.losses)
    assert all(np.isfinite(one.cost) and one.error > 0 for one in measured.losses)
    row, class_id = np.argwhere(lone)[0].tolist()
    assert "difference" not in hand_words(own, row, class_id)


def test_ranges_that_gain_are_no_equilibrium_because_our_answer_gains_more() -> None:
    gains = np.array([0.02, 0.0])
    table: Any = SimpleNamespace(hand=TWO, is_counted=True, exact=False, gains=gains)
    own: Any = SimpleNamespace(hand=TWO, bounds=np.array([0.1, 0.1]))
    audit: Any = SimpleNamespace(table=table, measured=SimpleNamespace(own=own))
    assert not is_equilibrium(audit)
    table.gains = gains * settled_gain(TWO)
    assert is_equilibrium(audit)

"""Tables by the model of many seats: against what is counted, on one core and on two, with prizes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.betting.raises import Raises
from jamfold.betting.terms import PayoffTerms
from jamfold.cards import Rank
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import GAMES, SIX_PLUS
from jamfold.core import parallel
from jamfold.solver.predictive_regrets import evaluate_model, solve_model
from jamfold.solver.second_order import SecondOrderModel
from jamfold.spots.nplayer import model as table_models
from jamfold.spots.nplayer.certificate import Measurement
from jamfold.spots.nplayer.exact import evaluate_table
from jamfold.spots.nplayer.model import is_modelled, table_model, unmodelled
from jamfold.spots.nplayer.result import TableResult, decisions_of, table_result
from jamfold.spots.nplayer.sampler import Sampler
from jamfold.valuation.fees import Rake
from jamfold.valuation.prizes import Prizes
from jamfold.views.range_grids import range_fragment
from jamfold.views.table_verdicts import square_view
from jamfold.views.tables import table_columns, table_lines
from tests.prize_terms import prize_terms

SMALL = replace(SIX_PLUS, name="small-six-plus", lowest_rank=Rank(7))
BLINDS = BlindLevel((0.5, 1.0))
BY_SEAT = ("values", "values_error", "gains", "gains_error", "least", "bounds", "model_gains")
FIVE = TableHand((6.0, 7.0, 8.0, 9.0, 10.0), BlindLevel((0.5, 1.0), ante=0.1))


@pytest.fixture(autouse=True)
def _small_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, SMALL.name, SMALL)
    monkeypatch.setattr(table_models, "_FEWEST_CARDS", len(SMALL.deck))


def no_doubt(solver: SecondOrderModel) -> np.ndarray:
    return np.full(len(solver.tree.seats), 1e-3)


@pytest.mark.parametrize(
    "hand",
    [
        TableHand((10.0,) * 3, BLINDS),
        TableHand((20.0,) * 3, BlindLevel((0.5, 1.0), ante=0.125)),
        TableHand((3.0, 8.0, 15.0), BlindLevel((0.5, 1.0), bb_ante=1.0)),
        TableHand((0.4, 8.0, 5.0), BlindLevel((0.5, 1.0))),
        TableHand((10.0,) * 3, BLINDS, max_allin=2),
        TableHand((10.0,) * 3, BLINDS, PayoffTerms(Rake(5.0, cap=1.0, always=True))),
    ],
    ids=["equal", "antes", "side pots", "short blind", "two all-in", "rake"],
)
def test_three_seats_are_exact(hand: TableHand) -> None:
    """With one folder at most nothing is left out: gains, chances and folds are those of all deals."""
    model = table_model(SMALL, hand)
    found = solve_model(model.solver, 1e-5, no_doubt(model.solver))
    counted = evaluate_table(SMALL, hand, found.strategy[model.rows])
    assert counted.largest_gain < 1e-4
    assert found.gains == pytest.approx(counted.gains, abs=2e-5)
    prior = hand_classes(SMALL).sizes / hand_classes(SMALL).sizes.sum()
    assert prior * found.values.arrivals[model.rows] == pytest.approx(counted.arrivals, abs=1e-6)
    assert found.margins[model.rows] == pytest.approx(counted.margins, abs=2e-3, nan_ok=True)
    assert found.values.folds[model.rows] == pytest.approx(counted.folds, abs=1e-6)


def test_prizes_are_those_of_all_orders_and_a_folded_seat_has_its_own() -> None:
    """What folding is worth depends on what the class leaves the others, to first order: much in 24 cards."""
    hand = TableHand((5.0, 10.0, 15.0), BLINDS, prize_terms(3, Prizes((50.0, 30.0, 20.0), percent=True)))
    model = table_model(SMALL, hand)
    found = solve_model(model.solver, 1e-5, no_doubt(model.solver))
    counted = evaluate_table(SMALL, hand, found.strategy[model.rows])
    assert counted.largest_gain < 0.2  # of 100; Hold'em: below 1e-5
    assert found.values.folds[model.rows] == pytest.approx(counted.folds, abs=1.0, nan_ok=True)


def test_folders_fold_together_as_they_do() -> None:
    """The chances of all ends of five seats sum to 1 for a class that is first in, but for third order."""
    model = table_model(SMALL, replace(FIVE, max_allin=3))
    found = solve_model(model.solver, 1e-4, no_doubt(model.solver))
    first = model.rows[0]
    assert found.values.arrivals[first] == pytest.approx(1.0, abs=0.05)
    assert found.values.arrivals[first].mean() == pytest.approx(1.0, abs=0.01)
    assert found.gains.max() < 1e-4


@pytest.mark.long
def test_the_answer_is_the_same_on_one_core_and_two(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = []
    for cores in (1, 2):
        monkeypatch.setattr(parallel, "cores", lambda cores=cores: cores)
        found = table_result(SMALL, replace(FIVE, max_allin=3), seconds=0.1, seed=3)
        answers.append([found.id, found.deals, *(getattr(found, name).tobytes() for name in BY_SEAT)])
    assert answers[0] == answers[1]


@pytest.fixture(scope="module")
def solved() -> TableResult:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, SMALL.name, SMALL)
        patch.setattr(table_models, "_FEWEST_CARDS", len(SMALL.deck))
        return table_result(SMALL, replace(FIVE, max_allin=3), seconds=0.5)


def test_the_first_decision_is_always_reached(solved: TableResult) -> None:
    assert solved.nodes[0].all_in_before == ()
    assert solved.reach[0] == pytest.approx(1.0, abs=1e-12)


@pytest.mark.long
def test_no_cell_contradicts_its_gain(solved: TableResult) -> None:
    sure = ~solved.close
    assert (solved.strategy[sure] == (solved.margins[sure] > 0)).all()
    assert 0 < solved.close.mean() < 0.2


def test_it_says_what_it_is(solved: TableResult) -> None:
    assert solved.method == "model"
    assert solved.model_gain_bb is not None
    assert 0 <= solved.model_gain_bb < 1e-4
    names, columns = set(decisions_of(solved)[0].close or ()), table_columns(solved)
    marked = zip(columns["seat"], columns["after"], columns["hand"], columns["close"], strict=True)
    first = {hand for seat, after, hand, close in marked if (seat, after) == ("hj", "") and close}
    assert len(names) == len(first)
    assert "By a model of all seats" in table_lines(solved)[0]


def test_close_hands_are_marked_on_charts_and_pages(solved: TableResult) -> None:
    close = np.zeros(solved.strategy.shape[1], dtype=np.bool_)
    close[:2] = True
    plain, hatched = (
        range_fragment(SMALL, solved.played[0], "jam", "tip", close=one) for one in (~close & close, close)
    )
    assert (plain.count("data-close"), hatched.count("data-close")) == (0, 2)
    assert ("close</span>" in plain, "close</span>" in hatched) == (False, True)
    square = square_view(SMALL, solved.played[0], close)
    assert sum(str(cell).endswith("~") for column in square.columns for cell in column.cells) == 2


def test_given_strategies_are_measured_by_it(solved: TableResult) -> None:
    """Somebody who never plays leaves something, and the bounds say so."""
    strategy = solved.strategy.copy()
    strategy[[row for row, node in enumerate(solved.nodes) if node.seat == 4]] = 0.0
    found = table_result(SMALL, solved.hand, profile=strategy, seconds=0.5)
    assert found.method == "model"
    assert found.least[4] > 0.05
    assert found.bounds[4] > found.least[4]


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        (FIVE, ""),
        (TableHand((8.0,) * 4, BLINDS), ""),
        (TableHand((8.0,) * 5, BLINDS, max_allin=4), "4 players all-in at 5 seats"),
        (TableHand((8.0,) * 4, BLINDS, max_allin=3), ""),
        (TableHand((8.0,) * 5, BLINDS, raises=Raises(open=(2.0,))), "raises before the all-in"),
    ],
)
def test_what_it_does_not_take_is_told(hand: TableHand, reason: str) -> None:
    assert unmodelled(SMALL, hand) == reason
    assert is_modelled(SMALL, hand) is not bool(reason)


@pytest.mark.long
@pytest.mark.parametrize(
    "stacks",
    [pytest.param((6.0,) * 4, id="equal"), pytest.param((3.0, 8.0, 5.0, 6.0), id="side pots")],
)
def test_four_meet_as_on_sampled_deals(stacks: tuple[float, ...]) -> None:
    """The chances of a fourth player, and gains within their own errors and those of the deals."""
    hand = TableHand(stacks, BLINDS)
    model = table_model(SMALL, hand)
    found = solve_model(model.solver, 1e-4, no_doubt(model.solver))
    sampler = Sampler(SMALL, hand, 0)
    measurement = Measurement(sampler, found.strategy[model.rows], np.zeros(sampler.shape))
    for _ in range(60):
        measurement.step()
    seen = measurement.certificate(0.95)
    prior = model.solver.tensors.prior
    last = [row for row, node in enumerate(hand.nodes) if len(node.all_in_before) == 3]
    assert len(last) == 1
    values = found.values
    chances = (prior * values.arrivals)[model.rows].sum(axis=1)
    assert chances == pytest.approx(seen.reach, rel=0.05, abs=2e-4)
    margins = found.margins[model.rows]
    errors = (values.errors / np.maximum(values.arrivals, 1e-12))[model.rows]
    off = (margins - seen.margins) / np.hypot(seen.margins_error, errors)
    known = np.isfinite(off) & (seen.margins_error < 1.0)
    assert (off[known] ** 2).mean() ** 0.5 < 1.5
    assert errors[last[0]].max() > 0.0


def test_strategies_are_evaluated_as_they_are_solved() -> None:
    """Sums that are kept between steps are those made anew."""
    model = table_model(SMALL, replace(FIVE, max_allin=3))
    found = solve_model(model.solver, 1e-4, no_doubt(model.solver))
    model.solver.forget()
    anew = evaluate_model(model.solver, found.strategy)
    assert anew.margins == pytest.approx(found.margins, abs=1e-4, nan_ok=True)


@pytest.mark.slow
def test_a_neighbouring_stack_is_a_start() -> None:
    """It reaches the same equilibrium; where the big blind is all-in only three meet behind one folder."""
    first = table_model(SMALL, TableHand((7.5,) * 4, BLINDS, max_allin=3))
    begun = solve_model(first.solver, 1e-4, no_doubt(first.solver))
    model = table_model(SMALL, TableHand((7.0,) * 4, BLINDS, max_allin=3))
    cold = solve_model(model.solver, 1e-5, no_doubt(model.solver))
    warm = solve_model(model.solver, 1e-5, no_doubt(model.solver), start=begun)
    assert warm.gains.max() < 1e-5
    assert warm.strategy @ model.solver.tensors.prior == pytest.approx(
        cold.strategy @ model.solver.tensors.prior, abs=0.005
    )
    all_in = table_model(SMALL, TableHand((1.0,) * 5, BLINDS, max_allin=3))
    assert solve_model(all_in.solver, 1e-4, no_doubt(all_in.solver)).gains.max() < 1e-4


def test_a_blind_that_is_all_in_counts_among_those_who_may_be() -> None:
    """So no end has four players, and the model takes such a hand."""
    hand = TableHand((6.0, 1.0, 6.0, 6.0, 6.0), BLINDS, max_allin=3)
    assert not unmodelled(SMALL, hand)
    assert {len(node.all_in_before) for node in hand.nodes} == {0, 1}

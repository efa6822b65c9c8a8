"""Names of documented modules before they had those of the field."""

from __future__ import annotations

import importlib

import pytest

from jamfold.betting.hand import Node, TableHand
from jamfold.betting.two_seats import Situation
from jamfold.cards.games import SIX_PLUS
from jamfold.spots.solve import solve_situation

FORMER = {
    "errors": {"at_field": "error_field"},
    "flops.answers": {"Answers": "OpponentResponses"},
    "games": {"named_game": "game_by_alias", "own_name": "canonical_name"},
    "hand.hand": {"Hand": "TableHand", "Seated": "SeatStack", "is_counted": "is_exactly_solvable"},
    "hand.two_seats": {"shown_down": "showdown_chips", "folded": "fold_chips"},
    "shown": {"Shown": "DisplayableResult", "Several": "ResultTuple"},
    "solver.exact": {"Pace": "IterationSchedule", "STEADY": "DEFAULT_SCHEDULE", "Start": "InitialAverages"},
    "solver.payoffs": {"Payoffs": "ClassGame", "Plane": "OutcomeCounts"},
    "spots.strategy": {"Solved": "SolvedSpot"},
    "spots.table.sampled": {"Keeper": "CheckpointStore", "unheard": "ignore_search_progress"},
    "tables": {"BuildNeeds": "BuildCost", "build_needs": "estimate_build"},
    "worth.pairs": {"Ends": "AllInOutcomes"},
    "worth.pots": {"shared_out": "distribute_pots"},
    "worth.settlement": {"settled": "settle_after_hand"},
}


@pytest.mark.parametrize("module", FORMER)
def test_modules_keep_them(module: str) -> None:
    found = importlib.import_module(f"jamfold.{module}")
    for former, name in FORMER[module].items():
        assert getattr(found, former) is getattr(found, name)


def test_results_keep_them() -> None:
    situation = Situation((10.0, 10.0), (0.5, 1.0))
    assert (situation.live, situation.decides) == (situation.effective_stack, situation.has_decision)
    node = Node(1, (0,), ("jam",), "call")
    assert [getattr(node, name) for name in ("after", "acts", "does")] == [(0,), ("jam",), "call"]
    strategy = solve_situation(SIX_PLUS, situation).strategy()
    assert (strategy.played == strategy.frequency).all()
    assert (strategy.asked == strategy.reach_probability).all()
    assert strategy.at_nodes(0) == strategy.decisions_of(0)
    assert strategy.played_for is strategy.payoffs
    assert TableHand.behind.__doc__ == "The former name of `stacks_behind`."

"""The table and the tournament of three that come with the program are what is computed now."""

from __future__ import annotations

import numpy as np
import pytest

from jamfold.cases.table import TableRequest
from jamfold.cases.tournaments import ThreeTournamentRequest
from jamfold.core.storage.items import Artifact
from jamfold.solver.seats import evaluate_seats
from jamfold.spots import solve
from jamfold.spots.nplayer.exact import seat_game
from jamfold.spots.nplayer.own_files import boxed_table
from jamfold.spots.nplayer.result import COUNTED, table_result
from jamfold.spots.tournaments.stored_three_players import solve_three_tournament
from jamfold.spots.tournaments.three_players import solve_heads_up, worth_of
from tools.box import TABLE, THREE


def test_the_table() -> None:
    asked = TableRequest(game="holdem", **TABLE)
    boxed, now = boxed_table(asked.rules, asked.hand), table_result(asked.rules, asked.hand)
    assert boxed is not None
    assert now.bundled_errors is None
    for name in COUNTED:
        assert getattr(boxed, name) == pytest.approx(getattr(now, name), abs=1e-9, nan_ok=True), name
    assert boxed.lifetime.deviations == pytest.approx(now.lifetime.deviations, rel=1e-9)


def test_the_tournament(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every hand is worth what is told when what follows is, and no seat gains more in it than is told."""
    monkeypatch.setattr(Artifact, "has_record", lambda item: False)  # none that is kept is opened
    asked = ThreeTournamentRequest(game="holdem", **THREE)
    answer = solve_three_tournament(asked.rules, asked.grid, asked.schedule.unit)
    assert answer.boxed
    grid, solved = answer.grid, answer.solved
    duel = solve_heads_up(solve.load_payoffs(answer.game, planes=True), grid)
    worth = worth_of(grid, solved.values, duel.small, duel.big)
    for row, stacks in enumerate(grid.states):
        hand = grid.hand(stacks, worth)
        found = evaluate_seats(seat_game(answer.game, hand), solved.strategies[row])
        values = np.empty(hand.n)
        values[list(hand.order)] = found.values
        assert values == pytest.approx(solved.values[row], abs=1e-9), stacks
        assert max(found.own_gains) <= solved.epsilon, stacks

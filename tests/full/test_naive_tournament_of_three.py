"""A tournament of three, 8 units, judged by an independent program."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, product

import numpy as np
import pytest

from jamfold.betting.posts import seat_names
from jamfold.cards import Rank
from jamfold.cards.games import GAMES, SIX_PLUS
from jamfold.class_tables.threeway_build import load_threeway
from jamfold.spots import solve
from jamfold.spots.nplayer.exact import all_nodes
from jamfold.spots.tournaments.blind_levels import ScheduledLevel
from jamfold.spots.tournaments.three_players import solve_heads_up, solve_three
from jamfold.spots.tournaments.tournament_hands import Grid
from jamfold.valuation.prizes import Prizes
from tests.naive_three import Deals, NaiveThree, State

SMALL = replace(SIX_PLUS, name="small-six-plus", lowest_rank=Rank(7))
PRIZES = (50.0, 30.0, 20.0)


def test_eight_units(monkeypatch: pytest.MonkeyPatch) -> None:
    """The strategies of the search, judged by the other program: the same to 1e-9 of the prizes."""
    monkeypatch.setitem(GAMES, SMALL.name, SMALL)
    grid = Grid(8, ScheduledLevel(None, 1, 2), Prizes(PRIZES))
    solved, duel = solve_three(SMALL, grid), solve_heads_up(solve.load_payoffs(SMALL, planes=True), grid)
    table, names = load_threeway(SMALL), seat_names(3)
    classes = range(table.classes.n)
    triples = [*product(classes, repeat=3)]
    counts = [table.counts(*triple) for triple in triples]
    total = sum(sum(one.values()) for one in counts)
    deals = Deals(
        np.array(triples),
        {order: np.array([one.get(order, 0) for one in counts]) / total for order in {*chain(*counts)}},
    )
    rows = {tuple(map(int, stacks)): row for row, stacks in enumerate(grid.states)}
    nodes = {
        " ".join(names[seat] for seat in (node.seat, *node.all_in_before)): number
        for number, node in enumerate(all_nodes(3))
    }

    def plays(stacks: State, name: str, number: int) -> float:
        return float(solved.strategies[rows[stacks], nodes[name], number])

    naive = NaiveThree(8, (1, 2), PRIZES, deals, plays)
    values = naive.values(lambda small, big: (duel.small[small], duel.big[big]), best=False)
    best = naive.values(lambda small, big: (duel.best_small[small], duel.best_big[big]), best=True)
    order = [values[stacks] for stacks in rows]  # type: ignore[index]
    assert np.array(order) == pytest.approx(solved.values, abs=1e-9 * sum(PRIZES))
    order = [best[stacks] for stacks in rows]  # type: ignore[index]
    assert np.array(order) == pytest.approx(solved.best, abs=1e-9 * sum(PRIZES) + solved.left)

"""Many spots one after another: each solved exactly, from the one before it of its game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from jamfold.games import Game
from jamfold.hand.raises import JAM_OR_FOLD, Raises
from jamfold.hand.terms import PayoffTerms
from jamfold.hand.two_seats import Situation
from jamfold.solver.exact import ExactSolver
from jamfold.solver.solution import Solution
from jamfold.spots.solution import SpotSolution
from jamfold.spots.solving import load_payoffs, make_spot
from jamfold.spots.strategy import Seat
from jamfold.spots.terms import spot_payoffs
from jamfold.spots.tree_solving import WarmStartSolver, solve_raises
from jamfold.worth.numbers import Pair


@dataclass(frozen=True)
class BatchSpot:
    """What is solved: the chips, and what they are worth."""

    game: Game
    situation: Situation
    terms: PayoffTerms
    raises: Raises = JAM_OR_FOLD

    @property
    def order(self) -> tuple[object, ...]:
        """Spots that are near in this order are near in their strategies; no two have the same place."""
        near = self.situation
        said = repr(self.terms), repr(self.raises)
        return self.game.name, self.terms.currency, *said, near.b, near.s, repr(near)


@dataclass(frozen=True)
class BatchSolved:
    """What is told of a solved spot; pairs are small and big blind."""

    s: float
    b: float
    """s, b: Effective stack and small blind in units of the game (s, b)."""
    jam_percent: float
    call_percent: float
    """jam_percent, call_percent: Of all hands."""
    value_bb: float
    value_chips: Pair
    """value_bb, value_chips: What the small blind, and both, win in chips."""
    value_money: Pair | None
    """What the chips of both are worth after the hand; None where nothing but chips is played for."""
    gains: Pair
    """What both could still gain, in money where money is played for, else in big blinds."""
    exact: bool
    """Whether half of their sum is below the tolerance of the exact method."""
    mixed: tuple[int, int]
    """Classes that are played sometimes."""
    open_percent: float | None = None
    """Of all hands that the small blind raises first without jamming; None where no raises are listed."""
    plays_percent: Pair | None = None
    """Of all hands of both that are not folded at their first decision; None likewise."""


def solve_in_order(spots: Sequence[BatchSpot]) -> list[BatchSolved]:
    """The solutions in the order of the spots; the same spots in the same order give the same bytes.

    Raises TableError if a class table cannot be built here.
    """
    solved = []
    before: Game | None = None
    solution: Solution | None = None
    trees: dict[tuple[Game, bool], WarmStartSolver] = {}
    for one in spots:
        stakes = spot_payoffs(one.situation, one.terms, split=one.game.split_low).stakes
        if one.raises:
            key = one.game, stakes.needs_planes
            near = trees.setdefault(key, WarmStartSolver(load_payoffs(one.game, planes=stakes.needs_planes)))
            tree = solve_raises(one.game, one.situation, one.raises, one.terms, neighbours=near)
            percents = [tree.strategy(seat).played_percent for seat in Seat]
            told = replace(
                _told(tree), open_percent=tree.raised_percent, plays_percent=(percents[0], percents[1])
            )
            solved.append(told)
            continue
        solver = _solver(one.game, stakes.needs_planes)
        start = solution if before == one.game else None
        solution = solver.solve(stakes, start=start)
        before = one.game
        solved.append(_told(make_spot(one.game, one.situation, one.terms, solution)))
    return solved


def _told(spot: SpotSolution) -> BatchSolved:
    """What is told of a spot."""
    money = spot.currency == "money"
    return BatchSolved(
        spot.s, spot.b, spot.jam_percent, spot.call_percent, spot.value_bb, spot.value_chips,
        spot.value_money if money else None, spot.gains_money if money else spot.gains_bb,
        spot.exact, spot.mixed,
    )  # fmt: skip


@lru_cache(4)
def _solver(game: Game, planes: bool) -> ExactSolver:
    return ExactSolver(load_payoffs(game, planes=planes))

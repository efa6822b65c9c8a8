"""Proved bounds on how far jam or fold is from the whole game, with limps, raises and flops.

Two players, chips; V is the small blind's value in the whole of no-limit, with any sizes on all streets.

- From below: a small blind that only jams or folds leaves the big blind nothing but call and fold, so
  V >= L, the value of jam or fold.
- From above: let the big blind answer every raise by jam or fold, whatever its size, and a limp by jam or by
  checking and folding to every later bet.  Against that the small blind's best actions are fold, limp, the
  smallest raise (a larger one risks more for the same answers) and jam, and after a limp that is not jammed
  over it wins the pot at most.  So V <= U, the value of this finite tree.

Both are strategies of the whole game, so L <= V <= U is a theorem; if U = L, jam or fold is an equilibrium
of the whole game.  Both values are fractions (`solver.tree_rational`), so U = L is exact.

Frequencies: against the big blind's strategy of U, a small-blind strategy that misplays the share q of a
class loses q times the cost of the error.  If it is worth L or more, it loses at most U - L in total.  So
q <= (U - L) / cost, and q = 0 if U = L and the cost is positive.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from jamfold.betting.posts import BlindLevel
from jamfold.betting.raises import Raises
from jamfold.betting.terms import CHIPS
from jamfold.betting.two_seats import Situation
from jamfold.calculator.flops.flop_margins import FlopMargins, load_margins
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.core.arrays import FloatArray
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.core.progress import Progress, ignore_progress
from jamfold.ranges.grid import class_label
from jamfold.solver.rational import RationalGame, RationalSolution
from jamfold.solver.solution import Solution
from jamfold.solver.tree_rational import RationalPlan, RationalStrategy, best_response_value
from jamfold.spots.charts import situations_on
from jamfold.spots.payoffs import spot_payoffs
from jamfold.spots.proof import proved_plans, rational_tree, write_bounds
from jamfold.spots.sampled_flops import SampledBound, sampled_bound
from jamfold.spots.solve import load_payoffs
from jamfold.spots.stack_grid import StackGrid
from jamfold.spots.tree_solve import FEWEST_DECISIONS, WarmStartSolver, solve_raises
from jamfold.spots.trees import TreeSpot
from jamfold.spots.whole_game_flops import (
    FlopBound,
    first_actions,
    flop_bound,
    plan_texts,
    search_plan,
)

SMALLEST_RAISE = 2
"""The smallest first raise, in big blinds."""
PROVED, OPEN = "proved", "open"
_MIN_COST = 1e-9
"""Costs up to this may be rounding, in units of B."""
FINEST = 10_000
"""Thresholds are multiples of a big blind over this."""
_SURE = 1e-7
"""A gap above this is no rounding, in units of B."""
_MAX_DENOMINATOR = 10**6
"""The largest denominator of a rounded frequency."""
DEEPEST = 64
"""The deepest threshold, in big blinds."""


@json_fields("class=label jam", schema="BoundsLowerHand")
class LowerHand(NamedTuple):
    """The small blind's strategy with a class, which proves the lower bound."""

    label: str
    jam: float
    """The frequency of jamming; otherwise it folds."""


@json_fields(
    "class=label call jam_over_raise jam_over_limp call_raise jam_over_larger", schema="BoundsUpperHand"
)
class UpperHand(NamedTuple):
    """The big blind's strategy with a class, which proves the upper bound."""

    label: str
    call: float
    """The frequency of calling a jam."""
    jam_over_raise: float | None
    """The frequency of jamming over any raise that is not all-in; otherwise it folds. Null if there is no
    raise. With flops: over the smallest raise."""
    jam_over_limp: float | None
    """The frequency of jamming over a limp; otherwise it checks and folds to every later bet. Null without
    limps. With flops it may also jam the flop after a check."""
    call_raise: float | None = None
    """The frequency of calling the smallest raise, to jam or give up the flop; null without flops."""
    jam_over_larger: float | None = None
    """The frequency of jamming over a larger raise; otherwise it folds. Null without flops."""


@json_fields("class=label plays status otherwise status_without_limps", schema="BoundsHand")
class HandStatus(NamedTuple):
    """What is proved about a class of the small blind in the whole game."""

    label: str
    plays: float
    """The frequency of jamming in the strategy that proves the lower bound."""
    status: str
    """``proved`` if every strategy of the whole game that is worth the lower bound always plays the class, or
    always folds it, as here; otherwise ``open``."""
    otherwise: float
    """The largest frequency with which such a strategy can do the opposite, in [0, 1]."""
    status_without_limps: str
    """The status if nobody may limp."""


@json_fields(
    "stack_bb lower_bb upper_bb gap_bb upper_without_limps_bb gap_without_limps_bb", schema="BoundsPoint"
)
class BoundsAt(NamedTuple):
    """The bounds at a stack, in big blinds."""

    stack_bb: float
    lower_bb: float
    upper_bb: float
    gap_bb: float
    upper_without_limps_bb: float
    gap_without_limps_bb: float


@dataclass(frozen=True, eq=False)
class UpperBound:
    """An upper bound, proved by the big blind's strategy in a solved tree."""

    tree: TreeSpot
    plan: RationalPlan
    """The big blind's realization plan."""
    value: Fraction
    """The small blind's best-response value, in units of B."""

    @cached_property
    def answers(self) -> dict[str, RationalStrategy]:
        """The big blind's frequencies of jamming over a ``limp`` or ``raise``, and of calling a ``jam``."""
        strategies, big = {}, self.tree.situation.big_blind
        for point, turn in zip(self.tree.points, self.tree.solved.tree.turns, strict=True):
            if point.seat == 1:
                kind, to = point.after[0][1]
                strategies["limp" if kind == "raise" and to <= big else kind] = self.plan[turn.actions[0]]
        return strategies

    def otherwise(self, gap: Fraction) -> FloatArray:
        """Return the largest frequency of each error in a strategy worth L, shape (n,); gap in big blinds."""
        best = self.tree.solved.evaluation.best[0].actions
        cost = np.abs(best[0].max(axis=0)) if best else np.zeros(self.tree.classes.n)
        weights = self.tree.classes.sizes / self.tree.game.n_hands
        in_units = float(gap / self.tree.situation.exact_units[0])
        most = np.divide(in_units, weights * cost, out=np.ones_like(cost), where=cost > _MIN_COST)
        return np.minimum(most, 1.0)


class Fractions(NamedTuple):
    """The exact bounds, in big blinds from the start of the hand."""

    lower: Fraction
    upper: Fraction
    upper_without_limps: Fraction


@dataclass(frozen=True, eq=False)
class WholeGame:
    """The solutions that prove the bounds of a situation."""

    game: Game
    situation: Situation
    lower: RationalSolution
    """The equilibrium of jam or fold."""
    upper: tuple[UpperBound | FlopBound, UpperBound]
    """The bounds with limps, and without."""

    @cached_property
    def bounds(self) -> Fractions:
        unit, offset = self.situation.exact_units
        return Fractions(*(offset + unit * solved.value for solved in (self.lower, *self.upper)))

    @property
    def gaps(self) -> tuple[Fraction, Fraction]:
        """U - L with limps, and without."""
        lower, upper, without = self.bounds
        return upper - lower, without - lower

    def at(self, stack: float) -> BoundsAt:
        """Return the bounds in floating point, in a row for a stack in big blinds."""
        (lower, upper, without), (gap, gap_without) = self.bounds, self.gaps
        return BoundsAt(stack, *map(float, (lower, upper, gap, without, gap_without)))


@json_fields(
    "game=game.name effective_stack_bb lower_bb=at.lower_bb upper_bb=at.upper_bb gap_bb=at.gap_bb "
    "lower upper is_equilibrium upper_without_limps_bb=at.upper_without_limps_bb "
    "gap_without_limps_bb=at.gap_without_limps_bb flops threshold_bb threshold_without_limps_bb "
    "lower_strategy upper_strategy hands chart sampled"
)
@dataclass(frozen=True, eq=False)
class Bounds(DisplayableResult):
    """The bounds of the small blind's value in the whole game."""

    solved: WholeGame
    threshold_bb: float | None
    """The largest effective stack, to a ten-thousandth of a big blind, at which jam or fold was found to be
    an equilibrium of the whole game; null if it is one at all stacks up to 64."""
    threshold_without_limps_bb: float | None
    """The same threshold if nobody may limp."""
    chart: tuple[BoundsAt, ...] = ()
    """The bounds over stacks; empty unless requested."""
    flops: bool = False
    """Whether the big blind may also jam the flop."""
    sampled: SampledBound | None = None
    """With flops, in games of four cards, the estimated upper bound; null if there is no gap, or no limp."""

    @property
    def game(self) -> Game:
        return self.solved.game

    @cached_property
    def at(self) -> BoundsAt:
        """The bounds at the effective stack behind the antes."""
        situation = self.solved.situation
        return self.solved.at(situation.effective_stack / situation.big_blind)

    @property
    def effective_stack_bb(self) -> float:
        """The chips that each player can still win behind the antes, in big blinds."""
        return self.at.stack_bb

    @property
    def lower(self) -> str:
        """The lower bound as a fraction."""
        return str(self.solved.bounds.lower)

    @property
    def upper(self) -> str:
        """The upper bound as a fraction."""
        return str(self.solved.bounds.upper)

    @property
    def is_equilibrium(self) -> bool:
        """Whether both bounds are equal: jam or fold is an equilibrium of the whole game."""
        return self.solved.gaps[0] == 0

    @property
    def lower_strategy(self) -> list[LowerHand]:
        """The small blind's strategy that proves the lower bound."""
        return [LowerHand(label, jam) for label, jam in zip(self._labels, self._jams, strict=True)]

    @property
    def upper_strategy(self) -> list[UpperHand]:
        """The big blind's strategy that proves the upper bound."""
        answers, nothing = self.solved.upper[0].answers, [None] * len(self._labels)
        columns = [
            answers[name].chances().tolist() if name in answers else nothing
            for name in ("jam", "raise", "limp", "call", "other")
        ]
        return [UpperHand(*row) for row in zip(self._labels, *columns, strict=True)]

    @property
    def hands(self) -> list[HandStatus]:
        """What is proved about each class of the small blind."""
        pairs = zip(self.solved.upper, self.solved.gaps, strict=True)
        errors, errors_without = (bound.otherwise(gap).tolist() for bound, gap in pairs)
        columns = zip(self._labels, self._jams, errors, errors_without, strict=True)
        return [
            HandStatus(label, jam, _status(error), error, _status(error_without))
            for label, jam, error, error_without in columns
        ]

    @property
    def _labels(self) -> list[str]:
        return [class_label(self.game, i) for i in range(hand_classes(self.game).n)]

    @property
    def _jams(self) -> list[float]:
        jams: list[float] = self.solved.lower.jam.chances().tolist()
        return jams


def prove_bounds(answer: Bounds, path: Path) -> None:
    """Write the proof of the bounds to a file for `docs/check_bounds.py`, with flops for `check_flops.py`.

    Raises SolutionError if the file cannot be written.
    """
    solved, bounds, texts = answer.solved, answer.solved.bounds._asdict(), None
    with_limps, without_limps = solved.upper
    strategies: dict[str, Any] = {"jam": solved.lower.jam}
    if isinstance(with_limps, FlopBound):
        texts = plan_texts(with_limps.plan, load_margins(solved.game), solved.game)
        del bounds["upper_without_limps"]
    else:
        strategies |= {"with_limps": with_limps.answers, "without_limps": without_limps.answers}
    write_bounds(path, solved.game, solved.situation, strategies, bounds, texts)


def _status(otherwise: float) -> str:
    return PROVED if otherwise == 0.0 else OPEN


class BoundsSolver:
    """Solver of the bounds of a game; each situation starts from the last solutions."""

    def __init__(self, game: Game, progress: Progress = ignore_progress, *, flops: bool = False) -> None:
        """Raises TableError if the class table cannot be built here."""
        self._game, self._progress, self._with_flops = game, progress, flops
        self._payoffs = load_payoffs(game, progress)
        self._neighbours, self._fractions = WarmStartSolver(self._payoffs), RationalGame(self._payoffs)

    def solve(self, situation: Situation) -> WholeGame:
        with_limps, without_limps = self._upper(situation, limp=True), self._upper(situation, limp=False)
        solved = WholeGame(self._game, situation, self._lower(situation), (with_limps, without_limps))
        if self._with_flops and solved.gaps[0] and first_actions(situation):
            plan = search_plan(self._game, self._payoffs, self._flops, situation, self._progress)
            with_flops = flop_bound(self._payoffs, self._flops, situation, plan, self._progress)
            if with_flops.value < with_limps.value:
                return replace(solved, upper=(with_flops, without_limps))
        return solved

    def chart(self, stacks: list[tuple[float, Situation]]) -> tuple[BoundsAt, ...]:
        """Return the bounds at every stack of a grid, in big blinds."""
        rows = []
        for k, (stack, situation) in enumerate(stacks):
            self._progress(f"{k} of {len(stacks)} stacks", k / len(stacks))
            rows.append(self.solve(situation).at(stack))
        return tuple(rows)

    def threshold(self, level: BlindLevel, *, limp: bool) -> float | None:
        """Return the largest effective stack with U = L, in big blinds; None if there is none with a gap.

        Stacks are doubled up to `DEEPEST`; then the last one without a gap is found by bisection.
        """

        def has_gap(steps: int) -> bool:
            return self._has_gap(level, steps / FINEST, limp=limp)

        above = 2 * FINEST
        while not has_gap(above):
            above *= 2
            if above > DEEPEST * FINEST:
                return None
        first = bisect_left(range(above), True, above // 2 + 1, key=has_gap)
        return (first - 1) / FINEST

    @cached_property
    def _flops(self) -> FlopMargins:
        return load_margins(self._game, self._progress)

    def _has_gap(self, level: BlindLevel, stack: float, *, limp: bool) -> bool:
        """Return whether U > L at an effective stack in big blinds behind the antes."""
        self._progress(f"looking for the last stack without a gap, {stack:g} bb", 0.0)
        first = stack * level.big_blind + level.ante
        situation = Situation.at((first, first + level.bb_ante), level)
        pure, tree = self._jam_or_fold(situation), self._tree(situation, self._neighbours, limp=limp)
        if tree.solution.values[0] - pure.values[0] > _SURE:  # fractions are not needed
            return True
        return self._upper(situation, limp=limp).value > self._lower(situation).value

    def _jam_or_fold(self, situation: Situation) -> Solution:
        stakes = spot_payoffs(situation, CHIPS, split=self._game.split_low).stakes
        return self._neighbours.jam_or_fold(stakes)

    def _lower(self, situation: Situation) -> RationalSolution:
        return self._fractions.solve(*situation.fractions, self._jam_or_fold(situation))

    def _tree(self, situation: Situation, neighbours: WarmStartSolver | None, *, limp: bool) -> TreeSpot:
        smallest = SMALLEST_RAISE * situation.big_blind
        raises = Raises(open=(smallest,) if smallest < situation.effective_stack else (), limp=limp)
        return solve_raises(self._game, situation, raises, CHIPS, neighbours=neighbours)

    def _upper(self, situation: Situation, *, limp: bool) -> UpperBound:
        for neighbours in (self._neighbours, None):  # another start may end in another equilibrium
            tree = self._tree(situation, neighbours, limp=limp)
            if len(tree.points) == FEWEST_DECISIONS:
                lower = self._lower(situation)
                return UpperBound(tree, (lower.call,), lower.value)
            plans = proved_plans(tree)
            if plans is not None:
                return UpperBound(tree, plans.plans[1], plans.value)
        game, scale = rational_tree(tree)
        plan = tuple(map(_rounded, tree.solved.plans[1]))
        return UpperBound(tree, plan, best_response_value(self._payoffs, game, plan) / scale)


def _rounded(chances: FloatArray) -> RationalStrategy:
    """Return frequencies as fractions of small denominators: another strategy, whose bound is exact."""
    mixed = np.flatnonzero((chances > 0.0) & (chances < 1.0)).tolist()
    rounded = {i: Fraction(float(chances[i])).limit_denominator(_MAX_DENOMINATOR) for i in mixed}
    return RationalStrategy.from_chances(chances >= 1.0, rounded)


def whole_game_bounds(
    game: Game,
    situation: Situation,
    grid: StackGrid | None = None,
    progress: Progress = ignore_progress,
    *,
    flops: bool = False,
) -> Bounds:
    """Return the bounds of a situation, the thresholds at its blinds and antes, and a chart of a grid.

    With `flops` the big blind may also jam the flop; in games of four cards this is an estimate.  Raises
    TableError if the class table cannot be built here, SituationError if no hand can be played at a stack.
    """
    level = situation.level
    stacks = situations_on(grid, level) if grid else []
    solver = BoundsSolver(game, progress, flops=flops and game.ranks_all_holdings)
    solved = solver.solve(situation)
    thresholds = solver.threshold(level, limp=True), solver.threshold(level, limp=False)
    bounds = Bounds(solved, *thresholds, solver.chart(stacks), flops)
    if not flops or game.ranks_all_holdings or bounds.is_equilibrium or not first_actions(situation):
        return bounds
    sampled = sampled_bound(game, load_payoffs(game), situation, bounds.at.lower_bb, progress)
    return replace(bounds, sampled=sampled)

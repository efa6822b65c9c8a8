"""How far jam or fold is from the whole game, limps, raises and flops included: proved bounds.

Two players, chips; V is what the small blind earns in the whole of no-limit, with any sizes on all streets.

- From below: who only jams or folds leaves the other nothing but call and fold, so V >= L, the value of jam
  or fold.
- From above: let the big blind answer every raise by jam or fold, whatever its size, and a limp by jam or by
  checking and folding to every later bet.  Against that the small blind does best with fold, limp, the
  smallest raise (a larger one risks more for the same answers) or jam, and behind a limp that is not jammed
  over it wins the pot at most.  So V <= U, the value of this finite tree.

Both are strategies of the whole game, so L <= V <= U is a theorem, and where U = L jam or fold is an
equilibrium of it.  Both values are found in fractions (`solver.tree_rational`), so that U = L is no rounding.

Frequencies: a small-blind strategy that plays the share q of a class other than best against the big blind's
strategy of U loses q times the cost, and in total at most U - L, or it is worth less than L.  So q is at most
(U - L) / cost, and 0 if U = L and the cost is positive.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

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
"""Big blinds to which the first raise is at least."""
PROVED, OPEN = "proved", "open"
_LEAST_COST = 1e-9
"""Units of B below which an action may cost nothing."""
FINEST = 10_000
"""Parts of a big blind in which thresholds are looked for."""
_SURE = 1e-7
"""Units of B that are more than rounding."""
_FINEST_CHANCE = 10**6
"""Parts in which chances are rounded."""
DEEPEST = 64
"""Big blinds up to which thresholds are looked for."""


@json_fields("class=label jam", schema="BoundsLowerHand")
class LowerHand(NamedTuple):
    """What the small blind does in the strategy that proves the lower bound."""

    label: str
    jam: float
    """The chance that it jams; else it folds."""


@json_fields(
    "class=label call jam_over_raise jam_over_limp call_raise jam_over_larger", schema="BoundsUpperHand"
)
class UpperHand(NamedTuple):
    """What the big blind does in the strategy that proves the upper bound."""

    label: str
    call: float
    """The chance of calling a jam."""
    jam_over_raise: float | None
    """The chance of jamming over any raise that is no jam, else it folds; null where there is no raise.
    With flops, over the smallest raise."""
    jam_over_limp: float | None
    """The chance of jamming over a limp, else it checks and folds to every later bet; null without limps.
    With flops, behind a check, it may also jam on the flop."""
    call_raise: float | None = None
    """The chance of calling the smallest raise, then to jam or give up on the flop; null without flops."""
    jam_over_larger: float | None = None
    """The chance of jamming over a larger raise, else it folds; null without flops."""


@json_fields("class=label plays status otherwise status_without_limps", schema="BoundsHand")
class HandStatus(NamedTuple):
    """What is known of a class of the small blind in the whole game."""

    label: str
    plays: float
    """The chance of jamming in the strategy that proves the lower bound."""
    status: str
    """``proved``: no strategy of the whole game that is worth the lower bound ever folds the hand, or none
    ever plays it, as here.  Else ``open``."""
    otherwise: float
    """The largest share of the time that such a strategy can do otherwise with it, in [0, 1]."""
    status_without_limps: str
    """The status where nobody may limp."""


@json_fields(
    "stack_bb lower_bb upper_bb gap_bb upper_without_limps_bb gap_without_limps_bb", schema="BoundsPoint"
)
class BoundsAt(NamedTuple):
    """The bounds at one stack, in big blinds."""

    stack_bb: float
    lower_bb: float
    upper_bb: float
    gap_bb: float
    upper_without_limps_bb: float
    gap_without_limps_bb: float


@dataclass(frozen=True, eq=False)
class UpperBound:
    """The best-response value of the small blind against the big blind's strategy of a solved tree."""

    tree: TreeSpot
    plan: RationalPlan
    """The big blind's chances in fractions, by sequence."""
    value: Fraction
    """What the small blind's best response earns, in units of B."""

    @cached_property
    def answers(self) -> dict[str, RationalStrategy]:
        """The chances of jamming over ``limp`` and ``raise`` and of calling ``jam``, if they exist."""
        strategies, big = {}, self.tree.situation.big_blind
        for point, turn in zip(self.tree.points, self.tree.solved.tree.turns, strict=True):
            if point.seat == 1:
                kind, to = point.after[0][1]
                strategies["limp" if kind == "raise" and to <= big else kind] = self.plan[turn.actions[0]]
        return strategies

    def otherwise(self, gap: Fraction) -> FloatArray:
        """The largest share of each class that plays it otherwise and may still be worth L, shape (n,)."""
        best = self.tree.solved.evaluation.best[0].actions
        cost = np.abs(best[0].max(axis=0)) if best else np.zeros(self.tree.classes.n)
        weights = self.tree.classes.sizes / self.tree.game.n_hands
        in_units = float(gap / self.tree.situation.exact_units[0])
        most = np.divide(in_units, weights * cost, out=np.ones_like(cost), where=cost > _LEAST_COST)
        return np.minimum(most, 1.0)


@dataclass(frozen=True, eq=False)
class WholeGame:
    """What the bounds at one stack are read from."""

    game: Game
    situation: Situation
    lower: RationalSolution
    """Jam or fold."""
    upper: tuple[UpperBound | FlopBound, UpperBound]
    """With limps, and without."""

    @cached_property
    def bounds(self) -> tuple[Fraction, Fraction, Fraction]:
        """L, U and U without limps, in big blinds from the start of the hand."""
        unit, offset = self.situation.exact_units
        lower, upper, without = (
            offset + unit * value for value in (self.lower.value, *(bound.value for bound in self.upper))
        )
        return lower, upper, without

    @property
    def gaps(self) -> tuple[Fraction, Fraction]:
        """U - L with limps, and without."""
        lower, upper, without = self.bounds
        return upper - lower, without - lower

    def at(self, stack: float) -> BoundsAt:
        """The bounds in floating point."""
        lower, upper, without = self.bounds
        gap, less = self.gaps
        return BoundsAt(stack, *map(float, (lower, upper, gap, without, less)))


@json_fields(
    "game=game.name effective_stack_bb lower_bb=at.lower_bb upper_bb=at.upper_bb gap_bb=at.gap_bb "
    "lower upper is_equilibrium upper_without_limps_bb=at.upper_without_limps_bb "
    "gap_without_limps_bb=at.gap_without_limps_bb flops threshold_bb threshold_without_limps_bb "
    "lower_strategy upper_strategy hands chart"
)
@dataclass(frozen=True, eq=False)
class Bounds(DisplayableResult):
    """What the small blind earns in the whole game: at least, and at most."""

    solved: WholeGame
    thresholds: tuple[float | None, float | None]
    """With limps and without: the largest effective stack, to a ten-thousandth of a big blind, at which jam
    or fold was found to be an equilibrium of the whole game; null where it is one at all up to 64."""
    chart: tuple[BoundsAt, ...] = ()
    """The bounds over stacks; empty unless requested."""
    flops: bool = False
    """Whether the big blind also jams on flops, or gives up."""

    @property
    def game(self) -> Game:
        return self.solved.game

    @property
    def situation(self) -> Situation:
        return self.solved.situation

    @property
    def effective_stack_bb(self) -> float:
        """The chips that each can still win behind the antes, in big blinds."""
        return self.situation.effective_stack / self.situation.big_blind

    @cached_property
    def at(self) -> BoundsAt:
        return self.solved.at(self.effective_stack_bb)

    @property
    def lower(self) -> str:
        """The lower bound as a fraction."""
        return str(self.solved.bounds[0])

    @property
    def upper(self) -> str:
        """The upper bound as a fraction."""
        return str(self.solved.bounds[1])

    @property
    def is_equilibrium(self) -> bool:
        """Whether both bounds are the same: jam or fold is an equilibrium of the whole game."""
        return self.solved.gaps[0] == 0

    @property
    def threshold_bb(self) -> float | None:
        """The largest effective stack without a gap, with limps."""
        return self.thresholds[0]

    @property
    def threshold_without_limps_bb(self) -> float | None:
        """The same where nobody may limp."""
        return self.thresholds[1]

    @property
    def lower_strategy(self) -> list[LowerHand]:
        """The small blind's strategy that proves the lower bound: jam or fold."""
        return [LowerHand(label, jam) for label, jam in zip(self._labels, self._jams, strict=True)]

    @property
    def upper_strategy(self) -> list[UpperHand]:
        """The big blind's strategy that proves the upper bound, whatever the small blind does."""
        answers, nothing = self.solved.upper[0].answers, [None] * len(self._labels)
        columns = [
            answers[name].chances().tolist() if name in answers else nothing
            for name in ("jam", "raise", "limp", "call", "other")
        ]
        return [UpperHand(*row) for row in zip(self._labels, *columns, strict=True)]

    @property
    def hands(self) -> list[HandStatus]:
        """What is known of each class of the small blind."""
        pairs = zip(self.solved.upper, self.solved.gaps, strict=True)
        most, less = (bound.otherwise(gap) for bound, gap in pairs)
        return [
            HandStatus(label, jam, _status(most[i]), float(most[i]), _status(less[i]))
            for i, (label, jam) in enumerate(zip(self._labels, self._jams, strict=True))
        ]

    @property
    def _labels(self) -> list[str]:
        return [class_label(self.game, i) for i in range(hand_classes(self.game).n)]

    @property
    def _jams(self) -> list[float]:
        jams: list[float] = self.solved.lower.jam.chances().tolist()
        return jams


def prove_bounds(answer: Bounds, path: Path) -> None:
    """Write the proof of the bounds at the stack to a file for `docs/check_bounds.py` or `check_flops.py`.

    Raises SolutionError if the file cannot be written.
    """
    solved, (lower, upper, without) = answer.solved, answer.solved.bounds
    upper_bound = solved.upper[0]
    if isinstance(upper_bound, FlopBound):
        texts = plan_texts(upper_bound.plan, load_margins(solved.game), solved.game)
        bounds = {"lower": lower, "upper": upper}
        write_bounds(path, solved.game, solved.situation, {"jam": solved.lower.jam}, bounds, texts)
        return
    names = ("with_limps", "without_limps")
    answers = {name: bound.answers for name, bound in zip(names, solved.upper, strict=True)}
    bounds = {"lower": lower, "upper": upper, "upper_without_limps": without}
    write_bounds(path, solved.game, solved.situation, {"jam": solved.lower.jam, **answers}, bounds)


def _status(otherwise: float) -> str:
    return PROVED if otherwise == 0.0 else OPEN


class BoundsSolver:
    """The bounds of one game at one situation after another."""

    def __init__(self, game: Game, progress: Progress = ignore_progress, *, flops: bool = False) -> None:
        """Raises TableError if the class table cannot be built here."""
        self._game, self._progress, self._with_flops = game, progress, flops
        self._payoffs = load_payoffs(game, progress)
        self._neighbours, self._fractions = WarmStartSolver(self._payoffs), RationalGame(self._payoffs)

    def solve(self, situation: Situation) -> WholeGame:
        """The bounds of a situation."""
        uppers = self._upper(situation, limp=True), self._upper(situation, limp=False)
        solved = WholeGame(self._game, situation, self._lower(situation), uppers)
        if self._with_flops and solved.gaps[0] and first_actions(situation):
            with_flops = self._upper_with_flops(situation)
            if with_flops.value < uppers[0].value:
                return replace(solved, upper=(with_flops, uppers[1]))
        return solved

    def chart(self, stacks: list[tuple[float, Situation]]) -> tuple[BoundsAt, ...]:
        """The bounds at every stack."""
        rows = []
        for k, (stack, situation) in enumerate(stacks):
            self._progress(f"{k} of {len(stacks)} stacks", k / len(stacks))
            rows.append(self.solve(situation).at(stack))
        return tuple(rows)

    def threshold(self, level: BlindLevel, *, limp: bool) -> float | None:
        """The largest effective stack in big blinds at which U = L was found; None if there is a gap nowhere.

        Stacks are doubled up to 64 big blinds, then the last without a gap is found by bisection.
        """
        sure, above = FINEST, 2 * FINEST
        while not self._has_gap(level, above / FINEST, limp=limp):
            sure, above = above, 2 * above
            if above > DEEPEST * FINEST:
                return None
        while above - sure > 1:
            middle = (sure + above) // 2
            if self._has_gap(level, middle / FINEST, limp=limp):
                above = middle
            else:
                sure = middle
        return sure / FINEST

    @cached_property
    def _flops(self) -> FlopMargins:
        return load_margins(self._game, self._progress)

    def _upper_with_flops(self, situation: Situation) -> FlopBound:
        plan = search_plan(self._game, self._payoffs, self._flops, situation, self._progress)
        return flop_bound(self._payoffs, self._flops, situation, plan, self._progress)

    def _has_gap(self, level: BlindLevel, stack: float, *, limp: bool) -> bool:
        """Whether U > L at an effective stack behind the antes."""
        self._progress(f"looking for the last stack without a gap, {stack:g} bb", 0.0)
        first = stack * level.big_blind + level.ante
        situation = Situation.at((first, first + level.bb_ante), level)
        pure, tree = self._jam_or_fold(situation), self._tree(situation, self._neighbours, limp=limp)
        if tree.solution.values[0] - pure.values[0] > _SURE:  # fractions are for what may be nothing
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
        for neighbours in (self._neighbours, None):  # a start anew may end in another equilibrium
            tree = self._tree(situation, neighbours, limp=limp)
            if len(tree.points) == FEWEST_DECISIONS:
                lower = self._lower(situation)
                return UpperBound(tree, (lower.call,), lower.value)
            plans = proved_plans(tree)
            if plans is not None:
                return UpperBound(tree, plans.plans[1], plans.value)
        game, scale = rational_tree(tree)
        plan = tuple(map(rounded, tree.solved.plans[1]))
        return UpperBound(tree, plan, best_response_value(self._payoffs, game, plan) / scale)


def rounded(chances: FloatArray) -> RationalStrategy:
    """Chances as fractions of small denominators; any are a strategy, and its bound is exact."""
    mixed = {
        i: Fraction(float(chances[i])).limit_denominator(_FINEST_CHANCE)
        for i in np.flatnonzero((chances > 0.0) & (chances < 1.0)).tolist()
    }
    sure = [i for i, chance in mixed.items() if chance == 1]
    played = chances >= 1.0
    played[sure] = True
    return RationalStrategy(played, {i: chance for i, chance in mixed.items() if 0 < chance < 1})


def whole_game_bounds(
    game: Game,
    situation: Situation,
    grid: StackGrid | None = None,
    progress: Progress = ignore_progress,
    *,
    flops: bool = False,
) -> Bounds:
    """The bounds of a situation, the thresholds at its blinds and antes, and a chart over a grid of stacks.

    With flops the big blind also jams on flops, in games of two hole cards.  Raises TableError if the class
    table cannot be built here, SituationError if a stack makes no game.
    """
    level = situation.level
    stacks = situations_on(grid, level) if grid else []
    solver = BoundsSolver(game, progress, flops=flops)
    solved = solver.solve(situation)
    thresholds = solver.threshold(level, limp=True), solver.threshold(level, limp=False)
    return Bounds(solved, thresholds, solver.chart(stacks), flops)

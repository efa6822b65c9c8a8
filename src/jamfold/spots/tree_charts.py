"""Charts of trees: raises before the all-in over a range of stacks.

They show from which stack on raising first is better than jamming, and which of several sizes is best.  A
raise that commits is equivalent to a jam (see `solver.tree_covered`), so a hand does better by a raise if it
folds to a jam over it, or if jams are called more often than raises are jammed over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.betting.posts import BlindLevel
from jamfold.betting.raises import Raises, Size
from jamfold.betting.terms import CHIPS, PayoffTerms
from jamfold.betting.two_seats import Situation
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.core.arrays import BoolArray, FloatArray
from jamfold.solver.solution import FREE_MARGIN, TOLERANCE
from jamfold.spots.charts import (
    PLAYED,
    Chart,
    ChartPoint,
    Interval,
    chart_point,
    is_free,
    measure_at,
    situations_on,
)
from jamfold.spots.payoffs import spot_payoffs
from jamfold.spots.solve import load_payoffs
from jamfold.spots.stack_grid import StackGrid
from jamfold.spots.strategy import Seat
from jamfold.spots.tree_solve import DecisionAt, WarmStartSolver, decisions_at, solve_raises
from jamfold.spots.trees import NodeReport, TreeSpot


@dataclass(frozen=True)
class TreePoint(ChartPoint):
    """One stack of a chart with raises; shares are of hands that do not fold at their first decision."""

    nodes: tuple[NodeReport, ...]
    """The decisions, as in `TreeSpot.nodes`."""
    jam_or_fold: float
    """The small blind's value with jam or fold only."""
    alone: tuple[float, ...]
    """The small blind's value with each of several opens as the only one."""
    jammed_share: float
    raised_share: float
    stays_share: float
    better_share: float
    """jammed_share, raised_share, stays_share, better_share: Shares of all hands, in [0, 1]; by class in
    `TreeChart`."""

    @property
    def gain(self) -> float:
        """The small blind's gain from raises; 0 if within the tolerance."""
        gain = self.value - self.jam_or_fold
        return gain if abs(gain) > TOLERANCE else 0.0

    @property
    def best(self) -> int | None:
        """The index of the best of several opens alone, the smallest of equals; None if raises gain 0."""
        if not self.alone or not self.gain:
            return None
        return next(k for k, value in enumerate(self.alone) if value >= max(self.alone) - TOLERANCE)


@dataclass(frozen=True, eq=False, kw_only=True)
class TreeChart(Chart):
    """The equilibria of a tree over a grid of stacks.

    Jamming and calling of a `Chart` are here not folding at the first decision.
    """

    points: tuple[TreePoint, ...]
    raises: Raises
    """The sizes, in the chips of the level."""
    jammed: FloatArray
    raised: FloatArray
    """jammed, raised: The small blind's frequencies of opening with a jam, and with a raise of any size."""
    stays: FloatArray
    """Frequency of opening with a raise and not folding to a jam (to the largest raise if there is none)."""
    lead: FloatArray
    """The best raise's gain over the jam, in big blinds or money; NaN if one of them is not possible."""
    better: BoolArray
    """Whether the best raise is better than both jam and fold."""
    decisions: tuple[tuple[DecisionAt, ...], ...] = ()
    """All decisions at every stack, if requested."""

    @property
    def sizes(self) -> tuple[Size, ...]:
        """The opens if there are several, in big blinds or relative; else empty."""
        if len(self.raises.open) < 2:
            return ()
        return self.raises.in_measure(1 / self.level.big_blind).open

    def better_from(self, class_id: int) -> float | None:
        """Return the stack from which on a class gains by raising; None if it does not at the top."""
        return self._from(self.better[:, class_id])

    @property
    def gains_from(self) -> float | None:
        """The stack from which on raises gain; None if they do not at the top of the chart."""
        return self._from(np.array([point.gain > 0.0 for point in self.points]))

    def played_as(self, chances: FloatArray, class_id: int) -> tuple[Interval, ...]:
        """Return the intervals of stacks at which `chances` (points, n) play a class."""
        return self._runs(chances[:, class_id] >= PLAYED)

    def better_at(self, class_id: int) -> tuple[Interval, ...]:
        """Return the stacks at which a class does better by a raise."""
        return self._runs(self.better[:, class_id])

    def _from(self, chosen: BoolArray) -> float | None:
        runs = self._runs(chosen)
        return runs[-1][0] if runs and runs[-1][1] == self.points[-1].stack else None


def make_tree_chart(
    game: Game,
    raises: Raises,
    grid: StackGrid | None = None,
    level: BlindLevel | None = None,
    terms: PayoffTerms = CHIPS,
    *,
    decisions: bool = False,
    progress: Callable[[str, float], None] | None = None,
) -> TreeChart:
    """Solve a tree exactly at every stack of a grid, and each of several opens alone.

    Raises SituationError if no hand can be played at a stack, or a size is no legal raise there; TableError
    if the class table cannot be built here.

    Parameters
    ----------
    decisions
        Keep the play of every class at every decision; large with many classes and stacks.
    """
    grid, level = grid or StackGrid(), level or BlindLevel()
    situations = situations_on(grid, level)
    sweep = _Sweep(game, raises, terms, decisions)
    rows = []
    for k, (stack, situation) in enumerate(situations):
        rows.append(sweep.at(stack, situation))
        if progress is not None:
            progress(f"stack {grid.text(stack)}", (k + 1) / len(situations))
    arrays = {name: np.array([row.arrays[name] for row in rows]) for name in rows[0].arrays}
    arrays |= {f"{name}_free": is_free(arrays[f"{name}_margin"]) for name in ("jam", "call")}
    points = tuple(row.point for row in rows)
    decisions_of_rows = tuple(row.decisions for row in rows) if decisions else ()
    return TreeChart(
        game=game,
        grid=grid,
        level=level,
        points=points,
        terms=terms,
        raises=raises,
        decisions=decisions_of_rows,
        **arrays,
    )


_SHARES = ("jam", "call", "jammed", "raised", "stays", "better")


class _Row(NamedTuple):
    """One stack: its summary, arrays of shape (n,) by their names in `TreeChart`, and its decisions."""

    point: TreePoint
    arrays: dict[str, NDArray[Any]]
    decisions: tuple[DecisionAt, ...]


class _Sweep:
    """Solver of one stack after another: the tree, jam or fold, and each of several opens alone."""

    def __init__(self, game: Game, raises: Raises, terms: PayoffTerms, decisions: bool) -> None:
        self._game, self._raises, self._terms = game, raises, terms
        self._decisions = decisions
        alone = raises.open if len(raises.open) > 1 else ()
        self._alone = [replace(raises, open=(size,)) for size in alone]
        self._solvers: dict[bool, WarmStartSolver] = {}

    def at(self, stack: float, situation: Situation) -> _Row:
        game = self._game
        played = spot_payoffs(situation, self._terms, split=game.split_low)
        planes = played.stakes.needs_planes
        if planes not in self._solvers:
            self._solvers[planes] = WarmStartSolver(load_payoffs(game, planes=planes))
        near, unit = self._solvers[planes], measure_at(situation, played)

        def solved(raises: Raises) -> TreeSpot:
            return solve_raises(game, situation, raises, self._terms, neighbours=near, unreached=True)

        spot, alone = solved(self._raises), [solved(size).values[0] / unit for size in self._alone]
        jam_or_fold = played.of(0, near.jam_or_fold(played.stakes).values[0]) / unit
        first, second = (factor / unit for factor in played.factors)
        jam, call = (spot.goes_on(seat) for seat in Seat)
        lead, better = _lead(spot)
        jammed, raised, stays = _opening(spot)
        arrays: dict[str, NDArray[Any]] = {
            "jam": jam,
            "call": call,
            "jam_margin": first * spot.play_margins(Seat.SMALL_BLIND),
            "call_margin": second * spot.play_margins(Seat.BIG_BLIND),
            "jammed": jammed,
            "raised": raised,
            "stays": stays,
            "lead": first * lead,
            "better": better,
        }
        sizes = hand_classes(game).sizes
        shares = {f"{name}_share": float(sizes @ arrays[name]) / game.n_hands for name in _SHARES}
        values = vars(chart_point(stack, situation, played, spot.solution, None)) | shares
        return _Row(
            TreePoint(**values, nodes=spot.nodes, jam_or_fold=jam_or_fold, alone=tuple(alone)),
            arrays,
            decisions_at(spot, (first, second)) if self._decisions else (),
        )


def _lead(spot: TreeSpot) -> tuple[FloatArray, BoolArray]:
    """Return the best raise's gain over the jam, and where it is better than both jam and fold."""
    added = spot.solved.evaluation.best[0].actions[0]
    kinds = np.array([action.kind for action in spot.points[0].actions[1:]])
    lead = np.full(added.shape[1], np.nan)
    raised = added[kinds == "raise"].max(axis=0) if (kinds == "raise").any() else lead
    if (kinds == "jam").any():
        lead = raised - added[kinds == "jam"][0]
    return lead, (lead > FREE_MARGIN) & (raised > FREE_MARGIN)


def _opening(spot: TreeSpot) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return frequencies (n,) of opening jams, of raises, and of raises that do not fold to a jam."""
    points, plan, turns = spot.points, spot.solved.plans[0], spot.solved.tree.turns
    jammed, raised, stays = (np.zeros(spot.classes.n) for _ in range(3))
    for action, sequence, answer in zip(
        points[0].actions[1:], turns[0].actions, points[0].following[1:], strict=True
    ):
        if action.kind == "jam":
            jammed += plan[sequence]
            continue
        raised += plan[sequence]
        assert answer is not None
        again = points[answer].following[-1]  # the jam comes last
        assert again is not None
        stays += plan[list(turns[again].actions)].sum(axis=0)
    return jammed, raised, stays

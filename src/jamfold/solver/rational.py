"""Equilibria in fractions: an exact equilibrium, and every class's frequency range over all of them.

In chips, heads-up, payoffs are integers and two fractions.  In units of 1 / (K2 D) big blinds B, with D the
margin of one hand beaten on every board, the gain of a class by jamming or calling over folding is

    I    c[i] ((1 + b) K2 D + sum_j y[j] (s M[i,j] - D p[i,j]))
    II   c[j] sum_i x[i] (s M[j,i] + D p[j,i])

`solver.tree_rational` solves this tree of two decisions in integers; a solution in floating point is only
the start.

All equilibria: the game is zero-sum, so a player's optimal strategies are one set, and any two optimal
strategies are best responses to each other.  So a class whose gain against *one* optimal strategy is not zero
is played always, or never, in every equilibrium; for each of the others two linear programs give the minimum
and the maximum.  Their variables are these few chances; the constraints say that no class of the other player
gains by deviating.  Constraints join as they are violated, and the signs of all classes are checked in
integers, so the result is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any, Self

import numpy as np

from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.errors import SolverError
from jamfold.solver.exact import InitialAverages
from jamfold.solver.linear_programs import Integers, solve_box_game
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.stakes import chip_payoffs
from jamfold.solver.tree import DecisionNode, Tree
from jamfold.solver.tree_rational import (
    CLOSE,
    RationalStrategy,
    RationalTree,
    SeatInDoubt,
    SequenceGains,
    Span,
    solve_plans,
    with_columns,
)
from jamfold.solver.tree_response import PlanResponse

ALWAYS, NEVER, SOMETIMES, ANY = 1, 0, -1, 2
"""A player's action with a class in an equilibrium; ANY if it has no choice."""
MOST_FREE = 60
"""The maximum of classes in doubt; more take minutes."""
_MOST_ROUNDS = 200
_HEAVIER = 10**6
_SIGNS = {ALWAYS: (1,), NEVER: (-1,), SOMETIMES: (1, -1)}


def find_spans(
    free: IntArray,
    start: list[Fraction],
    gains: Callable[[list[Fraction]], Integers],
    lines: tuple[Integers, Integers],
    kinds: IntArray,
) -> Mapping[int, Span]:
    """Return the spans of a player's indifferent classes over all equilibria.

    Raises SolverError if constraints stay violated; no case of that is known.

    Parameters
    ----------
    free
        The indifferent classes, shape (k,).
    start
        Their chances in one equilibrium.
    gains
        Returns the gains of the other player's classes, shape (n,), from chances of `free`; only signs count.
    lines
        These gains as linear functions `lines[0]` + `lines[1]` @ chances, shapes (n,) and (n, k).
    kinds
        The other player's action with each class, shape (n,).
    """
    considered: set[int] = set(np.flatnonzero(kinds == SOMETIMES).tolist())
    spans = {}
    for place, number in enumerate(free.tolist()):
        ends = [_extreme(place, sign, len(free), gains, lines, kinds, considered) for sign in (-1, 1)]
        if not ends[0] <= start[place] <= ends[1]:
            raise SolverError("An equilibrium lies outside of the span of all equilibria.")
        spans[number] = ends[0], ends[1]
    return spans


def _extreme(
    place: int,
    sign: int,
    k: int,
    gains: Callable[[list[Fraction]], Integers],
    lines: tuple[Integers, Integers],
    kinds: IntArray,
    considered: set[int],
) -> Fraction:
    """Return the minimum (sign -1) or maximum (1) of a chance; violated constraints join `considered`.

    The linear program is a small game with a penalty for violations, which grows until there are none.
    """
    heavy = 1
    for _ in range(_MOST_ROUNDS):
        offsets, slopes = _conditions(lines, kinds, sorted(considered))
        objective = np.zeros(k, dtype=object)
        objective[place] = sign
        chances = solve_box_game(objective, -heavy * offsets, heavy * slopes)[0]
        signs = gains(chances)
        wrong = (
            ((kinds == ALWAYS) & (signs < 0))
            | ((kinds == NEVER) & (signs > 0))
            | ((kinds == SOMETIMES) & (signs != 0))
        )
        broken = set(np.flatnonzero(wrong.astype(np.bool_)).tolist())
        if not broken:
            return chances[place]
        if broken <= considered:
            heavy *= _HEAVIER
        considered |= broken
    raise SolverError("The span of a chance could not be found: too many hands stay in doubt.")


def _conditions(
    lines: tuple[Integers, Integers], kinds: IntArray, chosen: list[int]
) -> tuple[Integers, Integers]:
    """Return linear functions that must stay >= 0, offsets of shape (m,) and slopes of shape (k, m)."""
    offsets, slopes = lines
    signed = [(j, sign) for j in chosen for sign in _SIGNS[int(kinds[j])]]
    return (
        np.array([sign * offsets[j] for j, sign in signed], dtype=object),
        np.array([sign * slopes[j] for j, sign in signed], dtype=object)
        .reshape(len(signed), slopes.shape[1])
        .T,
    )


@dataclass(frozen=True)
class RationalSolution:
    """An exact equilibrium: no class of either player gains anything by deviating."""

    s: Fraction
    b: Fraction
    """s, b: Effective stack and small blind in the unit B."""
    jam: RationalStrategy
    call: RationalStrategy
    value: Fraction
    """I's value, in the unit B; II's is the negative."""

    @property
    def strategies(self) -> tuple[RationalStrategy, RationalStrategy]:
        return self.jam, self.call

    def as_dict(self) -> dict[str, Any]:
        """Return the mixed chances and the spans as JSON for `with_pair`."""
        return {
            **{name: str(getattr(self, name)) for name in ("s", "b", "value")},
            "jam": self.jam.texts(),
            "call": self.call.texts(),
            "spans": [
                None
                if strategy.spans is None
                else {str(i): list(map(str, ends)) for i, ends in strategy.spans.items()}
                for strategy in self.strategies
            ],
        }

    @classmethod
    def with_pair(cls, values: Mapping[str, Any], x: FloatArray, y: FloatArray) -> Self:
        """Return the solution of `as_dict` and floats. Raises ValueError if these differ."""
        strategies = []
        texts = values.get("spans") or (None, None)
        for chances, mixed, spans in ((x, values["jam"], texts[0]), (y, values["call"], texts[1])):
            strategy = RationalStrategy(
                chances >= 1.0,
                {int(i): Fraction(chance) for i, chance in mixed.items()},
                None if spans is None else {int(i): _span(*ends) for i, ends in spans.items()},
            )
            if not np.allclose(strategy.chances(), chances, rtol=0.0, atol=CLOSE):
                raise ValueError("The fractions are not those of the strategies.")
            strategies.append(strategy)
        s, b, value = (Fraction(values[name]) for name in ("s", "b", "value"))
        return cls(s, b, strategies[0], strategies[1], value)


class RationalGame:
    """A game in chips, solved in fractions from solutions in floating point."""

    def __init__(self, payoffs: ClassGame) -> None:
        self._payoffs = replace(payoffs, planes=())
        tree = _jam_or_fold(Fraction(1), Fraction(1)).tree  # all stacks and blinds have the same sequences
        self._responses = PlanResponse(self._payoffs, tree, 0), PlanResponse(self._payoffs, tree, 1)

    def solve(self, s: Fraction, b: Fraction, start: InitialAverages) -> RationalSolution:
        """Return an equilibrium with the mixed classes of `start`, unless some class gains by deviating.

        Raises SolverError if s or b are out of range, or classes in doubt keep joining; no case of that is
        known.

        Parameters
        ----------
        s, b
            Effective stack and small blind in the unit B: s >= 1, 0 < b <= 1.
        start
            A solution at this point, shapes (n,).
        """
        if not (s >= 1 and 0 < b <= 1):
            raise SolverError(f"There is no game with a stack of {s} and a small blind of {b} big blinds.")
        game, forced = _jam_or_fold(s, b), _forced(s, b)
        x, y = (
            np.ones_like(chances) if always else chances
            for chances, always in zip((start.x, start.y), forced, strict=True)
        )
        plans = solve_plans(self._payoffs, game, (x[None], y[None]), self._responses, most=None)
        ((jam,), (call,)), value = plans.plans, plans.value
        return RationalSolution(s, b, jam, call, value / _unit(s, b))

    def with_spans(self, solution: RationalSolution) -> RationalSolution:
        """Return the solution with the spans of all chances over all equilibria.

        They are None for a player with more than `MOST_FREE` indifferent classes.
        """
        pair, forced = solution.strategies, _forced(solution.s, solution.b)
        game = _jam_or_fold(solution.s, solution.b)
        ends = self._ends(game, pair, [np.array([*strategy.mixed], dtype=np.int64) for strategy in pair])
        no_classes = np.zeros(0, dtype=np.int64)
        free = [
            no_classes if forced[k] else np.flatnonzero(ends.added(k, [*pair[1 - k].mixed.values()])[0] == 0)
            for k in range(2)
        ]
        is_few = [classes.size <= MOST_FREE for classes in free]
        free = [classes if few else no_classes for classes, few in zip(free, is_few, strict=True)]
        ends = self._ends(game, pair, free)
        jam, call = (
            replace(pair[k], spans=_spans(ends, k, free[k], pair, forced[1 - k]) if is_few[k] else None)
            for k in range(2)
        )
        return replace(solution, jam=jam, call=call)

    def _ends(
        self, game: RationalTree, pair: tuple[RationalStrategy, RationalStrategy], free: list[IntArray]
    ) -> SequenceGains:
        """Return the gains with these classes of both players in doubt."""
        seats = [
            SeatInDoubt(game.tree, k, free[k], pair[k].played[None], self._responses[k]) for k in range(2)
        ]
        return SequenceGains(self._payoffs, game, seats)


def _spans(
    ends: SequenceGains,
    player: int,
    free: IntArray,
    pair: tuple[RationalStrategy, RationalStrategy],
    forced: bool,
) -> Mapping[int, Span]:
    """Return the spans of a player's free classes; `forced` if the other player has no choice."""
    own, other = pair[player], pair[1 - player]
    lines = ends.fixed[1 - player][0], ends.columns[1 - player][0]
    kinds = np.full(own.played.size, ANY) if forced else other.played.astype(np.int64)
    kinds[[*other.mixed]] = SOMETIMES
    return find_spans(free, own.chances_of(free), lambda chances: with_columns(*lines, chances), lines, kinds)


def _span(least: str, most: str) -> Span:
    return Fraction(least), Fraction(most)


def _forced(s: Fraction, b: Fraction) -> tuple[bool, bool]:
    """Return whether I always jams, and whether II always calls: all-in by the blind."""
    return s == b == 1, s == 1


def _unit(s: Fraction, b: Fraction) -> int:
    """Return the number of the tree's chips in one B."""
    return lcm(s.denominator, b.denominator)


def _jam_or_fold(s: Fraction, b: Fraction) -> RationalTree:
    """Return the tree of two decisions, in whole chips."""
    unit = _unit(s, b)
    small, big = int(b * unit), unit
    decisions = DecisionNode(0, (-small, small), (1,)), DecisionNode(1, (big, -big), (None,))
    return RationalTree(Tree(chip_payoffs(float(s), float(b)), decisions), int(s * unit))

"""Equilibria in fractions: one exact equilibrium, and the frequency range of every class over all.

In chips, heads-up, all that is played for are integers and two fractions: in units of 1 / (K2 D) big
blinds B, D the margin of one hand beaten on every board, a class gains by jamming or by calling

    I    c[i] ((1 + b) K2 D + sum_j y[j] (s M[i,j] - D p[i,j]))
    II   c[j] sum_i x[i] (s M[j,i] + D p[j,i])

beyond folding.  All classes but a few are pure; the others make a small game, which is solved in
integers (`solver.linear_programs.solve_box_game`).  Then the signs of all classes are examined, and whoever
would gain by changing joins the small game, until nobody does.  A solution in floating point is only the
start: gains are zero, not small.

All equilibria: the game is zero-sum, so the optimal strategies of a player are one set whatever the other
one plays, and with any optimal strategy of the other they are what is a best response to it, and to which
it is one.  So a class whose gain against *one* optimal strategy is not zero is played always, or never, in
every equilibrium; for the others two linear programmes each give the least and the most.  Their variables
are these few chances; the conditions are that no class of the other player would gain by changing.
Conditions join as they are violated, and the signs of all classes are examined in integers: the result is
exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any, Self

import numpy as np

from jamfold.core.arrays import BoolArray, FloatArray, IntArray
from jamfold.core.errors import SolverError
from jamfold.solver.exact import InitialAverages
from jamfold.solver.linear_programs import Integers, solve_box_game
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.products import Response
from jamfold.solver.tree_rational import CLOSE, RationalStrategy, Span, common_denominator, with_columns

ALWAYS, NEVER, SOMETIMES, ANY = 1, 0, -1, 2
"""What a player does with a class in one equilibrium; ANY: without a choice."""
MOST_FREE = 60
"""Classes in doubt at most: beyond, fractions would take minutes."""
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
    """The spans of the classes of a player that are not sure.

    Raises SolverError if conditions keep being broken; no case of that is known.

    Parameters
    ----------
    free
        The classes whose gain is zero, shape (k,).
    start
        Their chances in one equilibrium.
    gains
        Of chances of `free`, the signs of what every class of the other player gains, shape (n,).
    lines
        The same as lines: gains are `lines[0]` + `lines[1]` times the chances, shapes (n,) and (n, k).
    kinds
        What the other player does with each class, shape (n,).
    """
    known: set[int] = set(np.flatnonzero(kinds == SOMETIMES).tolist())
    spans = {}
    for place, number in enumerate(free.tolist()):
        ends = [_extreme(place, sign, len(free), gains, lines, kinds, known) for sign in (-1, 1)]
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
    known: set[int],
) -> Fraction:
    """The least (sign -1) or the most (sign 1) of one chance; conditions that are broken join the known ones.

    A linear programme with a price for what is broken, the same as the small game of two players has: it is
    raised until nothing is.
    """
    heavy = 1
    for _ in range(_MOST_ROUNDS):
        offsets, slopes = _conditions(lines, kinds, sorted(known))
        wanted = np.zeros(k, dtype=object)
        wanted[place] = sign
        chances = solve_box_game(wanted, -heavy * offsets, heavy * slopes)[0]
        signs = gains(chances)
        wrong = (
            ((kinds == ALWAYS) & (signs < 0))
            | ((kinds == NEVER) & (signs > 0))
            | ((kinds == SOMETIMES) & (signs != 0))
        )
        broken = set(np.flatnonzero(wrong.astype(np.bool_)).tolist())
        if not broken:
            return chances[place]
        if broken <= known:
            heavy *= _HEAVIER
        known |= broken
    raise SolverError("The span of a chance could not be found: too many hands stay in doubt.")


def _conditions(
    lines: tuple[Integers, Integers], kinds: IntArray, known: list[int]
) -> tuple[Integers, Integers]:
    """Lines that may not fall below zero, offsets of shape (m,) and slopes of shape (k, m)."""
    offsets, slopes = lines
    signed = [(j, sign) for j in known for sign in _SIGNS[int(kinds[j])]]
    return (
        np.array([sign * offsets[j] for j, sign in signed], dtype=object),
        np.array([sign * slopes[j] for j, sign in signed], dtype=object)
        .reshape(len(signed), slopes.shape[1])
        .T,
    )


_MOST_RATIONAL_ROUNDS = 100


@dataclass(frozen=True)
class RationalSolution:
    """An equilibrium in which no class of any player gains anything by changing, as integers say."""

    s: Fraction
    b: Fraction
    """s, b: Effective stack and small blind in the unit B."""
    jam: RationalStrategy
    call: RationalStrategy
    value: Fraction
    """What I wins, in the unit B; II wins the negative."""

    @property
    def strategies(self) -> tuple[RationalStrategy, RationalStrategy]:
        """Of I and II."""
        return self.jam, self.call

    def as_dict(self) -> dict[str, Any]:
        """The fractions as texts, without the classes that are pure; `with_pair` takes them back."""
        return {
            **{name: str(getattr(self, name)) for name in ("s", "b", "value")},
            "jam": self.jam.texts(),
            "call": self.call.texts(),
            "spans": [
                None if one.spans is None else {str(i): list(map(str, ends)) for i, ends in one.spans.items()}
                for one in self.strategies
            ],
        }

    @classmethod
    def with_pair(cls, values: Mapping[str, Any], x: FloatArray, y: FloatArray) -> Self:
        """The solution of what `as_dict` gave, and the same strategies in floating point.

        Raises ValueError if they are others.
        """
        strategies = []
        kept = values.get("spans") or (None, None)
        for chances, mixed, spans in ((x, values["jam"], kept[0]), (y, values["call"], kept[1])):
            strategy = RationalStrategy(
                chances >= 1.0,
                {int(i): Fraction(one) for i, one in mixed.items()},
                None if spans is None else {int(i): _span(*ends) for i, ends in spans.items()},
            )
            if not np.allclose(strategy.chances(), chances, rtol=0.0, atol=CLOSE):
                raise ValueError("The fractions are not those of the strategies.")
            strategies.append(strategy)
        s, b, value = (Fraction(values[name]) for name in ("s", "b", "value"))
        return cls(s, b, strategies[0], strategies[1], value)


class RationalGame:
    """One game, solved in fractions where it has been solved in floating point.

    Parameters
    ----------
    payoffs
        Margins and placements; planes of outcomes are not needed in chips.
    """

    def __init__(self, payoffs: ClassGame) -> None:
        self._payoffs = payoffs
        margins = payoffs.tables[:1]
        self._jam, self._call = Response(payoffs, margins), Response(payoffs, margins)

    def solve(self, s: Fraction, b: Fraction, start: InitialAverages) -> RationalSolution:
        """An equilibrium; which classes are mixed is what `start` says, as long as the signs agree.

        Raises SolverError if s or b make no sense, or classes in doubt keep coming; no case of that is known.

        Parameters
        ----------
        s, b
            Effective stack and small blind in the unit B: s >= 1, 0 < b <= 1.
        start
            A solution there, shapes (n,).
        """
        if not (s >= 1 and 0 < b <= 1):
            raise SolverError(f"There is no game with a stack of {s} and a small blind of {b} big blinds.")
        seats = _Seat(start.x, forced=s == b == 1), _Seat(start.y, forced=s == 1)
        for _ in range(_MOST_RATIONAL_ROUNDS):
            self._jam.move_to(seats[0].played)
            self._call.move_to(seats[1].played)
            ends = _Ends(self._payoffs, s, b)
            gaps = ends.jam_gaps(self._call), ends.call_gaps(self._jam)
            columns = ends.columns(0, seats[1].free), ends.columns(1, seats[0].free)
            counts = self._payoffs.counts.astype(object)
            chances = solve_box_game(
                (counts * gaps[0])[seats[0].free],
                (counts * gaps[1])[seats[1].free],
                (counts[:, None] * columns[0])[seats[0].free],
            )
            jam, call = (seat.strategy(one) for seat, one in zip(seats, chances, strict=True))
            signs = (
                with_columns(gaps[0], columns[0], chances[1]),
                with_columns(gaps[1], columns[1], chances[0]),
            )
            if not any([seats[0].join(signs[0], chances[0]), seats[1].join(signs[1], chances[1])]):
                return RationalSolution(s, b, jam, call, ends.value(jam, signs[0], chances[1]))
        raise SolverError("The equilibrium could not be found in fractions: too many hands stay in doubt.")

    def with_spans(self, solution: RationalSolution) -> RationalSolution:
        """The same with the least and the most of every chance in all equilibria (`equilibria`).

        Not known where more than `MOST_FREE` classes of a player are indifferent.
        """
        s, b, pair = solution.s, solution.b, solution.strategies
        ends, forced = _Ends(self._payoffs, s, b), (s == b == 1, s == 1)
        free = [
            np.zeros(0, dtype=np.int64) if forced[player] else self._free(ends, player, pair[1 - player])
            for player in (0, 1)
        ]
        spans = [
            self._spans(ends, player, free[player], pair, forced[1 - player])
            if free[player].size <= MOST_FREE
            else None
            for player in (0, 1)
        ]
        jam, call = (replace(one, spans=known) for one, known in zip(pair, spans, strict=True))
        return replace(solution, jam=jam, call=call)

    def _free(self, ends: _Ends, player: int, other: RationalStrategy) -> IntArray:
        """The classes of a player that gain nothing by either action, against a strategy."""
        mixed = np.array([*other.mixed], dtype=np.int64)
        gaps = self._gaps(ends, player, other.played)
        return np.flatnonzero(with_columns(gaps, ends.columns(player, mixed), [*other.mixed.values()]) == 0)

    def _gaps(self, ends: _Ends, player: int, played: BoolArray) -> Integers:
        response = self._jam if player else self._call
        response.move_to(played)
        return ends.call_gaps(response) if player else ends.jam_gaps(response)

    def _spans(
        self,
        ends: _Ends,
        player: int,
        free: IntArray,
        pair: tuple[RationalStrategy, RationalStrategy],
        forced: bool,
    ) -> Mapping[int, Span]:
        """The spans of a player's classes that are not sure; `forced`: the other one has no choice."""
        mine, other = pair[player], pair[1 - player]
        start = [mine.mixed.get(i, Fraction(int(mine.played[i]))) for i in free.tolist()]
        played = mine.played.copy()
        played[free] = False
        lines = self._gaps(ends, 1 - player, played), ends.columns(1 - player, free)
        kinds = np.full(played.size, ANY) if forced else other.played.astype(np.int64)
        kinds[[*other.mixed]] = SOMETIMES
        return find_spans(free, start, lambda chances: with_columns(*lines, chances), lines, kinds)


def _span(least: str, most: str) -> Span:
    return Fraction(least), Fraction(most)


class _Seat:
    """What a player is known to do, and the classes in doubt."""

    def __init__(self, chances: FloatArray, *, forced: bool) -> None:
        self._forced = forced
        self.played = np.ones(chances.size, dtype=np.bool_) if forced else chances >= 1.0
        """The classes that always play, those in doubt left out, shape (n,)."""
        self.free = np.flatnonzero((chances > 0.0) & (chances < 1.0) & ~self.played)

    def strategy(self, chances: list[Fraction]) -> RationalStrategy:
        """The strategy with these chances of the classes in doubt."""
        played = self.played.copy()
        played[[i for i, chance in zip(self.free, chances, strict=True) if chance == 1]] = True
        mixed = {int(i): one for i, one in zip(self.free, chances, strict=True) if 0 < one < 1}
        return RationalStrategy(played, mixed)

    def join(self, gaps: Integers, chances: list[Fraction]) -> bool:
        """Let the classes join those in doubt that would gain by changing; whether there are any."""
        if self._forced:
            return False
        wrong = np.where(self.played, gaps < 0, gaps > 0).astype(np.bool_)
        wrong[self.free] = False
        in_doubt = wrong.copy()
        in_doubt[self.free] = True
        self.free = np.flatnonzero(in_doubt)  # union1d would import numpy.ma
        self.played = self.played & ~wrong
        return bool(wrong.any())


class _Ends:
    """What classes gain beyond folding, as integers, in units of 1 / (`unit` K2 D) big blinds B."""

    def __init__(self, payoffs: ClassGame, s: Fraction, b: Fraction) -> None:
        self._payoffs, self._b = payoffs, b
        self.unit = lcm(s.denominator, b.denominator)
        self._s, self._one = int(s * self.unit), self.unit * payoffs.margin_scale
        self._steal = int((1 + b) * self.unit) * payoffs.n_opponent_hands * payoffs.margin_scale

    def jam_gaps(self, call: Response) -> Integers:
        """What every class of I gains by jamming, shape (n,)."""
        return self._steal + self._showdown(0, call.sums[0], call.placements)

    def call_gaps(self, jam: Response) -> Integers:
        """What every class of II gains by calling, weighted by the chance that I jams, shape (n,)."""
        return self._showdown(1, jam.sums[0], jam.placements)

    def columns(self, player: int, classes: IntArray) -> Integers:
        """What each of these classes of the other player adds for every own class, shape (n, k)."""
        payoffs = self._payoffs
        everywhere = np.arange(payoffs.n_classes)
        rows = payoffs.tables[0].sums.block(classes, everywhere).astype(np.int64)
        margins = -(payoffs.counts[classes][:, None] * rows) // payoffs.counts
        return self._showdown(player, margins.T, payoffs.placements.block(everywhere, classes))

    def _showdown(self, player: int, margins: IntArray, placements: IntArray) -> Integers:
        others = self._one * placements.astype(object)
        showdowns: Integers = self._s * margins.astype(object) + (others if player else -others)
        return showdowns

    def value(self, jam: RationalStrategy, gaps: Integers, calls: list[Fraction]) -> Fraction:
        """What I wins, of gaps in units of one over the common denominator of the calls."""
        payoffs = self._payoffs
        weighted = payoffs.counts.astype(object) * gaps
        unit = self.unit * payoffs.n_opponent_hands * payoffs.margin_scale * common_denominator(calls)
        return jam.weigh(weighted) / (unit * payoffs.n_hands) - self._b

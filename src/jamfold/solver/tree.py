"""Trees of two players with raises: decisions that end in folds and showdowns, in sequence form [1]_.

All showdowns are for the same stakes, since they come after an all-in and a call.  So a leaf is a number or
this showdown, and the value is bilinear in the realization plans: the chance z[s] of each sequence s of a
player's own actions, without folds.  With S the value of a showdown and p the placements,

    value = sum over pairs (s, t) of  x[s] y[t] (S if there is a showdown, + constant p)

where s or t may be the empty sequence, of chance 1.  A fold has no variable: its value is a constant on the
sequence before, subtracted on the sequences that go on.  So

    sum of z over the actions at a decision  <=  z of the sequence that leads there (1 at the first).

Jam or fold is the tree of two decisions with one such sequence each.

References
----------
.. [1] B. von Stengel, "Efficient computation of behavior strategies", 1996.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.core.arrays import FloatArray
from jamfold.core.errors import SolverError
from jamfold.solver.stakes import TerminalPayoffs

Values = tuple[float, float]
"""Values of an end for I and II."""
EMPTY = -1
"""The empty sequence."""
_ROUNDING = 1e-13


class DecisionNode(NamedTuple):
    """A decision of a seat."""

    seat: int
    """0 for I, 1 for II."""
    fold: Values
    """The values of the seat's fold."""
    actions: tuple[int | None, ...]
    """The next decision of each other action, or None for a showdown."""


class TwoPlayerInfoset(NamedTuple):
    """A decision in sequences: own and other lead there, and actions are those of its actions."""

    seat: int
    own: int
    other: int
    actions: tuple[int, ...]


class Pair(NamedTuple):
    """The payoff of a pair of sequences: whether there is a showdown, and constants for I and II."""

    is_showdown: bool = False
    first: float = 0
    second: float = 0

    def plus(self, sign: int, values: Values) -> Pair:
        """Return the pair with the values of an end added (sign 1) or subtracted (-1)."""
        return Pair(self.is_showdown, self.first + sign * values[0], self.second + sign * values[1])

    def constant(self, seat: int) -> float:
        """Return the constant of a seat."""
        return self.second if seat else self.first


@dataclass(frozen=True)
class Tree:
    """A tree of two players."""

    stakes: TerminalPayoffs
    """The payoffs of a showdown; the decisions have those of folds."""
    decisions: tuple[DecisionNode, ...]
    """Parents first."""

    @cached_property
    def turns(self) -> tuple[TwoPlayerInfoset, ...]:
        """The decisions in sequences; each seat numbers its own in order."""
        before: dict[int, list[int]] = {0: [EMPTY, EMPTY]}
        counts, turns = [0, 0], []
        for number, decision in enumerate(self.decisions):
            last, seat = before[number], decision.seat
            first = counts[seat]
            counts[seat] += len(decision.actions)
            turns.append(
                TwoPlayerInfoset(seat, last[seat], last[1 - seat], tuple(range(first, counts[seat])))
            )
            for sequence, following in zip(turns[-1].actions, decision.actions, strict=True):
                if following is None:
                    continue
                if not number < following < len(self.decisions) or following in before:
                    raise SolverError("The decisions of a tree stand each before those it leads to, once.")
                before[following] = list(last)
                before[following][seat] = sequence
        return tuple(turns)

    def turns_of(self, seat: int) -> tuple[TwoPlayerInfoset, ...]:
        """Return the decisions of a seat."""
        return self._by_seat[seat]

    @cached_property
    def _by_seat(self) -> tuple[tuple[TwoPlayerInfoset, ...], tuple[TwoPlayerInfoset, ...]]:
        first, second = (tuple(turn for turn in self.turns if turn.seat == seat) for seat in range(2))
        return first, second

    def n_sequences(self, seat: int) -> int:
        """Return the number of sequences of a seat."""
        return sum(len(turn.actions) for turn in self.turns_of(seat))

    @cached_property
    def pairs(self) -> dict[tuple[int, int], Pair]:
        """The payoffs of pairs of sequences of I and II that are not zero."""
        pairs: dict[tuple[int, int], Pair] = {}

        def add(turn: TwoPlayerInfoset, own: int, sign: int, values: Values) -> None:
            key = (turn.other, own) if turn.seat else (own, turn.other)
            pairs[key] = pairs.get(key, Pair()).plus(sign, values)

        for turn, decision in zip(self.turns, self.decisions, strict=True):
            add(turn, turn.own, 1, decision.fold)
            for sequence, following in zip(turn.actions, decision.actions, strict=True):
                add(turn, sequence, -1, decision.fold)
                if following is None:
                    key = (turn.other, sequence) if turn.seat else (sequence, turn.other)
                    pairs[key] = pairs[key]._replace(is_showdown=True)
        return pairs

    def showdown_sequences(self, seat: int) -> frozenset[int]:
        """Return the sequences of a seat that can end in a showdown."""
        return frozenset(key[seat] for key, pair in self.pairs.items() if pair.is_showdown)

    @cached_property
    def exchange(self) -> float | None:
        """`TerminalPayoffs.exchange` for all ends: None if the game is not zero-sum."""
        k = self.stakes.exchange
        if k is None:
            return None
        first, second = self.stakes.first, self.stakes.second
        total = first.fold + k * second.fold
        apart = [own + k * opponent - total for own, opponent in self._folds]
        return k if max(map(abs, apart)) <= _ROUNDING * max(self.scale, k * self.scale) else None

    @property
    def _folds(self) -> tuple[Values, ...]:
        return tuple(decision.fold for decision in self.decisions)

    @cached_property
    def scale(self) -> float:
        """The largest of all values: rounding is relative to it."""
        return max(self.stakes.scale, *(abs(value) for fold in self._folds for value in fold))

    def constraints(self, seat: int) -> tuple[FloatArray, FloatArray]:
        """C and r so that the chances z of one class are those of a strategy: z >= 0, C z <= r."""
        turns = self.turns_of(seat)
        rows, right = np.zeros((len(turns), self.n_sequences(seat))), np.zeros(len(turns))
        for row, turn in enumerate(turns):
            rows[row, list(turn.actions)] = 1.0
            if turn.own == EMPTY:
                right[row] = 1.0
            else:
                rows[row, turn.own] = -1.0
        return rows, right


def chances_at(turn: TwoPlayerInfoset, plan: NDArray[Any]) -> FloatArray:
    """Chance of getting to a decision by one's own doing, for each class, shape (n,)."""
    return np.ones_like(plan[0]) if turn.own == EMPTY else plan[turn.own]

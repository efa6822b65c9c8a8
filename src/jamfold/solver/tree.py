"""Two seats that may act more than once: a tree of decisions that ends in folds and showdowns.

All showdowns are for the same stakes, whatever was raised before: somebody is all-in, and the other has
called.  So a leaf is worth a number or that one showdown, and the whole tree is a bilinear form in the
*sequence form*: a seat's strategy is the chance z[s] of each of its sequences s (its own actions on the way,
the last of them no fold) given the actions of the others.  With S the worth of a showdown, p the placements,

    value = sum over pairs (s, t) of  x[s] y[t] (S if it is shown there, + constant p)

where s or t may be the empty sequence, of weight 1.  Folding is what is left of the sequence before: its
leaves are constants on that sequence less the same on those that go on, so it needs no variable and

    sum of z over the actions at a decision  <=  z of the sequence that leads there (1 at the first).

Jam or fold is the tree of two decisions with one such sequence each.

Method: B. von Stengel, "Efficient computation of behavior strategies" (1996).
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
"""What an end is worth to I and to II."""
EMPTY = -1
"""The sequence of a seat that has not acted yet."""
_ROUNDING = 1e-13


class DecisionNode(NamedTuple):
    """A seat's turn."""

    seat: int
    """0 for I, 1 for II."""
    fold: Values
    """What its folding is worth to both."""
    actions: tuple[int | None, ...]
    """Where the others lead: to a later decision, or to a showdown (None)."""


class TwoPlayerInfoset(NamedTuple):
    """A decision in sequences: the seat's own that leads there, the other's, and those of its actions."""

    seat: int
    own: int
    other: int
    actions: tuple[int, ...]


class Pair(NamedTuple):
    """What a pair of sequences adds: whether the hands are shown, and constants for I and II."""

    is_showdown: bool = False
    first: float = 0
    second: float = 0

    def plus(self, sign: int, values: Values) -> Pair:
        """With an end more, or less."""
        return Pair(self.is_showdown, self.first + sign * values[0], self.second + sign * values[1])

    def constant(self, seat: int) -> float:
        """That of a seat."""
        return self.second if seat else self.first


@dataclass(frozen=True)
class Tree:
    """A game of two seats in the abstract."""

    stakes: TerminalPayoffs
    """The payoffs of a showdown; those of folds are in the decisions."""
    decisions: tuple[DecisionNode, ...]
    """Each before those it leads to; the first begins the hand."""

    @cached_property
    def turns(self) -> tuple[TwoPlayerInfoset, ...]:
        """The decisions in sequences, which each seat numbers as they come."""
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
        """The decisions of a seat."""
        return self._by_seat[seat]

    @cached_property
    def _by_seat(self) -> tuple[tuple[TwoPlayerInfoset, ...], tuple[TwoPlayerInfoset, ...]]:
        first, second = (tuple(turn for turn in self.turns if turn.seat == seat) for seat in range(2))
        return first, second

    def n_sequences(self, seat: int) -> int:
        """How many sequences a seat has."""
        return sum(len(turn.actions) for turn in self.turns_of(seat))

    @cached_property
    def pairs(self) -> dict[tuple[int, int], Pair]:
        """What the pairs of sequences of I and of II add; those that add nothing are left out."""
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
        """The sequences of a seat after which hands may be shown."""
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

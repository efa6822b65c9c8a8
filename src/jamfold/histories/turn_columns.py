"""Turns held as columns: some 80 bytes each, where 0.6 kB were held as objects."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from dataclasses import fields
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import FloatArray, IntArray
from jamfold.histories.answers import class_of, code_in
from jamfold.histories.columns import Coded, Numbers, Pairs, Rows, Texts
from jamfold.histories.turns import PlayerDecision, SpotKey
from jamfold.histories.within import depth_of

_NAMES = tuple(field.name for field in fields(PlayerDecision))
_ALL = attrgetter(*_NAMES)
_KINDS: dict[str, Callable[[], Any]] = {
    **dict.fromkeys(("line", "dead", "live", "raised"), Numbers),
    **dict.fromkeys(("hand_id", "all_stacks"), Texts),
    "stacks": Pairs,
}
"""Columns of what seldom repeats; all others are coded."""


class Turns(Rows[PlayerDecision]):
    """Turns; `append` them one by one, then look at columns or rows."""

    __slots__ = ("_classes", "_columns", "_units", "depth", "stack")

    def __init__(self, turns: Iterable[PlayerDecision] = ()) -> None:
        self._columns = {name: _KINDS.get(name, Coded)() for name in _NAMES}
        self._classes, self._units = array("i"), array("d")
        self.depth, self.stack = Coded[str](), Coded[str]()
        for turn in turns:
            self.append(turn)

    def append(self, turn: PlayerDecision) -> None:
        for column, value in zip(self._columns.values(), _ALL(turn), strict=True):
            column.append(value)
        self._classes.append(class_of(turn.spot.game, turn.cards) if turn.cards else -1)
        self._units.append(turn.unit_bb)
        self.depth.append(depth_of(turn.spot.s))
        self.stack.append(depth_of(turn.stack_bb))

    def __len__(self) -> int:
        return len(self._units)

    def row(self, number: int) -> PlayerDecision:
        return PlayerDecision(*[column[number] for column in self._columns.values()])

    def holding(self, row: int) -> int:
        """One of `holdings`."""
        return code_in(self.coded("seat")[row], self._classes[row])

    def coded(self, name: str) -> Coded[Any]:
        """A column of a field that repeats."""
        column = self._columns[name]
        assert isinstance(column, Coded)
        return column

    @property
    def spots(self) -> Coded[SpotKey]:
        return self.coded("spot")

    @property
    def units(self) -> FloatArray:
        """B in big blinds, shape (n,)."""
        return np.array(self._units)

    @property
    def classes(self) -> NDArray[np.int32]:
        """What is held, shape (n,); -1 where it is not known."""
        return np.array(self._classes)

    @property
    def holdings(self) -> IntArray:
        """Seats and classes as `answers.code_in` has them, shape (n,)."""
        seat = self.coded("seat")
        codes = np.array([code_in(one, 0) for one in seat.values], dtype=np.int64)
        return 2 * self.classes.astype(np.int64) + codes[seat.codes]

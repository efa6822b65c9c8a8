"""Decisions of played hands as compact columns: about 80 bytes per decision; objects take 0.6 kB.

Repeated values are stored once; a row is a few numbers.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import fields
from operator import attrgetter, eq
from typing import Any, Generic, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from jamfold.core.arrays import FloatArray, IntArray
from jamfold.histories.decisions import PlayerDecision, SpotKey
from jamfold.histories.filters import depth_of
from jamfold.histories.spot_solver import class_of, code_in

Value = TypeVar("Value", bound=Hashable)

_WIDER = {"B": "H", "H": "i"}
_WIDER_NUMBERS = {"b": "h", "h": "i", "i": "q"}
_MOST = {"B": 1 << 8, "H": 1 << 16, "i": 1 << 31}
"""Number of different values a column of each width can hold."""


class Coded(Generic[Value]):
    """Values by row, each stored once in `values`; codes widen as the number of values grows."""

    def __init__(self) -> None:
        self.values: list[Value] = []
        self._numbers: dict[Value, int] = {}
        self._codes = array("B")

    def append(self, value: Value) -> None:
        number = self._numbers.get(value)
        if number is None:
            number = self._numbers[value] = len(self.values)
            self.values.append(value)
            if number == _MOST[self._codes.typecode]:
                self._codes = array(_WIDER[self._codes.typecode], self._codes)
        self._codes.append(number)

    def extend(self, values: Iterable[Value]) -> None:
        for value in values:
            self.append(value)

    def __len__(self) -> int:
        return len(self._codes)

    def __getitem__(self, row: int) -> Value:
        return self.values[self._codes[row]]

    def __iter__(self) -> Iterator[Value]:
        return map(self.values.__getitem__, self._codes)

    def number(self, value: Value) -> int:
        """Return the index of a value in `values`; -1 if no row has it."""
        return self._numbers.get(value, -1)

    @property
    def codes(self) -> NDArray[np.int32]:
        """Indices into `values`, shape (rows,)."""
        return np.array(self._codes, dtype=np.int32)


class Numbers:
    """Integers by row, as wide as the largest needs."""

    def __init__(self) -> None:
        self._numbers = array("b")

    def append(self, number: int) -> None:
        try:
            self._numbers.append(number)
        except OverflowError:
            self._numbers = array(_WIDER_NUMBERS[self._numbers.typecode], self._numbers)
            self.append(number)

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, row: int) -> int:
        return self._numbers[row]


class Pairs:
    """Two integers by row."""

    def __init__(self) -> None:
        self._numbers = Numbers()

    def append(self, pair: tuple[int, int]) -> None:
        for number in pair:
            self._numbers.append(number)

    def __len__(self) -> int:
        return len(self._numbers) // 2

    def __getitem__(self, row: int) -> tuple[int, int]:
        return self._numbers[2 * row], self._numbers[2 * row + 1]


class Texts:
    """Texts by row that seldom repeat, concatenated."""

    def __init__(self) -> None:
        self._bytes, self._ends = bytearray(), Numbers()
        self._ends.append(0)

    def append(self, text: str) -> None:
        self._bytes += text.encode("utf-8", "surrogatepass")
        self._ends.append(len(self._bytes))

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __getitem__(self, row: int) -> str:
        return self._bytes[self._ends[row] : self._ends[row + 1]].decode("utf-8", "surrogatepass")


class Rows(Sequence[Value]):
    """Rows of columns as a sequence; a row object is made on access."""

    __slots__ = ()

    def row(self, number: int) -> Value:
        """Return the row of a valid index."""
        raise NotImplementedError

    @overload
    def __getitem__(self, at: int) -> Value: ...
    @overload
    def __getitem__(self, at: slice) -> list[Value]: ...
    def __getitem__(self, at: int | slice) -> Value | list[Value]:
        numbers = range(len(self))[at]
        return [self.row(number) for number in numbers] if isinstance(numbers, range) else self.row(numbers)

    def __iter__(self) -> Iterator[Value]:
        return map(self.row, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    __hash__ = None  # type: ignore[assignment]


_NAMES = tuple(field.name for field in fields(PlayerDecision))
_ALL = attrgetter(*_NAMES)
_KINDS: dict[str, Callable[[], Any]] = {
    **dict.fromkeys(("line", "dead", "live", "raised"), Numbers),
    **dict.fromkeys(("hand_id", "all_stacks"), Texts),
    "stacks": Pairs,
}
"""Columns whose values seldom repeat; all others are `Coded`."""


class Turns(Rows[PlayerDecision]):
    """Decisions, appended one by one and read as columns or rows."""

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
        return code_in(self.coded("seat")[row], self._classes[row])

    def coded(self, name: str) -> Coded[Any]:
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
        """Starting-hand classes, shape (n,); -1 if the cards are unknown."""
        return np.array(self._classes)

    @property
    def holdings(self) -> IntArray:
        """Seats and classes, encoded as in `spot_solver.code_in`, shape (n,)."""
        seat = self.coded("seat")
        codes = np.array([code_in(value, 0) for value in seat.values], dtype=np.int64)
        return 2 * self.classes.astype(np.int64) + codes[seat.codes]

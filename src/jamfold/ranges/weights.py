"""Weights and percentages in range texts, read and written without rounding.

A weight is written in percent after ``@`` (``AA@50``), as a fraction after ``:`` (``AA:0.5``), or in percent
around hands (``[50]AA,KK[/50]``).  A part without one has all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from decimal import Decimal
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jamfold.core.arrays import BoolArray, IntArray
from jamfold.core.errors import RangeError

Order = Sequence[int] | NDArray[np.integer] | Callable[[], "Sequence[int] | NDArray[np.integer]"]
"""Class ids, best first, or a function that gives them (called only if a text needs them)."""
EQUITY_ORDER = "equity against a random hand"
"""The usual ordering in words, to be printed with results that depend on it."""


def parse_weight(text: str) -> float:
    """Return the weight of ``@50`` or ``:0.5``; 1 of no text.

    Raises RangeError if it is not above 0 and at most 1.
    """
    if not text:
        return 1.0
    sign, digits = text.strip()[0], text.strip()[1:].strip()
    if sign == "@":
        value = Fraction(digits) / 100
        if not 0 < value <= 1:
            raise RangeError(f"Weight '{text.strip()[:40]}' is out of range. Use 1 to 100.")
        return float(value)
    if digits in ("", "."):
        raise RangeError(f"There is no weight after ':' in '{text.strip()[:40]}'.")
    value = Fraction(digits)
    if not 0 < value <= 1:
        raise RangeError(f"Weight '{text.strip()[:40]}' is out of range. Use AA:0.5 or AA@50.")
    return float(value)


def format_weight(weight: float) -> str:
    """The shortest ``@`` text that reads as exactly this weight; none for the whole weight."""
    percent = format((Decimal(repr(float(weight))) * 100).normalize(), "f")
    return f"@{percent}" if weight != 1 else ""


def check_weights(parts: Iterable[tuple[Hashable, str, float]]) -> None:
    """Check that the same hands have one weight; a part is its key, its text and its weight.

    Raises RangeError if they have two.
    """
    seen: dict[Hashable, float] = {}
    for key, text, weight in parts:
        if seen.setdefault(key, weight) != weight:
            raise RangeError(f"'{text[:40]}' has two weights, {seen[key]:g} and {weight:g}: give it one.")


def best_first(values: ArrayLike) -> IntArray:
    """The ordering by a value per class, shape (n,), highest first; equal ones by class id.

    Raises RangeError if a value is not a number.
    """
    numbers = np.asarray(values)
    if numbers.ndim != 1 or np.isnan(numbers).any():
        raise RangeError("An ordering needs one number per class.")
    return np.argsort(-numbers, kind="stable").astype(np.int64)


class Percentages:
    """Ranges of percentages, by an ordering that is computed on first use.

    A class belongs to the best x % if the classes before it make up less than
    x %: whole classes, at least x % of the hands.  ``5%-10%`` is the best 10%
    without the best 5%.
    """

    def __init__(self, order: Order | None, sizes: IntArray) -> None:
        self._order = order
        self._sizes = sizes
        self._before: IntArray | None = None

    @property
    def used(self) -> bool:
        return self._before is not None

    def top(self, text: str) -> BoolArray:
        """The classes of ``15%``, bool of shape (n,).

        Raises RangeError if the number is above 100, or there is no good ordering.
        """
        percent = _share(text)
        if percent > 100:
            raise RangeError(f"'{text.strip()}' is not a valid share of hands. Use at most 100%.")
        return self._first(percent, text)

    def between(self, start: str, end: str) -> BoolArray:
        """The classes of ``5%-10%``, bool of shape (n,).

        Raises RangeError as `top`, or if the numbers do not ascend.
        """
        low, high = (_share(text) for text in (start, end))
        if not 0 <= low < high <= 100:
            raise RangeError(
                f"'{start.strip()}-{end.strip()}' is not a valid span of shares. Write the smaller "
                "share first, such as 5%-10%."
            )
        return np.asarray(self._first(high, end) & ~self._first(low, start))

    def _first(self, percent: Fraction, text: str) -> BoolArray:
        if percent in (0, 100):  # by any ordering
            return np.full(len(self._sizes), percent > 0)
        if self._before is None:
            self._before = self._hands_before(text.strip())
        limit = percent * int(self._sizes.sum()) / 100
        # before < limit for integers `before`, so it is enough to compare with the ceiling.
        return np.asarray(self._before < -(-limit.numerator // limit.denominator))

    def _hands_before(self, text: str) -> IntArray:
        if self._order is None:
            raise RangeError(f"'{text[:40]}' needs an ordering of the hands, and none is given.")
        order = np.asarray(self._order() if callable(self._order) else self._order)
        n = len(self._sizes)
        if order.shape != (n,) or not np.array_equal(np.sort(order), np.arange(n)):
            raise RangeError(f"An ordering holds each of the {n} classes once.")
        before = np.empty(n, dtype=np.int64)
        before[order] = np.cumsum(self._sizes[order]) - self._sizes[order]
        return before


def _share(text: str) -> Fraction:
    """The number in ``15%``, ``15%`` or ``top 15%``."""
    return Fraction(text.lower().removeprefix("top").rstrip("%").strip())

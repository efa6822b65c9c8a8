"""Ranges: a weight for each hand of a game.

Weights are in [0, 1].  A range that treats all hands of a class alike has one weight per class, any other one
weight per hand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

import numpy as np
from numpy.typing import ArrayLike

from jamfold.cards import format_cards
from jamfold.cards.counting.classes import HandClasses, hand_classes
from jamfold.cards.games import Game, game_of
from jamfold.core.arrays import FloatArray
from jamfold.core.display import DisplayableResult, former_words
from jamfold.core.errors import RangeError, check_kind


class Notation(Enum):
    """The two ways to write a range."""

    CLASSIC = "classic"
    GENERIC = "generic"

    @classmethod
    def parse(cls, name: str) -> Notation:
        """Return the notation of a name. Raises RangeError if there is no such notation."""
        for notation in cls:
            if name.strip().lower() == notation.value:
                return notation
        raise RangeError(f"Unknown notation '{name[:40]}': the notations are classic and generic.")

    @classmethod
    @former_words(asked="requested")
    def of(cls, game: Game, requested: Notation | str | None = None) -> Notation:
        """Return the requested notation, or by default the usual one of the game.

        Raises RangeError if there is no such notation, or the game cannot be written in it.
        """
        if requested is None:
            return cls.CLASSIC if game.has_classic_notation else cls.GENERIC
        check_kind(requested, (str, Notation), "notation", "classic or generic")
        notation = cls.parse(requested) if isinstance(requested, str) else requested
        if notation is cls.CLASSIC and not game.has_classic_notation:
            raise RangeError(f"Classic notation is for two hole cards: {game.title} uses generic notation.")
        return notation


@dataclass(frozen=True, eq=False)
class HandRange(DisplayableResult):
    """A range of a game; made by `from_classes`, `from_hands` or `parse_range`.

    Two ranges are equal if they are of the same game and hold every hand with
    the same weight.
    """

    game: Game
    """The rules."""
    weights: FloatArray
    """float64 in [0, 1], read-only: shape (n,), by class id, if the hands of each class have the same weight,
    else shape (K1,), by the rows of ``classes.hands``."""
    warnings: tuple[str, ...] = ()
    """Sentences about likely mistakes in the parsed text."""
    uses_order: bool = False
    """Whether the text had a percentage, so that the range depends on the ordering."""

    @classmethod
    def from_classes(cls, game: str | Game, class_weights: ArrayLike) -> HandRange:
        """The range of one weight per class.

        Raises RangeError if there is not one weight in [0, 1] for each class.
        """
        rules = game_of(game)
        return cls(rules, _checked(class_weights, hand_classes(rules).n, "class"))

    @classmethod
    def from_hands(cls, game: str | Game, hand_weights: ArrayLike) -> HandRange:
        """The range of one weight per hand, in the order of ``hand_classes(game).hands``.

        Raises RangeError if there is not one weight in [0, 1] for each hand.
        """
        rules = game_of(game)
        classes = hand_classes(rules)
        weights = _checked(hand_weights, len(classes.hands), "hand")
        first = weights[classes.starts[:-1]]
        if np.array_equal(np.repeat(first, classes.sizes), weights):
            return cls(rules, _read_only(first))
        return cls(rules, weights)

    @property
    def classes(self) -> HandClasses:
        """The game's hands and classes."""
        return hand_classes(self.game)

    @property
    def is_class_union(self) -> bool:
        """Whether all hands of each class have the same weight."""
        return len(self.weights) == self.classes.n

    @property
    def class_weights(self) -> FloatArray:
        """One weight per class, float64 of shape (n,).

        Raises RangeError if hands of one class have different weights.
        """
        if not self.is_class_union:
            raise RangeError("This range treats hands of one class differently: it has no class weights.")
        return self.weights

    @property
    def hand_weights(self) -> FloatArray:
        """One weight per hand, float64 of shape (K1,), by the rows of ``classes.hands``."""
        return np.repeat(self.weights, self.classes.sizes) if self.is_class_union else self.weights

    @property
    def class_shares(self) -> FloatArray:
        """The mean weight of each class's hands, float64 of shape (n,)."""
        if self.is_class_union:
            return self.weights
        sums = np.add.reduceat(self.weights, self.classes.starts[:-1])
        return np.asarray(sums / self.classes.sizes, dtype=np.float64)

    @property
    def is_weighted(self) -> bool:
        """Whether some weight is neither 0 nor 1."""
        return bool(np.any((self.weights != 0) & (self.weights != 1)))

    @property
    def combinations(self) -> int:
        """Number of hands with a weight above 0."""
        positive = self.weights > 0
        return int(self.classes.sizes[positive].sum() if self.is_class_union else positive.sum())

    @property
    def n_classes(self) -> int:
        """Number of classes with a hand of weight above 0."""
        return int(np.count_nonzero(self.class_shares))

    @property
    def percent(self) -> float:
        """`combinations` as a percentage of all hands."""
        return 100 * self.combinations / self.game.n_hands

    @property
    def weighted_combinations(self) -> float:
        """The sum of the weights of all hands."""
        return float(self.weights @ self.classes.sizes if self.is_class_union else self.weights.sum())

    def sample(self, count: int, seed: int | None = None) -> list[str]:
        """Draw different hands by weight, as text; all of them if there are fewer.

        Raises RangeError if the count is negative.
        """
        if count < 0:
            raise RangeError(f"A sample cannot have {count} hands.")
        weights = self.hand_weights
        positive = np.flatnonzero(weights)
        # The largest of u^(1/w) are a draw without replacement by weight (Efraimidis, Spirakis 2006).
        keys = np.log1p(-np.random.default_rng(seed).random(len(positive))) / weights[positive]
        chosen = positive[np.argsort(-keys, kind="stable")[:count]]
        return [format_cards(hand[::-1]) for hand in self.classes.hands[chosen].tolist()]

    def with_notes(self, warnings: tuple[str, ...], uses_order: bool) -> HandRange:
        """Return the range with notes from parsing."""
        return replace(self, warnings=warnings, uses_order=uses_order)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HandRange):
            return NotImplemented
        return self.game == other.game and np.array_equal(self.weights, other.weights)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<HandRange {self.game.name}: {self.combinations} combinations, {self.percent:.4f}%>"


def _checked(weights: ArrayLike, n: int, unit: str) -> FloatArray:
    """Return weights in [0, 1], float64 of shape (n,). Raises RangeError if they are invalid."""
    try:
        values = np.asarray(weights, dtype=np.float64)
    except (TypeError, ValueError):
        kind = type(weights).__name__
        raise RangeError(f"A range has one weight per {unit}, {n} numbers, not {kind}.") from None
    if values.shape != (n,):
        raise RangeError(f"A range has one weight per {unit}, {n}; the shape given is {values.shape}.")
    if not np.all((values >= 0) & (values <= 1)):
        raise RangeError("The weights of a range must be between 0 and 1.")
    return _read_only(values + 0.0)


def _read_only(values: FloatArray) -> FloatArray:
    values.setflags(write=False)
    return values

"""Ranges as text."""

from __future__ import annotations

from numpy.typing import ArrayLike

from jamfold.cards.games import Game
from jamfold.core.display import former_words
from jamfold.ranges.hand_range import HandRange, Notation
from jamfold.ranges.writing.classic_text import format_classic
from jamfold.ranges.writing.generic_text import format_generic


@former_words(held="hand_range")
def format_range(hand_range: HandRange, notation: Notation | str | None = None) -> str:
    """Return the canonical text of a range; `parse_range` parses it into an equal range.

    ``notation`` is the game's own if not given.  Raises RangeError if the game cannot be written in that
    notation.
    """
    write = format_classic if Notation.of(hand_range.game, notation) is Notation.CLASSIC else format_generic
    return write(hand_range)


def format_classes(game: Game, class_weights: ArrayLike, notation: Notation | str | None = None) -> str:
    """The canonical text of one weight in [0, 1] (or one truth value) per class, shape (n,).

    >>> from jamfold.cards.games import HOLDEM
    >>> import numpy as np
    >>> format_classes(HOLDEM, np.arange(169) < 3)
    'AA,AK'

    Raises RangeError as `HandRange.from_classes` and `format_range`.
    """
    return format_range(HandRange.from_classes(game, class_weights), notation)

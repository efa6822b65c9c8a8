"""Texts as ranges."""

from __future__ import annotations

import unicodedata

from jamfold.counting.classes import hand_classes
from jamfold.errors import RangeError
from jamfold.games import Game
from jamfold.ranges.hand_range import HandRange, Notation
from jamfold.ranges.reading.classic import parse_classic
from jamfold.ranges.reading.generic import parse_generic
from jamfold.ranges.weights import Order, Percentages


def parse_range(
    text: str, game: Game, notation: Notation | str | None = None, order: Order | None = None
) -> HandRange:
    """The range that a text describes.

    Parameters
    ----------
    text
        The range, such as ``22+,A2s+`` or ``AA$ds,KK:xxyy``.
    game
        The rules.
    notation
        Classic or generic; the game's own if not given.
    order
        For percentages: the class ids, best first, or a function that gives them.

    Raises
    ------
    RangeError
        If the text is no range of the game; the sentence names the offending part.
    """
    if not isinstance(text, str):
        raise RangeError(f"A range is a text, not {type(text).__name__}.")
    percentages = Percentages(order, hand_classes(game).sizes)
    parse = parse_classic if Notation.of(game, notation) is Notation.CLASSIC else parse_generic
    held = parse(unicodedata.normalize("NFKC", text), game, percentages)
    warnings = held.warnings
    if not held.weights.any():
        warnings = (*warnings, "No hand fits this range.")
    return held.with_notes(warnings, percentages.used)

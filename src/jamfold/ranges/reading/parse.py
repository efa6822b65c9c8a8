"""Texts as ranges."""

from __future__ import annotations

import unicodedata

import numpy as np

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game, game_of
from jamfold.core.errors import RangeError
from jamfold.ranges.hand_range import HandRange, Notation
from jamfold.ranges.reading.classic import check_commas, parse_classic
from jamfold.ranges.reading.generic import parse_generic
from jamfold.ranges.reading.spoken import in_notation, tidy, weighted, what_is_meant
from jamfold.ranges.weights import Order, Percentages

_READERS = {Notation.CLASSIC: parse_classic, Notation.GENERIC: parse_generic}


def parse_range(
    text: str, game: str | Game, notation: Notation | str | None = None, order: Order | None = None
) -> HandRange:
    """The range that a text describes.

    Parameters
    ----------
    text
        The range, such as ``22+,A2s+`` or ``AA$ds,KK:xxyy``.
    game
        The rules, by name or as an object.
    notation
        Classic or generic, read strictly. If not given: the game's own, and what players write and say
        besides, such as ``k7 o``, ``JT98ds`` or ``aces``.
    order
        For percentages: the class ids, best first, or a function that gives them.

    Raises
    ------
    GameError
        If there is no such game.
    RangeError
        If the text is no range of the game; the sentence names the offending part.
    """
    if not isinstance(text, str):
        raise RangeError(f"A range is a text, not {type(text).__name__}.")
    rules, text = game_of(game), check_commas(text)
    percentages = Percentages(order, hand_classes(rules).sizes)
    if notation is None:
        parts = in_notation(tidy(text), rules)
    else:
        parts = (weighted(unicodedata.normalize("NFKC", text), Notation.of(rules, notation)),)
    try:
        first, *rest = (_READERS[part.notation](part.text, rules, percentages) for part in parts)
    except RangeError:
        meant = what_is_meant(text, rules) if notation is None else ""
        if meant:
            raise RangeError(meant) from None
        raise
    for other in rest:
        union = HandRange.from_hands(rules, np.maximum(first.hand_weights, other.hand_weights))
        first = union.with_notes((*first.warnings, *other.warnings), False)
    warnings = first.warnings
    if not first.weights.any():
        warnings = (*warnings, "No hand fits this range.")
    return first.with_notes(warnings, percentages.used)

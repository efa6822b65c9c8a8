"""Strategies as ranges: classic notation for two cards, for four a short near text or all classes."""

from __future__ import annotations

import numpy as np

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.core.arrays import FloatArray
from jamfold.ranges import HandRange, NearRange, format_classes, near_range
from jamfold.ranges.grid import has_grid
from jamfold.spots.charts import Chart
from jamfold.spots.hand_lists import HandList
from jamfold.spots.strategy import Seat
from jamfold.views.formats import csv_text

NEAR_TERMS = 40
"""The default maximum of terms in a near text."""
_FAR = 0.2
"""A near text is useless if it differs in this share of the hands played, or of the hands folded."""


def range_text(game: Game, chances: FloatArray) -> str:
    """Return the range of these frequencies (n,), one per class, without a line end.

    Two cards: the shortest classic notation, ``22+,A2s+,K9o+:0.5``, which `jamfold.ranges` reads.  Four
    cards: one representative per line, with its frequency if that is not 1: ``AsKsQhJh``, ``7s5s5h4d:0.25``.
    """
    if has_grid(game):
        return format_classes(game, chances)
    classes = hand_classes(game)
    lines = []
    for class_id in np.flatnonzero(chances > 0.0).tolist():
        chance = float(chances[class_id])
        lines.append(classes.name(class_id) + ("" if chance == 1.0 else f":{chance!r}"))
    return "\n".join(lines)


def near_text(game: Game, chances: FloatArray, max_terms: int | None = None) -> NearRange | None:
    """Return a range near these frequencies (n,) in a few terms; None if `range_text` is better.

    It is better for two cards, and if `max_terms` is None and `NEAR_TERMS` terms are far from the strategy.
    Raises RangeError if ``max_terms`` is out of bounds.
    """
    if has_grid(game):
        return None
    hand_range = HandRange.from_classes(game, chances)
    near = near_range(hand_range, NEAR_TERMS if max_terms is None else max_terms)
    smaller = min(hand_range.weighted_combinations, game.n_hands - hand_range.weighted_combinations)
    is_far = near.share * game.n_hands > _FAR * smaller
    return None if max_terms is None and is_far else near


def list_text(hands: HandList, max_terms: int | None = None, *, every_class: bool = False) -> tuple[str, str]:
    """Return the range of a list of hands as text with a line end, and how near that is in a sentence.

    Raises RangeError if ``max_terms`` is out of bounds.
    """
    game = hands.strategy.game
    near = None if every_class else near_text(game, _chances(hands), max_terms)
    if near is not None:
        note = near.sentence if near.exact else f"{near.sentence}; --every-class lists all classes"
        return f"{near.text}\n", note
    listed = not (has_grid(game) or every_class)
    note = f"No range of {NEAR_TERMS} terms comes close: all classes are listed" if listed else ""
    return f"{range_text(game, _chances(hands))}\n", note


def played_text(hands: HandList) -> tuple[str, str]:
    """Return the range of a list of hands in few terms, and how near that is in a sentence.

    The range is empty if listing every class is better.
    """
    game, chances = hands.strategy.game, _chances(hands)
    near = near_text(game, chances)
    if near is not None:
        return near.text, f"{near.sentence}."
    if has_grid(game):
        return range_text(game, chances), "Exact range, shortest form."
    return "", f"No range of {NEAR_TERMS} terms comes close: list every class."


def _chances(hands: HandList) -> FloatArray:
    """Return the frequency of each class, 0 outside the list, shape (n,)."""
    chances = np.zeros(hands.strategy.classes.n)
    chances[hands.ids] = hands.strategy.frequency[hands.ids]
    return chances


def ranges_csv(chart: Chart) -> str:
    """Return the jamming and calling ranges at every stack of a chart as CSV; meant for two-card hands."""
    rows = [
        [chart.grid.text(point.stack), *(range_text(chart.game, chart.chances(seat)[k]) for seat in Seat)]
        for k, point in enumerate(chart.points)
    ]
    return csv_text([["stack", "jam", "call"], *rows])

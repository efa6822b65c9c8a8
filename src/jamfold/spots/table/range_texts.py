"""Ranges that are given to some decisions of a table as text."""

from __future__ import annotations

from jamfold.arrays import FloatArray
from jamfold.errors import JamfoldError, SituationError
from jamfold.games import Game
from jamfold.hand.hand import Node, TableHand
from jamfold.spots.table.node_words import find_rows, node_words
from jamfold.spots.table.profile import parse_entries, range_chances

_RANGES = "ranges"


def given_ranges(game: Game, hand: TableHand, text: str) -> dict[Node, FloatArray]:
    """Chances by class of the decisions that a text names, the others left out.

    A line each, or parted by semicolons: ``bb after btn: TT+,AQ+``; or JSON as of a profile.  Raises
    SituationError if a decision is unknown or stands twice, or its range is none; with the field ``ranges``.
    """
    if text.lstrip().startswith("["):
        try:
            return parse_entries(game, hand, text)
        except SituationError as error:
            error.field = _RANGES
            raise
    found: dict[Node, FloatArray] = {}
    example = f"write '{node_words(hand, hand.nodes[-1])}: 15%'" if hand.nodes else "this hand has none"
    lines = [part.strip() for part in text.replace(";", "\n").splitlines() if part.strip()]
    if not lines:
        raise SituationError(f"There are no ranges of decisions: {example}.", field=_RANGES)
    for line in lines:
        words, colon, held = line.partition(":")
        if not colon:
            raise SituationError(f"'{line[:40]}' names no decision: {example}.", field=_RANGES)
        node, *others = (hand.nodes[row] for row in find_rows(hand, words, _RANGES))
        if others:
            raise SituationError(
                f"There are several things to do at '{words.strip()[:60]}': name one, as in "
                f"'{node_words(hand, node)}'.",
                field=_RANGES,
            )
        if node in found:
            raise SituationError(f"There are two ranges for {node_words(hand, node)}.", field=_RANGES)
        try:
            found[node] = range_chances(game, held.strip())
        except JamfoldError as error:
            raise SituationError(f"The range of {node_words(hand, node)}: {error}", field=_RANGES) from None
    return found

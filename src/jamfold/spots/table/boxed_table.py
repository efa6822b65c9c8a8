"""The table that comes with the program: three seats of 10 big blinds, no antes."""

from __future__ import annotations

from typing import Any

from jamfold.games import Game
from jamfold.hand.hand import TableHand
from jamfold.kept.boxed import encode_bundled, load_bundled
from jamfold.spots.table.result import COUNTED, TableResult
from jamfold.spots.table.streams import hand_text
from jamfold.tables.class_table import rules_of

_DEVIATIONS = "deviations"


def boxed_table(game: Game, hand: TableHand) -> TableResult | None:
    """The answer that comes with the program; None where there is none of this hand."""
    if not hand.terms.plain or hand.terms.about is not None:
        return None
    arrays = load_bundled(table_box(game, hand), _identity(game, hand))
    return None if arrays is None else TableResult.counted(game, hand, arrays, boxed=arrays[_DEVIATIONS])


def table_box(game: Game, hand: TableHand) -> str:
    """The name of its file."""
    return f"table-{game.name}-{hand.n}"


def packed_table(answer: TableResult) -> bytes:
    """An exact answer as `boxed_table` reads it."""
    arrays = {name: getattr(answer, name) for name in COUNTED}
    arrays[_DEVIATIONS] = answer.lifetime.deviations
    return encode_bundled(_identity(answer.game, answer.hand), arrays)


def _identity(game: Game, hand: TableHand) -> dict[str, Any]:
    return {"game": game.name, "rules": rules_of(game), "hand": hand_text(hand)}

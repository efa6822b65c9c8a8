"""Future hands that were cut off, kept: the same question goes on behind the last hand that was solved.

In the folder ``future-runs`` lie what the hands are worth that are solved already, with a record that says
game, rules, hand and depth (see `jamfold.kept.begun`).
"""

from __future__ import annotations

from contextlib import AbstractContextManager

from jamfold.games import Game
from jamfold.hand.hand import Hand
from jamfold.kept.begun import Begun, checkpoint_of
from jamfold.kept.checkpoint import Checkpoint
from jamfold.kept.files import Form
from jamfold.kept.item import Item
from jamfold.spots.table.streams import hand_text
from jamfold.tables.class_table import rules_of
from jamfold.tournaments.future import GAINS, VALUES

METHOD = 1
"""Counts changes of what a kept search means: those of another number are foreign."""
FUTURES = Begun("future-runs", "begun future hands", "jamfold fgs", (VALUES, GAINS))
_PERIOD = 1.0
"""Seconds between two writes."""


def future_item(game: Game, hand: Hand, depth: int, hands: int) -> Item:
    asked = hand_text(hand)
    identity = {"game": game.name, "rules": rules_of(game), "method": METHOD, "hand": asked, "depth": depth}
    forms = {VALUES: Form("<f8", (hands, hand.n)), GAINS: Form("<f8", (hands,))}
    return FUTURES.item(f"{game.name}-{hand.n}-{depth}", f"{asked} {depth}", _title(hand.n), identity, forms)


def begun_futures(game: Game) -> list[Item]:
    """All future hands of a game that were cut off."""
    return [
        item
        for seats in (2, 3)
        for item in FUTURES.items(f"{game.name}-{seats}-*", _title(seats), {"game": game.name})
    ]


def _title(seats: int) -> str:
    return f"begun future hands of {seats} seats"


def kept_future(game: Game, hand: Hand, depth: int, hands: int) -> AbstractContextManager[Checkpoint]:
    return checkpoint_of(future_item(game, hand, depth, hands), period=_PERIOD)

"""Future hands that were cut off, kept: the same question goes on behind the last hand that was solved.

In the folder ``future-runs`` lie what the hands are worth that are solved already, with a record that says
game, rules, hand and depth (see `jamfold.kept`).  What is over is deleted; of what nobody came back to the
newest are kept.
"""

from __future__ import annotations

import hashlib
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

from jamfold.games import Game
from jamfold.hand.hand import Hand
from jamfold.kept.checkpoint import Checkpoint, lone_checkpoint, lone_items
from jamfold.kept.files import Form
from jamfold.kept.folder import data_folder
from jamfold.kept.item import Item
from jamfold.spots.table.runs import MOST_RUNS
from jamfold.spots.table.streams import hand_text
from jamfold.tables.class_table import rules_of
from jamfold.tournaments.future import GAINS, VALUES

METHOD = 1
"""Counts changes of what a kept search means: those of another number are foreign."""
_DIGITS = 12  # of the hash in a name
_PERIOD = 1.0
"""Seconds between two writes."""


def future_folder() -> Path:
    """The folder of future hands that were cut off."""
    return data_folder() / "future-runs"


def future_item(game: Game, hand: Hand, depth: int, hands: int) -> Item:
    asked = hand_text(hand)
    digest = hashlib.sha256(f"{asked} {depth}".encode()).hexdigest()[:_DIGITS]
    return replace(
        _future(game, hand.n, f"{depth}-{digest}"),
        identity={
            "game": game.name,
            "rules": rules_of(game),
            "method": METHOD,
            "hand": asked,
            "depth": depth,
        },
        forms={VALUES: Form("<f8", (hands, hand.n)), GAINS: Form("<f8", (hands,))},
    )


def begun_futures(game: Game) -> list[Item]:
    """All future hands of a game that were cut off."""
    return [
        item
        for seats in (2, 3)
        for item in lone_items(f"{game.name}-{seats}-*-{'?' * _DIGITS}", _future(game, seats))
    ]


def _future(game: Game, seats: int, name: str = "") -> Item:
    return Item(
        folder=future_folder(),
        name=f"{game.name}-{seats}-{name}",
        kind="begun future hands",
        title=f"begun future hands of {seats} seats",
        serves="jamfold fgs",
        identity={"game": game.name},
        forms=dict.fromkeys((VALUES, GAINS), Form("<f8", (0,))),
        durable=False,
        one_row=True,
    )


def kept_future(game: Game, hand: Hand, depth: int, hands: int) -> AbstractContextManager[Checkpoint]:
    return lone_checkpoint(future_item(game, hand, depth, hands), period=_PERIOD, most=MOST_RUNS)

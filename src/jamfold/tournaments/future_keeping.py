"""Future hands that were cut off, kept: the same question goes on behind the last hand that was solved.

In the folder ``future-runs`` lie what the hands are worth that are solved already, with a record that says
game, rules, hand and depth (see `jamfold.kept`).  What is over is deleted; of what nobody came back to the
newest are kept.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path

from jamfold.errors import UnavailableError, UnusableError, UnwritableError
from jamfold.games import Game
from jamfold.kept.draft import write_item
from jamfold.kept.files import Form
from jamfold.kept.folder import data_folder
from jamfold.kept.item import Item
from jamfold.spots.table.hand import TableHand
from jamfold.spots.table.runs import holding, remove_old
from jamfold.tables.class_table import rules_of
from jamfold.tournaments.future import Begun, Keeper

METHOD = 1
"""Counts changes of what a kept search means: those of another number are foreign."""
_VALUES, _GAINS = "values", "gains"
_PERIOD = 1.0
"""Seconds between two writes."""


def future_folder() -> Path:
    """The folder of future hands that were cut off."""
    return data_folder() / "future-runs"


def future_item(game: Game, hand: TableHand, depth: int, hands: int) -> Item:
    """How the values of so many hands are kept."""
    asked = json.dumps(asdict(hand), sort_keys=True)
    digest = hashlib.sha256(f"{asked} {depth}".encode()).hexdigest()[:12]
    return Item(
        folder=future_folder(),
        name=f"{game.name}-{hand.n}-{depth}-{digest}",
        kind="begun future hands",
        title=f"begun future hands of {hand.n} seats",
        serves="jamfold fgs",
        identity={
            "game": game.name,
            "rules": rules_of(game),
            "method": METHOD,
            "hand": asked,
            "depth": depth,
        },
        forms={_VALUES: Form("<f8", (hands, hand.n)), _GAINS: Form("<f8", (hands,))},
        durable=False,
    )


@contextmanager
def kept_future(game: Game, hand: TableHand, depth: int, hands: int) -> Iterator[Keeper | None]:
    """Future hands of their own place; None where another process is at them, or nothing can be written."""
    item = future_item(game, hand, depth, hands)
    with holding(item) as held:
        yield _Run(item) if held else None


class _Run:
    """The hands that are solved, under their lock; what the disk does not take is not kept."""

    def __init__(self, item: Item) -> None:
        self._item = item
        self._last = time.monotonic()

    def load(self) -> Begun | None:
        """What is kept."""
        try:
            arrays = self._item.open().arrays
        except (UnusableError, UnavailableError):
            return None
        return Begun(arrays[_VALUES].copy(), arrays[_GAINS].copy())

    def save(self, begun: Begun, *, last: bool = False) -> None:
        """Keep it, at most once in a second but for the last time."""
        now = time.monotonic()
        if last or now - self._last >= _PERIOD:
            self._last = now
            with suppress(UnwritableError):
                write_item(self._item, {_VALUES: begun.values, _GAINS: begun.gains})
                remove_old(self._item.folder)

    def forget(self) -> None:
        """All hands are solved."""
        with suppress(UnwritableError):
            self._item.remove()

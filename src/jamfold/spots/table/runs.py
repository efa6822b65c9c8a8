"""Searches of tables that were cut off, kept: the same question goes on where it was.

In the folder ``table-runs`` lie the averages of a `Trained`, with a record that says game, rules, hand and
seed (see `jamfold.kept`).  What is over is deleted; of what nobody came back to the newest are kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np

from jamfold.counting.classes import hand_classes
from jamfold.games import Game
from jamfold.hand.hand import Hand
from jamfold.hand.seats import FEWEST_SEATS, MOST_SEATS
from jamfold.kept.checkpoint import Checkpoint, lone_checkpoint, lone_items
from jamfold.kept.files import Form
from jamfold.kept.folder import data_folder
from jamfold.kept.item import Item
from jamfold.spots.table.sampled import Keeper, Trained
from jamfold.spots.table.streams import hand_text
from jamfold.spots.table.tree import make_tree
from jamfold.tables.class_table import rules_of

METHOD = 2
"""Counts changes of what a kept search means: those of another number are foreign."""
MOST_RUNS = 8
_DIGITS = 12  # of the hash in a name
_AVERAGE, _GAINS, _FIGURES = "average", "gains", "figures"


def runs_folder() -> Path:
    """The folder of searches that were cut off."""
    return data_folder() / "table-runs"


def run_item(game: Game, hand: Hand, seed: int) -> Item:
    asked = hand_text(hand)
    digest = hashlib.sha256(f"{asked} {seed}".encode()).hexdigest()[:_DIGITS]
    form = Form("<f8", (len(make_tree(game, hand).nodes), hand_classes(game).n))
    return replace(
        _search(game, hand.n, digest),
        identity={"game": game.name, "rules": rules_of(game), "method": METHOD, "hand": asked, "seed": seed},
        forms={_AVERAGE: form, _GAINS: form, _FIGURES: Form("<f8", (2,))},
    )


def begun_searches(game: Game) -> list[Item]:
    """All searches of a game that were cut off."""
    return [
        item
        for seats in range(FEWEST_SEATS, MOST_SEATS + 1)
        for item in lone_items(f"{game.name}-{seats}-{'?' * _DIGITS}", _search(game, seats))
    ]


def _search(game: Game, seats: int, digest: str = "") -> Item:
    return Item(
        folder=runs_folder(),
        name=f"{game.name}-{seats}-{digest}",
        kind="begun search",
        title=f"begun search of a table of {seats}",
        serves="jamfold table",
        identity={"game": game.name},
        forms=dict.fromkeys((_AVERAGE, _GAINS, _FIGURES), Form("<f8", (0,))),
        durable=False,
        one_row=True,
    )


@contextmanager
def kept_run(game: Game, hand: Hand, seed: int) -> Iterator[Keeper | None]:
    """A search of its own place; None where another process is at the same one, or nothing can be written."""
    item = run_item(game, hand, seed)
    with lone_checkpoint(item, most=MOST_RUNS) as checkpoint:
        yield _Run(checkpoint) if checkpoint.is_kept else None


class _Run:
    """One search at its checkpoint."""

    def __init__(self, checkpoint: Checkpoint) -> None:
        self._checkpoint = checkpoint

    def load(self) -> Trained | None:
        arrays = self._checkpoint.load()
        if arrays is None:
            return None
        steps, seconds = arrays[_FIGURES].tolist()
        return Trained(arrays[_AVERAGE], arrays[_GAINS], int(steps), seconds)

    def save(self, trained: Trained) -> None:
        figures = np.array([trained.steps, trained.seconds], dtype=np.float64)
        self._checkpoint.save({_AVERAGE: trained.average, _GAINS: trained.gains, _FIGURES: figures})

    def forget(self) -> None:
        self._checkpoint.forget()

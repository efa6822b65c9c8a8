"""Searches of tables that were cut off, kept: the same question goes on where it was.

In the folder ``table-runs`` lie the averages of a `Trained`, with a record that says game, rules, hand and
seed (see `jamfold.kept`).  What is over is deleted; of what nobody came back to the newest are kept.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path

import filelock
import numpy as np

from jamfold.counting.classes import hand_classes
from jamfold.errors import UnavailableError, UnusableError, UnwritableError
from jamfold.games import Game
from jamfold.kept.draft import write_item
from jamfold.kept.files import Form
from jamfold.kept.folder import data_folder
from jamfold.kept.item import Item
from jamfold.spots.table.hand import TableHand
from jamfold.spots.table.sampled import Keeper, Trained
from jamfold.spots.table.tree import make_tree
from jamfold.tables.class_table import rules_of

METHOD = 1
"""Counts changes of what a kept search means: those of another number are foreign."""
MOST_RUNS = 8
_AVERAGE, _GAINS, _FIGURES = "average", "gains", "figures"


def runs_folder() -> Path:
    """The folder of searches that were cut off."""
    return data_folder() / "table-runs"


def run_item(game: Game, hand: TableHand, seed: int) -> Item:
    """How a search is kept."""
    asked = json.dumps(asdict(hand), sort_keys=True)
    digest = hashlib.sha256(f"{asked} {seed}".encode()).hexdigest()[:12]
    form = Form("<f8", (len(make_tree(game, hand).nodes), hand_classes(game).n))
    return Item(
        folder=runs_folder(),
        name=f"{game.name}-{hand.n}-{digest}",
        kind="begun search",
        title=f"begun search of a table of {hand.n}",
        serves="jamfold table",
        identity={"game": game.name, "rules": rules_of(game), "method": METHOD, "hand": asked, "seed": seed},
        forms={_AVERAGE: form, _GAINS: form, _FIGURES: Form("<f8", (2,))},
        durable=False,
    )


@contextmanager
def kept_run(game: Game, hand: TableHand, seed: int) -> Iterator[Keeper | None]:
    """A search of its own place; None where another process is at the same one, or nothing can be written."""
    item = run_item(game, hand, seed)
    with holding(item) as held:
        yield _Run(item) if held else None


@contextmanager
def holding(item: Item) -> Iterator[bool]:
    """The lock of an item, if it can be had at once: nobody else has it, and its folder can be written."""
    lock = filelock.FileLock(item.folder / f"{item.name}.lock", timeout=0)
    try:
        item.folder.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except (OSError, filelock.Timeout):
        yield False
        return
    try:
        yield True
    finally:
        lock.release()


class _Run:
    """One search, under its lock; what the disk does not take is not kept."""

    def __init__(self, item: Item) -> None:
        self._item = item

    def load(self) -> Trained | None:
        """What is kept."""
        try:
            arrays = self._item.open().arrays
        except (UnusableError, UnavailableError):
            return None
        steps, seconds = arrays[_FIGURES].tolist()
        return Trained(arrays[_AVERAGE], arrays[_GAINS], int(steps), seconds)

    def save(self, trained: Trained) -> None:
        """Keep it, and no more than the newest ones."""
        figures = np.array([trained.steps, trained.seconds], dtype=np.float64)
        with suppress(UnwritableError):
            write_item(self._item, {_AVERAGE: trained.average, _GAINS: trained.gains, _FIGURES: figures})
            remove_old(self._item.folder)

    def forget(self) -> None:
        """The search is over."""
        with suppress(UnwritableError):
            self._item.remove()


def remove_old(folder: Path) -> None:
    """Delete all but the newest searches of a folder."""
    with suppress(OSError):
        records = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
        for record in records[MOST_RUNS:]:
            for path in (record, *folder.glob(f"{record.stem}.*")):
                if path.suffix != ".lock":
                    path.unlink(missing_ok=True)

"""Checkpoints of interrupted table searches: the same request resumes from its checkpoint.

The folder ``table-runs`` stores the arrays of a `SearchCheckpoint`, and a record with game, rules, hand and
seed (see `jamfold.core.storage.checkpoints`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import FEWEST_SEATS, MOST_SEATS
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.class_tables.class_table import rules_of
from jamfold.core.storage.checkpoints import Checkpoint, ResumableWork, find_checkpoint
from jamfold.core.storage.files import ArraySpec
from jamfold.core.storage.items import Artifact
from jamfold.spots.nplayer.sampler import hand_text
from jamfold.spots.nplayer.search import CheckpointStore, SearchCheckpoint
from jamfold.spots.nplayer.tree import hand_tree, make_tree, with_smallest_open

METHOD = 4
"""The version of the search; checkpoints of other versions are not resumed."""
_AVERAGE, _GAINS, _FIGURES = "average", "gains", "figures"
RUNS = ResumableWork("table-runs", "begun search", "jamfold table", (_AVERAGE, _GAINS, _FIGURES))


def run_item(game: Game, hand: TableHand, seed: int) -> Artifact:
    text = hand_text(hand)
    form = ArraySpec("<f8", (_rows(game, hand), hand_classes(game).n))
    identity = {"game": game.name, "rules": rules_of(game), "method": METHOD, "hand": text, "seed": seed}
    forms = {_AVERAGE: form, _GAINS: form, _FIGURES: ArraySpec("<f8", (2,))}
    return RUNS.item(f"{game.name}-{hand.n}", f"{text} {seed}", _title(hand.n), identity, forms)


def _rows(game: Game, hand: TableHand) -> int:
    """Return the number of nodes of the tree, or of sequences with raises."""
    if hand.raises:
        return hand_tree(with_smallest_open(hand) or hand)[0].n_sequences
    return len(make_tree(game, hand).nodes)


def unfinished_searches(game: Game) -> list[Artifact]:
    """Return the checkpoints of a game."""
    return [
        item
        for seats in range(FEWEST_SEATS, MOST_SEATS + 1)
        for item in RUNS.items(f"{game.name}-{seats}", _title(seats), {"game": game.name})
    ]


def _title(seats: int) -> str:
    return f"begun search of a table of {seats}"


@contextmanager
def kept_run(game: Game, hand: TableHand, seed: int) -> Iterator[CheckpointStore | None]:
    """The checkpoint store of a search; None if another process uses it or it cannot be written."""
    with find_checkpoint(run_item(game, hand, seed)) as checkpoint:
        yield _StoredSearch(checkpoint) if checkpoint.is_kept else None


class _StoredSearch:
    def __init__(self, checkpoint: Checkpoint) -> None:
        self._checkpoint = checkpoint

    def load(self) -> SearchCheckpoint | None:
        arrays = self._checkpoint.load()
        if arrays is None:
            return None
        steps, seconds = arrays[_FIGURES].tolist()
        return SearchCheckpoint(arrays[_AVERAGE], arrays[_GAINS], int(steps), seconds)

    def save(self, trained: SearchCheckpoint) -> None:
        figures = np.array([trained.steps, trained.seconds], dtype=np.float64)
        self._checkpoint.save({_AVERAGE: trained.average, _GAINS: trained.gains, _FIGURES: figures})

    def forget(self) -> None:
        self._checkpoint.forget()

"""Boards by pot share, class against class: the way in to the outcome planes.

`load_outcomes` gives the planes of a game (see `outcome_table`) and builds them first when
they are missing or damaged.
"""

from __future__ import annotations

from jamfold.errors import UnusableError
from jamfold.games import Game
from jamfold.kept.load import load_or_build
from jamfold.progress import Progress, ignore_progress
from jamfold.tables.build import load_table
from jamfold.tables.needs import outcome_needs, outcome_notice
from jamfold.tables.outcome_build import build_outcomes, make_outcomes
from jamfold.tables.outcome_table import Outcomes, StoredPlane, is_large, outcomes_item, planes_of

__all__ = ["Outcomes", "StoredPlane", "load_outcomes", "outcome_needs", "outcome_notice"]


def load_outcomes(game: Game, progress: Progress | None = None, *, must_keep: bool = False) -> Outcomes:
    """The outcome planes of a game, built first if they are missing, damaged or of another version.

    Its class table is built first too.  Small planes are also given where they cannot be kept, but with
    `must_keep`.  Raises
    UnsupportedError if the game has no class table; UnavailableError if the planes or the table are there and
    cannot be opened now; TableError if they cannot be built here: folder not writable, disk or memory short.
    """
    report = progress or ignore_progress
    table = load_table(game, progress)
    item = outcomes_item(game)
    if is_large(game):
        try:
            kept = item.open()
        except UnusableError:
            build_outcomes(table, report)
            kept = item.open()
    else:
        memory = outcome_needs(game).memory_bytes
        kept = load_or_build(
            item,
            lambda: make_outcomes(table, report),
            memory_bytes=memory,
            progress=report,
            must_keep=must_keep,
        )
    item.tidy(finished=True)
    return planes_of(table, kept)

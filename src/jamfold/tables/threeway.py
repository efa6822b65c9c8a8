"""Three hands, class by class by class: the way in to the three-way tables.

`load_threeway` gives the table of a game (see `threeway_table`) and builds it first when it is missing or
damaged.
"""

from __future__ import annotations

from jamfold.errors import UnusableError
from jamfold.games import Game, check_threeway
from jamfold.progress import Progress, ignore_progress
from jamfold.tables.needs import threeway_needs, threeway_notice
from jamfold.tables.outcomes import load_outcomes
from jamfold.tables.threeway_build import build_threeway
from jamfold.tables.threeway_table import ThreewayTable, threeway_item, threeway_of

__all__ = [
    "ThreewayTable",
    "load_threeway",
    "threeway_needs",
    "threeway_notice",
]


def load_threeway(game: Game, progress: Progress | None = None) -> ThreewayTable:
    """The three-way table of a game, built first if it is missing, damaged or of another version.

    Its class table and outcome planes, which a build is compared with, are built first too.  Raises
    UnsupportedError if the game has no three-way table; UnavailableError if the table is there and cannot be
    opened now; TableError if it cannot be built here: folder not writable, disk or memory short.
    """
    report = progress or ignore_progress
    check_threeway(game)
    item = threeway_item(game)
    try:
        kept = item.open()
    except UnusableError:
        build_threeway(load_outcomes(game, progress), report)
        kept = item.open()
    item.tidy(finished=True)
    return threeway_of(game, kept)

"""What a build will write and use, told before it begins."""

from __future__ import annotations

from dataclasses import dataclass

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.counting.combinations import multisets
from jamfold.cards.counting.suit_views import views_for
from jamfold.cards.games import BOARD_CARDS, Game
from jamfold.class_tables.blocks import block_list, block_store
from jamfold.class_tables.class_table import missing_tables, table_item
from jamfold.class_tables.decomposition.orders import margin_planes
from jamfold.core.parallel import cores

_INT32 = 4
HAND_BYTES = 32  # what classes and terms keep for a hand
PROGRAM_MEMORY = 1 << 28
SPARE_DISK = 1 << 24
# Core-seconds between those of the two machines that the performance table was measured on.
COMPARISONS = 2e10  # of a block's cost, with or without the low plane
ASSEMBLED_HANDS = 5e8  # passed by the assembly for one plane
START_SECONDS = 1.0
_NOTABLE_BYTES = 100_000_000
_GB = 1e9


@dataclass(frozen=True)
class BuildCost:
    """What a build takes."""

    kept_bytes: int
    """Disk that the finished tables take."""
    disk_bytes: int
    """Disk while it is building, the blocks with the tables."""
    memory_bytes: int
    """Memory."""
    seconds: float
    """Roughly how long it takes on this machine's cores."""


def estimate_build(game: Game) -> BuildCost:
    """The cost of building a game's table, together with its companions' missing ones.

    Raises UnsupportedError if the game has no class table; UnavailableError if a table cannot be opened now.
    """
    item_bytes = sum(table_item(table).total_bytes for table in missing_tables(game) or [game])
    classes, n_views, planes = hand_classes(game), views_for(game).n_views, len(margin_planes(game))
    squares = _INT32 * (n_views**2 + len(multisets(game.n_ranks, game.hole_cards)) ** 2)
    sheets = 4 * len(multisets(game.n_ranks, BOARD_CARDS)) * n_views
    blocks = sum(block.cost for block in block_list(game))
    work = blocks / COMPARISONS + planes * classes.n * len(classes.hands) / ASSEMBLED_HANDS
    return BuildCost(
        kept_bytes=item_bytes,
        disk_bytes=item_bytes + block_store(game).total_bytes + SPARE_DISK,
        memory_bytes=planes * max(squares, sheets) + HAND_BYTES * len(classes.hands) + PROGRAM_MEMORY,
        seconds=START_SECONDS + work / cores(),
    )


def build_notice(game: Game) -> str | None:
    """A sentence about the cost of a pending build of a class table, or None (see `notice`).

    Raises UnsupportedError if the game has no class table; UnavailableError if it cannot be opened now.
    """
    return None if table_item(game).is_there() else notice(f"table of {game.title}", estimate_build(game))


def notice(noun: str, needs: BuildCost) -> str | None:
    """The sentence about the cost of a build, or None if the build is too small to notice."""
    if needs.disk_bytes < _NOTABLE_BYTES:
        return None
    return (
        f"Building the {noun}, once: about {_size(needs.kept_bytes)} on disk "
        f"({_size(needs.disk_bytes)} meanwhile), {_size(needs.memory_bytes)} of memory, "
        f"{_duration(needs.seconds)}."
    )


def _size(size: float) -> str:
    return f"{size / _GB:.1f} GB" if size >= _GB / 10 else f"{max(1, 1000 * size / _GB):.0f} MB"


def _duration(seconds: float) -> str:
    if seconds < 45:
        return f"about {max(10, 10 * round(seconds / 10))} seconds"
    minutes = round(seconds / 60)
    return "about a minute" if minutes <= 1 else f"about {minutes} minutes"

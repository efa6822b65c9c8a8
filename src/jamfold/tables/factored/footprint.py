"""What building factors writes and uses, told before it begins."""

from __future__ import annotations

from jamfold.counting.classes import hand_classes
from jamfold.counting.multisets import multisets
from jamfold.counting.suit_views import views_for
from jamfold.games import BOARD_CARDS, Game
from jamfold.parallel import cores
from jamfold.tables.blocks import block_list as table_blocks
from jamfold.tables.decomposition.planes import margin_planes
from jamfold.tables.factored.block_layout import block_list
from jamfold.tables.factored.factors import factors_item
from jamfold.tables.needs import COMPARISONS, PROGRAM_MEMORY, SPARE_DISK, START_SECONDS, BuildCost, notice

_CLASS_BYTES = 2_000  # what links of one class take while they are made
_HAND_BYTES = 100


def factor_needs(game: Game) -> BuildCost:
    """What building a game's factors takes.

    Memory is what the build holds itself; the maps of the finished files come on top as far as
    there is room, and are read again from the disk where there is none.  Raises UnsupportedError if the game
    has none.
    """
    item, classes = factors_item(game), hand_classes(game)
    largest = 4 * max(block.values for block in block_list(game))
    meanwhile = input_bytes(game) + 3 * cores() * largest
    return BuildCost(
        kept_bytes=item.total_bytes,
        disk_bytes=item.total_bytes + SPARE_DISK,
        memory_bytes=meanwhile + _HAND_BYTES * len(classes.hands) + _CLASS_BYTES * classes.n + PROGRAM_MEMORY,
        seconds=START_SECONDS + sum(block.cost for block in table_blocks(game)) / COMPARISONS / cores(),
    )


def input_bytes(game: Game) -> int:
    """What all blocks of a game read while they are made, once in a process."""
    return 4 * len(margin_planes(game)) * len(multisets(game.n_ranks, BOARD_CARDS)) * views_for(game).n_views


def factor_notice(game: Game) -> str | None:
    """One sentence before a build that somebody will notice; None where none is ahead.

    Raises UnsupportedError if the game has none; UnavailableError if they are there and cannot be opened now.
    """
    item = factors_item(game)
    return None if item.is_there() else notice(item.title, factor_needs(game))

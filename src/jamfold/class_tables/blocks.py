"""The work of a build as a list of independent blocks.

A block is a run of rows of the rank term R or of sets of the suit term G.  The
list depends on the rules alone, so that blocks can be made anywhere, in any
order, and kept.  Costs are estimates: comparisons of hand views per board kind.  What a build will write and
use is announced before it begins.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import asdict, dataclass
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.counting.combinations import multisets
from jamfold.cards.counting.suit_views import flush_boards, views_for
from jamfold.cards.games import Game
from jamfold.class_tables.class_table import rules_of, tables_folder, work_name
from jamfold.class_tables.decomposition.assembly import HandTerms, class_sums, put_rows
from jamfold.class_tables.decomposition.orders import margin_planes, outcome_planes
from jamfold.class_tables.decomposition.suit_term import rows_shape
from jamfold.core.arrays import FloatArray
from jamfold.core.parallel import cores, in_parallel
from jamfold.core.progress import Meter
from jamfold.core.storage.checkpoints import BlockStore
from jamfold.core.storage.files import ArraySpec

RANK, SUIT = "rank", "suit"
_PLAN_VERSION = 2
_MOST_BLOCKS = 96
_ROW_OVERHEAD = 60  # lanes' worth of time that a board costs whatever the number of lanes
_RANK_COST = 6  # a board in the rank term against one in the suit term
HAND_BYTES = 32  # what classes and terms keep for a hand
PROGRAM_MEMORY = 1 << 28
SPARE_DISK = 1 << 24
# Core-seconds between those of the two machines that the performance table was measured on.
COMPARISONS = 2e10  # of a block's cost, with or without the low plane
_ASSEMBLED_HANDS = 5e8  # passed by the assembly for one plane
_START_SECONDS = 1.0
_NOTABLE_BYTES = 100_000_000
_GB = 1e9


@dataclass(frozen=True)
class Block:
    """Rows first..last-1 of R, or sets first..last-1 of G."""

    number: int
    term: str
    first: int
    last: int
    cost: float


@cache
def block_list(game: Game) -> tuple[Block, ...]:
    """The blocks of a game's build, in the order of their numbers."""
    hands = len(multisets(game.n_ranks, game.hole_cards))
    boards = len(multisets(game.n_ranks, 5))
    rank_costs = _RANK_COST * boards * np.arange(hands, dtype=float)
    suit_costs = _set_costs(game)
    share = (rank_costs.sum() + suit_costs.sum()) / _MOST_BLOCKS
    blocks: list[Block] = []
    for term, costs in ((SUIT, suit_costs), (RANK, rank_costs)):
        first, cost = 0, 0.0
        for item in range(len(costs)):
            cost += float(costs[item])
            if cost >= share or item == len(costs) - 1:
                blocks.append(Block(len(blocks), term, first, item + 1, cost))
                first, cost = item + 1, 0.0
    return tuple(blocks)


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


def build_cost(kept_bytes: int, block_bytes: int, memory_bytes: int, core_seconds: float) -> BuildCost:
    """The cost of a build by the bytes of its files, blocks and arrays, and by its work."""
    return BuildCost(
        kept_bytes=kept_bytes,
        disk_bytes=kept_bytes + block_bytes + SPARE_DISK,
        memory_bytes=memory_bytes + PROGRAM_MEMORY,
        seconds=_START_SECONDS + core_seconds / cores(),
    )


def plane_seconds(game: Game, planes: int, speed: float = 1.0) -> float:
    """Core-seconds of comparing hands, at a speed relative to that for margins, and of summing planes up."""
    classes = hand_classes(game)
    comparing = sum(block.cost for block in block_list(game)) / (COMPARISONS * speed)
    return comparing + planes * classes.n * len(classes.hands) / _ASSEMBLED_HANDS


def square_bytes(game: Game) -> int:
    """Memory for R and G of one plane as full squares."""
    return 4 * (views_for(game).n_views ** 2 + len(multisets(game.n_ranks, game.hole_cards)) ** 2)


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


def block_store(game: Game) -> BlockStore:
    """Where the blocks of a game's build are kept until its table is there."""
    return _store(game, work_name(game), list(margin_planes(game)))


def outcome_store(game: Game) -> BlockStore:
    """Where the blocks of a game's outcome planes are kept until these are there."""
    return _store(game, outcome_work_name(game), [plane.name for plane in outcome_planes(game)])


def outcome_work_name(game: Game) -> str:
    """The folder, next to the planes, with the blocks of an unfinished build."""
    return f"{game.name}.outcomes.work"


def _store(game: Game, folder: str, planes: list[str]) -> BlockStore:
    plan = {
        "plan_version": _PLAN_VERSION,
        "rules": rules_of(game),
        "planes": planes,
        "blocks": [asdict(block) for block in block_list(game)],
    }
    checksum = hashlib.sha256(json.dumps(plan, sort_keys=True).encode()).hexdigest()
    return BlockStore(
        tables_folder() / folder,
        {"game": game.name, "plan": checksum},
        {
            block.number: ArraySpec("<i4", (len(planes), block_size(game, block)), mapped=True)
            for block in block_list(game)
        },
    )


def make_missing(
    costs: Sequence[float],
    intact: Set[int],
    prepare: Callable[[], Callable[[int], NDArray[np.int32]]],
    write: Callable[[int, NDArray[np.int32]], None],
    meter: Meter,
) -> None:
    """Make the blocks that are not intact on all cores, and write each as it is finished.

    Parameters
    ----------
    costs
        One for each block, by number, in the unit of the meter.
    prepare
        Loads what all blocks read and returns the function that makes a block of a number.
    """
    meter.advance(sum(cost for number, cost in enumerate(costs) if number in intact))
    missing = [number for number in range(len(costs)) if number not in intact]
    if missing:
        make = prepare()
        for number, values in in_parallel(lambda number: (number, make(number)), missing):
            write(number, values)
            meter.advance(costs[number])


def full_squares(
    game: Game, values: Callable[[int], NDArray[np.int32]], plane: int, sign: int = -1
) -> dict[str, NDArray[np.int32]]:
    """Return R and G of one plane as full squares, which mirror with sign; values has all of a block."""
    sizes = {RANK: len(multisets(game.n_ranks, game.hole_cards)), SUIT: views_for(game).n_views}
    # Memory is taken as it is touched.
    squares = {term: np.zeros((size, size), dtype=np.int32) for term, size in sizes.items()}

    def put(block: Block) -> None:
        piece = values(block.number)[plane].view(np.ndarray)
        for first, rows in block_rows(game, block, piece, sign):
            put_rows(squares[block.term], first, rows, sign)

    for _ in in_parallel(put, block_list(game)):
        pass
    return squares


def plane_rows(
    game: Game, terms: HandTerms, squares: Mapping[str, NDArray[np.int32]], rows: range
) -> NDArray[np.int32]:
    """Return one plane of some classes; every row must count all opponent hands."""
    sums, placements = class_sums(terms, squares[RANK], squares[SUIT], rows)
    if not (placements == game.n_opponent_hands).all():
        raise AssertionError(f"a row of {game.name} does not count {game.n_opponent_hands} hands")
    return sums


def row_ranges(n: int, size: int) -> list[range]:
    """Return the rows 0..n-1 in ranges of at most size."""
    return [range(first, min(first + size, n)) for first in range(0, n, size)]


def make_block(
    block: Block,
    rank_rows: Callable[[range], NDArray[np.int32]],
    suit_rows: Callable[[int], NDArray[np.int32]],
) -> NDArray[np.int32]:
    """The block's values, int32, shape (planes, values); see `block_rows` for their order.

    Parameters
    ----------
    rank_rows, suit_rows
        Return some rows of R, and the rows of G with a set, shape (planes, ...).
    """
    numbers = range(block.first, block.last)
    parts = [rank_rows(numbers)] if block.term == RANK else [suit_rows(number) for number in numbers]
    return np.concatenate([part.reshape(len(part), -1) for part in parts], axis=1)


def block_rows(
    game: Game, block: Block, values: NDArray[np.int32], sign: int = -1
) -> Sequence[tuple[int, NDArray[np.int32]]]:
    """One plane of a block as (first row, rows) pieces of the square of its term, which mirrors with sign."""
    if block.term == RANK:
        rows = values.reshape(block.last - block.first, -1)[:, : block.last].copy()
        corner = rows[:, block.first :]  # filled up to its diagonal only
        corner += sign * np.tril(corner, -1).T
        return [(block.first, rows)]
    views, pieces, at = views_for(game), [], 0
    for number in range(block.first, block.last):
        height, width = rows_shape(views, number)
        piece = values[at : at + height * width].reshape(height, width)
        pieces.append((int(views.first_view[number]), piece))
        at += height * width
    return pieces


def block_size(game: Game, block: Block) -> int:
    if block.term == RANK:
        return (block.last - block.first) * len(multisets(game.n_ranks, game.hole_cards))
    shapes = [rows_shape(views_for(game), number) for number in range(block.first, block.last)]
    return sum(rows * columns for rows, columns in shapes)


def _set_costs(game: Game) -> FloatArray:
    """Comparisons for the rows of each set, roughly; no set shares a rank with itself."""
    views = views_for(game)
    sizes = range(views.hole_cards + 1)
    n_others = [len(sets) for sets in views.others]
    per_group = flush_boards(views.n_ranks).n_rests
    costs = np.ones(len(views.sets))
    for number, size in enumerate(views.set_sizes.tolist()):
        for size2 in sizes[: size + 1]:
            free = views.n_ranks - size - size2
            kinds = sum(comb(max(free, 0), 3 + g) * int(rests) for g, rests in enumerate(per_group))
            pairs = comb(views.n_ranks - size, size2) / (2 if size2 == size else 1)
            costs[number] += pairs * kinds * n_others[size] * (n_others[size2] + _ROW_OVERHEAD)
    costs[views.set_sizes < min(game.hole_used)] = 1  # too few cards in the suit for a flush
    return costs

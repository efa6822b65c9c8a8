"""The factors R and G of a game: files, memory maps, and their build with an estimate of its disk and memory.

The folder ``tables`` has ``G.factors.npy`` (R, int32), ``G.factors.row_sums.npy`` (int64), the
blocks of the suit term ``G.factors.suit-0000.npy``, ... (int32, see `class_tables.factored.blocks`) and the
record.  All but the row sums are memory maps: what does not fit into memory is read from the disk in each
pass.  The estimate is given before a build begins.

A build makes blocks in parallel, which are kept as they finish; then one pass for the row sums, and checks.
One that is cut off anywhere goes on from the blocks it has kept; they become the finished files without being
written again, so the disk needs no room for them twice.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.classes import HandClasses, hand_classes
from jamfold.cards.counting.combinations import multisets
from jamfold.cards.counting.suit_views import views_for
from jamfold.cards.games import BOARD_CARDS, Game
from jamfold.class_tables.blocks import COMPARISONS, BuildCost, build_cost, make_missing, notice
from jamfold.class_tables.blocks import block_list as table_blocks
from jamfold.class_tables.class_table import ROW_SUMS, build_command, identity_of, tables_folder
from jamfold.class_tables.decomposition.orders import margin_planes
from jamfold.class_tables.decomposition.suit_term import suit_term_input
from jamfold.class_tables.factored.blocks import (
    LocalBlocks,
    block_list,
    make_block,
    make_rank_square,
)
from jamfold.class_tables.factored.engine import FactoredSums
from jamfold.class_tables.matchup import class_outcomes, outcome_margin
from jamfold.core.arrays import IntArray
from jamfold.core.errors import UnavailableError, UnsupportedError, UnusableError
from jamfold.core.parallel import cores
from jamfold.core.progress import Meter, Progress, ignore_progress
from jamfold.core.storage.checkpoints import BlockStore
from jamfold.core.storage.drafts import ArtifactWriter
from jamfold.core.storage.files import ArraySpec
from jamfold.core.storage.items import Artifact, Record

RANKS = "ranks"
_PLAN_VERSION = 1
_SHARES = {"ranks": 0.05, "blocks": 0.92, "check": 0.03}
_CHECKED_CELLS = 12


@dataclass(frozen=True, eq=False)
class Factors:
    """The factors of one game, ready for products."""

    game: Game
    classes: HandClasses
    """game, classes: The rules, and the classes that number rows and columns."""
    sums: FactoredSums
    """M, class against class, without a table of it."""
    row_sums: IntArray
    """int64, shape (n,): the margin against a random hand."""
    record: Record
    """What was noted when the factors were built."""

    @property
    def margins(self) -> FactoredSums:
        """The sums, under the name that a class table has for them."""
        return self.sums

    @property
    def margin_scale(self) -> int:
        """The margin of one hand beaten on every board."""
        return self.game.n_boards * self.game.margin_unit


def check_factored(game: Game) -> None:
    """Refuse a game whose sums do not come from factors, before any work.

    Raises UnsupportedError if the factors of the game would be too large.
    """
    if not game.has_factors:
        raise UnsupportedError(f"There are no factors of {game.name}: they would be too large.")


def suit_array(number: int) -> str:
    """The name of a block of the suit term."""
    return f"suit-{number:04d}"


def factors_item(game: Game) -> Artifact:
    """How a game's factors are kept. Raises UnsupportedError if the game has none."""
    check_factored(game)
    return Artifact(
        folder=tables_folder(),
        name=f"{game.name}.factors",
        kind="factors",
        title=f"set of factors for {game.name}",
        serves="solve, chart",
        identity=_identity(game),
        array_specs={
            RANKS: _rank_form(game),
            ROW_SUMS: ArraySpec("<i8", (hand_classes(game).n,)),
            **{suit_array(number): form for number, form in _suit_forms(game).items()},
        },
        build_hint=build_command(game),
        lock=f"{game.name}.factors",
        leftovers=(work_name(game),),
        one_row=True,
    )


def are_factors_stored(game: Game) -> bool:
    """Whether a game's factors can be opened; nothing is planned where they have no files.

    Raises UnsupportedError if the game has no factors; UnavailableError if they cannot be opened now.
    """
    check_factored(game)
    return has_files(f"{game.name}.factors") and factors_item(game).is_there()


def has_files(name: str) -> bool:
    """Whether an item of this name, or a build of it, has files other than locks."""
    return any(path.suffix != ".lock" for path in tables_folder().glob(f"{name}.*"))


def has_shared(game: Game) -> bool:
    """Whether a worker of a cluster has kept blocks of a game in this data folder."""
    return _shared_folder(game).is_dir()


def shared_store(game: Game) -> BlockStore:
    """The blocks of G that all cluster workers with this data folder share.

    They are apart from this machine's factors, because a build of those removes its blocks.
    """
    return BlockStore(_shared_folder(game), _identity(game), _suit_forms(game))


def _shared_folder(game: Game) -> Path:
    return tables_folder() / f"{game.name}.blocks"


def center_item(game: Game) -> Artifact:
    """The part that a cluster's client stores itself: R and the row sums.

    Raises UnsupportedError if the game has no factors.
    """
    check_factored(game)
    return Artifact(
        folder=tables_folder(),
        name=f"{game.name}.cluster",
        kind="factors for clusters",
        title=f"rank term and row sums of {game.name}",
        serves="solve and chart with --cluster",
        identity=_identity(game),
        array_specs={RANKS: _rank_form(game), ROW_SUMS: ArraySpec("<i8", (hand_classes(game).n,))},
    )


def work_name(game: Game) -> str:
    """The folder, next to the factors, with the blocks of an unfinished build."""
    return f"{game.name}.factors.work"


def work_store(game: Game) -> BlockStore:
    """The blocks of an unfinished build: those of G by their numbers, then R."""
    forms = _suit_forms(game)
    return BlockStore(
        tables_folder() / work_name(game), _identity(game), {**forms, len(forms): _rank_form(game)}
    )


def open_factors(game: Game) -> Factors:
    """The factors on disk.

    Raises UnsupportedError if the game has none; UnusableError if there are none, or they are damaged,
    foreign or of another version; UnavailableError if they are there and cannot be opened now.
    """
    item = factors_item(game)
    artifact = item.open()
    item.tidy(finished=True)
    blocks = [artifact.arrays[suit_array(block.number)] for block in block_list(game)]
    sums = FactoredSums(game, artifact.arrays[RANKS], LocalBlocks(game, blocks))
    return Factors(game, hand_classes(game), sums, artifact.arrays[ROW_SUMS], artifact.record)


def open_row_sums(game: Game) -> IntArray:
    """The margins against a random hand alone; raises as `open_factors`."""
    return factors_item(game).open().arrays[ROW_SUMS]


@cache
def _plan_hash(game: Game) -> str:
    plan = [asdict(block) for block in block_list(game)]
    return hashlib.sha256(json.dumps(plan, sort_keys=True).encode()).hexdigest()


def _identity(game: Game) -> dict[str, object]:
    unit = f"1 / {game.margin_unit} of a board won or lost"
    return identity_of(game, unit) | {"plan_version": _PLAN_VERSION, "plan": _plan_hash(game)}


def _suit_forms(game: Game) -> dict[int, ArraySpec]:
    return {block.number: ArraySpec("<i4", (block.values,), mapped=True) for block in block_list(game)}


def _rank_form(game: Game) -> ArraySpec:
    n = len(multisets(game.n_ranks, game.hole_cards))
    return ArraySpec("<i4", (n, n), mapped=True)


_CLASS_BYTES = 2_000  # what links of one class take while they are made
_HAND_BYTES = 100


def factor_needs(game: Game) -> BuildCost:
    """The cost of building a game's factors.

    Memory is the build's own; the maps of the finished files use what is free, and are read from the disk
    again otherwise.  Raises UnsupportedError if the game has no factors.
    """
    item, classes = factors_item(game), hand_classes(game)
    largest = 4 * max(block.values for block in block_list(game))
    meanwhile = input_bytes(game) + 3 * cores() * largest
    memory = meanwhile + _HAND_BYTES * len(classes.hands) + _CLASS_BYTES * classes.n
    comparing = sum(block.cost for block in table_blocks(game)) / COMPARISONS
    return build_cost(item.total_bytes, 0, memory, comparing)


def input_bytes(game: Game) -> int:
    """Bytes of input that all blocks of a game share while they are built."""
    return 4 * len(margin_planes(game)) * len(multisets(game.n_ranks, BOARD_CARDS)) * views_for(game).n_views


def factor_notice(game: Game) -> str | None:
    """A sentence about the cost of a pending build, or None if none is needed or it is small.

    Raises UnsupportedError if the game has no factors; UnavailableError if they cannot be opened now.
    """
    item = factors_item(game)
    return None if item.is_there() else notice(item.title, factor_needs(game))


def load_factors(game: Game, progress: Progress | None = None) -> Factors:
    """The factors of a game, built first if they are missing, damaged or of another version.

    Raises UnsupportedError if the game has none; UnavailableError if they are there and cannot be opened now;
    TableError if they cannot be built here: folder not writable, disk or memory short.
    """
    try:
        return open_factors(game)
    except UnusableError:
        build_factors(game, progress)
        return open_factors(game)


def build_factors(game: Game, progress: Progress | None = None) -> bool:
    """Build a game's factors; blocks kept from an earlier, interrupted build are not made again.

    Raises UnsupportedError if the game has none; UnavailableError if they or a block are there and cannot be
    opened now; TableError if the folder cannot be written, or disk or memory are short.

    Returns
    -------
    Whether there was anything to build.
    """
    report = progress or ignore_progress
    item, built = factors_item(game), False
    if not item.is_there():
        with item.locked(report):
            if not item.is_there():  # another process may have made them meanwhile
                _build(game, report)
                built = True
    with suppress(UnavailableError):
        item.tidy(finished=item.is_there())
    return built


def _build(game: Game, report: Progress) -> None:
    """Make the blocks and the item; the lock is held."""
    item, store, blocks = factors_item(game), work_store(game), block_list(game)
    needs, started = factor_needs(game), time.perf_counter()
    ranks, costs = len(blocks), [block.values for block in blocks]
    with store.resume(needs.disk_bytes, needs.memory_bytes) as intact:
        report("comparing ranks", 0.0)
        if ranks not in intact:
            store.write(ranks, make_rank_square(game))
        meter = Meter(report, "comparing hands", _SHARES["ranks"], _SHARES["blocks"], sum(costs))

        def prepare() -> Callable[[int], NDArray[np.int32]]:
            terms = suit_term_input(game)
            return lambda number: make_block(terms, blocks[number])

        make_missing(costs, intact, prepare, store.write, meter)
        report("checking the factors", _SHARES["ranks"] + _SHARES["blocks"])
        local = LocalBlocks(game, [store.read(block.number) for block in blocks])
        row_sums = checked_row_sums(game, FactoredSums(game, store.read(ranks), local))
        with ArtifactWriter(item) as draft:
            draft.append(ROW_SUMS, row_sums)
            store.hand_over(ranks, draft, RANKS)
            for block in blocks:
                store.hand_over(block.number, draft, suit_array(block.number))
            draft.publish(time.perf_counter() - started)
    report("factors ready", 1.0)


def checked_row_sums(game: Game, sums: FactoredSums) -> IntArray:
    """M 1, and with it a check of the whole: symmetries over all classes, cells against all boards."""
    classes = hand_classes(game)
    rng = np.random.default_rng(classes.n)
    sides = np.stack([np.ones(classes.n, dtype=np.int64), *rng.integers(0, 2, (2, classes.n))])
    products = sums.product(sides)
    weighted = classes.sizes * sides
    if int(weighted[0] @ products[0]) or int(weighted[1] @ products[2]) != -int(weighted[2] @ products[1]):
        raise AssertionError(f"the factors of {game.name} are not antisymmetric")
    for i, j in rng.integers(0, classes.n, (_CHECKED_CELLS, 2)).tolist():
        cell = int(sums.block(np.array([i]), np.array([j]))[0, 0])
        if cell != exact_margin(game, classes, i, j):
            raise AssertionError(f"the factors of {game.name} give {cell} for the classes {i} and {j}")
    return np.ascontiguousarray(products[0])


def exact_margin(game: Game, classes: HandClasses, i: int, j: int) -> int:
    """M[i, j] from all boards of all pairs of hands."""
    return outcome_margin(game, class_outcomes(classes, game, i, j).sum(axis=0))

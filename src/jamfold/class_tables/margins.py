"""Margins of a game for the solver, from its class table or its factors, and equity order of hands.

Games with a class table use it: one solve of Omaha takes 0.07 s with the table and many times that
with the factors, whose passes read all of G (0.45 GB) where the table gives rows; a table of 1.1 GB
is the price.  With five cards the table would be 72 GB, so the factors are used.

The equity against a random hand gives the order by which percentages in ranges go.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from jamfold.cards.games import Game
from jamfold.class_tables import ClassTable, build_notice, load_table, open_table
from jamfold.class_tables.class_table import table_item
from jamfold.class_tables.factored.factors import (
    Factors,
    are_factors_stored,
    check_factored,
    factor_needs,
    factor_notice,
    load_factors,
    open_row_sums,
)
from jamfold.class_tables.low_rank import has_low_rank, load_low_rank
from jamfold.core.arrays import IntArray
from jamfold.core.progress import Progress
from jamfold.ranges import best_first

if TYPE_CHECKING:
    from jamfold.class_tables.factored.cluster import Cluster

_LARGE_BYTES = 4_000_000_000
_cluster: ContextVar[Cluster | None] = ContextVar("cluster", default=None)


@contextmanager
def on_cluster(address: str) -> Iterator[None]:
    """Let a cluster of workers hold the factors of the games that are asked for inside, and add them up.

    Every game that has factors uses them there, also one with a class table.  The workers make blocks
    that are missing, and keep them.  Raises ClusterError if the address is none; inside, when a game is
    loaded, if there is no cluster, or it cannot hold the factors.

    Parameters
    ----------
    address
        Of the scheduler, ``tcp://host:port``.
    """
    from jamfold.class_tables.factored.cluster import Cluster

    cluster = Cluster(address)
    token = _cluster.set(cluster)
    try:
        yield
    finally:
        _cluster.reset(token)
        cluster.close()


def cluster_in_use() -> Cluster | None:
    """The cluster that `on_cluster` has set here."""
    return _cluster.get()


def load_sums(game: Game, progress: Progress | None = None) -> ClassTable | Factors:
    """The margins of a game, built first if they are missing, damaged or of another version.

    Raises UnsupportedError if the game has neither a table nor factors, UnavailableError if they are there
    and cannot be opened now, and TableError if they cannot be built here: folder not writable, disk or memory
    short; on a cluster: it is not there, or has no room.
    """
    if (cluster := cluster_in_use()) is not None:
        from jamfold.class_tables.factored.cluster_blocks import load_shared

        if game not in cluster.loaded:
            cluster.loaded[game] = load_shared(game, cluster, progress)
        shared: Factors = cluster.loaded[game]
        return shared
    return load_table(game, progress) if game.has_class_table else load_factors(game, progress)


def are_sums_stored(game: Game) -> bool:
    """Whether `load_sums` has nothing to build here; on a cluster, its workers build.

    Raises UnsupportedError if the game has neither a table nor factors; UnavailableError if they cannot be
    opened now.
    """
    if cluster_in_use() is not None:
        return True
    return table_item(game).is_there() if game.has_class_table else are_factors_stored(game)


def load_row_sums(game: Game, progress: Progress | None = None) -> IntArray:
    """Margins against a random hand, (n,): those that come with the program, or as `load_sums`."""
    return load_low_rank(game).equity_sums if has_low_rank(game) else load_sums(game, progress).row_sums


def kept_row_sums(game: Game) -> IntArray:
    """Margins against a random hand, (n,), from the disk.

    Raises UnsupportedError if the game has neither a table nor factors; UnusableError if they are missing,
    damaged, foreign or of another version; UnavailableError if they cannot be opened now.
    """
    if cluster_in_use() is not None or has_low_rank(game):
        return load_row_sums(game)
    return open_table(game).row_sums if game.has_class_table else open_row_sums(game)


def build_warning(game: Game) -> str | None:
    """A sentence about the cost of a pending build, or None if none is needed or it is small.

    Raises UnsupportedError if the game has neither a table nor factors; UnavailableError if they cannot be
    opened now.
    """
    if cluster_in_use() is not None:
        check_factored(game)
        return None  # workers report their builds as they run
    return build_notice(game) if game.has_class_table else factor_notice(game)


def is_large_build(game: Game) -> bool:
    """Whether many gigabytes must be built on this machine first, so that callers ask for confirmation.

    Raises UnavailableError if the factors cannot be opened now.
    """
    if game.has_class_table or cluster_in_use() is not None or factor_notice(game) is None:
        return False
    return factor_needs(game).kept_bytes > _LARGE_BYTES


def equity_order(game: Game, progress: Progress | None = None) -> IntArray:
    """Class ids by equity against a random hand, best first, shape (n,); equal ones by id.

    Raises TableError if the class table cannot be built here.
    """
    return best_first(load_row_sums(game, progress))

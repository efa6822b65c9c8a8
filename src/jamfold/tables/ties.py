"""Ties between classes, for games with two hole cards.

A class table holds margins, wins minus losses.  With the ties as well, wins and
losses are known apart.  With two hole cards there are only some ten thousand
pairs of hands that differ by more than suits, so their ties are counted pair by
pair (`matchup`) in seconds, and kept beside the table.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_SUITS
from jamfold.errors import TableError
from jamfold.games import Game
from jamfold.kept import store
from jamfold.parallel import in_parallel
from jamfold.tables import ClassTable, Progress
from jamfold.tables.matchup import TIE, pair_outcomes

_PAIRS = 500  # pairs of hands in a task, some 0.1 s
_TIES, _SOURCE = "ties", "sha256_of_margins"

Suits = tuple[tuple[int, int], ...]


def has_ties(game: Game) -> bool:
    """Whether `class_ties` serves the game."""
    return game.compares_all_pairs and not game.split_low


def class_ties(table: ClassTable, progress: Progress | None = None) -> NDArray[np.int64]:
    """Ties of one hand of class i with all disjoint hands of class j, over all boards: int64 (n, n).

    Read from disk, or counted and kept if they are not there, damaged, or of another table.

    Raises
    ------
    TableError
        If the game has more than two hole cards, or the file cannot be written.
    """
    if not has_ties(table.game):
        raise TableError(f"Ties are counted for games with two hole cards, not for {table.game.name}.")
    kept = _read(table)
    if kept is not None:
        return kept
    ties = _count(table, progress or (lambda stage, share: None))
    path = store.ties_path(table.game)
    temporary = path.with_name(f"{path.name}.tmp")
    try:
        with temporary.open("wb") as file:
            np.savez(file, **{_TIES: ties, _SOURCE: np.array(table.record["sha256"])})  # type: ignore[arg-type]
        temporary.replace(path)
    except OSError as error:
        raise TableError(f"Cannot write to {path}: {error.strerror or error}.") from error
    return ties


def _read(table: ClassTable) -> NDArray[np.int64] | None:
    try:
        with np.load(store.ties_path(table.game), allow_pickle=False) as file:
            ties: NDArray[np.int64] = file[_TIES]
            source = str(file[_SOURCE])
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error):
        return None
    n = table.classes.n
    good = ties.shape == (n, n) and ties.dtype == np.int64 and source == table.record["sha256"]
    return ties if good else None


def _count(table: ClassTable, progress: Progress) -> NDArray[np.int64]:
    """All class pairs i <= j; c_i T[i, j] = c_j T[j, i] gives the others."""
    classes = table.classes
    examples, entries = _meetings(table)
    tasks = [slice(begin, begin + _PAIRS) for begin in range(0, len(examples), _PAIRS)]
    hands = np.array(examples, dtype=np.uint8)
    counted = []
    pieces = in_parallel(
        lambda t: pair_outcomes(table.game, hands[t, 0], hands[t, 1])[:, TIE].sum(axis=1), tasks
    )
    for done, some in enumerate(pieces, 1):
        counted.append(some)
        progress("counting ties", done / len(tasks))
    of_example = np.concatenate(counted)
    ties = np.zeros((classes.n, classes.n), dtype=np.int64)
    i, j, example = np.array(entries).T
    np.add.at(ties, (i, j), of_example[example])
    lower = np.tril_indices(classes.n, -1)
    ties[lower] = (ties.T * classes.sizes[None, :] // classes.sizes[:, None])[lower]
    return ties


def _meetings(
    table: ClassTable,
) -> tuple[list[tuple[list[int], list[int]]], list[tuple[int, int, int]]]:
    """Pairs of hands that differ by more than suits, and what each pair of classes i <= j is made of.

    The second list has (i, j, number of the example) for every hand of class j
    that shares no card with the representative of class i.
    """
    numbers: dict[Suits, int] = {}
    examples: list[tuple[list[int], list[int]]] = []
    entries: list[tuple[int, int, int]] = []
    for i in range(table.classes.n):
        hand1 = sorted(table.classes.representatives[i].tolist())
        for j in range(i, table.classes.n):
            for hand2 in _disjoint_hands(table, hand1, j):
                suits = tuple(sorted((_suit_ranks(hand1, s), _suit_ranks(hand2, s)) for s in range(N_SUITS)))
                if suits not in numbers:
                    numbers[suits] = len(examples)
                    examples.append((hand1, hand2))
                entries.append((i, j, numbers[suits]))
    return examples, entries


def _disjoint_hands(table: ClassTable, hand1: list[int], j: int) -> Iterator[list[int]]:
    for hand2 in table.classes.combinations(j).tolist():
        if not set(hand1) & set(hand2):
            yield hand2


def _suit_ranks(hand: list[int], suit: int) -> int:
    return sum(1 << card // N_SUITS for card in hand if card % N_SUITS == suit)

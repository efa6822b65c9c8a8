"""Ties between classes, for games with two hole cards.

A class table holds margins, wins minus losses.  With the ties as well, wins and
losses are known apart.  With two hole cards there are only some ten thousand
pairs of hands that differ by more than suits, so their ties are counted pair by
pair (`matchup`) in seconds, and kept beside the table.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_SUITS
from jamfold.counting.classes import hand_classes
from jamfold.errors import TableError, UnsupportedError
from jamfold.games import Game
from jamfold.kept.files import Form
from jamfold.kept.item import Item
from jamfold.kept.load import load_or_make
from jamfold.parallel import in_parallel
from jamfold.progress import Progress, silent
from jamfold.tables.class_table import MARGINS, ClassTable, rules_of, table_item, tables_folder
from jamfold.tables.matchup import TIE, pair_outcomes

_PAIRS = 500  # pairs of hands in a task, some 0.1 s
_TIES = "ties"
_MEMORY = 1 << 28

Suits = tuple[tuple[int, int], ...]


def has_ties(game: Game) -> bool:
    """Whether `class_ties` serves the game."""
    return game.compares_all_pairs and not game.split_low


def ties_item(game: Game, table_sha256: str) -> Item:
    """How the ties that go with a table are kept."""
    n = hand_classes(game).n
    return Item(
        folder=tables_folder(),
        name=f"{game.name}.ties",
        kind="ties",
        title=f"ties of {game.name}",
        serves="equity",
        identity={
            "game": game.name,
            "rules": rules_of(game),
            "unit": "boards tied, over all disjoint hands and boards",
            "sha256_of_margins": table_sha256,
        },
        forms={_TIES: Form("<i8", (n, n))},
        leftovers=(f"{game.name}.ties.npz", f"{game.name}.ties.npz.tmp"),
    )


def kept_ties_item(game: Game) -> Item | None:
    """How the ties of the table on disk are kept; None for a game without ties."""
    if not has_ties(game):
        return None
    try:
        source = table_item(game).read_record().sha256[MARGINS]
    except TableError:
        source = ""  # no table: whatever ties are there go with none
    return ties_item(game, source)


def class_ties(table: ClassTable, progress: Progress | None = None) -> NDArray[np.int64]:
    """Ties of one hand of class i with all disjoint hands of class j, over all boards: int64 (n, n).

    Read from disk, or counted and kept if they are not there, damaged, or of another table.

    Raises
    ------
    UnsupportedError
        If the game has more than two hole cards.
    UnavailableError
        If they are there and cannot be opened now.
    """
    if not has_ties(table.game):
        raise UnsupportedError(f"Ties are counted for games with two hole cards, not for {table.game.name}.")
    item, report = ties_item(table.game, table.sha256), progress or silent
    ties = load_or_make(
        item, lambda: {_TIES: _count(table, report)}, memory_bytes=_MEMORY, progress=report
    ).arrays[_TIES]
    item.tidy(finished=True)
    return ties


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

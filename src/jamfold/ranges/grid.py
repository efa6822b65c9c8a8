"""The square grid of two-card hands, and cached tables of a game's hands and classes.

Pairs are on the diagonal, suited hands above, offsuit ones below.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_SUITS, RANK_NAMES, Rank, format_cards, parse_cards, rank_of, suit_of
from jamfold.cards.counting.classes import HandClasses, hand_classes, hand_indices
from jamfold.cards.games import Game
from jamfold.core.arrays import IntArray
from jamfold.core.display import plural
from jamfold.core.errors import RangeError

Cell = tuple[int, int]


def has_grid(game: Game) -> bool:
    """Whether the game's hands fill a square grid."""
    return game.has_square_of_classes


def class_label(game: Game, class_id: int) -> str:
    """What players call a class: ``AKs``, ``AKo``, ``AA``; four cards as they are, ``AsKsQhJh``."""
    classes = hand_classes(game)
    if not game.has_square_of_classes:
        return classes.name(class_id)
    high, low = classes.representatives[classes.check(class_id)].tolist()
    ranks = RANK_NAMES[rank_of(high)] + RANK_NAMES[rank_of(low)]
    if rank_of(high) == rank_of(low):
        return ranks
    return ranks + ("s" if suit_of(high) == suit_of(low) else "o")


def grid_cells(game: Game) -> dict[Cell, int]:
    """The class in each cell (row, column), aces first."""
    classes = hand_classes(game)
    cells: dict[Cell, int] = {}
    for class_id, (high, low) in enumerate(classes.representatives.tolist()):
        upper, lower = (len(RANK_NAMES) - 1 - rank_of(card) for card in (high, low))
        suited = suit_of(high) == suit_of(low)
        cells[(upper, lower) if suited else (lower, upper)] = class_id
    return cells


def square_classes(game: Game) -> list[int]:
    """Return the classes of the square, one row after the other."""
    return [class_id for _, class_id in sorted(grid_cells(game).items())]


def square_rows(game: Game) -> list[list[int]]:
    """Return the classes of the square, row by row."""
    classes, side = square_classes(game), game.n_ranks
    return [classes[start : start + side] for start in range(0, len(classes), side)]


@dataclass(frozen=True, eq=False)
class HandTable:
    """One game's hands."""

    game: Game
    classes: HandClasses
    """game, classes: The rules and the classes."""
    class_of_row: NDArray[np.int32]
    """int32, shape (K1,): the class of each row."""
    class_columns: NDArray[np.uint8]
    hand_columns: NDArray[np.uint8]
    """class_columns, hand_columns: uint8, shape (hole_cards, n) and (hole_cards, K1): the cards of the
    representatives and of all hands."""
    classes_with_ranks: dict[tuple[int, ...], tuple[int, int]]
    """The first class and the one after the last with given ranks, high to low."""

    def row(self, text: str) -> int:
        """The row of a hand given as text.

        Raises CardError if the text is no list of different cards; RangeError if a card is not in the deck or
        their number is wrong.
        """
        cards = sorted(parse_cards(text))
        for card in cards:
            if card not in self.classes.deck:
                raise RangeError(f"The card {format_cards([card])} in '{text[:40]}' is not in the deck.")
        if len(cards) != self.game.hole_cards:
            raise RangeError(
                f"'{text[:40]}' has {plural(len(cards), 'card')}. "
                f"A hand in this game has {self.game.hole_cards}."
            )
        return int(self.rows([cards])[0])

    def rows(self, hands: Sequence[Sequence[int]]) -> IntArray:
        """The rows of hands of the deck, cards ascending."""
        cards = np.asarray(hands, dtype=np.uint8).reshape(-1, self.game.hole_cards)
        return self.classes.row_of_hand[hand_indices(cards, self.classes.deck)]

    def rank(self, name: str, text: str) -> Rank:
        """The rank of a letter (or 10).

        Raises RangeError if the deck has no such rank; ``text`` is what is named.
        """
        rank = Rank(RANK_NAMES.index(name.upper().replace("10", "T")))
        if rank < self.game.lowest_rank:
            raise RangeError(
                f"'{text[:40]}' has the rank {name}, which the deck of {self.game.title} does not have."
            )
        return rank


@cache
def hand_table(game: Game) -> HandTable:
    """The table of a game; made once."""
    classes = hand_classes(game)
    class_of_row = np.repeat(np.arange(classes.n, dtype=np.int32), classes.sizes)
    ranks = classes.representatives // N_SUITS
    firsts = [0, *(1 + np.flatnonzero((ranks[1:] != ranks[:-1]).any(axis=1))).tolist(), classes.n]
    runs = {tuple(ranks[a].tolist()): (a, b) for a, b in pairwise(firsts)}
    by_class = np.ascontiguousarray(classes.representatives.T)
    by_hand = np.ascontiguousarray(classes.hands.T)
    return HandTable(game, classes, class_of_row, by_class, by_hand, runs)


@cache
def two_card_grid(game: Game) -> dict[tuple[int, int, str], int]:
    """Classes of two-card hands by (higher rank, lower rank, kind): ``s``, ``o``, or ``""`` for pairs."""
    grid = {}
    for class_id, (high, low) in enumerate(hand_classes(game).representatives.tolist()):
        pair, suited = high // N_SUITS == low // N_SUITS, high % N_SUITS == low % N_SUITS
        grid[high // N_SUITS, low // N_SUITS, "" if pair else "s" if suited else "o"] = class_id
    return grid

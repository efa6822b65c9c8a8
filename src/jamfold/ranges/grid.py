"""The square grid of two-card hands: pairs on the diagonal, suited above, offsuit below."""

from __future__ import annotations

from jamfold.cards import RANK_NAMES, rank_of, suit_of
from jamfold.counting.classes import hand_classes
from jamfold.games import Game

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

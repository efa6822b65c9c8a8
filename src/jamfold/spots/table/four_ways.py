"""Deals of four hands that meet, strong hands more often: what a model of four seats knows of four all-in.

Three hands are counted, four are too many to count.  So a bank of deals is drawn once, the same for every
strategy.  Whoever decides has any hand, the others strong ones: one hand is drawn by the size of its class,
three by that over the place of the class among all from the best down, and a deal weighs the inverse of how
often it is drawn (importance sampling).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from jamfold.arrays import IntArray
from jamfold.compiled import kernel
from jamfold.counting.classes import hand_classes
from jamfold.games import BOARD_CARDS, Game
from jamfold.solver.second_order import FourWays
from jamfold.strength.boards import Boards, number_boards
from jamfold.strength.showdown import Hands, StrengthTables, high_strength, number_hands, strength_tables

DEALS = 200_000
_ODDS = 12
"""Draws for each deal: of ten about two have no card twice."""
_LEAST = 0.03
"""Added to a place from 0 to 1, so that the best classes are not drawn without end."""
_HANDS = 4


@lru_cache(maxsize=2)
def four_ways(game: Game, strongest: tuple[int, ...]) -> FourWays:
    """Return the bank of a game, with classes from the strongest down."""
    classes = hand_classes(game)
    sizes = classes.sizes[list(strongest)]
    weight = np.empty(classes.n)
    weight[list(strongest)] = 1.0 / (_LEAST + (np.cumsum(sizes) - sizes / 2) / sizes.sum())
    class_of_row = np.repeat(np.arange(classes.n), classes.sizes)
    below = np.cumsum(weight[class_of_row])
    rng = np.random.default_rng(0)
    draws = _ODDS * DEALS
    rows = np.searchsorted(below, rng.random((draws, _HANDS)) * below[-1], side="right")
    rows[:, 0] = rng.integers(len(below), size=draws)
    boards = np.array(game.deck, dtype=np.uint8)[rng.integers(len(game.deck), size=(draws, BOARD_CARDS))]
    cards = np.concatenate([classes.hands[rows].reshape(draws, -1), boards], axis=1)
    masks = np.bitwise_count(np.bitwise_or.reduce(np.uint64(1) << cards.astype(np.uint64), axis=1))
    apart = np.flatnonzero(masks == cards.shape[1])[:DEALS]
    rows = rows[apart]
    places = np.empty((len(rows), _HANDS), dtype=np.int64)
    hands = number_hands(game, classes.hands)
    fill_places(strength_tables(game), hands, rows, number_boards(game, boards[apart]), places)
    held = class_of_row[rows]
    drawn = weight[held] * (len(below) / below[-1])
    chances = 1.0 / (drawn.prod(axis=1) * (1.0 / drawn).sum(axis=1))
    return FourWays(held, places, chances / chances.sum())


@kernel
def fill_places(
    tables: StrengthTables, hands: Hands, rows: IntArray, boards: Boards, places: IntArray
) -> None:
    """Fill how many of the other hands of each deal are better than each hand."""
    strengths = np.empty(rows.shape[1], dtype=np.int64)
    for deal in range(len(rows)):
        board = boards.ranks[deal], boards.suits[deal], boards.sets[deal]
        for hand in range(rows.shape[1]):
            strengths[hand] = high_strength(
                tables.by_ranks, tables.in_suit, hands.ranks, hands.sets, rows[deal, hand], board
            )
        for hand in range(rows.shape[1]):
            places[deal, hand] = (strengths > strengths[hand]).sum()

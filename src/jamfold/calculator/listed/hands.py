"""Combinations of listed hands, and their tables beside a board."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from jamfold.arrays import FloatArray, IntArray
from jamfold.calculator.games import Pot
from jamfold.calculator.listed.problem import ListedProblem
from jamfold.calculator.problem import NO_DEAL
from jamfold.cards import card_mask
from jamfold.errors import EquityError
from jamfold.strength.listed import Part, listed_tables
from jamfold.strength.rankings import FiveCardRanking
from jamfold.strength.showdown import Hands, StrengthTables


class Tuples(NamedTuple):
    """Combinations of listed hands without a common card: rows (t, players) and the products of weights."""

    rows: IntArray
    weights: FloatArray

    @classmethod
    def of(cls, problem: ListedProblem) -> Tuples:
        """All of them. Raises EquityError if there is none."""
        rows, used = np.zeros((1, 0), dtype=np.int64), np.zeros(1, dtype=np.uint64)
        weights = np.ones(1)
        for player in problem.players:
            masks = np.array([card_mask(hand) for hand in player.hands], dtype=np.uint64)
            left, right = np.nonzero((used[:, None] & masks[None, :]) == 0)
            rows = np.hstack([rows[left], right[:, None]])
            used, weights = used[left] | masks[right], weights[left] * np.array(player.weights)[right]
        if not len(rows):
            raise EquityError(NO_DEAL)
        return cls(rows, weights)


def beside_board(problem: ListedProblem, tuples: Tuples) -> tuple[StrengthTables, Hands, IntArray]:
    """Tables of all listed hands, the hands in them, and the combinations by their numbers there."""
    game = problem.game
    hands = [hand for player in problem.players for hand in player.hands]
    sizes = [0, *(len(player.hands) for player in problem.players[:-1])]
    high, *low = (pot_part(pot) for pot in game.pots)
    tables, numbered = listed_tables(game, np.array(hands, dtype=np.uint8), high, low[0] if low else None)
    return tables, numbered, tuples.rows + np.cumsum(sizes)


def pot_part(pot: Pot) -> Part:
    """What wins a pot of a game with a board, whose rankings are all of five cards."""
    if not isinstance(pot.ranking, FiveCardRanking):
        raise TypeError(pot)
    return pot.ranking, pot.used

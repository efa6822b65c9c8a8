"""A made-up Hold'em table for tests of spots and the command line.

Class sizes and card removal are real.  The winning chance of class i against
class j is a smooth function of two made-up strengths (ranks, pairs, suited), so
strong hands jam and weak ones fold, and nothing has to be built first.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.counting.removal import CardRemoval
from jamfold.cards.games import HOLDEM, Game
from jamfold.solver.payoffs import ClassGame, OutcomeCounts


def toy_payoffs(game: Game = HOLDEM, table_progress: Any = None, *, planes: bool = False) -> ClassGame:
    """Payoffs of the made-up table; stands in for `jamfold.spots.solve.load_payoffs`.

    As planes one board in ten is tied, more where the balance is even.
    """
    classes = hand_classes(game)
    cards = classes.representatives.astype(np.int64)
    ranks = cards // 4
    pair, suited = ranks[:, 0] == ranks[:, 1], cards[:, 0] % 4 == cards[:, 1] % 4
    strength = 2.0 * ranks[:, 0] + ranks[:, 1] + 14 * pair + 2 * suited
    balance = np.tanh((strength[:, None] - strength[None, :]) / 20) * 0.75
    boards = np.triu(np.rint(balance * game.n_boards), 1).astype(np.int64)
    removal = CardRemoval(classes)
    every = np.arange(classes.n)
    placements = removal.block(every, every)
    margins = (placements * (boards - boards.T)).astype(np.int32)
    ties = (placements * np.rint(game.n_boards * 0.1 * (1 - abs(balance)))).astype(np.int32)
    return ClassGame(
        counts=classes.sizes,
        n_hands=game.n_hands,
        n_opponent_hands=game.n_opponent_hands,
        margins=margins,
        margin_scale=game.n_boards,
        row_sums=margins.sum(axis=1, dtype=np.int64),
        placements=removal,
        planes=(OutcomeCounts(ties, ties.sum(axis=1, dtype=np.int64), True, game.n_boards),)
        if planes
        else (),
    )

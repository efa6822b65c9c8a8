"""One pair of classes as a class table, or what answers as one, has it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from jamfold.cards.counting.removal import CardRemoval
from jamfold.class_tables.class_table import ClassTable
from jamfold.class_tables.factored.factors import Factors
from jamfold.solver.payoffs import pair_sums


class ClassMatchup(NamedTuple):
    """One hand of class 1 against all hands of class 2 that share no card with it."""

    placements: int
    """The number of those hands."""
    margin: int
    equity: float
    """margin, equity: Wins minus losses of class 1 over all placements and boards; its share of the pot."""


def class_matchup(table: ClassTable | Factors, i: int, j: int) -> ClassMatchup:
    """Look a pair of classes up."""
    placements = int(CardRemoval(table.classes).block([i], [j])[0, 0])
    margin = int(pair_sums(table.margins).block(np.array([i]), np.array([j]))[0, 0])
    equity = 0.5 + margin / (2 * table.margin_scale * placements) if placements else float("nan")
    return ClassMatchup(placements, margin, equity)

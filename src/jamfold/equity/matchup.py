"""Class against class, from the class tables."""

from __future__ import annotations

from dataclasses import dataclass

from jamfold.equity.tables import ClassTable
from jamfold.hands.classes import ClassId
from jamfold.hands.removal import CardRemoval


@dataclass(frozen=True)
class ClassMatchup:
    """One hand of class 1 against all hands of class 2 that share no card with it.

    Attributes
    ----------
    class1, class2
        The classes.
    placements
        The number of those hands.
    margin
        Wins minus losses of class 1 over all placements and boards; twice the
        difference of the pot shares where the pot is split.
    equity
        Class 1's share of the pot; None where no placement is left.
    """

    class1: ClassId
    class2: ClassId
    placements: int
    margin: int
    equity: float | None


def class_matchup(table: ClassTable, class1: int, class2: int) -> ClassMatchup:
    """Look a pair of classes up.

    Raises
    ------
    ClassError
        If an id is out of range.
    """
    i, j = table.classes.check(class1), table.classes.check(class2)
    placements = int(CardRemoval(table.classes).block([i], [j])[0, 0])
    margin = int(table.margins[i, j])
    equity = 0.5 + margin / (2 * table.margin_scale * placements) if placements else None
    return ClassMatchup(i, j, placements, margin, equity)

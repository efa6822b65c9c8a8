"""Families of starting hands: rows of the pattern matrix, or groups of the grid of two cards."""

from __future__ import annotations

from functools import cache

from jamfold.cards import RANK_NAMES
from jamfold.cards.games import find_game
from jamfold.ranges.grid import class_label
from jamfold.ranges.patterns import pattern_matrix

_SUITS = {"s": "suited", "o": "offsuit"}
_HIGH = "AKQ"
"""High cards with a family of their own; the rest share one."""


@cache
def family_names(game: str) -> tuple[str, ...]:
    rules = find_game(game)
    if rules.has_families:
        matrix = pattern_matrix(rules)
        names = [""] * sum(row.ids.size for row in matrix.rows)
        for row in matrix.rows:
            for class_id in row.ids.tolist():
                names[class_id] = row.name
        return tuple(names)
    squares = rules.n_ranks * rules.n_ranks
    return tuple(_square_family(class_label(rules, index)) for index in range(squares))


def _square_family(label: str) -> str:
    """``pairs AA-TT``, ``Ax suited``, ``JT to 32 offsuit``."""
    if len(label) == 2:
        return "pairs AA-TT" if RANK_NAMES.index(label[0]) >= RANK_NAMES.index("T") else "pairs below TT"
    high = label[0] if label[0] in _HIGH else "J and lower"
    return f"{high}{'x' if label[0] in _HIGH else ','} {_SUITS[label[2]]}"


def family_of(game: str, class_id: int) -> str:
    return family_names(game)[class_id]

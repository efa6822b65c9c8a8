"""Readers of the files in tests/published."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.games import Game
from jamfold.class_tables.matchup import pair_outcomes

FOLDER = Path(__file__).parent / "published"

Row = dict[str, str]


def rows(name: str) -> list[Row]:
    """The rows of a file as they are printed."""
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def joint_outcomes(row: Row) -> NDArray[np.int64]:
    """The 12 joint counts of a row, shape (3, 4), as `pair_outcomes` orders them."""
    return np.array([[int(row[f"hi{high}_lo{low}"]) for low in "NWTL"] for high in "WTL"], dtype=np.int64)


def class_hand(name: str) -> str:
    """A hand of a Hold'em class: AKs is AsKs, AKo is AsKh, AA is AsAh."""
    suit = "s" if name.endswith("s") else "h"
    return f"{name[0]}s{name[1]}{suit}"


def hand_outcomes(game: Game, *hands: Sequence[int]) -> NDArray[np.int64]:
    """`pair_outcomes` of two hands, shape (3, 4)."""
    one, other = (np.sort(np.array([hand], dtype=np.uint8), axis=1) for hand in hands)
    return np.asarray(pair_outcomes(game, one, other)[0])

"""Bundled gaps of the whole game on a grid of stacks, and bounds between them.

With both strategies fixed, the value of the small blind's best response is convex in the effective stack (a
maximum of linear functions for each hand), and that of jam or fold against the big blind's best response is
concave; so the gap between two stacks is at most its linear interpolation.  Each row of the file has the gap
at its stack, and the gap of this stack's strategies at the next and the previous one.  The lower of the two
interpolations is a bound.
"""

from __future__ import annotations

import csv
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from jamfold.betting.two_seats import Situation
from jamfold.cards.games import Game

FILE = Path(__file__).parents[1] / "core" / "storage" / "box" / "whole-game.csv"
FLOPS_FILE = FILE.with_name("whole-game-flops.csv")
"""Gaps of strategies that may also jam the flop: fewer stacks, smaller gaps."""


class GapAt(NamedTuple):
    """Gaps in big blinds, rounded up."""

    stack: float
    gap: float
    """At this stack; 0 only if it is proved in fractions."""
    ahead: float
    """The gap of this stack's strategies at the next one."""
    behind: float
    """Their gap at the previous one."""


def packed_gap(game: Game, situation: Situation) -> float | None:
    """Return an upper bound of the gain over jam or fold in the whole game, in big blinds.

    None if unknown: other blinds, antes or dead money, or a stack deeper than the grid.
    """
    small, big = situation.blinds
    stack, bb_ante = situation.effective_stack / big, situation.dead_total / big
    if 2 * small != big or situation.ante or situation.dead or situation.posted[0]:
        return None
    plain, with_flops = (packed_gaps(path).get((game.name, bb_ante), ()) for path in (FILE, FLOPS_FILE))
    if not plain or stack <= 1:  # the big blind is all-in by its blind: nothing but jam or fold is left
        return 0.0 if plain else None
    gaps = gap_between(plain, stack), gap_between(with_flops, stack)
    return min((gap for gap in gaps if gap is not None), default=None)


def gap_between(rows: Sequence[GapAt], stack: float) -> float | None:
    """Return the bound at a stack from the rows next to it; None outside the grid."""
    place = bisect_left(rows, stack, key=lambda row: row.stack)
    if place == len(rows) or (place == 0 and rows[0].stack != stack):
        return None
    after = rows[place]
    if after.stack == stack:
        return after.gap
    before = rows[place - 1]
    share = (stack - before.stack) / (after.stack - before.stack)
    return min(
        (1 - share) * before.gap + share * before.ahead,
        (1 - share) * after.behind + share * after.gap,
    )


@cache
def packed_gaps(path: Path = FILE) -> Mapping[tuple[str, float], tuple[GapAt, ...]]:
    """Return the rows of a file by game and big-blind ante in big blinds, by increasing stack."""
    by_game: dict[tuple[str, float], list[GapAt]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for game, bb_ante, *numbers in list(csv.reader(file))[1:]:
            by_game.setdefault((game, float(bb_ante)), []).append(GapAt(*map(float, numbers)))
    return {key: tuple(rows) for key, rows in by_game.items()}

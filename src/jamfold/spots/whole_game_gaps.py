"""Gaps of the whole game that come with the program: over a grid of stacks, and true between them.

With both strategies fixed, what the small blind's best response earns is convex in the effective stack (for
each hand the largest of straight lines), and what the big blind's leaves of jam or fold is concave; so their
difference lies below the straight line between two stacks.  Each row of the file has the gap at its stack,
and what the strategies of this stack leave at the next one and at the one before.  Of two such lines the
lower one is a bound.
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
"""The same of strategies that also lead on flops: larger steps, smaller gaps."""


class GapAt(NamedTuple):
    """Gaps in big blinds, rounded up."""

    stack: float
    gap: float
    """At this stack; 0 only if it is proved in fractions."""
    ahead: float
    """What this stack's strategies leave at the next one."""
    behind: float
    """What they leave at the one before."""


def packed_gap(game: Game, situation: Situation) -> float | None:
    """What any small-blind strategy earns at most above jam or fold in the whole game, in big blinds.

    None where that is not known: other blinds, antes or dead money, or deeper than the grid.
    """
    small, big = situation.blinds
    stack, bb_ante = situation.effective_stack / big, situation.dead_total / big
    if 2 * small != big or situation.ante or situation.dead or situation.posted[0]:
        return None
    rows = packed_gaps().get((game.name, bb_ante), ())
    if not rows or stack <= 1:  # the big blind is all-in by its blind: nothing but jam or fold is left
        return 0.0 if rows else None
    gaps = [gap_between(several, stack) for several in (rows, flop_gaps().get((game.name, bb_ante), ()))]
    return min((gap for gap in gaps if gap is not None), default=None)


def gap_between(rows: Sequence[GapAt], stack: float) -> float | None:
    """The bound at a stack by the rows around it."""
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
def packed_gaps() -> Mapping[tuple[str, float], tuple[GapAt, ...]]:
    """The rows of the file by game and big-blind ante in big blinds, in the order of stacks."""
    return _read(FILE)


@cache
def flop_gaps() -> Mapping[tuple[str, float], tuple[GapAt, ...]]:
    """The same with flops, where they are packed."""
    return _read(FLOPS_FILE)


def _read(path: Path) -> Mapping[tuple[str, float], tuple[GapAt, ...]]:
    by_game: dict[tuple[str, float], list[GapAt]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for game, bb_ante, *numbers in list(csv.reader(file))[1:]:
            by_game.setdefault((game, float(bb_ante)), []).append(GapAt(*map(float, numbers)))
    return {key: tuple(rows) for key, rows in by_game.items()}

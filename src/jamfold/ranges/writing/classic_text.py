"""Writing of classic notation: the shortest text in which no hand occurs twice.

For each weight the pairs fall into runs, and for each higher card the lower
cards of suited and offsuit hands fall into runs.  Where a run of both kinds is
shorter written once (``AK`` for ``AKs,AKo``) it is; a small dynamic program over
the lower cards decides.  Hands of classes that are not held as a whole are
listed.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from jamfold.cards import N_RANKS, format_cards
from jamfold.cards.games import Game
from jamfold.core.arrays import BoolArray
from jamfold.ranges.grid import hand_table, two_card_grid
from jamfold.ranges.hand_range import HandRange
from jamfold.ranges.reading.classic import hand_name
from jamfold.ranges.weights import format_weight

Run = tuple[int, int, str]
"""Lower cards from .. to (ranks, from <= to), and the kind: ``s``, ``o``, or ``""`` for both."""


def format_classic(hand_range: HandRange) -> str:
    """The text of a range; see `format_range`."""
    table = hand_table(hand_range.game)
    if not hand_range.weights.any():
        return "none"
    weights = hand_range.hand_weights
    starts = table.classes.starts[:-1]
    first = weights[starts]
    whole = np.minimum.reduceat(weights, starts) == np.maximum.reduceat(weights, starts)
    parts: list[str] = []
    for weight in sorted(set(weights[weights > 0].tolist()), reverse=True):  # np.unique loads numpy.ma
        tokens = _class_tokens(hand_range.game, whole & (first == weight))
        rows = np.flatnonzero((weights == weight) & ~whole[table.class_of_row])
        tokens += [format_cards(hand[::-1]) for hand in table.classes.hands[rows].tolist()]
        parts += [token + format_weight(weight) for token in tokens]
    return ",".join(parts)


def _class_tokens(game: Game, chosen: BoolArray) -> list[str]:
    """Tokens for a set of classes: pairs, suited, both, offsuit."""
    if chosen.all():
        return ["*"]
    grid = two_card_grid(game)
    top, lowest = N_RANKS - 1, int(game.lowest_rank)
    pairs = tuple(bool(chosen[grid[rank, rank, ""]]) for rank in range(lowest, top + 1))
    tokens = [_pair_token(lowest + a, lowest + b, top) for a, b in _runs(pairs)]
    by_kind: dict[str, list[str]] = {"s": [], "": [], "o": []}
    for high in range(top, lowest, -1):
        suited, offsuit = (
            tuple(bool(chosen[grid[high, low, kind]]) for low in range(lowest, high)) for kind in "so"
        )
        for start, end, kind in sorted(_row_runs(suited, offsuit), key=lambda run: -run[1]):
            by_kind[kind].append(_token(high, lowest + start, lowest + end, kind))
    return tokens + by_kind["s"] + by_kind[""] + by_kind["o"]


@lru_cache(maxsize=4096)
def _row_runs(suited: tuple[bool, ...], offsuit: tuple[bool, ...]) -> tuple[Run, ...]:
    """The runs of fewest characters for one higher card, by lower cards ascending.

    From each lower card on, either a run of both kinds comes next, or a stretch
    in which the kinds are written apart.
    """
    n = len(suited)
    best: list[tuple[tuple[int, int], tuple[Run, ...]]] = [((0, 0), ())] * (n + 1)
    for start in range(n - 1, -1, -1):
        choices = []
        for end in range(start + 1, n + 1):
            apart = [
                (start + a, start + b, kind)
                for kind, row in (("s", suited), ("o", offsuit))
                for a, b in _runs(row[start:end])
            ]
            joined = [(start, end - 1, "")] if all(suited[start:end]) and all(offsuit[start:end]) else apart
            for runs in (apart, joined):
                (length, count), rest = best[end]
                cost = (length + sum(_run_length(run, n) for run in runs), count + len(runs))
                choices.append((cost, (*runs, *rest)))
        best[start] = min(choices, key=lambda choice: choice[0])
    return best[0][1]


def _runs(row: tuple[bool, ...]) -> list[tuple[int, int]]:
    """The stretches of True, from the last to the first, as (first index, last index)."""
    edges = np.flatnonzero(np.diff(np.array([0, *row, 0])))
    return [(int(a), int(b) - 1) for a, b in edges.reshape(-1, 2)[::-1]]


def _run_length(run: Run, n: int) -> int:
    """Characters of a run with its comma, for a row of n lower cards."""
    start, end, kind = run
    name = 2 + len(kind)
    if start == end:
        return name + 1
    return name + 2 if end == n - 1 else 2 * name + 2


def _pair_token(start: int, end: int, top: int) -> str:
    name = hand_name(start, start, "")
    if start == end:
        return name
    return f"{name}+" if end == top else f"{hand_name(end, end, '')}-{name}"


def _token(high: int, start: int, end: int, kind: str) -> str:
    name = hand_name(high, start, kind)
    if start == end:
        return name
    return f"{name}+" if end == high - 1 else f"{hand_name(high, end, kind)}-{name}"

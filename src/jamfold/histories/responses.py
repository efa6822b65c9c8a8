"""What hands gain by playing against ranges of opponents, by the share of hands these play; kept."""

from __future__ import annotations

import math
import sqlite3
from array import array
from collections.abc import Iterator, Mapping

import numpy as np

from jamfold.arrays import BoolArray, FloatArray, IntArray
from jamfold.histories.answers import (
    SPOT_SHIFT,
    Progress,
    RequestedHands,
    SpotVisitor,
    code_in,
    holding_at,
    solve_missing,
)
from jamfold.histories.editions import keep, kept
from jamfold.histories.habits import RangeRows
from jamfold.histories.store import HistoryStore
from jamfold.histories.turns import BIG, SMALL, SpotKey
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.solution import Solution

_MOST = 1_000_000
"""Kept ones: shares change with every import, and old ones would pile up."""


def find_responses(
    store: HistoryStore, spots: Mapping[SpotKey, int], hands: IntArray, shares: FloatArray, progress: Progress
) -> FloatArray:
    """What playing gains over folding against ranges, in B: kept ones and new ones, which are kept.

    nan where the range never jams against the class.  Raises HistoryError if they cannot be kept.

    Parameters
    ----------
    store
        Where they are kept.
    spots
        Numbers of spots that are kept.
    hands, shares
        Hands at these spots, as in `answers.Wanted`, and which share of their hands the opponent plays;
        shape (n,).
    progress
        Called with what is being done and the share of the work that is done.
    """
    order = np.lexsort((shares, hands))
    first = np.ones(order.size, dtype=bool)
    first[1:] = (np.diff(hands[order]) != 0) | (np.diff(shares[order]) != 0.0)
    place = np.empty(order.size, dtype=np.int64)
    place[order] = np.cumsum(first) - 1
    some, ranges = hands[order[first]], shares[order[first]]
    margins, known = _kept(store, spots, some, ranges)
    missing = np.flatnonzero(~known)
    if missing.size:
        solve_missing(store, RequestedHands(), progress, _visits(spots, some, ranges, missing, margins))
        _keep(store, list(spots), some[missing], ranges[missing], margins[missing])
    return margins[place]


def _visits(
    spots: Mapping[SpotKey, int], hands: IntArray, shares: FloatArray, missing: IntArray, margins: FloatArray
) -> dict[SpotKey, SpotVisitor]:
    """Visits that put the missing ones into `margins`; `hands` are sorted."""
    of = hands[missing] >> SPOT_SHIFT

    def visit(spot: SpotKey, payoffs: ClassGame, solution: Solution) -> None:
        low, high = np.searchsorted(of, (spots[spot], spots[spot] + 1))
        rows = missing[low:high]
        for seat in (SMALL, BIG):
            mine = rows[(hands[rows] & 1) == (seat == BIG)]
            if mine.size:
                classes = (hands[mine] & ((1 << SPOT_SHIFT) - 1)) >> 1
                found = RangeRows(payoffs, solution, seat).margins(classes.tolist(), shares[mine].tolist())
                margins[mine] = found

    wanted = set(of.tolist())
    return {key: visit for key, number in spots.items() if number in wanted}


def _kept(
    store: HistoryStore, spots: Mapping[SpotKey, int], hands: IntArray, shares: FloatArray
) -> tuple[FloatArray, BoolArray]:
    """What is kept of sorted hands and shares, and which of them are kept; shape (n,) both."""
    rows = kept(store.base, "spot", "id, game, s, b")
    numbers = {row: spots[key] for row, *words in rows if (key := SpotKey(*words)) in spots}
    held, ranges, found = array("q"), array("d"), array("d")
    for row, seat, one, share, margin in kept(store.base, "response", "spot, seat, class, share, margin"):
        if row in numbers:
            held.append(numbers[row] << SPOT_SHIFT | code_in(seat, one))
            ranges.append(share)
            found.append(math.nan if margin is None else margin)
    margins, known = np.full(hands.size, np.nan), np.zeros(hands.size, dtype=bool)
    all_hands = np.concatenate([np.array(held, dtype=np.int64), hands])
    all_shares = np.concatenate([np.array(ranges), shares])
    order = np.lexsort((np.arange(all_hands.size), all_shares, all_hands))  # a kept one before its equal
    same = (np.diff(all_hands[order]) == 0) & (np.diff(all_shares[order]) == 0.0)
    one, other = order[:-1][same], order[1:][same] - len(held)
    known[other], margins[other] = True, np.array(found)[one]
    return margins, known


def _keep(
    store: HistoryStore, spots: list[SpotKey], hands: IntArray, shares: FloatArray, margins: FloatArray
) -> None:
    """Keep responses at spots that are kept. Raises HistoryError if they cannot be written."""

    def rows(base: sqlite3.Connection) -> Iterator[tuple[str | float | None, ...]]:
        ids = {SpotKey(*words): row for row, *words in kept(base, "spot", "id, game, s, b")}
        for hand, share, margin in zip(hands.tolist(), shares.tolist(), margins.tolist(), strict=True):
            spot, code = hand >> SPOT_SHIFT, hand & ((1 << SPOT_SHIFT) - 1)
            if spots[spot] in ids:
                yield (ids[spots[spot]], *holding_at(code), share, margin)

    def write(base: sqlite3.Connection) -> None:
        (count,) = base.execute("SELECT count(*) FROM response").fetchone()
        if count + hands.size > _MOST:
            base.execute("DELETE FROM response")
        keep(base, "response", rows(base))

    store.keep(write)

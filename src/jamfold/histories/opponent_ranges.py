"""Opponents' jam and call frequencies, the ranges they imply, and the gains of hands against them.

A frequency has a Beta posterior.  Its prior is the equilibrium's frequency at the same spots, weighted as
ten chances, so with few chances it follows the equilibrium.  A range consists of the hands with the best
equilibrium margins, up to the frequency.  Gains against ranges are stored by the share of hands played.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from jamfold.betting.two_seats import unit_of
from jamfold.core.arrays import BoolArray, FloatArray, IntArray
from jamfold.core.progress import Progress
from jamfold.core.storage.database import check_choices
from jamfold.histories.decision_columns import Coded
from jamfold.histories.decisions import BIG, BLINDS, SMALL, PlayerDecision, SpotKey, jam_allowed
from jamfold.histories.filters import DecisionFilter, depth_of
from jamfold.histories.pseudonyms import Mask
from jamfold.histories.schema import ALL_DEAD
from jamfold.histories.solved_answers import SolvedAnswer, store_answers, stored_answers
from jamfold.histories.spot_solver import (
    HAND_MASK,
    SPOT_SHIFT,
    RequestedHands,
    SolvedHands,
    SpotVisitor,
    solve_missing,
)
from jamfold.histories.store import HistoryStore
from jamfold.solver.best_response import call_gains, jam_evs
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.products import RangeSums
from jamfold.solver.solution import Solution

ENOUGH_CHANCES = 20
"""With fewer chances, an opponent is assumed to play the equilibrium."""
PRIOR_WEIGHT = 10.0


class HabitKey(NamedTuple):
    """A player in one game and seat, at one stack depth."""

    site: str
    name: str
    game: str
    seat: str
    stack: str
    """Effective stack before posting, in big blinds."""


class Tally(NamedTuple):
    """Actions of an opponent in a seat, chance by chance."""

    acts: list[str]
    spots: list[SpotKey]
    units: list[float]
    """B in big blinds."""

    @property
    def chances(self) -> int:
        return len(self.acts)


class Tallies:
    """Actions of opponents, 15 bytes per chance."""

    def __init__(self) -> None:
        self.keys, self.spots, self.acts = Coded[HabitKey](), Coded[SpotKey](), Coded[str]()
        self._units = array("d")

    def append(self, key: HabitKey, spot: SpotKey, act: str, unit: float) -> None:
        self.keys.append(key)
        self.spots.append(spot)
        self.acts.append(act)
        self._units.append(unit)

    def items(self, least: int = 1) -> Iterator[tuple[HabitKey, Tally]]:
        """Iterate over tallies of at least `least` chances, ordered by first chance, built one at a time."""
        codes = self.keys.codes
        rows = np.argsort(codes, kind="stable")
        ends = np.cumsum(np.bincount(codes, minlength=len(self.keys.values))).tolist()
        for key, start, end in zip(self.keys.values, [0, *ends], ends, strict=False):
            if end - start >= least:
                own = rows[start:end].tolist()
                acts, spots = [self.acts[row] for row in own], [self.spots[row] for row in own]
                yield key, Tally(acts, spots, [self._units[row] for row in own])


@dataclass(frozen=True)
class OpponentFrequencies:
    """How often an opponent plays (jams, or calls a jam)."""

    key: HabitKey
    chances: int
    plays: int
    limps: int
    raises: int
    """chances, plays, limps, raises: Counts of decisions and actions; only the small blind limps or makes
    small raises."""
    equilibrium: float
    """Frequency of the equilibrium at the same spots, in [0, 1]."""
    mean: float
    low: float
    high: float
    """mean, low, high: Posterior mean and 95% interval."""
    spot: SpotKey
    unit_bb: float
    """spot, unit_bb: The median spot of their chances by stack, and its B in big blinds."""

    @property
    def has_enough_chances(self) -> bool:
        return self.chances >= ENOUGH_CHANCES

    @property
    def observed(self) -> float:
        return self.plays / self.chances


def other_seat(seat: str) -> str:
    return BIG if seat == SMALL else SMALL


def faced_by(turn: PlayerDecision) -> HabitKey:
    """Return the key of the opponent's habit that a decision faces: their jams or their calls."""
    return HabitKey(turn.site, turn.opponent, turn.spot.game, other_seat(turn.seat), depth_of(turn.stack_bb))


_CHANCES = """
SELECT player.site, player.name, seat, decision.game, decision.s, decision.b, act, reason, "limit", live,
    big_blind, {dead}, min(hand.sb_stack, hand.bb_stack)
FROM decision JOIN hand ON hand.id = decision.hand JOIN player ON player.id = decision.player
WHERE decision.s <= ? AND {within} ORDER BY hand.id
"""


def read_tallies(
    store: HistoryStore, mask: Mask, within: DecisionFilter, keys: Collection[HabitKey] | None = None
) -> Tallies:
    """Count the actions of players, or those of `keys`; no chance if pot limit forbids the jam."""
    tallies = Tallies()
    condition, values = within.to_sql()
    query = _CHANCES.format(dead=ALL_DEAD, within=condition)
    for site, name, seat, of, s, b, act, reason, limit, *chips, stack in store.base.execute(
        query, (within.max_s, *values)
    ):
        check_choices((seat,), BLINDS)
        key = HabitKey(site, mask.player(site, name), of, seat, depth_of(stack / chips[1]))
        if (keys is not None and key not in keys) or (seat == SMALL and not jam_allowed(limit, *chips)):
            continue
        live, blind, dead = chips
        unit = unit_of(live, blind, dead) / blind
        tallies.append(key, SpotKey(of, s, b), act if act != "other" else reason, unit)
    return tallies


def make_habit(key: HabitKey, tally: Tally, answers: SolvedHands) -> OpponentFrequencies:
    """Combine a tally with the equilibrium frequencies at its spots."""
    from scipy.stats import beta

    acts, counts = Counter(tally.acts), Counter(tally.spots)
    chances, plays = tally.chances, acts["jam"] + acts["call"]
    rates = [(answers[spot].jams if key.seat == SMALL else answers[spot].calls) for spot in counts]
    usual = float(np.average(rates, weights=list(counts.values())))
    first = PRIOR_WEIGHT * usual + plays
    second = PRIOR_WEIGHT * (1.0 - usual) + chances - plays
    low, high = (
        (usual, usual) if min(first, second) <= 0.0 else map(float, beta.ppf((0.025, 0.975), first, second))
    )
    middle = sorted(tally.spots)[chances // 2]
    latest = chances - 1 - tally.spots[::-1].index(middle)
    limps = acts["limp"]
    return OpponentFrequencies(
        key=key,
        chances=chances,
        plays=plays,
        limps=limps,
        raises=chances - plays - limps - acts["fold"],
        equilibrium=usual,
        mean=first / (first + second),
        low=low,
        high=high,
        spot=middle,
        unit_bb=tally.units[latest],
    )


def strongest_range(margins: FloatArray, weights: FloatArray, share: float) -> FloatArray:
    """Return frequencies (n,) of the classes with the largest margins, up to a share of all weights.

    The last class may be played in part; classes with margin NaN come last.
    """
    order = order_of(margins)
    sizes = weights[order]
    before = np.cumsum(sizes) - sizes
    left = share * float(sizes.sum()) - before
    chances = np.zeros(margins.size)
    chances[order] = np.clip(np.divide(left, sizes, out=(left > 0.0).astype(float), where=sizes > 0.0), 0, 1)
    return chances


def order_of(margins: FloatArray) -> IntArray:
    """Return classes by falling margins, NaN last, equal ones by id."""
    return np.argsort(-np.where(np.isnan(margins), -np.inf, margins), kind="stable")


def range_of(payoffs: ClassGame, solution: Solution, seat: str, share: float) -> FloatArray:
    """Return frequencies (n,) of jamming or calling for a player who does so with a share of hands."""
    return strongest_range(*_ordered_by(payoffs, solution, seat), share)


def _ordered_by(payoffs: ClassGame, solution: Solution, seat: str) -> tuple[FloatArray, FloatArray]:
    """Return margins and weights that order a player's ranges; shapes (n,)."""
    counts = payoffs.counts.astype(np.float64)
    if seat == SMALL:
        return solution.margin_jam, counts
    return solution.margin_call, counts * solution.jam_chance


class RangeRows:
    """Margins of single classes against ranges of the opponent, given by their shares.

    Ranges of all shares take hands in the same order, so sums over them come from running sums: 300 spots
    with 37 opponents took 180 s with a product of the whole table for every range.  `seat` is the one that
    responds to the ranges.
    """

    def __init__(self, payoffs: ClassGame, solution: Solution, seat: str) -> None:
        self._payoffs, self._solution, self._seat = payoffs, solution, seat
        margins, weights = _ordered_by(payoffs, solution, other_seat(seat))
        self._order = order_of(margins)
        self._sizes = weights[self._order]
        self._before = np.cumsum(self._sizes) - self._sizes
        self._total = float(self._sizes.sum())
        self._rows: dict[int, tuple[FloatArray, FloatArray]] = {}

    def margins(self, classes: Sequence[int], shares: Sequence[float]) -> FloatArray:
        """Return the gain of playing each class over folding against the range of its share, in B.

        For the big blind given the jam; NaN if the range never jams against the class.
        """
        sums = [self._sums(class_, share) for class_, share in zip(classes, shares, strict=True)]
        margins, placements = (np.array(column) for column in zip(*sums, strict=True))
        range_sums = RangeSums(np.zeros(len(sums)), margins, placements)
        if self._seat == SMALL:
            return (
                jam_evs(self._payoffs, self._solution.stakes, range_sums) - self._solution.stakes.first.fold
            )
        gains = call_gains(self._payoffs, self._solution.stakes, range_sums)
        reached = range_sums.placements / self._payoffs.n_opponent_hands
        return np.asarray(np.divide(gains, reached, out=np.full(gains.size, np.nan), where=reached > 0.0))

    def _sums(self, class_id: int, share: float) -> tuple[float, float]:
        """Return margins and placements of a class, summed over the range of a share."""
        target = share * self._total
        last = max(0, int(np.searchsorted(self._before, target, side="left")) - 1)
        size = float(self._sizes[last])
        part = min(1.0, (target - float(self._before[last])) / size) if size > 0.0 else 1.0
        margins, placements = self._row(class_id)

        def interpolate(sums: FloatArray) -> float:
            return float(sums[last] + part * (sums[last + 1] - sums[last]))

        return interpolate(margins), interpolate(placements)

    def _row(self, class_id: int) -> tuple[FloatArray, FloatArray]:
        """Return running sums of a row of the table and of the placements, in the order of the ranges."""
        if class_id not in self._rows:
            payoffs, classes = self._payoffs, np.arange(self._payoffs.n_classes)
            own = np.array([class_id])
            margins_of = payoffs.tables[0].sums.block(own, classes)[0]
            row = margins_of.astype(np.float64) / payoffs.margin_scale
            placed = payoffs.placements.block(own, classes)[0].astype(np.float64)
            margins, placements = (
                np.concatenate([[0.0], np.cumsum(values[self._order])]) for values in (row, placed)
            )
            self._rows[class_id] = margins, placements
        return self._rows[class_id]


_MOST = 1_000_000
"""Limit of stored responses: shares change with every import, and old ones would pile up."""


def find_responses(
    store: HistoryStore, spots: Mapping[SpotKey, int], hands: IntArray, shares: FloatArray, progress: Progress
) -> FloatArray:
    """Return the gains of playing over folding against ranges, in B; compute and store missing ones.

    NaN if the range never jams against the class.  Raises HistoryError if they cannot be stored.

    Parameters
    ----------
    hands, shares
        Hands at these spots, encoded as in `RequestedHands`, and the share of hands the opponent plays; shape
        (n,).
    """
    order = np.lexsort((shares, hands))
    first = np.ones(order.size, dtype=bool)
    first[1:] = (np.diff(hands[order]) != 0) | (np.diff(shares[order]) != 0.0)
    place = np.empty(order.size, dtype=np.int64)
    place[order] = np.cumsum(first) - 1
    unique, ranges = hands[order[first]], shares[order[first]]
    margins, is_stored = _stored_responses(store, spots, unique, ranges)
    missing = np.flatnonzero(~is_stored)
    if missing.size:
        solve_missing(store, RequestedHands(), progress, _visits(spots, unique, ranges, missing, margins))
        _store_responses(store, list(spots), unique[missing], ranges[missing], margins[missing])
    return margins[place]


def _visits(
    spots: Mapping[SpotKey, int], hands: IntArray, shares: FloatArray, missing: IntArray, margins: FloatArray
) -> dict[SpotKey, SpotVisitor]:
    """Return visitors that write missing responses into `margins`; `hands` are sorted."""
    of = hands[missing] >> SPOT_SHIFT

    def visit(spot: SpotKey, payoffs: ClassGame, solution: Solution) -> None:
        low, high = np.searchsorted(of, (spots[spot], spots[spot] + 1))
        rows = missing[low:high]
        for seat in (SMALL, BIG):
            own = rows[(hands[rows] & 1) == (seat == BIG)]
            if own.size:
                classes = (hands[own] & HAND_MASK) >> 1
                rows_of_seat = RangeRows(payoffs, solution, seat)
                margins[own] = rows_of_seat.margins(classes.tolist(), shares[own].tolist())

    needed = set(of.tolist())
    return {key: visit for key, number in spots.items() if number in needed}


def _stored_responses(
    store: HistoryStore, spots: Mapping[SpotKey, int], hands: IntArray, shares: FloatArray
) -> tuple[FloatArray, BoolArray]:
    """Return stored margins of sorted hands and shares, and which are stored; both of shape (n,)."""
    margins, is_stored = np.full(hands.size, np.nan), np.zeros(hands.size, dtype=bool)
    numbers = {key.text: number for key, number in spots.items()}
    for key, rows, *_ in stored_answers(store.base, "response", numbers, 3):
        low, high = np.searchsorted(hands, (numbers[key] << SPOT_SHIFT, (numbers[key] + 1) << SPOT_SHIFT))
        stored = {(code, share): margin for code, share, margin in rows.tolist()}
        for place in range(low, high):
            margin = stored.get((hands[place] & HAND_MASK, shares[place]))
            if margin is not None:
                is_stored[place], margins[place] = True, margin
    return margins, is_stored


def _store_responses(
    store: HistoryStore, spots: list[SpotKey], hands: IntArray, shares: FloatArray, margins: FloatArray
) -> None:
    """Store responses to sorted hands and shares. Raises HistoryError if they cannot be written."""
    of = hands >> SPOT_SHIFT
    rows = np.column_stack([hands & HAND_MASK, shares, margins])
    new = {spots[spot].text: rows[of == spot] for spot in np.unique(of).tolist()}

    def write(base: sqlite3.Connection) -> None:
        query = "SELECT coalesce(sum(length(numbers)), 0) / 24 FROM solved WHERE kind = 'response'"
        (count,) = base.execute(query).fetchone()
        if count + hands.size > _MOST:
            base.execute("DELETE FROM solved WHERE kind = 'response'")
        for key, rows, *_ in stored_answers(base, "response", new, 3):
            new[key] = np.vstack([rows, new[key]])
        store_answers(base, "response", map(SolvedAnswer, new, new.values()))

    store.keep(write)

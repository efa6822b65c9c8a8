"""Opponents' jam and call frequencies, the ranges they imply, and what hands gain against them.

A frequency has a Beta posterior; its prior is the equilibrium's frequency on the same spots with the weight
of ten chances, so with few chances it follows the equilibrium.  A range consists of the hands with the best
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
"""Chances below which an opponent is taken to play the equilibrium."""
PRIOR_WEIGHT = 10.0


class HabitKey(NamedTuple):
    """Whose habit, in which game and seat, at which stacks."""

    site: str
    name: str
    game: str
    seat: str
    stack: str
    """The smaller stack before anything is posted, in big blinds."""


class Tally(NamedTuple):
    """What an opponent did in a seat, chance by chance."""

    acts: list[str]
    spots: list[SpotKey]
    units: list[float]
    """B in big blinds."""

    @property
    def chances(self) -> int:
        """How often they had the choice."""
        return len(self.acts)


class Tallies:
    """What opponents did, 15 bytes a chance."""

    def __init__(self) -> None:
        self.keys, self.spots, self.acts = Coded[HabitKey](), Coded[SpotKey](), Coded[str]()
        self._units = array("d")

    def append(self, key: HabitKey, spot: SpotKey, act: str, unit: float) -> None:
        self.keys.append(key)
        self.spots.append(spot)
        self.acts.append(act)
        self._units.append(unit)

    def items(self, least: int = 1) -> Iterator[tuple[HabitKey, Tally]]:
        """Those who had so many chances, by whose first chance came first; none of them is held."""
        codes = self.keys.codes
        rows = np.argsort(codes, kind="stable")
        ends = np.cumsum(np.bincount(codes, minlength=len(self.keys.values))).tolist()
        for key, start, end in zip(self.keys.values, [0, *ends], ends, strict=False):
            if end - start >= least:
                own = rows[start:end].tolist()
                yield (
                    key,
                    Tally(
                        [self.acts[row] for row in own],
                        [self.spots[row] for row in own],
                        [self._units[row] for row in own],
                    ),
                )


@dataclass(frozen=True)
class OpponentFrequencies:
    """How often an opponent plays (jams; calls a jam) of their chances."""

    key: HabitKey
    """Whose habit."""
    chances: int
    plays: int
    limps: int
    raises: int
    """chances, plays, limps, raises: How often they had the choice, and what they did; limps and small
    raises are the small blind's."""
    equilibrium: float
    """How often the equilibrium plays on the same spots, in [0, 1]."""
    mean: float
    low: float
    high: float
    """mean, low, high: Of the posterior, and its 95% interval."""
    spot: SpotKey
    unit_bb: float
    """spot, unit_bb: One in the middle of their chances by stacks, and its B in big blinds."""

    @property
    def known(self) -> bool:
        """Whether there were enough chances."""
        return self.chances >= ENOUGH_CHANCES

    @property
    def observed(self) -> float:
        """The plain frequency."""
        return self.plays / self.chances


def other_seat(seat: str) -> str:
    return BIG if seat == SMALL else SMALL


def faced_by(turn: PlayerDecision) -> HabitKey:
    """The opponent's habit that a turn faces: their jams, or their calls."""
    return HabitKey(turn.site, turn.opponent, turn.spot.game, other_seat(turn.seat), depth_of(turn.stack_bb))


_CHANCES = """
SELECT player.site, player.name, seat, decision.game, decision.s, decision.b, act, reason, "limit", live,
    big_blind, {dead}, min(hand.sb_stack, hand.bb_stack)
FROM decision JOIN hand ON hand.id = decision.hand JOIN player ON player.id = decision.player
WHERE decision.s <= ? AND {within} ORDER BY hand.id
"""


def read_tallies(
    store: HistoryStore,
    mask: Mask,
    within: DecisionFilter,
    keys: Collection[HabitKey] | None = None,
) -> Tallies:
    """What players did, or those of some keys; where pot limit forbids the jam is no chance."""
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
    """A tally beside the equilibrium on its spots, whose frequencies are known."""
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
    """The hands with the largest margins up to a share of all weights, as chances (n,); the last in part.

    Parameters
    ----------
    margins
        Of the classes, shape (n,); nan comes last.
    weights
        Of the classes, shape (n,), not negative.
    share
        In [0, 1].
    """
    order = order_of(margins)
    sizes = weights[order]
    before = np.cumsum(sizes) - sizes
    left = share * float(sizes.sum()) - before
    chances = np.zeros(margins.size)
    chances[order] = np.clip(np.divide(left, sizes, out=(left > 0.0).astype(float), where=sizes > 0.0), 0, 1)
    return chances


def order_of(margins: FloatArray) -> IntArray:
    """The classes by falling margins, nan last, equal ones by their ids."""
    return np.argsort(-np.where(np.isnan(margins), -np.inf, margins), kind="stable")


def range_of(payoffs: ClassGame, solution: Solution, seat: str, share: float) -> FloatArray:
    """What a player jams, or calls with, who does so with this share of their hands; chances, shape (n,)."""
    return strongest_range(*_ordered_by(payoffs, solution, seat), share)


def _ordered_by(payoffs: ClassGame, solution: Solution, seat: str) -> tuple[FloatArray, FloatArray]:
    """Margins and weights that a player's ranges are made by; shapes (n,)."""
    counts = payoffs.counts.astype(np.float64)
    if seat == SMALL:
        return solution.margin_jam, counts
    return solution.margin_call, counts * solution.jam_chance


class RangeRows:
    """What ranges of one player, by their shares, mean to single classes of the other.

    Ranges of all shares hold the same hands in the same order, so that sums over them are
    differences of running sums: 300 spots with 37 opponents took 180 s with a product of
    the whole table for every range.

    Parameters
    ----------
    payoffs, solution
        The spot.
    seat
        Of the one who answers the ranges.
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
        """What playing each class gains over folding against the range of its share, in B.

        For the big blind given the jam; nan where the range never jams against the class.
        """
        sums = [self._sums(class_, share) for class_, share in zip(classes, shares, strict=True)]
        margins, placements = (np.array(column) for column in zip(*sums, strict=True))
        held = RangeSums(np.zeros(len(sums)), margins, placements)
        if self._seat == SMALL:
            return jam_evs(self._payoffs, self._solution.stakes, held) - self._solution.stakes.first.fold
        gains = call_gains(self._payoffs, self._solution.stakes, held)
        asked = held.placements / self._payoffs.n_opponent_hands
        return np.asarray(np.divide(gains, asked, out=np.full(gains.size, np.nan), where=asked > 0.0))

    def _sums(self, one: int, share: float) -> tuple[float, float]:
        """Margins and placements of a class, summed over the range of a share."""
        wanted = share * self._total
        last = max(0, int(np.searchsorted(self._before, wanted, side="left")) - 1)
        size = float(self._sizes[last])
        part = min(1.0, (wanted - float(self._before[last])) / size) if size > 0.0 else 1.0
        margins, placements = self._row(one)

        def held(sums: FloatArray) -> float:
            return float(sums[last] + part * (sums[last + 1] - sums[last]))

        return held(margins), held(placements)

    def _row(self, one: int) -> tuple[FloatArray, FloatArray]:
        """Running sums of a row of the table and of the placements, in the order of the ranges."""
        if one not in self._rows:
            payoffs, classes = self._payoffs, np.arange(self._payoffs.n_classes)
            mine = np.array([one])
            margins_of = payoffs.tables[0].sums.block(mine, classes)[0]
            row = margins_of.astype(np.float64) / payoffs.margin_scale
            placed = payoffs.placements.block(mine, classes)[0].astype(np.float64)
            margins, placements = (
                np.concatenate([[0.0], np.cumsum(values[self._order])]) for values in (row, placed)
            )
            self._rows[one] = margins, placements
        return self._rows[one]


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
                classes = (hands[mine] & HAND_MASK) >> 1
                found = RangeRows(payoffs, solution, seat).margins(classes.tolist(), shares[mine].tolist())
                margins[mine] = found

    wanted = set(of.tolist())
    return {key: visit for key, number in spots.items() if number in wanted}


def _kept(
    store: HistoryStore, spots: Mapping[SpotKey, int], hands: IntArray, shares: FloatArray
) -> tuple[FloatArray, BoolArray]:
    """What is stored of sorted hands and shares, and which of them are stored; shape (n,) both."""
    margins, known = np.full(hands.size, np.nan), np.zeros(hands.size, dtype=bool)
    numbers = {key.text: number for key, number in spots.items()}
    for key, rows, *_ in stored_answers(store.base, "response", numbers, 3):
        low, high = np.searchsorted(hands, (numbers[key] << SPOT_SHIFT, (numbers[key] + 1) << SPOT_SHIFT))
        stored = {(code, share): margin for code, share, margin in rows.tolist()}
        for place in range(low, high):
            margin = stored.get((hands[place] & HAND_MASK, shares[place]))
            if margin is not None:
                known[place], margins[place] = True, margin
    return margins, known


def _keep(
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

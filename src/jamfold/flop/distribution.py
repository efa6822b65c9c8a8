"""Raw strength over all 25,989,600 (hand, flop) states, built once and kept.

1,286,792 of them differ by more than a permutation of the suits.  They are
numbered flop class by flop class, in the order of `strength.flop_classes`; within
one by the lowest holding number that the permutations leaving the flop alone
can give the holding.

In the folder ``flops`` of the data folder lie ``flop-strength.npy`` (int32, shape
(3, 1286792): wins, ties, and how many states are alike) and its record (see
`jamfold.kept`).  A build takes some 7 s on two cores, so one that is cut off
starts again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_SUITS
from jamfold.counting.narrow import narrow
from jamfold.flop.strength import (
    N_HOLDINGS,
    N_OUTCOMES,
    POINTS,
    flop_classes,
    flop_lookup,
    flop_strengths,
    holding_positions,
)
from jamfold.games import HOLDEM
from jamfold.kept.files import Form, data_folder
from jamfold.kept.item import Item
from jamfold.kept.load import load_or_make
from jamfold.kept.record import Record
from jamfold.parallel import in_parallel
from jamfold.progress import Progress, silent

N_STATES = 25_989_600
N_DISTINCT = 1_286_792
_UNIT = "raw strength of Hold'em hands on the flop: wins, ties out of 1,070,190; states alike"
_STATES = "states"
_MEMORY = 1 << 28


@dataclass(frozen=True, eq=False)
class Spread:
    """How raw strength is spread over a set of states.

    Attributes
    ----------
    levels
        int64, ascending: the strengths that occur, in points (`strength.POINTS`).
    counts
        int64, ascending: states of that strength or a lower one.
    """

    levels: NDArray[np.int64]
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, points: NDArray[np.int32], weights: NDArray[np.int32] | None = None) -> Spread:
        """The spread of states given by strength, each counted ``weights`` times.

        The sums are exact: bincount adds in float64, and they stay below 2**53.
        """
        sums = np.bincount(points, weights).astype(np.int64)
        levels = np.flatnonzero(sums)
        return cls(levels, np.cumsum(sums[levels]))

    @property
    def total(self) -> int:
        """All states."""
        return int(self.counts[-1])

    def count_below(self, cut: int) -> int:
        """States weaker than so many points."""
        place = int(np.searchsorted(self.levels, cut))
        return int(self.counts[place - 1]) if place else 0

    def cut(self, share: Fraction) -> int:
        """The highest strength, in points, below which there is at most that share of the states.

        It is one that occurs, or POINTS + 1 if the share is 1.
        """
        allowed = share.numerator * self.total // share.denominator
        place = int(np.searchsorted(self.counts, allowed, side="right"))
        return int(self.levels[place]) if place < len(self.levels) else POINTS + 1

    def share_folding(self, stays: Callable[[NDArray[np.int64]], NDArray[np.float64]]) -> float:
        """The share of the states that folds when each stays with the probability given for its points."""
        return float(np.dot(1 - stays(self.levels), np.diff(self.counts, prepend=0))) / self.total

    def histogram(self, bins: int) -> NDArray[np.int64]:
        """States by strength in bins of equal width; strength 1 is in the last."""
        places = np.minimum(self.levels * bins // POINTS, bins - 1)
        return np.bincount(places, np.diff(self.counts, prepend=0), bins).astype(np.int64)

    @property
    def sum_of_points(self) -> int:
        """Points added up over all states; below 2**46."""
        return int(np.dot(self.levels, np.diff(self.counts, prepend=0)))


@dataclass(frozen=True, eq=False)
class FlopDistribution:
    """All distinct (hand, flop) states.

    Attributes
    ----------
    wins, ties
        int32, shape (1286792,): out of 1,070,190 outcomes each.
    weights
        int32, shape (1286792,): how many of the 25,989,600 states each stands for.
    record
        What was noted when it was built.
    """

    wins: NDArray[np.int32]
    ties: NDArray[np.int32]
    weights: NDArray[np.int32]
    record: Record

    @cached_property
    def spread(self) -> Spread:
        """How strength is spread over all 25,989,600 states."""
        return Spread.of(2 * self.wins + self.ties, self.weights)

    @cached_property
    def _starts(self) -> NDArray[np.int64]:
        """Where each flop class begins: the states of one weigh 1,176 times its size."""
        ends = np.cumsum(flop_classes().sizes) * N_HOLDINGS
        return np.searchsorted(np.cumsum(self.weights), np.concatenate([[0], ends]), side="right")

    def state(self, hand: Iterable[int], flop: Iterable[int]) -> int:
        """The number of the state of two cards and three others."""
        flops, cards, board = flop_classes(), tuple(hand), tuple(flop)
        number = flops.index(board)
        target = set(flops.representatives[number].tolist())
        for suits in permutations(range(N_SUITS)):
            if {_renamed(card, suits) for card in board} == target:
                low, high = sorted(_renamed(card, suits) for card in cards)
                break
        lookup = flop_lookup(target)
        i, j = np.searchsorted(lookup.live, [low, high]).tolist()
        alike = alike_holdings(target)
        return int(self._starts[number] + np.searchsorted(np.unique(alike), alike[j * (j - 1) // 2 + i]))


def alike_holdings(flop: Iterable[int]) -> NDArray[np.int64]:
    """The lowest number of a holding like each one on that flop, shape (1176,)."""
    cards = set(flop)
    live = flop_lookup(cards).live.astype(np.int64)
    place = np.zeros(len(live) + len(cards), dtype=np.int64)
    place[live] = np.arange(len(live))
    lowest = np.arange(N_HOLDINGS)
    for suits in permutations(range(N_SUITS)):
        if {_renamed(card, suits) for card in cards} != cards:
            continue
        moved = place[live - live % N_SUITS + np.array(suits)[live % N_SUITS]][holding_positions()]
        i, j = moved.min(axis=1), moved.max(axis=1)
        np.minimum(lowest, j * (j - 1) // 2 + i, out=lowest)
    return lowest


def _renamed(card: int, suits: tuple[int, ...]) -> int:
    return card - card % N_SUITS + suits[card % N_SUITS]


def distribution_item() -> Item:
    """How the distribution is kept."""
    return Item(
        folder=data_folder() / "flops",
        name="flop-strength",
        kind="flop strengths",
        title="flop strengths",
        serves="winchance",
        identity={"game": HOLDEM.name, "unit": _UNIT},
        forms={_STATES: Form("<i4", (3, N_DISTINCT))},
    )


def load_distribution(progress: Progress | None = None) -> FlopDistribution:
    """The distribution, made and kept if it is missing, damaged or of another version.

    Raises
    ------
    UnavailableError
        If it is there and cannot be opened now.
    TableError
        If there is too little memory to make it.
    """
    item, report = distribution_item(), progress or silent
    kept = load_or_make(item, lambda: {_STATES: _all_states(report)}, memory_bytes=_MEMORY, progress=report)
    item.tidy(finished=True)
    wins, ties, weights = kept.arrays[_STATES]
    return FlopDistribution(wins, ties, weights, kept.record)


def _all_states(report: Progress) -> NDArray[np.int32]:
    """Wins, ties and weights of all distinct states, checked against their known counts."""
    flops = flop_classes()
    pieces = []
    for piece in in_parallel(_states_of, range(flops.n)):
        pieces.append(piece)
        report("flops", len(pieces) / flops.n)
    states = np.concatenate(pieces, axis=1)
    if states.shape[1] != N_DISTINCT or int(states[2].sum()) != N_STATES:
        raise AssertionError("the states of all flops are not as many as they should be")
    return states


def _states_of(flop_class: int) -> NDArray[np.int32]:
    """Wins, ties and weights of the distinct states of one flop, int32, shape (3, states).

    On one flop two random hands are alike, so their wins are as many as their
    losses, and the points add up to half of all.
    """
    flops = flop_classes()
    flop = flops.representatives[flop_class].tolist()
    strengths = flop_strengths(flop)
    if int(strengths.points.sum(dtype=np.int64)) != N_HOLDINGS * N_OUTCOMES:
        raise AssertionError(
            f"two random hands on the flop {flops.name(flop_class)} do not win equally often"
        )
    lowest, sizes = np.unique(alike_holdings(flop), return_counts=True)
    weights = sizes * flops.sizes[flop_class]
    return np.stack([strengths.wins[lowest], strengths.ties[lowest], narrow(weights, np.int32)])

"""Raw strength over all 25,989,600 (hand, flop) states, built once and kept.

1,286,792 of them differ by more than a permutation of the suits.  They are
numbered flop class by flop class, in the order of `strength.flop_classes`; within
one by the lowest holding number that the permutations leaving the flop alone
can give the holding.

In the folder ``flops`` of the data folder lie ``flop-strength.npy`` (int32, shape
(3, 1286792): wins, ties, and how many states are alike) and the record
``flop-strength.json``, written last.  A build takes some 7 s on two cores, so
one that is cut off starts again.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from pathlib import Path
from typing import Any

import filelock
import numpy as np
from numpy.typing import NDArray

from jamfold._version import __version__
from jamfold.cards import N_SUITS
from jamfold.errors import TableError
from jamfold.flop.strength import (
    N_HOLDINGS,
    N_OUTCOMES,
    POINTS,
    flop_classes,
    flop_lookup,
    flop_strengths,
    holding_positions,
)
from jamfold.kept import machine, store
from jamfold.kept.folder import data_folder
from jamfold.parallel import in_parallel
from jamfold.tables import Progress

FORMAT_VERSION = 1
N_STATES = 25_989_600
N_DISTINCT = 1_286_792
_CONTENT = "raw strength of Hold'em hands on the flop: wins, ties out of 1,070,190; states alike"
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
    record: dict[str, Any]

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


def distribution_path() -> Path:
    """The file of the states."""
    return data_folder() / "flops" / "flop-strength.npy"


def record_path() -> Path:
    """The file of the record."""
    return distribution_path().with_suffix(".json")


def load_distribution(progress: Progress | None = None) -> FlopDistribution:
    """The distribution, built first if it is missing, damaged or of another version.

    Raises
    ------
    TableError
        If it cannot be built here: folder not writable, disk or memory short.
    """
    try:
        return open_distribution()
    except TableError:
        _build(progress or (lambda stage, share: None))
        return open_distribution()


def open_distribution() -> FlopDistribution:
    """The distribution as it lies on disk, compared with its checksum.

    Raises
    ------
    TableError
        If there is none, or it is damaged or of another version.
    """
    path = distribution_path()
    try:
        record: Any = json.loads(record_path().read_text("utf-8"))
        states = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise TableError(f"The flop strengths {path} cannot be read: {error}.") from error
    wanted = {"format_version": FORMAT_VERSION, "content": _CONTENT}
    if not isinstance(record, dict) or any(record.get(key) != value for key, value in wanted.items()):
        raise TableError(f"The flop strengths {path} are of another version.")
    good = states.shape == (3, N_DISTINCT) and states.dtype == np.int32
    if not good or hashlib.sha256(states.tobytes()).hexdigest() != record.get("sha256"):
        raise TableError(f"The flop strengths {path} are damaged: they are not as they were written.")
    return FlopDistribution(states[0], states[1], states[2], record)


def _build(report: Progress) -> None:
    """Build and keep the distribution, unless another process has done so meanwhile."""
    path = distribution_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with filelock.FileLock(path.with_suffix(".lock")):
            try:
                open_distribution()
            except TableError:
                _write(path, report)
    except OSError as error:
        raise TableError(f"Cannot write to {error.filename or path}: {error.strerror or error}.") from error


def _write(path: Path, report: Progress) -> None:
    machine.check_room(path.parent, disk_bytes=2 * 12 * N_DISTINCT, memory_bytes=_MEMORY)
    started = time.perf_counter()
    states = _all_states(report)
    record_path().unlink(missing_ok=True)
    temporary = path.with_suffix(".npy.tmp")
    with temporary.open("wb") as file:
        np.save(file, states)
    temporary.replace(path)
    record = {
        "format_version": FORMAT_VERSION,
        "content": _CONTENT,
        "shape": list(states.shape),
        "bytes": path.stat().st_size,
        "sha256": hashlib.sha256(states.tobytes()).hexdigest(),
        "built_seconds": round(time.perf_counter() - started, 3),
        "peak_memory_bytes": machine.peak_memory_bytes(),
        "program_version": __version__,
    }
    store.write_small(record_path(), json.dumps(record, indent=2).encode())


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
    found = flop_strengths(flop)
    if int(found.points.sum(dtype=np.int64)) != N_HOLDINGS * N_OUTCOMES:
        raise AssertionError(
            f"two random hands on the flop {flops.name(flop_class)} do not win equally often"
        )
    lowest, sizes = np.unique(alike_holdings(flop), return_counts=True)
    weights = sizes * flops.sizes[flop_class]
    return np.stack([found.wins[lowest], found.ties[lowest], weights.astype(np.int32)])

"""Exact equilibria at the spots of played hands, solved in chunks on all cores and stored.

In its last digits, and if there are several equilibria, a solution depends on the previous spot, from which
the solver starts.  So the sorted spots are cut into chunks of a fixed size and every chunk starts without a
previous solution: one process gives the same bits as eight.

Processes are used because the work around the kernels is Python.  This process solves too, so two cores
need one more process of 55 MB: it loads no Numba, which would make it 180 MB.

Stored are a solution's value, both players' frequencies, and the hands that occur: all 16,432 classes of
Omaha would take 100 MB for 400 spots.  A `SpotVisitor` receives each whole solution.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game, find_game
from jamfold.class_tables.margins import cluster_in_use
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.parallel import Processes, cores
from jamfold.core.progress import Progress
from jamfold.histories.decisions import BIG, SMALL, SpotKey
from jamfold.histories.solved_answers import SolvedAnswer, store_answers, stored_answers
from jamfold.histories.store import HistoryStore
from jamfold.solver.exact import ExactSolver
from jamfold.solver.few_classes import MANY_POINTS, MOST_CLASSES
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.solution import FREE_MARGIN, Solution
from jamfold.solver.stakes import chip_payoffs
from jamfold.solver.sweeps import SweepState, sweep
from jamfold.spots.batch import solving_processes
from jamfold.spots.solve import load_payoffs

MOST_PROCESSES = 4
"""Limit including this process: more gain too little for 55 MB each."""
_AHEAD = 2
"""Queued chunks per process."""

Item = TypeVar("Item")
SpotChunk = TypeVar("SpotChunk")
Solved = TypeVar("Solved")


def is_small(game: Game) -> bool:
    """Return whether a game is solved in chunks; the kernels of larger games use all cores themselves."""
    return hand_classes(game).n <= MOST_CLASSES


def split_into_chunks(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """Split sorted items into chunks.

    >>> split_into_chunks([1, 2, 3, 4, 5], 2)
    [[1, 2], [3, 4], [5]]
    """
    return [items[start : start + size] for start in range(0, len(items), size)]


def solve_in_chunks(
    solve: Callable[[SpotChunk], Iterable[Solved]],
    chunks: Sequence[SpotChunk],
    *,
    spread: bool,
    elsewhere: Callable[[SpotChunk], Iterable[Solved]] | None = None,
) -> Iterator[Solved]:
    """Yield the results of chunks in order; with `spread`, computed on all cores.

    If the reader stops (an error, Ctrl-C), unread results of other processes are lost: about a second of
    work.
    If a process dies, this one takes over its chunk.

    Parameters
    ----------
    solve
        A module-level function; arguments and results can be pickled.
    elsewhere
        An equivalent of `solve` for other processes; None for `solve` itself.
    """
    n_workers = min(cores(), MOST_PROCESSES, len(chunks)) - 1
    if not spread or n_workers < 1 or cluster_in_use() is not None:
        for chunk in chunks:
            yield from solve(chunk)
        return
    with solving_processes(n_workers) as pool:
        try:
            yield from _solve_shared(solve, elsewhere or solve, chunks, pool, _AHEAD * n_workers)
        finally:
            pool.shutdown(cancel_futures=True)


def _solve_shared(
    solve: Callable[[SpotChunk], Iterable[Solved]],
    elsewhere: Callable[[SpotChunk], Iterable[Solved]],
    chunks: Sequence[SpotChunk],
    pool: Processes,
    ahead: int,
) -> Iterator[Solved]:
    """Yield the results of chunks; this process solves some while the next result is pending."""

    def submit(chunk: SpotChunk) -> Future[list[Solved]]:
        try:
            return pool.submit(_listed, elsewhere, chunk)
        except BrokenProcessPool as error:
            broken: Future[list[Solved]] = Future()
            broken.set_exception(error)
            return broken

    queue: deque[Future[list[Solved]] | list[Solved]] = deque()
    started, read = 0, 0
    while read < len(chunks):
        waiting = sum(isinstance(entry, Future) and not entry.done() for entry in queue)
        while started < len(chunks) and waiting < ahead:
            queue.append(submit(chunks[started]))
            started, waiting = started + 1, waiting + 1
        if started < len(chunks) and isinstance(queue[0], Future) and not queue[0].done():
            queue.append(list(solve(chunks[started])))
            started += 1
            continue
        entry = queue.popleft()
        try:
            results: Iterable[Solved] = entry.result() if isinstance(entry, Future) else entry
        except BrokenProcessPool:
            results = solve(chunks[read])
        yield from results
        read += 1


def _listed(solve: Callable[[SpotChunk], Iterable[Solved]], chunk: SpotChunk) -> list[Solved]:
    return list(solve(chunk))


_BATCH = 200
"""Spots solved between two transactions."""
_CHUNK = 256
"""Spots per chunk."""
_MANY = 2000
"""Smallest number of spots of small games that pays for processes: 3 s."""

Holding = tuple[str, int]
"""A seat and a class."""
SpotVisitor = Callable[[SpotKey, ClassGame, Solution], None]


SPOT_SHIFT = 32
"""A hand at a spot is one integer: the spot's index, shifted left by this, and the hand's `code_in`."""
HAND_MASK = (1 << SPOT_SHIFT) - 1
"""Bits of the hand's code."""


class HandAnswer(NamedTuple):
    """The equilibrium for a class in a seat; EVs in the unit B."""

    played: float
    """Frequency of jamming, or of calling a jam."""
    margin: float
    """EV of jamming less that of folding; of calling less folding, given the jam; NaN if never jammed on."""
    worth: float
    """EV of the dealt hand before anybody acts."""


class SpotAnswer(NamedTuple):
    """A solved spot."""

    value: float
    """Value for the small blind, in B."""
    jams: float
    calls: float
    """jams, calls: Frequencies of the small blind's jam, and of the big blind's call of a jam."""


def code_in(seat: str, class_id: int) -> int:
    """Encode a seat and a class as one integer."""
    return 2 * class_id + (seat == BIG)


def holding_at(code: int) -> Holding:
    return BIG if code & 1 else SMALL, code >> 1


def codes_at(hands: IntArray, spot: int) -> IntArray:
    """Return the codes of the hands at a spot, given sorted hands at all spots."""
    low, high = np.searchsorted(hands, (spot << SPOT_SHIFT, (spot + 1) << SPOT_SHIFT))
    return hands[low:high] - (spot << SPOT_SHIFT)


class RequestedHands:
    """Requested hands by spot: 8 bytes each; sets took 0.5 kB per spot."""

    def __init__(self, spots: Iterable[SpotKey] = ()) -> None:
        self.spots: dict[SpotKey, int] = {}
        """Indices by spot."""
        self._hands = array("q")
        for spot in spots:
            self.spot(spot)

    def spot(self, key: SpotKey) -> int:
        """Return the index of a spot, which is requested by that."""
        return self.spots.setdefault(key, len(self.spots))

    def hands_at(self, keys: Sequence[SpotKey], places: NDArray[np.int32], codes: IntArray) -> IntArray:
        """Encode hands at spots, given indices into `keys` and hand codes; all of shape (n,)."""
        of = np.array([self.spot(key) for key in keys], dtype=np.int64)
        return of[places] << SPOT_SHIFT | codes

    def add_all(self, hands: IntArray) -> None:
        """Add hands at spots, without duplicates."""
        self._hands.frombytes(np.unique(hands).tobytes())

    @property
    def hands(self) -> IntArray:
        """All hands, sorted, without duplicates."""
        return np.unique(np.array(self._hands, dtype=np.int64))


class SolvedHands:
    """Answers for spots and hands at them: 32 bytes per hand; objects took 0.2 kB."""

    def __init__(self, spots: dict[SpotKey, int]) -> None:
        self.spots = spots
        self.solved: dict[int, SpotAnswer] = {}
        """Answers by index of the spot."""
        self._new: list[tuple[IntArray, FloatArray]] = []
        self.hands: IntArray = np.empty(0, dtype=np.int64)
        """Hands at spots, sorted."""
        self.values: FloatArray = np.empty((0, 3))
        """`HandAnswer` by hand, shape (hands, 3)."""

    def __getitem__(self, key: SpotKey) -> SpotAnswer:
        return self.solved[self.spots[key]]

    def add(self, spot: int, rows: FloatArray) -> None:
        """Add a spot and its hands, in the format of `SolvedSpot.rows`; `settle` replaces older ones."""
        self.solved[spot] = SpotAnswer(*rows[0, 1:].tolist())
        self._new.append((spot << SPOT_SHIFT | rows[1:, 0].astype(np.int64), rows[1:, 1:]))

    def settle(self) -> None:
        """Sort added answers in."""
        if self._new:
            hands, values = map(np.concatenate, zip(*self._new, (self.hands, self.values), strict=True))
            self._new = []
            self.hands, places = np.unique(hands, return_index=True)  # the first of equal ones
            self.values = values[places]

    def of(self, hands: IntArray, part: str) -> FloatArray:
        """Return one field of the `HandAnswer` of solved hands, shape (n,)."""
        values: FloatArray = self.values[np.searchsorted(self.hands, hands), HandAnswer._fields.index(part)]
        return values


@lru_cache(1 << 16)
def class_of(game: str, cards: str) -> int:
    return int(hand_classes(find_game(game)).index(cards))


def solve_missing(
    store: HistoryStore,
    requested: RequestedHands,
    progress: Progress,
    visits: Mapping[SpotKey, SpotVisitor] | None = None,
) -> SolvedHands:
    """Return the equilibrium for hands at their spots; missing answers are solved and stored.

    `visits` are called with the solutions of these spots, stored or not.  Raises HistoryError if the answers
    cannot be written; TableError if a class table cannot be built here.
    """
    visits = visits or {}
    answers = _stored(store, requested)
    hands = requested.hands
    unknown = set((hands[~np.isin(hands, answers.hands)] >> SPOT_SHIFT).tolist())
    new = {
        key for key, number in requested.spots.items() if number in unknown or number not in answers.solved
    }
    numbers = {key: requested.spots[key] for key in new}
    fresh: list[SolvedSpot] = []

    def codes_of(key: SpotKey) -> list[int]:
        """Return the codes to store: those answered before, and those requested."""
        parts = (codes_at(sorted_hands, numbers[key]) for sorted_hands in (answers.hands, hands))
        codes: list[int] = np.union1d(*parts).tolist()
        return codes

    try:
        with closing(_solve(numbers, codes_of, visits, progress)) as solved:
            for spot in solved:
                fresh.append(spot)
                answers.add(numbers[spot.key], spot.rows)
                if len(fresh) >= _BATCH:
                    _store(store, fresh)
                    fresh = []
    finally:  # finished answers are stored even after an interruption
        if fresh:
            _store(store, fresh)
    answers.settle()
    return answers


def _solve(
    new: Collection[SpotKey],
    codes_of: Callable[[SpotKey], list[int]],
    visits: Mapping[SpotKey, SpotVisitor],
    progress: Progress,
) -> Generator[SolvedSpot, None, None]:
    """Solve new and visited spots; visits and large games, whose kernels use all cores, in this process."""
    names = sorted({key.game for key in new})
    small = [name for name in names if is_small(find_game(name))]
    apart = sorted((key for key in new if key.game in small and key not in visits), key=_order)
    keys = sorted({*new, *visits} - set(apart), key=_order)
    total, chunks = len(apart) + len(keys), list[ChunkOfSpots]()
    for name, group in groupby(apart, key=lambda key: key.game):
        load_payoffs(find_game(name), progress)
        asks = [(key.s, key.b, tuple(codes_of(key))) for key in group]
        chunks += [
            ChunkOfSpots(name, len(apart) >= MANY_POINTS, tuple(part))
            for part in split_into_chunks(asks, _CHUNK)
        ]
    solved = solve_in_chunks(
        _solve_chunk, chunks, spread=len(apart) >= _MANY, elsewhere=_solve_without_kernel
    )
    for k, spot in enumerate(solved):
        progress(f"{find_game(spot.key.game).title}, {spot.key.s:.4g} bb", (k + 1) / total)
        yield spot

    def further(stage: str, share: float) -> None:
        progress(stage, (len(apart) + share * len(keys)) / total)

    for key, payoffs, solution in solve_spots(keys, further):
        if key in new:
            yield _answer(key, payoffs, solution, codes_of(key))
        if key in visits:
            visits[key](key, payoffs, solution)


class ChunkOfSpots(NamedTuple):
    """Similar spots of a small game, sorted: s, b and hand codes of each."""

    game: str
    many: bool
    """Whether the whole list has many spots, see `ExactSolver`."""
    spots: tuple[tuple[float, float, tuple[int, ...]], ...]


def _solve_chunk(chunk: ChunkOfSpots) -> Iterator[SolvedSpot]:
    payoffs = load_payoffs(find_game(chunk.game))
    solver = ExactSolver(payoffs, many=chunk.many)
    solution: Solution | None = None
    for s, b, codes in chunk.spots:
        solution = solver.solve(chip_payoffs(s, b), start=solution)
        yield _answer(SpotKey(chunk.game, s, b), payoffs, solution, codes)


def _solve_without_kernel(chunk: ChunkOfSpots) -> Iterator[SolvedSpot]:
    """Return the same bits without Numba, which would make each process 125 MB larger."""
    return _solve_chunk(chunk._replace(many=False))


def _order(key: SpotKey) -> tuple[str, float, float]:
    """Sort key that puts similar spots next to each other."""
    return key.game, key.b, key.s


def solve_spots(keys: Iterable[SpotKey], progress: Progress) -> Iterable[tuple[SpotKey, ClassGame, Solution]]:
    """Yield the exact solutions of spots by game, in the order of `sweep`."""
    keys = list(keys)
    done = 0
    for name, group in groupby(keys, key=lambda key: key.game):
        game = find_game(name)
        payoffs = load_payoffs(game, progress)
        own_keys, before = list(group), done

        def report(
            state: SweepState, game: Game = game, own_keys: list[SpotKey] = own_keys, before: int = before
        ) -> None:
            at = "" if state.solved is None else f", {own_keys[state.solved].s:.4g} bb"
            progress(f"{game.title}{at}", (before + state.share * state.points) / len(keys))

        with closing(
            sweep(payoffs, [chip_payoffs(key.s, key.b) for key in own_keys], on_progress=report)
        ) as points:
            for point in points:
                done += 1
                yield own_keys[point.number], payoffs, point.solution


def call_frequency_vs_jam(payoffs: ClassGame, solution: Solution) -> float:
    """Return how often the big blind calls a jam; 0 if the small blind never jams."""
    weights = payoffs.counts * solution.jam_chance
    total = float(np.sum(weights))
    return float(np.sum(weights * solution.y)) / total if total > 0.0 else 0.0


class SolvedSpot(NamedTuple):
    """A newly solved spot, with hands at it."""

    key: SpotKey
    rows: FloatArray
    """-1 and the `SpotAnswer`, then each hand's code and `HandAnswer`; shape (1 + hands, 4)."""


def factored_answer(solution: Solution, hand: int, factors: tuple[float, float]) -> tuple[float, float]:
    """Return a hand's frequency and its margin, scaled by the seat's factor; margin 0 if indifferent."""
    seat, class_id = holding_at(hand)
    answer = _hand_answer(solution, seat, class_id)
    margin = 0.0 if abs(answer.margin) <= FREE_MARGIN else answer.margin * factors[seat == BIG]
    return answer.played, margin


def _answer(key: SpotKey, payoffs: ClassGame, solution: Solution, codes: Iterable[int]) -> SolvedSpot:
    spot = SpotAnswer(solution.value, solution.jam_share, call_frequency_vs_jam(payoffs, solution))
    hands = [(code, *_hand_answer(solution, *holding_at(code))) for code in codes]
    return SolvedSpot(key, np.array([(-1.0, *spot), *hands]))


def _hand_answer(solution: Solution, seat: str, class_id: int) -> HandAnswer:
    if seat == SMALL:
        played, margin = float(solution.x[class_id]), float(solution.margin_jam[class_id])
        return HandAnswer(played, margin, solution.stakes.first.fold + played * margin)
    played, ends = float(solution.y[class_id]), solution.stakes.second
    jammed = float(solution.jam_chance[class_id])
    worth = (
        ends.fold * (1.0 - jammed)
        + ends.opponent_folds * jammed
        + played * float(solution.call_gain[class_id])
    )
    return HandAnswer(played, float(solution.margin_call[class_id]), worth)


def _stored(store: HistoryStore, requested: RequestedHands) -> SolvedHands:
    answers = SolvedHands(requested.spots)
    numbers = {key.text: number for key, number in requested.spots.items()}
    for key, rows, *_ in stored_answers(store.base, "spot", numbers, 4):
        answers.add(numbers[key], rows)
    answers.settle()
    return answers


def _store(store: HistoryStore, solved: Sequence[SolvedSpot]) -> None:
    """Store spots, and delete responses at them, which depend on the solution."""

    def write(base: sqlite3.Connection) -> None:
        base.executemany(
            "DELETE FROM solved WHERE kind = 'response' AND key = ?", [(spot.key.text,) for spot in solved]
        )
        store_answers(base, "spot", [SolvedAnswer(spot.key.text, spot.rows) for spot in solved])

    store.keep(write)


def chart_key(game: Game | str, stack: float = 10.0) -> SpotKey:
    """Return the spot of a stack without antes, with half a big blind as small blind."""
    return SpotKey(game if isinstance(game, str) else game.name, stack, 0.5)

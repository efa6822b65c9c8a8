"""Exact equilibria at the spots of played hands, solved in pieces on all cores and stored.

In its last digits, and where there are several equilibria, a solution depends on the neighbour from which
it started.  So the sorted spots are cut after a fixed number of them that depends on the list alone, and
every piece starts without a neighbour: one process gives the same bits as eight.

Processes are used because the work around the kernels is Python.  This process solves too, so two cores
need one more process of 55 MB: it loads no Numba, which would make it 180 MB.

Stored of a solution are its value, how often both players play, and the hands that occur: 16,432 classes of
Omaha at every spot would be 100 MB in 400 spots.  Consumers that need whole ranges receive each solution as
it is found (`SpotVisitor`).
"""

from __future__ import annotations

import sqlite3
from array import array
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Generic, NamedTuple, TypeVar

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
"""With this one: what they gain beyond is not worth 55 MB each."""
_AHEAD = 2
"""Pieces that wait for each process."""

Item = TypeVar("Item")
SpotChunk = TypeVar("SpotChunk")
Solved = TypeVar("Solved")


def is_small(game: Game) -> bool:
    """Whether it is solved in pieces: the kernels of larger games use all cores themselves."""
    return hand_classes(game).n <= MOST_CLASSES


def split_into_chunks(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """Sorted items in pieces.

    >>> split_into_chunks([1, 2, 3, 4, 5], 2)
    [[1, 2], [3, 4], [5]]
    """
    return [items[start : start + size] for start in range(0, len(items), size)]


def solve_in_chunks(
    solve: Callable[[SpotChunk], Iterable[Solved]],
    pieces: Sequence[SpotChunk],
    *,
    spread: bool,
    elsewhere: Callable[[SpotChunk], Iterable[Solved]] | None = None,
) -> Iterator[Solved]:
    """What comes of pieces, in their order; with `spread`, on all cores.

    What was solved in other processes when the reader stops (an error, Ctrl-C) is lost if it was not read: a
    second or so.  A process that dies is done without.

    Parameters
    ----------
    solve
        A function of a module, of what can be pickled.
    elsewhere
        What gives the same in other processes; the same function unless told.
    """
    others = min(cores(), MOST_PROCESSES, len(pieces)) - 1
    if not spread or others < 1 or cluster_in_use() is not None:
        for piece in pieces:
            yield from solve(piece)
        return
    with solving_processes(others) as pool:
        try:
            yield from _Shared(solve, elsewhere or solve, pieces, pool, _AHEAD * others).solved()
        finally:
            pool.shutdown(cancel_futures=True)


@dataclass(frozen=True)
class _Shared(Generic[SpotChunk, Solved]):
    """Pieces for the processes, and for this one while the next of theirs is not done."""

    solve: Callable[[SpotChunk], Iterable[Solved]]
    elsewhere: Callable[[SpotChunk], Iterable[Solved]]
    pieces: Sequence[SpotChunk]
    pool: Processes
    ahead: int

    def solved(self) -> Iterator[Solved]:
        queue: deque[Future[list[Solved]] | list[Solved]] = deque()
        begun, read, all_ = 0, 0, len(self.pieces)
        while read < all_:
            waiting = sum(isinstance(one, Future) and not one.done() for one in queue)
            while begun < all_ and waiting < self.ahead:
                queue.append(self._submitted(self.pieces[begun]))
                begun, waiting = begun + 1, waiting + 1
            if begun < all_ and isinstance(queue[0], Future) and not queue[0].done():
                queue.append(list(self.solve(self.pieces[begun])))
                begun += 1
                continue
            yield from self._result(self.pieces[read], queue.popleft())
            read += 1

    def _submitted(self, piece: SpotChunk) -> Future[list[Solved]]:
        try:
            return self.pool.submit(_listed, self.elsewhere, piece)
        except BrokenProcessPool as error:
            broken: Future[list[Solved]] = Future()
            broken.set_exception(error)
            return broken

    def _result(self, piece: SpotChunk, entry: Future[list[Solved]] | list[Solved]) -> Iterable[Solved]:
        if isinstance(entry, list):
            return entry
        try:
            return entry.result()
        except BrokenProcessPool:
            return self.solve(piece)


def _listed(solve: Callable[[SpotChunk], Iterable[Solved]], piece: SpotChunk) -> list[Solved]:
    return list(solve(piece))


_BATCH = 200
"""Spots solved between two transactions."""
_PIECE = 256
"""Spots from one that begins without a neighbour to the next."""
_MANY = 2000
"""Spots of small games that are worth a process: 3 s."""

Holding = tuple[str, int]
"""A seat and a class."""
SpotVisitor = Callable[[SpotKey, ClassGame, Solution], None]


SPOT_SHIFT = 32
"""A hand at a spot is one whole number: that of the spot, shifted so far, and the hand's (`code_in`)."""
HAND_MASK = (1 << SPOT_SHIFT) - 1
"""The bits of the hand's number."""


class HandAnswer(NamedTuple):
    """What the equilibrium says about a class in a seat; EVs in the unit B."""

    played: float
    """Chance of jamming, or of calling a jam."""
    margin: float
    """EV of jamming less that of folding; of calling less folding, given the jam; nan if they are never
    asked."""
    worth: float
    """What the dealt hand is worth to its player before anybody acts."""


class SpotAnswer(NamedTuple):
    """A solved spot."""

    value: float
    """For the small blind, in B."""
    jams: float
    calls: float
    """jams, calls: How often the small blind jams; how often the big blind calls once they have."""


def code_in(seat: str, one: int) -> int:
    """A seat and a class as one number."""
    return 2 * one + (seat == BIG)


def holding_at(code: int) -> Holding:
    """Seat and class of a number."""
    return BIG if code & 1 else SMALL, code >> 1


class RequestedHands:
    """The hands that are asked about, by spot: 8 bytes each, where sets of them took 0.5 kB a spot."""

    def __init__(self, spots: Iterable[SpotKey] = ()) -> None:
        self.spots: dict[SpotKey, int] = {}
        """Their numbers."""
        self._hands = array("q")
        for spot in spots:
            self.spot(spot)

    def spot(self, key: SpotKey) -> int:
        """The number of a spot, which is asked about by that."""
        return self.spots.setdefault(key, len(self.spots))

    def add(self, key: SpotKey, holding: Holding) -> None:
        self._hands.append(self.spot(key) << SPOT_SHIFT | code_in(*holding))

    def hands_at(self, keys: Sequence[SpotKey], places: NDArray[np.int32], codes: IntArray) -> IntArray:
        """Hands at spots, of the spots' places among the keys and the hands' numbers; shape (n,) all."""
        of = np.array([self.spot(key) for key in keys], dtype=np.int64)
        return of[places] << SPOT_SHIFT | codes

    def add_all(self, hands: IntArray) -> None:
        """Hands at spots, each once."""
        self._hands.frombytes(np.unique(hands).tobytes())

    @property
    def hands(self) -> IntArray:
        """All of them, sorted, each once."""
        return np.unique(np.array(self._hands, dtype=np.int64))


class SolvedHands:
    """What is known of spots, and of hands at them: 32 bytes a hand, where objects took 0.2 kB."""

    def __init__(self, spots: dict[SpotKey, int]) -> None:
        self.spots = spots
        self.solved: dict[int, SpotAnswer] = {}
        """By the spots' numbers."""
        self._new: list[tuple[IntArray, FloatArray]] = []
        self.hands: IntArray = np.empty(0, dtype=np.int64)
        """Hands at spots, sorted."""
        self.values: FloatArray = np.empty((0, 3))
        """Their `HandAnswer`, shape (hands, 3)."""

    def __getitem__(self, key: SpotKey) -> SpotAnswer:
        return self.solved[self.spots[key]]

    def add(self, spot: int, rows: FloatArray) -> None:
        """A spot and hands at it, as `SolvedSpot` has them; they replace older ones in `settle`."""
        self.solved[spot] = SpotAnswer(*rows[0, 1:].tolist())
        self._new.append((spot << SPOT_SHIFT | rows[1:, 0].astype(np.int64), rows[1:, 1:]))

    def settle(self) -> None:
        """Sort in what was added."""
        if self._new:
            hands, values = map(np.concatenate, zip(*self._new, (self.hands, self.values), strict=True))
            self._new = []
            self.hands, places = np.unique(hands, return_index=True)  # the first of equal ones
            self.values = values[places]

    def hands_at(self, spot: int) -> IntArray:
        """What is known of a spot: the hands' numbers."""
        low, high = np.searchsorted(self.hands, (spot << SPOT_SHIFT, (spot + 1) << SPOT_SHIFT))
        return self.hands[low:high] - (spot << SPOT_SHIFT)

    def of(self, hands: IntArray, part: str) -> FloatArray:
        """A part of the `HandAnswer` of hands at spots that are known, shape (n,)."""
        found: FloatArray = self.values[np.searchsorted(self.hands, hands), HandAnswer._fields.index(part)]
        return found


@lru_cache(1 << 16)
def class_of(game: str, cards: str) -> int:
    return int(hand_classes(find_game(game)).index(cards))


def solve_missing(
    store: HistoryStore,
    wanted: RequestedHands,
    progress: Progress,
    visits: Mapping[SpotKey, SpotVisitor] | None = None,
) -> SolvedHands:
    """What the equilibrium says about hands at their spots; solved where it is not kept.

    Raises HistoryError if the answers cannot be written; TableError if a class table cannot be built here.

    Parameters
    ----------
    store
        Where answers are kept.
    wanted
        The hands by spot.
    progress
        Called with what is being done and the share of the work that is done.
    visits
        Called with the solutions of these spots, kept or not.
    """
    visits = visits or {}
    answers = _kept(store, wanted)
    hands = wanted.hands
    unknown = set((hands[~np.isin(hands, answers.hands)] >> SPOT_SHIFT).tolist())
    new = {key for key, number in wanted.spots.items() if number in unknown or number not in answers.solved}
    numbers = {key: wanted.spots[key] for key in new}
    fresh: list[SolvedSpot] = []
    try:
        with closing(_solve(numbers, _asked(answers, hands, numbers), visits, progress)) as solved:
            for spot in solved:
                fresh.append(spot)
                answers.add(numbers[spot.key], spot.rows)
                if len(fresh) >= _BATCH:
                    _keep(store, fresh)
                    fresh = []
    finally:  # what is solved is kept, whoever stops it
        if fresh:
            _keep(store, fresh)
    answers.settle()
    return answers


def _asked(
    answers: SolvedHands, hands: IntArray, numbers: Mapping[SpotKey, int]
) -> Callable[[SpotKey], list[int]]:
    """The hands that are asked about at a spot: what is known of it, and those of sorted `hands`."""

    def asked(key: SpotKey) -> list[int]:
        number = numbers[key]
        low, high = np.searchsorted(hands, (number << SPOT_SHIFT, (number + 1) << SPOT_SHIFT))
        codes: list[int] = np.union1d(
            answers.hands_at(number), hands[low:high] - (number << SPOT_SHIFT)
        ).tolist()
        return codes

    return asked


def _solve(
    new: Collection[SpotKey],
    asked: Callable[[SpotKey], list[int]],
    visits: Mapping[SpotKey, SpotVisitor],
    progress: Progress,
) -> Generator[SolvedSpot, None, None]:
    """Solve what is new, and what is visited: that here, and large games, whose kernels use all cores."""
    names = sorted({key.game for key in new})
    small = [name for name in names if is_small(find_game(name))]
    apart = sorted((key for key in new if key.game in small and key not in visits), key=_order)
    keys = sorted({*new, *visits} - set(apart), key=_order)
    total, pieces = len(apart) + len(keys), list[SpotPiece]()
    for name, some in groupby(apart, key=lambda key: key.game):
        load_payoffs(find_game(name), progress)
        asks = [(key.s, key.b, tuple(asked(key))) for key in some]
        pieces += [
            SpotPiece(name, len(apart) >= MANY_POINTS, tuple(part))
            for part in split_into_chunks(asks, _PIECE)
        ]
    solved = solve_in_chunks(
        _solve_piece, pieces, spread=len(apart) >= _MANY, elsewhere=_solve_without_kernel
    )
    for k, spot in enumerate(solved):
        progress(f"{find_game(spot.key.game).title}, {spot.key.s:.4g} bb", (k + 1) / total)
        yield spot

    def further(stage: str, share: float) -> None:
        progress(stage, (len(apart) + share * len(keys)) / total)

    for key, payoffs, solution in solve_spots(keys, further):
        if key in new:
            yield _answer(key, payoffs, solution, asked(key))
        if key in visits:
            visits[key](key, payoffs, solution)


class SpotPiece(NamedTuple):
    """Neighbours of a small game, sorted: s, b and what is asked of each."""

    game: str
    many: bool
    """As `ExactSolver` takes it: of all spots."""
    spots: tuple[tuple[float, float, tuple[int, ...]], ...]


def _solve_piece(piece: SpotPiece) -> Iterator[SolvedSpot]:
    payoffs = load_payoffs(find_game(piece.game))
    solver = ExactSolver(payoffs, many=piece.many)
    solution: Solution | None = None
    for s, b, codes in piece.spots:
        solution = solver.solve(chip_payoffs(s, b), start=solution)
        yield _answer(SpotKey(piece.game, s, b), payoffs, solution, codes)


def _solve_without_kernel(piece: SpotPiece) -> Iterator[SolvedSpot]:
    """The same bits; Numba would make each process 125 MB larger."""
    return _solve_piece(piece._replace(many=False))


def _order(key: SpotKey) -> tuple[str, float, float]:
    """Neighbours beside each other."""
    return key.game, key.b, key.s


def solve_spots(keys: Iterable[SpotKey], progress: Progress) -> Iterable[tuple[SpotKey, ClassGame, Solution]]:
    """The exact solutions of spots, game after game, as `sweep` hands them out."""
    keys = list(keys)
    done = 0
    for name, some in groupby(keys, key=lambda key: key.game):
        game = find_game(name)
        payoffs = load_payoffs(game, progress)
        mine, before = list(some), done

        def heard(
            state: SweepState, game: Game = game, mine: list[SpotKey] = mine, before: int = before
        ) -> None:
            at = "" if state.solved is None else f", {mine[state.solved].s:.4g} bb"
            progress(f"{game.title}{at}", (before + state.share * state.points) / len(keys))

        with closing(
            sweep(payoffs, [chip_payoffs(key.s, key.b) for key in mine], on_progress=heard)
        ) as points:
            for point in points:
                done += 1
                yield mine[point.number], payoffs, point.solution


def call_frequency_vs_jam(payoffs: ClassGame, solution: Solution) -> float:
    """How often the big blind calls once the small blind has jammed; 0 if they never jam."""
    weights = payoffs.counts * solution.jam_chance
    total = float(np.sum(weights))
    return float(np.sum(weights * solution.y)) / total if total > 0.0 else 0.0


class SolvedSpot(NamedTuple):
    """A spot that was solved now, with hands at it."""

    key: SpotKey
    rows: FloatArray
    """-1 and the `SpotAnswer`, then hands by their numbers with their `HandAnswer`; shape (1 + hands, 4)."""


def factored_answer(solution: Solution, hand: int, factors: tuple[float, float]) -> tuple[float, float]:
    """How often a hand (`code_in`) is played and its margin, times the factor of its seat; 0 where free."""
    seat, one = holding_at(hand)
    answer = _hand_answer(solution, seat, one)
    margin = 0.0 if abs(answer.margin) <= FREE_MARGIN else answer.margin * factors[seat == BIG]
    return answer.played, margin


def _answer(key: SpotKey, payoffs: ClassGame, solution: Solution, codes: Iterable[int]) -> SolvedSpot:
    spot = SpotAnswer(solution.value, solution.jam_share, call_frequency_vs_jam(payoffs, solution))
    hands = [(code, *_hand_answer(solution, *holding_at(code))) for code in codes]
    return SolvedSpot(key, np.array([(-1.0, *spot), *hands]))


def _hand_answer(solution: Solution, seat: str, one: int) -> HandAnswer:
    if seat == SMALL:
        played, margin = float(solution.x[one]), float(solution.margin_jam[one])
        return HandAnswer(played, margin, solution.stakes.first.fold + played * margin)
    played, ends = float(solution.y[one]), solution.stakes.second
    jammed = float(solution.jam_chance[one])
    worth = (
        ends.fold * (1.0 - jammed) + ends.opponent_folds * jammed + played * float(solution.call_gain[one])
    )
    return HandAnswer(played, float(solution.margin_call[one]), worth)


def _kept(store: HistoryStore, wanted: RequestedHands) -> SolvedHands:
    answers = SolvedHands(wanted.spots)
    numbers = {key.text: number for key, number in wanted.spots.items()}
    for key, rows, *_ in stored_answers(store.base, "spot", numbers, 4):
        answers.add(numbers[key], rows)
    answers.settle()
    return answers


def _keep(store: HistoryStore, solved: Sequence[SolvedSpot]) -> None:
    """Store spots; responses at them are computed again, for they follow from the solution."""

    def write(base: sqlite3.Connection) -> None:
        base.executemany(
            "DELETE FROM solved WHERE kind = 'response' AND key = ?", [(spot.key.text,) for spot in solved]
        )
        store_answers(base, "spot", [SolvedAnswer(spot.key.text, spot.rows) for spot in solved])

    store.keep(write)


def chart_key(game: Game | str, stack: float = 10.0) -> SpotKey:
    """The spot of a stack without antes, the small blind half the big blind."""
    return SpotKey(game if isinstance(game, str) else game.name, stack, 0.5)

"""Future game simulation (FGS): stacks valued by solving the next hands, exactly or on sampled deals.

V_0 is a stack model, such as Malmuth-Harville.  V_k of the stacks in their seats is every player's average
value after one hand of jam or fold, played by the equilibrium for V_(k-1).  So V_k includes the blinds of the
next k hands.

The required hands follow from the stacks alone: every end of a hand, by the players who are in and the order
of their hands, leads to a next hand.  They are listed first, and then solved from the last ones back.

Seats: after a hand the big blind moves on to the next player with chips; the player before them is the small
blind, and the one before that has the button.  Heads-up the small blind has the button.

Two seats are solved over every deal in every game, three if the game has a three-way table.  Larger hands are
sampled.  Their value is estimated twice, from separate deals: earlier hands choose their strategies by one
estimate and are valued by the other, so V_k has no selection bias.  Its standard error combines that of its
own deals with the largest of the following hands: an average of their errors is not larger, with any
correlation.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import combinations
from typing import NamedTuple

import numpy as np

from jamfold.betting.hand import TableHand
from jamfold.betting.terms import PayoffTerms
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.core.arrays import FloatArray
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.core.errors import TournamentError
from jamfold.core.progress import Progress, ignore_progress
from jamfold.core.storage.checkpoints import Checkpoint
from jamfold.core.storage.files import ArraySpec
from jamfold.solver.solution import is_exact
from jamfold.spots.nplayer.exact import TableSolution, solve_table
from jamfold.spots.nplayer.model import ModelledTable, is_modelled, model_table
from jamfold.spots.nplayer.result import LEVEL, TableDecision, TableResult, decisions_of, sampled_result
from jamfold.spots.nplayer.search import SampledTable, measure_table, sample_table
from jamfold.spots.nplayer.tree import check_shown, showdown_orders
from jamfold.spots.nplayer.variance import Lifetime, table_lifetime
from jamfold.spots.tournaments.tournament_hands import (
    SEATS,
    HandBefore,
    Stacks,
    Worth,
    check_future,
    next_seats,
    prizes_of,
)
from jamfold.valuation.models import table_values
from jamfold.valuation.utility import PrizeUtility

_LEAST_SECONDS = 1.0
_SEARCHING = 0.6
_SEEDS = 1_000
_NEVER = 0.0
"""A gain that no certificate proves, so that all deals are used."""


@dataclass(frozen=True)
class Sampling:
    """Sampling time of all hands together, and the seed."""

    seconds: float = 60.0
    seed: int = 0

    def seconds_each(self, hands: int) -> float:
        """Seconds for each of `hands`, at least one."""
        return max(_LEAST_SECONDS, self.seconds / max(hands, 1))


SAMPLING = Sampling()


class SampledHand(NamedTuple):
    """A hand on sampled deals."""

    result: TableResult
    """Its strategies, measured on fresh deals with the measuring values."""
    steering: FloatArray
    """Values of every seat by the choosing values, on other deals: earlier hands choose by them."""


def play_sampled(
    game: Game, steering: HandBefore, hand: HandBefore, seconds: float, seed: int, level: int
) -> SampledHand:
    """Solve a hand by one value of stacks, and measure the strategies by another.

    Parameters
    ----------
    steering, hand
        The hand with the values of its ends for choosing, and for measuring.
    level
        The number of hands that follow: no two hands of a run share deals.
    """
    first = seed * _SEEDS + 2 * level
    search: ModelledTable | SampledTable
    if is_modelled(game, steering):
        search = model_table(game, steering, seconds=_SEARCHING * seconds, gain=_NEVER, seed=first)
    else:
        search = sample_table(game, steering, seconds=_SEARCHING * seconds, seed=first)
    fresh = measure_table(game, hand, search.strategy, seconds=(1 - _SEARCHING) * seconds, seed=first + 1)
    return SampledHand(sampled_result(game, hand, fresh, seed), search.certificate.values)


VALUES, STEERING, ERRORS, GAINS = "values", "steering", "errors", "gains"
"""VALUES, STEERING, ERRORS, GAINS: Arrays of hands in the order of `needed_hands`, NaN if not yet solved:
values for measuring, values for choosing, and standard errors of the former, shape (hands, seats), with
the rest NaN in hands of fewer seats; the largest own gain, or its upper bound if sampled, shape (hands,)."""
MOST_HANDS = 1_000
"""The most hands to solve."""
_THREE_SECONDS = {169: 1.2, 81: 0.6}
"""Per hand of three, by number of classes."""
_MODEL_SECONDS = 0.4
"""Per hand of Hold'em that the model solves, and square of its seats."""
_TWO_SECONDS = 0.02, 0.00003
"""Per hand of two, and per class of it."""

PLACES_BY_SHARE = {
    False: (((1, 0), None), ((0, 0), None), ((0, 1), None)),
    True: (
        ((1, 0), (None, None)),
        ((0, 0), (1, 0)),
        ((0, 0), (None, None)),
        ((0, 0), (0, 1)),
        ((0, 1), (None, None)),
    ),
}
"""By whether pots are split: places of both seats, and for the low, by the small blind's pot share."""

Showdown = tuple[Sequence[int], Sequence[int | None] | None]
Levels = Mapping[int, tuple[Stacks, ...]]
"""The stacks of all hands to solve, by depth from 1."""


def next_stacks(game: Game, hand: HandBefore) -> Iterator[Stacks]:
    """Yield the stacks of all hands that can follow, from the small blind on, for two or more players."""
    for in_ in (seats for k in range(hand.most_allin + 1) for seats in combinations(range(hand.n), k)):
        for places, lows in _showdowns(game, len(in_)):
            left = hand.stacks_after(in_, places, lows)
            seats = next_seats(left)
            if len(seats) > 1:
                yield tuple(left[seat] for seat in seats)


def _showdowns(game: Game, players: int) -> Sequence[Showdown]:
    """Return all orders of `players` at a showdown: places, and places for the low of two."""
    if players == 2:
        return PLACES_BY_SHARE[game.split_low]
    return tuple((order, None) for order in showdown_orders(players))


@json_fields(
    "far.seat far.after far.percent percent_model=near.percent far.reach far.range far.strategy",
    schema="FutureNodeContract",
)
class FutureDecision(NamedTuple):
    """A decision of the hand, solved for future hands and for the stack model."""

    near: TableDecision
    far: TableDecision


@json_fields(
    f"game {LEVEL} hand.whole_chips prizes=utility.prizes.amounts prize_unit=utility.prizes.unit "
    "utility.model depth values=by_depth nodes=decisions gains=far.gains hands largest_gain seconds lifetime "
    "unnoticed values_error=errors_by_depth exact counted=is_counted sampled_hands max_allin=hand.most_allin",
    schema="FutureContract",
)
@dataclass(frozen=True, eq=False)
class FutureGame(DisplayableResult):
    """The values of stacks by depth; lists by seat go from the button's left round: sb, bb, btn."""

    game: Game
    hand: TableHand
    """game, hand: The rules, and the hand with its prizes."""
    values: FloatArray
    """V_0, V_1, ..., V_k of the stacks in money, shape (depth + 1, seats)."""
    errors: FloatArray
    """Standard errors of the values, shape (depth + 1, seats); 0 if every deal was counted."""
    near: TableSolution | TableResult
    far: TableSolution | TableResult
    """near, far: The hand solved for V_0 and for V_(k-1); the same at depth 1."""
    hands: int
    """The number of solved hands."""
    sampled_hands: int
    """The number of them solved by sampled deals."""
    largest_gain: float
    """The largest own gain of a seat in any of them, in money; its upper bound if sampled."""
    seconds: float
    """The time to solve; after an interruption, that of the last run."""

    @property
    def depth(self) -> int:
        return len(self.values) - 1

    @property
    def is_counted(self) -> bool:
        """Whether every deal of all hands was counted."""
        return not self.sampled_hands

    @property
    def exact(self) -> bool:
        """Whether every deal was counted, and no own gain in a hand reaches 1e-9 of the prizes."""
        return self.is_counted and is_exact(self.largest_gain, self.utility.prizes.pool)

    @property
    def utility(self) -> PrizeUtility:
        return prizes_of(self.hand)

    @property
    def by_depth(self) -> tuple[tuple[float, ...], ...]:
        """V_0 by the model, V_1 after one hand, ..., by seat."""
        return tuple(map(tuple, self.values.tolist()))

    @property
    def errors_by_depth(self) -> tuple[tuple[float, ...], ...]:
        """Standard errors of the values, 0 where exact."""
        return tuple(map(tuple, self.errors.tolist()))

    @cached_property
    def lifetime(self) -> Lifetime:
        """Every seat's standard deviation of the hand, and the gain that is not noticed in a lifetime."""
        far = self.far
        return table_lifetime(self.game, far.hand, far.strategy, far.values)

    @property
    def unnoticed(self) -> bool:
        """Whether the largest own gain in any hand is too small to notice in a lifetime."""
        return self.lifetime.is_unnoticeable(np.full(self.hand.n, self.largest_gain))

    @property
    def decisions(self) -> tuple[FutureDecision, ...]:
        return tuple(map(FutureDecision, decisions_of(self.near), decisions_of(self.far)))


def needed_hands(game: Game, hand: TableHand, depth: int) -> dict[int, tuple[Stacks, ...]]:
    """Return the stacks of all hands to solve, by depth from 1, with the requested ones at every depth.

    Raises TournamentError if there are more than `MOST_HANDS`; SituationError if too many players may be
    all-in.
    """
    check_shown(game, hand.most_allin)
    levels: dict[int, tuple[Stacks, ...]] = {}
    needed: dict[Stacks, None] = {}
    for level in range(depth, 0, -1):
        needed[hand.stacks] = None
        levels[level] = tuple(needed)
        needed = {}
        for stacks in levels[level] if level > 1 else ():
            needed |= dict.fromkeys(next_stacks(game, _hand_of(hand, stacks)))
            if sum(map(len, levels.values())) + len(needed) > MOST_HANDS:
                raise TournamentError(
                    f"Depth {depth} takes more than {MOST_HANDS:,} hands: take a smaller depth.",
                    field="depth",
                )
    return dict(sorted(levels.items()))


def expected_seconds(game: Game, levels: Levels, sampling: Sampling) -> float:
    """Return the estimated seconds for hands as in `needed_hands`, on two busy cores of a 2024 server."""
    classes = hand_classes(game).n
    any_two, per_class = _TWO_SECONDS
    three = _THREE_SECONDS.get(classes, 0.0)
    hands = [len(stacks) for states in levels.values() for stacks in states]
    sampled = sum(not _counts(game, seats) for seats in hands)
    counted = sum(
        three if seats == SEATS else any_two + per_class * classes for seats in hands if _counts(game, seats)
    )
    modelled = sum(seats**2 for seats in hands if not _counts(game, seats)) if game.has_threeway_table else 0
    searched = _MODEL_SECONDS * modelled * (classes / 169) ** 3
    return counted + searched + sampled * sampling.seconds_each(sampled)


def _counts(game: Game, seats: int) -> bool:
    """Return whether hands of `seats` are solved over every deal."""
    return seats == 2 or (seats == SEATS and game.has_threeway_table)


def future_game(
    game: Game,
    hand: TableHand,
    depth: int,
    progress: Progress = ignore_progress,
    checkpoint: Checkpoint | None = None,
    sampling: Sampling = SAMPLING,
) -> FutureGame:
    """Return the values of stacks by solving the next `depth` hands.

    Raises TournamentError, UnsupportedError or SituationError as `check_future` and `needed_hands`;
    TableError if a class table can be neither loaded nor built.

    Parameters
    ----------
    hand
        The hand, with prizes.
    checkpoint
        Stores solved hands, which are not solved again.
    sampling
        For hands whose deals are not all counted.
    """
    check_future(game, hand, depth)
    started = time.perf_counter()
    levels = needed_hands(game, hand, depth)
    stacks = [state for states in levels.values() for state in states]
    sampled = sum(not _counts(game, len(stack)) for stack in stacks)
    store = Checkpoint() if checkpoint is None else checkpoint
    shapes = {name: form.shape for name, form in forms(len(stacks), hand.n).items()}
    arrays = store.load() or {name: np.full(shape, np.nan) for name, shape in shapes.items()}
    run = _Run(game, hand, levels, arrays, sampling, sampling.seconds_each(sampled))
    try:
        values, errors = run.play(progress, store)
    except BaseException:
        store.save(arrays, at_once=True)
        raise
    store.forget()
    seconds, gain = time.perf_counter() - started, float(arrays[GAINS].max())
    near, far = run.shown_hands[1], run.shown_hands[len(levels)]
    return FutureGame(game, hand, values, errors, near, far, len(stacks), sampled, gain, seconds)


def forms(hands: int, seats: int) -> dict[str, ArraySpec]:
    """Return the stored arrays of hands."""
    by_seat = ArraySpec("<f8", (hands, seats))
    return {VALUES: by_seat, STEERING: by_seat, ERRORS: by_seat, GAINS: ArraySpec("<f8", (hands,))}


@dataclass(frozen=True, eq=False)
class _Run:
    """Solver of all hands, the last ones first, into `arrays`."""

    game: Game
    hand: TableHand
    levels: Levels
    arrays: dict[str, FloatArray]
    sampling: Sampling
    seconds: float
    """Seconds for a sampled hand."""
    shown_hands: dict[int, TableSolution | TableResult] = field(default_factory=dict)
    """The requested hand at the first and the last depth."""

    def play(self, progress: Progress, checkpoint: Checkpoint) -> tuple[FloatArray, FloatArray]:
        """Return V_0, V_1, ... of the requested hand, and their standard errors."""
        arrays, own = self.arrays, self.hand.stacks
        values, errors = [np.array(_modelled(self.hand, own))], [np.zeros(self.hand.n)]
        steering: Worth = partial(_modelled, self.hand)
        worth = steering
        row, before = 0, 0.0
        for level, states in self.levels.items():
            first = row
            for stacks in states:
                progress(f"future hands, {level} from the last", row / len(arrays[GAINS]))
                is_shown = stacks == own and level in (1, len(self.levels))
                if is_shown or np.isnan(arrays[GAINS][row]):
                    solution = self._solve(level, row, stacks, (steering, worth), before)
                    checkpoint.save(arrays)
                    if is_shown:
                        self.shown_hands[level] = solution
                row += 1
            values.append(arrays[VALUES][first + states.index(own)].copy())
            errors.append(arrays[ERRORS][first + states.index(own)].copy())
            before = float(np.nanmax(arrays[ERRORS][first:row]))
            steering, worth = (
                _lookup(
                    {state: arrays[name][first + k, : len(state)].copy() for k, state in enumerate(states)}
                )
                for name in (STEERING, VALUES)
            )
        return np.array(values), np.array(errors)

    def _solve(
        self, level: int, row: int, stacks: Stacks, worths: tuple[Worth, Worth], before: float
    ) -> TableSolution | TableResult:
        """Solve one hand and fill its row; `worths` are the values for choosing and for measuring."""
        steering, hand = (_hand_of(self.hand, stacks, worth) for worth in worths)
        solution: TableSolution | TableResult
        if _counts(self.game, len(stacks)):
            solution = solve_table(self.game, hand)
            chosen, errors, gain = solution.values, np.zeros(hand.n), solution.largest_gain
        else:
            seed = self.sampling.seed
            solution, chosen = play_sampled(self.game, steering, hand, self.seconds, seed, level)
            errors, gain = np.hypot(solution.values_error, before), float(solution.bounds.max())
        for name, values in ((VALUES, solution.values), (STEERING, chosen), (ERRORS, errors)):
            self.arrays[name][row, : hand.n] = values
        self.arrays[GAINS][row] = gain
        return solution


def _lookup(values: Mapping[Stacks, FloatArray]) -> Worth:
    return lambda stacks: values[stacks].tolist()


def _hand_of(hand: TableHand, stacks: Stacks, worth: Worth | None = None) -> HandBefore:
    """Return a hand at the same level with other stacks, and the prizes left for its players."""
    utility = prizes_of(hand)
    prizes = replace(utility.prizes, amounts=utility.prizes.amounts[: len(stacks) + len(utility.others)])
    most = hand.max_allin
    return HandBefore(
        stacks=stacks,
        level=hand.level,
        terms=PayoffTerms(utility=replace(utility, prizes=prizes, seats=len(stacks))),
        max_allin=None if most is None or len(stacks) <= SEATS else min(most, len(stacks)),
        whole_chips=hand.whole_chips,
        worth=worth,
    )


def _modelled(hand: TableHand, stacks: Stacks) -> Sequence[float]:
    """Return V_0, the stack model's values, in money."""
    utility = prizes_of(hand)
    prizes = utility.prizes.amounts[: len(stacks) + len(utility.others)]
    return table_values(stacks, utility.others, prizes, utility.model)

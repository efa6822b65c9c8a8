"""Future game simulation (FGS): what stacks are worth when some hands to come are played, not only modelled.

V_0 is a stack model, such as Malmuth-Harville.  V_k of the stacks in their seats is what everybody has in the
mean after one hand in which all jam or fold by the equilibrium for V_(k-1).  So V_k knows who pays the next
blinds, k hands ahead.  Every one of the hands is solved over all deals, with every seat's own gain.

The hands that are needed follow from the stacks alone: every end of a hand, by who is in and who beats whom,
is a next hand.  They are listed first, and then solved from the last ones back.

Seats: behind a hand the big blind moves on to the next player who is still in; the player before them is the
small blind, and the one before that has the button.  Heads-up the small blind is the button.

Two seats are solved in every game, three where the game has a three-way table.  More seats are refused:
their hands can only be sampled, each would be solved for values that are sampled themselves, and no
certificate here says how far the errors of a hundred such hands carry.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.counting.classes import hand_classes
from jamfold.errors import TournamentError
from jamfold.games import Game
from jamfold.hand.hand import Hand
from jamfold.hand.terms import Terms
from jamfold.kept.checkpoint import Checkpoint
from jamfold.progress import Progress, silent
from jamfold.shown import Shown, outward
from jamfold.spots.table.decision import LEVEL, Decision, decisions_of
from jamfold.spots.table.exact import TableSolution, solve_table
from jamfold.tables.decomposition.orders import ORDERS
from jamfold.tournaments.before import SEATS, HandBefore, Stacks, Worth, check_future, next_seats, prizes_of
from jamfold.worth.models import stack_values
from jamfold.worth.utility import PrizeUtility

VALUES, GAINS = "values", "gains"
"""Of hands that are solved already, in the order of `needed_hands`, NaN for those that are not: what their
stacks are worth, shape (hands, seats), fewer seats first; the largest own gain of a seat, shape (hands,)."""
MOST_HANDS = 1_000
"""Hands to solve at most: more is refused."""
_THREE_SECONDS = {169: 1.2, 81: 0.6}
"""Of a hand of three, by classes."""
_TWO_SECONDS = 0.02, 0.00003
"""Of a hand of two: of any game, and for each class besides."""

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
"""Places of the two, and places for the low, by the small blind's share of the pot: halves, or quarters."""

Showdown = tuple[Sequence[int], Sequence[int | None] | None]
Levels = Mapping[int, tuple[Stacks, ...]]
"""Stacks of all hands to solve, by depth from 1."""
FloatArray = NDArray[np.float64]


def next_stacks(game: Game, hand: HandBefore) -> Iterator[Stacks]:
    """The stacks of all hands that can follow, from the small blind on; two players at least."""
    for in_ in (seats for k in range(hand.n + 1) for seats in combinations(range(hand.n), k)):
        for places, lows in _showdowns(game, len(in_)):
            left = hand.stacks_after(in_, places, lows)
            seats = next_seats(left)
            if len(seats) > 1:
                yield tuple(left[seat] for seat in seats)


def _showdowns(game: Game, players: int) -> Sequence[Showdown]:
    """All ways in which so many can show down: their places, and those for the low of two."""
    if players == 2:
        return PLACES_BY_SHARE[game.split_low]
    return tuple((order, None) for order in (ORDERS if players == SEATS else (tuple(range(players)),)))


@outward(
    "far.seat far.after far.percent percent_model=near.percent far.reach far.range far.strategy",
    schema="FutureNodeContract",
)
class FutureDecision(NamedTuple):
    """A decision of the hand, for what stacks are worth after it, and by the stack model."""

    near: Decision
    far: Decision


@outward(
    f"game {LEVEL} hand.whole_chips prizes=utility.prizes.amounts prize_unit=utility.prizes.unit "
    "utility.model depth values=by_depth nodes=decisions gains=far.gains hands largest_gain seconds",
    schema="FutureContract",
)
@dataclass(frozen=True, eq=False)
class FutureGame(Shown):
    """What stacks are worth by depth; lists by seat go from the button's left round: sb, bb, btn."""

    game: Game
    hand: Hand
    """game, hand: The rules, and the hand with its prizes."""
    values: FloatArray
    """V_0, V_1, ..., V_k of the stacks in money, shape (depth + 1, seats)."""
    near: TableSolution
    far: TableSolution
    """near, far: The hand solved for V_0 and for V_(k-1); the same where the depth is 1."""
    hands: int
    """Hands that were solved."""
    largest_gain: float
    """The largest own gain of a seat in any of them, in money."""
    seconds: float
    """How long it took; of work that was cut off, its last part."""

    @property
    def depth(self) -> int:
        return len(self.values) - 1

    @property
    def utility(self) -> PrizeUtility:
        return prizes_of(self.hand)

    @property
    def by_depth(self) -> tuple[tuple[float, ...], ...]:
        """V_0 by the model, V_1 after one hand, ..., by seat."""
        return tuple(map(tuple, self.values.tolist()))

    @property
    def decisions(self) -> tuple[FutureDecision, ...]:
        return tuple(map(FutureDecision, decisions_of(self.near), decisions_of(self.far)))


def needed_hands(game: Game, hand: Hand, depth: int) -> dict[int, tuple[Stacks, ...]]:
    """The stacks of all hands to solve, by depth from 1; those of the question at every depth.

    Raises TournamentError if there are more than `MOST_HANDS`.
    """
    levels: dict[int, tuple[Stacks, ...]] = {}
    wanted: dict[Stacks, None] = {}
    for level in range(depth, 0, -1):
        wanted[hand.stacks] = None
        levels[level] = tuple(wanted)
        wanted = {}
        for stacks in levels[level] if level > 1 else ():
            wanted |= dict.fromkeys(next_stacks(game, _hand_of(hand, stacks)))
            if sum(map(len, levels.values())) + len(wanted) > MOST_HANDS:
                raise TournamentError(
                    f"Depth {depth} takes more than {MOST_HANDS:,} hands: take a smaller depth.",
                    field="depth",
                )
    return dict(sorted(levels.items()))


def expected_seconds(game: Game, levels: Levels) -> float:
    """About how long hands take, by depth as in `needed_hands`, as on two busy cores of a server of 2024."""
    classes = hand_classes(game).n
    any_two, each = _TWO_SECONDS
    three = _THREE_SECONDS.get(classes, 0.0)
    hands = [len(stacks) for states in levels.values() for stacks in states]
    return sum(three if seats == SEATS else any_two + each * classes for seats in hands)


def future_game(
    game: Game,
    hand: Hand,
    depth: int,
    progress: Progress = silent,
    checkpoint: Checkpoint | None = None,
) -> FutureGame:
    """What stacks are worth when so many hands to come are played.

    Raises TournamentError or UnsupportedError as `check_future` and `needed_hands`; TableError if a class
    table cannot be had.

    Parameters
    ----------
    hand
        With prizes, two or three seats.
    checkpoint
        Where the hands are kept that are solved; those that are kept there are not solved again.
    """
    check_future(game, hand, depth)
    started = time.perf_counter()
    levels = needed_hands(game, hand, depth)
    total = sum(map(len, levels.values()))
    kept = Checkpoint() if checkpoint is None else checkpoint
    begun = kept.load() or {VALUES: np.full((total, hand.n), np.nan), GAINS: np.full(total, np.nan)}
    try:
        values, near, far = _solve(game, hand, levels, begun, progress, kept)
    except BaseException:
        kept.save(begun, at_once=True)
        raise
    kept.forget()
    seconds = time.perf_counter() - started
    return FutureGame(game, hand, np.array(values), near, far, total, float(begun[GAINS].max()), seconds)


def _solve(
    game: Game,
    hand: Hand,
    levels: Levels,
    begun: dict[str, FloatArray],
    progress: Progress,
    checkpoint: Checkpoint,
) -> tuple[list[list[float]], TableSolution, TableSolution]:
    """V_0, V_1, ... of the question, and its hand at the first and at the last depth; fills in `begun`."""
    shown: dict[int, TableSolution] = {}
    values = [list(_modelled(hand, hand.stacks))]
    worth: Worth = partial(_modelled, hand)
    row = 0
    for level, states in levels.items():
        found: dict[Stacks, FloatArray] = {}
        for stacks in states:
            progress(f"future hands, {level} from the last", row / len(begun[GAINS]))
            is_shown = stacks == hand.stacks and level in (1, len(levels))
            if is_shown or np.isnan(begun[GAINS][row]):
                solution = solve_table(game, _hand_of(hand, stacks, worth))
                begun[VALUES][row, : len(stacks)] = solution.values
                begun[GAINS][row] = solution.largest_gain
                if is_shown:
                    shown[level] = solution
                checkpoint.save(begun)
            found[stacks], row = begun[VALUES][row, : len(stacks)].copy(), row + 1
        values.append(found[hand.stacks].tolist())
        worth = _known(found)
    return values, shown[1], shown[len(levels)]


def _known(found: Mapping[Stacks, FloatArray]) -> Worth:
    return lambda stacks: found[stacks].tolist()


def _hand_of(hand: Hand, stacks: Stacks, worth: Worth | None = None) -> HandBefore:
    """The same level with other stacks, and the prizes that are left for so many players."""
    utility = prizes_of(hand)
    prizes = replace(utility.prizes, amounts=utility.prizes.amounts[: len(stacks)])
    return HandBefore(
        stacks=stacks,
        level=hand.level,
        terms=Terms(utility=replace(utility, prizes=prizes, seats=len(stacks))),
        whole_chips=hand.whole_chips,
        worth=worth,
    )


def _modelled(hand: Hand, stacks: Stacks) -> Sequence[float]:
    """V_0: the stack model's values, in money."""
    utility = prizes_of(hand)
    return stack_values(list(stacks), list(utility.prizes.amounts[: len(stacks)]), utility.model)

"""Future game simulation (FGS): what stacks are worth when some hands to come are played, not only modelled.

V_0 is a stack model, such as Malmuth-Harville.  V_k of the stacks in their seats is what everybody has in the
mean after one hand in which all jam or fold by the equilibrium for V_(k-1).  So V_k knows who pays the next
blinds, k hands ahead.  Every one of the hands is solved over all deals, with every seat's own gain.

The hands that are needed follow from the stacks alone: every end of a hand, by who is in and who beats whom,
is a next hand.  They are listed first, and then solved from the last ones back.

Seats: behind a hand the big blind moves on to the next player who is still in; the player before him is the
small blind, and the one before that has the button.  Heads-up the small blind is the button.

Two seats are solved in every game, three where the game has a three-way table.  More seats are refused:
their hands can only be sampled, each would be solved for values that are sampled themselves, and no
certificate here says how far the errors of a hundred such hands carry.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from math import floor, log10
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from jamfold.counting.classes import hand_classes
from jamfold.errors import TournamentError, UnsupportedError, at_field
from jamfold.games import Game
from jamfold.progress import Progress, silent
from jamfold.shown import Shown
from jamfold.spots.table.exact import TableSolution, is_counted, solve_table
from jamfold.spots.table.hand import TableHand
from jamfold.spots.table.heads_up import PLACES_BY_SHARE
from jamfold.tables.decomposition.orders import ORDERS
from jamfold.tables.threeway import check_threeway
from jamfold.worth.models import stack_values
from jamfold.worth.settling import settled

MOST_HANDS = 1_000
"""Hands to solve at most: more is refused."""
SEATS = 3
"""Seats at most."""
_DIGITS = 9
"""Stacks are told apart by so many decimals of the big blind."""
_THREE_SECONDS = {169: 1.2, 81: 0.6}
"""Of a hand of three, by classes."""
_TWO_SECONDS = 0.02, 0.00003
"""Of a hand of two: of any game, and for each class besides."""

Stacks = tuple[float, ...]
Worth = Callable[[Stacks], Sequence[float]]
Showdown = tuple[Sequence[int], Sequence[int | None] | None]
Levels = Mapping[int, tuple[Stacks, ...]]
"""Stacks of all hands to solve, by depth from 1."""
FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class HandBefore(TableHand):
    """A hand before others: its ends are worth what the stacks are worth then.

    Attributes
    ----------
    worth
        What two or more stacks that are left are worth in money, from the next hand's small blind on.
    """

    worth: Worth | None = None

    def values_after(
        self, in_: Sequence[int], places: Sequence[int], lows: Sequence[int | None] | None = None
    ) -> tuple[float, ...]:
        """Money of everybody after the hand; parameters as `TableHand.chips_after`."""
        if self.worth is None:
            return super().values_after(in_, places, lows)
        return money_after(self, self.stacks_after(in_, places, lows), self.worth)

    def stacks_after(
        self, in_: Sequence[int], places: Sequence[int], lows: Sequence[int | None] | None = None
    ) -> Stacks:
        """Everybody's chips after the hand, rounded to what tells states apart."""
        digits = _DIGITS - floor(log10(self.blinds[1]))
        return tuple(round(chips, digits) + 0.0 for chips in self.chips_after(in_, places, lows))


def next_seats(left: Sequence[float]) -> tuple[int, ...]:
    """The seats of the next hand, by their numbers in this one: small blind, big blind, ..., button."""
    n = len(left)
    round_ = [seat % n for seat in range(2, 2 + n) if left[seat % n] > 0]
    return (round_[-1], *round_[:-1])


def money_after(hand: TableHand, left: Stacks, worth: Worth) -> tuple[float, ...]:
    """Prizes of who went broke and of a winner, else what the stacks that are left are worth; by seat."""
    assert hand.prizes is not None
    values = list(settled(hand.stacks, left, hand.prizes.amounts, hand.model))
    seats = next_seats(left)
    if len(seats) > 1:
        for seat, value in zip(seats, worth(tuple(left[seat] for seat in seats)), strict=True):
            values[seat] = float(value)
    return tuple(values)


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


@dataclass(frozen=True, eq=False)
class FutureGame(Shown):
    """What stacks are worth by depth, and the hand of the deepest one.

    Attributes
    ----------
    game, hand
        The rules, and the hand with its prizes.
    values
        V_0, V_1, ..., V_k of the stacks in money, shape (depth + 1, seats).
    near, far
        The hand solved for V_0 and for V_(k-1); the same where the depth is 1.
    hands
        Hands that were solved.
    largest_gain
        The largest own gain of a seat in any of them, in money.
    seconds
        How long it took; of work that was cut off, its last part.
    """

    game: Game
    hand: TableHand
    values: FloatArray
    near: TableSolution
    far: TableSolution
    hands: int
    largest_gain: float
    seconds: float

    @property
    def depth(self) -> int:
        """Hands that are played."""
        return len(self.values) - 1


def check_future(game: Game, hand: TableHand, depth: int) -> None:
    """Check that this can be asked.

    Raises
    ------
    TournamentError
        If the depth is none, there are no prizes, or more seats than are solved exactly.
    UnsupportedError
        If three hands of the game cannot be counted, or odd chips of split pots heads-up.
    """
    if depth < 1:
        raise TournamentError(f"The depth must be 1 or more hands, not {depth}.", field="depth")
    if hand.n > SEATS:
        raise TournamentError(
            f"Future hands are solved over every deal, which takes two or three seats, not {hand.n}: how far "
            "hands that build on sampled ones are off, nobody can say.",
            field="stacks",
        )
    if hand.prizes is None:
        raise TournamentError("There is nothing to play for: give the prizes.", field="prizes")
    if hand.most_allin < hand.n:
        raise TournamentError("Future hands are solved with everybody all-in.", field="max_allin")
    if hand.n == SEATS:
        with at_field("game"):
            check_threeway(game)
    elif not is_counted(game, hand):
        raise UnsupportedError("Odd chips of split pots are not counted heads-up.", field="whole_chips")


def needed_hands(game: Game, hand: TableHand, depth: int) -> dict[int, tuple[Stacks, ...]]:
    """The stacks of all hands to solve, by depth from 1; those of the question at every depth.

    Raises
    ------
    TournamentError
        If there are more than `MOST_HANDS`.
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


class Begun(NamedTuple):
    """Hands that are solved already, in the order of `needed_hands`; NaN for those that are not.

    ``values``, shape (hands, seats), is what their stacks are worth; fewer seats stand first.
    ``gains``, shape (hands,), is the largest own gain of a seat.
    """

    values: FloatArray
    gains: FloatArray


class Keeper(Protocol):
    """Where hands are kept, to go on after work was cut off."""

    def load(self) -> Begun | None:
        """What is kept."""
        ...

    def save(self, begun: Begun, *, last: bool = False) -> None:
        """Keep it."""

    def forget(self) -> None:
        """All hands are solved."""


def future_game(
    game: Game,
    hand: TableHand,
    depth: int,
    progress: Progress = silent,
    keeper: Keeper | None = None,
) -> FutureGame:
    """What stacks are worth when so many hands to come are played.

    Parameters
    ----------
    hand
        With prizes, two or three seats.
    keeper
        Where the hands are kept that are solved; those that are kept there are not solved again.

    Raises
    ------
    TournamentError, UnsupportedError
        As `check_future` and `needed_hands`.
    TableError
        If a class table cannot be had.
    """
    check_future(game, hand, depth)
    started = time.perf_counter()
    levels = needed_hands(game, hand, depth)
    total = sum(map(len, levels.values()))
    begun = keeper.load() if keeper is not None else None
    if begun is None:
        begun = Begun(np.full((total, hand.n), np.nan), np.full(total, np.nan))
    try:
        values, near, far = _solve(game, hand, levels, begun, progress, keeper)
    except BaseException:
        if keeper is not None:
            keeper.save(begun, last=True)
        raise
    if keeper is not None:
        keeper.forget()
    seconds = time.perf_counter() - started
    return FutureGame(game, hand, np.array(values), near, far, total, float(begun.gains.max()), seconds)


def _solve(
    game: Game, hand: TableHand, levels: Levels, begun: Begun, progress: Progress, keeper: Keeper | None
) -> tuple[list[list[float]], TableSolution, TableSolution]:
    """V_0, V_1, ... of the question, and its hand at the first and at the last depth; fills in `begun`."""
    shown: dict[int, TableSolution] = {}
    values = [list(_modelled(hand, hand.stacks))]
    worth: Worth = partial(_modelled, hand)
    row = 0
    for level, states in levels.items():
        found: dict[Stacks, FloatArray] = {}
        for stacks in states:
            progress(f"future hands, {level} from the last", row / len(begun.gains))
            is_shown = stacks == hand.stacks and level in (1, len(levels))
            if is_shown or np.isnan(begun.gains[row]):
                solution = solve_table(game, _hand_of(hand, stacks, worth))
                begun.values[row, : len(stacks)] = solution.values
                begun.gains[row] = solution.largest_gain
                if is_shown:
                    shown[level] = solution
                if keeper is not None:
                    keeper.save(begun)
            found[stacks], row = begun.values[row, : len(stacks)].copy(), row + 1
        values.append(found[hand.stacks].tolist())
        worth = _known(found)
    return values, shown[1], shown[len(levels)]


def _known(found: Mapping[Stacks, FloatArray]) -> Worth:
    return lambda stacks: found[stacks].tolist()


def _hand_of(hand: TableHand, stacks: Stacks, worth: Worth | None = None) -> HandBefore:
    """The same level with other stacks, and the prizes that are left for so many players."""
    assert hand.prizes is not None
    return HandBefore(
        stacks=stacks,
        blinds=hand.blinds,
        ante=hand.ante,
        bb_ante=hand.bb_ante,
        prizes=replace(hand.prizes, amounts=hand.prizes.amounts[: len(stacks)]),
        model=hand.model,
        whole_chips=hand.whole_chips,
        worth=worth,
    )


def _modelled(hand: TableHand, stacks: Stacks) -> Sequence[float]:
    """V_0: the stack model's values, in money."""
    assert hand.prizes is not None
    return stack_values(list(stacks), list(hand.prizes.amounts[: len(stacks)]), hand.model)

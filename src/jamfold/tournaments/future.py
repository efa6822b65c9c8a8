"""Future game simulation (FGS): what stacks are worth when some hands to come are played, not only modelled.

V_0 is a stack model, such as Malmuth-Harville.  V_k of the stacks in their seats is what everybody has in the
mean after one hand in which all jam or fold by the equilibrium for V_(k-1).  So V_k knows who pays the next
blinds, k hands ahead.  Every one of the hands is solved over all deals, with every seat's own gain.

The hands that are needed follow from the stacks alone: every end of a hand, by who is in and who beats whom,
is a next hand.  They are listed first, and then solved from the last ones back.

Seats: behind a hand the big blind moves on to the next player who is still in; the player before him is the
small blind, and the one before that has the button.  Heads-up the small blind is the button.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from math import floor, log10

import numpy as np
from numpy.typing import NDArray

from jamfold.counting.classes import hand_classes
from jamfold.errors import TournamentError
from jamfold.games import Game
from jamfold.progress import Progress, silent
from jamfold.shown import Shown
from jamfold.spots.table.exact import TableSolution, solve_table
from jamfold.spots.table.hand import TableHand
from jamfold.tables.decomposition.orders import ORDERS
from jamfold.tables.threeway import check_threeway
from jamfold.worth.models import stack_values
from jamfold.worth.settling import settled

MOST_HANDS = 1_000
"""Hands to solve at most: more is refused."""
MOST_SEATS = 3
_DIGITS = 9
"""Stacks are told apart by so many decimals of the big blind."""
_HAND_SECONDS = 1.2
"""Of a hand of three in Hold'em."""
_PAIR_PLACES = ((0, 1), (0, 0), (1, 0))

Stacks = tuple[float, ...]
Worth = Callable[[Stacks], Sequence[float]]
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
        return money_after(self, self.stacks_after(in_, places), self.worth)

    def stacks_after(self, in_: Sequence[int], places: Sequence[int]) -> Stacks:
        """Everybody's chips after the hand, rounded to what tells states apart."""
        digits = _DIGITS - floor(log10(self.blinds[1]))
        return tuple(round(chips, digits) + 0.0 for chips in self.chips_after(in_, places))


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


def next_stacks(hand: HandBefore) -> Iterator[Stacks]:
    """The stacks of all hands that can follow, from the small blind on; two players at least."""
    for in_ in (seats for k in range(hand.n + 1) for seats in combinations(range(hand.n), k)):
        orders: Sequence[tuple[int, ...]] = (tuple(range(len(in_))),)
        if len(in_) > 1:
            orders = _PAIR_PLACES if len(in_) == 2 else ORDERS
        for places in orders:
            left = hand.stacks_after(in_, places)
            seats = next_seats(left)
            if len(seats) > 1:
                yield tuple(left[seat] for seat in seats)


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
        How long it took.
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
        If the game's hands can be counted for no table.
    """
    if depth < 1:
        raise TournamentError(f"The depth must be 1 or more hands, not {depth}.", field="depth")
    if hand.n > MOST_SEATS:
        raise TournamentError(
            f"Future hands are solved exactly, for up to {MOST_SEATS} seats, not {hand.n}.", field="stacks"
        )
    if hand.prizes is None:
        raise TournamentError("There is nothing to play for: give the prizes.", field="prizes")
    if hand.most_allin < hand.n:
        raise TournamentError("Future hands are solved with everybody all-in.", field="max_allin")
    check_threeway(game)


def needed_hands(hand: TableHand, depth: int) -> dict[int, tuple[Stacks, ...]]:
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
            wanted |= dict.fromkeys(next_stacks(_hand_of(hand, stacks)))
            if sum(map(len, levels.values())) + len(wanted) > MOST_HANDS:
                raise TournamentError(
                    f"Depth {depth} takes more than {MOST_HANDS:,} hands: take a smaller depth.",
                    field="depth",
                )
    return dict(sorted(levels.items()))


def expected_seconds(game: Game, hands: int) -> float:
    """About how long so many hands take, as on two busy cores of a server of 2024."""
    return hands * _HAND_SECONDS * float((hand_classes(game).n / 169) ** 1.5)


def future_game(game: Game, hand: TableHand, depth: int, progress: Progress = silent) -> FutureGame:
    """What stacks are worth when so many hands to come are played.

    Parameters
    ----------
    hand
        With prizes, two or three seats.

    Raises
    ------
    TournamentError, UnsupportedError
        As `check_future` and `needed_hands`.
    TableError
        If a class table cannot be had.
    """
    check_future(game, hand, depth)
    begun = time.perf_counter()
    levels = needed_hands(hand, depth)
    total, done, largest = sum(map(len, levels.values())), 0, 0.0
    values = [list(_modelled(hand, hand.stacks))]
    worth: Worth = partial(_modelled, hand)
    near: TableSolution | None = None
    for level, states in levels.items():
        found: dict[Stacks, FloatArray] = {}
        for stacks in states:
            progress(f"future hands, {level} from the last", done / total)
            solution = solve_table(game, _hand_of(hand, stacks, worth))
            found[stacks] = solution.values
            largest, done = max(largest, solution.largest_gain), done + 1
            if stacks == hand.stacks:
                far = solution
        near = near or far
        values.append(found[hand.stacks].tolist())
        worth = _known(found)
    assert near is not None
    seconds = time.perf_counter() - begun
    return FutureGame(game, hand, np.array(values), near, far, total, largest, seconds)


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

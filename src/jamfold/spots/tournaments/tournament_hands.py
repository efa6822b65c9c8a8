"""Hands of a tournament: seats and values of stacks in the next hand, and all states of three players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import floor, log10

from jamfold.betting.hand import TableHand, is_exactly_solvable
from jamfold.betting.terms import PayoffTerms
from jamfold.cards.games import Game, check_threeway
from jamfold.core.errors import TournamentError, UnsupportedError, error_field
from jamfold.spots.tournaments.blind_levels import Schedule, ScheduledLevel
from jamfold.valuation.models import MALMUTH_HARVILLE, find_model
from jamfold.valuation.prizes import Prizes
from jamfold.valuation.settlement import settle_after_hand
from jamfold.valuation.utility import PrizeUtility

SEATS = 3
"""The most seats of a solved tournament, and of hands whose deals are all counted."""
_DIGITS = 9
"""Decimals of the big blind to which stacks are rounded."""

Stacks = tuple[float, ...]
Worth = Callable[[Stacks], Sequence[float]]


@dataclass(frozen=True)
class HandBefore(TableHand):
    """A hand that others follow: its ends have the value of the stacks in the next hand."""

    worth: Worth | None = None
    """Returns the value in money of the two or more remaining stacks, from the next small blind on."""

    def values_at(self, after: Stacks) -> tuple[float, ...]:
        """Return every seat's money for these chips after the hand."""
        return (
            super().values_at(after)
            if self.worth is None
            else money_after(self, self._rounded(after), self.worth)
        )

    def stacks_after(
        self, in_: Sequence[int], places: Sequence[int], lows: Sequence[int | None] | None = None
    ) -> Stacks:
        """Return all stacks after the hand, rounded so that equal states compare equal."""
        return self._rounded(self.chips_after(in_, places, lows))

    def _rounded(self, after: Stacks) -> Stacks:
        digits = _DIGITS - floor(log10(self.big_blind))
        return tuple(round(chips, digits) + 0.0 for chips in after)


def next_seats(left: Sequence[float]) -> tuple[int, ...]:
    """Return the seats of the next hand, numbered as in this one: small blind, big blind, ..., button."""
    n = len(left)
    round_ = [seat % n for seat in range(2, 2 + n) if left[seat % n] > 0]
    return (round_[-1], *round_[:-1])


def prizes_of(hand: TableHand) -> PrizeUtility:
    """Return the prizes of a hand. It must have some."""
    utility = hand.terms.utility
    assert isinstance(utility, PrizeUtility)
    return utility


def money_after(hand: TableHand, left: Stacks, worth: Worth) -> tuple[float, ...]:
    """Return money by seat: prizes of busted players and a winner, the value of the remaining stacks."""
    utility = prizes_of(hand)
    values = list(settle_after_hand(hand.stacks, left, utility.prizes.amounts, utility.model, utility.others))
    seats = next_seats(left)
    if len(seats) > 1:
        for seat, value in zip(seats, worth(tuple(left[seat] for seat in seats)), strict=True):
            values[seat] = float(value)
    return tuple(values)


def check_future(game: Game, hand: TableHand, depth: int) -> None:
    """Check a request for future hands.

    Raises TournamentError if the depth is below 1, there are no prizes, or two or three seats may not all be
    all-in; UnsupportedError if pots are split among three seats or more, or have odd chips that cannot be
    counted.
    """
    if depth < 1:
        raise TournamentError(f"The depth must be 1 or more hands, not {depth}.", field="depth")
    if hand.prizes is None:
        raise TournamentError("No prizes to play for. Enter payouts.", field="prizes")
    if hand.n <= SEATS and hand.most_allin < hand.n:
        raise TournamentError("Future hands are solved with everybody all-in.", field="max_allin")
    if hand.n > 2 and game.split_low:
        raise UnsupportedError(
            f"Future hands of split-pot games support two seats, not {hand.n}.", field="stacks"
        )
    if hand.n == 2 and not is_exactly_solvable(game, hand):
        raise UnsupportedError("Odd chips of split pots are not counted heads-up.", field="whole_chips")


MOST_STEPS = 60
"""The most units in play: 1,711 states."""


@dataclass(frozen=True)
class Grid:
    """Stacks, blinds and ante in units, and the prizes."""

    steps: int
    """The number of units of all three together."""
    level: ScheduledLevel
    """Blinds and ante in units."""
    prizes: Prizes
    """The prizes of three places."""
    model: str = MALMUTH_HARVILLE

    @property
    def states(self) -> tuple[Stacks, ...]:
        """The stacks of small blind, big blind and button."""
        return tuple(
            (float(a), float(b), float(self.steps - a - b))
            for a in range(1, self.steps - 1)
            for b in range(1, self.steps - a)
        )

    @property
    def amounts(self) -> tuple[float, ...]:
        """The payouts of the three places."""
        return (*self.prizes.amounts, 0.0, 0.0)[:SEATS]

    @cached_property
    def terms(self) -> PayoffTerms:
        """The terms of a hand without future hands."""
        return PayoffTerms(utility=PrizeUtility(self.prizes, model=self.model, seats=SEATS))

    def hand(self, stacks: Stacks, worth: Callable[[Stacks], Sequence[float]] | None = None) -> HandBefore:
        """Return a hand that others follow; pots are divided in whole units."""
        return HandBefore(
            stacks=stacks,
            level=self.level.posted(1),
            terms=self.terms,
            whole_chips=True,
            worth=worth,
        )


def state_row(grid: Grid, unit: int, stacks: Sequence[float]) -> int:
    """Return the row of a state by stacks in chips: small blind, big blind, button.

    Raises TournamentError if there is no such state.
    """
    units = tuple(float(chips) / unit for chips in stacks)
    for row, state in enumerate(grid.states):
        if state == units:
            return row
    amounts = ", ".join(f"{chips:,.12g}" for chips in stacks)
    raise TournamentError(
        f"There is no state of {amounts}: it is three stacks in steps of {unit:,}, "
        f"{grid.steps * unit:,} chips in all.",
        field="at",
    )


def make_grid(game: Game, schedule: Schedule, prizes: Prizes, model: str) -> Grid:
    """Return the grid of a tournament with constant blinds.

    Raises TournamentError if the blinds change, there are fewer than three units or more than `MOST_STEPS`;
    WorthError if there are more than three prizes; UnsupportedError if the game has no three-way table.
    """
    with error_field("game"):
        check_threeway(game)
    prizes.check_players(SEATS)
    if len(schedule.levels) > 1:
        raise TournamentError("Tournaments of three have blinds that stay, no levels.", field="levels")
    if not SEATS <= schedule.steps <= MOST_STEPS:
        raise TournamentError(
            f"{schedule.chips:,} chips in units of {schedule.unit:,} are {schedule.steps:,} units: "
            f"tournaments of three have {SEATS} to {MOST_STEPS}. Give another unit.",
            field="unit",
        )
    level, unit = schedule.levels[0], schedule.unit
    units = ScheduledLevel(None, level.small // unit, level.big // unit, level.ante // unit)
    return Grid(schedule.steps, units, prizes, find_model(model))

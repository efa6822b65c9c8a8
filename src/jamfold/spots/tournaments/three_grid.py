"""The states of a tournament of three: stacks, blinds and prizes in units."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from jamfold.betting.terms import PayoffTerms
from jamfold.cards.games import Game, check_threeway
from jamfold.core.errors import TournamentError, error_field
from jamfold.spots.tournaments.before import SEATS, HandBefore, Stacks
from jamfold.spots.tournaments.blind_levels import Schedule, ScheduledLevel
from jamfold.valuation.models import MALMUTH_HARVILLE, find_model
from jamfold.valuation.prizes import Prizes
from jamfold.valuation.utility import PrizeUtility

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

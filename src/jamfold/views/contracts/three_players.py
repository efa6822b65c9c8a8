"""The contract of a tournament of three players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from jamfold.hand.seats import seat_names
from jamfold.tournaments.before import SEATS
from jamfold.tournaments.three_keeping import ThreeTournament
from jamfold.tournaments.three_players import decisions, percents
from jamfold.views.contracts.base import Contract

Three = tuple[float, float, float]


@dataclass(frozen=True, kw_only=True)
class ThreeStateContract(Contract):
    """A state; lists by seat are of sb, bb, btn."""

    stacks: Three
    """Chips before anything is posted."""
    values: Three
    """What every player has in the mean: money, or percent of the prizes."""
    gains: Three
    """What one player's best response over the whole tournament adds, who sits there now."""
    percents: tuple[float | None, ...]
    """Percent of hands that are played at every decision of `decisions`; null where there is none."""
    strategies: tuple[tuple[float, ...] | None, ...]
    """The chance to play each class, by its id, at every decision; null where there is none."""


@dataclass(frozen=True, kw_only=True)
class DecisionContract(Contract):
    """A decision of a hand of three."""

    seat: str
    after: tuple[str, ...]
    """The seats that are all-in before it, in the order of acting."""


@dataclass(frozen=True, kw_only=True)
class ThreeTournamentContract(Contract):
    """A tournament of three in which every hand is jam or fold."""

    game: str
    chips: int
    unit: int
    blinds: tuple[int, int]
    ante: int
    prizes: tuple[float, ...]
    prize_unit: str
    """money, or percent of the prize pool; values are in it, too."""
    decisions: tuple[DecisionContract, ...]
    states: tuple[ThreeStateContract, ...]
    epsilon: float
    """The most that one player gains by a best response over the whole tournament, at any state and seat."""
    sweeps: int
    change: float
    """The largest change of a value by the last sweep."""
    seconds: float

    @classmethod
    def of(cls, answer: ThreeTournament) -> Self:
        """The contract of a tournament."""
        solved, grid, unit, names = answer.solved, answer.grid, answer.unit, seat_names(SEATS)
        gains = np.maximum(solved.gains, 0.0)
        return cls(
            game=answer.game.name,
            chips=grid.steps * unit,
            unit=unit,
            blinds=(grid.level.small * unit, grid.level.big * unit),
            ante=grid.level.ante * unit,
            prizes=grid.prizes.amounts,
            prize_unit="percent" if grid.prizes.percent else "money",
            decisions=tuple(
                DecisionContract(seat=names[node.seat], after=tuple(names[seat] for seat in node.after))
                for node in decisions()
            ),
            states=tuple(
                ThreeStateContract(
                    stacks=answer.chips(row),  # type: ignore[arg-type]
                    values=tuple(solved.values[row].tolist()),
                    gains=tuple(gains[row].tolist()),
                    percents=(shares := percents(answer.game, grid, solved.strategies[row], row)),
                    strategies=tuple(
                        None if share is None else tuple(played)
                        for share, played in zip(shares, solved.strategies[row].tolist(), strict=True)
                    ),
                )
                for row in range(len(grid.states))
            ),
            epsilon=solved.epsilon,
            sweeps=solved.sweeps,
            change=solved.change,
            seconds=answer.seconds,
        )

"""The contract of a heads-up tournament."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from jamfold.hand.seats import seat_names
from jamfold.ranges.grid import has_grid
from jamfold.spots.table.exact import all_nodes
from jamfold.tournaments.before import SEATS
from jamfold.tournaments.three_keeping import ThreeTournament
from jamfold.tournaments.three_players import percents
from jamfold.tournaments.tournament import CERTIFIED, SeatState, State, Tournament
from jamfold.views.contracts.base import Contract, Pair
from jamfold.views.range_text import range_text


@dataclass(frozen=True, kw_only=True)
class StateContract(Contract):
    """One state: a hand, and a division of the chips before posting."""

    hand: int
    """From 1; the last one is every hand of the last level."""
    sb_chips: int
    winning_chance_sb: float
    """The small blind's chance to win the tournament; the big blind has the rest."""
    jam_percent: float
    """Percent of all hands that the small blind jams."""
    call_percent: float
    """Percent of all hands that the big blind calls with."""
    chip_share: float
    """The small blind's share of all chips."""
    seat_value: float
    """How much oftener so many chips win as small blind than as big blind."""
    chips_cost_sb: float
    """What the small blind loses, in winning chance, who plays every hand for chips, against a best
    responder over the whole tournament."""
    chips_cost_bb: float
    """The same of the big blind."""
    hands_left: float
    """The expected number of hands until a player has all chips, this one counted."""
    jam_range: str | None
    """What is jammed, in range notation; of games with four cards only where every class was asked for."""
    call_range: str | None


@dataclass(frozen=True, kw_only=True)
class TournamentContract(Contract):
    """A solved heads-up tournament; chances are of winning it, in [0, 1]."""

    game: str
    chips: int
    """Of both players together."""
    unit: int
    """Chips of one step of the stacks."""
    levels: str
    """Hands x small/big/ante, the last level stays."""
    states: tuple[StateContract, ...]
    epsilon: float
    """What a player gains at most by any other jam/fold strategy, over the whole tournament, at any state:
    winning chance."""
    gains: Pair
    """The same, begun as small and as big blind."""
    certified: bool
    """Whether epsilon is below 1e-12."""
    equal_stacks_winning_chance_sb: float | None
    """With half of the chips each, in the first hand; null if no stack is half of them."""
    equal_stacks_hands: float | None
    """The expected number of hands from there on."""
    largest_distance: float
    """Of the small blind's winning chance from their share of the chips."""
    largest_distance_at: State
    chips_cost: float
    """What playing the single-hand chips equilibrium at every stack costs at most, in winning chance."""
    chips_cost_at: SeatState
    sweeps: int
    """How often the last level was solved."""
    change: float
    """The largest change of a winning chance by the last of these."""
    seconds: float

    @classmethod
    def of(cls, answer: Tournament, *, every_class: bool = False) -> Self:
        """The contract; with `every_class`, four-card ranges as lists of all classes."""
        return cls.pick(
            answer,
            answer.schedule,
            game=answer.game.name,
            levels=answer.schedule.text(),
            states=state_contracts(answer, with_ranges=every_class or has_grid(answer.game)),
            certified=answer.epsilon < CERTIFIED,
            equal_stacks_winning_chance_sb=answer.equal_stacks,
            largest_distance=answer.distance,
            largest_distance_at=answer.farthest,
            chips_cost_at=answer.costliest,
        )


def state_contracts(answer: Tournament, *, with_ranges: bool) -> tuple[StateContract, ...]:
    """All states, hand by hand."""
    steps, shares, seats = answer.schedule.steps, answer.chip_shares, answer.seat_value

    def text(hand: int, k: int, *, jams: bool) -> str | None:
        chances = (answer.jam if jams else answer.call)[hand, k - 1]
        return " ".join(range_text(answer.game, chances).split()) if with_ranges else None

    return tuple(
        StateContract(
            hand=hand + 1,
            sb_chips=k * answer.schedule.unit,
            winning_chance_sb=float(answer.winning[hand, k]),
            jam_percent=float(answer.jam_percent[hand, k - 1]),
            call_percent=float(answer.call_percent[hand, k - 1]),
            chip_share=float(shares[k]),
            seat_value=float(seats[hand, k]),
            chips_cost_sb=float(answer.chips_losses[0, hand, k]),
            chips_cost_bb=float(answer.chips_losses[1, hand, steps - k]),
            hands_left=float(answer.durations[hand, k]),
            jam_range=text(hand, k, jams=True),
            call_range=text(hand, k, jams=False),
        )
        for hand in range(len(answer.winning))
        for k in range(1, steps)
    )


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
                DecisionContract(
                    seat=names[node.seat], after=tuple(names[seat] for seat in node.all_in_before)
                )
                for node in all_nodes(SEATS)
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

"""The contract of future game simulation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from jamfold.tournaments.before import prizes_of
from jamfold.tournaments.future import FutureGame
from jamfold.views.contracts.base import Contract
from jamfold.views.contracts.table import SeatContract
from jamfold.views.range_text import range_text


@dataclass(frozen=True, kw_only=True)
class FutureNodeContract(Contract):
    """A decision of the hand."""

    seat: str
    after: tuple[str, ...]
    """The seats that are all-in before it, in the order of acting."""
    percent: float
    """Of the hands dealt, how many are played here, for what stacks are worth after this hand."""
    percent_model: float
    """The same where the stack model says what stacks are worth after this hand."""
    reach: float
    """The chance that the hand comes here."""
    range: str | None
    """The hands that are played for what stacks are worth after this hand, with chances; null where hands
    have four cards."""
    strategy: tuple[float, ...]
    """The same by class id: the chance to play each class."""


@dataclass(frozen=True, kw_only=True)
class FutureContract(Contract):
    """What stacks are worth by depth; lists by seat go from the button's left round: sb, bb, btn."""

    game: str
    seats: tuple[SeatContract, ...]
    blinds: tuple[float, float]
    ante: float
    bb_ante: float
    whole_chips: bool
    """Whether pots are divided in whole chips."""
    prizes: tuple[float, ...]
    prize_unit: str
    """money, or percent of the prize pool; values are in it, too."""
    model: str
    """The stack model, V_0."""
    depth: int
    values: tuple[tuple[float, ...], ...]
    """V_0 by the model, V_1 after one hand, ..., by seat."""
    nodes: tuple[FutureNodeContract, ...]
    gains: tuple[float, ...]
    """What every seat's best response adds in this hand."""
    hands: int
    """Hands that were solved."""
    largest_gain: float
    """The largest own gain of a seat in any of them."""
    seconds: float

    @classmethod
    def of(cls, answer: FutureGame) -> Self:
        """The contract of a result."""
        hand, has_text = answer.hand, answer.game.has_classic_notation
        utility = prizes_of(hand)
        return cls.pick(
            answer,
            hand.level,
            game=answer.game.name,
            seats=tuple(
                SeatContract(seat=name, stack=stack)
                for name, stack in zip(hand.names, hand.stacks, strict=True)
            ),
            whole_chips=hand.whole_chips,
            prizes=utility.prizes.amounts,
            prize_unit=utility.prizes.unit,
            model=utility.model,
            values=tuple(map(tuple, answer.values.tolist())),
            nodes=tuple(
                FutureNodeContract(
                    seat=hand.names[node.seat],
                    after=tuple(hand.names[seat] for seat in node.after),
                    percent=float(answer.far.percent[row]),
                    percent_model=float(answer.near.percent[row]),
                    reach=float(answer.far.reach[row]),
                    range=range_text(answer.game, answer.far.strategy[row]) if has_text else None,
                    strategy=tuple(answer.far.strategy[row].tolist()),
                )
                for row, node in enumerate(hand.nodes)
            ),
            gains=tuple(answer.far.gains.tolist()),
        )

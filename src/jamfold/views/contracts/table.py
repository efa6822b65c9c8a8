"""The contract of a table of two to ten seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from jamfold.spots.table.result import TableResult
from jamfold.views.contracts.base import Contract


@dataclass(frozen=True, kw_only=True)
class SeatContract(Contract):
    """A seat and its chips before anything is posted."""

    seat: str
    stack: float


@dataclass(frozen=True, kw_only=True)
class TableNodeContract(Contract):
    """A decision: jam or fold, call or fold behind an all-in."""

    seat: str
    after: tuple[str, ...]
    """The seats that are all-in before it, in the order of acting."""
    percent: float
    """Of the hands dealt, how many are played here."""
    reach: float
    """The chance that the hand comes here; of sampled tables with hands as if dealt apart."""


@dataclass(frozen=True, kw_only=True)
class TableContract(Contract):
    """Strategies of all seats and their certificate; lists by seat go from the button's left round."""

    game: str
    seats: tuple[SeatContract, ...]
    blinds: tuple[float, float]
    max_allin: int
    """Players all-in at most."""
    nodes: tuple[TableNodeContract, ...]
    values: tuple[float, ...]
    """What every seat has after the hand in the mean: chips, or prize money."""
    values_error: tuple[float, ...]
    """Standard errors, 0 where exact."""
    gains: tuple[float, ...]
    """What every seat's best response to the others adds, chosen on other deals than it is valued on."""
    gains_error: tuple[float, ...]
    """Standard errors, 0 where exact."""
    gains_bound: tuple[float, ...]
    """What the gains are below, all together with 95 %; the gains themselves where exact."""
    exact: bool
    """Whether every deal was counted; else deals were sampled."""
    deals: int
    """Deals sampled, those of the certificate among them."""
    unit: str
    """chips or money."""
    seconds: float

    @classmethod
    def of(cls, answer: TableResult) -> Self:
        """The contract of a result."""
        hand = answer.hand
        names = hand.names
        return cls.pick(
            answer,
            game=answer.game.name,
            seats=tuple(
                SeatContract(seat=name, stack=stack) for name, stack in zip(names, hand.stacks, strict=True)
            ),
            blinds=hand.blinds,
            max_allin=hand.most_allin,
            nodes=tuple(
                TableNodeContract(
                    seat=names[node.seat],
                    after=tuple(names[seat] for seat in node.after),
                    percent=float(answer.percent[row]),
                    reach=float(answer.reach[row]),
                )
                for row, node in enumerate(hand.nodes)
            ),
            values=tuple(answer.values.tolist()),
            values_error=tuple(answer.values_error.tolist()),
            gains=tuple(answer.gains.tolist()),
            gains_error=tuple(answer.gains_error.tolist()),
            gains_bound=tuple(answer.bounds.tolist()),
        )

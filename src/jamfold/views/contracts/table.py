"""The contract of a table of two to ten seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from jamfold.counting.classes import ClassId
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
    range: str | None
    """The hands that are played, with chances; null where hands have four cards."""


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
        from jamfold.views.range_text import range_text

        hand = answer.hand
        names = hand.names
        has_text = answer.game.has_classic_notation
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
                    range=range_text(answer.game, answer.strategy[row]) if has_text else None,
                )
                for row, node in enumerate(hand.nodes)
            ),
            values=tuple(answer.values.tolist()),
            values_error=tuple(answer.values_error.tolist()),
            gains=tuple(answer.gains.tolist()),
            gains_error=tuple(answer.gains_error.tolist()),
            gains_bound=tuple(answer.bounds.tolist()),
        )


@dataclass(frozen=True, kw_only=True)
class TableDecisionContract(Contract):
    """One decision with its strategy."""

    seat: str
    after: tuple[str, ...]
    percent: float
    reach: float
    range: str | None
    """The hands that are played, with chances; null where hands have four cards."""
    strategy: tuple[float, ...]
    """The chance to play each class, by its id."""

    @classmethod
    def of(cls, answer: TableResult, row: int) -> Self:
        """The contract of a decision, by its row."""
        from jamfold.views.range_text import range_text

        hand, node, chances = answer.hand, answer.nodes[row], answer.strategy[row]
        return cls(
            seat=hand.names[node.seat],
            after=tuple(hand.names[seat] for seat in node.after),
            percent=float(answer.percent[row]),
            reach=float(answer.reach[row]),
            range=range_text(answer.game, chances) if answer.game.has_classic_notation else None,
            strategy=tuple(chances.tolist()),
        )


@dataclass(frozen=True, kw_only=True)
class HandDecisionContract(Contract):
    """One hand at one decision."""

    seat: str
    after: tuple[str, ...]
    hand: str
    chance: float
    """How often it is played."""
    ev_fold: float | None
    """What the seat has after the hand if it folds, in the mean; null where the hand cannot come there."""
    ev_play: float | None
    """The same if it jams or calls."""
    gain: float | None
    """The difference."""
    gain_error: float | None
    """Its standard error, 0 where exact."""


@dataclass(frozen=True, kw_only=True)
class TableHandContract(Contract):
    """One hand at some decisions."""

    exact: bool
    unit: str
    decisions: tuple[HandDecisionContract, ...]

    @classmethod
    def of(cls, answer: TableResult, class_id: ClassId, rows: Sequence[int]) -> Self:
        """The contract of a hand at the decisions of some rows."""
        from jamfold.views.table_ranges import hand_at

        hands = (hand_at(answer, row, class_id) for row in rows)
        return cls.pick(answer, decisions=tuple(HandDecisionContract.pick(hand) for hand in hands))


@dataclass(frozen=True, kw_only=True)
class TableResponseContract(Contract):
    """One seat's best answer to given strategies of the others."""

    seat: str
    gain: float
    """What it adds to the seat's own strategies of the profile."""
    gain_error: float
    gain_bound: float
    exact: bool
    deals: int
    unit: str
    nodes: tuple[TableDecisionContract, ...]
    """The answer at the seat's decisions."""

    @classmethod
    def of(cls, answer: TableResult, seat: int, rows: Sequence[int]) -> Self:
        """The contract of a table in which the best answer of a seat stands in its rows already."""
        return cls.pick(
            answer,
            seat=answer.hand.names[seat],
            gain=float(answer.gains[seat]),
            gain_error=float(answer.gains_error[seat]),
            gain_bound=float(answer.bounds[seat]),
            nodes=tuple(TableDecisionContract.of(answer, row) for row in rows),
        )

"""The contract of a table of two to ten seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

from jamfold.counting.classes import ClassId
from jamfold.spots.table.decisions import HandAt, hand_at
from jamfold.spots.table.result import TableResult
from jamfold.views.contracts.base import Contract
from jamfold.views.range_text import range_text
from jamfold.worth.bounties import Bounties
from jamfold.worth.utility import PrizeUtility


@dataclass(frozen=True, kw_only=True)
class SeatContract(Contract):
    """A seat and its chips before anything is posted."""

    seat: str
    stack: float


@dataclass(frozen=True, kw_only=True)
class TableSpotContract(Contract):
    """What a table is played for, as it was understood: amounts in chips, stacks of a format by seat."""

    game: str
    seats: tuple[SeatContract, ...]
    blinds: tuple[float, float]
    ante: float
    bb_ante: float
    dead: float
    """Blinds and antes of players who have folded."""
    table: tuple[float, ...]
    """Chips of the other players, who are out of the hand."""
    prizes: tuple[float, ...] | None
    """What the places pay; null where chips are chips."""
    prize_unit: str | None
    """money or percent."""
    model: str | None
    """The stack model; null without prizes."""
    bounties: Bounties | None
    rake: dict[str, Any] | None
    max_allin: int
    """Players all-in at most."""
    whole_chips: bool
    """Whether pots are divided in whole chips."""
    seed: int | None
    """Of the sampled deals; null where every deal was counted."""

    @classmethod
    def of(cls, answer: TableResult) -> Self:
        """The contract of what was asked."""
        return cls(**spot_values(answer))


def spot_values(answer: TableResult) -> dict[str, Any]:
    """The fields of `TableSpotContract`."""
    hand, utility = answer.hand, answer.hand.terms.utility
    prizes = utility if isinstance(utility, PrizeUtility) else None
    bounties = None if prizes is None else prizes.bounties
    return {
        "game": answer.game.name,
        "seats": tuple(
            SeatContract(seat=name, stack=stack) for name, stack in zip(hand.names, hand.stacks, strict=True)
        ),
        **asdict(hand.level),
        "table": () if prizes is None else prizes.others,
        "prizes": None if prizes is None else prizes.prizes.amounts,
        "prize_unit": None if prizes is None else prizes.prizes.unit,
        "model": None if prizes is None else prizes.model,
        "bounties": bounties,
        "rake": None if hand.terms.rake.is_free else hand.terms.rake.as_dict(),
        "max_allin": hand.most_allin,
        "whole_chips": hand.whole_chips,
        "seed": answer.seed,
    }


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
class TableContract(TableSpotContract):
    """Strategies of all seats and their certificate; lists by seat go from the button's left round."""

    nodes: tuple[TableNodeContract, ...]
    values: tuple[float, ...]
    """What every seat has after the hand in the mean: chips, or prize money."""
    values_error: tuple[float, ...]
    """Standard errors, 0 where exact."""
    gains: tuple[float, ...]
    """What every seat's best response to the others adds.  Where deals are sampled a lower estimate of that,
    no exploitability: a response is chosen on nine tenths of the deals and valued on the last, ten times, and
    is not the best one.  The gain lies from ``gains_least`` to ``gains_bound``."""
    gains_error: tuple[float, ...]
    """Standard errors, 0 where exact."""
    gains_least: tuple[float, ...]
    """What every seat gains at least, all together with 95 %; the gains themselves where exact."""
    gains_bound: tuple[float, ...]
    """What every seat gains at most, all together with 95 %; the gains themselves where exact."""
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
        has_text = answer.game.has_classic_notation
        return cls.pick(
            answer,
            **spot_values(answer),
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
            gains_least=tuple(answer.least.tolist()),
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
class TableOneDecisionContract(TableDecisionContract):
    """One decision with its strategy, and the table where it comes."""

    spot: TableSpotContract

    @classmethod
    def of(cls, answer: TableResult, row: int) -> Self:
        """The contract of a decision, by its row."""
        decision = TableDecisionContract.of(answer, row)
        return cls.pick(decision, spot=TableSpotContract.of(answer))


@dataclass(frozen=True, kw_only=True)
class TableHandContract(Contract):
    """One hand at some decisions."""

    spot: TableSpotContract
    exact: bool
    unit: str
    decisions: tuple[HandAt, ...]

    @classmethod
    def of(cls, answer: TableResult, class_id: ClassId, rows: Sequence[int]) -> Self:
        """The contract of a hand at the decisions of some rows."""
        return cls.pick(
            answer,
            spot=TableSpotContract.of(answer),
            decisions=tuple(hand_at(answer, row, class_id) for row in rows),
        )


@dataclass(frozen=True, kw_only=True)
class TableResponseContract(Contract):
    """One seat's best answer to given strategies of the others."""

    spot: TableSpotContract
    seat: str
    gain: float
    """What it adds to the seat's own strategies of the profile; where deals are sampled a lower estimate."""
    gain_error: float
    gain_least: float
    """What a best answer adds at least, with 95 %; the gain itself where exact."""
    gain_bound: float
    """What it adds at most."""
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
            spot=TableSpotContract.of(answer),
            seat=answer.hand.names[seat],
            gain=float(answer.gains[seat]),
            gain_error=float(answer.gains_error[seat]),
            gain_least=float(answer.least[seat]),
            gain_bound=float(answer.bounds[seat]),
            nodes=tuple(TableDecisionContract.of(answer, row) for row in rows),
        )

"""Comparison of a solved spot with another source: JSON contract, terminal and HTML.

Both are shown in numbers, with their distance and the most expensive hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Self

from jamfold.betting.terms import UnitAmount
from jamfold.cases.answers.hands import ComparedSpots
from jamfold.cases.hands import CompareRequest
from jamfold.core.display import in_units, json_fields, plural
from jamfold.ranges.grid import class_label
from jamfold.spots.analysis import Comparison
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import Seat
from jamfold.spots.trees import TreeSpot
from jamfold.views.formats import Contract, with_unit
from jamfold.views.sentences import NOT_IN_THE_TREE, SEAT_NAMES, certificate_text, spot_text
from jamfold.views.sheet import (
    Bullets,
    Cards,
    Caution,
    Heading,
    Note,
    Sheet,
    Table,
    on_page,
    on_terminal,
    words,
)
from jamfold.views.spot_schemas import SolveContract


@json_fields(
    f"id name size played other_played {in_units('difference cost', 'bb money')}", schema="ComparedHand"
)
@dataclass(frozen=True, kw_only=True)
class ComparedHand:
    """One class that is played differently."""

    id: int
    name: str
    size: int
    played: float
    """Frequency in the first spot."""
    other_played: float
    """Frequency in the other source."""
    difference: UnitAmount
    """The EV of playing less folding, in the first spot."""
    cost: UnitAmount
    """The loss by the other's frequency when the class is dealt."""


@json_fields(
    f"position percent other_percent apart_percent {in_units('cost')} classes hands", schema="ComparedSeat"
)
@dataclass(frozen=True, kw_only=True)
class ComparedSeat:
    """One seat of two sources."""

    position: Literal["sb", "bb"]
    percent: float
    """Percent of all hands that the first spot plays."""
    other_percent: float
    apart_percent: float
    """Percent of all hands that only one of the two plays."""
    cost: UnitAmount
    """The loss per hand dealt by the other's frequencies, against the opponent in the first spot."""
    classes: int
    """Classes that are played differently."""
    hands: tuple[ComparedHand, ...]
    """The most expensive of them, then those that differ most."""


class CompareContract(Contract):
    """A spot compared with another source."""

    first: SolveContract
    second: SolveContract | None
    """The other spot; null if the other source is a range or a file."""
    seats: tuple[ComparedSeat, ...]

    @classmethod
    def of(cls, compared: ComparedSpots, most: int) -> Self:
        """Return the contract of a comparison, with at most `most` hands of each seat."""
        return cls(
            first=SolveContract.of(compared.first),
            second=None if compared.second is None else SolveContract.of(compared.second),
            seats=tuple(_compared_seat(comparison, most) for comparison in compared.comparisons),
        )


def _compared_seat(comparison: Comparison, most: int) -> ComparedSeat:
    first = comparison.first
    sizes, total = first.classes.sizes, first.game.n_hands
    ids, margin = comparison.different, first.play_margin
    return ComparedSeat(
        position=first.seat.value,
        percent=first.played_percent,
        other_percent=100 * float(comparison.chances @ sizes) / total,
        apart_percent=100 * comparison.share,
        cost=UnitAmount(comparison.cost, first.measure),
        classes=len(ids),
        hands=tuple(
            ComparedHand(
                id=class_id,
                name=class_label(first.game, class_id),
                size=int(sizes[class_id]),
                played=float(first.frequency[class_id]),
                other_played=float(comparison.chances[class_id]),
                difference=UnitAmount(margin[class_id], first.measure),
                cost=UnitAmount(comparison.costs[class_id], first.measure),
            )
            for class_id in ids[:most].tolist()
        ),
    )


def compare_sheet(question: CompareRequest, compared: ComparedSpots) -> Sheet:
    """Return both sources, their difference and its cost, and the most expensive hands."""
    seats = CompareContract.of(compared, question.top).seats
    first = spot_text(compared.first)
    second = "ranges given" if compared.second is None else spot_text(compared.second)
    printed: list[Any] = [Heading(f"this:  {first}"), Heading(f"other: {second}")]
    dearest: list[Any] = []
    for seat in seats:
        hands, left = _seat_table(seat) if seat.hands else None, seat.classes - len(seat.hands)
        printed += [f"\n{seat_text(seat, compared)}", hands]
        printed += [Note(f"{left:,} more hands differ (see --top or --json).")] if left else []
        if hands is not None:
            name = "Small" if seat.position == "sb" else "Big"
            dearest += [Heading(f"{name} blind: the costliest differences", 3), hands]
    outside = [Note(f"{NOT_IN_THE_TREE}.")] if is_raised(compared) else []
    return Sheet(
        parts=(
            on_terminal(*printed, *outside, certificate_text(compared.first)),
            on_page(
                Note(f"This spot: {first}."),
                Note(f"The other: {second}."),
                None if compared.second is None else _numbers(compared.first, compared.second),
                Bullets([seat_text(seat, compared) for seat in seats]),
                *outside,
                *map(Caution, compared.warnings),
                *dearest,
            ),
        )
    )


def _exactness(spot: SpotSolution) -> str:
    if spot.solution.approximate:
        return spot.bound_text
    return "exact" if spot.exact else plural(spot.iterations, "iteration")


def _numbers(*spots: SpotSolution) -> Table:
    rows = [
        ["small blind jams", *(f"{spot.jam_percent:.4f}%" for spot in spots)],
        ["big blind calls", *(f"{spot.call_percent:.4f}%" for spot in spots)],
        ["value, small blind", *map(_value, spots)],
        ["how exact", *map(_exactness, spots)],
    ]
    return Table([*words(""), "this spot", "the other"], rows)


def _value(spot: SpotSolution) -> str:
    value = spot.value_money[0] if spot.currency == "money" else spot.value_bb
    return with_unit(f"{value:+.9f}", spot.measure.unit)


def is_raised(compared: ComparedSpots) -> bool:
    return any(isinstance(spot, TreeSpot) for spot in (compared.first, compared.second))


def seat_text(seat: ComparedSeat, compared: ComparedSpots) -> str:
    """Say in a sentence how far apart both sources are in a seat, and what that costs."""
    name = SEAT_NAMES[Seat(seat.position)].capitalize()
    action, unit = "play" if is_raised(compared) else Seat(seat.position).action, _unit(seat)
    return (
        f"{name}: {action}s {seat.percent:.4f}% here, {seat.other_percent:.4f}% in the other; "
        f"{seat.apart_percent:.4f}% of hands differ. Using the other strategy here costs "
        f"{getattr(seat.cost, unit):.6f} {unit} per hand."
    )


def _unit(seat: ComparedSeat) -> str:
    """Return the unit of values: big blinds, or money if prizes are played for."""
    return "bb" if seat.cost.money is None else "money"


def _seat_table(seat: ComparedSeat) -> Table:
    unit = _unit(seat)
    rows = []
    for hand in seat.hands:
        gain, cost = getattr(hand.difference, unit), getattr(hand.cost, unit)
        rows.append(
            [
                Cards(hand.name),
                f"{hand.size}",
                f"{100 * hand.played:.4g}%",
                f"{100 * hand.other_played:.4g}%",
                "never asked" if gain != gain else f"{gain:+.4f}",
                f"{cost:.4f}",
            ]
        )
    gains = ("hands", "this", "other", f"EV vs. folding, {unit}", f"cost when dealt, {unit}")
    return Table([*words("hand"), *gains], rows)

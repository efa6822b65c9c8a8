"""The sheet of a spot compared with another source."""

from __future__ import annotations

from typing import Any

from jamfold.answers.hands import ComparedSpots
from jamfold.questions.hands import CompareRequest
from jamfold.shown import plural
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import Seat
from jamfold.spots.tree import TreeSpot
from jamfold.views.contracts.comparison import CompareContract, ComparedSeat
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
from jamfold.views.words import NOT_IN_THE_TREE, SEAT_NAMES, certificate_text, spot_text


def source_titles(compared: ComparedSpots) -> list[str]:
    second = "ranges given" if compared.second is None else spot_text(compared.second)
    return [spot_text(compared.first), second]


def compare_sheet(question: CompareRequest, compared: ComparedSpots) -> Sheet:
    """Return both sources, how far apart they are, what that costs, and the dearest hands."""
    seats = CompareContract.of(compared, question.top).seats
    first, second = source_titles(compared)
    printed: list[Any] = [Heading(f"this:  {first}"), Heading(f"other: {second}")]
    dearest: list[Any] = []
    for seat in seats:
        hands, left = _seat_table(seat) if seat.hands else None, seat.classes - len(seat.hands)
        printed += [f"\n{seat_text(seat, compared)}", hands]
        printed += [Note(f"{left:,} more classes differ (--top N, --json).")] if left else []
        if hands is not None:
            name = "Small" if seat.position == "sb" else "Big"
            dearest += [Heading(f"{name} blind: the dearest differences", 3), hands]
    outside = [Note(f"{NOT_IN_THE_TREE}.")] if is_raised(compared) else []
    return Sheet(
        parts=(
            on_terminal(*printed, *outside, certificate_text(compared.first)),
            on_page(
                Note(f"This spot: {first}."),
                Note(f"The other: {second}."),
                None if compared.second is None else _both(compared.first, compared.second),
                Bullets([seat_text(seat, compared) for seat in seats]),
                *outside,
                *map(Caution, compared.warnings),
                *dearest,
            ),
        )
    )


def _both(*spots: SpotSolution) -> Table:
    """Return both in numbers."""
    how = ("exact" if spot.exact else plural(spot.iterations, "iteration") for spot in spots)
    rows = [
        ["small blind jams", *(f"{spot.jam_percent:.4f} %" for spot in spots)],
        ["big blind calls", *(f"{spot.call_percent:.4f} %" for spot in spots)],
        ["value, small blind", *map(_value, spots)],
        ["how exact", *how],
    ]
    return Table([*words(""), "this spot", "the other"], rows)


def _value(spot: SpotSolution) -> str:
    """Return what the small blind has of it, with its unit."""
    value = spot.value_money[0] if spot.currency == "money" else spot.value_bb
    return f"{value:+.9f} {spot.measure.unit}"


def is_raised(compared: ComparedSpots) -> bool:
    """Whether one of both spots has raises."""
    return any(isinstance(spot, TreeSpot) for spot in (compared.first, compared.second))


def seat_text(seat: ComparedSeat, compared: ComparedSpots) -> str:
    """How far apart both sources are in a seat, and what that costs, in a sentence."""
    name = SEAT_NAMES[Seat(seat.position)].capitalize()
    action, unit = "play" if is_raised(compared) else Seat(seat.position).action, _unit(seat)
    return (
        f"{name}: this {action}s {seat.percent:.4f} %, the other {seat.other_percent:.4f} %; "
        f"{seat.apart_percent:.4f} % of all hands only one of them. Played in this spot, "
        f"the other's chances cost {getattr(seat, f'cost_{unit}'):.6f} {unit} a hand."
    )


def _unit(seat: ComparedSeat) -> str:
    """What values are shown in: big blinds, or money where prizes are played for."""
    return "bb" if seat.cost_money is None else "money"


def _seat_table(seat: ComparedSeat) -> Table:
    unit = _unit(seat)
    rows = []
    for hand in seat.hands:
        gain, cost = getattr(hand, f"difference_{unit}"), getattr(hand, f"cost_{unit}")
        rows.append(
            [
                Cards(hand.name),
                f"{hand.size}",
                f"{100 * hand.played:.4g} %",
                f"{100 * hand.other_played:.4g} %",
                "never asked" if gain is None or gain != gain else f"{gain:+.4f}",
                f"{cost:.4f}",
            ]
        )
    gains = ("hands", "this", "other", f"playing gains, {unit}", f"costs when dealt, {unit}")
    return Table([*words("hand"), *gains], rows)

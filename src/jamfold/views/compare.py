"""A spot beside another source, on the terminal."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Table
from rich.text import Text

from jamfold.answers.hands import ComparedSpots
from jamfold.spots.strategy import Seat
from jamfold.spots.tree import TreeSpot
from jamfold.views.contracts.comparison import CompareContract, ComparedSeat
from jamfold.views.words import NOT_IN_THE_TREE, SEAT_NAMES, certificate_text, spot_text


def source_titles(compared: ComparedSpots) -> list[str]:
    second = "ranges given" if compared.second is None else spot_text(compared.second)
    return [spot_text(compared.first), second]


def compare_view(compared: ComparedSpots, most: int) -> Group:
    """Which hands are played differently, and what that costs."""
    contract = CompareContract.of(compared, most)
    first, second = source_titles(compared)
    parts: list[Text | Table] = [
        Text(f"this:  {first}", style="bold"),
        Text(f"other: {second}", style="bold"),
    ]
    for seat in contract.seats:
        parts += [Text(f"\n{seat_text(seat, compared)}")]
        if seat.hands:
            parts += [_seat_table(seat)]
        if seat.classes > len(seat.hands):
            parts += [
                Text(
                    f"{seat.classes - len(seat.hands):,} more classes differ (--top N, --json).", style="dim"
                )
            ]
    if is_raised(compared):
        parts.append(Text(f"{NOT_IN_THE_TREE}."))
    parts.append(Text(certificate_text(compared.first)))
    return Group(*parts)


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
    table = Table(box=SIMPLE_HEAD)
    table.add_column("hand")
    for heading in ("hands", "this", "other", f"playing gains, {unit}", f"costs when dealt, {unit}"):
        table.add_column(heading, justify="right")
    for hand in seat.hands:
        gain, cost = getattr(hand, f"difference_{unit}"), getattr(hand, f"cost_{unit}")
        table.add_row(
            hand.name,
            f"{hand.size}",
            f"{100 * hand.played:.4g} %",
            f"{100 * hand.other_played:.4g} %",
            "never asked" if gain is None or gain != gain else f"{gain:+.4f}",
            f"{cost:.4f}",
        )
    return table

"""Solutions and hands as rich tables."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import Any

from rich.box import SIMPLE, SIMPLE_HEAD
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from jamfold.spots.exploit import Exploit
from jamfold.spots.lookup import HandReport
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import Position
from jamfold.tables.ordering import EQUITY_ORDER
from jamfold.views.words import decision_text, effective_text, spot_text

_PLAIN_WIDTH = 120


def solution_view(spot: SpotSolution) -> Group:
    """The result of a solve."""
    table = Table(box=SIMPLE, show_header=False)
    table.add_column(style="bold")
    table.add_column(justify="right")
    table.add_column(justify="right")
    table.add_row("", "small blind", "big blind", style="dim")
    table.add_row("jams / calls", f"{spot.jam_percent:.4f} %", f"{spot.call_percent:.4f} %")
    table.add_row("value, chips", *(f"{value:+.6f}" for value in spot.value_chips))
    table.add_row("value, bb", f"{spot.value_bb:+.9f}", f"{-spot.value_bb:+.9f}")
    table.add_row("PostEV, chips", *(f"{value:+.6f}" for value in spot.post_ev_chips))
    table.add_row("PostEV, bb", *(f"{value:+.9f}" for value in spot.post_ev_bb))
    table.add_row("mixed hands", *(f"{count:,}" for count in spot.mixed))
    table.add_row("free (indifferent) hands", *(f"{count:,}" for count in spot.free))
    notes = [text for text in (effective_text(spot), decision_text(spot)) if text]
    return Group(Text(spot_text(spot), style="bold"), *map(Text, notes), table, Text(spot.certificate_text()))


def exploit_view(found: Exploit) -> Group:
    """The answer to a range."""
    jams = found.responder is Position.SMALL_BLIND
    who, other = ("small blind", "big blind") if jams else ("big blind", "small blind")
    action, theirs = ("jams", "calls with") if jams else ("calls with", "jams")
    played = found.spot.jam_percent if jams else found.spot.call_percent
    usual = found.equilibrium.jam_percent if jams else found.equilibrium.call_percent
    numbers = found.as_dict()
    order = f" (by {EQUITY_ORDER})" if found.held.uses_order else ""
    table = Table(box=SIMPLE, show_header=False)
    table.add_column(style="bold")
    table.add_column(justify="right")
    table.add_column(justify="right")
    table.add_row(f"the {who} earns", "chips", "bb", style="dim")
    for name, text in (
        ("best", "best response against the range"),
        ("equilibrium_strategy", "equilibrium strategy against the range"),
        ("equilibrium_value", "equilibrium against equilibrium"),
    ):
        table.add_row(text, f"{numbers[f'{name}_chips']:+.6f}", f"{numbers[f'{name}_bb']:+.9f}")
    sizes = (
        f"The {other} {theirs} {found.held.percent:.4f} %{order}. "
        f"Best response: the {who} {action} {played:.4f} % (in equilibrium {usual:.4f} %)."
    )
    gain = (
        f"It gains {numbers['gain_chips']:.6f} chips over the equilibrium strategy. "
        f"The range costs the {other} {numbers['cost_of_range_chips']:.6f} chips."
    )
    risk = (
        f"If the {other} answers best in turn, the response earns {numbers['risk_chips']:.6f} chips "
        "less than the equilibrium."
    )
    return Group(Text(spot_text(found.spot), style="bold"), Text(sizes), table, Text(gain), Text(risk))


def hand_view(spot: SpotSolution, report: HandReport) -> Group:
    """One hand."""
    action = Position(report.position).action
    seat = "small blind" if report.position == "sb" else "big blind, after a jam"
    title = f"{report.cards} in the {seat}: class {report.id} ({report.representative}, {report.size} hands)"
    table = Table(box=SIMPLE, show_header=False)
    table.add_column(style="bold")
    table.add_column(justify="right")
    table.add_column(justify="right")
    table.add_row("", "chips", "bb", style="dim")
    table.add_row("EV all-in", _signed(report.ev_allin, 4), _signed(report.ev_allin_bb, 6))
    table.add_row("EV fold", _signed(report.ev_fold, 4), _signed(report.ev_fold_bb, 6))
    table.add_row("difference", _signed(report.difference, 4), _signed(report.difference_bb, 6))
    played = Text(f"{action}s {100 * report.played:.4g} % of the time. Advice: {report.advice}.")
    return Group(
        Text(title, style="bold"), Text(spot_text(spot)), table, played, Text(spot.certificate_text())
    )


def hands_view(spot: SpotSolution, position: Position, found: Sequence[HandReport], total: int) -> Group:
    """A list of hands; `total` is how many there are, shown or not."""
    table = Table(box=SIMPLE_HEAD)
    table.add_column("id", justify="right")
    table.add_column("cards")
    for heading in ("hands", f"{position.action}s", "EV all-in", "EV fold", "difference", "difference, bb"):
        table.add_column(heading, justify="right")
    table.add_column("advice")
    for row in found:
        table.add_row(
            f"{row.id}",
            row.cards,
            f"{row.size}",
            f"{100 * row.played:.4g} %",
            _signed(row.ev_allin, 3),
            _signed(row.ev_fold, 3),
            _signed(row.difference, 3),
            _signed(row.difference_bb, 4),
            row.advice.split(" (")[0].split(":")[0],
        )
    count = f"{len(found):,} of {total:,} classes; EVs in chips. {spot.certificate_text()}"
    return Group(Text(spot_text(spot), style="bold"), table, Text(count))


def plain_text(view: Any) -> str:
    """A view without colours, for a file."""
    target = Console(width=_PLAIN_WIDTH, color_system=None, highlight=False, force_terminal=False)
    with target.capture() as capture:
        target.print(view)
    return capture.get()


def _signed(value: float, digits: int) -> str:
    return "never asked" if isnan(value) else f"{value:+.{digits}f}"

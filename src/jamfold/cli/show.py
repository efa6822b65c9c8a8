"""Solutions and hands as rich tables."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import Any

from rich.box import SIMPLE, SIMPLE_HEAD
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from jamfold.equities.ordering import EQUITY_ORDER
from jamfold.spots.exploit import Exploit
from jamfold.spots.lookup import HandReport
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import Position

_PLAIN_WIDTH = 120
_ROUNDING = 1e-12


def spot_text(spot: SpotSolution) -> str:
    """Game and situation in one line."""
    situation = spot.situation
    parts = [
        spot.game.title,
        "stacks {:g} and {:g}".format(*situation.stacks),
        "blinds {:g}/{:g}".format(*situation.blinds),
    ]
    if any(situation.posted):
        parts.append("antes {:g} and {:g}".format(*situation.posted))
    if situation.dead:
        parts.append(f"dead money {situation.dead:g}")
    return f"{', '.join(parts)}: s = {spot.s:.6g}, b = {spot.b:.6g}"


def effective_text(spot: SpotSolution) -> str:
    """A sentence on chips that are never at risk; empty if there are none."""
    situation = spot.situation
    first, second = situation.uncalled
    who, rest = ("small blind", first) if first else ("big blind", second)
    if rest <= _ROUNDING * sum(situation.stacks):
        return ""
    antes = " after antes" if any(situation.posted) else ""
    return (
        f"Stacks are reduced to the effective stack of {situation.live:g} chips{antes}: "
        f"{rest:g} chips of the {who} can never be called."
    )


def decision_text(spot: SpotSolution) -> str:
    """A sentence on players without a decision; empty if both have one."""
    if not spot.situation.small_blind_decides:
        return "Nobody has a decision: all chips at risk are in the pot already."
    if not spot.situation.big_blind_decides:
        return "The big blind never folds: all chips at risk are in by the blind."
    return ""


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

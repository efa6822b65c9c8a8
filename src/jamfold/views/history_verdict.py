"""The report on played hands on the terminal: what mistakes cost, the costliest ones, where they are."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from jamfold.core.display import plural
from jamfold.histories.report import Report
from jamfold.histories.statistics import Cell
from jamfold.views.command_lines import hint_line
from jamfold.views.history_import import printable
from jamfold.views.history_report import (
    ENOUGH,
    action_words,
    extra_lines,
    reasons_text,
    remedy_lines,
    room_lines,
    seat_cells,
    who_text,
)
from jamfold.views.history_report_html import leak_words
from jamfold.views.history_schemas import ReportContract
from jamfold.views.sheet import Heads, Sheet, Table, whole, words
from jamfold.views.sheet_terminal import narrow
from jamfold.views.terminal import VERDICT

_COSTLIEST = 5
_BAR = 12


def report_brief(answer: Report) -> Sheet:
    """Return what mistakes cost per 100 hands, the costliest, and where they are."""
    report = ReportContract.of(answer)
    left = reasons_text((*report.left_out, *report.outside))
    more = [*extra_lines(report), *remedy_lines(report), *room_lines(report.rooms)]
    more += [f"Not rated: {left}."] if left else []
    worst = report.worst[0].explain if report.worst else ""
    return narrow(
        _verdict(report),
        *map(printable, _lines(report)),
        _costliest(report) if report.worst else None,
        _where(report) if report.decisions else None,
        *map(printable, more),
        "Exact jam or fold at each decision's own stacks; results do not count.",
        hint_line(Why_the_first=worst, All="--full", Another_player="--player NAME"),
    )


def _verdict(report: ReportContract) -> Text:
    counts = f"   {plural(report.hands, 'hand')}, {plural(report.decisions, 'decision')} rated"
    who, lost = printable(who_text(report)), f"{report.per_100_hands_bb:.1f} bb per 100 hands"
    if not report.decisions:
        return Text.assemble(f"{who}: ", ("nothing to rate", VERDICT), (counts, "dim"))
    return Text.assemble(f"{who} loses ", (lost, VERDICT), " to mistakes", (counts, "dim"))


def _lines(report: ReportContract) -> list[str]:
    """Return how many mistakes there are, what the costliest are of the loss, and the biggest leak."""
    few, share = report.worst[:3], 0.0
    if report.loss_bb:
        share = sum(one.loss_bb for one in few) / report.loss_bb
    told = f"{plural(report.mistakes, 'mistake')} (0.01 bb or more)"
    lines = [f"{told}; the {len(few)} costliest are {100 * share:.0f}% of the loss." if few else f"{told}."]
    leak = max(report.leaks, key=lambda one: one.loose_bb + one.tight_bb, default=None)
    if leak is not None and leak.loose + leak.tight:
        lines.append(f"Biggest leak: {leak_words(leak)[0].lower()}{leak_words(leak)[1:]}.")
    if report.interval_mbb is None:
        lines.append(f"Fewer than {ENOUGH} decisions: too few to judge.")
    return lines


def _costliest(report: ReportContract) -> Table:
    most = max(report.worst[0].loss_bb, 1e-9)
    rows = [
        [
            printable(one.cards),
            one.seat.upper(),
            f"{one.stack_bb:.4g} bb",
            action_words(one),
            one.right,
            f"{one.loss_bb:.2f} bb",
            "█" * round(_BAR * one.loss_bb / most),
        ]
        for one in report.worst[:_COSTLIEST]
    ]
    heads: Heads = (*words("costliest", "seat", "stack", "you", "right"), "lost", whole(""))
    return Table(heads, rows, is_compact=True)


def _where(report: ReportContract) -> Table:
    """Return what is lost per 100 decisions by seat, and by stack."""
    cells: list[Any] = [*seat_cells(report), *report.by_stack]
    heads: Heads = (*words("lost"), "decisions", "mistakes", "bb", "bb/100")
    return Table(heads, list(map(_cell, cells)), is_compact=True)


def _cell(cell: Cell) -> list[str]:
    name = f"{cell.name} bb" if cell.name[:1].isdigit() or cell.name.startswith("over") else cell.name
    rate = f"{cell.rate_mbb / 10:.1f}"
    return [printable(name), f"{cell.decisions:,}", f"{cell.mistakes:,}", f"{cell.loss_bb:.2f}", rate]

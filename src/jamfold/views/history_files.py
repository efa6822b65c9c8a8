"""Reports and exports of played hands as files: CSV, and one HTML page that needs no network.

Names are anybody's: in HTML they are escaped, and in CSV a text that a spreadsheet
would take for a formula (``=``, ``+``, ``-``, ``@`` first) gets an apostrophe before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from html import escape

from jamfold.answers.history_reports import Export
from jamfold.histories.records import Hand, Problem
from jamfold.histories.report import Report
from jamfold.histories.statistics import Cell
from jamfold.questions.history_reports import DECISIONS
from jamfold.shown import plural
from jamfold.views.columns import Columns, columns_of, csv_text
from jamfold.views.contracts.base import Contract
from jamfold.views.contracts.histories import HistoryHandContract
from jamfold.views.contracts.history_parts import ThreesContract
from jamfold.views.contracts.history_reports import DecisionContract, MistakeContract, ReportContract
from jamfold.views.contracts.opponents import AdviceContract, OpponentContract
from jamfold.views.hand_formats import ohh_text, phh_text
from jamfold.views.histories import printable
from jamfold.views.history_report import (
    THREE_HEADS,
    cell_texts,
    larger_tables,
    lean_line,
    place,
    stack_words,
    summary_lines,
    three_texts,
)
from jamfold.views.history_words import CELL_HEADS, SEAT_WORDS
from jamfold.views.json import to_text, to_values

_CLASSES = 40
"""Classes of hands in the HTML file; JSON has all."""


def report_columns(report: Report) -> Columns:
    """All judged decisions, the dearest first."""
    names = [one.name for one in fields(MistakeContract)]
    rows = [to_values(MistakeContract.of(one)) for one in report.judged.costliest()]
    return {name: [row[name] for row in rows] for name in names}


def opponents_columns(opponents: Iterable[OpponentContract]) -> Columns:
    """Habits, a line each, what to do about them in the last columns."""
    names = [one.name for one in fields(OpponentContract) if one.name != "advice"]
    advised = [one.name for one in fields(AdviceContract)]
    rows = []
    for one in opponents:
        values = to_values(one)
        advice = values["advice"] or {}
        low, high = values["interval"]
        cells = [f"{low:g} {high:g}" if name == "interval" else values[name] for name in names]
        rows.append([*cells, *(advice.get(name) for name in advised)])
    return columns_of([*names, *(f"advice_{name}" for name in advised)], rows)


FORMATS = ("csv", "json", "phh", "ohh")


def export_lines(export: Export, form: str, tell: Callable[[str], None]) -> Iterator[str]:
    """An export as CSV or JSON, line by line, or hand by hand as PHH or OHH; nothing is held.

    `tell` is told what hands are left out.
    """
    if form in {"phh", "ohh"}:
        yield from _whole_hands(export, phh_text if form == "phh" else ohh_text, tell)
        return
    rows: Iterable[Contract]
    if export.what == DECISIONS:
        kind: type[Contract] = DecisionContract
        rows = map(DecisionContract.of, export.decisions())
    else:
        kind, rows = HistoryHandContract, map(HistoryHandContract.of, export.hands())
    if form == "csv":
        names = [one.name for one in fields(kind)]  # type: ignore[arg-type]
        yield csv_text([names])
        for row in rows:
            yield csv_text([[getattr(row, name) for name in names]])
        return
    before = "["
    for row in rows:
        yield f"{before}\n{to_text(row, indent=None)}"
        before = ","
    yield "[]\n" if before == "[" else "\n]\n"


def _whole_hands(
    export: Export, text_of: Callable[[Hand, int], str], tell: Callable[[str], None]
) -> Iterator[str]:
    number = untold = 0
    for hand in export.whole_hands():
        if isinstance(hand, Problem):
            tell(hand.sentence)
        elif text := text_of(hand, number + 1):
            number += 1
            yield text
        else:
            untold += 1
    if untold:
        left = f"{plural(untold, 'hand')} {'is' if untold == 1 else 'are'} left out"
        tell(f"{left}: the format has no words for what was played or posted there.")


def report_html(report: ReportContract) -> str:
    """A report as one page that loads nothing."""
    seats = [replace(cell, name=SEAT_WORDS[cell.name]) for cell in report.by_seat]
    parts = [
        *(f"<p>{_text(line)}</p>" for line in summary_lines(report)),
        "<ul>",
        *(f"<li>{_text(lean_line(lean))}</li>" for lean in report.leans),
        "</ul>",
        _cells("Seat", seats),
        _cells("Stack, bb", report.by_stack),
        _cells("Families of hands", report.by_family),
        _worst(report.worst),
        *(_threes(seats, at) for seats, at in larger_tables(report)),
        _cells("Hands", report.by_hand[:_CLASSES]),
    ]
    title = f"Played hands of {report.player}"
    return _PAGE.format(title=_text(title), body="\n".join(parts))


def _text(text: str) -> str:
    return escape(printable(text), quote=True)


def _table(title: str, heads: Sequence[str], rows: Iterable[tuple[str, Sequence[str]]]) -> str:
    """A table; every row with the class of its line."""
    lines = [f"<h2>{_text(title)}</h2>", '<div class="wide"><table><thead><tr>']
    lines += [f'<th scope="col">{_text(head)}</th>' for head in heads]
    lines.append("</tr></thead><tbody>")
    for kind, cells in rows:
        lines.append(f'<tr class="{kind}">{"".join(f"<td>{_text(cell)}</td>" for cell in cells)}</tr>')
    return "\n".join([*lines, "</tbody></table></div>"])


def _cells(title: str, cells: Sequence[Cell]) -> str:
    rows = [("" if cell.interval_mbb is not None else "few", cell_texts(cell)) for cell in cells]
    return _table(title, ("", *CELL_HEADS), rows)


def _worst(worst: Sequence[MistakeContract]) -> str:
    heads = ("bb lost", "hand", "game", "seat", "stack", "did", "right", "against", "where", "explained by")
    rows = [
        (
            "",
            (
                f"{one.loss_bb:.3f}", one.cards, one.game, one.seat, stack_words(one),
                one.action, one.right, one.opponent, place(one), one.explain,
            ),
        )
        for one in worst
    ]  # fmt: skip
    return _table("Dearest mistakes", heads, rows) if rows else ""


def _threes(seats: str, at: ThreesContract) -> str:
    rows = [("", (*three_texts(one), one.explain)) for one in at.worst]
    return _table(f"Dearest mistakes at tables {seats}", (*THREE_HEADS, "shown by"), rows)


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 0 auto; padding: 1rem; }}
h1 {{ font-size: 1.5rem; }} h2 {{ font-size: 1.15rem; margin: 1.5rem 0 .3rem; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; }}
th, td {{ text-align: left; padding: .2rem .7rem .2rem 0; vertical-align: top; }}
th, td {{ border-bottom: 1px solid #8884; }}
tr.few td {{ color: #777; }}
@media (prefers-color-scheme: dark) {{ body {{ background: #16181c; color: #e4e4e4; }} }}
</style>
</head>
<body>
<h1>{title}</h1>
{body}
</body>
</html>
"""

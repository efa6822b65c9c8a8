"""The report on played hands on the terminal: the cost of mistakes, the worst ones, and where."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

from rich.text import Text

from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.history_reports import HistoryReportRequest
from jamfold.cases.lookups import ExplainRequest
from jamfold.core.display import plural
from jamfold.core.errors import HistoryError
from jamfold.histories.report import Report
from jamfold.histories.statistics import Cell
from jamfold.views.history_import import printable
from jamfold.views.history_report import (
    ENOUGH,
    THREE_HEADS,
    action_words,
    cells_table,
    extra_lines,
    filter_text,
    larger_tables,
    lean_line,
    place,
    reasons_text,
    remedy_lines,
    room_lines,
    seat_cells,
    stack_words,
    summary_lines,
    three_texts,
)
from jamfold.views.history_report_html import leak_words
from jamfold.views.history_schemas import MistakeContract, ReportContract
from jamfold.views.sheet import (
    Bullets,
    Heading,
    Heads,
    Sheet,
    Table,
    on_page,
    on_terminal,
    text,
    whole,
    words,
)
from jamfold.views.sheet_terminal import hint_line, narrow
from jamfold.views.table_verdicts import explained_sheet
from jamfold.views.terminal import VERDICT

_COSTLIEST = 5
_BAR = 12
_CLASSES = 40
"""The most classes of hands in a whole report; JSON has all."""
_MISTAKE_HEADS: Heads = (
    "bb lost", *words("hand", "game", "seat", "stack", "did", "right", "against"), text("where"),
    text("explained by"),
)  # fmt: skip


def report_brief(question: HistoryReportRequest, answer: Report, full: bool = False) -> Sheet:
    """Return the cost of mistakes per 100 hands, the worst, and where they are; or one with reasons."""
    if question.why is not None:
        return _why(answer, question.why)
    report = ReportContract.of(answer)
    hints = hint_line(
        Why_one="--why 1" if report.worst else "", All_of_them="--all", Another_player="--player NAME"
    )
    if full:
        return Sheet(parts=[on_terminal(_verdict(report)), *whole_report(report).parts, on_terminal(hints)])
    left = reasons_text((*report.left_out, *report.outside))
    more = [*extra_lines(report), *remedy_lines(report), *room_lines(report.rooms)]
    more += [f"Not rated: {left}."] if left else []
    decisions = answer.judged.costliest(report.mistakes if question.all else min(report.mistakes, _COSTLIEST))
    return narrow(
        _verdict(report),
        *map(printable, _lines(report)),
        *(_costliest(report, list(map(MistakeContract.of, decisions))) if report.worst else ()),
        _where(report) if report.decisions else None,
        *map(printable, more),
        "Exact jam or fold at each decision's own stacks; results do not count.",
        hints,
    )


def _why(answer: Report, number: int) -> Sheet:
    """Return a mistake, by its place among the most expensive, with the reasons."""
    if number > answer.total.mistakes:
        raise HistoryError(
            f"There is no mistake {number}: the report has {plural(answer.total.mistakes, 'mistake')}.",
            field="why",
        )
    *_, decision = answer.judged.costliest(number)
    mistake = MistakeContract.of(decision)
    verdict = f"{mistake.player}: {action_words(mistake)}, {mistake.right} is right"
    lost = f"  {mistake.loss_bb:.2f} bb lost   "
    parts: list[Any] = [Text.assemble((verdict, VERDICT), lost), place(mistake)]
    if mistake.asked:
        words = dict(parse_qsl(mistake.asked))
        question = ExplainRequest.from_strings(words)
        parts += explained_sheet(question, run_case(question, Observer())).parts
    return narrow(*parts, hint_line(Explain=mistake.explain))


def whole_report(report: ReportContract) -> Sheet:
    """Return the whole report, for files and for terminals with ``--full``."""
    groups = {"Seat": seat_cells(report), "Stack, bb": report.by_stack, "Families of hands": report.by_family}
    parts: list[Any] = [*summary_lines(report), Bullets(list(map(lean_line, report.leans)))]
    parts += [on_terminal(*remedy_lines(report))]
    for title, cells in groups.items():
        parts += [Heading(title), cells_table("", cells)]
    around = () if report.raises is None else report.raises.worst
    for where, mistakes in (("", report.worst), (" around opens that faced a jam", around)):
        rows = [list(map(printable, _mistake_texts(mistake))) for mistake in mistakes]
        parts += _listed(where, _MISTAKE_HEADS, rows) if rows else []
    for seats, at in larger_tables(report):
        rows = [[*three_texts(mistake), printable(mistake.explain)] for mistake in at.worst]
        heads = (*words(*THREE_HEADS), text("shown by"))
        parts += _listed(f" at tables {seats}", heads, rows)
    parts += [Heading("Hands"), cells_table("", report.by_hand[:_CLASSES])]
    return Sheet(f"Played hands of {printable(report.player)}", parts=parts)


def _listed(where: str, heads: Heads, rows: list[list[str]]) -> list[Any]:
    """Return mistakes under their heading; only files have the commands of the last column."""
    on_screen = on_terminal(Table(heads[:-1], [row[:-1] for row in rows]))
    return [Heading(f"Costliest mistakes{where}"), on_page(Table(heads, rows)), on_screen]


def _verdict(report: ReportContract) -> Text:
    counts = f"   {plural(report.hands, 'hand')}, {plural(report.decisions, 'decision')} rated"
    player, filters = printable(report.player), filter_text(report)
    if not report.decisions:
        return Text.assemble(f"{player}{filters}: ", ("nothing to rate", VERDICT), (counts, "dim"))
    lose, lost = "lose" if ", " in player else "loses", f"{report.per_100_hands_bb:.1f} bb per 100 hands"
    return Text.assemble(f"{player} {lose} ", (lost, VERDICT), f" to mistakes{filters}", (counts, "dim"))


def _lines(report: ReportContract) -> list[str]:
    """Return the number of mistakes, the worst ones' share of the loss, and the biggest leak."""
    few, share = report.worst[:3], 0.0
    if report.loss_bb:
        share = sum(mistake.loss_bb for mistake in few) / report.loss_bb
    count = f"{plural(report.mistakes, 'mistake')} (0.01 bb or more)"
    lines = [f"{count}; the {len(few)} costliest are {100 * share:.0f}% of the loss." if few else f"{count}."]
    leak = max(report.leaks, key=lambda cell: cell.loose_bb + cell.tight_bb, default=None)
    if leak is not None and leak.loose + leak.tight:
        lines.append(f"Biggest leak: {leak_words(leak)[0].lower()}{leak_words(leak)[1:]}.")
    if report.interval_mbb is None:
        lines.append(f"Fewer than {ENOUGH} decisions: too few to judge.")
    return lines


def _costliest(report: ReportContract, mistakes: list[MistakeContract]) -> list[Table | str]:
    """Return mistakes with what they cost, and what the others cost together."""
    most = max(report.worst[0].loss_bb, 1e-9)
    rows = [
        [
            printable(mistake.cards),
            mistake.seat.upper(),
            f"{mistake.stack_bb:.4g} bb",
            action_words(mistake),
            mistake.right,
            f"{mistake.loss_bb:.2f} bb",
            "█" * round(_BAR * mistake.loss_bb / most),
        ]
        for mistake in mistakes
    ]
    heads: Heads = (*words("costliest", "seat", "stack", "you", "right"), "lost", whole(""))
    rest = report.mistakes - len(mistakes)
    lost = max(0.0, report.loss_bb - sum(mistake.loss_bb for mistake in mistakes))
    return [Table(heads, rows, is_compact=True), *([f"and {rest:,} more: {lost:.2f} bb"] if rest else [])]


def _mistake_texts(mistake: MistakeContract) -> tuple[str, ...]:
    seat = f"{mistake.seat} ({mistake.last_post})" if mistake.last_post else mistake.seat
    prizes = "" if mistake.loss_prizes is None else f" ({mistake.loss_prizes:.4g} of the prizes)"
    return (
        f"{mistake.loss_bb:.3f}{prizes}", mistake.cards, mistake.game, seat, stack_words(mistake),
        action_words(mistake), mistake.right, mistake.opponent, place(mistake), mistake.explain,
    )  # fmt: skip


def _where(report: ReportContract) -> Table:
    """Return what is lost per 100 decisions by seat, and by stack."""
    cells: list[Any] = [*seat_cells(report), *report.by_stack]
    heads: Heads = (*words("lost"), "decisions", "mistakes", "bb", "bb/100")
    return Table(heads, list(map(_cell, cells)), is_compact=True)


def _cell(cell: Cell) -> list[str]:
    name = f"{cell.name} bb" if cell.name[:1].isdigit() or cell.name.startswith("over") else cell.name
    rate = f"{cell.rate_mbb / 10:.1f}"
    return [printable(name), f"{cell.decisions:,}", f"{cell.mistakes:,}", f"{cell.loss_bb:.2f}", rate]

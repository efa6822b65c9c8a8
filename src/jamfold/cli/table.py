"""``jamfold table``: two to ten seats, jam or fold, or raises before that."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jamfold.cases.table import TableRequest
from jamfold.cases.view_spec import resolve
from jamfold.cli.request_command import JsonOption, run_in_terminal, with_request_options
from jamfold.cli.rows import FullOption, file_option
from jamfold.core.errors import SituationError, error_field
from jamfold.core.storage.whole_files import check_target, write_atomically
from jamfold.spots.nplayer.node_names import find_rows
from jamfold.views.figures import SHEETS, check_figure
from jamfold.views.formats import columns_csv
from jamfold.views.terminal import print_json, print_status, show

if TYPE_CHECKING:
    from jamfold.cards.counting.classes import ClassId
    from jamfold.spots.nplayer.result import TableResult

CsvOption = Annotated[
    bool, typer.Option("--csv", help="Print CSV: a line per decision and class, or of --hand per decision.")
]
OutOption = Annotated[
    Path | None, file_option("--out", "Write all strategies to a JSON file, for --profile.")
]
NodeOption = Annotated[
    str | None,
    typer.Option(
        "--node",
        help="Show one decision, e.g. btn, 'bb after btn sb', 'bb after btn raise 2'.",
        metavar="NODE",
    ),
]
HandOption = Annotated[
    str | None, typer.Option("--hand", help="Look up a hand, at every decision or at --node.", metavar="HAND")
]
ChartOption = Annotated[bool, typer.Option("--chart", help="Show every decision as a chart.")]
PlotOption = Annotated[
    Path | None,
    file_option("--plot", "Draw every decision, or --node alone: .png, .svg, or .pdf with pages to print."),
]


@with_request_options(TableRequest)
def table(
    question: TableRequest,
    node: NodeOption = None,
    hand: HandOption = None,
    chart: ChartOption = False,
    as_csv: CsvOption = False,
    as_json: JsonOption = False,
    plot: PlotOption = None,
    out: OutOption = None,
    full: FullOption = False,
) -> None:
    if as_csv and as_json:
        raise SituationError("Use --csv or --json, not both.")
    if hand and chart:
        raise SituationError("--chart shows ranges, --hand one hand. Use one of them.")
    if question.respond and (node or hand):
        raise SituationError("A best response covers all decisions of its seat. Remove --node and --hand.")
    tables, rows = import_module("jamfold.views.tables"), _rows(question, node)
    class_id = None if hand is None else _class_of(question, hand)
    check_target(out)
    if plot is not None:
        check_target(check_figure(plot, SHEETS))
        tables.check_sheet(len(rows), plot)
    is_brief = not (as_csv or as_json or chart or full or plot or out)
    precomputed = resolve("cases.answers.table:packed")(question) if is_brief else None
    nodes = [] if node is None else [question.hand.nodes[row] for row in rows]
    if precomputed is not None and {*nodes} <= {*precomputed.nodes}:
        show(resolve("views.table_verdicts:packed_view")(precomputed, question, nodes, class_id))
        return
    answer = run_in_terminal(question)
    if question.respond:
        rows = resolve("spots.nplayer.seat_decisions:rows_of")(answer, question.seat)
        answer = tables.shown_table(question, answer)
    if out is not None:
        write_atomically(out, tables.profile_text(answer))
        print_status(f"Saved to {out}.")
    if plot is not None:
        tables.save_figure(answer, rows, plot)
        print_status(f"Saved to {plot}.")
    if as_csv and class_id is None:
        typer.echo(columns_csv(tables.table_columns(answer, rows)), nl=False)
    elif as_csv:
        typer.echo(columns_csv(tables.hand_columns(answer, class_id, rows)), nl=False)
    elif as_json:
        print_json(_json_answer(question, answer, rows, class_id, whole=node is None))
    else:
        _show(question, answer, rows, class_id, chart=chart, whole=node is None, full=full)


def _rows(question: TableRequest, node: str | None) -> list[int]:
    """Return the decisions to show; refuse a bad one before anything is solved."""
    nodes = question.hand.nodes
    if node is None:
        return list(range(len(nodes)))
    return find_rows(question.hand, node)


def _class_of(question: TableRequest, hand: str) -> ClassId:
    with error_field("hand"):
        class_id: ClassId = resolve("spots.strategy:find_class")(question.rules, hand)[0]
    return class_id


def _json_answer(
    question: TableRequest, answer: TableResult, rows: list[int], class_id: ClassId | None, *, whole: bool
) -> Any:
    results = import_module("jamfold.spots.nplayer.seat_decisions")
    if question.respond:
        return results.TableResponse(answer, question.seat)
    if class_id is not None:
        return results.HandDecisions(answer, tuple(results.hand_at(answer, row, class_id) for row in rows))
    return answer if whole else resolve("spots.nplayer.result:SingleActionDecision")(answer, rows[0])


def _show(
    question: TableRequest,
    answer: TableResult,
    rows: list[int],
    class_id: ClassId | None,
    *,
    chart: bool,
    whole: bool,
    full: bool,
) -> None:
    views, solved = import_module("jamfold.views.table_verdicts"), question.solved
    if question.respond:
        line = resolve("views.tables:response_line")(answer, question.seat)
        show(views.decisions_brief(answer, rows, solved=False, full=full, lead=line))
    elif class_id is not None:
        show(views.table_hand(answer, class_id, rows, solved=solved, full=full))
    elif chart or not whole:
        show(views.decisions_brief(answer, rows, solved=solved, full=full))
    else:
        show(views.table_brief(answer, solved=solved, full=full))

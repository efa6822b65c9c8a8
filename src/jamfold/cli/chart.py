"""``jamfold chart``: the equilibrium over a range of stacks."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jamfold.betting.posts import seat_names
from jamfold.cases.charts import VIEWS, ChartRequest, check_view
from jamfold.cases.view_spec import resolve
from jamfold.cli.request_command import JsonOption, run_in_terminal, with_request_options
from jamfold.cli.rows import file_option, format_option
from jamfold.core.errors import ChartError
from jamfold.core.storage.whole_files import check_target, write_atomically
from jamfold.views.figures import ENDINGS, SHEETS
from jamfold.views.terminal import console, print_status

if TYPE_CHECKING:
    from jamfold.spots.charts import Chart
    from jamfold.spots.nplayer.position_charts import PositionCharts

FORMATS = ("table", "csv", "points", "ranges", "json")
TEXT_FILES = (".csv", ".json")

FormatOption = Annotated[
    str,
    format_option(
        "table, json, or csv of the hands (csv), the stacks (points), the ranges (ranges).", FORMATS
    ),
]
CsvOption = Annotated[bool, typer.Option("--csv", help="Print CSV of the hands.")]
OutOption = Annotated[
    list[Path] | None,
    file_option("--out", "Write .csv, .json, .png or .svg, with --seats .pdf too; may be repeated."),
]
ProofOption = Annotated[Path | None, file_option("--proof", "Write a proof that anyone can check (.json).")]
ViewOption = Annotated[
    str,
    typer.Option(
        "--view",
        help="both, jam, call, or curves of the percentages; with --seats a seat.",
        metavar="VIEW",
        autocompletion=lambda ctx: _views(str(ctx.params["seats"])),
    ),
]
AtOption = Annotated[
    float | None,
    typer.Option("--at", help="Stack at which families and edges are shown (near 10).", metavar="BB"),
]
TopOption = Annotated[
    int, typer.Option("--top", help="Hands to list on each side of the edge, Omaha games.", metavar="N")
]


@with_request_options(ChartRequest)
def chart(
    question: ChartRequest,
    view: ViewOption = "both",
    at: AtOption = None,
    top: TopOption = 10,
    form: FormatOption = "table",
    as_csv: CsvOption = False,
    as_json: JsonOption = False,
    out: OutOption = None,
    proof: ProofOption = None,
) -> None:
    if as_csv and as_json:
        raise ChartError("Use --csv or --json, not both.")
    form = "json" if as_json else "csv" if as_csv else form
    if top < 0:
        raise ChartError(f"The number of hands must not be negative, but it is {top}.")
    if question.seats is None:
        check_view(view)
    else:
        resolve("views.position_charts:check_seat")(view, seat_names(question.seats))
    if proof is not None and question.seats is not None:
        raise ChartError("A proof is that of a chart of two. Remove --seats or --proof.", field="proof")
    check_target(proof, ending=".json")
    targets = [check_file(path, pages=question.seats is not None) for path in out or []]
    if form == "ranges" and not resolve("ranges.grid:has_grid")(question.rules):
        raise ChartError(f"Ranges of {question.game} are lists of thousands of hands: take --format csv.")
    if at is not None:
        question.grid.index(at)  # refuses a stack that is not on the chart before anything is solved
    if proof is not None:
        values = question.rules, question.grid, question.level, question.terms, question.sizes
        resolve("spots.proof:provable")(*values)
    chart = run_in_terminal(question)
    for path in targets:
        for written in write_chart(chart, path, view, at):
            print_status(f"Saved to {written}.")
    if proof is not None:
        resolve("spots.proof:prove_chart")(chart, proof)
        print_status(f"Saved to {proof}.")
    if as_json or as_csv or not targets:
        _show(chart, form, view, at, top)


def _views(seats: str) -> tuple[str, ...]:
    return ("both", *seat_names(int(seats))) if seats.isdecimal() else VIEWS


def check_file(path: Path, *, pages: bool = False) -> Path:
    """Return the path. Raises ChartError if its ending is unknown, SolutionError if no file can be there."""
    endings = sorted((*TEXT_FILES, *(SHEETS if pages else ENDINGS)))
    if path.suffix.lower() not in endings:
        names = ", ".join(endings[:-1])
        raise ChartError(f"The file '{path.name[:60]}' must end in {names} or {endings[-1]}.")
    check_target(path)
    return path


def write_chart(chart: Chart | PositionCharts, path: Path, view: str, at: float | None) -> list[Path]:
    """Write a chart in the format of the file's ending, CSV with a file of the stacks; return the files."""
    kind, files = path.suffix.lower(), import_module("jamfold.views.chart_files")
    if kind in SHEETS:
        is_positions = isinstance(chart, files.PositionCharts)
        draw = files.position_charts.save_positions if is_positions else files.save_figure
        return [draw(chart, path, view, at)]
    write_atomically(path, files.chart_text(chart, kind.removeprefix(".")))
    if kind == ".json":
        return [path]
    points = path.with_name(f"{path.stem}-points{path.suffix}")
    write_atomically(points, files.chart_text(chart, "points"))
    return [path, points]


def _show(chart: Chart | PositionCharts, form: str, view: str, at: float | None, top: int) -> None:
    files, screen = import_module("jamfold.views.chart_files"), console()
    if form == "table":
        screen.print(files.view_of(chart, view, at, top, screen.width))
    else:
        typer.echo(files.chart_text(chart, form), nl=False)

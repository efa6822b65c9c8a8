"""``jamfold chart``: the equilibrium over a range of stacks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jamfold.cli.asking import JsonOption, answered, asks
from jamfold.errors import ChartError
from jamfold.kept.whole import check_target, write_whole
from jamfold.questions.charts import ChartQuestion
from jamfold.ranges.grid import has_grid
from jamfold.spots.charts import Chart
from jamfold.spots.proof import provable, prove_chart
from jamfold.views.chart_export import chart_text
from jamfold.views.chart_figures import save_figure
from jamfold.views.chart_style import check_view
from jamfold.views.chart_tables import chart_view
from jamfold.views.figures import ENDINGS
from jamfold.views.terminal import console, say

FORMATS = ("table", "csv", "points", "ranges", "json")
TEXT_FILES = (".csv", ".json")

FormatOption = Annotated[
    str,
    typer.Option(
        "--format",
        help="table, json, or csv of the hands (csv), the stacks (points), the ranges (ranges).",
        metavar="FORMAT",
    ),
]
OutOption = Annotated[
    list[Path] | None,
    typer.Option("--out", help="Write .csv, .json, .png or .svg; may be repeated.", metavar="FILE"),
]
ProofOption = Annotated[
    Path | None,
    typer.Option("--proof", help="Write a proof that anybody can check (.json).", metavar="FILE"),
]
ViewOption = Annotated[
    str, typer.Option("--view", help="both, jam, call, or curves of the percentages.", metavar="VIEW")
]
AtOption = Annotated[
    float | None,
    typer.Option("--at", help="Stack at which families and edges are shown (near 10).", metavar="BB"),
]
TopOption = Annotated[
    int, typer.Option("--top", help="Hands to list on each side of the edge, Omaha games.", metavar="N")
]


@asks(ChartQuestion)
def chart(
    question: ChartQuestion,
    view: ViewOption = "both",
    at: AtOption = None,
    top: TopOption = 10,
    form: FormatOption = "table",
    as_json: JsonOption = False,
    out: OutOption = None,
    proof: ProofOption = None,
) -> None:
    form = "json" if as_json else form
    if form not in FORMATS:
        raise ChartError(f"Unknown format '{form[:40]}': the formats are {', '.join(FORMATS)}.")
    if top < 0:
        raise ChartError(f"The number of hands must not be negative, but it is {top}.")
    check_view(view)
    check_target(proof)
    targets = [check_file(path) for path in out or []]
    if form == "ranges" and not has_grid(question.rules):
        raise ChartError(f"Ranges of {question.game} are lists of thousands of hands: take --format csv.")
    if at is not None:
        question.grid.index(at)  # a stack that the chart does not have is told before anything is solved
    if proof is not None:
        provable(question.rules, question.grid, question.level, question.terms, question.sizes)
    made = answered(question)
    for path in targets:
        for written in write_chart(made, path, view, at):
            say(f"Saved to {written}.")
    if proof is not None:
        prove_chart(made, proof)
        say(f"Saved to {proof}.")
    if as_json or not targets:
        _show(made, form, view, at, top)


def _is_picture(path: Path) -> bool:
    return path.suffix.lower() in ENDINGS


def check_file(path: Path) -> Path:
    """The path itself, if a chart can be written under that name; asked before long work.

    Raises
    ------
    ChartError
        If its ending is unknown.
    SolutionError
        If no file can be put there.
    """
    if path.suffix.lower() not in (*TEXT_FILES, *ENDINGS):
        raise ChartError(f"The file '{path.name[:60]}' must end in .csv, .json, .png or .svg.")
    check_target(path)
    return path


def write_chart(made: Chart, path: Path, view: str, at: float | None) -> list[Path]:
    """Write a chart in the format of the file's ending; CSV takes a second file for the stacks.

    Returns the files written.
    """
    kind = path.suffix.lower()
    if _is_picture(path):
        return [save_figure(made, path, view, at)]
    write_whole(path, chart_text(made, kind.removeprefix(".")))
    if kind == ".json":
        return [path]
    points = path.with_name(f"{path.stem}-points{path.suffix}")
    write_whole(points, chart_text(made, "points"))
    return [path, points]


def _show(made: Chart, form: str, view: str, at: float | None, top: int) -> None:
    if form != "table":
        typer.echo(chart_text(made, form), nl=False)
        return
    screen = console()
    screen.print(chart_view(made, view, at, top, screen.width))

"""``jamfold chart``: the equilibrium over a range of stacks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jamfold.cli.boundary import say
from jamfold.cli.common import (
    AnteOption,
    BbAnteOption,
    BlindsOption,
    DeadOption,
    GameOption,
    JsonOption,
    SpotOptions,
    console,
)
from jamfold.errors import ChartError
from jamfold.kept.whole import check_target, write_whole
from jamfold.views.figures import ENDINGS

if TYPE_CHECKING:
    from jamfold.games import Game
    from jamfold.spots.charts import Chart
    from jamfold.spots.stacks import ChartStakes, StackGrid

FORMATS = ("table", "csv", "points", "ranges", "json")
TEXT_FILES = (".csv", ".json")

LowOption = Annotated[float, typer.Option("--from", help="Smallest stack, big blinds.", metavar="BB")]
HighOption = Annotated[float, typer.Option("--to", help="Largest stack, big blinds.", metavar="BB")]
StepOption = Annotated[float, typer.Option("--step", help="Step of the stacks, big blinds.", metavar="BB")]
SmallBlindOption = Annotated[
    float | None,
    typer.Option("--blind", help="Small blind in big blinds, no antes (default 0.5).", metavar="B"),
]
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


def chart(
    game: GameOption = None,
    low: LowOption = 1.0,
    high: HighOption = 25.0,
    step: StepOption = 0.1,
    blind: SmallBlindOption = None,
    blinds: BlindsOption = None,
    ante: AnteOption = None,
    bb_ante: BbAnteOption = None,
    dead: DeadOption = None,
    view: ViewOption = "both",
    at: AtOption = None,
    top: TopOption = 10,
    form: FormatOption = "table",
    as_json: JsonOption = False,
    out: OutOption = None,
) -> None:
    """Show at which stacks each hand is jammed and called in equilibrium.

    Stacks are in big blinds, before antes and blinds are posted; antes are in
    chips, in the measure of --blinds.  A hand counts as played where its chance
    is at least one half; where it is indifferent it is marked as free.
    """
    from jamfold.ranges.grid import has_grid
    from jamfold.spots.stacks import StackGrid
    from jamfold.views.chart_figures import check_view

    form = "json" if as_json else form
    if form not in FORMATS:
        raise ChartError(f"Unknown format '{form[:40]}': the formats are {', '.join(FORMATS)}.")
    if top < 0:
        raise ChartError(f"The number of hands must not be negative, but it is {top}.")
    check_view(view)
    targets = [check_file(path) for path in out or []]
    rules = SpotOptions(game, None, None, None, None, None).rules()
    if form == "ranges" and not has_grid(rules):
        raise ChartError(f"Ranges of {rules.name} are lists of thousands of hands: take --format csv.")
    grid, stakes = StackGrid(low, high, step), chart_stakes(blind, blinds, ante, bb_ante, dead)
    if at is not None:
        grid.index(at)  # a stack that the chart does not have is told before anything is solved
    made = solve_chart(rules, grid, stakes)
    for path in targets:
        for written in write_chart(made, path, view, at):
            say(f"Saved to {written}.")
    if as_json or not targets:
        _show(made, form, view, at, top)


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


def chart_stakes(
    blind: float | None,
    blinds: tuple[float, float] | None,
    ante: float | None,
    bb_ante: float | None,
    dead: float | None,
) -> ChartStakes:
    """The stakes that the options describe.

    Raises
    ------
    ChartError
        If --blind stands beside blinds or antes in chips.
    """
    from jamfold.spots.stacks import PlainStakes, TableStakes

    chips = (blinds, ante, bb_ante, dead)
    if all(value is None for value in chips):
        return PlainStakes(0.5 if blind is None else blind)
    if blind is not None:
        raise ChartError("Give the small blind as --blind, or --blinds and antes in chips, not both.")
    return TableStakes(blinds or (5.0, 10.0), ante or 0.0, bb_ante or 0.0, dead or 0.0)


def solve_chart(game: Game, grid: StackGrid, stakes: ChartStakes) -> Chart:
    """Solve the sweep with its progress on stderr."""
    from jamfold.cli.building import build_progress
    from jamfold.spots import solve
    from jamfold.spots.charts import make_chart
    from jamfold.spots.stacks import games_on

    games_on(grid, stakes)  # a bad stack is told before a table is built
    with build_progress(f"{game.title} table") as building:
        solve.load_payoffs(game, building)
    with build_progress("chart") as solving:
        return make_chart(game, grid, stakes, progress=solving)


def write_chart(made: Chart, path: Path, view: str, at: float | None) -> list[Path]:
    """Write a chart in the format of the file's ending; CSV takes a second file for the stacks.

    Returns the files written.
    """
    from jamfold.views import chart_export

    kind = path.suffix.lower()
    if kind in ENDINGS:
        from jamfold.views.chart_figures import save_figure

        return [save_figure(made, path, view, at)]
    if kind == ".json":
        write_whole(path, chart_export.as_json(made))
        return [path]
    points = path.with_name(f"{path.stem}-points{path.suffix}")
    write_whole(path, chart_export.hands_csv(made))
    write_whole(points, chart_export.points_csv(made))
    return [path, points]


def _show(made: Chart, form: str, view: str, at: float | None, top: int) -> None:
    from jamfold.views import chart_export, range_text

    texts: dict[str, Callable[[Chart], str]] = {
        "csv": chart_export.hands_csv,
        "points": chart_export.points_csv,
        "ranges": range_text.ranges_csv,
        "json": chart_export.as_json,
    }
    if form in texts:
        typer.echo(texts[form](made), nl=False)
        return
    from jamfold.views.chart_tables import chart_view

    screen = console()
    screen.print(chart_view(made, view, at, top, screen.width))

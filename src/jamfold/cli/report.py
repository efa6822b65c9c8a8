"""``jamfold report``: published tables beside this program's."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jamfold.cli.boundary import say
from jamfold.cli.common import GameOption, JsonOption, console, print_json
from jamfold.errors import ChartError
from jamfold.kept.whole import check_target, write_whole

if TYPE_CHECKING:
    from jamfold.views.report import StackRow

FORMATS = ("table", "markdown", "json")

app = typer.Typer(help="Compare with published tables.")

FormatOption = Annotated[str, typer.Option("--format", help="table, markdown or json.", metavar="FORMAT")]
OutOption = Annotated[
    Path | None, typer.Option("--out", help="Write Markdown to a file instead.", metavar="FILE")
]


@app.callback()
def _report() -> None:
    """Compare with published tables."""


@app.command("stacks")
def stacks(
    game: GameOption = None,
    form: FormatOption = "table",
    as_json: JsonOption = False,
    out: OutOption = None,
) -> None:
    """Jam and call percentages at s = 2 to 20: published, 50 iterations, exact.

    All published games (holdem, omaha, omaha-hilo) unless one is named.
    """
    from jamfold.views.report import PUBLISHED, as_markdown, stack_report

    form = "json" if as_json else form
    if form not in FORMATS:
        raise ChartError(f"Unknown format '{form[:40]}': the formats are {', '.join(FORMATS)}.")
    if game is not None and game not in PUBLISHED:
        raise ChartError(f"No table is published for '{game[:40]}': there are {', '.join(PUBLISHED)}.")
    check_target(out)
    names = tuple(PUBLISHED) if game is None else (game,)
    _load(names)
    from jamfold.cli.building import build_progress

    with build_progress("report") as progress:
        rows = stack_report(names, progress=progress)
    if out is not None:
        write_whole(out, as_markdown(rows))
        say(f"Saved to {out}.")
    elif form == "json":
        print_json([row.as_dict() for row in rows])
    elif form == "markdown":
        typer.echo(as_markdown(rows), nl=False)
    else:
        _show(rows)


def _load(names: Sequence[str]) -> None:
    """Build the tables that are missing, with their own progress."""
    from jamfold.cli.building import build_progress
    from jamfold.games import find_game
    from jamfold.spots import solve

    for name in names:
        rules = find_game(name)
        with build_progress(f"{rules.title} table") as building:
            solve.load_payoffs(rules, building)


def _show(rows: Sequence[StackRow]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD)
    table.add_column("game")
    headings = (
        "s",
        "published",
        "50 iterations",
        "epsilon, bb",
        "exact",
        "exact - published",
        "value sb, bb",
    )
    for heading in headings:
        table.add_column(heading, justify="right")
    for row in rows:
        table.add_row(
            row.game.name,
            f"{row.s:g}",
            "{} / {}".format(*row.published),
            "{:.2f} / {:.2f}".format(*row.played),
            f"{row.played_epsilon:.1e}",
            "{:.2f} / {:.2f}".format(*row.exact),
            "{:+.2f} / {:+.2f}".format(*row.difference),
            f"{row.value:+.6f}",
        )
    screen = console()
    screen.print(Text("Jam / call, percent of all hands; b = 0.5, no ante", style="bold"), table)
    agree, exact = sum(row.agrees for row in rows), sum(row.exact_agrees for row in rows)
    screen.print(
        Text(
            f"To the printed digit: 50 iterations give {agree} of {len(rows)} published pairs, "
            f"the exact equilibrium {exact}. Exact to {max(row.epsilon for row in rows):.0e} bb."
        )
    )

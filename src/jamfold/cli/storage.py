"""``jamfold tables``: build, list, verify, remove and read what is kept."""

from __future__ import annotations

from typing import Annotated

import typer

from jamfold.cases.installation import TablesListRequest, TablesShowRequest
from jamfold.cases.view_spec import resolve, view_spec_of
from jamfold.cli.commands import GROUPS
from jamfold.cli.request_command import (
    HelpfulGroup,
    JsonOption,
    RequestCommand,
    completions_of,
    with_request_options,
)
from jamfold.cli.rows import add_commands, run_row
from jamfold.core.errors import TableError

app = typer.Typer(cls=HelpfulGroup, help=GROUPS["tables"])

GamesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--game",
        help="A game; may be repeated.",
        metavar="GAME",
        autocompletion=lambda: completions_of(TablesShowRequest.field_specs()["game"]),
    ),
]


@app.command("build", cls=RequestCommand)
def build(
    game: GamesOption = None,
    outcomes: Annotated[
        bool, typer.Option("--outcomes", help="Also outcome tables: wins, ties and pot shares.")
    ] = False,
    threeway: Annotated[
        bool,
        typer.Option("--threeway", help="Also three-way tables, for games that have them, with --outcomes."),
    ] = False,
) -> None:
    """Build missing or damaged tables, for all games or the ones given.

    A build that was cut off goes on where it was.  Omaha comes with Omaha Hi/Lo.
    """
    resolve("cli.stored_tables:build_tables")(game, outcomes=outcomes, threeway=threeway)


@app.command("list", cls=RequestCommand)
@with_request_options(TablesListRequest)
def list_(question: TablesListRequest, as_json: JsonOption = False) -> None:
    answer = run_row(view_spec_of(TablesListRequest), question, as_json=as_json)
    if not as_json:
        class_tables = sum(table.kind == "class table" for table in answer.tables)
        resolve("cli.stored_tables:say_stored")(class_tables)


@app.command("verify", cls=RequestCommand)
def verify(game: GamesOption = None) -> None:
    """Verify all checksums; exits with code 1 if anything is damaged."""
    resolve("cli.stored_tables:verify_tables")(game)


@app.command("remove", cls=RequestCommand)
def remove(
    game: GamesOption = None,
    everything: Annotated[bool, typer.Option("--all", help="Remove what is stored for all games.")] = False,
) -> None:
    """Delete a game's tables, stored results and unfinished builds."""
    if bool(game) == everything:
        raise TableError("Say which table to remove: --game GAME, or --all.")
    resolve("cli.stored_tables:remove_tables")(game, everything=everything)


add_commands(app, "tables", "show")

"""``jamfold equity``: who gets what share of the pot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from jamfold.cli.boundary import say
from jamfold.cli.common import JsonOption, console, print_json

if TYPE_CHECKING:
    from jamfold.calculator.results import EquityResult


def equity(
    players: Annotated[
        list[str], typer.Argument(help='Hands ("AsKsQh2d"), parts of hands or ranges ("AA$ds,KK", "22+").')
    ],
    game: Annotated[str, typer.Option("--game", help="The game.", metavar="GAME")] = "omaha",
    board: Annotated[str, typer.Option("--board", help="3, 4 or 5 board cards.", metavar="CARDS")] = "",
    dead: Annotated[str, typer.Option("--dead", help="Cards nobody can hold.", metavar="CARDS")] = "",
    exact: Annotated[bool, typer.Option("--exact", help="Exact, however long it takes.")] = False,
    deals: Annotated[int | None, typer.Option("--deals", help="Sample N deals.", metavar="N")] = None,
    error: Annotated[
        float | None,
        typer.Option(
            "--error", help="Sample until every standard error is at most E, such as 0.001.", metavar="E"
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Seed of the deals.", metavar="S")] = None,
    notation: Annotated[
        str | None, typer.Option("--notation", help="classic or generic.", metavar="NOTATION")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Equities of two to nine players, exact where that takes seconds, else sampled.

    Ctrl-C ends sampling with the deals drawn so far.
    """
    from jamfold.calculator.calculate import equity as calculate
    from jamfold.cli.building import build_progress
    from jamfold.games import find_game

    rules = find_game(game)
    with build_progress(rules.title) as progress:
        result = calculate(
            rules,
            players,
            board,
            dead,
            exact=exact or None,
            deals=deals,
            error=error,
            seed=seed,
            notation=notation,
            progress=progress,
        )
    for warning in result.warnings:
        say(f"Warning: {warning}")
    if as_json:
        print_json(result.as_json())
        return
    console().print(equity_view(result))


def equity_view(result: EquityResult) -> Any:
    """The result as a table."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from jamfold.calculator.results import outcome_lines

    columns = {"equity": "equity", "win": "win", "tie": "tie"}
    if result.game.split_low:
        columns = {
            "equity": "equity",
            "high": "high",
            "low": "low",
            "scoop": "scoop",
            "quartered": "quartered",
        }
    if not result.exact:
        columns["standard_error"] = "+-"
    table = Table(box=SIMPLE_HEAD)
    table.add_column("player", overflow="fold")
    table.add_column("hands", justify="right")
    for heading in columns.values():
        table.add_column(heading, justify="right")
    for one in result.players:
        values = (getattr(one, name) for name in columns)
        table.add_row(
            one.text,
            f"{one.combinations:,}",
            *("" if value is None else f"{100 * value:.4f} %" for value in values),
        )
    parts: list[Any] = [table]
    parts += [Text(line) for line in outcome_lines(result.outcomes)]
    parts.append(Text(f"{result.game.title}: {result.method}."))
    if result.order is not None:
        parts.append(Text(f"Percentages go by {result.order}."))
    if result.seed is not None:
        parts.append(Text(f"Seed {result.seed}."))
    return Group(*parts)

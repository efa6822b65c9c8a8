"""``jamfold tables``: build, list, verify, remove, merge and read the class tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from jamfold.cli.common import JsonOption, console, print_json
from jamfold.errors import TableError
from jamfold.games import GAMES, Game, find_game
from jamfold.views.terminal import say

FAILED = 1

app = typer.Typer(help="The exact class tables: build, list, verify, remove, merge, look up.")

GamesOption = Annotated[
    list[str] | None, typer.Option("--game", help="A game; may be repeated.", metavar="GAME")
]


def _games(names: list[str] | None) -> list[Game]:
    return [find_game(name) for name in names] if names else list(GAMES.values())


@app.command("build")
def build(
    game: GamesOption = None,
    blocks: Annotated[
        str | None,
        typer.Option("--blocks", help="Make only part K of N, for `tables merge`.", metavar="K/N"),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="The file for that part.", metavar="FILE")] = None,
) -> None:
    """Build tables: all of them, or those of the games given; good ones stay as they are.

    A build that was cut off goes on where it was.  Omaha comes with Omaha Hi/Lo.
    """
    from jamfold.cli.building import build_progress
    from jamfold.kept import store
    from jamfold.tables import build

    if blocks is not None:
        _build_part(game, blocks, out)
        return
    if out is not None:
        raise TableError("--out names the file of a part: it goes with --blocks.")
    # The games with most planes first: their builds yield the others' tables too.
    for one in sorted(_games(game), key=lambda g: -len(build.companions(g))):
        _drop_damaged(one)
        with build_progress(one.title) as progress:
            made = build.build_table(one, progress)
        for other in made:
            say(f"Built {store.table_path(other)} in {store.read_record(other)['built_seconds']:.1f} s.")


def _build_part(games: list[str] | None, blocks: str, out: Path | None) -> None:
    from jamfold.cli.building import build_progress
    from jamfold.tables.build import build_part

    if not games or len(games) != 1:
        raise TableError("--blocks makes a part of one table: name its game with --game.")
    chosen = find_game(games[0])
    try:
        number, of = (int(word) for word in blocks.split("/"))
    except ValueError:
        raise TableError(f"'{blocks[:40]}' is no part: K/N is two whole numbers, such as 2/4.") from None
    path = out or Path(f"{chosen.name}-part-{number}-of-{of}.npz")
    with build_progress(chosen.title) as progress:
        made = build_part(chosen, number, of, path, progress)
    say(f"Wrote {len(made)} blocks to {path}.")


def _drop_damaged(game: Game) -> None:
    """Remove a table whose bytes are not those that were written, so that it is built anew."""
    from jamfold.kept import store

    if not store.record_path(game).exists():
        return
    try:
        store.verify(game)
    except TableError as error:
        say(str(error))
        store.remove(game)


@app.command("merge")
def merge(files: Annotated[list[Path], typer.Argument(help="Parts that together make one table.")]) -> None:
    """Make tables from the parts that `tables build --blocks K/N` wrote, here or elsewhere."""
    from jamfold.cli.building import build_progress
    from jamfold.kept import store
    from jamfold.tables import build

    with build_progress("merging") as progress:
        made = build.merge_parts(files, progress)
    for game in made:
        say(f"Built {store.table_path(game)}.")
    if not made:
        say("The tables are already there.")


@app.command("list")
def list_(as_json: JsonOption = False) -> None:
    """Show the tables that are there, their size, checksum and what building took."""
    from jamfold.kept import store

    found = []
    for game in GAMES.values():
        try:
            record = store.open_table(game).record
        except TableError:
            continue
        found.append(
            {
                "game": game.name,
                "path": str(store.table_path(game)),
                **{key: record.get(key) for key in ("bytes", "sha256", "built_seconds", "peak_memory_bytes")},
            }
        )
    if as_json:
        print_json(found)
        return
    console().print(_list_view(found))
    if len(found) < len(GAMES):
        say(f"Tables are kept in {store.tables_folder()}; `jamfold tables build` makes the missing ones.")


def _list_view(found: list[dict[str, Any]]) -> Any:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD)
    for heading, side in (
        ("game", "left"), ("MB", "right"), ("built in, s", "right"), ("peak memory, MB", "right"),
        ("sha256", "left"), ("file", "left"),
    ):  # fmt: skip
        table.add_column(heading, justify=side, overflow="fold")  # type: ignore[arg-type]
    for row in found:
        peak = row["peak_memory_bytes"]
        table.add_row(
            row["game"],
            f"{row['bytes'] / 1e6:,.1f}",
            f"{row['built_seconds']:.1f}",
            "" if peak is None else f"{peak / 1e6:,.0f}",
            row["sha256"][:16],
            row["path"],
        )
    return table


@app.command("verify")
def verify(game: GamesOption = None) -> None:
    """Read whole tables and compare them with their checksums; exit code 1 if one is damaged."""
    from jamfold.cli.building import build_progress
    from jamfold.kept import store

    damaged = False
    for one in _games(game):
        if game is None and not store.record_path(one).exists() and not store.table_path(one).exists():
            continue
        try:
            with build_progress(one.title) as progress:
                store.verify(one, lambda share, report=progress: report("reading", share))  # type: ignore[misc]
        except TableError as error:
            say(str(error))
            damaged = True
        else:
            typer.echo(f"{one.name}: good")
    if damaged:
        raise typer.Exit(FAILED)


@app.command("remove")
def remove(
    game: GamesOption = None,
    everything: Annotated[bool, typer.Option("--all", help="Remove the tables of all games.")] = False,
) -> None:
    """Delete tables and unfinished builds; they can be built again."""
    from jamfold.kept import store
    from jamfold.tables import build

    if bool(game) == everything:
        raise TableError("Say which table to remove: --game GAME, or --all.")
    for one in _games(game):
        found = store.remove(one)
        found |= build.remove_unfinished(one)
        if found or not everything:
            say(f"Removed {one.name}." if found else f"There is no table of {one.name}.")


@app.command("show")
def show(
    hand1: Annotated[str, typer.Argument(help="A hand, such as AsAhKsKh.")],
    hand2: Annotated[str, typer.Argument(help="A hand; suits matter only within each hand.")],
    game: Annotated[str, typer.Option("--game", help="The game.", metavar="GAME")] = "omaha",
    as_json: JsonOption = False,
) -> None:
    """Class against class, exactly: all placements of the second hand, all boards."""
    from jamfold.cli.building import build_progress
    from jamfold.counting.classes import hand_classes
    from jamfold.tables import load_table
    from jamfold.tables.matchup import class_matchup

    rules = find_game(game)
    classes = hand_classes(rules)
    i, j = classes.index(hand1), classes.index(hand2)
    with build_progress(rules.title) as progress:
        table = load_table(rules, progress)
    found = class_matchup(table, i, j)
    if as_json:
        print_json(
            {
                "game": rules.name,
                "class1": i,
                "class2": j,
                "hand1": classes.name(i),
                "hand2": classes.name(j),
                "placements": found.placements,
                "boards": rules.n_boards,
                "margin_unit": rules.margin_unit,
                "margin": found.margin,
                "equity": found.equity,
            }
        )
        return
    typer.echo(f"{rules.title}: class {i} ({classes.name(i)}) against class {j} ({classes.name(j)})")
    if found.equity is None:
        typer.echo("No hand of the second class is left when the first is dealt.")
        return
    unit = "wins minus losses" if rules.margin_unit == 1 else "twice the difference of the pot shares"
    typer.echo(f"placements {found.placements}, boards {rules.n_boards:,} each")
    typer.echo(f"margin     {found.margin:,} ({unit})")
    typer.echo(f"equity     {100 * found.equity:.6f} %")

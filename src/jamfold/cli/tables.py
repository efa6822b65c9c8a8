"""``jamfold tables``: build, list, verify, remove and read what is kept."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from jamfold.cli.asking import HelpfulGroup, JsonOption
from jamfold.counting.classes import hand_classes
from jamfold.errors import TableError, UnavailableError, UnusableError
from jamfold.flop.distribution import distribution_item
from jamfold.games import GAMES, Game, check_threeway, find_game
from jamfold.kept.item import Item
from jamfold.kept.record import Record
from jamfold.spots.table.runs import begun_searches
from jamfold.tables.build import build_table
from jamfold.tables.class_table import check_supported, companions, table_item, tables_folder
from jamfold.tables.factored.build import build_factors
from jamfold.tables.factored.factors import center_item, factors_item, has_files, has_shared, shared_store
from jamfold.tables.factored.footprint import factor_notice
from jamfold.tables.margins import load_sums, sums_notice
from jamfold.tables.matchup import class_matchup
from jamfold.tables.needs import build_notice, threeway_notice
from jamfold.tables.outcome_table import outcomes_item
from jamfold.tables.outcomes import load_outcomes, outcome_notice
from jamfold.tables.threeway import load_threeway
from jamfold.tables.threeway_table import threeway_item
from jamfold.tournaments.kept_future import begun_futures
from jamfold.tournaments.kept_tournaments import kept_items
from jamfold.tournaments.three_keeping import kept_three
from jamfold.views.progress import build_progress
from jamfold.views.terminal import console, print_json, say

FAILED = 1

app = typer.Typer(
    cls=HelpfulGroup, help="The class tables and all else that is kept: build, list, verify, remove, look up."
)

GamesOption = Annotated[
    list[str] | None, typer.Option("--game", help="A game; may be repeated.", metavar="GAME")
]


def _games(names: list[str] | None) -> list[Game]:
    return [find_game(name) for name in names] if names else list(GAMES.values())


def _to_build(names: list[str] | None) -> list[Game]:
    """The games to build for; those that need gigabytes of factors only if they are named."""
    return [one for one in _games(names) if names or one.has_class_table]


def _items(games: list[Game], *, named: bool = False) -> list[Item]:
    """Everything kept for some games: class tables and what stands beside them, flops, tournaments.

    Factors of which nothing is on disk are left out unless the games are `named`: their forms take
    seconds to count.
    """
    tables = [table_item(one) for one in games if one.has_class_table]
    factors = [
        factors_item(one)
        for one in games
        if not one.has_class_table and (named or has_files(f"{one.name}.factors"))
    ]
    outcomes = [outcomes_item(one) for one in games if one.has_class_table]
    threeways = [threeway_item(one) for one in games if one.has_threeway_table]
    names = {one.name for one in games}
    centers = [center_item(one) for one in games if one.has_factors and has_files(f"{one.name}.cluster")]
    kept = (*tables, *factors, *outcomes, *threeways, *centers, distribution_item())
    others = [item for item in kept if item.identity["game"] in names]
    begun = [item for one in games for item in (*begun_searches(one), *begun_futures(one))]
    return [*others, *kept_items(games), *kept_three(games), *begun]


@app.command("build")
def build(
    game: GamesOption = None,
    outcomes: Annotated[
        bool, typer.Option("--outcomes", help="Also the planes that tell wins, ties and parts of pots apart.")
    ] = False,
    threeway: Annotated[
        bool,
        typer.Option(
            "--threeway", help="Also the three-way tables, for the games that have one, with --outcomes."
        ),
    ] = False,
) -> None:
    """Build tables: all of them, or those of the games given; good ones stay as they are.

    A build that was cut off goes on where it was.  Omaha comes with Omaha Hi/Lo.
    """
    if threeway and game is not None:
        for one in _games(game):
            check_threeway(one)
    if outcomes and game is not None:
        for one in _games(game):
            check_supported(one)
    # The games with most planes first: their builds yield the others' tables too.
    for one in sorted(_to_build(game), key=lambda g: -len(companions(g))):
        if not one.has_class_table:
            _build_factors(one)
            continue
        _drop_damaged(table_item(one))
        notice = build_notice(one)
        if notice is not None:
            say(notice)
        with build_progress(one.title) as progress:
            made = build_table(one, progress)
        for item in map(table_item, made):
            _say_built(item)
        if outcomes or (threeway and one.has_threeway_table):
            _build_outcomes(one)
        if threeway and one.has_threeway_table:
            _build_threeway(one)


def _build_factors(game: Game) -> None:
    item = factors_item(game)
    _drop_damaged(item)
    notice = factor_notice(game)
    if notice is not None:
        say(notice)
    with build_progress(game.title) as progress:
        built = build_factors(game, progress)
    if built:
        _say_built(item)


def _build_outcomes(game: Game) -> None:
    item = outcomes_item(game)
    _drop_damaged(item)
    notice = outcome_notice(game)
    if notice is not None:
        say(notice)
    known = item.is_there()
    with build_progress(game.title) as progress:
        load_outcomes(game, progress)
    if not known and item.is_there():
        _say_built(item)


def _build_threeway(game: Game) -> None:
    item = threeway_item(game)
    _drop_damaged(item)
    notice = threeway_notice(game)
    if notice is not None:
        say(notice)
    known = item.is_there()
    with build_progress(item.title) as progress:
        load_threeway(game, progress)
    if not known:
        _say_built(item)


def _say_built(item: Item) -> None:
    say(f"Built {item.path} in {item.read_record().built_seconds or 0:.1f} s.")


def _drop_damaged(item: Item) -> None:
    """Have an item built anew whose bytes are not those that were written."""
    if not item.record_path.exists():
        return
    try:
        item.verify()
    except UnusableError as error:
        say(str(error))
        with item.locked():
            item.invalidate()


@app.command("list")
def list_(as_json: JsonOption = False) -> None:
    """Show what is kept: size, checksum, what it serves and what building it took."""
    rows = []
    for item in _items(list(GAMES.values())):
        try:
            record = item.open().record
        except UnusableError:
            item.tidy(finished=False)
            continue
        except UnavailableError as error:
            say(str(error))
            continue
        item.tidy(finished=True)
        rows += [_row(item, record, array) for array in _listed(item)]
    if as_json:
        print_json(rows)
        return
    console().print(_list_view(rows))
    if sum(row["kind"] == "class table" for row in rows) < len(_to_build(None)):
        say(f"Tables are kept in {tables_folder()}; `jamfold tables build` makes the missing ones.")
    _say_shared()


def _say_shared() -> None:
    """Say what workers of a cluster keep in the data folder."""
    for game in GAMES.values():
        if has_shared(game):
            store = shared_store(game)
            there = store.there()
            size = store.bytes_of(there) / 1e6
            say(f"Blocks of {game.name} for a cluster: {len(there)}, {size:,.1f} MB, in {store.folder}.")


def _listed(item: Item) -> list[str]:
    """The arrays of an item that are worth a row: its first, and others as large."""
    if item.one_row:
        return [next(iter(item.forms))]
    most = next(iter(item.forms.values())).file_bytes
    return [name for name, form in item.forms.items() if form.file_bytes == most]


def _row(item: Item, record: Record, array: str) -> dict[str, Any]:
    path = item.array_path(array)
    return {
        "game": item.identity["game"],
        "kind": item.kind if len(_listed(item)) == 1 else f"{item.kind}, {array.replace('_', ' ')}",
        "serves": item.serves,
        "path": str(path),
        "bytes": item.total_bytes if item.one_row else path.stat().st_size,
        "sha256": record.sha256[array],
        "built_seconds": record.built_seconds,
        "peak_memory_bytes": record.peak_memory_bytes,
    }


def _list_view(rows: list[dict[str, Any]]) -> Any:
    table = Table(box=SIMPLE_HEAD)
    for heading, side in (
        ("game", "left"), ("kind", "left"), ("serves", "left"), ("MB", "right"), ("built in, s", "right"),
        ("peak, MB", "right"), ("sha256", "left"), ("file", "left"),
    ):  # fmt: skip
        table.add_column(heading, justify=side, overflow="fold")  # type: ignore[arg-type]
    for row in rows:
        seconds, peak = row["built_seconds"], row["peak_memory_bytes"]
        table.add_row(
            row["game"],
            row["kind"],
            row["serves"],
            f"{row['bytes'] / 1e6:,.1f}",
            "" if seconds is None else f"{seconds:.1f}",
            "" if peak is None else f"{peak / 1e6:,.0f}",
            row["sha256"][:8],
            row["path"],
        )
    return table


@app.command("verify")
def verify(game: GamesOption = None) -> None:
    """Read everything kept and compare it with its checksums; exit code 1 if something is damaged."""
    damaged = False
    for item in _items(_games(game), named=game is not None):
        required = game is not None and item.kind in ("class table", "factors")
        if not required and not item.record_path.exists() and not item.path.exists():
            continue
        try:
            with build_progress(item.title) as progress:
                item.verify(progress)
        except UnusableError as error:
            say(str(error))
            damaged = True
        else:
            typer.echo(f"{item.name}: good")
    if damaged:
        raise typer.Exit(FAILED)


@app.command("remove")
def remove(
    game: GamesOption = None,
    everything: Annotated[bool, typer.Option("--all", help="Remove what is kept for all games.")] = False,
) -> None:
    """Delete tables, all else that is kept for a game, and unfinished builds; they can be built again."""
    if bool(game) == everything:
        raise TableError("Say which table to remove: --game GAME, or --all.")
    for one in _games(game):
        removed = [*(_removed(item) for item in _items([one])), _removed_shared(one)]
        if any(removed) or not everything:
            say(f"Removed {one.name}." if any(removed) else f"There is no table of {one.name}.")


def _removed(item: Item) -> bool:
    """Remove an item when nobody is building it; returns whether there was anything of it."""
    if not item.folder.is_dir():
        return False
    with build_progress(item.title) as progress, item.locked(progress):
        return item.remove()


def _removed_shared(game: Game) -> bool:
    """Remove what workers of a cluster keep here; those that are at work make it anew."""
    return has_shared(game) and shared_store(game).remove()


@app.command("show")
def show(
    hand1: Annotated[str, typer.Argument(help="A hand, such as AsAhKsKh.")],
    hand2: Annotated[str, typer.Argument(help="A hand; suits matter only within each hand.")],
    game: Annotated[str, typer.Option("--game", help="The game.", metavar="GAME")] = "omaha",
    as_json: JsonOption = False,
) -> None:
    """Class against class, exactly: all placements of the second hand, all boards."""
    rules = find_game(game)
    classes = hand_classes(rules)
    i, j = classes.index(hand1), classes.index(hand2)
    if (notice := sums_notice(rules)) is not None:
        say(notice)
    with build_progress(rules.title) as progress:
        table = load_sums(rules, progress)
    matchup = class_matchup(table, i, j)
    if as_json:
        print_json(
            {
                "game": rules.name,
                "class1": i,
                "class2": j,
                "hand1": classes.name(i),
                "hand2": classes.name(j),
                "placements": matchup.placements,
                "boards": rules.n_boards,
                "margin_unit": rules.margin_unit,
                "margin": matchup.margin,
                "equity": matchup.equity,
            }
        )
        return
    typer.echo(f"{rules.title}: class {i} ({classes.name(i)}) against class {j} ({classes.name(j)})")
    if matchup.equity is None:
        typer.echo("No hand of the second class is left when the first is dealt.")
        return
    unit = "wins minus losses" if rules.margin_unit == 1 else "twice the difference of the pot shares"
    typer.echo(f"placements {matchup.placements}, boards {rules.n_boards:,} each")
    typer.echo(f"margin     {matchup.margin:,} ({unit})")
    typer.echo(f"equity     {100 * matchup.equity:.6f} %")

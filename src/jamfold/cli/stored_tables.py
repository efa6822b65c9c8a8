"""Class tables, factors and outcome tables on disk: ``jamfold tables`` builds, verifies and removes them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import typer

from jamfold.cards.games import GAMES, Game, check_threeway, find_game
from jamfold.cases.answers.tables import items_of
from jamfold.class_tables.build import build_notice, build_table
from jamfold.class_tables.class_table import check_supported, companions, table_item, tables_folder
from jamfold.class_tables.factored.factors import (
    build_factors,
    factor_notice,
    factors_item,
    has_shared,
    shared_store,
)
from jamfold.class_tables.outcome_build import load_outcomes, outcome_notice, outcomes_item
from jamfold.class_tables.threeway_build import load_threeway, threeway_item, threeway_notice
from jamfold.core.errors import UnusableError
from jamfold.core.storage.folder import stored_parts
from jamfold.core.storage.items import Artifact
from jamfold.views.installation import stored_line
from jamfold.views.terminal import build_progress, print_status

FAILED = 1


def _games(names: list[str] | None) -> list[Game]:
    return [find_game(name) for name in names] if names else list(GAMES.values())


def _to_build(names: list[str] | None) -> list[Game]:
    """The games to build for; those that need gigabytes of factors only if they are named."""
    return [game for game in _games(names) if names or game.has_class_table]


def build_tables(game: list[str] | None, *, outcomes: bool, threeway: bool) -> None:
    """Build what is missing or damaged, for all games or the named ones."""
    if threeway and game is not None:
        for selected in _games(game):
            check_threeway(selected)
    if outcomes and game is not None:
        for selected in _games(game):
            check_supported(selected)
    # The games with most planes first: their builds yield the others' tables too.
    for selected in sorted(_to_build(game), key=lambda g: -len(companions(g))):
        if not selected.has_class_table:
            _build_item(selected, factors_item(selected), selected.title, factor_notice, build_factors)
            continue
        _drop_damaged(table_item(selected))
        _say(build_notice(selected))
        with build_progress(selected.title) as progress:
            built = build_table(selected, progress)
        for item in map(table_item, built):
            _say_built(item)
        if outcomes or (threeway and selected.has_threeway_table):
            make = partial(load_outcomes, must_keep=True)
            _build_item(selected, outcomes_item(selected), selected.title, outcome_notice, make)
        if threeway and selected.has_threeway_table:
            item = threeway_item(selected)
            _build_item(selected, item, item.title, threeway_notice, load_threeway)


def _build_item(
    game: Game, item: Artifact, title: str, notice: Callable[[Game], str | None], make: Callable[..., Any]
) -> None:
    """Build a stored item of a game, if it is missing or damaged."""
    _drop_damaged(item)
    _say(notice(game))
    was_there = item.is_there()
    with build_progress(title) as progress:
        make(game, progress)
    if not was_there and item.is_there():
        _say_built(item)


def _say(notice: str | None) -> None:
    if notice is not None:
        print_status(notice)


def _say_built(item: Artifact) -> None:
    print_status(f"Built {item.path} in {item.read_record().built_seconds or 0:.1f} s.")


def _drop_damaged(item: Artifact) -> None:
    """Have an item built anew whose bytes are not those that were written."""
    if not item.record_path.exists():
        return
    try:
        item.verify()
    except UnusableError as error:
        print_status(str(error))
        with item.locked():
            item.invalidate()


def say_stored(tables: int) -> None:
    """Say where tables are stored, if some of the class tables are missing, and how much all data take."""
    if tables < len(_to_build(None)):
        print_status(
            f"Tables are stored in {tables_folder()}; build missing ones with `jamfold tables build`."
        )
    _say_shared()
    print_status(stored_line(stored_parts()))


def _say_shared() -> None:
    """Say what workers of a cluster keep in the data folder."""
    for game in GAMES.values():
        if has_shared(game):
            store = shared_store(game)
            blocks = store.present()
            size = store.bytes_of(blocks) / 1e6
            print_status(
                f"Blocks of {game.name} for a cluster: {len(blocks)}, {size:,.1f} MB, in {store.folder}."
            )


def verify_tables(game: list[str] | None) -> None:
    """Verify all checksums; exit with code 1 if anything is damaged."""
    damaged = False
    absent = [selected for selected in _games(game) if game is not None and not _is_kept(selected)]
    for item in items_of(_games(game), named=game is not None):
        if not item.record_path.exists() and not item.path.exists():
            continue
        try:
            with build_progress(item.title) as progress:
                item.verify(progress)
        except UnusableError as error:
            print_status(str(error))
            damaged = True
        else:
            typer.echo(f"{item.name}: good")
    if damaged:
        raise typer.Exit(FAILED)
    if absent:
        names = " and ".join(selected.name for selected in absent)
        raise UnusableError(
            f"Nothing to verify: there is no table for {names}. Build it with `jamfold tables build`."
        )


def _is_kept(game: Game) -> bool:
    """Return whether a part of the class table or of the factors of a game is there, whole or not."""
    required = ("class table", "factors")
    items = [item for item in items_of([game], named=True) if item.kind in required]
    return any(item.record_path.exists() or item.path.exists() for item in items)


def remove_tables(game: list[str] | None, *, everything: bool) -> None:
    """Delete the stored items of the named games, or of all."""
    for selected in _games(game):
        removed = [*(_removed(item) for item in items_of([selected])), _removed_shared(selected)]
        if any(removed) or not everything:
            print_status(
                f"Removed {selected.name}." if any(removed) else f"There is no table of {selected.name}."
            )


def _removed(item: Artifact) -> bool:
    """Remove an item when nobody is building it; returns whether there was anything of it."""
    if not item.folder.is_dir():
        return False
    with build_progress(item.title) as progress, item.locked(progress):
        return item.remove()


def _removed_shared(game: Game) -> bool:
    """Remove what workers of a cluster keep here; those that are at work make it anew."""
    return has_shared(game) and shared_store(game).remove()

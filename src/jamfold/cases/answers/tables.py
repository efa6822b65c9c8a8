"""What is kept, listed; one cell of a class table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from jamfold.calculator.flops.distribution import distribution_item
from jamfold.calculator.flops.flop_margins import margins_on_disk
from jamfold.calculator.tally import whole_outcomes
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import GAMES, Game
from jamfold.cases.answers.watch import Observer
from jamfold.cases.installation import TablesListRequest, TablesShowRequest
from jamfold.class_tables.class_table import table_item
from jamfold.class_tables.factored.factors import center_item, factors_item, has_files
from jamfold.class_tables.matchup import class_outcomes, outcome_margin
from jamfold.class_tables.outcome_build import outcomes_item
from jamfold.class_tables.threeway_build import threeway_item
from jamfold.core.display import DisplayableResult
from jamfold.core.errors import UnavailableError, UnusableError, error_field
from jamfold.core.storage.items import Artifact, Record
from jamfold.spots.flop import CHARTS
from jamfold.spots.nplayer.search import RUNS
from jamfold.spots.sampled_flops import SAMPLES
from jamfold.spots.tournaments.stored_three_players import kept_three
from jamfold.spots.tournaments.stored_tournaments import FUTURES, kept_items
from jamfold.spots.whole_game_flops import SEARCHES


@dataclass(frozen=True)
class StoredTable:
    """A file that is kept."""

    game: str
    kind: str
    serves: str
    """What it is for: a command."""
    path: str
    bytes: int
    sha256: str
    built_seconds: float | None
    peak_memory_bytes: int | None
    """built_seconds, peak_memory_bytes: What building took, where that is known."""


@dataclass(frozen=True)
class KeptTables(DisplayableResult):
    """Stored and usable tables."""

    tables: tuple[StoredTable, ...]
    notices: tuple[str, ...]
    """Why some stored tables cannot be read now."""


@dataclass(frozen=True)
class ClassAgainstClass(DisplayableResult):
    """A cell of a class table, counted hand by hand."""

    game: str
    class1: int
    class2: int
    hand1: str
    hand2: str
    """class1, class2, hand1, hand2: The classes, and the first hand of each."""
    placements: int
    """Hands of class 2 that share no card with one of class 1."""
    boards: int
    margin_unit: int
    """1 where the margin counts wins minus losses, else its parts of a pot."""
    margin: int
    """Over all placements and boards."""
    equity: float | None
    """Equity of class 1, as a share of the pot; None without placements."""
    outcomes: tuple[int, ...]
    """Boards over all placements won, tied, lost; in split pots twelve: high won, tied, lost, by no low,
    low won, tied, lost."""


def items_of(games: list[Game], *, named: bool = False) -> list[Artifact]:
    """Return all stored artifacts of games: class tables and related tables, flops, tournaments.

    Factors without files are left out unless the games are `named`: counting their forms takes seconds.
    """
    tables = [table_item(game) for game in games if game.has_class_table]
    factors = [
        factors_item(game)
        for game in games
        if not game.has_class_table and (named or has_files(f"{game.name}.factors"))
    ]
    outcomes = [outcomes_item(game) for game in games if game.has_class_table]
    threeways = [threeway_item(game) for game in games if game.has_threeway_table]
    names = {game.name for game in games}
    centers = [center_item(game) for game in games if game.has_factors and has_files(f"{game.name}.cluster")]
    items = (*tables, *factors, *outcomes, *threeways, *centers, distribution_item())
    other_items = [item for item in items if item.identity["game"] in names]
    resumable: list[Artifact] = []
    for owner in games:
        for work in (RUNS, FUTURES, CHARTS, SEARCHES, SAMPLES):
            resumable += work.items(owner.name)
        resumable += margins_on_disk(owner)
    return [*other_items, *kept_items(games), *kept_three(games), *resumable]


def tables_list(question: TablesListRequest, watch: Observer) -> KeptTables:
    """Return stored tables; remove leftovers of killed builds."""
    tables: list[StoredTable] = []
    notices = []
    for item in items_of(list(GAMES.values())):
        try:
            record = item.open().record
        except UnusableError:
            item.tidy(finished=False)
        except UnavailableError as error:
            notices.append(str(error))
        else:
            item.tidy(finished=True)
            tables += _rows(item, record)
    return KeptTables(tuple(tables), tuple(notices))


def _rows(item: Artifact, record: Record) -> Iterator[StoredTable]:
    """The arrays of an item that are worth a row: its first, and others as large."""
    most = next(iter(item.array_specs.values())).file_bytes
    largest = [name for name, form in item.array_specs.items() if form.file_bytes == most]
    arrays = [next(iter(item.array_specs))] if item.one_row else largest
    for array in arrays:
        path = item.array_path(array)
        yield StoredTable(
            game=str(item.identity["game"]),
            kind=item.kind if len(arrays) == 1 else f"{item.kind}, {array.replace('_', ' ')}",
            serves=item.serves,
            path=str(path),
            bytes=item.total_bytes if item.one_row else path.stat().st_size,
            sha256=record.sha256[array],
            built_seconds=record.built_seconds,
            peak_memory_bytes=record.peak_memory_bytes,
        )


def tables_show(question: TablesShowRequest, watch: Observer) -> ClassAgainstClass:
    """One cell, without its table; raises CardError or ClassError if one of the hands is none of the game."""
    rules = question.rules
    classes = hand_classes(rules)
    with error_field("hands"):
        i, j = map(classes.index, question.hands)
    counted = class_outcomes(classes, rules, i, j)
    outcomes, placements = counted.sum(axis=0), len(counted)
    margin, pots = outcome_margin(rules, outcomes), rules.margin_unit * rules.n_boards * placements
    return ClassAgainstClass(
        game=rules.name,
        class1=int(i),
        class2=int(j),
        hand1=classes.name(i),
        hand2=classes.name(j),
        placements=placements,
        boards=rules.n_boards,
        margin_unit=rules.margin_unit,
        margin=margin,
        equity=0.5 + margin / (2 * pots) if pots else None,
        outcomes=whole_outcomes(rules.split_low, outcomes),
    )

"""Played hands: imported, listed, forgotten; what they cost, opponents, files for others."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from importlib.resources import files
from itertools import islice
from pathlib import Path
from shlex import quote
from tempfile import TemporaryDirectory
from typing import Any

from jamfold.betting.rooms import RoomTable, table_of
from jamfold.cases.answers.watch import Observer
from jamfold.cases.histories import (
    ALL,
    HistoryExplainRequest,
    HistoryExportRequest,
    HistoryForgetRequest,
    HistoryHandsRequest,
    HistoryImportRequest,
    HistoryOpponentsRequest,
    HistoryPlayersRequest,
    HistoryProblemsRequest,
    HistoryRepairRequest,
    HistoryReportRequest,
    HistoryTablesRequest,
    JudgedRequest,
)
from jamfold.cases.rooms import HandsAtRoomRequest
from jamfold.cases.spots import TreeRequest
from jamfold.core.display import DisplayableResult
from jamfold.core.errors import HistoryError
from jamfold.core.storage.folder import given_name
from jamfold.histories.decisions import (
    PlayerDecision,
    RatedPlayer,
    dealt_hands_sql,
    known_players,
    rated_players,
    read_turns,
)
from jamfold.histories.filters import DecisionFilter
from jamfold.histories.importer import ImportReport, import_histories, reread_hands
from jamfold.histories.multiway_solver import LARGER, TablesSampled, read_tables, sample_tables
from jamfold.histories.opponents import Opponent, find_opponents
from jamfold.histories.pasted import Explained, grade_pasted_hands
from jamfold.histories.pseudonyms import Mask, mask_of
from jamfold.histories.records import Hand, Problem
from jamfold.histories.report import Report, ReportScope, make_report
from jamfold.histories.room_solver import MARKING, RoomReport, Rooms, RoomTerms, hands_of, rooms_played
from jamfold.histories.schema import StoredHandRow
from jamfold.histories.sites import SITES
from jamfold.histories.sources import stored_name
from jamfold.histories.store import HistoryRepair, HistoryStore, forget_histories, repair_histories
from jamfold.valuation.prizes import Prizes


@dataclass(frozen=True)
class StoredHand:
    """A stored hand and its file."""

    file: str
    row: StoredHandRow


@dataclass(frozen=True)
class KeptHands(DisplayableResult):
    """Stored hands by file and line, up to the requested number."""

    hands: tuple[StoredHand, ...]


@dataclass(frozen=True)
class DeletionResult(DisplayableResult):
    """Number of deleted hands."""

    hands: int


def history_import(question: HistoryImportRequest, watch: Observer) -> ImportReport:
    """Import files; problems are reported, not raised.

    Raises HistoryError if the stored hands cannot be opened or written.
    """
    with HistoryStore(progress=watch.on_stage) as store:
        return import_histories(map(Path, question.paths), store, watch.on_stage)


def history_hands(question: HistoryHandsRequest, watch: Observer) -> KeptHands:
    """Return stored hands.

    Raises HistoryError if the stored hands cannot be opened; SituationError if there is no such room.
    """
    status = "" if question.status == ALL else question.status
    where = hands_of(question.room_table, SITES) if question.is_in_room else "1"
    with _read(watch) as store:
        hands = store.hands(status, question.site, question.game, where)
        return KeptHands(
            tuple(
                StoredHand(given_name(path), row)
                for path, row in islice(hands, min(question.most, sys.maxsize) or None)
            )
        )


def history_players(question: HistoryPlayersRequest, watch: Observer) -> tuple[RatedPlayer, ...]:
    """Return players, most decisions first. Raises HistoryError if the stored hands cannot be opened."""
    with _read(watch) as store:
        return rated_players(store)


def history_problems(question: HistoryProblemsRequest, watch: Observer) -> tuple[Problem, ...]:
    """Return problems. Raises HistoryError if the stored hands cannot be opened."""
    with _read(watch, "problems") as store:
        return tuple(replace(problem, file=given_name(problem.file)) for problem in store.problems())


def _read(watch: Observer, content: str = "hands") -> HistoryStore:
    watch.on_stage(f"reading stored {content}", 0.0)
    return HistoryStore()


def history_forget(question: HistoryForgetRequest, watch: Observer) -> DeletionResult:
    """Delete hands. Raises HistoryError if the stored hands cannot be opened or written."""
    watch.on_stage("forgetting", 0.0)
    if question.all:
        return DeletionResult(forget_histories(progress=watch.on_stage))
    with HistoryStore(progress=watch.on_stage) as store:
        return DeletionResult(store.forget(stored_name(str(Path(path).resolve())) for path in question.paths))


def history_repair(question: HistoryRepairRequest, watch: Observer) -> HistoryRepair:
    """What was saved, and what was not.

    Raises HistoryError if the file cannot be opened, or the disk does not take a fresh one.
    """
    watch.on_stage("checking for damage", 0.0)
    return repair_histories(progress=watch.on_stage)


def rooms_of(question: HandsAtRoomRequest) -> tuple[Rooms, str]:
    """By whose terms hands are judged, and the condition of SQL on those that are asked about.

    Raises SituationError or WorthError if there is no such room, or what is given makes no terms.
    """
    own, named = question.own_terms, question.room_table if question.is_in_room else None
    if named is not None:
        _terms(question, named, named.game or "holdem", named.blinds or _ANY_BLINDS)
    elif own:
        TreeRequest(room=_CHECKED, **own)  # what is given is looked at before any hand is
    find = _TermsFinder(question, named)
    return Rooms(find, named is not None), "1" if named is None else hands_of(named, SITES)


@dataclass(frozen=True)
class _TermsFinder:
    """The terms of each table under a request. A report contains it, so it can be pickled and compared."""

    question: HandsAtRoomRequest
    named: RoomTable | None
    terms: dict[tuple[str, float, float], RoomTerms | None] = field(default_factory=dict, compare=False)
    """Those found so far."""

    def __call__(self, game: str, small: float, big: float) -> RoomTerms | None:
        key = (game, small, big)
        if key not in self.terms:
            room = self.named or table_of(MARKING, game, big)
            self.terms[key] = None if room is None else _terms(self.question, room, game, (small, big))
        return self.terms[key]


def check_terms_used(question: HandsAtRoomRequest, rooms: Sequence[RoomReport]) -> None:
    """What is said of terms is of some hand. Raises HistoryError if no hand is at a table with terms."""
    own = question.own_terms
    if own and not question.is_in_room and not any(room.terms is not None for room in rooms):
        raise HistoryError(
            "No hand is marked as all-in or fold. Name the room's table with --room.",
            field=next(iter(own)),
        )


_ANY_BLINDS = (0.5, 1.0)
_CHECKED = "gg-holdem-0.10"
"""A table that knows everything, for what is given without a room."""


def _terms(
    question: HandsAtRoomRequest, room: RoomTable, game: str, blinds: tuple[float, float]
) -> RoomTerms:
    """Return the terms of a room's table, with the request's own terms."""
    own, file = question.own_terms, question.room_file
    spot = TreeRequest(game=game, room=room.name, room_file=file, blinds=blinds, **own)
    words = []
    if file is not None:
        words.append(f"--room-file {quote(file.name if _is_hidden(question) else str(file))}")
    words += [
        f"--room {room.name}",
        *(_option(name, value) for name, value in own.items() if value is not False),
    ]
    return RoomTerms(room.name, spot.terms.in_bb(blinds[1]), " ".join(words))


def _is_hidden(question: HandsAtRoomRequest) -> bool:
    """Return whether folders of this machine are hidden."""
    return isinstance(question, JudgedRequest) and question.anonymise


def _option(name: str, value: Any) -> str:
    """Format a command-line option; a switch has no value."""
    option = f"--{name.replace('_', '-')}"
    if isinstance(value, bool):
        return option
    return f"{option} {value:.12g}" if isinstance(value, float) else f"{option} {value}"


@dataclass(frozen=True)
class Export(DisplayableResult):
    """Kept decisions or hands, read while they are written: there may be millions."""

    what: str
    anonymise: bool

    def decisions(self) -> Iterator[PlayerDecision]:
        """Every decision of everybody, limps among them, by file and line.

        Raises HistoryError if the kept hands cannot be opened.
        """
        with HistoryStore() as store:
            yield from read_turns(store, mask=mask_of(store, self.anonymise))

    def hands(self) -> Iterator[StoredHand]:
        """Every hand, by file and line. Raises HistoryError if the kept hands cannot be opened."""
        with HistoryStore() as store:
            mask = mask_of(store, self.anonymise)
            for path, row in store.hands():
                yield StoredHand(mask.file(path), mask.row(row))

    def whole_hands(self) -> Iterator[Hand | Problem]:
        """Every hand as it was played, read again from its file, and what is no longer there.

        Raises HistoryError if the kept hands cannot be opened.
        """
        with HistoryStore() as store:
            yield from reread_hands(store, mask_of(store, self.anonymise))


def wanted_of(question: HistoryReportRequest) -> ReportScope:
    """What the report is about. Raises WorthError if the prizes are none."""
    prizes = Prizes.read(question.prizes) if question.prizes else None
    rooms, hands = rooms_of(question)
    within = replace(question.scope, hands=hands)
    return ReportScope(
        question.player, within, prizes, question.tables, question.anonymise, question.ready, rooms
    )


def history_report(question: HistoryReportRequest, watch: Observer) -> Report:
    """The report.

    Raises HistoryError if nobody of that name can be rated, or nothing of theirs can be judged.
    """
    with _store_of(question, watch) as store:
        report = make_report(store, wanted_of(question), watch.on_stage)
    check_terms_used(question, report.rooms)
    return report


def history_tables(question: HistoryTablesRequest, watch: Observer) -> TablesSampled:
    """Solve spots of four to ten seats.

    Raises HistoryError if nobody of that name can be rated, no hand is at a table with the terms that are
    given, or what is found cannot be kept.
    """
    rooms, hands = rooms_of(question)
    within = DecisionFilter(max_s=question.max_s, hands=hands)
    with HistoryStore(progress=watch.on_stage) as store:
        players = known_players(store, question.player)
        check_terms_used(question, rooms_played(store, rooms, dealt_hands_sql(players), hands))
        turns = read_tables(store, players, within, Mask(), rooms, LARGER)
        return sample_tables(store, turns, question.max_s, question.spots, question.seconds, watch.on_stage)


def history_explain(question: HistoryExplainRequest, watch: Observer) -> Explained:
    """Grade pasted hands. Raises HistoryError if no hand can be read, or none is from the room."""
    rooms, hands = rooms_of(question)
    explained = grade_pasted_hands(
        question.paths,
        watch.on_stage,
        ready=question.ready,
        rooms=rooms,
        hands=hands,
        seconds=question.seconds,
    )
    decisions = explained.decisions or explained.at_tables or explained.left_out
    if question.is_in_room and not (explained.rooms or decisions):
        raise HistoryError("No hand here was played at this room's table. Remove the room.", field="room")
    check_terms_used(question, explained.rooms)
    return explained


def _store_of(question: JudgedRequest, watch: Observer) -> AbstractContextManager[HistoryStore]:
    """The kept hands, or the sample."""
    if not question.sample:
        return HistoryStore(progress=watch.on_stage)
    return _store_beside((str(files("jamfold.histories").joinpath("sample.txt")),), watch)


@contextmanager
def _store_beside(paths: Iterable[str], watch: Observer) -> Iterator[HistoryStore]:
    """A store of the hands of some files alone, which is deleted afterwards."""
    with (
        TemporaryDirectory(prefix="jamfold-", ignore_cleanup_errors=True) as folder,
        HistoryStore(Path(folder) / "hands.db") as store,
    ):
        import_histories(map(Path, paths), store, watch.on_stage)
        yield store


def history_opponents(question: HistoryOpponentsRequest, watch: Observer) -> tuple[Opponent, ...]:
    """Those from whom most can be won first. Raises HistoryError if there is nobody."""
    with _store_of(question, watch) as store:
        return find_opponents(
            store,
            watch.on_stage,
            question.scope,
            player=question.player,
            least=question.least,
            anonymise=question.anonymise,
            ready=question.ready,
        )


def history_export(question: HistoryExportRequest, watch: Observer) -> Export:
    watch.on_stage("reading stored hands", 0.0)
    return Export(question.what, question.anonymise)

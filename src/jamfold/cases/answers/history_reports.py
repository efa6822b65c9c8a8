"""What played hands cost: reports, opponents, files for others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from jamfold.cases.answers.histories import StoredHand
from jamfold.cases.answers.judging_terms import check_terms_used, rooms_of
from jamfold.cases.answers.watch import Observer
from jamfold.cases.history_reports import (
    HistoryExplainRequest,
    HistoryExportRequest,
    HistoryOpponentsRequest,
    HistoryReportRequest,
    HistoryTablesRequest,
    JudgedRequest,
)
from jamfold.core.display import DisplayableResult
from jamfold.core.errors import HistoryError
from jamfold.histories.decisions import PlayerDecision, dealt_hands_sql, known_players, read_turns
from jamfold.histories.filters import DecisionFilter
from jamfold.histories.importer import import_histories, reread_hands
from jamfold.histories.multiway_solver import LARGER, TablesSampled, read_tables, sample_tables
from jamfold.histories.opponents import Opponent, find_opponents
from jamfold.histories.pasted import Explained, grade_pasted_hands
from jamfold.histories.pseudonyms import Mask, mask_of
from jamfold.histories.records import Hand, Problem
from jamfold.histories.report import Report, ReportScope, make_report
from jamfold.histories.room_solver import rooms_played
from jamfold.histories.store import HistoryStore
from jamfold.valuation.prizes import Prizes


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

"""Played hands: imported, listed, forgotten."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from jamfold.cases.answers.watch import Observer
from jamfold.cases.histories import (
    ALL,
    HistoryForgetRequest,
    HistoryHandsRequest,
    HistoryImportRequest,
    HistoryPlayersRequest,
    HistoryProblemsRequest,
    HistoryRepairRequest,
)
from jamfold.core.display import DisplayableResult
from jamfold.core.storage.folder import given_name
from jamfold.histories.decisions import RatedPlayer, rated_players
from jamfold.histories.importer import ImportReport, import_histories
from jamfold.histories.records import Problem
from jamfold.histories.room_solver import hands_of
from jamfold.histories.schema import StoredHandRow
from jamfold.histories.sites import SITES
from jamfold.histories.store import HistoryRepair, HistoryStore, forget_histories, repair_histories


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
            tuple(StoredHand(given_name(path), row) for path, row in islice(hands, question.most or None))
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
        return DeletionResult(store.forget(os.fspath(Path(path).resolve()) for path in question.paths))


def history_repair(question: HistoryRepairRequest, watch: Observer) -> HistoryRepair:
    """What was saved, and what was not.

    Raises HistoryError if the file cannot be opened, or the disk does not take a fresh one.
    """
    watch.on_stage("checking for damage", 0.0)
    return repair_histories(progress=watch.on_stage)

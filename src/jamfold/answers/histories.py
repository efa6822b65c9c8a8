"""Played hands: imported, listed, forgotten."""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from jamfold.answers import reply
from jamfold.answers.watch import Watch
from jamfold.histories.importer import ImportReport, import_histories
from jamfold.histories.records import Problem
from jamfold.histories.repair import HistoryRepair, forget_histories, repair_histories
from jamfold.histories.room_terms import hands_of
from jamfold.histories.rows import StoredHandRow
from jamfold.histories.sites import SITES
from jamfold.histories.store import HistoryStore
from jamfold.histories.turns import RatedPlayer, rated_players
from jamfold.questions.histories import (
    ALL,
    HistoryForgetQuestion,
    HistoryHandsQuestion,
    HistoryImportQuestion,
    HistoryPlayersQuestion,
    HistoryProblemsQuestion,
    HistoryRepairQuestion,
)
from jamfold.shown import DisplayableResult


@dataclass(frozen=True)
class KeptHand:
    """A kept hand, and the file it stands in."""

    file: str
    row: StoredHandRow


@dataclass(frozen=True)
class KeptHands(DisplayableResult):
    """Kept hands by file and line, as many as were asked for."""

    hands: tuple[KeptHand, ...]


@dataclass(frozen=True)
class Forgotten(DisplayableResult):
    """How many hands are kept no longer."""

    hands: int


@reply.register
def history_import(question: HistoryImportQuestion, watch: Watch) -> ImportReport:
    """What came of it; problems are in it, not raised.

    Raises HistoryError if the kept hands cannot be opened or written.
    """
    with HistoryStore(progress=watch.stage) as store:
        return import_histories(map(Path, question.paths), store, watch.stage)


@reply.register
def history_hands(question: HistoryHandsQuestion, watch: Watch) -> KeptHands:
    """The hands.

    Raises HistoryError if the kept hands cannot be opened; SituationError if there is no such room.
    """
    status = "" if question.status == ALL else question.status
    where = hands_of(question.room_table, SITES) if question.is_in_room else "1"
    with _read(watch) as store:
        hands = store.hands(status, question.site, question.game, where)
        return KeptHands(tuple(KeptHand(*hand) for hand in islice(hands, question.most or None)))


@reply.register
def history_players(question: HistoryPlayersQuestion, watch: Watch) -> tuple[RatedPlayer, ...]:
    """Those with most decisions first. Raises HistoryError if the kept hands cannot be opened."""
    with _read(watch) as store:
        return rated_players(store)


@reply.register
def history_problems(question: HistoryProblemsQuestion, watch: Watch) -> tuple[Problem, ...]:
    """The problems. Raises HistoryError if the kept hands cannot be opened."""
    with _read(watch, "problems") as store:
        return tuple(store.problems())


def _read(watch: Watch, what: str = "hands") -> HistoryStore:
    watch.stage(f"reading kept {what}", 0.0)
    return HistoryStore()


@reply.register
def history_forget(question: HistoryForgetQuestion, watch: Watch) -> Forgotten:
    """How many were forgotten. Raises HistoryError if the kept hands cannot be opened or written."""
    watch.stage("forgetting", 0.0)
    if question.all:
        return Forgotten(forget_histories(progress=watch.stage))
    with HistoryStore(progress=watch.stage) as store:
        return Forgotten(store.forget(os.fspath(Path(path).resolve()) for path in question.paths))


@reply.register
def history_repair(question: HistoryRepairQuestion, watch: Watch) -> HistoryRepair:
    """What was saved, and what was not.

    Raises HistoryError if the file cannot be opened, or the disk does not take a fresh one.
    """
    watch.stage("looking for damage", 0.0)
    return repair_histories(progress=watch.stage)

"""Grading of pasted hands: every player with known cards, in every seat; no hand is stored."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from jamfold.cards.games import find_game
from jamfold.class_tables.margins import build_warning
from jamfold.core.display import DisplayableResult
from jamfold.core.errors import HistoryError
from jamfold.core.progress import Progress
from jamfold.core.storage.folder import TEMPORARY
from jamfold.histories.decision_columns import Turns
from jamfold.histories.decisions import PlayerDecision, read_turns
from jamfold.histories.filters import MAX_S, DecisionFilter
from jamfold.histories.grading import GradedDecision, RatedDecision, judge, partition_gradable, request_hands
from jamfold.histories.importer import import_histories
from jamfold.histories.multiway_solver import (
    LARGER,
    TableReport,
    TableTurn,
    judge_tables,
    keep_answers,
    kept_answers,
    kept_seconds,
    read_tables,
    sample_tables,
)
from jamfold.histories.pseudonyms import Mask
from jamfold.histories.raise_solver import judge_raises
from jamfold.histories.records import Problem
from jamfold.histories.room_solver import NO_ROOMS, RoomReport, Rooms, find_room_answers, rooms_played
from jamfold.histories.spot_solver import RequestedHands, solve_missing
from jamfold.histories.statistics import Count
from jamfold.histories.store import HistoryStore

MOST_SPOTS = 5
"""Limit of spots of three seats, and of four to ten, that are solved for pasted hands."""
NOTHING = "there is nothing to read."
UNBUILT = "a large table is needed first"
PASTED = "-"
"""File name for typed or pasted text."""


@dataclass(frozen=True)
class Explained(DisplayableResult):
    """Graded decisions of some hands."""

    hands: int
    decisions: tuple[RatedDecision, ...]
    """Decisions of both blinds, by file and line, the small blind's first."""
    left_out: tuple[Count, ...]
    """Number of decisions and hands without a grade by reason."""
    problems: tuple[Problem, ...]
    rooms: tuple[RoomReport, ...] = ()
    at_tables: tuple[GradedDecision[TableTurn], ...] = ()
    """Decisions at tables of three to ten, except between the blinds alone, in the order of acting."""
    largest_gain: float = 0.0
    """Bound on any seat's gain at four to ten seats, big blinds; 95% for each spot."""


def grade_pasted_hands(
    paths: Iterable[str],
    progress: Progress,
    *,
    ready: bool = False,
    rooms: Rooms = NO_ROOMS,
    hands: str = "1",
    seconds: float = 0.0,
) -> Explained:
    """Grade the decisions in files, ``-`` for pasted text; with `ready`, without large builds.

    The rooms' terms apply; `hands` is an SQL condition.  Up to `MOST_SPOTS` spots of four to ten seats are
    solved, with `seconds` of sampled deals each; none if 0.
    Raises HistoryError if no hand could be read, in the sentence of the first problem.
    """
    with (
        TemporaryDirectory(prefix=TEMPORARY) as folder,
        HistoryStore(Path(folder) / "pasted.db", progress) as store,
    ):
        files = [_pasted(Path(folder)) if path == PASTED else Path(path) for path in paths]
        report = import_histories(files, store, progress, processes=1)
        if not report.counts.hands:
            sentence = "there are only tournament summaries." if report.counts.summaries else NOTHING
            sentence = report.problems[0].sentence if report.problems else sentence
            raise HistoryError(f"No hands could be read: {sentence}", field="paths")
        gradable: list[PlayerDecision] = []
        left_out = partition_gradable(read_turns(store, hands), math.inf, gradable.append)
        games = {turn.spot.game for turn in gradable}
        absent = {game for game in games if ready and build_warning(find_game(game))}
        left_out += Counter(UNBUILT for turn in gradable if turn.spot.game in absent)
        turns, requested = Turns(turn for turn in gradable if turn.spot.game not in absent), RequestedHands()
        request_hands(turns, requested)
        answers = solve_missing(store, requested, progress)
        terms = find_room_answers(store, turns, rooms, progress)
        decisions, never = judge(turns, requested, answers, terms=terms)
        graded: list[RatedDecision] = list(decisions)
        raised = (turn for turn in read_turns(store, hands, raises=True) if turn.spot.game not in absent)
        at_raises = judge_raises(store, raised, math.inf, progress, rooms)
        if at_raises is not None:
            left_out -= at_raises.opens
            never += at_raises.left_out
            graded += at_raises.judged
            graded.sort(key=lambda item: (item.turn.file, item.turn.line, item.turn.place))
        left_out += never + Counter(
            row.reason for _, row in store.hands(where=hands) if row.s is None and row.reason
        )
        at_threes, at_larger = _at_tables(store, rooms, hands, seconds, progress)
        reports = [table for table in (at_threes, at_larger) if table is not None]
        for table in reports:
            left_out = left_out - table.reasons + table.left_out
        reasons = tuple(Count(*entry) for entry in left_out.most_common() if entry[1])
        played = rooms_played(store, rooms, "1", hands)
        return Explained(
            report.counts.hands,
            tuple(graded),
            reasons,
            report.problems,
            played,
            tuple(sorted((decision for table in reports for decision in table.judged), key=_acted)),
            0.0 if at_larger is None else at_larger.largest_gain,
        )


def _at_tables(
    store: HistoryStore, rooms: Rooms, hands: str, seconds: float, progress: Progress
) -> tuple[TableReport | None, TableReport | None]:
    """Grade all decisions at tables of three, and of four to ten, which are solved first."""
    within = DecisionFilter(hands=hands)
    if seconds:
        larger = list(read_tables(store, None, within, Mask(), rooms, LARGER))
        _solve_larger(store, larger, seconds, progress)
    return judge_tables(store, None, within, Mask(), rooms, MOST_SPOTS, progress)


def _solve_larger(
    store: HistoryStore, turns: Sequence[TableTurn], seconds: float, progress: Progress
) -> None:
    """Solve spots that the user's own store lacks, and store the answers there, without the hands."""
    keys = {turn.key for turn in turns}
    if not keys:
        return
    _copy(lambda local: keep_answers(store, kept_answers(local, keys)))
    before = kept_seconds(store)
    sample_tables(store, turns, MAX_S, MOST_SPOTS, seconds, progress)
    new = [key for key, sampled_for in kept_seconds(store).items() if sampled_for != before.get(key)]
    _copy(lambda local: keep_answers(local, kept_answers(store, new)))


def _copy(copy: Callable[[HistoryStore], None]) -> None:
    """Apply `copy` to the user's own store; if that cannot be opened or written, only time is lost."""
    with suppress(HistoryError), HistoryStore() as store:
        copy(store)


def _acted(decision: GradedDecision[TableTurn]) -> tuple[str, int, int]:
    """Sort key: the order of acting, hand by hand."""
    turn = decision.turn
    return turn.file, turn.line, turn.hand.order.index(turn.node.seat)


def _pasted(folder: Path) -> Path:
    path, text = folder / "pasted.txt", sys.stdin.buffer.read()
    if not text.strip():
        raise HistoryError("Standard input is empty. Paste a hand, or name a file.", field="paths")
    path.write_bytes(text)
    return path

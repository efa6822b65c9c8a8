"""Hands judged as they are pasted: everybody whose cards they show, in both blinds; nothing is kept."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from jamfold.errors import HistoryError
from jamfold.games import find_game
from jamfold.histories.answers import find_answers
from jamfold.histories.importer import import_histories
from jamfold.histories.judged_turns import RatedTurn, asked_of, judge, sort_out
from jamfold.histories.records import Problem
from jamfold.histories.statistics import Count
from jamfold.histories.store import HistoryStore
from jamfold.histories.turns import read_turns
from jamfold.progress import Progress
from jamfold.shown import Shown
from jamfold.tables.margins import sums_notice

UNBUILT = "a large table is needed first"
PASTED = "-"
"""The file that stands for what is typed or pasted."""


@dataclass(frozen=True)
class Explained(Shown):
    """What was decided in some hands."""

    hands: int
    decisions: tuple[RatedTurn, ...]
    """By file and line, the small blind's first."""
    left_out: tuple[Count, ...]
    """Why how many other decisions and hands are not judged."""
    problems: tuple[Problem, ...]


def explain_histories(paths: Iterable[str], progress: Progress, *, ready: bool = False) -> Explained:
    """The decisions of the hands of some files, ``-`` for what is pasted; with `ready`, without large builds.

    Raises HistoryError if no hand could be read, in the sentence of the first problem.
    """
    with TemporaryDirectory() as folder, HistoryStore(Path(folder) / "pasted.db", progress) as store:
        files = [_pasted(Path(folder)) if path == PASTED else Path(path) for path in paths]
        found = import_histories(files, store, progress, processes=1)
        if not found.counts.hands:
            sentence = found.problems[0].sentence if found.problems else "there is nothing to read."
            raise HistoryError(f"No hand could be read: {sentence}", field="paths")
        turns, left_out = sort_out(read_turns(store), math.inf)
        if ready:
            absent = {game for game in {turn.spot.game for turn in turns} if sums_notice(find_game(game))}
            left_out += Counter(UNBUILT for turn in turns if turn.spot.game in absent)
            turns = [turn for turn in turns if turn.spot.game not in absent]
        answers = find_answers(store, asked_of(turns), progress)
        judged, never = judge(turns, answers, {}, lambda _: None)
        left_out += never + Counter(row.reason for _, row in store.hands() if row.s is None and row.reason)
        reasons = tuple(Count(*one) for one in left_out.most_common())
        return Explained(found.counts.hands, tuple(judged), reasons, found.problems)


def _pasted(folder: Path) -> Path:
    path = folder / "pasted.txt"
    path.write_bytes(sys.stdin.buffer.read())
    return path

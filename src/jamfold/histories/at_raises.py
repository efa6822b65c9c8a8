"""Decisions around opens that were jammed over, judged in the tree of the size that was played.

The margin of a turn is what it adds over folding: of an open with the best play behind, of the jam over it,
of the call of that jam.  Limps and flat calls are in no tree, so the small blind's loss is a lower bound, and
an open counts where it was jammed over alone.  The trees are those of chips: where the terms of a room
decide, nothing is judged.  Answers are kept by spot and class.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass

from jamfold.histories.answers import Holding
from jamfold.histories.decisions import Reason
from jamfold.histories.editions import keep, kept
from jamfold.histories.judged_turns import (
    DEEPER,
    NEVER_ASKED,
    RatedDecision,
    holding_of,
    loss_of,
    ungradable_reason,
)
from jamfold.histories.raise_acts import OPEN
from jamfold.histories.raise_spots import RaiseAnswer, RaiseKey, RaiseQuery, solve_opens
from jamfold.histories.room_terms import NO_ROOMS, Rooms
from jamfold.histories.statistics import Cell, cells_by, make_cell
from jamfold.histories.store import HistoryStore
from jamfold.histories.turns import PlayerDecision
from jamfold.progress import Progress
from jamfold.solver.solution import FREE_MARGIN

WORST = 20
_BATCH = 200
"""Answers kept at once."""
_STAGE = "raises that were jammed over"
ROOM_DECIDES = "the room's terms decide, and opens are judged by chips alone"
NAMES = ("sb opens", "bb jams over an open", "sb answers a jam over their open")

Wanted = tuple[RaiseKey, int, int]
"""A spot, the place of the decision, the class."""


@dataclass(frozen=True)
class RaiseReport:
    """What a player's decisions around opens that were jammed over cost."""

    total: Cell
    by_decision: tuple[Cell, ...]
    """total, by_decision: Cells."""
    spots: int
    """How many different ones were looked at."""
    largest_gain: float
    """What a seat could gain in any of them by leaving the equilibrium, big blinds."""
    judged: tuple[RatedDecision, ...]
    """All of them, the dearest first."""
    left_out: Counter[str]
    """Decisions that are not judged, by reason."""
    opens: Counter[str]
    """Opens, judged or not, by the reason for which jam or fold leaves them out."""

    @property
    def worst(self) -> tuple[RatedDecision, ...]:
        return tuple(one for one in self.judged[:WORST] if one.mistake)

    @property
    def known(self) -> int:
        """Judged or not."""
        return self.total.decisions + self.left_out.total()


def judge_raises(
    store: HistoryStore,
    turns: Iterable[PlayerDecision],
    max_s: float,
    progress: Progress,
    rooms: Rooms = NO_ROOMS,
) -> RaiseReport | None:
    """Turns beside the equilibrium of their trees; none where there are none.

    Those at tables of rooms whose terms decide are left out.
    Raises HistoryError if the answers cannot be written; TableError if a class table cannot be built here.
    """
    left_out: Counter[str] = Counter()
    opens: Counter[str] = Counter()
    known: list[tuple[PlayerDecision, Holding, Wanted]] = []
    for turn in turns:
        reason = ungradable_reason(turn, max_s) or (ROOM_DECIDES if rooms.decide(turn) else "")
        if turn.place == OPEN:
            opens[DEEPER if reason == DEEPER else Reason.RAISE.value] += 1
        if reason:
            left_out[reason] += 1
        else:
            holding = holding_of(turn)
            known.append((turn, holding, (RaiseKey.of(turn), turn.place, holding[1])))
    if not known and not left_out:
        return None
    answers = _find(store, dict.fromkeys(asked for _, _, asked in known), progress)
    judged = []
    for turn, holding, asked in known:
        answer = answers.get(asked)
        if answer is None:
            left_out[Reason.RAISE.value] += 1
        elif math.isnan(answer.margin):
            left_out[NEVER_ASKED] += 1
        else:
            margin = 0.0 if abs(answer.margin) <= FREE_MARGIN else answer.margin
            loss = loss_of(margin, turn.act != "fold")
            judged.append(RatedDecision(turn, holding, margin, answer.played, loss, loss, loss))
    judged.sort(key=lambda one: (-one.loss, one.turn.file, one.turn.line))
    return RaiseReport(
        make_cell("all", judged),
        cells_by(judged, lambda one: NAMES[one.turn.place], NAMES),
        len({asked[0] for _, _, asked in known if asked in answers}),
        max((answer.gain for answer in answers.values()), default=0.0),
        tuple(judged),
        left_out,
        opens,
    )


def _find(
    store: HistoryStore, wanted: Mapping[Wanted, None], progress: Progress
) -> dict[Wanted, RaiseAnswer]:
    """The answers, kept ones and new ones, which are kept; what is no legal raise has none."""
    rows = kept(store.base, "raise_answer", "game, chips, place, class, gain, played, margin")
    answers: dict[Wanted, RaiseAnswer] = {}
    for game, chips, place, class_id, gain, played, margin in rows:
        asked = RaiseKey(game, chips), place, class_id
        if asked in wanted:
            answers[asked] = RaiseAnswer(gain, played, math.nan if margin is None else margin)
    missing: dict[RaiseKey, list[RaiseQuery]] = {}
    for key, place, class_id in wanted:
        if (key, place, class_id) not in answers:
            missing.setdefault(key, []).append((place, class_id))
    fresh: dict[Wanted, RaiseAnswer] = {}
    if missing:
        progress(_STAGE, 0.0)
    try:
        with closing(solve_opens(missing, progress)) as solved:
            for k, (key, found) in enumerate(solved):
                fresh.update({(key, *asked): answer for asked, answer in found})
                progress(_STAGE, (k + 1) / len(missing))
                if len(fresh) >= _BATCH:
                    _keep(store, fresh)
                    answers |= fresh
                    fresh = {}
    finally:  # what is solved is kept, whoever stops it
        _keep(store, fresh)
    return answers | fresh


def _keep(store: HistoryStore, answers: Mapping[Wanted, RaiseAnswer]) -> None:
    rows = [
        (*key, place, class_id, gain, played, None if math.isnan(margin) else margin)
        for (key, place, class_id), (gain, played, margin) in answers.items()
    ]
    if rows:
        store.keep(lambda base: keep(base, "raise_answer", rows))

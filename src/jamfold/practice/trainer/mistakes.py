"""The player's own mistakes: decisions of imported histories that lost something, asked once more."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import PurePath

import numpy as np

from jamfold.errors import TrainingError
from jamfold.histories.answers import RequestedHands, solve_missing
from jamfold.histories.judged_columns import asked_of, judge
from jamfold.histories.judged_turns import RatedDecision, partition_gradable
from jamfold.histories.store import HistoryStore
from jamfold.histories.turn_columns import Turns
from jamfold.histories.turns import known_players, rated_hands_sql, read_turns
from jamfold.histories.within import MAX_S, DecisionFilter
from jamfold.practice.trainer.exercise import MISTAKES, Exercise
from jamfold.progress import Progress, ignore_progress
from jamfold.spots.strategy import Seat


def find_mistakes(
    store: HistoryStore,
    within: DecisionFilter,
    player: str = "",
    progress: Progress = ignore_progress,
    load: Callable[[], object] = lambda: None,
) -> tuple[RatedDecision, ...]:
    """The mistakes of a player within some decisions, as the report lists them, by file and line.

    Before decisions are judged `load` is called, to build the table of their game.

    Raises HistoryError if nobody of that name can be rated; TrainingError if there is none.
    """
    players = known_players(store, player)
    where, values = within.to_sql()
    turns, wanted = Turns(), RequestedHands()
    partition_gradable(
        read_turns(store, f"{rated_hands_sql(players)} AND {where}", values), MAX_S, turns.append
    )
    mistakes: tuple[RatedDecision, ...] = ()
    if turns:
        load()
        asked_of(turns, wanted)
        judged, _ = judge(turns, wanted, solve_missing(store, wanted, progress))
        mistakes = tuple(map(judged.row, np.flatnonzero(judged.mistakes).tolist()))
    if not mistakes:
        raise TrainingError(
            "There is no such mistake in the hands that are kept: import histories with 'jamfold history "
            "import', or train at other stacks or in another mode.",
            field="mode",
        )
    return mistakes


def ask_mistake(
    mistakes: tuple[RatedDecision, ...], rng: random.Random, seat: Seat | None = None
) -> Exercise:
    """One of them, dearer ones more often. Raises TrainingError if there is none of the seat."""
    some = [one for one in mistakes if seat is None or one.turn.seat == seat.value]
    if not some:
        raise TrainingError("There is no mistake of this seat.", field="seat")
    return asked_again(rng.choices(some, [one.loss for one in some])[0])


def asked_again(one: RatedDecision) -> Exercise:
    """A decision of a played hand as a question, its chips in big blinds."""
    turn = one.turn
    stacks, level = turn.posted(turn.big_blind)
    return Exercise(
        turn.spot.game, stacks, level, Seat(turn.seat), one.holding[1], MISTAKES,
        note=f"{turn.site}, hand {turn.hand_id}, {PurePath(turn.file).name}:{turn.line}", cards=turn.cards,
    )  # fmt: skip

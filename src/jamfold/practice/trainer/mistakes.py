"""The player's own mistakes: decisions of imported histories that lost something, asked once more."""

from __future__ import annotations

import random
from dataclasses import replace

from jamfold.errors import TrainingError
from jamfold.histories.answers import find_answers
from jamfold.histories.judging import Judged, asked_of, judge, sort_out
from jamfold.histories.store import HistoryStore
from jamfold.histories.turns import condition, known_players, read_turns
from jamfold.histories.within import MAX_S, Within
from jamfold.practice.trainer.asking import MISTAKES, Asked
from jamfold.progress import Progress, silent
from jamfold.spots.situation import Situation
from jamfold.spots.strategy import Seat

_SAME = 1e-9


def find_mistakes(
    store: HistoryStore, game: str, player: str = "", progress: Progress = silent
) -> tuple[Judged, ...]:
    """The mistakes of a player in a game, as the report lists them, by file and line.

    Raises
    ------
    HistoryError
        If nobody of that name can be rated.
    TrainingError
        If there is none.
    """
    within = Within(game=game)
    players = known_players(store, player)
    where, values = within.condition()
    turns, _ = sort_out(read_turns(store, f"{condition(players)} AND {where}", values), MAX_S)
    answers = find_answers(store, asked_of(turns), progress)
    judged, _ = judge(turns, answers, {}, lambda _: None)
    found = tuple(one for one in judged if one.mistake)
    if not found:
        raise TrainingError(
            "There is no mistake in the hands that are kept: import histories with 'jamfold history import', "
            "or train in another mode.",
            field="mode",
        )
    return found


def ask_mistake(mistakes: tuple[Judged, ...], rng: random.Random, seat: Seat | None = None) -> Asked:
    """One of them, dearer ones more often.

    Raises
    ------
    TrainingError
        If there is none of the seat.
    """
    some = [one for one in mistakes if seat is None or one.turn.seat == seat.value]
    if not some:
        raise TrainingError("There is no mistake of this seat.", field="seat")
    return asked_again(rng.choices(some, [one.loss for one in some])[0])


def asked_again(one: Judged) -> Asked:
    """A decision of a played hand as a question, its chips in big blinds.

    Where the big blind was asked for a smaller ante than the small blind, which no question can
    say, the spot with the same s and b without antes is asked in its place.
    """
    turn, big = one.turn, one.turn.big_blind
    each, extra = turn.antes[0] / big, (turn.antes[1] - turn.antes[0]) / big
    dead = max(0.0, (turn.dead - sum(turn.antes)) / big)
    asked = Asked(
        turn.spot.game, (turn.stacks[0] / big, turn.stacks[1] / big), (turn.small_blind / big, 1.0), each,
        extra, dead, Seat(turn.seat), one.holding[1], MISTAKES,
        note=f"{turn.site}, hand {turn.hand_id}, {turn.file}:{turn.line}", cards=turn.cards,
    )  # fmt: skip
    if extra >= 0:
        there = Situation.from_antes(asked.stacks, asked.blinds, each, extra, dead)
        if abs(there.s - turn.spot.s) < _SAME and abs(there.b - turn.spot.b) < _SAME:
            return asked
    s, b = turn.spot.s, turn.spot.b
    return replace(asked, stacks=(s, s), blinds=(b, 1.0), ante=0.0, bb_ante=0.0, dead=0.0)

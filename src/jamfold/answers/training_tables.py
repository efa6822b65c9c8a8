"""The trainer at tables of four to ten: a hand of a solved spot, and what an answer costs."""

from __future__ import annotations

import random

from jamfold.answers import handler
from jamfold.answers.memory import ResultCache
from jamfold.answers.training import draws, find_hand, take_action
from jamfold.answers.watch import Observer
from jamfold.betting.hand import TableHand
from jamfold.betting.terms import CHIPS
from jamfold.core.errors import TrainingError
from jamfold.histories.multiway_solver import (
    TableAnswer,
    TableKey,
    keep_answers,
    kept_answer,
    kept_seconds,
    solve_spot,
)
from jamfold.histories.store import HistoryStore
from jamfold.practice.training.exercises import TABLE_STACKS
from jamfold.practice.training.grading import Decision, GradedDecision
from jamfold.practice.training.table_exercises import TableSpot, draw_table_decision, table_decision
from jamfold.questions.training_session import TrainRequest
from jamfold.questions.training_tables import (
    FEWEST,
    SAMPLED,
    USUAL_SEATS,
    TrainTableAnswerRequest,
    TrainTableRequest,
)
from jamfold.spots.nplayer.node_names import find_node

_answers: ResultCache[tuple[str, TableKey], TableAnswer] = ResultCache(12)
"""For a folder in which nothing can be kept."""


def draw_table(question: TrainTableRequest | TrainRequest, rng: random.Random, watch: Observer) -> Decision:
    """A decision of the spot; without stacks, of a kept spot or of equal stacks at so many seats.

    Raises TrainingError if no hand will do; HistoryError if the kept hands cannot be opened.
    """
    with HistoryStore() as store:
        if question.stacks:
            key = TableKey.of(question.game, question.hand, CHIPS)
            node = find_node(question.hand, question.node) if question.node else None
        else:
            key, node = rng.choice(_keys(store, question)), None
        return draw_table_decision(
            TableSpot(key, _solved(store, key, question.seconds, watch)), question.mode, rng, node
        )


def _keys(store: HistoryStore, question: TrainTableRequest | TrainRequest) -> list[TableKey]:
    """The kept spots of so many seats, and equal stacks; without a number, kept ones, else six seats."""
    seats = question.seats
    kept = {key for key in kept_seconds(store) if key.game == question.game}
    found = {key for key in kept if (key.hand.n == seats if seats else key.hand.n >= FEWEST)}
    if seats or not found:
        hands = (TableHand((stack,) * (seats or USUAL_SEATS), question.level.in_bb) for stack in TABLE_STACKS)
        found |= {TableKey.of(question.game, hand, CHIPS) for hand in hands}
    return sorted(found)


def _solved(store: HistoryStore, key: TableKey, seconds: float | None, watch: Observer) -> TableAnswer:
    """The answer of a spot; solved and kept now where it was not, or was not sampled for as long."""
    kept = kept_answer(store, key)
    if kept is not None and (kept.is_modelled or kept.seconds >= (seconds or 0.0)):
        return kept

    def solve() -> TableAnswer:
        fresh = solve_spot(key, seconds or SAMPLED, watch.on_stage)
        keep_answers(store, {key: fresh})
        return fresh

    return _answers.get((str(store.path), key), solve, watch) if store.read_only else solve()


@handler.register
def train_table(question: TrainTableRequest, watch: Observer) -> Decision:
    """The next decision. Raises TrainingError as `draw_table`."""
    return draw_table(question, draws(question.seed, question.number), watch)


@handler.register
def train_table_answer(question: TrainTableAnswerRequest, watch: Observer) -> GradedDecision:
    """The verdict; the answer is kept.

    Raises TrainingError if the spot is not kept, or the answer cannot be; SituationError if there is no such
    decision, or it does not take the action.
    """
    class_id = find_hand(question.rules, question.hand)
    key = TableKey(question.game, question.spot)
    with HistoryStore() as store:
        answer = kept_answer(store, key) or _answers.get_if_present((str(store.path), key))
    if answer is None:
        raise TrainingError("This spot is no longer kept: ask for the next hand.", field="spot")
    row = key.hand.nodes.index(find_node(key.hand, question.node))
    decision = table_decision(TableSpot(key, answer), row, class_id, question.mode)
    return take_action(decision, question.action, question.seconds)

"""The trainer: what is asked next, what an answer costs, a whole range."""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass
from typing import Any

import numpy as np

from jamfold.answers import handler
from jamfold.answers.charts import make_chart
from jamfold.answers.hands import parse_held
from jamfold.answers.memory import ResultCache
from jamfold.answers.spots import load_table, solved
from jamfold.answers.watch import Observer
from jamfold.errors import SituationError, TrainingError, error_field
from jamfold.games import Game
from jamfold.hand.hand import TableHand
from jamfold.hand.posts import BlindLevel
from jamfold.hand.terms import CHIPS
from jamfold.histories.judged_turns import RatedDecision
from jamfold.histories.store import HistoryStore
from jamfold.histories.within import DecisionFilter
from jamfold.practice.trainer.answers import RANGE, CardKey, GivenAnswer, now
from jamfold.practice.trainer.deck import GRID, FlashcardDeck
from jamfold.practice.trainer.exercise import TABLE_STACKS, Exercise, ThreeExercise, ask_three, next_exercise
from jamfold.practice.trainer.mistakes import ask_mistake, find_mistakes
from jamfold.practice.trainer.repetition import MemoryState
from jamfold.practice.trainer.store import TrainingStore, keep_answer
from jamfold.practice.trainer.verdict import (
    ExplainedVerdict,
    Grade,
    GradedRange,
    grade_answer,
    grade_range,
    judge_three,
    three_answer,
)
from jamfold.questions.training import (
    BOTH,
    TrainAnswerRequest,
    TrainLevelRequest,
    TrainNextRequest,
    TrainRangeRequest,
    TrainSpotRequest,
    TrainThreeAnswerRequest,
    TrainThreeRequest,
)
from jamfold.shown import DisplayableResult
from jamfold.spots.charts import Chart
from jamfold.spots.lookup import find_class
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import Seat
from jamfold.spots.table.exact import TableSolution, solve_table
from jamfold.spots.table.node_words import find_node

_decks: ResultCache[tuple[Game, BlindLevel], FlashcardDeck] = ResultCache(4)
_mistakes: ResultCache[tuple[DecisionFilter, str, str, int], tuple[RatedDecision, ...]] = ResultCache(4)


@dataclass(frozen=True)
class NextExercise(DisplayableResult):
    """What is asked next."""

    asked: Exercise
    """It."""
    notice: str = ""
    """Something to know of the file in which training is kept; mostly empty."""


@dataclass(frozen=True)
class TrainVerdict(DisplayableResult):
    """A judged answer, and when its card comes again; None if it is no card of the deck."""

    verdict: ExplainedVerdict
    card: MemoryState | None
    at: int
    notice: str = ""


@dataclass(frozen=True)
class TrainRangeVerdict(DisplayableResult):
    """A marked range beside the equilibrium."""

    marked: GradedRange
    notice: str = ""


def draws(seed: int | None, number: int) -> random.Random:
    """Draws of one question of a session; new ones every time without a seed."""
    return random.Random(secrets.randbits(64) if seed is None else f"{seed}/{number}")


def load_deck(game: Game, level: BlindLevel, watch: Observer) -> FlashcardDeck:
    """The cards of a game at blinds and antes, from memory or made now."""
    return _decks.get((game, level), lambda: FlashcardDeck(make_chart(game, GRID, level, CHIPS, watch)))


def _only(question: TrainNextRequest) -> Seat | None:
    return None if question.seat == BOTH else Seat(question.seat)


@handler.register
def train_next(question: TrainNextRequest, watch: Observer) -> NextExercise:
    """The next question.

    Raises TrainingError if there is nothing to ask; HistoryError if there are no histories of that player.
    """
    return ask_next(question, question.number, watch)


def ask_next(question: TrainNextRequest, number: int, watch: Observer) -> NextExercise:
    if question.mode == "mistakes":
        return NextExercise(
            ask_mistake(_mistakes_of(question, watch), draws(question.seed, number), _only(question))
        )
    deck = load_deck(question.rules, question.level.in_bb, watch)
    known: dict[Any, MemoryState] = {}
    notice = ""
    if question.mode == "repeat":
        with TrainingStore() as store:
            known, notice = store.cards(question.game, deck.level), store.set_aside
    return NextExercise(
        next_exercise(
            deck,
            question.mode,
            draws(question.seed, number),
            known=known,
            now=now(),
            seat=_only(question),
            within=question.scope.stack_bounds if question.scope.stack else None,
        ),
        notice,
    )


def _mistakes_of(question: TrainNextRequest, watch: Observer) -> tuple[RatedDecision, ...]:
    """The mistakes of the kept hands, judged anew when hands come or go."""
    with HistoryStore() as store:
        (hands,) = store.base.execute("SELECT count(*) + coalesce(max(id), 0) FROM hand").fetchone()
        key = (question.scope, question.player, str(store.path), int(hands))
        return _mistakes.get(
            key,
            lambda: find_mistakes(
                store,
                question.scope,
                question.player,
                watch.on_stage,
                load=lambda: load_table(question.rules, watch),
            ),
        )


def _stack(spot: SpotSolution) -> float:
    return min(spot.situation.stacks) / spot.situation.big_blind


def _chart(question: TrainSpotRequest, watch: Observer) -> Chart | None:
    """The chart that says at which stacks a hand is played, where one was made for the cards."""
    if question.mode == "mistakes" or question.dead:
        return None
    return load_deck(question.rules, question.level.in_bb, watch).chart


@handler.register
def train_answer(question: TrainAnswerRequest, watch: Observer) -> TrainVerdict:
    """The verdict; the answer is kept.

    Raises TrainingError if nobody decides here, or the answer cannot be kept.
    """
    with error_field("hand"):
        class_id, _ = find_class(question.rules, question.hand)
    spot = solved(question.spot, watch)
    plays = question.action != "fold"
    verdict = grade_answer(
        spot,
        Seat(question.position),
        class_id,
        plays=plays,
        seconds=question.seconds,
        chart=_chart(question, watch),
    )
    key = CardKey(question.game, question.level_words, question.position, verdict.explanation.name)
    rule_loss = None if verdict.rule is None else verdict.rule.loss
    given = GivenAnswer(
        now(), key, question.mode, _stack(spot), spot.s, question.action, verdict.loss, verdict.free,
        question.seconds, rule_loss,
    )  # fmt: skip
    card, notice = keep_answer(given, card=question.mode == "repeat" or not question.rules.has_many_classes)
    return TrainVerdict(verdict, card, given.at, notice)


@handler.register
def train_range(question: TrainRangeRequest, watch: Observer) -> TrainRangeVerdict:
    """The difference; it is kept. Raises RangeError if the text is no range."""
    none = not question.range.strip()
    held = None if none else parse_held(question.range, question.rules, watch, field="range").class_weights
    spot = solved(question.spot, watch)
    marked = grade_range(spot, Seat(question.position), np.zeros(spot.classes.n) if held is None else held)
    given = GivenAnswer(
        now(), CardKey(question.game, question.level_words, question.position, ""), RANGE, _stack(spot),
        spot.s, question.range, marked.loss, False, question.seconds,
    )  # fmt: skip
    return TrainRangeVerdict(marked, keep_answer(given).notice)


_tables: ResultCache[tuple[str, TableHand], TableSolution] = ResultCache(12)


@dataclass(frozen=True)
class ThreeVerdict(DisplayableResult):
    """A judged decision at a table of three."""

    asked: ThreeExercise
    verdict: Grade
    notice: str = ""
    """Something to know of the file in which training is kept; mostly empty."""


def solved_three(question: TrainLevelRequest, stack: float, watch: Observer) -> TableSolution:
    """Three equal stacks in big blinds at the blinds and antes of a question, solved once.

    Raises TrainingError if the game is not solved for three seats.
    """
    game = question.rules
    if game.has_many_classes:
        raise TrainingError(f"{game.title} is not solved for three seats.", field="game")
    hand = TableHand((stack,) * 3, question.level.in_bb)
    return _tables.get((game.name, hand), lambda: solve_table(game, hand, watch.on_stage))


def draw_three(question: TrainLevelRequest, mode: str, rng: random.Random, watch: Observer) -> ThreeExercise:
    return ask_three(solved_three(question, rng.choice(TABLE_STACKS), watch), mode, rng)


def judged_three(asked: ThreeExercise, *, plays: bool, seconds: float | None) -> ThreeVerdict:
    """The verdict on a decision at a table of three, which is kept."""
    verdict = judge_three(asked, plays=plays, seconds=seconds)
    return ThreeVerdict(asked, verdict, keep_answer(three_answer(asked, verdict, now(), seconds)).notice)


@handler.register
def train_three(question: TrainThreeRequest, watch: Observer) -> ThreeExercise:
    """The next decision. Raises TrainingError if the game is not solved for three seats."""
    return draw_three(question, question.mode, draws(question.seed, question.number), watch)


@handler.register
def train_three_answer(question: TrainThreeAnswerRequest, watch: Observer) -> ThreeVerdict:
    """The verdict; the answer is kept.

    Raises TrainingError if the game is not solved for three seats, or the answer cannot be kept;
    SituationError if there is no such decision, or it does not take the action.
    """
    with error_field("hand"):
        class_id, _ = find_class(question.rules, question.hand)
    solution = solved_three(question, question.stack, watch)
    node = find_node(solution.hand, question.node)
    asked = ThreeExercise(solution, solution.nodes.index(node), class_id, question.mode)
    if question.action not in (asked.playing, "fold"):
        raise SituationError(
            f"Here one {asked.playing}s or folds, and does not {question.action}.", field="action"
        )
    return judged_three(asked, plays=question.action != "fold", seconds=question.seconds)

"""The drills: draw the next decision, grade an answer and store it; the score, files, forgetting."""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import numpy as np

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.betting.terms import CHIPS
from jamfold.cards.games import Game
from jamfold.cases.answers.charts import make_chart
from jamfold.cases.answers.memory import ResultCache
from jamfold.cases.answers.spots import load_table, parse_held, solved, usual_method
from jamfold.cases.answers.watch import Observer
from jamfold.cases.training import (
    BOTH,
    FEWEST,
    SAMPLED,
    TREE_STACKS,
    USUAL_SEATS,
    TrainAnswerRequest,
    TrainLevelRequest,
    TrainNextRequest,
    TrainRangeRequest,
    TrainRequest,
    TrainSpotRequest,
    TrainTableAnswerRequest,
    TrainTableRequest,
    TrainThreeAnswerRequest,
    TrainThreeRequest,
    TrainTreeAnswerRequest,
    TrainTreeRequest,
    tree_spot,
)
from jamfold.cases.training_kept import (
    VIDEO_POKER,
    TrainAnkiRequest,
    TrainExportRequest,
    TrainImportRequest,
    TrainRepairRequest,
    TrainResetRequest,
    TrainScoreRequest,
)
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.core.errors import SituationError, TrainingError, error_field
from jamfold.core.storage.whole_files import read_limited
from jamfold.histories.filters import DecisionFilter
from jamfold.histories.grading import RatedDecision
from jamfold.histories.multiway_solver import (
    TableAnswer,
    TableKey,
    keep_answers,
    kept_answer,
    kept_seconds,
    solve_spot,
)
from jamfold.histories.store import HistoryStore
from jamfold.practice.training.answers import RANGE, CardKey, GivenAnswer, MemoryState, now
from jamfold.practice.training.cards import GRID, FlashcardDeck
from jamfold.practice.training.exercises import (
    TABLE_STACKS,
    Exercise,
    TableSpot,
    ask_mistake,
    draw_table_decision,
    draw_three_decision,
    draw_tree_decision,
    find_decision,
    find_mistakes,
    next_exercise,
    table_decision,
    three_decision,
    tree_decision,
)
from jamfold.practice.training.grading import (
    Decision,
    GradedDecision,
    GradedRange,
    grade_range,
    spot_decision,
    store_decision,
)
from jamfold.practice.training.log import (
    TrainingRepair,
    TrainingScore,
    TrainingStore,
    keep_answer,
    make_score,
    parse_answers,
    repair_training,
)
from jamfold.spots.charts import Chart
from jamfold.spots.nplayer.exact import TableSolution, solve_table
from jamfold.spots.nplayer.node_names import find_node
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import Seat, find_class
from jamfold.spots.trees import TreeSpot

_decks: ResultCache[tuple[Game, BlindLevel], FlashcardDeck] = ResultCache(4)
_mistakes: ResultCache[tuple[DecisionFilter, str, str, int], tuple[RatedDecision, ...]] = ResultCache(4)


def _draws(
    question: TrainNextRequest | TrainThreeRequest | TrainTableRequest | TrainTreeRequest,
) -> random.Random:
    """Return the draws of one question of a session; new ones every time without a seed."""
    is_seeded = question.seed is not None
    return random.Random(f"{question.seed}/{question.number}" if is_seeded else secrets.randbits(64))


def load_deck(game: Game, level: BlindLevel, watch: Observer) -> FlashcardDeck:
    """The cards of a game at blinds and antes, from memory or made now."""
    return _decks.get((game, level), lambda: FlashcardDeck(make_chart(game, GRID, level, CHIPS, watch)))


def _spot(question: TrainSpotRequest, watch: Observer) -> SpotSolution:
    """The spot of a question, without a word on its method: the deck has told of it."""
    return solved(replace(question.spot, method=usual_method(question.rules, is_linear=True)), watch)


def _only(question: TrainNextRequest | TrainTreeRequest) -> Seat | None:
    return None if question.seat == BOTH else Seat(question.seat)


def train_next(question: TrainNextRequest, watch: Observer) -> Exercise:
    """The next question.

    Raises TrainingError if there is nothing to ask; HistoryError if there are no histories of that player.
    """
    if question.mode == "mistakes":
        return ask_mistake(_mistakes_of(question, watch), _draws(question), _only(question))
    deck = load_deck(question.rules, question.level.in_bb, watch)
    memory: dict[Any, MemoryState] = {}
    notice = ""
    if question.mode == "repeat":
        with TrainingStore() as store:
            memory, notice = store.cards(question.game, deck.level), store.set_aside
    exercise = next_exercise(
        deck,
        question.mode,
        _draws(question),
        memory=memory,
        now=now(),
        seat=_only(question),
        within=question.scope.stack_bounds if question.scope.stack else None,
    )
    return replace(exercise, notice=notice)


def _mistakes_of(question: TrainNextRequest, watch: Observer) -> tuple[RatedDecision, ...]:
    """Return the mistakes of the stored hands, graded again when hands change."""
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


def _chart(question: TrainSpotRequest, watch: Observer) -> Chart | None:
    """The chart that says at which stacks a hand is played, where one was made for the cards."""
    if question.mode == "mistakes" or question.dead:
        return None
    return load_deck(question.rules, question.level.in_bb, watch).chart


def train_answer(question: TrainAnswerRequest, watch: Observer) -> GradedDecision:
    """Grade an answer and store it.

    Raises TrainingError if nobody decides here, or the answer cannot be stored.
    """
    class_id = find_hand(question.rules, question.hand)
    chart, spot = _chart(question, watch), _spot(question, watch)
    decision = spot_decision(spot, Seat(question.position), class_id, question.mode, chart)
    card = question.mode == "repeat" or not question.rules.has_many_classes
    return store_decision(decision, question.action, question.seconds, card=card)


def find_hand(game: Game, hand: str) -> int:
    """Return the class of a hand as it was typed. Raises an error of the field if it is none."""
    with error_field("hand"):
        return int(find_class(game, hand)[0])


def take_action(decision: Decision, action: str, seconds: float | None) -> GradedDecision:
    """Grade and store an action of a decision.

    Raises SituationError if the decision does not take the action; TrainingError if the answer cannot be
    stored.
    """
    if action not in decision.actions:
        raise SituationError(f"Choose {' or '.join(decision.actions)}, not {action[:40]}.", field="action")
    return store_decision(decision, action, seconds)


def train_range(question: TrainRangeRequest, watch: Observer) -> GradedRange:
    """Grade and store a marked range. Raises RangeError if the text is not a range."""
    is_empty = not question.range.strip()
    weights = (
        None if is_empty else parse_held(question.range, question.rules, watch, field="range").class_weights
    )
    spot = _spot(question, watch)
    marked = grade_range(
        spot, Seat(question.position), np.zeros(spot.classes.n) if weights is None else weights
    )
    answer = GivenAnswer(
        now(), CardKey(question.game, question.level.bb_text(), question.position, ""), RANGE,
        min(spot.situation.stacks) / spot.situation.big_blind, spot.s, question.range, marked.loss, False,
        question.seconds,
    )  # fmt: skip
    _, notice = keep_answer(answer)
    return replace(marked, notice=notice)


_tables: ResultCache[tuple[str, TableHand], TableSolution] = ResultCache(12)


def solved_three(question: TrainLevelRequest, stack: float, watch: Observer) -> TableSolution:
    """Three equal stacks in big blinds at the blinds and antes of a question, solved once.

    Raises TrainingError if the game is not solved for three seats.
    """
    game = question.rules
    if game.has_many_classes:
        raise TrainingError(f"{game.title} is not solved for three seats.", field="game")
    hand = TableHand((stack,) * 3, question.level.in_bb)
    return _tables.get((game.name, hand), lambda: solve_table(game, hand, watch.on_stage))


def train_three(question: TrainThreeRequest | TrainRequest, watch: Observer) -> Decision:
    """Draw the next decision. Raises TrainingError if the game is not solved for three seats."""
    rng = _draws(question)
    return draw_three_decision(solved_three(question, rng.choice(TABLE_STACKS), watch), question.mode, rng)


def train_three_answer(question: TrainThreeAnswerRequest, watch: Observer) -> GradedDecision:
    """Grade the answer and store it.

    Raises TrainingError if the game is not solved for three seats, or the answer cannot be stored;
    SituationError if there is no such decision, or it does not take the action.
    """
    class_id = find_hand(question.rules, question.hand)
    solution = solved_three(question, question.stack, watch)
    row = solution.nodes.index(find_node(solution.hand, question.node))
    return take_action(
        three_decision(solution, row, class_id, question.mode), question.action, question.seconds
    )


_answers: ResultCache[tuple[str, TableKey], TableAnswer] = ResultCache(12)
"""Answers in memory, for a read-only folder."""


def train_table(question: TrainTableRequest | TrainRequest, watch: Observer) -> Decision:
    """Draw a decision of the spot; without stacks, of a stored spot or of equal stacks.

    Raises TrainingError if no hand fits; HistoryError if the stored hands cannot be opened.
    """
    rng = _draws(question)
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
    """Return stored spots and equal stacks of `seats`; without a number, stored spots, else six seats."""
    seats = question.seats
    table_keys = {key for key in kept_seconds(store) if key.game == question.game}
    keys = {key for key in table_keys if (key.hand.n == seats if seats else key.hand.n >= FEWEST)}
    if seats or not keys:
        hands = (TableHand((stack,) * (seats or USUAL_SEATS), question.level.in_bb) for stack in TABLE_STACKS)
        keys |= {TableKey.of(question.game, hand, CHIPS) for hand in hands}
    return sorted(keys)


def _solved(store: HistoryStore, key: TableKey, seconds: float | None, watch: Observer) -> TableAnswer:
    """The answer of a spot; solved and kept now where it was not, or was not sampled for as long."""
    answer = kept_answer(store, key)
    if answer is not None and (answer.is_modelled or answer.seconds >= (seconds or 0.0)):
        return answer

    def solve() -> TableAnswer:
        fresh = solve_spot(key, seconds or SAMPLED, watch.on_stage)
        keep_answers(store, {key: fresh})
        return fresh

    return _answers.get((str(store.path), key), solve, watch) if store.read_only else solve()


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
        raise TrainingError("This spot is no longer stored. Ask for the next hand.", field="spot")
    row = key.hand.nodes.index(find_node(key.hand, question.node))
    decision = table_decision(TableSpot(key, answer), row, class_id, question.mode)
    return take_action(decision, question.action, question.seconds)


def train_tree(question: TrainTreeRequest | TrainRequest, watch: Observer) -> Decision:
    """Draw a decision at one of the stacks at which the sizes make a tree.

    Raises TrainingError if none of them has a hand that will do.
    """
    rng = _draws(question)
    for stack in rng.sample(TREE_STACKS, len(TREE_STACKS)):
        try:
            return draw_tree_decision(
                cast(TreeSpot, solved(tree_spot(question, stack), watch)), question.mode, rng, _only(question)
            )
        except (SituationError, TrainingError):
            continue
    raise TrainingError("There is no such hand in these trees.", field="mode")


def train_tree_answer(question: TrainTreeAnswerRequest, watch: Observer) -> GradedDecision:
    """The verdict; the answer is kept.

    Raises SituationError if there is no such decision, or it does not take the action; TrainingError if the
    hand never comes there.
    """
    class_id = find_hand(question.rules, question.hand)
    spot = cast(TreeSpot, solved(question.spot, watch))
    decision = tree_decision(spot, find_decision(spot, question.after), class_id, question.mode)
    return take_action(decision, question.action, question.seconds)


LARGEST = 200_000_000
"""Bytes of a file of answers."""


@json_fields(
    "game score.total score.right score.right_percent score.streak score.best_streak score.rule_decisions "
    "score.rule_mbb score.rule_own_mbb score.by_seat score.by_depth score.by_stack score.by_day "
    "score.curve_mbb score.ranges range_loss_bb=score.range_loss score.cards score.due notice",
    schema="TrainScoreContract",
)
@dataclass(frozen=True)
class TrainScore(DisplayableResult):
    """The score of the trainer; rates in thousandths of a big blind a decision (a bet, in video poker)."""

    game: str
    """Empty for all games of jam or fold."""
    score: TrainingScore
    notice: str = ""


@dataclass(frozen=True)
class TrainExport(DisplayableResult):
    """All answers of a file."""

    answers: tuple[GivenAnswer, ...]
    format: str
    notice: str = ""


@dataclass(frozen=True)
class TrainImport(DisplayableResult):
    """How many answers a file has, and how many of them are new."""

    answers: int
    added: int
    notice: str = ""


@dataclass(frozen=True)
class TrainReset(DisplayableResult):
    """Number of deleted answers."""

    answers: int
    notice: str = ""


def train_score(question: TrainScoreRequest, watch: Observer) -> TrainScore:
    """Return the score; without a game of jam or fold alone, as video poker bets are not blinds."""
    with TrainingStore() as store:
        answers = [
            answer
            for answer in store.answers(question.game)
            if question.game or answer.key.game != VIDEO_POKER
        ]
        keys = {answer.key for answer in answers}
        levels = sorted({(key.game, key.level) for key in keys})
        cards = [card for game, level in levels for card in store.cards(game, level).values()]
        return TrainScore(question.game, make_score(answers, cards, now()), store.set_aside)


def train_export(question: TrainExportRequest, watch: Observer) -> TrainExport:
    """Return the answers in the order of time."""
    with TrainingStore() as store:
        return TrainExport(tuple(store.answers(question.game)), question.format, store.set_aside)


def train_import(question: TrainImportRequest, watch: Observer) -> TrainImport:
    """Import answers. Raises TrainingError if the file cannot be read; nothing is added then."""
    if not question.file:
        raise TrainingError("Enter a file of answers.", field="file")
    path = Path(question.file)
    answers = parse_answers(_read(path), f"'{path.name[:60]}'")
    with TrainingStore() as store:
        return TrainImport(len(answers), store.take(answers), store.set_aside)


def train_reset(question: TrainResetRequest, watch: Observer) -> TrainReset:
    with TrainingStore() as store:
        return TrainReset(store.reset(question.game), store.set_aside)


def train_repair(question: TrainRepairRequest, watch: Observer) -> TrainingRepair:
    """What was saved.

    Raises TrainingError if the file cannot be opened, or the disk does not take a fresh one.
    """
    watch.on_stage("checking for damage", 0.0)
    return repair_training(progress=watch.on_stage)


def train_anki(question: TrainAnkiRequest, watch: Observer) -> FlashcardDeck:
    return load_deck(question.rules, question.level.in_bb, watch)


def _read(path: Path) -> str:
    content = read_limited(path, TrainingError, most=LARGEST + 1)
    if len(content) > LARGEST:
        raise TrainingError(f"'{path.name[:60]}' is too large to be a file of answers.", field="file")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TrainingError(f"'{path.name[:60]}' is not UTF-8 text.", field="file") from None

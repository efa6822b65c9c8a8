"""What is kept of training: the score, files, forgetting."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from jamfold.cases.answers.training import load_deck
from jamfold.cases.answers.watch import Observer
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
from jamfold.core.errors import TrainingError
from jamfold.core.storage.whole_files import read_limited
from jamfold.practice.training.answers import GivenAnswer, now
from jamfold.practice.training.cards import FlashcardDeck
from jamfold.practice.training.log import (
    TrainingRepair,
    TrainingScore,
    TrainingStore,
    make_score,
    parse_answers,
    repair_training,
)

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

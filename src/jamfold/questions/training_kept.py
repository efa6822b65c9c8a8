"""What is kept of training: the score, answers as files, and forgetting them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from jamfold.errors import TrainingError
from jamfold.games import find_game
from jamfold.questions.entries import Question
from jamfold.questions.fields import entry
from jamfold.questions.training import TrainLevelQuestion, load_deck, now
from jamfold.questions.watching import Watch

if TYPE_CHECKING:
    from jamfold.practice.trainer.answers import Answer
    from jamfold.practice.trainer.deck import Deck
    from jamfold.practice.trainer.score import Score

VIDEO_POKER = "videopoker"
FORMATS = ("csv", "json")
LARGEST = 200_000_000
"""Bytes of a file of answers."""


@dataclass(frozen=True, kw_only=True)
class TrainKeptQuestion(Question):
    """A question about kept answers."""

    lasting: ClassVar[bool] = False

    game: str = entry(
        "", f"Answers of one game, or of {VIDEO_POKER}; else of all.", metavar="GAME", longest=40
    )

    def __post_init__(self) -> None:
        """The game is one that is trained."""
        super().__post_init__()
        if self.game and self.game != VIDEO_POKER:
            object.__setattr__(self, "game", find_game(self.game).name)


@dataclass(frozen=True)
class Scored:
    """A score, and of which game."""

    game: str
    score: Score
    notice: str = ""


@dataclass(frozen=True, kw_only=True)
class TrainScoreQuestion(TrainKeptQuestion):
    """The score of the trainer: what answers cost, how many were right, by seat and depth, over time."""

    name: ClassVar[str] = "train-score"

    def answer(self, watch: Watch) -> Scored:
        """The score; without a game that of jam or fold, since bets of video poker are no blinds."""
        from jamfold.practice.trainer.score import make_score
        from jamfold.practice.trainer.store import TrainingStore

        with TrainingStore() as store:
            answers = [one for one in store.answers(self.game) if self.game or one.key.game != VIDEO_POKER]
            keys = {one.key for one in answers}
            levels = sorted({(key.game, key.level) for key in keys})
            cards = [card for game, level in levels for card in store.cards(game, level).values()]
            return Scored(self.game, make_score(answers, cards, now()), store.set_aside)


@dataclass(frozen=True)
class TrainExport:
    """All answers of a file."""

    answers: tuple[Answer, ...]
    format: str
    notice: str = ""


@dataclass(frozen=True, kw_only=True)
class TrainExportQuestion(TrainKeptQuestion):
    """The kept answers as a file, which an import reads again."""

    name: ClassVar[str] = "train-export"

    format: str = entry("json", "The format: csv or json.", choices=FORMATS, metavar="FORMAT")

    def answer(self, watch: Watch) -> TrainExport:
        """The answers, in the order of time."""
        from jamfold.practice.trainer.store import TrainingStore

        with TrainingStore() as store:
            return TrainExport(tuple(store.answers(self.game)), self.format, store.set_aside)


@dataclass(frozen=True)
class TrainImported:
    """How many answers a file has, and how many of them are new."""

    answers: int
    added: int
    notice: str = ""


@dataclass(frozen=True, kw_only=True)
class TrainImportQuestion(Question):
    """Add the answers of an exported file to those that are kept; those that are there stay as they are."""

    name: ClassVar[str] = "train-import"
    lasting: ClassVar[bool] = False

    file: str = entry("", "A file of answers, CSV or JSON.", positional=True, metavar="FILE", local=True)

    def answer(self, watch: Watch) -> TrainImported:
        """What came of it.

        Raises
        ------
        TrainingError
            If the file cannot be read; then nothing is added.
        """
        from jamfold.practice.trainer.files import parse_answers
        from jamfold.practice.trainer.store import TrainingStore

        if not self.file:
            raise TrainingError("Give a file of answers.", field="file")
        path = Path(self.file)
        answers = parse_answers(_read(path), f"'{path.name[:60]}'")
        with TrainingStore() as store:
            return TrainImported(len(answers), store.take(answers), store.set_aside)


@dataclass(frozen=True)
class TrainForgotten:
    """How many answers are forgotten."""

    answers: int
    notice: str = ""


@dataclass(frozen=True, kw_only=True)
class TrainResetQuestion(TrainKeptQuestion):
    """Forget the answers of a game, or all: the score and the repetition begin anew."""

    name: ClassVar[str] = "train-reset"

    all: bool = entry(False, "Forget those of all games.")

    def __post_init__(self) -> None:
        """One of both is said."""
        super().__post_init__()
        if bool(self.game) == self.all:
            raise TrainingError("Say what is forgotten: --game GAME, or --all.", field="game")

    def answer(self, watch: Watch) -> TrainForgotten:
        """How many there were."""
        from jamfold.practice.trainer.store import TrainingStore

        with TrainingStore() as store:
            return TrainForgotten(store.reset(self.game), store.set_aside)


@dataclass(frozen=True, kw_only=True)
class TrainAnkiQuestion(TrainLevelQuestion):
    """The cards of a game as a deck for Anki: a ZIP file with a CSV file and a picture of every card."""

    name: ClassVar[str] = "train-anki"

    def answer(self, watch: Watch) -> Deck:
        """The cards."""
        return load_deck(self.rules, self.level, watch)


def _read(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            content = stream.read(LARGEST + 1)
    except OSError as error:
        raise TrainingError(
            f"Cannot read '{str(path)[:100]}': {error.strerror or error}.", field="file"
        ) from None
    if len(content) > LARGEST:
        raise TrainingError(f"'{path.name[:60]}' is too large to be a file of answers.", field="file")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TrainingError(f"'{path.name[:60]}' is not a text in UTF-8.", field="file") from None

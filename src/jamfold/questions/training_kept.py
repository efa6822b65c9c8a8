"""What is kept of training: the score, answers as files, and forgetting them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from jamfold.errors import TrainingError
from jamfold.games import find_game
from jamfold.questions.entries import Question
from jamfold.questions.fields import entry
from jamfold.questions.training import TrainLevelQuestion

VIDEO_POKER = "videopoker"
FORMATS = ("csv", "json")


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


@dataclass(frozen=True, kw_only=True)
class TrainScoreQuestion(TrainKeptQuestion):
    """The score of the trainer: what answers cost, how many were right, by seat and depth, over time."""

    name: ClassVar[str] = "train-score"


@dataclass(frozen=True, kw_only=True)
class TrainExportQuestion(TrainKeptQuestion):
    """The kept answers as a file, which an import reads again."""

    name: ClassVar[str] = "train-export"

    format: str = entry("json", "The format: csv or json.", choices=FORMATS, metavar="FORMAT")


@dataclass(frozen=True, kw_only=True)
class TrainImportQuestion(Question):
    """Add the answers of an exported file to those that are kept; those that are there stay as they are."""

    name: ClassVar[str] = "train-import"
    lasting: ClassVar[bool] = False

    file: str = entry(
        "", "A file of answers, CSV or JSON.", positional=True, metavar="FILE", local=True, reads=True
    )


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


@dataclass(frozen=True, kw_only=True)
class TrainRepairQuestion(Question):
    """Save what is whole of damaged kept training; the damaged file is kept under another name."""

    name: ClassVar[str] = "train-repair"
    lasting: ClassVar[bool] = False


@dataclass(frozen=True, kw_only=True)
class TrainAnkiQuestion(TrainLevelQuestion):
    """The cards of a game as a deck for Anki: a ZIP file with a CSV file and a picture of every card."""

    name: ClassVar[str] = "train-anki"

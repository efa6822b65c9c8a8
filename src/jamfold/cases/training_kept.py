"""What is kept of training: the score, answers as files, and forgetting them."""

from __future__ import annotations

from jamfold.cards.games import find_game
from jamfold.cases.entries import CaseRequest
from jamfold.cases.fields import request_field
from jamfold.cases.training import TrainLevelRequest
from jamfold.cases.view_spec import RESULT, ViewSpec
from jamfold.core.errors import TrainingError

VIDEO_POKER = "videopoker"
FORMATS = ("csv", "json")


class TrainKeptRequest(CaseRequest):
    """A question about kept answers."""

    is_cacheable = False

    game: str = request_field(
        "", f"Answers of one game, or of {VIDEO_POKER}; else all.", metavar="GAME", max_length=40
    )

    def __post_init__(self) -> None:
        """The game is one that is trained."""
        super().__post_init__()
        if self.game and self.game != VIDEO_POKER:
            self._set(game=find_game(self.game).name)


class TrainScoreRequest(TrainKeptRequest):
    """Show your score: EV lost and accuracy by seat, stack and day."""

    answered_by = "cases.answers.training:train_score"
    view_spec = ViewSpec(
        contract=RESULT,
        view="views.training:score_view(answer.score)",
        notes_of="views.formats:notice_of(answer)",
        examples=({},),
    )


class TrainExportRequest(TrainKeptRequest):
    """Export your answers to a file."""

    answered_by = "cases.answers.training:train_export"
    view_spec = ViewSpec(
        contract="views.formats:FileContract",
        values_of="views.training:export_contract",
        notes_of="views.formats:notice_of(answer)",
        examples=({},),
    )

    format: str = request_field("json", "The format: csv or json.", choices=FORMATS, metavar="FORMAT")


class TrainImportRequest(CaseRequest):
    """Import answers from a file; existing answers stay unchanged."""

    is_cacheable = False
    answered_by = "cases.answers.training:train_import"
    view_spec = ViewSpec(
        contract=RESULT,
        view="views.training:imported_text(answer.added, answer.answers)",
        notes_of="views.formats:notice_of(answer)",
    )

    file: str = request_field(
        "", "A file of answers, CSV or JSON.", positional=True, metavar="FILE", cli_only=True, reads=True
    )


class TrainResetRequest(TrainKeptRequest):
    """Delete your answers for one game or all games."""

    answered_by = "cases.answers.training:train_reset"
    view_spec = ViewSpec(
        contract=RESULT,
        view="views.training:forgotten_text(answer.answers)",
        notes_of="views.formats:notice_of(answer)",
    )

    all: bool = request_field(False, "Delete the answers of all games.")

    def __post_init__(self) -> None:
        super().__post_init__()
        if bool(self.game) == self.all:
            raise TrainingError("Nothing selected. Use --game GAME, or --all.", field="game")


class TrainRepairRequest(CaseRequest):
    """Recover answers from a damaged file; the damaged file is renamed."""

    is_cacheable = False
    answered_by = "cases.answers.training:train_repair"
    view_spec = ViewSpec(contract=RESULT, view="views.training:repair_text(answer)")


class TrainAnkiRequest(TrainLevelRequest):
    """Export a game's cards as an Anki deck (ZIP)."""

    name = "train-anki"
    answered_by = "cases.answers.training:train_anki"

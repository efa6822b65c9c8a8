"""Commands of practice.

``jamfold match``, ``bot`` and ``play``: two players and a referee, a bot alone, a person against one.
``jamfold train``: questions with answers that are kept; the score, files, forgetting.
``jamfold videopoker``: pay tables, exact analysis, holds, strategy lists, training, simulation.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jamfold.cases.match import MatchRequest, PlayRequest
from jamfold.cases.training import TrainRequest
from jamfold.cases.training_kept import TrainAnkiRequest, TrainExportRequest
from jamfold.cases.videopoker import HoldSessionRequest
from jamfold.cases.view_spec import resolve, view_spec_of
from jamfold.cli.commands import GROUPS
from jamfold.cli.request_command import (
    AskingGroup,
    HelpfulGroup,
    JsonOption,
    OutOption,
    RequestCommand,
    run_in_terminal,
    with_request_options,
)
from jamfold.cli.rows import add_commands, file_option, show_answer, show_or_save
from jamfold.core.display import plural
from jamfold.core.errors import MatchError, TrainingError
from jamfold.core.storage.whole_files import check_target, write_atomically, write_lines_whole
from jamfold.practice.matches.protocol import SMALL
from jamfold.views.terminal import print_status, read_answer

if TYPE_CHECKING:
    from jamfold.practice.matches.session import Session

_FOLDS = {"f", "fold"}

LogOption = Annotated[Path | None, file_option("--log", "Write the hands in PHH, .phhs.")]
SaveOption = Annotated[
    Path | None, file_option("--save-definition", "Write the game definition for other programs.")
]


@with_request_options(MatchRequest)
def match(
    question: MatchRequest,
    log: LogOption = None,
    save_definition: SaveOption = None,
    as_json: JsonOption = False,
) -> None:
    check_target(log, ending=".phhs")
    if log is not None:
        resolve("practice.matches.referee:check_logged")(question.rules)
    if save_definition is not None:
        check_target(save_definition)
        write_atomically(save_definition, question.definition.text)
        print_status(f"Saved to {save_definition}.")
    result = run_in_terminal(question)
    played = result.match
    if log is not None:
        if played is None:
            raise MatchError("Nothing was played, so there is nothing to log. Add --deals.", field="log")

        write_lines_whole(log, resolve("practice.matches.referee:log_lines")(played))
        print_status(f"Saved to {log}.")
    show_answer(view_spec_of(MatchRequest), question, result, as_json=as_json)
    if played is not None and played.forfeit is not None:
        raise MatchError(played.forfeit.sentence)


@with_request_options(PlayRequest)
def play(question: PlayRequest) -> None:
    session = run_in_terminal(question)
    typer.echo(f"Against {session.opponent.name}. j jams, c calls, f folds, q ends.")
    try:
        while question.hands is None or len(session.outcomes) < question.hands:
            if not _play_one(session):
                break
    except KeyboardInterrupt:
        typer.echo("")
    typer.echo(resolve("views.matches:session_line")(session.outcomes))


def _play_one(session: Session) -> bool:
    """Play a hand; False when the person leaves."""
    turn = session.turn()
    typer.echo(f"\n{resolve('views.matches:turn_line')(turn)}")
    plays: bool | None = None if turn.decides else False
    words = {"j", "jam"} if turn.position == SMALL else {"c", "call"}
    while plays is None:
        answer = read_answer(f"{'j' if turn.position == SMALL else 'c'}/f> ")
        if answer is None:
            return False
        word = answer.lower()
        if word in words or word in _FOLDS:
            plays = word in words
        else:
            typer.echo(f"  {'j jams' if turn.position == SMALL else 'c calls'}, f folds, q ends.")
    for text in resolve("views.matches:outcome_lines")(session.act(plays=plays)):
        typer.echo(f"  {text}")
    return True


ZipOption = Annotated[Path, file_option("--out", "The file, .zip.")]

train_app = typer.Typer(cls=AskingGroup, invoke_without_command=True)


@train_app.callback()
@with_request_options(TrainRequest)
def train(question: TrainRequest, ctx: typer.Context) -> None:
    if ctx.invoked_subcommand is None:
        resolve("cli.train_session:Session")(question).run()


add_commands(train_app, "train", "score")


@train_app.command("export", cls=RequestCommand)
@with_request_options(TrainExportRequest)
def export(question: TrainExportRequest, out: OutOption = None) -> None:
    check_target(out, TrainingError)
    result = run_in_terminal(question)
    if result.notice:
        print_status(result.notice)
    show_or_save(resolve("practice.training.log:write_lines")(result.answers, result.format), out)


add_commands(train_app, "train", "import reset repair")


@train_app.command("anki", cls=RequestCommand)
@with_request_options(TrainAnkiRequest)
def anki(question: TrainAnkiRequest, out: ZipOption) -> None:
    check_target(out, TrainingError, ".zip")
    deck = run_in_terminal(question)
    write_anki = resolve("views.training:write_anki")
    write_atomically(out, lambda stream: write_anki(deck, stream), TrainingError)
    print_status(f"{plural(len(deck.cards), 'card')} saved to {out}.")


videopoker_app = typer.Typer(cls=HelpfulGroup, help=GROUPS["videopoker"])

add_commands(videopoker_app, "videopoker", "show list analyse strategy hold")


@videopoker_app.command("train", cls=RequestCommand)
@with_request_options(HoldSessionRequest)
def train_holds(question: HoldSessionRequest) -> None:
    resolve("cli.hold_session:train_holds")(question)


add_commands(videopoker_app, "videopoker", "simulate")

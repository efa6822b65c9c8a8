"""``jamfold match``, ``bot`` and ``play``: two players and a referee, a bot alone, a person against one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jamfold.cases.match import MatchRequest, PlayRequest
from jamfold.cases.view_spec import resolve, view_spec_of
from jamfold.cli.request_command import JsonOption, run_in_terminal, with_request_options
from jamfold.cli.rows import file_option, show_answer
from jamfold.core.errors import MatchError
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

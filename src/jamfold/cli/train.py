"""``jamfold train``: questions with answers that are kept; the score, files, forgetting."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jamfold.cases.training import TrainRequest
from jamfold.cases.training_kept import TrainAnkiRequest, TrainExportRequest
from jamfold.cases.view_spec import resolve
from jamfold.cli.request_command import (
    AskingGroup,
    OutOption,
    RequestCommand,
    run_in_terminal,
    with_request_options,
)
from jamfold.cli.rows import add_commands, file_option, show_or_save
from jamfold.core.display import plural
from jamfold.core.errors import TrainingError
from jamfold.core.storage.whole_files import check_target, write_atomically
from jamfold.views.terminal import print_status

ZipOption = Annotated[Path, file_option("--out", "The file, .zip.")]

app = typer.Typer(cls=AskingGroup, invoke_without_command=True)


@app.callback()
@with_request_options(TrainRequest)
def train(question: TrainRequest, ctx: typer.Context) -> None:
    if ctx.invoked_subcommand is None:
        resolve("cli.train_session:Session")(question).run()


add_commands(app, "train", "score")


@app.command("export", cls=RequestCommand)
@with_request_options(TrainExportRequest)
def export(question: TrainExportRequest, out: OutOption = None) -> None:
    check_target(out, TrainingError)
    result = run_in_terminal(question)
    if result.notice:
        print_status(result.notice)
    show_or_save(resolve("practice.training.log:write_lines")(result.answers, result.format), out)


add_commands(app, "train", "import reset repair")


@app.command("anki", cls=RequestCommand)
@with_request_options(TrainAnkiRequest)
def anki(question: TrainAnkiRequest, out: ZipOption) -> None:
    check_target(out, TrainingError, ".zip")
    deck = run_in_terminal(question)
    write_anki = resolve("views.training:write_anki")
    write_atomically(out, lambda stream: write_anki(deck, stream), TrainingError)
    print_status(f"{plural(len(deck.cards), 'card')} saved to {out}.")

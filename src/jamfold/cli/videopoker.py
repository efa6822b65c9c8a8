"""``jamfold videopoker``: pay tables, exact analysis, holds, strategy lists, training, simulation."""

from __future__ import annotations

import typer

from jamfold.cases.training_holds import HoldSessionRequest
from jamfold.cases.view_spec import resolve
from jamfold.cli.commands import GROUPS
from jamfold.cli.request_command import HelpfulGroup, RequestCommand, with_request_options
from jamfold.cli.rows import add_commands

app = typer.Typer(cls=HelpfulGroup, help=GROUPS["videopoker"])

add_commands(app, "videopoker", "show list analyse strategy hold")


@app.command("train", cls=RequestCommand)
@with_request_options(HoldSessionRequest)
def train(question: HoldSessionRequest) -> None:
    resolve("cli.hold_session:train_holds")(question)


add_commands(app, "videopoker", "simulate")

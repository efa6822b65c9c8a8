"""``jamfold videopoker``: pay tables, exact analysis, holds, strategy lists, training, simulation."""

from __future__ import annotations

import typer

from jamfold.cases.training_holds import HoldSessionRequest
from jamfold.cases.videopoker import (
    HoldsRequest,
    PayStrategyRequest,
    PayTableRequest,
    PayTablesRequest,
    ShowPayTableRequest,
    SimulationRequest,
)
from jamfold.cases.view_spec import resolve
from jamfold.cli.request_command import HelpfulGroup, RequestCommand, with_request_options
from jamfold.cli.rows import command

app = typer.Typer(cls=HelpfulGroup, help="Analyse video poker pay tables and hands exactly.")

app.command("show", cls=RequestCommand)(command(ShowPayTableRequest))
app.command("list", cls=RequestCommand)(command(PayTablesRequest))
app.command("analyse", cls=RequestCommand)(command(PayTableRequest))
app.command("strategy", cls=RequestCommand)(command(PayStrategyRequest))
app.command("hold", cls=RequestCommand)(command(HoldsRequest))


@app.command("train", cls=RequestCommand)
@with_request_options(HoldSessionRequest)
def train(question: HoldSessionRequest) -> None:
    resolve("cli.hold_session:train_holds")(question)


app.command("simulate", cls=RequestCommand)(command(SimulationRequest))

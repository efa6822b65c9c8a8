"""``jamfold videopoker``: pay tables, exact analysis, holds, strategy lists, training, simulation."""

from __future__ import annotations

from typing import Annotated

import typer

from jamfold.cases.training_holds import HoldSessionRequest
from jamfold.cases.videopoker import (
    USUAL_TABLE,
    HoldsRequest,
    PayStrategyRequest,
    PayTableRequest,
    PayTablesRequest,
    ShowPayTableRequest,
    SimulationRequest,
)
from jamfold.cases.view_spec import resolve, view_spec_of
from jamfold.cli.request_command import HelpfulGroup, JsonOption, RequestCommand, with_request_options
from jamfold.cli.rows import command, run_row

app = typer.Typer(cls=HelpfulGroup, help="Analyse video poker pay tables and hands exactly.")

TableOption = Annotated[
    str, typer.Option("--table", help="A pay table's name, or a TOML file.", metavar="NAME_OR_FILE")
]


app.command("show", cls=RequestCommand)(command(ShowPayTableRequest))
app.command("list", cls=RequestCommand)(command(PayTablesRequest))
app.command("analyse", cls=RequestCommand)(command(PayTableRequest))
app.command("strategy", cls=RequestCommand)(command(PayStrategyRequest))


@app.command("hold", cls=RequestCommand)
def hold(
    deal: Annotated[str, typer.Argument(help='Five cards, such as "Ah Kh Qh 2c 2d"; a joker is "Joker".')],
    table: TableOption = USUAL_TABLE,
    as_json: JsonOption = False,
) -> None:
    """Rank all 32 holds of a deal, with the cost of each."""
    question = HoldsRequest.from_cli({"table": table, "deal": deal})
    run_row(view_spec_of(HoldsRequest), question, as_json=as_json)


@app.command("train", cls=RequestCommand)
@with_request_options(HoldSessionRequest)
def train(question: HoldSessionRequest) -> None:
    resolve("cli.hold_session:train_holds")(question)


app.command("simulate", cls=RequestCommand)(command(SimulationRequest))

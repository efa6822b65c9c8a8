"""``jamfold videopoker``: pay tables, exact analysis, holds, strategy lists, training, simulation."""

from __future__ import annotations

import random
import sys
import time
from typing import Annotated

import typer

from jamfold.answers.training import now
from jamfold.cli.asking import HelpfulGroup, JsonOption
from jamfold.cli.rows import command, run_row
from jamfold.errors import CardError, PayTableError
from jamfold.practice.trainer.holds import GAME, Trainer, answer_of, due_deal, keep, level_of, parse_hold
from jamfold.practice.trainer.store import TrainingStore
from jamfold.questions.videopoker import (
    USUAL_TABLE,
    HoldsQuestion,
    PayStrategyQuestion,
    PayTableQuestion,
    PayTablesQuestion,
    ShowPayTableQuestion,
    SimulationQuestion,
)
from jamfold.videopoker.deck import format_deal
from jamfold.views.rows import row_of
from jamfold.views.terminal import say
from jamfold.views.videopoker import (
    answer_text,
    score_text,
    verdict_text,
)

app = typer.Typer(cls=HelpfulGroup, help="Video poker: exact analysis of any pay table.")

BetOption = Annotated[int, typer.Option("--bet", help="Coins bet per hand.", metavar="COINS")]
SeedOption = Annotated[
    int | None, typer.Option("--seed", help="The same number gives the same hands.", metavar="N")
]
TableOption = Annotated[
    str, typer.Option("--table", help="A pay table's name, or a TOML file.", metavar="NAME_OR_FILE")
]
_LEAVE = {"q", "quit", "exit"}


app.command("show")(command(ShowPayTableQuestion))
app.command("list")(command(PayTablesQuestion))
app.command("analyse")(command(PayTableQuestion))
app.command("strategy")(command(PayStrategyQuestion))


@app.command("hold")
def hold(
    deal: Annotated[str, typer.Argument(help='Five cards, such as "Ah Kh Qh 2c 2d"; a joker is "Joker".')],
    table: TableOption = USUAL_TABLE,
    as_json: JsonOption = False,
) -> None:
    """All 32 holds of a deal, best first, with what the others cost."""
    question = HoldsQuestion.of_command({"table": table, "deal": deal})
    run_row(row_of(HoldsQuestion), question, as_json=as_json)


@app.command("train")
def train(
    name: Annotated[str, typer.Argument(help="A pay table's name, or a TOML file.")] = USUAL_TABLE,
    hands: Annotated[int | None, typer.Option("--hands", help="Stop after N hands.", metavar="N")] = None,
    bet: BetOption = 5,
    seed: SeedOption = None,
) -> None:
    """Practise: you say what to hold, and hear what it costs.

    What you hold is kept; a deal that was missed comes again when it is due, unless a seed is given.
    'jamfold train score --game videopoker' tells the score of all days.
    """
    if bet < 1 or (hands is not None and hands < 1):
        raise PayTableError("Hands and coins bet are whole numbers from 1.")
    trainer = Trainer(name, seed)
    typer.echo(f"{trainer.table.name}. Hold by place (1 3 5) or card (Ah Kh); Enter alone draws five cards.")
    typer.echo("all keeps the deal, ? shows the answer, q ends.")
    try:
        while hands is None or trainer.asked < hands:
            if not _ask(trainer, bet, repeat=seed is None):
                break
    except KeyboardInterrupt:
        typer.echo("")
    typer.echo(score_text(trainer, bet))


def _ask(trainer: Trainer, bet: int, *, repeat: bool) -> bool:
    """Deal a hand and ask until there is an answer, which is kept; False when the player leaves."""
    deal = None
    if repeat:
        with TrainingStore() as store:
            _say(store.set_aside)
            known = store.cards(GAME, level_of(trainer.table))
        deal = due_deal(known, trainer.table, now(), random.Random())
    deal = deal or trainer.deal()
    typer.echo(f"\n{trainer.asked + 1:3}.  {format_deal(deal)}")
    begun = time.monotonic()
    while True:
        typer.echo("hold> ", nl=False)
        line = sys.stdin.readline()
        words = line.strip().lower()
        if not line or words in _LEAVE:
            if not line:
                typer.echo("")
            return False
        if words == "?":
            typer.echo(f"  {answer_text(trainer.report(deal), bet)}")
            return True
        try:
            mask = parse_hold(line, deal, trainer.table)
            verdict = trainer.judge(deal, mask)
        except CardError as error:
            typer.echo(f"  {error}")
            continue
        with TrainingStore() as store:
            _say(store.set_aside)
            keep(store, answer_of(verdict.report, mask, now(), time.monotonic() - begun))
        typer.echo(f"  {verdict_text(verdict, bet)}")
        return True


def _say(notice: str) -> None:
    if notice:
        say(notice)


app.command("simulate")(command(SimulationQuestion))

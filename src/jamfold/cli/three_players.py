"""``jamfold tournament-three``: the tournament of three players at every state."""

from __future__ import annotations

from typing import Annotated

import typer

from jamfold.cli.asking import JsonOption, answered, asks
from jamfold.errors import TournamentError
from jamfold.questions.tournaments import ThreeTournamentQuestion
from jamfold.views.terminal import print_json, show

CsvOption = Annotated[bool, typer.Option("--csv", help="Print CSV, a line per state, with full precision.")]


@asks(ThreeTournamentQuestion, "levels")
def tournament_three(
    question: ThreeTournamentQuestion, as_csv: CsvOption = False, as_json: JsonOption = False
) -> None:
    if as_csv and as_json:
        raise TournamentError("Give --csv or --json, one of them.")
    answer = answered(question, f"{question.rules.title}, three players")
    from jamfold.views.contracts.three_players import ThreeTournamentContract
    from jamfold.views.three_players import three_csv, three_view

    if as_json:
        print_json(ThreeTournamentContract.of(answer))
    elif as_csv:
        typer.echo(three_csv(answer), nl=False)
    else:
        show(three_view(answer, answer.equal if question.row is None else question.row))

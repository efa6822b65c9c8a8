"""``jamfold icm``: what stacks are worth in prizes."""

from __future__ import annotations

from typing import Annotated

import typer

from jamfold.cli.asking import JsonOption, answered, asks
from jamfold.errors import WorthError
from jamfold.questions.worth import IcmQuestion
from jamfold.views.terminal import print_json, show

CsvOption = Annotated[bool, typer.Option("--csv", help="Print CSV, a line per player, with full precision.")]


@asks(IcmQuestion)
def icm(question: IcmQuestion, as_csv: CsvOption = False, as_json: JsonOption = False) -> None:
    if as_csv and as_json:
        raise WorthError("Give --csv or --json, one of them.")
    answer = answered(question, "ICM")
    from jamfold.views.contracts.worth import IcmContract
    from jamfold.views.worth import icm_csv, icm_view

    if as_json:
        print_json(IcmContract.of(answer))
    elif as_csv:
        typer.echo(icm_csv(answer), nl=False)
    else:
        show(icm_view(answer))

"""``jamfold table``: two to ten seats, everybody jams or folds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jamfold.cli.asking import JsonOption, answered, asks
from jamfold.errors import SituationError
from jamfold.kept.whole import check_target, write_whole
from jamfold.questions.table import TableQuestion
from jamfold.views.terminal import print_json, say, show

CsvOption = Annotated[bool, typer.Option("--csv", help="Print CSV, a line per decision and class.")]
OutOption = Annotated[
    Path | None,
    typer.Option("--out", help="Write all strategies to a JSON file, for --profile.", metavar="FILE"),
]


@asks(TableQuestion)
def table(
    question: TableQuestion, as_csv: CsvOption = False, as_json: JsonOption = False, out: OutOption = None
) -> None:
    if as_csv and as_json:
        raise SituationError("Give --csv or --json, one of them.")
    check_target(out)
    answer = answered(question, f"{question.rules.title} table")
    from jamfold.views.contracts.table import TableContract
    from jamfold.views.table import profile_text, table_csv, table_view

    if out is not None:
        write_whole(out, profile_text(answer))
        say(f"Saved to {out}.")
    if as_json:
        print_json(TableContract.of(answer))
    elif as_csv:
        typer.echo(table_csv(answer), nl=False)
    else:
        show(table_view(answer))

"""``jamfold history``: played hands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jamfold.cli.asking import AskingCommand, HelpfulGroup, JsonOption, answered, asks
from jamfold.cli.rows import command, run_row
from jamfold.errors import HistoryError
from jamfold.kept.whole import check_target, write_lines_whole
from jamfold.questions.histories import (
    HistoryForgetQuestion,
    HistoryHandsQuestion,
    HistoryImportQuestion,
    HistoryPlayersQuestion,
    HistoryProblemsQuestion,
    HistoryRepairQuestion,
)
from jamfold.questions.history_reports import (
    HistoryExplainQuestion,
    HistoryExportQuestion,
    HistoryOpponentsQuestion,
    HistoryReportQuestion,
)
from jamfold.views.history_files import export_lines
from jamfold.views.rows import row_of
from jamfold.views.terminal import say

FAILED = 1

app = typer.Typer(cls=HelpfulGroup, help="Played hands: import histories, list the jam/fold spots in them.")

FORMATS = ("csv", "json")
FormatOption = Annotated[str, typer.Option("--format", help="csv or json.", metavar="FORMAT")]
OutOption = Annotated[
    Path | None, typer.Option("--out", help="The file; else it is printed.", metavar="FILE")
]
StrictOption = Annotated[bool, typer.Option("--strict", help="Exit with code 1 on any problem.")]


@app.command("import", cls=AskingCommand)
@asks(HistoryImportQuestion)
def import_(
    question: HistoryImportQuestion, strict: StrictOption = False, as_json: JsonOption = False
) -> None:
    answer = run_row(row_of(HistoryImportQuestion), question, as_json=as_json)
    if not answer.counts.hands + answer.counts.duplicates:
        raise HistoryError("No hand could be read.")
    if strict and answer.problems:
        raise typer.Exit(FAILED)


app.command("hands", cls=AskingCommand)(command(HistoryHandsQuestion))
app.command("players", cls=AskingCommand)(command(HistoryPlayersQuestion))
app.command("problems", cls=AskingCommand)(command(HistoryProblemsQuestion))
app.command("explain", cls=AskingCommand)(command(HistoryExplainQuestion))
app.command("report", cls=AskingCommand)(command(HistoryReportQuestion))
app.command("opponents", cls=AskingCommand)(command(HistoryOpponentsQuestion))


@app.command("export", cls=AskingCommand)
@asks(HistoryExportQuestion)
def export(question: HistoryExportQuestion, form: FormatOption = "csv", out: OutOption = None) -> None:
    if form not in FORMATS:
        raise HistoryError(f"Unknown format '{form[:40]}': the formats are {' and '.join(FORMATS)}.")
    check_target(out)
    lines = export_lines(answered(question), form)
    if out is None:
        for line in lines:
            typer.echo(line, nl=False)
        return

    write_lines_whole(out, lines)
    say(f"Saved to {out}.")


app.command("forget", cls=AskingCommand)(command(HistoryForgetQuestion))
app.command("repair", cls=AskingCommand)(command(HistoryRepairQuestion))

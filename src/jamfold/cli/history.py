"""``jamfold history``: played hands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jamfold.cli.asking import AskingCommand, JsonOption, answered, asks
from jamfold.errors import HistoryError
from jamfold.kept.whole import check_target, write_lines_whole, write_whole
from jamfold.questions.histories import (
    HistoryForgetQuestion,
    HistoryHandsQuestion,
    HistoryImportQuestion,
    HistoryPlayersQuestion,
    HistoryProblemsQuestion,
)
from jamfold.questions.history_reports import (
    HistoryExportQuestion,
    HistoryOpponentsQuestion,
    HistoryReportQuestion,
)
from jamfold.views.terminal import print_json, say, show

FAILED = 1

app = typer.Typer(help="Played hands: import histories, list the jam/fold spots in them.")

CsvOption = Annotated[bool, typer.Option("--csv", help="Print CSV.")]
HtmlOption = Annotated[
    Path | None, typer.Option("--html", help="Write one HTML file that needs no network.", metavar="FILE")
]
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
    from jamfold.views.contracts.histories import ImportContract
    from jamfold.views.histories import import_lines

    answer = ImportContract.of(answered(question, "Hands"))
    if as_json:
        print_json(answer)
    else:
        for line in import_lines(answer):
            typer.echo(line)
    if not answer.hands + answer.duplicates:
        raise HistoryError("No hand could be read.")
    if strict and answer.problems:
        raise typer.Exit(FAILED)


@app.command("hands", cls=AskingCommand)
@asks(HistoryHandsQuestion)
def hands(question: HistoryHandsQuestion, as_json: JsonOption = False) -> None:
    from jamfold.views.contracts.histories import HistoryHandContract
    from jamfold.views.histories import hands_view

    kept = [HistoryHandContract.of(hand) for hand in answered(question, "Hands").hands]
    if as_json:
        print_json(kept)
    else:
        show(hands_view(kept))


@app.command("players", cls=AskingCommand)
@asks(HistoryPlayersQuestion)
def players(question: HistoryPlayersQuestion, as_json: JsonOption = False) -> None:
    from jamfold.views.contracts.histories import RatedContract
    from jamfold.views.histories import players_view

    rated = [RatedContract.of(one) for one in answered(question, "Players")]
    if as_json:
        print_json(rated)
    else:
        show(players_view(rated))


@app.command("problems", cls=AskingCommand)
@asks(HistoryProblemsQuestion)
def problems(question: HistoryProblemsQuestion, as_json: JsonOption = False) -> None:
    from jamfold.views.contracts.histories import ProblemContract
    from jamfold.views.histories import problem_line

    found = [ProblemContract.of(problem) for problem in answered(question, "Hands")]
    if as_json:
        print_json(found)
        return
    for problem in found:
        typer.echo(problem_line(problem))


@app.command("report", cls=AskingCommand)
@asks(HistoryReportQuestion)
def report(
    question: HistoryReportQuestion,
    as_csv: CsvOption = False,
    html: HtmlOption = None,
    as_json: JsonOption = False,
) -> None:
    if as_csv and as_json:
        raise HistoryError("Give --csv or --json, one of them.")
    if html is not None and html.suffix.lower() not in (".html", ".htm"):
        raise HistoryError(f"The file '{html.name[:60]}' must end in .html.")
    check_target(html)
    found = answered(question, "Report")
    from jamfold.views.contracts.history_reports import ReportContract
    from jamfold.views.history_files import report_csv, report_html
    from jamfold.views.history_report import report_view

    answer = ReportContract.of(found)
    if html is not None:
        write_whole(html, report_html(answer))
        say(f"Saved to {html}.")
    if as_json:
        print_json(answer)
    elif as_csv:
        typer.echo(report_csv(found), nl=False)
    elif html is None:
        show(report_view(answer))


@app.command("opponents", cls=AskingCommand)
@asks(HistoryOpponentsQuestion)
def opponents(
    question: HistoryOpponentsQuestion, as_csv: CsvOption = False, as_json: JsonOption = False
) -> None:
    if as_csv and as_json:
        raise HistoryError("Give --csv or --json, one of them.")
    from jamfold.views.contracts.history_reports import OpponentContract
    from jamfold.views.history_files import opponents_csv
    from jamfold.views.history_report import opponents_view

    found = [OpponentContract.of(one) for one in answered(question, "Opponents")]
    if as_json:
        print_json(found)
    elif as_csv:
        typer.echo(opponents_csv(found), nl=False)
    else:
        show(opponents_view(found))


@app.command("export", cls=AskingCommand)
@asks(HistoryExportQuestion)
def export(question: HistoryExportQuestion, form: FormatOption = "csv", out: OutOption = None) -> None:
    if form not in FORMATS:
        raise HistoryError(f"Unknown format '{form[:40]}': the formats are {' and '.join(FORMATS)}.")
    check_target(out)
    from jamfold.views.history_files import export_lines

    lines = export_lines(answered(question, "Export"), form)
    if out is None:
        for line in lines:
            typer.echo(line, nl=False)
        return

    write_lines_whole(out, lines)
    say(f"Saved to {out}.")


@app.command("forget", cls=AskingCommand)
@asks(HistoryForgetQuestion)
def forget(question: HistoryForgetQuestion, as_json: JsonOption = False) -> None:
    from jamfold.views.contracts.histories import ForgetContract

    answer = ForgetContract.pick(answered(question, "Hands"))
    if as_json:
        print_json(answer)
    else:
        typer.echo(f"{answer.hands:,} hand{'' if answer.hands == 1 else 's'} forgotten.")

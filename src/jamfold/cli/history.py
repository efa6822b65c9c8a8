"""``jamfold history``: played hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from jamfold.cases.histories import HistoryExportRequest, HistoryImportRequest
from jamfold.cases.view_spec import resolve, view_spec_of
from jamfold.cli.commands import GROUPS
from jamfold.cli.request_command import (
    HelpfulGroup,
    JsonOption,
    OutOption,
    RequestCommand,
    run_in_terminal,
    with_request_options,
)
from jamfold.cli.rows import add_commands, format_option, run_row, show_or_save
from jamfold.core.display import plural
from jamfold.core.errors import HistoryError
from jamfold.core.storage.whole_files import check_target
from jamfold.histories.sources import changes
from jamfold.views.terminal import print_json, print_status, show

FAILED = 1
FORMATS = ("csv", "json", "phh", "ohh")

app = typer.Typer(cls=HelpfulGroup, help=GROUPS["history"])

FormatOption = Annotated[
    str,
    format_option(
        "csv or json; or phh or ohh: hands as they were played, read again from their files.", FORMATS
    ),
]
WatchOption = Annotated[
    bool, typer.Option("--watch", help="Keep reading new hands as they are written, until Ctrl-C.")
]
StrictOption = Annotated[bool, typer.Option("--strict", help="Exit with code 1 on any problem.")]


@app.command("import", cls=RequestCommand)
@with_request_options(HistoryImportRequest)
def import_(
    question: HistoryImportRequest,
    strict: StrictOption = False,
    watch: WatchOption = False,
    as_json: JsonOption = False,
) -> None:
    if watch and strict:
        raise HistoryError("Use --watch or --strict, not both.")
    if watch and (absent := next((path for path in question.paths if not Path(path).exists()), "")):
        raise HistoryError(
            f"'{absent[:100]}' cannot be watched: there is no such file or folder.", field="paths"
        )
    row = view_spec_of(HistoryImportRequest)
    looks = changes(question.paths)
    next(looks)  # what changes while the import runs is new
    answer = run_row(row, question, as_json=as_json)
    counts = answer.counts
    if watch:
        _watch(question, looks, as_json=as_json)
    elif not counts.hands + counts.duplicates and (answer.problems or not counts.summaries):
        raise HistoryError("No hands could be read. See jamfold history problems.")
    elif strict and answer.problems:
        raise typer.Exit(FAILED)


def _watch(question: HistoryImportRequest, looks: Iterator[list[Path]], *, as_json: bool) -> None:
    """Read files as they change, until Ctrl-C."""
    row, hands = view_spec_of(HistoryImportRequest), 0
    print_status(
        f"Watching {', '.join(question.paths)}: new hands are read as they are written, Ctrl-C ends."
    )
    try:
        for file in chain.from_iterable(looks):
            request = replace(question, paths=(str(file),))
            answer = run_in_terminal(request)
            hands += answer.counts.hands
            if as_json:
                print_json(row.values(request, answer))
            else:
                show(resolve("views.history_import:watched_line")(file, answer))
    except KeyboardInterrupt:
        print_status(f"Watch ended; added {plural(hands, 'hand')}.")


add_commands(app, "history", "hands players problems explain report tables opponents")


@app.command("export", cls=RequestCommand)
@with_request_options(HistoryExportRequest)
def export(question: HistoryExportRequest, form: FormatOption = "csv", out: OutOption = None) -> None:
    check_target(out)
    lines = resolve("views.history_files:export_lines")(run_in_terminal(question), form, print_status)
    show_or_save(lines, out)


add_commands(app, "history", "forget repair")

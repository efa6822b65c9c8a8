"""``jamfold hands``: a strategy as a list."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jamfold.cli.asking import JsonOption, run_in_terminal, with_request_options
from jamfold.errors import ClassError
from jamfold.kept.whole import check_target, write_atomically
from jamfold.questions.hands import HandsRequest
from jamfold.spots.solution import SpotSolution
from jamfold.views.hand_files import hands_csv, hands_json
from jamfold.views.range_text import list_text
from jamfold.views.rows import view_spec_of
from jamfold.views.solution_tables import (
    TABLE_ROWS,
    hands_view,
)
from jamfold.views.terminal import plain_text, print_status, show
from jamfold.views.words import certificate_text

FORMATS = ("table", "csv", "json", "range")

FormatOption = Annotated[
    str,
    typer.Option(
        "--format",
        help="table, csv, json, or range: what is played, as text (four cards: near it).",
        metavar="FORMAT",
    ),
]
EveryClassOption = Annotated[
    bool,
    typer.Option(
        "--every-class", help="With --format range: four cards exactly, as a list of classes with chances."
    ),
]
TermsOption = Annotated[
    int | None,
    typer.Option("--terms", help="With --format range: most terms for four cards (default 40).", metavar="N"),
]
OneOutOption = Annotated[Path | None, typer.Option("--out", help="Write to a file instead.", metavar="FILE")]


@with_request_options(HandsRequest, *view_spec_of(HandsRequest).omitted_fields)
def hands(
    question: HandsRequest,
    form: FormatOption = "table",
    as_json: JsonOption = False,
    terms: TermsOption = None,
    every_class: EveryClassOption = False,
    out: OneOutOption = None,
) -> None:
    form = "json" if as_json else form
    if form not in FORMATS:
        raise ClassError(f"Unknown format '{form[:40]}': the formats are {', '.join(FORMATS)}.")
    if (every_class or terms is not None) and form != "range":
        raise ClassError(f"{'--every-class' if every_class else '--terms'} goes with --format range.")
    check_target(out)
    answer = run_in_terminal(question)
    for warning in answer.warnings:
        print_status(f"Warning: {warning}")
    if form == "table":
        view = hands_view(answer, question.top or TABLE_ROWS)
        show(view) if out is None else write_atomically(out, plain_text(view))
        return
    print_status(certificate_text(SpotSolution.of(answer.strategy)))
    if form == "range":
        text, note = list_text(answer, terms, every_class=every_class)
        if note:
            print_status(note)
    else:
        text = hands_csv(answer) if form == "csv" else hands_json(answer)
    typer.echo(text, nl=False) if out is None else write_atomically(out, text)

"""``jamfold tournament``: the heads-up tournament at every stack."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jamfold.cases.tournaments import TournamentRequest
from jamfold.cases.view_spec import resolve
from jamfold.cli.request_command import JsonOption, OutOption, run_in_terminal, with_request_options
from jamfold.cli.rows import file_option, format_option, show_or_save
from jamfold.core.errors import TournamentError
from jamfold.core.storage.whole_files import check_target
from jamfold.views.figures import check_figure
from jamfold.views.terminal import print_status

FORMATS = ("table", "csv", "ranges", "json")

HandOption = Annotated[
    int, typer.Option("--hand", help="With levels: the hand whose stacks the table shows.", metavar="N")
]
FormatOption = Annotated[
    str, format_option("table, json, or csv of the states (csv), the ranges (ranges).", FORMATS)
]
EveryClassOption = Annotated[
    bool, typer.Option("--every-class", help="Print JSON with every four-card hand and its frequency.")
]
PlotOption = Annotated[
    Path | None, file_option("--plot", "Draw winning chance and ranges by stack, .png or .svg.")
]


@with_request_options(TournamentRequest)
def tournament(
    question: TournamentRequest,
    hand: HandOption = 1,
    form: FormatOption = "table",
    as_json: JsonOption = False,
    every_class: EveryClassOption = False,
    plot: PlotOption = None,
    out: OutOption = None,
) -> None:
    form = "json" if as_json else form
    if every_class and form != "json":
        raise TournamentError("--every-class goes with --format json: --format ranges has all classes.")
    if hand < 1:
        raise TournamentError(f"Hands are counted from 1; there is no hand {hand}.")
    if hand > (last := question.schedule.n_hands):
        raise TournamentError(f"--hand must be at most {last}, not {hand}: later hands have the same blinds.")
    if plot is not None:
        check_target(check_figure(plot))
    check_target(out)
    solved = run_in_terminal(question)
    if plot is not None:
        resolve("views.tournament_html:save_figure")(solved, plot)
        print_status(f"Saved to {plot}.")
    if form == "table":
        result = resolve("views.tournaments:tournament_sheet")(solved, hand)
    else:
        result = resolve("views.tournaments:tournament_text")(solved, form, every_class=every_class)
    show_or_save(result, out)

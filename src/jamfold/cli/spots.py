"""Commands about one spot: solve, hand, hands, explain, outline, converge, compare."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jamfold.cli.asking import JsonOption, answered, asks
from jamfold.errors import ClassError
from jamfold.kept.whole import check_target, write_whole
from jamfold.questions.explorer import OutlineQuestion
from jamfold.questions.hands import CompareQuestion, HandsQuestion
from jamfold.questions.lookups import ExplainQuestion, LookUpQuestion
from jamfold.questions.spots import ConvergeQuestion, SolveQuestion
from jamfold.views.terminal import plain_text, print_json, say, show

FORMATS = ("table", "csv", "json", "range")

SaveOption = Annotated[
    Path | None, typer.Option("--save", help="Keep the solution in a file (.npz).", metavar="FILE")
]
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
FigureOption = Annotated[
    Path | None, typer.Option("--out", help="Write a figure, .svg or .png.", metavar="FILE")
]


@asks(SolveQuestion)
def solve(question: SolveQuestion, save: SaveOption = None, as_json: JsonOption = False) -> None:
    check_target(save)
    answer = answered(question)
    from jamfold.spots.exploit import Exploit
    from jamfold.views.contracts.spots import SolveContract
    from jamfold.views.solution_tables import exploit_view, solution_view

    spot = answer.spot if isinstance(answer, Exploit) else answer
    for warning in answer.held.warnings if isinstance(answer, Exploit) else ():
        say(f"Warning: {warning}")
    if save is not None:
        spot.save(save)
        say(f"Saved to {save}.")
    if as_json:
        print_json(SolveContract.of(answer))
    else:
        show(exploit_view(answer) if isinstance(answer, Exploit) else solution_view(spot))


@asks(LookUpQuestion)
def hand(question: LookUpQuestion, as_json: JsonOption = False) -> None:
    from jamfold.questions.lookups import RangeReport
    from jamfold.views.contracts.spots import looked_up_contract
    from jamfold.views.solution_tables import hand_view, range_report_view

    answer = answered(question)
    for warning in answer.held.warnings if isinstance(answer, RangeReport) else ():
        say(f"Warning: {warning}")
    if as_json:
        print_json(looked_up_contract(answer))
    else:
        show(range_report_view(answer) if isinstance(answer, RangeReport) else hand_view(answer))


@asks(ExplainQuestion)
def explain(question: ExplainQuestion, as_json: JsonOption = False) -> None:
    from jamfold.views.contracts.spots import hand_contract
    from jamfold.views.solution_tables import explanation_view

    answer = answered(question)
    print_json(hand_contract(answer)) if as_json else show(explanation_view(answer))


@asks(HandsQuestion, "other")
def hands(
    question: HandsQuestion,
    form: FormatOption = "table",
    terms: TermsOption = None,
    every_class: EveryClassOption = False,
    out: OneOutOption = None,
) -> None:
    if form not in FORMATS:
        raise ClassError(f"Unknown format '{form[:40]}': the formats are {', '.join(FORMATS)}.")
    if (every_class or terms is not None) and form != "range":
        raise ClassError(f"{'--every-class' if every_class else '--terms'} goes with --format range.")
    check_target(out)
    answer = answered(question)
    from jamfold.spots.solution import SpotSolution
    from jamfold.views.hand_files import hands_csv, hands_json
    from jamfold.views.range_text import list_text
    from jamfold.views.solution_tables import TABLE_ROWS, hands_view
    from jamfold.views.words import certificate_text

    for warning in answer.warnings:
        say(f"Warning: {warning}")
    if form == "table":
        view = hands_view(answer, question.top or TABLE_ROWS)
        show(view) if out is None else write_whole(out, plain_text(view))
        return
    say(certificate_text(SpotSolution.of(answer.strategy)))
    if form == "range":
        text, note = list_text(answer, terms, every_class=every_class)
        if note:
            say(note)
    else:
        text = hands_csv(answer) if form == "csv" else hands_json(answer)
    typer.echo(text, nl=False) if out is None else write_whole(out, text)


@asks(OutlineQuestion)
def outline(question: OutlineQuestion, as_json: JsonOption = False) -> None:
    answer = answered(question)
    from jamfold.views.contracts.explorer import OutlineContract
    from jamfold.views.outline import outline_view

    if as_json:
        print_json(OutlineContract.of(answer))
    else:
        show(outline_view(answer))


@asks(ConvergeQuestion)
def converge(question: ConvergeQuestion, out: FigureOption = None) -> None:
    from jamfold.views.convergence import epsilons, save_figure, terminal_plot
    from jamfold.views.figures import check_figure
    from jamfold.views.words import certificate_text

    if out is not None:
        check_target(check_figure(out))
    spot = answered(question)
    typer.echo(terminal_plot(epsilons(spot), spot.measure.unit), nl=False)
    typer.echo(certificate_text(spot))
    if out is not None:
        save_figure(spot, out)
        say(f"Saved to {out}.")


@asks(CompareQuestion)
def compare(question: CompareQuestion, as_json: JsonOption = False) -> None:
    compared = answered(question)
    for warning in compared.warnings:
        say(f"Warning: {warning}")
    from jamfold.views.compare import compare_view
    from jamfold.views.contracts.comparison import CompareContract

    if as_json:
        print_json(CompareContract.of(compared, question.top))
    else:
        show(compare_view(compared, question.top))

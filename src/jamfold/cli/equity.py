"""Commands of the calculator: equity, and what a range text means."""

from __future__ import annotations

import typer

from jamfold.cli.asking import JsonOption, answered, asks
from jamfold.questions.equities import EquityQuestion, RangeQuestion
from jamfold.views.terminal import print_json, say, show


@asks(EquityQuestion)
def equity(question: EquityQuestion, as_json: JsonOption = False) -> None:
    result = answered(question)
    for warning in result.warnings:
        say(f"Warning: {warning}")
    from jamfold.views.contracts.equities import EquityContract
    from jamfold.views.equities import equity_view

    print_json(EquityContract.of(result)) if as_json else show(equity_view(result))


@asks(RangeQuestion, "method", "iterations", "cluster")
def range_(question: RangeQuestion, as_json: JsonOption = False) -> None:
    meaning = answered(question)
    from jamfold.ranges.grid import class_label
    from jamfold.views.contracts.equities import RangeContract
    from jamfold.views.equities import range_lines
    from jamfold.views.json import to_values

    if as_json:
        values = to_values(RangeContract.of(meaning))
        asked = {"sample": question.sample, "class_shares": question.list_classes}
        print_json({name: value for name, value in values.items() if asked.get(name, True)})
        return
    for warning in meaning.held.warnings:
        say(f"Warning: {warning}")
    for name, value in range_lines(meaning):
        typer.echo(f"{name:13} {value}")
    for class_id, share in meaning.classes or ():
        typer.echo(f"{class_label(meaning.held.game, class_id)}{'' if share == 1 else f':{share:g}'}")

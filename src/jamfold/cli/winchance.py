"""``jamfold winchance``: a hand on the flop against opponents who fold weak holdings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jamfold.cli.asking import JsonOption, answered, asks
from jamfold.errors import ChanceError
from jamfold.kept.whole import check_target
from jamfold.questions.chances import ChanceQuestion, DistributionQuestion, FoldingQuestion
from jamfold.views.terminal import print_json, say

DistributionOption = Annotated[
    bool, typer.Option("--distribution", help="Raw strength of all hands on all flops.")
]
FigureOption = Annotated[
    Path | None, typer.Option("--out", help="Plot the distribution, .svg or .png.", metavar="FILE")
]


@asks(ChanceQuestion)
def winchance(
    question: ChanceQuestion,
    distribution: DistributionOption = False,
    out: FigureOption = None,
    as_json: JsonOption = False,
) -> None:
    """The winning chance of a hand on the flop, against opponents who fold weak holdings.

    With --distribution: how raw strength is spread over all hands and flops;
    --fold-below T then gives the share below T, --fold-share Q the threshold.
    """
    if distribution:
        _show_distribution(question, out, as_json)
        return
    if out is not None:
        raise ChanceError("--out plots the distribution: it goes with --distribution.")
    if not question.hand or not question.flop:
        raise ChanceError('Give a hand and a flop, such as "As Kd" --flop "Kh 7d 2c", or --distribution.')
    answer = answered(question, "Strength on the flop")
    from jamfold.views.chance import chance_lines, chance_title, chance_values

    if as_json:
        print_json(chance_values(answer))
        return
    typer.echo(chance_title(answer))
    for name, value, note in chance_lines(answer):
        typer.echo(f"{name:14} {value:>11}   {note}".rstrip())


def _show_distribution(question: ChanceQuestion, out: Path | None, as_json: bool) -> None:
    from jamfold.views.chance import distribution_lines, distribution_values
    from jamfold.views.figures import check_figure
    from jamfold.views.flop_figure import save_figure

    folding = {name: getattr(question, name) for name in FoldingQuestion.asked()}
    if question != ChanceQuestion(**folding) or question.share_of is not None:
        raise ChanceError("--distribution is about all hands: give no hand, flop, opponents or pot.")
    if out is not None:
        check_target(check_figure(out))
    answer = answered(DistributionQuestion(**folding), "Strength on the flop")
    if out is not None:
        save_figure(answer.states.spread, out, answer.marks, answer.game)
        say(f"Saved to {out}.")
    if as_json:
        print_json(distribution_values(answer.states, answer.folding))
        return
    for line in distribution_lines(answer):
        typer.echo(line)

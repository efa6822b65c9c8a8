"""``jamfold winchance``: a hand on the flop against opponents who fold weak holdings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jamfold.cli.asking import JsonOption, with_request_options
from jamfold.cli.rows import run_row
from jamfold.errors import ChanceError
from jamfold.questions.chances import ChanceRequest, DistributionRequest, FoldingRequest
from jamfold.views.rows import view_spec_of

DistributionOption = Annotated[
    bool, typer.Option("--distribution", help="Hand strength of all hands on all flops.")
]
FigureOption = Annotated[
    Path | None, typer.Option("--out", help="Plot the distribution, .svg or .png.", metavar="FILE")
]


@with_request_options(ChanceRequest)
def winchance(
    question: ChanceRequest,
    distribution: DistributionOption = False,
    out: FigureOption = None,
    as_json: JsonOption = False,
) -> None:
    """The winning chance of a hand from the flop on, when opponents fold weak holdings.

    With --distribution: how hand strength is spread over all hands and flops;
    --fold-below T then gives the share below T, --fold-share Q the threshold.
    """
    if distribution:
        _show_distribution(question, out, as_json)
        return
    if out is not None:
        raise ChanceError("--out plots the distribution: it goes with --distribution.")
    if not question.hand or not question.flop:
        raise ChanceError('Give a hand and a flop, such as "As Kd" --flop "Kh 7d 2c", or --distribution.')
    run_row(view_spec_of(ChanceRequest), question, as_json=as_json)


def _show_distribution(question: ChanceRequest, out: Path | None, as_json: bool) -> None:
    folding = {name: getattr(question, name) for name in FoldingRequest.field_specs()}
    if question != ChanceRequest(**folding) or question.share_of is not None:
        raise ChanceError("--distribution is about all hands: give no hand, flop, opponents, player or pot.")
    run_row(view_spec_of(DistributionRequest), DistributionRequest(**folding), as_json=as_json, out=out)

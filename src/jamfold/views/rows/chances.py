"""How strength on the flop is shown."""

from __future__ import annotations

from pathlib import Path

from jamfold.answers.chances import SpreadStrength
from jamfold.calculator.flops.winning_chance import WinningChance
from jamfold.questions.chances import ChanceRequest, DistributionFileRequest, DistributionRequest
from jamfold.views.figures import check_picture
from jamfold.views.rows import FileOption, ViewSpec
from jamfold.views.winning_chance import (
    chance_fragment,
    chance_text,
    distribution_fragment,
    distribution_lines,
    distribution_values,
    save_figure,
)


def _draw(question: DistributionRequest, answer: SpreadStrength, path: Path) -> None:
    save_figure(answer.states.spread, path, answer.marks, answer.game)


ROWS = (
    ViewSpec(
        ChanceRequest,
        WinningChance,
        view=lambda _, answer: chance_text(answer),
        fragment=chance_fragment,
        examples=(
            {"hand": "As Kd", "flop": "Kh 7d 2c"},
            {"hand": "As Kd", "flop": "Kh 7d 2c", "fold_below": "45%"},
        ),
    ),
    ViewSpec(
        DistributionRequest,
        values_of=lambda _, answer: distribution_values(answer),
        view=lambda _, answer: "\n".join(distribution_lines(answer)),
        fragment=distribution_fragment,
        files=(FileOption("--out", "Plot the distribution, .svg or .png.", _draw, check_picture),),
    ),
    ViewSpec(DistributionFileRequest, payload_module="calculator_payloads"),
)

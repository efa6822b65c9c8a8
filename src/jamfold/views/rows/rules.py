"""How rules to carry in the head are shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jamfold.practice.point_rules.features import Feature
from jamfold.practice.point_rules.report import RuleReport
from jamfold.questions.rules import RuleCardRequest, RuleCheckRequest, RuleFeaturesRequest, RuleRequest
from jamfold.views.explorer_data import rule_card
from jamfold.views.point_rules import RuleCardContract, check_card, features_sheet, rule_sheet, write_card
from jamfold.views.rows import FileOption, ViewSpec


def _write_card(question: RuleRequest | RuleCheckRequest, answer: Any, path: Path) -> None:
    write_card(answer, path)


_CARD = FileOption(
    "--out",
    "Write the card: .png, .svg, .pdf, .html, .toml or .json; may be repeated.",
    _write_card,
    check_card,
    many=True,
    suppresses_output=True,
)

ROWS = (
    ViewSpec(
        RuleRequest,
        RuleReport,
        view=lambda _, answer: rule_sheet(answer),
        files=(_CARD,),
        examples=({"game": "six-plus", "features": 2, "stacks": [5, 10]},),
    ),
    ViewSpec(
        RuleCheckRequest,
        RuleReport,
        view=lambda _, answer: rule_sheet(answer),
        files=(_CARD,),
        examples=(
            {
                "game": "holdem",
                "toml": "[score]\nranks-ace-18 = 1\npair = 20\n\n"
                "[[thresholds]]\ns = 10\njam_from = 17\ncall_from = 21\n",
            },
        ),
    ),
    ViewSpec(
        RuleFeaturesRequest,
        tuple[Feature, ...],
        view=lambda _, answer: features_sheet(answer),
    ),
    ViewSpec(
        RuleCardRequest,
        RuleCardContract,
        values_of=lambda _, answer: rule_card(answer),
        examples=({"game": "holdem"},),
    ),
)

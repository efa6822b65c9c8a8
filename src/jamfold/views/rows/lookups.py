"""How one hand, or a range that is looked up, is shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from jamfold.answers.lookups import LookupResult, RangeReport
from jamfold.questions.lookups import ExplainRequest, HandRequest, LookUpRequest
from jamfold.spots.analysis import Explanation
from jamfold.spots.nplayer.seat_decisions import HandDecisions
from jamfold.views.rows import ViewSpec, warnings_of
from jamfold.views.spot_html import hand_fragment
from jamfold.views.spot_schemas import (
    HandContract,
    LookedUpContract,
    RangeHandsContract,
    TreeHandContract,
    hand_contract,
    looked_up_contract,
)
from jamfold.views.spots import explanation_sheet, hand_sheet, range_report_sheet
from jamfold.views.tables import hand_sheet as table_hand_sheet
from jamfold.views.tables import table_lines

Looked = LookupResult | RangeReport


def _view(question: LookUpRequest, answer: Looked) -> Any:
    return range_report_sheet(answer) if isinstance(answer, RangeReport) else hand_sheet(answer)


def _explained(question: ExplainRequest, answer: Explanation | LookupResult | HandDecisions) -> Any:
    if isinstance(answer, HandDecisions):
        shown = table_hand_sheet(answer.answer, answer.decisions[0].class_id, [question.at_table.row])
        return replace(shown, notes=table_lines(answer.answer, ranges=False))
    return hand_sheet(answer) if isinstance(answer, LookupResult) else explanation_sheet(answer)


def _warnings(answer: Looked) -> Iterable[str]:
    return warnings_of(answer.held) if isinstance(answer, RangeReport) else ()


ROWS = (
    ViewSpec(
        LookUpRequest,
        LookedUpContract | RangeHandsContract,
        values_of=lambda _, answer: looked_up_contract(answer),
        view=_view,
        notes_of=_warnings,
    ),
    ViewSpec(
        ExplainRequest,
        HandContract | TreeHandContract | LookedUpContract | RangeHandsContract | HandDecisions,
        values_of=lambda _, answer: hand_contract(answer),
        view=_explained,
    ),
    ViewSpec(
        HandRequest,
        HandContract | TreeHandContract | LookedUpContract | RangeHandsContract,
        values_of=lambda _, answer: hand_contract(answer),
        fragment=hand_fragment,
        examples=(
            {"game": "holdem", "cards": "Ah 5d"},
            {"game": "holdem", "cards": "K7o", "position": "bb"},
            {"game": "six-plus", "id": 7, "position": "bb"},
            {"game": "holdem", "cards": "K2o", "stacks": ["15bb", "15bb"], "open": ["2bb"]},
        ),
    ),
)

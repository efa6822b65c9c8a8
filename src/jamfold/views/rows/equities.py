"""How equities and ranges are shown."""

from __future__ import annotations

from jamfold.answers.equities import PlayerMeaning, RangeMeaning
from jamfold.calculator.results import EquityResult
from jamfold.questions.equities import EquityRequest, PaintedRequest, PlayerRequest, RangeRequest
from jamfold.views.equities import equity_fragment, equity_view, player_fragment, range_text_view
from jamfold.views.rows import ViewSpec, warnings_of

ROWS = (
    ViewSpec(
        EquityRequest,
        EquityResult,
        view=lambda _, answer: equity_view(answer),
        notes_of=warnings_of,
        fragment=equity_fragment,
        examples=(
            {"game": "holdem", "players": ["AsAh", "KsKh"]},
            {"game": "omaha-hilo", "players": ["AsAh2s3h", "8s7h6d5c"], "board": "4d 9c Kd"},
            {"game": "holdem", "players": ["22+", "A2+", "KQ"], "deals": 10000, "seed": 1},
        ),
    ),
    ViewSpec(
        RangeRequest,
        RangeMeaning,
        view=lambda _, answer: range_text_view(answer),
        notes_of=lambda answer: warnings_of(answer.held),
        omitted_fields=("method", "iterations", "cluster"),
        examples=(
            {"game": "holdem", "text": "22+, A2s+"},
            {"game": "six-plus", "text": "15%", "list_classes": True},
        ),
    ),
    ViewSpec(PlayerRequest, PlayerMeaning, fragment=player_fragment),
    ViewSpec(PaintedRequest, payload_module="calculator_payloads"),
)

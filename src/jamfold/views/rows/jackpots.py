"""How it is shown what a jackpot does."""

from __future__ import annotations

from jamfold.questions.jackpots import JackpotRequest
from jamfold.spots.nplayer.jackpot_effect import JackpotEffect
from jamfold.views.rooms import jackpot_columns, jackpot_sheet
from jamfold.views.rows import ViewSpec

ROWS = (
    ViewSpec(
        JackpotRequest,
        JackpotEffect,
        view=lambda _, answer: jackpot_sheet(answer),
        columns=lambda _, answer: jackpot_columns(answer),
        csv_help="Print CSV, a line per decision and hand.",
        examples=(
            {"game": "holdem", "seats": 2, "stack": "8bb", "jackpot_rule": "straight-flush",
             "jackpot_size": "500bb"},
            {"room": "gg-holdem-0.10", "pool": 100000, "seconds": 1, "most": 3},
        ),
    ),
)  # fmt: skip

"""How stacks are shown whose next hands are played."""

from __future__ import annotations

from jamfold.questions.future import FutureRequest
from jamfold.spots.tournaments.future import FutureGame
from jamfold.views.fgs import future_sheet
from jamfold.views.rows import ViewSpec

ROWS = (
    ViewSpec(
        FutureRequest,
        FutureGame,
        sheet=future_sheet,
        examples=(
            {"game": "six-plus", "stacks": [14, 6], "blinds": [1, 2], "prizes": [50, 30], "depth": 2},
            {"game": "six-plus", "stacks": ["9bb", "5bb"], "ante": 1, "prizes": ["70%", "30%"], "depth": 1},
        ),
    ),
)

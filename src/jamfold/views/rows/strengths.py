"""How what a hand makes is shown."""

from __future__ import annotations

from jamfold.answers.strengths import HandStrength
from jamfold.questions.strengths import StrengthRequest
from jamfold.views.equities import strength_text
from jamfold.views.rows import ViewSpec

ROWS = (
    ViewSpec(
        StrengthRequest,
        HandStrength,
        view=lambda _, answer: strength_text(answer),
        examples=(
            {"hand": "JsTh8c3c", "board": "9c2d7d9s9d"},
            {"game": "omaha-hilo", "hand": "As2sKdQh", "board": "3c4d8h"},
            {"game": "badugi", "hand": "Ac2d3h4s"},
        ),
    ),
)

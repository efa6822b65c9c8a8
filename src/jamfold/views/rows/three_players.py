"""What the page of a tournament of three players is sent of its states."""

from __future__ import annotations

from jamfold.questions.three_players import ThreeFileQuestion, ThreeNeedsQuestion, ThreeStateQuestion
from jamfold.views.rows import Row

ROWS = (
    Row(ThreeNeedsQuestion, page="tournament_page"),
    Row(ThreeStateQuestion, page="tournament_page"),
    Row(ThreeFileQuestion, page="tournament_page"),
)

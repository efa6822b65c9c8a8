"""How matches are shown."""

from __future__ import annotations

from jamfold.practice.matches.player import BotRun
from jamfold.practice.matches.results import MatchResult
from jamfold.questions.match import BotRequest, MatchRequest, PlayHandRequest
from jamfold.views.matches import PlayContract, bot_line, match_lines, play_fragment
from jamfold.views.rows import ViewSpec

ROWS = (
    ViewSpec(
        MatchRequest,
        MatchResult,
        view=lambda _, answer: "\n".join(match_lines(answer)),
        examples=(
            {"game": "holdem", "opponent_call": "25%"},
            {"game": "holdem", "stacks": ["8bb", "8bb"], "jam": "22+,A2+", "deals": 20},
        ),
    ),
    ViewSpec(BotRequest, BotRun, view=lambda _, answer: bot_line(answer)),
    ViewSpec(
        PlayHandRequest,
        PlayContract,
        fragment=play_fragment,
        examples=({"game": "holdem", "seed": 4, "done": "p"},),
    ),
)

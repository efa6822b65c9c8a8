"""How matches are shown."""

from __future__ import annotations

from jamfold.practice.match.bot import BotRun
from jamfold.practice.match.results import MatchResult
from jamfold.questions.match import BotQuestion, MatchQuestion, PlayHandQuestion
from jamfold.views.contracts.match import PlayContract
from jamfold.views.fragments.match import play_fragment
from jamfold.views.match import bot_line, match_lines
from jamfold.views.rows import Row

ROWS = (
    Row(
        MatchQuestion,
        MatchResult,
        view=lambda _, answer: "\n".join(match_lines(answer)),
        examples=(
            {"game": "holdem", "opponent_call": "25%"},
            {"game": "holdem", "stacks": ["8bb", "8bb"], "jam": "22+,A2+", "deals": 20},
        ),
    ),
    Row(BotQuestion, BotRun, view=lambda _, answer: bot_line(answer)),
    Row(
        PlayHandQuestion,
        PlayContract,
        fragment=play_fragment,
        examples=({"game": "holdem", "seed": 4, "done": "p"},),
    ),
)

"""Opponents as HTML: habits beside the equilibrium, and what to do about each."""

from __future__ import annotations

from jamfold.histories.opponents import Opponent
from jamfold.questions.history_reports import HistoryOpponentsRequest
from jamfold.views.contracts.opponents import OpponentContract
from jamfold.views.history_words import NO_ADVICE
from jamfold.views.html import Html, element, table
from jamfold.views.opponents import OPPONENT_HEADS, advice_lines, advice_words, opponent_texts


def opponents_fragment(question: HistoryOpponentsRequest, answer: tuple[Opponent, ...]) -> Html:
    """Habits beside the equilibrium, and what to do about each."""
    opponents = [OpponentContract.of(one) for one in answer]
    rows = [[*opponent_texts(one), advice_words(one)] for one in opponents]
    lines = [line for one in opponents for line in advice_lines(one)] or [NO_ADVICE]
    habits = table((*OPPONENT_HEADS, "what to do"), rows, class_="numbers words-last")
    return element(
        "div",
        element("div", habits, class_="scroll"),
        [element("p", line) for line in lines],
        class_="result",
    )

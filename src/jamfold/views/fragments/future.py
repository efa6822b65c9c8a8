"""What stacks are worth when the next hands are played, as HTML."""

from __future__ import annotations

from jamfold.questions.future import FutureRequest
from jamfold.tournaments.future import FutureGame
from jamfold.views.future import (
    change_rows,
    decision_heads,
    decision_rows,
    future_headline,
    future_lines,
    seat_heads,
    seat_rows,
)
from jamfold.views.html import Html, element, table


def future_fragment(question: FutureRequest, answer: FutureGame) -> Html:
    """Whom the hands help, what every seat is worth, and what it plays for that."""
    return element(
        "div",
        element("p", future_headline(answer), class_="advice"),
        element("div", _seats(answer), class_="scroll"),
        element("h3", "What is played for it"),
        element(
            "div",
            table(decision_heads(answer), decision_rows(answer), class_="numbers words-last"),
            class_="scroll",
        ),
        [element("p", line, class_="note") for line in future_lines(answer)],
        class_="result",
    )


def _seats(answer: FutureGame) -> Html:
    rows = zip(seat_rows(answer), change_rows(answer), strict=True)
    return table([*seat_heads(answer), "change"], [[*row, change] for row, change in rows])

"""Decisions of a table as HTML: a range with what every hand gains, one hand, how exact the table is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from jamfold.answers.table_decisions import class_of
from jamfold.counting.classes import ClassId
from jamfold.questions.table_decisions import TableDecisionRequest, TableHandRequest
from jamfold.ranges.grid import class_label
from jamfold.spots.table.result import TableResult
from jamfold.views.fragments.ranges import Cell, range_fragment
from jamfold.views.html import Html, element, join_html, table
from jamfold.views.table import shown_table
from jamfold.views.table_ranges import REASON_HEADS, hand_words, reasons_of
from jamfold.views.table_words import decision_words, often_text, plays, small_change


def decision_fragment(question: TableDecisionRequest, answer: TableResult) -> Html:
    """How much is played at a decision, and what every hand gains by it."""
    row, answer = question.row, shown_table(question, answer)
    node = answer.nodes[row]
    head = join_html(
        element("b", f"{plays(node).capitalize()} {answer.percent[row]:.2f} %"),
        element("span", f" of hands. Comes up {often_text(float(answer.reach[row]))}.", class_="note"),
    )
    return element(
        "div",
        element("h2", decision_words(answer.hand, node)),
        element("p", head),
        range_fragment(
            answer.game,
            answer.played[row],
            node.action.split()[0],
            "range-tip",
            partial(_cell, answer, row),
            "does something else" if answer.hand.raises else "folds",
            close=answer.close[row],
        ),
        class_="result",
    )


def _cell(answer: TableResult, row: int, class_id: int) -> Cell:
    """What a hand gains by being played, as a number and in a sentence."""
    gain = float(answer.margins[row, class_id])
    return Cell(small_change(answer.hand, gain), hand_words(answer, row, ClassId(class_id)))


def hand_fragment(question: TableHandRequest, answer: TableResult) -> Html:
    """One hand at a decision: what both actions are worth, and why."""
    class_id, shown = class_of(question), shown_table(question, answer)
    reasons, uncalled = reasons_of(shown, question.row, class_id)
    return element(
        "div",
        element("p", element("b", hand_words(shown, question.row, class_id))),
        table(REASON_HEADS, reasons, class_="numbers") if reasons else None,
        element("p", uncalled, class_="note") if reasons else None,
        class_="result",
        data_shows=class_label(answer.game, class_id),
    )


def exactness_fragment(heads: Sequence[str], rows: Sequence[Sequence[str]], lines: Sequence[str]) -> Html:
    """What is counted and what is sampled, and what every seat could still gain."""
    notes = [element("p", line, class_="note") for line in lines]
    return element("div", notes, element("div", table(heads, rows), class_="scroll"), class_="result")

"""What the computing process sends to the page of a table."""

from __future__ import annotations

from math import ceil, floor
from typing import Any

from jamfold.answers.table_decisions import TableNeeds, class_of
from jamfold.cards import RANK_NAMES
from jamfold.counting.classes import ClassId
from jamfold.hand.hand import Hand
from jamfold.questions.table import TableQuestion
from jamfold.questions.table_decisions import (
    TableDecisionQuestion,
    TableFileQuestion,
    TableHandQuestion,
    TableNeedsQuestion,
    TableTextQuestion,
)
from jamfold.ranges.grid import class_label, grid_cells, has_grid
from jamfold.ranges.patterns import Pattern
from jamfold.spots.pattern_play import MatrixPlay
from jamfold.spots.table.decisions import rows_of
from jamfold.spots.table.node_words import node_words
from jamfold.spots.table.result import TableResult
from jamfold.spots.table.sampled import Going
from jamfold.views.columns import columns_csv
from jamfold.views.figures import encoded
from jamfold.views.json import to_text
from jamfold.views.range_text import NEAR_TERMS, near_text, range_text
from jamfold.views.rows import Responses
from jamfold.views.table import profile_text, shown_table, table_columns, table_lines
from jamfold.views.table_figures import save_figure
from jamfold.views.table_ranges import hand_words, response_line
from jamfold.views.table_words import (
    amount_text,
    bound_text,
    bound_words,
    decision_words,
    given_words,
    going_text,
    history_words,
    seat_title,
    stack_text,
    table_title,
    worth_text,
)


def _table(question: TableQuestion, answer: TableResult) -> dict[str, Any]:
    hand, seat = answer.hand, question.seat if question.respond else None
    shown = shown_table(question, answer)
    return {
        "id": answer.id,
        "title": table_title(answer),
        "response": "" if seat is None else response_line(answer, seat),
        "lines": table_lines(answer, ranges=False, solved=question.solved),
        "bound": bound_words(answer) if question.solved else given_words(answer, seat),
        "seats": [_seat(shown, one) for one in range(hand.n)],
        "value_words": _value_words(hand),
        "first": _first(shown, seat),
    }


def _seat(answer: TableResult, seat: int) -> dict[str, Any]:
    """A seat: what it has, what that is worth after the hand, and its decisions."""
    hand = answer.hand
    bound, outward = float(answer.bounds[seat]), round if answer.exact else ceil
    decisions = sorted(rows_of(answer, seat), key=lambda row: len(answer.nodes[row].after))
    first_in = next((row for row in decisions if not answer.nodes[row].after), None)
    return {
        "title": _capital(seat_title(hand, seat)),
        "name": hand.names[seat],
        "stack": stack_text(hand, seat),
        "value": worth_text(hand, seat, float(answer.values[seat])),
        "value_words": _value_words(hand),
        "jams": "" if first_in is None else f"jams {answer.percent[first_in]:.1f} %",
        "error": "0" if answer.exact else amount_text(hand, float(answer.values_error[seat])),
        "least": "" if answer.exact else amount_text(hand, float(answer.least[seat]), floor),
        "gain": amount_text(hand, bound, outward),
        "gain_words": bound_text(hand, bound, outward),
        "decisions": [_decision(answer, row) for row in decisions],
    }


def _first(answer: TableResult, seat: int | None) -> str:
    """The decision that is shown at first: the first one, or the one that a seat has most often."""
    rows = range(len(answer.nodes)) if seat is None else rows_of(answer, seat)
    if not rows:
        return ""
    row = rows[0] if seat is None else max(rows, key=lambda one: float(answer.reach[one]))
    return node_words(answer.hand, answer.nodes[row])


def _value_words(hand: Hand) -> str:
    if hand.prizes is None:
        return "a hand"
    return "of the prizes" if hand.prizes.percent else "in prizes"


def _decision(answer: TableResult, row: int) -> dict[str, Any]:
    node = answer.nodes[row]
    return {
        "node": node_words(answer.hand, node),
        "words": decision_words(answer.hand, node),
        "facing": _capital(history_words(answer.hand, node)),
        "action": node.action,
        "percent": float(answer.percent[row]),
        "reach": float(answer.reach[row]),
    }


def _decision_page(question: TableDecisionQuestion, answer: TableResult) -> dict[str, Any]:
    """One decision: a square of classes, or a matrix of patterns."""
    row, answer = question.row, shown_table(question, answer)
    shown = _square(answer, row) if has_grid(answer.game) else {"patterns": _patterns(answer, row)}
    return _decision(answer, row) | {"square": None, "ranks": None, "patterns": None} | shown


def _square(answer: TableResult, row: int) -> dict[str, Any]:
    """The cells of a square, and the range as text."""
    game = answer.game
    cells = [class_id for _, class_id in sorted(grid_cells(game).items())]
    return {
        "ranks": RANK_NAMES[::-1][: game.n_ranks],
        "square": [
            {
                "id": one,
                "hand": class_label(game, one),
                "played": float(answer.strategy[row, one]),
                "words": hand_words(answer, row, ClassId(one)),
            }
            for one in cells
        ],
    }


def _patterns(answer: TableResult, row: int) -> dict[str, Any]:
    """How much of every pattern is played, as the page of charts has it, at one stack."""
    play = MatrixPlay(answer.game, answer.strategy[row], answer.margins[row])

    def values(pattern: Pattern) -> dict[str, Any]:
        of = play.of(pattern)
        return {"hands": of.hands, "played": [of.played]}

    rows = [
        values(line)
        | {"name": line.name, "cells": {suits: values(cell) for suits, cell in line.cells.items()}}
        for line in play.matrix.rows
    ]
    columns = [values(column) | {"name": column.name} for column in play.matrix.columns]
    return {"all": answer.game.n_hands, "rows": rows, "columns": columns}


def _text(question: TableTextQuestion, answer: TableResult) -> dict[str, str]:
    """What is played at least half of the time, near it in few terms where hands have four cards."""
    shown = shown_table(question, answer)
    chances = shown.strategy[question.row]
    if has_grid(answer.game):
        return {"text": range_text(answer.game, chances) or "nothing", "words": "Exact, with chances."}
    often = shown.often(question.row)
    near = near_text(answer.game, often)
    if near is not None:
        return {"text": near.text, "words": f"{near.sentence}."}
    words = f"No text of {NEAR_TERMS} terms is near: every class that is played half of the time or more."
    return {"text": range_text(answer.game, often) or "nothing", "words": words}


def _hand(question: TableHandQuestion, answer: TableResult) -> dict[str, Any]:
    return {"words": hand_words(shown_table(question, answer), question.row, class_of(question))}


def _file(question: TableFileQuestion, answer: TableResult) -> dict[str, str]:
    """The table as text, a picture in base64."""
    answer = shown_table(question, answer)
    if question.format in ("png", "svg"):
        rows = question.rows
        return encoded(f"table.{question.format}", lambda path: save_figure(answer, rows, path))
    if question.format == "json":
        return {"text": to_text(answer) + "\n"}
    return {
        "text": profile_text(answer) if question.format == "profile" else columns_csv(table_columns(answer))
    }


def _needs(question: TableNeedsQuestion, answer: TableNeeds) -> dict[str, Any]:
    return {"notices": answer.notices, "quick": answer.quick}


def going_values(hand: Hand, going: Going) -> dict[str, Any]:
    """How far a search is, for those who wait: in words, and what every seat jams when it is first in."""
    first_in = {node.seat: row for row, node in enumerate(hand.nodes) if not node.after}
    jams = [float(going.percent[first_in[seat]]) if seat in first_in else None for seat in range(hand.n)]
    return {"words": going_text(hand, going), "deals": going.deals, "jams": jams}


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


RESPONSES: Responses = {
    TableQuestion: _table,
    TableNeedsQuestion: _needs,
    TableDecisionQuestion: _decision_page,
    TableTextQuestion: _text,
    TableHandQuestion: _hand,
    TableFileQuestion: _file,
}

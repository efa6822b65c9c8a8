"""What the computing process sends to the page of a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from jamfold.questions.entries import Question
from jamfold.questions.table import TableQuestion
from jamfold.questions.table_decisions import (
    TableDecisionQuestion,
    TableFileQuestion,
    TableHandQuestion,
    TableNeeds,
    TableNeedsQuestion,
    TableTextQuestion,
)

if TYPE_CHECKING:
    from jamfold.ranges.patterns import Pattern
    from jamfold.spots.table.hand import TableHand
    from jamfold.spots.table.result import TableResult
    from jamfold.spots.table.sampled import Going

_HALF = 0.5


def _table(question: TableQuestion, answer: TableResult) -> dict[str, Any]:
    """The contract, and the seats and sentences of the page."""
    from jamfold.views.contracts.table import TableContract, TableResponseContract
    from jamfold.views.table import table_lines
    from jamfold.views.table_ranges import response_line, rows_of
    from jamfold.views.table_words import bound_words, given_words, table_title

    hand, summary = answer.hand, TableContract.of(answer)
    shown, seat = _shown(question, answer), question.seat if question.respond else None
    response = None
    if seat is not None:
        response = TableResponseContract.of(shown, seat, rows_of(answer, seat))
    return {
        "summary": summary if response is None else response,
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
    from jamfold.views.table_ranges import rows_of
    from jamfold.views.table_words import amount_text, seat_title, stack_text, worth_text

    hand = answer.hand
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
        "gain": amount_text(hand, float(answer.bounds[seat])),
        "decisions": [_decision(answer, row) for row in decisions],
    }


def _first(answer: TableResult, seat: int | None) -> str:
    """The decision that is shown at first: the first one, or the one that a seat has most often."""
    from jamfold.spots.table.naming import node_words
    from jamfold.views.table_ranges import rows_of

    rows = range(len(answer.nodes)) if seat is None else rows_of(answer, seat)
    if not rows:
        return ""
    row = rows[0] if seat is None else max(rows, key=lambda one: float(answer.reach[one]))
    return node_words(answer.hand, answer.nodes[row])


def _shown(question: TableQuestion, answer: TableResult) -> TableResult:
    """The table, with the best answer of the seat in its places, if one answers."""
    from jamfold.views.table_ranges import with_response

    return with_response(answer, question.seat) if question.respond else answer


def _value_words(hand: TableHand) -> str:
    if hand.prizes is None:
        return "a hand"
    return "of the prizes" if hand.prizes.percent else "in prizes"


def _decision(answer: TableResult, row: int) -> dict[str, Any]:
    from jamfold.spots.table.naming import node_words
    from jamfold.views.table_words import action_word, decision_words, history_words

    node = answer.nodes[row]
    return {
        "node": node_words(answer.hand, node),
        "words": decision_words(answer.hand, node),
        "facing": _capital(history_words(answer.hand, node)),
        "action": action_word(node),
        "percent": float(answer.percent[row]),
        "reach": float(answer.reach[row]),
    }


def _decision_page(question: TableDecisionQuestion, answer: TableResult) -> dict[str, Any]:
    """One decision: a square of classes, or a matrix of patterns."""
    from jamfold.ranges.grid import has_grid

    row, answer = question.row, _shown(question, answer)
    shown = _square(answer, row) if has_grid(answer.game) else {"patterns": _patterns(answer, row)}
    return _decision(answer, row) | {"square": None, "ranks": None, "patterns": None} | shown


def _square(answer: TableResult, row: int) -> dict[str, Any]:
    """The cells of a square, and the range as text."""
    from jamfold.cards import RANK_NAMES
    from jamfold.counting.classes import ClassId
    from jamfold.ranges.grid import class_label, grid_cells
    from jamfold.views.table_ranges import hand_words

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
    from jamfold.counting.classes import hand_classes
    from jamfold.ranges.patterns import pattern_matrix

    game, chances = answer.game, answer.strategy[row]
    sizes, matrix = hand_classes(game).sizes, pattern_matrix(game)

    def values(pattern: Pattern) -> dict[str, Any]:
        hands = sizes[pattern.ids]
        return {
            "hands": int(hands.sum()),
            "played": [float(chances[pattern.ids] @ hands) / float(hands.sum())],
        }

    rows = [
        values(line)
        | {"name": line.name, "cells": {suits: values(cell) for suits, cell in line.cells.items()}}
        for line in matrix.rows
    ]
    columns = [values(column) | {"name": column.name} for column in matrix.columns]
    return {"all": game.n_hands, "rows": rows, "columns": columns}


def _text(question: TableTextQuestion, answer: TableResult) -> dict[str, str]:
    """What is played at least half of the time, near it in few terms where hands have four cards."""
    from jamfold.ranges.grid import has_grid
    from jamfold.views.range_text import NEAR_TERMS, near_text, range_text

    chances = _shown(question, answer).strategy[question.row]
    if has_grid(answer.game):
        return {"text": range_text(answer.game, chances) or "nothing", "words": "Exact, with chances."}
    often = (chances >= _HALF).astype(float)
    near = near_text(answer.game, often)
    if near is not None:
        return {"text": near.text, "words": f"{near.sentence}."}
    words = f"No text of {NEAR_TERMS} terms is near: every class that is played half of the time or more."
    return {"text": range_text(answer.game, often) or "nothing", "words": words}


def _hand(question: TableHandQuestion, answer: TableResult) -> dict[str, Any]:
    """One hand at the decision."""
    from jamfold.views.table_ranges import hand_words

    return {"words": hand_words(_shown(question, answer), question.row, question.class_id)}


def _file(question: TableFileQuestion, answer: TableResult) -> dict[str, str]:
    """The table as text, a picture in base64."""
    from jamfold.views.contracts.table import TableContract
    from jamfold.views.json import to_text
    from jamfold.views.table import profile_text, table_csv

    answer = _shown(question, answer)
    if question.format in ("png", "svg"):
        from jamfold.views.figures import encoded
        from jamfold.views.table_figures import save_figure

        rows = question.rows(answer)
        return encoded(f"table.{question.format}", lambda path: save_figure(answer, rows, path))
    if question.format == "json":
        return {"text": to_text(TableContract.of(answer)) + "\n"}
    return {"text": profile_text(answer) if question.format == "profile" else table_csv(answer)}


def _needs(question: TableNeedsQuestion, answer: TableNeeds) -> dict[str, Any]:
    return {"notices": answer.notices, "quick": answer.quick}


def going_values(hand: TableHand, going: Going) -> dict[str, Any]:
    """How far a search is, for those who wait: in words, and what every seat jams when it is first in."""
    from jamfold.views.table_words import going_text

    first_in = {node.seat: row for row, node in enumerate(hand.nodes) if not node.after}
    jams = [float(going.percent[first_in[seat]]) if seat in first_in else None for seat in range(hand.n)]
    return {"words": going_text(hand, going), "deals": going.deals, "jams": jams}


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


TABLE_RESPONSES: dict[type[Question], Callable[[Any, Any], Any]] = {
    TableQuestion: _table,
    TableNeedsQuestion: _needs,
    TableDecisionQuestion: _decision_page,
    TableTextQuestion: _text,
    TableHandQuestion: _hand,
    TableFileQuestion: _file,
}

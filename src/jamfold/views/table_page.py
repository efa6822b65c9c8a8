"""What the computing process sends to the page of a table."""

from __future__ import annotations

from math import ceil, floor
from typing import Any

from jamfold.hand.hand import Node, TableHand
from jamfold.questions.table import TableRequest
from jamfold.questions.table_decisions import TableFileRequest, TableTextRequest
from jamfold.ranges.grid import has_grid
from jamfold.spots.table.decisions import rows_of
from jamfold.spots.table.node_words import node_words
from jamfold.spots.table.result import TableResult
from jamfold.spots.table.searches import SearchProgress
from jamfold.views.columns import columns_csv
from jamfold.views.figures import encoded
from jamfold.views.fragments.tables import exactness_fragment
from jamfold.views.json import to_text
from jamfold.views.range_text import NEAR_TERMS, near_text, range_text
from jamfold.views.rows import Responses
from jamfold.views.table import profile_text, shown_table, table_columns, table_lines
from jamfold.views.table_figures import save_figure
from jamfold.views.table_ranges import response_line
from jamfold.views.table_words import (
    amount_text,
    decision_words,
    given_words,
    going_text,
    history_words,
    often_text,
    plays,
    seat_title,
    stack_text,
    table_title,
    the_seat,
    within_words,
    worth_text,
)


def _table(question: TableRequest, answer: TableResult) -> dict[str, Any]:
    hand, seat = answer.hand, question.seat if question.respond else None
    shown = shown_table(question, answer)
    return {
        "id": answer.id,
        "title": table_title(answer),
        "response": "" if seat is None else response_line(answer, seat),
        "bound": within_words(answer) if question.solved else given_words(answer, seat),
        "exactness": _exactness(question, shown),
        "seats": [_seat(shown, one) for one in range(hand.n)],
        "nodes": _nodes(shown),
        "first": _first(shown, seat),
    }


def _exactness(question: TableRequest, answer: TableResult) -> str:
    """What is exact, and every seat's own gain."""
    hand, is_counted = answer.hand, answer.is_counted
    heads = ["seat", "stack", _value_words(hand), "could gain at most"]
    rows = [
        [
            _capital(seat_title(hand, seat)),
            stack_text(hand, seat),
            worth_text(hand, seat, float(answer.values[seat])),
            amount_text(hand, float(answer.bounds[seat]), round if is_counted else ceil),
        ]
        for seat in range(hand.n)
    ]
    if not is_counted:
        heads[3:3] = ["standard error", "could gain at least"]
        for seat, row in enumerate(rows):
            error, least = float(answer.values_error[seat]), float(answer.least[seat])
            row[3:3] = [amount_text(hand, error), amount_text(hand, least, floor)]
    lines = table_lines(answer, ranges=False, solved=question.solved)
    seed = [] if answer.seed is None else [f"Seed of the deals: {answer.seed}."]
    return exactness_fragment(heads, rows, [table_title(answer), *lines, *seed])


def _seat(answer: TableResult, seat: int) -> dict[str, Any]:
    """A seat: what it has, what that is worth after the hand, and what it opens."""
    hand, decisions = answer.hand, rows_of(answer, seat)
    first = [row for row in decisions if not answer.nodes[row].all_in_before]
    opens, does = [float(answer.percent[row]) for row in first], {plays(answer.nodes[row]) for row in first}
    return {
        "title": _capital(seat_title(hand, seat)),
        "name": hand.names[seat],
        "stack": stack_text(hand, seat),
        "value": worth_text(hand, seat, float(answer.values[seat])),
        "value_words": _value_words(hand),
        "opens": sum(opens) if opens else None,
        "does": does.pop() if len(does) == 1 else "opens",
        "decisions": len(decisions),
    }


def _nodes(answer: TableResult) -> list[dict[str, Any]]:
    """All decisions: who decides, what has happened, what can be done and where that leads."""
    hand = answer.hand
    rows = {node: row for row, node in enumerate(answer.nodes)}
    ways = {
        (before[0], before[1]): node
        for node in reversed(rows)
        for before in [step for step in _steps(hand, node) if step[0] in rows][-1:]
    }

    def told(node: Node) -> dict[str, Any]:
        row = rows[node]
        return {
            "node": node_words(hand, node),
            "seat": hand.names[node.seat],
            "who": the_seat(hand, node.seat),
            "words": decision_words(hand, node),
            "facing": _capital(history_words(hand, node)),
            "does": plays(node),
            "percent": float(answer.percent[row]),
            "often": often_text(float(answer.reach[row])),
            "before": [step(*one) for one in _steps(hand, node) if one[0] in rows or one[1]],
            "ways": [
                way(node, plays(node), True),
                *([] if node.action_text else [way(node, "folds", False)]),
            ],
        }

    def step(node: Node, played: bool) -> dict[str, Any]:
        name, row = hand.names[node.seat].upper(), rows.get(node)
        if row is None:
            return {"node": "", "words": f"{name} is all-in"}
        does = f"{plays(node)} {answer.percent[row]:.1f} %" if played else "folds"
        return {"node": node_words(hand, node), "words": f"{name} {does}"}

    def way(node: Node, does: str, played: bool) -> dict[str, Any]:
        percent = float(answer.percent[rows[node]])
        there = ways.get((node, played))
        return {
            "words": f"{does} {percent if played else 100 - percent:.1f} %",
            "node": "" if there is None else node_words(hand, there),
            "then": "" if there is None else decision_words(hand, there),
        }

    return [told(node) for node in rows]


def _steps(hand: TableHand, node: Node) -> list[tuple[Node, bool]]:
    """What has happened before a decision: everybody's, and whether they jammed or called.

    Where raises are listed those who have folded are left out.
    """
    if hand.raises:
        return [
            (Node(seat, node.all_in_before[:place], node.history[:place], act), True)
            for place, (seat, act) in enumerate(zip(node.all_in_before, node.history, strict=True))
        ]
    steps: list[tuple[Node, bool]] = []
    after: tuple[int, ...] = ()
    for seat in hand.order[: hand.order.index(node.seat)]:
        played = seat in node.all_in_before
        steps.append((Node(seat, after), played))
        after = (*after, seat) if played else after
    return steps


def _first(answer: TableResult, seat: int | None) -> str:
    """The decision that is shown at first: the first one, or the one that a seat has most often."""
    rows = range(len(answer.nodes)) if seat is None else rows_of(answer, seat)
    if not rows:
        return ""
    row = rows[0] if seat is None else max(rows, key=lambda one: float(answer.reach[one]))
    return node_words(answer.hand, answer.nodes[row])


def _value_words(hand: TableHand) -> str:
    if hand.prizes is None:
        return "a hand"
    return "of the prizes" if hand.prizes.percent else "in prizes"


def _text(question: TableTextRequest, answer: TableResult) -> dict[str, str]:
    """What is played at least half of the time, near it in few terms where hands have four cards."""
    shown = shown_table(question, answer)
    chances = shown.strategy[question.row]
    if has_grid(answer.game):
        return {"text": range_text(answer.game, chances) or "nothing", "words": "Exact, with chances."}
    often = shown.reach_text(question.row)
    near = near_text(answer.game, often)
    if near is not None:
        return {"text": near.text, "words": f"{near.sentence}."}
    words = f"No text of {NEAR_TERMS} terms is near: every class that is played half of the time or more."
    return {"text": range_text(answer.game, often) or "nothing", "words": words}


def _file(question: TableFileRequest, answer: TableResult) -> dict[str, str]:
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


def going_values(hand: TableHand, going: SearchProgress) -> dict[str, Any]:
    """How far a search is, for those who wait: in words, and what every seat jams when it is first in."""
    first_in = {node.seat: row for row, node in enumerate(hand.nodes) if not node.all_in_before}
    jams = [float(going.percent[first_in[seat]]) if seat in first_in else None for seat in range(hand.n)]
    return {"words": going_text(hand, going), "deals": going.deals, "jams": jams}


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


RESPONSES: Responses = {
    TableRequest: _table,
    TableTextRequest: _text,
    TableFileRequest: _file,
}

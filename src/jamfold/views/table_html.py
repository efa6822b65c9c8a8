"""Tables of two to ten seats as HTML and page payloads: decisions, ranges, one hand, accuracy."""

from __future__ import annotations

from functools import partial
from math import ceil, floor
from typing import Any

from jamfold.betting.hand import Node, TableHand
from jamfold.cards.counting.classes import ClassId
from jamfold.cases.answers.hands import Needs
from jamfold.cases.answers.table_decisions import class_of
from jamfold.cases.app import AppRequest
from jamfold.cases.table import TableRequest
from jamfold.cases.table_decisions import (
    TableDecisionRequest,
    TableFileRequest,
    TableHandRequest,
    TableTextRequest,
)
from jamfold.core.display import capitalized
from jamfold.ranges.grid import class_label, has_grid
from jamfold.spots.nplayer.node_names import node_words
from jamfold.spots.nplayer.result import TableResult
from jamfold.spots.nplayer.search import SearchProgress
from jamfold.spots.nplayer.seat_decisions import rows_of
from jamfold.views import spot_html
from jamfold.views.figures import encoded
from jamfold.views.formats import columns_csv, to_text
from jamfold.views.html import Html, element, join_html, table
from jamfold.views.range_grids import Cell, range_fragment
from jamfold.views.ranges import NEAR_TERMS, near_text, range_text
from jamfold.views.sheet import Note, Sheet, Table
from jamfold.views.sheet_html import sheet_html
from jamfold.views.table_sentences import (
    amount_text,
    decision_words,
    given_words,
    going_text,
    history_words,
    often_text,
    plays,
    seat_title,
    small_change,
    stack_text,
    table_title,
    the_seat,
    within_words,
    worth_text,
)
from jamfold.views.tables import (
    REASON_HEADS,
    hand_words,
    profile_text,
    reasons_of,
    response_line,
    save_figure,
    shown_table,
    table_columns,
    table_lines,
)


def decision_fragment(question: TableDecisionRequest, answer: TableResult) -> Html:
    """Return how much is played at a decision, and what every hand gains by playing."""
    row, answer = question.row, shown_table(question, answer)
    node = answer.nodes[row]
    head = join_html(
        element("b", f"{plays(node).capitalize()} {answer.percent[row]:.1f}%"),
        element(
            "span", f" of hands · decision comes up {often_text(float(answer.reach[row]))}", class_="note"
        ),
    )
    return element(
        "div",
        element(
            "div", element("h2", decision_words(answer.hand, node)), element("p", head), class_="headline"
        ),
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
    """Return what a hand gains by playing, as a number and in a sentence."""
    gain = float(answer.margins[row, class_id])
    return Cell(small_change(answer.hand, gain), hand_words(answer, row, ClassId(class_id)))


def hand_fragment(question: TableHandRequest, answer: TableResult) -> Html:
    """Return one hand at a decision: the value of both actions, and why."""
    class_id, result = class_of(question), shown_table(question, answer)
    reasons, uncalled = reasons_of(result, question.row, class_id)
    node, hand = result.nodes[question.row], result.hand
    played = result.played[question.row, class_id] >= 0.5
    does = node.action.split()[0].capitalize() if played else "Do something else" if hand.raises else "Fold"
    gain = small_change(hand, float(result.margins[question.row, class_id]))
    unit = "bb" if hand.prizes is None else "of the prizes"
    than = "over folding" if played else f"if you {node.action}"
    verdict = element("p", element("b", does), f" {gain} {unit} {than}")
    return element(
        "div",
        element("div", verdict, class_="tile verdict") if gain else None,
        element("p", hand_words(result, question.row, class_id), class_="note"),
        table(REASON_HEADS, reasons, class_="numbers") if reasons else None,
        element("p", uncalled, class_="note") if reasons else None,
        class_="result",
        data_shows=class_label(answer.game, class_id),
    )


def table_payload(question: TableRequest, answer: TableResult) -> dict[str, Any]:
    hand, seat = answer.hand, question.seat if question.respond else None
    table = shown_table(question, answer)
    return {
        "id": answer.id,
        "title": table_title(answer),
        "response": "" if seat is None else response_line(answer, seat),
        "bound": within_words(answer) if question.solved else given_words(answer, seat),
        "exactness": _exactness(question, table),
        "seats": [_seat(table, index) for index in range(hand.n)],
        "nodes": _nodes(table),
        "first": _first(table, seat),
    }


def _exactness(question: TableRequest, answer: TableResult) -> str:
    """Say what is exact, and what each seat could gain."""
    hand, is_counted = answer.hand, answer.is_counted
    heads = ["Seat", "Stack", _value_words(hand), "max gain"]
    rows = [
        [
            capitalized(seat_title(hand, seat)),
            stack_text(hand, seat),
            worth_text(hand, seat, float(answer.values[seat])),
            amount_text(hand, float(answer.bounds[seat]), round if is_counted else ceil),
        ]
        for seat in range(hand.n)
    ]
    if not is_counted:
        heads[3:3] = ["standard error", "min gain"]
        for seat, row in enumerate(rows):
            error, least = float(answer.values_error[seat]), float(answer.least[seat])
            row[3:3] = [amount_text(hand, error), amount_text(hand, least, floor)]
    lines = table_lines(answer, ranges=False, solved=question.solved)
    seed = [] if answer.seed is None else [f"Seed of the deals: {answer.seed}."]
    notes = map(Note, (table_title(answer), *lines, *seed))
    return sheet_html(Sheet(parts=(*notes, Table(heads, rows))))


def _seat(answer: TableResult, seat: int) -> dict[str, Any]:
    """Return a seat: its stack, its value after the hand, and what it opens."""
    hand, decisions = answer.hand, rows_of(answer, seat)
    first = [row for row in decisions if not answer.nodes[row].all_in_before]
    opens, does = [float(answer.percent[row]) for row in first], {plays(answer.nodes[row]) for row in first}
    return {
        "title": capitalized(seat_title(hand, seat)),
        "name": hand.names[seat],
        "stack": stack_text(hand, seat),
        "value": worth_text(hand, seat, float(answer.values[seat])),
        "value_words": _value_words(hand),
        "opens": sum(opens) if opens else None,
        "does": does.pop() if len(does) == 1 else "opens",
        "decisions": len(decisions),
    }


def _nodes(answer: TableResult) -> list[dict[str, Any]]:
    """Return all decisions: seat, actions before, legal actions and where they lead."""
    hand = answer.hand
    rows = {node: row for row, node in enumerate(answer.nodes)}
    ways = {
        (before[0], before[1]): node
        for node in reversed(rows)
        for before in [step for step in _steps(hand, node) if step[0] in rows][-1:]
    }

    def node_values(node: Node) -> dict[str, Any]:
        row = rows[node]
        return {
            "node": node_words(hand, node),
            "seat": hand.names[node.seat],
            "who": the_seat(hand, node.seat),
            "words": decision_words(hand, node),
            "facing": capitalized(history_words(hand, node)),
            "does": plays(node),
            "percent": float(answer.percent[row]),
            "clear": int((~answer.close[row]).sum()),
            "hands": answer.close.shape[1],
            "often": often_text(float(answer.reach[row])),
            "before": [step(at, played) for at, played in _steps(hand, node) if at in rows or played],
            "ways": [
                way(node, plays(node), True),
                *([] if node.action_text else [way(node, "folds", False)]),
            ],
        }

    def step(node: Node, played: bool) -> dict[str, Any]:
        name, row = hand.names[node.seat].upper(), rows.get(node)
        if row is None:
            return {"node": "", "words": f"{name} is all-in"}
        does = f"{plays(node)} {answer.percent[row]:.1f}%" if played else "folds"
        return {"node": node_words(hand, node), "words": f"{name} {does}"}

    def way(node: Node, does: str, played: bool) -> dict[str, Any]:
        percent = float(answer.percent[rows[node]])
        next_node = ways.get((node, played))
        return {
            "words": f"{does} {percent if played else 100 - percent:.1f}%",
            "node": "" if next_node is None else node_words(hand, next_node),
            "then": "" if next_node is None else decision_words(hand, next_node),
        }

    return [node_values(node) for node in rows]


def _steps(hand: TableHand, node: Node) -> list[tuple[Node, bool]]:
    """Return the decisions before a decision, and whether each jammed or called.

    In trees with raises, seats that folded are left out.
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
    """Return the decision shown at first: the first of all, or the one that a seat reaches most often."""
    rows = range(len(answer.nodes)) if seat is None else rows_of(answer, seat)
    if not rows:
        return ""
    row = rows[0] if seat is None else max(rows, key=lambda index: float(answer.reach[index]))
    return node_words(answer.hand, answer.nodes[row])


def _value_words(hand: TableHand) -> str:
    if hand.prizes is None:
        return "EV per hand"
    return "of the prizes" if hand.prizes.percent else "in prizes"


def text_payload(question: TableTextRequest, answer: TableResult) -> dict[str, str]:
    """Return the hands played at least half of the time; four-card hands as a near range in few terms."""
    table = shown_table(question, answer)
    chances = table.strategy[question.row]
    if has_grid(answer.game):
        return {"text": range_text(answer.game, chances) or "nothing", "words": "Exact, with frequencies."}
    often = table.mostly_played(question.row)
    near = near_text(answer.game, often)
    if near is not None:
        return {"text": near.text, "words": f"{near.sentence}."}
    words = f"No range of {NEAR_TERMS} terms comes close: all classes played at least half of the time."
    return {"text": range_text(answer.game, often) or "nothing", "words": words}


def file_payload(question: TableFileRequest, answer: TableResult) -> dict[str, str]:
    """Return the table as text; a picture as base64."""
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
    """Return the progress of a search in words, and the percent that each seat jams first in."""
    first_in = {node.seat: row for row, node in enumerate(hand.nodes) if not node.all_in_before}
    jams = [float(going.percent[first_in[seat]]) if seat in first_in else None for seat in range(hand.n)]
    return {"words": going_text(hand, going), "deals": going.deals, "jams": jams}


def needs_payload(answer: Needs) -> dict[str, Any]:
    """Return the cost of a first build; if the hand is bundled, its ranges and a link to the offline file."""
    link, name = answer.short_link, AppRequest().file_name
    ranges = element("a", "Precomputed ranges", class_="chip", id="packed", href=f"/{link}")
    copy = element(
        "button",
        "Copy offline link",
        type="button",
        class_="chip",
        id="copy-offline",
        data_copy=f"{name}{link}",
    )
    links = element("p", ranges, copy, class_="row") if link else None
    payload = spot_html.needs_payload(answer)
    return payload | {"html": join_html(payload["html"], links)}

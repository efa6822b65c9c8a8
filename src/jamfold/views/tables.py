"""Tables of two to ten seats: sentences, CSV, JSON, HTML and data for pages, and picture sheets.

A picture is a sheet of squares, or of matrices of four-card hands; a PDF has pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import ceil, floor
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from jamfold.betting.hand import Node, TableHand
from jamfold.cards.counting.classes import ClassId, hand_classes
from jamfold.cases.answers.spots import Needs
from jamfold.cases.answers.table import class_of
from jamfold.cases.explorer import AppRequest
from jamfold.cases.table import (
    TableDecisionRequest,
    TableFileRequest,
    TableHandRequest,
    TableRequest,
    TableTextRequest,
)
from jamfold.core.display import capitalized, plural
from jamfold.core.errors import FigureError
from jamfold.ranges.grid import class_label, has_grid
from jamfold.spots.nplayer.model import unmodelled
from jamfold.spots.nplayer.node_names import node_words
from jamfold.spots.nplayer.profile import profile_values
from jamfold.spots.nplayer.result import TableResult
from jamfold.spots.nplayer.search import SearchProgress
from jamfold.spots.nplayer.seat_decisions import (
    HandAt,
    TableResponse,
    hand_at,
    rows_of,
    uncalled_chance,
    with_response,
)
from jamfold.spots.nplayer.tree import with_smallest_open
from jamfold.views import spots
from jamfold.views.figures import SHEETS, encoded, new_figure, write_figure, write_pages
from jamfold.views.formats import Columns, columns_csv, columns_of, to_text
from jamfold.views.html import Html, element, join_html, table
from jamfold.views.range_grids import Cell, range_fragment
from jamfold.views.ranges import NEAR_TERMS, near_text, range_text
from jamfold.views.sentences import about_lines
from jamfold.views.sheet import Note, Sheet, Table
from jamfold.views.sheet_html import sheet_html
from jamfold.views.strategy_figures import SIDE, draw_strategy, strategy_height
from jamfold.views.table_sentences import (
    BOXED,
    amount_text,
    bound_words,
    change_text,
    deals_words,
    decision_words,
    exact_words,
    gain_text,
    given_words,
    going_text,
    history_words,
    interval_text,
    lifetime_words,
    often_text,
    plays,
    seat_title,
    small_change,
    stack_text,
    starts_words,
    table_title,
    the_seat,
    within_words,
    worth_text,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_DOING = {"raise": "Raising", "jam": "Jamming", "call": "Calling"}


def played_text(answer: TableResult, row: int) -> str:
    """Return the hands played at least half of the time at a decision as a range; ``nothing`` if empty."""
    return range_text(answer.game, answer.mostly_played(row)) or "nothing"


def decision_line(answer: TableResult, row: int) -> str:
    """Return a decision in words, with its frequency and reach probability."""
    node = answer.nodes[row]
    often = f"reached {100 * answer.reach[row]:.2f}% of the time" if answer.reach[row] else "never reached"
    return f"{decision_words(answer.hand, node)}: {plays(node)} {answer.percent[row]:.2f}% of hands; {often}"


def hand_words(answer: TableResult, row: int, class_id: ClassId) -> str:
    hand, seat = hand_at(answer, row, class_id), answer.nodes[row].seat
    does = plays(answer.nodes[row])
    often = f"{hand.hand} ({plural(hand.size, 'hand')}): {does} {100 * hand.chance:.4g}% of the time."
    if hand.ev_fold is None or hand.ev_play is None:
        return often
    play, fold = (worth_text(answer.hand, seat, value) for value in (hand.ev_play, hand.ev_fold))
    evs = f"{_DOING[hand.action.split()[0]]}: {play}, folding: {fold}"
    return f"{often} {evs}; difference {_difference(answer, hand)}."


def _difference(answer: TableResult, hand: HandAt) -> str:
    if hand.gain is None or hand.gain_error is None:
        return "never asked" if answer.is_counted else "not known"
    return change_text(answer.hand, hand.gain, hand.gain_error)


REASON_HEADS = ("opponent", "goes in", "equity against it")


def reasons_of(answer: TableResult, row: int, class_id: ClassId) -> tuple[list[tuple[str, str, str]], str]:
    """Return a row for each opponent: all-in or still to act, how often, and the equity.

    Also a sentence on how often nobody calls; empty if nobody may call.
    """
    hand, opponents = answer.hand, hand_at(answer, row, class_id).opponents
    rows = [
        (
            f"{seat_title(hand, hand.names.index(opponent.seat))}{', all-in' if opponent.is_in else ''}",
            f"{100 * opponent.chance:.1f}%",
            "" if opponent.equity is None else f"{100 * opponent.equity:.1f}%",
        )
        for opponent in opponents
    ]
    if all(opponent.is_in for opponent in opponents):
        return rows, ""
    nobody = "Nobody else" if opponents[0].is_in else "Nobody"
    return rows, f"{nobody} calls in about {100 * uncalled_chance(opponents):.0f}% of deals."


def response_line(answer: TableResult, seat: int) -> str:
    """Say in a sentence what a seat's best response to the others gains."""
    whose = f"A best response by {the_seat(answer.hand, seat)} to these ranges gains"
    return f"{whose} {interval_text(answer, seat)}."


def table_lines(answer: TableResult, *, solved: bool = True) -> list[str]:
    """Say what is exact, what is sampled, and how to read the gains; user ranges if not `solved`."""
    hand, missed = answer.hand, solved and answer.is_counted and not answer.converged
    if missed:
        counted = f"Not converged, {exact_words(answer)}; every deal is counted:"
        gains = f"some seat can still gain up to {gain_text(hand, float(answer.bounds.max()), ceil)}."
    elif answer.is_counted:
        how = exact_words(answer) if solved or answer.exact else "measured"
        counted = f"{how.capitalize()}: every deal is counted, including folded cards."
        most = gain_text(hand, float(answer.bounds.max()), ceil)
        gains = f"No seat can gain more than {most} by deviating."
    elif answer.method == "model":
        counted = "By a model of all seats, accurate to second order in the cards of folded players."
        deals = f"Measured on {answer.fresh:,} fresh deals in {answer.seconds:.0f} s"
        words = bound_words(answer)
        gains = f"{deals}: {words[:1].lower()}{words[1:]}."
    else:
        deals = deals_words(answer.deals, answer.fresh)
        counted = f"Sampled: {deals} in {answer.seconds:.0f} s. Folded cards are counted."
        gains = f"{bound_words(answer)}."
    lines = [f"{counted} {gains} {lifetime_words(answer)}"]
    if answer.bundled_errors is not None:
        lines.append(BOXED)
    if answer.method == "sampled" and (missed_by_model := unmodelled(answer.game, hand)):
        lines.append(
            f"The many-seat model does not cover {missed_by_model}, so strategies are sampled as well."
        )
    if hand.raises:
        lines.append("The tree has no limps or flat calls. Percentages count all hands of a seat.")
        if solved and answer.converged and with_smallest_open(hand) is not None:
            lines.append(
                "Jamming is no better than the last raise listed next to it; one of them is shown."
                if hand.raises.later
                else "Jamming or opening larger is no better than the smallest open; one of them is shown."
            )
    if hand.most_allin < hand.n:
        lines.append(f"At most {hand.most_allin} players go all-in; the others fold behind them.")
    several = "Other equilibria may exist; close hands can differ."
    if answer.starts is not None:
        lines.append(starts_words(answer.starts, answer.hand))
    elif not missed:
        lines.append(several if solved else "Evaluating your ranges; nothing is solved.")
    return [*lines, *extras_lines(answer), *about_lines(hand.terms)]


def extras_lines(answer: TableResult) -> list[str]:
    """Return what every seat pays and wins outside the pot."""
    extras, hand = answer.extras, answer.hand
    if extras is None or not hand.terms.has_extras:
        return []
    lines = [f"Fees paid, bb per hand: {_by_seat(hand.names, extras.fees_paid)}."]
    if hand.terms.jackpot is not None:
        error = max(extras.jackpot_error)
        about = f" (sampled, \u00b1 {error:.4f} at most)" if error else ""
        lines.append(f"Jackpot winnings, bb per hand: {_by_seat(hand.names, extras.jackpot_won)}{about}.")
    if hand.terms.fees.fortune:
        lines.append(f"All-in bonus, bb per hand: {_by_seat(hand.names, extras.fortune_won)}.")
    return lines


def _by_seat(names: Sequence[str], values: Sequence[float]) -> str:
    return ", ".join(f"{name} {value:.4f}" for name, value in zip(names, values, strict=True))


def table_columns(answer: TableResult, rows: Sequence[int] | None = None) -> Columns:
    """Return one line per decision (all of them, or those in `rows`) and class."""
    classes = hand_classes(answer.game)
    names = answer.hand.names
    cells = []
    for row in range(len(answer.nodes)) if rows is None else rows:
        node = answer.nodes[row]
        after = (", " if node.action_text else " ").join(node.before(names))
        does = [node.action_text] if node.action_text else []
        for number, chance in enumerate(answer.strategy[row].tolist()):
            size = int(classes.sizes[number])
            close = int(answer.close[row, number])
            cells.append([names[node.seat], after, *does, number, classes.name(number), size, chance, close])
    action = ["action"] if answer.hand.raises else []
    return columns_of(
        ["seat", "after", *action, "class_id", "hand", "combinations", "chance", "close"], cells
    )


def hand_columns(answer: TableResult, class_id: ClassId, rows: Sequence[int]) -> Columns:
    """Return a line of one hand for each decision in `rows`; without EVs if it cannot reach it."""
    hands = [hand_at(answer, row, class_id) for row in rows]
    names = (
        *(["action"] if answer.hand.raises else []),
        "hand",
        "chance",
        "ev_fold",
        "ev_play",
        "gain",
        "gain_error",
    )
    columns: Columns = {
        "seat": [hand.seat for hand in hands],
        "after": [(", " if answer.hand.raises else " ").join(hand.after) for hand in hands],
    }
    return columns | {name: [getattr(hand, name) for hand in hands] for name in names}


def shown_table(question: TableRequest, answer: TableResult) -> TableResult:
    """Return the table; if a seat responds, with its best response at its decisions."""
    return with_response(answer, question.seat) if question.respond else answer


def table_values(question: TableRequest, answer: TableResult) -> TableResult | TableResponse:
    """Return a table, or the response of one of its seats, for JSON."""
    return TableResponse(shown_table(question, answer), question.seat) if question.respond else answer


def answer_columns(question: TableRequest, answer: TableResult) -> Columns:
    rows = rows_of(answer, question.seat) if question.respond else None
    return table_columns(shown_table(question, answer), rows)


def profile_text(answer: TableResult) -> str:
    return to_text(profile_values(answer.hand, answer.strategy), indent=None) + "\n"


MOST_DECISIONS = 32
"""The most decisions on a sheet: those of five seats with three all-in."""
_ACROSS = 4
_PAGE_ACROSS, _PAGE_DOWN = 3, 2
"""Decisions across and down a page, which is then about A4 landscape; four seats take three pages."""
_TOP, _HEAD, _FOOT = 0.55, 0.6, 0.15  # inches above all, above and below one decision


def check_sheet(decisions: int, path: Path) -> None:
    """Raise `FigureError` if a picture has too many decisions; a file with pages never has."""
    if decisions > MOST_DECISIONS and not _has_pages(path):
        raise FigureError(
            f"A picture shows at most {MOST_DECISIONS} decisions; this table has {decisions}. Choose one, or "
            "write a .pdf, which has pages."
        )


def _has_pages(path: Path) -> bool:
    return path.suffix.lower() == ".pdf"


def save_figure(answer: TableResult, rows: Sequence[int], path: Path) -> Path:
    """Draw decisions into a file that ends in .png, .svg or .pdf, for print.

    Raises FigureError if the ending is unknown, the file cannot be written, or there are too many decisions.
    """
    check_sheet(len(rows), path)
    across = min(_PAGE_ACROSS if _has_pages(path) else _ACROSS, max(1, len(rows)))
    down = ceil(len(rows) / across)
    if not _has_pages(path):
        dpi = 100 if len(rows) > 1 else 150
        return write_figure(_sheet(answer, rows, across, down), path, dpi=dpi, endings=SHEETS)
    down = min(_PAGE_DOWN, down)
    parts = (rows[first : first + across * down] for first in range(0, len(rows), across * down))
    return write_pages((_sheet(answer, part, across, down) for part in parts), path)


def _sheet(answer: TableResult, rows: Sequence[int], across: int, down: int) -> Figure:
    inside = strategy_height(answer.game)
    tall = inside + _HEAD + _FOOT
    width, height = SIDE * across, tall * down + _TOP
    figure = new_figure(figsize=(width, height), facecolor="white")
    deals = f"{plural(answer.deals, 'deal')} sampled"
    how = exact_words(answer) if answer.is_counted else "by the model" if answer.method == "model" else deals
    title = f"{table_title(answer)}; {how}"
    figure.text(
        0.2 / width, 1 - 0.15 / height, fill(title, 95 * across), fontsize=10, weight="bold", va="top"
    )
    for k, row in enumerate(rows):
        line, column = divmod(k, across)
        left, bottom = SIDE * column + 0.2, height - _TOP - tall * (line + 1) + _FOOT
        axes = figure.add_axes((left / width, bottom / height, (SIDE - 0.4) / width, inside / height))
        draw_strategy(axes, answer.game, answer.played[row], answer.game, answer.close[row])
        node = answer.nodes[row]
        words = (
            f"{decision_words(answer.hand, node)}\n{plays(node)} {answer.percent[row]:.2f}%, "
            f"reached {100 * answer.reach[row]:.2f}%"
        )
        figure.text(left / width, (bottom + inside + 0.08) / height, words, fontsize=9.5, va="bottom")
    return figure


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
    lines = table_lines(answer, solved=question.solved)
    seed = [] if answer.seed is None else [f"Seed of the deals: {answer.seed}."]
    notes = map(Note, (table_title(answer), *lines, *seed))
    return sheet_html(Sheet(parts=(*notes, Table(heads, rows))))


def _seat(answer: TableResult, seat: int) -> dict[str, Any]:
    hand, decisions = answer.hand, rows_of(answer, seat)
    first = [row for row in decisions if not hand.jams_before(answer.nodes[row])]
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
    first_in = {node.seat: row for row, node in enumerate(hand.nodes) if not hand.jams_before(node)}
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
    payload = spots.needs_payload(answer)
    return payload | {"html": join_html(payload["html"], links)}

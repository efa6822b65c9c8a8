"""Tables of two to ten seats: words, terminal, CSV, JSON, ranges, hand lookup, and picture sheets.

A picture is a sheet of squares, or of matrices of four-card hands; a PDF has pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from jamfold.cards.counting.classes import ClassId, hand_classes
from jamfold.cases.table import TableRequest
from jamfold.core.display import plural
from jamfold.core.errors import FigureError
from jamfold.spots.nplayer.model import unmodelled
from jamfold.spots.nplayer.opponents import uncalled_chance
from jamfold.spots.nplayer.profile import profile_values
from jamfold.spots.nplayer.result import TableResult
from jamfold.spots.nplayer.seat_decisions import HandAt, TableResponse, hand_at, rows_of, with_response
from jamfold.spots.nplayer.tree import with_smallest_open
from jamfold.views.figures import SHEETS, new_figure, write_figure, write_pages
from jamfold.views.formats import Columns, columns_of, to_text
from jamfold.views.ranges import range_text
from jamfold.views.sentences import about_lines
from jamfold.views.strategy_figures import SIDE, draw_strategy, strategy_height
from jamfold.views.table_sentences import (
    BOXED,
    bound_words,
    change_text,
    deals_words,
    decision_words,
    exact_words,
    gain_text,
    interval_text,
    lifetime_words,
    plays,
    seat_title,
    starts_words,
    table_title,
    the_seat,
    worth_text,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_HALF = 0.5
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


def table_lines(answer: TableResult, *, ranges: bool = True, solved: bool = True) -> list[str]:
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
    if ranges and answer.game.has_classic_notation:
        lines.append(
            "Ranges list hands played at least half of the time. --csv gives all frequencies, and marks "
            "close hands."
        )
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
    """Return the columns of a table, only those of one seat if it responds."""
    rows = rows_of(answer, question.seat) if question.respond else None
    return table_columns(shown_table(question, answer), rows)


def profile_text(answer: TableResult) -> str:
    """Return the whole profile as JSON, which ``--profile`` reads."""
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

"""A table of two to ten seats on the terminal, as CSV and JSON, and in words."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Table
from rich.text import Text

from jamfold.counting.classes import ClassId, hand_classes
from jamfold.questions.table import TableRequest
from jamfold.spots.table.covered import with_smallest_open
from jamfold.spots.table.decisions import hand_at, with_response
from jamfold.spots.table.model import unmodelled
from jamfold.spots.table.node_words import node_words
from jamfold.spots.table.profile import node_text, profile_values
from jamfold.spots.table.result import TableResult
from jamfold.views.columns import Columns, columns_of
from jamfold.views.digits import format_two_digits
from jamfold.views.json import to_text
from jamfold.views.table_ranges import played_text
from jamfold.views.table_words import (
    BOXED,
    bound_words,
    deals_words,
    exact_words,
    gain_text,
    lifetime_words,
    starts_words,
    table_title,
)
from jamfold.views.terms import about_lines

_DIGITS = 4


def table_lines(answer: TableResult, *, ranges: bool = True, solved: bool = True) -> list[str]:
    """What is exact, what is sampled, and how to read the gains; of given ranges unless it is solved."""
    hand, missed = answer.hand, solved and answer.is_counted and not answer.converged
    if missed:
        counted = f"Not converged, {exact_words(answer)}; every deal is counted:"
        gains = f"some seat could still gain up to {gain_text(hand, float(answer.bounds.max()), ceil)}."
    elif answer.is_counted:
        how = exact_words(answer) if solved or answer.exact else "measured"
        counted = f"{how.capitalize()}: every deal is counted, the cards of folded players too."
        shown = gain_text(hand, float(answer.bounds.max()), ceil)
        gains = f"No seat gains more than {shown} by another strategy."
    elif answer.method == "model":
        counted = "By a model of all seats, accurate to second order in the cards of folded players."
        deals = f"Measured on {answer.fresh:,} fresh deals in {answer.seconds:.0f} s"
        words = bound_words(answer)
        gains = f"{deals}: {words[:1].lower()}{words[1:]}."
    else:
        deals = deals_words(answer.deals, answer.fresh)
        counted = f"Sampled: {deals} in {answer.seconds:.0f} s, cards of folded players counted."
        gains = f"{bound_words(answer)}."
    lines = [f"{counted} {gains} {lifetime_words(answer)}"]
    if answer.bundled_errors is not None:
        lines.append(BOXED)
    if answer.method == "sampled" and (missed_by_model := unmodelled(answer.game, hand)):
        lines.append(
            f"The model of many seats does not take {missed_by_model}, so strategies are sampled too."
        )
    if hand.raises:
        lines.append("Limping and flat calls are not in the tree; percent are those of all hands of a seat.")
        if solved and answer.converged and with_smallest_open(hand) is not None:
            lines.append(
                "To jam is no better than the last raise that is listed beside it; one of them is shown."
                if hand.raises.later
                else "To jam or to open larger is no better than the smallest open; one of them is shown."
            )
    if hand.most_allin < hand.n:
        lines.append(f"At most {hand.most_allin} players are all-in, behind them all fold.")
    if ranges and _has_text(answer):
        lines.append(
            "Ranges show the hands that are played at least half of the time; --csv has every chance, and "
            "which hands are close."
        )
    several = "One equilibrium of perhaps many: hands that are nearly indifferent may differ in another."
    if answer.starts is not None:
        lines.append(starts_words(answer.starts, answer.hand))
    elif not missed:
        lines.append(several if solved else "Given ranges are measured; no equilibrium is looked for.")
    return [*lines, *extras_lines(answer), *about_lines(hand.terms)]


def extras_lines(answer: TableResult) -> list[str]:
    """What every seat pays and wins outside the pot."""
    extras, hand = answer.extras, answer.hand
    if extras is None or not hand.terms.has_extras:
        return []
    lines = [f"Fees paid, bb a hand: {_by_seat(hand.names, extras.fees_paid)}."]
    if hand.terms.jackpot is not None:
        error = max(extras.jackpot_error)
        about = f" (sampled, \u00b1 {error:.4f} at most)" if error else ""
        lines.append(f"Won by the jackpot, bb a hand: {_by_seat(hand.names, extras.jackpot_won)}{about}.")
    if hand.terms.fees.fortune:
        lines.append(f"Won by being all-in, bb a hand: {_by_seat(hand.names, extras.fortune_won)}.")
    return lines


def _by_seat(names: Sequence[str], values: Sequence[float]) -> str:
    return ", ".join(f"{name} {value:.4f}" for name, value in zip(names, values, strict=True))


def table_view(answer: TableResult, *, solved: bool = True) -> Group:
    """Seats, decisions with their ranges, and what they are worth."""
    hand = answer.hand
    seats = Table(box=SIMPLE_HEAD)
    least = [] if answer.is_counted else ["gains at least"]
    for heading in ("seat", "stack", "after the hand", *least, "gains at most"):
        seats.add_column(heading, justify="right" if heading != "seat" else "left")
    for seat, name in enumerate(hand.names):
        error = "" if answer.is_counted else f" ± {answer.values_error[seat]:.{_DIGITS}f}"
        seats.add_row(
            name,
            f"{hand.stacks[seat]:,.12g}",
            f"{answer.values[seat]:,.{_DIGITS}f}{error}",
            *(f"{format_two_digits(answer.least[seat], floor):.2g}" for _ in least),
            f"{format_two_digits(answer.bounds[seat], ceil):.2g}",
        )
    decisions = Table(box=SIMPLE_HEAD)
    for heading in ("decision", "reached", "plays", *(["range"] if _has_text(answer) else [])):
        decisions.add_column(heading, justify="left" if heading in ("decision", "range") else "right")
    for row, node in enumerate(hand.nodes):
        cells = [
            node_words(hand, node) if hand.raises else node_text(hand, node),
            f"{100 * answer.reach[row]:.2f} %",
            f"{answer.percent[row]:.2f} %",
        ]
        if _has_text(answer):
            cells.append(played_text(answer, row))
        decisions.add_row(*cells)
    lines = table_lines(answer, solved=solved)
    return Group(Text(table_title(answer), style="bold"), seats, decisions, *map(Text, lines))


def notes_view(answer: TableResult, *, solved: bool = True) -> Group:
    """What is exact, what is sampled, below one decision or one hand."""
    return Group(*map(Text, table_lines(answer, ranges=False, solved=solved)))


def table_columns(answer: TableResult, rows: Sequence[int] | None = None) -> Columns:
    """One line per decision (all, or those of some rows) and class."""
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
    """One hand: a line per decision of some rows; no EVs where it cannot come there."""
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
        "seat": [one.seat for one in hands],
        "after": [(", " if answer.hand.raises else " ").join(one.after) for one in hands],
    }
    return columns | {name: [getattr(one, name) for one in hands] for name in names}


def shown_table(question: TableRequest, answer: TableResult) -> TableResult:
    """The table, with the best answer of a seat in its places, if one answers."""
    return with_response(answer, question.seat) if question.respond else answer


def profile_text(answer: TableResult) -> str:
    """The whole profile as JSON, which ``--profile`` reads."""
    return to_text(profile_values(answer.hand, answer.strategy), indent=None) + "\n"


def _has_text(answer: TableResult) -> bool:
    return answer.game.has_classic_notation

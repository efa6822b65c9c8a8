"""A table of two to ten seats on the terminal, as CSV and JSON, and in words."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Table
from rich.text import Text

from jamfold.counting.classes import ClassId, hand_classes
from jamfold.questions.table import TableQuestion
from jamfold.spots.table.decisions import hand_at, with_response
from jamfold.spots.table.profile import node_text, profile_values
from jamfold.spots.table.result import TableResult
from jamfold.views.columns import Columns, columns_of
from jamfold.views.json import to_text
from jamfold.views.table_ranges import played_text
from jamfold.views.table_words import bound_words, gain_text, table_title, two_digits

_DIGITS = 4


def table_lines(answer: TableResult, *, ranges: bool = True, solved: bool = True) -> list[str]:
    """What is exact, what is sampled, and how to read the gains; of given ranges unless it is solved."""
    hand = answer.hand
    if answer.exact:
        counted = "Exact: every deal is counted, the cards of folded players too."
        shown = gain_text(hand, float(answer.bounds.max()))
        gains = f"No seat gains more than {shown} by another strategy."
    else:
        counted = (
            f"Sampled: {answer.deals:,} deals in {answer.seconds:.0f} s, cards of folded players counted."
        )
        gains = f"{bound_words(answer)}."
    lines = [f"{counted} {gains}"]
    if hand.most_allin < hand.n:
        lines.append(f"At most {hand.most_allin} players are all-in, behind them all fold.")
    if ranges and _has_text(answer):
        lines.append(
            "Ranges show the hands that are played at least half of the time; --csv has every chance."
        )
    several = "One equilibrium of perhaps many: hands that are nearly indifferent may differ in another."
    lines.append(several if solved else "Given ranges are measured; no equilibrium is looked for.")
    return lines


def table_view(answer: TableResult, *, solved: bool = True) -> Group:
    """Seats, decisions with their ranges, and what they are worth."""
    hand = answer.hand
    seats = Table(box=SIMPLE_HEAD)
    least = [] if answer.exact else ["gains at least"]
    for heading in ("seat", "stack", "after the hand", *least, "gains at most"):
        seats.add_column(heading, justify="right" if heading != "seat" else "left")
    for seat, name in enumerate(hand.names):
        error = "" if answer.exact else f" ± {answer.values_error[seat]:.{_DIGITS}f}"
        seats.add_row(
            name,
            f"{hand.stacks[seat]:,.12g}",
            f"{answer.values[seat]:,.{_DIGITS}f}{error}",
            *(f"{two_digits(answer.least[seat], floor):.2g}" for _ in least),
            f"{two_digits(answer.bounds[seat], ceil):.2g}",
        )
    decisions = Table(box=SIMPLE_HEAD)
    for heading in ("decision", "reached", "plays", *(["range"] if _has_text(answer) else [])):
        decisions.add_column(heading, justify="left" if heading in ("decision", "range") else "right")
    for row, node in enumerate(hand.nodes):
        cells = [
            node_text(hand, node),
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
        after = " ".join(names[seat] for seat in node.after)
        for number, chance in enumerate(answer.strategy[row].tolist()):
            size = int(classes.sizes[number])
            cells.append([names[node.seat], after, number, classes.name(number), size, chance])
    return columns_of(["seat", "after", "class_id", "hand", "combinations", "chance"], cells)


def hand_columns(answer: TableResult, class_id: ClassId, rows: Sequence[int]) -> Columns:
    """One hand: a line per decision of some rows; no EVs where it cannot come there."""
    hands = [hand_at(answer, row, class_id) for row in rows]
    names = ("hand", "chance", "ev_fold", "ev_play", "gain", "gain_error")
    columns: Columns = {"seat": [one.seat for one in hands], "after": [" ".join(one.after) for one in hands]}
    return columns | {name: [getattr(one, name) for one in hands] for name in names}


def shown_table(question: TableQuestion, answer: TableResult) -> TableResult:
    """The table, with the best answer of a seat in its places, if one answers."""
    return with_response(answer, question.seat) if question.respond else answer


def profile_text(answer: TableResult) -> str:
    """The whole profile as JSON, which ``--profile`` reads."""
    return to_text(profile_values(answer.hand, answer.strategy), indent=None) + "\n"


def _has_text(answer: TableResult) -> bool:
    return answer.game.has_classic_notation

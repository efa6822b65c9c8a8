"""Future game simulation on the terminal."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Table
from rich.text import Text

from jamfold.spots.table.profile import node_text
from jamfold.tournaments.future import FutureGame
from jamfold.views.range_text import range_text
from jamfold.views.table_words import change_text, decision_words, the_seat

_DIGITS = 4
_HALF = 0.5
_NOTHING = 5e-5
"""Changes, in money, that four digits do not show."""


def future_lines(answer: FutureGame) -> list[str]:
    """What is exact, what is a model, and how sure it is."""
    prizes = answer.hand.prizes
    unit = "% of the prizes" if prizes is not None and prizes.percent else "money"
    hands = "1 hand is" if answer.hands == 1 else f"{answer.hands:,} hands are"
    last = "this hand" if answer.depth == 1 else f"hand {answer.depth}"
    solved = (
        f"{hands} solved over every deal; in none of them a seat gains more than {answer.largest_gain:.2g} "
        f"{unit} by another strategy."
    )
    after = (
        f"After {last} stacks are worth what the stack model says. "
        "The big blind moves on to the next player who is left."
    )
    return [solved, after, "One equilibrium of perhaps many, in every hand."]


def future_view(answer: FutureGame) -> Group:
    """Seats with what they are worth by depth, and decisions for the model and for the future hands."""
    seats, decisions = Table(box=SIMPLE_HEAD), Table(box=SIMPLE_HEAD)
    for heading in seat_heads(answer):
        seats.add_column(heading, justify="left" if heading == "seat" else "right")
    for row in seat_rows(answer):
        seats.add_row(*row)
    for heading in decision_heads(answer):
        decisions.add_column(heading, justify="left" if heading in ("decision", "range") else "right")
    for number, node in enumerate(answer.hand.nodes):
        decisions.add_row(node_text(answer.hand, node), *_played(answer, number))
    return Group(seats, decisions, *map(Text, future_lines(answer)))


def seat_heads(answer: FutureGame) -> list[str]:
    """The names of the columns of `seat_rows`."""
    return ["seat", "stack", "model", *(f"{k} hand{'s'[: k > 1]}" for k in range(1, answer.depth + 1))]


def seat_rows(answer: FutureGame) -> list[list[str]]:
    """Each seat's stack, and what it is worth by the model and by depth."""
    hand = answer.hand
    return [
        [name, f"{hand.stacks[seat]:,.12g}", *(f"{value:,.{_DIGITS}f}" for value in answer.values[:, seat])]
        for seat, name in enumerate(hand.names)
    ]


def decision_heads(answer: FutureGame) -> list[str]:
    """The names of the columns of decisions."""
    return ["decision", *(["by the model"] if answer.depth > 1 else []), "plays", "range"]


def _played(answer: FutureGame, row: int) -> list[str]:
    """How much is played for the model and for the future hands; the range, or how many classes it has."""
    cells = [f"{answer.near.percent[row]:.2f} %"] if answer.depth > 1 else []
    often = answer.far.strategy[row] >= _HALF
    if answer.game.has_classic_notation:
        held = range_text(answer.game, often.astype(float)) or "nothing"
    else:
        held = f"{int(often.sum()):,} of {len(often):,} classes"
    return [*cells, f"{answer.far.percent[row]:.2f} %", held]


def future_headline(answer: FutureGame) -> str:
    """Whom the next hands help most, and whom they cost most, against the model."""
    hand, change = answer.hand, answer.values[-1] - answer.values[0]
    best, worst = int(change.argmax()), int(change.argmin())
    hands = "next hand" if answer.depth == 1 else f"next {answer.depth} hands"
    if change[best] - change[worst] < _NOTHING:
        return f"The {hands} change nothing: the stack model has it right."
    up, down = (change_text(hand, abs(float(change[seat]))).removeprefix("+") for seat in (best, worst))
    return (
        f"With the {hands} {the_seat(hand, best)} has {up} more than the model says, "
        f"{the_seat(hand, worst)} {down} less."
    )


def decision_rows(answer: FutureGame) -> list[list[str]]:
    """Each decision of the hand in words, how much is played there, and the range."""
    hand = answer.hand
    return [[decision_words(hand, node), *_played(answer, row)] for row, node in enumerate(hand.nodes)]

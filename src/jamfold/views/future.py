"""Future game simulation on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jamfold.spots.table.profile import node_text
from jamfold.tournaments.future import FutureGame
from jamfold.views.range_text import range_text

if TYPE_CHECKING:
    from rich.console import Group

_DIGITS = 4
_HALF = 0.5


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
    from rich.box import SIMPLE_HEAD
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    hand = answer.hand
    seats = Table(box=SIMPLE_HEAD)
    depths = range(1, answer.depth + 1)
    for heading in ("seat", "stack", "model", *(f"{k} hand{'s'[: k > 1]}" for k in depths)):
        seats.add_column(heading, justify="left" if heading == "seat" else "right")
    for seat, name in enumerate(hand.names):
        values = (f"{value:,.{_DIGITS}f}" for value in answer.values[:, seat])
        seats.add_row(name, f"{hand.stacks[seat]:,.12g}", *values)
    decisions = Table(box=SIMPLE_HEAD)
    both = answer.depth > 1
    for heading in ("decision", *(["by the model"] if both else []), "plays", "range"):
        decisions.add_column(heading, justify="left" if heading in ("decision", "range") else "right")
    for row, node in enumerate(hand.nodes):
        cells = [f"{answer.near.percent[row]:.2f} %"] if both else []
        cells.append(f"{answer.far.percent[row]:.2f} %")
        held = range_text(answer.game, (answer.far.strategy[row] >= _HALF).astype(float)) or "nothing"
        decisions.add_row(node_text(hand, node), *cells, held)
    return Group(seats, decisions, *map(Text, future_lines(answer)))

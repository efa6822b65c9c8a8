"""Future game simulation: the sheet that is shown."""

from __future__ import annotations

from collections.abc import Callable
from math import floor

from jamfold.hand.hand import Node, TableHand
from jamfold.questions.future import FutureRequest
from jamfold.spots.table.profile import node_text
from jamfold.tournaments.future import FutureGame
from jamfold.views.digits import SURE, format_bound, with_interval, written_out
from jamfold.views.range_text import range_text
from jamfold.views.sheet import Heading, Heads, Sheet, Table, Verdict, on_page, on_terminal, text, words
from jamfold.views.table_words import change_text, decision_words, the_seat, value_unit
from jamfold.worth.lifetime import LIFETIME_HANDS

_DIGITS = 4
_HALF = 0.5
_NOTHING = 5e-5
"""Changes, in money, that four digits do not show."""


def future_lines(answer: FutureGame) -> list[str]:
    """What is exact, what is a model, and how sure it is."""
    prizes = answer.hand.prizes
    unit = "% of the prizes" if prizes is not None and prizes.percent else "money"
    last = "this hand" if answer.depth == 1 else f"hand {answer.depth}"
    after = (
        f"After {last} stacks are worth what the stack model says. "
        "The big blind moves on to the next player who is left."
    )
    solved = _counted_words(answer, unit) if answer.is_counted else _sampled_words(answer, unit)
    return [*solved, after, "One equilibrium of perhaps many, in every hand."]


def _counted_words(answer: FutureGame, unit: str) -> list[str]:
    hands = "1 hand is" if answer.hands == 1 else f"{answer.hands:,} hands are"
    gain = f"a seat gain more than {format_bound(answer.largest_gain)} {unit} by another strategy"
    return [f"{hands} solved over every deal. In none of them does {gain}. {_lifetime_words(answer, unit)}"]


def _sampled_words(answer: FutureGame, unit: str) -> list[str]:
    """How wide the intervals are, and what sampled hands leave to gain."""
    hands = "1 hand" if answer.hands == 1 else f"{answer.hands:,} hands"
    sampled, most = answer.sampled_hands, answer.hand.most_allin
    which = "sampled" if sampled == answer.hands else f"{sampled:,} of them sampled"
    width = format_bound(SURE * float(answer.errors[-1].max()))
    limit = f"At most {most} are all-in; behind them the others fold."
    gain = f"a seat gain more than {format_bound(answer.largest_gain)} {unit} by another strategy"
    return [
        *([limit] if most < answer.hand.n else []),
        f"{hands}, {which}: what these strategies are worth is right to {width} {unit} with 95 %.",
        f"In none of the hands does {gain}, each with 95 % confidence; more seconds make that less.",
    ]


def _lifetime_words(answer: FutureGame, unit: str) -> str:
    surely = float(answer.lifetime.lower_limits.min())
    limit = f"{written_out(surely, floor) if surely > 0 else 0} {unit}"
    if answer.unnoticed:
        return f"Nobody could notice that in a lifetime of hands: it is below {limit}."
    return f"In a lifetime of {LIFETIME_HANDS:,} hands nobody could notice a gain below {limit}."


def future_sheet(question: FutureRequest | None, answer: FutureGame) -> Sheet:
    """Return whom the hands help, what every seat is worth by depth, and what is played for that."""
    hands = [f"{k} hand{'s'[: k > 1]}" for k in range(1, answer.depth + 1)]
    heads: Heads = [*words("seat"), "stack", "model", *hands]
    seats = seat_rows(answer)
    changed = [[*row, change] for row, change in zip(seats, change_rows(answer), strict=True)]
    return Sheet(
        parts=(
            on_page(Verdict(future_headline(answer)), Table([*heads, "change"], changed)),
            on_terminal(Table(heads, seats), _decisions(answer, node_text)),
            on_page(Heading("What is played for it", 3), _decisions(answer, decision_words)),
        ),
        notes=future_lines(answer),
    )


def _decisions(answer: FutureGame, named: Callable[[TableHand, Node], str]) -> Table:
    """Return what is played for the model and for the future hands, a line for each decision."""
    nodes = enumerate(answer.hand.nodes)
    by_model = ["by the model"] if answer.depth > 1 else []
    return Table(
        [*words("decision"), *by_model, "plays", text("range")],
        [[named(answer.hand, node), *_played(answer, row)] for row, node in nodes],
    )


def seat_rows(answer: FutureGame) -> list[list[str]]:
    """Each seat's stack, and what it is worth by the model and by depth."""
    hand = answer.hand
    return [
        [
            name,
            f"{hand.stacks[seat]:,.12g}",
            *map(_value_text, answer.values[:, seat].tolist(), answer.errors[:, seat].tolist()),
        ]
        for seat, name in enumerate(hand.names)
    ]


def _value_text(value: float, error: float) -> str:
    """A value; where it is sampled, with the interval that holds it with 95 %."""
    return with_interval(value, SURE * error) if error else f"{value:,.{_DIGITS}f}"


def change_rows(answer: FutureGame) -> list[str]:
    """What the hands change for each seat; where they are sampled, with its interval of 95 %."""
    hand, unit = answer.hand, " %" if value_unit(answer.hand).startswith("%") else ""
    changes, errors = (answer.values[-1] - answer.values[0]).tolist(), answer.errors[-1].tolist()
    return [
        f"{with_interval(change, SURE * error, '+')}{unit}" if error else change_text(hand, change)
        for change, error in zip(changes, errors, strict=True)
    ]


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
    if not answer.is_counted and change[best] - change[worst] < 2 * SURE * float(answer.errors[-1].max()):
        return f"What the {hands} change is less than sampling tells: give more seconds."
    if change[best] - change[worst] < _NOTHING:
        return f"The {hands} change nothing: the stack model has it right."
    up, down = (change_text(hand, abs(float(change[seat]))).removeprefix("+") for seat in (best, worst))
    return (
        f"With the {hands} {the_seat(hand, best)} has {up} more than the model says, "
        f"{the_seat(hand, worst)} {down} less."
    )

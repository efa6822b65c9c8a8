"""Opponents' habits beside the equilibrium, and what to play against them, in words and on the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group
from rich.text import Text

from jamfold.views.contracts.opponents import OpponentContract
from jamfold.views.histories import printable
from jamfold.views.history_report import dead_words, sided_table
from jamfold.views.history_words import NO_ADVICE, SEAT_WORDS

_NOTHING = 1e-9


def opponents_view(opponents: Sequence[OpponentContract]) -> Group:
    """Habits beside the equilibrium, then what to do about them."""
    table = sided_table(*((head, "left" if k < 3 else "right") for k, head in enumerate(OPPONENT_HEADS)))
    for one in opponents:
        table.add_row(*map(Text, opponent_texts(one)))
    lines = [line for one in opponents for line in advice_lines(one)]
    return Group(table, *(Text(printable(line)) for line in lines or [NO_ADVICE]))


OPPONENT_HEADS = (
    "player", "site", "seat", "stack, bb", "n", "plays", "equilibrium", "95 %", "limps", "raises",
)  # fmt: skip


def opponent_texts(one: OpponentContract) -> list[str]:
    """A habit's columns."""
    low, high = one.interval
    cells = (
        one.player, one.site, SEAT_WORDS[one.seat], one.stack, f"{one.chances:,}", f"{one.frequency:.0%}",
        f"{one.equilibrium:.0%}", f"{low:.0%} to {high:.0%}", f"{one.limps:,}", f"{one.raises:,}",
    )  # fmt: skip
    return [printable(cell) for cell in cells]


def advice_words(one: OpponentContract) -> str:
    """What to do about an opponent, in a cell."""
    advice = one.advice
    if advice is None:
        return "the equilibrium"
    action = "jam" if advice.seat == "sb" else "call"
    return (
        f"{action} {advice.plays:.0%}, not {advice.equilibrium_plays:.0%}: at least {advice.worst:+.4f} bb "
        f"a hand, can lose {advice.exploitability:.4f} bb"
    )


def advice_lines(one: OpponentContract) -> list[str]:
    """What to play against an opponent, with its risk; nothing where the equilibrium stays right."""
    advice = one.advice
    if advice is None:
        return []
    action = "jam" if advice.seat == "sb" else "call"
    left = " left" if advice.dead_bb > _NOTHING else ""
    stack = f"{advice.live_bb:.4g} bb{left}{dead_words(advice.dead_bb, 'dead money')}"
    spot = f"Against {one.player} in the {SEAT_WORDS[one.seat]} at {stack}"
    ends = f"{advice.gain_low:+.4f} and {advice.gain_high:+.4f} at the ends of the interval"
    first = (
        f"{spot}: {action} {advice.plays:.1%}, not {advice.equilibrium_plays:.1%}; gains {advice.worst:+.4f} "
        f"bb a hand at least ({ends}), can lose {advice.exploitability:.4f} bb to one who answers it."
    )
    lines = [first]
    lines += [f"  {action} also {advice.more}"] if advice.more else []
    lines += [f"  fold {advice.fewer}"] if advice.fewer else []
    return lines

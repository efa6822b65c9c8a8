"""Hands between a person and a known player, in words."""

from __future__ import annotations

from collections.abc import Sequence

from jamfold.cards import Card, format_cards
from jamfold.practice.match.lines import SMALL
from jamfold.practice.match.session import Outcome, PendingDecision

CLOSE = 5e-5
"""Big blinds below which a cost is shown as none."""


def shown(cards: Sequence[Card]) -> str:
    """A hand, high to low."""
    return format_cards(sorted(cards, reverse=True))


def turn_words(turn: PendingDecision) -> str:
    """The seat, and what the opponent has done."""
    if turn.position == SMALL:
        return "small blind"
    return f"big blind; the opponent {'jams' if turn.jammed else 'folds'}"


def turn_line(turn: PendingDecision) -> str:
    seat, *told = turn_words(turn).split(";")
    return f"{turn.number + 1:3}.  {seat}: {shown(turn.cards)}{''.join(f';{one}' for one in told)}"


def outcome_lines(outcome: Outcome) -> list[str]:
    """How a hand ended, and what the equilibrium does with it."""
    hand = outcome.hand
    lines = []
    if hand.called:
        other = hand.deal.big if hand.small == 0 else hand.deal.small
        lines.append(f"The opponent has {shown(other)}; the board is {format_cards(hand.deal.board)}.")
    elif hand.small == 0 and hand.jammed:
        lines.append("The opponent folds.")
    lines.append(f"You win {outcome.won_bb:+.2f} bb.")
    if outcome.chance is not None:
        action = "jams" if hand.small == 0 else "calls"
        cost = f"costs {outcome.cost_bb:.4f} bb" if outcome.cost_bb > CLOSE else "costs nothing"
        lines.append(
            f"The equilibrium {action} it {100 * outcome.chance:.0f} % of the time: your choice {cost}."
        )
    return lines

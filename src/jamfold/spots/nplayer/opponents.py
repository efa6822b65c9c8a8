"""The opponents of a hand at a decision: who is all-in or may still call, how often, and the equity."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from jamfold.betting.hand import Node
from jamfold.cards.counting.classes import ClassId
from jamfold.core.display import json_fields
from jamfold.spots import solve
from jamfold.spots.nplayer.result import Played


@json_fields("seat is_in chance equity", schema="OpponentContract")
class Opponent(NamedTuple):
    """An opponent of a hand at a decision, given the cards of this hand, but not those of folded hands."""

    seat: str
    is_in: bool
    """Whether the seat is already all-in; otherwise it may still call."""
    chance: float
    """The probability that it went all-in, or that it calls if no seat in between does."""
    equity: float | None
    """The equity against its range alone; None if it never goes in."""


def opponents_at(table: Played, node: Node, class_id: ClassId) -> tuple[Opponent, ...]:
    """Return the opponents who are all-in, then those who may still call, in the order of acting.

    Empty with raises before the all-in, or if the game has many classes.
    """
    hand = table.hand
    if hand.raises or table.game.has_many_classes:
        return ()
    rows = {other: row for row, other in enumerate(hand.nodes)}
    behind = hand.order[hand.order.index(node.seat) + 1 :]
    nodes = [Node(seat, node.all_in_before[:place]) for place, seat in enumerate(node.all_in_before)]
    nodes += [Node(seat, (*node.all_in_before, node.seat)) for seat in behind]
    payoffs = solve.load_payoffs(table.game)
    everyone, own = np.arange(payoffs.n_classes), np.array([class_id])
    deals = payoffs.placements.block(own, everyone)[0]
    margins = payoffs.tables[0].sums.block(own, everyone)[0].astype(np.float64) / payoffs.margin_scale
    opponents = []
    for other in nodes:
        is_in, forced = other.seat in node.all_in_before, hand.action(other)
        if forced is False:
            continue
        plays = np.ones(payoffs.n_classes) if forced else table.strategy[rows[other]]
        weight = float(deals @ plays)
        equity = (1 + float(margins @ plays) / weight) / 2 if weight > 0 else None
        opponents.append(Opponent(hand.names[other.seat], is_in, weight / payoffs.n_opponent_hands, equity))
    return tuple(opponents)


def uncalled_chance(opponents: tuple[Opponent, ...]) -> float:
    """Return the approximate probability that nobody calls, as if the hands behind were independent."""
    return float(np.prod([1 - opponent.chance for opponent in opponents if not opponent.is_in]))

"""Results without luck: showdowns at their equity, less what the dealt hands were worth more than the mean.

Both corrections are zero on average whatever anybody plays, so the mean is unbiased against
everybody; what is left of luck are the opponent's cards.  Hands that leave the model (limps,
small raises) and showdowns with unknown cards are not in it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean, stdev

from jamfold.cards import parse_cards
from jamfold.games import find_game
from jamfold.histories.answers import Answers, Holding, class_of
from jamfold.histories.store import HistoryStore
from jamfold.histories.turns import BIG, SMALL, Known, SpotKey, condition, unit_in_bb
from jamfold.tables.matchup import hand_outcomes

_Z = 1.959964


@dataclass(frozen=True, slots=True)
class Played:
    """A hand in the model, as one player sees it."""

    spot: SpotKey
    seat: str
    cards: str
    other_cards: str
    jammed: bool
    called: bool
    unit_bb: float

    @property
    def holding(self) -> Holding:
        """Seat and class."""
        return self.seat, class_of(self.spot.game, self.cards)


@dataclass(frozen=True)
class Results:
    """What a player won in the model's hands, in big blinds a hand; dead money is shared evenly.

    Attributes
    ----------
    hands
        How many.
    at_equity, deviation_at_equity
        Mean and standard deviation with showdowns at their equity.
    without_luck, deviation
        The same less what the dealt hands were worth more than the mean.
    interval
        Of `without_luck`, 95 %.
    equilibrium
        What the spots are worth between two who play the equilibrium.
    """

    hands: int
    at_equity: float
    deviation_at_equity: float
    without_luck: float
    deviation: float
    interval: tuple[float, float]
    equilibrium: float


_HANDS = """
SELECT game, s, b, {seat}_cards, {other}_cards, sb_decision, bb_decision, live, big_blind,
    dead + sb_ante + bb_ante
FROM hand WHERE status = 'decision' AND s <= ? AND ? IN ('', game) AND {cards} <> '' AND {where}
ORDER BY id
"""


def read_played(
    store: HistoryStore, players: Sequence[Known], max_s: float, game: str = ""
) -> Iterable[Played]:
    """The hands of players that stay in the model."""
    for seat, other in ((SMALL, BIG), (BIG, SMALL)):
        where = condition(players, f"hand.{seat}")
        query = _HANDS.format(seat=seat, other=other, cards=f"{seat}_cards", where=where)
        for name, s, b, cards, others, small, big, live, blind, dead in store.base.execute(
            query, (max_s, game)
        ):
            jammed = small == "jam"
            called = jammed and (big == "call" or live <= blind)
            unit = unit_in_bb(live, blind, dead)
            yield Played(SpotKey(name, s, b), seat, cards, others, jammed, called, unit)


def make_results(hands: Collection[Played], answers: Answers) -> Results | None:
    """Results of hands whose worth is known; none of fewer than two."""
    raw, adjusted, fair = [], [], []
    for hand in hands:
        if hand.called and not hand.other_cards:
            continue
        answer = answers[hand.spot]
        won, mean = _won(hand), answer.value_of(hand.seat)
        raw.append(hand.unit_bb * won)
        adjusted.append(hand.unit_bb * (won - answer.hands[hand.holding].worth + mean))
        fair.append(hand.unit_bb * mean)
    if len(raw) < 2:
        return None
    mean, deviation = fmean(adjusted), stdev(adjusted)
    error = _Z * deviation / math.sqrt(len(raw))
    return Results(
        len(raw), fmean(raw), stdev(raw), mean, deviation, (mean - error, mean + error), fmean(fair)
    )


def _won(hand: Played) -> float:
    """In B, with a showdown at its equity."""
    if hand.called:
        return hand.spot.s * (2.0 * equity(hand.spot.game, hand.cards, hand.other_cards) - 1.0)
    won = 1.0 if hand.jammed else -hand.spot.b
    return won if hand.seat == SMALL else -won


@lru_cache(1 << 16)
def equity(game: str, cards: str, other: str) -> float:
    """The exact share of the pot that a hand wins against another, over all boards."""
    outcomes = hand_outcomes(find_game(game), parse_cards(cards), parse_cards(other))
    shares = (1.0, 0.5, 0.0)
    boards, won = int(outcomes.sum()), 0.0
    for high, row in zip(shares, outcomes.tolist(), strict=True):
        undivided, *low = row
        won += high * undivided
        won += sum(count * (high + share) / 2 for count, share in zip(low, shares, strict=True))
    return won / boards

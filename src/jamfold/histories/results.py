"""Results without luck: showdowns at their equity, less what the dealt hands were worth more than the mean.

Both corrections are zero on average whatever anybody plays, so the mean is unbiased against
everybody; what is left of luck are the opponent's cards.  Hands that leave the model (limps,
small raises) and showdowns with unknown cards are not in it.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import SUIT_NAMES, parse_cards
from jamfold.games import find_game
from jamfold.hand.two_seats import unit_of
from jamfold.histories.answers import Answers, Holding, Progress, class_of
from jamfold.histories.schema import ALL_DEAD
from jamfold.histories.store import HistoryStore
from jamfold.histories.turns import BIG, SMALL, Known, SpotKey, condition
from jamfold.histories.within import STACK_BOUNDS, Within
from jamfold.tables.matchup import pair_outcomes

_Z = 1.959964
_BATCH = 500
"""Showdowns counted at a time."""
_HIGH = np.array([1.0, 0.5, 0.0])
_SHARES = np.column_stack([_HIGH, (_HIGH[:, None] + _HIGH[None, :]) / 2])
"""The share of the pot by high and low outcome, as in `pair_outcomes`; without a low the high has all."""


class Showdown(NamedTuple):
    """Two hands that meet before the flop."""

    game: str
    cards: str
    other: str


@dataclass(frozen=True, slots=True)
class Played:
    """A hand in the model, as one player sees it; `won` is their share of a showdown's pot, if known."""

    spot: SpotKey
    seat: str
    cards: str
    other_cards: str
    jammed: bool
    called: bool
    unit_bb: float
    won: float | None = None

    @property
    def showdown(self) -> Showdown:
        """The hands that meet, up to the names of the suits."""
        return Showdown(self.spot.game, *_renamed(self.cards, self.other_cards))

    @property
    def holding(self) -> Holding:
        """Seat and class."""
        return self.seat, class_of(self.spot.game, self.cards)


@dataclass(frozen=True)
class Results:
    """What a player won in the model's hands, in big blinds a hand; dead money is shared evenly."""

    hands: int
    """How many."""
    raw: float | None
    deviation_raw: float | None
    """raw, deviation_raw: Mean and standard deviation as it was won; null where the winner of a showdown
    is not known."""
    at_equity: float
    deviation_at_equity: float
    """at_equity, deviation_at_equity: Mean and standard deviation with showdowns at their all-in equity."""
    without_luck: float
    deviation: float
    """without_luck, deviation: The same less what the dealt hands were worth more than the mean."""
    interval: tuple[float, float]
    """Of `without_luck`, 95 %."""
    equilibrium: float
    """What the spots are worth between two who play the equilibrium."""


_HANDS = """
SELECT game, s, b, {seat}_cards, {other}_cards, sb_decision, bb_decision, live, big_blind,
    {dead}, {seat}_won, {other}_won
FROM hand WHERE status = 'decision' AND s <= ? AND s > ? AND s <= ? AND ? IN ('', game) AND {cards} <> ''
    AND {stacks} AND {where} AND {hands}
ORDER BY id
"""


def read_played(store: HistoryStore, players: Sequence[Known], within: Within) -> Iterable[Played]:
    """The hands of players that stay in the model."""
    values = (within.max_s, *within.bounds, within.game, *within.stack_bounds)
    for seat, other in ((SMALL, BIG), (BIG, SMALL)):
        if within.seat not in ("", seat):
            continue
        where = condition(players, f"hand.{seat}")
        query = _HANDS.format(
            seat=seat,
            other=other,
            dead=ALL_DEAD,
            cards=f"{seat}_cards",
            stacks=STACK_BOUNDS,
            where=where,
            hands=within.hands,
        )
        for name, s, b, cards, others, small, big, live, blind, dead, own, theirs in store.base.execute(
            query, values
        ):
            jammed = small == "jam"
            called = jammed and (big == "call" or live <= blind)
            unit = unit_of(live, blind, dead) / blind
            won = own / (own + theirs) if called and own + theirs else None
            yield Played(SpotKey(name, s, b), seat, cards, others, jammed, called, unit, won)


def make_results(
    store: HistoryStore, hands: Callable[[], Iterable[Played]], answers: Answers, progress: Progress
) -> Results | None:
    """Results of hands whose worth is known; none of fewer than two.

    Raises HistoryError if the equities of showdowns cannot be kept.

    Parameters
    ----------
    store
        Where the equities of showdowns are kept.
    hands
        Reads them: twice, so that no more than their results are held.
    answers
        Of their spots.
    progress
        Called with what is being done and the share of the work that is done.
    """
    shown = {hand.showdown for hand in hands() if hand.called and hand.other_cards}
    shares = _kept_equities(store, shown, progress)
    raw, level, adjusted, fair = (array("d") for _ in range(4))
    for hand in hands():
        if hand.called and not hand.other_cards:
            continue
        answer = answers[hand.spot]
        share = shares[hand.showdown] if hand.called else 0.0
        won, mean = _won(hand, share), answer.value_of(hand.seat)
        level.append(hand.unit_bb * won)
        if not hand.called or hand.won is not None:
            raw.append(hand.unit_bb * _won(hand, hand.won or 0.0))
        adjusted.append(hand.unit_bb * (won - answer.hands[hand.holding].worth + mean))
        fair.append(hand.unit_bb * mean)
    if len(level) < 2:
        return None
    known = len(raw) == len(level)
    mean, deviation = fmean(adjusted), float(np.std(adjusted, ddof=1))
    error = _Z * deviation / math.sqrt(len(level))
    return Results(
        len(level),
        fmean(raw) if known else None,
        float(np.std(raw, ddof=1)) if known else None,
        fmean(level),
        float(np.std(level, ddof=1)),
        mean,
        deviation,
        (mean - error, mean + error),
        fmean(fair),
    )


def _won(hand: Played, share: float) -> float:
    """In B, with this share of the pot in a showdown."""
    if hand.called:
        return hand.spot.s * (2.0 * share - 1.0)
    won = 1.0 if hand.jammed else -hand.spot.b
    return won if hand.seat == SMALL else -won


def _kept_equities(
    store: HistoryStore, showdowns: Collection[Showdown], progress: Progress
) -> dict[Showdown, float]:
    """Equities, kept ones and new ones, which are kept: a millisecond each."""
    kept = {Showdown(*hands): share for *hands, share in store.base.execute("SELECT * FROM showdown")}
    new = equities([one for one in showdowns if one not in kept], progress)
    if new:
        rows = [(*one, share) for one, share in new.items()]
        store.keep(lambda base: base.executemany("INSERT OR REPLACE INTO showdown VALUES (?, ?, ?, ?)", rows))
    return kept | new


def equities(showdowns: Collection[Showdown], progress: Progress) -> dict[Showdown, float]:
    """The exact share of the pot that each first hand wins against the second, over all boards."""
    shares: dict[Showdown, float] = {}
    for name in sorted({one.game for one in showdowns}):
        game, some = find_game(name), sorted(one for one in showdowns if one.game == name)
        for start in range(0, len(some), _BATCH):
            progress(f"{game.title}, showdowns", start / len(some))
            part = some[start : start + _BATCH]
            hands = (_as_array([getattr(one, side) for one in part]) for side in ("cards", "other"))
            outcomes = pair_outcomes(game, *hands).astype(np.float64)
            won = (outcomes * _SHARES).sum(axis=(1, 2)) / outcomes.sum(axis=(1, 2))
            shares.update(zip(part, won.tolist(), strict=True))
    return shares


def _as_array(hands: Sequence[str]) -> NDArray[np.uint8]:
    return np.sort(np.array([parse_cards(hand) for hand in hands], dtype=np.uint8), axis=1)


@lru_cache(1 << 16)
def _renamed(cards: str, other: str) -> tuple[str, str]:
    """Two hands with their suits renamed in the order in which they come, so that equal showdowns are one."""
    new: dict[str, str] = {}

    def renamed(hand: str) -> str:
        by_rank = sorted(hand[k : k + 2] for k in range(0, len(hand), 2))
        return "".join([card[0] + new.setdefault(card[1], SUIT_NAMES[len(new) % 4]) for card in by_rank])

    return renamed(cards), renamed(other)

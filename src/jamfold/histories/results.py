"""Results without luck: showdowns at their equity, less what the dealt hands were worth more than the mean.

Both corrections are zero on average whatever anybody plays, so the mean is unbiased against
everybody; what is left of luck are the opponent's cards.  Hands that leave the model (limps,
small raises) and showdowns with unknown cards are not in it.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import SUIT_NAMES, parse_cards
from jamfold.games import find_game
from jamfold.hand.two_seats import unit_of
from jamfold.histories.answers import Answers, Progress, Wanted, class_of, code_in
from jamfold.histories.columns import Coded
from jamfold.histories.schema import ALL_DEAD
from jamfold.histories.store import HistoryStore
from jamfold.histories.turns import BIG, SMALL, Known, SpotKey, condition
from jamfold.histories.within import STACK_BOUNDS, Within
from jamfold.tables.matchup import pair_outcomes

_Z = 1.959964
_BATCH = 500
_ROWS = 1 << 16  # of hands at once
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


class PlayedHands:
    """Hands in columns: 40 bytes each."""

    def __init__(self) -> None:
        self.spots = Coded[SpotKey]()
        self.showdowns = Coded[Showdown | None]()
        """None where nobody has called, or the other's cards are not known."""
        self._codes, self._is_small, self._jammed, self._called, self._unshown = (
            array(kind) for kind in "ibbbb"
        )
        self._units, self._shares = array("d"), array("d")

    def append(self, hand: Played) -> None:
        self.spots.append(hand.spot)
        self.showdowns.append(hand.showdown if hand.called and hand.other_cards else None)
        self._codes.append(code_in(hand.seat, class_of(hand.spot.game, hand.cards)))
        self._is_small.append(hand.seat == SMALL)
        self._jammed.append(hand.jammed)
        self._called.append(hand.called)
        self._unshown.append(hand.called and not hand.other_cards)
        self._units.append(hand.unit_bb)
        self._shares.append(math.nan if hand.won is None else hand.won)

    def ask(self, wanted: Wanted) -> NDArray[np.int64]:
        """Ask for all of them; the hands at their spots, as `wanted` has them, shape (n,)."""
        hands = wanted.hands_at(self.spots.values, self.spots.codes, np.array(self._codes, dtype=np.int64))
        wanted.add_all(hands)
        return hands

    def results(
        self, asked: NDArray[np.int64], answers: Answers, shares: Mapping[Showdown, float]
    ) -> NDArray[np.float64]:
        """Of all but hands called by some that nobody has seen: shape (4, hands), in big blinds.

        As won, nan where that is not known; at equity; without luck; what spots are worth.
        """
        values = np.array([answers[spot].value for spot in self.spots.values])
        stacks = np.array([spot[1:] for spot in self.spots.values], dtype=np.float64)
        equity = np.array([shares.get(one, math.nan) if one else math.nan for one in self.showdowns.values])
        spots, showdowns = self.spots.codes, self.showdowns.codes
        units, own = np.asarray(self._units), np.asarray(self._shares)
        signs = 2 * np.asarray(self._is_small) - 1
        called, jammed = np.asarray(self._called) != 0, np.asarray(self._jammed) != 0
        known = np.flatnonzero(np.asarray(self._unshown) == 0)
        found = np.empty((4, known.size))

        def won(rows: NDArray[np.int64], shares: NDArray[np.float64]) -> NDArray[np.float64]:
            """In B, with these shares of the pot in showdowns."""
            s, b = stacks[spots[rows]].T
            folded = signs[rows] * np.where(jammed[rows], 1.0, -b)
            return np.where(called[rows], s * (2.0 * shares - 1.0), folded)

        for start in range(0, known.size, _ROWS):
            rows = known[start : start + _ROWS]
            unit, at_equity = units[rows], won(rows, equity[showdowns[rows]])
            fair = signs[rows] * values[spots[rows]]
            worth = answers.of(asked[rows], "worth")
            found[:, start : start + _ROWS] = (
                unit * won(rows, own[rows]), unit * at_equity, unit * (at_equity - worth + fair), unit * fair
            )  # fmt: skip
        return found


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
    store: HistoryStore, hands: PlayedHands, asked: NDArray[np.int64], answers: Answers, progress: Progress
) -> Results | None:
    """Results of hands whose worth is known; none of fewer than two.

    Raises HistoryError if the equities of showdowns cannot be kept.

    Parameters
    ----------
    store
        Where the equities of showdowns are kept.
    hands
        They.
    asked
        What `PlayedHands.ask` has given.
    answers
        Of their spots.
    progress
        Called with what is being done and the share of the work that is done.
    """
    shown = [one for one in hands.showdowns.values if one is not None]
    shares = _kept_equities(store, shown, progress)
    raw, level, adjusted, fair = hands.results(asked, answers, shares)
    if level.size < 2:
        return None
    known = not np.isnan(raw).any()
    mean, deviation = fmean(adjusted), float(np.std(adjusted, ddof=1))
    error = _Z * deviation / math.sqrt(level.size)
    return Results(
        level.size,
        fmean(raw) if known else None,
        float(np.std(raw, ddof=1)) if known else None,
        fmean(level),
        float(np.std(level, ddof=1)),
        mean,
        deviation,
        (mean - error, mean + error),
        fmean(fair),
    )


def _kept_equities(
    store: HistoryStore, showdowns: Collection[Showdown], progress: Progress
) -> dict[Showdown, float]:
    """Equities, kept ones and new ones, which are kept: a millisecond each."""
    kept = {Showdown(*hands): share for *hands, share in store.base.execute("SELECT * FROM showdown")}
    new = equities([one for one in showdowns if one not in kept], progress)
    if new:
        insert = "INSERT OR REPLACE INTO showdown VALUES (?, ?, ?, ?)"
        store.keep(lambda base: base.executemany(insert, ((*one, share) for one, share in new.items())))
    new.update(kept)
    return new


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


def _renamed(cards: str, other: str) -> tuple[str, str]:
    """Two hands with their suits renamed in the order in which they come, so that equal showdowns are one."""
    new: dict[str, str] = {}

    def renamed(hand: str) -> str:
        by_rank = sorted(hand[k : k + 2] for k in range(0, len(hand), 2))
        return "".join([card[0] + new.setdefault(card[1], SUIT_NAMES[len(new) % 4]) for card in by_rank])

    return renamed(cards), renamed(other)

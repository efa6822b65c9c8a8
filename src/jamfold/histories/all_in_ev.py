"""Results without luck: showdowns at their all-in equity, corrected for the value of the dealt hands.

Both corrections average to zero against any strategies, so the mean stays unbiased; the luck that remains
is in the opponent's cards.  All amounts are chips won less chips put in, dead money included, before rake.
Hands that leave the model (limps, small raises) and showdowns with unknown cards are left out.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.betting.two_seats import fold_chips, showdown_chips, unit_of
from jamfold.cards import SUIT_NAMES, parse_cards
from jamfold.cards.games import find_game
from jamfold.class_tables.matchup import pair_outcomes
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.progress import Progress
from jamfold.histories.decision_columns import Coded
from jamfold.histories.decisions import BIG, SMALL, RatedHero, SpotKey, rated_hands_sql
from jamfold.histories.filters import STACK_BOUNDS, DecisionFilter
from jamfold.histories.solved_answers import SolvedAnswer, store_answers, stored_answers
from jamfold.histories.spot_solver import RequestedHands, SolvedHands, class_of, code_in
from jamfold.histories.store import HistoryStore

_Z = 1.959964
_BATCH = 500
"""Showdowns evaluated at a time."""
_ROWS = 1 << 16
"""Hands summed at a time."""
_HIGH = np.array([1.0, 0.5, 0.0])
_SHARES = np.column_stack([_HIGH, (_HIGH[:, None] + _HIGH[None, :]) / 2])
"""Share of the pot by high and low outcome, as in `pair_outcomes`; without a low the high wins it all."""


class Showdown(NamedTuple):
    """Two hands that meet before the flop."""

    game: str
    cards: str
    other: str


@dataclass(frozen=True, slots=True)
class PlayedSpot:
    """A hand in the model, as one player sees it; amounts in big blinds."""

    spot: SpotKey
    seat: str
    cards: str
    other_cards: str
    called: bool
    unit_bb: float
    """B."""
    offset_bb: float = 0.0
    """Won in addition to the value of (s, b): half the dead money, corrected for unequal antes."""
    base_bb: float = 0.0
    """Net win; in a showdown before the pot is paid, so below 0."""
    pot_bb: float = 0.0
    """The pot of a showdown, before the rake; 0 without a showdown."""
    rake_bb: float = 0.0
    """Rake from the pot of a showdown, or from a pot won without one."""
    share: float | None = None
    """Share of a showdown's pot; None if not known."""

    @property
    def showdown(self) -> Showdown:
        """Both hands, up to a renaming of suits."""
        return Showdown(self.spot.game, *_renamed(self.cards, self.other_cards))


_ROW = np.dtype(
    [("code", "i4"), *((name, "f8") for name in ("unit", "offset", "base", "pot", "rake", "share"))]
)
"""A hand's `code_in`, and its amounts as in `PlayedSpot`."""


class PlayedHands:
    """Hands in columns, 60 bytes per hand."""

    def __init__(self, hands: Iterable[PlayedSpot]) -> None:
        self.spots = Coded[SpotKey]()
        self.showdowns = Coded[Showdown | None]()
        """None if nobody called or the opponent's cards are unknown."""
        self._rows = np.fromiter(map(self._row, hands), dtype=_ROW)

    def _row(self, hand: PlayedSpot) -> tuple[float, ...]:
        self.spots.append(hand.spot)
        self.showdowns.append(hand.showdown if hand.called and hand.other_cards else None)
        code = code_in(hand.seat, class_of(hand.spot.game, hand.cards))
        share = math.nan if hand.share is None else hand.share
        return code, hand.unit_bb, hand.offset_bb, hand.base_bb, hand.pot_bb, hand.rake_bb, share

    def ask(self, requested: RequestedHands) -> IntArray:
        """Add all hands to `requested`; return their rows there, shape (n,)."""
        hands = requested.hands_at(self.spots.values, self.spots.codes, self._rows["code"].astype(np.int64))
        requested.add_all(hands)
        return hands

    def results(
        self, hand_rows: IntArray, answers: SolvedHands, shares: Mapping[Showdown, float]
    ) -> FloatArray:
        """Return results of hands, except calls with unknown cards, shape (5, hands), in big blinds.

        As won, NaN if unknown; at all-in equity; without luck; the values of the spots; the rake paid.
        """
        values = np.array([answers[spot].value for spot in self.spots.values])
        equity = np.array(
            [shares.get(showdown, math.nan) if showdown else math.nan for showdown in self.showdowns.values]
        )
        spots, showdowns = self.spots.codes, self.showdowns.codes
        is_unshown = (self._rows["pot"] > 0.0) & (showdowns == self.showdowns.number(None))
        counted = np.flatnonzero(~is_unshown)
        columns = np.empty((5, counted.size))
        for start in range(0, counted.size, _ROWS):
            rows = counted[start : start + _ROWS]
            code, unit, offset, base, pot, rake, share = (self._rows[name][rows] for name in _ROW.names or ())
            expected, is_called = equity[showdowns[rows]], pot > 0.0
            at_equity = np.where(is_called, base + pot * expected, base)
            value = np.where(code & 1, -1, 1) * values[spots[rows]]
            columns[:, start : start + _ROWS] = (
                np.where(is_called, base + pot * share, base),
                at_equity,
                at_equity + unit * (value - answers.of(hand_rows[rows], "worth")),
                unit * value + offset,
                rake * np.where(is_called, np.where(np.isnan(share), expected, share), 1.0),
            )
        return columns


@dataclass(frozen=True)
class Results:
    """Results of a player in the model's hands: chips won less chips put in, bb per hand, before rake."""

    hands: int
    raw: float | None
    deviation_raw: float | None
    """raw, deviation_raw: Mean and standard deviation as won; null if the winner of a showdown is unknown."""
    at_equity: float
    deviation_at_equity: float
    """at_equity, deviation_at_equity: Mean and standard deviation with showdowns at their all-in equity."""
    without_luck: float
    deviation: float
    """without_luck, deviation: At equity, and corrected for the value of the dealt hands."""
    interval: tuple[float, float]
    """95% confidence interval of `without_luck`."""
    equilibrium: float
    """Mean value of the spots if both play the equilibrium, dead money included."""
    rake: float
    """Mean rake paid by the player; `raw` less this is the result after rake."""


_HANDS = """
SELECT game, s, b, {seat}_cards, {other}_cards, sb_decision, bb_decision, live, small_blind, big_blind,
    sb_ante, bb_ante, dead, coalesce(rake, -1), {seat}_won, {other}_won
FROM hand WHERE status = 'decision' AND s <= ? AND s > ? AND s <= ? AND ? IN ('', game) AND {cards} <> ''
    AND {stacks} AND {where} AND {hands}
ORDER BY id
"""


def read_played(
    store: HistoryStore, players: Sequence[RatedHero], within: DecisionFilter
) -> Iterable[PlayedSpot]:
    """Read the hands of players that stay in the model."""
    values = (within.max_s, *within.bounds, within.game, *within.stack_bounds)
    for seat, other in ((SMALL, BIG), (BIG, SMALL)):
        if within.seat not in ("", seat):
            continue
        query = _HANDS.format(
            seat=seat,
            other=other,
            cards=f"{seat}_cards",
            stacks=STACK_BOUNDS,
            where=rated_hands_sql(players, f"hand.{seat}"),
            hands=within.hands,
        )
        for game, s, b, cards, opponent_cards, *chips in store.base.execute(query, values):
            yield played_of(SpotKey(game, s, b), seat, cards, opponent_cards, *chips)


def played_of(
    spot: SpotKey, seat: str, cards: str, opponent_cards: str, small_choice: str, big_choice: str, live: int,
    small: int, big: int, sb_ante: int, bb_ante: int, dead: int, rake: int, own_won: int, opponent_won: int,
) -> PlayedSpot:  # fmt: skip
    """Convert a hand to big blinds; a rake below 0 was not printed: it is what the pot did not pay."""
    player, antes, all_dead = int(seat == BIG), (sb_ante, bb_ante), dead + sb_ante + bb_ante
    jammed = small_choice == "jam"
    called = jammed and (big_choice == "call" or live <= big)
    folder, staked = (1, min(big, live)) if jammed else (0, min(small, live))
    pot = 2 * (live if called else staked) + all_dead
    collected = own_won + opponent_won
    taken = min(pot, rake) if rake >= 0 else max(0, pot - collected) if collected else 0
    if called:
        base = showdown_chips(float(player), live, antes, dead)[player]  # with no share of the pot
    else:
        taken = 0 if player == folder else taken
        base = fold_chips(folder, staked, antes, dead)[player]
    half = (dead + (1 - 2 * player) * (bb_ante - sb_ante)) / 2
    share = own_won / collected if called and collected else None
    return PlayedSpot(
        spot, seat, cards, opponent_cards, called, unit_of(live, big, all_dead) / big, half / big, base / big,
        pot / big if called else 0.0, taken / big, share,
    )  # fmt: skip


def make_results(
    store: HistoryStore, hands: PlayedHands, rows: IntArray, answers: SolvedHands, progress: Progress
) -> Results | None:
    """Return the results of hands whose cards are known; None if there are fewer than two.

    `rows` are those of `PlayedHands.ask`.  Raises HistoryError if the equities of showdowns cannot be stored.
    """
    showdowns = [value for value in hands.showdowns.values if value is not None]
    shares = _stored_equities(store, showdowns, progress)
    raw, level, adjusted, fair, rake = hands.results(rows, answers, shares)
    if level.size < 2:
        return None
    won, deviation_won = (None, None) if np.isnan(raw).any() else _spread(raw)
    mean, deviation = _spread(adjusted)
    error = _Z * deviation / math.sqrt(level.size)
    return Results(
        level.size, won, deviation_won, *_spread(level), mean, deviation, (mean - error, mean + error),
        fmean(fair), fmean(rake),
    )  # fmt: skip


def _spread(values: FloatArray) -> tuple[float, float]:
    """Return mean and standard deviation."""
    return fmean(values), float(np.std(values, ddof=1))


def _stored_equities(
    store: HistoryStore, showdowns: Collection[Showdown], progress: Progress
) -> dict[Showdown, float]:
    """Return stored equities, and compute and store the missing ones: a millisecond each."""
    texts = {" ".join(showdown): showdown for showdown in showdowns}
    stored = stored_answers(store.base, "showdown", texts)
    old = {texts[key]: float(share[0, 0]) for key, share, *_ in stored}
    new = equities([showdown for showdown in showdowns if showdown not in old], progress)
    if new:
        rows = [SolvedAnswer(" ".join(showdown), np.array([share])) for showdown, share in new.items()]
        store.keep(lambda base: store_answers(base, "showdown", rows))
    return old | new


def equities(showdowns: Collection[Showdown], progress: Progress) -> dict[Showdown, float]:
    """Return the exact share of the pot that each first hand wins against the second, over all boards."""
    shares: dict[Showdown, float] = {}
    for name in sorted({showdown.game for showdown in showdowns}):
        game, same_game = find_game(name), sorted(showdown for showdown in showdowns if showdown.game == name)
        for start in range(0, len(same_game), _BATCH):
            progress(f"{game.title}, showdowns", start / len(same_game))
            part = same_game[start : start + _BATCH]
            hands = (_as_array([getattr(showdown, side) for showdown in part]) for side in ("cards", "other"))
            outcomes = pair_outcomes(game, *hands).astype(np.float64)
            won = (outcomes * _SHARES).sum(axis=(1, 2)) / outcomes.sum(axis=(1, 2))
            shares.update(zip(part, won.tolist(), strict=True))
    return shares


def _as_array(hands: Sequence[str]) -> NDArray[np.uint8]:
    return np.sort(np.array([parse_cards(hand) for hand in hands], dtype=np.uint8), axis=1)


def _renamed(cards: str, other: str) -> tuple[str, str]:
    """Rename suits in order of appearance, so that equal showdowns share a key."""
    new: dict[str, str] = {}

    def renamed(hand: str) -> str:
        by_rank = sorted(hand[k : k + 2] for k in range(0, len(hand), 2))
        return "".join([card[0] + new.setdefault(card[1], SUIT_NAMES[len(new) % 4]) for card in by_rank])

    return renamed(cards), renamed(other)

"""Features that point rules score: integers that a person can see in a hand.

A feature has a name, words that follow "points" on the card, and one number for each class.  Features that
are constant in a game (three of a rank with two cards) or equal to another one are left out.  Ranks count
2 to 10 at face value, J 11, Q 12, K 13, A 14, unless the words say otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from jamfold.cards import N_RANKS, N_SUITS, RANK_NAMES
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.core.arrays import BoolArray, IntArray
from jamfold.core.display import json_fields
from jamfold.core.errors import RuleError

Numbers = IntArray
_PIPS = np.arange(2, 2 + N_RANKS)
_ACE, _KING, _QUEEN, _JACK, _TEN, _NINE, _EIGHT, _SEVEN, _SIX, _FIVE = (
    RANK_NAMES.index(name) for name in "AKQJT98765"
)
_ACES = (16, 18, 20, 22)
_FLOORS = (5, 6, 7, 8, 9, 10)
_SHOWN = 12


@json_fields("name words least most")
@dataclass(frozen=True, eq=False)
class Feature:
    """A feature: one number for each hand."""

    name: str
    """The name in rule files: ``suited``."""
    words: str
    """What earns a point, or a point each: ``each suit held twice or more``."""
    values: Numbers
    """The numbers by class, shape (n,), int64, read-only."""

    @property
    def least(self) -> int:
        return int(self.values.min())

    @property
    def most(self) -> int:
        return int(self.values.max())


@cache
def features(game: Game) -> dict[str, Feature]:
    hands = hand_classes(game)
    seen = HandFeatures(hands.representatives.astype(np.int64))
    by_name: dict[str, Feature] = {}
    seen_values: set[bytes] = set()
    parts = [_ranks(seen, game.has_square_of_classes), _pairs(seen), _suits(seen), _connections(seen)]
    if game.split_low:
        parts.append(_lows(seen))
    for name, words, values in (feature for part in parts for feature in part):
        counted: Numbers = np.asarray(values, dtype=np.int64)
        key = (counted - counted.min()).tobytes()
        if counted.min() == counted.max() or key in seen_values:
            continue
        seen_values.add(key)
        counted.flags.writeable = False
        by_name[name] = Feature(name, words, counted)
    return by_name


def find_feature(game: Game, name: str) -> Feature:
    """Return a feature by name; raises RuleError if the game has no such feature."""
    all_features = features(game)
    if name not in all_features:
        near = [feature for feature in all_features if feature[:3] == name[:3]] or list(all_features)
        listed = ", ".join(near[:_SHOWN]) + (", ..." if len(near) > _SHOWN else "")
        raise RuleError(f"Unknown feature '{name[:40]}': {game.title} has {listed}.", field="rule")
    return all_features[name]


class HandFeatures:
    """Properties of hands that people see; arrays have one row per class.

    Parameters
    ----------
    cards
        Shape (n, hole_cards), high to low.
    """

    def __init__(self, cards: Numbers) -> None:
        self.cards = cards
        self.counts = np.stack([(cards // N_SUITS == rank).sum(axis=1) for rank in range(N_RANKS)], axis=1)
        """Number of cards of each rank, shape (n, 13)."""

    @cached_property
    def pips(self) -> Numbers:
        """The ranks of the cards, high to low, shape (n, hole_cards)."""
        return np.asarray(self.cards // N_SUITS + 2)

    @cached_property
    def of_suit(self) -> BoolArray:
        """Whether each card is of each suit, shape (n, hole_cards, 4)."""
        return np.asarray(self.cards[:, :, None] % N_SUITS == np.arange(N_SUITS))

    @cached_property
    def suits(self) -> Numbers:
        """Number of cards of each suit, shape (n, 4)."""
        return np.asarray(self.of_suit.sum(axis=1))

    @cached_property
    def tops(self) -> Numbers:
        """The highest rank of each suit held twice or more, as pips, else 0, shape (n, 4)."""
        highest = np.where(self.of_suit, self.pips[:, :, None], 0).max(axis=1)
        return np.where(self.suits >= 2, highest, 0)

    @cached_property
    def low(self) -> BoolArray:
        """Whether A, 2, ..., 8 are held, shape (n, 8)."""
        return np.concatenate([self.counts[:, _ACE:], self.counts[:, : _EIGHT + 1]], axis=1) > 0

    def at_least(self, rank: int) -> Numbers:
        """Return how many cards have at least this rank, the ace above the king."""
        return np.asarray(self.counts[:, rank:].sum(axis=1))

    def at_most(self, rank: int) -> Numbers:
        return np.asarray(self.counts[:, : rank + 1].sum(axis=1))


FeatureEntry = tuple[str, str, Any]


def _ranks(seen: HandFeatures, of_two: bool) -> Iterator[FeatureEntry]:
    """Yield features of the height of cards; for two cards also as SAGE counts them."""
    pips, counts = seen.pips, seen.counts
    yield "ranks", "the ranks of all cards (J 11, Q 12, K 13, A 14)", pips.sum(axis=1)
    for ace in _ACES:
        words = f"the ranks of all cards (J 11, Q 12, K 13, A {ace})"
        yield f"ranks-ace-{ace}", words, pips.sum(axis=1) + (ace - 14) * counts[:, _ACE]
    live = np.minimum(counts, 2)
    for ace in (14, *_ACES):
        words = f"the ranks of all cards (J 11, Q 12, K 13, A {ace}), nothing for a third card of a rank"
        name = "live-ranks" if ace == 14 else f"live-ranks-ace-{ace}"
        yield name, words, live @ _PIPS + (ace - 14) * live[:, _ACE]
    for floor in _FLOORS:
        over = np.maximum(pips - floor, 0).sum(axis=1)
        yield f"over-{floor}", f"each step of a card above {floor} (A is {14 - floor} above)", over
    places = ("highest", "second", "third", "fourth")
    for place in range(pips.shape[1]):
        name = "lowest" if place == pips.shape[1] - 1 else places[place]
        yield name, f"the rank of the {name}{' highest' if name in places[1:] else ''} card", pips[:, place]
        if of_two:
            words = f"the rank of the {name} card (A 15)"
            yield f"{name}-ace-15", words, pips[:, place] + (pips[:, place] == 14)
    yield "two-highest", "the ranks of the two highest cards", pips[:, :2].sum(axis=1)
    for rank, name in ((_ACE, "ace"), (_KING, "king"), (_QUEEN, "queen")):
        yield f"{name}s", f"each {name}", counts[:, rank]
        yield name, f"an {name}" if name == "ace" else f"a {name}", counts[:, rank] > 0
    yield "ace-or-king", "an ace or a king", seen.at_least(_KING) > 0
    upward = ("kings", "queens", "jacks", "tens", "nines")
    for rank, name in zip((_KING, _QUEEN, _JACK, _TEN, _NINE), upward, strict=True):
        yield f"{name}-up", f"each card from {RANK_NAMES[rank]} to A", seen.at_least(rank)
    for rank, name in enumerate(("four", "five", "six", "seven", "eight"), _FIVE - 1):
        yield f"{name}-down", f"each card from 2 to {RANK_NAMES[rank]}", seen.at_most(rank)


def _pairs(seen: HandFeatures) -> Iterator[FeatureEntry]:
    twice = seen.counts == 2
    yield "pair", "a pair (a rank held exactly twice)", twice.any(axis=1)
    yield "pairs", "each rank held exactly twice", twice.sum(axis=1)
    yield "pair-ranks", "the rank of each pair, added again (AA 14)", (twice * _PIPS).sum(axis=1)
    for name in "TJ":
        high = np.where(RANK_NAMES.index(name) <= np.arange(N_RANKS), 1, 0)
        words = f"the rank of each pair, added again, and twice from {name}{name} up (AA 28)"
        yield f"pair-ranks-twice-{name}", words, (twice * _PIPS * (1 + high)).sum(axis=1)
        for more in (5, 10):
            words = f"the rank of each pair, added again (AA 14), {more} more from {name}{name} up"
            yield f"pair-ranks-{name}-{more}", words, (twice * (_PIPS + more * high)).sum(axis=1)
    for floor in _FLOORS:
        over = (twice * np.maximum(_PIPS - floor, 0)).sum(axis=1)
        yield f"pair-over-{floor}", f"each step of a pair above {floor} (AA is {14 - floor} above)", over
    for rank in (_SEVEN, _EIGHT, _NINE, _TEN, _JACK, _QUEEN, _KING, _ACE):
        name = RANK_NAMES[rank]
        words = f"a rank of {name} or better held twice or more" if rank < _ACE else "two aces or more"
        yield f"pair-{name}-up" if rank < _ACE else "pair-A", words, (seen.counts[:, rank:] >= 2).any(axis=1)
    yield "two-pair", "two pairs", twice.sum(axis=1) == 2
    yield "trips", "a rank held three times or more", (seen.counts >= 3).any(axis=1)
    ranks = ((seen.counts >= 2) * _PIPS).sum(axis=1)
    yield "paired-ranks", "the rank of each rank held twice or more, added again", ranks
    beyond = np.maximum(seen.counts - 2, 0).sum(axis=1)
    yield "third-cards", "each card beyond the second of its rank", beyond
    beyond = beyond + np.maximum(seen.suits - 2, 0).sum(axis=1)
    yield "wasted", "each card beyond the second of its rank or its suit", beyond
    total = seen.pips.sum(axis=1)
    tripled = np.where(seen.counts >= 3, seen.counts * _PIPS, 0).sum(axis=1)
    yield "trips-ranks", "the ranks of cards held three times or more", np.minimum(tripled, total)


def _suits(seen: HandFeatures) -> Iterator[FeatureEntry]:
    suited = seen.suits >= 2
    yield "suited", "each suit held twice or more", suited.sum(axis=1)
    yield "any-suited", "a suit held twice or more", suited.any(axis=1)
    yield "double-suited", "two suits held twice", suited.sum(axis=1) == 2
    yield "suited-ace", "each suit held twice or more with its ace", (seen.tops == 14).sum(axis=1)
    yield "suited-king", "each suit held twice or more with ace or king", (seen.tops >= 13).sum(axis=1)
    yield "suited-ten", "each suit held twice or more with a ten or better", (seen.tops >= 10).sum(axis=1)
    yield "suited-top", "the highest rank of each suit held twice or more", seen.tops.sum(axis=1)
    over = np.maximum(seen.tops - 8, 0).sum(axis=1)
    yield "suited-over-8", "each step above 8 of the top of a suit held twice or more", over
    yield "flush-waste", "a suit held three times or more", (seen.suits >= 3).any(axis=1)
    yield "one-suit", "a suit held four times", (seen.suits >= 4).any(axis=1)
    yield "suit-waste", "each card beyond the second of its suit", np.maximum(seen.suits - 2, 0).sum(axis=1)
    for two, three in ((2, 1), (3, 2)):
        points = np.where(seen.suits == 2, two, np.where(seen.suits >= 3, three, 0)).sum(axis=1)
        words = f"{two} for each suit held twice, {three} for one held more often"
        yield f"suit-points-{two}-{three}", words, points
    yield "suited-two", "each suit held exactly twice", (seen.suits == 2).sum(axis=1)


def _connections(seen: HandFeatures) -> Iterator[FeatureEntry]:
    """Yield features of ranks close to each other; the ace is high."""
    pips = seen.pips
    apart = abs(pips[:, :, None] - pips[:, None, :])
    different = ~np.eye(pips.shape[1], dtype=bool)
    suits = seen.cards % N_SUITS
    alone = ~((suits[:, :, None] == suits[:, None, :]) & different).any(axis=2)
    for steps, name in ((2, "two"), (3, "three"), (4, "four")):
        near = ((apart <= steps) & different).any(axis=2)
        words = f"each dangler (no other card within {name} ranks, ace high, equal ranks count as near)"
        yield "danglers" if steps == 3 else f"danglers-{steps}", words, (~near).sum(axis=1)
        lone = ~near & (pips < 14)
        words = f"each dangler but aces (no other card within {name} ranks, equal ranks count as near)"
        yield f"danglers-no-ace-{steps}", words, lone.sum(axis=1)
        words = f"each dangler from 2 to 9 (no other card within {name} ranks)"
        yield f"small-danglers-{steps}", words, (lone & (pips < 10)).sum(axis=1)
        words = f"each dangler whose suit no other card has (no other card within {name} ranks)"
        yield f"idle-{steps}", words, (~near & alone).sum(axis=1)
    present = seen.counts > 0
    for steps in (1, 2, 3, 4):
        pairs = sum((present[:, :-k] & present[:, k:]).sum(axis=1) for k in range(1, steps + 1))
        words = "each two adjacent ranks" if steps == 1 else f"each two ranks within {steps} steps"
        yield f"near-{steps}", words, np.asarray(pairs)
    window = np.lib.stride_tricks.sliding_window_view(
        np.concatenate([present[:, -1:], present], axis=1), 5, axis=1
    )
    most = window.sum(axis=2).max(axis=1)
    yield "run", "the most different ranks within five consecutive ones (ace high or low)", most
    yield "rundown", "four different ranks within five consecutive ones", most >= 4
    yield "three-near", "three different ranks within five consecutive ones", most >= 3
    yield "spread", "the steps from the lowest to the highest rank", pips[:, 0] - pips[:, -1]
    between = np.clip(pips[:, 0] - pips[:, -1] - 1, 0, 4)
    yield "gap", "each rank between the highest and the lowest, at most four", between
    kinds = present.sum(axis=1)
    gaps = sum(np.clip(a - b - 1, 0, 4) for a, b in pairwise(pips.T))
    yield "gaps", "each rank between neighbours, at most four each", np.asarray(gaps)
    yield "kinds", "each different rank", kinds


def _lows(seen: HandFeatures) -> Iterator[FeatureEntry]:
    """Yield features of ranks for the low, including the ace."""
    low = seen.low
    count = low.sum(axis=1)
    steps = np.arange(1, 9)
    order = np.sort(np.where(low, steps, 99), axis=1)
    first, second, third = order[:, 0], order[:, 1], order[:, 2]
    yield "low-ranks", "each different rank of eight or lower (ace counts)", count
    for least, word in ((2, "two"), (3, "three"), (4, "four")):
        yield f"low-{word}", f"{word} different ranks of eight or lower (ace counts)", count >= least
    for top, word in ((7, "seven"), (6, "six"), (5, "five"), (4, "four"), (3, "three")):
        n_low = low[:, :top].sum(axis=1)
        yield f"{word}-ranks", f"each different rank of {word} or lower (ace counts)", n_low
        yield f"{word}-two", f"two different ranks of {word} or lower (ace counts)", n_low >= 2
        yield f"{word}-three", f"three different ranks of {word} or lower (ace counts)", n_low >= 3
    has_two = count >= 2
    yield "low-second", "each step of the second lowest rank below 9", np.where(has_two, 9 - second, 0)
    yield "low-sum", "each point of the two lowest ranks below 17", np.where(has_two, 17 - first - second, 0)
    yield "low-third", "each step of the third lowest rank below 9", np.where(count >= 3, 9 - third, 0)
    lowest = np.where(count >= 1, 9 - first, 0)
    yield "low-first", "each step of the lowest rank below 9 (ace 8 below)", lowest
    for top, word in ((8, "eight"), (7, "seven"), (6, "six"), (5, "five")):
        n_low = (low * np.maximum(top + 1 - steps, 0)).sum(axis=1)
        words = f"each step below {top + 1} of each different rank (ace {top} below)"
        yield f"{word}-steps", words, n_low
        if top < 8:
            words = f"each point of the two lowest ranks below {2 * top + 1}, both {top} or lower"
            yield f"{word}-sum", words, np.where(second <= top, 2 * top + 1 - first - second, 0)
    yield "ace-low", "an ace with another rank of eight or lower", low[:, 0] & has_two
    yield "ace-five", "an ace with another rank of five or lower", low[:, 0] & (second <= 5)
    yield "ace-three", "an ace with a two or a three", low[:, 0] & (second <= 3)
    yield "ace-two", "an ace with a two", low[:, 0] & low[:, 1]
    yield "deuce", "a two", low[:, 1]
    high = seen.counts[:, _NINE:_ACE].sum(axis=1)
    yield "nine-to-king", "each card from 9 to K", high
    yield "middle", "each card from 6 to 9", seen.counts[:, _SIX : _NINE + 1].sum(axis=1)
    yield "seven-to-nine", "each card from 7 to 9", seen.counts[:, _SEVEN : _NINE + 1].sum(axis=1)
    yield "all-high", "four cards from T to A", seen.at_least(_TEN) == 4

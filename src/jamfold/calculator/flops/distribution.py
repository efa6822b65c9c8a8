"""Hand strength of all holdings on one flop, turn or river, and its stored distribution over a game.

The hand strength of a holding is its exact equity against one random holding,
turn and river open (in a full deck C(47, 2) = 1,081 run-outs times C(45, 2) = 990
opponents), a tie counted as one half.  A holding judges itself by it without
knowing what anybody else has.

A game with a full deck has 25,989,600 (hand, flop) states; 1,286,792 of them differ by more than a
permutation of the suits.  These are numbered flop class by flop class, in the
order of `flop_classes`; within one by the lowest holding number that the
permutations leaving the flop alone can give the holding.

The folder ``flops`` of the data folder has, for Hold'em, ``flop-strength.npy``
(int32, shape (3, 1286792): wins, ties, and how many states are alike) and its record
(see `jamfold.core.storage`); other games have their name at the end.  A build takes some 7 s
on two cores, so one that is interrupted starts again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from jamfold.calculator.flops.flop_hands import FLOP, FlopCounts, flop_counts, flop_hands, flop_lookup
from jamfold.calculator.flops.showdowns import count_each, count_wins
from jamfold.cards import N_SUITS, Card
from jamfold.cards.counting.classes import HandClasses, hand_classes
from jamfold.cards.counting.combinations import narrow
from jamfold.cards.games import HOLDEM, Game
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.parallel import in_parallel
from jamfold.core.progress import Progress, ignore_progress
from jamfold.core.storage.drafts import load_or_build
from jamfold.core.storage.files import ArraySpec
from jamfold.core.storage.folder import data_folder
from jamfold.core.storage.items import Artifact, Record


@dataclass(frozen=True, eq=False)
class FlopStrengths:
    """All holdings on one flop."""

    game: Game
    flop: tuple[Card, ...]
    """game, flop: The rules and the three cards."""
    holdings: NDArray[np.uint8]
    """uint8, shape (holdings, 2): cards ascending, numbered as in `FlopLookup`."""
    wins: NDArray[np.int32]
    ties: NDArray[np.int32]
    """wins, ties: int32, shape (holdings,): out of ``counts.outcomes`` each."""

    @property
    def counts(self) -> FlopCounts:
        """How many holdings and outcomes there are."""
        return flop_counts(self.game, len(self.flop))

    @cached_property
    def points(self) -> NDArray[np.int32]:
        """Hand strength in points, int32, shape (holdings,)."""
        return 2 * self.wins + self.ties

    def number(self, hand: Iterable[int]) -> int:
        """The row of a holding, its two cards in any order."""
        return int(np.flatnonzero((self.holdings == sorted(hand)).all(axis=1))[0])


def flop_classes(game: Game = HOLDEM) -> HandClasses:
    """The flops that differ by more than suits (1,755 of a full deck), numbered like hand classes."""
    return hand_classes(replace(game, hole_cards=FLOP))


def flop_strengths(flop: Iterable[int], game: Game = HOLDEM) -> FlopStrengths:
    """Exact wins and ties of all holdings against a random holding (3 to 12 ms).

    ``flop`` is three different cards of the deck, or with turn and river four or five.  Raises ChanceError
    if the winning chance does not serve the game.
    """
    cards = tuple(Card(card) for card in flop)
    holdings = flop_counts(game, len(cards)).holdings
    lookup = flop_lookup(cards, game)
    wins, not_lost = np.zeros(holdings, dtype=np.int32), np.zeros(holdings, dtype=np.int32)
    count = count_wins if len(cards) == FLOP else count_each
    count(lookup, wins, not_lost)
    return FlopStrengths(game, cards, lookup.live[lookup.positions], wins, not_lost - wins)


_STATES = "states"
_MEMORY = 1 << 28


@dataclass(frozen=True, eq=False)
class Spread:
    """How hand strength is spread over a set of states."""

    levels: IntArray
    """int64, ascending: the strengths that occur, in points."""
    counts: IntArray
    """int64, ascending: states of that strength or a lower one."""
    scale: int
    """Points of hand strength 1."""

    @classmethod
    def of(cls, points: NDArray[np.int32], scale: int, weights: NDArray[np.int32] | None = None) -> Spread:
        """The spread of states given by strength, each counted ``weights`` times.

        The sums are exact: bincount adds in float64, and they stay below 2**53.
        """
        sums = np.bincount(points, weights).astype(np.int64)
        levels = np.flatnonzero(sums)
        return cls(levels, np.cumsum(sums[levels]), scale)

    @property
    def total(self) -> int:
        return int(self.counts[-1])

    def count_below(self, cut: int) -> int:
        """Number of states weaker than ``cut`` points."""
        place = int(np.searchsorted(self.levels, cut))
        return int(self.counts[place - 1]) if place else 0

    def cut(self, share: Fraction) -> int:
        """The highest strength, in points, with at most that share of the states below it.

        It is one that occurs, or ``scale + 1`` if the share is 1.
        """
        allowed = share.numerator * self.total // share.denominator
        place = int(np.searchsorted(self.counts, allowed, side="right"))
        return int(self.levels[place]) if place < len(self.levels) else self.scale + 1

    def quantile(self, share: Fraction) -> float:
        """The quantile of the strength, in [0, 1]."""
        return self.cut(share) / self.scale

    @property
    def mean(self) -> float:
        return self.sum_of_points / (self.scale * self.total)

    @property
    def ends(self) -> tuple[float, float]:
        """The lowest and the highest strength."""
        return int(self.levels[0]) / self.scale, int(self.levels[-1]) / self.scale

    def share_folding(self, stays: Callable[[IntArray, int], FloatArray]) -> float:
        """The share of the states that folds; ``stays`` gives probabilities for points and their scale."""
        folds = 1 - stays(self.levels, self.scale)
        return float(np.dot(folds, np.diff(self.counts, prepend=0))) / self.total

    def histogram(self, bins: int) -> IntArray:
        """States by strength in bins of equal width; strength 1 is in the last."""
        places = np.minimum(self.levels * bins // self.scale, bins - 1)
        return np.bincount(places, np.diff(self.counts, prepend=0), bins).astype(np.int64)

    @property
    def sum_of_points(self) -> int:
        """Points added up over all states; below 2**46."""
        return int(np.dot(self.levels, np.diff(self.counts, prepend=0)))


@dataclass(frozen=True, eq=False)
class FlopDistribution:
    """All distinct (hand, flop) states of a game."""

    game: Game
    """The rules."""
    wins: NDArray[np.int32]
    ties: NDArray[np.int32]
    """wins, ties: int32, shape (distinct states,): out of ``flop_counts(game).outcomes`` each."""
    weights: NDArray[np.int32]
    """int32, shape (distinct states,): how many states each represents."""
    record: Record
    """The record of its build."""

    @cached_property
    def spread(self) -> Spread:
        """How strength is spread over all states."""
        return Spread.of(2 * self.wins + self.ties, flop_counts(self.game).scale, self.weights)


def n_states(game: Game) -> int:
    """All (hand, flop) states: 25,989,600 of a full deck."""
    return comb(len(game.deck), FLOP) * flop_counts(game).holdings


@cache
def n_distinct(game: Game) -> int:
    """States that differ by more than suits, by Burnside's lemma: 1,286,792 of a full deck.

    A permutation of the suits leaves a state alone if the cards of each of its
    cycles are all on the flop, all in the hand, or all elsewhere.  So the number of
    such states is the coefficient of x^3 y^2 in a product over ranks and cycles of
    1 + x^length + y^length.
    """
    renamings = list(permutations(range(N_SUITS)))
    fixed = 0
    for suits in renamings:
        ways = {(0, 0): 1}
        for length in _cycle_lengths(suits) * game.n_ranks:
            more: Counter[tuple[int, int]] = Counter()
            for (flop, hand), count in ways.items():
                for place in ((flop, hand), (flop + length, hand), (flop, hand + length)):
                    if place[0] <= FLOP and place[1] <= game.hole_cards:
                        more[place] += count
            ways = more
        fixed += ways.get((FLOP, game.hole_cards), 0)
    return fixed // len(renamings)


def _cycle_lengths(suits: tuple[int, ...]) -> list[int]:
    lengths, seen = [], set[int]()
    for start in range(len(suits)):
        length, suit = 0, start
        while suit not in seen:
            seen.add(suit)
            length, suit = length + 1, suits[suit]
        lengths.append(length)
    return [length for length in lengths if length]


def alike_holdings(flop: Iterable[int], game: Game = HOLDEM) -> IntArray:
    """The lowest number of a holding like each one on that flop, shape (holdings,)."""
    hands = flop_hands(tuple(Card(card) for card in flop), game)
    alike: IntArray = np.min([hands.images(suits)[0] for suits in hands.suits], axis=0)
    return alike


def distribution_item(game: Game = HOLDEM) -> Artifact:
    ending = "" if game == HOLDEM else f"-{game.name}"
    outcomes = flop_counts(game).outcomes
    unit = f"hand strength of {game.title} hands on the flop: wins, ties out of {outcomes:,}; states alike"
    return Artifact(
        folder=data_folder() / "flops",
        name=f"flop-strength{ending}",
        kind="flop strengths",
        title=f"flop strengths of {game.name}",
        serves="winchance",
        identity={"game": game.name, "unit": unit},
        array_specs={_STATES: ArraySpec("<i4", (3, n_distinct(game)))},
    )


def load_distribution(progress: Progress | None = None, game: Game = HOLDEM) -> FlopDistribution:
    """The distribution of a game, made and kept if it is missing, damaged or of another version.

    Raises UnavailableError if it is there and cannot be opened now; TableError if there is too little memory
    to make it.
    """
    item, report = distribution_item(game), progress or ignore_progress

    def make() -> dict[str, NDArray[np.int32]]:
        return {_STATES: _all_states(game, report)}

    artifact = load_or_build(item, make, memory_bytes=_MEMORY, progress=report)
    item.tidy(finished=True)
    wins, ties, weights = artifact.arrays[_STATES]
    return FlopDistribution(game, wins, ties, weights, artifact.record)


def _all_states(game: Game, progress: Progress) -> NDArray[np.int32]:
    """Wins, ties and weights of all distinct states, checked against their known counts."""
    n = flop_classes(game).n
    pieces = []
    for piece in in_parallel(lambda flop_class: _states_of(game, flop_class), range(n)):
        pieces.append(piece)
        progress("flops", len(pieces) / n)
    states = np.concatenate(pieces, axis=1)
    if states.shape[1] != n_distinct(game) or int(states[2].sum()) != n_states(game):
        raise AssertionError("the states of all flops are not as many as they should be")
    return states


def _states_of(game: Game, flop_class: int) -> NDArray[np.int32]:
    """Wins, ties and weights of the distinct states of one flop, int32, shape (3, states).

    On one flop two random hands are alike, so their wins are as many as their
    losses, and the points add up to half of all.
    """
    flops, counts = flop_classes(game), flop_counts(game)
    flop = flops.representatives[flop_class].tolist()
    strengths = flop_strengths(flop, game)
    if int(strengths.points.sum(dtype=np.int64)) != counts.holdings * counts.outcomes:
        raise AssertionError(
            f"two random hands on the flop {flops.name(flop_class)} do not win equally often"
        )
    lowest, sizes = np.unique(alike_holdings(flop, game), return_counts=True)
    weights = sizes * flops.sizes[flop_class]
    return np.stack([strengths.wins[lowest], strengths.ties[lowest], narrow(weights, np.int32)])

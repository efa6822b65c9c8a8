"""Outlines of strategies: short ranges with their cost, and play by patterns of four-card hands.

For each cell of patterns an outline has the share that is played and the feature that decides, a short rule
with its accuracy.

The search for it tries all conditions "at least" and "at most" of visible features alone, in pairs (and, or)
and, from the best pairs on, in threes.  Each further condition must get another 1% of the hands right.
Rules below 95% accuracy are not shown.  A feature is an integer per class, with words for "at least" and
"at most".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_SUITS, RANK_NAMES
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.core.arrays import BoolArray, FloatArray, IntArray
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.ranges import HandRange, format_classes, near_range, parse_range
from jamfold.ranges.patterns import Pattern, PatternMatrix, class_ranks, pattern_matrix
from jamfold.spots.analysis import Comparison
from jamfold.spots.charts import PLAYED, Chart, Interval, runs
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import Seat, SeatStrategy


@dataclass(frozen=True, eq=False)
class PatternPlay:
    """One player's play of a pattern."""

    pattern: Pattern
    """A row, a column or a cell."""
    hands: int
    """The number of its hands."""
    share: float
    """Their share of all hands, in [0, 1]."""
    played: float
    """The share of them that is played, in [0, 1]."""
    margin: float
    """The mean gain of playing over folding, in the unit of `MatrixPlay.margins`; NaN if the big blind never
    has a decision."""


@dataclass(frozen=True, eq=False)
class MatrixPlay:
    """One player's strategy over the matrix of patterns.

    Raises ChartError if hands of the game have not four cards.
    """

    game: Game
    chances: FloatArray
    """The frequency of playing each class, in [0, 1], shape (n,)."""
    margins: FloatArray
    """The gain of playing each class over folding, shape (n,), in big blinds or, with prizes, money."""

    def __post_init__(self) -> None:
        pattern_matrix(self.game)  # raises ChartError

    @classmethod
    def of_strategy(cls, strategy: SeatStrategy) -> MatrixPlay:
        """Return the play of one player of a solved spot."""
        return cls(strategy.game, strategy.frequency, strategy.margin / strategy.measure.divisor)

    @classmethod
    def of_chart(cls, chart: Chart, seat: Seat, point: int) -> MatrixPlay:
        """Return the play at one stack of a chart, by its row."""
        return cls(chart.game, chart.chances(seat)[point], chart.margins(seat)[point])

    @property
    def matrix(self) -> PatternMatrix:
        return pattern_matrix(self.game)

    def of(self, pattern: Pattern) -> PatternPlay:
        """Return the play of a row, a column or a cell."""
        sizes = hand_classes(self.game).sizes[pattern.ids]
        hands = int(sizes.sum())
        played = float(self.chances[pattern.ids] @ sizes) / hands
        margin = float(self.margins[pattern.ids] @ sizes) / hands
        return PatternPlay(pattern, hands, hands / self.game.n_hands, played, margin)

    @cached_property
    def rows(self) -> tuple[PatternPlay, ...]:
        return tuple(self.of(row) for row in self.matrix.rows)

    @cached_property
    def cells(self) -> tuple[PatternPlay, ...]:
        """All cells, row by row; together they are the strategy."""
        return tuple(self.of(cell) for cell in self.matrix.cells())

    def deciding(self, pattern: Pattern) -> Deciding | None:
        """Return the feature that decides within a pattern; None if none is right for 95% of its hands."""
        return what_decides(self.game, pattern.ids, self.chances[pattern.ids])


@dataclass(frozen=True, eq=False)
class PatternCurve:
    """One player's play of a pattern over the stacks of a chart."""

    played: FloatArray
    """Share of the pattern's hands that are played, in [0, 1], shape (points,)."""
    threshold: float
    """The largest stack at which at least half of the hands are played; NaN if there is none."""
    intervals: tuple[Interval, ...]
    """All such stacks, as intervals on the grid, ascending."""


def pattern_curve(chart: Chart, seat: Seat, pattern: Pattern) -> PatternCurve:
    """Return a player's play of a pattern at each stack."""
    sizes = chart.classes.sizes[pattern.ids].astype(np.float64)
    played = chart.chances(seat)[:, pattern.ids] @ sizes / sizes.sum()
    half = tuple((chart.points[i].stack, chart.points[j].stack) for i, j in runs(played >= PLAYED))
    return PatternCurve(played, half[-1][1] if half else float("nan"), half)


@json_fields("pattern=pattern.name deciding.words deciding.accuracy", schema="OutlineCell")
class CellOutline(NamedTuple):
    """The deciding feature in one cell of the pattern matrix; None if no few words describe it."""

    pattern: Pattern
    deciding: Deciding | None


@json_fields(
    "position=strategy.seat percent=strategy.played_percent text terms differs_percent cost=cost_in_unit "
    "cells",
    schema="OutlineSeat",
)
@dataclass(frozen=True, eq=False)
class SeatOutline:
    """One player's strategy in a few words."""

    strategy: SeatStrategy
    text: str | None
    """A short pure range close to it, in the notation of `jamfold range`; None unless requested."""
    terms: int
    """The number of its terms."""
    differs: float
    """The share of all hands that it plays differently, in [0, 1]."""
    cost: float
    """The loss per hand dealt by playing it against the equilibrium, in chips or money."""
    cells: tuple[CellOutline, ...]
    """Empty in games of two hole cards."""

    @property
    def differs_percent(self) -> float:
        """Percent of all hands that the range plays differently."""
        return 100 * self.differs

    @property
    def cost_in_unit(self) -> float:
        """The loss per hand dealt by playing the range against the other's equilibrium strategy, in unit."""
        return self.strategy.measure.of(self.cost)


@json_fields("spot.game unit=spot.measure.unit seats")
@dataclass(frozen=True, eq=False)
class Outline(DisplayableResult):
    """A spot in a few words: short ranges with their cost, and the deciding feature in each pattern."""

    spot: SpotSolution
    seats: tuple[SeatOutline, SeatOutline]


def outline(spot: SpotSolution, most_terms: int | None = None) -> Outline:
    """Return the outline of a spot. Raises RangeError if the number of terms is out of bounds.

    Parameters
    ----------
    most_terms
        The maximum number of terms of a short range of four-card hands, None for no range.  Ranges of
        two-card hands are always given; mixed hands take their more frequent action.
    """
    small, big = (_seat(spot.strategy(seat), most_terms) for seat in Seat)
    return Outline(spot, (small, big))


def _seat(strategy: SeatStrategy, most_terms: int | None) -> SeatOutline:
    text = _short_text(strategy, most_terms)
    terms, differs, cost = 0, 0.0, 0.0
    if text is not None:
        comparison = Comparison(strategy, parse_range(text, strategy.game).class_shares)
        terms, differs, cost = len(text.split(",")), comparison.share, comparison.cost
    cells: tuple[CellOutline, ...] = ()
    if strategy.game.is_outlined:
        play = MatrixPlay.of_strategy(strategy)
        cells = tuple(CellOutline(cell, play.deciding(cell)) for cell in play.matrix.cells())
    return SeatOutline(strategy, text, terms, differs, cost, cells)


def _short_text(strategy: SeatStrategy, most_terms: int | None) -> str | None:
    """Return a short pure range close to the strategy; None if none is requested."""
    pure = (strategy.frequency >= PLAYED).astype(np.float64)
    if not strategy.game.is_outlined:
        return format_classes(strategy.game, pure)
    if most_terms is None:
        return None
    return near_range(HandRange.from_classes(strategy.game, pure), most_terms).text


_STRAIGHT = 5
_CARDS = ((1, "second card"), (2, "third card"), (3, "lowest card"))


@dataclass(frozen=True, eq=False)
class Feature:
    """A feature: a number for each hand, and its words."""

    values: IntArray
    """The number, shape (n,)."""
    at_least: Callable[[int], str]
    at_most: Callable[[int], str]
    """at_least, at_most: Words for hands with at least or at most a number."""


@cache
def features(game: Game) -> tuple[Feature, ...]:
    """Return the features of a four-card game's classes; if two are equivalent, the first one is used."""
    classes, ranks = hand_classes(game), class_ranks(game)
    cards = -np.sort(-classes.representatives.astype(np.int64), axis=1)
    ranks_of_cards = cards // N_SUITS
    single = ranks.counts == 1
    singles = np.where(single, np.arange(len(RANK_NAMES)), -1)
    kickers = -np.sort(-singles, axis=1)[:, :2]
    paired, tripled = ranks.pair >= 0, ranks.repeated(3) >= 0
    pair = np.where(tripled, -1, ranks.pair)
    pairs = (ranks.counts == 2).sum(axis=1)
    game_features = [
        _ranked(np.where(paired, kickers[:, 0], -1), "{}+ kicker", "no kicker above {}", "no kicker"),
        _ranked(pair, "pair {0}{0}+", "pair up to {0}{0}", "no pair"),
        _ranked(np.where(tripled, ranks.pair, -1), "trips {0}{0}{0}+", "trips up to {0}{0}{0}", "no trips"),
        Feature(pairs, ("", "a pair", "two pair").__getitem__, ("no pair", "at most one pair").__getitem__),
        _ranked(
            np.where(paired, kickers[:, 1], -1), "both kickers {}+", "a kicker up to {}", "no two kickers"
        ),
        _unpaired(ranks_of_cards[:, 0], paired, "{} high+", "up to {} high"),
        *(
            _unpaired(ranks_of_cards[:, k], paired, f"{name} {{}}+", f"{name} up to {{}}")
            for k, name in _CARDS
        ),
        _ranked(_best_suited(cards, 0), "suited {}+", "no suited card above {}", "no suited cards"),
        _ranked(_best_suited(cards, 1), "both suits {}+", "a suit up to {}", "at most one suit"),
        Feature(_connected(ranks.counts), _number("{}+ within five ranks"), _at_most("within five ranks")),
        Feature(ranks.gaps, _number("{}+ gaps"), _gaps),
    ]
    if game.split_low:
        game_features.append(Feature(ranks.low, _number("{}+ ranks 8-2"), _at_most("ranks 8-2")))
        game_features.append(Feature(ranks.wheel, _number("{}+ ranks 5-2"), _at_most("ranks 5-2")))
    return tuple(game_features)


def _ranked(values: IntArray, least: str, most: str, absent: str) -> Feature:
    """Return a feature that is a rank, -1 if there is none."""

    def at_least(rank: int) -> str:
        words = least.format(RANK_NAMES[rank])
        return words.replace("+", "") if RANK_NAMES[rank] == "A" else words

    def at_most(rank: int) -> str:
        return most.format(RANK_NAMES[rank]) if rank >= 0 else absent

    return Feature(np.asarray(values), at_least, at_most)


def _unpaired(values: IntArray, paired: BoolArray, least: str, most: str) -> Feature:
    """Return a feature for a rank of hands with four different ranks."""
    return _ranked(np.where(paired, -1, values), least, most, "paired")


def _number(least: str) -> Callable[[int], str]:
    return least.format


def _at_most(words: str) -> Callable[[int], str]:
    """Return the words for at most a number, with "no" for 0."""
    return lambda most: f"no {words}" if most == 0 else f"at most {most} {words}"


def _gaps(most: int) -> str:
    return f"at most {most} gaps" if most > 1 else ("no gap", "at most one gap")[most]


def _best_suited(cards: IntArray, which: int) -> IntArray:
    """Return the highest rank of a suit held at least twice, best suit first; -1 if none, shape (n,)."""
    best = np.full((len(cards), N_SUITS), -1)
    for suit in range(N_SUITS):
        of_suit = cards % N_SUITS == suit
        highest = np.where(of_suit, cards // N_SUITS, -1).max(axis=1)
        best[:, suit] = np.where(of_suit.sum(axis=1) >= 2, highest, -1)
    return np.asarray(-np.sort(-best, axis=1)[:, which])


def _connected(counts: IntArray) -> IntArray:
    """Return the most ranks within five consecutive ones, with the ace high or low, shape (n,)."""
    present = np.concatenate([counts[:, -1:], counts], axis=1) > 0
    return np.asarray(
        np.lib.stride_tricks.sliding_window_view(present, _STRAIGHT, axis=1).sum(axis=2).max(axis=1)
    )


LEAST_ACCURACY = 0.95
"""Smallest share of hands that a rule must get right."""
_PRICE = 0.01
"""Share of the hands that each condition must get right in addition."""
_KEPT = 60
"""Pairs of conditions that are tried with a third one."""

_NOT_QUITE = {"all": "almost all", "none": "almost none"}
"""Replacements of words that are not right for all hands."""

Members = NDArray[np.float32]
Sums = NDArray[np.floating[Any]]


@dataclass(frozen=True, eq=False)
class Deciding:
    """A rule in words for the played hands of a set."""

    words: str
    """``all``, ``none``, ``almost all``, ``almost none``, or a rule: ``T+ kicker and suited 9+``."""
    ids: IntArray
    """The classes that fit the words, shape (k,)."""
    accuracy: float
    """Share of the set's hands that the rule gets right, in [0, 1]; a hand played with frequency p counts p,
    or 1 - p if the rule folds it."""
    conditions: int
    """Number of conditions, 0 to 3."""


def what_decides(game: Game, ids: IntArray, played: FloatArray) -> Deciding | None:
    """Return the best short rule for the played classes; None if no short rule is accurate.

    Parameters
    ----------
    ids
        The classes, shape (k,), k > 0.
    played
        Their frequencies, in [0, 1], shape (k,).
    """
    sizes = hand_classes(game).sizes[ids].astype(np.float64)
    search = _Search(sizes * (2 * played - 1), sizes, float((sizes * (1 - played)).sum()))
    search.offer("none", np.zeros(ids.size, dtype=np.bool_), 0)
    search.offer("all", np.ones(ids.size, dtype=np.bool_), 0)
    if search.worth_more(1):
        texts, members = _conditions(game, ids)
        if texts:
            search.combine(texts, members)
    if search.accuracy < LEAST_ACCURACY:
        return None
    words = search.words if search.accuracy > 1 - 1e-12 else _NOT_QUITE.get(search.words, search.words)
    return Deciding(words, ids[search.members], search.accuracy, search.conditions)


class _Search:
    """The search for the best rule."""

    def __init__(self, gains: FloatArray, sizes: FloatArray, base: float) -> None:
        self._gains, self._base, self._total = gains, base, float(sizes.sum())
        self._score = -np.inf
        self.words, self.accuracy, self.conditions = "", 0.0, 0
        self.members = np.zeros(gains.size, dtype=np.bool_)

    def offer(self, words: str, members: BoolArray, conditions: int) -> None:
        """Keep a rule if it beats the best so far."""
        accuracy = (self._base + float(self._gains[members].sum())) / self._total
        score = accuracy - _PRICE * conditions
        if score > self._score + 1e-12:
            self._score = score
            self.words, self.members, self.accuracy, self.conditions = words, members, accuracy, conditions

    def worth_more(self, conditions: int) -> bool:
        """Return whether a perfect rule with `conditions` conditions would beat the best."""
        return 1 - _PRICE * conditions > self._score

    def combine(self, words: list[str], members: Members) -> None:
        """Try conditions alone, in pairs and in threes."""
        gains = self._gains.astype(np.float32)  # sums below 2^24 hands: precise enough to choose by
        alone = members @ gains
        best = int(np.argmax(alone))
        self.offer(words[best], members[best] > 0, 1)
        if not self.worth_more(2):
            return
        twos = []
        for joint, table in _tables(alone, (members * gains) @ members.T, alone).items():
            upper = np.where(np.tri(len(words), dtype=np.bool_), -np.inf, table)  # each pair once
            for i, j in _largest(upper, _KEPT):
                joined = _joined(joint, members[i] > 0, members[j] > 0)
                twos.append((joint, f"{words[i]} {joint} {words[j]}", joined))
                self.offer(twos[-1][1], joined, 2)
        if not twos or not self.worth_more(3):
            return
        pairs = np.array([joined for _, _, joined in twos], dtype=np.float32)
        for joint, table in _tables(pairs @ gains, (pairs * gains) @ members.T, alone).items():
            ((k, i),) = _largest(table, 1)
            inner, text, joined = twos[k]
            whole = f"{text if inner == joint else f'({text})'} {joint} {words[i]}"
            self.offer(whole, _joined(joint, joined, members[i] > 0), 3)


def _tables(first: Sums, together: Sums, second: Sums) -> dict[str, Sums]:
    """Return the gains of two conditions joined by "and" and by "or"."""
    return {"and": together, "or": first[:, None] + second[None, :] - together}


def _joined(joint: str, first: BoolArray, second: BoolArray) -> BoolArray:
    return first & second if joint == "and" else first | second


def _largest(table: Sums, count: int) -> list[tuple[int, int]]:
    """Return the indices of the largest finite entries, largest first."""
    flat = np.argsort(-table, axis=None, kind="stable")[:count]
    places = zip(*np.unravel_index(flat, table.shape), strict=True)
    return [(int(i), int(j)) for i, j in places if np.isfinite(table[i, j])]


def _conditions(game: Game, ids: IntArray) -> tuple[list[str], Members]:
    """Return all conditions that split the classes: words, and the classes that fit, shape (m, k)."""
    conditions: dict[bytes, tuple[str, BoolArray]] = {}
    for feature in features(game):
        values = feature.values[ids]
        for low, high in pairwise(np.unique(values).tolist()):
            for text, fits in (
                (feature.at_least(high), values >= high),
                (feature.at_most(low), values <= low),
            ):
                conditions.setdefault(fits.tobytes(), (text, fits))
    words = [text for text, _ in conditions.values()]
    return words, np.array([fits for _, fits in conditions.values()], dtype=np.float32)

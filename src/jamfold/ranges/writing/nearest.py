"""Ranges in a few terms of generic notation, exact if that is short, else approximate: `near_range`.

Equilibrium ranges of Omaha have thousands of classes and no short exact text.
`near_range` gives the exact text where it is short, else the best short one it
finds, with the hands on which the two differ.

A range that is good by strength has an edge that runs through all ranks:
``[A-T][A-8][A-5]`` is a card from ace to ten, another from ace to eight and a
third from ace to five.  A hand fits such a term if its ranks, high to low, reach
the lower ends one by one.  There is one such term "at least" and one "at most"
for every multiset of ranks; further terms are an ace with others "at most"
(``A[5-2][4-2]``), named ranks (``KQ``) and spans of two ranks (``QQ-TT``), each
with a condition on pairs and one on suits.

Terms form layers.  The first layer adds hands, the second removes some of them, the third adds
some back, the fourth removes some: ``((P)!(Q),R)!(S)``.  A cell belongs to the
last layer that has it.  Terms are added greedily to the layer that gains most;
then each is replaced by the best term given all others, until that gains nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_RANKS, N_SUITS, RANK_NAMES
from jamfold.cards.games import Game
from jamfold.core.arrays import BoolArray, FloatArray, IntArray
from jamfold.core.errors import RangeError
from jamfold.ranges.grid import hand_table
from jamfold.ranges.hand_range import HandRange, Notation
from jamfold.ranges.reading.grammar import parse_parts
from jamfold.ranges.reading.parse import parse_range
from jamfold.ranges.syntax import (
    NOTHING,
    Card,
    Choice,
    Either,
    Everything,
    Item,
    Node,
    Span,
    Term,
    Without,
    format_node,
)
from jamfold.ranges.writing.cover import either, intersect, quick_cover, vocabulary
from jamfold.ranges.writing.format import format_range

if TYPE_CHECKING:
    from scipy.sparse import csr_array

_PAIRS = ("random", "$np", "RRON", "RR", "$nt", "RROO")
"""Conditions on pairs; if two are equivalent in a game, the later one is used."""
_NAMED = 3
"""Most named ranks."""
_GAP = 5
"""Most ranks between two that slide."""


class NearTerm(NamedTuple):
    """A term: indices of its conditions on ranks, pairs and suits."""

    ranks: int
    pairs: int
    suits: int


@dataclass(frozen=True, eq=False)
class NearTerms:
    """The terms of one game; cells are those of the vocabulary, shape (M, P)."""

    ranks: tuple[Node, ...]
    pairs: tuple[Node, ...]
    suits: tuple[Node, ...]
    """ranks, pairs, suits: Conditions on ranks (T), on pairs and on suits."""
    rank_members: csr_array
    """float32 0/1, sparse, shape (T * kinds, M): the multisets of each kind (what conditions on pairs tell
    apart) that fit."""
    pair_members: NDArray[np.float32]
    """float32 0/1, shape (pairs, kinds)."""
    suit_members: NDArray[np.float32]
    """float32 0/1, shape (suits, P)."""

    def best(self, gains: NDArray[np.float32]) -> tuple[float, int, NearTerm]:
        """The largest sum of gains, shape (M, choices, P), over a term's cells; its choice; the term."""
        by_kind = self.rank_members @ gains.reshape(len(gains), -1)
        sums = np.matmul(self.pair_members, by_kind.reshape(len(self.ranks), -1, by_kind.shape[1]))
        sums = sums.reshape(*sums.shape[:2], *gains.shape[1:]) @ self.suit_members.T
        best = int(np.argmax(sums))
        ranks, pairs, choice, suits = (int(i) for i in np.unravel_index(best, sums.shape))
        return float(sums.flat[best]), choice, NearTerm(ranks, pairs, suits)

    def cells(self, term: NearTerm) -> BoolArray:
        """The cells of a term, shape (M, P)."""
        kinds = self.pair_members.shape[1]
        rows = self.rank_members[term.ranks * kinds : (term.ranks + 1) * kinds].toarray()
        return np.outer(self.pair_members[term.pairs] @ rows, self.suit_members[term.suits]) > 0

    def node(self, term: NearTerm) -> Node:
        return intersect(intersect(self.ranks[term.ranks], self.pairs[term.pairs]), self.suits[term.suits])


@cache
def near_terms(game: Game) -> NearTerms:
    """The terms of a game; made once."""
    from scipy.sparse import csr_array

    words = vocabulary(game)
    classes = hand_table(game).classes
    _, one_each = np.unique(words.cell_of // words.cell_sizes.shape[1], return_index=True)
    ranks = np.sort(classes.representatives[one_each].astype(np.int64) // N_SUITS, axis=1)[:, ::-1]
    # No card at all is what a term of free cards would say.
    conditions = {
        node if node != Term(()) else Everything(): members
        for node, members in _rank_conditions(ranks, int(game.lowest_rank))
    }
    pairs: dict[bytes, tuple[Node, FloatArray]] = {}
    for text in _PAIRS:
        with suppress(RangeError):
            fits = parse_range(text, game, Notation.GENERIC).class_weights[one_each]
            pairs[fits.tobytes()] = (parse_parts(text)[0].node, fits)
    kinds, kind_of = np.unique([fits for _, fits in pairs.values()], axis=1, return_inverse=True)
    by_kind = np.arange(kinds.shape[1])[:, None] == kind_of.reshape(-1)
    members = np.array(list(conditions.values()))[:, None, :] & by_kind
    plain = [i for i, suit in enumerate(words.suits) if not isinstance(suit, Either | Without)]
    return NearTerms(
        ranks=tuple(conditions),
        pairs=tuple(node for node, _ in pairs.values()),
        suits=tuple(words.suits[i] for i in plain),
        rank_members=csr_array(members.reshape(-1, len(ranks))).astype(np.float32),
        pair_members=kinds.astype(np.float32),
        suit_members=words.suit_members[plain],
    )


def _rank_conditions(ranks: IntArray, lowest: int) -> Iterator[tuple[Node, BoolArray]]:
    """Conditions on ranks, and the multisets, shape (M,), that fit; ``ranks`` are theirs, high to low."""
    top = N_RANKS - 1
    counts = (ranks[:, :, None] == np.arange(N_RANKS)).sum(axis=1)

    def holding(*held_ranks: int) -> BoolArray:
        return np.asarray(np.all(counts >= np.bincount(held_ranks, minlength=N_RANKS), axis=1))

    for ends in ranks.tolist():
        at_most = np.all(ranks <= ends, axis=1)
        lists = [(end, lowest) for end in ends if end < top]
        yield _term(*((top, end) for end in ends if end > lowest)), np.all(ranks >= ends, axis=1)
        yield _term(*lists), at_most
        if len(lists) < len(ends):
            yield _term((top, top), *lists), at_most & (ranks[:, 0] == top)
    for size in range(1, min(_NAMED, ranks.shape[1]) + 1):
        for named in combinations_with_replacement(range(top, lowest - 1, -1), size):
            yield _term(*((rank, rank) for rank in named)), holding(*named)
    for gap in range(_GAP + 1):
        for first in range(top, lowest + gap - 1, -1):
            members = holding(first, first - gap)
            for last in range(first - 1, lowest + gap - 1, -1):
                members = members | holding(last, last - gap)
                ends = (_term((high, high), (high - gap, high - gap)) for high in (first, last))
                yield Span(*ends), members


def _term(*ends: tuple[int, int]) -> Term:
    """Cards between two ranks each, the higher first: ``[A-T]`` or ``A``."""
    names = [(RANK_NAMES[high], RANK_NAMES[low]) for high, low in ends]
    return Term(tuple(Card(a) if a == b else Choice((Item(Card(a), Card(b)),)) for a, b in names))


_PUTS_IN = (True, False, True, False)
"""Whether each layer adds hands; with two fewer, 3% fewer hands agree, with one fewer up to 0.2%."""
_MOST_SWEEPS = 3
"""Later sweeps gain only hundredths of a per cent of hands."""
_LEAST_SHARE = 2e-2
"""The last sweep is one that lowers the difference by less than this share."""


class Layers:
    """Terms in layers, with the gain that remains.

    `gains`, float32 of shape (M, P), are wanted minus unwanted hands by cell.
    """

    def __init__(self, terms: NearTerms, gains: NDArray[np.float32]) -> None:
        self._terms = terms
        self._gains = gains
        self._counts = np.zeros((len(_PUTS_IN), *gains.shape), dtype=np.int64)
        self._layers: list[list[NearTerm]] = [[] for _ in _PUTS_IN]

    @property
    def n_terms(self) -> int:
        return sum(len(layer) for layer in self._layers)

    def missed(self) -> float:
        """Return how much more the best set of cells would gain."""
        members = np.zeros(self._gains.shape, dtype=bool)
        for puts_in, count in zip(_PUTS_IN, self._counts, strict=True):
            members = np.where(count > 0, puts_in, members)
        return float(self._gains[self._gains > 0].sum() - self._gains[members].sum())

    def add_best(self) -> bool:
        """Add the term that gains most, if one gains anything."""
        changes = np.zeros((len(self._gains), len(_PUTS_IN), self._gains.shape[1]), dtype=np.float32)
        below = np.zeros(self._gains.shape, dtype=bool)
        for layer, puts_in in enumerate(_PUTS_IN):
            free = (below != puts_in) & ~self._counts[layer:].any(axis=0)
            below = np.where(self._counts[layer] > 0, puts_in, below)
            changes[:, layer] = np.where(free, self._gains if puts_in else -self._gains, 0)
        gain, layer, term = self._terms.best(changes)
        if gain > 0.5:
            self._change(layer, term, 1)
        return gain > 0.5

    def sweep(self) -> None:
        """Replace each term by the best one given all others."""
        for layer, terms in enumerate(self._layers):
            for term in tuple(terms):
                self._change(layer, term, -1)
                self.add_best()

    def _change(self, layer: int, term: NearTerm, by: int) -> None:
        self._counts[layer] += by * self._terms.cells(term)
        if by > 0:
            self._layers[layer].append(term)
        else:
            self._layers[layer].remove(term)

    def node(self) -> Node:
        parts: list[Node] = []
        for puts_in, terms in zip(_PUTS_IN, self._layers, strict=True):
            nodes = [self._terms.node(term) for term in terms]
            if puts_in:
                parts += nodes
            elif parts and nodes:
                parts = [Without((either(parts), either(nodes)))]
        return either(parts) if parts else NOTHING


def near_layers(terms: NearTerms, gains: NDArray[np.float32], max_terms: int, tolerance: float) -> Layers:
    """Layers of at most ``max_terms`` terms; no more are added when they miss ``tolerance`` or less."""
    layers = Layers(terms, gains)
    before = np.inf
    for _ in range(_MOST_SWEEPS):
        while layers.n_terms < max_terms and layers.missed() > tolerance and layers.add_best():
            pass
        missed = layers.missed()
        if missed <= tolerance or missed >= before * (1 - _LEAST_SHARE):
            break
        before = missed
        layers.sweep()
    return layers


MAX_TERMS = 40
MOST_TERMS = 500
"""Largest allowed number of terms."""
_SPANNED = 3
"""Approximate number of terms that a span replaces."""


@dataclass(frozen=True)
class NearRange:
    """A short text, and its differences from the range."""

    text: str
    """Generic notation; `parse_range` reads it."""
    terms: int
    """Terms in it."""
    extra: float
    missing: float
    """extra, missing: Combinations only in the text, and only in the range; a hand with weight w in the range
    counts 1 - w or w."""
    share: float
    """The share of all hands that differ, (extra + missing) / all."""
    exact: bool
    """Whether text and range are equal."""

    @property
    def sentence(self) -> str:
        terms = f"{self.terms} term" + "s" * (self.terms != 1)
        if self.exact:
            return f"{terms}, exact"
        agree = min(100 * (1 - self.share), 99.99)
        extra, missing = (f"{count:,.1f}".removesuffix(".0") for count in (self.extra, self.missing))
        more = f"{extra} combination{'s' * (extra != '1')} too many"
        return f"{terms}, {agree:.2f}% of hands agree: {more}, {missing} missing"


def near_range(hand_range: HandRange, max_terms: int = MAX_TERMS, tolerance: float = 0.001) -> NearRange:
    """Return a text of at most ``max_terms`` terms that equals the range, or nearly so.

    Raises RangeError if ``max_terms`` or ``tolerance`` is out of bounds.

    Parameters
    ----------
    held
        The range; hands with a weight of one half or more should be in the text.
    max_terms
        Most terms, 1 to 500; `count_terms` says what a term is.
    tolerance
        The share of all hands that may differ: without a short exact text, terms are added until it is
        reached.
    """
    if not 1 <= max_terms <= MOST_TERMS:
        raise RangeError(f"A near range has 1 to {MOST_TERMS} terms, not {max_terms}.")
    if not 0 <= tolerance < 1:
        raise RangeError(f"The tolerance is a share of all hands, from 0 to below 1, not {tolerance}.")
    exact = _short_exact(hand_range, max_terms)
    if exact is not None:
        return _compared(hand_range, exact)
    words = vocabulary(hand_range.game)
    sizes = hand_range.classes.sizes * (2 * hand_range.class_shares - 1)
    gains = np.bincount(words.cell_of, weights=sizes, minlength=words.cell_sizes.size)
    # Wanted and unwanted hands of one cell cannot be separated.
    unavoidable = float(hand_range.classes.sizes @ hand_range.class_shares - gains[gains > 0].sum())
    room = max(0.0, tolerance * hand_range.game.n_hands - unavoidable)
    table = gains.reshape(words.cell_sizes.shape).astype(np.float32)
    layers = near_layers(near_terms(hand_range.game), table, max_terms, room)
    return _compared(hand_range, format_node(layers.node()))


def count_terms(text: str) -> int:
    """The terms of a text in generic notation: what "," and "!" separate; a list ``[A,K]`` is in one.

    >>> count_terms("(AA,[K,Q]Jx)!(RRR,xxx)$ds,JT98-9876:xy")
    5
    """
    return 1 + len(re.findall("[,!]", re.sub(r"\[[^]]*\]", "", text)))


def _compared(hand_range: HandRange, text: str) -> NearRange:
    """Compare the parsed text with the range."""
    weights = parse_range(text, hand_range.game, Notation.GENERIC)
    if hand_range.is_class_union and weights.is_class_union:
        differences, sizes = weights.weights - hand_range.weights, hand_range.classes.sizes
    else:
        differences = weights.hand_weights - hand_range.hand_weights
        sizes = np.ones(len(differences), dtype=hand_range.classes.sizes.dtype)
    extra = float(sizes @ np.maximum(differences, 0))
    missing = float(sizes @ np.maximum(-differences, 0))
    share = (extra + missing) / hand_range.game.n_hands
    return NearRange(text, count_terms(text), extra, missing, share, not differences.any())


def _short_exact(hand_range: HandRange, max_terms: int) -> str | None:
    """Return the exact text if it is short, else None.

    Writing a range of thousands of classes takes seconds, so it is tried only if a quick cover of the range,
    or of all other hands, needs few parts.
    """
    if hand_range.is_class_union:
        words, parts = vocabulary(hand_range.game), 0
        values, counts = np.unique(hand_range.weights[hand_range.weights > 0], return_counts=True)
        for value in values[np.argsort(-counts, kind="stable")].tolist():
            chosen = hand_range.weights == value
            parts += min(quick_cover(words, members, max_terms) for members in (chosen, ~chosen))
            if parts > _SPANNED * max_terms:
                return None
    try:
        text = format_range(hand_range, Notation.GENERIC)
    except RangeError:
        return None
    return text if count_terms(text) <= max_terms else None

"""The terms that `near_range` puts together.

A range that is good by strength has an edge that runs through all ranks:
``[A-T][A-8][A-5]`` is a card from ace to ten, another from ace to eight and a
third from ace to five.  A hand fits such a term if its ranks, high to low, reach
the lower ends one by one.  There is one such term "at least" and one "at most"
for every multiset of ranks; beside these stand an ace with others "at most"
(``A[5-2][4-2]``), named ranks (``KQ``) and spans of two ranks (``QQ-TT``), each
with a condition on pairs and one on suits.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import BoolArray, FloatArray, IntArray
from jamfold.cards import N_RANKS, N_SUITS, RANK_NAMES
from jamfold.errors import RangeError
from jamfold.games import Game
from jamfold.ranges.hand_range import Notation
from jamfold.ranges.hand_table import hand_table
from jamfold.ranges.reading.grammar import parse_parts
from jamfold.ranges.reading.parse import parse_range
from jamfold.ranges.syntax import Card, Choice, Either, Everything, Item, Node, Span, Term, Without
from jamfold.ranges.writing.vocabulary import both, vocabulary

if TYPE_CHECKING:
    from scipy.sparse import csr_array

_PAIRS = ("random", "$np", "RRON", "RR", "$nt", "RROO")
"""Conditions on pairs; of two that say the same in a game, the later is used."""
_NAMED = 3
"""Most ranks that are named."""
_GAP = 5
"""Most ranks between two that slide."""


class NearTerm(NamedTuple):
    """A term: its conditions on ranks, on pairs and on suits, by number."""

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
        return both(both(self.ranks[term.ranks], self.pairs[term.pairs]), self.suits[term.suits])


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

    def holding(*wanted: int) -> BoolArray:
        return np.asarray(np.all(counts >= np.bincount(wanted, minlength=N_RANKS), axis=1))

    for ends in ranks.tolist():
        at_most = np.all(ranks <= ends, axis=1)
        lists = [(end, lowest) for end in ends if end < top]
        yield _term(*((top, end) for end in ends if end > lowest)), np.all(ranks >= ends, axis=1)
        yield _term(*lists), at_most
        if len(lists) < len(ends):
            yield _term((top, top), *lists), at_most & (ranks[:, 0] == top)
    for size in range(1, min(_NAMED, ranks.shape[1]) + 1):
        for wanted in combinations_with_replacement(range(top, lowest - 1, -1), size):
            yield _term(*((rank, rank) for rank in wanted)), holding(*wanted)
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

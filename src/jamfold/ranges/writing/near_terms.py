"""The terms that `near_range` puts together.

A range that is good by strength has an edge that runs through all ranks:
``[A-T][A-8][A-5]`` is a card from ace to ten, another from ace to eight and a
third from ace to five.  A hand fits such a term if its ranks, high to low, reach
the lower ends one by one, so all terms "at least" and all terms "at most" are
sums over orthants of the lattice of ranks, and one pass of running sums per card
scores them all.  Beside these: an ace with others "at most" (``A[5-2][4-2]``),
named ranks (``KQ``) and spans of two ranks (``QQ-TT``), each with a condition on
pairs and one on suits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_SUITS, RANK_NAMES
from jamfold.counting.classes import hand_classes
from jamfold.games import Game
from jamfold.ranges.reading.vocabulary import vocabulary

if TYPE_CHECKING:
    from scipy.sparse import csr_array

_KINDS = {
    2: {"": "11 2", "$np": "11", ":RR": "2"},
    4: {
        "": "1111 211 22 31",
        "$np": "1111",
        ":RRON": "211",
        ":RR": "211 22 31",
        "$nt": "1111 211 22",
        ":RROO": "22",
    },
}
"""Conditions on pairs, by the number of cards: text and how often each rank may stand (four as three)."""
_NAMED = 3
"""Most ranks that are named."""
_GAP = 5
"""Most ranks between two that slide."""


class Choice(NamedTuple):
    """A term: where its ranks are looked up (family, index), its condition on pairs, on suits."""

    family: int
    ranks: int
    kind: int
    suit: int


AT_LEAST, AT_MOST, TOP_AND_AT_MOST, NAMED = range(4)
"""Families of conditions on ranks."""


@dataclass(frozen=True, eq=False)
class NearTerms:
    """The terms of one game; cells are those of the vocabulary, shape (M, P).

    Attributes
    ----------
    ranks
        int64, shape (M, cards): a multiset's ranks, high to low, 0 for the game's
        lowest; also the lower (upper) ends of the terms "at least" ("at most").
    kind_of
        int64, shape (M,): how often its ranks stand.
    kind_texts, kind_members
        Conditions on pairs, and float32 0/1, shape (conditions, kinds).
    suit_texts, suit_members
        Conditions on suits, and float32 0/1, shape (conditions, P).
    named_texts, named_members
        Named ranks and spans, and float32 0/1, shape (texts, M).
    names
        The ranks, lowest first.
    """

    ranks: NDArray[np.int64]
    kind_of: NDArray[np.int64]
    kind_texts: tuple[str, ...]
    kind_members: NDArray[np.float32]
    suit_texts: tuple[str, ...]
    suit_members: NDArray[np.float32]
    named_texts: tuple[str, ...]
    named_members: NDArray[np.float32]
    names: str

    def best(self, gains: NDArray[np.float32]) -> tuple[float, Choice]:
        """The term with the largest sum of gains, shape (M, P), over its cells."""
        found = []
        at_most, with_top = self._at_most_sums(gains)
        for family, sums in (
            (AT_LEAST, self._at_least_sums(gains)),
            (AT_MOST, at_most),
            (TOP_AND_AT_MOST, with_top),
            (NAMED, self._named_sums(gains)),
        ):
            first = int(np.argmax(sums))
            ranks, kind, suit = (int(i) for i in np.unravel_index(first, sums.shape))
            ranks = int(self._with_top[ranks]) if family == TOP_AND_AT_MOST else ranks
            found.append((float(sums.flat[first]), Choice(family, ranks, kind, suit)))
        return max(found, key=lambda one: one[0])

    def cells(self, choice: Choice) -> NDArray[np.bool_]:
        """The cells of a term, shape (M, P)."""
        if choice.family == NAMED:
            fit = self.named_members[choice.ranks] > 0
        elif choice.family == AT_LEAST:
            fit = np.all(self.ranks >= self.ranks[choice.ranks], axis=1)
        else:
            fit = np.all(self.ranks <= self.ranks[choice.ranks], axis=1)
            if choice.family == TOP_AND_AT_MOST:
                fit &= self.ranks[:, 0] == len(self.names) - 1
        fit = fit & (self.kind_members[choice.kind][self.kind_of] > 0)
        return np.asarray(fit[:, None] & (self.suit_members[choice.suit] > 0))

    def text(self, choice: Choice) -> str:
        """A term as text."""
        top = len(self.names) - 1
        ends = self.ranks[choice.ranks].tolist() if choice.family != NAMED else []
        if choice.family == AT_LEAST:
            name = "".join(self._span(top, end) for end in ends if end > 0)
        elif choice.family == AT_MOST:
            name = "".join(self._span(end, 0) for end in ends if end < top)
        elif choice.family == TOP_AND_AT_MOST:
            name = self.names[top] + "".join(self._span(end, 0) for end in ends[1:] if end < top)
        else:
            name = self.named_texts[choice.ranks]
        text = name + self.kind_texts[choice.kind] + self.suit_texts[choice.suit]
        return text.removeprefix(":") or "*"

    def _span(self, high: int, low: int) -> str:
        return self.names[high] if high == low else f"[{self.names[high]}-{self.names[low]}]"

    @cached_property
    def _with_top(self) -> NDArray[np.intp]:
        """The multisets with the highest rank."""
        return np.flatnonzero(self.ranks[:, 0] == len(self.names) - 1)

    def _at_least_sums(self, gains: NDArray[np.float32]) -> NDArray[np.float32]:
        """Sums of all terms "at least", shape (M, kind conditions, suit conditions)."""
        at = tuple((len(self.names) - 1 - self.ranks).T)
        table = self._lattice(at, gains)
        for axis in range(self.ranks.shape[1]):
            _add_up(table, axis)
        return self._conditioned(table[at])

    def _at_most_sums(self, gains: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Sums of all terms "at most", and of those with the highest rank beside others "at most"."""
        at = tuple(self.ranks.T)
        table = self._lattice(at, gains)
        for axis in range(1, self.ranks.shape[1]):
            _add_up(table, axis)
        with_top = self._conditioned(table[tuple(self.ranks[self._with_top].T)])
        _add_up(table, 0)
        return self._conditioned(table[at]), with_top

    def _lattice(self, at: tuple[NDArray[np.int64], ...], gains: NDArray[np.float32]) -> NDArray[np.float32]:
        """The gains by rank of each card, kind and suit pattern."""
        shape = (len(self.names),) * len(at) + (self.kind_members.shape[1], gains.shape[1])
        table = np.zeros(shape, np.float32)
        table[(*at, self.kind_of)] = gains
        return table

    def _conditioned(self, sums: NDArray[np.float32]) -> NDArray[np.float32]:
        """Sums (rows, kinds, P) by conditions on kinds and suits instead."""
        return np.asarray(np.matmul(self.kind_members, sums) @ self.suit_members.T)

    def _named_sums(self, gains: NDArray[np.float32]) -> NDArray[np.float32]:
        """Sums of all named terms, shape (texts, kind conditions, suit conditions)."""
        shape = (len(self.named_texts), self.kind_members.shape[1], gains.shape[1])
        return self._conditioned((self._named_by_kind @ gains).reshape(shape))

    @cached_property
    def _named_by_kind(self) -> csr_array:
        """The named terms with one row for each kind: a twentieth is not 0, and no threads wait."""
        from scipy.sparse import csr_array

        kinds = np.arange(self.kind_members.shape[1])[:, None] == self.kind_of
        return csr_array((self.named_members[:, None, :] * kinds).reshape(-1, len(self.ranks)))


def _add_up(table: NDArray[np.float32], axis: int) -> None:
    """Running sums along an axis, in place."""
    along = np.moveaxis(table, axis, 0)
    for i in range(1, len(along)):
        along[i] += along[i - 1]


@cache
def near_terms(game: Game) -> NearTerms:
    """The terms of a game; made once."""
    words = vocabulary(game)
    lowest, n_patterns = int(game.lowest_rank), len(words.patterns)
    ranks = np.zeros((len(words.cell_sizes), game.hole_cards), dtype=np.int64)
    cards = hand_classes(game).representatives.astype(np.int64)
    ranks[words.cell_of // n_patterns] = np.sort(cards // N_SUITS - lowest, axis=1)[:, ::-1]
    kinds = _KINDS[game.hole_cards]
    names = kinds[""].split()
    counts = (ranks[:, :, None] == np.arange(game.n_ranks)).sum(axis=1)
    kind_names = ("".join(str(count) for count in sorted(row, reverse=True) if count) for row in counts)
    # A suit condition with "!" or "," in it would count as two terms.
    suits = [i for i, text in enumerate(words.suit_texts) if not set(text) & set("!,")]
    named = dict(_named(counts, RANK_NAMES[lowest : lowest + game.n_ranks]))
    return NearTerms(
        ranks=ranks,
        kind_of=np.array([names.index("31" if name == "4" else name) for name in kind_names]),
        kind_texts=tuple(kinds),
        kind_members=np.array(
            [[name in fit.split() for name in names] for fit in kinds.values()], np.float32
        ),
        suit_texts=tuple(words.suit_texts[i] for i in suits),
        suit_members=words.suit_members[suits],
        named_texts=tuple(named),
        named_members=np.array(list(named.values()), dtype=np.float32),
        names=RANK_NAMES[lowest : lowest + game.n_ranks],
    )


def _named(counts: NDArray[np.int64], names: str) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    """Named ranks and spans of two of them, with the multisets, shape (M,), that hold them."""
    top = len(names) - 1

    def holding(wanted: tuple[int, ...]) -> NDArray[np.bool_]:
        return np.asarray(np.all(counts >= np.bincount(wanted, minlength=len(names)), axis=1))

    for size in range(1, min(_NAMED, int(counts[0].sum())) + 1):
        for wanted in combinations_with_replacement(range(top, -1, -1), size):
            yield "".join(names[rank] for rank in wanted), holding(wanted)
    for gap in range(_GAP + 1):
        for first in range(top, gap - 1, -1):
            members = holding((first, first - gap))
            for last in range(first - 1, gap - 1, -1):
                members = members | holding((last, last - gap))
                yield f"{names[first]}{names[first - gap]}-{names[last]}{names[last - gap]}", members

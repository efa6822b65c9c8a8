"""What decides within a set of hands of which some are played: a few words, and how exact they are.

All conditions "at least" and "at most" of what a person sees of a hand
(`features`) are tried alone, in twos (both, or one of them) and, from the best
twos on, in threes.  More words are only used where they pay: each condition must
put another 1% of the hands right.  Words that are right for less than 95% of the hands
are not told at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.core.arrays import BoolArray, FloatArray, IntArray
from jamfold.ranges.features import features

LEAST_ACCURACY = 0.95
"""Share of the hands for which words must be right to be told."""
_PRICE = 0.01
"""Share of the hands that a condition must put right."""
_KEPT = 60
"""Pairs of conditions that are tried with a third."""

_NOT_QUITE = {"all": "almost all", "none": "almost none"}
"""The words where they are not right for all hands."""

Members = NDArray[np.float32]
Sums = NDArray[np.floating[Any]]


@dataclass(frozen=True, eq=False)
class Deciding:
    """Which hands of a set are played, in words."""

    words: str
    """``all``, ``none``, ``nearly all``, ``hardly any``, or what the hands have in common that are played:
    ``T+ kicker and suited 9+``."""
    ids: IntArray
    """The classes that the words mean, shape (k,)."""
    accuracy: float
    """Share of the set's hands that are played as the words say, in [0, 1]; a hand that is played with chance
    p is right p of the time."""
    conditions: int
    """How many conditions the words name, 0 to 3."""


def what_decides(game: Game, ids: IntArray, played: FloatArray) -> Deciding | None:
    """The shortest good words for what is played of some classes; None if no few words are good.

    Parameters
    ----------
    ids
        The classes, shape (k,), k > 0.
    played
        The chance of each, in [0, 1], shape (k,).
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
    return Deciding(words, ids[search.said], search.accuracy, search.conditions)


class _Search:
    """The best words so far, and what they are measured by."""

    def __init__(self, gains: FloatArray, sizes: FloatArray, base: float) -> None:
        self._gains, self._base, self._total = gains, base, float(sizes.sum())
        self._score = -np.inf
        self.words, self.accuracy, self.conditions = "", 0.0, 0
        self.said = np.zeros(gains.size, dtype=np.bool_)

    def offer(self, words: str, said: BoolArray, conditions: int) -> None:
        """Take these words if they are better than the best."""
        accuracy = (self._base + float(self._gains[said].sum())) / self._total
        score = accuracy - _PRICE * conditions
        if score > self._score + 1e-12:
            self._score = score
            self.words, self.said, self.accuracy, self.conditions = words, said, accuracy, conditions

    def worth_more(self, conditions: int) -> bool:
        """Whether words of so many conditions could be better than the best."""
        return 1 - _PRICE * conditions > self._score

    def combine(self, words: list[str], members: Members) -> None:
        """Try conditions alone, in twos and in threes."""
        gains = self._gains.astype(np.float32)  # sums below 2^24 hands: near enough to choose by
        alone = members @ gains
        best = int(np.argmax(alone))
        self.offer(words[best], members[best] > 0, 1)
        if not self.worth_more(2):
            return
        twos = []
        for joint, table in _tables(alone, (members * gains) @ members.T, alone).items():
            upper = np.where(np.tri(len(words), dtype=np.bool_), -np.inf, table)  # each two once
            for i, j in _largest(upper, _KEPT):
                said = _joined(joint, members[i] > 0, members[j] > 0)
                twos.append((joint, f"{words[i]} {joint} {words[j]}", said))
                self.offer(twos[-1][1], said, 2)
        if not twos or not self.worth_more(3):
            return
        pairs = np.array([said for _, _, said in twos], dtype=np.float32)
        for joint, table in _tables(pairs @ gains, (pairs * gains) @ members.T, alone).items():
            ((k, i),) = _largest(table, 1)
            inner, text, said = twos[k]
            whole = f"{text if inner == joint else f'({text})'} {joint} {words[i]}"
            self.offer(whole, _joined(joint, said, members[i] > 0), 3)


def _tables(first: Sums, both: Sums, second: Sums) -> dict[str, Sums]:
    """What two conditions gain together, and one of them; by the gains of each and of both."""
    return {"and": both, "or": first[:, None] + second[None, :] - both}


def _joined(joint: str, first: BoolArray, second: BoolArray) -> BoolArray:
    return first & second if joint == "and" else first | second


def _largest(table: Sums, count: int) -> list[tuple[int, int]]:
    """The places of the largest entries, largest first; those of minus infinity are none."""
    flat = np.argsort(-table, axis=None, kind="stable")[:count]
    places = zip(*np.unravel_index(flat, table.shape), strict=True)
    return [(int(i), int(j)) for i, j in places if np.isfinite(table[i, j])]


def _conditions(game: Game, ids: IntArray) -> tuple[list[str], Members]:
    """All conditions that tell some of the classes apart: words, and which classes fit, shape (m, k)."""
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

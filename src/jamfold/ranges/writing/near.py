"""A range in a few terms of generic notation, and how near these are.

Equilibrium ranges of Omaha have thousands of classes and no short exact text.
`near_range` gives the exact text where it is short, else the best short one it
finds, with the hands on which the two differ.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from jamfold.errors import RangeError
from jamfold.ranges.hand_range import HandRange, Notation
from jamfold.ranges.reading.parse import parse_range
from jamfold.ranges.syntax import format_node
from jamfold.ranges.writing.cover import quick_cover
from jamfold.ranges.writing.format import format_range
from jamfold.ranges.writing.near_search import near_layers
from jamfold.ranges.writing.near_terms import near_terms
from jamfold.ranges.writing.vocabulary import vocabulary

MAX_TERMS = 40
MOST_TERMS = 500
"""Largest number of terms that can be asked for."""
_SPANNED = 3
"""Terms that one span may stand for, about."""


@dataclass(frozen=True)
class NearRange:
    """A short text, and how it differs from the range it stands for."""

    text: str
    """Generic notation; `parse_range` reads it."""
    terms: int
    """Terms in it."""
    extra: float
    missing: float
    """extra, missing: Combinations that only the text holds, and that only the range holds.  A hand that the
    range holds with weight w counts 1 - w or w."""
    share: float
    """The share of all hands that differ, (extra + missing) / all."""
    exact: bool
    """Whether nothing differs."""

    @property
    def sentence(self) -> str:
        terms = f"{self.terms} term" + "s" * (self.terms != 1)
        if self.exact:
            return f"{terms}, exact"
        agree = min(100 * (1 - self.share), 99.99)
        extra, missing = (f"{count:,.1f}".removesuffix(".0") for count in (self.extra, self.missing))
        more = f"{extra} combination{'s' * (extra != '1')} too many"
        return f"{terms}, {agree:.2f} % of hands agree: {more}, {missing} missing"


def near_range(held: HandRange, max_terms: int = MAX_TERMS, tolerance: float = 0.001) -> NearRange:
    """A text of at most ``max_terms`` terms that is the range, or near it.

    Raises RangeError if ``max_terms`` or ``tolerance`` is out of bounds.

    Parameters
    ----------
    held
        The range; hands with a weight of one half or more should be in the text.
    max_terms
        Most terms, 1 to 500; `count_terms` says what a term is.
    tolerance
        The share of all hands that may differ: where there is no short exact text,
        no more terms are added than it takes.
    """
    if not 1 <= max_terms <= MOST_TERMS:
        raise RangeError(f"A near range has 1 to {MOST_TERMS} terms, not {max_terms}.")
    if not 0 <= tolerance < 1:
        raise RangeError(f"The tolerance is a share of all hands, from 0 to below 1, not {tolerance}.")
    exact = _short_exact(held, max_terms)
    if exact is not None:
        return _compared(held, exact)
    words = vocabulary(held.game)
    sizes = held.classes.sizes * (2 * held.class_shares - 1)
    gains = np.bincount(words.cell_of, weights=sizes, minlength=words.cell_sizes.size)
    # Hands of one cell that are wanted and others that are not cannot be told apart.
    unavoidable = float(held.classes.sizes @ held.class_shares - gains[gains > 0].sum())
    room = max(0.0, tolerance * held.game.n_hands - unavoidable)
    table = gains.reshape(words.cell_sizes.shape).astype(np.float32)
    layers = near_layers(near_terms(held.game), table, max_terms, room)
    return _compared(held, format_node(layers.node()))


def count_terms(text: str) -> int:
    """The terms of a text in generic notation: what "," and "!" separate; a list ``[A,K]`` is in one.

    >>> count_terms("(AA,[K,Q]Jx)!(RRR,xxx)$ds,JT98-9876:xy")
    5
    """
    return 1 + len(re.findall("[,!]", re.sub(r"\[[^]]*\]", "", text)))


def _compared(hand_range: HandRange, text: str) -> NearRange:
    """The text, read, against the range."""
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
    """The exact text, if it is short.

    It takes seconds to write a range of thousands of classes, so it is tried only
    where a quick cover of the range, or of all other hands, needs few parts.
    """
    if hand_range.is_class_union:
        words, parts = vocabulary(hand_range.game), 0
        values, counts = np.unique(hand_range.weights[hand_range.weights > 0], return_counts=True)
        for value in values[np.argsort(-counts, kind="stable")].tolist():
            chosen = hand_range.weights == value
            parts += min(quick_cover(words, some, max_terms) for some in (chosen, ~chosen))
            if parts > _SPANNED * max_terms:
                return None
    try:
        text = format_range(hand_range, Notation.GENERIC)
    except RangeError:
        return None
    return text if count_terms(text) <= max_terms else None

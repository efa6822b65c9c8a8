"""Layers of terms that differ little from a set of cells.

The first layer puts hands in, the second takes some of them out, the third puts
some back, the fourth takes some out: ``((P)!(Q),R)!(S)``.  A cell belongs to the
last layer that has it.  Terms are taken greedily, whichever layer gains most,
then each is taken out again and replaced by the best there is, until that gains
nothing more.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jamfold.ranges.syntax import NOTHING, Node, Without
from jamfold.ranges.writing.cover import either
from jamfold.ranges.writing.near_terms import NearTerm, NearTerms

_PUTS_IN = (True, False, True, False)
"""What each layer does with its hands; with two less, 3 % fewer hands agree, with one less up to 0.2 %."""
_MOST_SWEEPS = 3
"""Later ones gain some hundredths of a per cent of hands."""
_LEAST_SHARE = 2e-2
"""A sweep that lowers the difference by less than this share of it is the last."""


class Layers:
    """Terms in layers, and what they leave to gain.

    Parameters
    ----------
    terms
        What can be said.
    gains
        float32, shape (M, P): what it gains to hold a cell: its hands that are
        wanted less those that are not.
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
        """What the best set of cells would gain more."""
        held = np.zeros(self._gains.shape, dtype=bool)
        for puts_in, count in zip(_PUTS_IN, self._counts, strict=True):
            held = np.where(count > 0, puts_in, held)
        return float(self._gains[self._gains > 0].sum() - self._gains[held].sum())

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
        """Replace each term by the best there is beside all others."""
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

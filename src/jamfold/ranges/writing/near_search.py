"""Layers of terms that differ little from a set of cells.

The first layer puts hands in, the second takes some of them out, the third puts
some back, and so on: ``((P)!(Q),R)!(S)``.  A cell belongs to the last layer that
has it.  Terms are taken greedily, whichever layer gains most, then each is taken
out again and replaced by the best there is, until that gains nothing more.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jamfold.ranges.syntax import NOTHING, Node, Without
from jamfold.ranges.writing.cover import either
from jamfold.ranges.writing.near_terms import NearTerm, NearTerms

N_LAYERS = 4
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
        self._counts = np.zeros((N_LAYERS, *gains.shape), dtype=np.int64)
        self._least = float(gains[gains < 0].sum())
        self.layers: list[list[NearTerm]] = [[] for _ in range(N_LAYERS)]

    @property
    def n_terms(self) -> int:
        """Terms in all layers."""
        return sum(len(layer) for layer in self.layers)

    def held(self) -> NDArray[np.bool_]:
        """The cells held, shape (M, P)."""
        held = np.zeros(self._gains.shape, dtype=bool)
        for layer, count in enumerate(self._counts):
            held = np.where(count > 0, layer % 2 == 0, held)
        return held

    def missed(self) -> float:
        """What the best set of cells would gain more."""
        return float(self._gains[self._gains > 0].sum() - self._gains[self.held()].sum())

    def add_best(self) -> bool:
        """Add the term that gains most, if one gains anything."""
        best: tuple[float, int, NearTerm] | None = None
        below = np.zeros(self._gains.shape, dtype=bool)
        for layer in range(N_LAYERS):
            puts_in = layer % 2 == 0
            free = (below != puts_in) & ~self._counts[layer:].any(axis=0)
            below = np.where(self._counts[layer] > 0, puts_in, below)
            changes = np.where(free, self._gains if puts_in else -self._gains, np.float32(0))
            if changes.max() <= 0:
                continue
            gain, term = self._terms.best(changes)
            if gain > (best[0] if best else 0.5):
                best = (gain, layer, term)
        if best is None:
            return False
        self._change(best[1], best[2], 1)
        return True

    def sweep(self) -> None:
        """Replace each term by the best there is beside all others."""
        for layer in range(N_LAYERS):
            for term in tuple(self.layers[layer]):
                self._change(layer, term, -1)
                self.add_best()

    def _change(self, layer: int, term: NearTerm, by: int) -> None:
        self._counts[layer] += by * self._terms.cells(term)
        if by > 0:
            self.layers[layer].append(term)
        else:
            self.layers[layer].remove(term)

    def node(self) -> Node:
        """All layers as an expression."""
        parts: list[Node] = []
        for layer, terms in enumerate(self.layers):
            nodes = [self._terms.node(term) for term in terms]
            if layer % 2 == 0:
                parts += nodes
            elif nodes:
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

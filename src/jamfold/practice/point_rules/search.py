"""The search for a rule: a beam search over sets of features, with integer weights by coordinate descent.

1. Every candidate of k features is extended by each other feature with each weight, also with all weights
   doubled or tripled first.  The best are improved by descent, one weight at a time, then by swapping
   features.  The measure is the loss against the equilibrium opponent (`losses`).
2. The best few are measured by exploitability at their best thresholds (`sweep`), and the best of them
   descends again by that measure.
3. The result for k features is the best measured with k or fewer, so more features are never worse.
   Bundled rules are measured too; another rule replaces one only if it is nowhere much worse, as the best
   mean may hide a large loss at one stack.  Compared with a bundled rule of fewer features, 0.001 bb is
   not much.

Nothing is random.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from jamfold.cards.games import Game
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.progress import Progress
from jamfold.practice.point_rules.evaluation import Losses, Sweep, sweep_scores
from jamfold.practice.point_rules.features import features
from jamfold.practice.point_rules.rule import sum_scores
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.stakes import TerminalPayoffs

MOST_FEATURES = 12
_CAPS = ((2, 60), (4, 10), (8, 5), (10**9, 3))
"""Pairs (span, weight): the largest weight of a feature whose values span at most that much.  Factors to
multiply by in the head are small; a number that is added once may be large."""
_STEPS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 22, 25, 28, 32, 36, 40, 45)
_GRID = np.array([sign * step for step in _STEPS for sign in (1, -1)], dtype=np.int64)
_SCALES = (1, 2, 3)
_WORSE = 0.02
"""The share by which a rule's gain at a stack may exceed a bundled rule's."""
_SLIGHT = 0.001
"""The same in big blinds per hand, if the bundled rule has fewer features."""

Terms = tuple[tuple[str, int], ...]
"""(feature, weight), all features different."""
Kind = tuple[frozenset[str], int]
"""The search keeps the best score of each kind."""


@dataclass(frozen=True)
class SearchBudget:
    """The width of the search."""

    beam: int = 6
    """Number of sets of features that are extended at every size."""
    swapped: int = 3
    """How many of them are tried with each feature swapped for every other."""
    measured: int = 8
    """How many are measured by exploitability at every size."""
    passes: int = 4
    """Passes of the descent by exploitability."""


@dataclass(frozen=True, eq=False)
class Candidate:
    """A score: features with weights."""

    terms: Terms
    """(feature, weight), in the order of the search."""
    scores: IntArray
    """Shape (n,)."""
    loss: float
    """Weighted loss against the equilibrium opponent at the best thresholds."""

    @property
    def names(self) -> frozenset[str]:
        return frozenset(name for name, _ in self.terms)

    @property
    def kind(self) -> Kind:
        """The features, and the resolution of the score: the weight of the first feature by name."""
        return self.names, abs(dict(self.terms)[min(self.names)])


@dataclass(frozen=True, eq=False)
class SearchResult:
    """The best score of some size or less, with its sweep."""

    terms: Terms
    """(feature, weight)."""
    gain: float
    """The weighted mean of both best responses' gain at the best thresholds."""
    gains: FloatArray
    """The same at every stack, shape (stacks,)."""
    sweep: Sweep


class RuleSearch:
    """Searches for a rule of one game over some stacks.

    Parameters
    ----------
    game, payoffs, stakes, losses
        The game, its payoffs at every stack, and the margins there.
    weights
        Weights of the stacks, shape (stacks,), with sum 1.
    effort
        Width of the search.
    seconds
        Time limit, after which the best rule so far is returned.
    """

    def __init__(
        self,
        game: Game,
        payoffs: ClassGame,
        stakes: Sequence[TerminalPayoffs],
        losses: Losses,
        weights: FloatArray,
        effort: SearchBudget,
        seconds: float,
    ) -> None:
        self._game = game
        self._values = {name: feature.values for name, feature in features(game).items()}
        self._caps = {name: largest_weight(values) for name, values in self._values.items()}
        self._payoffs, self._stakes, self._losses, self._weights = payoffs, stakes, losses, weights
        self._effort, self._deadline = effort, time.monotonic() + seconds
        self._measured: dict[Terms, SearchResult] = {}
        self.cut = False
        """Whether the search ran out of time."""

    def run(self, most: int, report: Progress) -> list[SearchResult]:
        """Return the best of 1, 2, ..., `most` features; the last are missing if time runs out."""
        nothing = np.zeros(self._payoffs.n_classes, dtype=np.int64)
        beam = [Candidate((), nothing, np.inf)]
        best: list[SearchResult] = []
        for size in range(1, most + 1):

            def tell(share: float, size: int = size) -> None:
                words = f"{size} number{'' if size == 1 else 's'}"
                report(words, (size - 1 + share) / most)

            beam = self._next_beam(beam, tell)
            result = self._measure(beam, lambda share: tell(0.6 + 0.4 * share))
            if best and best[-1].gain <= result.gain:
                result = best[-1]
            best.append(result)
            if self._late():
                break
        return best

    def choose(self, most: int, known_terms: Sequence[Terms]) -> SearchResult:
        """Return the best of all rules measured with `most` features or fewer, and of the known ones.

        Unless it is a known one, it loses hardly more than any known one at any stack.
        """
        pars = [self._gain(terms) for terms in known_terms if len(terms) <= most]
        bounds = [
            result.gains + np.maximum(_WORSE * result.gains, _SLIGHT if len(result.terms) < most else 0.0)
            for result in pars
        ]
        fitting = [
            result
            for result in self._measured.values()
            if len(result.terms) <= most and all((result.gains <= bound).all() for bound in bounds)
        ]
        return min(fitting or pars, key=lambda result: result.gain)

    def _late(self) -> bool:
        self.cut = self.cut or time.monotonic() > self._deadline
        return self.cut

    def _next_beam(self, beam: list[Candidate], tell: Callable[[float], None]) -> list[Candidate]:
        """Return sets with one feature more, best first."""
        grown: dict[Kind, Candidate] = {}
        for k, parent in enumerate(beam):
            tell(0.2 * k / len(beam))
            for candidate in self._grow(parent):
                _keep(grown, candidate)
            if self._late() and grown:
                break
        chosen = _best(grown, 3 * self._effort.beam)
        better: dict[Kind, Candidate] = {}
        for k, candidate in enumerate(chosen):
            tell(0.2 + 0.2 * k / len(chosen))
            _keep(better, candidate if self._late() else self._descend(candidate))
        for k, candidate in enumerate(_best(better, self._effort.beam)[: self._effort.swapped]):
            tell(0.4 + 0.2 * k / self._effort.swapped)
            swapped: Candidate | None = candidate
            while swapped is not None and not self._late():
                swapped = self._swap(swapped, better)
        return _best(better, self._effort.beam)

    def _grow(self, candidate: Candidate) -> list[Candidate]:
        """Return the score extended by each other feature at its best weight."""
        grown = []
        for scale in _SCALES if candidate.terms else (1,):
            terms = tuple((name, scale * weight) for name, weight in candidate.terms)
            if any(abs(weight) > self._caps[name] for name, weight in terms):
                break
            for name in self._values:
                if name in candidate.names:
                    continue
                grid = _GRID if candidate.terms else _GRID[:2]
                grown.append(self._best_weight(terms, scale * candidate.scores, name, grid))
        return grown

    def _best_weight(self, terms: Terms, base: IntArray, name: str, grid: IntArray) -> Candidate:
        grid, values = grid[abs(grid) <= self._caps[name]], self._values[name]
        totals = self._losses.totals(base, values, grid)
        k = int(totals.argmin())
        weight = int(grid[k])
        return Candidate((*terms, (name, weight)), base + weight * values, float(totals[k]))

    def _without(self, candidate: Candidate, place: int) -> tuple[Terms, IntArray]:
        terms = candidate.terms
        name, weight = terms[place]
        return terms[:place] + terms[place + 1 :], candidate.scores - weight * self._values[name]

    def _descend(self, candidate: Candidate) -> Candidate:
        """Change one weight at a time, and two together, while that reduces the loss."""
        while True:
            before = candidate.loss
            for _ in candidate.terms:
                terms, base = self._without(candidate, 0)  # the removed term comes back last
                name, weight = candidate.terms[0]
                changed = self._best_weight(terms, base, name, _around(weight))
                if changed.loss < candidate.loss:
                    candidate = changed
                else:
                    candidate = Candidate((*terms, (name, weight)), candidate.scores, candidate.loss)
            if candidate.loss >= before:
                return candidate

    def _swap(self, candidate: Candidate, seen: dict[Kind, Candidate]) -> Candidate | None:
        """Return the best swap of one feature for another, or None; store all candidates in `seen`."""
        best: Candidate | None = None
        for place in range(len(candidate.terms)):
            if self._late():
                break
            terms, base = self._without(candidate, place)
            grid = _GRID if terms else _GRID[:2]
            for name in self._values:
                if name not in candidate.names:
                    changed = self._best_weight(terms, base, name, grid)
                    if changed.loss < candidate.loss and (best is None or changed.loss < best.loss):
                        best = changed
        if best is None:
            return None
        best = self._descend(best)
        _keep(seen, best)
        return best

    def _measure(self, beam: list[Candidate], tell: Callable[[float], None]) -> SearchResult:
        """Return the best candidate by exploitability, after a descent by it."""
        chosen = beam[: self._effort.measured]
        measured = []
        for k, candidate in enumerate(chosen):
            tell(0.3 * k / len(chosen))
            measured.append(self._gain(candidate.terms))
            if self._late():
                break
        best = min(measured, key=lambda result: result.gain)
        for k in range(self._effort.passes):
            tell(0.3 + 0.7 * k / self._effort.passes)
            before = best.gain
            for place in range(len(best.terms)):
                for step in (-1, 1):
                    if self._late():
                        return best
                    changed = _changed(best.terms, place, step)
                    name, weight = changed[place]
                    if 0 < abs(weight) <= self._caps[name]:
                        best = min(best, self._gain(changed), key=lambda result: result.gain)
            if best.gain >= before:
                break
        return best

    def _gain(self, terms: Terms) -> SearchResult:
        key = tuple(sorted(terms))
        if key not in self._measured:
            scores = sum_scores(self._game, terms)
            sweep = sweep_scores(self._payoffs, self._stakes, scores)
            gains = sweep.best(0)[2]
            self._measured[key] = SearchResult(terms, float(gains @ self._weights), gains, sweep)
        return self._measured[key]


def _keep(better: dict[Kind, Candidate], candidate: Candidate) -> None:
    if candidate.kind not in better or candidate.loss < better[candidate.kind].loss:
        better[candidate.kind] = candidate


def _best(candidates: dict[Kind, Candidate], count: int) -> list[Candidate]:
    return sorted(candidates.values(), key=lambda candidate: candidate.loss)[:count]


def _around(weight: int) -> IntArray:
    """Return weights near a weight, and its neighbours on the coarse grid; never 0."""
    near = {weight + step for step in range(-4, 5)} | {2 * weight, -weight}
    return np.array(sorted(w for w in near if w), dtype=np.int64)


def _changed(terms: Terms, place: int, step: int) -> Terms:
    name, weight = terms[place]
    return (*terms[:place], (name, weight + step), *terms[place + 1 :])


def largest_weight(values: IntArray) -> int:
    """Return the largest weight of a feature in searched rules, by the span of its values."""
    span = int(values.max() - values.min())
    return next(cap for most, cap in _CAPS if span <= most)

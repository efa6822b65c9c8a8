"""Games of many seats that each act once, by a model that is accurate to second order in card removal.

Two and three known hands are weighted exactly, by tensors over classes.  A player who folded enters by the
probability of the fold, given the known hands:

    one known hand    F1(h) = 1 - sum over d of Pr(d | h) s(d)
    two               F2(h, c) = 1 - sum over d of Pr(d | h, c) s(d), exact for one folder
    three             F1(h) F1(c) F1(d) / F0^2, F0 with nothing known

Factors of several folders multiply.  Folders are correlated (a fold leaves high cards for the others), so
each pair of folders has the factor F12 / (F1 F2): exact with one known hand, without known hands for two or
three.  A folder's cards are missing from the board, too: at a showdown of two the effect of each folder on
the result is added, at a showdown of three pot shares change with the shares against each of the others.

Sums run over the classes that are played, so tight ranges are cheap.  BLAS is not used, since its sums depend
on the number of cores.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import prod
from typing import NamedTuple, TypeVar

import numpy as np

from jamfold.core.arrays import BoolArray, FloatArray, IntArray
from jamfold.core.parallel import in_parallel
from jamfold.solver.second_order_kernels import (
    Float32Array,
    add_folders,
    fill_marginals,
    meet_folders,
    meet_four,
    meet_three,
    meet_two,
)

Value = TypeVar("Value")

COUNTED_PLAYERS, MOST_PLAYERS = 3, 4
"""Players at a showdown by tensors, and the maximum: four hands go by sampled deals, without folders."""
_TASKS = 8
_TINY = 1e-12
_EQUAL = 1e-9
_NONE = 1e-6
_MOST_CORRELATED = 4.0
_SEATINGS = np.array(list(permutations(range(4))))
_FOUR_VALUES = np.tile([0.0, 1.0], (4, 1))


class FourWays(NamedTuple):
    """Deals of four hands, in any order of seats."""

    classes: IntArray
    """Shape (deals, 4)."""
    places: IntArray
    """The number of better hands among the others, shape (deals, 4)."""
    chances: FloatArray
    """The probability of each deal."""


@dataclass(frozen=True, eq=False)
class HandTensors:
    """Probabilities and showdown results of two and three hands; h is the class of the player itself."""

    prior: FloatArray
    """Shape (n,): the probability of each class."""
    pair: FloatArray
    """[c, h]: Pr(c | h)."""
    means: FloatArray
    """[q, c, h]: the mean of function q of h's result against c; function 0 is 1."""
    triples: Float32Array
    """[q, c, d, h]: Pr(c, d | h) times the mean of function q of h's result against both; 1 for q = 0."""
    dead: Float32Array
    """[q - 1, d, c, h]: Pr(c, d | h) times the mean of function q of h against c, where d has folded."""
    contests: BoolArray
    """[q, 0 or 1]: whether function q of three hands is a share that is won from c, from d."""
    fours: FourWays | None = None
    """Deals of four hands, if four may meet."""

    @property
    def strongest(self) -> IntArray:
        """The classes by the mean of function 1 against a random hand, the largest first, shape (n,)."""
        mean = (self.pair * self.means[min(1, len(self.means) - 1)]).sum(axis=0)
        return np.argsort(-mean, kind="stable")


class SeatEnd(NamedTuple):
    """A terminal node: the players who are in, and where the others folded."""

    players: tuple[int, ...]
    """The nodes at which players went in, at most four, in the order of acting."""
    folders: tuple[int, ...]
    """The nodes at which the others folded."""
    values: FloatArray
    """Each player's payoff as coefficients of functions of the player's result against the others in order,
    shape (players, functions).  Of four players by the ranks of their hands, the sum of rank times 4**player,
    shape (4, 256)."""
    others: FloatArray
    """The payoff of every seat that is out, by functions of the first player's result, (seats, functions)."""


@dataclass(frozen=True, eq=False)
class SeatTree:
    """The decisions of a game in which each seat acts once."""

    seats: IntArray
    """The seat of each node."""
    forced: FloatArray
    """By node: 1 goes in, 0 folds, NaN decides."""
    ends: tuple[SeatEnd, ...]

    @property
    def free(self) -> BoolArray:
        """Which nodes have a decision, shape (nodes,)."""
        return np.isnan(self.forced)


class ModelValues(NamedTuple):
    """The model's values of a strategy, by node and class."""

    gains: FloatArray
    """The EV of going in less that of folding, times the reach probability given the class."""
    folds: FloatArray
    """The EV of folding, given that the node is reached."""
    arrivals: FloatArray
    """The reach probability given the class."""
    errors: FloatArray
    """The standard error of gains, from deals of four hands."""


class _Chances(NamedTuple):
    """Probabilities of going in and of folding."""

    in0: FloatArray
    fold0: FloatArray
    """in0, fold0: Without known hands, shape (nodes,)."""
    in1: FloatArray
    fold1: FloatArray
    """in1, fold1: With one known hand, by its class, shape (nodes, n)."""
    pairs: list[list[float]]
    """Pr(both fold) / (Pr(one folds) Pr(the other folds)), without known hands, by node and node."""

    def correlation(self, folders: Sequence[int]) -> float:
        """Return the factor of all pairs of folders."""
        return prod(self.pairs[first][other] for first, other in combinations(folders, 2))


class SecondOrderModel:
    """Computes gains of strategies; it keeps sums between calls, since few classes change at a time."""

    def __init__(self, tensors: HandTensors, tree: SeatTree) -> None:
        self.tensors, self.tree = tensors, tree
        kinds = [[end for end in tree.ends if len(end.players) == k] for k in range(MOST_PLAYERS + 1)]
        self._ends = [end for kind in kinds for end in kind]
        self._free_folders = [[node for node in end.folders if tree.forced[node] != 0] for end in self._ends]
        first_pair = len(kinds[0]) + len(kinds[1])
        first_triple = first_pair + len(kinds[2])
        first_four = first_triple + len(kinds[3])
        self._starts = 0, len(kinds[0]), first_pair, first_triple, first_four, len(self._ends)
        self._fours = kinds[4]
        together = (pair for folders in self._of(1, self._free_folders) for pair in combinations(folders, 2))
        self._joint = {pair: number for number, pair in enumerate(dict.fromkeys(together))}
        self._joint_nodes = _rows([*self._joint], 2)
        by_pair = self._of(2, self._free_folders)
        by_triple = self._of(3, self._free_folders)
        self._folders = sorted({node for folders in (*by_pair, *by_triple) for node in folders})
        places = {node: place for place, node in enumerate(self._folders)}
        most = max(map(len, by_pair), default=0)
        self._pair_folders = _rows([[places[node] for node in folders] for folders in by_pair], most)
        most = max(map(len, by_triple), default=0)
        self._triple_folders = _rows([[places[node] for node in folders] for folders in by_triple], most)
        self._pair_nodes, self._triple_nodes = (
            _rows([end.players for end in self._of(k, self._ends)], k) for k in (2, 3)
        )
        self._after_fold = [
            [row for row, end in enumerate(self._ends) if node in end.folders]
            for node in range(len(tree.seats))
        ]
        self._fixed_folds = self._folds_without_cards()
        n, functions, folders = len(tensors.prior), len(tensors.means), len(self._folders)
        self._applied = np.zeros((folders, n))
        self._in2 = np.zeros((folders, functions, n, n), dtype=np.float32)
        self._fold2 = np.ones((folders, n, n), dtype=np.float32)
        self._shifts = np.zeros((folders, functions - 1, n, n), dtype=np.float32)

    def _of(self, players: int, values: Sequence[Value]) -> Sequence[Value]:
        """Return the values of the ends with `players` players."""
        return values[self._starts[players] : self._starts[players + 1]]

    def forget(self) -> None:
        """Make new sums at the next call, without the rounding of many small changes."""
        self._applied[:] = 0.0
        self._in2[:] = 0.0

    def evaluate(self, strategy: FloatArray) -> ModelValues:
        """Return the gains and values of a strategy, shape (nodes, n)."""
        tensors, n = self.tensors, len(self.tensors.prior)
        chances = _chances(tensors, strategy)
        weights = _triple_weights(chances, self._of(3, self._free_folders))
        by_weight = np.array(weights, dtype=np.float32).reshape(-1, n)
        by_triple = np.zeros((len(weights), 3, len(tensors.triples), n), dtype=np.float32)
        by_pair = np.zeros((len(self._pair_nodes), 2, len(tensors.means), n))
        joint = np.zeros((len(self._joint), n), dtype=np.float32)
        folder_strategy = strategy[self._folders]

        def fold(first: int) -> None:
            add_folders(
                tensors.pair, tensors.means, tensors.triples, tensors.dead, folder_strategy, first, _TASKS,
                self._applied, self._in2, self._fold2, self._shifts,
            )  # fmt: skip

        def meet(first: int) -> None:
            meet_three(
                tensors.triples, tensors.means, tensors.contests, strategy, self._triple_nodes,
                self._triple_folders, self._shifts, by_weight, first, _TASKS, by_triple,
            )  # fmt: skip
            meet_folders(tensors.triples[0], strategy, self._joint_nodes, first, _TASKS, joint)
            meet_two(
                tensors.pair, tensors.means, strategy, self._pair_nodes, self._pair_folders, self._fold2,
                self._shifts, first, _TASKS, by_pair,
            )  # fmt: skip

        for task in (fold, meet):
            list(in_parallel(task, range(_TASKS)))
        fours = [self._four_in(strategy, end) for end in self._fours]
        correlations = [chances.correlation(folders) for folders in self._of(2, self._free_folders)]
        sums = [
            *(np.full((1, 1, n), _all_fold(chances, folders)) for folders in self._of(0, self._free_folders)),
            *(self._one_in(chances, joint, folders) for folders in self._of(1, self._free_folders)),
            *(chance * factor for chance, factor in zip(by_pair, correlations, strict=True)),
            *(chance * weight for chance, weight in zip(by_triple, weights, strict=True)),
            *(chance for chance, _ in fours),
        ]
        errors = np.zeros_like(strategy)
        for end, (_, error) in zip(self._fours, fours, strict=True):
            errors[list(end.players)] = error[:, 1]
        return self._values(strategy, chances, sums, errors)

    def _folds_without_cards(self) -> FloatArray | None:
        """Return the EV of folding if it does not depend on the others' actions, as in chips; else None."""
        folds = np.empty((len(self.tree.seats), len(self.tensors.prior)))
        for node, (seat, rows) in enumerate(zip(self.tree.seats.tolist(), self._after_fold, strict=True)):
            values = [self._ends[row].others[seat] for row in rows] or [np.zeros(1)]
            least, most = (pick(float(pick(value[:1])) for value in values) for pick in (min, max))
            varies = any(np.abs(value[1:]).max(initial=0.0) > _EQUAL * abs(most) for value in values)
            if varies or most - least > _EQUAL * max(abs(most), abs(least)):
                return None
            folds[node] = values[0][0]
        return folds

    def _one_in(self, chances: _Chances, joint: Float32Array, folders: Sequence[int]) -> FloatArray:
        """Return the probability by class that all fold, with pairwise correlations, shape (1, 1, n)."""
        fold1, in1 = chances.fold1, chances.in1
        chance: FloatArray = fold1[list(folders)].prod(axis=0)
        pairs = [*combinations(folders, 2)]
        first, second = _rows(pairs, 2).T
        both_fold = 1.0 - in1[first] - in1[second] + joint[[self._joint[pair] for pair in pairs]]
        chance *= _ratio(both_fold, fold1[first] * fold1[second]).prod(axis=0)
        return chance[None, None]

    def _four_in(self, strategy: FloatArray, end: SeatEnd) -> tuple[FloatArray, FloatArray]:
        """Return the probabilities of four players by class, and these times the payoffs, shape (4, 2, n).

        The second array has the standard errors of both, from parts of the deals.
        """
        fours = self.tensors.fours
        assert fours is not None
        played = strategy[list(end.players)]

        def meet(task: int) -> FloatArray:
            out, part = np.zeros((4, 2, strategy.shape[1])), slice(task, None, _TASKS)
            meet_four(
                fours.classes[part], fours.places[part], fours.chances[part], _SEATINGS, played,
                end.values, out,
            )  # fmt: skip
            return _TASKS / self.tensors.prior * out

        parts = np.array(list(in_parallel(meet, range(_TASKS))))
        return parts.mean(axis=0), parts.std(axis=0, ddof=1) / _TASKS**0.5

    def _values(
        self, strategy: FloatArray, chances: _Chances, sums: Sequence[FloatArray], errors: FloatArray
    ) -> ModelValues:
        """Return the values of a strategy from the sums of each end, (players, functions, n)."""
        playing, arrivals = np.zeros_like(strategy), np.zeros_like(strategy)
        likely, worth = np.zeros(len(sums)), np.zeros((len(sums), len(self._ends[0].others)))
        for number, (end, end_sums) in enumerate(zip(self._ends, sums, strict=True)):
            own_values = end.values if len(end.players) <= COUNTED_PLAYERS else _FOUR_VALUES
            for node, values, chance in zip(end.players, own_values, end_sums, strict=False):
                playing[node] += np.einsum("q,qh->h", values, chance)
                arrivals[node] += chance[0]
            own = strategy[end.players[0]] if end.players else np.ones(len(self.tensors.prior))
            likely[number] = (end_sums[0, 0] * own * self.tensors.prior).sum()
            means = np.einsum("qh,h->q", end_sums[0], (own + _TINY) * self.tensors.prior)
            rest = end.others[:, 1:] * (means[1 : end.others.shape[1]] / means[0] if means[0] > 0 else 0.0)
            worth[number] = end.others[:, 0] + rest.sum(axis=1)
        folds = self._folding(chances, likely, worth)
        return ModelValues(playing - folds * arrivals, folds, arrivals, errors)

    def _folding(self, chances: _Chances, likely: FloatArray, worth: FloatArray) -> FloatArray:
        """Return the EV of folding by node and class: the mean of the ends after it.

        The effect of the folded hand on their probabilities is counted to first order.
        """
        if self._fixed_folds is not None:
            return self._fixed_folds
        by_in = np.maximum(chances.in1, _TINY) / np.maximum(chances.in0, _TINY)[:, None]
        by_fold = np.maximum(chances.fold1, _TINY) / np.maximum(chances.fold0, _TINY)[:, None]
        weights = np.array(
            [
                chance * by_in[list(end.players)].prod(axis=0) * by_fold[list(end.folders)].prod(axis=0)
                for chance, end in zip(likely, self._ends, strict=True)
            ]
        )
        folds = np.empty_like(chances.in1)
        for node, (seat, rows) in enumerate(zip(self.tree.seats.tolist(), self._after_fold, strict=True)):
            values, chance = worth[rows, seat], weights[rows] + _TINY  # all alike where it never comes
            folds[node] = np.einsum("e,eh->h", values, chance) / chance.sum(axis=0)
        return folds


def _rows(values: Sequence[Sequence[int]], most: int) -> IntArray:
    """Return lists of numbers as rows of an array, padded with -1."""
    rows = np.full((len(values), most), -1, dtype=np.int64)
    for row, numbers in zip(rows, values, strict=True):
        row[: len(numbers)] = numbers
    return rows


def _chances(tensors: HandTensors, strategy: FloatArray) -> _Chances:
    in1, both_in = np.empty_like(strategy), np.empty((len(strategy), len(strategy)))
    fill_marginals(tensors.prior, tensors.pair, strategy, in1, both_in)
    in0 = (strategy * tensors.prior).sum(axis=1)
    fold0, fold1 = _chance(1.0 - in0), _chance(1.0 - in1)
    pairs = _ratio(1.0 - in0[:, None] - in0 + both_in, np.outer(fold0, fold0))
    return _Chances(in0, fold0, in1, fold1, pairs.tolist())


def _chance(value: FloatArray) -> FloatArray:
    """Return a probability with rounding errors as 0."""
    return np.where(value > _NONE, value, 0.0)


def _ratio(chance: FloatArray, apart: FloatArray) -> FloatArray:
    """Return the ratio of a joint probability to independent ones; 1 if these are 0."""
    ratio = np.divide(chance, apart, out=np.ones_like(apart), where=apart > _NONE)
    return np.clip(ratio, 0.0, _MOST_CORRELATED)


def _all_fold(chances: _Chances, folders: Sequence[int]) -> float:
    """Return the probability that all fold, without known hands."""
    return float(np.prod(chances.fold0[list(folders)])) * chances.correlation(folders)


def _triple_weights(chances: _Chances, by_end: Sequence[Sequence[int]]) -> list[FloatArray]:
    """Return a factor for each of three hands by class; their product is Pr(all folders fold)."""
    shares = chances.fold1 / np.maximum(chances.fold0, _NONE)[:, None] ** (2 / 3)
    return [
        shares[list(folders)].prod(axis=0) * chances.correlation(folders) ** (1 / 3) for folders in by_end
    ]

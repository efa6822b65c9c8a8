"""Three players in a tree, exactly: sums over triples of classes; see `solver.seat_tree`.

Every end is a fold to one player, a showdown of two, or of all three.  Values of sequences are sums over the
cubes of `solver.three_seats` weighted by the others' plans.  For players 0 and 1 the sums are contracted over
player 2 first, for player 2 over player 0.  These contractions are linear in one player's plan and stored as
n x n matrices by its sequences; a class that changes adds one slice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.jit import kernel
from jamfold.solver.seat_tree import SeatTree
from jamfold.solver.three_seats import ThreeDeals, mix_into

_DEALS, _WINS, _TIES, _FOLDED_WINS, _FOLDED_TIES, _OWN, _OTHER = range(7)
"""Cubes: the contracted player is the first of a pair, or has folded; payoffs of all three."""
_PAIR, _FOLDED = (_DEALS, _WINS, _TIES), (_DEALS, _FOLDED_WINS, _FOLDED_TIES)
_FIRST, _MIDDLE, _LAST = range(3)


class LeafEnd(NamedTuple):
    """The value of an end."""

    players: tuple[int, ...]
    """The players at the showdown: none, two in ascending order, or all three."""
    values: FloatArray
    """By player, shape (3,) without a showdown; of two (3, 3): the first wins, ties, loses; not of three."""


Key = tuple[int, int]
"""A sequence and a cube."""


class ThreeTree:
    """A game of three players who may act more than once.

    Parameters
    ----------
    all_three
        Values of showdowns of all three, see `ThreeEnds`.
    """

    def __init__(
        self,
        deals: ThreeDeals,
        tree: SeatTree,
        ends: tuple[LeafEnd, ...],
        all_three: tuple[FloatArray, FloatArray, FloatArray],
    ) -> None:
        self.deals, self.tree, self.ends = deals, tree, ends
        cubes = (deals.deals, deals.wins, deals.ties, deals.wins_by_folded, deals.ties_by_folded)
        first, second, last = all_three
        self.cubes = {_FIRST: (*cubes, last), _LAST: (*cubes, first, second)}
        self.needed: dict[int, dict[int, tuple[int, ...]]] = {_FIRST: {}, _LAST: {}}
        needed: dict[int, set[Key]] = {_FIRST: set(), _LAST: set()}
        for leaf, end in zip(tree.leaves, ends, strict=True):
            for player in (_FIRST, _LAST):
                needed[player] |= {(leaf[player], cube) for cube in _cubes(end.players, player)}
        for player, keys in needed.items():
            for sequence, cube in sorted(keys):
                self.needed[player][sequence] = (*self.needed[player].get(sequence, ()), cube)

    def state(self, plan: FloatArray) -> TreeState:
        """Return the state of a plan, shape (sequences, n)."""
        n = self.deals.n
        sums: dict[Key, FloatArray] = {}
        for player, cubes in self.cubes.items():
            for number, cube in enumerate(cubes):
                having = [sequence for sequence, needed in self.needed[player].items() if number in needed]
                if having:
                    products = (plan[having] @ cube.reshape(n, -1)).reshape(-1, n, n)
                    sums |= {(sequence, number): products[k] for k, sequence in enumerate(having)}
        return TreeState(self, plan.copy(), sums)

    def slices(self, plan: FloatArray, player: int, class_: int) -> dict[Key, FloatArray]:
        """Return the contractions of a plan of player 0 or 2 with one class only."""
        return {
            (sequence, cube): plan[sequence, class_] * self.cubes[player][cube][class_]
            for sequence, needed in self.needed[player].items()
            if plan[sequence, class_]
            for cube in needed
        }

    def added(
        self,
        plan: FloatArray,
        sums: dict[Key, FloatArray],
        only: int | None = None,
        by: FloatArray | None = None,
    ) -> FloatArray:
        """Return the additions of every sequence, shape (sequences, n).

        With `only` and `by`: their change if the plan of player `only` changes by `by`, shape (sequences,);
        plan and sums have the change in place of that player's plan, whose own additions stay 0.
        """
        out = np.zeros_like(plan)
        for leaf, end in zip(self.tree.leaves, self.ends, strict=True):
            if by is not None and only is not None and not by[leaf[only]]:
                continue
            first, middle, _last = (plan[sequence] for sequence in leaf)
            for player in range(3):
                if player == only:
                    continue
                over = _FIRST if player == _LAST else _LAST
                total = np.zeros(plan.shape[1])
                for cube, weight in _weights(end, over, player):
                    matrix = sums[leaf[over], cube]
                    if over == _FIRST:
                        flipped = end.players == (_FIRST, _LAST)
                        total += weight * (matrix @ middle if flipped else middle @ matrix)
                    else:
                        flipped = end.players == (_MIDDLE, _LAST)
                        other = middle if player == _FIRST else first
                        turned = (player == _FIRST) == flipped
                        total += weight * (other @ matrix if turned else matrix @ other)
                out[leaf[player]] += total
        return out / self.deals.total

    def arrivals(self, plan: FloatArray) -> FloatArray:
        """Return the reach probability of each decision and class, without own actions, shape (turns, n)."""
        n, cube = self.deals.n, self.deals.deals
        rows = []
        for turn in self.tree.infosets:
            first, second = (plan[turn.before[player]] for player in range(3) if player != turn.player)
            rows.append((first @ cube.reshape(n, -1)).reshape(n, n) @ second)
        return np.array(rows) / self.deals.total


class TreeState:
    """A plan and its contractions."""

    def __init__(self, game: ThreeTree, plan: FloatArray, sums: dict[Key, FloatArray]) -> None:
        self.game, self.plan, self._sums = game, plan, sums

    def copy(self) -> TreeState:
        return TreeState(self.game, self.plan.copy(), {key: sums.copy() for key, sums in self._sums.items()})

    def move_to(self, plan: FloatArray) -> None:
        """Play another plan."""
        for player, needed in self.game.needed.items():
            for sequence, cubes in needed.items():
                classes = np.flatnonzero(plan[sequence] != self.plan[sequence])
                if len(classes):
                    amounts = (plan[sequence] - self.plan[sequence])[classes]
                    for cube in cubes:
                        _add(self._sums[sequence, cube], self.game.cubes[player][cube], classes, amounts)
        self.plan = plan.copy()

    def mix(self, other: TreeState, weight: float) -> None:
        """Move to (1 - weight) of this plan and weight of another one."""
        self.plan += weight * (other.plan - self.plan)
        for key, total in self._sums.items():
            mix_into(total.reshape(-1), other._sums[key].reshape(-1), weight)

    def added(self) -> FloatArray:
        """Return the additions of every sequence, shape (sequences, n)."""
        return self.game.added(self.plan, self._sums)

    def change(self, player: int, class_: int, by: FloatArray) -> FloatArray:
        """Return the change of the others' additions by a plan change `by`, (sequences,), of one class."""
        plan = self.plan.copy()
        plan[self.game.tree.player_of == player] = 0.0
        plan[:, class_] = np.where(self.game.tree.player_of == player, by, plan[:, class_])
        sums = self._sums
        if player != _MIDDLE:
            sums = {**sums, **self.game.slices(plan, player, class_)}
        return self.game.added(plan, sums, player, by)


def _cubes(players: tuple[int, ...], over: int) -> tuple[int, ...]:
    """Return the cubes of an end that are contracted over a player."""
    if not players:
        return (_DEALS,)
    if len(players) == 3:
        return (_OWN,) if over == _FIRST else (_OWN, _OTHER)
    return _PAIR if over in players else _FOLDED


def _weights(end: LeafEnd, over: int, player: int) -> Iterator[tuple[int, float]]:
    """Yield the cubes of an end with their weights for a player.

    If the contracted player is one of a pair, the wins of the cube are its own: the first of the pair's as
    player 0, the second's as player 2.
    """
    if not end.players:
        yield _DEALS, end.values[player]
    elif len(end.players) == 3:
        yield (_OTHER if player == _MIDDLE else _OWN), 1.0
    else:
        deals, wins, ties = _cubes(end.players, over)
        won, tied, lost = end.values[:, player]
        if over == _LAST and over in end.players:
            won, lost = lost, won
        yield deals, lost
        yield wins, won - lost
        yield ties, tied - lost


@kernel
def _add(total: FloatArray, cube: FloatArray, classes: IntArray, amounts: FloatArray) -> None:
    """Add slices of cube (n, n, n) to total (n, n)."""
    for k in range(len(classes)):
        matrix = cube[classes[k]]
        for i in range(total.shape[0]):
            for j in range(total.shape[1]):
                total[i, j] += amounts[k] * matrix[i, j]

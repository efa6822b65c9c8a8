"""Trees of several seats in sequence form [1]_, and sequential best responses.

A *plan* has the player's own reach probability of each of its sequences of actions, a *behaviour* the chance
of each action at its decision.  A sequence *adds* its player's payoffs at all ends where it is the last one,
times the probability that the others and the cards lead there.  So a player's value is the sum over its
sequences of plan times additions.  A best response goes backwards: the value of a decision is the largest of
its actions', each with the values of the player's next decisions after it.

Arrays are by sequence and class, shape (sequences, n), for all players; the first sequences are the empty
ones of players 0, 1, ..., of chance 1.

References
----------
.. [1] B. von Stengel, "Efficient computation of behavior strategies", 1996.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from jamfold.core.arrays import FloatArray, IntArray


class InformationSet(NamedTuple):
    """A decision."""

    player: int
    before: tuple[int, ...]
    """The last sequence of every player."""
    first: int
    n_actions: int
    """first, n_actions: Its sequences are numbered from `first`, the fold."""

    @property
    def own(self) -> int:
        """The player's sequence that leads there."""
        return self.before[self.player]

    @property
    def sequences(self) -> slice:
        return slice(self.first, self.first + self.n_actions)


@dataclass(frozen=True, eq=False)
class SeatTree:
    """The decisions, and the sequences that lead to the ends."""

    players: int
    infosets: tuple[InformationSet, ...]
    """Parents first."""
    leaves: tuple[tuple[int, ...], ...]
    """The last sequence of every player, by end."""

    @property
    def n_sequences(self) -> int:
        return self.players + sum(turn.n_actions for turn in self.infosets)

    @property
    def player_of(self) -> IntArray:
        """The player of every sequence."""
        players = [*range(self.players)]
        for turn in self.infosets:
            players += [turn.player] * turn.n_actions
        return np.array(players)


def realization_plan(tree: SeatTree, behaviour: FloatArray) -> FloatArray:
    """Return the plan of a behaviour."""
    plan = np.ones_like(behaviour)
    for turn in tree.infosets:
        plan[turn.sequences] = plan[turn.own] * behaviour[turn.sequences]
    return plan


def behavior_strategy(tree: SeatTree, plan: FloatArray, unreached: FloatArray) -> FloatArray:
    """Return the behaviour of a plan, and `unreached` at decisions that a class does not reach."""
    behaviour = unreached.copy()
    for turn in tree.infosets:
        arrivals = plan[turn.own]
        np.divide(plan[turn.sequences], arrivals, out=behaviour[turn.sequences], where=arrivals > 0)
    return behaviour


def sequence_values(tree: SeatTree, added: FloatArray, behaviour: FloatArray | None = None) -> FloatArray:
    """Return the value of each sequence and all after it, by best play or by a behaviour."""
    total = added.copy()
    for turn in reversed(tree.infosets):
        actions = total[turn.sequences]
        total[turn.own] += (
            actions.max(axis=0) if behaviour is None else (behaviour[turn.sequences] * actions).sum(axis=0)
        )
    return total


def best_response_behavior(tree: SeatTree, best: FloatArray) -> FloatArray:
    """Return the best response at every decision from `sequence_values`; the first of equal actions."""
    behaviour = np.ones_like(best)
    for turn in tree.infosets:
        choice = best[turn.sequences].argmax(axis=0)
        behaviour[turn.sequences] = np.arange(turn.n_actions)[:, None] == choice
    return behaviour


def regret_matching(tree: SeatTree, regrets: FloatArray) -> FloatArray:
    """Return the behaviour in proportion to positive regrets; uniform if there are none."""
    behaviour = np.ones_like(regrets)
    for turn in tree.infosets:
        positive = np.maximum(regrets[turn.sequences], 0.0)
        total = positive.sum(axis=0)
        behaviour[turn.sequences] = 1.0 / turn.n_actions
        np.divide(positive, total, out=behaviour[turn.sequences], where=total > 0)
    return behaviour


def by_player(tree: SeatTree, values: FloatArray) -> FloatArray:
    """Return sums over the sequences and classes of each player."""
    total = np.zeros(tree.players)
    np.add.at(total, tree.player_of, values.sum(axis=1))
    return total


def own_gains(tree: SeatTree, plan: FloatArray, added: FloatArray) -> FloatArray:
    """Return every player's gain by a sequential best response, shape (players,)."""
    best = sequence_values(tree, added)[: tree.players].sum(axis=1)
    return np.asarray(np.maximum(best - by_player(tree, plan * added), 0.0))


def tree_of(
    players: int, decisions: Sequence[tuple[int, Sequence[int | None]]]
) -> tuple[SeatTree, tuple[tuple[int, int], ...]]:
    """Return the tree of decisions, and the decision and action that lead to every end.

    A decision has its player, and for each action a later decision or None for an end.
    """
    before: dict[int, tuple[int, ...]] = {0: tuple(range(players))}
    turns: list[InformationSet] = []
    leaves: list[tuple[int, ...]] = []
    ends: list[tuple[int, int]] = []
    first = players
    for number, (player, following) in enumerate(decisions):
        turns.append(InformationSet(player, before[number], first, len(following)))
        for action, behind in enumerate(following):
            last = tuple(first + action if index == player else s for index, s in enumerate(before[number]))
            if behind is None:
                leaves.append(last)
                ends.append((number, action))
            else:
                before[behind] = last
        first += len(following)
    return SeatTree(players, tuple(turns), tuple(leaves)), tuple(ends)

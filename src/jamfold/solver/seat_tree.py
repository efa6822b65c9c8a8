"""Games of several seats who may act more than once: the tree in sequences, and sequential best responses.

Every player has the *sequences* of its own actions; a *plan* has the player's own reach probability of each,
a *behaviour* the chance of each action once its decision is reached.  What a sequence
*adds* is what its player has at all ends with that as its last one, times the chance that the others and the
cards lead there; so a player's value is the sum over its sequences of plan times additions.  A best response
goes backwards: a decision is worth the best of its actions, each with what the player's next decisions behind
it are worth.  So later decisions enter earlier ones with the chance of getting there.

Arrays are by sequence and class, shape (sequences, n), of all players together; the first sequences are the
empty ones of players 0, 1, ..., of chance 1.

Method: B. von Stengel, "Efficient computation of behavior strategies" (1996).
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
    """first, n_actions: Its sequences: the first, folding, and how many."""

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
    """Each before those it leads to."""
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
    """The plan of a behaviour."""
    plan = np.ones_like(behaviour)
    for turn in tree.infosets:
        plan[turn.sequences] = plan[turn.own] * behaviour[turn.sequences]
    return plan


def behavior_strategy(tree: SeatTree, plan: FloatArray, unreached: FloatArray) -> FloatArray:
    """The behaviour of a plan, another one where a class does not come to a decision."""
    behaviour = unreached.copy()
    for turn in tree.infosets:
        arrivals = plan[turn.own]
        np.divide(plan[turn.sequences], arrivals, out=behaviour[turn.sequences], where=arrivals > 0)
    return behaviour


def sequence_values(tree: SeatTree, added: FloatArray, behaviour: FloatArray | None = None) -> FloatArray:
    """What each sequence is worth with all behind it: with best play, or by a behaviour."""
    total = added.copy()
    for turn in reversed(tree.infosets):
        actions = total[turn.sequences]
        total[turn.own] += (
            actions.max(axis=0) if behaviour is None else (behaviour[turn.sequences] * actions).sum(axis=0)
        )
    return total


def best_response_behavior(tree: SeatTree, best: FloatArray) -> FloatArray:
    """The best response at every decision, by `sequence_values`; folding where nothing is better."""
    behaviour = np.ones_like(best)
    for turn in tree.infosets:
        choice = best[turn.sequences].argmax(axis=0)
        behaviour[turn.sequences] = np.arange(turn.n_actions)[:, None] == choice
    return behaviour


def regret_matching(tree: SeatTree, regrets: FloatArray) -> FloatArray:
    """The behaviour in proportion to what is regretted not to have done; where nothing is, anything."""
    behaviour = np.ones_like(regrets)
    for turn in tree.infosets:
        positive = np.maximum(regrets[turn.sequences], 0.0)
        total = positive.sum(axis=0)
        behaviour[turn.sequences] = 1.0 / turn.n_actions
        np.divide(positive, total, out=behaviour[turn.sequences], where=total > 0)
    return behaviour


def by_player(tree: SeatTree, values: FloatArray) -> FloatArray:
    """Sums over sequences and classes of each player."""
    total = np.zeros(tree.players)
    np.add.at(total, tree.player_of, values.sum(axis=1))
    return total


def own_gains(tree: SeatTree, plan: FloatArray, added: FloatArray) -> FloatArray:
    """What every player's sequential best response adds to its value, shape (players,)."""
    best = sequence_values(tree, added)[: tree.players].sum(axis=1)
    gains: FloatArray = np.maximum(best - by_player(tree, plan * added), 0.0)
    return gains


def tree_of(
    players: int, decisions: Sequence[tuple[int, Sequence[int | None]]]
) -> tuple[SeatTree, tuple[tuple[int, int], ...]]:
    """The tree of decisions: the player, and where its actions lead, a later decision or an end (None).

    Returns it with the decision and action that lead to every end.
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

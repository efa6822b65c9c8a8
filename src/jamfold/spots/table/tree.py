"""The tree of a hand as kernels take it: nodes, ends, and what each end is worth by the order of hands.

Nodes are numbered so that what follows a node comes after it; those without a decision are there too, with
a strategy of 0 or 1.  An end knows who is in.  Its values stand in rows by the code of the showdown: with k
players in, the sum over them of (how many are better) k^i, and in a split pot the same for lows, k for no
low, in base k + 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from jamfold.arrays import FloatArray, IntArray
from jamfold.errors import SituationError
from jamfold.games import Game
from jamfold.hand.hand import Node, TableHand

MOST_SHOWN = {False: 5, True: 4}
"""Players all-in at most, in undivided and split pots: beyond, the orders of their hands grow too many."""


class Tree(NamedTuple):
    """What kernels read."""

    depth: IntArray
    """int64 (nodes,): the position in the order of acting."""
    after_fold: IntArray
    after_jam: IntArray
    """after_fold, after_jam: int64 (nodes,): the node that follows, or -1 - the number of the end."""
    end_first: IntArray
    """int64 (ends,): the first row of the end's values."""
    end_players: IntArray
    """int64 (ends, most + 1): how many are in, then their positions."""
    values: FloatArray
    """float64 (rows, seats): what every position has."""


@dataclass(frozen=True, eq=False)
class TableTree:
    """A tree, its nodes, and the strategy that nodes without a decision have (NaN: they decide)."""

    tree: Tree
    nodes: tuple[Node, ...]
    forced: FloatArray


def make_tree(game: Game, hand: TableHand) -> TableTree:
    """The tree of a hand. Raises SituationError if more players may be all-in than can be told apart."""
    check_shown(game, hand)
    nodes: list[Node] = []
    forced: list[float] = []
    following: list[list[int]] = []
    ends: dict[tuple[int, ...], int] = {}

    def add(at: int, in_: tuple[int, ...]) -> int:
        if at == hand.n or (at == hand.n - 1 and not in_):
            return -1 - ends.setdefault(in_, len(ends))
        node = Node(hand.order[at], in_)
        action = hand.action(node)
        number = len(nodes)
        nodes.append(node)
        forced.append(np.nan if action is None else float(action))
        following.append([0, 0])
        following[number] = [
            add(at + 1, (*in_, node.seat) if does else in_)
            for does in ((False, True) if action is None else (action, action))
        ]
        return number

    add(0, ())
    values = [end_values(game, hand, in_) for in_ in ends]
    after = np.array(following, dtype=np.int64).reshape(-1, 2)
    tree = Tree(
        depth=np.array([hand.order.index(node.seat) for node in nodes], dtype=np.int64),
        after_fold=np.ascontiguousarray(after[:, 0]),
        after_jam=np.ascontiguousarray(after[:, 1]),
        end_first=np.cumsum([0, *map(len, values[:-1])], dtype=np.int64),
        end_players=end_players(hand, list(ends)),
        values=np.concatenate(values),
    )
    return TableTree(tree, tuple(nodes), np.array(forced))


def check_shown(game: Game, hand: TableHand) -> None:
    """Raise SituationError if more players may be all-in than can be told apart."""
    most = MOST_SHOWN[game.split_low]
    if hand.most_allin > most:
        raise SituationError(
            f"At most {most} may be all-in where deals are sampled, not {hand.most_allin}: "
            f"give a smaller number of all-ins.",
            field="max_allin",
        )


def end_players(hand: TableHand, ends: list[tuple[int, ...]]) -> IntArray:
    """How many are in at each end, then their positions; the rest of a row is 0."""
    players = np.zeros((len(ends), 1 + max(map(len, ends))), dtype=np.int64)
    for row, in_ in zip(players, ends, strict=True):
        row[: 1 + len(in_)] = [len(in_), *map(hand.order.index, in_)]
    return players


def end_values(
    game: Game, hand: TableHand, in_: tuple[int, ...], bets: tuple[float, ...] | None = None
) -> FloatArray:
    """Values by code and position; codes that no showdown has are 0; bets as in `TableHand.chips_after`."""
    k, order = len(in_), list(hand.order)
    lows = _low_codes(k) if game.split_low and k > 1 else {0: None}
    base = max(lows) + 1 if len(lows) > 1 else 1
    out = np.zeros((max(k, 1) ** k * base, hand.n))
    for high, places in _high_codes(k).items():
        for low, low_places in lows.items():
            out[high * base + low] = np.array(hand.values_after(in_, places, low_places, bets))[order]
    return out


@cache
def _high_codes(k: int) -> dict[int, tuple[int, ...]]:
    """All orders of k hands by their code: how many are better, hand by hand."""
    found = {}
    for strengths in product(range(k), repeat=k):
        better = tuple(sum(other > mine for other in strengths) for mine in strengths)
        found[sum(count * k**i for i, count in enumerate(better))] = better
    return found or {0: ()}


def showdown_orders(k: int) -> tuple[tuple[int, ...], ...]:
    """The places of k hands at a showdown, in all orders with ties."""
    return tuple(_high_codes(k).values())


@cache
def _low_codes(k: int) -> dict[int, tuple[int | None, ...] | None]:
    """The same for lows; None for a hand without one.  The last code is that of no low at all."""
    found: dict[int, tuple[int | None, ...] | None] = {}
    for strengths in product(range(k + 1), repeat=k):
        better = [sum(other > mine for other in strengths) if mine else k for mine in strengths]
        code = sum(count * (k + 1) ** i for i, count in enumerate(better))
        found[code] = tuple(count if count < k else None for count in better)
    return found

"""A table of three with one card each, solved by going through every deal: the twin of the exact solver."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from jamfold.betting.hand import Node, TableHand
from jamfold.solver.three_seats import ThreeDeals, ThreeEnds

DECK = (0, 1, 1, 2, 2)
"""The values of the cards; equal ones are of one class and tie."""
N = 3


def deals() -> list[tuple[int, int, int]]:
    """The classes of all deals of three cards, by the order of acting."""
    return [(DECK[a], DECK[b], DECK[c]) for a, b, c in itertools.permutations(range(len(DECK)), 3)]


def places(values: Sequence[int]) -> list[int]:
    """0 for the best."""
    better = sorted(set(values), reverse=True)
    return [better.index(value) for value in values]


def toy_deals() -> ThreeDeals:
    """What the solver is told of the cards."""
    cube, wins, ties = (np.zeros((N, N, N)) for _ in range(3))
    for a, b, c in deals():
        cube[a, b, c] += 1
        wins[a, b, c] += a > b
        ties[a, b, c] += a == b
    by_folded = [np.ascontiguousarray(one.transpose(2, 0, 1)) for one in (wins, ties)]
    return ThreeDeals(cube, wins, by_folded[0], ties, by_folded[1])


def toy_ends(hand: TableHand) -> ThreeEnds:
    """What the solver is told of the chips."""
    order = list(hand.order)

    def worth(in_: Sequence[int], by: Sequence[int]) -> NDArray[np.float64]:
        return np.array(hand.values_after([order[player] for player in in_], by))[order]

    shown = np.zeros((3, N, N, N))
    for deal in deals():
        shown[(slice(None), *deal)] += worth((0, 1, 2), places(deal))
    return ThreeEnds(
        nobody=worth((), ()),
        alone=np.stack([worth((0,), (0,)), worth((1,), (0,))]),
        pairs=np.stack(
            [
                np.stack([worth(pair, by) for by in ((0, 1), (0, 0), (1, 0))])
                for pair in ((0, 1), (0, 2), (1, 2))
            ]
        ),
        cubes=lambda: (
            np.ascontiguousarray(shown[0].transpose(2, 0, 1)),
            np.ascontiguousarray(shown[1].transpose(2, 0, 1)),
            shown[2],
        ),
    )


@cache
def _worth(hand: TableHand) -> dict[tuple[tuple[int, ...], tuple[int, ...]], NDArray[np.float64]]:
    """Ends by who is in and their places."""
    return {
        (in_, by): np.array(hand.values_after(in_, by))
        for count in range(hand.n + 1)
        for in_ in itertools.combinations(hand.order, count)
        for by in {tuple(places(values)) for values in itertools.product(range(3), repeat=count)}
    }


def naive_values(hand: TableHand, strategy: dict[Node, NDArray[np.float64]]) -> NDArray[np.float64]:
    """What every seat has in the mean over all deals and actions."""
    total = np.zeros(hand.n)
    worth = _worth(hand)

    def follow(deal: tuple[int, ...], at: int, in_: tuple[int, ...], chance: float) -> None:
        if chance == 0:
            return
        if at == hand.n or (at == hand.n - 1 and not in_):
            cards = [deal[hand.order.index(seat)] for seat in in_]
            total[:] += chance * worth[in_, tuple(places(cards))]
            return
        seat = hand.order[at]
        action = hand.action(Node(seat, in_))
        jams = float(strategy[Node(seat, in_)][deal[at]]) if action is None else float(action)
        follow(deal, at + 1, (*in_, seat), chance * jams)
        follow(deal, at + 1, in_, chance * (1 - jams))

    every = deals()
    for deal in every:
        follow(deal, 0, (), 1 / len(every))
    return total


def naive_own_gain(hand: TableHand, strategy: dict[Node, NDArray[np.float64]], seat: int) -> float:
    """The most that a seat could win more, over all its pure strategies."""
    mine = [node for node in strategy if node.seat == seat]
    here = naive_values(hand, strategy)[seat]
    best = -np.inf
    # Everybody acts once, so a seat's nodes are never reached in one hand together: one after the other.
    changed = dict(strategy)
    for node in mine:
        options = []
        for pure in itertools.product((0.0, 1.0), repeat=N):
            value = naive_values(hand, {**changed, node: np.array(pure)})[seat]
            options.append((value, pure))
        best, pure = max(options)
        changed[node] = np.array(pure)
    return float(best - here) if mine else 0.0

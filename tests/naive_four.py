"""Four seats on decks of 12 to 16 cards by every deal: plain and slow, and nothing of it is the program's."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tests.table_simulator import settle, strength

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
Strategy = Mapping[tuple[int, tuple[int, ...]], FloatArray]
"""By seat and the seats that are all-in before it, the chance of every class to go in."""
ORDERS = sorted({tuple(sum(b > a for b in row) for a in row) for row in np.ndindex(4, 4, 4, 4)})
"""How many of four hands are better than each: the 75 orders with ties."""


class Deals(NamedTuple):
    """All deals of four hands, those with the same classes and the same order of hands as one."""

    classes: IntArray
    """Shape (deals, 4), by seat."""
    orders: IntArray
    """The number in ORDERS: shape (deals,)."""
    weights: FloatArray
    """Their sum is 1."""


def all_deals(lowest: int, board: int, names: Mapping[frozenset[int], int]) -> Deals:
    """Return all deals of four hands and a board of so many cards.

    The deck begins with this rank, and names are the classes of hands.  Boards that differ by a renaming of
    suits count as one, with their number as a weight.
    """
    deck, n = range(4 * lowest, 52), 1 + max(names.values())
    weights: dict[tuple[int, ...], int] = {}
    for cards in combinations(deck, board):
        alike = min(
            tuple(sorted(card // 4 * 4 + suits[card % 4] for card in cards))
            for suits in permutations(range(4))
        )
        weights[alike] = weights.get(alike, 0) + 1
    places = {order: number for number, order in enumerate(ORDERS)}
    number_of = np.array([places.get((a, b, c, d), -1) for a, b, c, d in np.ndindex(4, 4, 4, 4)])
    pairs = list(combinations(range(len(deck) - board), 2))
    quads = np.array(_apart(pairs, []))
    counts = np.zeros(n**4 * len(ORDERS))
    for cards, weight in weights.items():
        left = [card for card in deck if card not in cards]
        hands = [(left[a], left[b]) for a, b in pairs]
        shown = [strength((*hand, *cards)) for hand in hands]
        ranks = np.array([sorted(set(shown)).index(one) for one in shown])[quads]
        held = np.array([names[frozenset(hand)] for hand in hands])[quads]
        better = (ranks[:, None, :] > ranks[:, :, None]).sum(axis=2)
        codes = number_of[better @ 4 ** np.arange(3, -1, -1)]
        np.add.at(counts, (held @ n ** np.arange(3, -1, -1)) * len(ORDERS) + codes, weight)
    found = np.flatnonzero(counts)
    classes = np.stack(np.unravel_index(found // len(ORDERS), (n,) * 4), axis=1)
    better = np.array(ORDERS)[found % len(ORDERS)]
    counts[:], seen = 0.0, counts[found]
    for seats in permutations(range(4)):  # a set of hands may be dealt in any of these ways
        codes = number_of[better[:, seats] @ 4 ** np.arange(3, -1, -1)]
        np.add.at(counts, (classes[:, seats] @ n ** np.arange(3, -1, -1)) * len(ORDERS) + codes, seen)
    found = np.flatnonzero(counts)
    classes = np.stack(np.unravel_index(found // len(ORDERS), (n,) * 4), axis=1)
    return Deals(classes, found % len(ORDERS), counts[found] / counts.sum())


def _apart(pairs: list[tuple[int, int]], chosen: list[int]) -> list[list[int]]:
    """Return all ways to choose four pairs without a common card, in ascending order."""
    if len(chosen) == 4:
        return [chosen]
    used = {card for number in chosen for card in pairs[number]}
    begin = chosen[-1] + 1 if chosen else 0
    free = [number for number in range(begin, len(pairs)) if not used & {*pairs[number]}]
    return [found for number in free for found in _apart(pairs, [*chosen, number])]


def exact_gains(deals: Deals, stacks: tuple[float, ...], strategy: Strategy, most: int = 4) -> FloatArray:
    """Return what the best response of every seat adds, over all deals.

    Blinds are 0.5 and 1, and at most so many seats go in.  A seat acts once, so a best response chooses for
    each class at each decision on its own.
    """
    posted, gains = (0.5, 1.0, 0.0, 0.0), np.zeros(4)

    def end(in_: tuple[int, ...]) -> FloatArray:
        put_in = [stacks[seat] if seat in in_ else posted[seat] for seat in range(4)]
        got = [settle(put_in, in_ or (1,), [-place for place in order]) for order in ORDERS]
        return (np.array(got) - put_in)[deals.orders]

    def follow(at: int, in_: tuple[int, ...], chances: FloatArray) -> FloatArray:
        seat = (2, 3, 0, 1)[at] if at < 4 else -1
        if at == 4 or (seat == 1 and not in_):
            return end(in_)
        if len(in_) == most:
            return follow(at + 1, in_, chances)
        goes = strategy[seat, in_][deals.classes[:, seat]]
        going = follow(at + 1, (*in_, seat), chances * goes)
        folding = follow(at + 1, in_, chances * (1 - goes))
        more = deals.weights * chances * (going - folding)[:, seat]
        gain = np.bincount(deals.classes[:, seat], more)
        played = strategy[seat, in_][: len(gain)]
        gains[seat] += (np.maximum(gain, 0) * (1 - played) + np.maximum(-gain, 0) * played).sum()
        mixed: FloatArray = goes[:, None] * going + (1 - goes)[:, None] * folding
        return mixed

    follow(0, (), np.ones(len(deals.weights)))
    return gains

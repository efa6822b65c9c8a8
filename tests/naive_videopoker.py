"""Naive twins of video poker: every substitution of the wild cards, every draw, every deal.

Nothing here shares code with `jamfold.calculator.videopoker`.  Compiled with Numba only
so that a test may run through all draws.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numba import njit

RANKS = "23456789tjqka"
PLAIN = (
    "royal-flush", "wild-royal-flush", "straight-flush", "full-house", "flush", "straight",
    "three-of-a-kind", "two-pair", "four-deuces",
)  # fmt: skip
ROYAL, WILD_ROYAL, STRAIGHT_FLUSH, FULL_HOUSE, FLUSH, STRAIGHT, TRIPS, TWO_PAIR, DEUCES = range(9)


class NaiveTable:
    """Pays as plain arrays, from names as the shipped tables use them."""

    def __init__(self, pays: Mapping[str, int], jokers: int, deuces_wild: bool) -> None:
        self.n_cards = 52 + jokers
        self.wild = np.array([c >= 52 or (deuces_wild and c < 4) for c in range(54)])
        self.plain = np.array([pays.get(name, 0) for name in PLAIN], dtype=np.int64)
        self.quads = np.zeros((13, 13), dtype=np.int64)
        self.five = np.full(13, pays.get("five-of-a-kind", 0), dtype=np.int64)
        self.pair = np.zeros(13, dtype=np.int64)
        for rank in range(13):
            for kicker in range(13):
                self.quads[rank, kicker] = next(
                    (pays[name] for name in _quads_names(rank, kicker) if name in pays), 0
                )
            for lowest in range(rank, -1, -1):
                word = {8: "tens", 9: "jacks", 11: "kings"}.get(lowest)
                if word and f"{word}-or-better" in pays:
                    self.pair[rank] = pays[f"{word}-or-better"]
                    break
            else:
                self.pair[rank] = pays.get("pair", 0)

    @property
    def arrays(self) -> tuple[Any, ...]:
        return self.wild, self.plain, self.quads, self.five, self.pair

    def pay(self, cards: Sequence[int]) -> int:
        """The best pay over all substitutions."""
        return int(_best_pay(np.array(cards, dtype=np.int64), *self.arrays))

    def hold(self, deal: Sequence[int], mask: int) -> int:
        """Pays added over all draws of a hold, bit i for the i-th card."""
        held = [card for i, card in enumerate(deal) if mask >> i & 1]
        left = [card for card in range(self.n_cards) if card not in deal]
        draws = np.array(list(combinations(left, 5 - len(held))), dtype=np.int64)
        draws = draws.reshape(comb(len(left), 5 - len(held)), 5 - len(held))
        return int(_sum_pays(np.array(held, dtype=np.int64), draws, *self.arrays))

    def all_deals(self, unit: int) -> int:
        """The return times all deals times unit, from every deal and no classes of deals."""
        return int(_all_deals(self.n_cards, unit, *self.arrays))


def _quads_names(rank: int, kicker: int) -> list[str]:
    low = (0, 1, 2)
    names = []
    if rank == 12:
        names += ["four-aces-with-2-4"] * (kicker in low) + ["four-aces"]
    if rank in low:
        names += ["four-2-4-with-a-4"] * (kicker in (*low, 12)) + ["four-2-4"]
    if rank in (9, 10, 11):
        names.append("four-j-k")
    return [*names, "four-of-a-kind"]


@njit(cache=True)
def _natural_pay(cards: Any, wild_used: bool, plain: Any, quads: Any, five: Any, pair: Any) -> int:
    counts = np.zeros(13, dtype=np.int64)
    flush = True
    for card in cards:
        counts[card // 4] += 1
        flush = flush and card % 4 == cards[0] % 4
    four, three, first, second, kicker = -1, -1, -1, -1, -1
    for rank in range(13):
        if counts[rank] == 5:
            return int(five[rank])
        if counts[rank] == 4:
            four = rank
        elif counts[rank] == 3:
            three = rank
        elif counts[rank] == 2:
            first, second = rank, first
        elif counts[rank] == 1:
            kicker = rank
    straight = counts[12] * counts[0] * counts[1] * counts[2] * counts[3] == 1
    for low in range(9):
        if counts[low] == 1:
            run = True
            for rank in range(low, low + 5):
                run = run and counts[rank] == 1
            straight = straight or run
    royal = straight and counts[8] == 1 and counts[12] == 1
    if four >= 0:
        return int(quads[four, kicker])
    if flush and royal:
        return int(plain[WILD_ROYAL] if wild_used else plain[ROYAL])
    if flush and straight:
        return int(plain[STRAIGHT_FLUSH])
    if three >= 0 and first >= 0:
        return int(plain[FULL_HOUSE])
    if flush:
        return int(plain[FLUSH])
    if straight:
        return int(plain[STRAIGHT])
    if three >= 0:
        return int(plain[TRIPS])
    if second >= 0:
        return int(plain[TWO_PAIR])
    return int(pair[first]) if first >= 0 else 0


@njit(cache=True)
def _best_pay(cards: Any, wild: Any, plain: Any, quads: Any, five: Any, pair: Any) -> int:
    trial = cards.copy()
    places = np.zeros(5, dtype=np.int64)
    n = 0
    deuces = 0
    for i in range(5):
        if wild[cards[i]]:
            places[n] = i
            n += 1
            deuces += cards[i] < 4
    if n == 0:
        return _natural_pay(cards, False, plain, quads, five, pair)
    best = plain[DEUCES] if deuces == 4 else 0
    stand_in = np.zeros(n, dtype=np.int64)
    while True:
        for i in range(n):
            trial[places[i]] = stand_in[i]
        best = max(best, _natural_pay(trial, True, plain, quads, five, pair))
        i = 0
        while i < n and stand_in[i] == 51:
            i += 1
        if i == n:
            return int(best)
        stand_in[i] += 1
        for j in range(i):
            stand_in[j] = stand_in[i]


@njit(cache=True)
def _sum_pays(held: Any, draws: Any, wild: Any, plain: Any, quads: Any, five: Any, pair: Any) -> int:
    cards = np.zeros(5, dtype=np.int64)
    cards[: len(held)] = held
    total = 0
    for row in draws:
        cards[len(held) :] = row
        total += _best_pay(cards, wild, plain, quads, five, pair)
    return total


@njit(cache=True)
def _subset_number(cards: Any, mask: int, choose: Any) -> int:
    number, k = 0, 0
    for i in range(5):
        if mask >> i & 1:
            k += 1
            number += choose[cards[i], k]
    return number


@njit(cache=True)
def _all_deals(n: int, unit: int, wild: Any, plain: Any, quads: Any, five: Any, pair: Any) -> int:
    choose = np.zeros((60, 6), dtype=np.int64)
    for a in range(60):
        choose[a, 0] = 1
        for b in range(1, 6):
            choose[a, b] = choose[a - 1, b - 1] + choose[a - 1, b] if a > 0 else 0
    sums = np.zeros((6, choose[n, 5]), dtype=np.int64)
    sizes = np.zeros(32, dtype=np.int64)
    for mask in range(32):
        for i in range(5):
            sizes[mask] += mask >> i & 1
    times = np.zeros(32, dtype=np.int64)
    for mask in range(32):
        times[mask] = unit // choose[n - 5, 5 - sizes[mask]]
    total = 0
    cards = np.zeros(5, dtype=np.int64)
    evs = np.zeros(32, dtype=np.int64)
    for second_pass in range(2):
        for e in range(4, n):
            for d in range(3, e):
                for c in range(2, d):
                    for b in range(1, c):
                        for a in range(b):
                            cards[0], cards[1], cards[2], cards[3], cards[4] = a, b, c, d, e
                            if second_pass == 0:
                                pay = _best_pay(cards, wild, plain, quads, five, pair)
                                for mask in range(32):
                                    sums[sizes[mask], _subset_number(cards, mask, choose)] += pay
                                continue
                            for mask in range(32):
                                evs[mask] = sums[sizes[mask], _subset_number(cards, mask, choose)]
                            for i in range(5):  # less what holds the i-th card, too
                                for mask in range(32):
                                    if not mask >> i & 1:
                                        evs[mask] -= evs[mask | 1 << i]
                            best = 0
                            for mask in range(32):
                                best = max(best, evs[mask] * times[mask])
                            total += best
    return total

"""A table of jams and folds, dealt and settled by plain code: nothing here is the program's own."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

Chance = Callable[[int, tuple[int, ...], tuple[int, int]], float]
"""The chance that a seat goes in, behind the seats that are all-in, with two cards (4 x rank + suit)."""


class TableRules(NamedTuple):
    """Stacks by seat from the small blind on, and what is posted; in big blinds."""

    stacks: tuple[float, ...]
    ante: float = 0.0
    bb_ante: float = 0.0
    most_allin: int = 3
    small_blind: float = 0.5


def settle(
    put_in: Sequence[float], live: Sequence[int], strength: Sequence[object], dead: float = 0.0
) -> list[float]:
    """Return what every seat gets back: pots by layers, each for the best of the live seats that reach it.

    A layer that no live seat reaches belongs to the winners below it; dead money is in the main pot.
    """
    got, below, pot, best = [0.0] * len(put_in), 0.0, dead, list(live)
    for level in sorted({chips for chips in put_in if chips > 0}):
        pot += sum(min(chips, level) - min(chips, below) for chips in put_in)
        below = level
        reached = [seat for seat in live if put_in[seat] >= level]
        if reached:
            top = max(strength[seat] for seat in reached)  # type: ignore[type-var]
            best = [seat for seat in reached if strength[seat] == top]
        for seat in best:
            got[seat] += pot / len(best)
        pot = 0.0
    return got


def strength(cards: Sequence[int]) -> tuple[int, ...]:
    """Return what orders the best five of these cards; the ace is rank 12 and also below the two."""
    suits = Counter(card % 4 for card in cards)
    suit, most = suits.most_common(1)[0]
    flush = [card // 4 for card in cards if card % 4 == suit] if most >= 5 else []
    if flush and (top := straight_top(flush)):
        return 8, top
    counts = Counter(card // 4 for card in cards)
    order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    first, second = counts[order[0]], counts[order[1]]
    if first == 4:
        return 7, order[0], max(order[1:])
    if first == 3 and second >= 2:
        return 6, order[0], order[1]
    if flush:
        return 5, *sorted(flush, reverse=True)[:5]
    if top := straight_top(list(counts)):
        return 4, top
    if first == 3:
        return 3, *order[:3]
    if second == 2:
        return 2, order[0], order[1], max(order[2:])
    return (1, *order[:4]) if first == 2 else (0, *order[:5])


def straight_top(ranks: Sequence[int]) -> int:
    """Return the highest rank of a straight in these ranks, 0 for none."""
    found = {*ranks} | ({-1} if 12 in ranks else set())
    return next((top for top in range(12, 2, -1) if {*range(top - 4, top + 1)} <= found), 0)


def play_hand(rules: TableRules, chance: Chance, dice: random.Random) -> list[float]:
    """Return what every seat has after a hand."""
    n = len(rules.stacks)
    deal = dice.sample(range(52), 2 * n + 5)
    hands = [(deal[2 * seat], deal[2 * seat + 1]) for seat in range(n)]
    blinds = [rules.small_blind, 1.0] + [0.0] * (n - 2)
    antes = [min(rules.ante, stack) for stack in rules.stacks]
    table_ante = min(rules.bb_ante, rules.stacks[1] - antes[1])
    left = [stack - ante for stack, ante in zip(rules.stacks, antes, strict=True)]
    left[1] -= table_ante
    posted = [ante + min(blind, chips) for ante, blind, chips in zip(antes, blinds, left, strict=True)]
    whole = [ante + chips for ante, chips in zip(antes, left, strict=True)]
    in_: tuple[int, ...] = ()
    for seat in [*range(2, n), 0, 1]:
        full = len(in_) == rules.most_allin
        if not full and (seat != 1 or in_) and dice.random() < chance(seat, in_, hands[seat]):
            in_ = (*in_, seat)
    live = in_ or (1,)
    put_in = [whole[seat] if seat in in_ else posted[seat] for seat in range(n)]
    if len(live) == 1:
        shown: list[tuple[int, ...]] = [()] * n
    else:
        shown = [strength((*hands[seat], *deal[2 * n :])) if seat in live else () for seat in range(n)]
    got = settle(put_in, live, shown, table_ante)
    return [left_of - put + won for left_of, put, won in zip(whole, put_in, got, strict=True)]

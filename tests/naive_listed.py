"""Naive twin of the listed games: every ranking written out for five (or four) cards, every deal run through.

Nothing here shares code with `jamfold.strength` or the calculator.  Values are tuples; the larger is better.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

Value = tuple[object, ...]
Hand = Sequence[int]


def high(cards: Hand, *, wheel: bool = True, lowest: int = 0) -> Value:
    """A high hand; the wheel may be left out, and begins with the lowest rank of the deck."""
    ranks = sorted((card // 4 for card in cards), reverse=True)
    flush = len({card % 4 for card in cards}) == 1
    top = ranks[0] if len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4 else None
    if wheel and ranks == [12, *range(lowest + 3, lowest - 1, -1)]:
        top = lowest + 3
    if top is not None:
        return (8 if flush else 4, top)
    groups = sorted(((many, rank) for rank, many in Counter(ranks).items()), reverse=True)
    kind = {(4, 1): 7, (3, 2): 6, (3, 1): 3, (2, 2): 2, (2, 1): 1, (1, 1): 0}[groups[0][0], groups[1][0]]
    return (max(kind, 5) if flush else kind, [rank for _, rank in groups])


def deuce_seven(cards: Hand) -> Value:
    """The worst high hand without a wheel."""
    return (_Down(high(cards, wheel=False)),)


def ace_five(cards: Hand) -> Value:
    """Aces low, no straights, no flushes: fewer and lower repeats, then lower cards."""
    ranks = Counter((card // 4 + 1) % 13 for card in cards)
    groups = sorted(((many, rank) for rank, many in ranks.items()), reverse=True)
    return (_Down(([many for many, _ in groups], [rank for _, rank in groups])),)


def eight_or_better(cards: Hand) -> Value | None:
    """Five different ranks of at most eight, or None."""
    ranks = {(card // 4 + 1) % 13 for card in cards}
    return ace_five(cards) if len(ranks) == 5 and max(ranks) <= 7 else None


def badugi(cards: Hand) -> Value:
    """As many cards as differ in rank and suit, then the lowest, ace low."""
    best: Value = ()
    for size in range(1, len(cards) + 1):
        for chosen in combinations(cards, size):
            ranks = {(card // 4 + 1) % 13 for card in chosen}
            if len(ranks) == size == len({card % 4 for card in chosen}):
                best = max(best, (size, _Down(sorted(ranks, reverse=True)))) if best else (
                    size, _Down(sorted(ranks, reverse=True))
                )  # fmt: skip
    return best


class _Down:
    """A value whose order is turned round."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __lt__(self, other: _Down) -> bool:
        return bool(other.value < self.value)  # type: ignore[operator]

    def __gt__(self, other: _Down) -> bool:
        return other < self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Down) and self.value == other.value

    def __hash__(self) -> int:
        return hash(str(self.value))


RANKINGS = {
    "high": high,
    "deuce-to-seven low": deuce_seven,
    "ace-to-five low": ace_five,
    "8-or-better low": eight_or_better,
    "badugi": badugi,
}


def best(ranking: str, private: Hand, board: Hand, used: Sequence[int]) -> Value | None:
    """The best hand of so many private cards and the rest of five from the board."""
    if ranking == "badugi":
        return badugi(private)
    values = [
        RANKINGS[ranking]([*mine, *common])
        for many in used
        for mine in combinations(private, many)
        for common in combinations(board, 5 - many)
    ]
    return max((value for value in values if value is not None), default=None)


def shares(pots: Sequence[tuple[str, Sequence[int]]], hands: Sequence[Hand], board: Hand) -> list[Fraction]:
    """What each player gets of one deal."""
    made = []
    for ranking, used in pots:
        values = [best(ranking, hand, board, used) for hand in hands]
        top = max((value for value in values if value is not None), default=None)
        if top is not None:
            made.append([value == top for value in values])
    return [
        sum((Fraction(won[k], sum(won)) for won in made), Fraction()) / len(made) for k in range(len(hands))
    ]


def deals(
    deck: Sequence[int], hands: Sequence[Hand], private: int, board: Hand, whole: int
) -> Iterator[tuple[list[Hand], Hand]]:
    """Every way to deal the unknown private cards, player by player, and the board."""

    def complete(left: tuple[int, ...], done: list[Hand]) -> Iterator[tuple[list[Hand], Hand]]:
        if len(done) == len(hands):
            for more in combinations(left, whole - len(board)):
                yield done, [*board, *more]
            return
        hand = hands[len(done)]
        for more in combinations(left, private - len(hand)):
            yield from complete(tuple(c for c in left if c not in more), [*done, [*hand, *more]])

    used = {card for hand in hands for card in hand} | set(board)
    yield from complete(tuple(card for card in deck if card not in used), [])

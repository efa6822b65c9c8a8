"""A table with one card each and equal stacks, played out the obvious way: every deal and path, by words."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Chances = dict[tuple[str, tuple[str, ...]], dict[str, NDArray[np.float64]]]
"""By seat and what has been done before (``btn raise 2``), the chance of every action by card."""


class Standing(NamedTuple):
    """Where a hand is; seats by the order of acting."""

    bets: tuple[float, ...]
    folded: frozenset[int] = frozenset()
    allin: frozenset[int] = frozenset()
    waiting: tuple[int, ...] = ()
    before: tuple[str, ...] = ()


class NaiveTable:
    """Big blinds of 1; the last two seats to act are the small and the big blind."""

    def __init__(self, deck: tuple[int, ...], stack: float, names: tuple[str, ...], chances: Chances) -> None:
        self.deck, self.stack, self.names, self.chances = deck, stack, names, chances
        self.n = len(names)
        hands = [tuple(deck[card] for card in deal) for deal in permutations(range(len(deck)), self.n)]
        self.deals = sorted(set(hands))
        self.weights = np.array([hands.count(deal) / len(hands) for deal in self.deals])
        self.cards = np.array(self.deals)
        self.start = Standing((*[0.0] * (self.n - 2), 0.5, 1.0), waiting=tuple(range(self.n)))

    def values(self) -> NDArray[np.float64]:
        """What every seat wins, by the order of acting."""
        return np.array([self._go(self.start, self.weights, seat, None) for seat in range(self.n)])

    def best(self, seat: int) -> float:
        """What a seat wins with the best of all answers, card by card."""
        return sum(
            self._go(self.start, self.weights * (self.cards[:, seat] == card), seat, seat)
            for card in set(self.deck)
        )

    def _go(self, at: Standing, weights: NDArray[np.float64], seat: int, answers: int | None) -> float:
        """What a seat wins from here on; of one card alone if it answers."""
        live = [one for one in range(self.n) if one not in at.folded]
        if len(live) == 1 or not at.waiting:
            return self._end(at, live, weights, seat)
        actor = at.waiting[0]
        options = self.chances[self.names[actor], at.before]
        if actor == answers:
            return max(self._go(self._after(at, word), weights, seat, answers) for word in options)
        return sum(
            self._go(self._after(at, word), weights * chance[self.cards[:, actor]], seat, answers)
            for word, chance in options.items()
        )

    def _after(self, at: Standing, word: str) -> Standing:
        actor, *waiting = at.waiting
        if word == "fold":
            return at._replace(folded=at.folded | {actor}, waiting=tuple(waiting))
        chips = float(word.split()[1]) if word.startswith("raise") else self.stack
        bets = tuple(chips if one == actor else bet for one, bet in enumerate(at.bets))
        if word != "call":  # everybody who is left answers, those behind first
            round_ = [*range(actor + 1, self.n), *range(actor)]
            waiting = [one for one in round_ if one not in at.folded]
        allin = at.allin if word.startswith("raise") else at.allin | {actor}
        return Standing(bets, at.folded, allin, tuple(waiting), (*at.before, f"{self.names[actor]} {word}"))

    def _end(self, at: Standing, live: list[int], weights: NDArray[np.float64], seat: int) -> float:
        won = np.zeros(len(self.deals))
        if seat in live:
            cards = self.cards[:, live]
            best = cards.max(axis=1)
            mine = self.cards[:, seat] == best
            won = np.where(mine, sum(at.bets) / (cards == best[:, None]).sum(axis=1), 0.0)
        return float(weights @ (won - at.bets[seat]))


def random_chances(
    nodes: Mapping[tuple[str, tuple[str, ...]], list[str]], cards: int, rng: np.random.Generator
) -> Chances:
    """Chances of actions at random; some are never done."""
    found: Chances = {}
    for key, words in nodes.items():
        drawn = rng.random((len(words) + 1, cards)) * (rng.random((len(words) + 1, cards)) > 0.2) + 1e-9
        found[key] = dict(zip(["fold", *words], drawn / drawn.sum(axis=0), strict=True))
    return found

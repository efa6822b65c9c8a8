"""Visible features of four-card hands: kickers, pairs, connected ranks, suited cards.

Each feature is an integer per class, with words for "at least" and "at most".  `deciding` searches for those
that separate the hands of a cell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from jamfold.cards import N_SUITS, RANK_NAMES
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.core.arrays import BoolArray, IntArray
from jamfold.ranges.patterns import class_ranks

_STRAIGHT = 5
_CARDS = ((1, "second card"), (2, "third card"), (3, "lowest card"))


@dataclass(frozen=True, eq=False)
class Feature:
    """A feature: a number for each hand, and its words."""

    values: IntArray
    """The number, shape (n,)."""
    at_least: Callable[[int], str]
    at_most: Callable[[int], str]
    """at_least, at_most: Words for hands with at least or at most a number."""


@cache
def features(game: Game) -> tuple[Feature, ...]:
    """Return the features of a four-card game's classes; if two are equivalent, the first one is used."""
    classes, ranks = hand_classes(game), class_ranks(game)
    cards = -np.sort(-classes.representatives.astype(np.int64), axis=1)
    ranks_of_cards = cards // N_SUITS
    single = ranks.counts == 1
    singles = np.where(single, np.arange(len(RANK_NAMES)), -1)
    kickers = -np.sort(-singles, axis=1)[:, :2]
    paired, tripled = ranks.pair >= 0, ranks.repeated(3) >= 0
    pair = np.where(tripled, -1, ranks.pair)
    pairs = (ranks.counts == 2).sum(axis=1)
    game_features = [
        _ranked(np.where(paired, kickers[:, 0], -1), "{}+ kicker", "no kicker above {}", "no kicker"),
        _ranked(pair, "pair {0}{0}+", "pair up to {0}{0}", "no pair"),
        _ranked(np.where(tripled, ranks.pair, -1), "trips {0}{0}{0}+", "trips up to {0}{0}{0}", "no trips"),
        Feature(pairs, ("", "a pair", "two pair").__getitem__, ("no pair", "at most one pair").__getitem__),
        _ranked(
            np.where(paired, kickers[:, 1], -1), "both kickers {}+", "a kicker up to {}", "no two kickers"
        ),
        _unpaired(ranks_of_cards[:, 0], paired, "{} high+", "up to {} high"),
        *(
            _unpaired(ranks_of_cards[:, k], paired, f"{name} {{}}+", f"{name} up to {{}}")
            for k, name in _CARDS
        ),
        _ranked(_best_suited(cards, 0), "suited {}+", "no suited card above {}", "no suited cards"),
        _ranked(_best_suited(cards, 1), "both suits {}+", "a suit up to {}", "at most one suit"),
        Feature(_connected(ranks.counts), _number("{}+ within five ranks"), _at_most("within five ranks")),
        Feature(ranks.gaps, _number("{}+ gaps"), _gaps),
    ]
    if game.split_low:
        game_features.append(Feature(ranks.low, _number("{}+ ranks 8-2"), _at_most("ranks 8-2")))
        game_features.append(Feature(ranks.wheel, _number("{}+ ranks 5-2"), _at_most("ranks 5-2")))
    return tuple(game_features)


def _ranked(values: IntArray, least: str, most: str, absent: str) -> Feature:
    """Return a feature that is a rank, -1 if there is none."""

    def at_least(rank: int) -> str:
        words = least.format(RANK_NAMES[rank])
        return words.replace("+", "") if RANK_NAMES[rank] == "A" else words

    def at_most(rank: int) -> str:
        return most.format(RANK_NAMES[rank]) if rank >= 0 else absent

    return Feature(np.asarray(values), at_least, at_most)


def _unpaired(values: IntArray, paired: BoolArray, least: str, most: str) -> Feature:
    """Return a feature for a rank of hands with four different ranks."""
    return _ranked(np.where(paired, -1, values), least, most, "paired")


def _number(least: str) -> Callable[[int], str]:
    return least.format


def _at_most(words: str) -> Callable[[int], str]:
    """Return the words for at most a number, with "no" for 0."""
    return lambda most: f"no {words}" if most == 0 else f"at most {most} {words}"


def _gaps(most: int) -> str:
    return f"at most {most} gaps" if most > 1 else ("no gap", "at most one gap")[most]


def _best_suited(cards: IntArray, which: int) -> IntArray:
    """Return the highest rank of a suit held at least twice, best suit first; -1 if none, shape (n,)."""
    best = np.full((len(cards), N_SUITS), -1)
    for suit in range(N_SUITS):
        of_suit = cards % N_SUITS == suit
        highest = np.where(of_suit, cards // N_SUITS, -1).max(axis=1)
        best[:, suit] = np.where(of_suit.sum(axis=1) >= 2, highest, -1)
    return np.asarray(-np.sort(-best, axis=1)[:, which])


def _connected(counts: IntArray) -> IntArray:
    """Return the most ranks within five consecutive ones, with the ace high or low, shape (n,)."""
    present = np.concatenate([counts[:, -1:], counts], axis=1) > 0
    return np.asarray(
        np.lib.stride_tricks.sliding_window_view(present, _STRAIGHT, axis=1).sum(axis=2).max(axis=1)
    )

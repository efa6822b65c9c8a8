"""What decides within a cell: the words, read and counted again by hand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from jamfold.cards import RANK_NAMES
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import OMAHA, OMAHA_HILO, Game
from jamfold.ranges.patterns import Pattern, pattern_matrix
from jamfold.spots.outline import LEAST_ACCURACY, Deciding, MatrixPlay, features, what_decides

GAMES = (OMAHA, OMAHA_HILO)
by_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def naive_fits(words: str, cards: list[int]) -> bool:
    """Whether a hand is what the words say: (one or another) and a third."""
    if words in ("all", "none", "almost all", "almost none"):
        return words.endswith("all")
    nested = re.fullmatch(r"\((.*)\) (and|or) (.*)", words)
    parts = [nested[1], nested[3]] if nested else re.split(" (?:and|or) ", words)
    joint = nested[2] if nested else ("and" if " and " in words else "or")
    if len(parts) == 1:
        return naive_condition(words, cards)
    return (all if joint == "and" else any)(naive_fits(part, cards) for part in parts)


def naive_condition(words: str, cards: list[int]) -> bool:
    """Whether a hand fits one condition."""
    name, at_least, limit = naive_meaning(words)
    number = naive_numbers(tuple(cards))[name]
    return number >= limit if at_least else number <= limit


@cache
def naive_meaning(words: str) -> tuple[str, bool, int]:
    """What a condition is about, whether it asks for at least or at most, and how much."""
    words = SPELT.get(words, words)
    for pattern, name, at_least in CONDITIONS:
        found = re.fullmatch(pattern, words)
        if found:
            bound = found[1] if found.groups() else ""
            return (
                name,
                at_least,
                RANK_NAMES.index(bound[0]) if name in RANKED and bound else int(bound or -1),
            )
    raise AssertionError(f"nobody knows what '{words}' means")


RANK = "([2-9TJQKA])"
RANKED = {"kicker", "second kicker", "pair", "trips", "first", "second", "third", "lowest", "suited", "both"}
CONDITIONS = [
    (rf"{RANK}\+? kicker", "kicker", True),
    (rf"no kicker above {RANK}", "kicker", False),
    ("no kicker", "kicker", False),
    (rf"both kickers {RANK}\+?", "second kicker", True),
    (rf"a kicker up to {RANK}", "second kicker", False),
    ("no two kickers", "second kicker", False),
    (rf"pair ({RANK}\2)\+?", "pair", True),
    (rf"pair up to ({RANK}\2)", "pair", False),
    ("no pair", "pair", False),
    (rf"trips ({RANK}\2\2)\+?", "trips", True),
    (rf"trips up to ({RANK}\2\2)", "trips", False),
    ("no trips", "trips", False),
    (rf"{RANK} high\+?", "first", True),
    (rf"up to {RANK} high", "first", False),
    *((rf"{name} card {RANK}\+?", name, True) for name in ("second", "third", "lowest")),
    *((rf"{name} card up to {RANK}", name, False) for name in ("second", "third", "lowest")),
    ("paired", "first", False),
    (rf"suited {RANK}\+?", "suited", True),
    (rf"no suited card above {RANK}", "suited", False),
    ("no suited cards", "suited", False),
    (rf"both suits {RANK}\+?", "both", True),
    (rf"a suit up to {RANK}", "both", False),
    ("at most one suit", "both", False),
    (r"(\d)\+ within five ranks", "connected", True),
    (r"at most (\d) within five ranks", "connected", False),
    (r"(\d+)\+ gaps", "gaps", True),
    (r"at most (\d+) gaps", "gaps", False),
    (r"(\d)\+ pairs", "pairs", True),
    (r"at most (\d) pairs", "pairs", False),
    (r"(\d)\+ ranks 8-2", "low", True),
    (r"at most (\d) ranks 8-2", "low", False),
    (r"(\d)\+ ranks 5-2", "wheel", True),
    (r"at most (\d) ranks 5-2", "wheel", False),
]
SPELT = {
    "two pair": "2+ pairs",
    "a pair": "1+ pairs",
    "at most one pair": "at most 1 pairs",
    "no gap": "at most 0 gaps",
    "at most one gap": "at most 1 gaps",
    "no ranks 8-2": "at most 0 ranks 8-2",
    "no ranks 5-2": "at most 0 ranks 5-2",
}


@cache
def naive_numbers(cards: tuple[int, ...]) -> dict[str, int]:
    """What is seen of a hand; ranks from 0, -1 for none."""
    ranks = sorted((card // 4 for card in cards), reverse=True)
    counts = Counter(ranks)
    most = max(counts.values())
    repeated = max((rank for rank in counts if counts[rank] > 1), default=-1)
    single = sorted((rank for rank in counts if counts[rank] == 1), reverse=True) if most > 1 else []
    single += [-1, -1]
    suits = Counter(card % 4 for card in cards)
    bests = [max(c // 4 for c in cards if c % 4 == suit) for suit, count in suits.items() if count > 1]
    bests = [*sorted(bests, reverse=True), -1, -1]
    low_ace = {-1 if rank == 12 else rank for rank in counts}
    windows = [
        len({r for r in held if low <= r < low + 5})
        for held in (set(counts), low_ace)
        for low in range(-1, 9)
    ]
    spans = [max(held) - min(held) + 1 - len(counts) for held in (set(counts), low_ace)]
    unpaired = ranks if most == 1 else [-1] * 4
    return {
        "kicker": single[0],
        "second kicker": single[1],
        "pair": repeated if most == 2 else -1,
        "trips": repeated if most > 2 else -1,
        "pairs": sum(count == 2 for count in counts.values()),
        **dict(zip(("first", "second", "third", "lowest"), unpaired, strict=True)),
        "suited": bests[0],
        "both": bests[1],
        "connected": max(windows),
        "gaps": min(spans),
        "low": sum(rank <= 6 for rank in counts),
        "wheel": sum(rank <= 3 for rank in counts),
    }


def recount(game: Game, found: Deciding, pattern: Pattern, played: NDArray[np.float64]) -> None:
    """The words mean the classes, and are as exact as they say."""
    classes = hand_classes(game)
    right, said = 0.0, set(found.ids.tolist())
    for i in pattern.ids.tolist():
        fits = naive_fits(found.words, classes.representatives[i].tolist())
        assert fits == (i in said), f"{found.words}: {classes.name(i)}"
        right += int(classes.sizes[i]) * (played[i] if fits else 1 - played[i])
    hands = sum(int(classes.sizes[i]) for i in pattern.ids)
    assert found.accuracy == pytest.approx(right / hands, abs=1e-12)
    assert found.accuracy >= LEAST_ACCURACY


def by_strength(game: Game, edge: float, tilt: int) -> NDArray[np.float64]:
    """A made-up strategy: hands with many high, suited and paired cards are played, at the edge half."""
    strengths = []
    for cards in hand_classes(game).representatives.tolist():
        seen = naive_numbers(tuple(cards))
        strengths.append(
            sum(card // 4 for card in cards)
            + tilt * (seen["pair"] > 0)
            + 3 * (seen["suited"] >= 0)
            + 4 * (seen["both"] >= 0)
            - seen["gaps"]
        )
    worth = np.array(strengths, dtype=np.float64)
    at = np.quantile(worth, edge)
    return np.where(worth > at, 1.0, np.where(worth == at, 0.5, 0.0))


@pytest.mark.long
@by_game
@pytest.mark.parametrize(("edge", "tilt"), [(0.3, 8), (0.55, 15), (0.8, 2)])
def test_words_are_as_exact_as_they_say(game: Game, edge: float, tilt: int) -> None:
    played = by_strength(game, edge, tilt)
    play = MatrixPlay(game, played, played - 0.5)
    told = 0
    for cell in play.cells:
        found = play.deciding(cell.pattern)
        if found is not None:
            told += cell.hands
            recount(game, found, cell.pattern, played)
        else:
            assert 1 - LEAST_ACCURACY < cell.played < LEAST_ACCURACY
    assert told > 0.5 * game.n_hands


@pytest.mark.slow
@by_game
def test_every_condition_by_itself(game: Game) -> None:
    classes = hand_classes(game)
    some = Pattern("some hands", np.arange(0, classes.n, 29))
    for feature in features(game):
        steps = np.unique(feature.values).tolist()
        for low, high in pairwise(steps):
            for words, fits in (
                (feature.at_least(high), feature.values >= high),
                (feature.at_most(low), feature.values <= low),
            ):
                ids = some.ids[fits[some.ids]]
                recount(game, Deciding(words, ids, 1.0, 1), some, fits.astype(np.float64))


def test_simple_rules_are_found() -> None:
    matrix, classes = pattern_matrix(OMAHA), hand_classes(OMAHA)
    seen = [naive_numbers(tuple(cards)) for cards in classes.representatives.tolist()]
    cell = matrix.find("99xx-66xx, broadway/single-suited")
    rules: dict[str, Callable[[dict[str, int]], bool]] = {
        "all": lambda hand: True,
        "none": lambda hand: False,
        "Q+ kicker": lambda hand: hand["kicker"] >= 10,
        "pair 88+ or K+ kicker": lambda hand: hand["pair"] >= 6 or hand["kicker"] >= 11,
        "pair 88+ and suited Q+": lambda hand: hand["pair"] >= 6 and hand["suited"] >= 10,
    }
    for words, rule in rules.items():
        played = np.array([float(rule(hand)) for hand in seen])
        found = what_decides(OMAHA, cell.ids, played[cell.ids])
        assert found is not None
        assert found.accuracy == 1
        assert set(re.split(" (?:and|or) ", found.words)) == set(re.split(" (?:and|or) ", words))


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_nothing_is_told_of_noise(seed: int) -> None:
    cell = pattern_matrix(OMAHA).find("one of Q-T/single-suited")
    played = np.random.default_rng(seed).integers(0, 2, cell.ids.size).astype(np.float64)
    assert what_decides(OMAHA, cell.ids, played) is None


def test_a_condition_must_pay() -> None:
    """All but one hand of many are played: "nearly all" is told, with what it gets wrong."""
    cell = pattern_matrix(OMAHA).find("KKxx/double-suited")
    played = np.ones(cell.ids.size)
    played[-1] = 0
    found = what_decides(OMAHA, cell.ids, played)
    assert found is not None
    assert (found.words, found.conditions) == ("almost all", 0)
    sizes = hand_classes(OMAHA).sizes[cell.ids]
    assert found.accuracy == pytest.approx(1 - sizes[-1] / sizes.sum())

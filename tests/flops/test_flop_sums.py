"""Sums over the hands of a flop in order: against pairs one by one, the calculator, and published values."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest

from jamfold.calculator.calculate import equity
from jamfold.calculator.flops.distribution import flop_classes, flop_strengths
from jamfold.calculator.flops.flop_hands import flop_hands
from jamfold.calculator.flops.flop_payoffs import FlopSums, flop_payoffs
from jamfold.cards import Card, Rank, parse_cards
from jamfold.cards.games import GAMES, HOLDEM, STANDARD_ORDER, Game
from tests.naive_flops import flop_margin

TWENTY = Game("twenty", "Twenty cards", 2, (0, 1, 2), Rank(8), STANDARD_ORDER, split_low=False)
TWENTY_4 = Game("twenty-4", "Twenty cards, four each", 4, (2,), Rank(8), STANDARD_ORDER, split_low=False)
FLOPS = ("KhTdQc", "KhTdQh", "KhThJh", "AsAdAc")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_cards(text))


def sums_on(flop: str, game: Game) -> FlopSums:
    sums: FlopSums = flop_payoffs(flop_hands(cards(flop), game)).margins
    return sums


@pytest.mark.long
@pytest.mark.parametrize("flop", FLOPS)
def test_all_pairs_on_a_deck_of_twenty_cards(flop: str) -> None:
    """Products, blocks and placements of all classes against showdowns one by one."""
    sums = sums_on(flop, TWENTY)
    hands, classes = sums.hands, sums.classes
    n = len(classes.sizes)
    naive, disjoint = np.zeros((n, n), dtype=np.int64), np.zeros((n, n), dtype=np.int64)
    known: dict[tuple[int, int], int] = {}
    for i, first in enumerate(classes.representatives.tolist()):
        for other in range(len(hands.places)):
            if hands.masks[first] & hands.masks[other]:
                continue
            pair = first, other
            known[pair] = flop_margin(TWENTY, hands.cards[first], hands.cards[other], hands.flop)
            naive[i, classes.of[other]] += known[pair]
            disjoint[i, classes.of[other]] += 1
    every = np.arange(n)
    assert np.array_equal(sums.block(every, every), naive)
    assert np.array_equal(sums.placements(every, every), disjoint)
    rng = np.random.default_rng(5)
    rows = np.sort(rng.choice(n, n // 2, replace=False))
    factors = rng.integers(-3, 4, len(rows)) * classes.sizes[rows]
    added = np.zeros(n, dtype=np.int64)
    sums.add_rows(rows, factors, added)
    assert np.array_equal(added, factors @ naive[rows])
    assert np.allclose(sums.mix_rows(rows, factors / 7), factors @ naive[rows] / 7, rtol=0, atol=1e-7)
    amounts = rng.integers(0, 5, n)
    assert np.array_equal(sums.disjoint(amounts), disjoint @ amounts)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "flop"),
    [(TWENTY_4, "KhTdQh"), (GAMES["six-plus-trips"], "Kh7d9c")],
    ids=["four cards", "six-plus"],
)
def test_some_pairs_of_hands(game: Game, flop: str) -> None:
    compare_some_pairs(sums_on(flop, game))


def compare_some_pairs(sums: FlopSums) -> None:
    hands, classes, game = sums.hands, sums.classes, sums.hands.game
    rng = np.random.default_rng(7)
    rows, columns = (np.sort(rng.choice(len(classes.sizes), 12, replace=False)) for _ in range(2))
    naive = np.zeros((12, 12), dtype=np.int64)
    for i, row in enumerate(classes.representatives[rows]):
        for j, column in enumerate(columns):
            for other in classes.members[classes.starts[column] : classes.starts[column + 1]]:
                if not hands.masks[row] & hands.masks[other]:
                    naive[i, j] += flop_margin(game, hands.cards[row], hands.cards[other], hands.flop)
    assert np.array_equal(sums.block(rows, columns), naive)
    for i, row in enumerate(rows[:2]):
        added = np.zeros(len(classes.sizes), dtype=np.int64)
        sums.add_rows(rows[i : i + 1], classes.sizes[rows[i : i + 1]], added)
        assert np.array_equal(added[columns], classes.sizes[row] * naive[i])


def test_what_a_range_tells_apart_is_not_merged() -> None:
    """Suited and offsuit hands of suits that make no flush are one kind, unless a range has only one."""
    flop = flop_hands(cards("9s8s2s"), HOLDEM)
    weights = np.ones(1176, dtype=np.int64)
    assert flop_payoffs(flop, (weights, weights)).n_classes == 266
    suited = (flop.cards % 4)[:, 0] == (flop.cards % 4)[:, 1]
    assert flop_payoffs(flop, (weights, 1 + suited.astype(np.int64))).n_classes == 344


def test_rows_are_raw_strength() -> None:
    """The sum of a row is what the winning chance counts against one random hand."""
    payoffs = flop_payoffs(flop_hands(cards("9s8s2s"), HOLDEM))
    strengths = flop_strengths(cards("9s8s2s"))
    first = payoffs.margins.classes.representatives
    lost = strengths.counts.outcomes - strengths.wins - strengths.ties
    assert np.array_equal(payoffs.row_sums, (strengths.wins - lost)[first])
    assert int(payoffs.counts @ payoffs.row_sums) == 0


@pytest.mark.long
@pytest.mark.parametrize("game", ["holdem", "six-plus", "omaha", "omaha-hilo"])
def test_runouts_add_up_to_the_calculator_s_equity(game: str) -> None:
    rules = GAMES[game]
    first, second, flop = {2: ("AsKd", "9c9h", "Kh7d9s"), 4: ("AsKd3c2h", "9c9h8h7c", "Kh7d2c")}[
        rules.hole_cards
    ]
    if game.startswith("six"):
        flop = "Kh7d9s"
    hands = flop_hands(cards(flop), rules)
    sums = FlopSums(hands, hands.suits) if rules.hole_cards == 2 else None
    known = equity(rules, [first, second], flop)
    margin = flop_margin(rules, cards(first), cards(second), cards(flop))
    runouts = comb(len(rules.deck) - 3 - 2 * rules.hole_cards, 2)
    unit = runouts * (2 if rules.split_low else 1)
    assert (1 + margin / unit) / 2 == pytest.approx(known.players[0].equity, abs=1e-12)
    if sums is not None:
        row, column = (
            sums.classes.of[np.flatnonzero((hands.cards == sorted(cards(one))).all(axis=1))[0]]
            for one in (first, second)
        )
        assert sums.classes.sizes[column] == 1
        assert int(sums.block(np.array([row]), np.array([column]))[0, 0]) == margin


def test_flops_up_to_suits_weigh_all_flops() -> None:
    classes = flop_classes(HOLDEM)
    assert (classes.n, int(classes.sizes.sum())) == (1755, 22_100)


def test_hands_and_runouts_up_to_suits() -> None:
    """A flop of one suit has six renamings, of two suits two, of three suits one.

    Suits that are not on the flop are exchanged rank by rank besides: on 9s8s2s hands of no spade are 91 (a
    pair, or two ranks), of one spade 10 * 13, of two C(10, 2).
    """
    for flop, renamings, by_suit, by_rank in (
        ("9s8s2s", 6, 344, 91 + 130 + 45),
        ("Kh7h2c", 2, 721, 643),
        ("Kh7d2c", 1, 1176, 1176),
        ("7h7d2c", 2, 744, 744),
        ("7h7d7c", 6, 378, 378),
    ):
        hands = flop_hands(cards(flop), HOLDEM)
        assert len(hands.suits) == renamings
        assert FlopSums(hands, hands.suits, by_rank=False).shape[0] == by_suit
        sums = FlopSums(hands, hands.suits)
        assert sums.shape[0] == by_rank
        assert int(sums.classes.sizes.sum()) == 1176
        assert int(sums.orders.weights.sum()) == 1176
        some = list(combinations(range(len(sums.classes.representatives)), 2))[:50]
        assert all(
            hands.name(sums.classes.representatives[i]) != hands.name(sums.classes.representatives[j])
            for i, j in some
        )

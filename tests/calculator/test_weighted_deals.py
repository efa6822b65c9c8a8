"""Deals drawn with weights: against exact equities and lists of all deals, their errors, what has no deal."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jamfold.calculator import deals, methods
from jamfold.calculator.calculate import equity
from jamfold.calculator.deals import Drawing, WeightedDrawing, draw_deals, draw_weighted, is_rare
from jamfold.calculator.problem import EquityProblem, parse_problem
from jamfold.calculator.tally import Tally
from jamfold.cards import card_mask, format_cards
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import GAMES, HOLDEM, OMAHA, SIX_PLUS, Game
from jamfold.cards.strength.boards import number_boards
from jamfold.cards.strength.showdown import number_hands
from jamfold.core.errors import JamfoldError
from jamfold.ranges import HandRange

WAYS = {"listed": (300_000, 4), "summed": (0, 10**9), "looked up": (0, 0)}
"""Joint deals in the list, and what a look-up costs: each way of drawing alone."""


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """All samples are drawn with weights, in one of the ways."""
    listed, look_up = WAYS[request.param]
    monkeypatch.setattr(methods, "is_rare", lambda drawing: True)
    monkeypatch.setattr(deals, "MOST_JOINT", listed)
    monkeypatch.setattr(deals, "_LOOK_UP", look_up)
    return str(request.param)


def _drawings(problem: EquityProblem) -> tuple[Drawing, WeightedDrawing]:
    weights = [player.weights for player in problem.players]
    free = Drawing.of(problem.game, weights, problem.board, frozenset(problem.dead))
    return free, WeightedDrawing.of(problem.game, weights, free)


def _blocking_case(game: Game, rng: np.random.Generator) -> tuple[list[str | HandRange], str]:
    """Ranges of hands from four ranks with random weights, sometimes a player with any hand, and a board."""
    ranks = rng.choice(np.arange(game.lowest_rank, 13), 4, replace=False)
    inside = np.flatnonzero(np.isin(hand_classes(game).hands // 4, ranks).all(axis=1))
    ranges: list[str | HandRange] = []
    for _ in range(int(rng.integers(3, 5))):
        weights = np.zeros(game.n_hands)
        weights[rng.choice(inside, 12, replace=False)] = rng.integers(1, 5, 12) / 4
        ranges.append(HandRange.from_hands(game, weights))
    cards = rng.permutation(np.array(game.deck))[: int(rng.choice([4, 5]))]
    return ranges, format_cards(cards.tolist())


@pytest.mark.long
@pytest.mark.parametrize("game", [HOLDEM, OMAHA, GAMES["omaha-hilo"], SIX_PLUS], ids=lambda game: game.name)
def test_every_column_is_within_four_standard_errors_of_exact(game: Game, way: str) -> None:
    rng = np.random.default_rng(len(way) + game.hole_cards)
    done = 0
    while done < 15:
        ranges, board = _blocking_case(game, rng)
        try:
            problem = parse_problem(game, ranges, board)
            exact = methods.by_boards(problem)
        except JamfoldError:
            continue  # the board or the ranges leave no deal
        sampled = methods.sample(problem, 4_000, None, done)
        for one, other in zip(exact.players, sampled.players, strict=True):
            slack = 4 * max(other.standard_error, 1e-4)
            assert abs(one.equity - other.equity) <= slack
            assert one.win is not None
            assert other.win is not None
            assert abs(one.win - other.win) <= max(2 * slack, 0.05)
        done += 1


def test_deals_come_as_often_as_the_weights_say(way: str) -> None:
    """Three players: all joint hands listed by hand, their chances against sums of weights; 4 sigma each."""
    problem = parse_problem(
        HOLDEM, ["AA@100,AKs@50", "AKs@30,KK@100", "AsQs@60,KsQs@60,QQ@100", "*"], "2c 3d 4h"
    )
    tuples, chances = methods.joint_hands(
        parse_problem(HOLDEM, [p.text for p in problem.players][:3], "2c 3d 4h")
    )
    expected = dict(zip(map(tuple, tuples.tolist()), chances / chances.sum(), strict=True))
    drawing = _drawings(problem)[1]
    is_joint = not len(drawing.ends)
    assert is_joint is (way == "listed")
    hands, boards, counts = draw_weighted(drawing, 40_000, [1], 400_000)
    assert (counts == 1).all() == is_joint
    found: Counter[tuple[int, ...]] = Counter()
    for row, count in zip(hands[:, :3].tolist(), counts.tolist(), strict=True):
        found[tuple(row)] += count
    assert set(found) <= set(expected)
    total, worth = counts.sum(), counts.sum() ** 2 / (counts**2).sum()
    for row, chance in expected.items():
        assert abs(found[row] / total - chance) <= 4.5 * sqrt(2 * chance / worth) + 1e-6
    cards = hand_classes(HOLDEM).hands[hands].reshape(len(hands), -1)
    every = np.hstack([cards, boards])
    assert all(len(set(row)) == 13 for row in every.tolist())
    assert (boards[:, :3] == problem.board).all()


def test_without_the_weights_the_answer_would_be_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first player's queens leave the second one queens only; counted alike they come far too often."""
    monkeypatch.setattr(deals, "MOST_JOINT", 0)
    problem = parse_problem(HOLDEM, ["AsKs,QcQd", "QQ,AsKd,AsKh,AsKc"], "2c 3d 4h 7s 8d")
    exact = methods.by_boards(problem).players[0].equity
    hands, boards, counts = draw_weighted(_drawings(problem)[1], 20_000, [1], 100_000)
    numbered = number_hands(HOLDEM, hand_classes(HOLDEM).hands)
    right = Tally.of(HOLDEM, numbered, hands, number_boards(HOLDEM, boards), counts)
    wrong = Tally.of(HOLDEM, numbered, hands, number_boards(HOLDEM, boards), None)
    assert abs(right.sums[0, 0] / right.weight / 5040 - exact) <= 4 * right.errors[0] + 1e-9
    assert abs(wrong.sums[0, 0] / wrong.weight / 5040 - exact) > 20 * wrong.errors[0]


@given(data=st.data())
@settings(max_examples=40)
def test_what_is_left_of_a_range_is_the_sum_over_its_hands(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from([HOLDEM, OMAHA, SIX_PLUS]))
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    used = sorted(data.draw(st.permutations(game.deck))[: data.draw(st.integers(0, 16))])
    weights = np.where(rng.random(game.n_hands) < 0.2, rng.random(game.n_hands), 0.0)
    drawing = Drawing.of(game, [weights], (), frozenset())
    contained = deals._contained(game, weights, drawing.rest)
    places = np.array(used, dtype=np.int64) - game.deck[0]
    left = weights.sum() + deals._set_sums(contained, drawing.rest.choose, places)
    free = hand_classes(game).masks & np.uint64(card_mask(used)) == 0
    assert left == pytest.approx(weights[free].sum(), abs=1e-8)


def test_sets_of_cards_are_counted() -> None:
    """One hand of four cards is in its 15 sets, each once."""
    weights = np.zeros(OMAHA.n_hands)
    weights[123_456] = 0.5
    drawing = Drawing.of(OMAHA, [weights], (), frozenset())
    contained = deals._contained(OMAHA, weights, drawing.rest)
    assert Counter(contained[contained > 0].tolist()) == {0.5: 15}
    hand = hand_classes(OMAHA).hands[123_456].tolist()
    for size in range(1, 5):
        for cards in combinations(hand, size):
            number = sum(int(drawing.rest.choose[card, k]) for k, card in enumerate(sorted(cards)))
            assert contained[deals._offsets(52, 4)[size - 1] + number] == 0.5


def test_standard_errors_cover_as_often_as_they_should(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 200 samples with weights about 68% lie within one standard error, 95% within 1.96."""
    monkeypatch.setattr(methods, "is_rare", lambda drawing: True)
    monkeypatch.setattr(deals, "MOST_JOINT", 0)
    problem = parse_problem(HOLDEM, ["QQ+,AKs", "QQ+@100,AKs@40", "JJ+,AK"], "Qh 7s 2s 3c")
    truth = methods.by_boards(problem).players[2].equity
    players = [methods.sample(problem, 1_000, None, seed).players[2] for seed in range(200)]
    off = np.array([abs(player.equity - truth) / player.standard_error for player in players])
    for limit, share in ((1.0, 0.6827), (1.96, 0.95)):
        assert abs((off <= limit).mean() - share) < 4 * sqrt(share * (1 - share) / len(off))


def test_the_way_is_chosen_by_how_often_hands_collide() -> None:
    free = equity(HOLDEM, ["AA,KK,AK"] * 3, deals=2_000, seed=1)
    assert "by weight" not in free.method
    rare = equity(HOLDEM, ["TT+,AT+"] * 6, deals=2_000, seed=1)
    assert "2,000 deals by weight, worth 1," in rare.method
    assert is_rare(_drawings(parse_problem(HOLDEM, ["TT+,AT+"] * 6))[0])
    assert sum(player.equity for player in rare.players) == pytest.approx(1)
    again = equity(HOLDEM, ["TT+,AT+"] * 6, deals=2_000, seed=1)
    assert again.players == rare.players
    listed = equity(HOLDEM, ["AsAh,AsAd,AsAc,KK"] * 3, deals=2_000, seed=1)  # collides nearly always
    assert "by weight" not in listed.method


def test_sampling_by_weight_to_an_error() -> None:
    result = equity(HOLDEM, ["TT+,AT+"] * 6, error=0.004, seed=1)
    assert max(player.standard_error for player in result.players) <= 0.004


def test_equal_weights_are_no_weights() -> None:
    game, rng = HOLDEM, np.random.default_rng(3)
    drawing = Drawing.of(game, [np.ones(game.n_hands)] * 3, (), frozenset())
    hands, cards = draw_deals(drawing, 500, [7], 1000)
    numbered, boards = number_hands(game, hand_classes(game).hands), number_boards(game, cards)
    plain = Tally.of(game, numbered, hands, boards, None)
    weighed = Tally.of(game, numbered, hands, boards, np.full(500, 0.25))
    assert weighed.worth == pytest.approx(500)
    assert plain.errors == pytest.approx(weighed.errors)
    assert plain.sums == pytest.approx(4 * weighed.sums)
    weights = rng.random(500)
    whole = Tally.of(game, numbered, hands, boards, weights)
    part = slice(200), slice(200, 500)
    halves = [
        Tally.of(game, numbered, hands[one], number_boards(game, cards[one]), weights[one]) for one in part
    ]
    both = Tally.empty(3) + halves[0] + halves[1]
    assert both.deals == whole.deals
    assert both.weight == pytest.approx(whole.weight)
    assert both.errors == pytest.approx(whole.errors)
    assert both.worth < 500


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "texts", "words"),
    [
        (OMAHA, ["AA$ds"] * 4, "No deal is possible"),  # 864 hands each: more than can be listed for four
        (HOLDEM, ["AA,AKs"] * 6, "No deal is possible"),
        (OMAHA, ["AA", "AA", "A", "K", "K"], "draws is a deal"),
    ],
)
def test_what_cannot_be_dealt_is_one_sentence(
    game: Game, texts: list[str | HandRange], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(methods, "_TRIES_BY_WEIGHT", 1)
    with pytest.raises(JamfoldError) as caught:
        equity(game, texts, deals=1000, seed=1)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)

"""The calculator: published three-way pots, exact methods against one another, sampling against exact."""

from __future__ import annotations

import _thread
from itertools import product
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jamfold.calculator import calculate, methods, tally
from jamfold.calculator.calculate import equity
from jamfold.calculator.problem import EquityProblem, parse_problem
from jamfold.calculator.results import EquityResult
from jamfold.cards import format_cards
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import GAMES, HOLDEM, OMAHA, OMAHA_HILO, SIX_PLUS, Game
from jamfold.core.errors import JamfoldError
from jamfold.ranges import HandRange
from jamfold.views.formats import to_values
from tests import naive
from tests.published_values import Row, rows

HANDS = ("hand1", "hand2", "hand3")
_GAMES = [game for game in GAMES.values() if game.has_class_table]  # five cards: seconds a question


def _texts(row: Row) -> list[str]:
    return [row[name] for name in HANDS]


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "file", "prefix", "unit"),
    [
        (HOLDEM, "holdem_threeway.csv", "", 6),
        (OMAHA, "omaha_threeway.csv", "hi_", 6),
        (OMAHA_HILO, "omaha_threeway.csv", "hilo_", 12),
    ],
)
def test_published_three_way_pots(game: Game, file: str, prefix: str, unit: int) -> None:
    for row in rows(file):
        result = equity(game, _texts(row))
        assert result.exact
        assert result.boards == int(row["boards"])
        for k, player in enumerate(result.players, 1):
            pots = row[f"{prefix}{'twelfths' if unit == 12 else 'sixths'}{k}"]
            assert player.equity * int(row["boards"]) * unit == pytest.approx(int(pots), abs=1e-6)
            assert f"{player.equity:.15f}"[:-1] == row[f"{prefix}share{k}"][:-1]


@pytest.mark.long
def test_outcomes_of_two_exact_hands() -> None:
    row = rows("omaha_matchups.csv")[0]
    result = equity(OMAHA_HILO, [row["hand1"], row["hand2"]])
    expected = [int(row[f"hi{high}_lo{low}"]) for high, low in product("WTL", "NWTL")]
    assert result.outcomes == tuple(expected)
    high = equity(OMAHA, [row["hand1"], row["hand2"]])
    assert high.outcomes == tuple(int(row[name]) for name in ("hi_win1", "hi_tie", "hi_win2"))


def test_the_ordering_of_percentages_is_told() -> None:
    result = equity(SIX_PLUS, ["10%", "AA"])
    assert result.order == to_values(result)["order"] == "equity against a random hand"
    assert equity(HOLDEM, ["KK", "AA"]).order is None


def test_quartered_pots() -> None:
    """Both hold A2 for the low; the aces take the high: the other hand is quartered on every low board."""
    result = equity(OMAHA_HILO, ["AsAh2s9c", "Ad2dKcQh"], "3h 4c 8d Ts Jc")
    assert [player.equity for player in result.players] == [0.75, 0.25]
    assert [player.quartered for player in result.players] == [0, 1]
    assert [player.scoop for player in result.players] == [0, 0]
    assert [(player.high, player.low) for player in result.players] == [(1, 0.5), (0, 0.5)]


def _problem(game: Game, texts: list[str | HandRange], board: str = "", dead: str = "") -> EquityProblem:
    return parse_problem(game, texts, board, dead)


def _same(first: EquityResult, second: EquityResult) -> None:
    """The columns that both methods give agree."""
    for one, other in zip(first.players, second.players, strict=True):
        for name in ("equity", "win", "tie", "high", "low", "scoop", "quartered"):
            mine, theirs = getattr(one, name), getattr(other, name)
            if mine is not None and theirs is not None:
                assert mine == pytest.approx(theirs, abs=1e-12), name


def _few_hands(game: Game, rng: np.random.Generator, count: int) -> HandRange:
    """A range of some random hands with random weights."""
    weights = np.zeros(game.n_hands)
    weights[rng.choice(game.n_hands, count, replace=False)] = rng.integers(1, 5, count) / 4
    return HandRange.from_hands(game, weights)


@pytest.mark.slow
@pytest.mark.parametrize("game", _GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("cards", [3, 4, 5])
def test_sorted_boards_equal_boards_for_each_combination(game: Game, cards: int) -> None:
    rng = np.random.default_rng(cards)
    board = format_cards(rng.choice(game.deck, cards, replace=False).tolist())
    problem = _problem(game, [_few_hands(game, rng, 40), _few_hands(game, rng, 30)], board)
    _same(methods.by_sorted_boards(problem), methods.by_boards(problem))


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [HOLDEM, OMAHA, pytest.param(OMAHA_HILO, marks=pytest.mark.long), SIX_PLUS],
    ids=lambda game: game.name,
)
def test_pairs_by_decomposition_equal_all_boards(game: Game) -> None:
    rng = np.random.default_rng(11)
    problem = _problem(game, [_few_hands(game, rng, 3), _few_hands(game, rng, 2)])
    _same(methods.by_pairs(problem), methods.by_boards(problem))


@pytest.mark.parametrize(
    "texts", [("AA", "KQs"), ("AsKs", "QQ"), ("QQ", "AsKs"), ("JJ@50,AKo@25", "66@10,A7s@40")]
)
def test_class_table_equals_pairs(texts: tuple[str, str]) -> None:
    problem = _problem(SIX_PLUS, list(texts))
    _same(methods.by_class_table(problem, False), methods.by_pairs(problem))


@pytest.mark.parametrize("texts", [("AA", "KQs"), ("AKs", "88+"), ("JJ@50,AKo@25", "66@10,A7s@40")])
def test_hands_of_a_range_are_told_apart(texts: tuple[str, str]) -> None:
    """Both methods have the same curves of unions of classes, which are as high as the range in the mean."""
    problem = _problem(SIX_PLUS, list(texts))
    methods_of_all = methods.by_class_table(problem, False), methods.by_pairs(problem)
    for by_class, by_pair in zip(*(one.players for one in methods_of_all), strict=True):
        assert by_class.curve == pytest.approx(by_pair.curve, abs=1e-12) or len(set(by_pair.curve)) <= 1
        for one in filter(None, (by_class.curve, by_pair.curve)):
            assert list(one) == sorted(one, reverse=True)
            assert sum(one[1:]) / 100 == pytest.approx(by_class.equity, abs=0.01)


def test_the_curve_of_a_hand_against_sets_and_draws() -> None:
    """On the river a hand of a range wins or does not: the curve falls where the share of winners ends."""
    result = equity(HOLDEM, ["AsAh", "KK,22"], "Kc 7d 2c 9h Js")
    assert not result.players[0].curve
    assert set(result.players[1].curve) == {1.0}
    result = equity(HOLDEM, ["AsAh", "KK,33"], "Kc 7d 2c 9h Js")
    assert result.players[1].curve == (*[1.0] * 34, *[0.0] * 67)  # three of nine pairs win


@pytest.mark.long
@given(data=st.data())
@settings(max_examples=25)
def test_a_river_is_the_naive_showdown(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(_GAMES))
    players = data.draw(st.integers(2, 5))
    cards = data.draw(st.permutations(game.deck))
    board, rest = cards[:5], cards[5:]
    hands = [rest[k * game.hole_cards : (k + 1) * game.hole_cards] for k in range(players)]
    result = equity(game, [format_cards(hand) for hand in hands], format_cards(board))
    highs = [naive.best_high(game, hand, board) for hand in hands]
    lows = [naive.best_low(game, hand, board) if game.split_low else -1 for hand in hands]
    high = [(value == max(highs)) / highs.count(max(highs)) for value in highs]
    low = [(value == max(lows)) / lows.count(max(lows)) for value in lows]
    expected = high if max(lows) < 0 else [(a + b) / 2 for a, b in zip(high, low, strict=True)]
    assert [player.equity for player in result.players] == pytest.approx(expected, abs=1e-15)
    assert result.boards == 1


def test_dead_cards_are_not_dealt() -> None:
    """With both other aces dead, kings against queens on an ace-less flop lose their overcards."""
    free = equity(HOLDEM, ["KsKh", "QsQh"], "7c 8d 2s")
    blocked = equity(HOLDEM, ["KsKh", "QsQh"], "7c 8d 2s", "Qc Qd")
    assert blocked.players[0].equity > free.players[0].equity
    assert (free.boards, blocked.boards) == (990, 903)


def _random_case(game: Game, rng: np.random.Generator) -> tuple[list[str | HandRange], str]:
    players = int(rng.integers(2, 4))
    if rng.random() < 0.4:
        # Ranges that block one another: hands from three ranks.
        ranks = rng.choice(np.arange(game.lowest_rank, 13), 3, replace=False)
        inside = np.flatnonzero(np.isin(hand_classes(game).hands // 4, ranks).all(axis=1))
        ranges: list[str | HandRange] = []
        for _ in range(players):
            weights = np.zeros(game.n_hands)
            weights[rng.choice(inside, 20, replace=False)] = 1
            ranges.append(HandRange.from_hands(game, weights))
    else:
        ranges = [_few_hands(game, rng, int(rng.integers(1, 20))) for _ in range(players)]
    cards = rng.permutation(np.array(game.deck))[: int(rng.choice([3, 4, 5]))]
    return ranges, format_cards(cards.tolist())


@pytest.mark.long
@pytest.mark.parametrize("game", _GAMES, ids=lambda game: game.name)
def test_sampling_is_within_four_standard_errors_of_exact(game: Game) -> None:
    """200 random cases in all, ranges that block one another among them."""
    rng = np.random.default_rng(2016)
    done = 0
    while done < 40:
        ranges, board = _random_case(game, rng)
        try:
            problem = _problem(game, ranges, board)
            exact = methods.by_boards(problem)
        except JamfoldError:
            continue  # the board or the ranges leave no deal
        sampled = methods.sample(problem, 4_000, None, done)
        for one, other in zip(exact.players, sampled.players, strict=True):
            slack = 4 * max(other.standard_error, 1e-4)
            assert abs(one.equity - other.equity) <= slack
        done += 1


def test_standard_errors_cover_as_often_as_they_should() -> None:
    """Of 300 samples about 68% lie within one standard error; 4 sigma of a binomial on either side."""
    problem = _problem(HOLDEM, ["AsKs", "QQ,JJ"], "Qh 7s 2s")
    truth = methods.by_boards(problem).players[0].equity
    n, within = 300, 0
    for seed in range(n):
        player = methods.sample(problem, 1_000, None, seed).players[0]
        within += abs(player.equity - truth) <= player.standard_error
    assert abs(within / n - 0.6827) < 4 * sqrt(0.6827 * 0.3173 / n)


def test_samples_repeat_with_their_seed_and_differ_without() -> None:
    first, second, other = (equity(OMAHA, ["AA", "KK"], deals=30_000, seed=seed) for seed in (5, 5, 6))
    assert first.players == second.players
    assert first.players != other.players
    unseeded = equity(OMAHA, ["AA", "KK"], deals=100)
    assert unseeded.seed is not None
    assert equity(OMAHA, ["AA", "KK"], deals=100, seed=unseeded.seed).players == unseeded.players


def test_sampling_to_an_error() -> None:
    result = equity(OMAHA_HILO, ["AA", "*", "*"], error=0.002, seed=1)
    assert max(player.standard_error for player in result.players) <= 0.002
    assert sum(player.equity for player in result.players) == pytest.approx(1)


@pytest.mark.usefixtures("interrupts")
def test_ctrl_c_keeps_the_deals_drawn_so_far() -> None:
    def interrupt(stage: str, share: float) -> None:
        if share > 0:
            _thread.interrupt_main()

    result = equity(HOLDEM, ["AA", "KK", "QQ"], deals=10**9, seed=1, progress=interrupt)
    assert result.deals is not None
    assert 0 < result.deals < 10**9
    assert result.players[0].equity == pytest.approx(0.67, abs=0.05)


def test_nine_players() -> None:
    result = equity(HOLDEM, ["AA", *["*"] * 8], deals=40_000, seed=2)
    assert sum(player.equity for player in result.players) == pytest.approx(1)
    assert result.players[0].equity == pytest.approx(0.347, abs=0.01)  # aces against eight: widely printed


@pytest.mark.parametrize(
    ("game", "players", "options", "words", "field"),
    [
        ("chess", ["AA", "KK"], {}, "chess", "game"),
        ("holdem", ["AA"], {}, "2 to 9 players", "players"),
        ("holdem", ["AA"] * 10, {}, "2 to 9 players", "players"),
        ("holdem", ["AsAh", "AsKd"], {}, "As", "player2"),
        ("holdem", ["AsAs", "KsKd"], {}, "As", "player1"),
        ("holdem", ["AA", "AA", "AA"], {}, "No deal is possible", ""),
        ("holdem", ["AA", "AA", "AA"], {"deals": 100}, "No deal is possible", ""),
        ("holdem", ["AsKd", "QQ"], {"board": "As 2c 3d"}, "AsKd", "player1"),
        ("holdem", ["AA", "QQ"], {"board": "As 2c"}, "2 cards", "board"),
        ("holdem", ["AA", "QQ"], {"board": "As 2c 2c"}, "2c", "board"),
        ("holdem", ["AA", "QQ"], {"board": "As 2c 3d", "dead": "3d"}, "3d", "dead"),
        ("holdem", ["AA", "QQ"], {"dead": "Xx"}, "Xx", "dead"),
        ("holdem", ["AA", "QQ"], {"deals": 0}, "0", "deals"),
        ("holdem", ["AA", "QQ"], {"error": float("nan")}, "nan", "error"),
        ("holdem", ["AA", "QQ"], {"error": 0.01, "deals": 5}, "not both", "error"),
        ("holdem", ["AA", "QQ"], {"exact": True, "deals": 5}, "exact", "deals"),
        ("holdem", ["AA", "QQ"], {"seed": -1}, "-1", "seed"),
        ("holdem", ["AA", "foo"], {}, "foo", "player2"),
        ("holdem", ["AA", ""], {}, "", "player2"),
        ("six-plus", ["AA", "5s5d"], {}, "5d", "player2"),
        ("six-plus", ["AA", "KK"], {"board": "2c 7d 8h"}, "2c", "board"),
        ("omaha", ["AsKsQsJsTs", "*"], {}, "5 cards", "player1"),
    ],
)
def test_bad_questions_are_one_sentence(
    game: str, players: list[str], options: dict[str, object], words: str, field: str
) -> None:
    with pytest.raises(JamfoldError) as caught:
        equity(game, players, **options)  # type: ignore[arg-type]
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.field == field


@pytest.mark.long
def test_methods_are_chosen_by_size() -> None:
    assert "class table" in equity(SIX_PLUS, ["66+,A7s+", "random"]).method
    assert "every pair of hands" in equity(HOLDEM, ["22+,A2s+", "random"], "Ah 7d 2c").method
    assert "6 combinations" in equity(HOLDEM, ["AsKs", "QQ"]).method
    assert not equity(HOLDEM, ["22+", "random", "AK"], seed=0, deals=None).exact
    assert equity(HOLDEM, ["AsKs", "QQ"], deals=1000, seed=0).deals == 1000
    assert calculate.MOST_DEALS > tally.DEFAULT_DEALS


def test_one_board_is_singular() -> None:
    """Beside a full board there is one board."""
    result = equity("holdem", ["AA", "KK"], "2c 7d 9h Jc 3s")
    assert result.method == "exact, 1 board for each of 36 combinations of hands"

"""The calculator's other games: exact values from elsewhere, the rules written out, bad input."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jamfold.calculator import listed_methods as methods
from jamfold.calculator.calculate import equity
from jamfold.calculator.equity_games import LISTED_GAMES, ListedGame, Pot, find_calculator_game
from jamfold.calculator.listed_problem import Tuples, parse_listed
from jamfold.calculator.results import EquityResult
from jamfold.calculator.two_ranges import PairContest, Strengths, Weighted, pair_outcomes_of
from jamfold.cards import Rank, format_cards, parse_cards
from jamfold.cards.counting.classes import hand_masks
from jamfold.cards.counting.removal import number_card_sets
from jamfold.cards.games import HOLDEM
from jamfold.cards.strength.listed import private_strengths
from jamfold.cards.strength.rankings import (  # fmt: skip
    ACE_FIVE,
    BADUGI,
    DEUCE_SEVEN,
    EIGHT_OR_BETTER,
    HIGH,
    RainbowRanking,
    Ranking,
)
from jamfold.cases import answers
from jamfold.cases.answers.watch import Observer
from jamfold.cases.equities import EquityRequest, PlayerRequest
from jamfold.core.errors import GameError, JamfoldError
from jamfold.ranges import parse_range
from tests import naive_listed
from tests.command_line import Runner
from tests.published_values import Row, rows

TRUTH = rows("games_truth.csv")
STUD = LISTED_GAMES["stud"]


def _shares(result: EquityResult, unit: int = 120) -> list[int]:
    """Pot shares summed over deals, in parts of a pot, which must be whole."""
    parts = [player.equity * result.counted * unit for player in result.players]
    assert parts == pytest.approx([round(part) for part in parts], abs=1e-3)
    return [round(part) for part in parts]


@pytest.mark.slow
@pytest.mark.parametrize("row", TRUTH, ids=lambda row: f"{row['game']} {row['hands']}")
def test_published_rows(row: Row) -> None:
    """The twelve largest, up to 5.4e9 deals, take some 3 s together."""
    result = equity(row["game"], row["hands"].split(), row["board"], row["dead"], exact=None)
    assert result.exact
    assert result.counted == int(row["deals"])
    assert _shares(result) == [int(share) for share in row["shares_120ths"].split()]
    printed = [f"{player.equity:.12f}" for player in result.players]
    assert printed == row["equities"].split()
    if row["hiW_loN"]:
        expected = [int(row[f"hi{high}_lo{low}"]) for high, low in product("WTL", "NWTL")]
    elif row["win1"]:
        expected = [int(row[name]) for name in ("win1", "tie", "win2")]
    else:
        assert result.outcomes is None
        return
    assert list(result.outcomes or ()) == expected


def test_the_file_has_every_game() -> None:
    assert {row["game"] for row in TRUTH} | {"stud-5"} == set(LISTED_GAMES)


def test_five_card_stud_is_five_card_draw_to_who_draws() -> None:
    """The cards are the same, whether they are dealt up or drawn."""
    stud, draw = (equity(game, ["4c7sKc9s", "AhAs2d"], dead="Tc8c") for game in ("stud-5", "5-draw"))
    assert stud.players == draw.players
    assert stud.outcomes == draw.outcomes


@settings(max_examples=60)
@given(st.sampled_from([HIGH, ACE_FIVE, DEUCE_SEVEN, EIGHT_OR_BETTER, BADUGI]), st.data())
def test_rankings_order_hands_as_the_rules_do(ranking: Ranking, data: st.DataObject) -> None:
    if isinstance(ranking, RainbowRanking):
        size = 4
    else:
        size = 5 if ranking.fears_flushes else data.draw(st.integers(5, 7))
    low_cards = st.sampled_from(range(24)) if data.draw(st.booleans()) else st.integers(0, 51)
    one = st.lists(low_cards, min_size=size, max_size=size, unique=True)
    hands = data.draw(st.lists(one, min_size=2, max_size=8))
    ours = private_strengths(STUD, ranking, np.array(hands, dtype=np.uint8)).tolist()
    theirs = [naive_listed.best(ranking.name, hand, (), (5,)) for hand in hands]
    for (mine, yours), (a, b) in zip(product(ours, ours), product(theirs, theirs), strict=True):
        if a is None or b is None:
            assert (mine == 0) == (a is None)
            assert (yours == 0) == (b is None)
        else:
            assert (mine > yours, mine == yours) == (a > b, a == b)


def _strength(ranking: Ranking, text: str) -> int:
    cards = np.array([parse_cards(text)], dtype=np.uint8)
    return int(private_strengths(STUD, ranking, cards)[0])


def _ascends(ranking: Ranking, *texts: str) -> bool:
    values = [_strength(ranking, text) for text in texts]
    return all(a < b for a, b in pairwise(values))


def test_edges_of_the_lows() -> None:
    assert _ascends(DEUCE_SEVEN, "8s7s6s2sJs", "Kd8h5c3c2d"), "a flush counts against the hand"
    assert _ascends(DEUCE_SEVEN, "6c5d4h3s2c", "As2c3d4h5s", "Kc8d7h3s2c", "7c5d4h3s2c"), "the ace is high"
    assert _ascends(ACE_FIVE, "AcAd2h3s4c", "KcQdJhTs9c", "6c4d3h2sAc", "5c4c3c2cAc"), "wheels are best"
    assert _strength(EIGHT_OR_BETTER, "9c4d3h2sAc") == 0
    assert _strength(EIGHT_OR_BETTER, "8c8d3h2sAc") == 0
    assert _ascends(EIGHT_OR_BETTER, "8c7d6h5s4c", "5c4d3h2sAc")


def test_edges_of_badugi() -> None:
    assert _ascends(BADUGI, "AcAdAhAs", "AcAd2c2d", "KcQdJhJs", "AcAd2h3s", "KcQdJhTs", "Ac2d3h4s")
    assert _strength(BADUGI, "Ac2c3d4h") == _strength(BADUGI, "AcKc3d4h"), "three cards each"


def _naive_shares(
    game: ListedGame, hands: list[list[int]], board: list[int], deck: list[int]
) -> tuple[int, list[Fraction]]:
    pots = [(pot.ranking.name, pot.used) for pot in game.pots]
    total, many = [Fraction()] * len(hands), 0
    for dealt, whole in naive_listed.deals(deck, hands, game.private_cards, board, game.board_cards):
        many += 1
        total = [a + b for a, b in zip(total, naive_listed.shares(pots, dealt, whole), strict=True)]
    return many, total


@pytest.mark.long
@settings(max_examples=40)
@given(st.sampled_from(sorted(LISTED_GAMES)), st.integers(2, 3), st.permutations(range(52)))
def test_last_cards_against_every_deal(name: str, players: int, cards: list[int]) -> None:
    """One unknown card of two players, or of the board; the other cards are dead, so that deals are few."""
    game = LISTED_GAMES[name]
    hands = [cards[game.private_cards * k : game.private_cards * (k + 1)] for k in range(players)]
    used = game.private_cards * players
    board = cards[used : used + game.board_cards]
    dead = cards[used + game.board_cards : 45]
    if game.has_board:
        board = board[:-1]
    else:
        hands[:2] = [hand[:-1] for hand in hands[:2]]
    texts = [format_cards(hand) for hand in hands]
    result = equity(game, texts, format_cards(board), format_cards(dead), exact=True)
    left = [int(card) for card in game.deck if card not in dead]
    many, shares = _naive_shares(game, hands, board, left)
    assert result.counted == many
    assert [player.equity for player in result.players] == pytest.approx([float(s / many) for s in shares])


@pytest.mark.parametrize(
    ("game", "players", "dead"),
    [
        (STUD, ["AsAhKdQc2d", "TcTdTh4s5s"], ""),
        (LISTED_GAMES["stud-hilo"], ["Ac2c3d8d", "KhKsQd4h5h"], "As"),
        (LISTED_GAMES["badugi"], ["Ac2d", "3h"], ""),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_two_methods_agree(game: ListedGame, players: list[str], dead: str) -> None:
    """Two ranges by the pair kernel, and every way to deal."""
    problem = parse_listed(game, players, "", dead, None)
    tuples = Tuples.of(problem)
    pairs, ways = methods.by_pairs(problem, tuples), methods.by_ways(problem, tuples)
    assert pairs.counted == ways.counted
    for one, other in zip(pairs.players, ways.players, strict=True):
        for name in ("equity", "win", "tie", "high", "low", "scoop", "quartered"):
            assert getattr(one, name) == pytest.approx(getattr(other, name)), name


@pytest.mark.long
@settings(max_examples=25)
@given(st.integers(0, 2**32 - 1), st.booleans())
def test_two_strengths_at_once_pair_by_pair(seed: int, split: bool) -> None:
    """More pairs than are looked at one by one, many equal strengths, weights, several sizes of hands."""
    rng = np.random.default_rng(seed)
    sides, masks, places = [], [], []
    for size in rng.integers(1, 4, size=2):
        hands = np.sort(np.array([rng.choice(20, size, replace=False) for _ in range(150)]), axis=1)
        places.append(hands.astype(np.uint8))
        masks.append(hand_masks(places[-1]))
    most = max(hands.shape[1] for hands in places)
    numbered = [number_card_sets(hands, 20, most) for hands in places]
    for numbers, _, _ in numbered:
        sides.append(Weighted(rng.integers(1, 4, len(numbers)).astype(np.float64), numbers))
    signs = max((one[1] for one in numbered), key=len)
    contest = PairContest(sides[0], sides[1], masks[0], masks[1], signs, numbered[0][2])
    strengths = Strengths(*(rng.integers(low, high, 150) for low, high in ((1, 30), (1, 30), (0, 9), (0, 9))))
    found = pair_outcomes_of(contest, strengths, split)
    expected = np.zeros((3, 4))
    for i, j in product(range(150), range(150)):
        if not masks[0][i] & masks[1][j]:
            first, second = (_order(a[i], b[j]) for a, b in (strengths[:2], strengths[2:]))
            none = not split or (strengths.second1[i] == 0 and strengths.second2[j] == 0)
            expected[first, 0 if none else 1 + second] += sides[0].weights[i] * sides[1].weights[j]
    assert np.array_equal(found, expected)


def _order(mine: int, theirs: int) -> int:
    return 0 if mine > theirs else 1 if mine == theirs else 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "board"),
    [
        ("razz", ["Ac2d3h9c9d", "4c5d7hKcKd8h", "8s9sTs2s3s4s"], ""),
        ("stud-hilo", ["Ac2d3h5c", "KhKsQdJd"], ""),
        ("badugi", ["Ac2d", "3h4s"], ""),
        ("omaha-6-hilo", ["6s9c9h2h2s5d", "Qc5s9d8s5h7c"], "AhKd2c"),
        ("omaha-5", ["AsAdJhTh2c@50,KsKd7h6h2s@25", "KcQcJcTd9d"], ""),
    ],
)
def test_samples_are_near(game: str, players: list[str], board: str) -> None:
    exact = equity(game, players, board, exact=True)
    sampled = equity(game, players, board, deals=60_000, seed=4)
    assert not sampled.exact
    assert sampled.deals == 60_000
    for one, other in zip(exact.players, sampled.players, strict=True):
        assert 0 < other.standard_error < 0.003
        assert abs(one.equity - other.equity) < 4.5 * other.standard_error
        for name in ("win", "tie", "high", "low", "scoop", "quartered"):
            if getattr(one, name) is not None:
                assert getattr(one, name) == pytest.approx(getattr(other, name), abs=0.012), name
    again = equity(game, players, board, deals=60_000, seed=4)
    assert again == sampled


def test_too_many_deals_are_sampled_and_it_is_said() -> None:
    result = equity("stud", ["**Kd", "**4c"], error=0.004, seed=1)
    assert (result.exact, result.boards, result.seed) == (False, None, 1)
    assert max(player.standard_error for player in result.players) <= 0.004
    assert result.method.startswith("sampled, ")
    assert not equity("stud", ["**Kd", "**4c"], deals=1000, seed=1).exact
    with pytest.raises(JamfoldError, match=r"hands at once\. Remove --exact to sample"):
        equity("stud", ["**Kd", "**4c"], exact=True)
    with pytest.raises(JamfoldError, match=r"ways to deal\. Remove --exact to sample"):
        equity("razz", ["Ac2d3h", "4c5d7h", "8s9sTs"], exact=True)


def test_lists_are_weighed_by_their_deals() -> None:
    """Two hands of the first player against one, each by its weight."""
    texts = ["AsAdJhTh2c", "KsKd7h6h2s"]
    both = equity("omaha-5", [f"{texts[0]}@100, {texts[1]}@25", "KcQcJcTd9d"], "2d3d8h")
    ones = [equity("omaha-5", [text, "KcQcJcTd9d"], "2d3d8h") for text in texts]
    weights = [1 * ones[0].counted, 0.25 * ones[1].counted]
    mean = sum(w * one.players[0].equity for w, one in zip(weights, ones, strict=True)) / sum(weights)
    assert both.players[0].equity == pytest.approx(mean)
    assert both.counted == sum(weights)
    assert both.players[0].combinations == 2
    assert both.outcomes is None


def test_hands_of_a_list_that_meet_a_known_card_are_left_out() -> None:
    whole = equity("badugi", ["Ac2d3h,Ks2d3h", "4c5d7h"], dead="Ks")
    assert whole == equity("badugi", ["Ac2d3h,Ks2d3h", "4c5d7h"], dead="Ks")
    alone = equity("badugi", ["Ac2d3h", "4c5d7h"], dead="Ks")
    assert whole.players[0].equity == alone.players[0].equity


def test_lists_that_are_too_long_are_refused() -> None:
    hands = [format_cards(hand) for hand in combinations(range(30), 4)]
    with pytest.raises(JamfoldError, match="The lists have 27,406 hands: at most 20,000"):
        equity("badugi", [",".join(hands), "AsKs"])
    with pytest.raises(JamfoldError, match="make 9,000,000 combinations of hands"):
        equity("badugi", [",".join(hands[:3000])] * 2)


def test_ways_to_write_a_hand() -> None:
    plain = equity("stud", ["AsKsQd", "TcTdTh"], "", "2c7d9hJs4dQc")
    for text in (
        "As Ks Qd",
        "As,Ks,Qd",
        "**AsKsQd",
        "AsKsQd****",
        "as ks qd * * * *",
        "A\u2660K\u2660Q\u2666",
    ):
        assert equity("stud", [text, "TcTdTh"], "", "2c7d9hJs4dQc").outcomes == plain.outcomes, text


def test_nobody_without_a_low_divides_it() -> None:
    """A low that nobody makes falls to the high: one pot, nothing quartered."""
    result = equity("stud-hilo", ["KsKhKdQsQh9c9d", "AsAhQdQcJsJhTd"])
    assert [player.equity for player in result.players] == [1, 0]
    assert (result.players[0].scoop, result.players[0].low) == (1, 0)
    assert result.method == "exact, 1 deal"


def test_a_game_is_its_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """Omaha 5 with 36 cards, which is no listed game, against every board; A-6-7-8-9 is a straight."""
    monkeypatch.setitem(naive_listed.RANKINGS, "high", partial(naive_listed.high, lowest=4))
    short = ListedGame("short-5", "Short-deck Omaha 5", 5, (0, 3, 4, 5), (Pot(HIGH, (2,)),), "", Rank(4))
    hands = [list(map(int, parse_cards(text))) for text in ("AsKsQhJhTd", "9c9d8c8d6s")]
    board = list(map(int, parse_cards("AhKd7c")))
    result = equity(short, [format_cards(hand) for hand in hands], format_cards(board))
    many, shares = _naive_shares(short, hands, board, list(map(int, short.deck)))
    assert result.counted == many == 253
    assert [player.equity for player in result.players] == pytest.approx([float(s / many) for s in shares])


def test_rules_that_no_method_serves_are_refused() -> None:
    for ranking in (DEUCE_SEVEN, BADUGI):
        with pytest.raises(GameError, match="with a board"):
            ListedGame("x", "X", 5, (0, 5), (Pot(ranking, (2,)),))
    with pytest.raises(GameError, match="one pot or two"):
        ListedGame("x", "X", 5, (0,), ())


TWO = ["AsKs", "QhQd"]


@pytest.mark.parametrize(
    ("game", "players", "board", "dead", "field", "sentence"),
    [
        ("27-triple-draw", TWO, "", "", "game", "Triple draw needs a drawing policy"),
        ("chess", TWO, "", "", "game", "Unknown game 'chess'"),
        (
            "omaha-5",
            ["AsKsQsJs", "2c3c4c5c6c"],
            "",
            "",
            "player1",
            "'AsKsQsJs' has 4 cards: a hand of Five-card",
        ),
        (
            "omaha-6",
            ["AsKsQsJsTs9s", "2c3c4c5c6c"],
            "",
            "",
            "player2",
            "has 5 cards: a hand of Six-card Omaha has 6",
        ),
        (
            "stud",
            ["AsKsQsJsTs9s8s7s", "2c"],
            "",
            "",
            "player1",
            "has 8 cards: a hand of Seven-card stud has 7",
        ),
        ("stud", ["AsKs******", "2c"], "", "", "player1", "has 8 cards"),
        ("badugi", ["AsKsQsJsTs", "2c"], "", "", "player1", "has 5 cards: a hand of Badugi has 4"),
        ("omaha-5", ["AsKsQsJs*", "2c3c4c5c6c"], "", "", "player1", "has unknown cards"),
        ("holdem-hilo", ["As*", "2c3c"], "", "", "player1", "enter all 2 cards of a hand"),
        ("razz", TWO, "2c3c4c", "", "board", "Razz has no board. Remove '2c3c4c'"),
        (
            "omaha-5",
            ["AsKsQsJsTs", "2c3c4c5c6c"],
            "2h3h",
            "",
            "board",
            "has 2 cards: it can have 0, 3, 4 or 5",
        ),
        ("omaha-5", ["AsKsQsJsTs", "2c3c4c5c6c"], "2h", "", "board", "has 1 card: it can have 0, 3, 4 or 5"),
        ("courchevel", ["AsKsQsJsTs", "2c3c4c5c6c"], "2h3h", "", "board", "it can have 0, 1, 3, 4 or 5"),
        ("stud", ["AsKs", "AsQh"], "", "", "player2", "both hold As"),
        ("stud", ["AsKs", "2c"], "", "As", "player1", "'AsKs' holds As, which is on the board or dead"),
        ("stud", ["AsAs", "2c"], "", "", "player1", "As appears twice"),
        ("stud", ["AA", "2c"], "", "", "player1", "'AA' in 'AA' is not a card"),
        ("stud", [",", "2c"], "", "", "player1", "There is no hand in ','"),
        ("stud", ["AsKs,Qs2s3s", "2c"], "", "", "player1", "different numbers of known cards"),
        ("stud", ["AsKs@50,KsAs", "2c"], "", "", "player1", "has two weights, 0.5 and 1"),
        ("stud", ["none", "2c"], "", "", "player1", "'none' is not a hand"),
        ("stud", ["AsKs@150,Qs2s@50", "2c"], "", "", "player1", "is out of range. Use 1 to 100"),
        ("stud", ["AsKs@x,Qs2s@50", "2c"], "", "", "player1", "'x' after the @ in 'AsKs@x' is not a weight"),
        ("stud", [*"*" * 8], "", "", "", "8 players need 56 cards: the deck has 52"),
        ("stud", ["2c"], "", "", "players", "2 to 9 players, not 1"),
        ("omaha-5", ["AsKsQsJsTs", "2c3c4c5c6c"], "2h3h4h", "2h", "dead", "2h is on the board and dead"),
        ("omaha-5", ["AsKsQsJsTs,AsKsQsJs9s", "AsKsQsJs8s,AsKsQsJs7s"], "", "", "", "No deal is possible"),
    ],
)
def test_bad_input(game: str, players: list[str], board: str, dead: str, field: str, sentence: str) -> None:
    with pytest.raises(JamfoldError) as caught:
        equity(game, players, board, dead)
    assert sentence in str(caught.value)
    assert caught.value.field == field
    assert str(caught.value).count(". ") <= 1


def test_ranges_and_notations_are_not_for_listed_games() -> None:
    with pytest.raises(JamfoldError, match="written card by card, not as a range"):
        equity("stud", ["2c", parse_range("AA", HOLDEM)])
    with pytest.raises(JamfoldError, match="card by card, without a notation") as caught:
        equity("stud", TWO, notation="classic")
    assert caught.value.field == "notation"


def test_counted_is_the_weight_of_all_deals_in_every_method() -> None:
    """One hand against another, the class table, a flop: pairs of hands times boards."""
    assert equity("holdem", ["AsAh", "KsKh"]).counted == 1_712_304
    assert equity("holdem", ["22+", "random"]).counted == 78 * 1225 * 1_712_304
    assert equity("six-plus", ["AA", "KsKh"], "6c7d8h").counted == 6 * 406  # C(29, 2) boards
    assert equity("holdem", ["AsAh", "KsKh"], deals=1000, seed=1).counted == 1000


def test_find_calculator_game() -> None:
    assert find_calculator_game(" Razz ").name == "razz"
    assert find_calculator_game("omaha").name == "omaha"


def test_questions_know_the_games() -> None:
    question = EquityRequest(game="RAZZ", players=("Ac2d3h", "4c5d7h"))
    assert question.game == "razz"
    meaning = answers.run_case(PlayerRequest(game="stud", text="**Kd", dead="2c"), Observer())
    assert meaning.combinations == 15_890_700  # C(50, 6)
    assert answers.run_case(PlayerRequest(game="omaha-5", text="AsKsQsJsTs"), Observer()).combinations == 1
    with pytest.raises(JamfoldError, match="has 8 cards") as caught:
        answers.run_case(PlayerRequest(game="stud", text="********"), Observer())
    assert caught.value.field == "text"


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    run = Runner(capsys)
    done = run("equity", "--game", "razz", "--dead", "2c8s", "Jd7s3d5sTc", "7d4cAdKc9d", "--json")
    assert done.code == 0
    answer = json.loads(done.out)
    known = {"game", "board", "dead", "exact", "method", "boards", "deals", "seed", "players", "outcomes"}
    assert known | {"warnings", "order", "needs_outcomes"} <= set(answer)
    assert (answer["game"], answer["exact"], answer["boards"], answer["counted"]) == (
        "razz",
        True,
        None,
        548340,
    )
    assert answer["outcomes"] == [215049, 81, 333210]
    assert set(answer["players"][0]) == {"text", "equity", "win", "tie", "standard_error", "combinations"}
    split = json.loads(run("equity", "--game", "stud-hilo", "3h5c4hJc5s7d", "2s6s3dAcQcKc", "--json").out)
    assert {"high", "low", "scoop", "quartered"} <= set(split["players"][0])
    shown = run("equity", "--game", "stud", "AsAhKd", "TcTdTh", "--dead", "2c7d9hJs4dQc")
    assert "exact, 5,383,327,950 deals" in shown.out
    assert "Before the last draw" in run("equity", "--game", "badugi", "Ac2d3h", "4c5d7h").out
    refused = run("equity", "--game", "badugi-triple-draw", "AsKs", "2c")
    assert (refused.code, refused.out) == (2, "")
    assert "Triple draw needs a drawing policy" in refused.err

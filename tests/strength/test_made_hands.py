"""What a hand makes: categories, ranks and playing cards, against known counts and outside evaluators."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import phevaluator
import pokerkit
import pytest
from hypothesis import given
from hypothesis import strategies as st

import jamfold
from jamfold.calculator.equity_games import CALCULATOR_GAMES
from jamfold.cards import N_RANKS, Card, format_cards, make_card, parse_cards
from jamfold.cards.counting.combinations import multisets
from jamfold.cards.games import GAMES, HOLDEM, SIX_PLUS, SIX_PLUS_TRIPS, Category, Game
from jamfold.cards.strength.made_hands import MadeHand, made_hand
from jamfold.cards.strength.rankings import ACE_FIVE, BADUGI, DEUCE_SEVEN, EIGHT_OR_BETTER, Ranking, high
from jamfold.core.errors import JamfoldError
from tests.command_line import Runner
from tests.strength.test_strength import FREQUENCIES

SIX_PLUS_FREQUENCIES = {
    Category.HIGH_CARD: 122_400,
    Category.PAIR: 193_536,
    Category.TWO_PAIR: 36_288,
    Category.TRIPS: 16_128,
    Category.STRAIGHT: 6_120,
    Category.FLUSH: 480,
    Category.FULL_HOUSE: 1_728,
    Category.QUADS: 288,
    Category.STRAIGHT_FLUSH: 24,
}
"""Numbers of five-card hands of 36 cards, A-6-7-8-9 a straight; they add up to C(36, 5) = 376,992."""
RANKS = {
    # High card, pair, two pair, trips, straight, flush, full house, quads, straight flush.
    HOLDEM: (1_277, 2_860, 858, 858, 10, 1_277, 156, 156, 10),
    SIX_PLUS: (120, 504, 252, 252, 6, 120, 72, 72, 6),
    SIX_PLUS_TRIPS: (120, 504, 252, 252, 6, 120, 72, 72, 6),
}
"""How many ranks each category has: 7,462 in a full deck (Cactus Kev), 1,404 in one of 36 cards."""
NEEDS_BOARD = "A hand of Texas Hold'em needs a board of 3, 4 or 5 cards, such as 9c2d7d"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(capsys)


def _different_hands(n_ranks: int) -> list[tuple[Card, ...]]:
    """One five-card hand of each rank multiset in several suits, and of each rank set in one."""
    lowest = N_RANKS - n_ranks
    mixed = [
        tuple(make_card(rank + lowest, (k + (k == 4)) % 4) for k, rank in enumerate(row))
        for row in multisets(n_ranks, 5).tolist()
        if len(set(row)) > 1
    ]
    suited = [tuple(make_card(rank + lowest, 2) for rank in row) for row in combinations(range(n_ranks), 5)]
    return mixed + suited


def _ways(hand: tuple[Card, ...]) -> int:
    """How many hands have these ranks, and are or are not of one suit as this one is."""
    counts = Counter(card // 4 for card in hand)
    if len({card % 4 for card in hand}) == 1:
        return 4
    ways = 1
    for count in counts.values():
        ways *= (0, 4, 6, 4, 1)[count]
    return ways - 4 * (len(counts) == 5)


def _high(*cards: str, game: str = "") -> MadeHand:
    made = jamfold.strength(*cards, game=game).high
    assert made is not None
    return made


def _made(hand: tuple[Card, ...], ranking: Ranking, n_ranks: int = N_RANKS) -> MadeHand:
    made = made_hand(ranking, (5,), hand, (), n_ranks)
    assert made is not None
    return made


@pytest.mark.parametrize("game", RANKS, ids=lambda game: game.name)
def test_categories_have_their_known_numbers_of_hands_and_ranks(game: Game) -> None:
    frequencies = FREQUENCIES if game is HOLDEM else SIX_PLUS_FREQUENCIES
    hands: Counter[str] = Counter()
    ranks: dict[str, set[int]] = {}
    for hand in _different_hands(game.n_ranks):
        made = _made(hand, high(game.order), game.n_ranks)
        hands[made.category] += _ways(hand)
        ranks.setdefault(made.category, set()).add(made.rank)
        assert made.ranks == sum(RANKS[game])
    assert hands == {category.value: count for category, count in frequencies.items()}
    assert [len(ranks[category.value]) for category in FREQUENCIES] == list(RANKS[game])
    best_first = [max(ranks[category.value]) for category in reversed(game.order)]
    assert best_first == sorted(best_first)  # the order of the categories is the game's
    assert set.union(*ranks.values()) == set(range(1, sum(RANKS[game]) + 1))


def test_all_ranks_are_those_of_phevaluator() -> None:
    hands = _different_hands(N_RANKS)
    assert len(hands) == 7_462
    for hand in hands:
        assert _made(hand, high(HOLDEM.order)).rank == phevaluator.evaluate_cards(*map(int, hand))


@given(st.data())
def test_holdem_and_omaha_on_every_street_against_phevaluator(data: st.DataObject) -> None:
    cards = data.draw(st.permutations(HOLDEM.deck))
    size = data.draw(st.sampled_from((3, 4, 5)))
    board, hand, four = format_cards(cards[:size]), format_cards(cards[5:7]), format_cards(cards[5:9])
    assert jamfold.strength(hand, board).game is HOLDEM
    assert _high(hand, board).rank == phevaluator.evaluate_cards(*map(int, (*cards[:size], *cards[5:7])))
    best = min(
        phevaluator.evaluate_cards(*map(int, (*own, *shared)))
        for own in combinations(cards[5:9], 2)
        for shared in combinations(cards[:size], 3)
    )
    assert _high(four, board).rank == best
    if size == 5:
        assert best == phevaluator.evaluate_omaha_cards(*map(int, (*cards[:5], *cards[5:9])))


@pytest.mark.parametrize(
    ("ranking", "judge", "n_cards"),
    [
        (EIGHT_OR_BETTER, pokerkit.EightOrBetterLowHand, 5),
        (ACE_FIVE, pokerkit.RegularLowHand, 5),
        (DEUCE_SEVEN, pokerkit.StandardLowHand, 5),
        (BADUGI, pokerkit.BadugiHand, 4),
    ],
)
@given(data=st.data())
def test_lows_are_ordered_as_by_pokerkit(
    data: st.DataObject, ranking: Ranking, judge: type[pokerkit.Hand], n_cards: int
) -> None:
    cards = data.draw(st.permutations(HOLDEM.deck[:32] if ranking is EIGHT_OR_BETTER else HOLDEM.deck))
    pair = [tuple(cards[:n_cards]), tuple(cards[n_cards : 2 * n_cards])]
    mine = [made_hand(ranking, (5,), hand, (), N_RANKS) for hand in pair]
    theirs = [judge.from_game_or_none(format_cards(hand)) for hand in pair]
    assert [one is None for one in mine] == [one is None for one in theirs]
    (first, second), (their_first, their_second) = mine, theirs
    if first is not None and second is not None:
        assert their_first is not None
        assert their_second is not None
        assert (first.rank < second.rank) == (their_first > their_second)
        assert (first.rank == second.rank) == (their_first == their_second)


def test_numbers_of_low_ranks() -> None:
    worst = {EIGHT_OR_BETTER: "8c7c6c5c4d", ACE_FIVE: "KcKdKhKsQc", DEUCE_SEVEN: "AcKcQcJcTc"}
    ranks = {EIGHT_OR_BETTER: 56, ACE_FIVE: 6_175, DEUCE_SEVEN: 7_462}
    for ranking, cards in worst.items():
        made = _made(parse_cards(cards), ranking)
        assert made.rank == made.ranks == ranks[ranking]
    badugi = made_hand(BADUGI, (4,), parse_cards("KcKdKhKs"), (), N_RANKS)
    assert badugi is not None
    assert badugi.rank == badugi.ranks == 1_092  # C(13, 4) + C(13, 3) + C(13, 2) + 13


@pytest.mark.parametrize(
    ("words", "name", "cards", "rank"),
    [
        (("JsTh8c3c", "9c2d7d9s9d"), "three of a kind, nines", "9c9s9dJsTh", 1_970),
        (("AsKs", "QsJsTs"), "royal flush", "AsKsQsJsTs", 1),
        (("Ah5h", "4h3h2h9c"), "straight flush, five high", "5h4h3h2hAh", 10),
        (("9c9d", "9h9sAcKd2h"), "four of a kind, nines", "9c9d9h9sAc", 71),
        (("9c9d", "9h7s7cKd2h"), "full house, nines over sevens", "9c9d9h7s7c", 233),
        (("Ac2d", "5h4s3c"), "straight, five high", "5h4s3c2dAc", 1_609),
        (("7c2d", "5h4s3c"), "seven high", "7c5h4s3c2d", 7_462),
        (("2c2d", "5h4s3c"), "pair of twos", "2c2d5h4s3c", 6_185),
        (("AsKh6d6c", "AcKdQs6h2c"), "three of a kind, sixes", "6d6c6hAcKd", 2_138),
    ],
)
def test_names_cards_and_ranks(words: tuple[str, str], name: str, cards: str, rank: int) -> None:
    made = _high(*words)
    assert (made.name, sorted(parse_cards(made.cards))) == (name, sorted(parse_cards(cards)))
    assert (made.rank, made.better) == (rank, rank - 1)


def test_six_plus_orders_differ_where_trips_meet_a_straight() -> None:
    straight, trips = ("AsKd", "QhJcTd"), ("AsAd", "AhJcTd")
    better = {
        game: _high(*straight, game=game).rank < _high(*trips, game=game).rank
        for game in ("six-plus", "six-plus-trips")
    }
    assert better == {"six-plus": True, "six-plus-trips": False}
    lowest = _high("As6s", "7d8s9s", game="six-plus")
    assert (lowest.name, lowest.cards) == ("straight, nine high", "9s8s7d6sAs")


def test_low_of_hilo() -> None:
    made = jamfold.strength("As2sKdQh", "3c4d8h", game="omaha-hilo").low
    assert made is not None
    assert (made.name, made.cards, made.rank, made.ranks) == ("8-4-3-2-A", "8h4d3c2sAs", 22, 56)
    none = jamfold.strength("As2sKdQh", "3cTd9h", game="plo8")
    assert (none.low, none.lacks_low) == (None, True)
    assert none.to_dict()["low"] is None


@pytest.mark.parametrize("name", CALCULATOR_GAMES)
def test_every_game_of_the_calculator_is_answered(name: str) -> None:
    rules = CALCULATOR_GAMES[name]
    deck = rules.deck
    hole, board = deck[:: len(deck) // 8][: rules.hole_cards], deck[-6:-1]
    answer = jamfold.strength(format_cards(hole), format_cards(board) if rules.has_board else "", game=name)
    pots = 2 if rules.split_low else 1
    assert [answer.high, answer.low].count(None) <= 2 - pots or answer.lacks_low
    assert answer.game is CALCULATOR_GAMES[name]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("AsKs",), f"{NEEDS_BOARD}: none given."),
        (("AsKs", "AhKd"), f"{NEEDS_BOARD}: 2 given."),
        (("AsKs", "AsKd2c"), "As is in the hand and on the board."),
        (("AsKsQs", "2c3c4c", "--game", "omaha"), "A hand of Omaha has 4 cards, 'AsKsQs' has 3."),
        (("AsKsQs", "--game", "razz"), "A hand of Razz has 5 to 7 cards, 'AsKsQs' has 3."),
        (("As2d3h4s", "2c3c4c", "--game", "badugi"), "Badugi has no board. Remove '2c3c4c'."),
        (("AsKs", "2c3c4c", "--game", "six-plus"),
         "The card 2c is not in the deck of Six-Plus Hold'em, straight beats trips."),
    ],
)  # fmt: skip
def test_bad_cards_are_one_sentence(run: Runner, words: tuple[str, ...], sentence: str) -> None:
    assert run.bad("strength", *words) == sentence


def test_command_prints_the_game_first(run: Runner) -> None:
    assert run.good("strength", "JsTh8c3c", "9c2d7d9s9d").splitlines() == [
        "Omaha: JsTh8c3c on 9c2d7d9s9d",
        "high   three of a kind, nines: 9c9s9dJsTh",
        "       rank 1,970 of 7,462 from the best, 1,969 better",
    ]
    royal = run.good("strength", "AsKs", "Qs", "Js", "Ts", "nlhe")
    assert royal.startswith("Texas Hold'em: AsKs on QsJsTs\nhigh   royal flush")


def test_errors_name_their_field() -> None:
    with pytest.raises(JamfoldError) as told:
        jamfold.strength("AsKs", "AsKd2c")
    assert told.value.field == "board"
    assert set(GAMES) <= set(CALCULATOR_GAMES)

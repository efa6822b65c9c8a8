"""Hand strength on a flop, its spread, and the file it is kept in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import phevaluator
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from jamfold.calculator.flops import distribution
from jamfold.calculator.flops.distribution import (
    FlopStrengths,
    Spread,
    alike_holdings,
    flop_classes,
    flop_strengths,
    load_distribution,
    n_distinct,
    n_states,
)
from jamfold.calculator.flops.flop_hands import flop_counts, flop_lookup, parse_flop, parse_hand
from jamfold.calculator.flops.showdowns import count_against
from jamfold.cards import N_CARDS, N_SUITS, parse_cards
from jamfold.cards.games import HOLDEM, OMAHA, SIX_PLUS, SIX_PLUS_TRIPS, Game
from jamfold.core.errors import CardError, ChanceError, FigureError, JamfoldError, TableError
from jamfold.views.winning_chance import save_figure, text_histogram
from tests.naive_flops import flop_outcomes

COUNTS = flop_counts(HOLDEM)
N_DISTINCT = 1_286_792
FLOPS = st.lists(st.integers(0, N_CARDS - 1), min_size=3, max_size=3, unique=True)


def outcomes_against(hand: Sequence[int], flop: Sequence[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Run-outs won and tied against each holding, as the winning chance counts them."""
    lookup = flop_lookup(flop)
    wins, ties = np.zeros(1_176, dtype=np.int64), np.zeros(1_176, dtype=np.int64)
    count_against(lookup, lookup.number(hand), wins, ties)
    return wins, ties


def wins_and_ties(strengths: FlopStrengths, hand: str) -> tuple[int, int]:
    row = strengths.number(parse_cards(hand))
    return int(strengths.wins[row]), int(strengths.ties[row])


def test_counts_of_flops_and_outcomes() -> None:
    assert COUNTS == (49, 1_176, 1_081, 990, 1_070_190, 2_140_380)
    assert flop_counts(SIX_PLUS) == (33, 528, 465, 406, 188_790, 377_580)
    flops = flop_classes()
    assert (flops.n, int(flops.sizes.sum())) == (1_755, 22_100)
    assert n_states(HOLDEM) == 22_100 * COUNTS.holdings


def test_distinct_states() -> None:
    """1,286,792 are published (Waugh, 2013); those of the short deck are counted flop by flop."""
    assert n_distinct(HOLDEM) == N_DISTINCT
    flops = flop_classes(SIX_PLUS)
    kinds = (len(np.unique(alike_holdings(flop, SIX_PLUS))) for flop in flops.representatives.tolist())
    assert n_distinct(SIX_PLUS) == n_distinct(SIX_PLUS_TRIPS) == sum(kinds)


SOME_STATES = [
    (HOLDEM, "AsKd", "Kh7d2c"),
    (HOLDEM, "4c3c", "Ad5s2h"),  # the ace plays low
    (SIX_PLUS, "AhTh", "KhKd9h"),  # a flush beats a full house
    (SIX_PLUS_TRIPS, "9s9d", "9c8hTd"),  # three of a kind beat the straights
]
MORE_STATES = [
    (HOLDEM, "6h5h", "Th9h8h"),  # straight flushes on both sides
    (HOLDEM, "2s2d", "AhAcAd"),  # full house that the board may counterfeit
    (HOLDEM, "3c2d", "AhKhQh"),  # the best hand may lie on the board
    (SIX_PLUS, "AsKd", "Kh7d9c"),
    (SIX_PLUS, "7c6c", "Ad9s8h"),  # the ace plays below the six
    (SIX_PLUS, "QhJh", "Th9h8h"),  # straight flushes on both sides
    (SIX_PLUS_TRIPS, "QsJd", "9c8hTd"),
]
"""Those that tests/full looks at; each takes seconds."""


@pytest.mark.long
# Against an evaluator written from the rules, over all outcomes (1,070,190 in Hold'em).
@pytest.mark.parametrize(("game", "hand", "flop"), SOME_STATES)
def test_states_against_brute_force(game: Game, hand: str, flop: str) -> None:
    check_against_brute_force(game, hand, flop)


def check_against_brute_force(game: Game, hand: str, flop: str) -> None:
    win, tie, lose = flop_outcomes(game, parse_cards(hand), parse_cards(flop))
    assert win + tie + lose == flop_counts(game).outcomes
    assert wins_and_ties(flop_strengths(parse_flop(flop, game), game), hand) == (win, tie)


@pytest.mark.parametrize("game", [SIX_PLUS, SIX_PLUS_TRIPS], ids=lambda game: game.name)
@pytest.mark.parametrize("flop", ["Kh7d9c", "Qh9h8h", "8h8d8s", "AsAdKs"])
def test_two_random_hands_of_the_short_deck_win_equally_often(game: Game, flop: str) -> None:
    strengths = flop_strengths(parse_flop(flop, game), game)
    counts = strengths.counts
    assert int(strengths.points.sum(dtype=np.int64)) == counts.holdings * counts.outcomes
    for row in range(0, counts.holdings, 50):
        number, (wins, ties) = row, np.zeros((2, counts.holdings), dtype=np.int64)
        count_against(flop_lookup(strengths.flop, game), number, wins, ties)
        assert (strengths.wins[row], strengths.ties[row]) == (wins.sum(), ties.sum())


@settings(max_examples=10)
@given(st.data())
def test_sums_of_wins_against_an_outside_judge(data: st.DataObject) -> None:
    """One holding against some others, all 990 run-outs; the sums of all of them are its row."""
    cards = data.draw(st.lists(st.integers(0, N_CARDS - 1), min_size=7, max_size=7, unique=True))
    flop, hand, other = cards[:3], cards[3:5], cards[5:]
    wins, ties = outcomes_against(hand, flop)
    strengths = flop_strengths(flop)
    row = strengths.number(hand)
    assert (int(strengths.wins[row]), int(strengths.ties[row])) == (int(wins.sum()), int(ties.sum()))
    number = strengths.number(other)
    assert (wins[number], ties[number]) == judged(hand, other, flop)


def judged(hand: list[int], other: list[int], flop: list[int]) -> tuple[int, int]:
    """Wins and ties over the 990 run-outs, by phevaluator (lower is better)."""
    known = {*hand, *other, *flop}
    win = tie = 0
    for runout in combinations([card for card in range(N_CARDS) if card not in known], 2):
        mine = phevaluator.evaluate_cards(*hand, *flop, *runout)
        theirs = phevaluator.evaluate_cards(*other, *flop, *runout)
        win += mine < theirs
        tie += mine == theirs
    return win, tie


def test_a_set_against_an_overpair() -> None:
    """Nine times in ten, as the books say: the overpair needs one of two aces and luck."""
    flop = parse_cards("Kh7d2c")
    wins, ties = outcomes_against(parse_cards("7s7h"), flop)
    number = flop_strengths(flop).number(parse_cards("AsAd"))
    assert (wins[number], ties[number]) == judged(
        list(parse_cards("7s7h")), list(parse_cards("AsAd")), list(flop)
    )
    assert 0.90 < wins[number] / 990 < 0.93


@settings(max_examples=20)
@given(FLOPS)
def test_two_random_hands_win_equally_often(flop: list[int]) -> None:
    """Exchanging two random hands turns wins into losses, so equity is one half on every flop."""
    strengths = flop_strengths(flop)
    assert int(strengths.points.sum(dtype=np.int64)) == COUNTS.holdings * COUNTS.outcomes
    assert (
        (strengths.wins >= 0) & (strengths.ties >= 0) & (strengths.wins + strengths.ties <= COUNTS.outcomes)
    ).all()


@settings(max_examples=20)
@given(FLOPS, st.permutations(range(N_SUITS)))
def test_suits_have_no_order(flop: list[int], suits: list[int]) -> None:
    def renamed(card: int) -> int:
        return card - card % N_SUITS + suits[card % N_SUITS]

    strengths, other = flop_strengths(flop), flop_strengths([renamed(card) for card in flop])
    for row in range(0, COUNTS.holdings, 37):
        number = other.number([renamed(card) for card in strengths.holdings[row].tolist()])
        assert (strengths.wins[row], strengths.ties[row]) == (other.wins[number], other.ties[number])


@settings(max_examples=20)
@given(FLOPS)
def test_alike_holdings_are_equally_strong(flop: list[int]) -> None:
    strengths, alike = flop_strengths(flop), alike_holdings(flop)
    assert (alike[alike] == alike).all()
    assert (strengths.points == strengths.points[alike]).all()


@pytest.mark.parametrize(
    ("text", "error"), [("Kh 7d", ChanceError), ("Kh 7d 7d", CardError), ("", ChanceError)]
)
def test_bad_flops(text: str, error: type[JamfoldError]) -> None:
    with pytest.raises(error) as caught:
        parse_flop(text)
    assert caught.value.field == "flop"


@pytest.mark.parametrize(
    ("text", "message"),
    [("As Kh", "on the flop"), ("As", "1 card"), ("AsKdQd", "3 cards"), ("As5d", "5d .* not in the deck")],
)
def test_bad_hands(text: str, message: str) -> None:
    with pytest.raises(ChanceError, match=message) as caught:
        parse_hand(text, parse_flop("Kh7d9c", SIX_PLUS), SIX_PLUS)
    assert caught.value.field == "hand"


def test_games_without_a_winning_chance() -> None:
    with pytest.raises(ChanceError, match="omaha") as caught:
        flop_strengths(parse_cards("Kh7d2c"), OMAHA)
    assert caught.value.field == "game"


# spreads


POINTS_LISTS = st.lists(st.tuples(st.integers(0, COUNTS.scale), st.integers(1, 24)), min_size=1, max_size=40)


def spread_of(states: list[tuple[int, int]]) -> Spread:
    points, weights = np.array(states, dtype=np.int32).T
    return Spread.of(points, COUNTS.scale, weights)


@given(POINTS_LISTS, st.integers(0, COUNTS.scale + 1))
def test_count_below_a_strength(states: list[tuple[int, int]], cut: int) -> None:
    spread = spread_of(states)
    assert spread.total == sum(weight for _, weight in states)
    assert spread.count_below(cut) == sum(weight for points, weight in states if points < cut)
    assert spread.sum_of_points == sum(points * weight for points, weight in states)


@given(POINTS_LISTS, st.fractions(0, 1))
def test_cut_at_a_share(states: list[tuple[int, int]], share: Fraction) -> None:
    spread = spread_of(states)
    cut = spread.cut(share)
    assert spread.count_below(cut) <= share * spread.total
    if cut <= COUNTS.scale:
        assert cut in spread.levels
        assert spread.count_below(cut + 1) > share * spread.total
    else:
        assert share == 1


@pytest.mark.slow
def test_histogram_and_figures(tmp_path: Path) -> None:
    spread = spread_of([(0, 3), (COUNTS.scale // 2, 4), (COUNTS.scale, 3)])
    assert spread.histogram(4).tolist() == [3, 0, 4, 3]
    lines = text_histogram(spread, width=8).splitlines()
    assert len(lines) == 21
    assert lines[11].split() == ["50", "to", "55", "40.0000", "70.0000", "########"]
    for name, magic in (("plot.svg", b"<?xml"), ("plot.png", b"\x89PNG")):
        assert save_figure(spread, tmp_path / name, [(0.5, 0.3)]).read_bytes().startswith(magic)
    with pytest.raises(FigureError, match="Cannot write"):
        save_figure(spread, tmp_path / "none" / "plot.svg", [])


# the kept file; `tests/full` builds the real one


@pytest.fixture
def fake_states(monkeypatch: pytest.MonkeyPatch) -> NDArray[np.int32]:
    states = np.arange(3 * N_DISTINCT, dtype=np.int32).reshape(3, N_DISTINCT) % 1_000
    monkeypatch.setattr(distribution, "_all_states", lambda game, progress: states)
    return states


def test_kept_and_read_again(
    data_folder: Path, fake_states: NDArray[np.int32], monkeypatch: pytest.MonkeyPatch
) -> None:
    load_distribution()
    monkeypatch.setattr(distribution, "_all_states", lambda game, progress: pytest.fail("built twice"))
    kept = load_distribution()
    assert (np.stack([kept.wins, kept.ties, kept.weights]) == fake_states).all()
    assert sorted(path.name for path in (data_folder / "flops").iterdir()) == [
        "flop-strength.json",
        "flop-strength.lock",
        "flop-strength.npy",
    ]


@pytest.mark.parametrize("damage", ["byte", "cut", "record", "version", "no record"])
def test_damaged_files_are_built_anew(data_folder: Path, fake_states: NDArray[np.int32], damage: str) -> None:
    load_distribution()
    item = distribution.distribution_item()
    path, record = item.path, item.record_path
    good, noted = path.read_bytes(), json.loads(record.read_text())
    if damage == "byte":
        path.write_bytes(good[:5_000] + bytes([good[5_000] ^ 1]) + good[5_001:])
    elif damage == "cut":
        path.write_bytes(good[:-1])
    elif damage == "record":
        record.write_text("{")
    elif damage == "version":
        record.write_text(json.dumps(noted | {"format_version": 0}))
    else:
        record.unlink()
    with pytest.raises(TableError):
        item.open()
    load_distribution()
    assert path.read_bytes() == good


def test_a_folder_that_cannot_be_written(
    data_folder: Path, fake_states: NDArray[np.int32], caplog: pytest.LogCaptureFixture
) -> None:
    """What was counted is used all the same."""
    (data_folder / "flops").write_text("a file")
    assert (load_distribution().wins == fake_states[0]).all()
    assert "Cannot write" in caplog.text


# Permutations of suits that leave the flop alone, counted by Burnside's lemma:
# 378 = (1176 + 3 x (C(25, 2) + 12) + 2 x C(13, 2)) / 6, and likewise 344.
@pytest.mark.parametrize(
    ("flop", "states", "alike"),
    [("Kh7d2c", 1_176, 24), ("8h8d8s", 378, 4), ("Kh7h2h", 344, 4)],
)
def test_states_of_one_flop(flop: str, states: int, alike: int) -> None:
    wins, ties, weights = distribution._states_of(HOLDEM, flop_classes().index(flop)).astype(np.int64)
    assert len(wins) == states
    assert int(weights.sum()) == COUNTS.holdings * alike
    assert int(((2 * wins + ties) * weights).sum()) == COUNTS.holdings * alike * COUNTS.outcomes

"""Boards that a jackpot pays: published counts, brute force over boards, pairs of hands."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest

from jamfold.cards import parse_cards
from jamfold.cards.counting.classes import hand_classes, hand_indices
from jamfold.cards.counting.straight_flushes import check_counted, paying_boards, straight_flushes
from jamfold.cards.games import HOLDEM, OMAHA, OMAHA_HILO, SIX_PLUS, Game
from jamfold.core.errors import UnsupportedError


def paying(game: Game, hand: str, others: str = "", *, royal: bool) -> tuple[int, int]:
    """Boards on which a hand is paid, and cards unseen."""
    cards, known = sorted(parse_cards(hand)), parse_cards(others)
    classes = hand_classes(game)
    row = classes.row_of_hand[hand_indices(np.array(cards, dtype=np.uint8)[None, :], classes.deck)[0]]
    entries, mask = straight_flushes(game, royal=royal), sum(1 << card for card in known)
    unseen = len(game.deck) - len(cards) - len(known)
    return int(paying_boards(*entries, int(row), np.uint64(mask), unseen)), unseen


def runs(game: Game, *, royal: bool) -> list[frozenset[int]]:
    """All straight flushes, the best of each suit first; written anew."""
    ranks = [12, *range(game.lowest_rank, 13)]
    tops = range(len(ranks) - 5, -1, -1)
    windows = [ranks[low : low + 5] for low in tops][: 1 if royal else None]
    return [frozenset(4 * rank + suit for rank in window) for window in windows for suit in range(4)]


def is_paid(found: list[frozenset[int]], hand: frozenset[int], board: frozenset[int]) -> bool:
    """Whether the best straight flush is one that uses both hole cards."""
    held = hand | board
    for run in found:
        if run <= held:
            return hand <= run
    return False


def test_omaha_counts_of_the_specification() -> None:
    for game in (OMAHA, OMAHA_HILO):
        entries = (straight_flushes(game, royal=True).needed != 0).sum(axis=1)
        assert np.bincount(entries).tolist() == [270_725 - 42_640, 42_040, 600]
    boards, unseen = paying(OMAHA, "As Ks 7d 2c", royal=True)
    assert (boards, comb(unseen, 5)) == (990, 1_712_304)
    assert 375 * boards / comb(unseen, 5) == pytest.approx(0.216813, abs=5e-7)
    boards, unseen = paying(OMAHA, "As Ks Qd Jd", royal=True)
    assert 375 * boards / comb(unseen, 5) == pytest.approx(0.433626, abs=5e-7)


def test_three_of_a_suit_and_cards_elsewhere_pay_nothing() -> None:
    assert paying(OMAHA, "As Ks Qs 2c", royal=True)[0] == 0
    assert paying(OMAHA, "As Ks 7d 2c", "Ts 3c 4c 5c", royal=True)[0] == 0
    assert paying(OMAHA, "As Ks 7d 2c", "9s 3c 4c 5c", royal=True)[0] == comb(41, 2)
    with pytest.raises(UnsupportedError, match="royal"):
        check_counted(OMAHA, royal=False)


@pytest.mark.parametrize(("game", "royal"), [(HOLDEM, False), (SIX_PLUS, False), (HOLDEM, True)])
@pytest.mark.parametrize(
    ("hand", "others"),
    [
        ("9s8s", ""),
        ("Js7s", "Ts9h"),
        ("AsTs", "Qd9d"),
        ("As9s", ""),
        ("8h7h", "Jh9d 6h6c"),
        ("KdQd", "AhAc"),
        ("AsAd", ""),
        ("9s8d", ""),
    ],
)
def test_boards_of_a_suit_by_brute_force(game: Game, royal: bool, hand: str, others: str) -> None:
    """Boards that pay have three cards of the hand's suit: the other two are counted, not dealt."""
    own, known = frozenset(parse_cards(hand)), frozenset(parse_cards(others))
    unseen = sorted(set(game.deck) - own - known)
    found, count = runs(game, royal=False), 0
    high = runs(game, royal=True)
    for suit in range(4):
        suited = [card for card in unseen if card % 4 == suit]
        rest = len(unseen) - len(suited)
        for size in range(3, 6):
            for board in combinations(suited, size):
                paid = is_paid(found, own, frozenset(board))
                if royal:
                    paid = any(run <= own | set(board) and own <= run for run in high)
                count += paid * comb(rest, 5 - size)
    assert paying(game, hand, others, royal=royal) == (count, len(unseen))

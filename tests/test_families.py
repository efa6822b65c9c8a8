"""Families of four-card hands: disjoint, covering, and each hand where a reader looks for it."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest

from jamfold.cards import parse_cards
from jamfold.counting.classes import hand_classes, suit_pattern
from jamfold.errors import ChartError
from jamfold.games import HOLDEM, OMAHA, OMAHA_HILO, Game
from jamfold.ranges.families import PAIRS, SUITS, Family, family_tree
from jamfold.spots.charts import Chart, ChartPoint
from jamfold.spots.stacks import Level, StackGrid
from jamfold.spots.strategy import Seat
from jamfold.views.family_shares import edge_hands, family_share, point_at, top_text

N_CLASSES = 16_432
GAMES = [OMAHA, OMAHA_HILO]


@cache
def path_of(game: Game, hand: str) -> tuple[str, ...]:
    """The names from the root to the leaf that holds a hand."""
    class_id = hand_classes(game).index(hand)
    names: list[str] = []
    families: tuple[Family, ...] = family_tree(game)
    while families:
        (family,) = (one for one in families if class_id in one.ids)
        names.append(family.name)
        families = family.children
    return tuple(names)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_level_is_disjoint_and_covers_everything(game: Game) -> None:
    tree = family_tree(game)
    assert len(np.concatenate([family.ids for family in tree])) == N_CLASSES
    for level in range(3):
        ids = np.concatenate([one.ids for root in tree for one in root.walk() if one.level == level])
        assert len(ids) == N_CLASSES
        assert len(np.unique(ids)) == N_CLASSES


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_children_make_up_their_parent(game: Game) -> None:
    for root in family_tree(game):
        for family in root.walk():
            assert family.ids.size > 0
            assert len({child.name for child in family.children}) == len(family.children)
            if family.children:
                together = np.sort(np.concatenate([child.ids for child in family.children]))
                np.testing.assert_array_equal(together, family.ids)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_pairs_and_suits_by_the_definition(game: Game) -> None:
    classes = hand_classes(game)
    for root in family_tree(game):
        for suits in root.children:
            for class_id in suits.ids[:: max(1, suits.ids.size // 50)].tolist():
                cards = classes.representatives[class_id].tolist()
                ranks = Counter(card // 4 for card in cards)
                assert tuple(sorted(ranks.values(), reverse=True)) == PAIRS[root.name]
                assert suit_pattern(cards) == SUITS[suits.name]


@pytest.mark.parametrize(
    ("hand", "path"),
    [
        ("AsAhKsKh", ("two pair", "double-suited", "AA and a pair")),
        ("KsKhTsTd", ("two pair", "single-suited", "both KK-TT")),
        ("AsAh7d2c", ("one pair", "rainbow", "AA")),
        ("6h Qd 6c Ac", ("one pair", "single-suited", "99-66, an ace")),
        ("AsKsQhJh", ("no pair", "double-suited", "four of A-T")),
        ("JsTs9h8h", ("no pair", "double-suited", "four within five ranks")),
        ("JsTs9h7h", ("no pair", "double-suited", "four within five ranks")),
        ("JsTs9h6h", ("no pair", "double-suited", "J high or less")),
        ("As5s4h3h", ("no pair", "double-suited", "four within five ranks")),
        ("As9s8s7s", ("no pair", "one suit", "A and three of 9-2")),
        ("2s4s3c9c", ("no pair", "double-suited", "J high or less")),
        ("7s7h7d2c", ("three of a kind", "rainbow", "999-222")),
    ],
)
def test_omaha_hands(hand: str, path: tuple[str, ...]) -> None:
    assert path_of(OMAHA, hand) == path


@pytest.mark.parametrize(
    ("hand", "path"),
    [
        ("AsAh2s3h", ("one pair", "double-suited", "AA and a 2-5")),
        ("AsAhKsQd", ("one pair", "single-suited", "AA, no 2-5")),
        ("As2sKhQh", ("no pair", "double-suited", "A-2")),
        ("As2s3hKh", ("no pair", "double-suited", "A-2 and a 3-5")),
        ("As3s8h7h", ("no pair", "double-suited", "A-3")),
        ("As8s7hKh", ("no pair", "double-suited", "A and two of 4-8")),
        ("8s7s6h5h", ("no pair", "double-suited", "four of 8-2")),
        ("AsAh8s8h", ("two pair", "double-suited", "AA and 88-22")),
        ("AsAh9s9h", ("two pair", "double-suited", "AA and KK-99")),
        ("KsKh8s8h", ("two pair", "double-suited", "KK-99 and 88-22")),
    ],
)
def test_hilo_hands(hand: str, path: tuple[str, ...]) -> None:
    assert path_of(OMAHA_HILO, hand) == path


def test_families_are_of_four_cards() -> None:
    with pytest.raises(ChartError, match="have 2 cards: families are of four"):
        family_tree(HOLDEM)


def made_up_chart(stacks: int = 4) -> Chart:
    """A chart in which class i is played up to stack 1 + i % stacks, or 0.3 of the time above."""
    n = hand_classes(OMAHA).n
    grid = StackGrid(1, stacks, 1)
    tops = 1 + np.arange(n) % stacks
    played = np.where(np.array(grid.stacks)[:, None] <= tops[None, :], 1.0, 0.3)
    point = ChartPoint(1, 1, 0.5, 0, 1, 1, 0, (0, 0), True, (0, 0), (0, 0), (0, 0), True)
    points = tuple(ChartPoint(**{**point.__dict__, "stack": stack, "s": stack}) for stack in grid.stacks)
    margin, free = played - 0.5, np.zeros(played.shape, dtype=np.bool_)
    return Chart(OMAHA, grid, Level(), points, played, played, margin, margin, free, free)


def test_shares_of_a_family_are_weighted_by_hands() -> None:
    chart = made_up_chart()
    classes = hand_classes(OMAHA)
    for family in family_tree(OMAHA)[3].children:
        share = family_share(chart, Seat.SMALL_BLIND, family)
        hands = sum(int(classes.sizes[i]) for i in family.ids)
        assert share.of_all == hands / OMAHA.n_hands
        for k in range(4):
            expected = sum(int(classes.sizes[i]) * chart.jam[k, i] for i in family.ids) / hands
            assert share.played[k] == pytest.approx(expected)
        deepest = max(k for k in range(4) if share.played[k] >= 0.5)
        assert share.threshold == chart.stacks[deepest]


def test_hands_next_to_the_edge() -> None:
    chart = made_up_chart()
    found = edge_hands(chart, Seat.BIG_BLIND, point_at(chart, 2), 3)
    assert [top for _, top in found] == ["2", "2", "2", "1", "1", "1"]
    assert len({hand for hand, _ in found}) == 6
    assert all(len(parse_cards(hand)) == 4 for hand, _ in found)
    deepest = edge_hands(chart, Seat.BIG_BLIND, point_at(chart, 4), 2)
    assert [top for _, top in deepest] == ["4+", "4+", "3", "3"]
    assert top_text(chart, 0.0) == "-"


def test_the_usual_stack() -> None:
    chart = made_up_chart()
    assert chart.stacks[point_at(chart, None)] == 4  # the nearest to 10
    with pytest.raises(ChartError, match=r"The chart has no stack 2\.5: it goes from 1 to 4 by 1"):
        point_at(chart, 2.5)

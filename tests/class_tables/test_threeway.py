"""Three-way tables: against all boards, summed up to two hands, kept and resumed."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from jamfold.cards import Rank
from jamfold.cards.games import GAMES, HOLDEM, OMAHA, SIX_PLUS, SIX_PLUS_TRIPS, Game
from jamfold.class_tables import threeway_build
from jamfold.class_tables.decomposition.orders import ORDERS, TURNS, turned_orders
from jamfold.class_tables.decomposition.threeway_terms import ThreewaySuitInput, threeway_suit_rows
from jamfold.class_tables.outcome_build import load_outcomes
from jamfold.class_tables.threeway_build import (
    ThreewayTable,
    check_sums,
    load_threeway,
    pair_sums,
    threeway_item,
    threeway_needs,
    threeway_notice,
    threeway_store,
)
from jamfold.core.errors import ClassError, UnsupportedError, UnusableError
from tests import naive

SMALL = tuple(
    replace(game, name=f"small-{game.name}", lowest_rank=Rank(7))
    for game in (HOLDEM, SIX_PLUS, SIX_PLUS_TRIPS)
)


@pytest.fixture(autouse=True)
def _small_games(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in SMALL:
        monkeypatch.setitem(GAMES, game.name, game)


def all_boards(game: Game, hands: list[list[int]]) -> Counter[tuple[int, ...]]:
    """Boards by the places of the hands."""
    found: Counter[tuple[int, ...]] = Counter()
    left = [card for card in game.deck if not any(card in hand for hand in hands)]
    for board in itertools.combinations(left, 5):
        strengths = [naive.best_high(game, hand, board) for hand in hands]
        better = sorted(set(strengths), reverse=True)
        found[tuple(better.index(one) for one in strengths)] += 1
    return found


def by_hand(table: ThreewayTable, given: list[int]) -> Counter[tuple[int, ...]]:
    """Boards by the places of three classes: one hand of the first, times its size."""
    classes = table.classes
    first = classes.representatives[given[0]].tolist()
    found: Counter[tuple[int, ...]] = Counter()
    for second in classes.combinations(given[1]).tolist():
        for third in classes.combinations(given[2]).tolist():
            if len({*first, *second, *third}) == 6:
                found += all_boards(table.game, [first, second, third])
    return Counter({order: int(classes.sizes[given[0]]) * count for order, count in found.items()})


@pytest.mark.long
@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
def test_all_boards_of_a_small_deck(game: Game, shared_tables: Path) -> None:
    table = load_threeway(game)
    for hands in ("AsAh", "AsAh", "KsQs"), ("KsKh", "JsTs", "KsKh"):
        given = [int(table.classes.index(hand)) for hand in hands]
        assert {o: n for o, n in table.counts(*given).items() if n} == by_hand(table, given)


def test_the_hands_may_stand_in_any_order(shared_tables: Path) -> None:
    table = load_threeway(SMALL[1])
    given = [3, 17, 30]
    counts = table.counts(*given)
    for turn in itertools.permutations(range(3)):
        turned = table.counts(*(given[hand] for hand in turn))
        assert all(turned[order[turn[0]], order[turn[1]], order[turn[2]]] == n for order, n in counts.items())
    with pytest.raises(ClassError, match="There is no class 36"):
        table.counts(0, 36, 1)


def test_sums_over_the_third_hand(shared_tables: Path) -> None:
    game = SMALL[0]
    table, outcomes = load_threeway(game), load_outcomes(game)
    wins, ties, deals = pair_sums(table)
    assert np.array_equal(ties, ties.T)
    assert deals.sum() == 276 * 231 * 190
    assert int((wins + wins.T + ties).sum()) == 276 * 231 * 190 * 8_568
    check_sums(table, outcomes, lambda *_: None)
    orders = np.array(table.orders)
    row = int(np.flatnonzero((orders[:, 0] > 0) & (orders[:, 1] > 0))[0])
    orders[row, 0] -= 1
    orders[row, 1] += 1
    with pytest.raises(AssertionError, match="not that of two hands"):
        check_sums(replace(table, orders=orders), outcomes, lambda *_: None)
    orders[row, 0] -= 1
    with pytest.raises(AssertionError, match="no counts of boards"):
        check_sums(replace(table, orders=orders), outcomes, lambda *_: None)


def test_orders_turn_with_the_hands() -> None:
    assert len(ORDERS) == 13
    turned = turned_orders()
    assert turned[0].tolist() == list(range(13))
    for row, (a, b, c) in zip(turned, TURNS, strict=True):
        assert sorted(row) == list(range(13))
        assert all(ORDERS[row[o]] == (order[a], order[b], order[c]) for o, order in enumerate(ORDERS))


def test_a_build_goes_on_where_it_was(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = SMALL[2]
    whole = np.array(load_threeway(game).orders)
    sha256 = threeway_item(game).read_record().sha256
    threeway_item(game).remove()
    assert not threeway_item(game).is_there()

    made: list[int] = []
    most = 9

    def counted(given: ThreewaySuitInput, set1: int) -> NDArray[np.int32]:
        made.append(set1)
        if len(made) > most:
            raise KeyboardInterrupt
        return threeway_suit_rows(given, set1)

    monkeypatch.setattr(threeway_build, "threeway_suit_rows", counted)
    with pytest.raises(KeyboardInterrupt):
        load_threeway(game)
    kept = threeway_store(game).intact()
    assert kept
    made.clear()
    most = 1000
    again = load_threeway(game)
    assert {number - 1 for number in kept}.isdisjoint(made)
    assert np.array_equal(again.orders, whole)
    assert threeway_item(game).read_record().sha256 == sha256
    assert not (data_folder / "tables" / f"{game.name}.threeway.work").exists()


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="this system does not tell what is mapped")
def test_no_file_is_renamed_while_it_is_mapped(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows refuses that."""
    named: list[str] = []
    rename = Path.replace

    def refusing(path: Path, target: Path) -> Path:
        assert str(path) not in Path("/proc/self/maps").read_text()
        named.append(target.name)
        return rename(path, target)

    monkeypatch.setattr(Path, "replace", refusing)
    load_threeway(SMALL[2])
    assert threeway_item(SMALL[2]).path.name in named


def test_damage_is_seen_and_mended(data_folder: Path) -> None:
    game = SMALL[0]
    sums = load_threeway(game).orders.sum()
    item = threeway_item(game)
    content = bytearray(item.path.read_bytes())
    content[-5] ^= 1
    item.path.write_bytes(content)
    with pytest.raises(UnusableError, match="checksum"):
        item.verify()
    item.path.write_bytes(content[:-1])
    assert load_threeway(game).orders.sum() == sums
    item.verify()


def test_which_games_have_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("JAMFOLD_DATA", str(tmp_path))  # other tests may have built one
    with pytest.raises(UnsupportedError, match="no three-way table of omaha"):
        load_threeway(OMAHA)
    needs = threeway_needs(HOLDEM)
    assert needs.kept_bytes == 818_805 * 53 + 2 * 128
    assert "three-way table of Texas Hold'em" in str(threeway_notice(HOLDEM))

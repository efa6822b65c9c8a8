"""Ties of Omaha, shares of Omaha Hi/Lo: published rows, brute force, a build killed on its way."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from jamfold.calculator import methods
from jamfold.calculator.problem import parse_problem
from jamfold.cards import Rank, parse_cards
from jamfold.cards.counting.removal import CardRemoval
from jamfold.cards.games import GAMES, OMAHA, OMAHA_HILO, SIX_PLUS, Game
from jamfold.class_tables.blocks import block_list, outcome_store
from jamfold.class_tables.outcome_build import load_outcomes, outcomes_item
from tests import naive
from tests.class_tables.test_outcomes import (
    SPLIT,
    cell,
    compare_random_cells,
    pair_shares,
    published_pair,
    shares_of,
)
from tests.published_values import Row, joint_outcomes, rows

both = pytest.mark.parametrize("game", [OMAHA, OMAHA_HILO], ids=lambda game: game.name)


@pytest.mark.parametrize("game", [*SPLIT, SIX_PLUS], ids=lambda game: game.name)
def test_random_cells_of_two_cards(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, game.name, game)
    compare_random_cells(game, seed=13, count=100)


def _published(game: Game, row: Row) -> list[int]:
    joint = joint_outcomes(row)
    if not game.split_low:
        joint = joint.sum(axis=1)[:, None] * np.array([1, 0, 0, 0])
    return shares_of(game, joint)


@both
def test_published_class_rows(game: Game) -> None:
    outcomes = load_outcomes(game)
    for row in rows("omaha_classes.csv"):
        i, j = (outcomes.table.classes.index(row[name]) for name in ("hand1", "hand2"))
        assert list(outcomes.shares(i, j)) == _published(game, row)


@both
def test_published_pairs_are_in_their_cells(game: Game) -> None:
    outcomes = load_outcomes(game)
    for row in rows("omaha_matchups.csv"):
        published_pair(outcomes, row, _published(game, row))


@both
def test_random_cells_are_sums_of_hands_against_hands(game: Game) -> None:
    outcomes = load_outcomes(game)
    rng = np.random.default_rng(2015)
    for i, j in rng.integers(0, outcomes.table.classes.n, (60, 2)).tolist():
        assert list(outcomes.shares(i, j)) == cell(outcomes, i, j, pair_shares)


@pytest.mark.parametrize("number", range(2))
def test_random_cells_by_enumeration_of_all_boards(number: int) -> None:
    """Cells of one pair of hands: margins and pot shares of both games, from one count of its boards."""
    classes = load_outcomes(OMAHA).table.classes
    removal = CardRemoval(classes)
    cells = np.random.default_rng(8).integers(0, classes.n, (2000, 2)).tolist()
    i, j = [(i, j) for i, j in cells if removal.block([i], [j])[0, 0] == 1][number]
    hand1 = classes.representatives[i].tolist()
    (hand2,) = [hand for hand in classes.combinations(j).tolist() if not set(hand1) & set(hand)]
    counted = naive.outcomes(OMAHA_HILO, hand1, hand2)
    for game in (OMAHA, OMAHA_HILO):
        outcomes = load_outcomes(game)
        shares = naive.shares_of(counted if game.split_low else counted.sum(axis=1, keepdims=True))
        assert list(outcomes.shares(i, j)) == (shares if game.split_low else shares[::2])
        assert outcomes.table.margins[i, j] == naive.margin_of(game, shares)


@pytest.mark.parametrize("game", SPLIT, ids=lambda game: game.name)
def test_split_pots_of_two_cards_against_all_boards(game: Game) -> None:
    """What the quick tests compare their planes with."""
    hand1, hand2 = [int(card) for card in parse_cards("2c3c")], [int(card) for card in parse_cards("AcAh")]
    assert pair_shares(game, hand1, hand2) == naive.shares(game, hand1, hand2)


@both
def test_checksums_and_row_sums(game: Game) -> None:
    outcomes = load_outcomes(game)
    outcomes_item(game).verify()
    for plane in outcomes.planes:
        some = slice(5000, 5200)
        assert np.array_equal(plane.values[some].sum(axis=1, dtype=np.int64), plane.row_sums[some])


@both
def test_ranges_by_the_planes_are_ranges_by_pairs(game: Game) -> None:
    load_outcomes(game)
    problem = parse_problem(game, ["AAKK:xxyy", "AsKsQhJh,5s4s3h2h"])
    pairs = methods.by_pairs(problem).players
    for one, other in zip(methods.by_class_table(problem, outcomes=False).players, pairs, strict=True):
        for name in ("equity", "win", "tie", *(("scoop", "quartered") if game.split_low else ())):
            assert getattr(one, name) == pytest.approx(getattr(other, name), abs=1e-12), name


_BUILD = """
from dataclasses import replace
from jamfold.cards import Rank
from jamfold.cards.games import GAMES, OMAHA
from jamfold.class_tables.outcome_build import load_outcomes
game = GAMES["omaha-32"] = replace(OMAHA, name="omaha-32", lowest_rank=Rank(5))
load_outcomes(game)
"""


def test_killed_builds_end_in_the_same_bytes(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SIGKILL while blocks are made and while the planes are written; a last build finishes.

    Of 32 cards, which has the blocks and the mapped files of 52 in a fiftieth of the time.
    """
    game = replace(OMAHA, name="omaha-32", lowest_rank=Rank(5))
    monkeypatch.setitem(GAMES, game.name, game)
    (ties,) = load_outcomes(game).planes
    assert isinstance(ties.values, np.memmap)
    item, work = outcomes_item(game), outcome_store(game).folder
    expected, whole = item.read_record().sha256["ties"], ties.values.nbytes
    item.remove()
    half, blocks = item.array_path("ties").with_name("omaha-32.ties.npy.tmp"), len(block_list(game))
    moments: tuple[Callable[[], bool], ...] = (
        lambda: len(list(work.glob("block-*.json"))) >= 1,
        lambda: len(list(work.glob("block-*.json"))) >= 20,
        lambda: len(list(work.glob("block-*.json"))) >= blocks - 5,
        lambda: half.exists() and half.stat().st_size > whole // 10,
    )
    for moment in moments:
        process = subprocess.Popen([sys.executable, "-c", _BUILD], stderr=subprocess.PIPE)
        while not moment():
            assert process.poll() is None, process.communicate()[1]
            time.sleep(0.002)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert not item.record_path.exists()
    assert len(list(work.glob("block-*.json"))) == blocks
    subprocess.run([sys.executable, "-c", _BUILD], check=True)
    assert item.verify().record.sha256["ties"] == expected
    assert not work.exists()

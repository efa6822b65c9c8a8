"""The Omaha tables: published rows, hands against hands, identities of every row."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from jamfold.cards.counting.removal import CardRemoval
from jamfold.cards.games import OMAHA, OMAHA_HILO, Game
from jamfold.class_tables import ClassTable, load_table
from jamfold.class_tables.class_table import table_item
from jamfold.class_tables.decomposition.assembly import is_mirrored
from jamfold.class_tables.matchup import outcome_margin
from tests.class_matchup import class_matchup
from tests.published_values import hand_outcomes, joint_outcomes, rows

both = pytest.mark.parametrize("game", [OMAHA, OMAHA_HILO], ids=lambda game: game.name)


@pytest.fixture(scope="module", autouse=True)
def _tables() -> None:
    """Hi/Lo first: its build makes Omaha too."""
    load_table(OMAHA_HILO)


@both
def test_published_class_rows(game: Game) -> None:
    table = load_table(game)
    for row in rows("omaha_classes.csv"):
        i, j = (table.classes.index(row[name]) for name in ("hand1", "hand2"))
        found = class_matchup(table, i, j)
        assert found.placements == int(row["placements"])
        assert found.margin == outcome_margin(game, joint_outcomes(row))
        prefix = "hilo" if game.split_low else "hi"
        assert found.equity == pytest.approx(float(row[f"{prefix}_equity"]), abs=1e-14)


def _random_cells(table: ClassTable, seed: int, count: int) -> list[tuple[int, int]]:
    rng = np.random.default_rng(seed)
    return [(int(i), int(j)) for i, j in rng.integers(0, table.classes.n, (count, 2))]


def _cell(table: ClassTable, i: int, j: int, margin: Callable[[Game, list[int], list[int]], int]) -> int:
    hand1 = table.classes.representatives[i].tolist()
    others = table.classes.combinations(j).tolist()
    return sum(margin(table.game, hand1, hand2) for hand2 in others if not set(hand1) & set(hand2))


@both
def test_random_cells_are_sums_of_hands_against_hands(game: Game) -> None:
    table = load_table(game)

    def margin(game: Game, hand1: list[int], hand2: list[int]) -> int:
        return outcome_margin(game, hand_outcomes(game, hand1, hand2))

    for i, j in _random_cells(table, 2014, 60):
        assert table.margins[i, j] == _cell(table, i, j, margin)


@both
def test_antisymmetry_of_the_whole_table(game: Game) -> None:
    table = load_table(game)
    margins = table.margins.view(np.ndarray)
    assert is_mirrored(margins, table.classes.sizes, range(table.classes.n), -1)
    assert not is_mirrored(margins, table.classes.sizes + 1, range(table.classes.n), -1)


@both
def test_every_row_counts_194580_placements(game: Game) -> None:
    """A row sum is the margin against all hands left; no cell is larger than its placements allow."""
    table = load_table(game)
    removal = CardRemoval(table.classes)
    everything = np.arange(table.classes.n)
    for first in range(0, table.classes.n, 1024):
        some = everything[first : first + 1024]
        placements = removal.block(some, everything)
        assert (placements.sum(axis=1) == 194_580).all()
        assert (abs(table.margins[some]) <= table.margin_scale * placements).all()
        assert np.array_equal(table.margins[some].sum(axis=1, dtype=np.int64), table.row_sums[some])


@both
def test_checksums(game: Game) -> None:
    table_item(game).verify()

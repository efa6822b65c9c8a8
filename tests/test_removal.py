"""Card removal against counting."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jamfold.counting.classes import hand_classes
from jamfold.counting.removal import CardRemoval
from jamfold.games import HOLDEM, OMAHA, SIX_PLUS, Game


@pytest.mark.parametrize("game", [HOLDEM, SIX_PLUS], ids=lambda game: game.name)
def test_block_counts_disjoint_hands(game: Game) -> None:
    classes = hand_classes(game)
    block = CardRemoval(classes).block(range(classes.n), range(classes.n))
    for i in range(0, classes.n, 7):
        mine = set(classes.representatives[i].tolist())
        for j in range(classes.n):
            assert block[i, j] == sum(not mine & set(hand) for hand in classes.combinations(j).tolist())
    assert (block.sum(axis=1) == game.n_opponent_hands).all()
    weighted = classes.sizes[:, None] * block
    assert np.array_equal(weighted, weighted.T)


def test_omaha_rows_count_194580_placements() -> None:
    removal = CardRemoval(hand_classes(OMAHA))
    everything = removal.new_sum()
    everything.add(np.arange(16432), np.ones(16432, dtype=np.int64))
    assert (everything.values() == 194_580).all()


@given(seed=st.integers(0, 2**32 - 1), changed=st.integers(1, 500))
@settings(max_examples=10)
def test_omaha_sums_are_products_with_the_block(seed: int, changed: int) -> None:
    rng = np.random.default_rng(seed)
    classes = hand_classes(OMAHA)
    removal = CardRemoval(classes)
    chosen = rng.choice(classes.n, changed, replace=False)
    amounts = rng.integers(-24, 25, changed)
    running = removal.new_sum()
    running.add(chosen[: changed // 2], amounts[: changed // 2])
    running.add(chosen[changed // 2 :], amounts[changed // 2 :])
    rows = rng.integers(0, classes.n, 10)
    assert np.array_equal(running.values()[rows], removal.block(rows, chosen) @ amounts)
    running.add(chosen, -amounts)
    assert not running.values().any()

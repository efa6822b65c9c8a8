"""Card removal against counting."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jamfold.cards.counting import removal as module
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.counting.removal import CardRemoval
from jamfold.cards.games import HOLDEM, OMAHA, SIX_PLUS, Game


@pytest.mark.parametrize("few_pairs", [0, module._FEW_PAIRS])
@pytest.mark.parametrize("game", [HOLDEM, SIX_PLUS], ids=lambda game: game.name)
def test_block_counts_disjoint_hands(game: Game, few_pairs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_FEW_PAIRS", few_pairs)
    classes = hand_classes(game)
    block = CardRemoval(classes).block(range(classes.n), range(classes.n))
    for i in range(0, classes.n, 7):
        mine = set(classes.representatives[i].tolist())
        for j in range(classes.n):
            assert block[i, j] == sum(not mine & set(hand) for hand in classes.combinations(j).tolist())
    assert (block.sum(axis=1) == game.n_opponent_hands).all()
    weighted = classes.sizes[:, None] * block
    assert np.array_equal(weighted, weighted.T)


@pytest.mark.parametrize("few_pairs", [0, module._FEW_PAIRS])
def test_block_of_some_classes(few_pairs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    everything = CardRemoval(hand_classes(HOLDEM)).block(range(169), range(169))
    monkeypatch.setattr(module, "_FEW_PAIRS", few_pairs)
    removal = CardRemoval(hand_classes(HOLDEM))
    for chosen in (([5, 168, 5], [90, 0, 90]), ([3], range(169)), ([], [1]), ([1], [])):
        rows, columns = (np.array(one, dtype=np.int64) for one in chosen)
        block = removal.block(rows, columns)
        assert np.array_equal(block, everything[np.ix_(rows, columns)])


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

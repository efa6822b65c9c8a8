"""Deals that tell of all hands at once: the same gains as deals of hands for all seats, bounds that hold."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from math import comb

import numpy as np
import pytest

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.cards import Rank
from jamfold.cards.counting.classes import hand_classes, hand_masks
from jamfold.cards.games import OMAHA_HILO, STANDARD_ORDER, Game
from jamfold.cards.strength.boards import number_boards
from jamfold.cards.strength.showdown import number_hands, strength_tables
from jamfold.core.arrays import FloatArray
from jamfold.spots.nplayer import certificate
from jamfold.spots.nplayer.all_hands import (
    AllHandsSampler,
    add_all_hands,
    hands_by_class,
    is_more_informative,
)
from jamfold.spots.nplayer.certificate import certify
from jamfold.spots.nplayer.kernels import CHANCE, COLUMNS, FOLD, deal_gains
from jamfold.spots.nplayer.sampler import FOLDS, TASKS, Dealer, Sampler, rare_hands
from jamfold.spots.nplayer.tree import make_tree
from tests.counted_clock import count_looks

TWENTY = Game("twenty", "Twenty cards", 2, (0, 1, 2), Rank(8), STANDARD_ORDER, split_low=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "hand"),
    [
        (TWENTY, TableHand((10.0, 7.0, 12.0, 9.0), BlindLevel((1.0, 2.0)))),
        (TWENTY, TableHand((10.0, 0.5, 12.0, 2.0), BlindLevel((1.0, 2.0)))),
        (TWENTY, TableHand((10.0, 7.0, 1.0, 12.0, 9.0), BlindLevel((1.0, 2.0)), max_allin=3)),
        (OMAHA_HILO, TableHand((10.0, 7.0, 12.0), BlindLevel((1.0, 2.0)))),
    ],
    ids=["twenty", "in by their blinds", "five seats", "hilo"],
)
def test_each_hand_gains_what_it_gains_in_its_own_deal(game: Game, hand: TableHand) -> None:
    """Every hand a class of its own, so that a deal tells what that hand alone has."""
    classes, tree, rng = hand_classes(game), make_tree(game, hand), np.random.default_rng(3)
    numbers, rows = number_hands(game, classes.hands), np.arange(len(classes.hands))
    strategy = rng.random((len(hand.nodes), len(rows)))
    others, boards = Dealer(game, hand.n - 1).deal(2, 1, [4])
    more = rng.random((len(rows), len(hand.nodes))) - 0.5
    sums, by_deal = np.zeros_like(more), np.zeros((2, hand.n))
    held = np.empty((len(rows), 2), dtype=np.float32)
    reach = np.empty((2, 2, len(hand.nodes)), dtype=np.float32)
    left = comb(len(game.deck) - 5 - (hand.n - 1) * game.hole_cards, game.hole_cards)
    orders, table_orders = (np.array(list(permutations(range(n)))) for n in (hand.n - 1, hand.n))
    boarded, masks, own = number_boards(game, boards), hand_masks(boards), hands_by_class(numbers, rows)
    add_all_hands(
        tree, strength_tables(game), numbers, rows, own, others, boarded, masks, orders, strategy,
        more, left, game.split_low, sums, held, reach, by_deal,
    )  # fmt: skip
    gains, moments = np.zeros(strategy.shape), np.zeros((*strategy.shape, COLUMNS))
    seen = rng.choice(len(rows), min(len(rows), 400), replace=False)
    for row in seen.tolist():
        for deal in range(2):
            used = masks[deal] | np.bitwise_or.reduce(classes.masks[others[deal]])
            if classes.masks[row] & used:
                continue
            one, each = np.zeros(strategy.shape), np.zeros(moments.shape)
            deal_gains(
                tree, strength_tables(game), numbers, rows, np.array([[row, *others[deal]]]),
                number_boards(game, boards[deal : deal + 1]), table_orders, strategy, strategy,
                game.split_low, one, each, np.empty((1, 2, hand.n)), rare_hands(game, hand),
            )  # fmt: skip
            gains[:, row] += one[:, row]
            moments[:, row] += each[:, row]
    came, folded = (held @ reach.reshape(2, -1)).T.reshape(2, *strategy.shape)[:, :, seen] * left
    assert came == pytest.approx(moments[:, seen, CHANCE] * hand.n, rel=1e-5)
    assert folded == pytest.approx(moments[:, seen, FOLD] * hand.n, rel=1e-5, abs=1e-5)
    assert sums[seen].T * left == pytest.approx(gains[:, seen] * hand.n, abs=1e-9)
    share = (sums * more).sum(axis=0)
    assert by_deal.sum(axis=0) == pytest.approx([share[tree.depth == place].sum() for place in range(hand.n)])


@pytest.mark.long
def test_bounds_hold_and_are_nearer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of strategies drawn at random: both ways agree, and the bound lies above what far more deals gain."""
    game = replace(TWENTY, name="twenty-4", hole_cards=4, hole_used=(2,))
    hand = TableHand((10.0,) * 3, BlindLevel((1.0, 2.0)))
    held, off = 0, list[FloatArray]()
    for seed in range(20):
        sampler = Sampler(game, hand, seed)
        rng = np.random.default_rng(seed)
        strategy = rng.integers(0, 2, sampler.shape).astype(float)
        monkeypatch.setattr(certificate, "is_more_informative", lambda _: True)
        nothing = np.zeros(sampler.shape)
        few = certify(sampler, strategy, nothing, 0.0, lambda _: None)
        batches = -(-FOLDS // TASKS) * TASKS
        assert few.deals == batches * (sampler.batch + AllHandsSampler(sampler).batch)
        many = Sampler(game, hand, 1000 + seed)
        count_looks(monkeypatch)
        more = certify(many, strategy, nothing, 0.3, lambda _: None)
        assert (np.abs(more.values - few.values) < 6 * (few.values_error + more.values_error)).all()
        held += bool((more.gains <= few.bounds).all())
        assert more.arrivals.sum(axis=1) == pytest.approx(more.reach, abs=0.02)
        far = (few.margins - more.margins) / np.hypot(few.margins_error, more.margins_error)
        known = np.isfinite(far)
        off.append(far[known])
        assert few.folds[known] == pytest.approx(more.folds[known], rel=1e-5)  # in chips: what is left
    assert held >= 18
    assert 0.7 < np.concatenate(off).std() < 1.5
    assert not is_more_informative(Sampler(TWENTY, hand, 0))

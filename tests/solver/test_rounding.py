"""Own gains of three seats in fractions: never above their proven bounds, and near to what is computed."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from jamfold.betting.hand import Node, TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.solver.seats import evaluate_seats, gamma, seat_gain_bounds
from jamfold.solver.three_seats import ThreeSeats
from jamfold.spots.nplayer.exact import all_nodes
from tests.toy_seats import N, deals, places, toy_deals, toy_ends

HAND = TableHand((20.3, 16.1, 31.7), BlindLevel((1.1, 2.3), ante=0.3))
NODES = all_nodes(3)


def exact_value(chances: dict[tuple[int, int], Fraction], player: int) -> Fraction:
    """What a player has in the mean, by every deal and every way to act; ends as they are computed."""
    total, every = Fraction(0), deals()
    for deal, acts in product(every, product((False, True), repeat=3)):
        in_: tuple[int, ...] = ()
        chance = Fraction(1, len(every))
        for place, act in enumerate(acts):
            if place == 2 and not in_:
                break  # the big blind has won
            node = NODES.index(Node(HAND.order[place], in_))
            jams = chances[node, deal[place]]
            chance *= jams if act else 1 - jams
            in_ = (*in_, HAND.order[place]) if act else in_
        else:
            act = False
        if not any(acts[:2]) and acts[2]:
            continue  # told once, with the big blind's fold
        cards = [deal[HAND.order.index(seat)] for seat in in_]
        total += chance * Fraction(HAND.values_after(in_, places(cards))[HAND.order[player]])
    return total


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_exact_gains_are_below_their_bounds(seed: int) -> None:
    game = ThreeSeats(toy_deals(), toy_ends(HAND), np.full(6, np.nan))
    strategy = np.random.default_rng(seed).random((6, N))
    found = evaluate_seats(game, strategy)
    bounds = seat_gain_bounds(found.own_gains, N, sum(HAND.stacks))
    chances = {(node, one): Fraction(strategy[node, one]) for node in range(6) for one in range(N)}
    for player in range(3):
        own = Fraction(0)
        for (node, one), chance in chances.items():
            if game.players[node] != player:
                continue
            ends = [exact_value({**chances, (node, one): Fraction(end)}, player) for end in (0, 1)]
            gain = ends[1] - ends[0]
            own += max(gain, Fraction(0)) * (1 - chance) + max(-gain, Fraction(0)) * chance
        assert own <= Fraction(bounds[player])
        assert float(own) == pytest.approx(found.own_gains[player], abs=1e-12)


def test_bounds_are_close() -> None:
    gains = np.array([0.0, 1e-6, 0.5])
    bounds = seat_gain_bounds(gains, 169, 300.0)
    assert (bounds > gains).all()
    assert bounds == pytest.approx(gains, abs=1e-8)
    assert gamma(1) > 2.0**-53

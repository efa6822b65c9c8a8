"""Random tables of three, as bodies of the API, and what the package makes of the file's answer to them."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from jamfold.cards.games import find_game
from jamfold.cases.table import TableRequest
from jamfold.spots.nplayer.exact import evaluate_table
from tests.app_spots import NEAR

GAMES = ("six-plus", "six-plus-trips")


def random_tables(count: int, seed: int) -> list[dict[str, Any]]:
    """Tables of all kinds: unequal stacks, some below what is posted, antes, dead money, rake, prizes."""
    rng = random.Random(seed)
    return [_random_table(rng, number % 4) for number in range(count)]


def _random_table(rng: random.Random, kind: int) -> dict[str, Any]:
    big = rng.choice([2, 10, 100, 7.5])
    stacks = [round(rng.uniform(rng.choice([0.4, 1, 2, 4]), 20) * big, 1) for _ in range(3)]
    if rng.random() < 0.3:
        stacks = stacks[:1] * 3
    body: dict[str, Any] = {"game": rng.choice(GAMES), "stacks": stacks}
    body["blinds"] = [rng.choice([0.5, 0.5, 0.4, 0, 1]) * big, big]
    if rng.random() < 0.5:
        body["ante"] = rng.choice([0.1, 0.125, 0.3, 1]) * big
    if rng.random() < 0.2:
        body["bb_ante"] = big
    if rng.random() < 0.2:
        body["dead"] = rng.choice([0.5, 1, 1.5]) * big
    if kind == 1:
        body |= {"rake": rng.choice([1, 2.5, 5]), "cap": rng.choice([0.5, 1, 3]) * big}
        if rng.random() < 0.3:
            body |= {"drop": 0.05 * big, "drop_always": rng.random() < 0.5, "rakeback": 20}
    if kind == 3:
        others = [round(rng.uniform(0.5, 40) * big, 1) for _ in range(rng.choice([0, 1, 4, 9]))]
        body |= {"table": others, "prizes": sorted((rng.uniform(1, 100) for _ in range(3)), reverse=True)}
    return body


def check_table(body: dict[str, Any], told: dict[str, Any]) -> float:
    """Compare the file's certificate with the package's of the same strategies.

    Returns the largest own gain, of a big blind or of the prizes.
    """
    assert "error" not in told, (body, told)
    question = TableRequest.from_json(body)
    hand, game = question.hand, find_game(body["game"])
    assert [(one["seat"], one["after"]) for one in told["nodes"]] == [
        (hand.names[node.seat], [hand.names[seat] for seat in node.all_in_before]) for node in hand.nodes
    ]
    unit = hand.pool or hand.big_blind
    given = np.array([one["chances"] for one in told["nodes"]])
    if not len(given):
        given = np.empty((0, 81))
    mine = evaluate_table(game, hand, given)
    assert told["values"] == pytest.approx(mine.values, abs=NEAR * unit), body
    assert told["gains"] == pytest.approx(mine.gains, abs=NEAR * unit), body
    for one, percent, reach, margins in zip(
        told["nodes"], mine.percent, mine.reach, mine.margins, strict=True
    ):
        assert (one["percent"], one["reach"]) == pytest.approx((percent, reach), abs=NEAR), body
        theirs = np.array(one["margins"], dtype=np.float64)
        sure = mine.arrivals.min() > 0
        assert not sure or np.allclose(theirs, margins, atol=1e-6 * unit, equal_nan=True), body
    return float(max(told["gains"]) / unit)

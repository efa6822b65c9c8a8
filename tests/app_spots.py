"""Random spots of two players, as bodies of the API, and the strategies of the package for them."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import numpy as np

from jamfold.cases.answers.spots import solved
from jamfold.cases.answers.watch import Observer
from jamfold.cases.spots import SolveRequest
from jamfold.core.errors import JamfoldError
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import Seat
from jamfold.spots.trees import TreeSpot

RAISES: tuple[dict[str, Any], ...] = (
    {"open": ["2bb"]},
    {"open": ["2.5bb"]},
    {"open": ["2bb", "3bb"]},
    {"open": ["2bb"], "raises": ["3x"]},
    {"open": ["2bb"], "jam": False},
    {"limit": "pot"},
)
GAMES = ("holdem", "six-plus", "six-plus-trips")
NEAR = 1e-9
"""How near the two have to be, in units of what is played for."""


def random_spots(count: int, seed: int) -> list[dict[str, Any]]:
    """Spots of all kinds: unequal stacks, antes, dead money, rake, prizes, bounties, and raises."""
    rng = random.Random(seed)
    spots: list[dict[str, Any]] = []
    while len(spots) < count:
        spot = _random_spot(rng, len(spots) % 4)
        if rng.random() < 0.25:
            spot |= rng.choice(RAISES)
        with suppress(JamfoldError):  # a raise that is not legal here
            SolveRequest.from_json(spot)
            spots.append(spot)
    return spots


def _random_spot(rng: random.Random, kind: int) -> dict[str, Any]:
    big = rng.choice([2, 10, 100, 7.5])
    low = rng.choice([1, 1.2, 2, 4])
    stack = [round(rng.uniform(low, 25) * big, rng.choice([0, 1, 2])) or big for _ in range(2)]
    if rng.random() < 0.4:
        stack[1] = stack[0]
    spot: dict[str, Any] = {"game": rng.choice(GAMES), "stacks": stack}
    spot["blinds"] = [rng.choice([0.5, 0.5, 0.4, 1 / 3, 1]) * big, big]
    if rng.random() < 0.3:
        spot["ante"] = rng.choice([0.1, 0.125, 0.3]) * big
    if rng.random() < 0.2:
        spot["bb_ante"] = big
    if rng.random() < 0.2:
        spot["dead"] = rng.choice([0.5, 1, 1.5]) * big
    if kind == 1:
        spot["rake"] = rng.choice([1, 2.5, 5])
        if rng.random() < 0.5:
            spot["cap"] = rng.choice([0.5, 1, 3]) * big
        if rng.random() < 0.3:
            spot |= {"drop": 0.05 * big, "drop_always": rng.random() < 0.5}
        if rng.random() < 0.3:
            spot["rakeback"] = 20
    if kind >= 2:
        spot |= _tournament(rng, big, bounties=kind == 3)
    return spot


def _tournament(rng: random.Random, big: float, *, bounties: bool) -> dict[str, Any]:
    table = [round(rng.uniform(0.5, 40) * big, 1) for _ in range(rng.choice([0, 1, 2, 4, 7, 9, 18]))]
    paid = rng.randint(1, min(len(table) + 2, 6))
    prizes = sorted((round(rng.uniform(1, 100), 1) for _ in range(paid)), reverse=True)
    more: dict[str, Any] = {"table": table, "prizes": prizes}
    if bounties:
        more |= {"bounty": [round(rng.uniform(1, 30), 1) for _ in range(len(table) + 2)]}
        more |= {"progressive": rng.choice([0, 0.5]), "heads": rng.choice(["chip-share", "none"])}
    return more


def differences(body: dict[str, Any], theirs: dict[str, Any]) -> dict[str, float]:
    """The largest differences of the values, gains and margins of the file from those of the package.

    In units of what is played for: big blinds, or the pool of prizes.
    """
    question = SolveRequest.from_json(body)
    spot = solved(question, Observer())
    unit = question.terms.utility.pool or spot.situation.big_blind
    values = [abs(mine - other) for mine, other in zip(spot.values, theirs["values"], strict=True)]
    chances, margins = _of_tree(spot, theirs) if isinstance(spot, TreeSpot) else _of_pair(spot, theirs)
    return {
        "value": max(values) / unit,
        "gains": max(theirs["gains"]) / unit,
        "chance": max(map(_apart, *zip(*chances, strict=True))),
        "margin": max(map(_apart, *zip(*margins, strict=True))) / unit,
    }


Pairs = list[tuple[Any, Any]]
"""What the package says, and what the file says."""


def _of_pair(spot: SpotSolution, theirs: dict[str, Any]) -> tuple[Pairs, Pairs]:
    """Chances and margins of jam or fold; chances where a class is asked."""
    sides = [spot.strategy(seat) for seat in Seat]
    margins = [
        (side.margin, np.array(one, dtype=np.float64))
        for side, one in zip(sides, theirs["margins"], strict=True)
    ]
    asked = [~np.isnan(side.margin) for side in sides]
    chances = [
        (side.frequency[there], np.array(one)[there])
        for side, one, there in zip(sides, theirs["chances"], asked, strict=True)
    ]
    return chances, margins


def _of_tree(spot: TreeSpot, theirs: dict[str, Any]) -> tuple[Pairs, Pairs]:
    """Chances of all sequences, and what actions are worth at all decisions, in the unit of the solver."""
    plans = list(zip(spot.solved.plans, theirs["plans"], strict=True))
    best = zip(spot.solved.evaluation.best, theirs["worth"], strict=True)
    worth = [pair for mine, other in best for pair in zip(mine.actions, other, strict=True)]
    return plans, worth


def _apart(mine: Any, other: Any) -> float:
    """The largest difference; what one does not know the other may not know either."""
    mine, other = np.asarray(mine, dtype=np.float64), np.asarray(other, dtype=np.float64)
    assert np.array_equal(np.isnan(mine), np.isnan(other))
    return float(np.abs(np.nan_to_num(mine) - np.nan_to_num(other)).max(initial=0.0))

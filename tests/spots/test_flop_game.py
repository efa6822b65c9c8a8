"""Jam or fold on a flop: published values, ranges against linear programs, pots, rake, bad input."""

from __future__ import annotations

import csv
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from jamfold.cards import parse_cards
from jamfold.cards.games import HOLDEM, SIX_PLUS
from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.flops import FlopRequest
from jamfold.core.errors import JamfoldError
from jamfold.ranges import parse_range
from jamfold.solver.payoffs import ClassGame
from jamfold.spots.flop import FlopSolution, make_payoffs
from tests.published_values import FOLDER, Row


def published() -> list[Row]:
    with (FOLDER / "flop_jam_fold.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def solved(flop: str, **more: Any) -> FlopSolution:
    result: FlopSolution = run_case(FlopRequest(flop=flop, **more), Observer())
    return result


@pytest.mark.long
@pytest.mark.parametrize("flop", sorted({row["flop"] for row in published()}))
def test_published_values(flop: str) -> None:
    for row in published():
        if row["flop"] != flop:
            continue
        found = solved(flop, stacks=f"{row['stack_bb']}bb")
        assert found.value_bb == pytest.approx(float(row["value_bb"]), abs=1e-9)
        assert found.exact
        assert max(found.gains_bb) < 1e-12
        free = 100 / 1176 * max(1, *found.solution.free)
        assert found.jam_percent == pytest.approx(float(row["jam_percent"]), abs=free)
        assert found.call_percent == pytest.approx(float(row["call_percent"]), abs=free)


def game_value(payoffs: ClassGame, fold: float, steal: float, stake: float) -> float:
    """The value of the zero-sum game by one linear program over all pairs, weights and all."""
    n = payoffs.n_classes
    every = np.arange(n)
    w1, w2 = payoffs.weights or (np.ones(n), np.ones(n))
    pairs = payoffs.counts[:, None] * w1[:, None] * w2 * payoffs.placements.block(every, every)
    margins = payoffs.margins.block(every, every) / payoffs.margin_scale
    shown = payoffs.counts[:, None] * w1[:, None] * w2 * margins * stake
    total = pairs.sum()
    gain = (steal - fold) * pairs.sum(axis=1)
    called = shown - steal * pairs
    # maximise gain x + sum u, u <= 0, u <= x called
    found = linprog(
        -np.concatenate([gain, np.ones(n)]),
        A_ub=np.hstack([-called.T, np.eye(n)]),
        b_ub=np.zeros(n),
        bounds=[(0, 1)] * n + [(None, 0)] * n,
        method="highs",
    )
    return float(fold + -found.fun / total)


@pytest.mark.parametrize(
    ("flop", "first", "second"),
    [
        ("KhTd9c", "AsKs@100,QQ+@50,T9s@70", "JJ+@100,AK@85,AQ@30"),
        ("KhTh9h", "66+", None),
        ("KhTd9c", "KcKs,AcKc,AdAc,7h6h", "AA,KK,QJ"),
    ],
)
def test_ranges_against_a_linear_programme(flop: str, first: str, second: str | None) -> None:
    held = parse_range(first, SIX_PLUS), None if second is None else parse_range(second, SIX_PLUS)
    payoffs = make_payoffs(tuple(parse_cards(flop)), SIX_PLUS, held)
    found = solved(flop, game="six-plus", stacks="6bb", sb_range=first, bb_range=second)
    assert found.exact
    assert max(found.gains_bb) < 1e-12
    assert found.value_bb == pytest.approx(game_value(payoffs, -0.5, 1.0, 6.0), abs=1e-9)
    weights = payoffs.dealt[0].counts
    assert found.jam_percent == pytest.approx(100 * float(weights @ found.solution.x / weights.sum()))


def test_all_hands_as_ranges_change_nothing() -> None:
    plain = solved("9s8s2s", stacks="5bb")
    ranged = solved("9s8s2s", stacks="5bb", sb_range="*", bb_range="*")
    assert ranged.value_bb == pytest.approx(plain.value_bb, abs=1e-12)
    assert ranged.jam_percent == pytest.approx(plain.jam_percent, abs=1e-9)


def test_a_pot_that_lies_there() -> None:
    """The pot P, S behind: as antes of P / 2 each and blinds next to nothing; who gives up has nothing."""
    found = solved("9s8s2s", pot="6", stacks="7")
    assert found.value_bb + found.values_bb[1] == pytest.approx(0.6, abs=1e-12)
    tiny = solved("9s8s2s", blinds=(1e-9, 1e-9), ante="3", stacks="10")
    assert found.jam_percent == pytest.approx(tiny.jam_percent, abs=1e-6)
    assert 10 * found.value_bb == pytest.approx(tiny.value_bb * 1e-9 + 3, abs=1e-6)


def test_rake_is_lost_by_both_together() -> None:
    """General-sum: both players' gains are measured, and the value falls by the rake of the pots called."""
    raked, plain = (solved("9s8s2s", stacks="5bb", **more) for more in ({"rake": 5}, {}))
    assert sum(raked.values_bb) < 0
    assert raked.exact
    assert max(raked.gains_bb) < 1e-9
    assert raked.value_bb < plain.value_bb + 0.02
    assert sum(plain.values_bb) == pytest.approx(0, abs=1e-12)
    called = -sum(raked.values_bb) / 0.5  # of pots of 10 bb, 5% each
    assert 0 < called < raked.solution.jam_share


@pytest.mark.parametrize(
    ("words", "field", "sentence"),
    [
        ({"flop": "Kh 7d"}, "flop", "'Kh 7d' has 2 cards. A flop has 3."),
        ({"flop": ""}, "flop", "Enter a flop, such as Kh7d2c."),
        ({"flop": "Kh 7d 2c", "game": "six-plus"}, "flop", "The card 2c in 'Kh 7d 2c' is not in the deck"),
        (
            {"flop": "Kh 7d 2c", "sb_range": "KhKd"},
            "sb_range",
            "No hand of the small blind's range can be held on Kh7d",
        ),
        (
            {"flop": "Kh 7d 2c", "bb_range": "KhKd"},
            "bb_range",
            "No hand of the big blind's range can be held on Kh7d",
        ),
        ({"flop": "Kh 7d 2c", "bb_range": "xx"}, "bb_range", ""),
        ({"flop": "Kh 7d 2c 5bb"}, "flop", "'5bb' is not a card. Write the flop first, then --stacks and"),
        ({"flop": "5bb Kh7d2c"}, "flop", "'5bb' is not a card. Write the flop first, then --stacks and at"),
        (
            {"flop": "Kh 7d 2c", "sb_range": "AsAh", "bb_range": "AsKs"},
            "",
            "No hand of one range can be",
        ),
        ({"flop": "Kh 7d 2c", "game": "omaha-5"}, "game", "two to four hole cards, not for omaha-5"),
        ({"flop": "Kh 7d 2c", "pot": "0"}, "pot", "The pot must be above zero, but it is 0."),
        ({"flop": "Kh 7d 2c", "pot": "6", "ante": "1"}, "ante", "Remove the ante"),
        ({"flop": "Kh 7d 2c", "prizes": (50, 30, 20), "table": (100,)}, "prizes", "Remove them"),
        ({"flop": "Kh 7d 2c", "prizes": (100, 50)}, "prizes", "change no decision"),
        (
            {"flop": "Kh 7d 2c", "prizes": (100, 50), "bounty": (10, 10)},
            "prizes",
            "prizes and bounties are not supported",
        ),
    ],
)
def test_bad_input_is_told_in_a_sentence(words: dict[str, Any], field: str, sentence: str) -> None:
    with pytest.raises(JamfoldError) as caught:
        run_case(FlopRequest(**words), Observer())
    assert sentence in str(caught.value)
    assert (caught.value.field or "") == field


def test_hands_say_what_they_are_worth() -> None:
    found = solved("9s8s2s", stacks="5bb")
    hands = found.hands
    assert sum(one.size for one in hands) == 1176
    assert hands[0].hand == "AsAh"
    for one in hands:
        if one.jam_gain_bb > 1e-9:
            assert one.jam == 1
        if one.call_gain_bb is not None and one.call_gain_bb < -1e-9:
            assert one.call == 0
    assert sum(one.size * one.jam for one in hands) / 11.76 == pytest.approx(found.jam_percent)
    assert HOLDEM is found.game

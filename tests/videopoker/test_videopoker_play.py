"""Training, simulation, risk of ruin, and the public names."""

from __future__ import annotations

from fractions import Fraction
from math import exp
from random import Random

import numpy as np
import pytest

from jamfold.calculator import videopoker
from jamfold.calculator.videopoker import analyse_deal, analyse_pay_table, risk_of_ruin, simulate
from jamfold.calculator.videopoker.analysis import lay_out
from jamfold.calculator.videopoker.bankroll import QUANTILES, _decay, _play
from jamfold.calculator.videopoker.holds import deal_report
from jamfold.calculator.videopoker.paytable import load_pay_table, parse_pay_table
from jamfold.core.errors import CardError, PayTableError
from jamfold.practice.training.video_poker import HoldScore, new_deal, parse_hold


def test_risk_of_a_fair_walk_upwards() -> None:
    """Win or lose one bet, win with p: ruin from B is (q / p)^B, the gambler's ruin."""
    p = Fraction(3, 5)
    decay = _decay([Fraction(2), Fraction(0)], [p, 1 - p])
    assert exp(-decay) == pytest.approx(2 / 3, rel=1e-14)


def test_the_root_of_the_risk() -> None:
    found = analyse_pay_table("Deuces Full Pay")
    ruin = risk_of_ruin(found, 1_000, 5)
    x = exp(-ruin.decay)
    pays = zip(found.table.names, found.table.pays, strict=True)
    mean = sum(found.frequencies[name.name] * x ** float(pay - 1) for name, pay in pays)
    assert (mean + found.frequencies["nothing"] / x) / found.draws == pytest.approx(1, abs=1e-14)
    assert 0 < x < 1
    assert ruin.bets == 200
    assert ruin.probability == pytest.approx(x**200)
    assert exp(-ruin.decay * ruin.bets_for(0.01)) == pytest.approx(0.01)
    # One bet is as many coins as it takes.
    assert risk_of_ruin(found, 200, 1) == ruin
    assert risk_of_ruin(found, 1_004, 5) == ruin


def test_risk_against_a_chain_of_bankrolls() -> None:
    """From B bets, ruin within n hands rises to x^B as n grows; a table that wins much shows it fast."""
    text = "[pays]\n" + "\n".join(f"{name} = 3" for name in NAMES)
    table = parse_pay_table(text, "generous.toml")
    found = analyse_pay_table(table)
    win = float(found.hit_fraction)
    top = 400
    bank = np.zeros(top)
    bank[3] = 1.0
    for _ in range(3_000):
        moved = np.zeros(top)
        moved[0] = bank[0] + bank[1] * (1 - win)
        moved[1:-1] = bank[2:] * (1 - win)
        moved[3:] += bank[1:-2] * win
        bank = moved
    assert found.expected_return > 1
    assert risk_of_ruin(table, 3, 1).probability == pytest.approx(bank[0], rel=1e-9)


NAMES = [
    "royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight",
    "three-of-a-kind", "two-pair", "jacks-or-better",
]  # fmt: skip


def test_certain_and_impossible_ruin() -> None:
    assert risk_of_ruin("JoB 9/6", 10**6).probability == 1
    assert risk_of_ruin("JoB 9/6", 10**6).bets_for(0.5) == float("inf")
    assert risk_of_ruin("Deuces Full Pay", 4, 5).probability == 1
    half = "[pays]\n" + "\n".join(f"{name} = 2.5" for name in NAMES)
    ruin = risk_of_ruin(parse_pay_table(half, "half.toml"), 50, 5)
    assert ruin.method.startswith("upper bound")
    assert ruin.probability == pytest.approx(exp(-9 * ruin.decay))


@pytest.mark.parametrize(("bankroll", "bet"), [(0, 5), (100, 0), (-5, 5), (10**10, 5)])
def test_bad_coins(bankroll: int, bet: int) -> None:
    with pytest.raises(PayTableError, match="must be 1 to"):
        risk_of_ruin("JoB 9/6", bankroll, bet)


def test_bad_risks() -> None:
    with pytest.raises(PayTableError, match="between 0 and 1"):
        risk_of_ruin("Deuces Full Pay", 100).bets_for(0)


def test_play_stops_at_ruin() -> None:
    """The kernel against a loop over one bank at a time."""
    rng = np.random.default_rng(3)
    steps = rng.choice([-5, -5, 0, 10], size=(200, 30))
    banks = np.full(30, 40, dtype=np.int64)
    _play(banks, steps, 5)
    expected = []
    for run in range(30):
        bank = 40
        for step in steps[:, run].tolist():
            if bank < 5:
                break
            bank += step
        expected.append(bank)
    assert banks.tolist() == expected
    assert min(expected) == 0 < max(expected)


def test_simulation() -> None:
    found = simulate("Deuces Full Pay", bankroll=200, hands=2_000, runs=800, points=8, seed=5)
    assert found.hands.tolist() == list(range(0, 2_001, 250))
    assert found.curves.shape == (len(QUANTILES), 9)
    assert (found.curves[:, 0] == 200).all()
    assert (np.diff(found.curves, axis=0) >= 0).all()
    assert (np.diff(found.ruined) >= 0).all()
    assert found.ruin == risk_of_ruin("Deuces Full Pay", 200)
    assert found.ruined[-1] <= found.ruin.probability + 0.05
    again = simulate("Deuces Full Pay", bankroll=200, hands=2_000, runs=800, points=8, seed=5)
    assert (again.curves == found.curves).all()
    assert simulate("JoB 9/6", hands=3, runs=2).seed is not None


def test_simulated_mean_is_the_exact_one() -> None:
    """No ruin within 20 hands: the mean lies within five standard errors."""
    runs, hands = 20_000, 20
    table = analyse_pay_table("JoB 9/6")
    found = simulate("JoB 9/6", bankroll=100, bet=1, hands=hands, runs=runs, points=1, seed=1)
    exact = 100 + hands * (float(table.expected_return) - 1)
    assert found.ruined[-1] == 0
    assert abs(found.mean - exact) < 5 * (hands * table.variance / runs) ** 0.5


@pytest.mark.parametrize(
    "options", [{"hands": 0}, {"runs": 0}, {"points": 0}, {"hands": 10**6, "runs": 10**6}, {"seed": -1}]
)
def test_bad_simulations(options: dict[str, int]) -> None:
    with pytest.raises(PayTableError):
        simulate("JoB 9/6", **options)


def test_trainer_keeps_the_score() -> None:
    paid, score = lay_out(load_pay_table("JoB 9/6")), HoldScore()
    rng, same = Random(4), Random(4)
    costs: list[Fraction] = []
    for _ in range(20):
        deal = new_deal(paid, rng)
        assert deal == new_deal(paid, same)
        exact = analyse_deal("JoB 9/6", deal)
        report = deal_report(paid, deal)
        score.count(report, 0b00101)
        assert report.cost(0b00101) == exact.cost(0b00101)
        assert score.right == costs.count(Fraction(0)) + (exact.cost(0b00101) == 0)
        assert report == exact
        costs.append(exact.cost(0b00101))
    assert (score.asked, score.right) == (20, costs.count(Fraction(0)))
    assert score.cost == sum(costs)


@pytest.mark.parametrize(
    ("text", "mask"),
    [
        ("1 3 5", 0b10101),
        ("135", 0b10101),
        ("5,1", 0b10001),
        ("Ah Kh", 0b00011),
        ("khah", 0b00011),
        ("joker", 0b00100),
        ("10c", 0b01000),
        ("", 0),
        ("-", 0),
        ("all", 31),
    ],
)
def test_ways_to_type_a_hold(text: str, mask: int) -> None:
    table = videopoker.load_pay_table("Joker K+ 20/7/5")
    deal = videopoker.analyse_deal(table, "Ah Kh Joker Tc 2d").deal
    assert parse_hold(text, deal, table) == mask


@pytest.mark.parametrize("text", ["6", "Qs", "foo", "Ah Ah"])
def test_holds_that_are_none(text: str) -> None:
    table = videopoker.load_pay_table("JoB 9/6")
    deal = videopoker.analyse_deal(table, "Ah Kh 3s Tc 2d").deal
    with pytest.raises(CardError):
        parse_hold(text, deal, table)


def test_public_names() -> None:
    assert all(getattr(videopoker, name) is not None for name in videopoker.__all__)
    assert set(videopoker.__all__) <= set(dir(videopoker))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = videopoker.nonsense

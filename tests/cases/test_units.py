"""Big blinds are chips / big blind everywhere, and certificates say what each player could gain.

Real Hold'em table: it takes seconds to build and is shared by the quick tests.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jamfold
from jamfold.betting.posts import BlindLevel
from jamfold.betting.terms import DisplayUnit, UnitAmount
from jamfold.betting.two_seats import Situation
from jamfold.cases import answers
from jamfold.cases.answers.watch import Observer
from jamfold.cases.hands import ExplainRequest
from jamfold.cases.spots import SolveRequest
from jamfold.spots.charts import Chart
from jamfold.spots.solution import SpotSolution
from jamfold.views.formats import to_values
from jamfold.views.sentences import certificate_text, explanation_lines
from jamfold.views.spot_schemas import HandContract, SolveContract
from tests.command_line import Runner
from tests.loose import exploit as exploit_text
from tests.loose import solve

ANTE: dict[str, Any] = {"game": "holdem", "stacks": (100.0, 100.0), "ante": 1.0, "dead": 6.0}


def test_epsilon_is_half_of_what_both_gain_and_one_may_gain_more() -> None:
    spot = solve("holdem", method="fictitious-play", iterations=50)
    first, second = spot.gains_bb
    assert spot.epsilon_bb == pytest.approx((first + second) / 2, rel=1e-12)
    assert spot.epsilon_bb == pytest.approx(0.0108, abs=5e-5)
    assert second == pytest.approx(0.0168, abs=5e-5)  # the big blind alone gains more than epsilon
    assert spot.epsilon_bb < second <= 2 * spot.epsilon_bb
    values = spot.value_chips[0], spot.value_chips[1]
    for gain, best, value in zip(spot.gains_chips, spot.post_ev_chips, values, strict=True):
        assert gain == pytest.approx(best - value, abs=1e-12)
    assert "the big blind 0.0168 bb" in certificate_text(spot)
    assert SolveContract.of(spot).gains_bb == spot.gains_bb


def test_gains_are_told_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    run = Runner(capsys)
    spot = ("--game", "holdem", "--method", "fictitious-play", "--iterations", "50")
    told = json.loads(run.good("solve", *spot, "--json"))
    assert told["gains_bb"][1] == pytest.approx(0.0168, abs=5e-5)
    assert json.loads(run.good("hand", "K7o", *spot, "--json"))["gains_bb"] == told["gains_bb"]
    assert "Within 0.017 bb of equilibrium by fictitious-play" in run.good("solve", *spot)
    assert "0.0168 bb" in run.good("solve", *spot, "--full")


def solved() -> SpotSolution:
    answer = answers.run_case(SolveRequest(**ANTE), Observer())
    assert isinstance(answer, SpotSolution)
    return answer


def test_numbers_named_bb_are_chips_by_the_big_blind() -> None:
    spot = solved()
    assert spot.situation.unit == 14  # not the big blind
    contract = SolveContract.of(spot)
    assert contract.unit_chips == 14
    assert contract.value_bb == pytest.approx(contract.value_chips[0] / 10)
    assert contract.post_ev_bb == pytest.approx(tuple((chips or 0) / 10 for chips in contract.post_ev_chips))
    assert contract.epsilon_bb == pytest.approx((contract.epsilon_chips or 0) / 10, abs=1e-300)
    for seat in ("sb", "bb"):
        strategy = spot.strategy(seat)
        hand = spot.hand("Qh 8d", seat)
        for name in ("ev_allin", "ev_fold", "difference"):
            assert getattr(hand, f"{name}_bb") == pytest.approx(getattr(hand, name) / 10)
        assert np.allclose(strategy.margin_bb, strategy.margin / 10, equal_nan=True)
    exploit = exploit_text("holdem", (100, 100), (5, 10), 1, 0, 6, call_range="22+,A2+")
    values = to_values(exploit)
    for name in ("best", "equilibrium_value", "equilibrium_strategy", "gain", "cost_of_range", "risk"):
        assert values[f"{name}_bb"] == pytest.approx(values[f"{name}_chips"] / 10)


@pytest.mark.parametrize("position", ["sb", "bb"])
@pytest.mark.parametrize("hand", ["K7o", "Q8o", "T8s", "54s"])
def test_a_break_even_stack_in_big_blinds_is_one_of_the_table(hand: str, position: str) -> None:
    """At the stack that is told, in big blinds before antes, both actions are worth the same."""
    explanation = answers.run_case(
        ExplainRequest(**ANTE, cards=hand, position=position, sweep=False), Observer()
    )
    contract = HandContract.explained(explanation, explanation.spot)
    if contract.break_even_bb is None or not np.isfinite(contract.break_even_bb):
        assert contract.any_stack
        return
    assert contract.break_even_bb == pytest.approx((contract.break_even_chips or 0) / 10)
    chips = contract.break_even_bb * 10
    there = Situation.at((chips, chips), BlindLevel((5, 10), ante=1, dead=6))
    share = explanation.equity if position == "sb" else 1 - explanation.equity
    showdown = there.showdown(share)[explanation.seat.place]
    if position == "sb":
        allin = (1 - explanation.chance) * there.big_blind_folds()[0] + explanation.chance * showdown
        assert allin == pytest.approx(there.small_blind_folds()[0])
    else:
        assert showdown == pytest.approx(there.big_blind_folds()[1])
    assert f"up to {contract.break_even_bb:.2f} bb" in "\n".join(explanation_lines(explanation))


@pytest.mark.long
def test_explain_and_chart_have_one_axis() -> None:
    """What the sentence says of stacks is what the chart of the same antes says."""
    explanation = answers.run_case(ExplainRequest(**ANTE, cards="K7o", position="bb"), Observer())
    chart = jamfold.chart("holdem", blinds=(5, 10), ante=1, dead=6)
    class_id = explanation.hand.id
    assert isinstance(chart, Chart)
    assert explanation.played_stacks == chart.intervals(explanation.seat, class_id)
    point = chart.points[chart.grid.index(10.0)]
    assert point.value == pytest.approx(solved().value_bb)
    top = chart.thresholds(explanation.seat)[class_id]
    assert f"to {top:g} bb." in explanation_lines(explanation)[-1]


def test_a_measured_pair_has_its_certificate() -> None:
    exact = solve("holdem")
    again = jamfold.evaluate("holdem", exact.solution.x, exact.solution.y, exact.situation)
    assert again.exact
    assert again.value_bb == pytest.approx(exact.value_bb, abs=1e-12)
    pair = jamfold.evaluate("holdem", "22+,A2+", "15%", Situation((80, 120), (5, 10), (1, 1)))
    assert pair.method == "given"
    assert not pair.exact
    assert pair.gains_bb[0] + pair.gains_bb[1] == pytest.approx(2 * pair.epsilon_bb)
    answer = exploit_text("holdem", (80, 120), ante=1, call_range="15%")
    assert pair.post_ev_chips[0] == pytest.approx(answer.best)
    with pytest.raises(jamfold.JamfoldError, match="names suits") as caught:
        jamfold.evaluate("holdem", "AsKs", "22+", exact.situation)
    assert caught.value.field == "jam"


def test_names_that_people_use(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    run = Runner(capsys)
    by_cards = json.loads(run.good("hand", "Kh7d", "--game", "holdem", "--json"))
    for name in ("K7o", "K♥7♦", "kh 7d", "K♥️ 7♦️"):
        told = json.loads(run.good("hand", name, "--game", "holdem", "--json"))
        assert (told["id"], told["name"], told["kind"]) == (by_cards["id"], "K7o", "hand")
        assert told["ev_allin"] == by_cards["ev_allin"]
    several = json.loads(run.good("hand", "K7", "--game", "holdem", "--as", "bb", "--json"))
    assert (several["kind"], several["classes"], several["combinations"]) == ("range", 2, 16)
    both = {row["name"]: row for row in several["hands"]}
    assert both.keys() == {"K7s", "K7o"}
    played = sum(row["size"] * row["played"] for row in both.values()) / 16
    assert several["played"] == pytest.approx(played)
    shown = run.good("hand", "K7", "--game", "holdem")
    assert "16 combos" in shown
    assert "K7s         4" in shown
    assert "K7o        12" in shown
    pair = json.loads(run.good("hand", "77", "--game", "holdem", "--json"))
    assert pair["name"] == "77"
    part = json.loads(run.good("hand", "Kh", "--game", "holdem", "--json"))
    assert (part["combinations"], part["kind"]) == (51, "range")
    for text, words in (
        ("K7x", "K7x"),
        ("KhKh", "twice"),
        ("Kh7d2c", "has 3 cards. A hand in this game has 2"),
        ("ZZ", "ZZ"),
    ):
        assert words in run.bad("hand", text, "--game", "holdem")
    assert "Enter one hand" in run.bad("explain", "--hand", "K7", "--game", "holdem")


def test_compare(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    run = Runner(capsys)
    spot = ("--game", "holdem", "--ante", "1")
    told = json.loads(run.good("compare", *spot, "--other-stacks", "12bb", "12bb", "--json", "--top", "500"))
    assert told["second"]["stacks"] == [120, 120]
    assert told["second"]["antes"] == [1, 1]
    for seat in told["seats"]:
        costs = [hand["cost_bb"] * hand["size"] for hand in seat["hands"]]
        assert costs == sorted(costs, reverse=True)
        assert min(costs) >= -1e-12
        assert sum(costs) / 1326 == pytest.approx(seat["cost_bb"])
        assert len(costs) == seat["classes"]
        differing = sum(abs(hand["played"] - hand["other_played"]) * hand["size"] for hand in seat["hands"])
        assert 100 * differing / 1326 == pytest.approx(seat["apart_percent"])
    # The cost of a seat's chances is what a best response gains back, measured another way.
    first = solve("holdem", ante=1)
    second = solve("holdem", (120, 120), ante=1)
    pair = jamfold.evaluate("holdem", second.solution.x, first.solution.y, first.situation)
    assert told["seats"][0]["cost_bb"] == pytest.approx(pair.gains_bb[0], abs=1e-9)
    pair = jamfold.evaluate("holdem", first.solution.x, second.solution.y, first.situation)
    assert told["seats"][1]["cost_bb"] == pytest.approx(pair.gains_bb[1], abs=1e-9)
    # Our own CSV compares with itself: nothing differs.
    for seat_name in ("sb", "bb"):
        path = tmp_path / f"{seat_name}.csv"
        run.good("hands", *spot, "--as", seat_name, "--format", "csv", "--out", path)
        same = json.loads(run.good("compare", *spot, "--csv", path, "--json"))["seats"]
        assert [(seat["position"], seat["classes"]) for seat in same] == [(seat_name, 0)]
    ranges = json.loads(run.good("compare", *spot, "--jam", "22+", "--call", "AA", "--json"))
    assert [seat["position"] for seat in ranges["seats"]] == ["sb", "bb"]
    assert ranges["seats"][1]["other_percent"] == pytest.approx(100 * 6 / 1326)
    shown = run.good("compare", *spot, "--other-method", "fictitious-play", "--other-iterations", "50")
    assert "strategy here costs" in shown


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "no lines"),
        ("hand,jam\nAA,\x00", "Line 2 of the CSV: '?' is not a chance"),
        ("hand,jam\n", "no column of chances"),
        ("combo;x\nAA;1", "no column of chances"),
        ("nothing,jam\nAA,1", "no column of hands"),
        ("hand,jam\nAA", "Line 2 of the CSV has only 1 columns"),
        ("hand,jam\nAA,often", "Line 2 of the CSV: 'often' is not a chance"),
        ("hand,jam\nAA,1\nZZ,1", "Line 3 of the CSV: "),
        ("hand,jam\nAA,-1", "chance of -1"),
        ("hand,jam\nAA,101", "chance of 101"),
        ("hand,jam\nAA,nan", "chance of nan"),
        ("hand,played,position\nAA,1,utg", "must be sb or bb"),
    ],
)
def test_bad_csv(capsys: pytest.CaptureFixture[str], tmp_path: Path, content: str, words: str) -> None:
    path = tmp_path / "other.csv"
    path.write_text(content)
    assert words in Runner(capsys).bad("compare", "--game", "holdem", "--csv", path)


def test_a_csv_of_percentages(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "other.csv"
    path.write_text("Hand;Push;Call\nAA;100%;100%\nAKs;50%;0%\nK7;25%;0\n", encoding="utf-8-sig")
    told = json.loads(Runner(capsys).good("compare", "--game", "holdem", "--csv", path, "--json"))
    jam, call = told["seats"]
    assert jam["other_percent"] == pytest.approx(100 * (6 + 0.5 * 4 + 0.25 * 16) / 1326)
    assert call["other_percent"] == pytest.approx(100 * 6 / 1326)


@pytest.mark.parametrize(
    ("measure", "units"),
    [(DisplayUnit("bb", 10.0), (2.5, 25.0, None)), (DisplayUnit("% of the prizes", 1.0), (None, None, 25.0))],
)
def test_an_amount_knows_its_unit(measure: DisplayUnit, units: tuple[float | None, ...]) -> None:
    amount = UnitAmount(30.0, measure) - UnitAmount(5.0, measure)
    for one in (amount, copy.copy(amount)):
        assert (one, one.bb, one.chips, one.money) == (25.0, *units)

"""Fields of any size: equal to sets, to fractions, to single players; a table inside one."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest

from jamfold.core.errors import WorthError
from jamfold.valuation import field
from jamfold.valuation.field import values_by_integral
from jamfold.valuation.finishes import FEW, by_sets, fractions_by_sets
from jamfold.valuation.icm import icm
from jamfold.valuation.models import stack_values, table_values
from jamfold.valuation.prizes import MOST_PLACES, Prizes, read_payouts, read_stacks, split_group
from jamfold.valuation.spread import EXPONENTIAL, spread_around
from jamfold.valuation.utility import PrizeUtility
from tests.command_line import Runner


def random_field(players: int, paid: int, seed: int = 1) -> tuple[list[float], list[float]]:
    rng = np.random.default_rng(seed)
    prizes = sorted(rng.random(paid).tolist(), reverse=True)
    return rng.integers(1, 10**6, players).astype(float).tolist(), prizes


@pytest.mark.parametrize(("players", "paid"), [(2, 1), (3, 3), (9, 4), (13, 13), (15, 5)])
def test_sets_and_the_integral_agree(players: int, paid: int) -> None:
    stacks, prizes = random_field(players, paid)
    difference = values_by_integral(stacks, prizes)[0] - by_sets(stacks, prizes)
    assert np.abs(difference).max() < 1e-13 * sum(prizes)


@pytest.mark.long
def test_fractions_and_the_kernels_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(field, "FEW", 0)
    for stacks in ([5, 1, 1, 1, 30, 2, 2, 2, 2, 7], [1, 10**6, 3, 10**9, 10**6], [4] * 10):
        prizes = [50, 30, 20, 20, 1]
        chips = dict(enumerate(map(Fraction, stacks)))

        def weight(_: int, i: int, chips: dict[int, Fraction] = chips) -> Fraction:
            return chips[i]

        exactly = fractions_by_sets(len(stacks), weight, list(map(Fraction, prizes)))
        values = values_by_integral(stacks, prizes)[0]
        assert values == pytest.approx([float(one) for one in exactly], abs=1e-13 * sum(prizes))


@pytest.mark.long
def test_plain_arrays_and_kernels_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    stacks, prizes = random_field(FEW, 9)
    few = values_by_integral(stacks, prizes)
    monkeypatch.setattr(field, "FEW", 0)
    many = values_by_integral(stacks, prizes)
    for one, other in zip(few, many, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-11, atol=1e-20)


def test_large_fields_sum_to_the_prizes() -> None:
    for players, paid in ((300, 299), (2000, 300)):
        stacks, prizes = random_field(players, paid)
        values = values_by_integral(stacks, prizes)[0]
        assert abs(values.sum() / sum(prizes) - 1) < 1e-12
        order = np.argsort(stacks)
        assert (np.diff(values[order]) >= -1e-13).all()


def test_one_prize_is_the_share_of_chips() -> None:
    stacks, _ = random_field(400, 1)
    values, slopes = values_by_integral(stacks, [7.0])
    total = sum(stacks)
    assert values == pytest.approx([7 * stack / total for stack in stacks], rel=1e-12)
    assert slopes == pytest.approx([7 * (total - stack) / total**2 for stack in stacks], rel=1e-10)


def test_a_cliff_of_prizes() -> None:
    """Satellites: a seat at most, everybody but one paid, and equal stacks."""
    stacks, _ = random_field(500, 1)
    values = values_by_integral(stacks, [1.0] * 250)[0]
    assert values.sum() == pytest.approx(250, rel=1e-12)
    assert (values <= 1 + 1e-13).all()
    all_but_one = values_by_integral(stacks, [1.0] * 499)[0]
    assert all_but_one.sum() == pytest.approx(499, rel=1e-13)
    assert (all_but_one <= 1 + 1e-13).all()
    assert all_but_one[np.argmin(stacks)] < 1
    assert values_by_integral([3.0] * 500, [1.0] * 20)[0] == pytest.approx([20 / 500] * 500, rel=1e-12)


def test_groups_equal_singles() -> None:
    groups = ((100, 25.0), (7, 60.0), (1, 3.0))
    prizes = [30.0, 20.0, 10.0, 5.0, 5.0]
    grouped = icm((40.0, 12.0), prizes, field=groups)
    others = [stack for players, stack in groups for _ in range(players)]
    single = stack_values([40.0, 12.0, *others], prizes)
    apart = stack_values([40.0, 12.0, *(stack * (1 + 1e-15 * k) for k, stack in enumerate(others))], prizes)
    assert grouped.values == pytest.approx(single[:2], rel=1e-13)
    assert single == pytest.approx(apart, rel=1e-12)
    assert [group.players for group in grouped.groups] == [100, 7, 1]
    assert [group.value for group in grouped.groups] == pytest.approx([single[2], single[102], single[109]])
    assert sum(grouped.chip_shares) == pytest.approx(52 / (52 + 2500 + 420 + 3))


def test_one_more_chip() -> None:
    stacks, prizes = [Fraction(k) for k in (5, 3, 9, 4)], [Fraction(k) for k in (50, 30, 20)]
    answer = icm([5, 3, 9, 4], [50, 30, 20])
    assert answer.chip_values is not None
    step = Fraction(1, 10**6)
    for k, slope in enumerate(answer.chip_values):
        ends = []
        for sign in (1, -1):
            moved = [stack + sign * step * (i == k) for i, stack in enumerate(stacks)]
            ends.append(fractions_by_sets(4, lambda _, i: moved[i], prizes)[k])  # noqa: B023
        assert slope == pytest.approx(float((ends[0] - ends[1]) / (2 * step)), rel=1e-9)
    assert icm([5, 3, 9], [50, 30], model="ben-roberts").chip_values is None


def test_a_table_in_a_field() -> None:
    stacks, prizes = random_field(60, 20)
    for seats in (2, 5, 9):
        together = stack_values(stacks, prizes)[:seats]
        assert table_values(stacks[:seats], stacks[seats:], prizes) == pytest.approx(together, rel=1e-11)
    utility = PrizeUtility(Prizes(tuple(prizes)), tuple(stacks[3:]), seats=3)
    after = [stacks[0] + stacks[1], 0.0, stacks[2]]
    left = stack_values([after[0], after[2], *stacks[3:]], prizes)
    assert utility.values(stacks[:3], after) == pytest.approx((left[0], 0.0, left[1]), rel=1e-11)
    few = PrizeUtility(
        Prizes(tuple(prizes[:20])), tuple(stacks[3:21]), seats=3
    )  # the 21st place pays nothing
    assert few.values(stacks[:3], after)[1] == 0.0
    assert few.values(stacks[:3], [0, 0, sum(stacks[:3])])[0] == pytest.approx(
        prizes[19] * (stacks[0] > stacks[1])
    )


def test_spread_keeps_the_mean() -> None:
    for players in (1, 7, 50, 1801):
        groups = spread_around(players, 25.0, EXPONENTIAL)
        assert sum(count for count, _ in groups) == players
        assert sum(count * stack for count, stack in groups) / players == pytest.approx(25)


def test_models_of_a_field_against_all_of_its_stacks() -> None:
    """The example of docs/icm.md: 1,000 players around 25 bb, some of them with hundreds, 150 paid."""
    table = (10.0, 15.0, 20.0, 25.0, 30.0, 40.0, 50.0, 60.0, 80.0)
    wide = np.exp(0.8 * np.array([NormalDist().inv_cdf((k + 0.5) / 1000) for k in range(1000)]))
    prizes = np.arange(1, 151) ** -0.7
    paid = (100 * prizes / prizes.sum()).tolist()
    exact = icm(table, paid, field=[(1, float(stack)) for stack in wide * 25 / wide.mean()])
    equal = icm(table, paid, field=spread_around(1000, 25.0, "equal"))
    exponential = icm(table, paid, field=spread_around(1000, 25.0, EXPONENTIAL))
    values = 100 * (np.array([equal.values, exponential.values]) / exact.values - 1)
    assert values.min(axis=1) == pytest.approx([-3.6, 0.5], abs=0.05)
    assert values.max(axis=1) == pytest.approx([-2.7, 0.7], abs=0.05)
    factors = [np.array(one.bubble_factors, float) for one in (exact, equal, exponential)]
    assert [one[3, 4] for one in factors] == pytest.approx([1.0967, 1.0897, 1.0982], abs=5e-5)
    off = [100 * np.nanmax(np.abs(one / factors[0] - 1)) for one in factors[1:]]
    assert off == pytest.approx([1.3, 0.3], abs=0.05)


def test_lobbies() -> None:
    text = "Place  Prize\n1st $5,000\n2-3: 1500\n4 – 5  3\n6th to 7th 2\n\n8 place: 1"
    assert read_payouts(text) == ["5000", "1500", "1500", "3", "3", "2", "2", "1"]
    assert read_payouts("50%\n30%\n20%") == ["50%", "30%", "20%"]
    assert list(read_stacks("Player Stack\n1. Ann Lee 12,500\nBob: 300 chips\n2x25bb\n")) == [
        "12500", "300", "25bb", "25bb"
    ]  # fmt: skip
    assert split_group("1,800 × 25bb") == (1800, "25bb")
    for broken, words in (("1st 5\n3rd 4", "place 2 is next"), ("1st 5\nmany thanks", "Line 2")):
        with pytest.raises(WorthError, match=words):
            read_payouts(broken)
    with pytest.raises(WorthError, match="Line 2 of the stacks"):
        list(read_stacks("ann 5\nbob none"))


def test_tickets_and_envelopes(capsys: pytest.CaptureFixture[str]) -> None:
    run = Runner(capsys)
    tickets = json.loads(run.good("icm", "--field", "30x5", "--prizes", "5x100", 20, "--json"))
    assert tickets["prizes"] == [100] * 5 + [20]
    three = ("icm", 5, 3, 2, "--prizes", 50, 30, 20, "--json")
    assert json.loads(run.good(*three, "--envelopes", "3x9")) == json.loads(run.good(*three, "--bounty", 9))
    drawn = json.loads(run.good(*three, "--envelopes", "1x30", "5x6", "--heads", "chip-share"))
    assert drawn["bounties"]["heads"] == [10, 10, 10]
    for words, sentence in (
        (("--envelopes", "2x9"), "There are 2 envelopes for 3 players"),
        (("--envelopes", "1x9"), "There is 1 envelope for 3 players"),
        (("--envelopes", "9x9", "--bounty", 3), "Remove the bounty"),
        (("--envelopes", "9xa"), "envelope must be a number"),
    ):
        assert sentence in run.bad(*three, *words)
    assert "start in the money" in run.bad("icm", 5, 3, 2, "--prizes", 50, 30, "--envelopes", "9x9")


def test_prizes_that_rise_are_told() -> None:
    assert Prizes((5.0, 3.0, 3.0)).warning == ""
    answer = icm([5, 3, 2], [50, 20, 30])
    assert answer.prizes.warning == "Place 3 pays more than place 2: 30, not 20 or less."
    assert sum(answer.values) == pytest.approx(100)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Runner(capsys)
    payouts, stacks = tmp_path / "payouts.txt", tmp_path / "stacks.txt"
    payouts.write_text("1st 50\n2-3 20\n4-9 1\n", encoding="utf-8")
    stacks.write_text("Ann 25\nBob 12\n30x25\n", encoding="utf-8")
    words = ("icm", "--stacks-file", stacks, "--prizes-file", payouts, "--json")
    listed = json.loads(run.good(*words))
    assert len(listed["values"]) == 32
    grouped = json.loads(
        run.good("icm", "25bb", "12bb", "--field", "30x25bb", "--prizes-file", payouts, "--json")
    )
    assert grouped["values"] == pytest.approx(listed["values"][:2])
    assert grouped["groups"] == [{"stack": 25, "players": 30, "value": pytest.approx(listed["values"][2])}]
    assert grouped["bubble_factors"][0][1] == pytest.approx(listed["bubble_factors"][0][1])
    text = run.good("icm", "25bb", "12bb", "--field", "30x25bb", "--prizes-file", payouts)
    assert "The rest of the field" in text
    solved = json.loads(
        run.good("solve", "--game", "six-plus", "10bb", "--field", "180x12bb", "--prizes", 5, 3, "--json")
    )
    assert 0 < solved["jam_percent"] < 100
    spot = ("solve", "--game", "six-plus", "10bb", "--prizes-file", payouts, "--field")
    for more, others in (((), "180 x 120"), (("--spread", "exponential"), "180 with ")):
        told = " ".join(run.good(*spot, "180x12bb", *more).split())
        assert f"prizes 50 20 20 1 1 1 1 1 1 by malmuth-harville, others {others}" in told


@pytest.mark.parametrize(
    ("text", "stacks"),
    [
        ("Mia 1.5k\nTheo 2000", ["1500", "2000"]),
        ("1 5,000\n2 3,000", ["5000", "3000"]),
        ("1. Ann Lee 12bb\n2. A-1 9bb", ["12bb", "9bb"]),
        ("rank,name,chips\n1,Ann,5000\n2,Bob,3000", ["5000", "3000"]),
    ],
)
def test_lines_of_players(text: str, stacks: list[str]) -> None:
    assert list(read_stacks(text)) == stacks


@pytest.mark.parametrize("text", ["1,5000\n2,3000", "5000,3000,2000", "5000 3000 2000", "Ann 5\nBob -500"])
def test_lines_that_may_mean_several_things_are_refused(text: str) -> None:
    with pytest.raises(WorthError, match="one player a line"):
        list(read_stacks(text))


@pytest.mark.parametrize("text", ["1,5000\n2,3000", "1 000\n2 500", "12,5%", "1st -5"])
def test_payouts_that_may_mean_several_things_are_refused(text: str) -> None:
    with pytest.raises(WorthError, match="Line 1 of the payouts"):
        read_payouts(text)


def test_as_many_places_as_there_may_be_and_no_more() -> None:
    assert len(read_payouts(f"1-{MOST_PLACES} 2")) == MOST_PLACES
    with pytest.raises(WorthError, match="Line 1 of the payouts: at most 100,000 places can pay"):
        read_payouts(f"1-{MOST_PLACES + 1} 2")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("icm", 5, "--prizes", "1000000x1"), "100,000 are the most"),
        (("icm", "--field", "600000x5", "600000x6", "--prizes", 5), "1,000,000 are the most"),
        (("icm", 100, 100, 50, "--prizes", "2x1,000"), "without thousands separators"),
        (("icm", 100, 100, 50, "--prizes", "5,000"), "without them"),
        (("solve", "--game", "holdem", "--envelopes", "9x9"), "need prizes"),
        (("solve", "--game", "holdem", "--field", "200000x9bb", "--prizes", 9), "at most 100,000 players"),
    ],
)
def test_groups_that_are_refused(
    words: tuple[object, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sentence in Runner(capsys).bad(*words)


def test_a_long_field_is_told_shortly(capsys: pytest.CaptureFixture[str]) -> None:
    run = Runner(capsys)
    text = run.good(
        "solve", "--game", "six-plus", "10bb", "--field", "1800x25bb", "40x60bb", "--prizes", 5, 3
    )
    assert "others 1,800 x 250 40 x 600" in " ".join(text.split())
    tiers = [f"{count}x{10 + count}" for count in range(1, 30)]
    assert "group" not in run.good("icm", 50, 40, "--field", *tiers, "--prizes", 5)


def test_a_deal_in_big_blinds_and_percent(capsys: pytest.CaptureFixture[str]) -> None:
    run = Runner(capsys)
    deal = json.loads(run.good("deal", "12bb", "8bb", "--prizes", "60%", "40%", "--keep", "10%", "--json"))
    assert sum(deal["offers"]) == pytest.approx(90)

"""Final-table deals: every method sums to the prizes, two players are linear, a part may be kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jamfold.core.errors import WorthError
from jamfold.valuation.deal import METHODS, level_down, split_prizes
from jamfold.valuation.models import stack_values
from jamfold.valuation.prizes import Prizes
from tests.command_line import Runner

PRIZES = Prizes((1000.0, 600.0, 400.0))
STACKS = (60, 25, 15)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("kept", [0.0, 100.0, 500.0, 800.0])
def test_it_sums_to_the_prizes(method: str, kept: float) -> None:
    deal = split_prizes(STACKS, PRIZES, method, kept)
    for offers in (deal.offers, deal.icm, deal.chips, deal.even):
        assert sum(offers) + kept == pytest.approx(2000)
    assert sum(deal.kept_shares) == pytest.approx(kept)
    assert sum(deal.gains) == pytest.approx(0, abs=1e-9)


def test_two_players_are_linear() -> None:
    for share in (0.1, 0.5, 0.8):
        deal = split_prizes((share, 1 - share), Prizes((70.0, 30.0)))
        assert deal.icm == pytest.approx(deal.chips)
        assert deal.icm[0] == pytest.approx(30 + 40 * share)
        assert deal.gains == pytest.approx((0, 0), abs=1e-12)


def test_icm_without_anything_kept_is_icm() -> None:
    deal = split_prizes(STACKS, PRIZES)
    assert deal.icm == deal.full_icm == stack_values(STACKS, PRIZES.amounts)
    assert split_prizes((7, 7, 7), PRIZES, keep=90).icm == pytest.approx([(2000 - 90) / 3] * 3)


def test_what_is_kept_comes_off_the_highest_prizes() -> None:
    assert level_down((1000, 600, 400), 100) == (900, 600, 400)
    assert level_down((1000, 600, 400), 500) == (550, 550, 400)
    assert level_down((1000, 600, 400), 800) == (400, 400, 400)
    assert level_down((10, 10, 1, 0), 4) == (8, 8, 1, 0)
    with pytest.raises(WorthError, match="cannot be left to play for") as error:
        split_prizes(STACKS, PRIZES, keep=801)
    assert error.value.field == "keep"


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    run = Runner(capsys)
    words = ("deal", 60, 25, 15, "--prizes", 1000, 600, 400)
    values = json.loads(run.good(*words, "--keep", 100, "--json"))
    assert values["offers"] == values["icm"]
    assert sum(values["chips"]) + values["kept"] == pytest.approx(2000)
    text = run.good(*words, "--method", "chips", "--keep", 0)
    assert "880.00" in text
    assert "more than the first prize" in run.good(
        "deal", 98, 1, 1, "--prizes", 500, 490, 300, "--method", "chips"
    )
    for more, sentence in (
        (("--method", "luck"), "Choose from: icm, chips, even"),
        (("--keep", 900), "cannot be left to play for"),
        (("--keep", -1), "must not be negative"),
        (("--model", "ben-roberts"), "Malmuth-Harville"),
    ):
        assert sentence in run.bad(*words, *more)
    assert "Enter their stacks" in run.bad("deal", "--prizes", 5)
    assert "payouts for 2 players" in run.bad("deal", 5, 5, "--prizes", 3, 2, 1)


def test_names_stand_with_their_players(capsys: pytest.CaptureFixture[str]) -> None:
    run = Runner(capsys)
    words = ("deal", 60, 25, 15, "--prizes", 1000, 600, 400, "--csv", "--names")
    for names, told in (
        (("Ann", "Bob", "Cy"), ["Ann", "Bob", "Cy"]),
        (("Ann,", "Bob", "Lee,", "Cy"), ["Ann", "Bob Lee", "Cy"]),
        (("Ann",), ["Ann", "2", "3"]),
    ):
        assert [line.split(",")[0] for line in run.good(*words, *names).splitlines()[1:]] == told
    assert "There are 4 names for 3 players." in run.bad(*words, "A", "B", "C", "D")


def test_an_even_deal_of_a_file_of_prizes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    run, file = Runner(capsys), tmp_path / "payouts.txt"
    file.write_text("1st $1,000\n2nd $600\n3rd $400\n")
    text = run.good("deal", 60, 25, 15, "--prizes-file", file, "--method", "even")
    assert 'Equal split. "vs. ICM"' in text
    assert "+121.67" in text

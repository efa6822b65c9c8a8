"""Payouts by name: those of the data files, and where prizes are given."""

from __future__ import annotations

import datetime as dt
from math import fsum

import pytest

from jamfold.cases.table import TableRequest
from jamfold.cases.worth import IcmRequest
from jamfold.core.errors import WorthError
from jamfold.valuation.prizes import Prizes, named_prizes, payouts
from tests.command_line import Runner


def test_every_payout_is_whole_and_dated() -> None:
    for name, one in payouts().items():
        assert name == one.name
        prizes = Prizes.read(one.prizes)
        assert prizes.percent
        assert fsum(prizes.amounts) == pytest.approx(100)
        assert not prizes.warning
        assert len(one.prizes) <= one.players
        dt.date.fromisoformat(one.date)
        assert one.source
    assert {f"pokerstars-spin-{times}x" for times in (2, 3, 5, 10, 25, 120, 240, 12000)} < {*payouts()}


def test_names_stand_for_prizes() -> None:
    assert named_prizes(" Double or nothing") == ("20%",) * 5
    assert IcmRequest(stacks=(5, 3, 2, 2, 2), prizes=("Double", "or", "nothing")).prizes == ("20%",) * 5
    assert named_prizes("SNG_6") == ("65%", "35%")
    assert named_prizes("50%") == ("50%",)
    assert named_prizes("5x100") == ("5x100",)
    spin = IcmRequest(stacks=(50, 30, 20), prizes=("pokerstars-spin-240x",))
    assert spin.paid() == Prizes((80.0, 10.0, 10.0), percent=True)
    with pytest.raises(WorthError, match=r"Did you mean sng\?") as caught:
        named_prizes("sgn")
    assert caught.value.field == "prizes"
    with pytest.raises(WorthError, match="Did you mean pokerstars-spin-2x or"):
        named_prizes("spin")
    with pytest.raises(WorthError, match=r"'zzz' is not a payout. Enter amounts .*sng"):
        named_prizes("zzz")


def test_prizes_that_rise_are_told_wherever_they_are_given(capsys: pytest.CaptureFixture[str]) -> None:
    question = TableRequest(game="six-plus", stacks=("5bb",) * 3, prizes=(30, 20, 50))
    sentence = "Place 3 pays more than place 2: 50, not 20 or less."
    assert question.warnings == {"prizes": sentence}
    assert TableRequest(game="six-plus", stacks=("5bb",) * 3, prizes=(50, 30, 20)).warnings == {}
    run = Runner(capsys)
    for words in ("deal --stacks 5 4", "icm --stacks 5 4"):
        result = run(*words.split(), "--prizes", 1, 2)
        assert result.code == 0
        assert "Place 2 pays more than place 1: 2, not 1 or less." in result.err

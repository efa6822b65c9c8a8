"""Decimal commas and points that may part thousands: refused with the number as it is meant."""

from __future__ import annotations

from typing import Any

import pytest

import jamfold
from jamfold.calculator.flops.fold_rules import parse_share
from jamfold.cases.fields import format_value
from jamfold.cases.flops import ChanceRequest
from jamfold.cases.spots import SpotRequest
from jamfold.cases.table import TableRequest
from jamfold.cases.worth import IcmRequest
from jamfold.core.errors import JamfoldError


@pytest.mark.parametrize(
    ("question", "values", "meant"),
    [
        (SpotRequest, {"stacks": "10,5bb"}, "'10,5bb' has a decimal comma: write 10.5bb."),
        (SpotRequest, {"stacks": ("10,5bb", "9bb")}, "write 10.5"),
        (SpotRequest, {"blinds": ("0,5", "1")}, "write 0.5"),
        (SpotRequest, {"ante": "0,1bb"}, "write 0.1"),
        (SpotRequest, {"rake": "4,5"}, "write 4.5"),
        (SpotRequest, {"rake": "4,5%"}, "write 4.5"),
        (SpotRequest, {"stacks": ("1.500", "900")}, "write 1500 or 1.5"),
        (SpotRequest, {"stacks": ("12.345", "900")}, "write 12345 or 12.3450"),
        (IcmRequest, {"stacks": ("1.500", "900"), "prizes": (65, 35)}, "write 1500 or 1.5"),
        (IcmRequest, {"stacks": "1.500 900", "prizes": (65, 35)}, "write 1500 or 1.5"),
        (IcmRequest, {"stacks": "10,5 900", "prizes": (65, 35)}, "write 10.5"),
        (IcmRequest, {"stacks": "10,5", "prizes": (65, 35)}, "write 10.5, or 10 5 for two numbers"),
        (IcmRequest, {"stacks": "1,500", "prizes": (65, 35)}, "Write thousands without them"),
        (IcmRequest, {"stacks": "1,500,900", "prizes": (65, 35)}, "Write thousands without them"),
        (IcmRequest, {"stacks": "500, 300,200", "prizes": (65, 35)}, "Write thousands without them, 300200."),
        (IcmRequest, {"stacks": "1,2,3 900", "prizes": (65, 35)}, "commas separate numbers"),
        (IcmRequest, {"stacks": (5, 3), "prizes": "$5.000 / $3.000"}, "write 5000 or 5"),
        (IcmRequest, {"stacks": (5, 3), "prizes": "1.500.000 3"}, "write 1500000"),
        (IcmRequest, {"stacks": (5, 3), "prizes": "1.500,50 3"}, "write 1500.50"),
        (IcmRequest, {"stacks": (5, 3), "prizes": "62,5% 37,5%"}, "write 62.5%"),
        (TableRequest, {"stacks": ("12,5bb", 80, 100)}, "write 12.5"),
        (ChanceRequest, {"hand": "AsKd", "pot": "1.500", "call": "10"}, "write 1500 or 1.5"),
        (ChanceRequest, {"hand": "AsKd", "pot": "10", "call": "1.500"}, "write 1500 or 1.5"),
        (TableRequest, {"seats": 3, "seconds": "1,5"}, "write 1.5"),
        (TableRequest, {"seats": "2,5"}, "The seats must be a whole number, not '2,5'."),
    ],
)
def test_what_is_refused(question: Any, values: dict[str, Any], meant: str) -> None:
    with pytest.raises(JamfoldError) as caught:
        question.from_json(values)
    assert meant in str(caught.value)


@pytest.mark.parametrize("number", ["1,500", "$1,500", "1.5k", "1500", "1500.00", "1,500.0"])
def test_thousands_of_one_number(number: str) -> None:
    assert SpotRequest(stacks=(number, "900")).stacks == (1500.0, 900.0)


@pytest.mark.parametrize("stacks", ["5,000 3,000 900", ("5,000", "3,000", "900"), ("5,000 3,000", 900)])
def test_thousands_of_several_numbers(stacks: Any) -> None:
    question = IcmRequest.from_json({"stacks": stacks, "prizes": "$1,500 / $1,000"})
    assert (question.stacks, question.prizes) == ((5000, 3000, 900), (1500, 1000))


def test_what_is_clear_is_read() -> None:
    assert IcmRequest.from_json({"stacks": "5000,3000,2000", "prizes": "50, 30, 20"}).stacks == (
        5000,
        3000,
        2000,
    )
    assert SpotRequest(stacks=("12.375bb", "0.125bb")).stacks == (123.75, 1.25)
    assert SpotRequest(stacks=("50.41", "0.500")).stacks == (50.41, 0.5)


@pytest.mark.parametrize(("text", "meant"), [("0,45", "0.45"), ("12,5%", "12.5%")])
def test_a_share_that_folds(text: str, meant: str) -> None:
    with pytest.raises(JamfoldError, match=f"'{text}' has a decimal comma: write {meant}"):
        parse_share(text, "share that folds")


def test_seconds_and_shares_have_no_thousands() -> None:
    """No point parts them: 1.500 seconds are one and a half."""
    assert TableRequest.from_json({"game": "holdem", "seats": 3, "seconds": "1.500"}).seconds == 1.5
    assert SpotRequest.from_json({"rake": "1.500"}).rake == 1.5
    assert SpotRequest(stacks=("12.500bb", "9bb")).stacks == (125.0, 90.0)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"stacks": ("10,5bb", "9bb")}, "stack_sb"),
        ({"stacks": ("9bb", "1.500")}, "stack_bb"),
        ({"blinds": ("0,5", "1")}, "blind_sb"),
        ({"ante": "0,1bb"}, "ante"),
    ],
)
def test_the_error_names_its_entry(values: dict[str, Any], field: str) -> None:
    with pytest.raises(JamfoldError) as caught:
        SpotRequest(**values)
    assert caught.value.field == field


def test_what_a_link_holds_reads_back() -> None:
    """A stack of 12.345 chips is written so that its point parts no thousands."""
    question = SpotRequest(stacks=(12.345, 100.125), blinds=(0.5, 1))
    assert format_value(12.345) == "12.3450"
    assert SpotRequest.from_strings(question.to_strings()) == question


def test_a_stack_beside_a_hand() -> None:
    with pytest.raises(JamfoldError, match=r"write 10\.5bb"):
        jamfold.hand(cards="A2o 10,5bb")


def test_the_point_of_a_number_parts_no_thousands() -> None:
    assert jamfold.deal([12.345, 5.0], prizes=[50, 30]).icm == pytest.approx([44.2346497, 35.7653502])

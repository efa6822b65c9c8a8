"""Decimal commas and points that may part thousands: refused with the number as it is meant."""

from __future__ import annotations

from typing import Any

import pytest

import jamfold
from jamfold.errors import JamfoldError
from jamfold.questions.fields import plain_text
from jamfold.questions.spots import SpotQuestion
from jamfold.questions.table import TableQuestion
from jamfold.questions.worth import IcmQuestion


@pytest.mark.parametrize(
    ("question", "values", "meant"),
    [
        (SpotQuestion, {"stacks": "10,5bb"}, "'10,5bb' has a decimal comma: write 10.5bb."),
        (SpotQuestion, {"stacks": ("10,5bb", "9bb")}, "write 10.5"),
        (SpotQuestion, {"blinds": ("0,5", "1")}, "write 0.5"),
        (SpotQuestion, {"ante": "0,1bb"}, "write 0.1"),
        (SpotQuestion, {"rake": "4,5"}, "write 4.5"),
        (SpotQuestion, {"rake": "4,5%"}, "write 4.5"),
        (SpotQuestion, {"stacks": ("1.500", "900")}, "write 1500 or 1.5"),
        (SpotQuestion, {"stacks": ("12.345", "900")}, "write 12345 or 12.3450"),
        (IcmQuestion, {"stacks": ("1.500", "900"), "prizes": (65, 35)}, "write 1500 or 1.5"),
        (IcmQuestion, {"stacks": "1.500 900", "prizes": (65, 35)}, "write 1500 or 1.5"),
        (IcmQuestion, {"stacks": "10,5 900", "prizes": (65, 35)}, "write 10.5"),
        (IcmQuestion, {"stacks": "10,5", "prizes": (65, 35)}, "write 10.5, or 10 5 for two numbers"),
        (IcmQuestion, {"stacks": "1,500", "prizes": (65, 35)}, "write thousands without commas"),
        (IcmQuestion, {"stacks": "1,500,900", "prizes": (65, 35)}, "write thousands without commas"),
        (IcmQuestion, {"stacks": (5, 3), "prizes": "$5.000 / $3.000"}, "write 5000 or 5"),
        (IcmQuestion, {"stacks": (5, 3), "prizes": "1.500.000 3"}, "write 1500000"),
        (IcmQuestion, {"stacks": (5, 3), "prizes": "1.500,50 3"}, "write 1500.50"),
        (IcmQuestion, {"stacks": (5, 3), "prizes": "62,5% 37,5%"}, "write 62.5%"),
        (TableQuestion, {"stacks": ("12,5bb", 80, 100)}, "write 12.5"),
    ],
)
def test_what_is_refused(question: Any, values: dict[str, Any], meant: str) -> None:
    with pytest.raises(JamfoldError) as caught:
        question.of_values(values)
    assert meant in str(caught.value)


@pytest.mark.parametrize("number", ["1,500", "$1,500", "1.5k", "1500", "1500.00", "1,500.0"])
def test_thousands_of_one_number(number: str) -> None:
    assert SpotQuestion(stacks=(number, "900")).stacks == (1500.0, 900.0)


def test_what_is_clear_is_read() -> None:
    assert IcmQuestion.of_values({"stacks": "5000,3000,2000", "prizes": "50, 30, 20"}).stacks == (
        5000,
        3000,
        2000,
    )
    assert SpotQuestion(stacks=("12.375bb", "0.125bb")).stacks == (123.75, 1.25)
    assert SpotQuestion(stacks=("50.41", "0.500")).stacks == (50.41, 0.5)


def test_what_a_link_holds_reads_back() -> None:
    """A stack of 12.345 chips is written so that its point parts no thousands."""
    question = SpotQuestion(stacks=(12.345, 100.125), blinds=(0.5, 1))
    assert plain_text(12.345) == "12.3450"
    assert SpotQuestion.of_texts(question.texts()) == question


def test_a_stack_beside_a_hand() -> None:
    with pytest.raises(JamfoldError, match=r"write 10\.5bb"):
        jamfold.hand(cards="A2o 10,5bb")

"""Wrong calls of all public functions: a JamfoldError with one sentence, whose field is a parameter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import jamfold
from jamfold.cases.python import functions
from jamfold.cases.python.names import HOMES, question_of
from jamfold.core.errors import JamfoldError

WRONG = [
    *(3, -1, 2.5, float("nan"), True, "", "nonsense", "1,5", b"x", (), {}, object(), [object()], {"a": 1}),
    *(("a",) * 12, np.zeros((2, 2)), type, "x" * 5000),
]
NEEDED: dict[str, Any] = {"cards": "AsKs", "players": ("AA", "KK"), "flop": "Kh 7d 2c"}
NEEDED |= {"stacks": (5, 3), "prizes": (2, 1)}
SPOT = jamfold.Situation((100, 100), (5, 10))
DIRECT: list[Callable[[Any], Any]] = [
    lambda wrong: jamfold.evaluate(wrong, "22+", "AA", SPOT),
    lambda wrong: jamfold.evaluate("holdem", wrong, "AA", SPOT),
    lambda wrong: jamfold.evaluate("holdem", "22+", "AA", wrong),
    lambda wrong: jamfold.evaluate("holdem", "22+", "AA", SPOT, wrong),
    lambda wrong: jamfold.Situation(wrong, (5, 10)),
    lambda wrong: jamfold.Situation((100, 100), wrong),
    lambda wrong: jamfold.parse_range(wrong, "holdem"),
    lambda wrong: jamfold.parse_range("22+", wrong),
    lambda wrong: jamfold.parse_range("22+", "holdem", notation=wrong),
    jamfold.load_solution,
    jamfold.load_table,
    jamfold.load_pay_table,
    jamfold.on_cluster,
    jamfold.ask,
    lambda wrong: jamfold.Tournament(wrong),  # type: ignore[call-arg]  # noqa: PLW0108
    lambda wrong: jamfold.HandRange.from_classes("holdem", wrong),
    lambda wrong: jamfold.HandRange.from_hands(wrong, np.zeros(169)),
]


class AnsweredError(Exception):
    """The question was made, so its values were no wrong ones."""


def refused(call: Callable[[], Any]) -> JamfoldError | None:
    """The error of a call that is refused; any but a JamfoldError, or a wrong signature, fails."""
    try:
        call()
    except JamfoldError as error:
        return error
    except AnsweredError:
        return None
    except TypeError as error:
        if "argument" not in str(error):
            raise
    return None


@pytest.mark.parametrize("name", sorted(HOMES))
@pytest.mark.filterwarnings("ignore")
def test_a_wrong_value_of_any_parameter(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def answer(*_: Any) -> None:
        raise AnsweredError

    monkeypatch.setattr(functions, "_perform", answer)
    asked, function = question_of(name).field_specs(), functions.function_of(name)
    good = {one.name: NEEDED.get(one.name, "AA") for one in asked.values() if one.required}
    for parameter in asked:
        for wrong in WRONG:
            error = refused(lambda: function(**{**good, parameter: wrong}))  # noqa: B023
            if error is not None:
                within = wrong if isinstance(wrong, dict) else {}
                assert error.field in {"", *asked, *within}, (parameter, wrong, str(error))
                assert str(error).endswith((".", "?", ")")), str(error)
    assert refused(lambda: function(*("AA",) * 9)) is not None


@pytest.mark.parametrize("call", DIRECT)
def test_a_wrong_value_of_a_function_of_its_own(call: Callable[[Any], Any]) -> None:
    for wrong in [None, *WRONG]:
        refused(lambda: call(wrong))  # noqa: B023


@pytest.mark.parametrize(
    ("function", "values", "said"),
    [
        ("evaluate", ("holdem", "22+", "AA", "10bb"), "situation must be chips such as"),
        ("evaluate", ("holdem", "22+", "AA", SPOT, 3), "terms must be jamfold.betting.terms.PayoffTerms"),
        ("parse_range", ("22+", "holdem", 3), "notation must be classic or generic, not int"),
        ("load_solution", (3,), "path must be the name of a saved solution"),
        ("load_pay_table", (3,), "name_or_path must be a pay table"),
        ("equity", ("holdem", 3), "players must be one text or several, not int"),
        ("rooms", (3,), "search must be text, not int"),
    ],
)
def test_the_sentence_names_the_parameter(function: str, values: tuple[Any, ...], said: str) -> None:
    with pytest.raises(JamfoldError, match=said):
        getattr(jamfold, function)(*values)

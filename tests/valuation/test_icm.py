"""`jamfold icm`: lists of numbers, the contract, CSV, and one sentence for bad input."""

from __future__ import annotations

import csv
import io
import json
from typing import Any
from urllib.parse import parse_qsl

import pytest

from jamfold.betting.terms import CHIPS
from jamfold.cases.chips import TwoPlayersRequest
from jamfold.cases.fields import parse_amounts
from jamfold.cases.worth import IcmRequest
from jamfold.cli.request_command import join_lists
from jamfold.core.errors import JamfoldError
from jamfold.valuation.bounties import Bounties
from jamfold.valuation.fees import Rake
from jamfold.valuation.utility import PrizeUtility
from tests.command_line import Runner

THREE = ("--stacks", 5000, 3000, 2000, "--prizes", 50, 30, 20)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(capsys)


def test_json(run: Runner) -> None:
    values = json.loads(run.good("icm", *THREE, "--json"))
    assert values["model"] == "malmuth-harville"
    assert (values["stacks"], values["prizes"]) == ([5000, 3000, 2000], [50, 30, 20])
    assert values["values"] == [1075 / 28, 131 / 4, 202 / 7]
    assert values["fractions"] == ["1075/28", "131/4", "202/7"]
    assert values["bubble_factors"][0][0] is None
    assert values["bubble_factors"][1][0] == pytest.approx(17 / 11)
    assert values["risk_premiums_percent"][1][0] == pytest.approx(100 * (17 / 28 - 1 / 2))
    assert sum(values["prize_shares"]) == pytest.approx(1)


@pytest.mark.parametrize(
    "words",
    [
        ("--stacks", "5000,3000,2000", "--prizes", "50, 30, 20"),
        ("--stacks=5000", 3000, 2000, "--prizes", "50 30 20"),
        ("--prizes", 50, "30,", 20, "--stacks", "5000;3000;2000"),
        ("--prizes", "5e1", "30.0", 20, "--model", "Malmuth Harville", "--stacks", 5000, 3000, 2000),
    ],
)
def test_lists_by_other_spellings(run: Runner, words: tuple[object, ...]) -> None:
    assert run.good("icm", *words, "--json") == run.good("icm", *THREE, "--json")


@pytest.mark.long
def test_tables(run: Runner) -> None:
    text = run.good("icm", *THREE, "--full")
    for part in ("38.3929", "1075/28", "1.545", "+10.71", "The model knows stacks", "computed exactly"):
        assert part in text
    told = run.good("icm", *THREE)
    assert told.startswith("Player 1 is worth 38.39 of 100\n")
    assert "+10.7 " in told
    assert "Exact for Malmuth-Harville, which knows stacks and payouts, not skill or seats.\n" in told
    assert max(map(len, told.splitlines())) <= 80
    many = run.good("icm", "--stacks", *range(1, 31), "--prizes", "60%", "40%")
    assert "--csv or --json" in many
    assert "1.545" not in many
    assert "up to 100 players" in run.good("icm", "--stacks", *range(1, 102), "--prizes", 3)


def test_csv(run: Runner) -> None:
    rows = list(csv.DictReader(io.StringIO(run.good("icm", *THREE, "--bounty", 9, "--csv"))))
    assert [row["player"] for row in rows] == ["1", "2", "3"]
    assert rows[0]["fraction"] == "1075/28"
    assert rows[0]["bubble_factor_1"] == ""
    assert float(rows[0]["bounty_value"]) == 13.5
    assert float(rows[1]["bubble_factor_3"]) > 0
    assert float(rows[2]["risk_premium_percent_1"]) < 100


def test_percentages_and_bounties(run: Runner) -> None:
    values = json.loads(run.good("icm", "--stacks", 5, 5, "--prizes", "60%", "40%", "--json"))
    assert (values["prize_unit"], values["values"]) == ("percent", [50, 50])
    values = json.loads(run.good("icm", *THREE, "--bounty", 5, 5, 20, "--progressive", ".5", "--json"))
    assert values["bounties"] == {"heads": [5, 5, 20], "progressive": 0.5, "future": "chip-share"}
    assert values["bounty_values"] == pytest.approx([15, 9, 6])
    none = json.loads(run.good("icm", *THREE, "--bounty", 5, "--heads", "none", "--json"))
    assert none["bounty_values"] == [0, 0, 0]
    assert "(also a model)" in run.good("icm", *THREE, "--bounty", 5)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "No players"),
        (("--stacks", 5, 3), "There are no prizes"),
        (("--stacks", 5, 3, "--prizes", 3, 2, 1), "3 payouts for 2 player"),
        (("--stacks", 5, "--prizes", 3, 2), "2 payouts for 1 player"),
        (("--stacks", 5, 3, "--prizes", 3, -2), "must not be negative (-2)"),
        (("--stacks", 5, 3, "--prizes", "nan"), "must be a finite number, not nan"),
        (("--stacks", 5, 3, "--prizes", "1e400"), "finite"),
        (("--stacks", 5, 0, "--prizes", 3), "Player 2 has no chips"),
        (("--stacks", 5, -3, "--prizes", 3), "player 2 must not be negative"),
        (("--stacks", 5, "x", "--prizes", 3), "must be a number, not 'x'"),
        (("--stacks", "5,000", "--prizes", 3), "Write thousands without them, 5000."),
        (("--field", "0x9", "--prizes", 3), "a group has 1 to 1,000,000, not 0"),
        (("--field", "9xab", "--prizes", 3), "stack in '9xab' must be a number"),
        (("--field", "9x5bb", "--stacks", 5, "--prizes", 3), "stack in '9x5bb' must be a number"),
        (("--field", "9x5", "9x7", "--prizes", 3, "--spread", "exponential"), "exactly one group"),
        (("--stacks", 5, 3, "--prizes", 3, "--spread", "exponential"), "exactly one group"),
        (("--field", "20x5", "--prizes", 3, "--model", "ben-roberts"), "at most 9 players, not 20"),
        ((*THREE, "--prizes-file", "none.txt"), "not both"),
        (("--stacks", 5, 3, "--prizes-file", "none.txt"), "none.txt"),
        (("--stacks", 5, 3, "--prizes", "50%", 3), "mix money (3) and percentages (50%)"),
        (("--stacks", 5, 3, "--prizes", "70%", "40%"), "110%"),
        (("--stacks", 5, 3, "--prizes", 3, "--bounty", 1, 1, 1), "3 bounties for 2 players"),
        (("--stacks", 5, 3, "--prizes", 3, "--bounty", -1), "must not be negative"),
        (("--stacks", 5, 3, "--prizes", "50%", "--bounty", 1), "Bounties need payouts in money"),
        (("--stacks", 5, 3, "--prizes", 3, "--progressive", 0.5), "needs bounties"),
        (("--stacks", 5, 3, "--prizes", 3, "--bounty", 1, "--progressive", 2), "at most 1"),
        (("--stacks", 5, 3, "--prizes", 3, "--heads", "luck"), "Unknown value of remaining bounties 'luck'"),
        (("--stacks", 5, 3, "--prizes", 3, "--model", "luck"), "Unknown model 'luck'"),
        (("--stacks", *[9] * 10, "--prizes", 3, "--model", "ben-roberts"), "at most 9 players, not 10"),
        ((*THREE, "--csv", "--json"), "not both"),
        (("--stacks", "$50", "€30", "--prizes", 3), "mix $ and €. Write all in one currency"),
        (("--stacks", 5, 3, "--prizes", "$50", 30, "--bounty", "£5"), "mix $ and £."),
    ],
)
def test_bad_input(run: Runner, words: tuple[object, ...], sentence: str) -> None:
    assert sentence in run.bad("icm", *words)


@pytest.mark.long
def test_a_thousand_players(run: Runner) -> None:
    values = json.loads(run.good("icm", "--stacks", *range(1, 1001), "--prizes", 50, 30, 20, "--json"))
    assert sum(values["values"]) == pytest.approx(100)
    assert values["bubble_factors"] is values["fractions"] is None


# lists of numbers


def test_a_list_that_is_given_twice_goes_on() -> None:
    lists = {"--prizes"}
    for words in (
        ["--prizes", "50", "30", "--json", "--prizes", "20"],
        ["--prizes=50", "30", "--json", "--prizes=20"],
    ):
        joined = join_lists(words, lists, only_numbers=True)
        assert " ".join(joined).replace("=", " ") == "--prizes 50 30 20 --json"
    assert join_lists(["--prizes", "--json"], lists, only_numbers=True) == ["--prizes", "--json"]


def test_words_of_a_list_are_joined() -> None:
    lists = {"--stacks", "--prizes"}
    words = ["--stacks", "5", "-3", "KK", "--prizes", "50%", "1e-3", "77", "--json"]
    assert join_lists(words, lists, only_numbers=False) == [
        "--stacks", "5 -3 KK", "--prizes", "50% 1e-3 77", "--json"
    ]  # fmt: skip
    assert join_lists(words, lists, only_numbers=True) == [
        "--stacks", "5 -3", "KK", "--prizes", "50% 1e-3 77", "--json"
    ]  # fmt: skip
    assert join_lists(["--stacks", "5", "--", "77"], lists, only_numbers=True) == [
        "--stacks",
        "5",
        "--",
        "77",
    ]
    assert join_lists(["--stacks", "--json"], lists, only_numbers=True) == ["--stacks", "--json"]


@pytest.mark.parametrize(
    ("value", "amounts"),
    [
        ("5 3", (5, 3)),
        ("5, 3,\n2", (5, 3, 2)),
        ("50% 30%", ("50%", "30%")),
        ((5, "3bb", 2.5), (5, "3bb", 2.5)),
        ("", ()),
        ("9007199254740993", (9007199254740992.0,)),
    ],
)
def test_amounts(value: Any, amounts: tuple[Any, ...]) -> None:
    assert parse_amounts(value, "stacks", "stacks") == amounts


@pytest.mark.parametrize(
    "value", ["5,3", "5,000", "5,000, 3,000", "5,3 2", ("5,3", 2), (True,), (None,), ({},)]
)
def test_amounts_that_are_none(value: Any) -> None:
    with pytest.raises(JamfoldError) as caught:
        parse_amounts(value, "stacks", "stacks")
    assert caught.value.field == "stacks"


def test_chips_without_rake_are_usual() -> None:
    question = TwoPlayersRequest()
    assert question.terms == CHIPS
    assert question.rake_rule == Rake()
    assert question.to_query_string() == ""


def test_a_utility_and_a_rake_of_words() -> None:
    texts = {
        "prizes": "50 30 20", "table": "12bb 300", "model": "ben-roberts", "bounty": "5",
        "progressive": "0.5",
    }  # fmt: skip
    question = TwoPlayersRequest.from_strings(texts)
    utility = question.terms.utility
    assert isinstance(utility, PrizeUtility)
    assert list(utility.others) == [120, 300]
    assert utility.model == "ben-roberts"
    assert utility.bounties == Bounties((5, 5, 5, 5), 0.5)
    assert TwoPlayersRequest.from_strings(dict(parse_qsl(question.to_query_string()))) == question
    assert TwoPlayersRequest(prizes=(50, 30, 20), table=(120, 300)).terms.utility != utility
    texts = {"rake": "5", "cap": "3bb", "drop": "1", "rakeback": "30", "drop_always": "1"}
    question = TwoPlayersRequest.from_strings(texts)
    assert question.terms.rake == Rake(percent=5, cap=30, drop=1, rakeback=30, always=True)
    assert question.cap == 30
    assert TwoPlayersRequest.from_strings(dict(parse_qsl(question.to_query_string()))) == question


@pytest.mark.parametrize(
    ("values", "field", "words"),
    [
        ({"table": (5,)}, "table", "need prizes"),
        ({"bounty": (5,)}, "bounty", "need prizes"),
        ({"prizes": (3, 2, 1)}, "prizes", "3 payouts for 2 players"),
        ({"prizes": (3,), "table": (0,)}, "table", "no chips"),
        ({"prizes": (3,), "table": ("x",)}, "table", "other player 1 must be a number"),
        ({"prizes": (3,), "table": (10**400,)}, "table", "other player 1 must be a finite number, not inf"),
        ({"rake": 101}, "rake", "A rake of 101%"),
        ({"rake": -1}, "rake", "at least 0"),
        ({"cap": -1}, "cap", "negative"),
        ({"drop": "x"}, "drop", "must be a number"),
        ({"drop": -(10**400)}, "drop", "must be a finite number, not -inf"),
        ({"jackpot": "nan"}, "jackpot", "finite"),
        ({"rakeback": 101}, "rakeback", "more than all of it"),
    ],
)
def test_bad_worth(values: dict[str, Any], field: str, words: str) -> None:
    with pytest.raises(JamfoldError, match=words) as caught:
        TwoPlayersRequest(**values)
    assert caught.value.field == field


def test_a_link_is_the_question() -> None:
    question = IcmRequest(stacks=(5, 3.5), prizes=("60%", "40%"))
    assert IcmRequest.from_strings(dict(parse_qsl(question.to_query_string()))) == question
    assert question.to_strings()["stacks"] == "5 3.5"

"""Tools for assistants, without the protocol: known answers, claims, nonsense, files only below the roots."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jamfold.cases.answers.watch import Observer, StopRequestedError
from jamfold.cases.python.names import question_of
from jamfold.core.errors import JamfoldError
from jamfold.web.mcp_tools import (
    answer_tool,
    certificate_of,
    claim_of,
    doc_title,
    docs,
    request_model,
    tool_description,
    tool_names,
)
from tests.web.mcp_questions import Question, questions

QUESTIONS = questions()
HISTORIES = Path(__file__).parents[1] / "published/histories/synthetic"
_SLOW = {"omaha_matchups.csv", "trees.csv", "whole_game.csv"}


def ask(tool: str, roots: tuple[Path, ...] = (), **arguments: Any) -> dict[str, Any]:
    return answer_tool(tool, arguments, Observer(), roots).values


@pytest.fixture(autouse=True)
def _tables(shared_tables: Path) -> None:
    """The tables of the run."""


# what is known


def check(question: Question) -> None:
    reply = answer_tool(question.tool, question.arguments, Observer(), ())
    assert question.value(reply.values["answer"]) == pytest.approx(question.expected, abs=question.tolerance)
    assert reply.text.startswith(reply.values["claim"])
    json.dumps(reply.values, allow_nan=False)


def test_there_are_two_hundred_questions_of_many_kinds() -> None:
    assert len(QUESTIONS) >= 200
    assert len(Counter(question.source for question in QUESTIONS)) >= 6


@pytest.mark.parametrize(
    "question", [one for one in QUESTIONS if one.source not in _SLOW], ids=lambda one: f"{one.tool}"
)
def test_known_answers(question: Question) -> None:
    check(question)


@pytest.mark.long
@pytest.mark.parametrize(
    "question", [one for one in QUESTIONS if one.source in _SLOW], ids=lambda one: f"{one.tool}"
)
def test_known_answers_that_take_longer(question: Question) -> None:
    check(question)


# what may be claimed


@pytest.mark.parametrize(
    ("tool", "arguments", "claim"),
    [
        (
            "solve", {"game": "six-plus", "stacks": "10bb"},
            "Exact: no player can gain by deviating, so this is an equilibrium.",
        ),
        (
            "icm", {"stacks": [5, 3, 2], "prizes": [3, 2]},
            "Exact within Malmuth-Harville ICM, which knows stacks and payouts only. It is a model, not ",
        ),
        (
            "deal", {"stacks": [5, 3, 2], "prizes": [3, 2], "method": "chips"},
            "Exact arithmetic: the requested split, by chips or in equal parts, without a model.",
        ),
        (
            "equity", {"players": ["AA", "KK", "22+"], "deals": 1000, "seed": 1},
            "Not exact: sampled, 1,000 deals, standard error at most",
        ),
        ("strength", {"hand": "AsKd", "board": "Ah Kh 2c 3c 9d"}, "Exact by the rules of the game"),
        (
            "audit", {"game": "six-plus", "stacks": ["8bb", "8bb"], "ranges": "sb: 66+,A9+"},
            "Every deal is counted: what a best response gains against these ranges, seat by seat.",
        ),
        (
            "table", {"game": "six-plus", "seats": 3, "stack": "5bb"},
            "Every deal is counted: no seat gains more than",
        ),
        ("bounds", {"game": "six-plus", "stacks": "4bb"}, "Proved in exact fractions: "),
    ],
)  # fmt: skip
def test_a_reply_begins_with_what_may_be_claimed(tool: str, arguments: dict[str, Any], claim: str) -> None:
    values = ask(tool, **arguments)
    assert values["claim"].startswith(claim)
    assert values.keys() == {"claim", "certificate", "text", "answer"}
    assert values["certificate"] == certificate_of(values["answer"])
    assert "\x1b" not in values["text"]


def test_bounds_of_samples_and_of_approximations_are_not_called_exact() -> None:
    sampled = {"exact": False, "gains_bound": [0.02, 0.01], "unit": "chips"}
    assert claim_of("table", sampled) == (
        "From sampled deals: no seat gains more than 0.02 chips by deviating, for 95% of samples."
    )
    near = {"exact": False, "error_bb": 3e-5, "error_from": "bound", "epsilon_bb": 1e-5}
    assert claim_of("solve", near) == (
        "Approximate: no player gains more by deviating than 0.000030 bb (95%, sampled)."
    )
    assert claim_of("solve", {**near, "against": {"best_bb": 1}}) == (
        "Approximate: the response loses to the best one at most 0.000030 bb (95%, sampled)."
    )
    assert claim_of("solve", {"epsilon_bb": 0.01}) == (
        "Within 0.02 bb: no player gains more than that by deviating."
    )
    assert claim_of("unheard", []) == "No certificate comes with this answer: claim only what its text says."
    assert not certificate_of({"gains": [1, 2]})


# what is offered


def test_what_a_tool_takes_follows_from_its_question() -> None:
    for name in tool_names():
        question = question_of(name)
        schema = request_model(name).model_json_schema()
        asked = {field.name for field in question.field_specs().values() if not field.entry.cli_only}
        assert schema["properties"].keys() == asked
        assert tool_description(name).startswith(str(question.__doc__).partition("\n")[0])


def test_docs_are_chapters_with_titles() -> None:
    assert docs().keys() >= {"tables", "icm", "assistants"}
    assert doc_title(docs()["assistants"]) == "Assistants"


# what is refused


@pytest.mark.parametrize(
    ("tool", "arguments", "sentence"),
    [
        ("slove", {}, "There is no tool 'slove'. Did you mean solve?"),
        ("shell", {}, "There is no tool 'shell'. The tools are"),
        ("icm", {"stacks": [5, 3], "prizes": [1], "depth": 3}, "Unknown entry 'depth'."),
        ("equity", {"game": "holdem"}, "The entry 'players' is missing."),
        ("solve", {"stacks": [1, None]}, "The big blind's stack must be a number of chips."),
        ("equity", {"players": ["AA", "banana"]}, "banana"),
        ("history_import", {"paths": ["/etc/passwd"]}, "There is no tool 'history_import'."),
        ("equity", {"players": ["\ud800", "AA"]}, "The entry 'players' has half of a pair of surrogates"),
    ],
)
def test_nonsense_is_one_sentence(tool: str, arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(JamfoldError) as error:
        ask(tool, **arguments)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


_JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**6) | st.floats() | st.text(max_size=8)
    | st.sampled_from(["10bb", "AA", "holdem", "1e999", "-5", "%", "../../etc/passwd", "100 50"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=6,
)  # fmt: skip


@settings(max_examples=200)
@given(st.data())
def test_fuzzed_requests_are_answered_or_refused(data: st.DataObject) -> None:
    """Nothing but a sentence, the end of what takes long, or an answer."""
    tool = data.draw(st.sampled_from(("icm", "deal", "strength", "equity", "hand", "history_report")))
    names = st.sampled_from([*request_model(tool).model_fields, "other"])
    arguments = data.draw(st.dictionaries(names, _JUNK, max_size=4))
    try:
        reply = answer_tool(tool, arguments, _Impatient(), ())
    except (JamfoldError, StopRequestedError):
        pass
    else:
        json.dumps(reply.values, allow_nan=False)


class _Impatient(Observer):
    """Ends what takes long."""

    def on_stage(self, stage: str, share: float) -> None:
        raise StopRequestedError


# files


def test_histories_are_read_below_the_roots_only(data_folder: Path, tmp_path: Path) -> None:
    assert "history_import" in tool_names((HISTORIES,))
    told = ask("history_import", (HISTORIES,), paths=[str(HISTORIES / "winamax.txt")])
    assert told["answer"]["hands"] > 0
    link = tmp_path / "link.txt"
    link.symlink_to(HISTORIES / "winamax.txt")
    for path in ("/etc/passwd", str(tmp_path / ".." / "other"), str(link)):
        with pytest.raises(JamfoldError, match="is outside the folders that --root names"):
            ask("history_import", (tmp_path,), paths=[path])

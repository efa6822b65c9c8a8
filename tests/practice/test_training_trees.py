"""Trees of raises in the trainer: what is asked, what each action costs, what is kept, what is refused."""

from __future__ import annotations

import io
import json
import random
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from jamfold.betting.raises import Raises
from jamfold.betting.terms import CHIPS
from jamfold.betting.two_seats import Situation
from jamfold.cards.games import GAMES
from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.training import TrainRequest, TrainTreeAnswerRequest, TrainTreeRequest
from jamfold.core.errors import JamfoldError
from jamfold.practice.training.exercises import CLOSE_BB, draw_tree_decision, find_decision
from jamfold.practice.training.grading import GradedDecision
from jamfold.spots.strategy import Seat
from jamfold.spots.tree_solve import solve_raises
from jamfold.spots.trees import TreeSpot
from jamfold.views.training_schemas import TreeAskedContract, TreeVerdictContract
from tests.command_line import Runner

AFTER = "sb raise 2, bb jam"


@cache
def spot() -> TreeSpot:
    return solve_raises(
        GAMES["six-plus"], Situation((12.0, 12.0), (0.5, 1.0), (0.25, 0.25)), Raises((2.0,)), CHIPS
    )


def test_every_decision_is_asked_and_costs_are_those_of_the_tree() -> None:
    seen = set()
    for k in range(80):
        asked = draw_tree_decision(spot(), "random", random.Random(k))
        seen.add(asked.row)
        node = asked.spot.node
        assert node.reach > 0.0  # it comes there by its own play, and is let in
        verdicts = {name: GradedDecision(decision=asked, action=name, at=5) for name in asked.actions}
        assert any(one.right for one in verdicts.values())
        for name, verdict in verdicts.items():
            assert verdict.loss == pytest.approx(max(asked.evs.values()) - asked.evs[name], abs=1e-5)
            if node.chances[name] > 1e-9:
                assert verdict.right  # the equilibrium loses nothing
    assert {find_decision(spot(), after) for after in ("", "sb raise 2", AFTER)} <= seen


def test_close_hands_seats_and_seeds() -> None:
    low, high = CLOSE_BB
    for k in range(20):
        asked, again = (
            draw_tree_decision(spot(), "close", random.Random(k), Seat.BIG_BLIND) for _ in range(2)
        )
        assert (asked.row, asked.id) == (again.row, again.id)
        assert asked.spot.report.seat is Seat.BIG_BLIND
        losses = [asked.loss(name) for name in asked.actions]
        assert low <= min(one for one in losses if one) <= high


@pytest.mark.usefixtures("shared_tables")
def test_on_the_command_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run = Runner(capsys)
    monkeypatch.setattr("jamfold.cases.answers.training.TREE_STACKS", (8.0,))
    monkeypatch.setattr(sys, "stdin", io.StringIO("f\n" * 3 + "w\n" + "f\n"))
    words = ("--game", "six-plus", "--open", "2bb", "--seed", 1, "--questions", 4)
    out = run.good("train", *words)
    assert "Worth: " in out
    assert " of 4 right, " in out
    assert "The tree has no limps or flat calls." in out
    score = json.loads(run.good("train", "score", "--game", "six-plus", "--json"))
    assert score["total"]["decisions"] == 4


def test_questions_and_answers_of_the_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("jamfold.cases.answers.training.TREE_STACKS", (10.0,))
    for number in range(6):
        question = TrainTreeRequest(
            game="six-plus", open=("2bb",), blinds=(0.5, 1.0), mode="close", seed=5, number=number
        )
        told = TreeAskedContract.of_question(question, run_case(question, Observer()))
        names = (
            "game",
            "stack",
            "blinds",
            "ante",
            "bb_ante",
            "open",
            "raises",
            "limit",
            "jam",
            "after",
            "hand",
        )
        spot: dict[str, Any] = {name: getattr(told, name) for name in names}
        losses = {}
        for action in told.actions:
            judged = TreeVerdictContract.of(
                run_case(TrainTreeAnswerRequest(**spot, action=action), Observer())
            )
            assert judged.id == told.id
            assert judged.right == (action in judged.best)
            assert judged.why
            losses[action] = judged.loss_bb
        assert min(losses.values()) == 0.0
        assert max(losses.values()) >= CLOSE_BB[0]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"after": "sb raise 3"}, "This tree has no decision after 'sb raise 3'."),
        ({"action": "call"}, "Choose jam or fold, not call."),
        ({"open": ("1.5bb",)}, "A first raise to 1.5 bb is too small. The minimum is 2 bb, or all-in."),
        ({"open": ()}, "Enter an open or a limit"),
        ({"after": "sb jam"}, "the hand never gets to act"),
    ],
)
def test_answers_that_make_no_sense(changes: dict[str, Any], sentence: str) -> None:
    values: dict[str, Any] = {
        "game": "six-plus", "open": ("2bb",), "stack": 12.0,
        "after": "sb raise 2", "hand": "KQo", "action": "jam",
    }  # fmt: skip
    if changes.get("after") == "sb jam":
        values["action"] = "call"
    with pytest.raises(JamfoldError) as told:
        run_case(TrainTreeAnswerRequest(**values | changes), Observer())
    assert sentence in str(told.value)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"mode": "range"}, "take only the modes random and close"),
        ({"seats": 3}, "with two seats only"),
        ({"open": ("1.9bb",)}, "The minimum is 2 bb"),
    ],
)
def test_what_is_refused(values: dict[str, Any], words: str) -> None:
    with pytest.raises(JamfoldError, match=words):
        TrainRequest(**{"game": "holdem", "open": ("2bb",)} | values)

"""Seats of three: what is asked, what it costs, what is kept, what is refused."""

from __future__ import annotations

import base64
import io
import json
import random
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.cards.games import GAMES
from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.training import TrainRequest, TrainThreeAnswerRequest, TrainThreeRequest
from jamfold.core.errors import JamfoldError, TrainingError
from jamfold.practice.training.exercises import CLOSE_BB, draw_three_decision
from jamfold.practice.training.grading import GradedDecision
from jamfold.spots.nplayer.exact import TableSolution, solve_table
from jamfold.spots.solve import load_payoffs
from jamfold.views.training_schemas import ThreeAskedContract, ThreeVerdictContract
from tests.command_line import Runner
from tests.unpacked import unpacked_curves


@cache
def solution() -> TableSolution:
    return solve_table(
        GAMES["six-plus"], TableHand((8.0, 8.0, 8.0), BlindLevel((0.5, 1.0), ante=0.25, bb_ante=0.0))
    )


def test_folding_loses_what_was_posted_and_playing_what_the_table_says() -> None:
    folded = {"btn": -0.25, "sb": -0.75, "bb": -1.25}
    seats = set()
    for k in range(60):
        asked = draw_three_decision(solution(), "random", random.Random(k))
        seat = solution().hand.names[solution().nodes[asked.row].seat]
        seats.add(seat)
        played, passed = (GradedDecision(decision=asked, action=name, at=5) for name in asked.actions)
        assert asked.evs["fold"] == pytest.approx(folded[seat], abs=1e-9)
        assert asked.evs[asked.playing] - asked.evs["fold"] == pytest.approx(
            float(solution().margins[asked.row, asked.id]), abs=1e-9
        )
        assert min(played.loss, passed.loss) == 0.0
        if played.free:
            assert played.right
            assert passed.right
        else:
            assert max(played.loss, passed.loss) == pytest.approx(abs(asked.gains[asked.playing]))
    assert seats == {"btn", "sb", "bb"}


def test_close_hands_and_seeds() -> None:
    low, high = CLOSE_BB
    for k in range(30):
        asked, again = (draw_three_decision(solution(), "close", random.Random(k)) for _ in range(2))
        assert (asked.row, asked.id) == (again.row, again.id)
        assert low <= abs(solution().margins[asked.row, asked.id]) <= high


def test_what_is_kept() -> None:
    asked = draw_three_decision(solution(), "random", random.Random(3))
    answer = GradedDecision(decision=asked, action="fold", at=5, seconds=2.0).answer
    assert (answer.key.game, answer.key.level) == ("six-plus", "three seats, ante 0.25")
    assert answer.act == "fold"
    assert answer.stack == 8.0


def test_nothing_to_ask() -> None:
    nowhere = np.full_like(solution().margins, np.nan)
    empty = TableSolution(**{**solution().__dict__, "margins": nowhere})
    with pytest.raises(TrainingError, match="no such hand"):
        draw_three_decision(empty, "random", random.Random(1))


@pytest.mark.usefixtures("shared_tables")
def test_on_the_command_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run = Runner(capsys)
    monkeypatch.setattr("jamfold.cases.answers.training.TABLE_STACKS", (8.0,))
    monkeypatch.setattr(sys, "stdin", io.StringIO("f\n" * 6))
    words = ("--game", "six-plus", "--seats", 3, "--mode", "random", "--seed", 1, "--questions", 4)
    out = run.good("train", *words)
    assert out.count("8 bb each: ") == 4
    assert " of 4 right, " in out
    score = json.loads(run.good("train", "score", "--game", "six-plus", "--json"))
    assert score["total"]["decisions"] == 4
    names = [cell["name"] for cell in score["by_seat"]]
    assert names
    assert names == sorted(names, key=lambda name: (("sb", "bb", name).index(name), name))


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"game": "holdem"}, "take only the modes random and close"),
        ({"game": "omaha", "mode": "random"}, "is not solved for three seats"),
        ({"game": "holdem", "mode": "close", "seat": "sb"}, "use all seats"),
    ],
)
def test_what_is_refused(values: dict[str, str], words: str) -> None:
    with pytest.raises(TrainingError, match=words):
        TrainRequest(seats=3, **values)  # type: ignore[arg-type]


@pytest.mark.long
def test_questions_and_answers_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load_payoffs(GAMES["six-plus"])
    monkeypatch.setenv("JAMFOLD_DATA", str(tmp_path))
    for number in range(12):
        question = TrainThreeRequest(
            game="six-plus", mode="close", seed=5, number=number, ante=0.25, blinds=(0.5, 1.0)
        )
        told = ThreeAskedContract.of(run_case(question, Observer()))
        spot: dict[str, Any] = {
            "game": told.game,
            "blinds": told.blinds,
            "ante": told.ante,
            "bb_ante": told.bb_ante,
        }
        answers = [
            ThreeVerdictContract.of(
                run_case(
                    TrainThreeAnswerRequest(
                        **spot, stack=told.stack, node=told.node, hand=told.hand, action=action
                    ),
                    Observer(),
                )
            )
            for action in told.actions
        ]
        assert [one.id for one in answers] == [told.id] * 2
        assert sorted(one.right for one in answers) == [False, True]  # close ones are not free
        assert max(one.loss_bb for one in answers) == pytest.approx(
            abs(answers[0].ev_play_bb - answers[0].ev_fold_bb)
        )
        assert answers[0].gain_bb < 1e-9
        picture = answers[0].picture
        assert picture.jam == picture.call
        tops = np.frombuffer(base64.b64decode(picture.jam.tops), dtype=np.uint8)
        assert bool(tops[told.id]) == (answers[0].played >= 0.5)
        margins = unpacked_curves(picture.jam.margins, 1)[:, 0] * picture.quantum
        assert margins[told.id] == pytest.approx(answers[0].ev_play_bb - answers[0].ev_fold_bb, abs=6e-4)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"node": "co"}, "There is no seat 'co'"),
        ({"node": "sb after bb"}, "This hand has no decision"),
        ({"action": "jam"}, "Choose call or fold, not jam."),
        ({"hand": "KQx"}, "KQx"),
        ({"game": "omaha", "hand": "AsKsQhJh"}, "Omaha is not solved for three seats."),
    ],
)
def test_answers_that_make_no_sense(changes: dict[str, str], sentence: str) -> None:
    values = {"game": "six-plus", "stack": 8.0, "node": "bb after btn", "hand": "KQo", "action": "call"}
    with pytest.raises(JamfoldError) as told:
        run_case(TrainThreeAnswerRequest(**values | changes), Observer())  # type: ignore[arg-type]
    assert sentence in str(told.value)

"""Tables of four to ten: what is asked of a solved spot, what it costs, what is kept, what is refused."""

from __future__ import annotations

import io
import json
import math
import random
import sys
from collections import Counter
from typing import Any

import numpy as np
import pytest

from jamfold.betting.hand import Node, TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.betting.terms import CHIPS
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import GAMES, SIX_PLUS
from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.training import TrainRequest, TrainTableAnswerRequest, TrainTableRequest
from jamfold.core.errors import JamfoldError, TrainingError
from jamfold.histories.multiway_solver import TableAnswer, TableKey, keep_answers, kept_answer, kept_seconds
from jamfold.histories.store import HistoryStore
from jamfold.practice.training.exercises import TABLE_STACKS, TableSpot, draw_table_decision, table_decision
from jamfold.practice.training.grading import Decision, GradedDecision
from jamfold.spots.nplayer.node_names import find_node
from jamfold.views.training_schemas import TableAskedContract, TableVerdictContract
from tests.command_line import Runner

SPOT = TableHand((9.0, 10.0, 7.0, 6.5, 8.0), BlindLevel((0.5, 1.0), ante=0.125))
KEY = TableKey.of("six-plus", SPOT, CHIPS)
WORDS = ("--game", "six-plus", "--stacks", 900, 1000, 700, 650, 800, "--blinds", 50, 100, "--ante", 12.5)


def made(seconds: float = 9.0) -> TableAnswer:
    """An answer with margins of every size, an error of 0.05 and a gain of 0.102: told from 0.2 bb on."""
    n = hand_classes(SIX_PLUS).n
    margins = np.tile(np.linspace(-1.0, 1.0, n), (len(SPOT.nodes), 1))
    margins[:, 3] = math.nan
    return TableAnswer(0.102, (margins > 0).astype(float), margins, np.full_like(margins, 0.05), seconds)


def graded(decision: Decision, action: str) -> GradedDecision:
    return GradedDecision(decision=decision, action=action, at=5)


def node_of(decision: Decision) -> Node:
    return SPOT.nodes[decision.row]


def test_hands_near_what_is_too_close_to_call_are_close_and_others_cost_nothing() -> None:
    known, seen = made(), Counter[str]()
    for k in range(200):
        close, dealt = (
            draw_table_decision(TableSpot(KEY, known), mode, random.Random(k)) for mode in ("close", "random")
        )
        assert 0.2 < abs(known.margins[close.row, close.id]) <= 0.6 + 1e-9
        for asked in (close, dealt):
            margin = float(known.margins[asked.row, asked.id])
            played, folded = (graded(asked, action) for action in asked.actions)
            assert asked.doubt == pytest.approx(0.2)
            assert min(played.loss, folded.loss) == 0.0
            if abs(margin) <= 0.2:
                assert played.free
                assert played.right
                assert folded.right
            else:
                assert not played.free
                assert max(played.loss, folded.loss) == abs(margin)
                assert played.right == (margin > 0)
        seen[SPOT.names[node_of(dealt).seat]] += 1
    assert set(seen) == {"hj", "co", "btn", "sb", "bb"}


def test_a_hand_that_does_not_come_there_is_too_close_to_call() -> None:
    verdict = graded(table_decision(TableSpot(KEY, made()), 0, 3, "random"), "jam")
    assert verdict.free
    assert verdict.right
    assert math.isnan(verdict.decision.doubt)


def test_decisions_come_as_often_as_the_hand_comes_to_them() -> None:
    """A hijack that never jams is always asked, and nobody is asked behind its jam."""
    known = made()
    row = SPOT.nodes.index(find_node(SPOT, "hj"))
    known.played[row] = 0.0
    asked = [draw_table_decision(TableSpot(KEY, known), "random", random.Random(k)) for k in range(300)]
    hijack = SPOT.names.index("hj")
    assert not any(hijack in node_of(one).all_in_before for one in asked)
    first = sum(node_of(one).seat == hijack for one in asked)
    behind = sum(node_of(one).seat == SPOT.names.index("co") for one in asked)
    assert abs(first - behind) < 60  # both in every deal


def test_one_decision_alone_and_the_same_by_its_seed() -> None:
    node = find_node(SPOT, "bb after co")
    asked = [draw_table_decision(TableSpot(KEY, made()), "close", random.Random(k), node) for k in (1, 1, 2)]
    assert [node_of(one) for one in asked] == [node] * 3
    assert asked[0].id == asked[1].id
    assert asked[0].playing == "call"


def test_what_is_kept_of_an_answer() -> None:
    asked = table_decision(TableSpot(KEY, made()), SPOT.nodes.index(find_node(SPOT, "co")), 0, "random")
    kept = GradedDecision(decision=asked, action="jam", at=5, seconds=2.0).answer
    assert kept.key == ("six-plus", "5 seats, ante 0.125", "co", "AA")
    assert (kept.act, kept.stack, kept.loss, kept.free) == ("jam", 6.5, 1.0, False)


def test_a_spot_without_a_hand_that_can_be_told() -> None:
    vague = made()._replace(gain=5.0)
    with pytest.raises(TrainingError, match=r"too close to call\. Use the mode random"):
        draw_table_decision(TableSpot(KEY, vague), "close", random.Random(1))
    dealt = draw_table_decision(TableSpot(KEY, vague), "random", random.Random(1))
    assert graded(dealt, dealt.playing).free


@pytest.mark.usefixtures("shared_tables")
def test_a_kept_spot_is_asked_on_the_command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Runner(capsys)
    with HistoryStore() as store:
        keep_answers(store, {KEY: made()})
    monkeypatch.setattr(sys, "stdin", io.StringIO("f\nx\nf\nf\n"))
    out = run.good("train", *WORDS, "--mode", "close", "--node", "co", "--seed", 1, "--questions", 3)
    told = "Stacks of sb, bb .. btn: 9 / 10 / 7 / 6.5 / 8 bb. Deals are sampled, 9 s: no seat gains more than"
    assert out.count(told) == 1
    assert out.count("Cutoff, first in, 6.5 bb, 5 seats, ante 0.125: ") == 3
    assert out.count("give or take 0.200") == 3
    assert "j jams, f folds; q ends." in out
    score = json.loads(run.good("train", "score", "--game", "six-plus", "--json"))
    assert score["total"]["decisions"] == 3
    assert [cell["name"] for cell in score["by_seat"]] == ["co"]


@pytest.mark.long
@pytest.mark.usefixtures("shared_tables")
def test_a_spot_that_is_not_kept_is_solved_once_and_kept() -> None:
    asked = {"game": "six-plus", "stacks": ("9bb", "10bb", "7bb", "6bb", "5bb"), "mode": "random", "seed": 3}

    def kept() -> dict[TableKey, float]:
        with HistoryStore() as store:
            return kept_seconds(store)

    first = run_case(TrainTableRequest(**asked, seconds=0.5), Observer())  # type: ignore[arg-type]
    assert first.spot.answer.is_modelled
    assert list(kept().values()) == [0.0]
    again = run_case(TrainTableRequest(**asked, seconds=600), Observer())  # type: ignore[arg-type]
    assert (again.row, again.id, again.spot.answer.gain) == (
        first.row,
        first.id,
        first.spot.answer.gain,
    )


@pytest.mark.usefixtures("shared_tables")
def test_seats_without_stacks_are_drilled_with_equal_ones_and_kept_spots() -> None:
    known, chosen = made(0.0), set[tuple[float, ...]]()
    with HistoryStore() as store:
        keep_answers(store, {KEY: known})
        for stack in TABLE_STACKS:
            hand = TableHand((stack,) * 5, BlindLevel((0.5, 1.0), ante=0.125))
            keep_answers(store, {TableKey.of("six-plus", hand, CHIPS): known})
    words: dict[str, Any] = {"game": "six-plus", "seats": 5, "blinds": (0.5, 1), "ante": 0.125}
    for number in range(24):
        asked = run_case(TrainTableRequest(**words, mode="random", seed=2, number=number), Observer())
        assert asked.spot.answer.gain == known.gain  # nothing has to be solved
        chosen.add(asked.spot.key.hand.stacks)
    assert chosen == {SPOT.stacks, *((stack,) * 5 for stack in TABLE_STACKS)}


@pytest.mark.usefixtures("shared_tables")
def test_questions_and_answers_of_the_page() -> None:
    with HistoryStore() as store:
        keep_answers(store, {KEY: made()})
    for number in range(12):
        told = TableAskedContract.of(
            run_case(TrainTableRequest(game="six-plus", mode="close", seed=5, number=number), Observer())
        )
        spot: dict[str, Any] = {"game": told.game, "spot": told.spot, "node": told.node, "hand": told.hand}
        answers = [
            TableVerdictContract.of(run_case(TrainTableAnswerRequest(**spot, action=action), Observer()))
            for action in told.actions
        ]
        assert [one.id for one in answers] == [told.id] * 2
        assert sorted(one.right for one in answers) == [False, True]  # close ones can be told
        assert max(one.loss_bb for one in answers) == pytest.approx(abs(answers[0].margin_bb or 0.0))
        assert answers[0].gain_bb == told.gain_bb == 0.102


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"spot": "9 10 7 6 0.5 0 0"}, "This spot is no longer stored. Ask for the next hand."),
        ({"node": "utg"}, "There is no seat 'utg'"),
        ({"action": "call"}, "Choose jam or fold, not call."),
        ({"hand": "KQx"}, "KQx"),
    ],
)
@pytest.mark.usefixtures("shared_tables")
def test_answers_that_make_no_sense(changes: dict[str, str], sentence: str) -> None:
    with HistoryStore() as store:
        keep_answers(store, {KEY: made()})
        assert kept_answer(store, KEY) is not None
    values = {"game": "six-plus", "spot": KEY.chips, "node": "co", "hand": "KQo", "action": "jam"}
    with pytest.raises(JamfoldError) as told:
        run_case(TrainTableAnswerRequest(**values | changes), Observer())  # type: ignore[arg-type]
    assert sentence in str(told.value)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"stacks": ("8bb",) * 3}, "Stacks are for 4 to 10 seats, not 3"),
        ({"stacks": ("8bb",) * 5, "seats": 6}, "There are 5 stacks, not 6. Remove --seats."),
        ({"stacks": ("8bb",) * 5, "node": "utg"}, "There is no seat 'utg'"),
        ({"node": "co"}, "A decision needs stacks. Enter those"),
        ({"game": "omaha", "stacks": ("8bb",) * 5}, "Omaha is not trained at tables of four to ten"),
        ({"game": "omaha", "seats": 6}, "Omaha is not trained at tables of four to ten"),
        (
            {"stacks": ("8bb",) * 4, "mode": "mistakes"},
            "Tables of four to ten take only the modes random and close",
        ),
        ({"stacks": ("8bb",) * 4, "seat": "sb"}, "Tables of four to ten use all seats"),
        ({"stacks": ("8bb",) * 4, "open": ("2bb",)}, "Raises are trained with two seats only"),
    ],
)
def test_what_is_refused(values: dict[str, Any], words: str) -> None:
    with pytest.raises(JamfoldError, match=words):
        TrainRequest(**{"game": "holdem", **values})


def test_games_of_the_trainer() -> None:
    assert [name for name, game in GAMES.items() if not game.has_many_classes] == [
        "holdem",
        "six-plus",
        "six-plus-trips",
    ]

"""Which stack model is right: models, next hands and solved tournaments side by side."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from jamfold.cards import Rank
from jamfold.cards.games import GAMES, SIX_PLUS
from jamfold.cases import answers
from jamfold.cases.answers.watch import Observer
from jamfold.cases.tournaments import FutureRequest, ModelsRequest, ThreeTournamentRequest, TournamentRequest
from jamfold.core.errors import SituationError
from jamfold.spots.tournaments.model_comparison import ModelComparison, SolvedStates, compare_models
from jamfold.valuation.models import MODELS, stack_values
from jamfold.views.fgs import models_headline, models_sheet
from jamfold.views.sheet_html import sheet_html
from tests.command_line import Runner

SMALL = replace(SIX_PLUS, name="small-six-plus", lowest_rank=Rank(7))
TWO = {"game": "six-plus", "stacks": (14, 6), "blinds": (1, 2), "prizes": (50, 30)}


def _compared(**values: object) -> ModelComparison:
    found = answers.run_case(ModelsRequest(**values), Observer())  # type: ignore[arg-type]
    assert isinstance(found, ModelComparison)
    return found


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(capsys)


def test_two_players_to_the_end() -> None:
    """The last line is the heads-up tournament's, the hands ahead are those of fgs."""
    found = _compared(**TWO, depth=3)
    asked = TournamentRequest(game="six-plus", chips=20, blinds=(1, 2))
    wins = answers.run_case(asked, Observer()).winning[-1, 14]
    assert found.tournament == pytest.approx([30 + 20 * wins, 50 - 20 * wins])
    ahead = answers.run_case(FutureRequest(**TWO, depth=3), Observer())  # type: ignore[arg-type]
    assert [one.name for one in found.models] == [*MODELS, "1 hand", "2 hands", "3 hands"]
    for one, values in zip(found.models, (*[(44, 36)] * 3, *ahead.by_depth[1:]), strict=True):
        assert one.values == pytest.approx(values)
        assert one.underrates == pytest.approx(np.array(found.tournament) - values)
    assert found.nearest is min(found.models, key=lambda one: abs(one.underrates[0]))  # type: ignore[index]
    (over, *_) = found.over_states
    assert over.states == 19
    assert sum(over.by_seat.values()) == pytest.approx(0)


@pytest.mark.long
def test_three_players_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, SMALL.name, SMALL)
    game = {"game": SMALL.name, "blinds": (1, 2), "prizes": (50, 30, 20)}
    found = _compared(**game, stacks=(1, 2, 3), depth=1, whole=True)
    asked = ThreeTournamentRequest(**game, chips=6, at=(1, 2, 3))  # type: ignore[arg-type]
    solved = answers.run_case(asked, Observer())
    assert found.tournament == pytest.approx(solved.solved.values[asked.row])
    assert found.epsilon == solved.solved.epsilon
    for one in found.over_states:
        model = np.array([stack_values(stacks, (50, 30, 20), one.name) for stacks in solved.grid.states])
        more = solved.solved.values - model
        assert one.mean_difference == pytest.approx(np.abs(more).mean())
        assert one.by_seat["bb"] == pytest.approx(more[:, 1].mean())
        largest = [more[row, stacks.index(max(stacks))] for row, stacks in enumerate(solved.grid.states)
                   if stacks.count(max(stacks)) == 1]  # fmt: skip
        assert one.by_stack["largest"] != 0 or not largest


def test_who_is_underrated_by_stack() -> None:
    """Two divisions whose differences are known."""
    ahead = answers.run_case(FutureRequest(**TWO, depth=1), Observer())  # type: ignore[arg-type]
    values = np.array([[44.0 + 1, 36.0 - 1], [40.0 - 3, 40.0 + 3]])
    found = compare_models(ahead, SolvedStates(((14.0, 6.0), (10.0, 10.0)), values, 0, 0.0))
    (over, *_) = found.over_states
    assert over.by_stack == {
        "largest": pytest.approx((1 - 3 + 3) / 3),
        "smallest": pytest.approx((-1 - 3 + 3) / 3),
    }
    assert over.by_seat == {"sb": pytest.approx(-1), "bb": pytest.approx(1)}
    assert over.mean_difference == pytest.approx(2)
    assert over.largest_difference == pytest.approx(3)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"stacks": (5, 5, 5, 5)}, "two or three players"),
        ({"stacks": (5, 5), "field": ("3x5",)}, "two or three players"),
        ({"stacks": (5.5, 5)}, "whole chips"),
        ({"stacks": (5, 5), "bb_ante": 1}, "an ante from every player only"),
        ({"stacks": (500, 500, 500)}, "tournaments of three have 3 to 60"),
    ],
)
def test_no_tournament_says_why(values: dict[str, object], reason: str) -> None:
    question = ModelsRequest(game="six-plus", blinds=(1, 2), prizes=(50, 30), **values)  # type: ignore[arg-type]
    assert reason in str(question.tournament())


def test_on_the_terminal(run: Runner) -> None:
    words = [
        "models",
        "--game",
        "six-plus",
        "--stacks",
        "14",
        "6",
        "--blinds",
        "1",
        "2",
        "--prizes",
        "50",
        "30",
    ]
    text = " ".join(run.good(*words).split())
    assert "Malmuth-Harville underrates the big blind by 0.0020 and overrates the small blind" in text
    assert "over all 19 divisions of the chips" in text
    answer = json.loads(run.good(*words, "--json"))
    assert answer["no_tournament"] is None
    assert [one["name"] for one in answer["models"]] == [*MODELS, "1 hand", "2 hands"]
    csv = run.good(*words, "--csv").splitlines()
    assert csv[0] == "model,seat,stack,value,value_error,tournament,underrated"
    assert len(csv) == 11
    three = [*words[:3], "--stacks", "15", "15", "15", *words[6:], "20", "--depth", "1"]
    text = run.good(*three)
    assert "takes about" in text
    assert "--whole solves it" in text


def test_what_is_behind_the_hands_ahead() -> None:
    """The page names its own box, not an option of the command line."""
    question = ModelsRequest(
        game="six-plus", stacks=(15, 15, 15), blinds=(1, 2), prizes=(50, 30, 20), depth=1, model="ben-roberts"
    )
    found = answers.run_case(question, Observer())
    page = str(sheet_html(models_sheet(question, found)))
    assert "1 hand ahead, then Ben Roberts" in page
    assert "--whole" not in page
    assert "tick" in page
    told = found.as_answer_to(question).to_dict()
    assert (told["model"], told["depth"], told["max_allin"]) == ("ben-roberts", 1, 3)
    assert not told["whole_chips"]


def test_models_that_agree() -> None:
    found = _compared(game="six-plus", stacks=(14, 6), blinds=(1, 2), prizes=(50, 50), depth=1)
    assert models_headline(found) == "All models agree with the solved tournament."
    assert "-0.0000" not in str(sheet_html(models_sheet(ModelsRequest(**TWO), found)))  # type: ignore[arg-type]


def test_prizes_that_rise_have_their_own_sentence() -> None:
    with pytest.raises(SituationError, match="in order, first place first") as caught:
        _compared(game="six-plus", stacks=(14, 6), blinds=(1, 2), prizes=(20, 80), depth=1)
    assert caught.value.field == "prizes"

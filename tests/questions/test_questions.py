"""Questions: typed once, read from texts, JSON and options alike; errors name their field."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jamfold.answers import reply
from jamfold.answers.memory import Memory
from jamfold.errors import JamfoldError, QuestionError
from jamfold.games import GAMES
from jamfold.questions.app import PlanesQuestion
from jamfold.questions.audit import AuditQuestion
from jamfold.questions.batch import BatchQuestion
from jamfold.questions.chances import ChanceQuestion, DistributionQuestion
from jamfold.questions.charts import ChartQuestion
from jamfold.questions.entries import Question
from jamfold.questions.equities import EquityQuestion, PaintedQuestion, PlayerQuestion, RangeQuestion
from jamfold.questions.flops import FlopChartQuestion, FlopQuestion, FlopTableQuestion
from jamfold.questions.future import FutureQuestion
from jamfold.questions.hands import CompareQuestion, HandsQuestion
from jamfold.questions.histories import (
    HistoryForgetQuestion,
    HistoryHandsQuestion,
    HistoryImportQuestion,
    HistoryPlayersQuestion,
    HistoryProblemsQuestion,
)
from jamfold.questions.history_reports import (
    HistoryExportQuestion,
    HistoryOpponentsQuestion,
    HistoryReportFileQuestion,
    HistoryReportQuestion,
)
from jamfold.questions.lookups import ExplainQuestion, HandQuestion, LookUpQuestion
from jamfold.questions.match import BotQuestion, MatchQuestion, PlayHandQuestion, PlayQuestion
from jamfold.questions.rules import RuleCardQuestion, RuleCheckQuestion, RuleFeaturesQuestion, RuleQuestion
from jamfold.questions.spots import (
    ConvergeQuestion,
    SavedSpotQuestion,
    SolveQuestion,
    SpotQuestion,
    TreeQuestion,
)
from jamfold.questions.table import TableQuestion
from jamfold.questions.table_decisions import (
    TableDecisionQuestion,
    TableFileQuestion,
    TableHandQuestion,
    TableNeedsQuestion,
    TableTextQuestion,
)
from jamfold.questions.tables import TablesShowQuestion
from jamfold.questions.tournaments import (
    ThreeFileQuestion,
    ThreeNeedsQuestion,
    ThreeStateQuestion,
    ThreeTournamentQuestion,
    TournamentFileQuestion,
    TournamentQuestion,
    TournamentStateQuestion,
)
from jamfold.questions.training import (
    TrainAnswerQuestion,
    TrainNextQuestion,
    TrainThreeAnswerQuestion,
    TrainThreeQuestion,
)
from jamfold.questions.training_holds import HoldSessionQuestion
from jamfold.questions.training_kept import TrainResetQuestion
from jamfold.questions.training_tables import TrainTableAnswerQuestion, TrainTableQuestion
from jamfold.questions.training_trees import TrainTreeAnswerQuestion, TrainTreeQuestion
from jamfold.questions.videopoker import (
    HoldsQuestion,
    PayStrategyQuestion,
    PayTableQuestion,
    ShowPayTableQuestion,
    SimulationQuestion,
)
from jamfold.questions.worth import IcmFileQuestion, IcmQuestion
from jamfold.views.rows import all_rows

NEEDED: dict[type[Question], dict[str, Any]] = {
    SolveQuestion: {},
    HandQuestion: {"cards": "AsKs"},
    ExplainQuestion: {"id": 3},
    HandsQuestion: {},
    ConvergeQuestion: {},
    FlopQuestion: {"flop": "Kh 7d 2c"},
    FlopChartQuestion: {"stacks": "5bb"},
    FlopTableQuestion: {"flop": "Kh 7d 2c", "seats": 3},
    CompareQuestion: {"jam": "AA"},
    ChartQuestion: {},
    EquityQuestion: {"players": ("AA", "KK")},
    PlayerQuestion: {"text": "AA"},
    RangeQuestion: {"text": "AA"},
    PaintedQuestion: {"text": "AA", "game": "holdem"},
    ChanceQuestion: {},
    DistributionQuestion: {},
    HistoryHandsQuestion: {},
    HistoryPlayersQuestion: {},
    HistoryProblemsQuestion: {},
    HistoryExportQuestion: {"what": "hands"},
    HistoryOpponentsQuestion: {"game": "omaha", "seat": "sb", "depth": "5-8"},
    HistoryReportFileQuestion: {"format": "csv"},
    HistoryReportQuestion: {"player": "Ann", "prizes": (65, 35)},
    IcmQuestion: {"stacks": (5, 3), "prizes": (2, 1)},
    FutureQuestion: {"game": "six-plus", "stacks": ("5bb", 20), "prizes": (2, 1), "depth": 1},
    TableQuestion: {"stacks": ("12bb", 80, 100), "prizes": (50, 30), "gain": 0.5},
    AuditQuestion: {"seats": 3, "ranges": "btn: 88+"},
    TableNeedsQuestion: {"seats": 3},
    TableDecisionQuestion: {"seats": 3},
    TableTextQuestion: {"seats": 3, "node": "bb after btn"},
    TableHandQuestion: {"preset": "aof", "cards": "AsKs9h8h", "rake": 5, "jackpot": "0.1bb"},
    TableFileQuestion: {"stacks": (80, 90), "format": "png"},
    TournamentQuestion: {"levels": "4 x 1/2; rest x 2/4", "chips": "10bb"},
    TournamentStateQuestion: {},
    ThreeTournamentQuestion: {"game": "holdem", "prizes": (50, 30), "at": ("2bb", 30, 25)},
    TournamentFileQuestion: {"unit": 5},
    RuleQuestion: {"features": 3, "stacks": (5, 10)},
    RuleFeaturesQuestion: {"game": "holdem"},
    RuleCardQuestion: {"game": "six-plus"},
    RuleCheckQuestion: {"toml": "[score]\nranks = 1\n[[thresholds]]\ns = 5\njam_from = 1\ncall_from = 2\n"},
    MatchQuestion: {"deals": 5, "opponent_call": "AA$ds", "stacks": ("12bb", 80)},
    PlayQuestion: {"game": "holdem", "hands": 3, "ante": 1},
    PlayHandQuestion: {"game": "six-plus", "seed": 7, "done": "pf-"},
    TrainNextQuestion: {"game": "holdem", "mode": "close", "seed": 3},
    TrainAnswerQuestion: {"game": "holdem", "stacks": ("8bb", 90), "hand": "K7o", "action": "jam"},
    TrainThreeQuestion: {"game": "six-plus", "mode": "close", "number": 3},
    TrainThreeAnswerQuestion: {"stack": 8.5, "node": "bb after btn", "hand": "KQo", "action": "call"},
    TrainTableQuestion: {"game": "holdem", "stacks": ("8bb", 90, 100, 120), "node": "bb after btn"},
    TrainTableAnswerQuestion: {
        "game": "holdem",
        "spot": "8 9 10 12 0.5 0 0",
        "node": "co",
        "hand": "KQo",
        "action": "jam",
    },
    TrainTreeQuestion: {"game": "holdem", "open": ("2bb",), "mode": "close", "number": 3},
    TrainTreeAnswerQuestion: {
        "open": ("2bb",),
        "stack": 15.0,
        "after": "sb raise 2",
        "hand": "KQo",
        "action": "jam",
    },
    PayTableQuestion: {"table": "Jacks or Better 9/6"},
    HoldsQuestion: {"table": "Jacks or Better 9/6"},
    BatchQuestion: {"file": "spots.csv", "out": "solved.csv"},
    BotQuestion: {"port": 9001},
    HistoryForgetQuestion: {"all": True},
    HistoryImportQuestion: {"paths": ("hands.txt",)},
    HoldSessionQuestion: {"table": "Jacks or Better 9/6"},
    IcmFileQuestion: {"stacks": (5, 3), "prizes": (2, 1)},
    LookUpQuestion: {"cards": "AsKs"},
    PayStrategyQuestion: {"table": "Jacks or Better 9/6"},
    PlanesQuestion: {"game": "holdem"},
    ShowPayTableQuestion: {"table": "Jacks or Better 9/6"},
    SimulationQuestion: {"table": "Jacks or Better 9/6"},
    TablesShowQuestion: {"hands": ("AsAhKsKh", "7d6d5c4c")},
    ThreeFileQuestion: {"game": "holdem", "prizes": (50, 30)},
    ThreeNeedsQuestion: {"game": "holdem", "prizes": (50, 30)},
    ThreeStateQuestion: {"game": "holdem", "prizes": (50, 30)},
    TrainResetQuestion: {"all": True},
}
"""What a question is tested with, where it needs more than its defaults and its example says less."""
_SHOWN = {row.question: row.examples[0] if row.examples else {} for row in all_rows()}
CLASSES: list[tuple[type[Question], dict[str, Any]]] = [*(_SHOWN | NEEDED).items()]
"""Every question that is shown, from the registry; with two that are played or written."""


def test_numbers_take_the_sign_of_their_unit() -> None:
    """Percentages their own, stacks of a chart bb; no number another's."""
    chart = ChartQuestion.of_values({"game": "holdem", "low": "6bb", "high": "8 BB", "step": 1})
    assert (chart.low, chart.high, chart.step) == (6.0, 8.0, 1.0)
    for low in ("6%", "6xx", "bb"):
        with pytest.raises(QuestionError, match=f"The lowest stack must be a number, not '{low}'"):
            ChartQuestion.of_values({"game": "holdem", "low": low})


@pytest.mark.parametrize(("kind", "needed"), CLASSES)
def test_every_entry_is_described(kind: type[Question], needed: dict[str, Any]) -> None:
    assert kind.name
    assert (kind.__doc__ or "").strip()
    for asked in kind.asked().values():
        assert asked.help.endswith(".")
        assert len(asked.entry.help) > 8
        assert asked.label == asked.label.strip()
    question = kind(**needed)
    assert question == kind(**needed)
    assert hash(question) == hash(kind(**needed))
    assert pickle.loads(pickle.dumps(question)) == question  # noqa: S301 -- our own
    if not any(kind.asked()[name].entry.local for name in needed):  # which no address may name
        assert kind.of_texts(question.texts()) == question
        assert kind.of_texts(dict(parse_qsl(question.query()))) == question


chips = st.floats(1, 1000).map(lambda value: round(value, 2))


@given(
    st.sampled_from(sorted(GAMES)),
    chips,
    chips,
    st.floats(0.5, 50).map(lambda value: round(value, 1)),
    st.booleans(),
    st.integers(1, 1000),
)
def test_spots_go_through_texts_and_addresses(
    game: str, first: float, second: float, ante: float, iterates: bool, iterations: int
) -> None:
    more: dict[str, Any] = {"method": "fictitious-play", "iterations": iterations} if iterates else {}
    spot = SpotQuestion(game=game, stacks=(first, second), ante=ante, **more)
    assert SpotQuestion.of_texts(spot.texts()) == spot
    assert SpotQuestion.of_texts(dict(parse_qsl(spot.address()))) == spot
    assert spot.differs_from(spot) == "the same spot"
    other = replace(spot, dead=7.0)
    assert other.differs_from(spot) == "dead money 7"


def test_amounts_in_big_blinds() -> None:
    spot = SpotQuestion(stacks=("12.5bb", "1,000"), blinds=(50, 100), ante="0.1 bb", dead="1BB")
    assert (spot.stacks, spot.ante, spot.dead) == ((1250.0, 1000.0), 10.0, 100.0)
    chart = ChartQuestion(blinds=(50, 100), ante="0.1bb")
    assert chart.ante == 10.0
    assert SpotQuestion.of_texts({"stack_sb": "12.5bb", "stack_bb": "20bb"}).stacks == (125.0, 200.0)
    assert SpotQuestion(stacks=("1,000bb", 5)).stacks == (10_000.0, 5.0)
    assert TournamentQuestion(chips="1,000 BB").chips == 10_000


@pytest.mark.parametrize(
    ("kind", "values", "field", "words"),
    [
        (SpotQuestion, {"game": "stud"}, "game", "Unknown game 'stud'"),
        (SpotQuestion, {"stacks": ("x", 100)}, "stack_sb", "small blind's stack must be a number"),
        (SpotQuestion, {"stacks": (100, "xbb")}, "stack_bb", "big blind's stack must be a number"),
        (SpotQuestion, {"stacks": 5}, "stack_sb", "two numbers"),
        (SpotQuestion, {"blinds": (20, 10)}, "blind_sb", "larger than the big blind"),
        (SpotQuestion, {"ante": "-1"}, "ante", "must not be negative"),
        (SpotQuestion, {"bb_ante": "nan"}, "bb_ante", "finite"),
        (SpotQuestion, {"dead": "1e99"}, "dead", "at most"),
        (SpotQuestion, {"method": "magic"}, "method", "Unknown method 'magic'"),
        (SpotQuestion, {"iterations": 5}, "iterations", "is for fictitious-play"),
        (SpotQuestion, {"method": "fictitious-play", "iterations": "many"}, "iterations", "whole number"),
        (HandQuestion, {}, "hand", "one of them"),
        (HandQuestion, {"cards": "AsKs", "id": 4}, "hand", "one of them"),
        (HandQuestion, {"cards": "AA", "position": "button"}, "position", "'button'"),
        (HandsQuestion, {"sort": "luck"}, "sort", "'luck'"),
        (HandsQuestion, {"top": 0}, "top", "at least 1"),
        (CompareQuestion, {}, "other", "one thing to compare with"),
        (CompareQuestion, {"jam": "AA", "csv": "hand,jam"}, "other", "one thing to compare with"),
        (ChartQuestion, {"low": 5, "high": 2}, "low", "no stacks from 5 to 2"),
        (ChartQuestion, {"step": 0}, "step", "above zero"),
        (ChartQuestion, {"blind": 0.5, "ante": 1}, "blind", "not both"),
        (EquityQuestion, {"players": ("AA", "KK"), "seed": "1.5"}, "seed", "whole number"),
        (EquityQuestion, {"players": ("AA", 5)}, "players", "must be a text"),
        (RangeQuestion, {"text": "AA", "order": "luck"}, "order", "'luck'"),
        (ChanceQuestion, {"pot": 5}, "pot", "go together"),
        (PayTableQuestion, {}, "table", "one of them"),
        (MatchQuestion, {"stacks": (9, 100)}, "stack_sb", "not both have a decision"),
        (MatchQuestion, {"stacks": ("7.25bb", 100)}, "stacks", "whole chips, not 72.5"),
        (MatchQuestion, {"port": 9001, "opponent_call": "AA"}, "port", "not both"),
        (MatchQuestion, {"port": 9001, "first_port": 9001}, "port", "give each their own"),
        (MatchQuestion, {"port": 65536}, "port", "at most 65,535"),
        (BotQuestion, {"port": 0}, "port", "at least 1"),
        (PlayQuestion, {"hands": 0}, "hands", "at least 1"),
    ],
)
def test_bad_values_name_their_field(
    kind: type[Question], values: dict[str, Any], field: str, words: str
) -> None:
    with pytest.raises(JamfoldError, match=words) as caught:
        kind(**values)
    assert caught.value.field == field
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


def test_long_texts_are_refused() -> None:
    with pytest.raises(QuestionError, match="at most 20,000"):
        PlayerQuestion(text="A" * 20_001)


def test_a_saved_solution_stands_alone() -> None:
    assert SavedSpotQuestion(saved=Path("x.npz")).saved == Path("x.npz")
    with pytest.raises(JamfoldError, match="leave those options out"):
        SavedSpotQuestion(saved=Path("x.npz"), game="holdem")


@pytest.mark.parametrize(
    ("game", "text", "number"),
    [("holdem", "37", None), ("holdem", "77", None), ("holdem", "#77", 77), ("holdem", "105", 105),
     ("omaha", "7654", None), ("omaha", "#7654", 7654), ("omaha", "765", 765), ("omaha", "16431", 16431)],
)  # fmt: skip
def test_numbers_that_are_hands_and_numbers_that_are_classes(
    game: str, text: str, number: int | None
) -> None:
    question = HandQuestion(game=game, cards=text)
    assert (question.id, question.cards) == ((None, text) if number is None else (number, None))


def test_a_second_spot_takes_what_it_is_not_given_from_the_first() -> None:
    values = {
        "game": "holdem", "stacks": [80, 120], "method": "fictitious-play", "iterations": 7,
        "other": {"stacks": ["15bb", "15bb"]},
    }  # fmt: skip
    other = CompareQuestion.of_values(values).other
    assert other == TreeQuestion(game="holdem", stacks=(150, 150), method="fictitious-play", iterations=7)
    exact = CompareQuestion.of_values(values | {"other": {"method": "exact"}}).other
    assert exact == TreeQuestion(game="holdem", stacks=(80, 120))


def test_memory_makes_a_value_once_and_forgets_failures() -> None:
    memory: Memory[str, int] = Memory(2)
    made: list[str] = []

    def make(key: str) -> int:
        made.append(key)
        if key == "bad":
            raise ValueError(key)
        return len(made)

    threads = [threading.Thread(target=memory.get, args=("a", lambda: make("a"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == ["a"]
    for _ in range(2):
        with pytest.raises(ValueError, match="bad"):
            memory.get("bad", lambda: make("bad"))
    assert made == ["a", "bad", "bad"]
    assert not memory._making
    memory.get("b", lambda: make("b"))
    memory.get("c", lambda: make("c"))
    memory.get("a", lambda: make("a"))
    assert made[3:] == ["b", "c", "a"]


def test_questions_load_no_numpy() -> None:
    source = (
        "import importlib, pkgutil, sys; import jamfold.questions as room; "
        "names = [one.name for one in pkgutil.iter_modules(room.__path__)]; "
        "[importlib.import_module(f'{room.__name__}.{name}') for name in names]; "
        "import jamfold.answers; print([name for name in ('numpy', 'numba', 'scipy') if name in sys.modules])"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, env=environment, check=True
    )
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("kind", [kind for kind, _ in CLASSES])
def test_every_question_is_answered(kind: type[Question]) -> None:
    for base in kind.__mro__:
        file = f"jamfold.answers.{base.__module__.rpartition('.')[2]}"
        if base.__module__.startswith("jamfold.questions.") and find_spec(file) is not None:
            import_module(file)
    assert reply.dispatch(kind) is not reply.dispatch(object)

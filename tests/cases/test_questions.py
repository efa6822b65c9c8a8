"""Questions: typed once, read from texts, JSON and options alike; errors name their field."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, get_type_hints
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jamfold.cards.games import GAMES
from jamfold.cases.answers.memory import ResultCache
from jamfold.cases.audit import AuditRequest
from jamfold.cases.batch import BatchRequest
from jamfold.cases.charts import ChartRequest
from jamfold.cases.entries import CaseRequest
from jamfold.cases.equities import EquityRequest, PaintedRequest, PlayerRequest, RangeRequest
from jamfold.cases.explorer import PlanesRequest
from jamfold.cases.flops import (
    ChanceRequest,
    DistributionRequest,
    FlopChartRequest,
    FlopRequest,
    FlopTableRequest,
)
from jamfold.cases.hands import CompareRequest, ExplainRequest, HandRequest, HandsRequest, LookUpRequest
from jamfold.cases.histories import (
    HistoryExportRequest,
    HistoryForgetRequest,
    HistoryHandsRequest,
    HistoryImportRequest,
    HistoryOpponentsRequest,
    HistoryPlayersRequest,
    HistoryProblemsRequest,
    HistoryReportFileRequest,
    HistoryReportRequest,
)
from jamfold.cases.installation import TablesShowRequest
from jamfold.cases.match import BotRequest, MatchRequest, PlayHandRequest, PlayRequest
from jamfold.cases.rules import RuleCardRequest, RuleCheckRequest, RuleFeaturesRequest, RuleRequest
from jamfold.cases.spots import (
    ConvergeRequest,
    SavedSpotRequest,
    SolveRequest,
    SpotRequest,
    TreeRequest,
)
from jamfold.cases.table import (
    TableDecisionRequest,
    TableFileRequest,
    TableHandRequest,
    TableNeedsRequest,
    TableRequest,
    TableTextRequest,
)
from jamfold.cases.tournaments import (
    FutureRequest,
    ThreeFileRequest,
    ThreeNeedsRequest,
    ThreeStateRequest,
    ThreeTournamentRequest,
    TournamentFileRequest,
    TournamentRequest,
    TournamentStateRequest,
)
from jamfold.cases.training import (
    TrainAnswerRequest,
    TrainNextRequest,
    TrainTableAnswerRequest,
    TrainTableRequest,
    TrainThreeAnswerRequest,
    TrainThreeRequest,
    TrainTreeAnswerRequest,
    TrainTreeRequest,
)
from jamfold.cases.training_kept import TrainResetRequest
from jamfold.cases.videopoker import (
    HoldSessionRequest,
    HoldsRequest,
    PayStrategyRequest,
    PayTableRequest,
    ShowPayTableRequest,
    SimulationRequest,
)
from jamfold.cases.view_spec import all_view_specs, resolve
from jamfold.cases.worth import IcmFileRequest, IcmRequest
from jamfold.core.errors import JamfoldError, QuestionError

NEEDED: dict[type[CaseRequest], dict[str, Any]] = {
    SolveRequest: {},
    HandRequest: {"cards": "AsKs"},
    ExplainRequest: {"id": 3},
    HandsRequest: {},
    ConvergeRequest: {},
    FlopRequest: {"flop": "Kh 7d 2c"},
    FlopChartRequest: {"stacks": "5bb"},
    FlopTableRequest: {"flop": "Kh 7d 2c", "seats": 3},
    CompareRequest: {"jam": "AA"},
    ChartRequest: {},
    EquityRequest: {"players": ("AA", "KK")},
    PlayerRequest: {"text": "AA"},
    RangeRequest: {"text": "AA"},
    PaintedRequest: {"text": "AA", "game": "holdem"},
    ChanceRequest: {},
    DistributionRequest: {},
    HistoryHandsRequest: {},
    HistoryPlayersRequest: {},
    HistoryProblemsRequest: {},
    HistoryExportRequest: {"what": "hands"},
    HistoryOpponentsRequest: {"game": "omaha", "seat": "sb", "depth": "5-8"},
    HistoryReportFileRequest: {"format": "csv"},
    HistoryReportRequest: {"player": "Ann", "prizes": (65, 35)},
    IcmRequest: {"stacks": (5, 3), "prizes": (2, 1)},
    FutureRequest: {"game": "six-plus", "stacks": ("5bb", 20), "prizes": (2, 1), "depth": 1},
    TableRequest: {"stacks": ("12bb", 80, 100), "prizes": (50, 30), "gain": 0.5},
    AuditRequest: {"seats": 3, "ranges": "btn: 88+"},
    TableNeedsRequest: {"seats": 3},
    TableDecisionRequest: {"seats": 3},
    TableTextRequest: {"seats": 3, "node": "bb after btn"},
    TableHandRequest: {"preset": "aof", "cards": "AsKs9h8h", "rake": 5, "jackpot": "0.1bb"},
    TableFileRequest: {"stacks": (80, 90), "format": "png"},
    TournamentRequest: {"levels": "4 x 1/2; rest x 2/4", "chips": "10bb"},
    TournamentStateRequest: {},
    ThreeTournamentRequest: {"game": "holdem", "prizes": (50, 30), "at": ("2bb", 30, 25)},
    TournamentFileRequest: {"unit": 5},
    RuleRequest: {"features": 3, "stacks": (5, 10)},
    RuleFeaturesRequest: {"game": "holdem"},
    RuleCardRequest: {"game": "six-plus"},
    RuleCheckRequest: {"toml": "[score]\nranks = 1\n[[thresholds]]\ns = 5\njam_from = 1\ncall_from = 2\n"},
    MatchRequest: {"deals": 5, "opponent_call": "AA$ds", "stacks": ("12bb", 80)},
    PlayRequest: {"game": "holdem", "hands": 3, "ante": 1},
    PlayHandRequest: {"game": "six-plus", "seed": 7, "done": "pf-"},
    TrainNextRequest: {"game": "holdem", "mode": "close", "seed": 3},
    TrainAnswerRequest: {"game": "holdem", "stacks": ("8bb", 90), "hand": "K7o", "action": "jam"},
    TrainThreeRequest: {"game": "six-plus", "mode": "close", "number": 3},
    TrainThreeAnswerRequest: {"stack": 8.5, "node": "bb after btn", "hand": "KQo", "action": "call"},
    TrainTableRequest: {"game": "holdem", "stacks": ("8bb", 90, 100, 120), "node": "bb after btn"},
    TrainTableAnswerRequest: {
        "game": "holdem",
        "spot": "8 9 10 12 0.5 0 0",
        "node": "co",
        "hand": "KQo",
        "action": "jam",
    },
    TrainTreeRequest: {"game": "holdem", "open": ("2bb",), "mode": "close", "number": 3},
    TrainTreeAnswerRequest: {
        "open": ("2bb",),
        "stack": 15.0,
        "after": "sb raise 2",
        "hand": "KQo",
        "action": "jam",
    },
    PayTableRequest: {"table": "Jacks or Better 9/6"},
    HoldsRequest: {"table": "Jacks or Better 9/6"},
    BatchRequest: {"file": "spots.csv", "out": "solved.csv"},
    BotRequest: {"port": 9001},
    HistoryForgetRequest: {"all": True},
    HistoryImportRequest: {"paths": ("hands.txt",)},
    HoldSessionRequest: {"table": "Jacks or Better 9/6"},
    IcmFileRequest: {"stacks": (5, 3), "prizes": (2, 1)},
    LookUpRequest: {"cards": "AsKs"},
    PayStrategyRequest: {"table": "Jacks or Better 9/6"},
    PlanesRequest: {"game": "holdem"},
    ShowPayTableRequest: {"table": "Jacks or Better 9/6"},
    SimulationRequest: {"table": "Jacks or Better 9/6"},
    TablesShowRequest: {"hands": ("AsAhKsKh", "7d6d5c4c")},
    ThreeFileRequest: {"game": "holdem", "prizes": (50, 30)},
    ThreeNeedsRequest: {"game": "holdem", "prizes": (50, 30)},
    ThreeStateRequest: {"game": "holdem", "prizes": (50, 30)},
    TrainResetRequest: {"all": True},
}
"""What a question is tested with, where it needs more than its defaults and its example says less."""
_SHOWN = {row.question: row.examples[0] if row.examples else {} for row in all_view_specs()}
CLASSES: list[tuple[type[CaseRequest], dict[str, Any]]] = [*(_SHOWN | NEEDED).items()]
"""Every question that is shown, from the registry; with two that are played or written."""


def test_numbers_take_the_sign_of_their_unit() -> None:
    """Percentages their own, stacks of a chart bb; no number another's."""
    chart = ChartRequest.from_json({"game": "holdem", "low": "6bb", "high": "8 BB", "step": 1})
    assert (chart.low, chart.high, chart.step) == (6.0, 8.0, 1.0)
    for low in ("6%", "6xx", "bb"):
        with pytest.raises(QuestionError, match=f"The lowest stack must be a number, not '{low}'"):
            ChartRequest.from_json({"game": "holdem", "low": low})


@pytest.mark.parametrize(("kind", "needed"), CLASSES)
def test_every_entry_is_described(kind: type[CaseRequest], needed: dict[str, Any]) -> None:
    assert kind.name
    assert (kind.__doc__ or "").strip()
    for asked in kind.field_specs().values():
        assert asked.help.endswith(".")
        assert "{" not in asked.help, "a text that was to be filled in"
        assert len(asked.entry.help) > 8
        assert asked.label == asked.label.strip()
    question = kind(**needed)
    assert question == kind(**needed)
    assert hash(question) == hash(kind(**needed))
    assert pickle.loads(pickle.dumps(question)) == question  # noqa: S301 -- our own
    if not any(kind.field_specs()[name].entry.cli_only for name in needed):  # which no address may name
        assert kind.from_strings(question.to_strings()) == question
        assert kind.from_strings(dict(parse_qsl(question.to_query_string()))) == question


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
    spot = SpotRequest(game=game, stacks=(first, second), ante=ante, **more)
    assert SpotRequest.from_strings(spot.to_strings()) == spot
    assert SpotRequest.from_strings(dict(parse_qsl(spot.to_query_string()))) == spot


def test_amounts_in_big_blinds() -> None:
    spot = SpotRequest(stacks=("12.5bb", "1,000"), blinds=(50, 100), ante="0.1 bb", dead="1BB")
    assert (spot.stacks, spot.ante, spot.dead) == ((1250.0, 1000.0), 10.0, 100.0)
    chart = ChartRequest(blinds=(50, 100), ante="0.1bb")
    assert chart.ante == 10.0
    assert SpotRequest.from_strings({"stack_sb": "12.5bb", "stack_bb": "20bb"}).stacks == (125.0, 200.0)
    assert SpotRequest(stacks=("1,000bb", 5)).stacks == (10_000.0, 5.0)
    assert TournamentRequest(chips="1,000 BB").chips == 10_000


@pytest.mark.parametrize(
    ("kind", "values", "field", "words"),
    [
        (SpotRequest, {"game": "stud"}, "game", "Unknown game 'stud'"),
        (SpotRequest, {"stacks": ("x", 100)}, "stack_sb", "small blind's stack must be a number"),
        (SpotRequest, {"stacks": (100, "xbb")}, "stack_bb", "big blind's stack must be a number"),
        (SpotRequest, {"stacks": 5}, "stack_sb", "two amounts"),
        (SpotRequest, {"blinds": (20, 10)}, "blind_sb", "larger than the big blind"),
        (SpotRequest, {"ante": "-1"}, "ante", "must not be negative"),
        (SpotRequest, {"bb_ante": "nan"}, "bb_ante", "finite"),
        (SpotRequest, {"dead": "1e99"}, "dead", "at most"),
        (SpotRequest, {"method": "magic"}, "method", "Unknown method 'magic'"),
        (SpotRequest, {"iterations": 5}, "iterations", "Only fictitious-play"),
        (SpotRequest, {"method": "fictitious-play", "iterations": "many"}, "iterations", "whole number"),
        (HandRequest, {}, "hand", r"^Enter a hand, such as K7o, or a hand ID\.$"),
        (HandRequest, {"cards": "AsKs", "id": 4}, "hand", "not both"),
        (HandRequest, {"cards": "AA", "position": "button"}, "position", "'button'"),
        (HandsRequest, {"sort": "luck"}, "sort", "'luck'"),
        (HandsRequest, {"top": 0}, "top", "at least 1"),
        (CompareRequest, {}, "other", "one source to compare with"),
        (CompareRequest, {"jam": "AA", "csv": "hand,jam"}, "other", "one source to compare with"),
        (ChartRequest, {"low": 5, "high": 2}, "low", "no stacks from 5 to 2"),
        (ChartRequest, {"step": 0}, "step", "above zero"),
        (ChartRequest, {"blind": 0.5, "ante": 1}, "blind", "not both"),
        (EquityRequest, {"players": ("AA", "KK"), "seed": "1.5"}, "seed", "whole number"),
        (EquityRequest, {"players": ("AA", "KK"), "seed": 10**400}, "seed", "whole number"),
        (EquityRequest, {"players": ("AA", 5)}, "players", "must be text"),
        (EquityRequest, {"players": ("AA", "\ud800")}, "players", "half a character"),
        (RuleRequest, {"features": 99}, "features", "The number of features must be at most 12"),
        (RangeRequest, {"text": "AA", "order": "luck"}, "order", "'luck'"),
        (ChanceRequest, {"pot": 5}, "pot", "go together"),
        (PayTableRequest, {}, "table", r"^Enter the name of a pay table, such as 'Jacks or Better 9/6'\.$"),
        (PayTableRequest, {"table": "x", "toml": "y"}, "table", r"pay table or its text, not both\."),
        (MatchRequest, {"stacks": (9, 100)}, "stack_sb", "one player has no decision"),
        (MatchRequest, {"stacks": ("7.25bb", 100)}, "stacks", "whole chips, not 72.5"),
        (MatchRequest, {"port": 9001, "opponent_call": "AA"}, "port", "not both"),
        (MatchRequest, {"port": 9001, "first_port": 9001}, "port", "Use two different ports"),
        (MatchRequest, {"port": 65536}, "port", "at most 65,535"),
        (BotRequest, {"port": 0}, "port", "at least 1"),
        (PlayRequest, {"hands": 0}, "hands", "at least 1"),
    ],
)
def test_bad_values_name_their_field(
    kind: type[CaseRequest], values: dict[str, Any], field: str, words: str
) -> None:
    with pytest.raises(JamfoldError, match=words) as caught:
        kind(**values)
    assert caught.value.field == field
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


def test_long_texts_are_refused() -> None:
    with pytest.raises(QuestionError, match="at most 20,000"):
        PlayerRequest(text="A" * 20_001)


def test_a_saved_solution_stands_alone() -> None:
    assert SavedSpotRequest(saved=Path("x.npz")).saved == Path("x.npz")
    with pytest.raises(JamfoldError, match="Remove those options"):
        SavedSpotRequest(saved=Path("x.npz"), game="holdem")


@pytest.mark.parametrize(
    ("game", "text", "number"),
    [("holdem", "37", None), ("holdem", "77", None), ("holdem", "#77", 77), ("holdem", "105", 105),
     ("omaha", "7654", None), ("omaha", "#7654", 7654), ("omaha", "765", 765), ("omaha", "16431", 16431)],
)  # fmt: skip
def test_numbers_that_are_hands_and_numbers_that_are_classes(
    game: str, text: str, number: int | None
) -> None:
    question = HandRequest(game=game, cards=text)
    assert (question.id, question.cards) == ((None, text) if number is None else (number, None))


def test_a_second_spot_takes_what_it_is_not_given_from_the_first() -> None:
    values = {
        "game": "holdem", "stacks": [80, 120], "method": "fictitious-play", "iterations": 7,
        "other": {"stacks": ["15bb", "15bb"]},
    }  # fmt: skip
    other = CompareRequest.from_json(values).other
    assert other == TreeRequest(game="holdem", stacks=(150, 150), method="fictitious-play", iterations=7)
    exact = CompareRequest.from_json(values | {"other": {"method": "exact"}}).other
    assert exact == TreeRequest(game="holdem", stacks=(80, 120), method="exact")


def test_memory_makes_a_value_once_and_forgets_failures() -> None:
    memory: ResultCache[str, int] = ResultCache(2)
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
        "import importlib, pkgutil, sys; import jamfold.cases as room; "
        "names = [one.name for one in pkgutil.iter_modules(room.__path__)]; "
        "[importlib.import_module(f'{room.__name__}.{name}') for name in names]; "
        "import jamfold.cases.answers; "
        "print([name for name in ('numpy', 'numba', 'scipy') if name in sys.modules])"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, env=environment, check=True
    )
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("kind", [kind for kind, _ in CLASSES])
def test_every_question_is_answered(kind: type[CaseRequest]) -> None:
    hints = list(get_type_hints(resolve(kind.answered_by)).values())
    assert issubclass(kind, hints[0])

"""What the API answers: a question, the contract of its answer, and requests that work as they stand."""

from __future__ import annotations

from typing import Any, NamedTuple

from jamfold.questions.chances import ChanceQuestion
from jamfold.questions.entries import Question
from jamfold.questions.equities import EquityQuestion, RangeQuestion
from jamfold.questions.explorer import ExplorerQuestion, OutlineQuestion, PageFileQuestion
from jamfold.questions.future import FutureQuestion
from jamfold.questions.hands import CompareQuestion
from jamfold.questions.histories import (
    HistoryHandsQuestion,
    HistoryPlayersQuestion,
    HistoryProblemsQuestion,
)
from jamfold.questions.history_reports import HistoryOpponentsQuestion, HistoryReportQuestion
from jamfold.questions.lookups import HandQuestion
from jamfold.questions.match import MatchQuestion, PlayHandQuestion
from jamfold.questions.rules import RuleCardQuestion, RuleCheckQuestion, RuleQuestion
from jamfold.questions.spots import SolveQuestion
from jamfold.questions.table import TableQuestion
from jamfold.questions.tournaments import ThreeTournamentQuestion, TournamentQuestion
from jamfold.questions.training import TrainAnswerQuestion, TrainNextQuestion, TrainRangeQuestion
from jamfold.questions.training_holds import TrainDealQuestion, TrainHoldQuestion
from jamfold.questions.training_kept import TrainExportQuestion, TrainScoreQuestion
from jamfold.questions.training_three import TrainThreeAnswerQuestion, TrainThreeQuestion
from jamfold.questions.worth import IcmQuestion
from jamfold.views.contracts.base import FileContract
from jamfold.views.contracts.comparison import CompareContract
from jamfold.views.contracts.equities import EquityContract, RangeContract
from jamfold.views.contracts.explorer import ExplorerContract, OutlineContract
from jamfold.views.contracts.flop import ChanceContract
from jamfold.views.contracts.future import FutureContract
from jamfold.views.contracts.histories import HistoryHandContract, ProblemContract, RatedContract
from jamfold.views.contracts.history_reports import OpponentContract, ReportContract
from jamfold.views.contracts.match import MatchContract, PlayContract
from jamfold.views.contracts.rules import RuleCardContract, RuleContract
from jamfold.views.contracts.spots import HandContract, RangeHandsContract, SolveContract
from jamfold.views.contracts.table import TableContract, TableResponseContract
from jamfold.views.contracts.three_players import ThreeTournamentContract
from jamfold.views.contracts.tournaments import TournamentContract
from jamfold.views.contracts.training import (
    MarkedContract,
    TrainDealContract,
    TrainNextContract,
    TrainScoreContract,
    VerdictContract,
)
from jamfold.views.contracts.training_three import ThreeAskedContract, ThreeVerdictContract
from jamfold.views.contracts.videopoker import HoldsContract
from jamfold.views.contracts.worth import IcmContract


class Route(NamedTuple):
    """A question that the API takes under its name, what it answers, and requests that work as they stand."""

    question: type[Question]
    contract: Any
    examples: tuple[dict[str, Any], ...]


ROUTES = (
    Route(
        SolveQuestion,
        SolveContract,
        (
            {"game": "holdem", "stacks": [100, 100], "blinds": [5, 10]},
            {"game": "six-plus", "stacks": [80, 120], "blinds": [5, 10], "ante": 2, "dead": 4},
            {"game": "holdem", "method": "fictitious-play", "iterations": 50},
            {"game": "holdem", "stacks": ["12.5bb", "20bb"], "call_range": "22+,A2+"},
        ),
    ),
    Route(
        HandQuestion,
        HandContract | RangeHandsContract,
        (
            {"game": "holdem", "cards": "Ah 5d"},
            {"game": "holdem", "cards": "K7o", "position": "bb"},
            {"game": "six-plus", "id": 7, "position": "bb"},
        ),
    ),
    Route(
        CompareQuestion,
        CompareContract,
        (
            {"game": "holdem", "other": {"stacks": ["12bb", "12bb"]}},
            {"game": "six-plus", "jam": "66+,A6+", "top": 5},
        ),
    ),
    Route(
        ExplorerQuestion,
        ExplorerContract,
        (
            {"game": "holdem", "low": 8, "high": 12, "step": 1},
            {"game": "six-plus", "low": 8, "high": 12, "step": 1, "blinds": [5, 10], "ante": 1.25},
        ),
    ),
    Route(
        OutlineQuestion,
        OutlineContract,
        ({"game": "holdem", "stacks": [100, 100]}, {"game": "six-plus", "stacks": ["8bb", "8bb"]}),
    ),
    Route(
        PageFileQuestion,
        FileContract,
        ({"games": ["holdem"], "low": 8, "high": 12, "step": 1},),
    ),
    Route(
        MatchQuestion,
        MatchContract,
        (
            {"game": "holdem", "opponent_call": "25%"},
            {"game": "holdem", "stacks": ["8bb", "8bb"], "jam": "22+,A2+", "deals": 20},
        ),
    ),
    Route(PlayHandQuestion, PlayContract, ({"game": "holdem", "seed": 4, "done": "p"},)),
    Route(RuleCardQuestion, RuleCardContract, ({"game": "holdem"},)),
    Route(
        RangeQuestion,
        RangeContract,
        ({"game": "holdem", "text": "22+, A2s+"}, {"game": "six-plus", "text": "15%", "list_classes": True}),
    ),
    Route(
        EquityQuestion,
        EquityContract,
        (
            {"game": "holdem", "players": ["AsAh", "KsKh"]},
            {"game": "omaha-hilo", "players": ["AsAh2s3h", "8s7h6d5c"], "board": "4d 9c Kd"},
            {"game": "holdem", "players": ["22+", "A2+", "KQ"], "deals": 10000, "seed": 1},
        ),
    ),
    Route(
        ChanceQuestion,
        ChanceContract,
        ({"hand": "As Kd", "flop": "Kh 7d 2c"}, {"hand": "As Kd", "flop": "Kh 7d 2c", "fold_below": "45%"}),
    ),
    Route(
        IcmQuestion,
        IcmContract,
        (
            {"stacks": [5000, 3000, 2000], "prizes": [50, 30, 20]},
            {"stacks": [8, 4, 4], "prizes": ["65%", "35%"], "model": "ben-roberts"},
            {"stacks": [40, 30, 30], "prizes": [100, 60], "bounty": [25, 25, 50], "progressive": 0.5},
        ),
    ),
    Route(
        TableQuestion,
        TableContract | TableResponseContract,
        (
            {"game": "six-plus", "stacks": ["8bb", "10bb", "12bb"]},
            {"game": "six-plus", "seats": 3, "ranges": "btn: 66+,A6+; sb: 15%", "respond": "bb"},
            {"game": "omaha", "preset": "aof", "rake": 5, "cap": "1bb", "seconds": 1},
            {"game": "holdem", "preset": "bubble", "seconds": 1, "seed": 1},
        ),
    ),
    Route(
        FutureQuestion,
        FutureContract,
        (
            {"game": "six-plus", "stacks": [14, 6], "blinds": [1, 2], "prizes": [50, 30], "depth": 2},
            {"game": "six-plus", "stacks": ["9bb", "5bb"], "ante": 1, "prizes": ["70%", "30%"], "depth": 1},
        ),
    ),
    Route(
        TournamentQuestion,
        TournamentContract,
        (
            {"game": "holdem", "chips": 20, "blinds": [1, 2]},
            {"game": "six-plus", "chips": 12, "levels": "2 x 1/2/0; rest x 2/4/1"},
        ),
    ),
    Route(RuleQuestion, RuleContract, ({"game": "six-plus", "features": 2, "stacks": [5, 10]},)),
    Route(
        RuleCheckQuestion,
        RuleContract,
        (
            {
                "game": "holdem",
                "toml": "[score]\nranks-ace-18 = 1\npair = 20\n\n"
                "[[thresholds]]\ns = 10\njam_from = 17\ncall_from = 21\n",
            },
        ),
    ),
    Route(
        TrainNextQuestion,
        TrainNextContract,
        ({"game": "holdem", "mode": "random", "seed": 1}, {"game": "six-plus", "seed": 1}),
    ),
    Route(
        TrainAnswerQuestion,
        VerdictContract,
        ({"game": "holdem", "stacks": ["10bb", "10bb"], "hand": "K7o", "action": "jam", "seconds": 3.5},),
    ),
    Route(TrainThreeQuestion, ThreeAskedContract, ({"game": "six-plus", "mode": "close", "seed": 1},)),
    Route(
        TrainThreeAnswerQuestion,
        ThreeVerdictContract,
        ({"game": "six-plus", "stack": 8, "node": "bb after btn", "hand": "KQo", "action": "call"},),
    ),
    Route(
        TrainRangeQuestion,
        MarkedContract,
        ({"game": "holdem", "stacks": ["10bb", "10bb"], "position": "bb", "range": "22+,A2+,K9+"},),
    ),
    Route(
        TrainHoldQuestion,
        HoldsContract,
        ({"table": "Jacks or Better 9/6", "deal": "Ah Kh Qh 2c 2d", "mask": 7, "seconds": 5},),
    ),
    Route(TrainDealQuestion, TrainDealContract, ({"table": "Jacks or Better 9/6"},)),
    Route(TrainScoreQuestion, TrainScoreContract, ({},)),
    Route(TrainExportQuestion, FileContract, ({},)),
    Route(HistoryHandsQuestion, tuple[HistoryHandContract, ...], ({"status": "decision", "most": 100},)),
    Route(HistoryPlayersQuestion, tuple[RatedContract, ...], ({},)),
    Route(HistoryProblemsQuestion, tuple[ProblemContract, ...], ({},)),
    Route(HistoryReportQuestion, ReportContract, ()),
    Route(HistoryOpponentsQuestion, tuple[OpponentContract, ...], ()),
    Route(
        ThreeTournamentQuestion,
        ThreeTournamentContract,
        ({"game": "six-plus", "chips": 40, "blinds": [10, 20], "prizes": ["60%", "40%"]},),
    ),
)


def summary(question: type[Question]) -> str:
    """What a question is, in a few words."""
    return (question.__doc__ or "").split(":")[0].split(".")[0].strip()

"""How solved spots are shown."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from jamfold.questions.spots import ConvergeRequest, SolveRequest
from jamfold.spots.analysis import Exploit
from jamfold.spots.proof import prove_spot
from jamfold.spots.solution import SpotSolution
from jamfold.views.convergence import convergence_text, epsilons, save_figure
from jamfold.views.figures import check_picture
from jamfold.views.rows import FileOption, ViewSpec, warnings_of
from jamfold.views.sheet import Sheet
from jamfold.views.spot_html import solution_sheet
from jamfold.views.spot_schemas import ConvergenceContract, SolveContract
from jamfold.views.spots import exploit_sheet

Solved = SpotSolution | Exploit


def _view(question: SolveRequest, answer: Solved) -> Sheet:
    return exploit_sheet(answer) if isinstance(answer, Exploit) else solution_sheet(answer)


def _page(question: SolveRequest, answer: Solved) -> Sheet:
    return solution_sheet(answer.spot, answer) if isinstance(answer, Exploit) else solution_sheet(answer)


def _warnings(answer: Solved) -> Iterable[str]:
    return warnings_of(answer.held) if isinstance(answer, Exploit) else ()


def _save(question: SolveRequest, answer: Solved, path: Path) -> None:
    (answer.spot if isinstance(answer, Exploit) else answer).save(path)


def _prove(question: SolveRequest, answer: Solved, path: Path) -> None:
    prove_spot(answer.spot if isinstance(answer, Exploit) else answer, path)


ROWS = (
    ViewSpec(
        SolveRequest,
        SolveContract,
        view=_view,
        notes_of=_warnings,
        files=(
            FileOption("--save", "Keep the solution in a file (.npz).", _save),
            FileOption("--proof", "Write a proof that anybody can check (.json).", _prove),
        ),
        fragment=_page,
        examples=(
            {"game": "holdem", "stacks": [100, 100], "blinds": [5, 10]},
            {"game": "six-plus", "stacks": [80, 120], "blinds": [5, 10], "ante": 2, "dead": 4},
            {"game": "holdem", "method": "fictitious-play", "iterations": 50},
            {"game": "holdem", "stacks": ["12.5bb", "20bb"], "call_range": "22+,A2+"},
        ),
    ),
    ViewSpec(
        ConvergeRequest,
        ConvergenceContract,
        values_of=lambda question, spot: ConvergenceContract.of(spot, in_chips=question.in_chips),
        columns=lambda question, spot: {
            "iteration": list(range(1, len(spot.solution.history) + 1)),
            "epsilon": epsilons(spot, in_chips=question.in_chips),
        },
        view=lambda question, spot: convergence_text(
            spot, linear=question.linear, in_chips=question.in_chips
        ),
        files=(
            FileOption(
                "--out",
                "Write a figure, .svg or .png.",
                lambda question, spot, path: save_figure(
                    spot, path, linear=question.linear, in_chips=question.in_chips
                ),
                check_picture,
            ),
        ),
    ),
)

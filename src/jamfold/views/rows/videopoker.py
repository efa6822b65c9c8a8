"""How video poker is shown."""

from __future__ import annotations

from pathlib import Path

from jamfold.calculator.videopoker.analysis import Analysis
from jamfold.calculator.videopoker.bankroll import Simulation
from jamfold.calculator.videopoker.holds import DealReport
from jamfold.calculator.videopoker.paytable import PayTable
from jamfold.questions.videopoker import (
    HoldsRequest,
    PayStrategyRequest,
    PayTableRequest,
    PayTablesRequest,
    ShowPayTableRequest,
    SimulationRequest,
)
from jamfold.views.figures import check_picture
from jamfold.views.rows import FileOption, ViewSpec
from jamfold.views.videopoker import (
    analysis_view,
    deal_view,
    holds_fragment,
    pay_table_view,
    pay_tables_view,
    save_figure,
    simulation_view,
    strategy_fragment,
    strategy_view,
)


def _draw(question: SimulationRequest, answer: Simulation, path: Path) -> None:
    save_figure(answer, f"{answer.table.name}: {question.runs:,} runs of perfect play", path)


ROWS = (
    ViewSpec(PayTablesRequest, tuple[PayTable, ...], view=lambda _, answer: pay_tables_view(answer)),
    ViewSpec(ShowPayTableRequest, PayTable, view=lambda _, answer: pay_table_view(answer)),
    ViewSpec(PayTableRequest, Analysis, view=lambda _, answer: analysis_view(answer)),
    ViewSpec(HoldsRequest, DealReport, view=lambda _, answer: deal_view(answer), fragment=holds_fragment),
    ViewSpec(
        PayStrategyRequest,
        values_of=lambda _, answer: answer,
        view=lambda _, answer: strategy_view(answer),
        fragment=strategy_fragment,
    ),
    ViewSpec(
        SimulationRequest,
        values_of=lambda _, answer: answer.as_dict(),
        view=lambda question, answer: simulation_view(answer, question.bet),
        files=(FileOption("--out", "Draw the curves, .svg or .png.", _draw, check_picture),),
    ),
)

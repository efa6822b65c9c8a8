"""How video poker is shown."""

from __future__ import annotations

from pathlib import Path

from jamfold.questions.videopoker import (
    HoldsQuestion,
    PayStrategyQuestion,
    PayTableQuestion,
    PayTablesQuestion,
    ShowPayTableQuestion,
    SimulationQuestion,
)
from jamfold.videopoker.analysis import Analysis
from jamfold.videopoker.bankroll import Simulation
from jamfold.videopoker.holds import DealReport
from jamfold.videopoker.paytable import PayTable
from jamfold.views.figures import check_picture
from jamfold.views.fragments.videopoker import holds_fragment, strategy_fragment
from jamfold.views.rows import FileOption, Row
from jamfold.views.videopoker import (
    analysis_view,
    deal_view,
    pay_table_view,
    pay_tables_view,
    simulation_view,
    strategy_view,
)
from jamfold.views.videopoker_figure import save_figure


def _draw(question: SimulationQuestion, answer: Simulation, path: Path) -> None:
    save_figure(answer, f"{answer.table.name}: {question.runs:,} runs of perfect play", path)


ROWS = (
    Row(PayTablesQuestion, tuple[PayTable, ...], view=lambda _, answer: pay_tables_view(answer)),
    Row(ShowPayTableQuestion, PayTable, view=lambda _, answer: pay_table_view(answer)),
    Row(PayTableQuestion, Analysis, view=lambda _, answer: analysis_view(answer)),
    Row(HoldsQuestion, DealReport, view=lambda _, answer: deal_view(answer), fragment=holds_fragment),
    Row(
        PayStrategyQuestion,
        values_of=lambda _, answer: answer,
        view=lambda _, answer: strategy_view(answer),
        fragment=strategy_fragment,
    ),
    Row(
        SimulationQuestion,
        values_of=lambda _, answer: answer.as_dict(),
        view=lambda question, answer: simulation_view(answer, question.bet),
        files=(FileOption("--out", "Draw the curves, .svg or .png.", _draw, check_picture),),
    ),
)

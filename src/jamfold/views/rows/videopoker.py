"""How video poker is shown."""

from __future__ import annotations

from jamfold.questions.videopoker import (
    HoldsQuestion,
    PayStrategyQuestion,
    PayTableQuestion,
    PayTablesQuestion,
)
from jamfold.videopoker.analysis import Analysis
from jamfold.videopoker.paytable import PayTable
from jamfold.views.contracts.videopoker import HoldsContract
from jamfold.views.rows import Row
from jamfold.views.videopoker import analysis_view, deal_view, pay_tables_view, strategy_view

ROWS = (
    Row(PayTablesQuestion, tuple[PayTable, ...], view=lambda _, answer: pay_tables_view(answer)),
    Row(PayTableQuestion, Analysis, view=lambda _, answer: analysis_view(answer)),
    Row(HoldsQuestion, HoldsContract, view=lambda _, answer: deal_view(answer)),
    Row(
        PayStrategyQuestion,
        values_of=lambda _, answer: answer,
        view=lambda _, answer: strategy_view(answer),
        page="calculator_page",
    ),
)

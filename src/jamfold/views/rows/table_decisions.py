"""What the page of a table is sent of its decisions."""

from __future__ import annotations

from jamfold.questions.table_decisions import (
    TableDecisionQuestion,
    TableFileQuestion,
    TableHandQuestion,
    TableNeedsQuestion,
    TableTextQuestion,
)
from jamfold.views.rows import Row

ROWS = (
    Row(TableNeedsQuestion, page="table_page"),
    Row(TableDecisionQuestion, page="table_page"),
    Row(TableTextQuestion, page="table_page"),
    Row(TableHandQuestion, page="table_page"),
    Row(TableFileQuestion, page="table_page"),
)

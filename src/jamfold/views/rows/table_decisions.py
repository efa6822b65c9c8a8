"""What the page of a table is sent of its decisions."""

from __future__ import annotations

from jamfold.questions.table_decisions import (
    TableDecisionQuestion,
    TableFileQuestion,
    TableHandQuestion,
    TableNeedsQuestion,
    TableTextQuestion,
)
from jamfold.views.fragments.spots import needs_fragment
from jamfold.views.fragments.tables import decision_fragment, hand_fragment
from jamfold.views.rows import Row

ROWS = (
    Row(TableNeedsQuestion, fragment=needs_fragment),
    Row(TableDecisionQuestion, fragment=decision_fragment),
    Row(TableTextQuestion, page="table_page"),
    Row(TableHandQuestion, fragment=hand_fragment),
    Row(TableFileQuestion, page="table_page"),
)

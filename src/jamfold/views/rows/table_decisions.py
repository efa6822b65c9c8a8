"""What the page of a table is sent of its decisions."""

from __future__ import annotations

from jamfold.questions.table_decisions import (
    TableDecisionRequest,
    TableFileRequest,
    TableHandRequest,
    TableNeedsRequest,
    TableTextRequest,
)
from jamfold.views.fragments.spots import needs_fragment
from jamfold.views.fragments.tables import decision_fragment, hand_fragment
from jamfold.views.rows import ViewSpec

ROWS = (
    ViewSpec(TableNeedsRequest, fragment=needs_fragment),
    ViewSpec(TableDecisionRequest, fragment=decision_fragment),
    ViewSpec(TableTextRequest, payload_module="table_page"),
    ViewSpec(TableHandRequest, fragment=hand_fragment),
    ViewSpec(TableFileRequest, payload_module="table_page"),
)

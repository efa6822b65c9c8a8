"""What the page of a table is sent of its decisions."""

from __future__ import annotations

from jamfold.questions.table_decisions import (
    TableDecisionRequest,
    TableFileRequest,
    TableHandRequest,
    TableNeedsRequest,
    TableTextRequest,
)
from jamfold.views.rows import ViewSpec
from jamfold.views.spot_html import needs_fragment
from jamfold.views.table_html import decision_fragment, hand_fragment

ROWS = (
    ViewSpec(TableNeedsRequest, fragment=needs_fragment),
    ViewSpec(TableDecisionRequest, fragment=decision_fragment),
    ViewSpec(TableTextRequest, payload_module="table_html"),
    ViewSpec(TableHandRequest, fragment=hand_fragment),
    ViewSpec(TableFileRequest, payload_module="table_html"),
)

"""One decision of a table: shown, written as a range, a hand at it; files of all of them."""

from __future__ import annotations

from jamfold.cases.fields import request_field
from jamfold.cases.table import TableRequest
from jamfold.cases.view_spec import ViewSpec
from jamfold.spots.nplayer.node_names import find_node


class TableNeedsRequest(TableRequest):
    """What is built before a table can be solved."""

    name = "table-needs"
    queue = "asking"
    is_cacheable = False
    answered_by = "cases.answers.table_decisions:table_needs"
    view_spec = ViewSpec(payload="views.tables:needs_payload(answer)")


class TablePartRequest(TableRequest):
    """A part of a table that has been solved, of this very solution if its id is given."""

    answered_by = "cases.answers.table_decisions:table_part"

    table_id: str = request_field("", "The id of the solution that is shown; none for any.", max_length=64)


class TableDecisionRequest(TablePartRequest):
    """One decision of a solved table."""

    name = "table-decision"
    queue = "beside"
    view_spec = ViewSpec(fragment="views.tables:decision_fragment")

    node: str = request_field(
        "btn", "The decision: btn, or 'bb after btn sb'.", label="decision", max_length=200
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        assert self.row >= 0

    @property
    def row(self) -> int:
        return self.hand.nodes.index(find_node(self.hand, self.node))


class TableTextRequest(TableDecisionRequest):
    """What is played at a decision, as a range."""

    name = "table-text"
    view_spec = ViewSpec(payload="views.tables:text_payload")


class TableHandRequest(TableDecisionRequest):
    """One hand at a decision of a solved table."""

    name = "table-hand"
    answered_by = "cases.answers.table_decisions:table_hand"
    view_spec = ViewSpec(fragment="views.tables:hand_fragment")

    cards: str = request_field(
        "", "The cards or the name of the hand: KhTd, KTo.", label="hand", max_length=100
    )


class TableFileRequest(TablePartRequest):
    """A solved table as a file."""

    name = "table-file"
    queue = "beside"
    view_spec = ViewSpec(payload="views.tables:file_payload")

    format: str = request_field("csv", "The format.", choices=("csv", "json", "profile", "png", "svg"))
    node: str = request_field(
        "", "The decision that a picture shows; none for all.", label="decision", max_length=200
    )

    @property
    def rows(self) -> list[int]:
        if not self.node:
            return list(range(len(self.hand.nodes)))
        return [self.hand.nodes.index(find_node(self.hand, self.node))]

"""What is kept: all that was built, and one cell of a class table."""

from __future__ import annotations

from dataclasses import MISSING

from jamfold.cases.chips import GameRequest
from jamfold.cases.entries import CaseRequest
from jamfold.cases.fields import request_field
from jamfold.cases.view_spec import RESULT, ViewSpec
from jamfold.core.errors import QuestionError


class TablesListRequest(CaseRequest):
    """List stored tables: size, checksum, use and build time."""

    name = "tables-list"
    is_cacheable = False
    answered_by = "cases.answers.tables:tables_list"
    view_spec = ViewSpec(
        contract=RESULT,
        values_of="views.storage:stored_tables(answer)",
        view="views.storage:tables_sheet(answer.tables)",
        notes_of="answer.notices",
    )


class TablesShowRequest(GameRequest):
    """Show the exact result of one hand class against another."""

    name = "tables-show"
    hand_texts = ("hands",)
    positional_field = ""
    queue = "solving"
    answered_by = "cases.answers.tables:tables_show"
    view_spec = ViewSpec(contract=RESULT, view="views.storage:cell_text(answer)")

    hands: tuple[str, ...] = request_field(
        MISSING,
        "Two hands, such as AsAhKsKh; suits matter only within each hand.",
        metavar="HAND1 HAND2",
        positional=True,
    )

    def __post_init__(self) -> None:
        """Two hands."""
        super().__post_init__()
        if len(self.hands) != 2:
            raise QuestionError(
                f"Give two hands, hand1 and hand2, such as AsAhKsKh QsQh7d7c, not {len(self.hands)}.",
                field="hands",
            )

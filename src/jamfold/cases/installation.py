"""The installation: versions, machine, what is stored, and removing it; one cell of a class table."""

from __future__ import annotations

from dataclasses import MISSING

from jamfold.cases.chips import GameRequest
from jamfold.cases.entries import CaseRequest
from jamfold.cases.fields import request_field
from jamfold.cases.view_spec import RESULT, ViewSpec
from jamfold.core.errors import QuestionError, near_words
from jamfold.core.storage.folder import PARTS

_YOURS = " and ".join(name for name, part in PARTS.items() if part.is_yours)


class InfoRequest(CaseRequest):
    """Show versions, data folder and machine, for bug reports."""

    is_cacheable = False
    answered_by = "cases.answers.installation:info"
    view_spec = ViewSpec(contract=RESULT, view="views.installation:installation_sheet(answer)")


class CleanRequest(CaseRequest):
    """Show which stored data can be removed; --remove removes it."""

    is_cacheable = False
    answered_by = "cases.answers.installation:clean"
    view_spec = ViewSpec(contract=RESULT, view="views.installation:cleaning_sheet(answer)")

    parts: tuple[str, ...] = request_field(
        (),
        f"What to remove: {', '.join(PARTS)}.",
        metavar="PART",
        positional=True,
        default_text=f"all but {_YOURS}, which cannot be made again",
    )
    remove: bool = request_field(False, "Remove it; otherwise only show what would be removed.")

    def __post_init__(self) -> None:
        super().__post_init__()
        for part in self.parts:
            if part not in PARTS:
                near = near_words(part, PARTS)
                advice = f"did you mean {near[0]}?" if near else f"the parts are {', '.join(PARTS)}."
                raise QuestionError(f"Unknown part '{part[:40]}': {advice}", field="parts")

    @property
    def names(self) -> tuple[str, ...]:
        return self.parts or tuple(name for name, part in PARTS.items() if not part.is_yours)


class TablesListRequest(CaseRequest):
    """List stored tables: size, checksum, use and build time."""

    is_cacheable = False
    answered_by = "cases.answers.tables:tables_list"
    view_spec = ViewSpec(
        contract=RESULT,
        values_of="views.installation:stored_tables(answer)",
        view="views.installation:tables_sheet(answer.tables)",
        notes_of="answer.notices",
    )


class TablesShowRequest(GameRequest):
    """Show the exact result of one hand class against another."""

    hand_texts = ("hands",)
    positional_field = ""
    queue = "solving"
    answered_by = "cases.answers.tables:tables_show"
    view_spec = ViewSpec(contract=RESULT, view="views.installation:cell_text(answer)")

    hands: tuple[str, ...] = request_field(
        MISSING,
        "Two hands, such as AsAhKsKh; suits matter only within each hand.",
        metavar="HAND1 HAND2",
        positional=True,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.hands) != 2:
            raise QuestionError(
                f"Give two hands, hand1 and hand2, such as AsAhKsKh QsQh7d7c, not {len(self.hands)}.",
                field="hands",
            )

"""Ranges of other programs, or of people, measured: what is asked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from jamfold.cases.fields import request_field
from jamfold.cases.meant_game import names_decision
from jamfold.cases.spots import MOST_SAVED_BYTES, SAVED
from jamfold.cases.table import SeatsRequest
from jamfold.cases.view_spec import RESULT, FileOption, ViewSpec
from jamfold.core.errors import QuestionError
from jamfold.core.storage.whole_files import read_limited

_OWN = {"files", "ranges", "partial", "hands", "seconds", "seed"}
"""What is asked besides the hand."""


class AuditRequest(SeatsRequest):
    """Measure how exploitable a set of ranges is, seat by seat and hand by hand.

    Ranges come as files, folders or archives, one range each, whose names say the decision (SB_jam.txt,
    BB_vs_SB.csv), as lines such as 'bb after sb: 22+,A2+', or as jamfold's own files.  Decisions without a
    range play the best response to the rest.
    """

    hand_texts = ("ranges",)
    positional_field = ""
    queue = "searching"
    answered_by = "cases.answers.table:audit"
    view_spec = ViewSpec(
        contract=RESULT,
        sheet="views.audit:audit_sheet",
        columns="views.audit:audit_columns(answer)",
        csv_help="Print CSV: every hand with a cost, costliest first.",
        files=(
            FileOption(
                "--html",
                "Write one HTML file that works offline and prints well.",
                "views.audit:write_page",
                "views.figures:check_page(path)",
            ),
        ),
        examples=(
            {"game": "six-plus", "stacks": ["10bb", "10bb"], "ranges": "sb: 66+,A6+\nbb after sb: 15%"},
            {"game": "six-plus", "seats": 3, "ranges": "btn: 66+,A6+"},
        ),
    )

    files: tuple[str, ...] = request_field(
        (),
        "Files of ranges, folders of them, or archives (.zip).",
        metavar="FILE",
        positional=True,
        cli_only=True,
        reads=True,
    )
    ranges: str = request_field(
        "",
        "Ranges as a text: 'sb: 88+,A9+' on a line, or a range below the name of its decision.",
        label="pasted ranges",
        metavar="RANGES",
        max_length=1_000_000,
        multiline=True,
        default_text="none",
    )
    partial: bool = request_field(
        False, "Skip unreadable ranges and measure the rest.", label="skip unreadable ranges"
    )
    hands: int = request_field(20, "Costliest hands listed.", label="hands listed", minimum=0, maximum=20_000)

    @classmethod
    def from_cli(cls, values: Mapping[str, Any]) -> Self:
        """As every question; a solution of the file that solves says its hand itself."""
        files: tuple[str, ...] = tuple(values.get("files") or ())
        texts = [file for file in files if names_decision(str(file)) and not Path(file).exists()]
        if texts and len(texts) == len(files) and not values.get("ranges"):
            files, values = (), {**values, "files": (), "ranges": "\n".join(texts)}
        if len(files) == 1 and not values.keys() - _OWN:
            values = {**_saved_hand(Path(files[0])), **values}
        return super().from_cli(values)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.files and not self.ranges.strip():
            raise QuestionError("No ranges. Add files, or use --ranges 'sb: 88+,A9+'.", field="ranges")

    @property
    def title(self) -> str:
        return f"audit of a {super().title}"


def _saved_hand(path: Path) -> dict[str, Any]:
    """Return the hand of a saved solution; empty if the file is not one, which is reported on reading."""
    try:
        saved = json.loads(read_limited(path, QuestionError, field="files", most=MOST_SAVED_BYTES))
    except (QuestionError, ValueError, RecursionError):
        return {}
    if not isinstance(saved, dict) or saved.get("format") != SAVED:
        return {}
    hand = saved.get("question")
    field_names = {name for name, field in AuditRequest.field_specs().items() if not field.entry.cli_only}
    return {name: hand[name] for name in field_names & hand.keys()} if isinstance(hand, dict) else {}

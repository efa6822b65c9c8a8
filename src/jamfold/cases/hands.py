"""Questions about whole strategies: lists of hands, pictures, files, and two strategies side by side."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from jamfold.betting.raises import Raises
from jamfold.cases.chips import ChipsRequest, GameRequest
from jamfold.cases.fields import request_field
from jamfold.cases.spots import EXACT, METHODS, SeatRequest, SpotRequest, TreeRequest
from jamfold.cases.view_spec import ViewSpec
from jamfold.core.errors import ClassError

SORTS = ("id", "ev", "margin", "played", "size", "close", "other_played", "other_margin", "apart", "cost")
"""Orders of a list; the last four need a second source."""


class StrategyRequest(SeatRequest):
    """A request about one player's strategy, optionally compared with another source."""

    other: TreeRequest | None = request_field(
        None, "A second spot with the same hands.", label="Compare with"
    )


class HandsRequest(TreeRequest, StrategyRequest):
    """List a whole strategy: every hand with frequency, EVs and EV difference."""

    hand_texts = ("range",)
    answered_by = "cases.answers.hands:hands"
    view_spec = ViewSpec(
        values_of="views.spots:hands_values(answer)",
        view="views.verdicts:hands_view(answer, question.top)",
        columns="views.spots:hands_columns(answer)",
        notes_of="views.formats:warnings_of(answer)",
        omitted_fields=("other",),
    )

    sort: str = request_field(
        "ev",
        "id, ev (all-in EV), margin (gain over folding), played, size, close (least margin first); with a "
        "second spot also apart and cost.",
        metavar="ORDER",
        label="order",
        choices=SORTS,
    )
    reverse: bool = request_field(False, "Reverse the order.")
    pattern: str = request_field("", "Suit pattern, such as aabb: two suits of two cards.", metavar="PATTERN")
    contains: str = request_field(
        "", "Cards (Ah Kh: a suited ace and king) or ranks (AA) in the hand.", metavar="CARDS"
    )
    range: str = request_field("", "Only hands of a range, such as AA$ds or 22+.", metavar="R")
    family: str = request_field(
        "", "Only a family of four-card hands, such as 'AAxx' or 'AAxx/double-suited'.", metavar="F"
    )
    top: int | None = request_field(
        None, "Show only the first N.", metavar="N", minimum=1, label="number of hands"
    )


_ONE_SOURCE = "Enter one source to compare with: a second spot, ranges (--jam, --call) or a CSV file."


class CompareRequest(TreeRequest):
    """Compare two spots, or a spot with ranges or another tool's CSV file.

    Shows which hands are played differently and what each difference costs. The EVs of the first spot,
    against the other player's strategy there, measure the other source's frequencies.
    """

    hand_texts = ("jam", "call")
    answered_by = "cases.answers.hands:compare"
    view_spec = ViewSpec(
        contract="views.comparison:CompareContract",
        values_of="views.comparison:CompareContract.of(answer, question.top)",
        sheet="views.comparison:compare_sheet",
        notes_of="views.formats:warnings_of(answer)",
        examples=(
            {"game": "holdem", "other": {"stacks": ["12bb", "12bb"]}},
            {"game": "six-plus", "jam": "66+,A6+", "top": 5},
        ),
    )

    other: TreeRequest | None = request_field(
        None, "The second spot; missing fields are as in the first.", label="Compare with"
    )
    jam: str = request_field(  # type: ignore[assignment]  # here a range, not the flag of trees
        "",
        "A range of the small blind to compare, such as '22+,A2+'.",
        label="Small blind jams with",
        metavar="R",
    )
    call: str = request_field(
        "", "A range of the big blind to compare.", label="Big blind calls with", metavar="R"
    )
    file: Path | None = request_field(
        None,
        "CSV file of another tool: a column of hands, and columns jam and call (or played) with frequencies.",
        option="--csv",
        metavar="FILE",
        cli_only=True,
        reads=True,
    )
    csv: str = request_field("", "Text of a CSV file.", label="CSV", web_only=True, max_length=200_000)
    top: int = request_field(
        25, "Hands to show per seat, costliest first.", metavar="N", minimum=1, label="number of hands"
    )

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """As every question; the second spot takes no range from the first for whether a jam is listed."""
        if values.get("other") is None:
            return super().from_json(values)
        if values.get("jam"):
            raise ClassError(_ONE_SOURCE, field="other")
        return super().from_json({name: value for name, value in values.items() if name != "jam"})

    @property
    def sizes(self) -> Raises:
        return Raises(self.open, self.raises, self.limit or "")

    @property
    def spot(self) -> SpotRequest:
        """The spot alone; with its sizes where there are any."""
        return TreeRequest.of(self, jam=True).spot

    def __post_init__(self) -> None:
        super().__post_init__()
        sources = (self.other is not None, bool(self.jam or self.call), self.file is not None, bool(self.csv))
        if sum(sources) != 1:
            raise ClassError(_ONE_SOURCE, field="other")
        if self.sizes and self.other is None:
            raise ClassError(
                "Ranges and files are compared in jam or fold only. Remove the raises.", field="open"
            )


class BuildRequest(GameRequest):
    """Load a game's table, building it first where it is missing."""

    queue = "solving"
    answered_by = "cases.answers.hands:build"
    title_text = "table of {0.rules.title}"
    view_spec = ViewSpec(payload="views.spots:build_payload")


class NeedsRequest(ChipsRequest):
    """Say what building the tables of a spot takes, if they are missing and that takes long."""

    is_cacheable = False
    answered_by = "cases.answers.hands:needs"
    view_spec = ViewSpec(payload="views.spots:needs_payload(answer)")

    method: str = request_field(EXACT, "Of the answer that is wanted.", choices=METHODS)


class SquareRequest(StrategyRequest):
    """One player's strategy as a picture, with an optional second one for comparison."""

    answered_by = "cases.answers.hands:strategies"
    view_spec = ViewSpec(fragment="views.spots:square_fragment")


class ListPageRequest(HandsRequest):
    """One page of a list of hands."""

    name = "list"
    view_spec = ViewSpec(values_of="views.spots:pages_of", fragment="views.spots:list_fragment")

    page: int = request_field(1, "The page.", minimum=1)
    size: int = request_field(25, "Hands per page.", minimum=1, maximum=200)


class ListFileRequest(HandsRequest):
    """A list of hands as a file, what is played of it as a range, or the strategy as a picture."""

    view_spec = ViewSpec(payload="views.spots:list_payload")

    format: str = request_field("csv", "The format.", choices=("csv", "json", "png", "txt"))


class RangeTextRequest(HandsRequest):
    """What is played of a list of hands, as a range."""

    view_spec = ViewSpec(fragment="views.spots:range_text_fragment")

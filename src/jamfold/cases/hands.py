"""Questions about hands of a solved spot: look up and explain one, list and draw many, compare two spots."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from jamfold.betting.posts import MOST_SEATS
from jamfold.betting.raises import Raises
from jamfold.cases.chips import ChipsRequest, GameRequest
from jamfold.cases.fields import request_field
from jamfold.cases.spots import EXACT, METHODS, SeatRequest, SpotRequest, TreeRequest
from jamfold.cases.table import TableHandRequest
from jamfold.cases.view_spec import RESULT, ViewSpec
from jamfold.core.errors import ClassError, SituationError

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


_BB = r"\d+([.,]\d+)?\s?(bbs?|big\s?blinds?)"
_STACKS = re.compile(rf"(?:^|\s)(?P<stacks>{_BB}(\s+{_BB})?)(?=\s|$)", re.IGNORECASE)
_CERTIFIED = 2.0
"""Seconds of deals that certify a table whose hand is explained."""
_SEAT = re.compile(r"(?:\s|^)(?P<position>sb|bb)\s*$", re.IGNORECASE)
"""Seat after a hand."""
_KIND = re.compile(
    r"(10|[2-9TJQKA])[\s-]*(?!\1)(10|[2-9TJQKA])[\s-]*(s|o|(un|off)?suited|off(suit)?)"
    r"|((10|[2-9TJQKA])\s*[cdhs♣♦♥♠]\s*,?\s*){2}",
    re.IGNORECASE,
)
"""A hand of two ranks that says whether it is suited, or two cards."""
_CHIPS = re.compile(r"(?P<hand>.*\S)\s+(?P<chips>\d+(\.\d+)?)", re.DOTALL)


class HandRequest(TreeRequest, SeatRequest):
    """Look up a hand or a range: EV of jamming and folding, and what to do.

    A hand is its cards (6hQd6cAc) or its name (K7o); a part of a hand or a range (K7, AKQJ,
    AA$ds) gives the list of its hands and how much of it is played.  EVs are net results from the start
    of the hand; the big blind's are those after a jam of the small blind.
    """

    positional_field = ""
    hand_texts = ("cards",)
    answered_by = "cases.answers.hands:hand"
    view_spec = ViewSpec(
        contract="views.spot_schemas:HandAnswer",
        values_of="views.spot_schemas:hand_contract(answer)",
        fragment="views.spots:hand_fragment",
        examples=(
            {"game": "holdem", "cards": "Ah 5d"},
            {"game": "holdem", "cards": "K7o", "position": "bb"},
            {"game": "six-plus", "id": 7, "position": "bb"},
            {"game": "holdem", "cards": "K2o", "stacks": ["15bb", "15bb"], "open": ["2bb"]},
        ),
    )

    cards: str | None = request_field(
        None,
        "The cards, a name or a range: '6h Qd 6c Ac', K7o, AKQJ, AA$ds.",
        metavar="HAND",
        positional=True,
    )
    id: int | None = request_field(None, "Hand by its ID (see jamfold hands).", metavar="ID")

    def __post_init__(self) -> None:
        self._set(cards=self.cards or None)
        super().__post_init__()
        number = self._id_in_text()
        if number is not None and self.id is None:
            self._set(id=number, cards=None)
        if (self.id is None) == (self.cards is None):
            ending = "" if self.id is None else ", not both"
            raise ClassError(f"Enter a hand, such as K7o, or a hand ID{ending}.", field="hand")

    @classmethod
    def from_cli(cls, values: Mapping[str, Any]) -> Self:
        """Parse the command line; stacks and seat may follow the hand."""
        for words in (_SEAT, _STACKS):
            cards = str(values.get("cards") or "")
            match = words.search(cards)
            if match and not values.keys() & {*match.groupdict(), "saved"}:
                rest = f"{cards[: match.start()]} {cards[match.end() :]}".strip()
                values = {
                    **values,
                    "cards": rest,
                    **{name: text.lower() for name, text in match.groupdict().items()},
                }
        cards = str(values.get("cards") or "").strip()
        if not values.keys() & {"game", "saved"}:
            beside = _CHIPS.fullmatch(cards)
            if beside and "stacks" not in values and _KIND.fullmatch(beside["hand"]):
                raise ClassError(
                    f"Did you mean {beside['hand']} {beside['chips']}bb? A stack next to a hand is in big "
                    "blinds; --stacks takes chips, too.",
                    field="hand",
                )
        return super().from_cli(values)

    @classmethod
    def _with_game(cls, values: dict[str, Any]) -> dict[str, Any]:
        """As every question; a number that is no pair is an id."""
        text = str(values.get("cards") or "").strip()
        is_id = text.isdigit() and not (len(text) == 2 and text[0] == text[1])
        return values if is_id else super()._with_game(values)

    def _id_in_text(self) -> int | None:
        """The id in place of cards, ``#37`` or ``37``; digits that name a hand, as 77 does, are none."""
        text = (self.cards or "").strip()
        digits = text.removeprefix("#")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
            return None
        names_ranks = text == digits and len(digits) == self.rules.hole_cards and not set(digits) & set("01")
        return None if names_ranks else int(digits)


class LookUpRequest(HandRequest):
    """Look up a hand or a range: EV of jamming and folding, and what to do."""

    name = "hand"
    answered_by = "cases.answers.hands:look_up"
    view_spec = ViewSpec(
        contract=RESULT,
        values_of="views.spot_schemas:looked_up_contract(answer)",
        view="views.verdicts:hand_view",
        full="views.verdicts:hand_view(question, answer, full)",
        notes_of="views.formats:range_warnings_of(answer)",
    )


class ExplainRequest(HandRequest):
    """Explain a hand: fold equity, equity when called, break-even stack."""

    positional_field = "cards"
    queue = "solving"
    answered_by = "cases.answers.hands:explain_hand"
    view_spec = ViewSpec(
        contract=RESULT,
        values_of="views.spot_schemas:hand_contract(answer)",
        view="views.table_verdicts:explained_sheet",
    )

    cards: str | None = request_field(
        None, "The cards or the name of the hand.", option="--hand", metavar="HAND"
    )
    sweep: bool | None = request_field(
        None,
        "Also solve all stacks from 1 to 25 bb, to show where the hand is played.",
        option="--sweep/--no-sweep",
        default_text="two-card games only",
    )
    seats: int = request_field(
        2,
        "Seats at the table, each with the smaller stack.",
        metavar="N",
        minimum=2,
        maximum=MOST_SEATS,
    )
    node: str = request_field(
        "",
        "Decision with three or more seats, such as utg, or 'bb after btn'.",
        label="decision",
        metavar="NODE",
        max_length=200,
    )

    def __post_init__(self) -> None:
        """With three seats and more it is a decision of a table."""
        super().__post_init__()
        if (self.seats > 2) != bool(self.node):
            raise SituationError(
                "A decision goes with three or more seats. Enter both, such as --seats 9 --node utg, or "
                "neither.",
                field="node" if self.node else "seats",
            )
        if self.seats > 2:
            if self.cards is None or self.saved is not None:
                raise ClassError(
                    "With three or more seats, enter cards, such as K7o, and no saved solution.",
                    field="hand",
                )
            assert self.at_table.row >= 0

    @property
    def at_table(self) -> TableHandRequest:
        """The same hand at the decision of a table."""
        stacks = (min(self.situation.stacks),) * self.seats
        return TableHandRequest.of(self, stacks=stacks, seats=None, seconds=_CERTIFIED)

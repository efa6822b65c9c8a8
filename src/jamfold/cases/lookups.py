"""Questions about hands of a solved spot: look one up, list those of a name or a range, explain one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Self

from jamfold.betting.posts import MOST_SEATS
from jamfold.cases.fields import request_field
from jamfold.cases.spots import SeatRequest, TreeRequest
from jamfold.cases.table import TableHandRequest
from jamfold.cases.view_spec import RESULT, ViewSpec
from jamfold.core.errors import ClassError, SituationError

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
    answered_by = "cases.answers.lookups:hand"
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
    answered_by = "cases.answers.lookups:look_up"
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
    answered_by = "cases.answers.lookups:explain_hand"
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

"""Final-table deals: what is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from jamfold.cases.amounts import IN_BB
from jamfold.cases.fields import Amount, AmountList, request_field
from jamfold.cases.prizes import PANEL, PrizesRequest
from jamfold.cases.view_spec import RESULT, ViewSpec
from jamfold.core.errors import WorthError
from jamfold.valuation.deal import ICM, METHODS
from jamfold.valuation.models import MALMUTH_HARVILLE
from jamfold.valuation.numbers import read_number


class DealRequest(PrizesRequest):
    """Calculate a final-table deal: ICM, chip chop or equal split.

    A part may be kept to play for. The answer says what each gains or gives up against ICM.
    """

    name = "deal"
    positional_field = "stacks"
    answered_by = "cases.answers.deals:share_prizes"
    view_spec = ViewSpec(
        contract=RESULT,
        sheet="views.deals:deal_sheet",
        columns="views.deals:deal_columns",
        csv_help="Print CSV, a line per player.",
        examples=(
            {"stacks": [5000, 3000, 2000], "prizes": [50, 30, 20]},
            {"stacks": [60, 25, 15], "prizes": [1000, 600, 400], "method": "chips", "keep": 100},
        ),
    )

    stacks: AmountList = request_field((), "Chips of all players who are in.", metavar="CHIPS")
    names: tuple[str, ...] = request_field(
        (),
        "Names of the players, in the order of the stacks: Ann Bob; apart by commas where a name has blanks.",
        metavar="NAME",
        max_length=40,
    )
    method: str = request_field(
        ICM, "What the deal is made by: icm, chips (chip chop) or even.", metavar="METHOD", choices=METHODS
    )
    keep: Amount = request_field(
        0.0, "Amount left to play for, taken from first place down.", metavar="MONEY", panel=PANEL
    )

    @classmethod
    def from_cli(cls, values: Mapping[str, Any]) -> Self:
        """Parse the command line; names are separated by blanks or commas."""
        words = " ".join(values.get("names", ()))
        names = map(str.strip, words.split(",")) if "," in words else words.split()
        return super().from_cli({**values, "names": tuple(names)})

    def __post_init__(self) -> None:
        """Check that stacks, names and prizes fit each other, and parse the part left to play for."""
        super().__post_init__()
        if not self.stacks:
            raise WorthError("No players. Enter their stacks, such as 5000 3000 2000.", field="stacks")
        if len(self.names) > len(self.stacks):
            raise WorthError(
                f"There are {len(self.names)} names for {len(self.stacks)} players.", field="names"
            )
        if self.model != MALMUTH_HARVILLE:
            raise WorthError("Deals are made by Malmuth-Harville. Remove the stack model.", field="model")
        part = self.keep
        if isinstance(part, str) and self.paid().percent:
            part = part.strip().removesuffix("%")
        object.__setattr__(self, "keep", read_number(part, "part left to play for", "keep"))
        self.paid().check_players(len(self.chips))

    @property
    def chips(self) -> tuple[float, ...]:
        texts = [str(value).strip() for value in self.stacks]
        if all(text.lower().endswith(IN_BB) for text in texts):  # only how they compare counts
            texts = [text[: -len(IN_BB)] for text in texts]
        return tuple(read_number(text, f"stack of player {k}", "stacks") for k, text in enumerate(texts, 1))

    @property
    def title(self) -> str:
        return f"a deal of {len(self.stacks):,} players"

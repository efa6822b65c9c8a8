"""What chips are worth: prizes, other players, bounties and rake, asked wherever a hand is; ICM; deals."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from jamfold.betting.terms import PayoffTerms
from jamfold.cases.entries import AmountsRequest
from jamfold.cases.fields import IN_BB, Amount, AmountList, request_field
from jamfold.cases.prizes import PANEL, BountiesRequest, FieldRequest, PrizesRequest, from_file
from jamfold.cases.view_spec import RESULT, ViewSpec
from jamfold.core.errors import WorthError, error_field
from jamfold.valuation.deal import ICM, METHODS
from jamfold.valuation.fees import Rake
from jamfold.valuation.icm import check_table
from jamfold.valuation.models import MALMUTH_HARVILLE
from jamfold.valuation.numbers import read_number
from jamfold.valuation.prizes import read_stacks
from jamfold.valuation.utility import PrizeUtility

MOST_IN_HAND = 100_000


class RakeRequest(AmountsRequest):
    """A question about pots that the house may take a part of."""

    rake: float = request_field(
        0.0, "Rake, in percent of the pot at showdown.", metavar="PERCENT", minimum=0, panel=PANEL
    )
    cap: Amount | None = request_field(None, "Rake cap per pot.", metavar="CHIPS", panel=PANEL)
    drop: Amount = request_field(0.0, "Cash drop per pot, in addition to rake.", metavar="CHIPS", panel=PANEL)
    jackpot: Amount = request_field(
        0.0, "Jackpot drop per pot.", label="jackpot drop", metavar="CHIPS", panel=PANEL
    )
    drop_always: bool = request_field(
        False, "Charge rake and drops even if nobody calls.", label="rake of every pot", panel=PANEL
    )
    rakeback: float = request_field(
        0.0, "Rakeback, in percent of rake and drops.", metavar="PERCENT", minimum=0, panel=PANEL
    )

    def __post_init__(self) -> None:
        """Check that a house may take it, and keep every amount in chips."""
        super().__post_init__()
        rake = self.rake_rule
        self._set(cap=rake.cap, drop=rake.drop, jackpot=rake.jackpot)

    @property
    def warnings(self) -> dict[str, str]:
        """A cap, rakeback or a charge of every pot without a rake."""
        names = () if self._is_raked() else ("cap", *(() if self.jackpot else ("drop_always",)), "rakeback")
        sentence = "--{} changes nothing without a rake. Add one, such as --rake 5."
        return super().warnings | {
            name: sentence.format(name.replace("_", "-")) for name in names if getattr(self, name)
        }

    def _is_raked(self) -> bool:
        return bool(self.rake or self.drop)

    @property
    def rake_rule(self) -> Rake:
        cap = None if self.cap is None else self._amount("cap")
        return Rake(
            percent=self.rake,
            cap=cap,
            drop=self._amount("drop"),
            jackpot=self._amount("jackpot"),
            always=self.drop_always,
            rakeback=self.rakeback,
        )


class OthersRequest(FieldRequest, BountiesRequest):
    """A question about players in a hand, and the others who are out of it, at their table or elsewhere."""

    table: AmountList = request_field(
        (),
        "Stacks of the players who are not in the hand (with prizes).",
        label="stacks of the other players",
        metavar="CHIPS",
        panel=PANEL,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self._set(table=self._other_chips())

    def _other_chips(self) -> tuple[float, ...]:
        return self._listed_chips("table", "stack of other player")


class WorthRequest(RakeRequest, OthersRequest):
    """A question about a hand, with what its ends are worth.

    Nothing given means chips: a cash game without rake.
    """

    def terms_for(self, seats: int) -> PayoffTerms:
        if not self._amounts():
            for name, words in (
                ("table", "stacks of the other players"),
                ("field", "players at other tables"),
                ("bounty", "bounties"),
                ("envelopes", "mystery bounties"),
            ):
                if getattr(self, name):
                    raise WorthError(f"The {words} need prizes. Enter the payouts as well.", field=name)
            return PayoffTerms(self.rake_rule)
        if sum(players for players, _ in self.field_groups) > MOST_IN_HAND:
            raise WorthError(f"A hand takes a field of at most {MOST_IN_HAND:,} players.", field="field")
        other_stacks = (*self._other_chips(), *self.field_stacks)
        heads = self.bounty_amounts(seats + len(other_stacks))
        with error_field("table" if self.table else "field"):
            utility = PrizeUtility(self.paid(), other_stacks, self.model, heads, seats)
        return PayoffTerms(self.rake_rule, utility)


class StacksRequest(PrizesRequest, AmountsRequest):
    """A question about the stacks of all players who are left in a tournament."""

    positional_field = "stacks"

    stacks: AmountList = request_field((), "Chips of all remaining players.", metavar="CHIPS")

    @cached_property
    def chips(self) -> tuple[float, ...]:
        """The stacks that are listed one by one."""
        return self._listed_chips("stacks", "stack of player")

    @cached_property
    def _in_bb(self) -> bool:
        stacks = (*self.stacks, *getattr(self, "field", ()))
        return all(str(stack).strip().lower().endswith(IN_BB) for stack in stacks)

    def _chips(self, value: Any) -> Any:
        """Only how stacks compare counts, so where all are in big blinds those are the chips."""
        return str(value).strip()[: -len(IN_BB)] if self._in_bb else value


class IcmRequest(StacksRequest, FieldRequest, BountiesRequest):
    """Calculate ICM values, bubble factors and risk premiums.

    Bubble factor: the cost of a lost all-in over the gain of a won one, for the chips that both can lose.
    Risk premium: the equity needed above 50%.
    """

    answered_by = "cases.answers.worth:stack_worth"
    title_text = "ICM of {0.count:,} stacks"
    view_spec = ViewSpec(
        contract=RESULT,
        sheet="views.icm:icm_sheet",
        view="views.icm:icm_brief",
        full="views.icm:icm_sheet(question, answer)",
        columns="views.icm:icm_columns(answer)",
        csv_help="Print CSV with full precision, one line per player.",
        examples=(
            {"stacks": [5000, 3000, 2000], "prizes": [50, 30, 20]},
            {"stacks": [8, 4, 4], "prizes": ["65%", "35%"], "model": "ben-roberts"},
            {"stacks": [40, 30, 30], "prizes": [100, 60], "bounty": [25, 25, 50], "progressive": 0.5},
        ),
    )

    stacks: AmountList = request_field(
        (), "Stacks of all remaining players: chips, or big blinds as 12bb.", metavar="CHIPS"
    )
    names: tuple[str, ...] = request_field(
        (), "Names of the players, for pictures, in the order of the stacks.", web_only=True, max_length=40
    )

    stacks_file: Path | None = request_field(
        None,
        "Read the stacks from a file: one line per player, with or without a name, or 1800x25bb.",
        label="file of stacks",
        metavar="FILE",
        cli_only=True,
    )

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """As every question; a file holds the stacks."""
        return super().from_json(from_file(values, "stacks", read_stacks))

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.stacks and not self.field:
            raise WorthError("No players. Enter their stacks, such as 5000 3000 2000.", field="stacks")
        check_table(self.chips, self.paid(), self.model, self.bounty_amounts(self.count), self.count)

    @cached_property
    def count(self) -> int:
        """All players, those at other tables too."""
        return len(self.stacks) + sum(players for players, _ in self.field_groups)


class IcmFileRequest(IcmRequest):
    """What stacks are worth, as a file."""

    view_spec = ViewSpec(payload="views.icm:icm_payload")

    format: str = request_field("csv", "The format.", choices=("csv", "json"))


class DealRequest(StacksRequest):
    """Calculate a final-table deal: ICM, chip chop or equal split.

    A part can be left to play for. The answer shows what each player gains or gives up against ICM.
    """

    answered_by = "cases.answers.worth:share_prizes"
    view_spec = ViewSpec(
        contract=RESULT,
        sheet="views.icm:deal_sheet",
        columns="views.icm:deal_columns",
        csv_help="Print CSV, a line per player.",
        examples=(
            {"stacks": [5000, 3000, 2000], "prizes": [50, 30, 20]},
            {"stacks": [60, 25, 15], "prizes": [1000, 600, 400], "method": "chips", "keep": 100},
        ),
    )

    names: tuple[str, ...] = request_field(
        (),
        "Names in the order of the stacks: Ann Bob; separated by commas if a name has spaces.",
        metavar="NAME",
        max_length=40,
    )
    method: str = request_field(
        ICM, "Method of the deal: icm, chips (chip chop) or even.", metavar="METHOD", choices=METHODS
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
            raise WorthError("Deals use Malmuth-Harville. Remove the stack model.", field="model")
        part = self.keep
        if isinstance(part, str) and self.paid().percent:
            part = part.strip().removesuffix("%")
        self._set(keep=read_number(part, "part left to play for", "keep"))
        self.paid().check_players(len(self.chips))

    @property
    def title(self) -> str:
        return f"a deal of {len(self.stacks):,} players"

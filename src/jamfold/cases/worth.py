"""What chips are worth: prizes, the other players, bounties and rake, asked wherever a hand is; and ICM."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from jamfold.betting.terms import PayoffTerms
from jamfold.cases.amounts import IN_BB, AmountsRequest
from jamfold.cases.fields import Amount, AmountList, request_field
from jamfold.cases.prizes import PANEL, BountiesRequest, FieldRequest, from_file
from jamfold.cases.view_spec import RESULT, ViewSpec
from jamfold.core.errors import WorthError, error_field
from jamfold.valuation.fees import Rake
from jamfold.valuation.icm import check_table
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
        for name, value in {"cap": rake.cap, "drop": rake.drop, "jackpot": rake.jackpot}.items():
            object.__setattr__(self, name, value)

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
        """Convert stacks to chips."""
        super().__post_init__()
        object.__setattr__(self, "table", self._other_chips())

    def _other_chips(self) -> tuple[float, ...]:
        """Return the chips of the other players at the table."""
        return tuple(
            read_number(self._chips(value), f"stack of other player {k}", "table")
            for k, value in enumerate(self.table, 1)
        )


class WorthRequest(RakeRequest, OthersRequest):
    """A question about a hand, with what its ends are worth.

    Nothing given means chips: a cash game without rake.
    """

    def terms_for(self, seats: int) -> PayoffTerms:
        """Return the payoff terms for a number of seats."""
        if not self._amounts():
            for name, words in (
                ("table", "stacks of the other players"),
                ("field", "players at other tables"),
                ("bounty", "bounties"),
                ("envelopes", "mystery bounties"),
            ):
                if getattr(self, name):
                    raise WorthError(f"The {words} count with prizes only: give them, too.", field=name)
            return PayoffTerms(self.rake_rule)
        if sum(players for players, _ in self.field_groups) > MOST_IN_HAND:
            raise WorthError(f"A hand takes a field of {MOST_IN_HAND:,} players at most.", field="field")
        other_stacks = (*self._other_chips(), *self.field_stacks)
        heads = self.bounty_amounts(seats + len(other_stacks))
        with error_field("table" if self.table else "field"):
            utility = PrizeUtility(self.paid(), other_stacks, self.model, heads, seats)
        return PayoffTerms(self.rake_rule, utility)


class IcmRequest(FieldRequest, BountiesRequest):
    """Calculate ICM values, bubble factors and risk premiums.

    Bubble factor: what a lost all-in costs over what a won one gains, for the chips that both
    can lose. Risk premium: the equity needed above 50%.
    """

    name = "icm"
    positional_field = "stacks"
    answered_by = "cases.answers.worth:stack_worth"
    view_spec = ViewSpec(
        contract=RESULT,
        sheet="views.icm:icm_sheet",
        view="views.icm_verdict:icm_brief",
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
        (), "Stacks of all players who are in: chips, or big blinds as 12bb.", metavar="CHIPS"
    )
    names: tuple[str, ...] = request_field(
        (), "Names of the players, for pictures, in the order of the stacks.", web_only=True, max_length=40
    )

    stacks_file: Path | None = request_field(
        None,
        "The stacks, in place of them: a line for each player, with a name or without, or 1800x25bb.",
        label="file of stacks",
        metavar="FILE",
        cli_only=True,
    )

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """As every question; a file holds the stacks."""
        return super().from_json(from_file(values, "stacks", read_stacks))

    def __post_init__(self) -> None:
        """Stacks and prizes are needed, and fit each other."""
        super().__post_init__()
        if not self.stacks and not self.field:
            raise WorthError("No players. Enter their stacks, such as 5000 3000 2000.", field="stacks")
        check_table(self.chips, self.paid(), self.model, self.bounty_amounts(self.count), self.count)

    @cached_property
    def chips(self) -> tuple[float, ...]:
        """The stacks that are listed one by one."""
        return tuple(
            read_number(self._chips(value), f"stack of player {k}", "stacks")
            for k, value in enumerate(self.stacks, 1)
        )

    @cached_property
    def count(self) -> int:
        """All players, those at other tables too."""
        return len(self.stacks) + sum(players for players, _ in self.field_groups)

    @cached_property
    def _in_bb(self) -> bool:
        return all(str(stack).strip().lower().endswith(IN_BB) for stack in (*self.stacks, *self.field))

    def _chips(self, value: Any) -> Any:
        """Only how stacks compare counts, so where all are in big blinds those are the chips."""
        return str(value).strip()[: -len(IN_BB)] if self._in_bb else value

    @property
    def title(self) -> str:
        return f"ICM of {self.count:,} stacks"


class IcmFileRequest(IcmRequest):
    """What stacks are worth, as a file."""

    name = "icm-file"
    view_spec = ViewSpec(payload="views.calculator_payloads:icm_payload")

    format: str = request_field("csv", "The format.", choices=("csv", "json"))

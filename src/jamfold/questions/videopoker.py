"""Questions of video poker.  Pay tables come by the name of a shipped one or as TOML text, never a path."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from jamfold.errors import PayTableError, at_field
from jamfold.questions.entries import Question
from jamfold.questions.fields import entry
from jamfold.questions.memory import Memory
from jamfold.questions.watching import Watch

if TYPE_CHECKING:
    from jamfold.videopoker.analysis import Analysis, Paid
    from jamfold.videopoker.holds import DealReport
    from jamfold.videopoker.paytable import PayTable
    from jamfold.videopoker.strategy import Strategy

_paid: Memory[PayTable, Paid] = Memory(8)


@dataclass(frozen=True, kw_only=True)
class PayTablesQuestion(Question):
    """The shipped pay tables, each with its TOML text to edit."""

    name: ClassVar[str] = "pay-tables"

    def answer(self, watch: Watch) -> tuple[PayTable, ...]:
        """The tables."""
        from jamfold.videopoker.paytable import shipped_pay_tables

        return tuple(shipped_pay_tables())


@dataclass(frozen=True, kw_only=True)
class OneTableQuestion(Question):
    """A question about one pay table."""

    table: str | None = entry(None, "The name of a shipped pay table.", label="pay table", metavar="NAME")
    toml: str | None = entry(None, "The text of a pay table instead.", remote=True, metavar="TOML")

    def __post_init__(self) -> None:
        """A name or a text."""
        super().__post_init__()
        if (self.table is None) == (self.toml is None):
            raise PayTableError("Give the name of a pay table or its text, one of them.", field="table")

    def pay_table(self) -> PayTable:
        """The pay table.

        Raises
        ------
        PayTableError
            If there is no such table, or the text is none.
        """
        from jamfold.videopoker.paytable import find_shipped, parse_pay_table

        if self.toml is not None:
            with at_field("toml"):
                return parse_pay_table(self.toml, "your table")
        table = find_shipped(self.table or "")
        if table is None:
            raise PayTableError(
                f"There is no pay table '{str(self.table)[:60]}' here; GET /api/videopoker lists them.",
                field="table",
            )
        return table


@dataclass(frozen=True, kw_only=True)
class PayTableQuestion(OneTableQuestion):
    """The exact return of a pay table under perfect play, and how often every final hand comes."""

    name: ClassVar[str] = "pay-table"
    lane: ClassVar[str] = "counting"

    def answer(self, watch: Watch) -> Analysis:
        """The analysis."""
        from jamfold.videopoker.analysis import analyse_pay_table

        table = self.pay_table()
        watch.stage("analysing", 0.0)
        return analyse_pay_table(table)


@dataclass(frozen=True, kw_only=True)
class HoldsQuestion(OneTableQuestion):
    """All 32 holds of a deal, exactly."""

    name: ClassVar[str] = "holds"

    deal: str = entry("", "Five cards.", metavar="CARDS")

    def answer(self, watch: Watch) -> DealReport:
        """The holds, best first."""
        from jamfold.videopoker.analysis import lay_out
        from jamfold.videopoker.deck import parse_deal
        from jamfold.videopoker.holds import deal_report

        table = self.pay_table()
        with at_field("deal"):
            deal = parse_deal(self.deal, table.deck)
        return deal_report(_paid.get(table, lambda: lay_out(table)), deal)


@dataclass(frozen=True, kw_only=True)
class PayStrategyQuestion(OneTableQuestion):
    """A strategy list of a pay table, with what it costs against perfect play."""

    name: ClassVar[str] = "pay-strategy"
    lane: ClassVar[str] = "counting"

    def answer(self, watch: Watch) -> Strategy:
        """The list."""
        from jamfold.videopoker.strategy import build_strategy

        table = self.pay_table()
        watch.stage("making the list", 0.0)
        return build_strategy(table)

"""Questions of video poker and its trainer. Pay tables come by name or as TOML text, never as a path."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING
from typing import Any, Self

from jamfold.calculator.videopoker.paytable import find_shipped, load_pay_table
from jamfold.cases.entries import CaseRequest
from jamfold.cases.fields import request_field
from jamfold.cases.training import TIME
from jamfold.cases.view_spec import RESULT, FileOption, ViewSpec
from jamfold.core.errors import PayTableError, error_field

USUAL_TABLE = "Jacks or Better 9/6"


class PayTablesRequest(CaseRequest):
    """List the built-in pay tables (TOML)."""

    answered_by = "cases.answers.videopoker:pay_tables"
    view_spec = ViewSpec(contract=RESULT, view="views.videopoker:pay_tables_view(answer)")


def _table(*, positional: bool, usual: str = "") -> Any:
    return request_field(
        None,
        "Name of a built-in pay table; commands also take a TOML file.",
        label="pay table",
        metavar="NAME",
        positional=positional,
        default_text=usual,
    )


class OneTableRequest(CaseRequest):
    """A question about one pay table."""

    table: str | None = _table(positional=True)
    toml: str | None = request_field(None, "Pay table as text, not a name.", web_only=True, metavar="TOML")

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.table is None) == (self.toml is None):
            more = f", such as '{USUAL_TABLE}'" if self.table is None else " or its text, not both"
            raise PayTableError(f"Enter the name of a pay table{more}.", field="table")

    @classmethod
    def from_cli(cls, values: Mapping[str, Any]) -> Self:
        """As every question; a person may name a file, too."""
        table = values.get("table")
        if isinstance(table, str) and find_shipped(table) is None:
            with error_field("table"):
                values = {"toml": load_pay_table(table).toml, **values, "table": None}
        return super().from_cli(values)


class ShowPayTableRequest(OneTableRequest):
    """Show a pay table."""

    name = "pay-table-show"
    answered_by = "cases.answers.videopoker:show_pay_table"
    view_spec = ViewSpec(contract=RESULT, view="views.videopoker:pay_table_view(answer)")


class PayTableRequest(OneTableRequest):
    """Calculate a pay table's exact return and hand frequencies."""

    answered_by = "cases.answers.videopoker:pay_table"
    view_spec = ViewSpec(contract=RESULT, view="views.videopoker:analysis_view(answer)")

    @property
    def title(self) -> str:
        return f"return of {self.table or 'a pay table'}"


class UsualTableRequest(OneTableRequest):
    """A question about one pay table, which a person need not name."""

    @classmethod
    def from_cli(cls, values: Mapping[str, Any]) -> Self:
        """As every question; a person who names no table means the usual one."""
        usual = {} if values.get("toml") is not None else {"table": USUAL_TABLE}
        return super().from_cli(usual | dict(values))


class HoldsRequest(UsualTableRequest):
    """Rank all 32 holds of a deal, with the cost of each."""

    answered_by = "cases.answers.videopoker:holds"
    view_spec = ViewSpec(
        contract=RESULT, view="views.videopoker:deal_view(answer)", fragment="views.videopoker:holds_fragment"
    )

    table: str | None = _table(positional=False, usual=USUAL_TABLE)
    deal: str = request_field(
        "", 'Five cards, such as "Ah Kh Qh 2c 2d"; a joker is "Joker".', metavar="CARDS", positional=True
    )


class PayStrategyRequest(OneTableRequest):
    """Write a strategy list and its cost against perfect play."""

    queue = "counting"
    answered_by = "cases.answers.videopoker:pay_strategy"
    view_spec = ViewSpec(
        values_of="answer",
        view="views.videopoker:strategy_view(answer)",
        fragment="views.videopoker:strategy_fragment",
    )

    lines: int = request_field(40, "Most lines of the list.", metavar="N")


class SimulationRequest(OneTableRequest):
    """Simulate bankrolls and risk of ruin under perfect play.

    Every hand's pay is drawn from its exact distribution under perfect play; a run ends when the bankroll
    is less than a bet.
    """

    name = "pay-simulation"
    queue = "counting"
    answered_by = "cases.answers.videopoker:simulation"
    view_spec = ViewSpec(
        values_of="calculator.videopoker.bankroll:Simulation.as_dict(answer)",
        view="views.videopoker:simulation_view(answer, question.bet)",
        files=(
            FileOption(
                "--out",
                "Draw the curves, .svg or .png.",
                "views.videopoker:save_figure",
                "views.figures:check_picture(path)",
            ),
        ),
    )

    bankroll: int = request_field(1000, "Coins at the start.", metavar="COINS")
    bet: int = request_field(5, "Coins bet per hand.", metavar="COINS")
    hands: int = request_field(10_000, "Hands per run.", metavar="N")
    runs: int = request_field(1_000, "Number of runs to draw.", metavar="N")
    points: int = request_field(10, "Number of points of the curves.", metavar="N")
    seed: int | None = request_field(None, "Random seed; the same number gives the same hands.", metavar="N")


DUE, ANY, CLOSE = "due", "any", "close"
CLOSE_COST = 0.05
"""A deal is close if the second-best hold costs at most this, per coin bet."""


class TrainHoldRequest(HoldsRequest):
    """Grade and store a hold of video poker: all holds of the deal, best first."""

    is_cacheable = False
    answered_by = "cases.answers.videopoker:train_hold"
    view_spec = ViewSpec(
        contract=RESULT,
        fragment="views.videopoker:verdict_fragment",
        examples=({"table": "Jacks or Better 9/6", "deal": "Ah Kh Qh 2c 2d", "mask": 7, "seconds": 5},),
    )

    mask: int = request_field(
        MISSING,
        "What was held, bit i for the i-th card.",
        label="hold",
        minimum=0,
        maximum=31,
        metavar="MASK",
    )
    seconds: float | None = request_field(None, **TIME)


class TrainDealRequest(OneTableRequest):
    """Get the next deal of video poker: a missed one that is due, its suits renamed, or a new one."""

    is_cacheable = False
    answered_by = "cases.answers.videopoker:train_deal"
    view_spec = ViewSpec(contract=RESULT, examples=({"table": "Jacks or Better 9/6"},))

    deals: str = request_field(
        DUE,
        "If no missed deal is due: none, any deal, or a close one, where the second-best hold costs at most "
        f"{CLOSE_COST} per coin.",
        choices=(DUE, ANY, CLOSE),
    )
    seed: int | None = request_field(
        None,
        "Random seed; the same number deals the same cards, and no due deal. With due deals only, it "
        "renames their suits.",
        metavar="N",
    )


class HoldSessionRequest(UsualTableRequest, TrainDealRequest):
    """Practise holds and see what each mistake costs.

    Your holds are stored; a missed deal comes again when it is due, unless a seed is given. A
    deal whose answer you look up with ? stays due.
    'jamfold train score --game videopoker' shows the score of all days.
    """

    name = "videopoker-train"
    answered_by = "cases.answers.videopoker:train_deal"
    view_spec = ViewSpec(contract=RESULT)

    deals: str = request_field(
        ANY,
        f"Any deals, close ones, where the second-best hold costs at most {CLOSE_COST} per coin, or only "
        "due ones.",
        choices=(ANY, CLOSE, DUE),
    )
    hands: int | None = request_field(None, "Stop after N hands.", metavar="N", minimum=1)
    bet: int = request_field(5, "Coins bet per hand.", metavar="COINS", minimum=1)

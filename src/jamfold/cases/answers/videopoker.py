"""Video poker: pay tables, what they return, holds of a deal, lists."""

from __future__ import annotations

from jamfold.calculator.videopoker.analysis import Analysis, Paid, analyse_pay_table, lay_out
from jamfold.calculator.videopoker.bankroll import Simulation, simulate
from jamfold.calculator.videopoker.deck import parse_deal
from jamfold.calculator.videopoker.holds import DealReport, deal_report
from jamfold.calculator.videopoker.paytable import PayTable, find_shipped, parse_pay_table, shipped_pay_tables
from jamfold.calculator.videopoker.strategy import Strategy, build_strategy
from jamfold.cases.answers.memory import ResultCache
from jamfold.cases.answers.watch import Observer
from jamfold.cases.videopoker import (
    HoldsRequest,
    OneTableRequest,
    PayStrategyRequest,
    PayTableRequest,
    PayTablesRequest,
    ShowPayTableRequest,
    SimulationRequest,
)
from jamfold.core.errors import PayTableError, error_field

_paid: ResultCache[PayTable, Paid] = ResultCache(8)


def pay_tables(question: PayTablesRequest, watch: Observer) -> tuple[PayTable, ...]:
    return tuple(shipped_pay_tables())


def pay_table_of(question: OneTableRequest) -> PayTable:
    """The pay table. Raises PayTableError if there is no such table, or the text is none."""
    if question.toml is not None:
        with error_field("toml"):
            return parse_pay_table(question.toml, "your table")
    table = find_shipped(question.table or "")
    if table is None:
        raise PayTableError(
            f"Unknown pay table '{str(question.table)[:60]}'. GET /api/videopoker lists them.",
            field="table",
        )
    return table


def show_pay_table(question: ShowPayTableRequest, watch: Observer) -> PayTable:
    return pay_table_of(question)


def pay_table(question: PayTableRequest, watch: Observer) -> Analysis:
    table = pay_table_of(question)
    watch.on_stage("analysing", 0.0)
    return analyse_pay_table(table)


def holds(question: HoldsRequest, watch: Observer) -> DealReport:
    """The holds, best first."""
    table = pay_table_of(question)
    with error_field("deal"):
        deal = parse_deal(question.deal, table.deck)
    return deal_report(paid_of(table), deal)


def paid_of(table: PayTable) -> Paid:
    return _paid.get(table, lambda: lay_out(table))


def pay_strategy(question: PayStrategyRequest, watch: Observer) -> Strategy:
    table = pay_table_of(question)
    watch.on_stage("making the list", 0.0)
    return build_strategy(table, question.lines)


def simulation(question: SimulationRequest, watch: Observer) -> Simulation:
    watch.on_stage("playing", 0.0)
    return simulate(
        pay_table_of(question),
        bankroll=question.bankroll,
        bet=question.bet,
        hands=question.hands,
        runs=question.runs,
        points=question.points,
        seed=question.seed,
    )

"""Video poker: pay tables, what they return, holds of a deal, lists."""

from __future__ import annotations

from jamfold.answers import reply
from jamfold.answers.memory import Memory
from jamfold.answers.watch import Watch
from jamfold.errors import PayTableError, error_field
from jamfold.questions.videopoker import (
    HoldsQuestion,
    OneTableQuestion,
    PayStrategyQuestion,
    PayTableQuestion,
    PayTablesQuestion,
    ShowPayTableQuestion,
    SimulationQuestion,
)
from jamfold.videopoker.analysis import Analysis, Paid, analyse_pay_table, lay_out
from jamfold.videopoker.bankroll import Simulation, simulate
from jamfold.videopoker.deck import parse_deal
from jamfold.videopoker.holds import DealReport, deal_report
from jamfold.videopoker.paytable import PayTable, find_shipped, parse_pay_table, shipped_pay_tables
from jamfold.videopoker.strategy import Strategy, build_strategy

_paid: Memory[PayTable, Paid] = Memory(8)


@reply.register
def pay_tables(question: PayTablesQuestion, watch: Watch) -> tuple[PayTable, ...]:
    return tuple(shipped_pay_tables())


def pay_table_of(question: OneTableQuestion) -> PayTable:
    """The pay table. Raises PayTableError if there is no such table, or the text is none."""
    if question.toml is not None:
        with error_field("toml"):
            return parse_pay_table(question.toml, "your table")
    table = find_shipped(question.table or "")
    if table is None:
        raise PayTableError(
            f"There is no pay table '{str(question.table)[:60]}' here; GET /api/videopoker lists them.",
            field="table",
        )
    return table


@reply.register
def show_pay_table(question: ShowPayTableQuestion, watch: Watch) -> PayTable:
    return pay_table_of(question)


@reply.register
def pay_table(question: PayTableQuestion, watch: Watch) -> Analysis:
    table = pay_table_of(question)
    watch.stage("analysing", 0.0)
    return analyse_pay_table(table)


@reply.register
def holds(question: HoldsQuestion, watch: Watch) -> DealReport:
    """The holds, best first."""
    table = pay_table_of(question)
    with error_field("deal"):
        deal = parse_deal(question.deal, table.deck)
    return deal_report(paid_of(table), deal)


def paid_of(table: PayTable) -> Paid:
    """The pay table laid out, from memory where it was asked for lately."""
    return _paid.get(table, lambda: lay_out(table))


@reply.register
def pay_strategy(question: PayStrategyQuestion, watch: Watch) -> Strategy:
    table = pay_table_of(question)
    watch.stage("making the list", 0.0)
    return build_strategy(table, question.lines)


@reply.register
def simulation(question: SimulationQuestion, watch: Watch) -> Simulation:
    watch.stage("playing", 0.0)
    return simulate(
        pay_table_of(question),
        bankroll=question.bankroll,
        bet=question.bet,
        hands=question.hands,
        runs=question.runs,
        points=question.points,
        seed=question.seed,
    )

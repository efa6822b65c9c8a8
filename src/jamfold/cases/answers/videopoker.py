"""Video poker: pay tables, what they return, holds of a deal, lists; holds in the trainer."""

from __future__ import annotations

import random
from collections.abc import Container
from dataclasses import dataclass

from jamfold.calculator.videopoker.analysis import Analysis, Paid, analyse_pay_table, lay_out
from jamfold.calculator.videopoker.bankroll import Simulation, simulate
from jamfold.calculator.videopoker.deck import format_deal, parse_deal
from jamfold.calculator.videopoker.holds import DealReport, deal_report
from jamfold.calculator.videopoker.paytable import PayTable, find_shipped, parse_pay_table, shipped_pay_tables
from jamfold.calculator.videopoker.strategy import Strategy, build_strategy
from jamfold.cards import Card
from jamfold.cases.answers.memory import ResultCache
from jamfold.cases.answers.watch import Observer
from jamfold.cases.videopoker import (
    CLOSE,
    CLOSE_COST,
    DUE,
    HoldsRequest,
    OneTableRequest,
    PayStrategyRequest,
    PayTableRequest,
    PayTablesRequest,
    ShowPayTableRequest,
    SimulationRequest,
    TrainDealRequest,
    TrainHoldRequest,
)
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.core.errors import PayTableError, error_field
from jamfold.practice.training.answers import CardKey, now
from jamfold.practice.training.log import TrainingStore
from jamfold.practice.training.video_poker import GAME, answer_of, due_deal, level_of, new_deal, store_answer

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


@json_fields("deal notice", schema="TrainDealContract")
@dataclass(frozen=True)
class DueDeal(DisplayableResult):
    """The next deal of video poker."""

    deal: str
    """Five cards; empty if none is due and no new one was requested."""
    notice: str = ""
    """Notice about the training file; usually empty."""


@json_fields(
    "table=table.name deal=deal_text made best=best_masks holds=costed notice", schema="TrainHoldContract"
)
@dataclass(frozen=True)
class JudgedHold(DealReport):
    """The holds of a deal, after one was chosen and stored."""

    notice: str = ""
    """Notice about the training file; usually empty."""


def train_hold(question: TrainHoldRequest, watch: Observer) -> JudgedHold:
    """The holds; what was held is kept."""
    report = holds(question, watch)
    with TrainingStore() as store:
        store_answer(store, answer_of(report, question.mask, now(), question.seconds))
        return JudgedHold(report.table, report.deal, report.holds, report.made, store.set_aside)


def train_deal(question: TrainDealRequest, watch: Observer) -> DueDeal:
    deal, notice = next_deal(question, pay_table_of(question), random.Random(question.seed))
    return DueDeal("" if deal is None else format_deal(deal), notice)


def next_deal(
    question: TrainDealRequest, table: PayTable, rng: random.Random, skipped: Container[CardKey] = ()
) -> tuple[tuple[Card, ...] | None, str]:
    """Return a missed deal that is due, else a new one if any is requested; and the file's notice."""
    notice = ""
    if question.seed is None or question.deals == DUE:
        with TrainingStore() as store:
            notice, cards = store.set_aside, store.cards(GAME, level_of(table))
        waiting = {key: card for key, card in cards.items() if key not in skipped}
        due = due_deal(waiting, table, now(), rng)
        if due is not None or question.deals == DUE:
            return due, notice
    return new_deal(paid_of(table), rng, CLOSE_COST if question.deals == CLOSE else None), notice

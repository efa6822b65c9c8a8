"""The deals of ``jamfold videopoker train``, asked and graded until the player leaves."""

from __future__ import annotations

import random
import time

import typer

from jamfold.calculator.videopoker.deck import format_deal
from jamfold.calculator.videopoker.holds import deal_report
from jamfold.calculator.videopoker.paytable import PayTable
from jamfold.cards import Card
from jamfold.cases.answers.videopoker import next_deal, paid_of, pay_table_of, train_hold
from jamfold.cases.answers.watch import Observer
from jamfold.cases.training import SLOWEST
from jamfold.cases.videopoker import HoldSessionRequest, TrainHoldRequest
from jamfold.core.errors import CardError
from jamfold.practice.training.answers import CardKey
from jamfold.practice.training.video_poker import HoldScore, key_of, parse_hold
from jamfold.views.terminal import print_status, read_answer
from jamfold.views.videopoker import answer_text, score_text, verdict_text


def train_holds(question: HoldSessionRequest) -> None:
    """Ask, grade, store; then print the score of the session."""
    table, score = pay_table_of(question), HoldScore()
    typer.echo(f"{table.name}. Hold by place (1 3 5) or card (Ah Kh); Enter alone draws five cards.")
    typer.echo("all keeps the deal, ? shows the answer, q ends.")
    rng, seen = random.Random(question.seed), set[CardKey]()
    try:
        while question.hands is None or score.asked < question.hands:
            deal, notice = next_deal(question, table, rng, seen)  # what was looked up stays due
            _say(notice)
            if deal is None:
                print_status("No other missed deal is due" if seen else "No missed deal is due")
                break
            if not _ask(question, table, deal, score, seen):
                break
    except KeyboardInterrupt:
        typer.echo("")
    typer.echo(score_text(score, question.bet))


def _ask(
    question: HoldSessionRequest,
    table: PayTable,
    deal: tuple[Card, ...],
    score: HoldScore,
    seen: set[CardKey],
) -> bool:
    """Ask until there is an answer, which is kept, or it is looked up; False when the player leaves."""
    typer.echo(f"\n{score.asked + 1:3}.  {format_deal(deal)}")
    started = time.monotonic()
    while True:
        line = read_answer("hold> ")
        if line is None:
            return False
        if line == "?":
            typer.echo(f"  {answer_text(deal_report(paid_of(table), deal), question.bet)}")
            seen.add(key_of(table, deal))
            return True
        try:
            mask = parse_hold(line, deal, table)
        except CardError as error:
            typer.echo(f"  {error}")
            continue
        seconds = min(time.monotonic() - started, SLOWEST)
        request = TrainHoldRequest.of(question, deal=format_deal(deal), mask=mask, seconds=seconds)
        report = train_hold(request, Observer())
        score.count(report, mask)
        _say(report.notice)
        typer.echo(f"  {verdict_text(report, mask, question.bet)}")
        return True


def _say(notice: str) -> None:
    if notice:
        print_status(notice)

"""The deals of ``jamfold videopoker train``, asked and graded until the player leaves."""

from __future__ import annotations

import random
import time

import typer

from jamfold.calculator.videopoker.deck import format_deal
from jamfold.cards import Card
from jamfold.cases.answers.videopoker import pay_table_of
from jamfold.cases.training_holds import CLOSE, CLOSE_COST, DUE, HoldSessionRequest
from jamfold.core.errors import CardError
from jamfold.practice.training.answers import CardKey, now
from jamfold.practice.training.log import TrainingStore
from jamfold.practice.training.video_poker import (
    GAME,
    Trainer,
    answer_of,
    due_deal,
    key_of,
    level_of,
    parse_hold,
    store_answer,
)
from jamfold.views.terminal import print_status, read_answer
from jamfold.views.videopoker import answer_text, score_text, verdict_text


def train_holds(question: HoldSessionRequest) -> None:
    """Ask, grade, store; then print the score of the session."""
    trainer = Trainer(pay_table_of(question), question.seed)
    typer.echo(f"{trainer.table.name}. Hold by place (1 3 5) or card (Ah Kh); Enter alone draws five cards.")
    typer.echo("all keeps the deal, ? shows the answer, q ends.")
    rng, seen = random.Random(question.seed), set[CardKey]()
    try:
        while question.hands is None or trainer.asked < question.hands:
            deal = _next(question, trainer, rng, seen)
            if not deal:
                print_status("No other missed deal is due" if seen else "No missed deal is due")
            if not deal or not _ask(trainer, deal, question.bet, seen):
                break
    except KeyboardInterrupt:
        typer.echo("")
    typer.echo(score_text(trainer, question.bet))


def _next(
    question: HoldSessionRequest, trainer: Trainer, rng: random.Random, seen: set[CardKey]
) -> tuple[Card, ...] | None:
    """A missed deal that is due, or a new one; not one whose answer was looked up, which stays due."""
    if question.seed is None or question.deals == DUE:
        with TrainingStore() as store:
            _say(store.set_aside)
            cards = store.cards(GAME, level_of(trainer.table))
        waiting = {key: card for key, card in cards.items() if key not in seen}
        due = due_deal(waiting, trainer.table, now(), rng)
        if due is not None or question.deals == DUE:
            return due
    return trainer.deal(CLOSE_COST if question.deals == CLOSE else None)


def _ask(trainer: Trainer, deal: tuple[Card, ...], bet: int, seen: set[CardKey]) -> bool:
    """Ask until there is an answer, which is kept, or it is looked up; False when the player leaves."""
    typer.echo(f"\n{trainer.asked + 1:3}.  {format_deal(deal)}")
    started = time.monotonic()
    while True:
        line = read_answer("hold> ")
        if line is None:
            return False
        if line == "?":
            typer.echo(f"  {answer_text(trainer.report(deal), bet)}")
            seen.add(key_of(trainer.table, deal))
            return True
        try:
            mask = parse_hold(line, deal, trainer.table)
            verdict = trainer.judge(deal, mask)
        except CardError as error:
            typer.echo(f"  {error}")
            continue
        with TrainingStore() as store:
            _say(store.set_aside)
            store_answer(store, answer_of(verdict.report, mask, now(), time.monotonic() - started))
        typer.echo(f"  {verdict_text(verdict, bet)}")
        return True


def _say(notice: str) -> None:
    if notice:
        print_status(notice)

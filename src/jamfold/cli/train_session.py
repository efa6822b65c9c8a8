"""The questions of ``jamfold train``, asked and graded until the player leaves."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import typer

from jamfold.cases.answers.training import (
    train_answer,
    train_next,
    train_range,
    train_table,
    train_three,
    train_tree,
)
from jamfold.cases.answers.watch import Observer
from jamfold.cases.training import SLOWEST, TrainAnswerRequest, TrainRangeRequest, TrainRequest
from jamfold.core.errors import JamfoldError
from jamfold.practice.training.exercises import Exercise, HandInTree, TableSpot
from jamfold.practice.training.grading import Decision, GradedDecision, store_decision
from jamfold.views.sentences import NOT_IN_THE_TREE, decision_lines, explanation_lines
from jamfold.views.terminal import ProgressDisplay, print_status, read_answer
from jamfold.views.training import again_words, picture_lines, rule_words, wrong_lines
from jamfold.views.training_schemas import (
    MarkedContract,
    TrainNextContract,
    VerdictContract,
    table_sample_words,
    table_spot_words,
    table_verdict_words,
    three_words,
    tree_verdict_words,
    tree_words,
    verdict_words,
)

_WHY = {"w", "why", "?"}


class _Drill(NamedTuple):
    """How decisions of one kind of solved spot are drawn and shown."""

    title: str
    """What is computed while a decision is drawn."""
    draw: Callable[[TrainRequest, Observer], Decision]
    words: Callable[[Decision], str]
    verdict: Callable[[GradedDecision], str]
    keys: str = "j jams, c calls, f folds; q ends."


_THREE = _Drill("Table of three", train_three, three_words, verdict_words)
_TABLE = _Drill("Table", train_table, table_spot_words, table_verdict_words)
_TREE = _Drill(
    "Trees",
    train_tree,
    tree_words,
    tree_verdict_words,
    f"r raise, j jam, c call, f fold, w why, q quit. {NOT_IN_THE_TREE}.",
)


class Session:
    """Questions until nobody answers any more."""

    def __init__(self, question: TrainRequest) -> None:
        self._question = question
        self._asked = self._right = self._streak = 0
        self._loss = 0.0
        self._last: GradedDecision | None = None
        self._noticed = ""
        self._spot: TableSpot | None = None

    def run(self) -> None:
        """Ask, grade, store; then print the score of the session."""
        question, number = self._question, 0
        drill = _TABLE if question.is_sampled else _THREE if question.seats > 2 else None
        drill = _TREE if question.sizes else drill
        try:
            while question.questions is None or number < question.questions:
                if not (self._hand(number) if drill is None else self._decision(drill, number)):
                    break
                number += 1
        except KeyboardInterrupt:
            typer.echo("")
        self._end()

    def _hand(self, number: int) -> bool:
        """One question between two seats; False when the player leaves."""
        with ProgressDisplay("Cards") as display:
            exercise = train_next(replace(self._question, number=number), display)
        if not number:
            typer.echo(
                "Type the range that is played, such as 22+,A2s+; q ends."
                if exercise.mode == "range"
                else "j jam, c call, f fold, w why, q quit"
            )
        self._notice(exercise.notice)
        question = TrainNextContract.of(exercise)
        if question.hand is None:
            typer.echo(f"\n{number + 1:3}.  {question.words}: the range?")
            return self._range(exercise)
        hand = question.hand if question.hand == question.cards else f"{question.hand} ({question.cards})"
        typer.echo(f"\n{number + 1:3}.  {question.words}: {hand}")
        if question.note:
            typer.echo(f"      {question.note}")
        action, seconds = self._act(question.actions, explained=True)
        if action:
            with ProgressDisplay("Judging") as display:
                request = TrainAnswerRequest(
                    **exercise.entries, hand=exercise.hand, action=action, seconds=seconds
                )
                graded = train_answer(request, display)
            self._count(graded)
            verdict = VerdictContract.of(graded)
            typer.echo(f"  {verdict.words}")
            if self._question.rule and verdict.rule is not None:
                typer.echo(f"  {rule_words(verdict.rule, graded.decision.playing)}")
            again = again_words(verdict)
            if again:
                typer.echo(f"  {again}")
        return bool(action)

    def _decision(self, drill: _Drill, number: int) -> bool:
        """One decision of a table or a tree; False when the player leaves."""
        with ProgressDisplay(drill.title) as display:
            decision = drill.draw(replace(self._question, number=number), display)
        if not number:
            typer.echo(drill.keys)
        spot = decision.spot
        if isinstance(spot, TableSpot) and (self._spot is None or spot.key != self._spot.key):
            self._spot = spot
            typer.echo(f"\n{table_sample_words(spot)}")
        typer.echo(f"\n{number + 1:3}.  {drill.words(decision)}: {decision.hand}")
        action, seconds = self._act(decision.actions, explained=drill is _TREE)
        if action:
            graded = store_decision(decision, action, seconds)
            self._count(graded)
            typer.echo(f"  {drill.verdict(graded)}")
        return bool(action)

    def _act(self, actions: Sequence[str], *, explained: bool) -> tuple[str, float]:
        """The action that is typed, by its name or first letter, and the seconds it took; none to leave."""
        started = time.monotonic()
        if self._question.sizes:
            prompt, words = "/".join(actions), f"Type one of {', '.join(actions)}"
        else:
            prompt, words = f"{actions[0][0]}/f", f"{actions[0][0]} {actions[0]}s, f folds"
        ends = "w explains the last hand, q ends" if explained else "q ends"
        while True:
            answer = read_answer(f"{prompt}> ")
            if answer is None:
                return "", 0.0
            word = answer.lower()
            meant = [name for name in actions if word in (name, name[0], name.removeprefix("raise "))]
            if len(meant) == 1:
                return meant[0], min(time.monotonic() - started, SLOWEST)
            for line in self._reasons() if explained and word in _WHY else [f"{words}; {ends}."]:
                typer.echo(f"  {line}")

    def _count(self, graded: GradedDecision) -> None:
        self._last = graded
        self._asked += 1
        self._right += graded.right
        self._streak = self._streak + 1 if graded.right else 0
        self._loss += graded.loss
        self._notice(graded.notice)

    def _range(self, exercise: Exercise) -> bool:
        started = time.monotonic()
        while True:
            text = read_answer("range> ")
            if text is None:
                return False
            try:
                with ProgressDisplay("Judging") as display:
                    seconds = min(time.monotonic() - started, SLOWEST)
                    request = TrainRangeRequest(**exercise.entries, range=text, seconds=seconds)
                    answer = MarkedContract.of(train_range(request, display))
            except JamfoldError as error:
                if error.field != "range":
                    raise
                typer.echo(f"  {error}")
                continue
            typer.echo(f"  {answer.words}")
            for line in wrong_lines(answer):
                typer.echo(line)
            self._notice(answer.notice)
            return True

    def _reasons(self) -> list[str]:
        """Why the last hand is played as it is."""
        if self._last is None:
            return ["There is no hand before this one."]
        spot = self._last.decision.spot
        if isinstance(spot, HandInTree):
            return decision_lines(spot.report)
        return [*picture_lines(spot), *explanation_lines(spot)]

    def _notice(self, sentence: str) -> None:
        if sentence and sentence != self._noticed:
            print_status(sentence)
            self._noticed = sentence

    def _end(self) -> None:
        if self._asked:
            rate = 100 * self._loss / self._asked
            typer.echo(
                f"\n{self._right} of {self._asked} right, {rate:.2f} bb lost per 100 decisions, "
                f"{self._streak} right in a row. See jamfold train score for more."
            )

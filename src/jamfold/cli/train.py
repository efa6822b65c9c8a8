"""``jamfold train``: questions with answers that are kept; the score, files, forgetting."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from jamfold.answers.training import NextExercise, TrainVerdict, ask_next, draws, judged_three
from jamfold.answers.training_session import ask_three, compared, judged
from jamfold.answers.training_tables import draw_table, judged_table
from jamfold.answers.training_trees import draw_tree, judged_tree
from jamfold.cli.asking import AskingGroup, RequestCommand, run_in_terminal, with_request_options
from jamfold.cli.rows import command
from jamfold.errors import JamfoldError, TrainingError
from jamfold.histories.table_answers import TableKey
from jamfold.kept.whole import check_target, write_atomically, write_lines_whole
from jamfold.practice.trainer.files import write_lines
from jamfold.practice.trainer.tree_exercise import TreeExercise
from jamfold.questions.training import SLOWEST
from jamfold.questions.training_kept import (
    TrainAnkiRequest,
    TrainExportRequest,
    TrainImportRequest,
    TrainRepairRequest,
    TrainResetRequest,
    TrainScoreRequest,
)
from jamfold.questions.training_session import TrainRequest
from jamfold.shown import plural
from jamfold.views.contracts.training import (
    MarkedContract,
    TrainNextContract,
    VerdictContract,
)
from jamfold.views.progress import ProgressDisplay
from jamfold.views.table_words import decision_words
from jamfold.views.terminal import print_status
from jamfold.views.training import again_words, rule_words, write_anki, wrong_lines
from jamfold.views.training_words import (
    picture_lines,
    table_sample_words,
    table_spot_words,
    table_verdict_words,
    tree_verdict_words,
    tree_words,
    verdict_words,
)
from jamfold.views.words import NOT_IN_THE_TREE, decision_lines, explanation_lines

_LEAVE = {"q", "quit", "exit"}
_FOLDS = {"f", "fold"}
_WHY = {"w", "why", "?"}

OutOption = Annotated[
    Path | None, typer.Option("--out", help="The file; else it is printed.", metavar="FILE")
]
ZipOption = Annotated[Path, typer.Option("--out", help="The file, .zip.", metavar="FILE")]

app = typer.Typer(cls=AskingGroup, invoke_without_command=True)


@app.callback()
@with_request_options(TrainRequest)
def train(question: TrainRequest, ctx: typer.Context) -> None:
    if ctx.invoked_subcommand is None:
        _Session(question).run()


class _Session:
    """Questions until nobody answers any more."""

    def __init__(self, question: TrainRequest) -> None:
        self._question = question
        self._asked = self._right = self._streak = 0
        self._loss = 0.0
        self._last: TrainVerdict | None = None
        self._noticed = ""
        self._spot: TableKey | None = None
        self._lines: list[str] = []

    def run(self) -> None:
        """Ask, judge, keep; then tell the score of the session."""
        question, number = self._question, 0
        try:
            while question.questions is None or number < question.questions:
                if question.seats > 2 or question.sizes:
                    ask = (
                        self._tree if question.sizes else self._table if question.is_sampled else self._three
                    )
                    if not ask(number):
                        break
                    number += 1
                    continue
                with ProgressDisplay("Cards") as display:
                    following = ask_next(question, number, display)
                if not number:
                    self._begin(following)
                self._notice(following.notice)
                if not self._one(following, number + 1):
                    break
                number += 1
        except KeyboardInterrupt:
            typer.echo("")
        self._end()

    def _begin(self, following: NextExercise) -> None:
        if following.asked.mode == "range":
            typer.echo("Type the range that is played, such as 22+,A2s+; q ends.")
        else:
            typer.echo("j jams, c calls, f folds; w tells why, q ends.")

    def _one(self, following: NextExercise, number: int) -> bool:
        """One question; False when the person leaves."""
        one = TrainNextContract.of(following)
        if one.hand is None:
            typer.echo(f"\n{number:3}.  {one.words}: the range?")
            return self._range(following)
        held = one.hand if one.hand == one.cards else f"{one.hand} ({one.cards})"
        typer.echo(f"\n{number:3}.  {one.words}: {held}")
        if one.note:
            typer.echo(f"      {one.note}")
        begun = time.monotonic()
        action = self._act(one.actions[0], "w tells why of the last hand, q ends")
        if action:
            self._judge(following, action, time.monotonic() - begun)
        return bool(action)

    def _three(self, number: int) -> bool:
        """One decision at a table of three; False when the person leaves."""
        with ProgressDisplay("Table of three") as display:
            asked = ask_three(self._question, number, display)
        if not number:
            typer.echo("j jams, c calls, f folds; q ends.")
        words = decision_words(asked.solution.hand, asked.node)
        typer.echo(f"\n{number + 1:3}.  {words}, {asked.stack:g} bb each: {asked.hand}")
        begun = time.monotonic()
        action = self._act(asked.playing, "q ends")
        if action:
            seconds = min(time.monotonic() - begun, SLOWEST)
            judged = judged_three(asked, plays=action != "fold", seconds=seconds)
            self._count(right=judged.verdict.right, loss=judged.verdict.loss)
            self._notice(judged.notice)
            typer.echo(f"  {verdict_words(judged.verdict, asked.playing)}")
        return bool(action)

    def _table(self, number: int) -> bool:
        """One decision at a table of four to ten; False when the person leaves."""
        question = self._question
        with ProgressDisplay("Table") as display:
            asked = draw_table(question, question.seats, question.mode, draws(question.seed, number), display)
        if not number:
            typer.echo("j jams, c calls, f folds; q ends.")
        if asked.key != self._spot:
            self._spot = asked.key
            typer.echo(f"\n{table_sample_words(asked)}")
        typer.echo(f"\n{number + 1:3}.  {table_spot_words(asked)}: {asked.hand}")
        begun = time.monotonic()
        action = self._act(asked.playing, "q ends")
        if action:
            seconds = min(time.monotonic() - begun, SLOWEST)
            judged = judged_table(asked, plays=action != "fold", seconds=seconds)
            self._count(right=judged.verdict.right, loss=judged.verdict.loss)
            self._notice(judged.notice)
            typer.echo(f"  {table_verdict_words(asked, judged.verdict)}")
        return bool(action)

    def _tree(self, number: int) -> bool:
        """One decision of a tree; False when the person leaves."""
        question = self._question
        with ProgressDisplay("Trees") as display:
            asked = draw_tree(question, question.mode, question.seat, draws(question.seed, number), display)
        if not number:
            typer.echo(f"r raises, j jams, c calls, f folds; w tells why, q ends. {NOT_IN_THE_TREE}.")
        typer.echo(f"\n{number + 1:3}.  {tree_words(asked)}: {asked.hand}")
        begun = time.monotonic()
        action = self._tree_act(asked)
        if action:
            judged = judged_tree(question, asked, action, min(time.monotonic() - begun, SLOWEST))
            self._count(right=judged.verdict.right, loss=judged.verdict.loss)
            self._notice(judged.notice)
            typer.echo(f"  {tree_verdict_words(asked, judged.verdict)}")
            self._lines = decision_lines(asked.report)
        return bool(action)

    def _tree_act(self, asked: TreeExercise) -> str:
        """What is done in a tree: its name, or its first letter where one action has it."""
        prompt = "/".join(asked.actions)
        while True:
            word = self._read(f"{prompt}> ")
            if word is None or word in _LEAVE:
                return ""
            meant = [name for name in asked.actions if word in (name, name[0], name.removeprefix("raise "))]
            if len(meant) == 1:
                return meant[0]
            if word in _WHY:
                for line in self._lines or ["There is no hand before this one."]:
                    typer.echo(f"  {line}")
            else:
                typer.echo(f"  Type one of {', '.join(asked.actions)}; w tells why of the last hand, q ends.")

    def _act(self, playing: str, others: str) -> str:
        """What is done here; nothing when the person leaves."""
        while True:
            word = self._read(f"{playing[0]}/f> ")
            if word is None or word in _LEAVE:
                return ""
            if word in {playing, playing[0]} | _FOLDS:
                return "fold" if word in _FOLDS else playing
            if word in _WHY and self._question.seats == 2:
                self._why()
            else:
                typer.echo(f"  {playing[0]} {playing}s, f folds; {others}.")

    def _count(self, *, right: bool, loss: float) -> None:
        self._asked += 1
        self._right += right
        self._streak = self._streak + 1 if right else 0
        self._loss += loss

    def _judge(self, following: NextExercise, action: str, seconds: float) -> None:
        with ProgressDisplay("Judging") as display:
            self._last = judged(following.asked, action, seconds, display)
        verdict = VerdictContract.of(self._last)
        self._count(right=verdict.right, loss=verdict.loss_bb)
        typer.echo(f"  {verdict.words}")
        if self._question.rule and verdict.rule is not None:
            typer.echo(f"  {rule_words(verdict.rule, following.asked.seat.action.value)}")
        again = again_words(verdict)
        if again:
            typer.echo(f"  {again}")
        self._notice(verdict.notice)

    def _range(self, following: NextExercise) -> bool:
        begun = time.monotonic()
        while True:
            text = self._read("range> ", keep=True)
            if text is None or text.lower() in _LEAVE:
                return False
            try:
                with ProgressDisplay("Judging") as display:
                    marked = compared(following.asked, text, time.monotonic() - begun, display)
            except JamfoldError as error:
                if error.field != "range":
                    raise
                typer.echo(f"  {error}")
                continue
            answer = MarkedContract.of(marked)
            typer.echo(f"  {answer.words}")
            for line in wrong_lines(answer):
                typer.echo(line)
            self._notice(answer.notice)
            return True

    def _why(self) -> None:
        """The picture of the last hand, and why."""
        if self._last is None:
            typer.echo("  There is no hand before this one.")
            return
        verdict = self._last.verdict
        for line in (*picture_lines(verdict), *explanation_lines(verdict.explanation)):
            typer.echo(f"  {line}")

    def _notice(self, sentence: str) -> None:
        if sentence and sentence != self._noticed:
            print_status(sentence)
            self._noticed = sentence

    def _end(self) -> None:
        if self._asked:
            rate = 100 * self._loss / self._asked
            typer.echo(
                f"\n{self._right} of {self._asked} right, {rate:.2f} bb lost per 100 decisions, "
                f"{self._streak} right in a row. jamfold train score tells the rest."
            )

    def _read(self, prompt: str, *, keep: bool = False) -> str | None:
        """A line; None where there is no more."""
        typer.echo(prompt, nl=False)
        line = sys.stdin.readline()
        if not line:
            typer.echo("")
            return None
        return line.strip() if keep else line.strip().lower()


app.command("score", cls=RequestCommand)(command(TrainScoreRequest))


@app.command("export", cls=RequestCommand)
@with_request_options(TrainExportRequest)
def export(question: TrainExportRequest, out: OutOption = None) -> None:
    check_target(out, TrainingError)
    found = run_in_terminal(question)
    if found.notice:
        print_status(found.notice)
    lines = write_lines(found.answers, found.format)
    if out is None:
        for line in lines:
            typer.echo(line, nl=False)
        return

    write_lines_whole(out, lines, TrainingError)
    print_status(f"Saved to {out}.")


app.command("import", cls=RequestCommand)(command(TrainImportRequest))
app.command("reset", cls=RequestCommand)(command(TrainResetRequest))
app.command("repair", cls=RequestCommand)(command(TrainRepairRequest))


@app.command("anki", cls=RequestCommand)
@with_request_options(TrainAnkiRequest)
def anki(question: TrainAnkiRequest, out: ZipOption) -> None:
    if out.suffix.lower() != ".zip":
        raise TrainingError(f"The file '{out.name[:60]}' must end in .zip.", field="out")
    check_target(out, TrainingError)
    deck = run_in_terminal(question)
    write_atomically(out, lambda stream: write_anki(deck, stream), TrainingError)
    print_status(f"{plural(len(deck.cards), 'card')} saved to {out}.")

"""The terminal: two consoles, lines and progress on stderr, JSON, and tables as plain text.

Progress is a bar and the latest iteration on a terminal, and an occasional line elsewhere.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any, Self

import typer

from jamfold.cases.answers.watch import Observer
from jamfold.core.errors import TableError
from jamfold.core.progress import Progress
from jamfold.views.formats import to_text

if TYPE_CHECKING:
    from rich.console import Console

    from jamfold.betting.hand import TableHand
    from jamfold.solver.solution import Iteration
    from jamfold.spots.nplayer.search import SearchProgress
    from jamfold.spots.payoffs import SpotPayoffs

_logger = logging.getLogger("jamfold")
_PLAIN_WIDTH = 120
"""Width when the output is not a terminal, in characters: wide enough that no table is cut."""

_LEAVE = {"q", "quit", "exit"}

VERDICT = "bold #5fb4f0"
"""The style of the words of a verdict."""


def print_status(message: str) -> None:
    """Print one line on stderr, without control characters; nothing if stderr is closed."""
    line = "".join(c if c.isprintable() else "?" for c in " ".join(message.split()))
    with suppress(OSError):
        typer.echo(line if line.endswith((".", "!", "?", ")")) else f"{line}.", err=True)


def print_json(values: Any) -> None:
    typer.echo(to_text(values))


def console(*, stderr: bool = False) -> Console:
    """Return a console for tables; wide if the output is not a terminal."""
    from rich.console import Console

    plain = Console(stderr=stderr, highlight=False)
    return plain if plain.is_terminal else Console(stderr=stderr, highlight=False, width=_PLAIN_WIDTH)


def show(view: Any) -> None:
    """Print a sheet or a table on stdout; a text unchanged, an empty one not at all."""
    if not isinstance(view, str):
        console().print(renderable(view))
    elif view:
        typer.echo(view)


def read_answer(prompt: str) -> str | None:
    """Ask for a line of stdin, and return it stripped; None to leave, by a word or the end of the input."""
    typer.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        typer.echo("")
    answer = line.strip()
    return answer if line and answer.lower() not in _LEAVE else None


def plain_text(view: Any) -> str:
    """Return a sheet or a table as text without colours, for a file."""
    if isinstance(view, str):
        return f"{view}\n" if view else ""
    from rich.console import Console

    target = Console(width=_PLAIN_WIDTH, color_system=None, highlight=False, force_terminal=False)
    with target.capture() as capture:
        target.print(renderable(view))
    return capture.get()


def renderable(view: Any) -> Any:
    """Return a view for Rich to print: a sheet as tables and texts, anything else unchanged."""
    from jamfold.views.sheet import Sheet

    if not isinstance(view, Sheet):
        return view
    from jamfold.views.sheet_terminal import sheet_view

    return sheet_view(view)


FIRST_SECONDS = 1.0
"""Seconds that the first stage is silent without a terminal."""
_START = 3
"""Loading, before the first stage, is silent for this many times `FIRST_SECONDS`."""
_QUIET_SECONDS = 10.0
_STEADY_SHARE = 0.05  # below this share of the work, the remaining time is a guess
_PER_SECOND = 10


def someone_is_there() -> bool:
    """Return whether somebody can answer a printed question."""
    return sys.stdin.isatty() and console(stderr=True).is_terminal


class ProgressDisplay(Observer):
    """Shows progress within a ``with`` block; nothing before there is any.

    Parameters
    ----------
    title
        The subject of the work, such as the title of a game.
    """

    def __init__(self, title: str) -> None:
        self._title = title
        self._stack = ExitStack()
        self._bar: Any = None
        self._live: Any = None
        self._latest = ""
        self._started = time.monotonic()
        self._last = self._started - _QUIET_SECONDS + FIRST_SECONDS
        self._stage = ""
        self._paced: tuple[float, float] | None = None
        self._share = 0.0
        self._table = ""

    def __enter__(self) -> Self:
        """Show nothing yet; without a terminal, print a line as soon as the work takes long."""
        if not sys.stderr.isatty():
            self._say_later(_START * FIRST_SECONDS)
        return self

    def _say_later(self, seconds: float) -> None:
        timer = threading.Timer(seconds, self._say_stage)
        timer.daemon = True
        timer.start()
        self._stack.callback(timer.cancel)

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def on_stage(self, stage: str, share: float) -> None:
        """Show the stage and its progress."""
        stage += self._table
        if stage != self._stage:
            _logger.debug("%s: %s", self._title, stage)
        is_first, self._stage = not self._stage, stage
        if not console(stderr=True).is_terminal:
            if is_first:
                self._say_later(FIRST_SECONDS)
            self._line(stage, share)
            return
        if self._bar is None:
            self._close()
            self._bar, self._task = self._open_bar()
        self._bar.update(self._task, completed=share, description=f"{self._title}: {stage}")

    def table(self, hand: TableHand, going: SearchProgress) -> None:
        """Show a table's progress with the next stage."""
        from jamfold.views.table_sentences import going_text

        self._table = f", {going_text(hand, going)}"

    def on_notice(self, sentence: str) -> None:
        _logger.debug(sentence)
        print_status(sentence)

    def confirm(self, question: str) -> None:
        """Ask on a terminal; without one, the work goes on.

        Raises TableError if the answer is no.
        """
        if someone_is_there() and not typer.confirm(question, default=True, err=True):
            raise TableError("Cancelled. Nothing was built.")

    def on_iteration(self, iteration: Iteration, played: SpotPayoffs, count: int | None) -> None:
        """Show an iteration; without a terminal, print an occasional line if a solve takes long."""
        epsilon = f"{played.epsilon(iteration.epsilon):.3g} {played.currency}"
        self._latest = f"{self._title}: iteration {iteration.iteration}, epsilon {epsilon}"
        if not console(stderr=True).is_terminal:
            if time.monotonic() - self._started > _QUIET_SECONDS and self._is_due():
                print_status(self._latest)
        elif self._live is None:
            self._close()
            self._live = self._open_live()

    def _close(self) -> None:
        self._stack.close()
        self._bar = self._live = None

    def _open_bar(self) -> tuple[Any, Any]:
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        columns = (
            TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn(),
        )  # fmt: skip
        bar = self._stack.enter_context(Progress(*columns, console=console(stderr=True), transient=True))
        return bar, bar.add_task(self._title, total=1.0)

    def _open_live(self) -> Any:
        from rich.live import Live

        live = Live(
            get_renderable=lambda: self._latest,
            console=console(stderr=True),
            refresh_per_second=_PER_SECOND,
            transient=True,
        )
        return self._stack.enter_context(live)

    def _is_due(self) -> bool:
        """Return whether it is time for another line: at most one in ten seconds."""
        now = time.monotonic()
        if now - self._last < _QUIET_SECONDS:
            return False
        self._last = now
        return True

    def _say_stage(self) -> None:
        """Print a line if the start, or the first stage, takes long; later lines come between stages."""
        if not self._stage:
            print_status(f"{self._title} ...")
        elif self._is_due():
            print_status(f"{self._title}: {self._stage} ...")

    def _line(self, stage: str, share: float) -> None:
        """Print an occasional line on stderr."""
        if self._paced is None or share < self._share:  # a new stage has a new pace
            self._paced = time.monotonic(), share
        self._share = share
        if share >= 1 or not self._is_due():
            return
        left = ""
        since, first_share = self._paced
        if share - first_share > _STEADY_SHARE:
            left = f", about {(self._last - since) * (1 - share) / (share - first_share):.0f} s left"
        print_status(f"{self._title}: {stage}, {100 * share:.0f}% done{left}")


@contextmanager
def build_progress(title: str) -> Iterator[Progress]:
    """Show the stages of some work on stderr."""
    with ProgressDisplay(title) as display:
        yield display.on_stage

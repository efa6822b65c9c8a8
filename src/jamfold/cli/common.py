"""What the commands share: the situation options, the error boundary, JSON, the two consoles."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jamfold.errors import JamfoldError, SolutionError

if TYPE_CHECKING:
    from rich.console import Console

    from jamfold.games import Game
    from jamfold.spots.situation import Situation
    from jamfold.spots.solution import SpotSolution

BAD_INPUT = 2
BROKEN_PIPE = 1
INTERRUPTED = 130

_PLAIN_WIDTH = 120
"""Columns when the output is no terminal: wide enough that no table is cut."""

# Options are None unless given, so that --from can refuse them; the defaults stand in SpotOptions.
GameOption = Annotated[
    str | None,
    typer.Option(
        "--game", help="omaha (default), omaha-hilo, holdem, six-plus or six-plus-trips.", metavar="GAME"
    ),
]
StacksOption = Annotated[
    tuple[float, float] | None,
    typer.Option(
        "--stacks",
        help="Chips of small and big blind before anything is posted (default 100 100).",
        metavar="SB BB",
    ),
]
BlindsOption = Annotated[
    tuple[float, float] | None,
    typer.Option("--blinds", help="Small and big blind (default 5 10).", metavar="SB BB"),
]
AnteOption = Annotated[float | None, typer.Option("--ante", help="Ante of each player.", metavar="CHIPS")]
BbAnteOption = Annotated[
    float | None,
    typer.Option("--bb-ante", help="Ante of the big blind for the whole table.", metavar="CHIPS"),
]
DeadOption = Annotated[
    float | None,
    typer.Option("--dead", help="Blinds and antes of players who have folded.", metavar="CHIPS"),
]
MethodOption = Annotated[
    str | None, typer.Option("--method", help="exact (default) or fictitious-play.", metavar="METHOD")
]
IterationsOption = Annotated[
    int | None,
    typer.Option("--iterations", help="Iterations of fictitious-play (default 100).", metavar="N"),
]
FromOption = Annotated[
    Path | None, typer.Option("--from", help="A solution saved by solve --save.", metavar="FILE")
]
PositionOption = Annotated[
    str,
    typer.Option("--as", help="sb: small blind, jam or fold; bb: big blind, call or fold.", metavar="sb|bb"),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, with full precision.")]


@dataclass(frozen=True)
class SpotOptions:
    """The options that describe a spot, None where not given."""

    game: str | None
    stacks: tuple[float, float] | None
    blinds: tuple[float, float] | None
    ante: float | None
    bb_ante: float | None
    dead: float | None
    method: str | None = None
    iterations: int | None = None

    def rules(self) -> Game:
        """The game."""
        from jamfold.games import find_game

        return find_game("omaha" if self.game is None else self.game)

    def situation(self) -> Situation:
        """The situation in chips."""
        from jamfold.spots.situation import Situation

        return Situation.from_antes(
            self.stacks or (100.0, 100.0),
            self.blinds or (5.0, 10.0),
            self.ante or 0.0,
            self.bb_ante or 0.0,
            self.dead or 0.0,
        )

    def solve(self) -> SpotSolution:
        """Solve the spot, with live progress on a terminal."""
        from jamfold.cli.live import SolveProgress
        from jamfold.spots.solve import solve_situation

        rules, situation = self.rules(), self.situation()
        with SolveProgress(rules, situation) as progress:
            return solve_situation(
                rules,
                situation,
                method=self.method or "exact",
                iterations=self.iterations,
                progress=progress,
                table_progress=progress.build,
            )

    def load_or_solve(self, saved: Path | None) -> SpotSolution:
        """The saved solution if there is one, else solve the spot.

        Raises
        ------
        SolutionError
            If a saved solution and options of a spot are both given.
        """
        if saved is None:
            return self.solve()
        if self != SpotOptions(*[None] * 6):
            raise SolutionError(
                "A saved solution has its own game, stacks and method: leave those options out."
            )
        from jamfold.spots.solution import load_solution

        return load_solution(saved)


def guarded(run: Callable[[], Any]) -> int:
    """Run a command and give its exit code; every failure is one sentence on stderr."""
    try:
        code = run()
        sys.stdout.flush()
    except (JamfoldError, typer.TyperException) as error:
        say(error.format_message() if isinstance(error, typer.TyperException) else str(error))
        return BAD_INPUT
    except BrokenPipeError:
        # Nobody reads any more; keep Python from flushing into the pipe at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        code = INTERRUPTED
    except OSError as error:
        where = f" '{error.filename}'" if error.filename else ""
        say(f"The system refuses{where}: {error.strerror or error}.")
        return BAD_INPUT
    except MemoryError:
        say("There is not enough memory for this.")
        return BAD_INPUT
    if code == INTERRUPTED:
        say("Interrupted.")
    return code if isinstance(code, int) else 0


def say(message: str) -> None:
    """Print one line on stderr, without control characters."""
    line = "".join(c if c.isprintable() else "?" for c in " ".join(message.split()))
    typer.echo(line if line.endswith((".", "!", "?", ")")) else f"{line}.", err=True)


def print_json(values: Mapping[str, Any] | Sequence[Any]) -> None:
    """Print JSON on stdout, numbers in full precision."""
    typer.echo(json.dumps(values, indent=2, allow_nan=False))


def console(*, stderr: bool = False) -> Console:
    """A console for tables; wide when the output is no terminal."""
    from rich.console import Console

    plain = Console(stderr=stderr, highlight=False)
    return plain if plain.is_terminal else Console(stderr=stderr, highlight=False, width=_PLAIN_WIDTH)


def check_target(path: Path | None) -> Path | None:
    """The path itself, if a file can be put there; asked before long work.

    Raises
    ------
    SolutionError
        If the folder does not exist, or the path is a folder.
    """
    if path is not None and path.is_dir():
        raise SolutionError(f"Cannot write '{path}': it is a folder.")
    if path is not None and not path.parent.is_dir():
        raise SolutionError(f"Cannot write '{path}': there is no folder '{path.parent}'.")
    return path


def write_text(path: Path, text: str) -> None:
    """Write a text file.

    Raises
    ------
    SolutionError
        If it cannot be written.
    """
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SolutionError(f"Cannot write '{path}': {error.strerror or error}.") from None

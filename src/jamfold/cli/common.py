"""What the commands share: the situation options, JSON, the two consoles."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jamfold.errors import SolutionError

if TYPE_CHECKING:
    from rich.console import Console

    from jamfold.games import Game
    from jamfold.spots.situation import Situation
    from jamfold.spots.solution import SpotSolution

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


def print_json(values: Mapping[str, Any] | Sequence[Any]) -> None:
    """Print JSON on stdout, numbers in full precision."""
    typer.echo(json.dumps(values, indent=2, allow_nan=False))


def console(*, stderr: bool = False) -> Console:
    """A console for tables; wide when the output is no terminal."""
    from rich.console import Console

    plain = Console(stderr=stderr, highlight=False)
    return plain if plain.is_terminal else Console(stderr=stderr, highlight=False, width=_PLAIN_WIDTH)

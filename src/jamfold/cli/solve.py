"""``jamfold solve``: the equilibrium of a spot."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jamfold.cli.common import (
    AnteOption,
    BbAnteOption,
    BlindsOption,
    DeadOption,
    GameOption,
    IterationsOption,
    JsonOption,
    MethodOption,
    SpotOptions,
    StacksOption,
    check_target,
    console,
    print_json,
    say,
)

SaveOption = Annotated[
    Path | None, typer.Option("--save", help="Keep the solution in a file (.npz).", metavar="FILE")
]


def solve(
    game: GameOption = None,
    stacks: StacksOption = None,
    blinds: BlindsOption = None,
    ante: AnteOption = None,
    bb_ante: BbAnteOption = None,
    dead: DeadOption = None,
    method: MethodOption = None,
    iterations: IterationsOption = None,
    save: SaveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Solve a spot: how much is jammed and called, values, and how exact that is.

    Numbers in bb are in the unit of the game, which is the big blind when there
    are no antes and no dead money, and the big blind plus half of both otherwise.
    Chips are net results from the start of the hand.
    """
    check_target(save)
    options = SpotOptions(game, stacks, blinds, ante, bb_ante, dead, method, iterations)
    spot = options.solve()
    if save is not None:
        spot.save(save)
        say(f"Saved to {save}.")
    if as_json:
        print_json(spot.summary())
    else:
        from jamfold.cli.show import solution_view

        console().print(solution_view(spot))

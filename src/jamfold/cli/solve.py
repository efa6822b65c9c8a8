"""``jamfold solve``: the equilibrium of a spot."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jamfold.cli.boundary import say
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
    console,
    print_json,
)
from jamfold.errors import SolverError
from jamfold.kept.whole import check_target

SaveOption = Annotated[
    Path | None, typer.Option("--save", help="Keep the solution in a file (.npz).", metavar="FILE")
]
CallRangeOption = Annotated[
    str | None,
    typer.Option("--call-range", help="Answer this range of the big blind, instead of solving.", metavar="R"),
]
JamRangeOption = Annotated[
    str | None,
    typer.Option(
        "--jam-range", help="Answer this range of the small blind, instead of solving.", metavar="R"
    ),
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
    call_range: CallRangeOption = None,
    jam_range: JamRangeOption = None,
    save: SaveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Solve a spot: how much is jammed and called, values, and how exact that is.

    Numbers in bb are in the unit of the game, which is the big blind when there
    are no antes and no dead money, and the big blind plus half of both otherwise.
    Chips are net results from the start of the hand.

    With --call-range or --jam-range: the best response to that range of the other
    player, what it gains over the equilibrium, and what the range costs.
    """
    check_target(save)
    options = SpotOptions(game, stacks, blinds, ante, bb_ante, dead, method, iterations)
    if call_range is not None or jam_range is not None:
        _answer(options, call_range, jam_range, save, as_json)
        return
    spot = options.solve()
    if save is not None:
        spot.save(save)
        say(f"Saved to {save}.")
    if as_json:
        print_json(spot.summary())
    else:
        from jamfold.views.solution_tables import solution_view

        console().print(solution_view(spot))


def _answer(
    options: SpotOptions, call_range: str | None, jam_range: str | None, save: Path | None, as_json: bool
) -> None:
    """Print the best response to a range."""
    from jamfold.cli.building import build_progress
    from jamfold.spots.exploit import exploit_range
    from jamfold.spots.strategy import Position

    if options.method is not None or options.iterations is not None:
        raise SolverError("A best response is exact: leave --method and --iterations out.")
    if call_range is not None and jam_range is not None:
        raise SolverError("Give the range of one player, --call-range or --jam-range, not both.")
    held, responder = (
        (call_range, Position.SMALL_BLIND) if call_range is not None else (jam_range, Position.BIG_BLIND)
    )
    rules = options.rules()
    with build_progress(rules.title) as progress:
        found = exploit_range(rules, options.situation(), held or "", responder, progress)
    for warning in found.held.warnings:
        say(f"Warning: {warning}")
    if save is not None:
        found.spot.save(save)
        say(f"Saved to {save}.")
    if as_json:
        print_json(found.spot.summary() | {"against": found.as_dict()})
        return
    from jamfold.views.solution_tables import exploit_view

    console().print(exploit_view(found))

"""``jamfold converge``: how fictitious play approaches the equilibrium."""

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
    SpotOptions,
    StacksOption,
)
from jamfold.kept.whole import check_target

FigureOption = Annotated[
    Path | None, typer.Option("--out", help="Write a figure, .svg or .png.", metavar="FILE")
]


def converge(
    iterations: IterationsOption = None,
    out: FigureOption = None,
    game: GameOption = None,
    stacks: StacksOption = None,
    blinds: BlindsOption = None,
    ante: AnteOption = None,
    bb_ante: BbAnteOption = None,
    dead: DeadOption = None,
) -> None:
    """Plot epsilon by iteration of fictitious play, both axes logarithmic."""
    from jamfold.views.convergence import epsilons, save_figure, terminal_plot
    from jamfold.views.figures import check_figure

    if out is not None:
        check_figure(out)
        check_target(out)
    options = SpotOptions(game, stacks, blinds, ante, bb_ante, dead, "fictitious-play", iterations)
    spot = options.solve()
    typer.echo(terminal_plot(epsilons(spot)), nl=False)
    typer.echo(spot.certificate_text())
    if out is not None:
        save_figure(spot, out)
        say(f"Saved to {out}.")

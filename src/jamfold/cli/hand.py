"""``jamfold hand``: one hand of a spot."""

from __future__ import annotations

from typing import Annotated

import typer

from jamfold.cli.common import (
    AnteOption,
    BbAnteOption,
    BlindsOption,
    DeadOption,
    FromOption,
    GameOption,
    IterationsOption,
    JsonOption,
    MethodOption,
    PositionOption,
    SpotOptions,
    StacksOption,
    console,
    print_json,
)
from jamfold.errors import ClassError

CardsArgument = Annotated[
    list[str] | None, typer.Argument(help="The cards: '6h Qd 6c Ac' or 6hQd6cAc.", metavar="CARDS")
]
IdOption = Annotated[int | None, typer.Option("--id", help="A class by its id instead.", metavar="ID")]


def hand(
    cards: CardsArgument = None,
    position: PositionOption = "sb",
    class_id: IdOption = None,
    saved: FromOption = None,
    game: GameOption = None,
    stacks: StacksOption = None,
    blinds: BlindsOption = None,
    ante: AnteOption = None,
    bb_ante: BbAnteOption = None,
    dead: DeadOption = None,
    method: MethodOption = None,
    iterations: IterationsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Look up one hand: how often it is played, EV all-in, EV fold, what to do.

    EVs are net results from the start of the hand; for the big blind they are
    those after the small blind has jammed.  The unit bb is that of `jamfold solve`.
    """
    from jamfold.spots.lookup import find_class
    from jamfold.spots.strategy import Position

    if (class_id is None) == (not cards):
        raise ClassError("Give the cards of a hand or the --id of a class, one of them.")
    wanted = " ".join(cards or []) if class_id is None else class_id
    seat = Position.parse(position)
    options = SpotOptions(game, stacks, blinds, ante, bb_ante, dead, method, iterations)
    if saved is None:
        find_class(options.rules(), wanted)  # a bad hand is told before anything is solved
    spot = options.load_or_solve(saved)
    report = spot.hand(wanted, seat)
    if as_json:
        print_json({"game": spot.game.name} | report.as_dict() | spot.certificate())
    else:
        from jamfold.views.solution_tables import hand_view

        console().print(hand_view(spot, report))

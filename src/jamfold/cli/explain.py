"""``jamfold explain``: why a hand is played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

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

if TYPE_CHECKING:
    from jamfold.spots.charts import Chart
    from jamfold.spots.explain import Explanation
    from jamfold.spots.solution import SpotSolution

_QUICK_CLASSES = 1000
"""Games with no more classes are swept without asking: a second's work."""

HandOption = Annotated[
    str | None, typer.Option("--hand", help="The cards: '6h Qd 6c Ac' or 6hQd6cAc.", metavar="CARDS")
]
IdOption = Annotated[int | None, typer.Option("--id", help="A class by its id instead.", metavar="ID")]
SweepOption = Annotated[
    bool | None,
    typer.Option(
        "--sweep/--no-sweep",
        help="Solve all stacks from 1 to 25 too, for those at which the hand is played.",
        show_default="two-card games only",
    ),
]


def explain(
    hand: HandOption = None,
    class_id: IdOption = None,
    position: PositionOption = "sb",
    sweep: SweepOption = None,
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
    """Explain one hand: chance to be called, equity, EVs, where it breaks even.

    The unit bb is that of `jamfold solve`: the big blind, plus half of the antes
    and the dead money if there are any.
    """
    from jamfold.spots.explain import explain as take_apart
    from jamfold.spots.lookup import find_class
    from jamfold.spots.strategy import Position

    if (class_id is None) == (hand is None):
        raise ClassError("Give the cards as --hand or the --id of a class, one of them.")
    wanted = hand if hand is not None else class_id
    assert wanted is not None
    seat = Position.parse(position)
    options = SpotOptions(game, stacks, blinds, ante, bb_ante, dead, method, iterations)
    if saved is None:
        find_class(options.rules(), wanted)  # a bad hand is told before anything is solved
    spot = options.load_or_solve(saved)
    if sweep is None:
        sweep = spot.classes.n <= _QUICK_CLASSES
    found = take_apart(spot, spot.hand(wanted, seat), _chart(spot) if sweep else None)
    if as_json:
        print_json({"game": spot.game.name} | found.as_dict() | spot.certificate())
    else:
        _show(spot, found)


def _chart(spot: SpotSolution) -> Chart:
    from jamfold.cli.chart import solve_chart
    from jamfold.spots.stacks import PlainStakes, StackGrid

    return solve_chart(spot.game, StackGrid(), PlainStakes(spot.b))


def _show(spot: SpotSolution, found: Explanation) -> None:
    from rich.text import Text

    from jamfold.spots.explain import sentences
    from jamfold.views.words import spot_text

    screen = console()
    seat = "small blind" if found.hand.position == "sb" else "big blind, facing a jam"
    title = f"{found.hand.cards} in the {seat}: class {found.hand.id} ({found.name})"
    screen.print(Text(title, style="bold"), Text(spot_text(spot)), sep="\n")
    for line in sentences(found):
        screen.print(Text(f"  {line}"))
    screen.print(Text(spot.certificate_text()))

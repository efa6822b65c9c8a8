"""``jamfold hands``: the strategy as a list."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jamfold.cli.boundary import say
from jamfold.cli.common import (
    AnteOption,
    BbAnteOption,
    BlindsOption,
    DeadOption,
    FromOption,
    GameOption,
    IterationsOption,
    MethodOption,
    PositionOption,
    SpotOptions,
    StacksOption,
    console,
)
from jamfold.errors import ClassError
from jamfold.kept.whole import check_target, write_whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from jamfold.games import Game

FORMATS = ("table", "csv", "json", "range")
_TABLE_ROWS = 25

SortOption = Annotated[
    str,
    typer.Option(
        "--sort",
        help="id, ev (all-in EV), margin (gain over folding), played, size, or close (least margin first).",
        metavar="ORDER",
    ),
]
PatternOption = Annotated[
    str | None,
    typer.Option("--pattern", help="Suit pattern, such as aabb: two suits of two cards.", metavar="PATTERN"),
]
ContainsOption = Annotated[
    str | None,
    typer.Option(
        "--contains", help="Cards (Ah Kh: a suited ace and king) or ranks (AA) in the hand.", metavar="CARDS"
    ),
]
TopOption = Annotated[
    int | None, typer.Option("--top", help=f"Only the first N (table: {_TABLE_ROWS}).", metavar="N")
]
FormatOption = Annotated[
    str,
    typer.Option(
        "--format",
        help="table, csv, json, or range: what is played, as text (four cards: near it).",
        metavar="FORMAT",
    ),
]
EveryClassOption = Annotated[
    bool,
    typer.Option(
        "--every-class", help="With --format range: four cards exactly, as a list of classes with chances."
    ),
]
TermsOption = Annotated[
    int | None,
    typer.Option("--terms", help="With --format range: most terms for four cards (default 40).", metavar="N"),
]
OutOption = Annotated[Path | None, typer.Option("--out", help="Write to a file instead.", metavar="FILE")]


def hands(
    position: PositionOption = "sb",
    sort: SortOption = "ev",
    pattern: PatternOption = None,
    contains: ContainsOption = None,
    top: TopOption = None,
    form: FormatOption = "table",
    terms: TermsOption = None,
    every_class: EveryClassOption = False,
    out: OutOption = None,
    saved: FromOption = None,
    game: GameOption = None,
    stacks: StacksOption = None,
    blinds: BlindsOption = None,
    ante: AnteOption = None,
    bb_ante: BbAnteOption = None,
    dead: DeadOption = None,
    method: MethodOption = None,
    iterations: IterationsOption = None,
) -> None:
    """List a strategy: every class with how often it is played, EVs and margin."""
    from jamfold.spots.strategy import Position
    from jamfold.views.listing import Query

    if form not in FORMATS:
        raise ClassError(f"Unknown format '{form[:40]}': the formats are {', '.join(FORMATS)}.")
    if (every_class or terms is not None) and form != "range":
        raise ClassError(f"{'--every-class' if every_class else '--terms'} goes with --format range.")
    check_target(out)
    seat = Position.parse(position)
    query = Query(sort, pattern, contains, top)
    options = SpotOptions(game, stacks, blinds, ante, bb_ante, dead, method, iterations)
    if saved is None:
        query.chosen(options.rules())
    spot = options.load_or_solve(saved)
    if form == "range":
        say(spot.certificate_text())
        played = spot.strategy(seat).played * query.chosen(spot.game)
        text = f"{_range(spot.game, played, terms, every_class)}\n"
        typer.echo(text, nl=False) if out is None else write_whole(out, text)
        return
    found = query.run(spot.strategy(seat))
    if form != "table":
        from jamfold.views.listing import as_csv, as_json

        say(spot.certificate_text())
        rows = [hand.as_dict() for hand in found]
        text = as_csv(rows) if form == "csv" else as_json(rows)
        typer.echo(text, nl=False) if out is None else write_whole(out, text)
        return
    from jamfold.views.solution_tables import hands_view, plain_text

    total = int(query.chosen(spot.game).sum())
    view = hands_view(spot, seat, found[: top or _TABLE_ROWS], total)
    console().print(view) if out is None else write_whole(out, plain_text(view))


def _range(game: Game, played: NDArray[np.float64], terms: int | None, every_class: bool) -> str:
    """What is played, as text; how near it is goes to stderr."""
    from jamfold.views.range_text import NEAR_TERMS, near_text, range_text

    near = None if every_class else near_text(game, played, terms)
    if near is None:
        if game.hole_cards > 2 and not every_class:
            say(f"No text of {NEAR_TERMS} terms is near: all classes are listed")
        return range_text(game, played)
    say(near.sentence if near.exact else f"{near.sentence}; --every-class lists all classes")
    return near.text

"""``jamfold range``: what a range text means."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jamfold.cli.boundary import say
from jamfold.cli.common import (
    AnteOption,
    BbAnteOption,
    BlindsOption,
    DeadOption,
    GameOption,
    JsonOption,
    PositionOption,
    SpotOptions,
    StacksOption,
    print_json,
)
from jamfold.errors import RangeError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from jamfold.ranges import HandRange

ORDERS = {
    "equity": "equity against a random hand",
    "equilibrium": "gain of going all-in in the equilibrium of the spot",
}
_CANONICAL_SHOWN = 2_000

TextArgument = Annotated[str, typer.Argument(help='A range, such as "22+,A2s+" or "AA$ds,KK:xxyy".')]
NotationOption = Annotated[
    str | None,
    typer.Option(
        "--notation",
        help="classic or generic (default: classic for two hole cards, else generic).",
        metavar="NOTATION",
    ),
]
OrderOption = Annotated[
    str,
    typer.Option(
        "--order",
        help="What percentages go by: equity (against a random hand) or equilibrium "
        "(gain of going all-in; the spot is given by --stacks, --blinds, ..., --as).",
        metavar="ORDER",
    ),
]
SampleOption = Annotated[
    int, typer.Option("--sample", help="Show N random hands of the range.", metavar="N", min=0)
]
SeedOption = Annotated[int, typer.Option("--seed", help="Seed of the sample.", metavar="S", min=0)]


def range_(
    text: TextArgument,
    game: GameOption = None,
    notation: NotationOption = None,
    order: OrderOption = "equity",
    sample: SampleOption = 0,
    seed: SeedOption = 0,
    stacks: StacksOption = None,
    blinds: BlindsOption = None,
    ante: AnteOption = None,
    bb_ante: BbAnteOption = None,
    dead: DeadOption = None,
    position: PositionOption = "sb",
    as_json: JsonOption = False,
) -> None:
    """Read a range: its combinations, classes, share of all hands, and shortest text."""
    from jamfold.ranges import format_range, parse_range

    if order not in ORDERS:
        raise RangeError(f"Unknown order '{order[:40]}': the orders are {', '.join(ORDERS)}.")
    spot = SpotOptions(game, stacks, blinds, ante, bb_ante, dead)
    rules = spot.rules()
    held = parse_range(text, rules, notation, _ordering(order, spot, position))
    try:
        canonical: str | None = format_range(held, notation)
    except RangeError as error:
        canonical = None
        held = held.with_notes((*held.warnings, str(error)), held.uses_order)
    hands = held.sample(sample, seed) if sample else []
    if as_json:
        print_json(_report(held, canonical, order, hands if sample else None))
        return
    for warning in held.warnings:
        say(f"Warning: {warning}")
    for name, value in _lines(held, canonical, order, hands):
        typer.echo(f"{name:13} {value}")


def _report(held: HandRange, canonical: str | None, order: str, hands: list[str] | None) -> dict[str, Any]:
    """What --json prints."""
    return {
        "game": held.game.name,
        "combinations": held.combinations,
        "classes": held.n_classes,
        "percent": held.percent,
        "canonical": canonical,
        "warnings": list(held.warnings),
        "class_union": held.is_class_union,
        "weighted_combinations": held.weighted_combinations,
        "order": order if held.uses_order else None,
        **({} if hands is None else {"sample": hands}),
    }


def _lines(held: HandRange, canonical: str | None, order: str, hands: list[str]) -> list[tuple[str, str]]:
    """What is printed for people."""
    union = "" if held.is_class_union else ", some in part"
    lines = [
        ("game", held.game.title),
        ("combinations", f"{held.combinations:,} of {held.game.n_hands:,}"),
        ("percent", f"{held.percent:.4f} %"),
        ("classes", f"{held.n_classes:,} of {held.classes.n:,}{union}"),
    ]
    if held.is_weighted:
        lines.insert(2, ("weighted", f"{held.weighted_combinations:,.4f} combinations"))
    if held.uses_order:
        lines.append(("ordering", ORDERS[order]))
    if canonical is not None:
        more = len(canonical) - _CANONICAL_SHOWN
        cut = canonical if more <= 0 else f"{canonical[:_CANONICAL_SHOWN]}... ({more:,} more; --json has all)"
        lines.append(("canonical", cut))
    if hands:
        lines.append(("sample", " ".join(hands)))
    return lines


def _ordering(name: str, spot: SpotOptions, position: str) -> Callable[[], NDArray[np.int64]]:
    """The ordering of a name, worked out when a percentage asks for it."""

    def by_equity() -> NDArray[np.int64]:
        from jamfold.cli.building import build_progress
        from jamfold.tables.ordering import equity_order

        rules = spot.rules()
        with build_progress(rules.title) as progress:
            return equity_order(rules, progress)

    def by_equilibrium() -> NDArray[np.int64]:
        from jamfold.ranges import best_first
        from jamfold.spots.strategy import Position

        return best_first(spot.solve().strategy(Position.parse(position)).margin)

    return by_equity if name == "equity" else by_equilibrium

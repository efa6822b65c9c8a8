"""``jamfold winchance``: the chance of a Hold'em hand on the flop."""

from __future__ import annotations

from typing import Annotated

import typer

from jamfold.cli.common import JsonOption, print_json
from jamfold.errors import ChanceError


def winchance(
    hand: Annotated[str | None, typer.Argument(help='Two cards, such as "As Kd".')] = None,
    flop: Annotated[str | None, typer.Option("--flop", help='Three cards, such as "Kh 7d 2c".')] = None,
    as_json: JsonOption = False,
) -> None:
    """The exact winning chance of a Hold'em hand on the flop."""
    from jamfold.equity.flops.strength import N_OUTCOMES, POINTS, flop_strengths, read_flop, read_hand

    if hand is None or flop is None:
        raise ChanceError('A winning chance needs a hand and --flop: "As Kd" --flop "Kh 7d 2c".')
    board = read_flop(flop)
    found = flop_strengths(board)
    row = found.number(read_hand(hand, board))
    win, tie = int(found.wins[row]), int(found.ties[row])
    raw = {
        "win": win,
        "tie": tie,
        "lose": N_OUTCOMES - win - tie,
        "equity": int(found.points[row]) / POINTS,
    }
    if as_json:
        print_json({"raw": raw})
        return
    typer.echo(f"raw strength {100 * raw['equity']:.6f} %")

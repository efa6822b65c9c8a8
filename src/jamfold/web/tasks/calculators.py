"""Tasks of the calculator: equities, and ranges as they are typed."""

from __future__ import annotations

from typing import Any

from jamfold.errors import EquityError
from jamfold.web.worker import Report

_LONGEST = 20_000


def equity(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """Pot shares of two to nine players, as ``jamfold equity --json`` gives them."""
    from jamfold.equities.calculator.calculate import equity as calculate

    players = [short(text) for text in params["players"]]
    result = calculate(
        str(params.get("game", "omaha")),
        players,
        short(params.get("board") or ""),
        short(params.get("dead") or ""),
        exact=params.get("exact"),
        deals=params.get("deals"),
        error=params.get("error"),
        seed=params.get("seed"),
        notation=params.get("notation"),
        progress=report.build,
    )
    return result.as_json()


def player(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """What one player's text means, as it is typed."""
    from jamfold.equities.calculator.question import known_cards, read_player
    from jamfold.equities.tables.store import open_table
    from jamfold.games import find_game
    from jamfold.hands.ranges import best_first

    game = find_game(str(params.get("game", "omaha")))
    known = [card for name in ("board", "dead") for card in known_cards(game, params.get(name) or "", name)]
    one = read_player(game, short(params["text"]), known, order=lambda: best_first(open_table(game).row_sums))
    count = len(one.rows)
    return {
        "combinations": count,
        "share": count / game.n_hands,
        "warnings": list(one.held.warnings),
    }


def short(text: object) -> str:
    """A text of bounded length.

    Raises
    ------
    EquityError
        If it is none.
    """
    if not isinstance(text, str):
        raise EquityError("Hands, boards and ranges are texts.")
    if len(text) > _LONGEST:
        raise EquityError(f"A text has more than {_LONGEST:,} characters.")
    return text

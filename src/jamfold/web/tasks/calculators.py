"""Tasks of the calculator: equities, and what one player's text means, as it is typed."""

from __future__ import annotations

from typing import Any

from jamfold.errors import EquityError, JamfoldError
from jamfold.web.inputs import FieldError, at_field
from jamfold.web.worker import Report

_LONGEST = 20_000


def equity(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """Pot shares of two to nine players, as ``jamfold equity --json`` gives them.

    Raises
    ------
    FieldError
        If one text is at fault: ``board``, ``dead``, or ``player1``, ``player2``, ...
    """
    from jamfold.calculator.calculate import equity as calculate

    players = [short(text) for text in params["players"]]
    try:
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
    except JamfoldError as error:
        field = _field_of(str(error), players, params, report)
        raise FieldError(str(error), field) from error
    return result.as_json()


def _field_of(sentence: str, players: list[str], params: dict[str, Any], report: Report) -> str:
    """The field whose text gives this sentence by itself; empty if none does."""
    if sentence.startswith("The board '"):
        return "board"
    for k, text in enumerate(players, start=1):
        try:
            player({**params, "text": text}, report)
        except JamfoldError as error:
            if str(error) == sentence:
                field = getattr(error, "field", "")
                return f"player{k}" if field == "text" else field
    return ""


def player(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """What one player's text means.

    Raises
    ------
    FieldError
        If ``text``, ``board`` or ``dead`` make no sense.
    """
    from jamfold.calculator.question import known_cards, read_player
    from jamfold.games import find_game
    from jamfold.ranges import best_first
    from jamfold.tables import open_table

    game = find_game(str(params.get("game", "omaha")))
    known: list[int] = []
    for name, what in (("board", "board"), ("dead", "dead cards")):
        with at_field(name):
            known += known_cards(game, short(params.get(name) or ""), what)
    with at_field("text"):
        one = read_player(
            game,
            short(params["text"]),
            known,
            params.get("notation"),
            order=lambda: best_first(open_table(game).row_sums),
        )
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

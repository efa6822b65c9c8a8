"""Tasks of the calculators: equities, ranges as they are typed, the winning chance."""

from __future__ import annotations

from typing import Any

from jamfold.errors import EquityError
from jamfold.web.worker import Report

_LONGEST = 20_000


def equity(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """Pot shares of two to nine players, as ``jamfold equity --json`` gives them."""
    from jamfold.equities.calculator.calculate import equity as calculate

    players = [_short(text) for text in params["players"]]
    result = calculate(
        str(params.get("game", "omaha")),
        players,
        _short(params.get("board") or ""),
        _short(params.get("dead") or ""),
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
    one = read_player(
        game, _short(params["text"]), known, order=lambda: best_first(open_table(game).row_sums)
    )
    count = len(one.rows)
    return {
        "combinations": count,
        "share": count / game.n_hands,
        "warnings": list(one.held.warnings),
    }


def winchance(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """A Hold'em hand on the flop against opponents who fold weak holdings."""
    from jamfold.equities.flops import folding
    from jamfold.equities.flops.distribution import Spread
    from jamfold.equities.flops.strength import flop_strengths, read_flop, read_hand
    from jamfold.equities.winning_chance import check_numbers, winning_chance

    flop = read_flop(_short(params.get("flop") or ""))
    cards = read_hand(_short(params.get("hand") or ""), flop)
    opponents, sample = params.get("opponents", 1), (params.get("deals", 200_000), params.get("seed", 0))
    check_numbers(opponents, None, *sample)
    folds = None
    strengths = flop_strengths(flop)
    if params.get("fold_below"):
        folds = folding.fold_below(_short(params["fold_below"]))
    elif params.get("fold_share"):
        text = _short(params["fold_share"])
        folding.read_share(text, "share that folds")
        folds = folding.fold_share(text, Spread.of(strengths.points))
    report({"stage": "counting", "share": 0.0})
    found = winning_chance(cards, flop, opponents, folds, None, *sample)
    histogram = Spread.of(strengths.points).histogram(_BINS).tolist()
    from jamfold.cli.winchance import result_values

    return result_values(found) | {"histogram": histogram}


_BINS = 50


def _short(text: object) -> str:
    if not isinstance(text, str):
        raise EquityError("Hands, boards and ranges are texts.")
    if len(text) > _LONGEST:
        raise EquityError(f"A text has more than {_LONGEST:,} characters.")
    return text

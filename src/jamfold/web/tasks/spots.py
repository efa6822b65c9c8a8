"""Tasks about a spot: solve it, build its table, look up a hand.

Solved spots are kept in the worker, the latest ones; a question about another
one solves it first.
"""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from jamfold.errors import ClassError
from jamfold.games import GAMES
from jamfold.web.inputs import SpotInputs
from jamfold.web.worker import Report

if TYPE_CHECKING:
    from jamfold.solver.solution import Progress
    from jamfold.spots.solution import SpotSolution

_KEPT = 24
_HISTORY_POINTS = 240

_kept: OrderedDict[SpotInputs, SpotSolution] = OrderedDict()
_keeping = threading.Lock()
# While a table is built or a long solve runs, other spots are solved and looked up.
_building = {name: threading.Lock() for name in GAMES}
_solving: dict[SpotInputs, threading.Lock] = {}


def solved(params: dict[str, Any], report: Report) -> SpotSolution:
    """The solution of a spot, from memory or now."""
    inputs = SpotInputs(**params).check()
    found = _remembered(inputs)
    if found is not None:
        return found
    with _keeping:
        turn = _solving.setdefault(inputs, threading.Lock())
    with turn:
        found = _remembered(inputs) or _solve(inputs, report)
    with _keeping:
        _solving.pop(inputs, None)
        _kept[inputs] = found
        while len(_kept) > _KEPT:
            _kept.popitem(last=False)
    return found


def _remembered(inputs: SpotInputs) -> SpotSolution | None:
    with _keeping:
        if inputs in _kept:
            _kept.move_to_end(inputs)
        return _kept.get(inputs)


def _solve(inputs: SpotInputs, report: Report) -> SpotSolution:
    from jamfold.spots.solving import solve_situation

    rules, situation = inputs.rules(), inputs.situation()
    build({"game": rules.name}, report)

    def tell(progress: Progress) -> None:
        v1, v2 = progress.v1, progress.v2
        report(
            {
                "stage": "solving",
                "iteration": progress.iteration,
                "iterations": inputs.iterations or (None if inputs.method == "exact" else 100),
                "jam_percent": 100 * progress.jam_share,
                "call_percent": 100 * progress.call_share,
                "post_ev_chips": [situation.chips_small_blind(v1), situation.chips_big_blind(v2)],
                "epsilon_bb": progress.epsilon,
                "epsilon_chips": situation.unit * progress.epsilon,
            }
        )

    return solve_situation(
        rules,
        situation,
        method=inputs.method,
        iterations=inputs.iterations,
        progress=tell,
    )


def solve(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """The summary of a solution, in words and numbers, and its way there."""
    from jamfold.views.words import decision_text, effective_text, spot_text

    spot = solved(params, report)
    epsilons = [float(row[-1]) for row in spot.solution.history]
    return {
        "summary": spot.summary(),
        "title": spot_text(spot),
        "notes": [text for text in (effective_text(spot), decision_text(spot)) if text],
        "certificate": spot.certificate_text(),
        "history": [[k + 1, epsilons[k]] for k in spread(len(epsilons))],
    }


def spread(count: int) -> list[int]:
    """Some of the numbers 0..count - 1, even on a logarithmic scale, both ends among them."""
    if count <= _HISTORY_POINTS:
        return list(range(count))
    places = {round(math.exp(math.log(count) * k / _HISTORY_POINTS)) - 1 for k in range(_HISTORY_POINTS + 1)}
    return sorted(places)


def build(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """Load a game's table, building it first where it is missing."""
    from jamfold.games import find_game
    from jamfold.spots.solving import load_payoffs

    game = find_game(params["game"])
    with _building[game.name]:
        load_payoffs(game, report.build)
    return {"game": game.name}


def hand(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """One hand of a spot, with the reasons."""
    from jamfold.spots.explain import explain
    from jamfold.spots.lookup import find_class
    from jamfold.spots.strategy import Seat

    wanted, seat = _wanted(params["hand"]), Seat.parse(params["position"])
    find_class(SpotInputs(**params["spot"]).check().rules(), wanted)
    spot = solved(params["spot"], report)
    found = explain(spot, spot.hand(wanted, seat))
    return {"game": spot.game.name} | found.as_dict() | spot.certificate()


def _wanted(given: Any) -> str | int:
    """Cards, or a class id where the text is a number."""
    if isinstance(given, int):
        return given
    text = str(given).strip()
    if not text:
        raise ClassError("Give the cards of a hand or the id of a class.")
    return int(text) if text.isascii() and text.isdigit() else text

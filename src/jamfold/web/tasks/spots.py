"""Tasks about a spot: solve it, look up a hand, list and export its strategy.

Solved spots are kept in the worker, the latest ones; a question about another
one solves it first.
"""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from jamfold.errors import ClassError
from jamfold.web.inputs import SpotInputs
from jamfold.web.worker import Report

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from jamfold.solver.solution import Progress
    from jamfold.spots.solution import SpotSolution
    from jamfold.spots.strategy import SeatStrategy

_KEPT = 24
_HISTORY_POINTS = 240
MAX_PAGE = 200
EXPORTS = ("csv", "json", "range")

_kept: OrderedDict[SpotInputs, SpotSolution] = OrderedDict()
_solving = threading.RLock()


def solved(params: dict[str, Any], report: Report) -> SpotSolution:
    """The solution of a spot, from memory or now."""
    inputs = SpotInputs(**params).check()
    with _solving:
        if inputs in _kept:
            _kept.move_to_end(inputs)
            return _kept[inputs]
        from jamfold.spots.solve import solve_situation

        rules, situation = inputs.rules(), inputs.situation()

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

        spot = solve_situation(
            rules,
            situation,
            method=inputs.method,
            iterations=inputs.iterations,
            progress=tell,
            table_progress=report.build,
        )
        _kept[inputs] = spot
        while len(_kept) > _KEPT:
            _kept.popitem(last=False)
        return spot


def solve(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """The summary of a solution, in words and numbers, and its way there."""
    from jamfold.cli.show import decision_text, effective_text, spot_text

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
    from jamfold.spots.solve import load_payoffs

    game = find_game(params["game"])
    with _solving:
        load_payoffs(game, report.build)
    return {"game": game.name}


def hand(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """One hand of a spot, with the reasons."""
    from jamfold.spots.explain import explain
    from jamfold.spots.lookup import find_class
    from jamfold.spots.strategy import Position

    wanted, seat = _wanted(params["hand"]), Position.parse(params["position"])
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


def grid(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """A two-card strategy as a square of cells, both players."""
    from jamfold.cards import RANK_NAMES
    from jamfold.spots.grid import class_label, grid_cells
    from jamfold.spots.strategy import Position

    spot = solved(params, report)
    ranks = RANK_NAMES[::-1][: spot.game.n_ranks]
    seats = {}
    for seat in Position:
        strategy = spot.strategy(seat)
        seats[seat.value] = [
            _row(strategy, class_id, class_label(spot.game, class_id)) | {"row": cell[0], "column": cell[1]}
            for cell, class_id in sorted(grid_cells(spot.game).items())
        ]
    return {"ranks": ranks, "seats": seats, "certificate": spot.certificate_text()}


def _row(strategy: SeatStrategy, class_id: int, label: str) -> dict[str, Any]:
    """One class as the page shows it; unknown EVs are None."""
    return {
        "id": class_id,
        "hand": label,
        "size": int(strategy.spot.classes.sizes[class_id]),
        "played": float(strategy.played[class_id]),
        "ev_allin": _known(strategy.ev_allin[class_id]),
        "ev_fold": float(strategy.ev_fold),
        "difference": _known(strategy.margin[class_id]),
        "difference_bb": _known(strategy.margin_bb[class_id]),
        "advice": strategy.advice(class_id),
    }


def _known(value: np.floating[Any] | float) -> float | None:
    return None if math.isnan(value) else float(value)


def rows(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """One page of a strategy as a list, filtered and sorted."""
    from jamfold.spots.grid import class_label

    spot, strategy, ids = _listed(params, report)
    size = max(1, min(MAX_PAGE, int(params.get("size", 25))))
    page = max(1, int(params.get("page", 1)))
    shown = ids[(page - 1) * size : page * size]
    found = [_row(strategy, class_id, class_label(spot.game, class_id)) for class_id in shown]
    other = params.get("other")
    if other is not None:
        second = solved(other, report)
        if second.classes.n != spot.classes.n:
            raise ClassError(f"{second.game.title} and {spot.game.title} have different hands.")
        beside = second.strategy(strategy.position)
        for row in found:
            row["other"] = _row(beside, row["id"], row["hand"])
    hands = int(spot.classes.sizes[ids].sum())
    return {"total": len(ids), "hands": hands, "share": hands / spot.game.n_hands, "rows": found}


def _listed(params: dict[str, Any], report: Report) -> tuple[SpotSolution, SeatStrategy, Sequence[int]]:
    """A spot, one player's strategy, and the ids of the classes asked for, in order."""
    import numpy as np

    from jamfold.spots.listing import Query
    from jamfold.spots.strategy import Position

    spot = solved(params["spot"], report)
    strategy = spot.strategy(Position.parse(params["position"]))
    query = Query("id", params.get("pattern") or None, params.get("contains") or None)
    chosen = query.chosen(spot.game)
    if params.get("range"):
        chosen &= _in_range(str(params["range"]), spot)
    family = params.get("family")
    if family:
        chosen &= np.isin(np.arange(spot.classes.n), _family(spot, str(family)))
    order = _order(strategy, str(params.get("sort", "id")), bool(params.get("descending", False)))
    return spot, strategy, order[chosen[order]].tolist()


def _order(strategy: SeatStrategy, sort: str, descending: bool) -> NDArray[np.int64]:
    """Ids sorted by a column; unknown values last."""
    import numpy as np

    ids = np.arange(strategy.spot.classes.n)
    columns = {
        "id": ids,
        "size": strategy.spot.classes.sizes,
        "played": strategy.played,
        "ev_allin": strategy.ev_allin_bb,
        "difference": strategy.margin_bb,
        "close": abs(strategy.margin_bb),
    }
    if sort not in columns:
        raise ClassError(f"Unknown order '{sort[:40]}': hands are sorted by {', '.join(columns)}.")
    key = columns[sort].astype(np.float64)
    return np.lexsort((ids, -key if descending else key)).astype(np.int64)


def _in_range(text: str, spot: SpotSolution) -> NDArray[np.bool_]:
    """Which classes have a hand in a range."""
    import numpy as np

    from jamfold.hands.ranges import best_first, parse_range
    from jamfold.spots.solve import load_payoffs

    held = parse_range(text, spot.game, order=lambda: best_first(load_payoffs(spot.game).row_sums))
    starts = spot.classes.starts[:-1]
    return np.add.reduceat((held.hand_weights > 0).astype(np.int64), starts) > 0


def families(params: dict[str, Any], report: Report) -> list[dict[str, Any]]:
    """The families of four-card hands and how much of each is played."""
    from jamfold.spots.families import Family, family_tree
    from jamfold.spots.strategy import Position

    spot = solved(params["spot"], report)
    played = spot.strategy(Position.parse(params["position"])).played
    sizes = spot.classes.sizes

    def node(family: Family, path: str) -> dict[str, Any]:
        own = f"{path}/{family.name}" if path else family.name
        hands = int(sizes[family.ids].sum())
        return {
            "path": own,
            "name": family.name,
            "hands": hands,
            "share": hands / spot.game.n_hands,
            "played": float(played[family.ids] @ sizes[family.ids]) / hands,
            "children": [node(child, own) for child in family.children],
        }

    return [node(family, "") for family in family_tree(spot.game)]


def _family(spot: SpotSolution, path: str) -> NDArray[np.int64]:
    """The classes of a family, by its path."""
    from jamfold.spots.families import Family, family_tree

    level: tuple[Family, ...] = family_tree(spot.game)
    found: Family | None = None
    for name in path.split("/", 2):
        found = next((family for family in level if family.name == name), None)
        if found is None:
            raise ClassError(f"There is no family '{path[:60]}'.")
        level = found.children
    assert found is not None
    return found.ids


def export(params: dict[str, Any], report: Report) -> str:
    """A strategy as text: CSV, JSON, or the played range."""
    from jamfold.hands.classes import ClassId
    from jamfold.spots import listing
    from jamfold.spots.lookup import report as report_of
    from jamfold.spots.range_text import range_text

    if params.get("format") not in EXPORTS:
        raise ClassError(f"Unknown format: the formats are {', '.join(EXPORTS)}.")
    spot, strategy, ids = _listed(params, report)
    if params["format"] == "range":
        import numpy as np

        chances = np.where(np.isin(np.arange(spot.classes.n), ids), strategy.played, 0.0)
        return range_text(spot.game, chances) + "\n"
    found = [report_of(strategy, ClassId(class_id)) for class_id in ids]
    return listing.as_csv(found) if params["format"] == "csv" else listing.as_json(found)

"""Tasks that show whole strategies: squares, families, lists, files, two solutions side by side.

A strategy is asked for by ``spot`` and ``position``; with ``other``, the inputs of
a second spot with the same hands, what it does stands beside.
"""

from __future__ import annotations

import base64
import math
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jamfold.errors import ClassError
from jamfold.web.inputs import at_field
from jamfold.web.tasks.spots import solved
from jamfold.web.worker import Report

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from jamfold.ranges.families import Family
    from jamfold.spots.comparison import Comparison
    from jamfold.spots.solution import SpotSolution
    from jamfold.spots.strategy import SeatStrategy

MAX_PAGE = 200
EXPORTS = ("csv", "json", "png")


@dataclass(frozen=True)
class Shown:
    """What is shown: one player's strategy, perhaps beside that of another spot."""

    seat: SeatStrategy
    comparison: Comparison | None

    @property
    def spot(self) -> SpotSolution:
        """The first spot."""
        return self.seat.spot

    @property
    def beside(self) -> SeatStrategy | None:
        """The strategy of the second spot."""
        return None if self.comparison is None else self.comparison.second


def _shown(params: dict[str, Any], report: Report) -> Shown:
    """The strategies that parameters ask for."""
    from jamfold.spots.comparison import Comparison
    from jamfold.spots.strategy import Seat

    seat = solved(params["spot"], report).strategy(Seat.parse(params.get("position", "sb")))
    other = params.get("other")
    if not other:
        return Shown(seat, None)
    return Shown(seat, Comparison(seat, solved(other, report).strategy(seat.position)))


def compare(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """Two spots in numbers, and how far apart both players are in them."""
    from jamfold.spots.comparison import Comparison
    from jamfold.spots.strategy import Seat
    from jamfold.views.words import spot_text

    spots = first, second = solved(params["spot"], report), solved(params["other"], report)
    return {
        "summaries": [spot.summary() for spot in spots],
        "titles": [spot_text(spot) for spot in spots],
        "apart": {seat.value: Comparison(first.strategy(seat), second.strategy(seat)).share for seat in Seat},
    }


def grid(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """One player's two-card strategy as a square of cells, and the second one beside."""
    from jamfold.cards import RANK_NAMES
    from jamfold.ranges.grid import grid_cells

    shown = _shown(params, report)
    places = sorted(grid_cells(shown.spot.game).items())
    sides = [shown.seat] if shown.beside is None else [shown.seat, shown.beside]
    squares = [
        [_row(side, class_id) | {"row": cell[0], "column": cell[1]} for cell, class_id in places]
        for side in sides
    ]
    return {"ranks": RANK_NAMES[::-1][: shown.spot.game.n_ranks], "squares": squares}


def _row(strategy: SeatStrategy, class_id: int) -> dict[str, Any]:
    """One class as the page shows it; unknown EVs are None."""
    from jamfold.ranges.grid import class_label

    return {
        "id": class_id,
        "hand": class_label(strategy.spot.game, class_id),
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


def families(params: dict[str, Any], report: Report) -> list[dict[str, Any]]:
    """The families of four-card hands and how much of each is played, in both spots where there are two."""
    from jamfold.ranges.families import family_tree

    shown = _shown(params, report)
    sizes = shown.spot.classes.sizes

    def node(family: Family, path: str) -> dict[str, Any]:
        own = f"{path}/{family.name}" if path else family.name
        hands = int(sizes[family.ids].sum())

        def share(side: SeatStrategy) -> float:
            return float(side.played[family.ids] @ sizes[family.ids]) / hands

        return {
            "path": own,
            "name": family.name,
            "hands": hands,
            "share": hands / shown.spot.game.n_hands,
            "played": share(shown.seat),
            "other_played": None if shown.beside is None else share(shown.beside),
            "children": [node(child, own) for child in family.children],
        }

    return [node(family, "") for family in family_tree(shown.spot.game)]


def rows(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """One page of a strategy as a list, filtered and sorted."""
    shown, ids = _listed(params, report)
    size = max(1, min(MAX_PAGE, int(params.get("size", 25))))
    page = max(1, int(params.get("page", 1)))
    found = []
    for class_id in ids[(page - 1) * size : page * size].tolist():
        row = _row(shown.seat, class_id)
        if shown.comparison is not None:
            row["other"] = _row(shown.comparison.second, class_id)
            row["apart"] = float(shown.comparison.apart[class_id])
        found.append(row)
    hands = int(shown.spot.classes.sizes[ids].sum())
    return {"total": len(ids), "hands": hands, "share": hands / shown.spot.game.n_hands, "rows": found}


def _listed(params: dict[str, Any], report: Report) -> tuple[Shown, NDArray[np.int64]]:
    """What is shown, and the ids of the classes asked for, in order."""
    shown = _shown(params, report)
    chosen = _chosen(params, shown.spot)
    order = _order(shown, str(params.get("sort", "id")), bool(params.get("descending", False)))
    return shown, order[chosen[order]]


def _chosen(params: dict[str, Any], spot: SpotSolution) -> NDArray[np.bool_]:
    """Which classes pass the filters ``contains``, ``range`` and ``family``.

    Raises
    ------
    FieldError
        If one makes no sense.
    """
    import numpy as np

    from jamfold.views.listing import containing

    chosen = np.ones(spot.classes.n, dtype=np.bool_)
    filters: dict[str, Callable[[str], NDArray[np.bool_]]] = {
        "contains": lambda text: containing(spot.classes, text),
        "range": lambda text: _in_range(text, spot),
        "family": lambda text: np.isin(np.arange(spot.classes.n), _family(spot, text)),
    }
    for name, passing in filters.items():
        if params.get(name):
            with at_field(name):
                chosen &= passing(str(params[name]))
    return chosen


def _order(shown: Shown, sort: str, descending: bool) -> NDArray[np.int64]:
    """Ids sorted by a column; unknown values last."""
    import numpy as np

    seat, beside = shown.seat, shown.beside
    ids = np.arange(shown.spot.classes.n)
    columns = {
        "id": ids,
        "size": shown.spot.classes.sizes,
        "played": seat.played,
        "ev_allin": seat.ev_allin_bb,
        "difference": seat.margin_bb,
        "close": abs(seat.margin_bb),
    }
    if shown.comparison is not None and beside is not None:
        columns |= {
            "other_played": beside.played,
            "other_difference": beside.margin_bb,
            "apart": shown.comparison.apart,
        }
    if sort not in columns:
        raise ClassError(f"Unknown order '{sort[:40]}': hands are sorted by {', '.join(columns)}.")
    key = columns[sort].astype(np.float64)
    return np.lexsort((ids, -key if descending else key)).astype(np.int64)


def _in_range(text: str, spot: SpotSolution) -> NDArray[np.bool_]:
    """Which classes have a hand in a range."""
    import numpy as np

    from jamfold.ranges import best_first, parse_range
    from jamfold.spots.solving import load_payoffs

    held = parse_range(text, spot.game, order=lambda: best_first(load_payoffs(spot.game).row_sums))
    starts = spot.classes.starts[:-1]
    return np.add.reduceat((held.hand_weights > 0).astype(np.int64), starts) > 0


def _family(spot: SpotSolution, path: str) -> NDArray[np.int64]:
    """The classes of a family, by its path."""
    from jamfold.ranges.families import family_tree

    level: tuple[Family, ...] = family_tree(spot.game)
    found: Family | None = None
    for name in path.split("/", 2):
        found = next((family for family in level if family.name == name), None)
        if found is None:
            raise ClassError(f"There is no family '{path[:60]}'.")
        level = found.children
    assert found is not None
    return found.ids


def export(params: dict[str, Any], report: Report) -> dict[str, str]:
    """A strategy as a file: CSV or JSON of the list as text, a picture in base64."""
    from jamfold.counting.classes import ClassId
    from jamfold.spots.lookup import report as report_of
    from jamfold.views import listing

    kind = params.get("format")
    if kind not in EXPORTS:
        raise ClassError(f"Unknown format: the formats are {', '.join(EXPORTS)}.")
    if kind == "png":
        return {"base64": _picture(_shown(params, report))}
    shown, ids = _listed(params, report)
    found = []
    for class_id in ids.tolist():
        row = report_of(shown.seat, ClassId(class_id)).as_dict()
        if shown.beside is not None:
            beside = report_of(shown.beside, ClassId(class_id)).as_dict()
            row |= {f"other_{name}": beside[name] for name in ("played", "ev_allin", "difference", "advice")}
        found.append(row)
    return {"text": listing.as_csv(found) if kind == "csv" else listing.as_json(found)}


def _picture(shown: Shown) -> str:
    """The strategy as a PNG in base64."""
    from jamfold.views.strategy_figures import save_figure

    sides = [shown.seat] if shown.beside is None else [shown.seat, shown.beside]
    with tempfile.TemporaryDirectory(prefix="jamfold-") as folder:
        path = save_figure(sides, Path(folder) / "strategy.png")
        return base64.b64encode(path.read_bytes()).decode("ascii")


def range_of(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """What is played, as a range: near it in few terms where hands have four cards, and every class."""
    import numpy as np

    from jamfold.views.range_text import NEAR_TERMS, near_text, range_text

    shown, ids = _listed(params, report)
    played = np.where(np.isin(np.arange(shown.spot.classes.n), ids), shown.seat.played, 0.0)
    whole = range_text(shown.spot.game, played)
    near = near_text(shown.spot.game, played)
    if near is not None:
        return {"text": near.text, "words": f"{near.sentence}.", "whole": whole}
    if shown.spot.game.hole_cards == 2:
        return {"text": whole, "words": "Exact, in the shortest classic notation.", "whole": whole}
    return {"text": "", "words": f"No text of {NEAR_TERMS} terms is near: take every class.", "whole": whole}

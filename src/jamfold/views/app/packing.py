"""One game of two cards as the file that solves carries it: all outcomes of class against class, packed.

Classes fill a square, so a pair of them is counted once: with c the class sizes,
c[i] M[i, j] = -c[j] M[j, i] for margins and c[i] T[i, j] = c[j] T[j, i] for ties.  What stands above the
diagonal is enough, and the diagonal of the ties; how many hands a class leaves to another one is counted
again from the cards.  A whole number is written seven bits a byte (`explorer.packing.packed_curves`).
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.counting.classes import hand_classes
from jamfold.errors import UnsupportedError
from jamfold.games import Game
from jamfold.ranges.grid import class_label, grid_cells
from jamfold.ranges.weights import best_first
from jamfold.spots.solving import load_payoffs
from jamfold.views.explorer.packing import packed_bytes, packed_whole


def pack_planes(game: Game) -> str:
    """The outcomes of a game as JSON, which `planes.js` reads.

    Raises UnsupportedError if the classes of the game fill no square.
    """
    return json.dumps(_planes(game), separators=(",", ":"))


def _planes(game: Game) -> dict[str, Any]:
    if not game.has_square_of_classes:
        raise UnsupportedError(f"The file that solves has games of two cards only, not {game.title}.")
    payoffs, classes = load_payoffs(game, planes=True), hand_classes(game)
    above = np.triu_indices(classes.n, 1)
    margins, ties = np.asarray(payoffs.margins), np.asarray(payoffs.planes[0].values)
    return {
        "game": game.name,
        "title": game.title,
        "boards": game.n_boards,
        "margin_scale": payoffs.margin_scale,
        "categories": [category.value for category in game.order],
        "low": int(game.lowest_rank),
        "hands": packed_bytes(classes.representatives),
        "names": [class_label(game, one) for one in range(classes.n)],
        "places": [one for _, one in sorted(grid_cells(game).items())],
        "order": best_first(payoffs.row_sums).tolist(),
        "margins": packed_whole(_in_order(margins, above)),
        "ties": packed_whole(np.concatenate([np.diagonal(ties), _in_order(ties, above)])),
    }


def _in_order(table: NDArray[np.int32], above: tuple[NDArray[np.intp], ...]) -> NDArray[np.int64]:
    return np.asarray(table[above], dtype=np.int64)

"""One game of two cards as the file that solves carries it: all outcomes of class against class, packed.

Classes fill a square, so a pair of them is counted once: with c the class sizes,
c[i] M[i, j] = -c[j] M[j, i] for margins and c[i] T[i, j] = c[j] T[j, i] for ties.  What stands above the
diagonal is enough, and the diagonal of the ties; how many hands a class leaves to another one is counted
again from the cards.  A whole number is written seven bits a byte (`explorer.packing.packed_curves`).

For three seats there are the counts of the three-way table: 12 of its 13 orders, as all 13 are the boards of
all deals.  Their bytes stand apart, the lowest ones of an order first, then the deals of each triple and the
boards of a deal; by gzip.
"""

from __future__ import annotations

import base64
import gzip
import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import IntArray
from jamfold.counting.classes import hand_classes
from jamfold.errors import UnsupportedError
from jamfold.games import Game
from jamfold.ranges.grid import class_label, grid_cells
from jamfold.ranges.weights import best_first
from jamfold.spots.solving import load_payoffs
from jamfold.tables.threeway import load_threeway
from jamfold.views.explorer.packing import packed_bytes, packed_whole


def pack_planes(game: Game) -> str:
    """The outcomes of a game as JSON, which `ranges.js` reads.

    Raises UnsupportedError if the classes of the game fill no square.
    """
    return json.dumps(_planes(game), separators=(",", ":"))


def pack_threeway(game: Game) -> str:
    """The three-way table of a game of 36 cards, which `threeseats.js` reads.

    Raises UnsupportedError if the game has no such table; ValueError if a count takes more than three bytes.
    """
    table = load_threeway(game)
    counts = np.asarray(table.orders[:, :-1]).T
    if counts.max() >> 24:  # 144 pairs of hands by 142,506 boards are as many in Six-Plus
        raise ValueError(f"The counts of {game.title} do not fit into three bytes.")
    planes = np.stack([counts >> 8 * byte & 255 for byte in range(3)], axis=1).astype(np.uint8)
    parts = planes.tobytes(), table.placements.tobytes(), table.n_boards.to_bytes(4, "little")
    return base64.b64encode(gzip.compress(b"".join(parts), mtime=0)).decode("ascii")


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


def _in_order(table: NDArray[np.int32], above: tuple[NDArray[np.intp], ...]) -> IntArray:
    return np.asarray(table[above], dtype=np.int64)

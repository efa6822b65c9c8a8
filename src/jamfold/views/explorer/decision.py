"""One decision of a table as the strategy page draws a seat: a square of hands at one stack."""

from __future__ import annotations

import numpy as np

from jamfold.arrays import FloatArray
from jamfold.counting.classes import hand_classes
from jamfold.games import Game
from jamfold.ranges.grid import class_label, grid_cells
from jamfold.ranges.weights import best_first
from jamfold.spots.solving import load_payoffs
from jamfold.spots.table.exact import TableSolution
from jamfold.views.contracts.explorer import ExplorerContract, ExplorerSeat
from jamfold.views.explorer.packing import packed_bytes, packed_curves, packed_places

_QUANTUM = 0.001  # big blinds


def decision_data(solution: TableSolution, row: int) -> ExplorerContract:
    """A decision of a table of three whose chips are big blinds and whose classes fill a square."""
    return square_data(
        solution.game,
        solution.hand.stacks[solution.nodes[row].seat],
        solution.strategy[row],
        solution.margins[row],
        float(solution.percent[row]),
        f"Three seats: no seat gains more than {solution.largest_gain:.1g} bb over all deals",
    )


def square_data(
    game: Game, stack: float, chances: FloatArray, margins: FloatArray, percent: float, exactness: str
) -> ExplorerContract:
    """A decision at a stack in big blinds: the chance and the margin of each class, the percent of hands."""
    classes = hand_classes(game)
    places = np.empty(classes.n, dtype=np.int64)
    places[best_first(load_payoffs(game).row_sums)] = np.arange(classes.n)
    margins = np.nan_to_num(margins)
    mixed = np.flatnonzero((chances > 0) & (chances < 1))
    seat = ExplorerSeat(
        percent=(round(percent, 6),),
        tops=packed_bytes((chances >= 0.5).astype(np.int64)),
        odd={},
        mixed={str(one): ((0, float(chances[one])),) for one in mixed.tolist()},
        free={},
        margins=packed_curves(np.rint(margins / _QUANTUM).astype(np.int64)[:, None]),
    )
    return ExplorerContract(
        game=game.name,
        title=game.title,
        hole_cards=classes.hole_cards,
        level="",
        exactness=exactness,
        exact=False,
        unit="bb",
        quantum=_QUANTUM,
        low=stack,
        step=1.0,
        count=1,
        stacks=(float(stack),),
        digits=1,
        sizes=packed_bytes(classes.sizes),
        hands=packed_bytes(classes.representatives),
        order=packed_places(places),
        names=tuple(class_label(game, one) for one in range(classes.n)),
        places=tuple(one for _, one in sorted(grid_cells(game).items())),
        rows=None,
        columns=None,
        cells=None,
        values=(0.0,),
        jam=seat,
        call=seat,
        tree=None,
    )

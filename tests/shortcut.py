"""What the textbook's shortcut costs: hands of opponents are treated as independent.

    python -m tests.shortcut                       print the tables of docs/scoreboard.md
    python -m tests.shortcut --seats 9 --seconds 0 one row, without fresh deals

Each opponent holds a class as often as it has hands, whatever others hold or have folded; or, a little
better, one's own cards are out of the deck for them, but not those of each other.  Showdowns are true.
This is the model of `solver.second_order` with tensors of independent hands, for chips and equal stacks, with
at most three players all-in.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace

import numpy as np

from jamfold.betting.hand import MOST_ALLIN, MOST_COUNTED, TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.cards.games import HOLDEM
from jamfold.solver.predictive_regrets import ModelSolution, evaluate_model, solve_model
from jamfold.solver.second_order import HandTensors, SecondOrderModel
from jamfold.spots.nplayer.model import SURE, TableModel, model_errors, table_model
from jamfold.spots.nplayer.result import TableResult, table_result

SEATS, STACKS = (3, 4, 6, 9), (5, 8, 10, 15, 20)
"""Of the table by seats, at 10 big blinds; of the table of three seats."""
TOLERANCE = 5e-5
"""The gain with which a search is over, in big blinds; with 2e-5 four seats gain 0.0060, not 0.0063."""


@dataclass(frozen=True, eq=False)
class Shortcut:
    """A table, its model, and the strategies of the shortcut as the true model sees them."""

    hand: TableHand
    model: TableModel
    solution: ModelSolution

    @property
    def gain(self) -> float:
        """The most that a seat gains in the true model, in big blinds."""
        return float(self.solution.gains.max())

    def opens(self, solution: ModelSolution) -> float:
        """The percent of hands that the first seat jams."""
        return float(100 * solution.strategy[self.model.rows[0]] @ self.model.solver.tensors.prior)

    def ours(self) -> ModelSolution:
        """The equilibrium of the true model."""
        return _solve(self.hand, self.model, self.model.solver)

    def on_deals(self, seconds: float = 0.0) -> TableResult:
        """What real deals say of the shortcut: all deals of three seats, fresh deals of more."""
        profile = self.solution.strategy[self.model.rows]
        return table_result(HOLDEM, self.hand, profile=profile, seconds=seconds)


def independent(tensors: HandTensors, *, own_cards: bool = False) -> HandTensors:
    """Return tensors of hands that take no cards from each other.

    Where three hands cannot be dealt, the share of a pot is the product of the shares against each.
    """
    held = tensors.pair if own_cards else np.tile(tensors.prior[:, None], len(tensors.prior))
    both, dealt = held[:, None] * held, tensors.triples[0]
    shares = [
        np.divide(three, dealt, out=(mean[:, None] * mean).astype(np.float32), where=dealt > 0)
        for three, mean in zip(tensors.triples, tensors.means, strict=True)
    ]
    return replace(
        tensors,
        pair=held,
        triples=np.array([both * share for share in shares], dtype=np.float32),
        dead=np.array([both * mean for mean in tensors.means[1:]], dtype=np.float32),
    )


def shortcut(seats: int, stack: float, *, own_cards: bool = False) -> Shortcut:
    """Return the strategies of the shortcut; the big blind is a chip."""
    hand = TableHand((stack,) * seats, BlindLevel((0.5, 1.0)), max_allin=min(seats, MOST_ALLIN))
    model = table_model(HOLDEM, hand)
    tensors = independent(model.solver.tensors, own_cards=own_cards)
    found = _solve(hand, model, SecondOrderModel(tensors, model.solver.tree))
    return Shortcut(hand, model, evaluate_model(model.solver, found.strategy))


def _solve(hand: TableHand, model: TableModel, solver: SecondOrderModel) -> ModelSolution:
    return solve_model(solver, TOLERANCE, SURE * model_errors(hand, model))


def row_of_three(stack: float) -> str:
    """A row of the table of three seats: both ways to treat cards, and what nobody could notice."""
    plain, better = (shortcut(3, stack, own_cards=own_cards).on_deals() for own_cards in (False, True))
    hidden = plain.lifetime.lower_limits.min()
    return f"| three-{stack} | {plain.gains.max():.5f} | {better.gains.max():.5f} | {hidden:.5f} |"


def row_of_seats(seats: int, seconds: float) -> str:
    """A row of the table by seats."""
    found = shortcut(seats, 10.0)
    ours = found.ours()
    dealt = ""
    if seats <= MOST_COUNTED:
        dealt = f"{found.on_deals().gains.max():.4f}"
    elif seconds:
        table = found.on_deals(seconds)
        dealt = f"{table.least.max():.4f} to {table.bounds.max():.4f}"
    return (
        f"| {seats} | {found.gain:.4f} | {dealt} | {ours.gains.max():.5f} "
        f"| {found.opens(found.solution):.1f} | {found.opens(ours):.1f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seats", type=int, nargs="*", help="only these rows of the table by seats")
    parser.add_argument("--seconds", type=float, default=8.0, help="of fresh deals, on two slow cores")
    given = parser.parse_args()
    for stack in () if given.seats else STACKS:
        print(row_of_three(stack), flush=True)  # noqa: T201
    for seats in given.seats or SEATS:
        print(row_of_seats(seats, given.seconds), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()

"""What it costs to play every hand of a tournament for chips, as if nothing came after it.

Both seats of a player hold the equilibrium of the single hand in chips at every stack division.
The other player answers best over the whole tournament.  At a state (hand, seat, stack) the cost
is the chance to win that such an opponent has more than in equilibrium, which is what the chips
player then has less.  The largest cost over all states is 0.00012 for 10 big blinds on the table in
Hold'em: small blind, equal stacks.
"""

from __future__ import annotations

import numpy as np

from jamfold.arrays import FloatArray
from jamfold.hand.ends import DIVIDED, UNDIVIDED
from jamfold.progress import Progress
from jamfold.solver.exact import ExactSolver
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.solution import Solution
from jamfold.solver.stakes import PlayerPayoffs, TerminalPayoffs, chip_payoffs
from jamfold.tournaments.certificate import best_responses
from jamfold.tournaments.grid_hand import GridHand
from jamfold.tournaments.heads_up import PlayedHand, SolvedSchedule


def chips_losses(payoffs: ClassGame, solved: SolvedSchedule, progress: Progress) -> FloatArray:
    """What playing for chips costs at every state, in chances to win the tournament.

    Returns
    -------
    Shape (2, hands, steps + 1): of the small blind, of the big blind, by their own stack.
    """
    hands = _chips_hands(payoffs, solved, progress)
    best = best_responses(payoffs, hands, solved.winning[-1])
    value_big = 1.0 - solved.winning[:, ::-1]
    losses = np.array([(best.big - value_big)[:, ::-1], (best.small - solved.winning)[:, ::-1]])
    losses[losses < 0.0] = 0.0  # rounding: a best responder has at least what they have in equilibrium
    return losses


def _chips_hands(payoffs: ClassGame, solved: SolvedSchedule, progress: Progress) -> list[list[PlayedHand]]:
    """The hands of a tournament as they are played for chips; equal spots are solved once."""
    solver = ExactSolver(payoffs)
    known: dict[TerminalPayoffs, PlayedHand] = {}
    start: Solution | None = None
    levels: list[list[PlayedHand]] = []
    for k, level in enumerate(solved.hands):
        hands = []
        for one in level:
            stakes = _stakes(one.hand)
            if stakes not in known:
                solution = start = solver.solve(stakes, start=start)
                known[stakes] = PlayedHand(one.hand, *solver.found, solution)
            found = known[stakes]
            hands.append(PlayedHand(one.hand, found.jamming, found.calling, found.solution))
            progress(
                "the chips equilibrium of every stack",
                (k + len(hands) / len(level)) / len(solved.hands),
            )
        levels.append(hands)
    return levels


def _stakes(hand: GridHand) -> TerminalPayoffs:
    """The hand in chips, every share of the pot at its straight line; pots are divided exactly."""
    situation = hand.spot
    plain = chip_payoffs(situation.s, situation.b)
    shares = DIVIDED if hand.split else UNDIVIDED
    shown = tuple(situation.s * (2 * share - 1) for share in shares)
    first, second = (
        PlayerPayoffs(ends.fold, ends.opponent_folds, shown) for ends in (plain.first, plain.second)
    )
    return TerminalPayoffs(first, second, plain.jam_forced, plain.call_forced)

"""A solved heads-up tournament: winning chance and play at every stack, and the cost of chip-EV play.

The cost is that of playing every hand for chips, as if nothing came after it: both seats of a player use
the equilibrium of the single hand in chips at every stack division, and the other player responds best over
the whole tournament.  At a state (hand, seat, stack) it is the chance to win that such an opponent has
beyond equilibrium, which is what the chips player loses.  The largest cost over all states is 0.00012 for
10 big blinds on the table in Hold'em: small blind, equal stacks.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from jamfold.betting.ends import DIVIDED, UNDIVIDED
from jamfold.cards.counting.classes import HandClasses, hand_classes
from jamfold.cards.games import Game
from jamfold.core.arrays import FloatArray
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.core.errors import TournamentError
from jamfold.core.progress import Progress
from jamfold.solver.exact import ExactSolver
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.solution import Solution
from jamfold.solver.stakes import PlayerPayoffs, TerminalPayoffs, chip_payoffs
from jamfold.spots.strategy import Seat
from jamfold.spots.tournaments.blind_levels import Schedule
from jamfold.spots.tournaments.certificate import best_responses
from jamfold.spots.tournaments.hand_sums import GridHand
from jamfold.spots.tournaments.heads_up import PlayedHand, SolvedSchedule
from jamfold.valuation.utility import TournamentUtility


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
    by_stakes: dict[TerminalPayoffs, PlayedHand] = {}
    start: Solution | None = None
    levels: list[list[PlayedHand]] = []
    for k, level in enumerate(solved.hands):
        hands = []
        for played_hand in level:
            stakes = _stakes(played_hand.hand)
            if stakes not in by_stakes:
                solution = start = solver.solve(stakes, start=start)
                by_stakes[stakes] = PlayedHand(played_hand.hand, *solver.found, solution)
            hand = by_stakes[stakes]
            hands.append(PlayedHand(played_hand.hand, hand.jamming, hand.calling, hand.solution))
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
    showdown = tuple(situation.s * (2 * share - 1) for share in shares)
    first, second = (
        PlayerPayoffs(ends.fold, ends.opponent_folds, showdown) for ends in (plain.first, plain.second)
    )
    return TerminalPayoffs(first, second, plain.jam_forced, plain.call_forced)


CERTIFIED = 1e-12
"""An epsilon below this is rounding."""


@json_fields("hand sb_chips", schema="PlaceContract")
class State(NamedTuple):
    """A hand of the tournament, from 1, and the small blind's chips before posting."""

    hand: int
    sb_chips: int


@json_fields("hand sb_chips seat", schema="SeatPlaceContract")
class SeatState(NamedTuple):
    """A state, and the player there whom a number is about."""

    hand: int
    sb_chips: int
    seat: Seat


@dataclass(frozen=True, eq=False)
class Tournament(DisplayableResult):
    """The jam/fold equilibrium of a heads-up tournament, at every state that it can come to.

    Stacks are counted in units of the schedule, k = 0 to steps; hands until the last level are
    told apart, and the last row is every hand of that.
    """

    game: Game
    schedule: Schedule
    """game, schedule: What is played."""
    winning: FloatArray
    """W: chance that the small blind with k units before posting wins the tournament, shape (hands, steps +
    1)."""
    durations: FloatArray
    """Expected number of hands until a player has all chips, shape (hands, steps + 1)."""
    jam: FloatArray
    call: FloatArray
    """jam, call: Chance that the small blind jams a class, that the big blind calls with it, shape (hands,
    steps - 1, classes); row k - 1 is of a small blind with k units."""
    gains: tuple[float, float]
    """What a best responder over the whole tournament gains at most over the strategies, as small and as big
    blind at the start of a state, in chances to win."""
    chips_losses: FloatArray
    """What playing the single-hand chips equilibrium at every stack costs, shape (2, hands, steps + 1): of
    the small blind, of the big blind, by their own stack; see `chips_play`."""
    sweeps: int
    """How often the last level was solved."""
    change: float
    """The largest change of W by the last sweep."""
    seconds: float
    """Time that solving took; of a solve that was interrupted, its last part."""

    @property
    def classes(self) -> HandClasses:
        """The classes of hands."""
        return hand_classes(self.game)

    @property
    def epsilon(self) -> float:
        """The certificate: the most a best responder over the whole tournament gains, in chances to win."""
        return max(self.gains)

    @property
    def winning_big(self) -> FloatArray:
        """The big blind's chance to win by their own stack, shape (hands, steps + 1)."""
        return 1.0 - self.winning[:, ::-1]

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips of the small blind, from one unit to all but one."""
        return tuple(k * self.schedule.unit for k in range(1, self.schedule.steps))

    @property
    def chip_shares(self) -> FloatArray:
        """The share of all chips that a stack is, shape (steps + 1,)."""
        return np.arange(self.schedule.steps + 1) / self.schedule.steps

    @property
    def from_chip_share(self) -> FloatArray:
        """W less the chip share: what the small blind is worth, shape (hands, steps + 1)."""
        return self.winning - self.chip_shares

    @property
    def seat_value(self) -> FloatArray:
        """How much oftener a stack wins as small blind than as big blind, shape (hands, steps + 1)."""
        return self.winning - self.winning_big

    @cached_property
    def jam_percent(self) -> FloatArray:
        """Percent of all hands that the small blind jams, shape (hands, steps - 1)."""
        return self._percent(self.jam)

    @cached_property
    def call_percent(self) -> FloatArray:
        """Percent of all hands that the big blind calls with, shape (hands, steps - 1)."""
        return self._percent(self.call)

    def _percent(self, strategy: FloatArray) -> FloatArray:
        return np.asarray(100.0 * (strategy @ self.classes.sizes.astype(np.float64)) / self.game.n_hands)

    @property
    def equal_stacks(self) -> float | None:
        """The small blind's chance to win with half of the chips, in the first hand; None if none has it."""
        half, odd = divmod(self.schedule.steps, 2)
        return None if odd else float(self.winning[0, half])

    @property
    def equal_stacks_hands(self) -> float | None:
        """The expected number of hands from equal stacks on; None if no stack is half of the chips."""
        half, odd = divmod(self.schedule.steps, 2)
        return None if odd else float(self.durations[0, half])

    @property
    def distance(self) -> float:
        """The largest distance of W from the chip share."""
        return float(abs(self.from_chip_share).max())

    @property
    def farthest(self) -> State:
        """Where W is farthest from the chip share."""
        hand, k = np.unravel_index(int(abs(self.from_chip_share).argmax()), self.winning.shape)
        return State(int(hand) + 1, int(k) * self.schedule.unit)

    @property
    def chips_cost(self) -> float:
        """The most that playing the single-hand chips equilibrium at every stack costs, in chances to win."""
        return max(0.0, float(self.chips_losses.max()))

    @property
    def costliest(self) -> SeatState:
        """Where that is, and who plays for chips there."""
        place = np.unravel_index(int(self.chips_losses.argmax()), self.chips_losses.shape)
        big, hand, own = (int(number) for number in place)
        small = self.schedule.steps - own if big else own
        seat = Seat.BIG_BLIND if big else Seat.SMALL_BLIND
        return SeatState(hand + 1, small * self.schedule.unit, seat)

    def utility(self, hand: int = 1) -> TournamentUtility:
        """What stacks are worth after a hand, in percent of winning: one hand can be solved for it.

        Parameters
        ----------
        hand
            From 1, the hand that is played for this.
        """
        following = min(max(1, hand), len(self.winning) - 1)
        return TournamentUtility(tuple(self.winning[following].tolist()), float(self.schedule.unit))

    def place(self, hand: int, sb_chips: int) -> tuple[int, int]:
        """Row and stack in units of a state, for the arrays; hands of the last level are all alike.

        Raises TournamentError if there is no such state.
        """
        k, rest = divmod(sb_chips, self.schedule.unit)
        if rest or not 0 < k < self.schedule.steps:
            raise TournamentError(
                f"No player can have {sb_chips:,} chips: stacks are {self.stacks[0]:,} to "
                f"{self.stacks[-1]:,} in steps of {self.schedule.unit:,}.",
                field="sb_chips",
            )
        if hand < 1:
            raise TournamentError(f"Hands are counted from 1, there is no hand {hand}.", field="hand")
        return min(hand, len(self.winning)) - 1, k

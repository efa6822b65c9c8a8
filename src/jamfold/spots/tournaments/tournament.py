"""A solved heads-up tournament: values and play at every stack, and the cost of chip-EV play.

The cost is that of playing every hand for chips, without future hands: in both seats a player uses the
equilibrium of the single hand in chips at every stack division, and the other player best-responds over the
whole tournament.  At a state (hand, seat, stack) the cost is the opponent's gain over equilibrium in winning
probability.  The largest cost over all states is 0.00012 for 10 big blinds on the table in Hold'em: small
blind, equal stacks.
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
from jamfold.spots.tournaments.hand_sums import GridHand
from jamfold.spots.tournaments.heads_up import PlayedHand, SolvedSchedule, best_responses
from jamfold.valuation.utility import TournamentUtility


def chips_losses(payoffs: ClassGame, solved: SolvedSchedule, progress: Progress) -> FloatArray:
    """Return the cost of playing for chips at every state, as a probability of winning the tournament.

    The shape is (2, hands, steps + 1): small blind, then big blind, by their own stack.
    """
    hands = _chips_hands(payoffs, solved, progress)
    best = best_responses(payoffs, hands, solved.winning[-1])
    value_big = 1.0 - solved.winning[:, ::-1]
    losses = np.array([(best.big - value_big)[:, ::-1], (best.small - solved.winning)[:, ::-1]])
    losses[losses < 0.0] = 0.0  # rounding: a best response is worth at least the equilibrium
    return losses


def _chips_hands(payoffs: ClassGame, solved: SolvedSchedule, progress: Progress) -> list[list[PlayedHand]]:
    """Return the hands of a tournament played for chips; equal spots are solved once."""
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
    """Return the hand in chips, linear in the pot share; pots are divided exactly."""
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
    """A state, and the seat of a player there."""

    hand: int
    sb_chips: int
    seat: Seat


@dataclass(frozen=True, eq=False)
class Tournament(DisplayableResult):
    """The jam/fold equilibrium of a heads-up tournament, at every possible state.

    Stacks are counted in units of the schedule, k = 0 to steps.  Arrays have a row for each hand before the
    last level, and a last row for all hands of that level.
    """

    game: Game
    schedule: Schedule
    """game, schedule: The rules, the chips and the levels."""
    winning: FloatArray
    """W: the probability that the small blind with k units before posting wins the tournament, shape (hands,
    steps + 1)."""
    durations: FloatArray
    """Expected number of hands until a player has all chips, shape (hands, steps + 1)."""
    jam: FloatArray
    call: FloatArray
    """jam, call: The small blind's jam frequency and the big blind's call frequency by class, shape (hands,
    steps - 1, classes); row k - 1 is for a small blind with k units."""
    gains: tuple[float, float]
    """The largest gains of a best response over the whole tournament, as small and as big blind at the start
    of a state, in winning probability."""
    chips_losses: FloatArray
    """The cost of playing the single-hand equilibrium in chips at every stack, shape (2, hands, steps + 1):
    small blind, then big blind, by their own stack; see `chips_losses`."""
    sweeps: int
    """The number of times that the last level was solved."""
    change: float
    """The largest change of W in the last sweep."""
    seconds: float
    """The time to solve; after an interruption, that of the last run."""

    @property
    def classes(self) -> HandClasses:
        """The classes of hands."""
        return hand_classes(self.game)

    @property
    def epsilon(self) -> float:
        """The certificate: the largest gain of a best response over the whole tournament."""
        return max(self.gains)

    @property
    def winning_big(self) -> FloatArray:
        """The big blind's winning probability by their own stack, shape (hands, steps + 1)."""
        return 1.0 - self.winning[:, ::-1]

    @property
    def stacks(self) -> tuple[int, ...]:
        """The small blind's chips, from one unit to all but one."""
        return tuple(k * self.schedule.unit for k in range(1, self.schedule.steps))

    @property
    def chip_shares(self) -> FloatArray:
        """The share of all chips by stack, shape (steps + 1,)."""
        return np.arange(self.schedule.steps + 1) / self.schedule.steps

    @property
    def from_chip_share(self) -> FloatArray:
        """W less the chip share, shape (hands, steps + 1)."""
        return self.winning - self.chip_shares

    @property
    def seat_value(self) -> FloatArray:
        """W less the winning probability as big blind, by stack, shape (hands, steps + 1)."""
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
        """The small blind's winning probability with half the chips in hand 1; None if no stack has it."""
        half, odd = divmod(self.schedule.steps, 2)
        return None if odd else float(self.winning[0, half])

    @property
    def equal_stacks_hands(self) -> float | None:
        """The expected number of hands from equal stacks on; None if no stack has half of the chips."""
        half, odd = divmod(self.schedule.steps, 2)
        return None if odd else float(self.durations[0, half])

    @property
    def distance(self) -> float:
        """The largest difference of W from the chip share."""
        return float(abs(self.from_chip_share).max())

    @property
    def farthest(self) -> State:
        """The state where W differs most from the chip share."""
        hand, k = np.unravel_index(int(abs(self.from_chip_share).argmax()), self.winning.shape)
        return State(int(hand) + 1, int(k) * self.schedule.unit)

    @property
    def chips_cost(self) -> float:
        """The largest cost of playing the single-hand equilibrium in chips, in winning probability."""
        return max(0.0, float(self.chips_losses.max()))

    @property
    def costliest(self) -> SeatState:
        """The state of the largest cost, and the seat of the player who plays for chips."""
        place = np.unravel_index(int(self.chips_losses.argmax()), self.chips_losses.shape)
        big, hand, own = (int(number) for number in place)
        small = self.schedule.steps - own if big else own
        seat = Seat.BIG_BLIND if big else Seat.SMALL_BLIND
        return SeatState(hand + 1, small * self.schedule.unit, seat)

    def utility(self, hand: int = 1) -> TournamentUtility:
        """Return the value of stacks after a hand, numbered from 1, to solve that hand alone."""
        following = min(max(1, hand), len(self.winning) - 1)
        return TournamentUtility(tuple(self.winning[following].tolist()), float(self.schedule.unit))

    def place(self, hand: int, sb_chips: int) -> tuple[int, int]:
        """Return the row of a hand and the small blind's units, as indices of the arrays.

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
            raise TournamentError(f"Hands are counted from 1; there is no hand {hand}.", field="hand")
        return min(hand, len(self.winning)) - 1, k

"""A solved spot: game, situation and the solver's solution, in chips and in big blinds.

Numbers named ``*_bb`` are chips divided by the big blind, whatever the antes are.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from jamfold._version import __version__
from jamfold.counting.classes import HandClasses, hand_classes
from jamfold.errors import JamfoldError, SolutionError
from jamfold.games import Game, find_game
from jamfold.shown import Shown
from jamfold.solver import archive
from jamfold.solver.solution import Solution
from jamfold.spots.lookup import Hand, HandReport, look_up
from jamfold.spots.situation import Pair, Situation
from jamfold.spots.strategy import Seat, SeatStrategy


@dataclass(frozen=True, eq=False)
class SpotSolution(Shown):
    """The solution of one game in one situation.

    Attributes
    ----------
    game
        The rules.
    situation
        The chips.
    solution
        Both strategies and their certificate, in units of B, one entry per class.
    """

    game: Game
    situation: Situation
    solution: Solution

    @classmethod
    def of(cls, strategy: SeatStrategy) -> Self:
        """The spot that a player's strategy belongs to."""
        return cls(strategy.game, strategy.situation, strategy.solution)

    @property
    def classes(self) -> HandClasses:
        """The classes that the entries of the solution belong to."""
        return hand_classes(self.game)

    @property
    def s(self) -> float:
        """Effective stack in units of B."""
        return self.solution.s

    @property
    def b(self) -> float:
        """Small blind in units of B."""
        return self.solution.b

    @property
    def method(self) -> str:
        """``exact`` or ``fictitious-play``."""
        return self.solution.method

    @property
    def iterations(self) -> int:
        """Iterations of the method."""
        return self.solution.iterations

    @property
    def exact(self) -> bool:
        """Whether epsilon is within the tolerance of the exact method."""
        return self.solution.exact

    @property
    def jam_percent(self) -> float:
        """Percentage of all hands that the small blind jams."""
        return 100.0 * self.solution.jam_share

    @property
    def call_percent(self) -> float:
        """Percentage of all hands with which the big blind calls."""
        return 100.0 * self.solution.call_share

    @property
    def value_bb(self) -> float:
        """Value for the small blind in big blinds; the big blind's is the dead money less that."""
        return self.value_chips[0] / self.situation.big_blind

    @property
    def value_chips(self) -> Pair:
        """Values of I and II in chips, from the start of the hand; they add up to the dead money."""
        return self.situation.in_chips((self.solution.value, -self.solution.value))

    @property
    def post_ev_bb(self) -> Pair:
        """What I and II earn by best responses to the other's strategy, in big blinds."""
        return self.situation.in_bb(self.post_ev_chips)

    @property
    def post_ev_chips(self) -> Pair:
        """What I and II earn by best responses to the other's strategy, in chips."""
        return self.situation.in_chips((self.solution.v1, self.solution.v2))

    @property
    def epsilon_bb(self) -> float:
        """Half of what both players together could still gain, in big blinds."""
        return self.epsilon_chips / self.situation.big_blind

    @property
    def epsilon_chips(self) -> float:
        """The same in chips."""
        return self.situation.unit * self.solution.epsilon

    @property
    def gains_bb(self) -> Pair:
        """What I alone and II alone could still gain by a best response, in big blinds."""
        return self.situation.in_bb(self.gains_chips)

    @property
    def gains_chips(self) -> Pair:
        """The same in chips."""
        first, second = self.solution.gains
        return self.situation.unit * first, self.situation.unit * second

    @property
    def mixed(self) -> tuple[int, int]:
        """Classes of I and of II that are played sometimes."""
        return self.solution.mixed

    @property
    def free(self) -> tuple[int, int]:
        """Classes of I and of II for which both actions are right."""
        return self.solution.free

    @property
    def seconds(self) -> float:
        """Time the solver took."""
        return self.solution.seconds

    def strategy(self, seat: Seat | str = Seat.SMALL_BLIND) -> SeatStrategy:
        """One player's strategy and EVs.

        Raises
        ------
        SituationError
            If the seat is neither ``sb`` nor ``bb``.
        """
        return SeatStrategy(self.game, self.situation, self.solution, Seat.parse(seat))

    def hand(self, hand: Hand, seat: Seat | str = "sb") -> HandReport:
        """One hand of one player: how often it is played, EVs, advice.

        Parameters
        ----------
        hand
            Cards as text or card ids, a class name such as ``K7o``, or the id of a class.
        seat
            ``sb`` or ``bb``.

        Raises
        ------
        CardError, ClassError, RangeError
            If this is no hand of the game, or hands of several classes.
        SituationError
            If the seat is neither ``sb`` nor ``bb``.
        """
        return look_up(self.strategy(seat), hand)

    def save(self, path: str | Path) -> None:
        """Write the solution with its game and situation to one file; `load_solution` reads it.

        Raises
        ------
        SolutionError
            If the file cannot be written.
        """
        metadata = {"program": __version__, "game": self.game.name, "situation": self.situation.as_dict()}
        archive.save_solution(self.solution, Path(path), metadata)


def load_solution(path: str | Path) -> SpotSolution:
    """A saved solution.

    Raises
    ------
    SolutionError
        If the file is missing, damaged, of another version, or no saved spot.
    """
    solution, metadata = archive.load_solution(Path(path))
    try:
        game = find_game(metadata["game"])
        situation = Situation(**metadata["situation"])
    except (AttributeError, JamfoldError, KeyError, TypeError):
        raise SolutionError(f"The file '{path}' holds a solution, but of no game and situation.") from None
    if solution.n_classes != hand_classes(game).n or (solution.s, solution.b) != (situation.s, situation.b):
        raise SolutionError(f"The solution in '{path}' does not fit its game and situation.")
    return SpotSolution(game, situation, solution)

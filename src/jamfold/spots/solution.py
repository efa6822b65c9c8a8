"""A solved spot: game, situation and the solver's solution, in big blinds and in chips.

Numbers named ``*_bb`` are in the unit B of the situation, which is the big blind
when there are no antes and no dead money.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jamfold._version import __version__
from jamfold.counting.classes import HandClasses, hand_classes
from jamfold.errors import JamfoldError, SolutionError
from jamfold.games import Game, find_game
from jamfold.shown import Shown
from jamfold.solver import archive
from jamfold.solver.solution import Solution
from jamfold.spots.lookup import HandReport, look_up
from jamfold.spots.situation import Pair, Situation
from jamfold.spots.strategy import Position, SeatStrategy


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
        """Value for the small blind in units of B; the big blind's is the negative."""
        return self.solution.value

    @property
    def value_chips(self) -> Pair:
        """Values of I and II in chips, from the start of the hand; they add up to the dead money."""
        value = self.solution.value
        return self.situation.chips_small_blind(value), self.situation.chips_big_blind(-value)

    @property
    def post_ev_bb(self) -> Pair:
        """What I and II earn by best responses to the other's strategy, in units of B."""
        return self.solution.v1, self.solution.v2

    @property
    def post_ev_chips(self) -> Pair:
        """What I and II earn by best responses to the other's strategy, in chips."""
        v1, v2 = self.post_ev_bb
        return self.situation.chips_small_blind(v1), self.situation.chips_big_blind(v2)

    @property
    def epsilon_bb(self) -> float:
        """Bound on the distance from optimal, in units of B."""
        return self.solution.epsilon

    @property
    def epsilon_chips(self) -> float:
        """Bound on the distance from optimal, in chips."""
        return self.situation.unit * self.solution.epsilon

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

    def summary(self) -> dict[str, Any]:
        """The result as JSON keeps it, the contract of ``jamfold solve --json``."""
        names = (
            "s b method iterations exact jam_percent call_percent value_bb value_chips post_ev_bb "
            "post_ev_chips epsilon_bb epsilon_chips mixed free seconds"
        )
        values = {name: getattr(self, name) for name in names.split()}
        pairs = {name: list(value) for name, value in values.items() if isinstance(value, tuple)}
        chips = {"unit_chips": self.situation.unit, "effective_stack": self.situation.live}
        return {"game": self.game.name} | values | pairs | self.situation.as_dict() | chips

    def certificate(self) -> dict[str, Any]:
        """How good the strategies are: exact or not, and epsilon."""
        return {name: getattr(self, name) for name in ("exact", "epsilon_bb", "epsilon_chips", "iterations")}

    def certificate_text(self) -> str:
        """The certificate in a sentence."""
        bound = f"epsilon {self.epsilon_bb:.3g} bb = {self.epsilon_chips:.3g} chips"
        kind = "Exact equilibrium" if self.exact else f"Not exact ({self.method})"
        return f"{kind}: {bound} after {self.iterations:,} iterations in {self.seconds:.2f} s."

    def strategy(self, position: Position | str = Position.SMALL_BLIND) -> SeatStrategy:
        """One player's strategy and EVs.

        Raises
        ------
        SituationError
            If the position is neither ``sb`` nor ``bb``.
        """
        return SeatStrategy(self, Position.parse(position))

    def hand(self, hand: str | Iterable[int] | int, position: Position | str = "sb") -> HandReport:
        """One hand of one player: how often it is played, EVs, advice.

        Parameters
        ----------
        hand
            Cards as text or card ids, or the id of a class.
        position
            ``sb`` or ``bb``.

        Raises
        ------
        CardError, ClassError
            If this is no hand of the game.
        SituationError
            If the position is neither ``sb`` nor ``bb``.
        """
        return look_up(self.strategy(position), hand)

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

"""A solved spot: game, situation, what is played for, and the solver's solution.

Numbers named ``*_bb`` are chips divided by the big blind, whatever the antes are.  Where
money is played for, those that a player plays for are named ``*_money``, and those in chips
are nan, but for the chips that the pair of strategies wins.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.betting.ends import Extras, ExtraTerms, extras_of, terms_contract
from jamfold.betting.terms import CHIPS, PayoffTerms
from jamfold.betting.two_seats import Situation
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game, find_game
from jamfold.class_tables.rare_hands import paid_share
from jamfold.core.arrays import FloatArray
from jamfold.core.errors import JamfoldError, SolutionError
from jamfold.core.version import __version__
from jamfold.solver import archive
from jamfold.solver.rational import RationalSolution
from jamfold.solver.solution import Solution
from jamfold.solver.tree_rational import CLOSE
from jamfold.spots.payoffs import spot_payoffs
from jamfold.spots.strategy import Hand, HandReport, Seat, SeatStrategy, SolvedSpot, look_up
from jamfold.valuation.fees import JACKPOT_RULES
from jamfold.valuation.numbers import Pair


def sampled_bound(bound: float, unit: str) -> str:
    """A bound that holds with 95%, in words, rounded up."""
    return f"{math.ceil(bound * 1e6) / 1e6:.6f} {unit} (95%, sampled)"


def sampled_within(bound: float, unit: str) -> str:
    """The same as a distance."""
    return f"within {sampled_bound(bound, unit)}"


@dataclass(frozen=True, eq=False)
class SpotSolution(SolvedSpot):
    """The solution of one game in one situation."""

    money_chips: float | None = None
    """Where money is played for, the chips that I wins on average; else None."""
    proof: RationalSolution | None = None
    """The same equilibrium in fractions, in which gains are zero; see `jamfold.spots.proof`."""

    @staticmethod
    def of(strategy: SeatStrategy) -> SpotSolution:
        """The spot that a player's strategy belongs to."""
        return strategy.spot or SpotSolution(
            strategy.game, strategy.situation, strategy.solution, strategy.terms, proof=strategy.proof
        )

    @property
    def s(self) -> float:
        """Effective stack in units of B."""
        return self.situation.s

    @property
    def b(self) -> float:
        """Small blind in units of B."""
        return self.situation.b

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
    def proved(self) -> bool:
        """Whether the equilibrium is known in fractions."""
        return self.proof is not None

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
        """Value for the small blind in big blinds; the big blind has the rest of the dead money."""
        return self.value_chips[0] / self.situation.big_blind

    @property
    def value_chips(self) -> Pair:
        """What I and II win in chips, from the start of the hand; with rake less than the dead money."""
        if self.money_chips is not None:
            return self.money_chips, self.situation.dead - self.money_chips
        return self._in_chips(self.values)

    @property
    def value_money(self) -> Pair:
        """What the chips of I and II are worth after the hand, on average; nan without prizes."""
        return self._in_money(self.values)

    @property
    def post_ev_bb(self) -> Pair:
        """What I and II earn by best responses to the other's strategy, in big blinds."""
        return self.situation.in_bb(self.post_ev_chips)

    @property
    def post_ev_chips(self) -> Pair:
        """What I and II earn by best responses to the other's strategy, in chips."""
        return self._in_chips(self._post_evs)

    @property
    def post_ev_money(self) -> Pair:
        """The same in money; nan without prizes."""
        return self._in_money(self._post_evs)

    @cached_property
    def extras(self) -> Extras | None:
        """What both pay and win outside the pot, in big blinds per hand; None if nothing."""
        if not self.terms.has_extras and self.terms.about is None:
            return None
        extras = pair_extras(self.game, self.terms, self.solution)
        return extras.in_bb(self.situation.big_blind)

    @property
    def extra_terms(self) -> ExtraTerms | None:
        """Terms of payments outside the pot for JSON; None if there are none."""
        return terms_contract(self.terms, self.situation.big_blind)

    @property
    def epsilon_bb(self) -> float:
        """Half of what both players together could still gain, in big blinds."""
        return self.epsilon_chips / self.situation.big_blind

    @property
    def epsilon_chips(self) -> float:
        """The same in chips."""
        return sum(self.gains_chips) / 2

    @property
    def epsilon_money(self) -> float:
        """The same in money; nan without prizes."""
        return sum(self.gains_money) / 2

    @property
    def gains_bb(self) -> Pair:
        """What I alone and II alone could still gain by a best response, in big blinds."""
        return self.situation.in_bb(self.gains_chips)

    @property
    def bound_text(self) -> str:
        """How far from equilibrium an approximate solution is, with its unit."""
        largest = max(self.payoffs.gains(self.solution.gains)) / self.measure.divisor
        return sampled_within(largest, f"{self.measure.unit} of equilibrium")

    @property
    def gains_chips(self) -> Pair:
        """The same in chips."""
        return self._in_chips(self._gains)

    @property
    def gains_money(self) -> Pair:
        """The same in money; nan without prizes."""
        return self._in_money(self._gains)

    @property
    def values(self) -> Pair:
        """Values of I and II in the currency, chips or money."""
        return self.payoffs.of_both(self.solution.values)

    @property
    def _post_evs(self) -> Pair:
        return self.payoffs.of_both((self.solution.v1, self.solution.v2))

    @property
    def _gains(self) -> Pair:
        if self.proved:
            return 0.0, 0.0
        return self.payoffs.gains(self.solution.gains)

    def _in_chips(self, values: Pair) -> Pair:
        return values if self.currency == "chips" else (math.nan, math.nan)

    def _in_money(self, values: Pair) -> Pair:
        return values if self.currency == "money" else (math.nan, math.nan)

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

    def to_columns(self) -> dict[str, NDArray[Any]]:
        """Both strategies as columns, one row per seat and class; see `SeatStrategy.to_columns`."""
        sides = [self.strategy(seat).to_columns() for seat in Seat]
        columns = {name: np.concatenate([side[name] for side in sides]) for name in sides[0]}
        return {"seat": np.repeat([seat.value for seat in Seat], self.classes.n)} | columns

    def strategy(self, seat: Seat | str = Seat.SMALL_BLIND) -> SeatStrategy:
        """One player's strategy and EVs. Raises SituationError if the seat is neither ``sb`` nor ``bb``."""
        return SeatStrategy(
            self.game, self.situation, self.solution, self.terms, Seat.parse(seat), self.proof
        )

    def hand(self, hand: Hand, seat: Seat | str = "sb") -> HandReport:
        """One hand of one player: how often it is played, EVs, advice.

        Raises CardError or ClassError or RangeError if this is no hand of the game, or hands of several
        classes; SituationError if the seat is neither ``sb`` nor ``bb``.

        Parameters
        ----------
        hand
            Cards as text or card ids, a class name such as ``K7o``, or the id of a class.
        seat
            ``sb`` or ``bb``.
        """
        return look_up(self.strategy(seat), hand)

    def save(self, path: str | Path) -> None:
        """Write the solution with its game and situation to one file; `load_solution` reads it.

        Raises SolutionError if the file cannot be written.
        """
        archive.save_solution(self.solution, Path(path), self._metadata())

    def _metadata(self) -> dict[str, Any]:
        """What a file says besides the solution."""
        return {
            "program": __version__,
            "game": self.game.name,
            "situation": self.situation.as_dict(),
            "terms": self.terms.as_dict(),
            "money_chips": self.money_chips,
            "proof": None if self.proof is None else self.proof.as_dict(),
        }


def _is_of(proof: RationalSolution, situation: Situation, solution: Solution) -> bool:
    """Whether a proof that was kept is that of a solution."""
    same_game = (proof.s, proof.b) == situation.fractions
    return same_game and math.isclose(proof.value, solution.value, rel_tol=0.0, abs_tol=CLOSE)


def read_solution(path: Path) -> tuple[SpotSolution, dict[str, Any], dict[str, FloatArray]]:
    """A saved solution, all metadata, and the other arrays of the file.

    Raises SolutionError if the file is missing, damaged, of another version, or no saved spot.
    """
    solution, metadata, more = archive.load_solution(path)
    try:
        game = find_game(metadata["game"])
        situation = Situation(**metadata["situation"])
        terms = PayoffTerms.from_dict(metadata["terms"]) if "terms" in metadata else CHIPS
        chips = metadata.get("money_chips")
        money_chips = None if chips is None else float(chips)
        played = spot_payoffs(situation, terms, split=game.split_low)
        stored = metadata.get("proof")
        proof = None if stored is None else RationalSolution.with_pair(stored, solution.x, solution.y)
        if proof is not None and not _is_of(proof, situation, solution):
            raise ValueError("The proof is that of another spot.")
    except (ArithmeticError, AttributeError, JamfoldError, LookupError, TypeError, ValueError):
        raise SolutionError(f"The file '{path}' holds a solution, but of no game and situation.") from None
    if solution.n_classes != hand_classes(game).n or solution.stakes != played.stakes:
        raise SolutionError(f"The solution in '{path}' does not fit its game and situation.")
    return SpotSolution(game, situation, solution, terms, money_chips, proof), metadata, more


def pair_extras(game: Game, terms: PayoffTerms, solution: Solution) -> Extras:
    """What small and big blind pay and win outside the pot on average, in chips; exact."""
    sizes = hand_classes(game).sizes
    called = float(np.sum(sizes * solution.y * solution.jam_chance)) / game.n_hands
    won = (0.0, 0.0)
    if terms.jackpot is not None:
        royal = JACKPOT_RULES[terms.jackpot.rule].royal
        won = (
            paid_share(game, solution.x, solution.y, royal=royal),
            paid_share(game, solution.y, solution.x, royal=royal),
        )
    return extras_of(terms, (solution.jam_share, called), (called, called), won)

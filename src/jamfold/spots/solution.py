"""A solved spot: game, situation, terms, and the solver's solution.

Numbers named ``*_bb`` are chips divided by the big blind, with any antes.  With prizes, values are money,
named ``*_money``, and those in chips are NaN, except for the chips that the strategies win.
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
    """Format a 95% bound, rounded up."""
    return f"{math.ceil(bound * 1e6) / 1e6:.6f} {unit} (95%, sampled)"


def sampled_within(bound: float, unit: str) -> str:
    """Format a 95% bound as a distance."""
    return f"within {sampled_bound(bound, unit)}"


class SolverFigures:
    """Figures of the solver's solution; percentages are of all hands, or of those in a range."""

    solution: Solution

    @property
    def jam_percent(self) -> float:
        """Percentage of all hands that the small blind jams."""
        return 100.0 * self.solution.jam_share

    @property
    def call_percent(self) -> float:
        """Percentage of all hands with which the big blind calls."""
        return 100.0 * self.solution.call_share

    @property
    def iterations(self) -> int:
        """Iterations of the method."""
        return self.solution.iterations

    @property
    def exact(self) -> bool:
        """Whether epsilon is within the tolerance of the exact method."""
        return self.solution.exact

    @property
    def mixed(self) -> tuple[int, int]:
        """Numbers of mixed classes of I and II."""
        return self.solution.mixed

    @property
    def seconds(self) -> float:
        """Time the solver took."""
        return self.solution.seconds


@dataclass(frozen=True, eq=False)
class SpotSolution(SolvedSpot, SolverFigures):
    """The solution of one game in one situation."""

    money_chips: float | None = None
    """The chips that I wins on average with prizes; otherwise None."""
    proof: RationalSolution | None = None
    """The equilibrium in fractions, where gains are zero; see `jamfold.spots.proof`."""

    @staticmethod
    def of(strategy: SeatStrategy) -> SpotSolution:
        """Return the spot that a player's strategy belongs to."""
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
    def proved(self) -> bool:
        """Whether the equilibrium is known in fractions."""
        return self.proof is not None

    @property
    def value_bb(self) -> float:
        """The small blind's EV in big blinds; the big blind's is the dead money less this."""
        return self.value_chips[0] / self.situation.big_blind

    @property
    def value_chips(self) -> Pair:
        """EVs in chips, from the start of the hand; with rake their sum is below the dead money."""
        if self.money_chips is not None:
            return self.money_chips, self.situation.dead - self.money_chips
        return self._in_chips(self.values)

    @property
    def value_money(self) -> Pair:
        """The average values of both stacks after the hand, in money; NaN without prizes."""
        return self._in_money(self.values)

    @property
    def post_ev_bb(self) -> Pair:
        """EVs of best responses of I and II to the other's strategy, in big blinds."""
        return self.situation.in_bb(self.post_ev_chips)

    @property
    def post_ev_chips(self) -> Pair:
        """EVs of best responses of I and II to the other's strategy, in chips."""
        return self._in_chips(self._post_evs)

    @property
    def post_ev_money(self) -> Pair:
        """EVs of best responses of I and II in money; NaN without prizes."""
        return self._in_money(self._post_evs)

    @cached_property
    def extras(self) -> Extras | None:
        """Average payments of both outside the pot, in big blinds per hand; None if there are none."""
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
        """Half the sum of both players' gains by best responses, in big blinds."""
        return self.epsilon_chips / self.situation.big_blind

    @property
    def epsilon_chips(self) -> float:
        """Half the sum of both players' gains by best responses, in chips."""
        return sum(self.gains_chips) / 2

    @property
    def epsilon_money(self) -> float:
        """Half the sum of both players' gains by best responses, in money; NaN without prizes."""
        return sum(self.gains_money) / 2

    @property
    def gains_bb(self) -> Pair:
        """Gains of I and of II by a best response, in big blinds."""
        return self.situation.in_bb(self.gains_chips)

    @property
    def bound_text(self) -> str:
        """The distance of an approximate solution from equilibrium, with its unit."""
        largest = max(self.payoffs.gains(self.solution.gains)) / self.measure.divisor
        return sampled_within(largest, f"{self.measure.unit} of equilibrium")

    @property
    def gains_chips(self) -> Pair:
        """Gains of I and of II by a best response, in chips."""
        return self._in_chips(self._gains)

    @property
    def gains_money(self) -> Pair:
        """Gains of I and of II by a best response, in money; NaN without prizes."""
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
    def free(self) -> tuple[int, int]:
        """Numbers of indifferent classes of I and II."""
        return self.solution.free

    def to_columns(self) -> dict[str, NDArray[Any]]:
        """Return both strategies as columns, one row per seat and class; see `SeatStrategy.to_columns`."""
        sides = [self.strategy(seat).to_columns() for seat in Seat]
        columns = {name: np.concatenate([side[name] for side in sides]) for name in sides[0]}
        return {"seat": np.repeat([seat.value for seat in Seat], self.classes.n)} | columns

    def strategy(self, seat: Seat | str = Seat.SMALL_BLIND) -> SeatStrategy:
        """Return one player's strategy. Raises SituationError if the seat is neither ``sb`` nor ``bb``."""
        return SeatStrategy(
            self.game, self.situation, self.solution, self.terms, Seat.parse(seat), self.proof
        )

    def hand(self, hand: Hand, seat: Seat | str = "sb") -> HandReport:
        """Return the report of a player's hand: frequency, EVs, advice.

        Raises CardError, ClassError or RangeError if this is no hand of the game, or hands of several
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
        """Return the metadata of a saved file."""
        return {
            "program": __version__,
            "game": self.game.name,
            "situation": self.situation.as_dict(),
            "terms": self.terms.as_dict(),
            "money_chips": self.money_chips,
            "proof": None if self.proof is None else self.proof.as_dict(),
        }


def _is_of(proof: RationalSolution, situation: Situation, solution: Solution) -> bool:
    """Return whether a stored proof belongs to a solution."""
    same_game = (proof.s, proof.b) == situation.fractions
    return same_game and math.isclose(proof.value, solution.value, rel_tol=0.0, abs_tol=CLOSE)


def read_solution(path: Path) -> tuple[SpotSolution, dict[str, Any], dict[str, FloatArray]]:
    """Return a saved solution, all metadata, and the other arrays of the file.

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
    """Return the exact average payments of small and big blind outside the pot, in chips."""
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

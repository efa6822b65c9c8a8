"""One player's side of a solved spot: how often each class is played, what it earns, what to do.

"Played" is the chance of jamming as the small blind, of calling the jam as the
big blind.  The big blind's EVs are those after the small blind has jammed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import FloatArray
from jamfold.cards import format_cards
from jamfold.counting.classes import HandClasses, hand_classes
from jamfold.errors import SituationError
from jamfold.games import Game
from jamfold.hand.terms import CHIPS, DisplayUnit, PayoffTerms
from jamfold.hand.two_seats import Situation
from jamfold.ranges.grid import class_label
from jamfold.shown import DisplayableResult, former_name
from jamfold.solver.rational import RationalSolution
from jamfold.solver.solution import FREE_MARGIN, Solution
from jamfold.spots.terms import SpotPayoffs, spot_payoffs
from jamfold.worth.utility import Currency


class Seat(StrEnum):
    """The two players who are left."""

    SMALL_BLIND = "sb"
    BIG_BLIND = "bb"

    @classmethod
    def parse(cls, name: str) -> Seat:
        """The seat of a name, ``sb`` or ``bb``. Raises SituationError if it is neither."""
        try:
            return cls(name.strip().lower())
        except (AttributeError, ValueError):
            raise SituationError(
                f"The position must be sb or bb, not '{str(name)[:40]}'.", field="position"
            ) from None

    @property
    def place(self) -> int:
        """The place of the player in pairs of numbers."""
        return 0 if self is Seat.SMALL_BLIND else 1

    @property
    def action(self) -> Action:
        """What playing a hand is called here."""
        return Action.JAM if self is Seat.SMALL_BLIND else Action.CALL

    @property
    def other(self) -> Seat:
        return Seat.BIG_BLIND if self is Seat.SMALL_BLIND else Seat.SMALL_BLIND


class Action(StrEnum):
    """What a player can do."""

    JAM = "jam"
    CALL = "call"
    FOLD = "fold"


class Advice(StrEnum):
    """What a solution says about a hand."""

    JAM = "jam"
    CALL = "call"
    FOLD = "fold"
    INDIFFERENT = "indifferent"
    NO_DECISION = "no decision"
    NEVER_ASKED = "never asked"


@dataclass(frozen=True)
class HandAtNode:
    """What one class does at a decision; EVs are of the whole hand, None where it never comes to that."""

    after: tuple[str, ...]
    actions: tuple[str, ...]
    """What is done before (``sb raise 2``), what can be done: ``fold``, ``raise 2``, ``jam``, ``call``."""
    chances: dict[str, float]
    """Chance of each action once the class is here, in [0, 1]."""
    evs: dict[str, float | None]
    """EV of each action here, with best play behind, in chips or money."""
    evs_bb: dict[str, float | None]
    """The same in big blinds; None where money is played for."""
    reach: float
    """Chance that the class comes here: its own play, and the other's against it."""
    answers: dict[str, dict[str, float]]
    """Per raise and jam, the chance of each answer of the other, given the cards of the class, in [0, 1];
    empty where it never comes here."""
    equities: dict[str, float | None]
    """Per jam and call, the share of the pot won once the hands are shown; None if they never are."""
    needed: float | None
    """The equity from which on calling is right; None where nothing can be called, or it never comes here."""


@dataclass(frozen=True, eq=False)
class SolvedSpot(DisplayableResult):
    """What is solved, and in what its values are counted."""

    game: Game
    """The rules."""
    situation: Situation
    """The chips."""
    solution: Solution
    """Both strategies and their certificate, in the unit of the solver, one entry per class."""
    terms: PayoffTerms = CHIPS
    """What the chips are worth."""

    @property
    def classes(self) -> HandClasses:
        return hand_classes(self.game)

    @cached_property
    def payoffs(self) -> SpotPayoffs:
        """The ends of the hand, and the way from the solver's unit to the currency."""
        return spot_payoffs(self.situation, self.terms, split=self.game.split_low)

    @property
    def measure(self) -> DisplayUnit:
        """How values are shown: in big blinds, or in money."""
        return self.payoffs.measure

    @property
    def currency(self) -> Currency:
        """What values are counted in: chips or money."""
        return self.terms.currency

    played_for = former_name("payoffs")


@dataclass(frozen=True, eq=False)
class SeatStrategy(SolvedSpot):
    """The strategy of one player; arrays of shape (n,), one entry per class.

    EVs are in the currency of the spot: in chips net results from the start of the hand,
    in money what a player's chips are worth after it.  ``*_bb`` are chips divided by the big
    blind, nan where money is played for.  All are nan where the big blind is never asked.
    """

    seat: Seat = Seat.SMALL_BLIND
    """Whose strategy this is."""
    proof: RationalSolution | None = None
    """The same equilibrium in fractions, where it is known."""
    spot: Any = None
    """The spot with all its decisions, where raises are listed; else None."""
    played = former_name("frequency")
    asked = former_name("reach_probability")
    at_nodes = former_name("decisions_of")

    @property
    def decides(self) -> bool:
        return self.situation.has_decision[self.seat.place]

    @property
    def frequency(self) -> FloatArray:
        """Chance of jamming or calling, in [0, 1]."""
        return self.solution.x if self.seat is Seat.SMALL_BLIND else self.solution.y

    @property
    def reach_probability(self) -> FloatArray:
        """Chance that the class has a decision: 1, and for the big blind that of a jam, in [0, 1]."""
        if self.seat is Seat.SMALL_BLIND:
            return np.ones(self.classes.n)
        return self.solution.jam_chance

    @property
    def play_margin_units(self) -> FloatArray:
        """What the best play adds over folding, in the unit of the solver."""
        return self.margin_units

    @property
    def play_margin(self) -> FloatArray:
        """The same in the currency."""
        return self.payoffs.factors[self.seat.place] * self.play_margin_units

    @property
    def played_percent(self) -> float:
        """Percentage of all hands that are jammed or called with."""
        return 100.0 * (
            self.solution.jam_share if self.seat is Seat.SMALL_BLIND else self.solution.call_share
        )

    @cached_property
    def ev_allin(self) -> FloatArray:
        evs = self.solution.ev_jam if self.seat is Seat.SMALL_BLIND else self.solution.ev_call
        return self.payoffs.of(self.seat.place, evs)

    @property
    def ev_fold(self) -> float:
        return self.payoffs.folding[self.seat.place]

    @cached_property
    def margin(self) -> FloatArray:
        """EV of jamming or calling minus EV of folding."""
        return self.payoffs.factors[self.seat.place] * self.margin_units

    def to_columns(self) -> dict[str, NDArray[Any]]:
        """The strategy as columns, one row per class; pandas and polars take it as it is.

        ``played`` is in [0, 1]; the EVs and ``difference`` are in chips or money, ``difference_bb``
        in big blinds.

        >>> import jamfold
        >>> columns = jamfold.solve("holdem").strategy("sb").to_columns()
        >>> list(columns)
        ['id', 'hand', 'cards', 'size', 'played', 'ev_allin', 'ev_fold', 'difference', 'difference_bb']
        """
        classes = self.classes
        return {
            "id": np.arange(classes.n),
            "hand": np.array([class_label(self.game, i) for i in range(classes.n)]),
            "cards": np.array([format_cards(hand) for hand in classes.representatives.tolist()]),
            "size": classes.sizes,
            "played": self.frequency,
            "ev_allin": self.ev_allin,
            "ev_fold": np.full(classes.n, self.ev_fold),
            "difference": self.margin,
            "difference_bb": self.margin_bb,
        }

    @property
    def margin_units(self) -> FloatArray:
        return self.solution.margin_jam if self.seat is Seat.SMALL_BLIND else self.solution.margin_call

    def span(self, class_id: int) -> tuple[float, float] | None:
        """How seldom and how often a class is played in any equilibrium; None where that is not known."""
        if self.proof is None:
            return None
        strategy = self.proof.strategies[self.seat.place]
        if strategy.spans is None:
            return None
        pure = float(strategy.played[class_id])
        least, most = strategy.spans.get(class_id, (pure, pure))
        return float(least), float(most)

    @property
    def ev_allin_bb(self) -> FloatArray:
        """EV of jamming or calling in big blinds."""
        return self.ev_allin / self._big_blind

    @property
    def ev_fold_bb(self) -> float:
        """EV of folding in big blinds."""
        return self.ev_fold / self._big_blind

    @property
    def margin_bb(self) -> FloatArray:
        """EV of jamming or calling minus EV of folding, in big blinds."""
        return self.margin / self._big_blind

    @property
    def _big_blind(self) -> float:
        """What chips are divided by; money is not measured in big blinds."""
        return self.situation.big_blind if self.currency == "chips" else math.nan

    def decisions_of(self, class_id: int) -> tuple[HandAtNode, ...]:
        """What a class does at every decision of the seat, where there are raises before the all-in."""
        return ()

    def advice(self, class_id: int) -> Advice:
        if not self.decides:
            return Advice.NO_DECISION
        margin = self.margin_units[class_id]
        if np.isnan(margin):
            return Advice.NEVER_ASKED
        if abs(margin) < FREE_MARGIN:
            return Advice.INDIFFERENT
        return Advice(self.seat.action) if margin > 0 else Advice.FOLD


# Former names, until 0.4.
Solved = SolvedSpot

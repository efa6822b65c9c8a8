"""One player's strategy in a solved spot: frequency, EV and advice by class, and lookup of one hand.

``played`` is the frequency of jamming as the small blind, and of calling the jam as the big blind.  The big
blind's EVs are those after the small blind has jammed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.betting.terms import CHIPS, DisplayUnit, PayoffTerms
from jamfold.betting.two_seats import Situation
from jamfold.cards import format_cards, parse_cards
from jamfold.cards.counting.classes import ClassId, HandClasses, hand_classes
from jamfold.cards.games import Game
from jamfold.core.arrays import FloatArray
from jamfold.core.display import DisplayableResult, former_name, plural
from jamfold.core.errors import CardError, ClassError, RangeError, SituationError
from jamfold.ranges import HandRange, Notation, parse_range
from jamfold.ranges.grid import class_label
from jamfold.ranges.reading.spoken import tidy_hand
from jamfold.solver.rational import RationalSolution
from jamfold.solver.solution import FREE_MARGIN, Solution
from jamfold.spots.payoffs import SpotPayoffs, spot_payoffs
from jamfold.valuation.utility import Currency


class Seat(StrEnum):
    """The two players of a spot."""

    SMALL_BLIND = "sb"
    BIG_BLIND = "bb"

    @classmethod
    def parse(cls, name: str) -> Seat:
        """Parse ``sb`` or ``bb``. Raises SituationError if it is neither."""
        try:
            return cls(name.strip().lower())
        except (AttributeError, ValueError):
            raise SituationError(
                f"The position must be sb or bb, not '{str(name)[:40]}'.", field="position"
            ) from None

    @property
    def place(self) -> int:
        """The index of the player in pairs: 0 or 1."""
        return 0 if self is Seat.SMALL_BLIND else 1

    @property
    def action(self) -> Action:
        """The name of playing a hand: jam or call."""
        return Action.JAM if self is Seat.SMALL_BLIND else Action.CALL

    @property
    def other(self) -> Seat:
        return Seat.BIG_BLIND if self is Seat.SMALL_BLIND else Seat.SMALL_BLIND


class Action(StrEnum):
    """An action of jam or fold."""

    JAM = "jam"
    CALL = "call"
    FOLD = "fold"


class Advice(StrEnum):
    """The advice of a solution for a hand."""

    JAM = "jam"
    CALL = "call"
    FOLD = "fold"
    INDIFFERENT = "indifferent"
    NO_DECISION = "no decision"
    NEVER_ASKED = "never asked"


@dataclass(frozen=True)
class HandAtNode:
    """One class at a decision; EVs are of the whole hand, None if it never gets there."""

    after: tuple[str, ...]
    actions: tuple[str, ...]
    """Earlier actions (``sb raise 2``), and the actions here: ``fold``, ``raise 2``, ``jam``, ``call``."""
    chances: dict[str, float]
    """The frequency of each action, given that the class is here, in [0, 1]."""
    evs: dict[str, float | None]
    """The EV of each action, with best play afterwards, in chips or money."""
    evs_bb: dict[str, float | None]
    """EVs in big blinds; None if money is at stake."""
    reach: float
    """The reach probability of the class, by its own and the opponent's play."""
    answers: dict[str, dict[str, float]]
    """Per raise and jam, the probability of each answer of the opponent given the class, in [0, 1]; empty if
    the class never gets here."""
    equities: dict[str, float | None]
    """Per jam and call, the share of the pot won at a showdown; None if there never is one."""
    needed: float | None
    """The equity needed to call; None if there is no call or the class never gets here."""


@dataclass(frozen=True, eq=False)
class SolvedSpot(DisplayableResult):
    """A solved spot, and the unit of its values."""

    game: Game
    situation: Situation
    solution: Solution
    """Both strategies and their certificate, in the unit of the solver, one entry per class."""
    terms: PayoffTerms = CHIPS

    @property
    def classes(self) -> HandClasses:
        return hand_classes(self.game)

    @cached_property
    def payoffs(self) -> SpotPayoffs:
        """The ends of the hand, and the conversion of the solver's unit to the currency."""
        return spot_payoffs(self.situation, self.terms, split=self.game.split_low)

    @property
    def measure(self) -> DisplayUnit:
        """The unit in which values are shown: big blinds or money."""
        return self.payoffs.measure

    @property
    def currency(self) -> Currency:
        """The currency of values: chips or money."""
        return self.terms.currency

    played_for = former_name("payoffs")


@dataclass(frozen=True, eq=False)
class SeatStrategy(SolvedSpot):
    """The strategy of one player; arrays of shape (n,), one entry per class.

    EVs are in the currency of the spot: net chips from the start of the hand, or the value of the stack after
    it in money.  ``*_bb`` are chips divided by the big blind, NaN with prizes.  All are NaN if the big blind
    never has a decision.
    """

    seat: Seat = Seat.SMALL_BLIND
    proof: RationalSolution | None = None
    """The equilibrium in fractions; None if unknown."""
    spot: Any = None
    """The spot with all its decisions, if there are raises; otherwise None."""
    played = former_name("frequency")
    asked = former_name("reach_probability")
    at_nodes = former_name("decisions_of")

    @property
    def decides(self) -> bool:
        return self.situation.has_decision[self.seat.place]

    @property
    def frequency(self) -> FloatArray:
        """The frequency of jamming or calling, in [0, 1]."""
        return self.solution.x if self.seat is Seat.SMALL_BLIND else self.solution.y

    @property
    def reach_probability(self) -> FloatArray:
        """The probability that the class has a decision, in [0, 1]: 1, or for the big blind that of a jam."""
        if self.seat is Seat.SMALL_BLIND:
            return np.ones(self.classes.n)
        return self.solution.jam_chance

    @property
    def play_margin_units(self) -> FloatArray:
        """The gain of the best play over folding, in the solver's unit."""
        return self.margin_units

    @property
    def play_margin(self) -> FloatArray:
        """The gain of the best play over folding, in the currency."""
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
        """Return the strategy as columns, one row per class, for pandas or polars.

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
        """Return the smallest and largest frequency of a class in any equilibrium; None if unknown."""
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
        """The divisor of chips; NaN with prizes."""
        return self.situation.big_blind if self.currency == "chips" else math.nan

    def decisions_of(self, class_id: int) -> tuple[HandAtNode, ...]:
        """Return the play of a class at every decision of the seat; empty without raises."""
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


@dataclass(frozen=True)
class HandReport:
    """The report of a hand in a solution; EVs as in `SeatStrategy`."""

    id: int
    """The class."""
    cards: str
    """The requested hand, or the representative of the class."""
    representative: str
    """The representative of the class."""
    size: int
    """The number of hands in the class."""
    seat: Seat
    played: float
    """The frequency of jamming (sb) or calling (bb), in [0, 1]."""
    ev_allin: float
    ev_fold: float
    difference: float
    """ev_allin, ev_fold, difference: EV of jamming or calling, of folding, and all-in minus fold, in the
    currency; for the big blind given that the small blind has jammed.  NaN if the small blind never jams
    against the hand."""
    ev_allin_bb: float
    ev_fold_bb: float
    difference_bb: float
    """ev_allin_bb, ev_fold_bb, difference_bb: These EVs in big blinds; NaN with prizes."""
    currency: Currency
    """The currency of EVs."""
    measure: DisplayUnit
    """The unit in which EVs are shown."""
    advice: Advice
    """The best action."""
    least: float | None = None
    most: float | None = None
    """least, most: The smallest and largest frequency in any equilibrium; None if unknown."""
    nodes: tuple[HandAtNode, ...] = ()
    """The play at every decision of the seat; empty without raises."""


_CARD = re.compile(r"(10|[2-9TJQKA])[cdhs]", re.IGNORECASE)
_WORD = re.compile(r"[a-z]{3,}")

Hand = str | Iterable[int] | int
"""A hand: cards, card ids, a class name such as ``K7o``, or the id of a class."""


def find_class(game: Game, hand: Hand) -> tuple[ClassId, str]:
    """Return the class of a hand, and the hand as text.

    Raises CardError, ClassError or RangeError if this is no hand of the game, or hands of several classes.
    """
    named = parse_hand(game, hand)
    if not isinstance(named, HandRange):
        return named
    names = [class_label(game, int(k)) for k in np.flatnonzero(named.class_shares)[:2]]
    raise ClassError(
        f"'{str(hand)[:40]}' is {plural(named.combinations, 'combo')} of {plural(named.n_classes, 'hand')}. "
        f"Enter one hand, such as {' or '.join(names)}.",
        field="hand",
    )


def parse_hand(game: Game, hand: Hand) -> tuple[ClassId, str] | HandRange:
    """Parse a hand: return its class and its text, or a range of several classes.

    Whole hands (``Kh7d``, ``K♥7♦``) and names of one class (``K7o``) are hands; parts of hands
    (``K7``, ``Kh``, ``AKQJ`` in Omaha) and other ranges (``AA$ds``, ``22+``) are ranges.  Raises CardError,
    ClassError or RangeError if this is neither.
    """
    classes = hand_classes(game)
    if isinstance(hand, int | np.integer):
        class_id = classes.check(int(hand))
        return class_id, classes.name(class_id)
    if not isinstance(hand, str):
        cards = tuple(hand)
        return classes.index(cards), format_cards(cards)
    if not hand.strip():
        raise ClassError("Give the cards of a hand, its name, or the id of its class.", field="hand")
    hand = tidy_hand(hand)
    try:
        cards = parse_cards(hand)
    except CardError as error:
        hand_range = _parse_name(game, hand, error)
        meant = np.flatnonzero(hand_range.class_shares)
        if len(meant) == 1 and hand_range.is_class_union and not hand_range.is_weighted:
            return ClassId(int(meant[0])), class_label(game, int(meant[0]))
        return hand_range
    if 0 < len(cards) < game.hole_cards:
        return parse_range(format_cards(cards), game, Notation.GENERIC)
    return classes.index(cards), format_cards(cards)


def _parse_name(game: Game, text: str, error: CardError) -> HandRange:
    """Parse a name of hands or a range; if it is neither, raise the error of the cards if it has cards."""
    if "twice" in str(error):
        raise error
    try:
        hand_range = parse_range(text, game)
    except RangeError as unknown:
        is_of_cards = _CARD.search(text) and not _WORD.search(text)
        raise (error if is_of_cards else unknown) from None
    if not hand_range.combinations:
        raise ClassError(f"No hand of {game.title} is '{text[:40]}'.", field="hand")
    return hand_range


def look_up(strategy: SeatStrategy, hand: Hand) -> HandReport:
    """Return the report of a hand in a player's strategy. Raises as `find_class`."""
    class_id, cards = find_class(strategy.game, hand)
    return class_report(strategy, class_id, cards)


def class_report(strategy: SeatStrategy, class_id: ClassId, cards: str = "") -> HandReport:
    """Return the report of a class in a player's strategy, named by these cards or its representative."""
    representative = strategy.classes.name(class_id)
    least, most = strategy.span(class_id) or (None, None)
    return HandReport(
        id=int(class_id),
        cards=cards or representative,
        representative=representative,
        size=int(strategy.classes.sizes[class_id]),
        seat=strategy.seat,
        played=float(strategy.frequency[class_id]),
        ev_allin=float(strategy.ev_allin[class_id]),
        ev_fold=strategy.ev_fold,
        difference=float(strategy.margin[class_id]),
        ev_allin_bb=float(strategy.ev_allin_bb[class_id]),
        ev_fold_bb=strategy.ev_fold_bb,
        difference_bb=float(strategy.margin_bb[class_id]),
        currency=strategy.currency,
        measure=strategy.measure,
        advice=strategy.advice(class_id),
        least=least,
        most=most,
        nodes=strategy.decisions_of(class_id),
    )

"""All 32 holds of one deal, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from jamfold.calculator.videopoker.analysis import Paid, lay_out
from jamfold.calculator.videopoker.classes import ALL_HELD
from jamfold.calculator.videopoker.deck import HAND, NOTHING, format_deal, parse_deal
from jamfold.calculator.videopoker.paytable import PayTable, load_pay_table
from jamfold.cards import Card
from jamfold.core.arrays import IntArray
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.core.errors import CardError


@dataclass(frozen=True)
class Hold:
    """One hold of a deal."""

    mask: int
    """Bit i is set when the i-th card of the deal, as written, is held."""
    cards: tuple[Card, ...]
    """The cards held, in the written order."""
    numerator: int
    denominator: int
    """numerator, denominator: Expected pay per coin bet: pays of all draws added, over the number of draws
    (47, 1,081, ... with 52 cards), times the scale of the pay table."""
    draws: dict[str, int] = field(compare=False)
    """How many draws end in each final hand: names of the pay table in its order, then "nothing"; those that
    cannot come are left out."""

    @property
    def ev(self) -> Fraction:
        """Expected pay per coin bet, in lowest terms."""
        return Fraction(self.numerator, self.denominator)

    @property
    def text(self) -> str:
        """The cards held, ``-`` for none."""
        return format_deal(self.cards) or "-"


@json_fields(
    "hold.mask cards=cards_text hold.numerator hold.denominator ev cost hold.draws", schema="HoldContract"
)
class CostedHold(NamedTuple):
    """One of the 32 holds, with what it costs."""

    hold: Hold
    best: Hold

    @property
    def cards_text(self) -> str:
        return format_deal(self.hold.cards)

    @property
    def ev(self) -> float:
        return float(self.hold.ev)

    @property
    def cost(self) -> float:
        """Against the best hold; 0 only if it is equally good."""
        return float(self.best.ev - self.hold.ev)


@json_fields("table=table.name deal=deal_text made best=best_masks holds=costed", schema="HoldsContract")
@dataclass(frozen=True)
class DealReport(DisplayableResult):
    """The holds of a deal, best first; equally good ones in the order in which they would be played."""

    table: PayTable
    """The pay table."""
    deal: tuple[Card, ...]
    """The five cards as written."""
    holds: tuple[Hold, ...]
    """All 32 holds."""
    made: str
    """The name by which the deal is paid without a draw, "nothing" if there is none."""

    @property
    def best(self) -> tuple[Hold, ...]:
        """The best hold, or several if they are equally good."""
        return tuple(hold for hold in self.holds if hold.ev == self.holds[0].ev)

    @property
    def best_masks(self) -> tuple[int, ...]:
        """Masks of the best holds."""
        return tuple(hold.mask for hold in self.best)

    @property
    def deal_text(self) -> str:
        return format_deal(self.deal)

    @property
    def costed(self) -> tuple[CostedHold, ...]:
        return tuple(CostedHold(hold, self.holds[0]) for hold in self.holds)

    def find(self, mask: int) -> Hold:
        """The hold of a mask 0..31. Raises CardError if the mask is outside of 0..31."""
        for hold in self.holds:
            if hold.mask == mask:
                return hold
        raise CardError(f"{mask} is not a hold. A mask is a number from 0 to {ALL_HELD}.")

    def cost(self, mask: int) -> Fraction:
        """What a hold costs against the best one, per coin bet."""
        return self.holds[0].ev - self.find(mask).ev


def analyse_deal(table: PayTable | str, deal: str | Sequence[int]) -> DealReport:
    """The exact value of every hold of a deal.

    Raises PayTableError if there is no such pay table; CardError if the deal is not five different cards of
    the deck.

    Parameters
    ----------
    table
        A pay table, or its name or path.
    deal
        Five cards, as text or as card numbers; a joker is written ``Joker``.
    """
    if isinstance(table, str):
        table = load_pay_table(table)
    return deal_report(lay_out(table), deal)


def deal_report(paid: Paid, deal: str | Sequence[int]) -> DealReport:
    """As `analyse_deal`, for a prepared pay table: a few microseconds per hold."""
    table = paid.table
    try:
        cards = parse_deal(deal, table.deck) if isinstance(deal, str) else _checked(deal, table)
    except CardError as error:
        error.field = "deal"
        raise
    counts = _category_counts(paid, cards)
    numerators = (counts @ paid.pays).tolist()
    held_sets = [tuple(card for i, card in enumerate(cards) if mask >> i & 1) for mask in range(ALL_HELD + 1)]
    denominators = [draws * table.scale for draws in table.deck.draws]
    holds = [
        Hold(mask, hold, numerators[mask], denominators[HAND - len(hold)], _by_name(paid, counts[mask]))
        for mask, hold in enumerate(held_sets)
    ]
    # Of equals, more cards first, then higher cards: the order of `hold_masks`.
    holds.sort(key=lambda hold: (-hold.ev, -len(hold.cards), sorted(-card for card in hold.cards)))
    name = int(paid.best_name[_category(paid, cards)])
    paid_as = table.names[name].name if name < len(table.names) else "nothing"
    return DealReport(table, cards, tuple(holds), paid_as)


def _category_counts(paid: Paid, cards: Sequence[int]) -> IntArray:
    """Return how many draws of every hold end in each category, shape (32, categories).

    Their pays added up, in units, fit into int64: see `paytable.MAX_UNITS`.
    """
    classes = paid.counts.classes
    counts = np.zeros((ALL_HELD + 1, paid.counts.counts.shape[1]), dtype=np.int64)
    for mask in range(ALL_HELD):
        hold_cards = tuple(card for i, card in enumerate(cards) if mask >> i & 1)
        counts[mask] = paid.counts.counts[classes.class_number(hold_cards)]
    counts[ALL_HELD, _category(paid, cards)] = 1
    for i in range(HAND):
        for mask in range(ALL_HELD + 1):
            if not mask >> i & 1:
                counts[mask] -= counts[mask | 1 << i]
    return counts


def _by_name(paid: Paid, counts: IntArray) -> dict[str, int]:
    """Return the draws of one hold by the name that they are paid by."""
    names = [*(hand_name.name for hand_name in paid.table.names), NOTHING]
    draws = np.zeros(len(names), dtype=np.int64)
    np.add.at(draws, paid.best_name, counts)
    return {name: number for name, number in zip(names, draws.tolist(), strict=True) if number}


def _category(paid: Paid, cards: Sequence[int]) -> int:
    hand = np.array([cards], dtype=np.int8)
    return int(paid.counts.scorer.categories(hand)[0])


def _checked(deal: Sequence[int], table: PayTable) -> tuple[Card, ...]:
    cards = tuple(Card(int(card)) for card in deal)
    if len(cards) != HAND or len(set(cards)) != HAND:
        raise CardError(f"A deal is {HAND} different cards, not {list(cards)}.")
    if not all(0 <= card < table.deck.n_cards for card in cards):
        raise CardError(f"Cards of this deck are 0 to {table.deck.n_cards - 1}, not {list(cards)}.")
    return cards

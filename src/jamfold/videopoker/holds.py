"""All 32 holds of one deal, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from jamfold.cards import Card
from jamfold.errors import CardError
from jamfold.shown import Shown, outward
from jamfold.videopoker.analysis import Paid, lay_out
from jamfold.videopoker.classes import ALL_HELD
from jamfold.videopoker.deck import HAND, format_deal, parse_deal
from jamfold.videopoker.paytable import PayTable, load_pay_table


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

    @property
    def ev(self) -> Fraction:
        """Expected pay per coin bet, in lowest terms."""
        return Fraction(self.numerator, self.denominator)

    @property
    def text(self) -> str:
        """The cards held, ``-`` for none."""
        return format_deal(self.cards) or "-"


@outward("hold.mask cards=cards_text hold.numerator hold.denominator ev cost", schema="HoldContract")
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


@outward("table=table.name deal=deal_text made best=best_masks holds=costed", schema="HoldsContract")
@dataclass(frozen=True)
class DealReport(Shown):
    """The holds of a deal, best first; equally good ones in the order in which they would be played."""

    table: PayTable
    """The pay table."""
    deal: tuple[Card, ...]
    """The five cards as written."""
    holds: tuple[Hold, ...]
    """All 32 holds."""
    made: str
    """The name of what the deal is paid as it stands, "nothing" if it is not paid by name."""

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
        raise CardError(f"{mask} is no hold: a mask is a number from 0 to {ALL_HELD}.")

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
    """The same for a pay table that is laid out already: a few microseconds per hold."""
    table = paid.table
    try:
        cards = parse_deal(deal, table.deck) if isinstance(deal, str) else _checked(deal, table)
    except CardError as error:
        error.field = "deal"
        raise
    values = _pays_of_draws(paid, cards)
    held = [tuple(card for i, card in enumerate(cards) if mask >> i & 1) for mask in range(ALL_HELD + 1)]
    draws = table.deck.draws
    holds = [
        Hold(mask, kept, values[mask], draws[HAND - len(kept)] * table.scale)
        for mask, kept in enumerate(held)
    ]
    # Of equals, more cards first, then higher cards: the order of `hold_masks`.
    holds.sort(key=lambda hold: (-hold.ev, -len(hold.cards), sorted(-card for card in hold.cards)))
    name = int(paid.best_name[_category(paid, cards)])
    made = table.names[name].name if name < len(table.names) else "nothing"
    return DealReport(table, cards, tuple(holds), made)


def _pays_of_draws(paid: Paid, cards: Sequence[int]) -> list[int]:
    """Pays added over all draws, by hold, in units of 1 / table.scale."""
    classes = paid.counts.classes
    values = []
    for mask in range(ALL_HELD):
        held = tuple(card for i, card in enumerate(cards) if mask >> i & 1)
        values.append(int(paid.values[classes.class_number(held)]))
    values.append(int(paid.pays[_category(paid, cards)]))
    for i in range(HAND):
        for mask in range(ALL_HELD + 1):
            if not mask >> i & 1:
                values[mask] -= values[mask | 1 << i]
    return values


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

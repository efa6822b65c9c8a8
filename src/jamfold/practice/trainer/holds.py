"""Deals for practice, and what a player's holds cost."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from fractions import Fraction

from jamfold.cards import Card
from jamfold.errors import CardError
from jamfold.videopoker.analysis import lay_out
from jamfold.videopoker.classes import ALL_HELD
from jamfold.videopoker.deck import HAND, format_deal, parse_deal
from jamfold.videopoker.holds import DealReport, Hold, deal_report
from jamfold.videopoker.paytable import PayTable, load_pay_table

_NOTHING = {"", "-", "0", "none", "nothing"}
_EVERYTHING = {"all", "*"}
_PLACES = re.compile(r"[1-5][1-5\s,]*", re.ASCII)


@dataclass(frozen=True)
class Verdict:
    """What a hold was worth.

    Attributes
    ----------
    hold
        The hold.
    report
        All holds of the deal.
    cost
        What it costs against the best hold, per coin bet.
    """

    hold: Hold
    report: DealReport
    cost: Fraction

    @property
    def right(self) -> bool:
        """Whether no hold is better."""
        return self.cost == 0


class Trainer:
    """Deals hands, judges holds and keeps the score.

    Attributes
    ----------
    table
        The pay table.
    asked, right
        Holds judged so far, and how many of them were best.
    cost
        What they cost together, per coin bet.
    """

    def __init__(self, table: PayTable | str, seed: int | None = None) -> None:
        """Prepare a table; the same seed deals the same hands.

        Raises
        ------
        PayTableError
            If there is no such pay table.
        """
        self.table = load_pay_table(table) if isinstance(table, str) else table
        self.asked = 0
        self.right = 0
        self.cost = Fraction(0)
        self._paid = lay_out(self.table)
        self._random = random.Random(seed)

    def deal(self) -> tuple[Card, ...]:
        """Five random cards."""
        return tuple(Card(card) for card in self._random.sample(range(self.table.deck.n_cards), HAND))

    def report(self, deal: tuple[Card, ...]) -> DealReport:
        """All holds of a deal; counts nothing."""
        return deal_report(self._paid, deal)

    def judge(self, deal: tuple[Card, ...], mask: int) -> Verdict:
        """Judge a hold, bit i for the i-th card of the deal, and count it.

        Raises
        ------
        CardError
            If the deal or the mask is none.
        """
        report = self.report(deal)
        verdict = Verdict(report.find(mask), report, report.cost(mask))
        self.asked += 1
        self.right += verdict.right
        self.cost += verdict.cost
        return verdict


def parse_hold(text: str, deal: tuple[Card, ...], table: PayTable) -> int:
    """A hold as typed: places (``1 3 5`` or ``135``), cards (``Ah Kh``), ``all``, or nothing to draw five.

    Returns
    -------
    int
        The mask, bit i for the i-th card of the deal.

    Raises
    ------
    CardError
        If it is none of these, or names a card that was not dealt.
    """
    words = text.strip().lower()
    if words in _NOTHING:
        return 0
    if words in _EVERYTHING:
        return ALL_HELD
    if _PLACES.fullmatch(words):
        return sum(1 << place for place in {int(digit) - 1 for digit in words if digit.isdigit()})
    mask = 0
    for card in parse_deal(text, table.deck, None):
        if card not in deal:
            raise CardError(f"{format_deal([card])} was not dealt.")
        mask |= 1 << deal.index(card)
    return mask

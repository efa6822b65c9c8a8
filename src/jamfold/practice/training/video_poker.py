"""Deals of video poker for practice, the cost of holds, and the repetition of deals.

A card of the trainer is a deal up to a renaming of suits, at one pay table.  There are 134,459, too many to
learn, so only a deal that was missed becomes a card.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from jamfold.calculator.videopoker.analysis import Paid
from jamfold.calculator.videopoker.classes import ALL_HELD
from jamfold.calculator.videopoker.deck import HAND, format_deal, parse_deal
from jamfold.calculator.videopoker.holds import DealReport, deal_report
from jamfold.calculator.videopoker.paytable import PayTable, find_shipped
from jamfold.cards import N_CARDS, Card
from jamfold.core.errors import CardError
from jamfold.practice.training.answers import CardKey, GivenAnswer, MemoryState
from jamfold.practice.training.log import TrainingStore

_NOTHING = {"", "-", "0", "none", "nothing"}
_EVERYTHING = {"all", "*"}
_TRIES = 60
_PLACES = re.compile(r"[1-5][1-5\s,]*", re.ASCII)


@dataclass
class HoldScore:
    """The score of the holds of a session."""

    asked: int = 0
    right: int = 0
    """asked, right: Numbers of holds chosen, and of those that were best."""
    cost: Fraction = Fraction(0)
    """Their total cost, per coin bet."""

    def count(self, report: DealReport, mask: int) -> None:
        """Count a hold of a deal; raises CardError if the mask is invalid."""
        cost = report.cost(mask)
        self.asked += 1
        self.right += cost == 0
        self.cost += cost


def new_deal(paid: Paid, rng: random.Random, most: float | None = None) -> tuple[Card, ...]:
    """Draw five cards; with `most`, cards whose second-best hold costs at most that, if a try succeeds."""
    for _ in range(_TRIES):
        deal = tuple(Card(card) for card in rng.sample(range(paid.table.deck.n_cards), HAND))
        if most is None or is_close(deal_report(paid, deal), most):
            break
    return deal


def is_close(report: DealReport, most: float) -> bool:
    """Whether the best of the inferior holds costs at most `most` per coin bet."""
    return any(report.holds[0].ev - hold.ev <= most for hold in report.holds[len(report.best) :][:1])


def parse_hold(text: str, deal: tuple[Card, ...], table: PayTable) -> int:
    """Parse a hold: places (``1 3 5`` or ``135``), cards (``Ah Kh``), ``all``, or nothing to draw five.

    Raises CardError if it is none of these, or names a card that was not dealt.

    Returns
    -------
    int
        The mask, bit i for the i-th card of the deal.
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


# ---- Storage.

GAME = "videopoker"
MODE = "deal"
_SUITS = tuple(permutations(range(4)))


def level_of(table: PayTable) -> str:
    """Return the pay table's name in keys; a custom table also has what identifies its pays."""
    if find_shipped(table.name) == table:
        return table.name
    return f"{table.name} #{hashlib.sha256(table.toml.encode()).hexdigest()[:8]}"


def key_of(table: PayTable, deal: tuple[Card, ...]) -> CardKey:
    """Return the key of a deal, equal for deals that differ only by a renaming of suits."""
    renamed = (sorted(_rename(card, suits) for card in deal) for suits in _SUITS)
    return CardKey(GAME, level_of(table), "", format_deal(max(renamed)[::-1]))


def _rename(card: int, suits: tuple[int, ...]) -> int:
    return card if card >= N_CARDS else card - card % 4 + suits[card % 4]


def answer_of(report: DealReport, mask: int, at: int, seconds: float | None = None) -> GivenAnswer:
    """Return a hold as an answer to store, with its loss in bets; raises CardError if the mask is invalid."""
    hold = report.find(mask)
    free = len(report.best) > 1 and hold in report.best
    key = key_of(report.table, report.deal)
    return GivenAnswer(at, key, MODE, 0.0, 0.0, hold.text, float(report.cost(mask)), free, seconds)


def store_answer(store: TrainingStore, answer: GivenAnswer) -> MemoryState | None:
    """Store an answer; its deal is scheduled if it was missed, now or before."""
    missed = not answer.right or answer.key in store.cards(GAME, answer.key.level)
    return store.add(answer, card=missed)


def due_deal(
    memory: Mapping[CardKey, MemoryState], table: PayTable, now: int, rng: random.Random
) -> tuple[Card, ...] | None:
    """Return the missed deal due longest, with suits renamed and cards shuffled; None if none is due."""
    due = sorted((card.due, key) for key, card in memory.items() if card.due <= now)
    if not due:
        return None
    cards, suits = list(parse_deal(due[0][1].hand, table.deck)), rng.choice(_SUITS)
    rng.shuffle(cards)
    return tuple(Card(_rename(card, suits)) for card in cards)

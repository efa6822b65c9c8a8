"""One hand of a solved spot."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from jamfold.cards import format_cards, parse_cards
from jamfold.counting.classes import ClassId, hand_classes
from jamfold.errors import CardError, ClassError, RangeError
from jamfold.games import Game
from jamfold.hand.terms import DisplayUnit
from jamfold.ranges import HandRange, Notation, parse_range
from jamfold.ranges.grid import class_label
from jamfold.ranges.reading.spoken import tidy_hand
from jamfold.shown import plural
from jamfold.spots.strategy import Advice, HandAtNode, Seat, SeatStrategy
from jamfold.worth.utility import Currency


@dataclass(frozen=True)
class HandReport:
    """What a solution says about one hand; EVs as in `SeatStrategy`."""

    id: int
    """The class."""
    cards: str
    """The hand that was asked for, or the representative of the class."""
    representative: str
    """The representative of the class."""
    size: int
    """Hands in the class."""
    seat: Seat
    """Whose hand it is."""
    played: float
    """Chance of jamming (sb) or calling (bb), in [0, 1]."""
    ev_allin: float
    ev_fold: float
    difference: float
    """ev_allin, ev_fold, difference: EV of jamming or calling, of folding, and all-in minus fold, in the
    currency; for the big blind given that the small blind has jammed.  nan where the small blind never jams
    against the hand."""
    ev_allin_bb: float
    ev_fold_bb: float
    difference_bb: float
    """ev_allin_bb, ev_fold_bb, difference_bb: The same in big blinds; nan where money is played for."""
    currency: Currency
    """What EVs are counted in."""
    measure: DisplayUnit
    """How they are shown."""
    advice: Advice
    """What to do, jamming or folding."""
    least: float | None = None
    most: float | None = None
    """least, most: How seldom and how often it is played in any equilibrium; None where that is not known."""
    nodes: tuple[HandAtNode, ...] = ()
    """What is done at every decision of the seat, where there are raises before the all-in."""


_CARD = re.compile(r"(10|[2-9TJQKA])[cdhs]", re.IGNORECASE)
_WORD = re.compile(r"[a-z]{3,}")

Hand = str | Iterable[int] | int
"""A hand as people name it: cards, card ids, a class name such as ``K7o``, or the id of a class."""


def find_class(game: Game, hand: Hand) -> tuple[ClassId, str]:
    """The one class that is meant, and the hand as text.

    Raises CardError or ClassError or RangeError if this is no hand of the game, or hands of several classes.
    """
    held = parse_hand(game, hand)
    if not isinstance(held, HandRange):
        return held
    names = [class_label(game, int(k)) for k in np.flatnonzero(held.class_shares)[:2]]
    raise ClassError(
        f"'{str(hand)[:40]}' is {plural(held.combinations, 'hand')} of {plural(held.n_classes, 'class')}, "
        f"not one hand: write one of them, such as {' or '.join(names)}.",
        field="hand",
    )


def parse_hand(game: Game, hand: Hand) -> tuple[ClassId, str] | HandRange:
    """A hand's class and the hand as text; a range where several classes are meant.

    Whole hands (``Kh7d``, ``K♥7♦``) and names of one class (``K7o``) are hands; parts of hands
    (``K7``, ``Kh``, ``AKQJ`` in Omaha) and other ranges (``AA$ds``, ``22+``) are ranges.  Raises CardError or
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
        held = _parse_name(game, hand, error)
        meant = np.flatnonzero(held.class_shares)
        if len(meant) == 1 and held.is_class_union and not held.is_weighted:
            return ClassId(int(meant[0])), class_label(game, int(meant[0]))
        return held
    if 0 < len(cards) < game.hole_cards:
        return parse_range(format_cards(cards), game, Notation.GENERIC)
    return classes.index(cards), format_cards(cards)


def _parse_name(game: Game, text: str, error: CardError) -> HandRange:
    """A name of hands or a range; where it is neither, the error of the cards if there are cards in it."""
    if "twice" in str(error):
        raise error
    try:
        held = parse_range(text, game)
    except RangeError as unknown:
        is_of_cards = _CARD.search(text) and not _WORD.search(text)
        raise (error if is_of_cards else unknown) from None
    if not held.combinations:
        raise ClassError(f"No hand of {game.title} is '{text[:40]}'.", field="hand")
    return held


def look_up(strategy: SeatStrategy, hand: Hand) -> HandReport:
    """What a player's strategy says about a hand.

    Raises CardError or ClassError or RangeError if this is no hand of the game, or hands of several classes.
    """
    class_id, cards = find_class(strategy.game, hand)
    return class_report(strategy, class_id, cards)


def class_report(strategy: SeatStrategy, class_id: ClassId, cards: str = "") -> HandReport:
    """What a player's strategy says about a class, shown as these cards or its representative."""
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

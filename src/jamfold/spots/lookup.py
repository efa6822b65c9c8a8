"""One hand of a solved spot."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from math import isnan
from typing import Any

import numpy as np

from jamfold.cards import format_cards, parse_cards
from jamfold.counting.classes import ClassId, hand_classes
from jamfold.games import Game
from jamfold.spots.strategy import SeatStrategy


@dataclass(frozen=True)
class HandReport:
    """What a solution says about one hand; EVs are from the start of the hand.

    Attributes
    ----------
    id
        The class.
    cards
        The hand that was asked for, or the representative of the class.
    representative
        The representative of the class.
    size
        Hands in the class.
    position
        ``sb`` or ``bb``.
    played
        Chance of jamming (sb) or calling (bb), in [0, 1].
    ev_allin, ev_fold, difference
        EV of jamming or calling, of folding, and all-in minus fold, in chips;
        for the big blind given that the small blind has jammed.  nan where
        the small blind never jams against the hand.
    ev_allin_bb, ev_fold_bb, difference_bb
        The same in units of B, without the constant of dead money and antes.
    advice
        What to do, in plain words.
    """

    id: int
    cards: str
    representative: str
    size: int
    position: str
    played: float
    ev_allin: float
    ev_fold: float
    difference: float
    ev_allin_bb: float
    ev_fold_bb: float
    difference_bb: float
    advice: str

    def as_dict(self) -> dict[str, Any]:
        """The report as JSON keeps it: nan becomes null."""
        return {
            name: None if isinstance(value, float) and isnan(value) else value
            for name, value in asdict(self).items()
        }


def find_class(game: Game, hand: str | Iterable[int] | int) -> tuple[ClassId, str]:
    """The class of a hand (cards as text, card ids, or the id itself), and the cards as text.

    Raises
    ------
    CardError, ClassError
        If this is no hand of the game.
    """
    classes = hand_classes(game)
    if isinstance(hand, int | np.integer):
        class_id = classes.check(int(hand))
        return class_id, classes.name(class_id)
    cards = parse_cards(hand) if isinstance(hand, str) else tuple(hand)
    return classes.index(hand if isinstance(hand, str) else cards), format_cards(cards)


def look_up(seat: SeatStrategy, hand: str | Iterable[int] | int) -> HandReport:
    """What a player's strategy says about a hand.

    Raises
    ------
    CardError, ClassError
        If this is no hand of the game.
    """
    class_id, cards = find_class(seat.spot.game, hand)
    return report(seat, class_id, cards)


def report(seat: SeatStrategy, class_id: ClassId, cards: str = "") -> HandReport:
    """What a player's strategy says about a class, shown as these cards or its representative."""
    classes = seat.spot.classes
    representative = classes.name(class_id)
    return HandReport(
        id=int(class_id),
        cards=cards or representative,
        representative=representative,
        size=int(classes.sizes[class_id]),
        position=seat.position.value,
        played=float(seat.played[class_id]),
        ev_allin=float(seat.ev_allin[class_id]),
        ev_fold=seat.ev_fold,
        difference=float(seat.margin[class_id]),
        ev_allin_bb=float(seat.ev_allin_bb[class_id]),
        ev_fold_bb=seat.ev_fold_bb,
        difference_bb=float(seat.margin_bb[class_id]),
        advice=seat.advice(class_id),
    )

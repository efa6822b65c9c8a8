"""A strategy as a list of hands: filter, sort, cut, write."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_SUITS, RANK_NAMES, parse_cards
from jamfold.counting.classes import ClassId, HandClasses, hand_classes
from jamfold.errors import CardError, ClassError
from jamfold.games import Game
from jamfold.spots.lookup import HandReport, report
from jamfold.spots.strategy import SeatStrategy

SORTS = ("id", "ev", "margin", "played", "size", "close")
_RANKS_ONLY = re.compile(r"(?:10|[2-9TJQKA])+", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class Query:
    """Which classes to list, and in which order.

    Attributes
    ----------
    sort
        ``id`` (highest cards first), ``ev`` (best all-in EV first), ``margin``
        (most gained over folding first), ``played`` (most played first, then by
        margin), ``size`` (largest class first), ``close`` (smallest difference
        first).  Equal ones stay in the order of ids; unknown EVs come last.
    pattern
        Only hands that share suits so: ``aabb`` is two suits of two cards each.
    contains
        Only classes with a hand that holds these cards (``Ah Kh``: a suited ace
        and king) or ranks (``AA``).
    top
        Only the first so many.

    Raises
    ------
    ClassError
        If sort or top make no sense; the sentence names it.
    """

    sort: str = "id"
    pattern: str | None = None
    contains: str | None = None
    top: int | None = None

    def __post_init__(self) -> None:
        """Check what does not depend on the game."""
        if self.sort not in SORTS:
            raise ClassError(f"Unknown order '{self.sort[:40]}': hands are sorted by {', '.join(SORTS)}.")
        if self.top is not None and self.top < 1:
            raise ClassError(f"The number of hands must be at least 1, not {self.top}.")

    def chosen(self, game: Game) -> NDArray[np.bool_]:
        """Which classes of a game are asked for, shape (n,).

        Raises
        ------
        CardError, ClassError
            If the game has no such pattern, or cannot hold what is looked for.
        """
        classes = hand_classes(game)
        chosen = np.ones(classes.n, dtype=np.bool_)
        if self.pattern is not None:
            chosen &= with_pattern(classes, self.pattern)
        if self.contains is not None:
            chosen &= containing(classes, self.contains)
        return chosen

    def run(self, seat: SeatStrategy) -> list[HandReport]:
        """The classes of a player's strategy; errors as in `chosen`."""
        chosen = self.chosen(seat.spot.game)
        order = _order(seat, self.sort)
        ids = order[chosen[order]][: self.top]
        return [report(seat, ClassId(class_id)) for class_id in ids.tolist()]


def with_pattern(classes: HandClasses, pattern: str) -> NDArray[np.bool_]:
    """Which classes have a suit pattern, shape (n,).

    Raises
    ------
    ClassError
        If no class has it.
    """
    patterns = classes.suit_patterns()
    wanted = pattern.strip().lower()
    if wanted not in patterns:
        known = ", ".join(sorted(set(patterns)))
        raise ClassError(f"'{pattern[:40]}' is no suit pattern of this game: they are {known}.")
    return np.array([found == wanted for found in patterns])


def containing(classes: HandClasses, text: str) -> NDArray[np.bool_]:
    """Which classes have a hand that holds these cards or ranks, shape (n,).

    Raises
    ------
    CardError
        If the text is neither cards nor ranks.
    ClassError
        If no hand of the game can hold them.
    """
    compact = re.sub(r"[\s,]+", "", text)
    if _RANKS_ONLY.fullmatch(compact):
        ranks = [RANK_NAMES.index(name) for name in compact.upper().replace("10", "T")]
        _check_room(classes, len(ranks), text)
        held = classes.representatives // N_SUITS
        counts = np.bincount(ranks, minlength=len(RANK_NAMES))
        return _all([(held == rank).sum(axis=1) >= counts[rank] for rank in set(ranks)])
    cards = parse_cards(text)
    if not cards:
        raise CardError("There are no cards to look for: give cards (Ah Kd) or ranks (AA).")
    _check_room(classes, len(cards), text)
    missing = [card for card in cards if card not in classes.deck]
    if missing:
        raise ClassError(f"A card of '{text[:60]}' is not in the deck of this game.")
    holds = _all([(classes.hands == card).any(axis=1) for card in cards])
    return np.add.reduceat(holds.astype(np.int64), classes.starts[:-1]) > 0


def _all(conditions: Sequence[NDArray[np.bool_]]) -> NDArray[np.bool_]:
    together = conditions[0].copy()
    for condition in conditions[1:]:
        together &= condition
    return together


def _check_room(classes: HandClasses, n_cards: int, text: str) -> None:
    if n_cards > classes.hole_cards:
        raise ClassError(f"'{text[:60]}' has {n_cards} cards: a hand has {classes.hole_cards}.")


def _order(seat: SeatStrategy, sort: str) -> NDArray[np.int64]:
    """Class ids in the order asked for; lexsort takes the last key first and puts nan last."""
    ids = np.arange(seat.spot.classes.n)
    keys: dict[str, tuple[NDArray[np.generic], ...]] = {
        "id": (ids,),
        "ev": (ids, -seat.ev_allin_bb),
        "margin": (ids, -seat.margin_bb),
        "played": (ids, -seat.margin_bb, -seat.played),
        "size": (ids, -seat.spot.classes.sizes),
        "close": (ids, abs(seat.margin_bb)),
    }
    return np.lexsort(keys[sort]).astype(np.int64)


def as_csv(hands: Sequence[Mapping[str, Any]]) -> str:
    """Hands as `HandReport.as_dict` gives them as CSV, numbers in full precision, unknown EVs empty.

    All have the same columns; without hands, the header alone.
    """
    text = io.StringIO()
    columns = list(hands[0]) if hands else [field.name for field in fields(HandReport)]
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(hands)
    return text.getvalue()


def as_json(hands: Sequence[Mapping[str, Any]]) -> str:
    """The same as a JSON list, unknown EVs null."""
    return json.dumps(list(hands), indent=1, allow_nan=False) + "\n"

"""A strategy as a list of hands: which classes, in which order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import BoolArray, IntArray
from jamfold.cards import N_SUITS, RANK_NAMES, parse_cards
from jamfold.counting.classes import ClassId, HandClasses, hand_classes
from jamfold.errors import CardError, ClassError, error_field
from jamfold.games import Game
from jamfold.ranges import HandRange
from jamfold.ranges.patterns import pattern_matrix
from jamfold.shown import DisplayableResult
from jamfold.spots.comparison import Comparison
from jamfold.spots.lookup import HandReport, class_report
from jamfold.spots.strategy import SeatStrategy

_RANKS_ONLY = re.compile(r"(?:10|[2-9TJQKA])+", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class HandFilter:
    """Which classes of a game are wanted; the text of each filter as the user writes it."""

    pattern: str = ""
    """Only hands that share suits so: ``aabb`` is two suits of two cards each."""
    contains: str = ""
    """Only classes with a hand that holds these cards (``Ah Kh``: a suited ace and king) or ranks
    (``AA``)."""
    family: str = ""
    """Only a family of the game, a row, a column or a cell of `ranges.patterns`, by its name."""

    def chosen(self, game: Game, held: HandRange | None = None) -> BoolArray:
        """Which classes are wanted, and have a hand in the range `held`, shape (n,).

        Raises CardError or ClassError if the game has no such pattern or family, or cannot hold what is
        looked for.
        """
        classes = hand_classes(game)
        chosen = np.ones(classes.n, dtype=np.bool_)
        if self.pattern:
            with error_field("pattern"):
                chosen &= with_pattern(classes, self.pattern)
        if self.contains:
            with error_field("contains"):
                chosen &= containing(classes, self.contains)
        if self.family:
            with error_field("family"):
                chosen &= np.isin(np.arange(classes.n), pattern_matrix(game).find(self.family).ids)
        if held is not None:
            chosen &= np.add.reduceat((held.hand_weights > 0).astype(np.int64), classes.starts[:-1]) > 0
        return chosen


@dataclass(frozen=True, eq=False)
class HandList(DisplayableResult):
    """Some classes of a strategy in an order."""

    strategy: SeatStrategy
    """The strategy."""
    ids: IntArray
    """The classes, shape (k,)."""
    comparison: Comparison | None = None
    """How another source plays the same hands; None if there is none."""
    left_out: int = 0
    """Classes that were asked for but are not in this part of the list."""
    warnings: tuple[str, ...] = ()
    """What was probably not meant in what was asked for."""

    def first(self, count: int) -> HandList:
        left_out = self.left_out + max(0, len(self.ids) - count)
        return replace(self, ids=self.ids[:count], left_out=left_out)

    @cached_property
    def hands(self) -> int:
        return int(self.strategy.classes.sizes[self.ids].sum())

    @property
    def share(self) -> float:
        """Their share of all hands, in [0, 1]."""
        return self.hands / self.strategy.game.n_hands

    @property
    def played(self) -> float:
        """The share of these hands that is played, in [0, 1]; 0 if there are none."""
        sizes = self.strategy.classes.sizes[self.ids]
        return float(self.strategy.frequency[self.ids] @ sizes) / self.hands if self.hands else 0.0

    def reports(self, start: int = 0, stop: int | None = None) -> list[HandReport]:
        """The classes one by one, or some of them."""
        return [class_report(self.strategy, ClassId(one)) for one in self.ids[start:stop].tolist()]


def list_hands(
    strategy: SeatStrategy,
    chosen: BoolArray,
    sort: str = "ev",
    *,
    reverse: bool = False,
    comparison: Comparison | None = None,
) -> HandList:
    """The chosen classes (n,) of a strategy in an order.

    Raises ClassError if there is no such order here.

    Parameters
    ----------
    sort
        ``id`` (highest cards first), ``ev`` (best all-in EV first), ``margin``
        (most gained over folding first), ``played`` (most played first, then by
        margin), ``size`` (largest class first), ``close`` (smallest difference
        first); with a comparison ``other_played``, ``other_margin``, ``apart``
        (most different first) and ``cost`` (dearest first).  Equal ones stay in
        the order of ids; unknown EVs come last.
    reverse
        The other way round; unknown EVs still last.
    """
    ids = np.arange(strategy.classes.n)
    keys: dict[str, tuple[NDArray[Any], ...]] = {
        "id": (ids,),
        "ev": (-strategy.ev_allin,),
        "margin": (-strategy.margin,),
        "played": (-strategy.frequency, -strategy.margin),
        "size": (-strategy.classes.sizes,),
        "close": (abs(strategy.margin),),
    }
    if comparison is not None:
        keys |= {"other_played": (-comparison.chances,), "apart": (-comparison.apart,)}
        keys |= {"cost": (-comparison.costs,)}
        if comparison.second is not None:
            keys |= {"other_margin": (-comparison.second.margin,)}
    if sort not in keys:
        raise ClassError(f"Unknown order '{sort[:40]}': hands are sorted by {', '.join(keys)}.", field="sort")
    columns = [-column if reverse else column for column in keys[sort]]
    order = np.lexsort((ids, *reversed(columns))).astype(np.int64)
    return HandList(strategy, order[chosen[order]], comparison)


def with_pattern(classes: HandClasses, pattern: str) -> BoolArray:
    """Which classes have a suit pattern, shape (n,). Raises ClassError if no class has it."""
    patterns = classes.suit_patterns()
    wanted = pattern.strip().lower()
    if wanted not in patterns:
        known = ", ".join(sorted(set(patterns)))
        raise ClassError(f"'{pattern[:40]}' is no suit pattern of this game: they are {known}.")
    return np.array([found == wanted for found in patterns])


def containing(classes: HandClasses, text: str) -> BoolArray:
    """Which classes have a hand that holds these cards or ranks, shape (n,).

    Raises CardError if the text is neither cards nor ranks; ClassError if no hand of the game can hold them.
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


def _all(conditions: Sequence[BoolArray]) -> BoolArray:
    together = conditions[0].copy()
    for condition in conditions[1:]:
        together &= condition
    return together


def _check_room(classes: HandClasses, n_cards: int, text: str) -> None:
    if n_cards > classes.hole_cards:
        raise ClassError(f"'{text[:60]}' has {n_cards} cards: a hand has {classes.hole_cards}.")

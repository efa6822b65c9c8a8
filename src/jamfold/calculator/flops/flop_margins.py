"""The margins of all hands on all flops of a game, and sums of them over a range.

Classes are hands that differ on a flop by the names of suits only (`flop_hands.alike_sets`; a range separates
suited hands from others): 1,286,792 on the 1,755 flops of a full deck.  The margins of all pairs, wins less
losses over 990 run-outs, take 2.1 GB and four minutes on one core; they are stored in the folder ``flops``
and mapped.  Sums by sorted hands (`flop_payoffs`) need no table, but 12 ms a flop; sums of rows take 0.3
ms.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.calculator.flops.distribution import flop_classes
from jamfold.calculator.flops.flop_hands import FlopHands, alike_sets, flop_counts, flop_hands
from jamfold.calculator.flops.flop_payoffs import FlopSums, Subsets, disjoint_sums, hand_subsets
from jamfold.cards import Card
from jamfold.cards.counting.classes import hand_classes, hand_indices
from jamfold.cards.games import Game
from jamfold.class_tables.class_table import rules_of
from jamfold.core.arrays import IntArray
from jamfold.core.jit import kernel
from jamfold.core.progress import Progress, ignore_progress
from jamfold.core.storage.checkpoints import lone_items
from jamfold.core.storage.drafts import load_or_build
from jamfold.core.storage.files import ArraySpec
from jamfold.core.storage.folder import data_folder
from jamfold.core.storage.items import Artifact

_MARGINS = "margins"


class FlopMargins(NamedTuple):
    """All flops as the kernels take them; classes of hands are numbered flop by flop."""

    margins: NDArray[np.int16]
    """int16, shape (sum of n squared,): by flop and row, the margins of a hand of a class against all hands
    of each class, at most 9 x 990."""
    starts: IntArray
    """int64, shape (flops + 1,): offsets of the classes."""
    squares: IntArray
    """int64, shape (flops + 1,): offsets of the margins."""
    weights: IntArray
    """int64, shape (flops,): the number of flops that each represents."""
    sizes: IntArray
    """int64, shape (classes,): the number of hands."""
    kinds: IntArray
    """int64, shape (classes,): the class before the flop."""
    representatives: IntArray
    """int64, shape (classes,): a hand of each, by its number on the flop."""
    of: NDArray[np.int16]
    """int16, shape (flops, hands): the class of each hand, counted from the first of its flop."""
    subsets: Subsets
    """The sets of fewer cards than a hand has."""
    runouts: int
    """The margin of a hand that always wins."""
    boards: int
    """The number of flops without the cards of two hands: 17,296 of a full deck."""


def load_margins(game: Game, progress: Progress = ignore_progress) -> FlopMargins:
    """Load the margins of a game of two hole cards; build and store them if they are missing.

    Raises UnavailableError if they cannot be opened now, TableError if memory or disk are too small.
    """
    flops = flop_classes(game)
    several = [flop_hands(tuple(Card(int(card)) for card in row), game) for row in flops.representatives]
    alike = [alike_sets(hands, hands.suits, by_rank=False)[0] for hands in several]
    counts = np.array([len(sets.sizes) for sets in alike], dtype=np.int64)
    squares = np.concatenate([[0], np.cumsum(counts**2)])

    def make() -> dict[str, NDArray[np.int16]]:
        margins = np.empty(squares[-1], dtype=np.int16)
        for k, hands in enumerate(several):
            progress(f"showdowns on {k:,} of {flops.n:,} flops, once", k / flops.n)
            classes = np.arange(counts[k])
            block = FlopSums(hands, hands.suits, by_rank=False).block(classes, classes)
            margins[squares[k] : squares[k + 1]] = block.ravel()
        return {_MARGINS: margins}

    item = _item(game, int(squares[-1]))
    margins = load_or_build(item, make, memory_bytes=item.total_bytes, progress=progress).arrays[_MARGINS]
    kinds = [kinds_of(hands, sets.representatives) for hands, sets in zip(several, alike, strict=True)]
    return FlopMargins(
        margins,
        np.concatenate([[0], np.cumsum(counts)]),
        squares,
        flops.sizes.astype(np.int64),
        np.concatenate([sets.sizes for sets in alike]),
        np.concatenate(kinds),
        np.concatenate([sets.representatives for sets in alike]),
        np.stack([sets.of for sets in alike]).astype(np.int16),
        hand_subsets(several[0]),
        flop_counts(game).runouts,
        comb(len(game.deck) - 2 * game.hole_cards, len(several[0].flop)),
    )


def margins_on_disk(game: Game) -> list[Artifact]:
    """Return the stored margins of a game, with the size in their record."""
    item = _item(game, 0)
    return lone_items(item.name, item)


def _item(game: Game, margins: int) -> Artifact:
    return Artifact(
        folder=data_folder() / "flops",
        name=f"flop-margins-{game.name}",
        kind="flop margins",
        title=f"showdowns on all flops of {game.name}",
        serves="bounds --flops",
        identity={"game": game.name, "rules": rules_of(game)},
        array_specs={_MARGINS: ArraySpec("<i2", (margins,), mapped=True)},
    )


def kinds_of(hands: FlopHands, numbers: IntArray) -> IntArray:
    """Return the classes before the flop of hands, by their numbers on the flop."""
    classes = hand_classes(hands.game)
    return classes.class_of[hand_indices(hands.cards[numbers], classes.deck)].astype(np.int64)


@kernel
def add_flop(
    flops: FlopMargins,
    flop: int,
    amounts: NDArray,  # type: ignore[type-arg]
    won: NDArray,  # type: ignore[type-arg]
    met: NDArray,  # type: ignore[type-arg]
) -> None:
    """Fill the margins of all hands of each class of a flop against a range, and how many hands they meet.

    All arrays have shape (classes of the flop,) and one dtype, of integers or floats; `amounts` are the
    weights of a hand of each class.  Margins are antisymmetric, so rows are added with the opposite sign.
    """
    start, n = flops.starts[flop], len(amounts)
    won[:] = 0
    for j in range(n):
        if amounts[j] != 0:
            row = flops.margins[flops.squares[flop] + j * n : flops.squares[flop] + (j + 1) * n]
            weight = amounts[j] * flops.sizes[start + j]
            for i in range(n):
                won[i] -= weight * row[i]
    meet_flop(flops, flop, amounts, met)


@kernel
def meet_flop(flops: FlopMargins, flop: int, amounts: NDArray, met: NDArray) -> None:  # type: ignore[type-arg]
    """Fill how many hands of a range the hands of each class of a flop meet; see `add_flop`."""
    start, of = flops.starts[flop], flops.of[flop]
    of_hands = np.empty(len(of), dtype=amounts.dtype)
    for hand in range(len(of)):
        of_hands[hand] = amounts[of[hand]]
    sums = np.empty_like(of_hands)
    disjoint_sums(flops.subsets, of_hands, sums)
    for i in range(len(amounts)):
        met[i] = sums[flops.representatives[start + i]] * flops.sizes[start + i]

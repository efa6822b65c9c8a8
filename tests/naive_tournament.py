"""The heads-up tournament in the plainest words: value iteration over matrices, one state after the other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.counting.removal import CardRemoval
from jamfold.cards.games import Game
from jamfold.solver.payoffs import ClassGame, OutcomeCounts

Floats = NDArray[np.float64]
_BOARDS = 1000
_HANDS = 4000
"""Hands after which nobody is left with chips in these tests."""


@dataclass(frozen=True, eq=False)
class NaiveGame:
    """A made-up game with real card removal."""

    counts: Floats
    """Hands of each class."""
    placed: Floats
    """Placements, shape (n, n)."""
    shares: Floats
    """Chance of every share of the pot, ascending, class against class, shape (3 or 5, n, n)."""
    payoffs: ClassGame


def make_game(game: Game, rng: np.random.Generator, *, split: bool) -> NaiveGame:
    """Boards at each share at random, stronger classes more often at the high ones."""
    classes = hand_classes(game)
    n = classes.n
    every = np.arange(n)
    placed = CardRemoval(classes).block(every, every)
    edge = np.tanh(rng.normal(size=n)[:, None] - rng.normal(size=n)[None, :])
    edge = (edge - edge.T) / 2
    parts = rng.integers(20, 100, (n, n))
    middle = parts + parts.T
    apart = np.rint(300 * edge).astype(np.int64)  # antisymmetric, up to rounding
    apart = np.triu(apart, 1) - np.triu(apart, 1).T
    if not split:
        rest = _BOARDS - middle
        win = (rest + apart) // 2
        win = np.triu(win, 1) + np.tril(rest - win.T, -1) + np.diag(np.diag(rest) // 2)
        middle = middle + np.diag(np.diag(rest) % 2)
        boards = np.array([win.T, middle, win])
    else:
        quarter = rng.integers(20, 100, (n, n))
        rest = _BOARDS - middle - quarter - quarter.T
        win = (rest + apart) // 2
        win = np.triu(win, 1) + np.tril(rest - win.T, -1) + np.diag(np.diag(rest) // 2)
        middle = middle + np.diag(np.diag(rest) % 2)
        boards = np.array([win.T, quarter, middle, quarter.T, win])
    assert (boards >= 0).all()
    assert (boards.sum(axis=0) == _BOARDS).all()
    return NaiveGame(
        classes.sizes.astype(np.float64), placed.astype(np.float64), boards / _BOARDS,
        _payoffs(game, placed, boards, split=split),
    )  # fmt: skip


def _payoffs(game: Game, placed: NDArray[np.int64], boards: NDArray[np.int64], *, split: bool) -> ClassGame:
    classes = hand_classes(game)

    def plane(values: NDArray[np.int64], *, symmetric: bool) -> OutcomeCounts:
        sums = (placed * values).astype(np.int32)
        return OutcomeCounts(sums, sums.sum(axis=1, dtype=np.int64), symmetric, _BOARDS)

    planes: tuple[OutcomeCounts, ...]
    if split:
        lose, low, half, high, win = boards
        margins = 2 * (win - lose) + high - low
        planes = (
            plane(half, symmetric=True), plane(low + high, symmetric=True), plane(high - low, symmetric=False)
        )  # fmt: skip
    else:
        lose, half, win = boards
        margins, planes = win - lose, (plane(half, symmetric=True),)
    scaled = (placed * margins).astype(np.int32)
    return ClassGame(
        counts=classes.sizes,
        n_hands=game.n_hands,
        n_opponent_hands=game.n_opponent_hands,
        margins=scaled,
        margin_scale=(2 if split else 1) * _BOARDS,
        row_sums=scaled.sum(axis=1, dtype=np.int64),
        placements=CardRemoval(classes),
        planes=planes,
    )


def next_stacks(x: int, steps: int, small: int, big: int, ante: int, *, split: bool) -> list[int]:
    """The small blind's units after fold, steal, and a showdown by ascending share."""
    most = min(x, steps - x)
    live = max(0, most - ante)
    posted = most - live
    shown = [x - most, x, x + most]
    if split:  # half of the pot is M; half of that, the odd unit to the big blind
        shown = [x - most, x - most + most // 2, x, x - most + most + most // 2, x + most]
    return [x - posted - min(small, live), x + posted + min(big, live), *shown]


def winning_chances(
    game: NaiveGame, steps: int, blinds: tuple[int, int, int], jam: Floats, call: Floats, *, split: bool
) -> Floats:
    """W when both play fixed strategies (steps - 1, n) until the end."""
    rows = _ends(game, steps, blinds, jam, call, split=split)
    winning = np.linspace(0, 1, steps + 1)
    for _ in range(_HANDS):
        after = np.array(
            [0.0, *(np.dot(chances, 1 - winning[steps - np.array(to)]) for chances, to in rows), 1.0]
        )
        if abs(after - winning).max() < 1e-15:
            break
        winning = after
    return winning


def durations(
    game: NaiveGame, steps: int, blinds: tuple[int, int, int], jam: Floats, call: Floats, *, split: bool
) -> Floats:
    """The expected number of hands when both play fixed strategies (steps - 1, n) until the end."""
    rows = _ends(game, steps, blinds, jam, call, split=split)
    going_on, expected = np.pad(np.ones(steps - 1), 1), np.zeros(steps + 1)
    for _ in range(_HANDS):  # the chance that hand 1, 2, ... is played at all, summed
        expected += going_on
        inner = [np.dot(chances, going_on[steps - np.array(to)]) for chances, to in rows]
        going_on = np.array([0.0, *inner, 0.0])
    return expected


def _ends(
    game: NaiveGame, steps: int, blinds: tuple[int, int, int], jam: Floats, call: Floats, *, split: bool
) -> list[tuple[list[float], list[int]]]:
    """How often each end of a hand comes, and the small blind's units after it, by those before it."""
    weights = game.counts[:, None] * game.placed
    weights /= weights.sum()
    rows = []
    for x in range(1, steps):
        jams, calls = jam[x - 1], call[x - 1]
        met = weights * jams[:, None] * calls[None, :]
        chances = [
            1 - (weights * jams[:, None]).sum(),
            (weights * jams[:, None] * (1 - calls)[None, :]).sum(),
            *((met * share).sum() for share in game.shares),
        ]
        rows.append((chances, next_stacks(x, steps, *blinds, split=split)))
    return rows


def best_winning_chances(
    game: NaiveGame, steps: int, blinds: tuple[int, int, int], jam: Floats, call: Floats, *, split: bool
) -> tuple[Floats, Floats]:
    """What a best responder to these strategies wins as small blind and as big blind, by their own stack."""
    k1, k2 = game.counts.sum(), game.placed[0].sum()
    small_blind, big_blind, ante = blinds
    small, big = np.linspace(0, 1, steps + 1), np.linspace(0, 1, steps + 1)
    for _ in range(_HANDS):
        new_small, new_big = small.copy(), big.copy()
        for x in range(1, steps):
            live = max(0, min(x, steps - x) - ante)
            fold, steal, *shown = big[next_stacks(x, steps, *blinds, split=split)]
            value = sum(share * worth for share, worth in zip(game.shares, shown, strict=True))
            calls = call[x - 1]
            jams = (game.placed * (value * calls[None, :] + steal * (1 - calls)[None, :])).sum(axis=1) / k2
            best = np.maximum(jams, fold) if live > small_blind else jams
            new_small[x] = game.counts @ best / k1
            own = small[steps - np.array(next_stacks(x, steps, *blinds, split=split))]
            fold, steal, *shown = own
            jams = jam[x - 1]
            value = sum(share.T * worth for share, worth in zip(game.shares, shown, strict=True))
            called = (game.placed * (value * jams[None, :])).sum(axis=1) / k2  # rows: the big blind's classes
            folded = (game.placed * jams[None, :]).sum(axis=1) / k2 * steal
            best = np.maximum(called, folded) if live > big_blind else called
            not_jammed = 1 - game.counts @ jams / k1
            new_big[steps - x] = not_jammed * fold + game.counts @ best / k1
        change = max(abs(new_small - small).max(), abs(new_big - big).max())
        small, big = new_small, new_big
        if change < 1e-15:
            break
    return small, big

"""Whole games on small decks, solved by one linear program in sequence form: a card each, one street or two.

B. von Stengel, "Efficient computation of behavior strategies" (1996).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.sparse import csr_matrix, hstack

from jamfold.solver.payoffs import ClassGame, DensePlacements
from tests.no_limit import Betting

Strengths = NDArray[np.int64]


def toy_payoffs(strengths: Strengths) -> ClassGame:
    """What all-in is worth: classes are cards; `strengths` has one column, or one for each board card."""
    n, n_boards = strengths.shape
    signs = np.sign(strengths[:, None, :] - strengths[None, :, :])
    if n_boards > 1:
        for board in range(n_boards):
            signs[board, :, board] = signs[:, board, board] = 0
    margins = signs.sum(axis=2).astype(np.int32) * (1 - np.eye(n, dtype=np.int32))
    return ClassGame(
        counts=np.ones(n, dtype=np.int64),
        n_hands=n,
        n_opponent_hands=n - 1,
        margins=margins,
        margin_scale=max(1, n_boards - 2),
        row_sums=margins.sum(axis=1, dtype=np.int64),
        placements=DensePlacements(1 - np.eye(n, dtype=np.int64)),
    )


@dataclass
class _Program:
    """The sequences of both, and what pairs of them are worth, while the tree is walked."""

    strengths: Strengths
    sizes: frozenset[int]
    cards: int = 0
    sequences: tuple[dict[Any, int], dict[Any, int]] = field(default_factory=lambda: ({}, {}))
    infosets: tuple[list[Any], list[Any]] = field(default_factory=lambda: ([], []))
    ends: list[tuple[int, int, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Who wins how often, by board and both cards; the last board is the mean of all."""
        signs = np.sign(self.strengths[:, None, :] - self.strengths[None, :, :]).astype(float)
        n, _, boards = signs.shape
        free = [np.setdiff1d(np.arange(boards), pair) if boards > 1 else [0] for pair in np.ndindex(n, n)]
        every = [signs[i, j, runs].mean() for (i, j), runs in zip(np.ndindex(n, n), free, strict=True)]
        self.showdowns = np.concatenate([signs.transpose(2, 0, 1), np.reshape(every, (1, n, n))])

    def number(self, seat: int, card: int, last: Any) -> int:
        """The sequence of a card with a last public action; none yet is one of each card."""
        return self.sequences[seat].setdefault((card, last), len(self.sequences[seat]))

    def walk(self, state: Betting, board: int, path: Any, last: tuple[Any, Any]) -> None:
        if state.over:
            self._end(state, board, last)
            return
        if state.street == 1 and board < 0:
            for dealt in range(self.cards):
                self.walk(state, dealt, (path, dealt), last)
            return
        seat, actions = state.seat, list(state.actions(self.sizes))
        for card in range(self.cards):
            if card != board:
                own = [self.number(seat, card, (path, action)) for action in actions]
                self.infosets[seat].append((self.number(seat, card, last[seat]), own))
        for action in actions:
            mine = (path, action)
            behind = (mine, last[1]) if seat == 0 else (last[0], mine)
            self.walk(state.after(action), board, (path, action), behind)

    def _end(self, state: Betting, board: int, last: tuple[Any, Any]) -> None:
        n, boards = self.strengths.shape
        chance = 1.0 / (n * (n - 1)) / (1 if board < 0 else boards - 2)
        won = state.put[0] * self.showdowns[board]
        if state.folded >= 0:
            won = np.full((n, n), float(state.put[1] if state.folded else -state.put[0]))
        for first in range(n):
            for second in range(n):
                if first != second and board not in (first, second):
                    row, column = self.number(0, first, last[0]), self.number(1, second, last[1])
                    self.ends.append((row, column, chance * float(won[first, second])))


def whole_value(strengths: Strengths, state: Betting, sizes: frozenset[int]) -> float:
    """What the small blind wins in the whole game, in chips."""
    program = _Program(strengths, sizes, len(strengths))
    for card in range(program.cards):
        program.number(0, card, None), program.number(1, card, None)
    program.walk(state, -1, None, (None, None))
    rows, columns, worth = map(np.array, zip(*program.ends, strict=True))
    n1, n2 = (len(one) for one in program.sequences)
    a = csr_matrix((worth, (rows, columns)), shape=(n1, n2))
    (f1, right1), (f2, right2) = (_constraints(program, seat) for seat in range(2))
    # Maximise right2 . q where q F2 <= x A, F1 x = right1, x >= 0.
    found = linprog(
        np.concatenate([np.zeros(n1), -right2]),
        A_ub=hstack([-a.T, f2.T]),
        b_ub=np.zeros(n2),
        A_eq=hstack([f1, csr_matrix((len(right1), len(right2)))]),
        b_eq=right1,
        bounds=[(0, None)] * n1 + [(None, None)] * len(right2),
        method="highs",
    )
    assert found.status == 0
    return -float(found.fun)


def _constraints(program: _Program, seat: int) -> tuple[csr_matrix, NDArray[np.float64]]:
    """Every card's empty sequence is 1, and the actions of an information set add up to what leads there."""
    cards, infosets = program.cards, program.infosets[seat]
    entries = [(card, card, 1.0) for card in range(cards)]
    for row, (before, own) in enumerate(infosets, cards):
        entries += [(row, before, -1.0), *((row, sequence, 1.0) for sequence in own)]
    rows, columns, values = map(np.array, zip(*entries, strict=True))
    shape = cards + len(infosets), len(program.sequences[seat])
    right = np.zeros(shape[0])
    right[:cards] = 1.0
    return csr_matrix((values, (rows, columns)), shape=shape), right

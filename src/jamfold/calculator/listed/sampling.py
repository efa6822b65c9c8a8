"""Sampled equities of listed hands."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import FloatArray, IntArray
from jamfold.calculator.listed.hands import Tuples, beside_board
from jamfold.calculator.listed.problem import ListedProblem
from jamfold.calculator.listed.result import make_result
from jamfold.calculator.outcomes import POT_COLUMNS
from jamfold.calculator.results import EquityResult
from jamfold.calculator.tally import Tally, tally_deals
from jamfold.compiled import kernel
from jamfold.shown import plural
from jamfold.strength.boards import number_boards
from jamfold.strength.listed import private_strengths
from jamfold.strength.showdown import COLUMNS, Hands, StrengthTables, deal_shares, share_pot


def listed_sample(
    problem: ListedProblem, deals: int | None, error: float | None, seed: int | None
) -> EquityResult:
    """Draw deals until there are enough of them, or until the standard errors are small enough.

    A combination of listed hands is drawn by its weight, then the unknown cards and the board from the
    cards left: every way to do so is equally likely.  Ctrl-C ends it with the deals drawn so far.
    """
    showdowns = _Showdowns.of(problem, Tuples.of(problem))

    def draw(size: int, seed: list[int]) -> Tally:
        return Tally.of_deals(showdowns.draw(size, seed), np.ones(size))

    tally, chosen = tally_deals(len(problem.players), draw, deals, error, seed, problem.progress)
    errors = tally.errors
    method = f"sampled, {plural(tally.deals, 'deal')}, standard error at most {100 * errors.max():.2g} %"
    return make_result(
        problem, tally.sums / POT_COLUMNS, tally.weight, method, errors=errors, deals=tally.deals, seed=chosen
    )


class _Showdowns(NamedTuple):
    """What deals are drawn from: combinations with running sums of weights, and tables beside a board."""

    problem: ListedProblem
    tuples: Tuples
    sums: FloatArray
    beside: tuple[StrengthTables, Hands, IntArray] | None

    @classmethod
    def of(cls, problem: ListedProblem, tuples: Tuples) -> _Showdowns:
        beside = beside_board(problem, tuples) if problem.game.has_board else None
        return cls(problem, tuples, np.cumsum(tuples.weights), beside)

    def draw(self, size: int, seed: list[int]) -> IntArray:
        """The columns of so many deals, int64 (size, players, COLUMNS)."""
        problem, game = self.problem, self.problem.game
        rng = np.random.default_rng(seed)
        chosen = np.searchsorted(self.sums, rng.random(size) * self.sums[-1], side="right")
        rows = self.tuples.rows[np.minimum(chosen, len(self.sums) - 1)]
        known = [
            np.array(player.hands, dtype=np.uint8).reshape(len(player.hands), player.known)[rows[:, k]]
            for k, player in enumerate(problem.players)
        ]
        fixed = np.broadcast_to(
            np.array([*problem.board, *problem.dead], dtype=np.uint8),
            (size, len(problem.board) + len(problem.dead)),
        )
        drawn = np.empty((size, sum(problem.unknown) + game.board_cards - len(problem.board)), dtype=np.uint8)
        _draw_cards(rng, np.array(game.deck, dtype=np.uint8), np.hstack([*known, fixed]), drawn)
        if self.beside is not None:
            tables, hands, numbers = self.beside
            board = np.broadcast_to(np.array(problem.board, dtype=np.uint8), (size, len(problem.board)))
            boards = number_boards(game, np.hstack([board, drawn]))
            return deal_shares(tables, hands, numbers[np.minimum(chosen, len(self.sums) - 1)], boards)
        strengths = np.zeros((2, size, len(known)), dtype=np.int64)
        begin = 0
        for k, (cards, unknown) in enumerate(zip(known, problem.unknown, strict=True)):
            whole = np.hstack([cards, drawn[:, begin : begin + unknown]])
            begin += unknown
            for p, pot in enumerate(game.pots):
                strengths[p, :, k] = private_strengths(game, pot.ranking, whole)
        shares = np.empty((size, len(known), COLUMNS), dtype=np.int64)
        _share_pots(strengths[0], strengths[1], shares)
        return shares


@kernel
def _draw_cards(
    rng: np.random.Generator,
    deck: NDArray[np.uint8],
    used: NDArray[np.uint8],
    drawn: NDArray[np.uint8],
) -> None:
    """Fill drawn (deals, n) with cards of the deck that are not among those used (deals, m)."""
    stub = np.empty(len(deck), dtype=np.uint8)
    for deal in range(drawn.shape[0]):
        mask = np.uint64(0)
        for card in used[deal]:
            mask |= np.uint64(1) << np.uint64(card)
        n = 0
        for card in deck:
            if not mask >> np.uint64(card) & np.uint64(1):
                stub[n] = card
                n += 1
        for k in range(drawn.shape[1]):
            other = k + rng.integers(0, n - k)
            stub[k], stub[other] = stub[other], stub[k]
            drawn[deal, k] = stub[k]


@kernel
def _share_pots(highs: IntArray, lows: IntArray, shares: IntArray) -> None:
    """Fill shares (deals, players, COLUMNS) from strengths (deals, players)."""
    for deal in range(len(shares)):
        share_pot(highs[deal], lows[deal], shares[deal])

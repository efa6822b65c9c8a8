"""Equities of listed hands: exact where that takes seconds, else sampled.

| players | board | method |
|---|---|---|
| any number | yes | all boards for each combination of hands, by tables of these hands alone |
| two | none | two ranges on one empty board: every completion of either hand, the pair kernel |
| more | none | every way to deal the unknown cards, player by player |
| too many deals | any | sampled, with standard errors |

Without a board a known card is fixed and an unknown one is in the range, so that two players of
third-street stud have 91,390 hands each and 5.4e9 deals: card removal matters only for the cards that are
unknown, 16 sets of a hand.  All counts are integers below 2^53, exact in float64.
"""

from __future__ import annotations

from math import comb, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.calculator.equity_games import ListedGame
from jamfold.calculator.listed_problem import ListedProblem, Tuples, beside_board
from jamfold.calculator.methods import count_boards, counted_method, equity_result
from jamfold.calculator.results import EquityResult
from jamfold.calculator.tally import (
    POT_COLUMNS,
    Tally,
    mirrored,
    sums_of_outcomes,
    tally_deals,
)
from jamfold.calculator.two_ranges import PairContest, Strengths, Weighted, pair_outcomes_of
from jamfold.cards.counting.classes import hand_masks
from jamfold.cards.counting.removal import number_card_sets
from jamfold.cards.strength.boards import all_boards, fill_combinations, number_boards
from jamfold.cards.strength.listed import private_strengths
from jamfold.cards.strength.showdown import COLUMNS, Hands, StrengthTables, deal_shares, share_pot
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.display import plural
from jamfold.core.errors import EquityError
from jamfold.core.jit import kernel
from jamfold.core.parallel import in_parallel

_MOST_SHOWDOWNS = 300_000_000  # players x boards x combinations, some 10 ns each
_MOST_WAYS = 300_000_000  # ways to deal to more than two players, some 5 ns each
_MOST_WAYS_PATIENT = 100_000_000_000
_MOST_SETS = 40_000_000  # card sets of two players' hands, some 30 ns each, 8 bytes
_MOST_SETS_PATIENT = 160_000_000
_TASKS = 64


def listed_exact(problem: ListedProblem, patient: bool) -> EquityResult | None:
    """The exact result, or None if it takes too long (and there is no patience).

    Raises EquityError if no deal is possible, or if what patience asks for does not fit.
    """
    tuples = Tuples.of(problem)
    players, many = len(problem.players), len(tuples.rows)
    if problem.game.has_board:
        if not patient and many * problem.n_boards * players > _MOST_SHOWDOWNS:
            return None
        return by_boards(problem, tuples)
    ways = [comb(problem.n_left, unknown) for unknown in problem.unknown]
    if players == 2:
        sets = sum(way << unknown for way, unknown in zip(ways, problem.unknown, strict=True))
        if patient and sets > _MOST_SETS_PATIENT:
            raise EquityError(
                f"An exact result would need {sum(ways):,} hands at once. Remove --exact to sample."
            )
        if patient or many * sets <= _MOST_SETS:
            return by_pairs(problem, tuples)
        return None
    if patient and many * prod(ways) > _MOST_WAYS_PATIENT:
        raise EquityError(
            f"An exact result would need {many * prod(ways):.2g} ways to deal. Remove --exact to sample."
        )
    return by_ways(problem, tuples) if patient or many * prod(ways) <= _MOST_WAYS else None


def by_boards(problem: ListedProblem, tuples: Tuples) -> EquityResult:
    """All boards for every combination of hands."""
    tables, hands, rows = beside_board(problem, tuples)
    common = {card for player in problem.players if len(player.hands) == 1 for card in player.hands[0]}
    boards = all_boards(problem.game, problem.board, {*problem.dead, *common})
    counts = count_boards(tables, hands, rows, tuples.weights, boards, problem.progress)
    outcomes = counts.outcomes if len(problem.players) == 2 else None
    method = counted_method(problem.n_boards, len(tuples.rows))
    return equity_result(problem, counts.shares, counts.counted, method, outcomes=outcomes)


class _Completions(NamedTuple):
    """All hands that some known cards can become: places among the cards left, sets of cards, strengths.

    ``places`` uint8 (k, unknown), ``masks`` uint64 (k,) of the unknown cards, ``strengths`` int64 (k,) of
    every pot.
    """

    places: NDArray[np.uint8]
    masks: NDArray[np.uint64]
    strengths: list[IntArray]

    @classmethod
    def of(cls, game: ListedGame, known_cards: tuple[int, ...], left: NDArray[np.uint8]) -> _Completions:
        unknown = game.private_cards - len(known_cards)
        places = np.empty((comb(len(left), unknown), unknown), dtype=np.uint8)
        fill_combinations(np.arange(len(left), dtype=np.uint8), unknown, places)
        cards = np.empty((len(places), game.private_cards), dtype=np.uint8)
        cards[:, : len(known_cards)] = np.array(known_cards, dtype=np.uint8)
        cards[:, len(known_cards) :] = left[places]
        masks = hand_masks(left[places]) if unknown else np.zeros(1, dtype=np.uint64)
        return cls(places, masks, [private_strengths(game, pot.ranking, cards) for pot in game.pots])


def _left(problem: ListedProblem, row: IntArray) -> NDArray[np.uint8]:
    """The cards that are in none of the hands of a combination, and not dead."""
    used = {*problem.dead}
    for player, k in zip(problem.players, row.tolist(), strict=True):
        used |= set(player.hands[k])
    return np.array([card for card in problem.game.deck if card not in used], dtype=np.uint8)


def _all_completions(problem: ListedProblem, row: IntArray) -> list[_Completions]:
    left = _left(problem, row)
    hands = [player.hands[k] for player, k in zip(problem.players, row.tolist(), strict=True)]
    return [_Completions.of(problem.game, hand, left) for hand in hands]


def by_pairs(problem: ListedProblem, tuples: Tuples) -> EquityResult:
    """Two players without a board: all completions of one against all of the other."""
    outcomes = np.zeros((3, 4))
    for done, (row, weight) in enumerate(zip(tuples.rows, tuples.weights, strict=True), 1):
        outcomes += weight * _pair_outcomes(problem, row)
        problem.progress("comparing hands", done / len(tuples.rows))
    shares = np.stack([sums_of_outcomes(side) for side in (outcomes, mirrored(outcomes))])
    total = float(outcomes.sum())
    return equity_result(problem, shares, total, _deals_in_words(total, tuples), outcomes=outcomes)


def _pair_outcomes(problem: ListedProblem, row: IntArray) -> FloatArray:
    first, second = _all_completions(problem, row)
    most, n_left = max(problem.unknown), problem.n_left
    subsets1, signs1, n_sets = number_card_sets(first.places, n_left, most)
    subsets2, signs2, _ = number_card_sets(second.places, n_left, most)
    contest = PairContest(
        Weighted(np.ones(len(first.masks)), subsets1),
        Weighted(np.ones(len(second.masks)), subsets2),
        first.masks,
        second.masks,
        max(signs1, signs2, key=len),
        n_sets,
    )
    split = problem.game.split_low
    low1, low2 = (completions.strengths[-1] for completions in (first, second))
    return pair_outcomes_of(contest, Strengths(first.strengths[0], second.strengths[0], low1, low2), split)


def by_ways(problem: ListedProblem, tuples: Tuples) -> EquityResult:
    """Any number of players without a board: every way to deal the unknown cards."""
    players = len(problem.players)
    shares, total = np.zeros((players, COLUMNS)), 0.0
    for done, (row, weight) in enumerate(zip(tuples.rows, tuples.weights, strict=True), 1):
        sums, ways = _ways_of(problem, row)
        shares += weight * sums
        total += weight * ways
        problem.progress("dealing every way", done / len(tuples.rows))
    return equity_result(problem, shares / POT_COLUMNS, total, _deals_in_words(total, tuples))


def _ways_of(problem: ListedProblem, row: IntArray) -> tuple[IntArray, int]:
    """The sums over all ways to deal to one combination of hands, int64 (players, COLUMNS), and how many."""
    hands = _all_completions(problem, row)
    ends = np.cumsum([len(hand.masks) for hand in hands])
    masks = np.concatenate([hand.masks for hand in hands])
    highs = np.concatenate([hand.strengths[0] for hand in hands])
    lows = np.concatenate([hand.strengths[-1] for hand in hands])
    if not problem.game.split_low:
        lows[:] = 0
    total, count = np.zeros((len(ends), COLUMNS), dtype=np.int64), 0
    tasks = np.array_split(np.arange(len(hands[0].masks)), min(_TASKS, len(hands[0].masks)))
    for sums, ways in in_parallel(lambda part: _deal_ways(part, ends, masks, highs, lows), tasks):
        total += sums
        count += ways
    return total, count


def _deal_ways(
    rows: IntArray,
    ends: IntArray,
    masks: NDArray[np.uint64],
    highs: IntArray,
    lows: IntArray,
) -> tuple[IntArray, int]:
    """The sums over all ways in which player 1 holds one of ``rows``, int64 (players, COLUMNS)."""
    sums = np.zeros((len(ends), COLUMNS), dtype=np.int64)
    return sums, _add_ways(rows, ends, masks, highs, lows, sums)


@kernel
def _add_ways(
    rows: IntArray,
    ends: IntArray,
    masks: NDArray[np.uint64],
    highs: IntArray,
    lows: IntArray,
    sums: IntArray,
) -> int:
    """Add to sums (players, COLUMNS); hands stand player after player.  Returns the number of ways."""
    players = len(ends)
    at = np.zeros(players, dtype=np.int64)
    used = np.zeros(players + 1, dtype=np.uint64)
    high, low = np.empty(players, dtype=np.int64), np.zeros(players, dtype=np.int64)
    shares = np.empty((players, COLUMNS), dtype=np.int64)
    ways = 0
    for first in rows:
        used[1] = masks[first]
        high[0], low[0] = highs[first], lows[first]
        k = 1
        at[1] = ends[0]
        while k > 0:
            if at[k] == ends[k]:
                k -= 1
                continue
            row = at[k]
            at[k] += 1
            if used[k] & masks[row]:
                continue
            high[k], low[k] = highs[row], lows[row]
            if k < players - 1:
                used[k + 1] = used[k] | masks[row]
                k += 1
                at[k] = ends[k - 1]
                continue
            share_pot(high, low, shares)
            for player in range(players):
                for column in range(COLUMNS):
                    sums[player, column] += shares[player, column]
            ways += 1
    return ways


def _deals_in_words(total: float, tuples: Tuples) -> str:
    many = len(tuples.rows)
    combinations = "" if many == 1 else f", {many:,} combinations of hands"
    return f"exact, {total:,.10g} {'deal' if total == 1 else 'deals'}{combinations}"


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
    method = f"sampled, {plural(tally.deals, 'deal')}, standard error at most {100 * errors.max():.2g}%"
    return equity_result(
        problem, tally.sums / POT_COLUMNS, tally.weight, method, errors=errors, deals=tally.deals, seed=chosen
    )


class _Showdowns(NamedTuple):
    """What deals are drawn from: combinations with running sums of weights, and the tables of board games."""

    problem: ListedProblem
    tuples: Tuples
    sums: FloatArray
    beside: tuple[StrengthTables, Hands, IntArray] | None

    @classmethod
    def of(cls, problem: ListedProblem, tuples: Tuples) -> _Showdowns:
        beside = beside_board(problem, tuples) if problem.game.has_board else None
        return cls(problem, tuples, np.cumsum(tuples.weights), beside)

    def draw(self, size: int, seed: list[int]) -> IntArray:
        """The columns of ``size`` deals, int64 (size, players, COLUMNS)."""
        problem, game = self.problem, self.problem.game
        rng = np.random.default_rng(seed)
        chosen = np.searchsorted(self.sums, rng.random(size) * self.sums[-1], side="right")
        rows = self.tuples.rows[np.minimum(chosen, len(self.sums) - 1)]
        known_cards = [
            np.array(player.hands, dtype=np.uint8).reshape(len(player.hands), player.n_known)[rows[:, k]]
            for k, player in enumerate(problem.players)
        ]
        fixed = np.broadcast_to(
            np.array([*problem.board, *problem.dead], dtype=np.uint8),
            (size, len(problem.board) + len(problem.dead)),
        )
        draws = np.empty((size, sum(problem.unknown) + game.board_cards - len(problem.board)), dtype=np.uint8)
        _draw_cards(rng, np.array(game.deck, dtype=np.uint8), np.hstack([*known_cards, fixed]), draws)
        if self.beside is not None:
            tables, hands, numbers = self.beside
            board = np.broadcast_to(np.array(problem.board, dtype=np.uint8), (size, len(problem.board)))
            boards = number_boards(game, np.hstack([board, draws]))
            return deal_shares(tables, hands, numbers[np.minimum(chosen, len(self.sums) - 1)], boards)
        strengths = np.zeros((2, size, len(known_cards)), dtype=np.int64)
        begin = 0
        for k, (cards, unknown) in enumerate(zip(known_cards, problem.unknown, strict=True)):
            whole = np.hstack([cards, draws[:, begin : begin + unknown]])
            begin += unknown
            for p, pot in enumerate(game.pots):
                strengths[p, :, k] = private_strengths(game, pot.ranking, whole)
        shares = np.empty((size, len(known_cards), COLUMNS), dtype=np.int64)
        _share_pots(strengths[0], strengths[1], shares)
        return shares


@kernel
def _draw_cards(
    rng: np.random.Generator,
    deck: NDArray[np.uint8],
    used: NDArray[np.uint8],
    draws: NDArray[np.uint8],
) -> None:
    """Fill draws (deals, n) with cards of the deck that are not used (deals, m)."""
    stub = np.empty(len(deck), dtype=np.uint8)
    for deal in range(draws.shape[0]):
        mask = np.uint64(0)
        for card in used[deal]:
            mask |= np.uint64(1) << np.uint64(card)
        n = 0
        for card in deck:
            if not mask >> np.uint64(card) & np.uint64(1):
                stub[n] = card
                n += 1
        for k in range(draws.shape[1]):
            other = k + rng.integers(0, n - k)
            stub[k], stub[other] = stub[other], stub[k]
            draws[deal, k] = stub[k]


@kernel
def _share_pots(highs: IntArray, lows: IntArray, shares: IntArray) -> None:
    """Fill shares (deals, players, COLUMNS) from strengths (deals, players)."""
    for deal in range(len(shares)):
        share_pot(highs[deal], lows[deal], shares[deal])

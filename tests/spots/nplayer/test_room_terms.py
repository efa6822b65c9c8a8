"""Fees by hand and jackpots at tables: against brute force, other code, and tables without them."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.betting.raises import Raises
from jamfold.betting.terms import PayoffTerms
from jamfold.cards import Rank
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import GAMES, HOLDEM, OMAHA_5, SIX_PLUS
from jamfold.class_tables.rare_hands import jackpot_planes, paid_boards, paid_triples
from jamfold.core.errors import SituationError
from jamfold.spots.nplayer.exact import evaluate_table, solve_table
from jamfold.spots.nplayer.result import table_result
from jamfold.valuation.fees import ROYAL, STRAIGHT_FLUSH, Fees, Jackpot
from tests.room_simulator import RoomRules, is_paid, play_hand, runs

SMALL = replace(SIX_PLUS, name="small-six-plus", lowest_rank=Rank(7))
LEVEL = BlindLevel((0.5, 1.0))
PAID = PayoffTerms(fees=Fees(0.1, 0.2, 0.3, 0.05), jackpot=Jackpot(STRAIGHT_FLUSH, 40.0))
SEATS = {seats: TableHand((6.0,) * seats, LEVEL) for seats in (2, 3, 4)}


@pytest.fixture(autouse=True)
def _small_game(monkeypatch: pytest.MonkeyPatch, shared_tables: Path, counted_clock: None) -> None:
    monkeypatch.setitem(GAMES, SMALL.name, SMALL)


@cache
def dense(*, royal: bool) -> np.ndarray:
    """A of the small game by brute force: every hand of two, every board."""
    classes = hand_classes(SMALL)
    found = [run for run in runs(7) if not royal or {card // 4 for card in run} == {8, 9, 10, 11, 12}]
    rows = np.repeat(np.arange(classes.n), classes.sizes)
    hands = [frozenset(hand) for hand in classes.hands.tolist()]
    out = np.zeros((classes.n, classes.n), dtype=np.int64)
    for number in range(classes.n):
        mine = hands[classes.starts[number]]
        if len({card % 4 for card in mine}) > 1:
            continue
        for other, theirs in enumerate(hands):
            if not mine & theirs:
                out[number, rows[other]] += boards_paid(mine, theirs, found)
    return out


def boards_paid(mine: frozenset[int], known: frozenset[int], found: list[frozenset[int]]) -> int:
    """Boards that pay; those without three cards of the suit are left out."""
    unseen = [card for card in SMALL.deck if card not in mine | known]
    suit = next(iter(mine)) % 4
    suited = [card for card in unseen if card % 4 == suit]
    rest = [card for card in unseen if card % 4 != suit]
    count = 0
    for size in (3, 4, 5):
        ways = len(list(combinations(rest, 5 - size)))
        count += ways * sum(is_paid(found, mine, frozenset(board)) for board in combinations(suited, size))
    return count


@pytest.mark.parametrize("royal", [False, True])
def test_pairs_of_classes_by_brute_force(royal: bool) -> None:
    paying, boards = paid_boards(SMALL, royal=royal)
    expected, counts = dense(royal=royal), hand_classes(SMALL).sizes
    assert (expected[paying] == boards).all()
    assert expected.sum() == boards.sum() > 0
    turned = counts[None, :] * expected.T // counts[:, None]
    everywhere, rng = np.arange(counts.size), np.random.default_rng(1)
    for plane, sign in zip(jackpot_planes(SMALL, royal=royal), (1, -1), strict=True):
        whole = expected + sign * turned
        assert (plane.sums.block(everywhere, everywhere) == whole).all()
        assert (plane.row_sums == whole.sum(axis=1)).all()
        weighted = counts[:, None] * whole
        assert (weighted == sign * weighted.T).all()
        rows = np.sort(rng.choice(counts.size, 9, replace=False))
        factors, sums = counts[rows] * rng.integers(-3, 4, 9), np.zeros(counts.size, dtype=np.int64)
        plane.sums.add_rows(rows, factors, sums)
        assert (sums == factors @ whole[rows]).all()


def test_triples_add_up_to_pairs() -> None:
    """A third hand takes cards away: over all of them a pair is paid as often as without it."""
    triples = paid_triples(SMALL, royal=False)
    counts, third = hand_classes(SMALL).sizes, SMALL.n_hands - 91  # 276 hands, 190 without four cards
    assert third > 0
    pairs = counts[:, None] * dense(royal=False) / 15_504
    assert pytest.approx(pairs * 190, rel=1e-12) == triples.sum(axis=0).T
    assert triples == pytest.approx(triples.transpose(1, 0, 2))


@pytest.mark.parametrize("seats", [2, 3])
def test_nothing_paid_is_today_s_answer_to_the_last_bit(seats: int) -> None:
    plain = solve_table(SMALL, SEATS[seats])
    terms = PayoffTerms(fees=Fees(), jackpot=Jackpot(ROYAL, 0.0))
    same = solve_table(SMALL, replace(SEATS[seats], terms=terms))
    for name in ("strategy", "values", "gains", "margins"):
        assert np.array_equal(getattr(plain, name), getattr(same, name), equal_nan=True)


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3])
def test_a_fee_for_every_hand_changes_no_decision(seats: int) -> None:
    plain = solve_table(SMALL, SEATS[seats])
    dealt = solve_table(SMALL, replace(SEATS[seats], terms=PayoffTerms(fees=Fees(dealt=0.25, rakeback=20))))
    assert dealt.strategy == pytest.approx(plain.strategy, abs=1e-6)
    assert dealt.values == pytest.approx(plain.values - 0.2, abs=1e-5)
    shown = solve_table(SMALL, replace(SEATS[seats], terms=PayoffTerms(fees=Fees(showdown=1.5))))
    assert shown.percent.sum() < plain.percent.sum()


def test_two_seats_are_paid_what_the_boards_say() -> None:
    rng, counts = np.random.default_rng(2), hand_classes(SMALL).sizes
    strategy = rng.random((2, counts.size))
    answer = table_result(SMALL, replace(SEATS[2], terms=PAID), profile=strategy)
    plain = evaluate_table(SMALL, SEATS[2], strategy).values
    deals = counts.sum() * 231 * 15_504  # two hands, 20 cards, five of them
    weighted = counts[:, None] * dense(royal=False)
    won = np.array([strategy[0] @ weighted @ strategy[1], strategy[1] @ weighted @ strategy[0]]) / deals * 40
    assert answer.extras is not None
    assert answer.extras.jackpot_won == pytest.approx(won, rel=1e-12)
    both = np.array(answer.extras.fees_paid), np.array(answer.extras.fortune_won)
    assert answer.values == pytest.approx(plain + won - both[0] + both[1], abs=1e-12)
    jams = float(strategy[0] @ counts) / counts.sum()
    assert answer.extras.fortune_won[0] == pytest.approx(0.05 * jams, rel=1e-9)


@pytest.mark.long
@pytest.mark.parametrize("seats", [3, 4])
def test_a_simulator_of_its_own_agrees(seats: int) -> None:
    """Counted for three, sampled for four; hands are played by chances that differ by class and decision."""
    hand, classes = replace(SEATS[seats], terms=PAID), hand_classes(SMALL)
    rng, dice, found = np.random.default_rng(seats), random.Random(seats), runs(7)
    strategy = np.clip(rng.random((len(hand.nodes), classes.n)) + 0.2, 0, 1)
    answer = table_result(SMALL, hand, profile=strategy, seconds=0.5)
    rows = {(node.seat, node.all_in_before): row for row, node in enumerate(hand.nodes)}

    def chance(seat: int, after: tuple[int, ...], held: frozenset[int]) -> float:
        return float(strategy[rows[seat, after], classes.index(held)])

    rules = RoomRules(seats, 6.0, (0.1, 0.2, 0.3), 0.05, 40.0, 7)
    won = np.array([play_hand(rules, chance, dice, found) for _ in range(6_000)])
    error = np.hypot(won.std(axis=0) / len(won) ** 0.5, answer.values_error)
    assert (np.abs(won.mean(axis=0) - (answer.values - 6.0)) < 4 * error).all()
    assert answer.extras is not None
    assert min(answer.extras.jackpot_won) > 0.05  # what is tested is there
    assert (max(answer.extras.jackpot_error) > 0) == (seats == 4)


def test_refusals() -> None:
    with pytest.raises(SituationError, match="jam or fold only"):
        TableHand((20.0, 20.0), LEVEL, PAID, raises=Raises(open=(2.0,)))
    with pytest.raises(ValueError, match="two or four hole cards"):
        paid_boards(OMAHA_5, royal=True)
    assert paid_boards(HOLDEM, royal=False)[1].shape == (46, 169)

"""The winning chance on a turn and a river, against showdowns one by one."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import phevaluator
import pytest

import jamfold
from jamfold.calculator.flops.distribution import flop_strengths
from jamfold.calculator.flops.flop_hands import flop_counts
from jamfold.cards import N_CARDS, parse_cards
from jamfold.cards.games import HOLDEM, SIX_PLUS
from jamfold.core.errors import ChanceError

HAND = parse_cards("JhTh")
TURN, RIVER = parse_cards("Qh9h2c7d"), parse_cards("Qh9h2c7d8s")


def counted(hand: tuple[int, ...], board: tuple[int, ...], opponents: set[tuple[int, int]]) -> list[int]:
    """Wins, ties and losses against holdings, on every run-out of a full deck."""
    totals = [0, 0, 0]
    for other in opponents:
        rest = [card for card in range(N_CARDS) if card not in {*hand, *board, *other}]
        for runout in combinations(rest, 5 - len(board)):
            mine, theirs = (
                phevaluator.evaluate_cards(*map(int, (*board, *runout, *one))) for one in (hand, other)
            )
            totals[0 if mine < theirs else 1 if mine == theirs else 2] += 1
    return totals


def all_opponents(board: tuple[int, ...]) -> set[tuple[int, int]]:
    return set(combinations([card for card in range(N_CARDS) if card not in {*HAND, *board}], 2))


@pytest.mark.parametrize("board", [TURN, RIVER], ids=["turn", "river"])
def test_hand_strength_counts_every_opponent_and_run_out(board: tuple[int, ...]) -> None:
    counts = flop_counts(HOLDEM, len(board))
    assert counts[1:4] == ((1_128, 1_035, 44) if len(board) == 4 else (1_081, 990, 1))
    opponents = all_opponents(board)
    if len(board) == 4:
        opponents = set(sorted(opponents)[::29])
    strengths = flop_strengths(board)
    number = strengths.number(HAND)
    found = [int(strengths.wins[number]), int(strengths.ties[number])]
    if len(board) == 5:
        assert [*found, counts.outcomes - sum(found)] == counted(HAND, board, opponents)
    assert (
        int(strengths.points.astype(np.int64).sum()) == counts.holdings * counts.outcomes
    )  # one half in the mean


@pytest.mark.parametrize("board", ["Qh 9h 2c 7d", "Qh 9h 2c 7d 8s"], ids=["turn", "river"])
def test_one_opponent_with_a_narrow_range(board: str) -> None:
    answer = jamfold.winchance("holdem", "JhTh", flop=board, fold_below="90%")
    cards = parse_cards(board)
    strengths = flop_strengths(cards)
    stay = strengths.points >= 0.9 * strengths.counts.scale
    holdings = {(int(row[0]), int(row[1])) for row in strengths.holdings[stay] if not set(row) & set(HAND)}
    win, tie, lose = counted(HAND, cards, holdings)
    total = win + tie + lose
    assert answer.one is not None
    assert answer.one.exact
    assert [answer.one.win, answer.one.tie] == pytest.approx([win / total, tie / total], abs=1e-12)
    assert answer.answers.folds == pytest.approx(
        1 - len(holdings) / flop_counts(HOLDEM, len(cards)).opponents
    )


@pytest.mark.parametrize("board", ["Qh 9h 2c 7d", "Qh 9h 2c 7d 8s"], ids=["turn", "river"])
def test_several_opponents_are_sampled_around_the_exact_chance(board: str) -> None:
    """One opponent of two who never stays leaves the chance against the other."""
    exact = jamfold.winchance("holdem", "JhTh", flop=board, fold_share="40%")
    assert exact.answers.standard_error == 0
    two = jamfold.winchance("holdem", "JhTh", flop=board, opponents=2, deals=20_000)
    assert two.against is not None
    assert two.against.deals == 20_000
    assert two.raw == exact.raw
    assert two.against.equity < exact.raw.equity + 4 * two.against.standard_error


def test_the_nuts_on_a_river_always_win() -> None:
    answer = jamfold.winchance(
        "holdem", "Ah Kh", flop="Qh Jh Th 2c 3d", opponents=8, deals=500, pot=9, call=1
    )
    assert (answer.raw.win, answer.raw.tie, answer.raw.lose) == (990, 0, 0)
    assert answer.against is not None
    assert answer.against.win == 1
    assert answer.money is not None
    assert answer.money.go_on == pytest.approx(9)


def test_six_plus_has_its_own_counts() -> None:
    assert flop_counts(SIX_PLUS, 4)[1:4] == (496, 435, 28)
    answer = jamfold.winchance("six-plus", "As Kd", flop="Ah 7d 9c Tc 6s")
    assert answer.raw.win + answer.raw.tie + answer.raw.lose == 406


def test_a_share_on_a_later_street_is_one_of_its_holdings() -> None:
    answer = jamfold.winchance("holdem", "JhTh", flop="Qh 9h 2c 7d", fold_share="50%")
    assert answer.folding is not None
    strengths = flop_strengths(TURN)
    assert answer.folding.threshold is not None
    below = (strengths.points < answer.folding.threshold * strengths.counts.scale - 1e-6).mean()
    assert below <= 0.5
    assert below > 0.45
    with pytest.raises(ChanceError, match="for flops only") as told:
        jamfold.winchance("holdem", "JhTh", flop="Qh 9h 2c 7d", fold_share="50%", share_of="all")
    assert told.value.field == "share_of"


def test_a_board_of_two_or_six_cards_is_refused() -> None:
    for board in ("Qh 9h", "Qh 9h 2c 7d 8s 3c"):
        with pytest.raises(ChanceError, match="A flop has 3, a turn and a river add one each"):
            jamfold.winchance("holdem", "JhTh", flop=board)

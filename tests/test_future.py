"""Future game simulation: seats of the next hand, the zero-sum solver heads-up, tables, bad input."""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jamfold.errors import JamfoldError
from jamfold.games import HOLDEM, OMAHA, SIX_PLUS
from jamfold.solver.exact import ExactSolver
from jamfold.spots import solving
from jamfold.spots.table.exact import solve_table
from jamfold.spots.table.hand import TableHand
from jamfold.spots.table.sampled import measure_table
from jamfold.tournaments import future
from jamfold.tournaments.future import HandBefore, future_game, money_after, needed_hands, next_seats
from jamfold.tournaments.hand import GridHand, end_chances
from jamfold.tournaments.levels import BlindLevel
from jamfold.worth.prizes import Prizes
from tests.command_line import Runner

PRIZES = Prizes((50.0, 30.0, 20.0))


def _hand(*stacks: float, prizes: Prizes = PRIZES) -> TableHand:
    return TableHand(stacks, (1.0, 2.0), prizes=prizes)


@pytest.mark.parametrize(
    ("left", "seats"),
    [
        ((5, 5, 5), (1, 2, 0)),  # the big blind is the next small blind
        ((5, 5), (1, 0)),  # heads-up the blinds change
        ((0, 5, 5), (1, 2)),
        ((5, 0, 5), (0, 2)),  # nobody is big blind twice
        ((5, 5, 0), (1, 0)),
        ((5, 0, 5, 5), (0, 2, 3)),
        ((0, 0, 5), (2,)),
    ],
)
def test_seats_of_the_next_hand(left: Sequence[float], seats: tuple[int, ...]) -> None:
    assert next_seats(left) == seats


def test_money_after_a_hand() -> None:
    """Broke players have their places, the others what their stacks are worth in the next seats."""
    hand = _hand(4.0, 10.0, 6.0)
    seen: list[tuple[float, ...]] = []

    def worth(stacks: tuple[float, ...]) -> tuple[float, ...]:
        seen.append(stacks)
        return 46.0, 34.0

    assert money_after(hand, (0.0, 8.0, 12.0), worth) == (20.0, 46.0, 34.0)
    assert seen == [(8.0, 12.0)]
    assert money_after(hand, (0.0, 20.0, 0.0), worth) == (20.0, 50.0, 30.0)  # the larger stack before it
    assert len(seen) == 1


def _heads_up_chances(steps: int, small: int, depth: int) -> float:
    """The small blind's chance to win after so many hands and then by chips: zero-sum programmes by stack."""
    payoffs = solving.load_payoffs(SIX_PLUS, planes=True)
    solver = ExactSolver(payoffs)
    winning = np.linspace(0.0, 1.0, steps + 1)
    for _ in range(depth):
        after, found = 1.0 - winning[::-1], winning.copy()
        for x in range(1, steps):
            hand = GridHand(x, steps, BlindLevel(None, 1, 2), 1, split=False)
            solver.solve(hand.stakes(after))
            jamming, calling = solver.found
            found[x] = end_chances(payoffs, jamming.strategy, calling) @ after[list(hand.next_stacks)]
        winning = found
    return float(winning[small])


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_heads_up_is_a_zero_sum_tournament(depth: int) -> None:
    """Two prizes are one prize less and the rest for the winner; no end of these hands leaves the grid."""
    found = future_game(SIX_PLUS, _hand(14.0, 6.0, prizes=Prizes((80.0, 20.0))), depth)
    expected = [20 + 60 * _heads_up_chances(20, 14, k) for k in range(depth + 1)]
    assert found.values[:, 0] == pytest.approx(expected, abs=2e-4)
    assert found.values.sum(axis=1) == pytest.approx(100)
    assert found.largest_gain < 2e-4
    assert found.depth == depth


def test_depth_one_is_the_hand_for_the_stack_model() -> None:
    hand = _hand(10.0, 6.0, 8.0)
    table, found = solve_table(SIX_PLUS, hand), future_game(SIX_PLUS, hand, 1)
    assert found.values[1] == pytest.approx(table.values, abs=1e-9)
    assert (found.near.strategy == found.far.strategy).all()
    assert found.near.strategy == pytest.approx(table.strategy)
    assert (found.hands, found.largest_gain) == (1, found.far.largest_gain)
    assert found.far.gains.max() < 2e-4


def test_two_hands_ahead_by_sampled_deals() -> None:
    """The first hand's strategies on sampled deals, its ends worth V_1: the same values within errors."""
    hand = _hand(5.0, 5.0, 5.0)
    found = future_game(SIX_PLUS, hand, 2)
    ahead = [
        _hand(*stacks, prizes=Prizes(PRIZES.amounts[: len(stacks)])) for stacks in needed_hands(hand, 2)[1]
    ]
    known = {one.stacks: future_game(SIX_PLUS, one, 1).values[1] for one in ahead}
    before = HandBefore(hand.stacks, hand.blinds, prizes=PRIZES, worth=lambda stacks: known[stacks].tolist())
    sampled = measure_table(SIX_PLUS, before, found.far.strategy, seconds=2.0, seed=1).certificate
    assert (np.abs(sampled.values - found.values[2]) < 4.5 * sampled.values_error + 1e-4).all()
    model = measure_table(SIX_PLUS, hand, found.far.strategy, seconds=2.0, seed=1).certificate
    assert (np.abs(model.values - found.values[2]) > 6 * model.values_error).any()  # the test can tell


@given(
    stacks=st.lists(st.integers(1, 40), min_size=2, max_size=3),
    ante=st.sampled_from([0.0, 0.5]),
)
def test_every_end_of_a_hand_is_listed(stacks: list[int], ante: float) -> None:
    """Whatever ends are asked for, their stacks are among the hands that are solved, all chips there."""
    prizes = Prizes(PRIZES.amounts[: len(stacks)])
    hand = TableHand(tuple(map(float, stacks)), (1.0, 2.0), ante=ante, prizes=prizes)
    listed = set(needed_hands(hand, 2)[1])

    def worth(left: tuple[float, ...]) -> tuple[float, ...]:
        assert left in listed
        assert sum(left) == pytest.approx(sum(stacks))
        return tuple(prizes.amounts[: len(left)])

    before = HandBefore(hand.stacks, hand.blinds, ante=ante, prizes=prizes, worth=worth)
    from jamfold.spots.table.tree import make_tree

    make_tree(SIX_PLUS, before)


def test_too_many_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(future, "MOST_HANDS", 50)
    with pytest.raises(JamfoldError, match="more than 50 hands") as caught:
        needed_hands(_hand(10.0, 10.0, 10.0), 3)
    assert caught.value.field == "depth"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(capsys)


def test_json_contract(run: Runner) -> None:
    words = (
        "fgs",
        "--game",
        "six-plus",
        "--stacks",
        "7bb",
        "6",
        "--blinds",
        "1",
        "2",
        "--prizes",
        "80%",
        "20%",
    )
    answer = json.loads(run.good(*words, "--json"))
    assert list(answer) == [
        "game", "seats", "blinds", "prizes", "prize_unit", "model", "depth", "values", "nodes", "gains",
        "hands", "largest_gain", "seconds",
    ]  # fmt: skip
    assert answer["seats"] == [{"seat": "sb", "stack": 14.0}, {"seat": "bb", "stack": 6.0}]
    assert (answer["depth"], answer["prize_unit"], answer["hands"]) == (2, "percent", 6)
    assert answer["values"][0] == [pytest.approx(62), pytest.approx(38)]
    text = run.good(*words, "--depth", "1")
    assert "1 hand is solved over every deal" in text
    assert "sb after folds" in text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "There are no players: give their stacks."),
        (("--stacks", "10", "10", "10"), "There is nothing to play for: give the prizes."),
        (("--stacks", "9", "9", "9", "9", "--prizes", "3"), "up to 3 seats, not 4"),
        (("--stacks", "10", "0", "--prizes", "3"), "The stack of bb must be above zero."),
        (("--stacks", "10", "x", "--prizes", "3"), "stack of seat 2"),
        (("--stacks", "10", "9", "--prizes", "3", "2", "1"), "There are 3 prizes for 2 players"),
        (("--stacks", "10", "9", "--prizes", "3", "--depth", "0"), "depth"),
        (("--stacks", "10", "9", "--prizes", "3", "--blinds", "3", "2"), "The small blind (3) is larger"),
        (("--stacks", "500", "700", "900", "--prizes", "3", "--depth", "9"), "more than 1,000 hands"),
    ],
)
def test_bad_input_is_one_sentence(run: Runner, words: tuple[str, ...], sentence: str) -> None:
    assert sentence in run.bad("fgs", "--game", "holdem", *words)


def test_omaha_is_refused() -> None:
    with pytest.raises(JamfoldError, match="three-way table"):
        future_game(OMAHA, _hand(9.0, 9.0, prizes=Prizes((1.0,))), 1)


def test_longer_ahead_takes_longer() -> None:
    assert future.expected_seconds(HOLDEM, 10) > future.expected_seconds(SIX_PLUS, 10) > 0

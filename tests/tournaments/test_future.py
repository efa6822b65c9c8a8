"""Future game simulation: seats of the next hand, the zero-sum solver heads-up, tables, bad input."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.cards import Rank
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import GAMES, HOLDEM, OMAHA, OMAHA_HILO, SIX_PLUS, Game
from jamfold.cases import answers
from jamfold.cases.answers.watch import Observer
from jamfold.cases.tournaments import FutureRequest
from jamfold.core.errors import JamfoldError
from jamfold.ranges import parse_range
from jamfold.spots.nplayer.exact import TableSolution, evaluate_table, solve_table
from jamfold.spots.nplayer.tree import make_tree
from jamfold.spots.tournaments import future
from jamfold.spots.tournaments.future import (
    PLACES_BY_SHARE,
    VALUES,
    SampledHand,
    Sampling,
    forms,
    future_game,
    needed_hands,
    play_sampled,
)
from jamfold.spots.tournaments.stored_tournaments import FUTURES, future_item, kept_future
from jamfold.spots.tournaments.tournament_hands import (
    HandBefore,
    Worth,
    check_future,
    money_after,
    next_seats,
)
from jamfold.valuation.prizes import Prizes
from jamfold.views.render import respond
from tests.command_line import Runner
from tests.naive_future import PRIZES, NaiveFuture, check_by_sampled_deals
from tests.prize_terms import prize_terms

SMALL = replace(SIX_PLUS, name="small-six-plus", lowest_rank=Rank(7))


def _hand(*stacks: float, prizes: Prizes = PRIZES) -> TableHand:
    return TableHand(stacks, BlindLevel((1.0, 2.0)), prize_terms(len(stacks), prizes))


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


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_heads_up_is_a_zero_sum_tournament(depth: int) -> None:
    """Two prizes are one prize less and the rest for the winner; no end of these hands leaves the grid."""
    found = future_game(SIX_PLUS, _hand(14.0, 6.0, prizes=Prizes((80.0, 20.0))), depth)
    chances = NaiveFuture(SIX_PLUS, steps=20, blinds=(1, 2))
    assert found.values[:, 0] == pytest.approx([20 + 60 * chances(14, k) for k in range(depth + 1)], abs=2e-4)
    assert found.values.sum(axis=1) == pytest.approx(100)
    assert found.largest_gain < 2e-4
    assert found.depth == depth


@pytest.mark.slow
def test_depth_one_is_the_hand_for_the_stack_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, SMALL.name, SMALL)
    hand = _hand(10.0, 6.0, 8.0)
    table, found = solve_table(SMALL, hand), future_game(SMALL, hand, 1)
    assert found.values[1] == pytest.approx(table.values, abs=1e-9)
    assert (found.near.strategy == found.far.strategy).all()
    assert found.near.strategy == pytest.approx(table.strategy)
    assert (found.hands, found.largest_gain) == (1, found.far.gains.max())
    assert found.far.gains.max() < 2e-4


@pytest.mark.long
def test_two_hands_ahead_by_sampled_deals(monkeypatch: pytest.MonkeyPatch, counted_clock: None) -> None:
    """In a small game; tests/full has Six-Plus."""
    monkeypatch.setitem(GAMES, SMALL.name, SMALL)
    check_by_sampled_deals(SMALL, (4.0, 4.0, 4.0), seconds=0.4)


@given(
    stacks=st.lists(st.integers(1, 40), min_size=2, max_size=3),
    ante=st.sampled_from([0.0, 0.5]),
)
def test_every_end_of_a_hand_is_listed(stacks: list[int], ante: float) -> None:
    """Whatever ends are asked for, their stacks are among the hands that are solved, all chips there."""
    before = _listening(SIX_PLUS, tuple(map(float, stacks)), ante)
    make_tree(SIX_PLUS, before)


@given(stacks=st.tuples(st.integers(1, 40), st.integers(1, 40)), ante=st.sampled_from([0.0, 0.5]))
def test_every_end_of_a_split_pot_is_listed(stacks: tuple[int, int], ante: float) -> None:
    """Quarters of the pot, too: as the solver of two seats takes its ends."""
    before = _listening(OMAHA_HILO, tuple(map(float, stacks)), ante)
    for places, lows in PLACES_BY_SHARE[True]:
        before.values_after((0, 1), places, lows)
    before.values_after((), ())
    before.values_after((0,), (0,))


def _listening(game: Game, stacks: tuple[float, ...], ante: float) -> HandBefore:
    """A hand whose ends must be among those that are listed."""
    prizes = Prizes(PRIZES.amounts[: len(stacks)])
    hand = TableHand(stacks, BlindLevel((1.0, 2.0), ante=ante), prize_terms(len(stacks), prizes))
    listed = set(needed_hands(game, hand, 2)[1])

    def worth(left: tuple[float, ...]) -> tuple[float, ...]:
        assert left in listed
        assert sum(left) == pytest.approx(sum(stacks))
        return tuple(prizes.amounts[: len(left)])

    return HandBefore(hand.stacks, hand.level, hand.terms, worth=worth)


def test_what_is_cut_off_goes_on(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands that are solved are not solved again, but for the two that are shown; the answer is the same."""
    expected = future_game(SIX_PLUS, _hand(14.0, 6.0, prizes=Prizes((80.0, 20.0))), 3)
    solved: list[tuple[float, ...]] = []
    most, real = 7, solve_table

    def counted(game: Game, one: TableHand) -> TableSolution:
        if len(solved) == most:
            raise KeyboardInterrupt
        solved.append(one.stacks)
        return real(game, one)

    monkeypatch.setattr(future, "solve_table", counted)
    question = FutureRequest(game="six-plus", stacks=(14, 6), blinds=(1, 2), prizes=(80, 20), depth=3)
    with pytest.raises(KeyboardInterrupt):
        answers.run_case(question, Observer())
    assert list(FUTURES.folder.glob("*.json"))
    most = 100
    answer = answers.run_case(question, Observer())
    assert len(solved) == answer.hands + 1  # the hand for the stack model is shown, so solved again
    assert (answer.values == expected.values).all()
    assert answer.largest_gain == expected.largest_gain
    assert not list(FUTURES.folder.glob("*.npy"))


def test_damaged_hands_are_solved_again(data_folder: Path) -> None:
    hand = _hand(14.0, 6.0, prizes=Prizes((80.0, 20.0)))
    hands = sum(map(len, needed_hands(SIX_PLUS, hand, 2).values()))
    with kept_future(SIX_PLUS, hand, 2, hands) as checkpoint:
        assert checkpoint.load() is None
        checkpoint.save(
            {name: np.full(one.shape, 7.0) for name, one in forms(hands, 2).items()}, at_once=True
        )
        kept = checkpoint.load()
        assert kept is not None
        assert (kept[VALUES] == 7).all()
        path = future_item(SIX_PLUS, hand, 2, hands).path
        path.write_bytes(path.read_bytes()[:-8])
        assert checkpoint.load() is None
        with kept_future(SIX_PLUS, hand, 2, hands) as another:
            assert not another.is_kept  # somebody is at it


def test_too_many_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(future, "MOST_HANDS", 50)
    with pytest.raises(JamfoldError, match="more than 50 hands") as caught:
        needed_hands(SIX_PLUS, _hand(10.0, 10.0, 10.0), 3)
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
        "game", "seats", "blinds", "ante", "bb_ante", "whole_chips", "prizes", "prize_unit", "model", "depth",
        "values", "nodes", "gains", "hands", "largest_gain", "seconds", "lifetime", "unnoticed",
        "values_error", "exact", "counted", "sampled_hands", "max_allin",
    ]  # fmt: skip
    assert answer["seats"] == [{"seat": "sb", "stack": 14.0}, {"seat": "bb", "stack": 6.0}]
    assert (answer["depth"], answer["prize_unit"], answer["hands"]) == (2, "percent", 6)
    posted = json.loads(
        run.good(*words, "--ante", "0.5", "--bb-ante", "0.5bb", "--whole-chips", "--depth", "1", "--json")
    )
    assert (posted["ante"], posted["bb_ante"], posted["whole_chips"]) == (0.5, 1.0, True)
    assert answer["values"][0] == [pytest.approx(62), pytest.approx(38)]
    page = respond(
        question := FutureRequest(game="six-plus", stacks=("7bb", 6), blinds=(1, 2), prizes=("80%", "20%")),
        answers.run_case(question, Observer()),
    )
    assert page["summary"]["values"] == answer["values"]
    for node in answer["nodes"]:
        chances, sizes = np.array(node["strategy"]), hand_classes(SIX_PLUS).sizes
        assert 100 * chances @ sizes / sizes.sum() == pytest.approx(node["percent"])
        assert parse_range(node["range"], SIX_PLUS).class_shares == pytest.approx(chances)
    more = answer["values"][2][0] - answer["values"][0][0]
    headline = (
        f" has {abs(more):.4f}% more than the model says, "
        f"{'the small blind' if more < 0 else 'the big blind'} {abs(more):.4f}% less.</p>"
    )
    assert headline in page["html"]
    columns = [line.count("</th>") + line.count("</td>") for line in page["html"].split("<tr>")[1:]]
    assert columns == [6, 6, 6, 4, 4, 4]
    text = run.good(*words, "--depth", "1")
    assert "1 hand is solved over every deal" in text
    assert "sb after folds" in text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "No players. Enter their stacks, such as"),
        (("--stacks", "10", "10", "10"), "No prizes to play for. Enter payouts."),
        (("--stacks", *["9"] * 3, "--prizes", "3", "--game", "omaha-hilo"), "two seats, not 3"),
        (("--stacks", *["9"] * 3, "--prizes", "3", "--max-allin", "2"), "solved with everybody all-in"),
        (("--stacks", *["60"] * 6, "--prizes", "3", "--max-allin", "6"), "At most 5 may be all-in"),
        (("--stacks", *["9"] * 4, "--prizes", "3", "--seconds", "0"), "The time must be above zero"),
        (("--stacks", "10", "0", "--prizes", "3"), "The stack of bb must be above zero, but it is 0."),
        (("--stacks", "10", "x", "--prizes", "3"), "stack of seat 2"),
        (("--stacks", "10", "9", "--prizes", "3", "2", "1"), "3 payouts for 2 player"),
        (("--stacks", "10", "9", "--prizes", "3", "--depth", "0"), "depth"),
        (("--stacks", "10", "9", "--prizes", "3", "--blinds", "3", "2"), "The small blind (3) is larger"),
        (("--stacks", "500", "700", "900", "--prizes", "3", "--depth", "9"), "more than 1,000 hands"),
    ],
)
def test_bad_input_is_one_sentence(run: Runner, words: tuple[str, ...], sentence: str) -> None:
    game = () if "--game" in words else ("--game", "holdem")
    assert sentence in run.bad("fgs", *game, *words)


def test_what_each_game_can() -> None:
    """Two seats in all games; more wherever pots are not split."""
    two = Prizes((1.0,))
    check_future(OMAHA, _hand(9.0, 9.0, prizes=two), 1)
    check_future(OMAHA_HILO, _hand(9.0, 9.0, prizes=two), 1)
    check_future(OMAHA, _hand(9.0, 9.0, 9.0), 1)  # sampled
    with pytest.raises(JamfoldError, match="two seats, not 3"):
        check_future(OMAHA_HILO, _hand(9.0, 9.0, 9.0), 1)
    odd = TableHand((9.0, 9.0), BlindLevel((1.0, 2.0)), prize_terms(2, two), whole_chips=True)
    check_future(OMAHA, odd, 1)
    with pytest.raises(JamfoldError, match="Odd chips of split pots") as caught:
        check_future(OMAHA_HILO, odd, 1)
    assert caught.value.field == "whole_chips"


@pytest.mark.long
def test_sampled_hands_are_worth_what_counting_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three seats on sampled deals, two hands ahead: the strategies have, counted, what the intervals say."""
    monkeypatch.setitem(GAMES, SMALL.name, SMALL)
    monkeypatch.setattr(future, "_counts", lambda game, seats: seats == 2)
    strategies, real = {}, play_sampled

    def play(
        game: Game, steering: HandBefore, hand: HandBefore, seconds: float, seed: int, level: int
    ) -> SampledHand:
        assert steering.stacks == hand.stacks
        found = real(game, steering, hand, 0.2, seed, level)
        strategies[level, hand.stacks] = found.result.strategy
        assert (found.steering != found.result.values).all()  # deals of their own
        return found

    monkeypatch.setattr(future, "play_sampled", play)
    hand = _hand(4.0, 4.0, 4.0)
    found = future_game(SMALL, hand, 2)
    levels = needed_hands(SMALL, hand, 2)
    assert (found.exact, found.hands) == (False, sum(map(len, levels.values())))
    assert found.sampled_hands == sum(len(one) == 3 for states in levels.values() for one in states)
    assert (found.errors[0] == 0).all()
    known = {one: _counted_value(one, strategies.get((1, one)), None) for one in levels[1]}
    exact = _counted_value(hand.stacks, strategies[2, hand.stacks], lambda left: known[left].tolist())
    assert (np.abs(known[hand.stacks] - found.values[1]) < 4.5 * found.errors[1]).all()
    assert (np.abs(exact - found.values[2]) < 4.5 * found.errors[2]).all()
    assert (found.errors[2] > found.errors[1].max() / 2).all()


def _counted_value(stacks: tuple[float, ...], strategy: np.ndarray | None, worth: Worth | None) -> np.ndarray:
    """What a strategy has over every deal; of an equilibrium without one."""
    prizes = Prizes(PRIZES.amounts[: len(stacks)])
    hand = TableHand(stacks, BlindLevel((1.0, 2.0)), prize_terms(len(stacks), prizes))
    before = HandBefore(hand.stacks, hand.level, hand.terms, worth=worth)
    if strategy is None:
        return solve_table(SMALL, before).values
    return evaluate_table(SMALL, before, strategy).values


@pytest.mark.long
def test_four_seats_on_the_terminal(run: Runner) -> None:
    words = ["--game", "six-plus", "--blinds", "1", "2", "--prizes", "50%", "30%", "20%", "--seconds", "1"]
    text = run.good("fgs", *words, "--stacks", *["4"] * 4, "--depth", "1", "--max-allin", "2")
    assert "At most 2 go all-in; the others fold behind them." in text
    assert "1 hand, sampled: values are within" in " ".join(text.split())
    assert "25.0000" in text
    assert "±" in text


@pytest.mark.parametrize(("depth", "words"), [(1, "1 hand ahead"), (2, "2 hands ahead")])
def test_title(depth: int, words: str) -> None:
    question = FutureRequest(game="six-plus", stacks=(14, 6), blinds=(1, 2), prizes=(50, 30), depth=depth)
    assert question.title.endswith(f", {words}")


def test_longer_ahead_takes_longer() -> None:
    two, three = {1: ((9.0, 9.0),) * 10}, {1: ((9.0, 9.0, 9.0),) * 10}
    seconds = partial(future.expected_seconds, sampling=Sampling())
    assert seconds(HOLDEM, three) > seconds(SIX_PLUS, three) > seconds(SIX_PLUS, two) > 0
    assert seconds(OMAHA, two) > seconds(HOLDEM, two)

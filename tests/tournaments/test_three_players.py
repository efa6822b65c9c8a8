"""Tournaments of three players: equations, the certificate against other policies, keeping, bad input."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.cards import Rank
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import GAMES, HOLDEM, SIX_PLUS
from jamfold.cases import answers
from jamfold.cases.answers.watch import Observer
from jamfold.cases.tournaments import (
    ThreeFileRequest,
    ThreeNeedsRequest,
    ThreeStateRequest,
    ThreeTournamentRequest,
)
from jamfold.class_tables.threeway_build import load_threeway
from jamfold.core.arrays import FloatArray
from jamfold.solver.seats import evaluate_seats
from jamfold.spots import solve
from jamfold.spots.nplayer.exact import all_nodes, seat_game
from jamfold.spots.tournaments import stored_three_players, three_players
from jamfold.spots.tournaments.blind_levels import ScheduledLevel
from jamfold.spots.tournaments.hand_sums import IN, HandSums, places_in, summed_game
from jamfold.spots.tournaments.stored_three_players import kept_three, solve_three_tournament, three_item
from jamfold.spots.tournaments.three_players import (
    HeadsUp,
    SolvedGrid,
    best_values,
    solve_heads_up,
    solve_three,
)
from jamfold.spots.tournaments.tournament_hands import Grid
from jamfold.valuation.prizes import Prizes
from jamfold.views.render import respond
from tests.command_line import Runner
from tests.loose import tournament

SMALL = replace(SIX_PLUS, name="small-six-plus", lowest_rank=Rank(7))
GRID = Grid(6, ScheduledLevel(None, 1, 2), Prizes((50.0, 30.0, 20.0)))


@pytest.fixture(autouse=True)
def _small_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, SMALL.name, SMALL)


@pytest.fixture(scope="module")
def solved() -> SolvedGrid:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, SMALL.name, SMALL)
        return solve_three(SMALL, GRID)


def _duel() -> HeadsUp:
    return solve_heads_up(solve.load_payoffs(SMALL, planes=True), GRID)


def test_two_who_are_left_play_the_tournament_of_two() -> None:
    assert _duel().small == pytest.approx(tournament(SMALL, 6, (1, 2)).winning[-1], abs=1e-12)


def test_states_are_all_divisions() -> None:
    assert len(GRID.states) == 10
    assert len(set(GRID.states)) == 10
    assert {sum(stacks) for stacks in GRID.states} == {6.0}
    assert len(Grid(45, ScheduledLevel(None, 1, 2), Prizes((1.0,))).states) == 946  # Ganzfried and Sandholm


def test_chances_of_ends_give_the_values_of_any_strategies() -> None:
    """Chips at the ends times their chances, against sums over triples of classes."""
    hand = TableHand((6.0, 11.0, 9.0), BlindLevel((1.0, 2.0)))
    seats, n = seat_game(SMALL, hand), hand_classes(SMALL).n
    strategy = np.random.default_rng(1).random((6, n))
    chances = HandSums(load_threeway(SMALL), strategy).ends(0, strategy)
    assert chances.sum() == pytest.approx(1)
    values = np.zeros(3)
    for row, in_ in enumerate(IN):
        for order in range(13):
            left = hand.values_after([hand.order[player] for player in in_], places_in(in_, order))
            values += chances[row, order] * np.array(left)
    assert values[list(hand.order)] == pytest.approx(evaluate_seats(seats, strategy).values)


def test_sums_over_third_hands_tell_the_same_as_the_cubes() -> None:
    """Gains and values of any strategies; the ends of a policy of each player, by whose hands are summed."""
    hand = TableHand((6.0, 11.0, 9.0), BlindLevel((1.0, 2.0)))
    seats, n, rng = seat_game(SMALL, hand), hand_classes(SMALL).n, np.random.default_rng(2)
    strategy, table = rng.random((6, n)), load_threeway(SMALL)
    without, found = evaluate_seats(summed_game(SMALL, hand), strategy), evaluate_seats(seats, strategy)
    assert without.gains == pytest.approx(found.gains, abs=1e-12)
    assert without.values == pytest.approx(found.values)
    sums = HandSums(table, strategy)
    for player in range(3):
        mine = (seats.players == player)[:, None]
        policy = np.where(mine, rng.random((6, n)), strategy)
        others = HandSums(table, policy)
        for summed in range(3):
            assert sums.ends(player, policy) == pytest.approx(others.ends(summed, policy), abs=1e-12)


@pytest.mark.long
def test_values_are_those_of_one_more_hand(solved: SolvedGrid) -> None:
    """What stacks are worth is what a hand of these strategies brings when stacks are worth that after it."""
    duel = _duel()
    worth = three_players.worth_of(GRID, solved.values, duel.small, duel.big)
    for row, stacks in enumerate(GRID.states):
        hand = GRID.hand(stacks, worth)
        seats = seat_game(SMALL, hand)
        found = evaluate_seats(seats, solved.strategies[row])
        assert solved.values[row, list(hand.order)] == pytest.approx(found.values, abs=1e-9)
    assert solved.values.sum(axis=1) == pytest.approx(100)
    assert (solved.values >= 20 - 1e-9).all()
    assert (solved.values <= 50 + 1e-9).all()


@pytest.mark.long
def test_it_is_certified(solved: SolvedGrid) -> None:
    assert solved.epsilon < 1e-7  # of 100
    assert solved.gains.min() > -1e-9
    assert solved.epsilon >= solved.gains.max()


def _values_of(policy: FloatArray, others: FloatArray, duel: HeadsUp) -> FloatArray:
    """What one player has who plays a policy in every seat while the others play on."""
    table, ends = load_threeway(SMALL), []
    for seat in range(3):
        mine = [number for number, node in enumerate(all_nodes(3)) if node.seat == seat]
        both = others.copy()
        both[:, mine] = policy[:, mine]
        for row, stacks in enumerate(GRID.states):
            hand = GRID.hand(stacks)
            for number, node in enumerate(all_nodes(3)):
                if hand.action(node) is not None:
                    both[row, number] = others[row, number]
        ends.append(three_players._all_ends(table, GRID, both))
    return three_players._settle(GRID, duel.best_small, duel.best_big, *ends)[0]


def test_no_policy_has_more_than_the_best_response() -> None:
    """Against strategies far from optimal: other policies have less, at every state and in every seat."""
    rng, duel = np.random.default_rng(5), _duel()
    n = load_threeway(SMALL).classes.n
    others = rng.random((len(GRID.states), 6, n)) ** 3
    for row, stacks in enumerate(GRID.states):
        hand = GRID.hand(stacks)
        for number, node in enumerate(all_nodes(3)):
            action = hand.action(node)
            if action is not None:
                others[row, number] = float(action)
    values = three_players._settle(
        GRID, duel.best_small, duel.best_big, three_players._all_ends(load_threeway(SMALL), GRID, others)
    )[0]
    best, left = best_values(SMALL, GRID, duel, others, values)
    assert left < 1e-6
    assert (best - values).max() > 1  # there is much to gain
    assert (best >= values - 1e-9).all()
    for power in (0.0, 0.3, 1.0, 3.0):
        policy = rng.random(others.shape) ** power  # from jamming all to jamming little
        assert (_values_of(policy, others, duel) <= best + 1e-7).all()


def test_one_state_played_badly_is_found(solved: SolvedGrid) -> None:
    """A damaged strategy has a certificate that says so."""
    duel, damaged = _duel(), solved.strategies.copy()
    row = GRID.states.index((2.0, 2.0, 2.0))
    damaged[row, 0] = 1 - damaged[row, 0]
    ends = three_players._all_ends(load_threeway(SMALL), GRID, damaged)
    values = three_players._settle(GRID, duel.small, duel.big, ends)[0]
    best, left = best_values(SMALL, GRID, duel, damaged, values)
    assert (best - values).max() + left > 20 * max(solved.epsilon, 1e-4)


@pytest.mark.slow
def test_kept_and_gone_on_with(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kept, it is opened; damaged, solved again; what it went on from is deleted."""
    grid = Grid(4, ScheduledLevel(None, 1, 2), Prizes((60.0, 40.0)))
    calls = 0
    real = solve_three

    def counted(*arguments: Any, **options: Any) -> SolvedGrid:
        nonlocal calls
        calls += 1
        return real(*arguments, **options)

    monkeypatch.setattr(stored_three_players, "solve_three", counted)
    with pytest.raises(KeyboardInterrupt):
        solve_three_tournament(SMALL, grid, 10, _Interruption(5))
    assert three_item(SMALL, grid).checkpoint.is_there()
    first = solve_three_tournament(SMALL, grid, 10)
    assert [item.name for item in kept_three([SMALL])] == [three_item(SMALL, grid).name]
    again = solve_three_tournament(SMALL, grid, 10)
    assert calls == 2
    assert (again.solved.values == first.solved.values).all()
    assert again.solved.epsilon == first.solved.epsilon
    assert not list(stored_three_players.three_folder().glob("*begun*"))
    path = three_item(SMALL, grid).path
    path.write_bytes(path.read_bytes()[:-8])
    solve_three_tournament(SMALL, grid, 10)
    assert calls == 3


class _Interruption:
    """Progress that is interrupted after so many hands and best responses."""

    def __init__(self, steps: int) -> None:
        self.steps = steps

    def __call__(self, stage: str, share: float) -> None:
        self.steps -= stage.startswith(("sweep", "best"))
        if self.steps <= 0:
            raise KeyboardInterrupt


@pytest.mark.long
@pytest.mark.parametrize("stops", [(11,), (25,), (41,), (3, 5, 20, 9, 31), (37, 37, 37, 37)])
@pytest.mark.parametrize("period", [0.0, 1e9])
def test_interrupted_it_ends_in_the_same_bytes(
    monkeypatch: pytest.MonkeyPatch, solved: SolvedGrid, stops: tuple[int, ...], period: float
) -> None:
    """Within sweeps of ten states, after them and at the best responses, kept hand by hand or by sweeps.

    Begun at the values of a sweep alone, hands of three end in another equilibrium.
    """
    monkeypatch.setattr(stored_three_players, "_PERIOD", period)
    three_item(SMALL, GRID).remove()
    for steps in stops:
        with suppress(KeyboardInterrupt):
            solve_three_tournament(SMALL, GRID, 1, _Interruption(steps))
    answer = solve_three_tournament(SMALL, GRID, 1).solved
    for name in ("strategies", "values", "best"):
        assert getattr(answer, name).tobytes() == getattr(solved, name).tobytes()
    assert (answer.left, answer.sweeps, answer.change) == (solved.left, solved.sweeps, solved.change)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(capsys)


def test_command(run: Runner) -> None:
    words = (
        "tournament-three",
        "--game",
        SMALL.name,
        "--chips",
        "40",
        "--blinds",
        "10",
        "20",
        "--prizes",
        "100%",
    )
    answer = json.loads(run.good(*words, "--json"))
    assert list(answer) == [
        "game", "chips", "unit", "blinds", "ante", "prizes", "prize_unit", "decisions", "states", "epsilon",
        "sweeps", "change", "seconds",
    ]  # fmt: skip
    assert (answer["chips"], answer["unit"], answer["blinds"]) == (40, 10, [10, 20])
    assert [state["stacks"] for state in answer["states"]] == [[10, 10, 20], [10, 20, 10], [20, 10, 10]]
    assert answer["epsilon"] < 1e-7
    sizes = hand_classes(SMALL).sizes
    for state in answer["states"]:
        for percent, chances in zip(state["percents"], state["strategies"], strict=True):
            assert (percent is None) is (chances is None)
            assert chances is None or 100 * np.array(chances) @ sizes / sizes.sum() == pytest.approx(percent)
    text = run.good(*words, "--at", "20", "10", "10")
    assert "3 states" in text
    assert "best response over the whole tournament" in text.replace("\n", " ")
    lines = run.good(*words, "--csv").splitlines()
    assert lines[0].startswith("stack_sb,stack_bb,stack_btn,value_sb")
    assert len(lines) == 4


def test_prizes_that_are_all_the_same(run: Runner) -> None:
    words = ["--game", SMALL.name, "--chips", "40", "--blinds", "10", "20", "--prizes", "9", "9", "9"]
    text = " ".join(run.good("tournament-three", *words).split())
    assert "there is nothing to play for" in text
    assert "1 sweep." in text


def test_a_map_to_point_at(run: Runner, tmp_path: Path) -> None:
    """One file that loads nothing: a dot for each state, and its numbers in the order of the dots."""
    path = tmp_path / "map.html"
    words = [
        "tournament-three",
        "--game",
        SMALL.name,
        "--chips",
        "40",
        "--blinds",
        "10",
        "20",
        "--prizes",
        "9",
        "1",
    ]
    by_players = run.good(*words, "--state", "10", "10", "20", "1", "--html", path)
    assert by_players == run.good(*words, "--at", "10", "20", "10")  # the first has the button
    page = path.read_text(encoding="utf-8")
    assert page.count("<circle") == 3
    assert not re.search(r'(src|href)="|https?://(?!www.w3.org)', page)
    data = json.loads(page.split('id="data">')[1].split("</script>")[0])
    assert data["states"][data["first"]]["stacks"] == [10, 20, 10]
    assert not re.search(r":0\.\d{3}", str([state["decisions"] for state in data["states"]]))
    answer = json.loads(run.good(*words, "--json"))
    assert [state["stacks"] for state in data["states"]] == [state["stacks"] for state in answer["states"]]
    for told, state in zip(data["states"], answer["states"], strict=True):
        assert [float(seat[2]) for seat in told["seats"]] == pytest.approx(state["values"], abs=1e-3)
        played = [percent for percent in state["percents"] if percent is not None]
        assert [float(one[1].split()[0].rstrip("%")) for one in told["decisions"]] == pytest.approx(
            played, abs=0.06
        )
    for wrong in (
        ("10", "10", "20"),
        ("10", "10", "20", "4"),
        ("10", "10", "20", "1", "--at", "10", "20", "10"),
    ):
        assert "A state is the chips of three players" in run.bad(*words, "--state", *wrong)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "No prizes to play for. Enter payouts."),
        (("--prizes", "4", "3", "2", "1"), "4 payouts for 3 player"),
        (("--prizes", "3", "--chips", "1000"), "tournaments of three have 3 to 60. Give another unit."),
        (("--prizes", "3", "--chips", "10"), "2 units"),
        (
            ("--prizes", "3", "--at", "25", "25"),
            "it is three stacks in steps of 5, 75 chips in all.",
        ),
        (("--prizes", "3", "--at", "23", "26", "26"), "There is no state of 23, 26, 26"),
        (("--prizes", "3", "--game", "omaha"), "There is no three-way table of omaha"),
    ],
)
def test_bad_input_is_one_sentence(run: Runner, words: tuple[str, ...], sentence: str) -> None:
    game = () if "--game" in words else ("--game", "six-plus")
    assert sentence in run.bad("tournament-three", *game, *words)


def test_the_same_prizes_however_they_are_written_are_kept_once() -> None:
    """50 of the command line and 50.0 of Python would be solved twice."""
    whole = replace(GRID, prizes=Prizes((50, 30, 20)))
    assert three_item(SMALL, whole).name == three_item(SMALL, GRID).name
    assert (
        three_item(SMALL, replace(GRID, prizes=Prizes((50.5, 30, 20)))).name != three_item(SMALL, GRID).name
    )


@pytest.mark.parametrize(("chips", "blinds"), [(75, (5, 10)), (15, (1, 2)), (150, (10, 20))])
@pytest.mark.parametrize(
    "prizes", [("50%", "30%", "20%"), (50, 30, 20), (500, 300, 200), ("2.5", "1.5", "1")]
)
def test_the_packaged_tournament_in_all_units(
    data_folder: Path, chips: int, blinds: tuple[int, int], prizes: tuple[float | str, ...]
) -> None:
    """Chips and prizes in other units are the same game; prizes in money were solved anew."""
    question = ThreeTournamentRequest(game="holdem", chips=chips, blinds=blinds, prizes=prizes)
    assert stored_three_players.is_at_hand(HOLDEM, question.grid)
    solved = stored_three_players.solve_three_tournament(HOLDEM, question.grid, 1)
    pool = question.paid().pool
    assert solved.boxed
    assert solved.solved.values.sum(axis=1) == pytest.approx(pool)
    assert stored_three_players.packed_three(solved)[0] == "tournament-three-holdem-15-b45fde7713c8"
    usual = ThreeTournamentRequest(game="holdem", prizes=("50%", "30%", "20%"))
    percent = stored_three_players.solve_three_tournament(HOLDEM, usual.grid, 5).solved
    assert solved.solved.epsilon == pytest.approx(percent.epsilon * pool / 100)


def test_larger_grids_take_longer() -> None:
    seconds = stored_three_players.expected_seconds
    assert seconds(SIX_PLUS, replace(GRID, steps=30)) > seconds(SIX_PLUS, GRID) > 0
    assert seconds(HOLDEM, GRID) > seconds(SIX_PLUS, GRID)


def test_the_page_says_what_it_takes_and_what_it_found(data_folder: Path) -> None:
    """Before: states and time; after: opened at once, the certificate in words, a state with its squares."""
    asked = {"game": SMALL.name, "chips": 40, "blinds": (10, 20), "prizes": (60, 40)}

    def said(kind: type[ThreeTournamentRequest], **more: object) -> Any:
        question = kind(**asked, **more)  # type: ignore[arg-type]
        return respond(question, answers.run_case(question, Observer()))

    assert said(ThreeNeedsRequest)["summary"].startswith("3 states, solved in about ")
    found = said(ThreeTournamentRequest)
    assert said(ThreeNeedsRequest)["summary"] == "3 states, solved already: opened at once."
    assert "three players, 40 chips in steps of 10, blinds 10/20, prizes 60 / 40" in found["html"]
    assert "no player who deviates alone" in found["html"]
    assert sorted(said(ThreeStateRequest)["summary"]["stacks"]) == ["10", "10", "20"]
    state = said(ThreeStateRequest, at=(20, 10, 10))["summary"]
    (row,) = (one for one in found["summary"]["states"] if one["stacks"] == [20, 10, 10])
    assert [float(seat[3]) for seat in state["seats"]] == pytest.approx(row["values"], abs=0.005001)
    assert [one["percent"] for one in state["decisions"]] == [
        one for one in row["percents"] if one is not None
    ]
    for one in state["decisions"]:
        assert len(one["square"]) == 36
    assert len(said(ThreeFileRequest)["text"].splitlines()) == 4
    assert json.loads(said(ThreeFileRequest, format="json")["text"]) == found["summary"]

"""The gaps that come with the program: those of the solver, true between stacks, said where they hold."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from jamfold.betting.posts import BlindLevel
from jamfold.betting.two_seats import Situation
from jamfold.cards.games import GAMES, HOLDEM, OMAHA, OMAHA_HILO, SIX_PLUS, SIX_PLUS_TRIPS, Game
from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.explorer import ExplorerRequest
from jamfold.spots.solution import SpotSolution
from jamfold.spots.whole_game import BoundsSolver
from jamfold.spots.whole_game_gaps import FLOPS_FILE, gap_between, packed_gap, packed_gaps
from jamfold.views.explorer_data import explorer_data
from jamfold.views.sentences import whole_game_text
from tests.command_line import Runner
from tests.loose import solve
from tools.whole_game import FIGURE, figure, gaps_over_stacks

SMALL = (HOLDEM, SIX_PLUS, SIX_PLUS_TRIPS)
pytestmark = pytest.mark.usefixtures("shared_tables")


def spot(stack: float, bb_ante: float = 0.0) -> Situation:
    """An effective stack in big blinds."""
    return Situation.at((stack, stack + bb_ante), BlindLevel(bb_ante=bb_ante))


def test_every_game_is_there_with_both_antes() -> None:
    assert {*packed_gaps()} == {
        (game.name, ante) for game in (*SMALL, OMAHA, OMAHA_HILO) for ante in (0.0, 1.0)
    }
    for rows in packed_gaps().values():
        assert rows[-1].stack == 25
        assert [row.stack for row in rows] == sorted(row.stack for row in rows)
        assert [row.gap for row in rows] == sorted(row.gap for row in rows)


@pytest.mark.parametrize("game", SMALL)
@pytest.mark.parametrize("bb_ante", [0.0, pytest.param(1.0, marks=pytest.mark.long)])
def test_the_gaps_are_those_of_the_solver_rounded_up(game: Game, bb_ante: float) -> None:
    solver = BoundsSolver(game)
    for row in packed_gaps()[game.name, bb_ante][::9]:
        gap = solver.solve(spot(row.stack, bb_ante)).gaps[0]
        assert (row.gap == 0) == (gap == 0)
        assert gap <= row.gap <= 1.011 * float(gap) + 1e-8


@pytest.mark.parametrize("game", SMALL)
def test_a_gap_between_two_stacks_is_a_bound_there(game: Game) -> None:
    solver, draw = BoundsSolver(game), random.Random(5)
    for _ in range(12):
        bb_ante, stack = draw.choice([0.0, 1.0]), round(draw.uniform(1.25, 20), 3)
        packed, gap = (
            gap_between(packed_gaps()[game.name, bb_ante], stack),
            float(solver.solve(spot(stack, bb_ante)).gaps[0]),
        )
        assert packed is not None
        assert gap <= packed <= gap + 0.005


@pytest.mark.parametrize("key", packed_gaps(FLOPS_FILE), ids=str)
def test_gaps_with_flops_are_smaller_and_hold_at_their_neighbours(key: tuple[str, float]) -> None:
    """What a stack's strategies leave at another one is no less than what that one's leave there."""
    game, rows = GAMES[key[0]], packed_gaps(FLOPS_FILE)[key]
    plain = {row.stack: row.gap for row in packed_gaps()[key]}
    for row, after in pairwise(rows):
        assert 0 < row.gap < plain[row.stack]
        assert row.gap < after.gap + 2e-5, "what a search leaves of a gap of nearly nothing"
        assert row.ahead > after.gap
        assert after.behind > row.gap
        stack = (row.stack + after.stack) / 2
        told, without = packed_gap(game, spot(stack, key[1])), gap_between(packed_gaps()[key], stack)
        assert told is not None
        assert without is not None
        assert row.gap < told <= without
        assert told < without or row is rows[0]


def test_gaps_with_flops_cover_games_of_two_cards() -> None:
    assert {*packed_gaps(FLOPS_FILE)} == {(game.name, ante) for game in SMALL for ante in (0.0, 1.0)}


def test_the_file_is_what_the_tool_writes() -> None:
    rows = packed_gaps()[SIX_PLUS.name, 0.0]
    again = gaps_over_stacks(SIX_PLUS, 0.0)
    assert [tuple(f"{value:g}" for value in next(again)) for _ in range(8)] == [
        tuple(f"{value:g}" for value in row) for row in rows[:8]
    ]
    assert FIGURE.read_text(encoding="utf-8") == figure(packed_gaps())


@pytest.mark.parametrize(
    "situation",
    [
        spot(26),
        Situation((10, 10), (0.4, 1)),
        Situation((10, 10), (0.5, 1), (0.1, 0.1)),
        Situation((10, 10), (0.5, 1), dead=1.0),
        Situation((10, 10), (0.5, 1), (0.0, 0.5)),
    ],
)
def test_other_stacks_and_antes_have_none(situation: Situation) -> None:
    assert packed_gap(HOLDEM, situation) is None


def test_who_is_all_in_by_the_big_blind_can_only_jam_or_fold() -> None:
    assert packed_gap(HOLDEM, spot(0.8)) == 0.0
    assert packed_gap(HOLDEM, spot(1.1)) is None


def told(**values: Any) -> str | None:
    found: SpotSolution = solve(HOLDEM, **values)
    return whole_game_text(found)


def test_a_spot_says_it_where_it_is_jam_or_fold_for_chips() -> None:
    eight = {"stacks": (80, 80), "blinds": (5, 10)}
    assert told(**eight) == (
        "In the whole of no-limit Texas Hold'em, limps and flops included, no small-blind strategy earns "
        "more than 0.081 bb per hand above jam or fold here."
    )
    assert told(stacks=(35, 90), blinds=(5, 10)) == (
        "Jam or fold is an equilibrium of the whole game here, limps and flops included."
    )
    assert told(stacks=(80, 80), blinds=(5, 10), ante=1) is None


def test_commands_say_it(capsys: pytest.CaptureFixture[str], shared_tables: Path) -> None:
    run, words = Runner(capsys), "no small-blind strategy earns more than 0.19 bb per hand"
    hand = ("K7o", "10bb", "--game", "holdem")
    assert words in " ".join(run.good("hand", *hand).split())
    assert words in " ".join(run.good("solve", *hand[1:]).split())
    for more in (("--limit", "pot"), ("--rake", "5"), ("--ante", "1"), ("--method", "fictitious-play")):
        assert "no small-blind strategy" not in " ".join(run.good("solve", *hand[1:], *more).split())


def test_opens_of_a_tree_are_advice_nowhere(capsys: pytest.CaptureFixture[str], shared_tables: Path) -> None:
    """Without flat calls a tree proves no gain of an open; without a gap there is none."""
    run, words = Runner(capsys), "jam or fold here. The tree's opens are not advice there"
    for command in (("solve",), ("hand", "A5s")):
        deep, short = (
            " ".join(run.good(*command, stack, "--game", "holdem", "--open", "2bb").split())
            for stack in ("10bb", "3bb")
        )
        assert words in deep
        assert "an equilibrium of the whole game here" in short
        assert "not advice" not in short


def test_the_strategy_page_is_sent_the_gap_at_each_stack() -> None:
    def sent(**values: Any) -> tuple[str | None, ...]:
        asked = ExplorerRequest.from_json({"game": "holdem", "low": 3.5, "high": 8, "step": 1.5, **values})
        return explorer_data(run_case(asked, Observer())).whole_game

    assert sent() == ("0", "0.0048", "0.027", "0.081")
    assert sent(bb_ante="1bb") == ("0", "0", "0.00034", "0.017")
    assert sent(open=("2bb",)) == sent(), "the page says next to it that opens are not advice"
    assert sent(ante=1) == sent(rake=5) == sent(limit="pot") == ()

"""Heads-up tournaments of the four-card games, on their real tables."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from jamfold.cards.games import GAMES
from jamfold.solver.respond import strategy_sums
from jamfold.spots.solve import load_payoffs
from jamfold.spots.tournaments.blind_levels import make_schedule
from jamfold.spots.tournaments.hand_sums import GridHand
from jamfold.spots.tournaments.heads_up import PlayedHand, SolvedSchedule, _stationary, certify
from jamfold.spots.tournaments.stored_tournaments import tournament_item
from jamfold.spots.tournaments.tournament import Tournament
from tests.command_line import Runner
from tests.loose import tournament

OMAHA_GAMES = ("omaha", "omaha-hilo")


@pytest.fixture(scope="module", params=OMAHA_GAMES)
def solved(request: pytest.FixtureRequest) -> Tournament:
    """Twenty stacks, solved now."""
    game = GAMES[request.param]
    tournament_item(game, make_schedule(21, (1, 2))).remove()
    return tournament(game, 21, (1, 2))


def test_certified(solved: Tournament) -> None:
    assert solved.epsilon < 1e-12
    assert solved.change < 1e-14
    assert solved.jam.shape == (1, 20, 16432)
    assert (np.diff(solved.winning[0]) > 0).all()
    assert 0.001 < solved.distance < 0.02
    assert 1e-6 < solved.chips_cost < 1e-3


def test_kept_strategies_earn_what_is_kept(solved: Tournament) -> None:
    """From the files alone: the chances of the strategies, and a certificate of them."""
    payoffs = load_payoffs(solved.game, planes=True)
    level = solved.schedule.levels[0]
    hands = tuple(
        PlayedHand(
            GridHand(x, 21, level, 1, solved.game.split_low),
            strategy_sums(payoffs, solved.jam[0, x - 1]),
            strategy_sums(payoffs, solved.call[0, x - 1]),
            None,  # type: ignore[arg-type]
        )
        for x in range(1, 21)
    )
    winning = _stationary(payoffs, hands)
    assert winning == pytest.approx(solved.winning[0], abs=1e-13)
    measured = SolvedSchedule(solved.schedule, (hands,), winning[None], solved.durations, 0, 0.0)
    assert certify(payoffs, measured).epsilon < 1e-12


def test_hilo_lasts_longer() -> None:
    """Hands from equal stacks of 10, blinds 1/2: what the thesis says of Hi/Lo, in figures."""
    hands = [tournament(game, 20, (1, 2)).durations[0, 10] for game in OMAHA_GAMES]
    assert hands == pytest.approx([1.59128242, 1.98573540], abs=1e-8)


def test_the_odd_unit_belongs_to_the_big_blind() -> None:
    """In a finer unit an odd number of units is an even one, and halves of halves are exact."""
    coarse = tournament("omaha-hilo", 8, (1, 2))
    fine = tournament("omaha-hilo", 8 * 4, (4, 8), unit=4)
    assert np.array_equal(coarse.winning, fine.winning)
    exact = tournament("omaha-hilo", 16, (2, 4), unit=1)
    assert abs(exact.winning[0, ::2] - coarse.winning[0]).max() < 0.02
    assert not np.array_equal(exact.winning[0, ::2], coarse.winning[0])


def test_files_of_four_card_ranges(
    solved: Tournament, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run = Runner(capsys)
    words = ("tournament", "--game", solved.game.name, "--chips", 21, "--blinds", 1, 2)
    values = json.loads(run.good(*words, "--json"))
    assert values["states"][9]["jam_range"] is None
    run.good(*words, "--json", "--every-class", "--out", tmp_path / "w.json")
    state = json.loads((tmp_path / "w.json").read_text())["states"][9]
    listed = dict([*word.split(":"), "1"][:2] for word in state["jam_range"].split())
    classes = solved.classes
    for name, chance in list(listed.items())[:200]:
        assert float(chance) == solved.jam[0, 9, classes.index(name)]
    assert len(listed) == np.count_nonzero(solved.jam[0, 9])
    assert "Exact, to rounding" in run.good(*words)

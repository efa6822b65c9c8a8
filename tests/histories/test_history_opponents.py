"""Opponents: frequencies with their posterior, ranges by margin, advice that never loses on its interval."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from jamfold.cards.games import HOLDEM
from jamfold.histories.decisions import SpotKey
from jamfold.histories.opponent_ranges import HabitKey, OpponentFrequencies, range_of, strongest_range
from jamfold.histories.opponents import FREQUENCIES, Advice, robust_response
from jamfold.histories.store import HistoryStore
from jamfold.ranges import HandRange
from jamfold.solver.exact import solve_exact
from jamfold.solver.respond import measure_pair
from jamfold.solver.solution import Solution
from jamfold.solver.stakes import chip_payoffs
from jamfold.spots.solve import load_payoffs
from jamfold.views.opponents import AdviceContract, OpponentContract
from tests.command_line import Runner
from tests.history_players import always, as_text, played_hands
from tests.loose import exploit, solve


@cache
def solution() -> Solution:
    return solve_exact(load_payoffs(HOLDEM), chip_payoffs(8.0, 0.5))


def habit(seat: str, low: float, high: float, unit: float = 1.0) -> OpponentFrequencies:
    key = HabitKey("PokerStars", "Ann", "holdem", seat, "5-8")
    middle = (low + high) / 2
    return OpponentFrequencies(key, 50, 25, 0, 0, 0.5, middle, low, high, SpotKey("holdem", 8.0, 0.5), unit)


def advice(seat: str, low: float, high: float, unit: float = 1.0) -> Advice | None:
    return robust_response(load_payoffs(HOLDEM), solution(), habit(seat, low, high, unit))


@given(
    st.lists(st.tuples(st.floats(-5, 5), st.integers(0, 12)), min_size=1, max_size=12).filter(
        lambda rows: sum(size for _, size in rows) > 0
    ),
    st.floats(0, 1),
)
def test_a_range_holds_its_share_and_the_best_hands(rows: list[tuple[float, int]], share: float) -> None:
    margins, sizes = (np.array(column, dtype=float) for column in zip(*rows, strict=True))
    chances = strongest_range(margins, sizes, share)
    assert np.all((chances >= 0) & (chances <= 1))
    assert float(chances @ sizes) == pytest.approx(share * sizes.sum(), abs=1e-9)
    played, left = margins[(chances > 0) & (sizes > 0)], margins[(chances < 1) & (sizes > 0)]
    assert not played.size or not left.size or played.min() >= left.max()


@pytest.mark.parametrize(("seat", "share"), [("bb", 0.2), ("bb", 0.8), ("sb", 0.3), ("sb", 0.95)])
def test_against_one_frequency_the_advice_is_the_best_response(seat: str, share: float) -> None:
    found = advice(seat, share, share)
    assert found is not None
    held = HandRange.from_classes(HOLDEM, _range(seat, share))
    if seat == "bb":
        exact = exploit("holdem", (8, 8), (0.5, 1), call_range=held)
    else:
        exact = exploit("holdem", (8, 8), (0.5, 1), jam_range=held)
    assert found.worst == pytest.approx(exact.gain, abs=1e-7)
    assert found.gain_low == pytest.approx(found.gain_high)
    assert found.exploitability == pytest.approx(exact.risk, abs=1e-6)


def _range(seat: str, share: float) -> NDArray[np.float64]:
    return range_of(load_payoffs(HOLDEM), solution(), seat, share)


@pytest.mark.parametrize(("seat", "low", "high"), [("bb", 0.6, 0.9), ("sb", 0.2, 0.45)])
def test_the_advice_gains_everywhere_on_its_interval(seat: str, low: float, high: float) -> None:
    found = advice(seat, low, high)
    assert found is not None
    assert 0 < found.worst <= min(found.gain_low, found.gain_high) + 1e-9
    assert found.exploitability >= -1e-9
    for share in np.linspace(low, high, FREQUENCIES):
        alone = advice(seat, float(share), float(share))
        assert alone is not None
        assert alone.worst >= found.worst - 1e-7  # who knows the frequency can gain at least as much
    twice = advice(seat, low, high, unit=2.0)
    assert twice is not None
    assert twice.worst == pytest.approx(2 * found.worst)


def test_where_the_equilibrium_is_among_the_frequencies_nothing_is_sure() -> None:
    jams = solution().jam_share
    assert advice("sb", jams - 0.05, jams + 0.05) is None


def test_the_equilibrium_range_is_that_of_its_frequency() -> None:
    own = _range("sb", solution().jam_share)
    payoffs = load_payoffs(HOLDEM)
    pair = measure_pair(payoffs, solution().stakes, own, solution().y)
    assert pair.values[0] == pytest.approx(solution().values[0], abs=1e-9)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    """Commands on 200 hands against one who jams everything and calls everything."""
    load_payoffs(HOLDEM)
    monkeypatch.setenv("JAMFOLD_DATA", str(tmp_path / "data"))
    hands = played_hands(always, always, (6.0, 10.0), 200, 5)
    path = tmp_path / "hands.txt"
    path.write_text("\n\n\n".join(as_text(*hand, n) for n, hand in enumerate(hands, 1)), encoding="utf-8")
    runner = Runner(capsys)
    runner.good("history", "import", path)
    return runner


def test_opponents_and_their_contract(run: Runner) -> None:
    found = json.loads(run.good("history", "opponents", "--json"))
    assert {(one["player"], one["seat"], one["stack"]) for one in found} == {
        ("Villain", seat, stack) for seat in ("sb", "bb") for stack in ("5-8", "8-12")
    }
    for one in found:
        assert set(one) == set(OpponentContract.__dataclass_fields__)
        assert set(one["advice"]) == set(AdviceContract.__dataclass_fields__)
        assert (one["chances"], one["plays"], one["frequency"]) == (50, 50, 1.0)
        assert one["mean"] == pytest.approx((10 * one["equilibrium"] + 50) / 60)
        low, high = one["interval"]
        assert one["equilibrium"] < low < one["mean"] < high < 1
        assert one["advice"]["worst"] > 0
    worst = [one["advice"]["worst"] for one in found]
    assert worst == sorted(worst, reverse=True)
    spots = {round(one["advice"]["s"]): one["equilibrium"] for one in found if one["seat"] == "sb"}
    assert spots[10] == pytest.approx(solve("holdem", (10, 10), (0.5, 1)).jam_percent / 100)


def test_opponents_are_grouped_by_stacks_in_big_blinds(run: Runner, tmp_path: Path) -> None:
    """They were by s, which antes make smaller than the stack that a player sees."""
    with HistoryStore() as store:
        store.base.execute("UPDATE decision SET s = 4, b = 0.4 WHERE s > 9")
        store.base.commit()
    found = json.loads(run.good("history", "opponents", "--json"))
    assert {(one["stack"], one["depth"]) for one in found} == {("5-8", "5-8"), ("8-12", "3-5")}
    heads = run.good("history", "opponents", "--csv").splitlines()[0].split(",")
    assert {"stack", "depth"} <= {*heads}
    assert "stack, bb" in run.good("history", "opponents")


def test_few_chances_are_shown_when_asked_for_without_advice(run: Runner, tmp_path: Path) -> None:
    (hand,) = played_hands(always, always, (3.0,), 1, 6)
    path = tmp_path / "more.txt"
    path.write_text(as_text(*hand, 999, villain="Bob"), encoding="utf-8")
    run.good("history", "import", path)
    assert "Bob" not in run.good("history", "opponents")
    (one,) = json.loads(run.good("history", "opponents", "--player", "Bob", "--least", "1", "--json"))
    assert (one["chances"], one["advice"]) == (1, None)
    few = run.bad("history", "opponents", "--player", "Bob")
    assert "'Bob' does not have 20 opportunities" in few
    assert few.endswith("Import more hands, or ask for fewer.")


def test_not_one_chance(run: Runner) -> None:
    error = run.bad("history", "opponents", "--stack", "over 20", "--least", "1")
    assert error == "No opponent has an opportunity in any seat at these stacks. Import more hands."


def test_the_terminal_and_csv(run: Runner) -> None:
    text = run.good("history", "opponents")
    assert "Against Villain in the small blind" in text
    assert "exploitable for" in text
    lines = run.good("history", "opponents", "--csv").splitlines()
    assert len(lines) == 5
    assert lines[0].startswith("player,site,game,seat")
    assert "Villain" not in run.good("history", "opponents", "--anonymise")

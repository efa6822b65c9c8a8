"""Stacks of played hands as players read them: big blinds before anything is posted."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jamfold.betting.posts import BlindLevel
from jamfold.betting.two_seats import Situation
from jamfold.cards.games import HOLDEM
from jamfold.histories.decisions import PlayerDecision, SpotKey
from jamfold.spots.solve import load_payoffs
from tests.command_line import Runner

_HAND = """PokerStars Hand #{number}: Tournament #77, $9+$1 USD Hold'em No Limit - Level V (50/100) - 2026/03/10 18:00:00 ET
Table '77 1' 3-max Seat #1 is the button
Seat 1: Button (3000 in chips)
Seat 2: Hero ({small} in chips)
Seat 3: Villain ({big} in chips)
Villain: posts the ante 100
Hero: posts small blind 50
Villain: posts big blind 100
*** HOLE CARDS ***
Dealt to Hero [Ah Ad]
Button: folds
Hero: folds
Uncalled bet (50) returned to Villain
Villain collected 200 from pot
*** SUMMARY ***
Total pot 200 | Rake 0
"""  # noqa: E501 -- as the site writes it


def turn(stacks: tuple[int, int], antes: tuple[int, int], dead: int, cap: int = 0) -> PlayerDecision:
    """A turn of a hand with blinds of 50 and 100."""
    live = min(stacks[0] - antes[0], stacks[1] - antes[1])
    live = min(live, cap) if cap else live
    all_dead = dead + sum(antes)
    unit = 2 * min(100, live) + all_dead
    spot = SpotKey("holdem", (2 * live + all_dead) / unit, (2 * min(50, live) + all_dead) / unit)
    return PlayerDecision(
        "f", 1, "site", "1", "", "77", "", 1, 50, 100, "NL", 3, stacks, antes, "", all_dead, live, None,
        "Hero", "Villain", spot, "sb", "AhAd", "fold", "",
    )  # fmt: skip


CHIPS = st.integers(300, 3000)
ANTES = st.integers(0, 150)


@given(st.tuples(CHIPS, CHIPS), st.tuples(ANTES, ANTES), ANTES, st.sampled_from([0, 200, 900]))
def test_what_is_posted_makes_the_spot(
    stacks: tuple[int, int], antes: tuple[int, int], dead: int, cap: int
) -> None:
    one = turn(stacks, antes, dead, cap)
    posted = one.posted(1)
    assert min(posted.stacks) >= one.live
    for both in (posted.stacks, (posted.equal_stack, posted.equal_stack)):
        there = Situation.at(both, posted.level)
        assert (there.s, there.b) == pytest.approx((one.spot.s, one.spot.b), abs=1e-12)


def test_a_hand_that_can_be_said_is_said_as_it_is() -> None:
    assert turn((857, 1500), (0, 100), 0).posted(1) == ((857, 1500), BlindLevel((50, 100), 0, 100, 0))
    assert turn((857, 1500), (10, 110), 30).posted(1) == ((857, 1500), BlindLevel((50, 100), 10, 100, 30))
    assert turn((857, 1500), (0, 100), 0).posted(1).equal_stack == 957
    assert turn((1500, 857), (0, 100), 0).posted(1).equal_stack == 857


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    load_payoffs(HOLDEM)  # from the tests' shared folder, before the data folder is another
    monkeypatch.setenv("JAMFOLD_DATA", str(tmp_path / "data"))
    return Runner(capsys)


@pytest.mark.long
@pytest.mark.parametrize(
    ("small", "big", "link"),
    [
        (857, 1500, {"stack_sb": ["8.57bb"], "stack_bb": ["15bb"]}),
        (1500, 857, {"stack": ["8.57"]}),
    ],
)
def test_stacks_are_big_blinds_everywhere(
    run: Runner, tmp_path: Path, small: int, big: int, link: dict[str, list[str]]
) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(_HAND.format(number=1, small=small, big=big), encoding="utf-8")
    run.good("history", "import", path)
    report = json.loads(run.good("history", "report", "--json"))
    (worst,) = report["worst"]
    assert worst["stack_bb"] == pytest.approx(8.57)
    assert worst["dead_bb"] == 1
    assert [cell["name"] for cell in report["by_stack"]] == ["8-12"]
    usual = {"game": ["holdem"], "blind_sb": ["50"], "blind_bb": ["100"], "hand": ["AA"], "seat": ["jam"]}
    assert parse_qs(worst["link"]) == usual | link | {"bb_ante": ["100"]}
    explained = json.loads(run.good(*shlex.split(worst["explain"])[1:], "--json"))
    assert abs(explained["difference_bb"]) == pytest.approx(worst["loss_bb"], abs=1e-9)
    assert re.search(r"AhAd +holdem +sb +8\.57 bb with 1 bb", run.good("history", "report", "--full"))
    page = tmp_path / "report.html"
    run.good("history", "report", "--html", page)
    assert "<td>8.57 bb with 1 bb of antes</td>" in page.read_text(encoding="utf-8")
    assert json.loads(run.good("history", "report", "--stack", "8-12", "--json"))["decisions"] == 1
    assert "No decision" in run.bad("history", "report", "--stack", "5-8")

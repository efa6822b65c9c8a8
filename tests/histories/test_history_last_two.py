"""Straddles and blinds on the button: judged where all others fold to the last two, else outside by name."""

from __future__ import annotations

import csv
import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from jamfold.betting.posts import BlindLevel
from jamfold.betting.two_seats import Situation
from jamfold.cards.games import SIX_PLUS
from jamfold.histories.reading import read_pieces
from jamfold.histories.records import Hand
from jamfold.histories.schema import row_of
from jamfold.histories.spot_finder import Choice, JamFoldSpot, Reason, Status, find_jam_fold_spot
from jamfold.spots.solve import load_payoffs
from tests.command_line import Runner
from tests.histories.last_two import PLAIN, SIX, text
from tests.histories.samples import FOLDER


def read(written: str) -> Hand:
    (hand,) = read_pieces([written], "example")
    assert isinstance(hand, Hand), hand
    return hand


def chips(found: JamFoldSpot) -> tuple[Fraction, Fraction]:
    """(s, b) as the formulas of `hand.two_seats` give them of what the test knows."""
    dead, live, (small, big) = found.dead + sum(found.antes), found.live, found.blinds
    unit = Fraction(min(big, live)) + Fraction(dead, 2)
    return (live + Fraction(dead, 2)) / unit, (min(small, live) + Fraction(dead, 2)) / unit


ANTES = [f"{name}: posts the ante $0.20" for name in ("Ada", "Bea", "Hero")]


@pytest.mark.parametrize(("two", "dead"), [(False, 20), (True, 0)])
def test_a_button_blind_is_the_big_blind_of_the_last_two(two: bool, dead: int) -> None:
    stacks = (360, 400) if two else (500, 360, 400)
    player = "Ada" if two else "Bea"
    antes = [line for line in ANTES if not two or "Bea" not in line]
    acts = [*([] if two else ["Ada: folds"]), f"{player}: raises $3.20 to $3.40 and is all-in", "Hero: folds"]
    hand = read(text(SIX, stacks, [*antes, "Hero: posts button blind $0.20"], acts, len(stacks)))
    found = find_jam_fold_spot(hand)
    assert (found.status, found.reason) == (Status.DECISION, Reason.BUTTON_BLIND)
    assert (found.blinds, found.antes, found.dead, found.live) == ((0, 20), (20, 20), dead, 340)
    assert (found.sb_choice, found.bb_choice) == (Choice.JAM, Choice.FOLD)
    assert (hand.seats[found.small or 0].name, hand.seats[found.big or 0].name) == (player, "Hero")
    same = Situation((360, 400), (0, 20), (20, 20), dead)
    assert (found.s, found.b) == pytest.approx((same.s, same.b), abs=1e-12)
    assert (found.s, found.b) == pytest.approx(tuple(map(float, chips(found))), abs=1e-12)


STRADDLED = ["Bea: posts small blind $0.10", "Cleo: posts big blind $0.20"]


def test_a_straddle_is_the_big_blind_of_the_last_two() -> None:
    posts = [*STRADDLED, "Hero: posts straddle $0.40"]
    acts = ["Ada: folds", "Bea: folds", "Cleo: raises $3.20 to $3.60 and is all-in", "Hero: folds"]
    hand = read(text(PLAIN, (400, 500, 360, 600), posts, acts))
    found = find_jam_fold_spot(hand)
    assert (found.status, found.reason, found.blinds, found.dead) == (
        Status.DECISION, Reason.STRADDLE, (20, 40), 10,
    )  # fmt: skip
    assert (found.s, found.b) == pytest.approx((365 / 45, 25 / 45), abs=1e-12)
    assert (found.sb_choice, found.bb_choice) == (Choice.JAM, Choice.FOLD)
    row = row_of(hand)
    assert (row.small_blind, row.big_blind, row.reason, row.turns) == (20, 40, "straddle", ())


def test_who_straddles_on_the_button_is_last_behind_a_player_without_a_post() -> None:
    posts = ["Ada: posts small blind $0.10", "Bea: posts big blind $0.20", "Hero: posts straddle $0.40"]
    acts = ["Ada: folds", "Bea: folds", "Cleo: folds", "Dora: folds"]
    found = find_jam_fold_spot(read(text(PLAIN, (400, 400, 400, 400, 400), posts, acts, 5)))
    assert (found.status, found.blinds, found.dead) == (Status.DECISION, (0, 40), 30)
    assert (found.s, found.b) == pytest.approx((415 / 55, 15 / 55), abs=1e-12)
    assert (found.sb_choice, found.bb_choice) == (Choice.FOLD, Choice.NONE)


def test_two_straddles_leave_the_last_two_straddlers() -> None:
    posts = [*STRADDLED, "Dora: posts straddle $0.40", "Hero: posts straddle $0.80"]
    acts = ["Ada: folds", "Bea: folds", "Cleo: folds", "Dora: folds"]
    found = find_jam_fold_spot(read(text(PLAIN, (400, 400, 400, 400, 400), posts, acts)))
    assert (found.status, found.blinds, found.dead, found.live) == (Status.DECISION, (40, 80), 30, 400)


def test_a_smaller_raise_before_a_straddle_is_other() -> None:
    posts = [*STRADDLED, "Hero: posts straddle $0.40"]
    acts = ["Ada: folds", "Bea: folds", "Cleo: raises $0.40 to $0.80", "Hero: folds"]
    found = find_jam_fold_spot(read(text(PLAIN, (400, 500, 360, 600), posts, acts)))
    assert (found.status, found.reason, found.has_spot) == (Status.OTHER, Reason.RAISE, True)


def test_a_straddler_without_a_chip_behind_decides_nothing() -> None:
    posts = [*STRADDLED, "Hero: posts straddle $0.30 and is all-in"]
    acts = ["Ada: folds", "Bea: folds", "Cleo: folds"]
    found = find_jam_fold_spot(read(text(PLAIN, (400, 500, 360, 30), posts, acts)))
    assert (found.status, found.live, found.sb_choice) == (Status.DECISION, 30, Choice.FOLD)
    assert (found.s, found.bb_choice) == (1.0, Choice.NONE)


@pytest.mark.parametrize(
    ("game", "posts", "acts", "reason"),
    [
        (
            PLAIN,
            [*STRADDLED, "Hero: posts straddle $0.40"],
            ["Ada: raises $3.60 to $4 and is all-in", "Bea: folds", "Cleo: folds", "Hero: folds"],
            Reason.STRADDLE,
        ),
        (
            PLAIN,
            [*STRADDLED, "Ada: posts straddle $0.40"],
            ["Bea: calls $0.30", "Cleo: folds", "Hero: folds", "Ada: raises $3 to $3.40", "Bea: folds"],
            Reason.STRADDLE,
        ),
        (
            SIX,
            [*ANTES, "Cleo: posts the ante $0.20", "Hero: posts button blind $0.20"],
            ["Ada: folds", "Bea: raises $3 to $3.20", "Cleo: folds", "Hero: folds"],
            Reason.BUTTON_BLIND,
        ),
    ],
)
def test_what_others_play_is_outside_by_name(
    game: str, posts: list[str], acts: list[str], reason: Reason
) -> None:
    found = find_jam_fold_spot(read(text(game, (400, 400, 360, 600), posts, acts, 4 if game == SIX else 1)))
    assert (found.status, found.reason, found.has_spot) == (Status.OUTSIDE, reason, False)


def test_posts_of_those_who_folded_are_dead() -> None:
    posts = [*STRADDLED, "Hero: posts small & big blinds $0.30"]
    acts = ["Hero: folds", "Ada: folds", "Bea: raises $3.80 to $4 and is all-in", "Cleo: folds"]
    found = find_jam_fold_spot(read(text(PLAIN, (500, 400, 400, 600), posts, acts)))
    assert (found.status, found.reason, found.dead, found.live) == (Status.DECISION, None, 30, 400)
    assert (found.s, found.b) == pytest.approx((415 / 35, 25 / 35), abs=1e-12)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    load_payoffs(SIX_PLUS)  # from the tests' shared folder, before the data folder is another
    monkeypatch.setenv("JAMFOLD_DATA", str(tmp_path / "data"))
    return Runner(capsys)


@pytest.mark.slow
def test_a_button_blind_is_judged_as_its_chips_say(run: Runner, tmp_path: Path) -> None:
    acts = ["Ada: folds", "Bea: raises $3.20 to $3.40 and is all-in", "Hero: folds"]
    path = tmp_path / "hands.txt"
    posts = [*ANTES, "Hero: posts button blind $0.20"]
    path.write_text(text(SIX, (500, 360, 400), posts, acts, 3), encoding="utf-8")
    said = run.good("history", "explain", path)
    assert "Hero, button blind, Kc8d at 18 bb with 3 bb of antes: fold, call is right" in said
    run.good("history", "import", path)
    (worst,) = json.loads(run.good("history", "report", "--json"))["worst"]
    assert (worst["seat"], worst["last_post"], worst["stack_bb"]) == ("bb", "button blind", 18)
    alike = run.good("explain", "--game", "six-plus", "--stacks", "360", "400", "--blinds", "0", "20",
                     "--ante", "20", "--dead", "20", "--as", "bb", "--hand", "Kc8d", "--json")  # fmt: skip
    assert json.loads(alike)["difference_bb"] == pytest.approx(worst["loss_bb"], abs=1e-9)
    assert re.search(r"Kc8d +six-plus +bb \(button blind\) +18 bb", run.good("history", "report", "--full"))
    assert BlindLevel((0, 1), 1, 0, 1).bb_text() == "small blind 0, ante 1, dead money 1"


def test_dead_blinds_are_not_called_antes(run: Runner) -> None:
    path = FOLDER / "reports" / "straddle_dead_blinds.txt"
    said = run.good("history", "explain", path)
    assert "Bob, before the straddle, Ad5d at 11 bb with 0.25 bb of dead blinds: jam" in said
    assert "Cyd, before the straddle, Ks7d at 13 bb with 0.75 bb of dead blinds: jam" in said
    assert "antes" not in said
    run.good("history", "import", path)
    (bob, *_) = list(csv.DictReader(run.good("history", "report", "--player", "Cyd", "--csv").splitlines()))
    assert bob["dead_name"] == "dead blinds"

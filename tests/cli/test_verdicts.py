"""The verdict first: `hand` and `solve` in 80 columns, in colour and in letters, with few digits and all."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from functools import partial

import pytest
from rich.text import Text

from jamfold.cases.answers import hands
from jamfold.spots.stack_grid import StackGrid
from tests.command_line import Runner
from tests.memories import forget_everything

SAME = ("id", "position", "ev_allin", "ev_fold", "nodes", "difference_money")
SPOTS = [
    ("K7o", "10bb"),
    ("72o", "10bb"),
    ("AhKh", "10bb", "--as", "bb"),
    ("43s", "10bb"),
    ("22+", "10bb"),
    ("K7o", "--stacks", "12.5bb", "9bb", "--ante", "10%"),
    ("K7o", "--stacks", "1500", "900", "--blinds", "50", "100"),
    ("K7o", "15bb", "--open", "2bb"),
    ("K7o", "--stacks", "1000", "2000", "--prizes", "50", "30", "--rake", "0"),
    ("98s", "10bb", "--game", "six-plus"),
    ("Q2s", "1bb"),
]


@pytest.fixture(autouse=True, scope="module")
def nothing_remembered() -> None:
    """Spots are of real games, so the tests of this file share them."""
    forget_everything()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(capsys)


def hints_of(out: str) -> list[str]:
    """What can be copied from behind the line on exactness."""
    behind = re.split(r"\(\d+\.\d\d s\)\.\n", out)[-1]
    return re.findall(r"(?:^|    )[A-Z][a-z ]+: (.+?)(?=    [A-Z]|$)", behind, re.MULTILINE)


def coloured(monkeypatch: pytest.MonkeyPatch, **more: str) -> None:
    """Make the output a terminal of 80 columns with colours."""
    colours = {"FORCE_COLOR": "1", "COLUMNS": "80", "COLORTERM": "truecolor", "TERM": "xterm-256color"}
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in (colours | more).items():
        monkeypatch.setenv(name, value)


def test_the_first_line_is_the_answer(run: Runner) -> None:
    first, second, spot, *_ = run.good("hand", "K7o", "10bb").splitlines()
    assert first == "JAM   +0.45 bb over folding   K7o in the small blind"
    assert second == "CALL  +0.60 bb over folding   in the big blind"
    assert spot == "Texas Hold'em, 10 bb, no ante"


def test_one_seat_alone(run: Runner) -> None:
    out = run.good("hand", "K7o", "10bb", "--as", "bb")
    assert out.startswith("CALL  +0.60 bb over folding   K7o in the big blind, facing a jam\n")
    assert "JAM" not in out


@pytest.mark.parametrize(
    ("words", "verdicts"),
    [
        ("72o 10bb", ["FOLD  +0.49 bb over jamming", "FOLD  +2.89 bb over calling"]),
        (
            "43s 10bb",
            ["EITHER  jammed 71% of the time, both worth the same", "FOLD    +1.68 bb over call"],
        ),
        ("T7o 9bb", ["JAM ", "FOLD"]),
        ("72o 1bb --game holdem", ["JAM     +0.19 bb over folding", "ALL-IN  nothing to decide"]),
        ("K7o 15bb --open 2bb", ["RAISE 2  +0.33 bb over folding", "CALL     +0.54 bb over folding"]),
    ],
)
def test_verdicts(run: Runner, words: str, verdicts: list[str]) -> None:
    for line, verdict in zip(run.good("hand", *words.split()).splitlines(), verdicts, strict=False):
        assert line.startswith(verdict)


def test_how_often_it_is_called_and_wins(run: Runner) -> None:
    rows = [line.split() for line in run.good("hand", "K7o", "10bb").splitlines()]
    assert ["all-in", "fold", "called", "then", "wins", "needs"] in rows
    assert ["jam", "−0.05", "bb", "−0.50", "bb", "36%", "40%", "34%"] in rows
    assert ["call", "−0.40", "bb", "−1.00", "bb", "–", "48%", "45%"] in rows


def test_all_digits(run: Runner) -> None:
    told = json.loads(run.good("hand", "K7o", "10bb", "--json"))
    full = run.good("hand", "K7o", "10bb", "--full")
    assert full.startswith(f"JAM   {told['difference_bb']:+.6f} bb over folding")
    for value in (told["ev_allin_bb"], told["ev_fold_bb"]):
        assert f"{value:+.6f} bb".replace("-", "−") in full
    assert "36.1315%" in full
    for words in (("hand", "K7o"), ("solve", "--game", "holdem")):
        assert "class" not in run.good(*words, "10bb", "--full")
        assert "best-response EV" not in run.good(*words, "10bb", "--full")


def test_json_is_the_same_with_all_digits(run: Runner) -> None:
    for words in (("hand", "K7o", "10bb"), ("solve", "10bb", "--game", "holdem")):
        told, full = (json.loads(run.good(*words, "--json", *more)) for more in ((), ("--full",)))
        told.pop("seconds", None), full.pop("seconds", None)
        assert told == full


def test_chips_only_where_they_were_typed(run: Runner) -> None:
    assert "chips" not in run.good("hand", "K7o", "12.5bb", "--as", "bb")
    chips = run.good("hand", "K7o", "--stacks", "1000", "1000", "--blinds", "50", "100")
    assert chips.splitlines()[0].startswith("JAM   +0.45 bb (+45 chips) over folding")
    assert "blinds 50/100" in chips


@pytest.mark.parametrize(
    ("blinds", "jam", "call"),
    [
        (("0.05", "0.1"), "+0.045 chips", "+0.060 chips"),
        (("1", "2"), "+0.89 chips", "+1.19 chips"),
        (("500", "1000"), "+447 chips", "+597 chips"),
    ],
)
def test_chips_as_precise_as_big_blinds(run: Runner, blinds: tuple[str, str], jam: str, call: str) -> None:
    lines = run.good("hand", "K7o", "10bb", "--game", "holdem", "--blinds", *blinds).splitlines()
    assert (f"({jam})" in lines[0], f"({call})" in lines[1]) == (True, True), lines[:2]


def test_one_chip(run: Runner) -> None:
    line = run.good("hand", "84s", "10bb", "--game", "holdem", "--blinds", "50", "100").splitlines()[0]
    assert line.startswith("JAM   +0.01 bb (+1 chip) over folding")


@pytest.mark.parametrize("words", SPOTS)
def test_hints_can_be_copied(run: Runner, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is a command that runs, or an option of this one; and it is about the same spot."""
    monkeypatch.setattr(hands, "StackGrid", partial(StackGrid, 1.0, 25.0, 8.0))  # of the reasons' chart
    command, full = hints_of(run.good("hand", *words))
    told, asked = (
        json.loads(run.good(*some, "--json")) for some in (shlex.split(command)[1:], ("hand", *words))
    )
    hand = asked["hands"][0] if "hands" in asked else asked
    assert [told[name] for name in SAME if name in hand] == [hand[name] for name in SAME if name in hand]
    assert run.good("hand", *words, full)


def test_the_hints_of_solve(run: Runner) -> None:
    words = ("solve", "12.5bb", "9bb", "--game", "six-plus", "--ante", "10%")
    hand, full = hints_of(run.good(*words))
    spot = "Six-Plus Hold'em, straight beats trips, small blind 12.5 bb, big blind 9 bb, ante 0.1 bb "
    for some in (shlex.split(hand)[1:], words):
        assert spot in " ".join(run.good(*some).split())
    assert run.good(*words, full)


def test_letters_without_a_terminal_and_with_no_color(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = run.good("solve", "10bb", "--game", "holdem")
    row = next(line for line in plain.splitlines() if line.startswith("Q "))
    assert row == "Q  J J J J J J J J J J J J J        Q  C C C C C C C C ½ · · · ·"
    assert "J jams   ½ sometimes   · folds   C calls   right of the diagonal: suited\n" in plain
    assert max(map(len, plain.splitlines())) <= 80
    coloured(monkeypatch, NO_COLOR="1")
    letters = Text.from_ansi(run.good("solve", "10bb", "--game", "holdem")).plain
    assert row in letters
    assert "JAMS 58.3%" in letters


def test_squares_in_colour_are_80_columns_wide(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    coloured(monkeypatch)
    out = run.good("solve", "10bb", "--game", "holdem")
    lines = Text.from_ansi(out).plain.splitlines()
    assert lines[0] == "Small blind jams 58.3%                   Big blind calls 37.4%"
    row = "AA AKsAQsAJsATsA9sA8sA7sA6sA5sA4sA3sA2s"
    assert lines[2] == f"{row}  {row}"
    assert max(map(len, lines)) == 80
    assert "48;2;27;116;188mAA " in out  # played: white on blue
    assert "48;2;36;88;127mQ6s" in out  # sometimes
    assert re.search(r"48;2;32;43;51m(...)*72o", out)  # folded
    monkeypatch.setenv("JAMFOLD_THEME", "light")
    assert "48;2;228;233;236m" in run.good("solve", "10bb", "--game", "holdem")


def test_a_narrow_terminal_has_squares_one_below_the_other(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    coloured(monkeypatch, COLUMNS="60")
    lines = Text.from_ansi(run.good("solve", "10bb", "--game", "holdem")).plain.splitlines()
    assert max(map(len, lines)) <= 60
    assert sum(line.startswith("AA AKs") for line in lines) == 2
    monkeypatch.setenv("COLUMNS", "38")
    lines = Text.from_ansi(run.good("solve", "10bb", "--game", "holdem")).plain.splitlines()
    assert not any(line.startswith("AA AKs") for line in lines)
    assert lines[:2] == ["Small blind jams 58.3%", "Big blind calls 37.4%"]
    assert any(line.startswith("jam   22+") for line in lines)


def test_a_table_is_small_squares_and_its_seats(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("table", "10bb", "12bb", "9bb", "--game", "six-plus")
    plain = run.good(*words)
    first, spot, _, titles, upper, *_ = plain.splitlines()
    assert re.fullmatch(r"BTN jams \d\d\.\d%, SB \d\d\.\d%  first in", first)
    assert spot == "Six-Plus Hold'em, straight beats trips, 3 seats, 10 / 12 / 9 bb"
    assert re.fullmatch(r"BTN \d\d\.\d% +SB \d\d\.\d%", titles)
    assert set(upper) <= set("█▀▄░ ")
    assert max(map(len, plain.splitlines())) <= 80
    for hint in hints_of(plain.replace("exist.\n", "exist (0.00 s).\n")):
        assert run.good(*words, *shlex.split(hint))
    coloured(monkeypatch)
    out = run.good(*words)
    assert "▀" in out
    assert "38;2;27;116;188;48;2;27;116;188m▀" in out  # two ranks in one character
    assert max(map(len, Text.from_ansi(out).plain.splitlines())) <= 80


def test_a_hand_at_a_table(run: Runner) -> None:
    out = run.good("table", "--seats", "3", "--stack", "10bb", "--game", "holdem", "--hand", "Q8o")
    assert out.startswith("JAM  in the small blind, first in   Q8o, 12 hands\n")
    rows = [line.split() for line in out.splitlines()]
    assert ["BTN", "0%"] in [row[:2] for row in rows]
    assert ["SB", "100%"] in [row[:2] for row in rows]
    out = run.good("table", "--seats", "3", "--stack", "10bb", "--game", "holdem", "--hand", "72o")
    assert out.startswith("FOLD  in every seat, first in   72o, 12 hands\n")


def test_plain_characters_where_an_output_has_no_others() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    words = [sys.executable, "-m", "jamfold"]
    told = [
        subprocess.run([*words, *some], env=environment, capture_output=True, check=True).stdout
        for some in (["solve", "10bb", "--game", "holdem"], ["hand", "K7o", "10bb"])
    ]
    assert b"Q  J J J J J J J J J J J J J        Q  C C C C C C C C / . . . ." in told[0]
    assert b"small blind -0.045 bb, big blind +0.045 bb" in told[0]
    assert b"  call   -0.40 bb   -1.00 bb        -         48%     45%" in told[1]
    assert b"+--" not in told[1]


def test_bars_say_up_to_which_stack_a_hand_is_played(run: Runner) -> None:
    """Read from the chart that comes with the program; 43s has gaps in it."""

    def bars(*words: str) -> dict[str, str]:
        rows = re.findall(r"^  (jam|call)  +([█·]+)  (.*)$", run.good("hand", *words), re.MULTILINE)
        return {seat: f"{cells}|{end}" for seat, cells, end in rows}

    # K7o: 31 stacks of half a big blind from 1 to 16; called up to 12
    assert bars("K7o", "10bb") == {
        "jam": f"{'█' * 31}{'·' * 18}|up to 16 bb",
        "call": f"{'█' * 23}{'·' * 26}|up to 12 bb",
    }
    assert bars("AA", "10bb")["jam"] == f"{'█' * 49}|up to 25 bb and more"
    assert "█·" in bars("43s", "10bb")["jam"].rpartition("·█")[0]
    assert bars("K7o", "10bb", "--as", "bb").keys() == {"call"}
    for other in (("--ante", "1"), ("--rake", "5"), ("--open", "2bb"), ("--game", "omaha")):
        cards = "AsKsQhJh" if "omaha" in other else "K7o"
        assert bars(cards, "10bb", *other) == {}

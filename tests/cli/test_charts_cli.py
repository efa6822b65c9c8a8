"""``jamfold chart``, ``explain`` and ``report`` on the command line; a made-up Hold'em table."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import jamfold.spots.solve as solve_module
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import HOLDEM as GAME
from jamfold.cli.main import main
from jamfold.ranges import parse_range
from jamfold.solver.pure import PureSolver
from tests.toy_table import toy_payoffs

HOLDEM = ("--game", "holdem")
SMALL = (*HOLDEM, "--from", "4", "--to", "12", "--step", "2")


class Runner:
    """Runs commands in this process, on the made-up table."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: object) -> tuple[int, str, str]:
        self._capsys.readouterr()
        code = main([str(word) for word in words])
        out, err = self._capsys.readouterr()
        return code, out, err

    def good(self, *words: object) -> str:
        code, out, err = self(*words)
        assert code == 0, err
        return out

    def bad(self, *words: object) -> str:
        """The sentence of bad input."""
        code, out, err = self(*words)
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
        assert "Traceback" not in err
        return err.strip()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    monkeypatch.setattr(solve_module, "load_payoffs", toy_payoffs)
    return Runner(capsys)


@pytest.fixture
def no_table(monkeypatch: pytest.MonkeyPatch, run: Runner) -> None:
    monkeypatch.setattr(solve_module, "load_payoffs", lambda *_: pytest.fail("a table was loaded"))


def percent_of(text: str) -> float:
    """Percentage of all hands in a range in classic notation, by weights."""
    weights = parse_range(text, GAME).weights
    return 100 * float(weights @ hand_classes(GAME).sizes) / GAME.n_hands


def test_terminal(run: Runner) -> None:
    text = run.good("chart", *SMALL)
    assert "Small blind: jam, up to this stack in big blinds" in text
    assert "Big blind: call the jam, up to this stack in big blinds" in text
    assert "12+" in text
    assert "; exact equilibrium at" in " ".join(text.split())
    assert "delta = L2 - L1" in " ".join(text.split())
    only = run.good("chart", *SMALL, "--view", "call")
    assert "Small blind: jam" not in only
    curves = run.good("chart", *SMALL, "--view", "curves")
    assert "hands played: j jam, c call" in curves


def test_one_stack_is_a_chart(run: Runner) -> None:
    for view in ("both", "curves"):
        words = (*HOLDEM, "--from", "8", "--to", "8", "--step", "1", "--view", view)
        assert "at 8 bb" in run.good("chart", *words)


def test_json_alone_on_stdout(run: Runner) -> None:
    found = json.loads(run.good("chart", *SMALL, "--json"))
    assert found["stacks"] == [4, 6, 8, 10, 12]
    assert found["game"] == "holdem"
    assert len(found["hands"]) == 169
    assert json.loads(run.good("chart", *SMALL, "--format", "json")) == found


def test_json_beside_a_file(run: Runner, tmp_path: Path) -> None:
    out = run.good("chart", *SMALL, "--json", "--out", tmp_path / "c.json")
    assert out == (tmp_path / "c.json").read_text()


def test_text_formats(run: Runner) -> None:
    hands = list(csv.DictReader(run.good("chart", *SMALL, "--format", "csv").splitlines()))
    assert [row["hand"] for row in hands][:3] == ["AA", "AKs", "AKo"]
    points = list(csv.DictReader(run.good("chart", *SMALL, "--format", "points").splitlines()))
    assert [row["stack"] for row in points] == ["4.0", "6.0", "8.0", "10.0", "12.0"]
    assert all(float(row["epsilon_bb"]) < 1e-9 for row in points)
    ranges = list(csv.DictReader(run.good("chart", *SMALL, "--format", "ranges").splitlines()))
    for point, row in zip(points, ranges, strict=True):
        assert percent_of(row["jam"]) == pytest.approx(float(point["jam_percent"]))


def test_antes(run: Runner) -> None:
    words = (*SMALL, "--blinds", "5", "10", "--ante", "1")
    found = json.loads(run.good("chart", *words, "--json"))
    assert found["ante"] == 1
    assert found["b"] == pytest.approx(6 / 11)
    assert "blinds 5/10, ante 1" in run.good("chart", *words)


@pytest.mark.long
def test_files(run: Runner, tmp_path: Path) -> None:
    names = ["c.csv", "c.json", "c.png", "c.svg"]
    words = [word for name in names for word in ("--out", tmp_path / name)]
    assert run.good("chart", *SMALL, *words) == ""
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "c.svg").read_bytes().startswith(b"<?xml")
    found = json.loads((tmp_path / "c.json").read_text())
    assert all(point["epsilon_bb"] < 1e-9 for point in found["points"])
    assert len((tmp_path / "c.csv").read_text().splitlines()) == 170
    assert len((tmp_path / "c-points.csv").read_text().splitlines()) == 6


@pytest.mark.long
@pytest.mark.filterwarnings("error", "ignore::ResourceWarning")  # what another test has left open
@pytest.mark.parametrize("view", ["jam", "call", "curves"])
@pytest.mark.parametrize("stacks", [("4", "12", "2"), ("8", "8", "1")])
def test_views_as_figures(run: Runner, tmp_path: Path, view: str, stacks: tuple[str, str, str]) -> None:
    path = tmp_path / "c.png"
    low, high, step = stacks
    words = ("--from", low, "--to", high, "--step", step, "--view", view, "--out", path)
    run.good("chart", *HOLDEM, *words)
    assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.long
def test_the_same_svg_twice(run: Runner, tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.svg", "b.svg")]
    for path in paths:
        run.good("chart", *SMALL, "--out", path)
    assert paths[0].read_bytes() == paths[1].read_bytes()


@pytest.mark.usefixtures("no_table")
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--game", "stud"], "Unknown game 'stud'"),
        (["--from", "10", "--to", "5"], "There are no stacks from 10 to 5."),
        (["--from", "-1"], "The lowest stack must be above zero"),
        (["--from", "nan"], "The lowest stack must be a finite number"),
        (["--to", "inf"], "The highest stack must be a finite number"),
        (["--step", "0"], "The step must be above zero"),
        (["--step", "-0.1"], "The step must be above zero"),
        (["--step", "1e-9"], "are more than 10,000."),
        (["--step", "x"], "The step must be a number, not 'x'"),
        (["--blind", "0"], "The small blind must be above zero"),
        (["--blind", "2"], "The small blind (2) is larger than the big blind (1)"),
        (["--blind", "0.5", "--ante", "1"], "Give the small blind alone in big blinds, or"),
        (["--blinds", "10", "5"], "small blind (10) is larger"),
        (["--ante", "-1"], "The ante must not be negative"),
        (["--format", "pdf"], "Unknown format 'pdf': the formats are table, csv, points, ranges, json."),
        (["--view", "pie"], "Unknown view 'pie': the views are both, jam, call, curves."),
        (["--at", "10.05"], "The chart has no stack 10.05"),
        (["--top", "-1"], "The number of hands must not be negative"),
        (["--out", "chart.pdf"], "The file 'chart.pdf' must end in .csv, .json, .png or .svg."),
        (["--out", "nowhere/chart.csv"], "folder 'nowhere' does not exist"),
        (["--game", "omaha", "--format", "ranges"], "take --format csv"),
    ],
)
def test_bad_input(run: Runner, words: list[str], sentence: str) -> None:
    assert sentence in run.bad("chart", *words)


def test_interrupt_is_quiet(run: Runner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(PureSolver, "solve", interrupt)
    code, out, err = run("chart", *SMALL, "--out", tmp_path / "c.csv")
    assert (code, out) == (130, "")
    assert err.splitlines()[-1] == "Interrupted."
    assert not list(tmp_path.iterdir())


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.usefixtures("interrupts")
def test_ctrl_c_in_a_process_of_its_own() -> None:
    program = (
        "import sys, jamfold.spots.solve as s; from tests.toy_table import toy_payoffs;"
        "s.load_payoffs = toy_payoffs; from jamfold.cli.main import main; sys.exit(main())"
    )
    words = ["chart", *HOLDEM, "--from", "1", "--to", "100", "--step", "0.05"]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(
        [sys.executable, "-c", program, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=env,
    )
    assert process.stderr is not None
    assert any(": stack" in line for line in process.stderr)  # the sweep runs
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == ""
    assert err.splitlines()[-1] == "Interrupted."
    assert "Traceback" not in err


@pytest.mark.slow
def test_explain(run: Runner) -> None:
    text = run.good("explain", *HOLDEM, "--hand", "Ah Kd", "--as", "sb")
    assert "The big blind calls" in text
    assert "In equilibrium" in text
    assert "In equilibrium, with" not in run.good("explain", *HOLDEM, "--hand", "AhKd", "--no-sweep")
    found = json.loads(run.good("explain", *HOLDEM, "--id", "2", "--as", "bb", "--json"))
    names = {"id", "hand", "cards", "equity", "chance_jammed", "break_even_equity", "break_even_stack"}
    assert names - {"hand"} <= found.keys()
    assert found["name"] == "AKo"
    assert found["exact"] is True


def test_explain_a_saved_solution(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "spot.npz"
    run.good("solve", *HOLDEM, "--stacks", "80", "80", "--save", path)
    text = run.good("explain", "--from", path, "--hand", "7h 2d", "--as", "bb", "--no-sweep")
    assert "stacks 80 and 80 (8 bb)" in text


@pytest.mark.usefixtures("no_table")
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "Enter a hand, such as K7o, or a hand ID."),
        (["--hand", "AhKd", "--id", "1"], "not both"),
        (
            ["--hand", "Ah"],
            "'Ah' is 51 combos of 25 hands. Enter one hand, such as AA or AKs.",
        ),
        (["--hand", "AhXx"], "is not a card"),
        (["--id", "169"], "There is no class 169"),
        (["--hand", "AhKd", "--as", "utg"], "The position must be sb or bb"),
        (["--hand", "AhKd", "--stacks", "0", "10"], "must be above zero"),
    ],
)
def test_bad_explanations(run: Runner, words: list[str], sentence: str) -> None:
    assert sentence in run.bad("explain", *HOLDEM, *words)


def test_what_has_no_proof_is_told_before_the_chart_is_solved(
    run: Runner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("jamfold.cli.chart.run_in_terminal", lambda _: pytest.fail("the chart is solved"))
    file = tmp_path / "proof.json"
    raised = run.bad("chart", *SMALL, "--open", "2bb", "--proof", file)
    assert "A chart of raises has no proof" in raised
    assert "Remove rake" in run.bad("chart", *SMALL, "--rake", "5", "--proof", file)
    assert not file.exists()

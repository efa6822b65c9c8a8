"""The command line: results, JSON on stdout alone, and one sentence with exit code 2 for bad input."""

from __future__ import annotations

import csv
import inspect
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

import jamfold.spots.solve as solve_module
from jamfold import __version__
from jamfold.cli.commands import PANELS, help_line, load_command
from tests.command_line import Runner
from tests.toy_table import toy_payoffs

HOLDEM = ("--game", "holdem")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    monkeypatch.setattr(solve_module, "load_payoffs", toy_payoffs)
    return Runner(capsys)


@pytest.fixture
def no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve_module, "load_payoffs", lambda *_, **__: pytest.fail("a table was loaded"))


def python(*words: str, stdout: int | IO[str] = subprocess.PIPE) -> subprocess.CompletedProcess[str]:
    """Python with these arguments, in a process of its own that finds the same packages."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        [sys.executable, *words], stdout=stdout, stderr=subprocess.PIPE, text=True, check=False, env=env
    )


def shell(*words: str) -> subprocess.CompletedProcess[str]:
    """``python -m jamfold`` in a process of its own."""
    return python("-m", "jamfold", *words)


# the program


def test_help_names_every_command() -> None:
    done = shell("--help")
    assert done.returncode == 0
    named = re.findall(r"^│ (\S+)", done.stdout, re.MULTILINE)  # not the words of a help's second line
    for command in ("solve", "hand", "hands", "converge", "tables"):
        assert named.count(command) == 1
    assert "Study tool" in done.stdout
    assert shell().stdout == done.stdout


HELPS = """
import sys
import jamfold
from jamfold.cli.commands import PANELS, load_command
from jamfold.cli.main import main

unwanted = {"numpy", "numba", "scipy", "matplotlib", "pydantic"}
unwanted |= {f"jamfold.{name}" for name in ("class_tables", "ranges", "solver", "web")}
for name in ["", *" ".join(PANELS.values()).split()]:
    command = load_command(name) if name else None
    for words in [[name] if name else [], *([name, word] for word in getattr(command, "commands", ()))]:
        assert main([*words, "--help"]) == 0
        assert not unwanted & {*sys.modules}, f"{words} loads {unwanted & {*sys.modules}}"
"""


def test_no_help_loads_anything_heavy() -> None:
    done = python("-c", HELPS)
    assert done.returncode == 0, done.stderr


@pytest.mark.long
@pytest.mark.parametrize("words", [["solve"], ["hand", "AKs"], ["chart"]])
def test_a_two_card_game_whose_table_is_there_loads_neither_compiler_nor_histories(words: list[str]) -> None:
    words = [words[0], "--game", "six-plus", *words[1:]]
    assert shell(*words).returncode == 0  # makes the table, if need be
    unwanted = (
        "numba",
        "scipy",
        "numpy.ma",
        "matplotlib",
        "jamfold.histories.store",
        "jamfold.views.comparison",
    )
    program = (
        f"import sys; from jamfold.cli.main import main; code = main({words});"
        f"print([name for name in {unwanted} if name in sys.modules])"
    )
    assert python("-c", program).stdout.splitlines()[-1] == "[]"


def test_version(run: Runner) -> None:
    assert run.good("--version") == f"jamfold {__version__}\n"


@pytest.mark.parametrize("command", ["solve", "hand", "hands", "converge"])
def test_help_of_commands(run: Runner, command: str) -> None:
    assert "--bb-ante" in run.good(command, "--help")


@pytest.mark.parametrize("words", ["history report", "history explain", "history tables"])
def test_amounts_of_played_hands_are_big_blinds(run: Runner, words: str) -> None:
    help_text = run.good(*words.split(), "--help")
    for option in ("cap", "drop", "jackpot", "fee", "fortune", "jackpot-size"):
        assert re.search(rf"--{option} +BB ", help_text), option
    assert "CHIPS" not in help_text
    assert re.search(r"--cap +CHIPS ", run.good("solve", "--help"))


def test_help_on_a_second_spot(run: Runner) -> None:
    text = " ".join(run.good("compare", "--help").replace("│", "").split())
    assert "--other-ante CHIPS Second spot. Ante per player, e.g. 0.1bb." in text
    assert "Second spot. Use a card room's table from `jamfold rooms`. Other options override it." in text


@pytest.mark.parametrize("words", ["", "train", "tables", "audit", "history report", "videopoker hold"])
def test_help_shows_no_types(run: Runner, words: str) -> None:
    """A metavar says what to write; a switch takes nothing."""
    help_text = run.good(*words.split(), "--help")
    assert "--help" in help_text
    assert "<" not in help_text


def test_interrupt_is_quiet(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(solve_module, "load_payoffs", interrupt)
    result = run("solve", *HOLDEM)
    assert (result.code, result.out, result.err) == (130, "", "Interrupted.\n")


def test_closed_pipe_is_quiet() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as out:
        done = python("-m", "jamfold", "--help", stdout=out)
    assert done.stderr == ""
    assert done.returncode == 1


# solve


def one_line(text: str) -> str:
    return " ".join(text.split())


def test_solve_prints_the_result(run: Runner) -> None:
    out = run.good("solve", *HOLDEM)
    assert out.startswith("Small blind JAMS 52.6%              Big blind CALLS 37.6%\n")
    assert "Texas Hold'em, 10 bb, no ante\n" in out
    value = json.loads(run.good("solve", *HOLDEM, "--json"))["value_bb"]
    assert f"worth: small blind {value:+.3f} bb, big blind {-value:+.3f} bb\n".replace("-", "−") in out
    assert "Exact: nobody can gain by deviating (" in out
    assert "effective" not in out.lower()
    full = run.good("solve", *HOLDEM, "--full")
    assert re.match(r"Small blind JAMS 52\.\d{4}% +Big blind CALLS 37\.\d{4}%\n", full)
    assert "s = 10, b = 0.5, unit 10 chips" in full
    assert "Exact equilibrium, proved in integer arithmetic: neither player can gain" in one_line(full)
    for words in ("jams / calls", "EV, chips", "mixed hands", "indifferent hands", f"{value:+.9f}"):
        assert words in full
    assert "best-response EV" not in full


def test_solve_says_that_an_iterative_answer_is_not_exact(run: Runner) -> None:
    out = run.good("solve", *HOLDEM, "--method", "fictitious-play", "--iterations", 20)
    assert re.search(r"Within [0-9.]+ bb of equilibrium by fictitious-play, 20 iterations \(", out)
    out = run.good("solve", *HOLDEM, "--method", "fictitious-play", "--iterations", 20, "--full")
    assert re.search(r"Within [0-9.e-]+ bb of equilibrium\s+\(fictitious-play\): by", out)
    assert "20 iterations in" in one_line(out)


def test_solve_says_that_unequal_stacks_are_reduced(run: Runner) -> None:
    out = run.good("solve", *HOLDEM, "--stacks", 250, 100, "--ante", 1)
    assert (
        "Effective stack: 9.9 bb after antes. 15 bb of the small blind's chips cannot be called."
        in one_line(out)
    )
    out = run.good("solve", *HOLDEM, "--stacks", 100.1, 100.4, "--bb-ante", 0.3)
    assert "effective" not in out.lower()  # the rest is rounding


def test_solve_says_that_nobody_has_a_decision(run: Runner) -> None:
    assert "Nobody has a decision" in run.good("solve", *HOLDEM, "--stacks", 5, 5)
    assert "big blind never folds" in run.good("solve", *HOLDEM, "--stacks", 8, 8)


def test_solve_json_is_alone_on_stdout(run: Runner, tmp_path: Path) -> None:
    target = tmp_path / "kept.npz"
    result = run("solve", *HOLDEM, "--ante", 1, "--bb-ante", 2, "--dead", 3, "--json", "--save", target)
    values = json.loads(result.out)
    assert (values["game"], values["method"], values["exact"]) == ("holdem", "exact", True)
    assert (values["antes"], values["dead"], values["unit_chips"]) == ([1.0, 3.0], 3.0, 13.5)
    assert "Saved to" in result.err
    assert target.exists()


# hand


def test_hand_in_words(run: Runner) -> None:
    out = run.good("hand", "Ah Kh", *HOLDEM)
    first, second, spot, *_ = out.splitlines()
    assert first == "JAM   +2.03 bb over folding   AhKh (AKs) in the small blind"
    assert second == "CALL  +4.19 bb over folding   in the big blind"
    assert spot == "Texas Hold'em, 10 bb, no ante"
    assert "Exact, and the same in every equilibrium (" in out
    out = run.good("hand", "7h", "2c", "--as", "bb", *HOLDEM)
    assert out.startswith("FOLD  +4.22 bb over calling   7h2c (72o) in the big blind, facing a jam\n")
    assert "JAM" not in out


def test_hand_json(run: Runner) -> None:
    values = json.loads(run.good("hand", "7h2c", "--as", "bb", *HOLDEM, "--json"))
    assert (values["position"], values["ev_fold"], values["ev_fold_bb"]) == ("bb", -10.0, -1.0)
    assert (values["cards"], values["advice"], values["exact"]) == ("7h2c", "fold", True)


def test_hand_by_id_from_a_saved_solution(run: Runner, tmp_path: Path, no_table: None) -> None:
    target = tmp_path / "kept.npz"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solve_module, "load_payoffs", toy_payoffs)
        run.good("solve", *HOLDEM, "--save", target)
    values = json.loads(run.good("hand", "--id", 0, "--from", target, "--json"))
    assert (values["id"], values["cards"], values["game"]) == (0, "AsAh", "holdem")


# hands


def test_hands_as_a_table(run: Runner) -> None:
    out = run.good("hands", *HOLDEM, "--top", 3)
    assert "3 of 169 hands shown" in out
    assert [f"  {word}   " in out for word in ("AA", "KK", "QQ", "JJ")] == [True, True, True, False]
    assert "25 of 169 hands shown" in run.good("hands", *HOLDEM)
    assert "Either jammed " in one_line(run.good("hands", *HOLDEM, "--sort", "close", "--top", 1))


def test_hands_as_csv_and_json(run: Runner, tmp_path: Path) -> None:
    result = run("hands", *HOLDEM, "--format", "csv", "--as", "bb", "--sort", "id")
    rows = list(csv.DictReader(io.StringIO(result.out)))
    assert [row["id"] for row in rows] == [str(i) for i in range(169)]
    assert "Exact equilibrium" in result.err
    found = json.loads(run.good("hands", *HOLDEM, "--format", "json", "--contains", "AA"))
    assert [row["cards"] for row in found] == ["AsAh"]
    assert json.loads(run.good("hands", *HOLDEM, "--json", "--contains", "AA")) == found
    for form in ("table", "csv", "json"):
        target = tmp_path / form
        result = run("hands", *HOLDEM, "--format", form, "--out", target)
        assert (result.code, result.out) == (0, "")
        assert result.err.endswith(f"Saved to {target}.\n")
        assert ("AA" if form == "table" else "AsAh") in target.read_text()


# converge


def test_converge(run: Runner, tmp_path: Path) -> None:
    target = tmp_path / "plot.svg"
    result = run("converge", *HOLDEM, "--iterations", 30, "--out", target)
    assert result.code == 0
    assert result.out.startswith("epsilon, bb")
    assert re.search(r"Within \S+ \S+ of equilibrium\s+\(fictitious-play\)", result.out)
    assert "</svg>" in target.read_text()
    told = json.loads(run.good("converge", *HOLDEM, "--iterations", 30, "--json"))
    assert (told["iterations"], told["unit"], told["epsilons"][-1]) == (30, "bb", told["epsilon_bb"])
    rows = run.good("converge", *HOLDEM, "--iterations", 30, "--csv").splitlines()
    assert rows[0] == "iteration,epsilon"
    assert float(rows[30].split(",")[1]) == told["epsilon_bb"]


# bad input: one sentence, exit code 2, and no table is built for it


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--stacks", "-100", "100"], "The small blind's stack must be above zero, but it is -100."),
        (["--stacks", "100", "0"], "The big blind's stack must be above zero, but it is 0."),
        (["--blinds", "0", "10"], "The small blind must be above zero, but it is 0."),
        (["--blinds", "5", "-10"], "The big blind must be above zero, but it is -10."),
        (["--blinds", "10", "5"], "The small blind (10) is larger than the big blind (5)."),
        (["--stacks", "nan", "100"], "nan"),
        (["--stacks", "100", "inf"], "inf"),
        (["--blinds", "5", "NaN"], "nan"),
        (["--stacks", "1e300", "1e300"], "The small blind's stack must be at most 1e+12 chips"),
        (["--stacks", "1e12", "1e12"], "more than 1,000,000 times the big blind"),
        (["--stacks", "1e999", "100"], "inf"),
        (["--ante", "-1"], "The ante must not be negative, but it is -1."),
        (["--bb-ante", "-1"], "The big-blind ante must not be negative"),
        (["--dead", "-1"], "The dead money must not be negative"),
        (["--dead", "nan"], "nan"),
        (["--stacks", "many", "100"], "The small blind's stack must be a number of chips, not 'many'."),
        (["--stacks"], "--stacks"),
        (["--game", "stud"], "Unknown game 'stud'. Games: holdem,"),
        (["--method", "magic"], "Unknown method 'magic'"),
        (["--iterations", "10"], "fictitious-play"),
        (["--method", "fictitious-play", "--iterations", "0"], "number of iterations"),
        (
            ["--method", "fictitious-play", "--iterations", "1.5"],
            "number of iterations must be a whole number, not '1.5'",
        ),
        (["--method", "fictitious-play", "--iterations", "9" * 30], "number of iterations"),
        (["--save", "no-such-folder/kept.npz"], "folder 'no-such-folder' does not exist"),
        (["--save", "."], "it is a folder"),
        (["--save", "s.txt"], "The file 's.txt' must end in .npz."),
        (["--proof", "p.doc"], "The file 'p.doc' must end in .json."),
        (["--bogus"], "--bogus"),
        (["extra"], "extra"),
    ],
)
def test_bad_input_of_solve(run: Runner, no_table: None, words: list[str], sentence: str) -> None:
    assert sentence.lower() in run.bad("solve", *words).lower()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["Ah Ah Kd Kc"], "The card Ah appears twice in 'Ah Ah Kd Kc'."),
        (["AhKdKc2s3s"], "has 5 cards. A hand in this game has 4."),
        (["Ah Kd Kc Zz"], "'Zz' in 'Ah Kd Kc Zz' is not a card"),
        ([" "], "Give the cards of a hand"),
        (["2c 3c", "--game", "six-plus"], "2c"),
        ([], "Enter a hand, such as K7o, or a hand ID."),
        (["Ah Kd Kc 2s", "--id", "3"], "not both"),
        (["--id", "16432"], "There is no class 16432: ids run from 0 to 16431."),
        (["--id", "-1"], "There is no class -1"),
        (["--id", "9" * 30], "There is no class 999"),
        (["--id", "one"], "The id must be a whole number, not 'one'."),
        (["Ah Kd Kc 2s", "--as", "button"], "The position must be sb or bb, not 'button'."),
        (["Ah Kd Kc 2s", "--stacks", "0", "0"], "must be above zero"),
        (["Ah Kd Kc 2s", "--from", "missing.npz"], "Cannot read 'missing.npz'"),
        (["Ah Kd Kc 2s", "--from", "missing.npz", "--dead", "0"], "Remove those options"),
        (["Ah\x1b[31m Kd"], "is not a card"),
    ],
)
def test_bad_input_of_hand(run: Runner, no_table: None, words: list[str], sentence: str) -> None:
    told = run.bad("hand", *words)
    assert sentence in told
    assert "\x1b" not in told


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--sort", "luck"], "Unknown order 'luck'"),
        (["--top", "0"], "at least 1"),
        (["--top", "-3"], "at least 1"),
        (
            ["--pattern", "aaaaa"],
            "not a suit pattern of this game. Choose from: aaaa, aaab, aabb, aabc, abcd.",
        ),
        (["--contains", "AAAAA"], "has 5 cards"),
        (["--contains", "A?"], "is not a card"),
        (["--format", "xml"], "Unknown format 'xml'"),
        (["--as", "utg"], "must be sb or bb"),
        (["--out", "no-such-folder/x.csv"], "does not exist"),
    ],
)
def test_bad_input_of_hands(run: Runner, no_table: None, words: list[str], sentence: str) -> None:
    assert sentence in run.bad("hands", *words)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--out", "plot.pdf"], "The figure 'plot.pdf' must end in .svg or .png."),
        (["--out", "no-such-folder/plot.svg"], "does not exist"),
        (["--iterations", "0"], "number of iterations"),
        (["--game", "chess"], "Unknown game 'chess'"),
    ],
)
def test_bad_input_of_converge(run: Runner, no_table: None, words: list[str], sentence: str) -> None:
    assert sentence in run.bad("converge", *words)


def test_unknown_command(run: Runner) -> None:
    assert "slove" in run.bad("slove")


def test_a_saved_solution_of_another_version(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "kept.npz"
    with monkeypatch.context() as patch:
        patch.setattr("jamfold.solver.archive.FORMAT_VERSION", 99)
        run.good("solve", *HOLDEM, "--save", target)
    assert "format version 99" in run.bad("hand", "Ah Kh", "--from", target)


def test_a_foreign_file_is_no_saved_solution(run: Runner, tmp_path: Path) -> None:
    target = tmp_path / "notes.npz"
    target.write_text("not a solution")
    assert "is not a saved solution" in run.bad("hands", "--from", target)


@pytest.mark.slow
def test_a_data_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("in the way")
    monkeypatch.setenv("JAMFOLD_DATA", str(blocked / "data"))
    done = shell("solve", *HOLDEM)
    assert (done.returncode, done.stdout) == (2, "")
    assert "a file" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_bad_input_from_the_shell() -> None:
    done = shell("solve", "--stacks", "-1", "100")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "The small blind's stack must be above zero, but it is -1.\n"


@pytest.mark.parametrize("name", [name for names in PANELS.values() for name in names.split()])
def test_the_list_of_commands_says_what_their_help_says(name: str) -> None:
    line = help_line(name)
    command = load_command(name)
    assert " ".join(inspect.cleandoc(command.help).split("\n\n")[0].split()) == line

"""What people expect of a program: its version, help, completion, what is stored, and a log."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from jamfold import __version__
from jamfold.cli.completion import SHELLS, VARIABLE
from jamfold.cli.main import main
from jamfold.core.storage import folder
from jamfold.core.storage.folder import PARTS, stored_parts
from tests.command_line import Runner


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(capsys)


@pytest.fixture
def filled(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with a file of every part, and compiled code elsewhere."""
    monkeypatch.setattr(folder, "kernel_folders", lambda: iter([data_folder / "own" / "jamfold"]))
    for name in ("tables/holdem.npy", "flops/a.npy", "table-runs/b.npy", "histories.db", "training.db"):
        (data_folder / name).parent.mkdir(parents=True, exist_ok=True)
        (data_folder / name).write_bytes(bytes(1000))
    code = data_folder / "own" / "jamfold" / "kernel.nbi"
    code.parent.mkdir(parents=True)
    code.write_bytes(bytes(1000))
    return data_folder


# help and version


def test_version_in_every_usual_way(run: Runner) -> None:
    for words in (["--version"], ["-V"], ["version"]):
        assert run.good(*words) == f"jamfold {__version__}\n"


def test_help_in_every_usual_way(run: Runner) -> None:
    assert run.good("solve", "-h") == run.good("solve", "--help") == run.good("help", "solve")
    assert run.good("tables", "build", "-h") == run.good("help", "tables", "build")
    assert run.good("help") == run.good("-h") == run.good("--help")
    assert "jamfold help" in run.good("help", "help")


def test_help_of_what_is_no_command_suggests_one(run: Runner) -> None:
    assert run.bad("help", "solve", "extra") == "help takes the words of one command. Remove 'extra'."
    assert run.bad("help", "tables", "build", "omaha").endswith("Remove 'omaha'.")
    assert run.bad("help", "slove") == "No such command 'slove'. Did you mean 'solve'?"


# the same words everywhere


@pytest.mark.parametrize(
    ("new", "former"),
    [
        ("train holdem score", "train score"),
        ("tables verify holdem", "tables verify --game holdem"),
        ("history report holdem", "history report --game holdem"),
    ],
)
def test_a_game_may_stand_without_its_option(run: Runner, data_folder: Path, new: str, former: str) -> None:
    made, usual = run(*new.split()), run(*former.split())
    assert (made.code, made.out, made.err) == (usual.code, usual.out, usual.err)


@pytest.mark.parametrize(
    "words", ["--game holdem six-plus", "holdem six-plus", "--game=holdem --game six-plus"]
)
def test_a_file_of_several_games_takes_game_too(run: Runner, words: str) -> None:
    assert run.bad("export", "page", *words.split(), "--out", "page.txt") == (
        "The file 'page.txt' must end in .html."
    )


def test_a_value_of_an_option_is_no_game(run: Runner) -> None:
    assert "There is no table for six-plus" not in run("tables", "verify", "--", "six-plus").err


# what is stored


def test_info_tells_what_a_report_needs(run: Runner, filled: Path) -> None:
    told = json.loads(run.good("info", "--json"))
    assert told["version"] == __version__
    assert told["python"].endswith(".".join(map(str, sys.version_info[:3])))
    assert told["data_folder"] == str(filled)
    assert {package["name"] for package in told["packages"]} >= {"numpy", "numba", "scipy", "fastapi"}
    assert all(package["version"] for package in told["packages"] if not package["extra"])
    assert {part["name"]: part["is_yours"] for part in told["stored"]} == {
        name: part.is_yours for name, part in PARTS.items()
    }
    text = run.good("info")
    assert str(filled) in text.replace("\n", "") or filled.name in text
    assert told["report"] in " ".join(text.split())


def test_clean_shows_and_removes_nothing_of_its_own_accord(run: Runner, filled: Path) -> None:
    before = stored_parts()
    shown = run.good("clean")
    assert "Nothing is removed yet" in shown
    assert "histories" not in shown
    assert stored_parts() == before
    assert run.good("clean", "--json").count('"removed": false') == 1


def test_clean_removes_all_but_what_is_yours(run: Runner, filled: Path) -> None:
    assert run.good("clean", "--remove").startswith("Removed tables, results, runs, code")
    left = {
        part.name: part.files for part in stored_parts() if part.is_yours or part.name in ("tables", "runs")
    }
    assert left == {"tables": 0, "runs": 0, "histories": 1, "training": 1}
    assert not (filled / "own" / "jamfold").exists()
    assert run.good("clean", "tables") == "There is nothing to remove.\n"


def test_clean_removes_what_is_named(run: Runner, filled: Path) -> None:
    run.good("clean", "training", "runs", "--remove")
    assert {part.name for part in stored_parts() if part.files} >= {"tables", "results", "histories"}
    assert not (filled / "training.db").exists()
    assert not (filled / "table-runs").exists()


def test_clean_leaves_what_a_link_leads_to(run: Runner, filled: Path, tmp_path: Path) -> None:
    shutil.move(filled / "tables", tmp_path / "shared")
    (filled / "tables").symlink_to(tmp_path / "shared")
    run.good("clean", "tables", "--remove")
    assert not (filled / "tables").is_symlink()
    assert (tmp_path / "shared" / "holdem.npy").exists()


def test_clean_refuses_an_unknown_part(run: Runner) -> None:
    assert run.bad("clean", "tabels") == "Unknown part 'tabels': did you mean tables?"


def test_the_list_of_tables_ends_with_all_that_is_stored(run: Runner, filled: Path) -> None:
    told = run("tables", "list").err
    assert "Total: 0.0 MB stored: tables 0.0, results 0.0, runs 0.0, code 0.0" in told


# the log


def test_verbose_and_the_log_file_say_what_is_done(run: Runner, tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    words = ("icm", "5000", "3000", "--prizes", "60", "40")
    plain = run(*words)
    told = run(*words, "--verbose", "--log-file", log)
    assert (told.code, told.out) == (0, plain.out)
    assert f"jamfold {__version__}, Python" in told.err
    assert "what the stacks are worth" in told.err
    run("--log-file", log, "icm", "5000x")
    lines = log.read_text(encoding="utf-8")
    assert lines.count(f"jamfold {__version__}") == 2
    assert "Traceback" in lines
    assert run(*words).err == plain.err


def test_a_log_file_needs_a_name_and_a_place(run: Runner, tmp_path: Path) -> None:
    assert run.bad("icm", "--log-file") == "--log-file needs a file name."
    folder = tmp_path / "nowhere"
    said = run.bad("version", "--log-file", folder / "log.txt")
    assert said == f"Cannot write '{folder / 'log.txt'}': folder '{folder}' does not exist."
    assert run.bad("version", "--log-file", tmp_path) == f"Cannot write '{tmp_path}': it is a folder."


# completion


def _asks_for(words: str) -> dict[str, str]:
    """The environment in which fish asks what may follow."""
    action = {VARIABLE: "complete_fish", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    return action | {"_TYPER_COMPLETE_ARGS": f"jamfold {words}"}


def _meanings(out: str) -> dict[str, str]:
    """What fish is told may follow: by word what it means."""
    lines = (line.partition("\t") for line in out.splitlines())
    meanings = [(word, meaning) for word, _, meaning in lines]
    assert len(dict(meanings)) == len(meanings)  # each word once
    return dict(meanings)


@pytest.fixture
def completed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], dict[str, str]]:
    def complete(words: str) -> dict[str, str]:
        for name, value in {**_asks_for(words), "COLUMNS": "80"}.items():
            monkeypatch.setenv(name, value)
        with suppress(SystemExit):
            main([])
        return _meanings(capsys.readouterr().out)

    return complete


@pytest.mark.parametrize(
    ("words", "some"),
    [
        ("", {"solve", "info", "completion"}),
        ("help ", {"solve"}),
        ("solve -", {"--game", "--stacks", "--json"}),
        ("solve --game ", {"holdem", "omaha-hilo"}),
        ("solve --game=hol", {"holdem"}),
        ("solve ", {"holdem"}),
        ("chart hol", {"holdem"}),
        ("rule features ", {"holdem"}),
        ("solve --room ", {"gg-omaha-1"}),
        ("table --preset ", {"aof", "bubble", "gg-omaha-1"}),
        ("train ", {"score", "holdem"}),
        ("train holdem --mode ", {"close"}),
        ("history report -", {"--anonymise"}),
        ("export page --games holdem ", {"six-plus"}),
        ("compare --other-game ", {"omaha"}),
        ("icm 5 3 2 --prizes ", {"sng"}),
        ("tables build --game hol", {"holdem"}),
        ("tables remove --game ", {"omaha"}),
        ("tables verify --game ", {"six-plus"}),
        ("chart --format ", {"points"}),
        ("chart --view ", {"both", "call", "curves"}),
        ("chart --seats 3 --view ", {"both", "btn"}),
        ("hands --format ", {"range"}),
        ("tournament --format ", {"ranges"}),
        ("history export --format ", {"phh"}),
        ("icm --model ", {"ben-roberts"}),
        ("clean ", {"code", "histories"}),
        ("completion ", {"zsh"}),
    ],
)
def test_what_may_follow(completed: Callable[[str], dict[str, str]], words: str, some: set[str]) -> None:
    found = completed(words)
    assert found.keys() >= some
    begun = words.rpartition(" ")[2].rpartition("=")[2]
    assert all(word.startswith(begun) for word in found)  # no line of a long help is taken for a word


def test_views_of_a_chart_are_completed_without_numpy() -> None:
    code = "import sys; from jamfold.cli.main import main; main([]); print(*{'numpy'} & {*sys.modules})"
    env, words = os.environ | _asks_for("chart --view c"), [sys.executable, "-c", code]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=env)
    assert done.stdout.split() == ["call", "curves"]


def test_nothing_follows_an_option_for_a_file(completed: Callable[[str], dict[str, str]]) -> None:
    assert not any(completed("icm --prizes-file "))


def test_a_shell_is_told_words_with_their_meaning() -> None:
    env, words = os.environ | _asks_for("solve --game hold"), [sys.executable, "-m", "jamfold"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=env)
    assert _meanings(done.stdout) == {"holdem": "Texas Hold'em"}


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_can_be_printed(run: Runner, shell: str) -> None:
    script = run.good("completion", shell)
    assert VARIABLE in script
    assert "jamfold" in script


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_can_be_installed(
    run: Runner, shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    if shutil.which(shell) is None:
        assert run.bad("completion", shell, "--install") == f"{shell} is not installed here."
        return
    script = run.good("completion", shell)
    assert run(*("completion", shell, "--install")).code == 0
    saved = [path.read_text(encoding="utf-8") for path in tmp_path.rglob("*") if path.is_file()]
    assert script.strip() in map(str.strip, saved)


def test_completion_of_an_unknown_shell(run: Runner) -> None:
    assert run.bad("completion", "tcsh") == "Name the shell: bash, zsh, fish, powershell, pwsh."


_TRIALS = {
    "bash": """
source {script}
COMP_WORDS=(jamfold solve --game hol); COMP_CWORD=3; _jamfold_completion jamfold; echo "${{COMPREPLY[*]}}"
""",
    "fish": """
source {script}
complete --do-complete 'jamfold solve --game hol' | string split --fields 1 \\t
""",
    "zsh": """
autoload -Uz compinit; compinit -D -u
source {script}
_arguments() {{ print -r -- "${{${{1#*\\"}}%%\\"*}}" }}
words=(jamfold solve --game hol); CURRENT=4; _jamfold_completion
""",
}


@pytest.mark.long
@pytest.mark.parametrize("shell", _TRIALS)
def test_a_shell_completes_a_game(shell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    assert main(["completion", shell]) == 0
    script, program = tmp_path / "script", tmp_path / "jamfold"
    script.write_text(capsys.readouterr().out, encoding="utf-8")
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m jamfold "$@"\n', encoding="utf-8")
    program.chmod(0o700)
    env = os.environ | {
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    trial = _TRIALS[shell].format(script=script)
    done = subprocess.run([shell, "-c", trial], capture_output=True, text=True, check=False, env=env)
    assert done.stdout.strip().partition(":")[0] == "holdem", done.stderr


# what is loaded


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "unwanted"),
    [
        (["equity", "AA", "KK"], ("numba", "scipy", "pydantic", "jamfold.spots.solve")),
        (["icm", "5000", "3000", "--prizes", "60", "40"], ("numba", "scipy", "pydantic", "jamfold.ranges")),
    ],
)
def test_a_quick_question_loads_little(words: list[str], unwanted: tuple[str, ...]) -> None:
    program = (
        f"import sys; from jamfold.cli.main import main; code = main({words});"
        f"print([name for name in {unwanted} if name in sys.modules])"
    )
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, env=env
    )
    assert done.stdout.splitlines()[-1] == "[]", done.stderr

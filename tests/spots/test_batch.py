"""Many spots of a file: the numbers of single solves, whatever order, processes and interruptions."""

from __future__ import annotations

import csv
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

import jamfold
from jamfold.cases.answers import run_case
from jamfold.cases.answers.batch import CHUNK, JOURNAL, forget_journal, parse_lines
from jamfold.cases.answers.watch import Observer, StopRequestedError
from jamfold.cases.batch import BatchRequest
from tests.command_line import Runner

SPOTS = "id,game,stack_sb,stack_bb,ante\n" + "".join(
    f"{k},{('holdem', 'six-plus')[k % 2]},{100 + 3 * k},{130 - k},{k % 3}\n" for k in range(40)
)


_RESUMES = "The same command continues where this one stopped."


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Runner:
    """Runs a command."""
    return Runner(capsys)


@pytest.fixture
def spots(tmp_path: Path) -> Path:
    """A file of forty spots of two games."""
    path = tmp_path / "spots.csv"
    path.write_text(SPOTS, encoding="utf-8")
    return path


def results(path: Path) -> list[dict[str, str]]:
    """What a file of results says."""
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def test_the_numbers_of_single_solves(run: Runner, spots: Path, tmp_path: Path) -> None:
    out = tmp_path / "results.csv"
    assert "40 spots solved" in run("batch", spots, "--out", out, "--processes", "1").err
    found = results(out)
    assert [row["id"] for row in found] == [str(k) for k in range(40)]
    for row in found[::7]:
        one = jamfold.solve(
            row["game"], (float(row["stack_sb"]), float(row["stack_bb"])), ante=float(row["ante"])
        )
        assert float(row["value_bb"]) == pytest.approx(one.value_bb, abs=1e-12)
        assert float(row["s"]) == one.s
        assert row["exact"] == "True"
        assert float(row["gain_sb"]) + float(row["gain_bb"]) < 1e-9
    assert not list(tmp_path.glob(f"*{JOURNAL}"))


@pytest.mark.long
def test_two_processes_and_another_order_of_lines(run: Runner, spots: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    run.good("batch", spots, "--out", one, "--processes", "1")
    run.good("batch", spots, "--out", two, "--processes", "2")
    assert one.read_bytes() == two.read_bytes()
    first, *lines = SPOTS.splitlines(keepends=True)
    random.Random(1).shuffle(lines)
    spots.write_text(first + "".join(lines), encoding="utf-8")
    run.good("batch", spots, "--out", two, "--processes", "1")

    def by_id(path: Path) -> dict[str, Any]:
        return {line["spot"]["id"]: line for line in json.loads(path.read_text())}

    assert by_id(one) == by_id(two)


def test_a_column_that_is_nearly_one_of_a_spot_is_told(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "spots.csv"
    path.write_text("game,stacks,note\nsix-plus,8bb,first\n")
    told = run("batch", path, "--out", tmp_path / "results.csv").err
    assert "Carried over: stacks (did you mean stack?), note." in told


def test_a_line_that_is_no_spot_is_told(run: Runner, tmp_path: Path) -> None:
    path, out = tmp_path / "spots.csv", tmp_path / "results.csv"
    path.write_text(
        'game,stack,prizes,error\nholdem,10bb,,=1+1\nholdem,-5,,\nchess,10bb,,\nholdem,8bb,"70 30",\n\n',
        encoding="utf-8-sig",
    )
    told = run("batch", path, "--out", out).err
    assert "2 spots solved, 2 invalid lines (see the column solved_error)" in told
    assert "Carried over: error." in told
    found = results(out)
    assert [bool(row["solved_error"]) for row in found] == [False, True, True, False]
    assert "chess" in found[2]["solved_error"]
    assert found[0]["error"] == "'=1+1"  # no formula
    assert found[3]["value_sb_money"]
    assert not found[0]["value_sb_money"]


def test_a_bad_line_does_not_stop_the_others(run: Runner, tmp_path: Path) -> None:
    path, out = tmp_path / "spots.csv", tmp_path / "results.json"
    path.write_text(
        'game,stack,prizes\nholdem,8bb,70,30\nholdem,8bb,"30 70"\nholdem,8bb,,\n', encoding="utf-8"
    )
    assert "1 spot solved, 2 invalid lines" in run("batch", path, "--out", out).err
    surplus, reversed_prizes, good = json.loads(out.read_text())
    assert surplus["error"].startswith("The line has more cells than the first line: 30. Put texts with")
    assert surplus["spot"] == {"game": "holdem", "stack": "8bb", "prizes": "70"}
    assert "Enter the payouts in order, first place first." in reversed_prizes["error"]
    assert good["exact"]


def test_warnings_of_lines_are_told_once(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "spots.csv"
    path.write_text(
        "game,stack,drop_always,cap\nholdem,8bb,,\nholdem,8bb,1,\nholdem,9bb,1,2\n", encoding="utf-8"
    )
    told = run("batch", path, "--out", tmp_path / "results.csv").err.splitlines()
    assert told[:2] == [
        "Spot 2 and 1 other: --drop-always changes nothing without a rake. Add one, such as --rake 5.",
        "Spot 3: --cap changes nothing without a rake. Add one, such as --rake 5.",
    ]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "is empty"),
        (b"\n\n", "is empty"),
        (b"a,b\n1,2\n", "No column belongs to a spot. The first line has a, b"),
        (b"game,game\n", "The column 'game' appears twice."),
        (b'game,stack\n"holdem,1\n', "not CSV"),
        (b"game,stack\nholdem,\xff\n", "not UTF-8 text"),
    ],
)
def test_files_that_hold_no_spots(run: Runner, tmp_path: Path, data: bytes, sentence: str) -> None:
    path = tmp_path / "spots.csv"
    path.write_bytes(data)
    assert sentence in run.bad("batch", path, "--out", tmp_path / "results.csv")
    assert not (tmp_path / "results.csv").exists()


def test_processes_or_a_cluster(run: Runner, spots: Path, tmp_path: Path) -> None:
    words = ("batch", spots, "--out", tmp_path / "results.csv", "--cluster")
    assert "not both" in run.bad(*words, "tcp://127.0.0.1:9", "--processes", "2")
    assert "'nowhere' is not a cluster address" in run.bad(*words, "nowhere")


def test_where_nothing_can_be_written(run: Runner, spots: Path, tmp_path: Path) -> None:
    assert "must end in .csv, .json or .parquet" in run.bad("batch", spots, "--out", tmp_path / "results.txt")
    assert "does not exist" in run.bad("batch", spots, "--out", tmp_path / "none" / "results.csv")
    assert "Cannot read" in run.bad("batch", tmp_path / "none.csv", "--out", tmp_path / "results.csv")


class StopsAt(Observer):
    """Ends the work at a share."""

    def __init__(self, share: float) -> None:
        self._share = share
        self.notices: list[str] = []

    def on_notice(self, sentence: str) -> None:
        """Keep what was said."""
        self.notices.append(sentence)

    def on_stage(self, stage: str, share: float) -> None:
        """End it."""
        if "spots" in stage and share >= self._share:
            raise StopRequestedError


@pytest.mark.long
def test_what_is_cut_off_goes_on(spots: Path, tmp_path: Path) -> None:
    question = BatchRequest(file=str(spots), out=tmp_path / "results.csv", processes=1)
    whole = run_case(question, Observer())
    forget_journal(question)
    with pytest.raises(StopRequestedError):
        run_case(question, StopsAt(0.3))
    journal = tmp_path / f"results.csv{JOURNAL}"
    kept = journal.read_text().splitlines()
    assert len(kept) == 2  # its key, and a chunk
    watch = StopsAt(2.0)
    assert run_case(question, watch) == whole
    assert watch.notices == [f"{CHUNK} of 40 spots already solved."]

    # Damaged lines, and those of another file, are solved anew.
    lines = journal.read_text().splitlines()
    for text in (lines[0], *(lines[0] + "\n" + bad for bad in ("{", "[]", '{"chunk": 99}', lines[1][:-9]))):
        journal.write_text(text)
        assert run_case(question, Observer()) == whole
    spots.write_text(SPOTS.replace("100,", "101,"), encoding="utf-8")
    assert run_case(question, watch) != whole
    assert len(watch.notices) == 1


@pytest.mark.long
@pytest.mark.usefixtures("interrupts")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_killed_and_gone_on_with(run: Runner, spots: Path, tmp_path: Path, how: signal.Signals) -> None:
    out = tmp_path / "results.json"
    lines = "".join(f"{k},holdem,{50 + k / 7:.6f},{50 + k / 7:.6f},0\n" for k in range(720))
    spots.write_text(SPOTS.splitlines()[0] + "\n" + lines, encoding="utf-8")
    command = [sys.executable, "-m", "jamfold", "batch", str(spots), "--out", str(out), "--processes", "2"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        journal, deadline = tmp_path / f"results.json{JOURNAL}", time.monotonic() + 120
        while not journal.exists() or journal.read_text().count("\n") < 3:
            assert time.monotonic() < deadline
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(how)
        _, told = process.communicate()
    assert "Traceback" not in told
    assert (_RESUMES in told) == (how is signal.SIGINT)
    assert not out.exists()
    subprocess.run(command, check=True, capture_output=True)
    killed = out.read_bytes()
    assert not journal.exists()
    run.good("batch", spots, "--out", out, "--processes", "1")
    assert out.read_bytes() == killed


def test_columns_are_those_of_a_link() -> None:
    columns, carried, lines = parse_lines(b"\xef\xbb\xbfgame,stack,note\r\nholdem,10bb\r\n,,\r\n")
    assert columns == ("game", "stack", "note")
    assert carried == ("note",)
    assert lines == [{"game": "holdem", "stack": "10bb", "note": ""}]


def test_parquet(run: Runner, spots: Path, tmp_path: Path) -> None:
    out = tmp_path / "results"
    for ending in (".parquet", ".csv"):
        run.good("batch", spots, "--out", out.with_suffix(ending), "--processes", "1")
    table = parquet.read_table(out.with_suffix(".parquet"))
    rows = results(out.with_suffix(".csv"))
    assert table.column_names == list(rows[0])
    assert [str(one) for one in table["id"].to_pylist()] == [row["id"] for row in rows]
    assert table["value_bb"].to_pylist() == [float(row["value_bb"]) for row in rows]
    assert table["exact"].to_pylist() == [True] * 40


def test_parquet_without_its_package(
    run: Runner, spots: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    told = run.bad("batch", spots, "--out", tmp_path / "results.parquet")
    assert "pip install 'jamfold[parquet]'" in told


_TELLING_BATCH = """
import sys
from jamfold import __main__
from jamfold.core import parallel
from jamfold.views import terminal
terminal.FIRST_SECONDS = 3600.0
submit = parallel.Processes.submit
def telling(*words, **named):
    future = submit(*words, **named)
    print("begun", flush=True)
    return future
parallel.Processes.submit = telling
sys.exit(__main__.main())
"""


@pytest.mark.long
def test_ctrl_c_is_no_traceback_at_any_moment(spots: Path, tmp_path: Path, interrupts: None) -> None:
    """Processes that were still loading printed a traceback each.

    Of a Ctrl-C before the program's first line nothing can be said: moments count from the first process.
    Progress is silent: on a busy machine its first line came before the Ctrl-C.
    """
    out = tmp_path / "o.csv"
    command = [sys.executable, "-c", _TELLING_BATCH, "batch", str(spots), "--out", str(out)]
    ended = f"40 spots solved; saved to {out}. Carried over: id."  # on a fast machine, before the Ctrl-C
    for wait in (0.0, 0.2, 0.6):
        with subprocess.Popen(
            [*command, "--processes", "2"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        ) as process:  # fmt: skip
            assert process.stdout is not None
            assert process.stdout.readline() == "begun\n"
            time.sleep(wait)
            os.killpg(process.pid, signal.SIGINT)  # as a terminal sends it: to all
            _, err = process.communicate()
        assert process.returncode in (130, -signal.SIGINT, 0)
        assert set(err.splitlines()) <= {_RESUMES, "Interrupted.", ended}


def test_results_never_replace_the_spots(run: Runner, spots: Path, tmp_path: Path) -> None:
    (tmp_path / "link.csv").symlink_to(spots)
    for out in (spots, tmp_path / "." / "spots.csv", tmp_path / "link.csv"):
        assert "would replace the spots" in run.bad("batch", spots, "--out", out)
    assert spots.read_text(encoding="utf-8") == SPOTS


def test_numbers_that_are_carried_stay_numbers(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "n.csv"
    path.write_text(
        "game,stack,won,rate,code,note,none\nsix-plus,10,-5,-1.5e-3,007,=1+1,\nsix-plus,12,7,2,008,-x,\n"
    )
    for ending in ("csv", "parquet"):
        run.good("batch", path, "--out", tmp_path / f"r.{ending}")
    rows = results(tmp_path / "r.csv")
    assert [rows[0][name] for name in ("won", "rate", "code", "note")] == ["-5", "-1.5e-3", "007", "'=1+1"]
    assert rows[1]["note"] == "'-x"
    table = parquet.read_table(tmp_path / "r.parquet").to_pydict()
    assert (table["won"], table["stack"], table["rate"]) == ([-5, 7], [10, 12], [-0.0015, 2.0])
    assert (table["code"], table["note"]) == (["007", "008"], ["=1+1", "-x"])


def test_what_is_no_file_is_told(run: Runner, tmp_path: Path) -> None:
    pipe, loop = tmp_path / "pipe", tmp_path / "loop"
    os.mkfifo(pipe)
    loop.symlink_to(loop)
    for words in (
        ("batch", "--out", tmp_path / "o.csv"), ("train", "import"), ("rule", "check"), ("history", "import"),
    ):  # fmt: skip
        for path in (pipe, "/dev/zero"):
            result = run(*words, path)
            assert (result.code, "Traceback" in result.err) == (2, False)
            assert "it is a device or a pipe, which may never end" in result.out + result.err
        for path in (loop, tmp_path / ("x" * 300)):
            result = run(*words, path)
            assert (result.code, "Traceback" in result.err) == (2, False), (words, path)

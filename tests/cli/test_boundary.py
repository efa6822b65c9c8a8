"""The edge of the process: Ctrl-C at any time, streams that are closed or full, files written whole."""

from __future__ import annotations

import errno
import io
import os
import resource
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from matplotlib.figure import Figure

from jamfold.calculator.videopoker.paytable import load_pay_table
from jamfold.cli import boundary
from jamfold.cli.boundary import exit_code_of
from jamfold.core.errors import FigureError, JamfoldError, SolutionError
from jamfold.core.storage.whole_files import write_atomically
from jamfold.solver.archive import save_solution
from jamfold.solver.exact import solve_exact
from jamfold.solver.stakes import chip_payoffs
from jamfold.views.figures import write_figure
from tests.solver.test_solver_naive import one_card_poker


def started(*words: str, redirection: str = "") -> subprocess.CompletedProcess[str]:
    """Python in a process of its own, its streams redirected as a shell does it."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = ["sh", "-c", f'exec "$@" {redirection}', "sh", sys.executable, *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env)


# files


@contextmanager
def small_disk() -> Iterator[None]:
    """No file of this process may grow beyond 64 bytes, as if the disk were full then.

    Not around a whole test: the report of the tests may go into a file too.
    """
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def save_toy(path: Path) -> None:
    save_solution(solve_exact(one_card_poker(3), chip_payoffs(1.5, 0.5)), path, {})


@pytest.mark.parametrize(
    ("write", "error"),
    [
        (lambda path: write_atomically(path, "x" * 100), SolutionError),
        (lambda path: write_atomically(path, lambda stream: stream.write(bytes(100))), SolutionError),
        (lambda path: write_figure(Figure(), path), FigureError),
        (save_toy, SolutionError),
    ],
    ids=["text", "function", "figure", "solution"],
)
def test_a_full_disk_leaves_what_was_there(
    tmp_path: Path, write: Callable[[Path], None], error: type[JamfoldError]
) -> None:
    path = tmp_path / "kept.svg"
    path.write_text("of yesterday")
    with small_disk(), pytest.raises(error, match=r"^Cannot write '.*kept.svg': File too large\.$"):
        write(path)
    assert path.read_text() == "of yesterday"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_is_replaced_with_its_permissions_and_links(tmp_path: Path) -> None:
    path, link = tmp_path / "kept", tmp_path / "link"
    path.write_text("of yesterday")
    path.chmod(0o640)
    link.symlink_to("kept")
    write_atomically(link, "of today: ♠")
    assert path.read_text(encoding="utf-8") == "of today: ♠"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert link.is_symlink()
    longest = tmp_path / ("x" * 255)
    write_atomically(longest, b"\0")
    assert longest.read_bytes() == b"\0"
    assert len(list(tmp_path.iterdir())) == 3


def test_a_new_file_is_as_open_lets_it_be(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_atomically(tmp_path / "new", "")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_pipes_and_devices_are_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[str] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_text()))
    reader.start()
    write_atomically(pipe, "through")
    reader.join()
    assert heard == ["through"]
    write_atomically(Path("/dev/null"), "away")
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    with pytest.raises(SolutionError, match="No space left"):
        write_atomically(Path("/dev/full"), "away")


# streams


LIST = ("-m", "jamfold", "videopoker", "list")
BAD = ("-m", "jamfold", "videopoker", "show", "no such table")


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "redirection", "code", "err"),
    [
        (LIST, ">&-", 1, ""),
        (LIST, ">&- 2>&- <&-", 1, ""),
        (LIST, "2>&-", 0, ""),
        (LIST, ">/dev/full", 1, "The output cannot be written: No space left on device.\n"),
        (LIST, ">/dev/full 2>/dev/full", 1, ""),
        (BAD, "2>&-", 2, ""),
        (BAD, "2>/dev/full", 2, ""),
    ],
)
def test_closed_and_full_streams(words: tuple[str, ...], redirection: str, code: int, err: str) -> None:
    done = started(*words, redirection=redirection)
    assert (done.returncode, done.stderr) == (code, err)


def test_a_file_does_not_take_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    target = tmp_path / "own"
    program = """
import os, sys
from jamfold.cli.boundary import mend_streams
mend_streams()
with open(sys.argv[1], "w") as file:
    os.write(2, b"away")
    sys.stderr.write("away")
    file.write(f"{file.fileno() > 2}{sys.stdin.read()}")
"""
    assert started("-c", program, str(target), redirection="<&- >&- 2>&-").returncode == 0
    assert target.read_text() == "True"


def test_names_that_an_output_cannot_write(tmp_path: Path) -> None:
    table = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.toml"))
    text = load_pay_table("Jacks or Better 9/6").toml
    table.write_text(text[text.index("[pays]") :])
    done = started("-m", "jamfold", "videopoker", "show", str(table), redirection="2>&1")
    assert done.returncode == 0, done.stdout
    assert done.stdout.startswith("?: 52 cards")


@pytest.mark.parametrize(("chosen", "encoding"), [("", "utf-8"), ("cp1252", "cp1252")])
def test_a_pipe_on_windows_takes_all_signs(
    monkeypatch: pytest.MonkeyPatch, chosen: str, encoding: str
) -> None:
    piped = io.TextIOWrapper(io.BytesIO(), encoding="cp1252")
    monkeypatch.setattr(sys, "stdout", piped)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    monkeypatch.setattr(boundary, "_WINDOWS", True)
    monkeypatch.setenv("PYTHONIOENCODING", chosen)
    boundary.mend_streams()
    assert (piped.encoding, piped.errors) == (encoding, "plainly")


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (
            PermissionError(errno.EACCES, "Permission denied", "x"),
            2,
            "The system refuses 'x': Permission denied.",
        ),
        (OSError("odd"), 2, "The system refuses: odd."),
        (OSError(errno.ENOSPC, "No space", "x"), 2, "The system refuses 'x': No space."),
        (MemoryError(), 2, "There is not enough memory for this."),
        (KeyboardInterrupt(), 130, "Interrupted."),
    ],
)
def test_failures_are_sentences(
    capsys: pytest.CaptureFixture[str], error: BaseException, code: int, sentence: str
) -> None:
    def fail() -> None:
        raise error

    assert exit_code_of(fail) == code
    assert capsys.readouterr().err == f"{sentence}\n"


# Ctrl-C

AT_IMPORT = """
import os, signal, sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
sys.argv = ["jamfold", "videopoker", "hold", "As Ks Qs Js Ts"]
from jamfold.__main__ import main
sys.exit(main())
"""


@pytest.mark.usefixtures("interrupts")
@pytest.mark.parametrize(
    ("module", "err"),
    [
        ("typer", ""),
        ("jamfold.cli.commands", ""),
        ("jamfold.cli.practice", "Interrupted.\n"),
        ("numba", "Interrupted.\n"),
    ],
)
def test_ctrl_c_while_modules_load(module: str, err: str) -> None:
    done = started("-c", AT_IMPORT.format(module=module))
    assert (done.returncode, done.stdout, done.stderr) == (130, "", err)


@pytest.mark.usefixtures("interrupts")
def test_ctrl_c_where_no_exception_can_leave() -> None:
    program = """
import os, signal, sys, time
from jamfold.cli import main as module
class Deaf:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0)
def work(**_):
    Deaf()
    for _ in range(1000):
        time.sleep(0.01)
module.app = work
from jamfold.__main__ import main
sys.exit(main())
"""
    done = started("-c", program)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "Interrupted.\n")


def test_ctrl_c_stays_ignored_where_it_was() -> None:
    program = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
import jamfold.__main__
sys.argv = ["jamfold", "--version"]
code = jamfold.__main__.main()
os.kill(os.getpid(), signal.SIGINT)
sys.exit(code)
"""
    done = started("-c", program)
    assert (done.returncode, done.stderr) == (0, "")

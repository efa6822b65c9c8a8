"""Machine code on disk: never stale, and never a reason not to run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import jamfold.compiled as module
from jamfold.compiled import PACKAGE, source_key

CONSTANTS = "FACTOR = {}\n"
BETWEEN = "from jamfold import (\n    constants,\n)\n\nFACTOR = constants.FACTOR\n"
KERNELS = """
from jamfold.between import FACTOR
from jamfold.compiled import kernel

@kernel
def times(x):
    return FACTOR * x
"""
RUN = "from jamfold.kernels import times; print(times(2), times.stats.cache_hits[times.signatures[0]])"


class Copy:
    """A small package of the same name, in whose files a kernel sees a constant of a constant."""

    def __init__(self, folder: Path) -> None:
        self.package, self.folder = folder / "site" / "jamfold", folder
        (self.package / "kept").mkdir(parents=True)
        for name in ("compiled.py", "kept/folder.py"):
            shutil.copy(PACKAGE / name, self.package / name)
        for name, text in (("__init__", ""), ("between", BETWEEN), ("kernels", KERNELS)):
            (self.package / f"{name}.py").write_text(text)
        self.set_factor(3)

    def set_factor(self, factor: int) -> None:
        (self.package / "constants.py").write_text(CONSTANTS.format(factor))

    def forbid_folders(self) -> None:
        """Put a file in the way of the package's folder and of the user's."""
        shutil.rmtree(self.package / "__pycache__", ignore_errors=True)
        (self.package / "__pycache__").write_text("")
        (self.folder / "file").write_text("")

    def run(self, before: str = "", **variables: str) -> tuple[str, str]:
        """What the kernel gives for 2, and whether it was on disk; and what is said on stderr."""
        env = {name: value for name, value in os.environ.items() if name[:4] not in ("NUMB", "JAMF", "XDG_")}
        env |= {
            "HOME": str(self.folder / "file" / "home"),
            "PYTHONPATH": str(self.package.parent),
        } | variables
        words = [sys.executable, "-B", "-c", before + RUN]
        done = subprocess.run(words, capture_output=True, text=True, check=False, env=env | variables)
        return done.stdout.strip(), done.stderr


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


def test_an_edit_in_another_file_is_seen(copy: Copy) -> None:
    assert copy.run() == ("6 0", "")
    copy.set_factor(5)
    assert copy.run() == ("10 0", "")
    for path in copy.package.rglob("*.nb[ic]"):
        path.write_bytes(path.read_bytes()[:50])
    assert copy.run() == ("10 0", "")


def test_no_folder_of_the_user_can_be_written(copy: Copy) -> None:
    copy.forbid_folders()
    data = copy.folder / "data"
    assert copy.run(JAMFOLD_DATA=str(data)) == ("6 0", "")
    assert copy.run(JAMFOLD_DATA=str(data)) == ("6 1", "")
    assert (data / "kernels" / "kernels").is_dir()


def test_no_folder_at_all_can_be_written(copy: Copy) -> None:
    copy.forbid_folders()
    value, said = copy.run()
    assert value == "6 0"
    assert said == (
        "No folder can be written for compiled code, so every run compiles it anew: "
        "set JAMFOLD_DATA to a folder that can.\n"
    )


def test_the_disk_is_full_when_code_is_kept(copy: Copy) -> None:
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))\n"
    value, said = copy.run(limit)
    assert value == "6 0"
    assert said.startswith("Compiled code cannot be kept in ")
    assert said.endswith(": File too large.\n")
    assert said.count("\n") == 1


def test_a_key_changes_with_what_is_imported_and_nothing_else(tmp_path: Path) -> None:
    copy = Copy(tmp_path)

    def key() -> str:
        module._imports.cache_clear()
        module._source.cache_clear()
        return source_key(copy.package / "kernels.py", copy.package)

    keys = [key()]
    (copy.package / "other.py").write_text("FACTOR = 1\n")
    assert key() == keys[0]
    for name in ("constants", "between", "kernels", "kept/folder"):
        path = copy.package / f"{name}.py"
        path.write_text(path.read_text() + "# edited\n")
        keys.append(key())
    assert len(set(keys)) == 5


def test_the_newest_folders_are_left(tmp_path: Path) -> None:
    for k in range(6):
        (tmp_path / str(k)).mkdir()
        (tmp_path / str(k) / "code").write_text("")
        os.utime(tmp_path / str(k), (time.time() - k, time.time() - k))
    module._remove_old(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0", "1", "2"]
    module._remove_old(tmp_path / "missing")


def test_code_of_somebody_else_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = module._place.__wrapped__
    monkeypatch.setattr(module, "_places", lambda: iter([tmp_path / "theirs", tmp_path / "own"]))
    assert place() == tmp_path / "theirs"
    if os.geteuid() == 0:
        os.chown(tmp_path / "theirs", 12345, -1)
        assert place() == tmp_path / "own"

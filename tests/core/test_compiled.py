"""Machine code on disk: never stale, and never a reason not to run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import jamfold.core.kernel_cache as module
from jamfold.class_tables.factored import cluster
from jamfold.class_tables.factored.cluster import PACKAGE, source_key
from jamfold.core.jit import kernel, parallel_kernel, prange

CONSTANTS = "FACTOR = {}\n"
BETWEEN = "from jamfold import (\n    constants,\n)\n\nFACTOR = constants.FACTOR\n"
KERNELS = """
from jamfold.between import FACTOR
from jamfold.core.jit import kernel

@kernel
def times(x):
    return FACTOR * x
"""
RUN = "from jamfold.kernels import times; print(times(2), times.stats.cache_hits[times.signatures[0]])"

# Everything that a kernel may take from elsewhere: `gain` sees a constant, an array, a function of
# another file, that function's constant, a constant in a module, and the fields of a tuple.
WORDS = """
class TooFew(Exception):
    \"\"\"Fewer than there must be.\"\"\"

def refuse():
    raise TooFew("There are too few.")
"""
NUMBERS = """
from jamfold.words import refuse

STEP = 2
BASE = 10
OTHER = 1
"""
TUPLES = """
from typing import NamedTuple

class Pair(NamedTuple):
    low: int
    high: int
"""
HELPERS = """
from jamfold import numbers_
from jamfold.core.jit import kernel

@kernel
def step(x):
    return x + numbers_.STEP

@kernel
def other(x):
    return x + numbers_.OTHER
"""
GAINS = """
import numpy as np

from jamfold import helpers
from jamfold.core.jit import kernel
from jamfold.helpers import step
from jamfold.numbers_ import BASE
from jamfold.tuples import Pair
from jamfold.words import refuse

WEIGHTS = np.array([1, BASE])

@kernel
def gain(pair):
    \"\"\"Weigh a step.\"\"\"
    return WEIGHTS[1] * step(pair.high) - pair.low

@kernel
def plain(x):
    return helpers.other(x)

def check(x):
    if x < 0:
        refuse()
"""
GAIN = """
from jamfold.gains import Pair, gain, plain, step
from jamfold.helpers import other
print(gain(Pair(high=3, low=1)), plain(1), *(
    name for name, one in (("gain", gain), ("step", step), ("plain", plain), ("other", other))
    if sum(one.stats.cache_misses.values())
))
"""


class Copy:
    """A small package of the same name, in whose files a kernel sees a constant of a constant."""

    def __init__(self, folder: Path) -> None:
        self.package, self.folder = folder / "site" / "jamfold", folder
        (self.package / "core" / "storage").mkdir(parents=True)
        for name in (
            "core/jit.py",
            "core/kernel_cache.py",
            "core/numba_private.py",
            "core/storage/folder.py",
        ):
            shutil.copy(PACKAGE / name, self.package / name)
        for name, text in (
            ("__init__", ""), ("between", BETWEEN), ("kernels", KERNELS),
            ("words", WORDS), ("numbers_", NUMBERS), ("tuples", TUPLES), ("helpers", HELPERS),
            ("gains", GAINS),
        ):  # fmt: skip
            (self.package / f"{name}.py").write_text(text)
        self.set_factor(3)

    def set_factor(self, factor: int) -> None:
        (self.package / "constants.py").write_text(CONSTANTS.format(factor))

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.package / f"{name}.py"
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    def forbid_folders(self) -> None:
        """Put a file in the way of the package's folder and of the user's."""
        shutil.rmtree(self.package / "__pycache__", ignore_errors=True)
        (self.package / "__pycache__").write_text("")
        (self.folder / "file").write_text("")

    def run(self, before: str = "", program: str = RUN, **variables: str) -> tuple[str, str]:
        """What the kernel gives for 2, and whether it was on disk; and what is said on stderr."""
        env = {name: value for name, value in os.environ.items() if name[:4] not in ("NUMB", "JAMF", "XDG_")}
        env |= {
            "HOME": str(self.folder / "file" / "home"),
            "PYTHONPATH": str(self.package.parent),
        } | variables
        words = [sys.executable, "-B", "-c", before + program]
        done = subprocess.run(words, capture_output=True, text=True, check=False, env=env | variables)
        return done.stdout.strip(), done.stderr

    def gain(self) -> str:
        """What two kernels give, and which kernels were compiled for it."""
        out, err = self.run(program=GAIN)
        assert err == ""
        return out


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


@pytest.mark.long
def test_an_edit_in_another_file_is_seen(copy: Copy) -> None:
    assert copy.run() == ("6 0", "")
    copy.set_factor(5)
    assert copy.run() == ("10 0", "")
    for path in copy.package.rglob("*.nb[ic]"):
        path.write_bytes(path.read_bytes()[:50])
    assert copy.run() == ("10 0", "")

    assert copy.run() == ("10 1", "")  # a damaged file has been replaced


@pytest.mark.long
def test_words_comments_and_lines_recompile_nothing(copy: Copy) -> None:
    assert copy.gain() == "49 2 gain step plain other"
    assert copy.gain() == "49 2"
    copy.edit("words", "too few.", "not enough.")
    copy.edit("words", "Fewer than there must be.", "Fewer.")
    copy.edit("gains", "Weigh a step.", "Weigh one step.")
    copy.edit("gains", "import numpy as np", "# Above, a line.\nimport numpy as np")
    copy.edit("gains", "return helpers", "# Inside, a line.\n    return helpers")
    copy.edit("gains", "if x < 0", "if x < 1")
    copy.edit("numbers_", "STEP = 2", "UNUSED = 3\nSTEP = 2")
    assert copy.gain() == "49 2"


@pytest.mark.long
def test_an_edit_recompiles_those_that_see_it(copy: Copy) -> None:
    assert copy.gain() == "49 2 gain step plain other"
    for name, old, new, says in (
        ("numbers_", "STEP = 2", "STEP = 4", "69 2 gain step"),
        ("numbers_", "BASE = 10", "BASE = 1", "6 2 gain"),
        ("numbers_", "OTHER = 1", "OTHER = 2", "6 3 plain other"),
        ("numbers_", "OTHER = 2", "OTHER = 2.0", "6 3.0 plain other"),
        ("helpers", "def other(x)", "def other(x, y=2)", "6 3.0 plain other"),
        ("tuples", "    low: int\n    high: int", "    high: int\n    low: int", "6 3.0 gain"),
        ("gains", "- pair.low", "+ pair.low", "8 3.0 gain"),
        ("helpers", "return x + numbers_.STEP", "return x - numbers_.STEP", "0 3.0 gain step"),
    ):
        copy.edit(name, old, new)
        assert copy.gain() == says
    copy.edit("helpers", "return x - numbers_.STEP", "return x + numbers_.STEP")
    assert copy.gain() == "8 3.0"  # the version before is still there


@pytest.mark.long
def test_a_class_that_moves_leaves_code_that_is_replaced(copy: Copy) -> None:
    copy.gain()
    (copy.package / "tuples.py").rename(copy.package / "pairs.py")
    copy.edit("gains", "jamfold.tuples", "jamfold.pairs")
    assert copy.gain() == "49 2 gain"
    assert copy.gain() == "49 2"


@pytest.mark.long
def test_no_folder_of_the_user_can_be_written(copy: Copy) -> None:
    copy.forbid_folders()
    data = copy.folder / "data"
    assert copy.run(JAMFOLD_DATA=str(data)) == ("6 0", "")
    assert copy.run(JAMFOLD_DATA=str(data)) == ("6 1", "")
    assert (data / "kernels" / "kernels" / "times").is_dir()


def test_no_folder_at_all_can_be_written(copy: Copy) -> None:
    copy.forbid_folders()
    value, said = copy.run()
    assert value == "6 0"
    assert said == (
        "No folder for compiled code is writable, so every run compiles it again. Set JAMFOLD_DATA to a "
        "writable folder.\n"
    )


def test_private_parts_of_numba_have_moved(copy: Copy) -> None:
    moved = "import sys; sys.modules['jamfold.core.numba_private'] = None\n"
    value, said = copy.run(moved)
    assert value == "6 0"
    assert re.fullmatch(
        r"Numba [\d.]+ stores compiled code in a new way, so every run compiles it again\.\n", said
    )
    assert not [*copy.folder.rglob("*.nb[ic]")]


def test_the_disk_is_full_when_code_is_kept(copy: Copy) -> None:
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))\n"
    value, said = copy.run(limit)
    assert value == "6 0"
    assert said.startswith("Compiled code cannot be saved in ")
    assert said.endswith(": File too large.\n")
    assert said.count("\n") == 1


def test_a_key_changes_with_what_is_imported_and_nothing_else(tmp_path: Path) -> None:
    copy = Copy(tmp_path)

    def key() -> str:
        cluster._imports.cache_clear()
        cluster._source.cache_clear()
        return source_key(copy.package / "kernels.py", copy.package)

    keys = [key()]
    (copy.package / "other.py").write_text("FACTOR = 1\n")
    assert key() == keys[0]
    for name in ("constants", "between", "kernels", "core/jit"):
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
    monkeypatch.setattr(module, "kernel_folders", lambda: iter([tmp_path / "theirs", tmp_path / "own"]))
    assert place() == tmp_path / "theirs"
    if os.geteuid() == 0:
        os.chown(tmp_path / "theirs", 12345, -1)
        assert place() == tmp_path / "own"


def test_private_parts_of_libraries_have_one_module_each() -> None:
    private = re.compile(
        r"\bnumba\.core\b|\b(?:numba|scipy|numpy|np)(?:\.\w+)*\._[a-z]|\bn(?:um)?py?\.core\b"
    )
    users = {path.name for path in PACKAGE.rglob("*.py") if private.search(path.read_text("utf-8"))}
    assert users == {"numba_private.py", "linear_programs.py"}


@kernel
def _twice(x: int) -> int:
    return 2 * x


@kernel
def _countdown(x: int) -> int:
    return 0 if x == 0 else 1 + _countdown(x - 1)


@kernel
def _applied(function: Callable[[int], int], x: int) -> int:
    return function(x)


@parallel_kernel
def _sum(n: int) -> int:
    total = 0
    for k in prange(n):
        total += _twice(k)
    return total


@pytest.mark.long
@pytest.mark.parametrize("compiled", [True, False])
def test_kernels_in_kernels(compiled: bool) -> None:
    program = (
        "from tests.core.test_compiled import _applied, _countdown, _sum, _twice; import pickle\n"
        "print(_applied(_twice, 3), _countdown(5), _sum(4), pickle.loads(pickle.dumps(_twice)) is _twice)"
    )
    env = os.environ | {"NUMBA_DISABLE_JIT": str(int(not compiled)), "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, env=env
    )
    assert (done.stdout, done.stderr) == ("6 5 12 True\n", "")


def test_numba_waits_for_the_first_call() -> None:
    program = "import jamfold.solver.payoffs, sys; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"

"""The bytes of an answer are the same on one core, on two, and alongside other work."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from jamfold.core.parallel import cores
from jamfold.core.storage.folder import data_folder

_THREADS = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_COMMANDS = {
    "table": "--game six-plus --seats 5 --stack 4bb --ante 0.1bb --seconds 0.2",
    "chart": "--game six-plus --seats 4 --from 4 --to 4.5 --step 0.5 --ante 0.1bb",
}


def answer(command: str, folder: Path, threads: int) -> str:
    """Return the JSON of a command on so many cores, without times."""
    folder.mkdir()
    (folder / "tables").symlink_to(data_folder() / "tables")
    allowed = sorted(os.sched_getaffinity(0))[:threads]

    def confine() -> None:
        os.sched_setaffinity(0, allowed)

    settings = {name: str(threads) for name in _THREADS} | {"JAMFOLD_DATA": str(folder)}
    found = subprocess.run(
        [sys.executable, "-m", "jamfold", command, *_COMMANDS[command].split(), "--json"],
        env=os.environ | settings,
        preexec_fn=confine,
        capture_output=True,
        text=True,
        check=True,
    )
    return re.sub(r'"seconds": [0-9.e-]+', '"seconds": 0', found.stdout)


@contextmanager
def other_work() -> Iterator[None]:
    """Keep all cores busy."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(cores())]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="cores cannot be chosen")
@pytest.mark.parametrize("command", _COMMANDS)
def test_cores_and_other_work_change_no_byte(command: str, tmp_path: Path) -> None:
    one = answer(command, tmp_path / "one", 1)
    two = answer(command, tmp_path / "two", 2)
    with other_work():
        busy = answer(command, tmp_path / "busy", 2)
    assert len(one) > 5_000
    assert one == two == busy

"""A run of tests ends, and tells of every test, when one of them kills its worker."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONFTEST = """
def pytest_xdist_make_scheduler(config, log):
    from tests.side_by_side import FileScheduling

    config.option.loadscopereorder = False
    return FileScheduling(config, log)
"""
FILE = """
import os
import time
import pytest

@pytest.mark.parametrize("k", range(4))
def test_it(k):
    time.sleep(0.02)
    if k == {dies}:
        os._exit(3)
"""


@pytest.mark.long
@pytest.mark.parametrize("dies", [(0, 3), (3, 0), (5, 3), (5, 1)], ids=str)
def test_a_worker_that_dies_costs_one_test(dies: tuple[int, int], tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    for number in range(6):
        text = FILE.format(dies=dies[1] if number == dies[0] else -1)
        (tmp_path / f"test_file_{number}.py").write_text(text)
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", str(tmp_path)],
        cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert run.returncode == 1
    assert "1 failed, 23 passed" in run.stdout

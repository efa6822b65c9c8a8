"""Settings of all tests: no deadline around compiled code, and never the user's own tables.

The quick tests see an empty data folder.  `tests/full` needs the Omaha tables,
runs only when it is named (`make test-full`), and takes them from the user's
folder or $JAMFOLD_DATA, so that they are built once.
"""

from __future__ import annotations

import gc
import os
import tempfile
from collections import Counter
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.counted_clock import count_looks
from tests.interrupts import heard
from tests.memories import forget_everything
from tests.shared_tables import share_tables
from tests.unit import SLOW_FIXTURES, guard_processes_and_builds, leave_out_slow_tests
from tools.affected import affected, changed_files

ROOT = Path(__file__).parents[1]
FULL = ROOT / "tests" / "full"
_MINUTES = {"test_documents_long.py", "test_proofs.py", "test_videopoker_all_deals.py"}
"""Files that take minutes begin early: at the end one worker would wait for the other."""
_FOLDER = pytest.StashKey[tempfile.TemporaryDirectory[str]]()

settings.register_profile("jamfold", deadline=None)
settings.load_profile("jamfold")


def _full_is_named(config: pytest.Config) -> bool:
    """Whether the command line names tests/full or something inside it."""
    named = (Path(config.invocation_params.dir, arg.split("::")[0]).resolve() for arg in config.args)
    return any(path == FULL or FULL in path.parents for path in named)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--unit`, of which `tests/unit.py` tells, and `--since`, of `tools/affected.py`."""
    parser.addoption("--unit", action="store_true", help="no browser, no process, no table of a real game")
    parser.addoption("--since", metavar="REV", help="only files that changes since REV can reach")


def pytest_configure(config: pytest.Config) -> None:
    """Point the program at an empty data folder, unless tests/full is asked for; workers share one."""
    if not _full_is_named(config) and not hasattr(config, "workerinput"):
        folder = tempfile.TemporaryDirectory(prefix="jamfold-test-")
        config.stash[_FOLDER] = folder
        os.environ["JAMFOLD_DATA"] = folder.name
    if config.option.unit:
        settings.load_profile("unit")
        guard_processes_and_builds()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark browser tests; leave out what `--unit` does; side by side, begin with the files that wait most."""
    for item in items:
        if "browser" in _fixtures(item) and not item.get_closest_marker("smoke"):
            item.add_marker("long")
    if config.option.unit:
        leave_out_slow_tests(config, items)
    if hasattr(config, "workerinput"):
        served = Counter(item.path for item in items for name in SLOW_FIXTURES if name in _fixtures(item))
        items.sort(key=lambda item: (-served[item.path], item.path.name not in _MINUTES, item.path.parts))


def _fixtures(item: pytest.Item) -> list[str]:
    return getattr(item, "fixturenames", [])


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays: nobody looks for unused objects in it, neither now nor while tests run."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collect_directory(parent: pytest.Collector) -> Generator[None, Any, Any]:
    """Side by side, every other worker begins at the end: in a new checkout each compiles half the tests."""
    folder = yield
    worker = getattr(parent.config, "workerinput", {}).get("workerid", "gw0")
    if folder is not None and int(worker.removeprefix("gw")) % 2:
        collect = folder.collect
        folder.collect = lambda: reversed([*collect()])
    return folder


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove that folder."""
    if _FOLDER in config.stash:
        config.stash[_FOLDER].cleanup()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave tests/full out when the whole of tests/ is run, and what no change reaches."""
    if collection_path == FULL and not _full_is_named(config):
        return True
    if config.option.since and collection_path.name.startswith("test_"):
        return collection_path not in _affected(config.option.since) or None
    return None


@cache
def _affected(since: str) -> set[Path]:
    return {ROOT / path for path in affected(ROOT, changed_files(ROOT, since))}


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """That no change reaches a test is not an error."""
    if session.config.option.since and exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
        session.exitstatus = pytest.ExitCode.OK


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Side by side (`-n`): a file stays with one worker, and files begin in the order of the items."""
    from tests.side_by_side import FileScheduling

    config.option.loadscopereorder = False
    return FileScheduling(config, log)


@pytest.fixture
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder of the test's own."""
    monkeypatch.setenv("JAMFOLD_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def shared_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own, but with the tables of the whole run."""
    folder = share_tables(tmp_path)
    monkeypatch.setenv("JAMFOLD_DATA", str(folder))
    return folder


@pytest.fixture
def counted_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is sampled for so many seconds has always the same deals: 95% hold always or never."""
    count_looks(monkeypatch)


@pytest.fixture
def interrupts() -> Iterator[None]:
    """Ctrl-C reaches the test and what it starts, whatever the shell said."""
    with heard():
        yield


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """Spots that other tests have solved, perhaps on made-up tables, are solved anew."""
    forget_everything()

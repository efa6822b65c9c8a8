"""Settings of all tests: no deadline around compiled code, and never the user's own tables.

The quick tests see an empty data folder.  `tests/full` needs the Omaha tables,
runs only when it is named (`make test-full`), and takes them from the user's
folder or $JAMFOLD_DATA, so that they are built once.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from jamfold.questions.memory import forget_everything

FULL = Path(__file__).parent / "full"
_FOLDER = pytest.StashKey[tempfile.TemporaryDirectory[str]]()

settings.register_profile("jamfold", deadline=None)
settings.load_profile("jamfold")


def _full_is_named(config: pytest.Config) -> bool:
    """Whether the command line names tests/full or something inside it."""
    named = (Path(config.invocation_params.dir, arg.split("::")[0]).resolve() for arg in config.args)
    return any(path == FULL or FULL in path.parents for path in named)


def pytest_configure(config: pytest.Config) -> None:
    """Point the program at an empty data folder, unless tests/full is asked for; workers share one."""
    if not _full_is_named(config) and not hasattr(config, "workerinput"):
        folder = tempfile.TemporaryDirectory(prefix="jamfold-test-")
        config.stash[_FOLDER] = folder
        os.environ["JAMFOLD_DATA"] = folder.name


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove that folder."""
    if _FOLDER in config.stash:
        config.stash[_FOLDER].cleanup()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave tests/full out when the whole of tests/ is run."""
    return True if collection_path == FULL and not _full_is_named(config) else None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Side by side (`-n`): a file stays with one worker, and so do all tests of the page."""
    from xdist.scheduler import LoadScopeScheduling

    class Together(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return "page" if nodeid.startswith("tests/web/") else nodeid.split("::", maxsplit=1)[0]

    return Together(config, log)


@pytest.fixture
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder of the test's own."""
    monkeypatch.setenv("JAMFOLD_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """Spots that other tests have solved, perhaps on made-up tables, are solved anew."""
    forget_everything()

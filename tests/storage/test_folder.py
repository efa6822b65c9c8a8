"""The data folder is its owner's alone, whatever the umask; also what an older version has left open."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from jamfold.class_tables.class_table import tables_folder
from jamfold.core.storage.folder import _OWN, data_folder, make_folder
from jamfold.histories.schema import DESIGN as HANDS
from jamfold.practice.training.log import DESIGN as TRAINING
from jamfold.spots.flop import CHARTS
from jamfold.spots.nplayer.search import RUNS
from jamfold.spots.tournaments.stored_tournaments import FUTURES
from jamfold.web.uploads import UPLOADS
from tests.histories.samples import FOLDER

pytestmark = pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")


@contextmanager
def everybody() -> Iterator[None]:
    """A umask that leaves everything to all accounts."""
    before = os.umask(0)
    try:
        yield
    finally:
        os.umask(before)


def rights(folder: Path) -> dict[str, int]:
    """The mode of a folder and of all in it, by name."""
    return {path.name: stat.S_IMODE(path.lstat().st_mode) for path in (folder, *folder.rglob("*"))}


def open_modes(folder: Path) -> list[str]:
    return [name for name, mode in rights(folder).items() if mode & 0o077]


def old_data(folder: Path) -> Path:
    """What an older version has left."""
    (folder / "tables" / "blocks").mkdir(parents=True)
    for name in (
        "histories.db",
        "histories.db-wal",
        "training-aside-1.db",
        "tables/a.npy",
        "tables/blocks/b.npy",
    ):
        (folder / name).write_bytes(b"")
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return folder


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "above" / "data"
    monkeypatch.setenv("JAMFOLD_DATA", str(place))
    return place


def test_what_the_program_keeps(folder: Path) -> None:
    """Databases with their logs, tables, locks, uploads, and all folders, by commands of their own."""
    script = (
        "import os, sys; os.umask(0); from jamfold.cli.main import main\n"
        f"main(['history', 'import', {str(FOLDER / 'ggpoker.txt')!r}])\n"
        "from jamfold.histories.store import HistoryStore; from jamfold.web.uploads import UPLOADS\n"
        "with HistoryStore() as store, store.writing() as base:\n"
        "    base.execute('CREATE TABLE more (n)')\n"
        "    UPLOADS.append(UPLOADS.token(), 'a.txt', b'text')\n"
        "    from jamfold.core.storage.checkpoints import find_checkpoint\n"
        "    from jamfold.core.storage.files import ArraySpec\n"
        "    from jamfold.spots.nplayer.search import RUNS; import numpy as np\n"
        "    item = RUNS.item('a', 'b', {}, dict.fromkeys(RUNS.arrays, ArraySpec('<f8', (1,))))\n"
        "    with find_checkpoint(item) as checkpoint:\n"
        "        checkpoint.save(dict.fromkeys(RUNS.arrays, np.zeros(1)))\n"
        "        import json; from pathlib import Path; from tests.storage.test_folder import rights\n"
        "        print(json.dumps(rights(Path(os.environ['JAMFOLD_DATA']))), file=sys.stderr)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    seen = json.loads(run.stderr.strip().splitlines()[-1])
    assert {"histories.db", "histories.db-wal", "histories.db-shm", "histories.lock", "a.txt"} <= seen.keys()
    assert len(seen) > 12
    assert [name for name, mode in seen.items() if mode & 0o077] == []
    assert open_modes(folder.parent) == []


def test_an_open_folder_is_closed(folder: Path) -> None:
    data_folder()  # there is none yet
    old_data(folder)
    link, shared = folder / "flops", folder.parent / "shared.npy"
    shared.write_bytes(b"")
    shared.chmod(0o644)
    link.symlink_to(folder.parent)
    other = folder.with_name("link")
    other.symlink_to(folder)
    os.environ["JAMFOLD_DATA"] = str(other / ".." / "link")  # another name: this is looked at once
    data_folder.__globals__["_close_own"].cache_clear()
    data_folder()
    assert [name for name in open_modes(folder) if name != "flops"] == []
    assert rights(folder)["histories.db-wal"] == 0o600
    assert stat.S_IMODE(shared.stat().st_mode) == 0o644  # links are not followed


def test_a_folder_with_other_things_keeps_its_rights(folder: Path) -> None:
    """JAMFOLD_DATA may name a home folder: nothing changes there but what is the program's own."""
    old_data(folder)
    for name in ("letter.txt", "histories"):
        (folder / name).write_text("mine")
        (folder / name).chmod(0o644)
    data_folder()
    assert sorted(open_modes(folder)) == ["data", "histories", "letter.txt"]
    assert rights(folder)["data"] == 0o755


def test_the_names_in_the_folder_are_known(folder: Path) -> None:
    """What the program keeps under another name would stay open."""
    places = [tables_folder(), UPLOADS._folder, *(kind.folder for kind in (CHARTS, RUNS, FUTURES))]
    names = [place.name for place in places] + [
        f"{design.file}{ending}" for design in (HANDS, TRAINING) for ending in ("", "-wal", "-shm", ".tmp")
    ]
    more = [
        "tournaments",
        "three-player",
        "flops",
        "kernels",
        "training.lock",
        "web-8477.html",
        "histories-aside-1.db",
    ]
    assert [name for name in names + more if not _OWN.fullmatch(name)] == []


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="another account needs root")
def test_another_account_reads_nothing(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = Path("/tmp") / tmp_path_factory.mktemp("data").name
    with everybody():
        make_folder(folder / "tables")
    try:
        (folder / "histories.db").write_bytes(b"hands")
        (folder / "histories.db").chmod(0o600)
        script = (
            "import os, sys; os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
            "for what in (os.listdir, lambda name: open(name + '/histories.db')):\n"
            "    try: what(sys.argv[1])\n"
            "    except PermissionError: print('refused')"
        )
        run = subprocess.run(
            [sys.executable, "-c", script, str(folder)], capture_output=True, text=True, check=False
        )
        assert run.stdout.split() == ["refused"] * 2, run.stderr
    finally:
        for path in (*folder.glob("*.db"), folder / "tables", folder):
            path.unlink() if path.is_file() else path.rmdir()

"""The keeper: written whole, recognised when damaged, left alone when it cannot be opened now."""

from __future__ import annotations

import errno
import logging
import os
import random
import shutil
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import filelock
import numpy as np
import pytest
from numpy.typing import NDArray

from jamfold.core.errors import TableError, UnavailableError, UnusableError, UnwritableError
from jamfold.core.storage import drafts, files
from jamfold.core.storage.checkpoints import BlockStore
from jamfold.core.storage.drafts import ArtifactWriter, load_or_build, write_item
from jamfold.core.storage.files import ArraySpec, whole_file
from jamfold.core.storage.items import Artifact
from jamfold.core.version import __version__
from tests.damage import damage, restore

GOOD: dict[str, NDArray[Any]] = {
    "values": np.arange(600, dtype=np.int32).reshape(30, 20),
    "sums": np.arange(30, dtype=np.int64) ** 3,
}


def toy_item(folder: Path) -> Artifact:
    return Artifact(
        folder=folder,
        name="toy",
        kind="toy",
        title="toy",
        serves="tests",
        identity={"game": "toy", "rules": {"cards": 2, "order": ["high", "low"]}},
        array_specs={"values": ArraySpec("<i4", (30, 20), mapped=True), "sums": ArraySpec("<i8", (30,))},
        build_hint="`make toys`",
        leftovers=("toy.work",),
        durable=False,
    )


@pytest.fixture
def item(tmp_path: Path) -> Artifact:
    made = toy_item(tmp_path / "kept")
    with made.locked():
        write_item(made, GOOD, 1.5)
    return made


def is_good(arrays: Any) -> bool:
    return all(np.array_equal(arrays[name], values) for name, values in GOOD.items())


def test_written_and_opened(item: Artifact) -> None:
    kept = item.verify()
    assert is_good(kept.arrays)
    assert isinstance(kept.arrays["values"], np.memmap)
    assert (kept.record.built_seconds, kept.record.program_version) == (1.5, __version__)
    assert sorted(path.name for path in item.folder.iterdir()) == [
        "toy.json", "toy.lock", "toy.npy", "toy.sums.npy",
    ]  # fmt: skip
    assert item.path.stat().st_size + item.array_path("sums").stat().st_size == item.total_bytes
    for name, values in GOOD.items():  # NumPy reads the files without us
        assert np.array_equal(np.load(item.array_path(name)), values)


@pytest.mark.parametrize(("dtype", "shape"), [("<i4", (16_432, 16_432)), ("<i8", (5,)), ("|u1", (2, 3, 4))])
def test_headers_are_those_of_numpy(dtype: str, shape: tuple[int, ...]) -> None:
    expected = BytesIO()
    np.lib.format.write_array_header_1_0(
        expected, {"descr": dtype, "fortran_order": False, "shape": shape}
    )  # fmt: skip
    assert ArraySpec(dtype, shape).header == expected.getvalue()


@pytest.mark.long
@pytest.mark.parametrize("name", ["toy.npy", "toy.sums.npy", "toy.json"])
def test_every_bit_of_header_and_record(item: Artifact, name: str) -> None:
    """Good use, or recognised; every bit of an array's header, one of each byte of the record."""
    path = item.folder / name
    good = path.read_bytes()
    if path.suffix == ".json":
        rng = random.Random(1)
        bits = [8 * place + rng.randrange(8) for place in range(len(good))]
    else:
        bits = list(range(8 * 128))
    for bit in bits:
        changed = bytearray(good)
        changed[bit // 8] ^= 1 << bit % 8
        path.write_bytes(changed)
        try:
            kept = item.verify()
        except UnusableError:
            continue
        assert path.suffix == ".json"
        assert is_good(kept.arrays)


def attack(folder: Path, seed: int, attempts: int) -> None:
    """Damage an item and blocks at random: good values or UnusableError, and then built anew."""
    rng = random.Random(seed)
    item, store = toy_item(folder / "now"), BlockStore(folder / "now" / "work", {"plan": 1}, _FORMS)
    with item.locked():
        write_item(item, GOOD)
    for number, form in _FORMS.items():
        store.write(number, _block(number, form))
    shutil.copytree(folder / "now", folder / "good")
    for _ in range(attempts):
        what = damage(rng, folder / "now")
        try:
            sums = item.open().arrays["sums"]
            assert np.array_equal(sums, GOOD["sums"]), what
            assert is_good(item.verify().arrays), what
        except UnusableError:
            item.remove()
            write_item(item, GOOD)
        intact = store.intact()
        for number, form in _FORMS.items():
            if number not in intact:
                store.write(number, _block(number, form))
            assert np.array_equal(store.read(number), _block(number, form)), what
        assert is_good(item.verify().arrays), what
        assert store.intact() == set(_FORMS), what
        restore(folder / "now", folder / "good")


_FORMS = {number: ArraySpec("<i4", (2, 5 + number), mapped=number < 2) for number in range(3)}


def _block(number: int, form: ArraySpec) -> Any:
    return np.full(form.shape, number + 7, dtype=form.dtype)


@pytest.mark.long
def test_damaged_files(tmp_path: Path) -> None:
    """1,000 of these are in tests/full."""
    attack(tmp_path, 1, 200)


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="this system does not tell what is mapped")
def test_a_damaged_block_is_mapped_no_more_when_it_is_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows deletes no file that is mapped."""
    store = BlockStore(tmp_path, {"plan": 1}, {0: _FORMS[0]})
    store.write(0, _block(0, _FORMS[0]))
    file = next(tmp_path.glob("*.npy"))
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.write_bytes(content)
    delete = Path.unlink

    def refusing(path: Path, missing_ok: bool = False) -> None:
        assert str(path) not in Path("/proc/self/maps").read_text()
        delete(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", refusing)
    assert store.intact() == set()
    assert not file.exists()


def test_records_without_figures_are_used(item: Artifact) -> None:
    good = item.record_path.read_text()
    for old, new in (
        ('"built_seconds": 1.5', '"built_seconds": "long"'),
        ('"built_seconds": 1.5', '"built_seconds": NaN'),
        ('"built_seconds"', '"else"'),
    ):
        item.record_path.write_text(good.replace(old, new))
        assert item.open().record.built_seconds is None


def refuse(monkeypatch: pytest.MonkeyPatch, path: Path, number: int) -> None:
    """The system refuses to open that file."""
    real = files.open_regular

    def opened(wanted: Path) -> Any:
        if wanted == path:
            raise OSError(number, os.strerror(number), str(path))
        return real(wanted)

    monkeypatch.setattr("jamfold.core.storage.items.open_regular", opened)


@pytest.mark.parametrize("number", [errno.ENOMEM, errno.EMFILE, errno.EACCES, errno.EIO])
@pytest.mark.parametrize("name", ["toy.json", "toy.npy", "toy.sums.npy"])
def test_what_cannot_be_opened_now_is_left_alone(
    item: Artifact, monkeypatch: pytest.MonkeyPatch, name: str, number: int
) -> None:
    refuse(monkeypatch, item.folder / name, number)
    for work in (
        item.open,
        item.verify,
        lambda: load_or_build(item, lambda: pytest.fail("built anew"), memory_bytes=0),
    ):
        with pytest.raises(UnavailableError, match=f"{name} cannot be opened now: {os.strerror(number)}"):
            work()
    monkeypatch.undo()
    assert is_good(item.verify().arrays)


def test_no_memory_to_map(item: Artifact, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_memory(*_: object, **__: object) -> None:
        raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))

    monkeypatch.setattr(np, "memmap", no_memory)
    with pytest.raises(UnavailableError, match="Cannot allocate memory"):
        item.open()


def test_a_block_that_cannot_be_opened_now_is_not_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = BlockStore(tmp_path / "work", {}, _FORMS)
    store.write(0, _block(0, _FORMS[0]))
    refuse(monkeypatch, tmp_path / "work" / "block-0000.npy", errno.EMFILE)
    with pytest.raises(UnavailableError):
        store.intact()
    assert (tmp_path / "work" / "block-0000.npy").exists()


def test_foreign_things_in_the_work_folder(tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.write_text("a file where the folder should be")
    store = BlockStore(work, {}, _FORMS)
    assert store.intact() == set()
    store.write(0, _block(0, _FORMS[0]))
    for name in ("block-0001.npy", "block-0002.json.tmp", "block-0099.npz"):
        (work / name).mkdir()
    (work / "notes.txt").write_text("mine")
    assert store.intact() == {0}
    for number, form in _FORMS.items():
        store.write(number, _block(number, form))
    assert store.intact() == set(_FORMS)
    assert store.remove()
    assert not work.exists()


@pytest.mark.parametrize("links", [True, False])
def test_a_build_cut_off_while_it_takes_blocks_over_loses_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    """After a kill a block has two names: the next build must not write through the other one."""
    if not links:
        monkeypatch.setattr(os, "link", lambda *_: (_ for _ in ()).throw(OSError(errno.EPERM, "no links")))
    form = ArraySpec("<i4", (5,), mapped=True)
    item = Artifact(tmp_path, "whole", "toy", "toy", "nothing", {}, {"first": form, "second": form})
    store = BlockStore(tmp_path / "work", {}, {0: form, 1: form})
    values = [np.arange(5, dtype=np.int32), np.arange(5, dtype=np.int32) * 7]
    for number in (0, 1):
        store.write(number, values[number])
    killed = ArtifactWriter(item).__enter__()
    store.hand_over(0, killed, "first")
    store.hand_over(1, killed, "second")
    with ArtifactWriter(item) as draft:
        assert store.intact() == {0, 1}
        for number, name in enumerate(item.array_specs):
            store.hand_over(number, draft, name)
        draft.publish()
    store.remove()
    assert all(
        np.array_equal(item.verify().arrays[name], values[k]) for k, name in enumerate(item.array_specs)
    )


def test_what_cannot_be_kept_is_given_and_said_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("")
    made = []

    def make() -> Any:
        made.append(1)
        return GOOD

    for _ in range(2):
        item = toy_item(tmp_path / "file" / "folder")
        assert is_good(load_or_build(item, make, memory_bytes=0).arrays)
    assert len(made) == 1
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "Cannot write to" in caplog.text
    assert "not saved" in caplog.text
    drafts._unkept.clear()


def test_a_disk_that_is_full_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(path: Path, **_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    monkeypatch.setattr("jamfold.core.storage.drafts.whole_file", full)
    item = toy_item(tmp_path)
    assert is_good(load_or_build(item, lambda: GOOD, memory_bytes=0).arrays)
    assert "No space left on device" in caplog.text
    assert not list(tmp_path.glob("*.tmp"))
    drafts._unkept.clear()
    monkeypatch.undo()
    assert is_good(load_or_build(item, lambda: GOOD, memory_bytes=0).arrays)
    assert is_good(item.verify().arrays)


def test_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Arrays, then their names, then the record and its name: each is on the disk before the next."""
    steps: list[str] = []
    sync, sync_folder, rename = files.sync, files.sync_folder, Path.replace

    def noted_sync(file: Any) -> None:
        steps.append(Path(file.name).name)
        sync(file)

    def noted_sync_folder(folder: Path) -> None:
        steps.append("folder")
        sync_folder(folder)

    def noted_rename(path: Path, target: Path) -> Path:
        steps.append(f"-> {target.name}")
        return rename(path, target)

    for module in ("files", "drafts"):
        monkeypatch.setattr(f"jamfold.core.storage.{module}.sync", noted_sync)
        monkeypatch.setattr(f"jamfold.core.storage.{module}.sync_folder", noted_sync_folder)
    monkeypatch.setattr(Path, "replace", noted_rename)
    item = replace(toy_item(tmp_path), durable=True)
    write_item(item, GOOD)
    arrays = ["toy.npy.tmp", "toy.sums.npy.tmp", "-> toy.npy", "-> toy.sums.npy", "folder"]
    assert steps == [*arrays, "toy.json.tmp", "-> toy.json", "folder"]
    steps.clear()
    write_item(item, GOOD)
    assert steps[:4] == ["toy.npy.tmp", "toy.sums.npy.tmp", "folder", "-> toy.npy"]  # no record meanwhile


def test_a_file_is_whole_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "export.csv"
    path.write_text("old")

    def write_half() -> None:
        with whole_file(path) as file:
            file.write(b"half of the new")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write_half()
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("export.csv", "old")]


def test_leftovers_go_when_nobody_builds(item: Artifact) -> None:
    leftovers = [item.folder / name for name in ("toy.npy.tmp", "toy.json.tmp")]

    def leave() -> None:
        for path in leftovers:
            path.write_text("half")
        (item.folder / "toy.work").mkdir(exist_ok=True)
        (item.folder / "toy.work" / "block-0000.npy").write_text("block")

    leave()
    with filelock.FileLock(item.folder / "toy.lock"):
        item.tidy(finished=True)
        assert all(path.exists() for path in leftovers)
    item.tidy(finished=False)
    assert not any(path.exists() for path in leftovers)
    assert (item.folder / "toy.work").is_dir()
    item.tidy(finished=True)
    assert not (item.folder / "toy.work").exists()
    leave()
    assert item.remove()
    assert [path.name for path in item.folder.iterdir()] == ["toy.lock"]
    assert not item.remove()


def test_reading_writes_nothing(item: Artifact, monkeypatch: pytest.MonkeyPatch) -> None:
    before = sorted(item.folder.iterdir())
    monkeypatch.setattr(filelock.FileLock, "acquire", lambda *_, **__: pytest.fail("locked"))
    item.open()
    item.tidy(finished=True)
    load_or_build(item, lambda: pytest.fail("made"), memory_bytes=0)
    assert sorted(item.folder.iterdir()) == before


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    item = toy_item(tmp_path / "file")
    with pytest.raises(UnusableError, match="There is no toy yet: `make toys` builds it"):
        item.open()
    with pytest.raises(UnwritableError, match="Cannot write to"), item.locked():
        pass


def test_waiting_for_a_lock_can_be_cancelled(item: Artifact) -> None:
    class CancelError(Exception):
        pass

    def cancel(stage: str, share: float) -> None:
        assert "waiting" in stage
        raise CancelError

    with filelock.FileLock(item.folder / "toy.lock"), pytest.raises(CancelError), item.locked(cancel):
        pass


def test_too_little_disk_or_memory_is_said_before_work(tmp_path: Path) -> None:
    with pytest.raises(UnwritableError, match="Not enough disk"):
        files.check_room(tmp_path, 10**18, 0)
    with pytest.raises(TableError, match="Not enough memory"):
        files.check_room(tmp_path, 0, 10**18)


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system tells it otherwise")
def test_peak_memory_is_that_of_this_process() -> None:
    """The system's own figure of a process begins with what its parent had."""
    asked = (
        "import subprocess, sys; held = bytearray(b'1') * 300_000_000; print(subprocess.check_output("
        "[sys.executable, '-c', 'from jamfold.core.storage.files import peak_memory_bytes as p; '"
        "'print(p())'],"
        "text=True))"
    )
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    assert 1_000_000 < int(told) < 200_000_000

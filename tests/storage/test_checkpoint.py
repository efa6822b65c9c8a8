"""What work goes on from: kept, renewed, forgotten; nothing where the disk or another process refuses."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from jamfold.core.storage.checkpoints import Checkpoint, find_checkpoint
from jamfold.core.storage.drafts import write_item
from jamfold.core.storage.files import ArraySpec
from jamfold.core.storage.items import Artifact

STATE = {"plays": np.arange(6.0).reshape(2, 3), "sweeps": np.array([4.0])}
FORMS = {"plays": ArraySpec("<f8", (2, 3)), "sweeps": ArraySpec("<f8", (1,))}


def made(folder: Path, name: str = "one") -> Artifact:
    """A thing whose making goes on from STATE."""
    return Artifact(
        folder,
        name,
        "thing",
        f"thing {name}",
        "tests",
        {"of": name},
        {"result": ArraySpec("<f8", (1,))},
        steering=FORMS,
    )


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.suffix != ".lock"}


def test_kept_and_gone_with_what_it_was_for(tmp_path: Path) -> None:
    thing = made(tmp_path)
    kept = Checkpoint(thing.checkpoint)
    assert kept.load() is None
    kept.save(STATE)
    found = kept.load()
    assert found is not None
    assert all((found[name] == array).all() and found[name].flags.writeable for name, array in STATE.items())
    assert names(tmp_path) == {"one.begun.json", "one.begun.npy", "one.begun.sweeps.npy"}
    write_item(thing, {"result": np.zeros(1)})
    thing.tidy(finished=True)
    assert names(tmp_path) == {"one.json", "one.npy"}
    kept.save(STATE)
    assert thing.remove()
    assert not names(tmp_path)


def test_of_another_thing_or_damaged_it_is_not_there(tmp_path: Path) -> None:
    kept = Checkpoint(made(tmp_path).checkpoint)
    kept.save(STATE)
    (tmp_path / "one.begun.json").rename(tmp_path / "two.begun.json")
    assert Checkpoint(made(tmp_path, "two").checkpoint).load() is None
    kept.save(STATE)
    path = tmp_path / "one.begun.sweeps.npy"
    path.write_bytes(path.read_bytes()[:-1])
    assert kept.load() is None
    kept.forget()
    assert "one.begun.npy" not in names(tmp_path)


def test_written_no_oftener_than_it_should(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter((0.0, 9.0, 10.0, 11.0, 20.0, 21.0))
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    kept = Checkpoint(made(tmp_path).checkpoint, period=10.0)
    for there in (False, True, False, True):
        kept.forget()
        kept.save(STATE)
        assert (kept.load() is not None) is there
    kept.forget()
    kept.save(STATE, at_once=True)
    assert kept.load() is not None


def test_alone_or_not_at_all(tmp_path: Path) -> None:
    item = made(tmp_path / "runs").checkpoint
    with find_checkpoint(item) as first, find_checkpoint(item) as second:
        assert first.is_kept
        assert not second.is_kept
        second.save(STATE)
        assert second.load() is first.load() is None
        second.forget()
    (tmp_path / "file").write_text("no folder")
    with find_checkpoint(made(tmp_path / "file").checkpoint) as nowhere:
        assert not nowhere.is_kept


def test_the_newest_stay(tmp_path: Path) -> None:
    for number in range(4):
        with find_checkpoint(made(tmp_path, f"n{number}").checkpoint, most=2) as kept:
            kept.save(STATE)
    assert sorted(path.name for path in tmp_path.glob("*.json")) == ["n2.begun.json", "n3.begun.json"]

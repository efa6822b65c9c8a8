"""Files that grow: what is new of them is read, and a half-written hand waits for its end."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from jamfold.histories.importer import ImportReport, import_histories
from jamfold.histories.reading import Work
from jamfold.histories.records import Problem
from jamfold.histories.schema import StoredHandRow, read_works
from jamfold.histories.sources import WatchedFiles
from jamfold.histories.store import HistoryStore
from jamfold.views.history_import import import_summary
from tests.histories.played import play
from tests.histories.rooms import WRITERS
from tests.histories.samples import FOLDER, synthetic

STARS = FOLDER / "synthetic" / "pokerstars.txt"


def imported(base: Path, path: Path) -> ImportReport:
    with HistoryStore(base) as store:
        return import_histories([path], store, processes=1)


def kept(base: Path) -> tuple[list[tuple[str, StoredHandRow]], list[Problem], list[int]]:
    with HistoryStore(base) as store:
        turns = store.base.execute("SELECT (SELECT count(*) FROM decision), (SELECT count(*) FROM seat_turn)")
        return list(store.hands()), list(store.problems()), list(turns.fetchone())


@pytest.mark.parametrize("path", synthetic(), ids=lambda path: path.name)
def test_a_file_read_as_it_grows_is_kept_as_if_it_had_been_whole(path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    file = tmp_path / path.name
    file.write_bytes(data)
    whole = imported(tmp_path / "whole.db", file)
    random = Random(path.name)
    for end in [*sorted(random.sample(range(len(data)), 12)), len(data)]:
        file.write_bytes(data[:end])
        grown = imported(tmp_path / "grown.db", file)
        assert imported(tmp_path / "grown.db", file).counts.hands == 0
    assert kept(tmp_path / "grown.db") == kept(tmp_path / "whole.db")
    assert sum(grown.counts[:2]) >= whole.counts.hands
    assert grown.counts[2:5] == (0, whole.counts.unreadable, 0)


@pytest.mark.parametrize("site", WRITERS)
def test_hands_of_any_room_are_kept_as_they_are_written(site: str, tmp_path: Path) -> None:
    """Line by line, with looks between; also where the file breaks off inside a line."""
    data = "\n\n\n".join(WRITERS[site](play(seed, cash=True)) for seed in range(5)).encode()
    file = tmp_path / "x.txt"
    file.write_bytes(data)
    whole = imported(tmp_path / "whole.db", file)
    assert (whole.counts.hands, whole.counts.unreadable) == (5, 0)
    random = Random(site)
    ends = [k + 1 for k, byte in enumerate(data) if byte == 10]
    looks = random.sample(ends, 18) + random.sample(range(len(data)), 6)
    for end in [*sorted(looks), len(data)]:
        file.write_bytes(data[:end])
        imported(tmp_path / "grown.db", file)
    assert kept(tmp_path / "grown.db") == kept(tmp_path / "whole.db")


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_only_what_is_new_is_read(ends: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = [f"{one}\n\n\n" for one in STARS.read_text(encoding="utf-8-sig").split("\n\n\n") if one.strip()][
        :9
    ]
    data = [one.replace("\n", ends).encode() for one in hands]
    read: list[int] = []

    def reading(works: list[Work], name: str) -> list[tuple[Any, ...]]:
        read.append(len(works))
        return read_works(works, name)

    monkeypatch.setattr("jamfold.histories.importer.read_works", reading)
    file, base = tmp_path / "x.txt", tmp_path / "h.db"
    file.write_bytes(b"".join(data[:5]) + data[5][:300])
    first = imported(base, file)
    assert (first.counts.hands, first.counts.unreadable, read) == (5, 1, [6])
    file.write_bytes(b"".join(data[:8]))
    second = imported(base, file)
    assert (second.counts.hands, second.counts.unreadable, read) == (3, 0, [6, 3])
    file.write_bytes(b"".join(data[:8]) + b"\n")
    assert (imported(base, file).counts.hands, read.pop()) == (0, 1)  # the last may have been half written
    assert [row.line for _, row in kept(base)[0]] == [
        1 + sum(one.count("\n") for one in hands[:k]) for k in range(8)
    ]
    file.write_bytes(b"\n" + b"".join(data))  # not the file it was
    imported(base, file)
    assert read == [6, 3, 9]


def test_a_file_is_given_out_when_it_has_changed_and_stands_still(tmp_path: Path) -> None:
    (tmp_path / "old.txt").write_bytes(b"1")
    watched = WatchedFiles([str(tmp_path)])
    assert watched.has() == [tmp_path / "old.txt"]
    assert watched.changed() == [tmp_path / "old.txt"]  # nobody has read it
    watched.done()
    assert watched.changed() == []
    (tmp_path / "new.txt").write_bytes(b"1")
    assert watched.changed() == []
    (tmp_path / "new.txt").write_bytes(b"12")
    assert watched.changed() == []
    assert watched.changed() == [tmp_path / "new.txt"]
    assert watched.changed() == [tmp_path / "new.txt"]  # the import failed
    watched.done()
    assert watched.changed() == []
    (tmp_path / "old.txt").write_bytes(b"12")
    (tmp_path / "new.txt").unlink()
    assert watched.changed() == []
    assert watched.changed() == [tmp_path / "old.txt"]


def test_a_file_that_changes_while_it_is_read_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "x.txt"
    file.write_bytes(b"1")
    watched = WatchedFiles([str(tmp_path)])
    watched.has()
    watched.done()
    file.write_bytes(b"12")
    assert (watched.changed(), watched.changed()) == ([], [file])
    file.write_bytes(b"123")  # behind what the import has seen
    watched.done()
    assert (watched.changed(), watched.changed()) == ([], [file])


@pytest.mark.parametrize("mark", ["utf-16", "utf-16-be"])
def test_a_half_written_file_of_two_bytes_a_letter_is_kept_as_if_it_had_been_whole(
    mark: str, tmp_path: Path
) -> None:
    """Also where it breaks off in the middle of a letter."""
    text = "\r\n".join(STARS.read_text(encoding="utf-8-sig").split("\n")[:200])
    data = ("\ufeff" if mark == "utf-16-be" else "").encode(mark) + text.encode(mark)
    file = tmp_path / "x.txt"
    file.write_bytes(data)
    imported(tmp_path / "whole.db", file)
    for end in (1, 2, 3, 801, 1602, 3003, 5001, 9999, len(data) - 1, len(data)):
        file.write_bytes(data[:end])
        imported(tmp_path / "grown.db", file)
        assert imported(tmp_path / "grown.db", file).counts.hands == 0
    assert kept(tmp_path / "grown.db") == kept(tmp_path / "whole.db")
    assert len(kept(tmp_path / "whole.db")[0]) > 3


_WATCH = """
import sys
from pathlib import Path
from jamfold.histories import sources
from jamfold.histories.importer import import_histories
from jamfold.histories.store import HistoryStore
sources.PAUSE = 0.05
looks = sources.changes([sys.argv[2]])
print("begun", flush=True)
for files in looks:
    with HistoryStore(Path(sys.argv[1]), lambda *_: None) as store:
        import_histories(files, store, processes=1)
    if Path(sys.argv[2], "end.txt") in files:  # written after all others, so they stand still too
        break
"""


@pytest.mark.long
def test_two_watches_at_once_one_of_them_killed_keep_every_hand_once(tmp_path: Path) -> None:
    hands = [f"{one}\n\n\n" for one in STARS.read_text(encoding="utf-8-sig").split("\n\n\n") if one.strip()]
    folder, base = tmp_path / "mine", tmp_path / "h.db"
    folder.mkdir()
    command = [sys.executable, "-c", _WATCH, str(base), str(folder)]
    source = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}

    def begin() -> subprocess.Popen[str]:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, env=source, text=True)
        assert process.stdout is not None
        process.stdout.readline()
        return process

    watches = [begin(), begin()]
    try:
        for k, hand in enumerate(hands):
            with (folder / f"{k % 3}.txt").open("a", encoding="utf-8") as stream:
                stream.write(hand[:300])
                stream.flush()
                time.sleep(0.05)
                stream.write(hand[300:])
            if k == len(hands) // 2:
                watches[0].kill()
                watches[0].wait()
                watches[0] = begin()  # goes on where it was
        (folder / "end.txt").touch()
        for watch in watches:
            assert watch.wait(60) == 0
    finally:
        for watch in watches:
            watch.kill()
            watch.communicate()
    with HistoryStore(tmp_path / "whole.db") as store:
        import_histories([folder], store, processes=1)
    assert sorted(kept(base)[0], key=repr) == sorted(kept(tmp_path / "whole.db")[0], key=repr)


def test_what_came_of_each_file_is_told(tmp_path: Path) -> None:
    """By file, room and reason; of files those with something unreadable are printed."""
    good = [f"{one}\n\n\n" for one in STARS.read_text(encoding="utf-8-sig").split("\n\n\n") if one.strip()]
    files = [tmp_path / f"{name}.txt" for name in "abc"]
    files[0].write_text("".join(good[:3]))
    files[1].write_text("".join([*good[2:5], good[5][:300]]))
    files[2].write_text(WRITERS["WPN"](play(3)))
    with HistoryStore(tmp_path / "h.db") as store:
        report = import_histories(files, store, processes=1)
    assert [(one.hands, one.duplicates, one.unreadable) for one in report.by_file] == [
        (3, 0, 0),
        (2, 1, 1),
        (1, 0, 0),
    ]
    assert [(one.site, one.hands) for one in report.sites] == [("PokerStars", 5), ("WPN", 1)]
    assert [one.hands for one in report.reasons] == [1]
    lines = import_summary(report)
    assert lines[-1] == f"  {files[1]}: 2 new hands, 1 duplicate, 1 unreadable."
    assert not any(str(file) in line for file in files[::2] for line in lines)

"""Kept hands: imports, repeated, cut off, changed, forgotten; damaged and foreign databases."""

from __future__ import annotations

import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from jamfold.core.errors import HistoryError
from jamfold.histories.decisions import read_turns
from jamfold.histories.filters import DecisionFilter
from jamfold.histories.importer import ImportReport, import_histories
from jamfold.histories.opponent_ranges import read_tallies
from jamfold.histories.pseudonyms import Mask
from jamfold.histories.records import ProblemKind
from jamfold.histories.schema import DESIGN, StoredHandRow
from jamfold.histories.store import Counts, HistoryStore, repair_histories
from tests.histories.samples import FOLDER, labels, synthetic

STARS = (FOLDER / "synthetic" / "pokerstars.txt").read_text(encoding="utf-8-sig")


def imported(folder: Path, *paths: Path, processes: int = 1) -> ImportReport:
    with HistoryStore(folder / "h.db") as store:
        return import_histories(paths, store, processes=processes)


def kept(folder: Path) -> list[tuple[str, StoredHandRow]]:
    with HistoryStore(folder / "h.db") as store:
        return list(store.hands())


def test_all_labelled_hands_are_kept_as_they_are_labelled(tmp_path: Path) -> None:
    rows = [row for row in labels() if row["file"].startswith("synthetic/")]
    report = imported(tmp_path, *synthetic())
    statuses = [row["status"] for row in rows]
    assert report.counts == Counts(
        hands=len(rows),
        outside=statuses.count("outside"),
        decisions=statuses.count("decision"),
        choices=sum((row["sb_decision"] in {"jam", "fold"}) + (row["bb_decision"] != "none") for row in rows),
    )
    found = {(Path(path).name, row.line): row for path, row in kept(tmp_path)}
    for row in rows:
        hand = found[row["file"].removeprefix("synthetic/"), int(row["line"])]
        assert hand[3] == row["hand_id"]
        assert (hand.sb_name, hand.bb_name, hand.status) == (row["sb_name"], row["bb_name"], row["status"])
        assert (hand.sb_cards, hand.bb_cards) == (row["sb_cards"], row["bb_cards"])
        assert hand.s is None if not row["s"] else f"{hand.s:.9f}" == row["s"]


def test_decisions_of_both_players_stand_beside_the_hands(tmp_path: Path) -> None:
    report = imported(tmp_path, *synthetic())
    base = sqlite3.connect(tmp_path / "h.db")
    acts = dict(base.execute("SELECT seat || ' ' || act, count(*) FROM decision GROUP BY 1").fetchall())
    assert acts.keys() == {"sb jam", "sb fold", "sb other", "bb call", "bb fold"}
    assert sum(count for act, count in acts.items() if act != "sb other") == report.counts.choices


@pytest.mark.parametrize("row", labels("expected_broken.csv"), ids=lambda row: row["file"])
def test_damaged_files_are_counted_as_labelled_twice(row: dict[str, str], tmp_path: Path) -> None:
    first = imported(tmp_path, FOLDER / row["file"])
    names = ("hands", "duplicates", "conflicts", "unreadable")
    wanted = {name: int(row[name]) for name in names}
    assert {name: getattr(first.counts, name) for name in names} == wanted
    again = imported(tmp_path, FOLDER / row["file"])
    wanted |= {"hands": 0, "duplicates": wanted["hands"] + wanted["duplicates"]}
    assert {name: getattr(again.counts, name) for name in names} == wanted
    assert again.problems == first.problems


def test_a_conflict_names_the_hand_that_stays(tmp_path: Path) -> None:
    (problem,) = imported(tmp_path, FOLDER / "broken" / "conflict.txt").problems
    assert (problem.kind, problem.line) == (ProblemKind.CONFLICT, 28)
    assert "conflict.txt, line 1, which stays." in problem.sentence


def test_a_file_that_grows_is_read_again_and_nothing_counts_twice(tmp_path: Path) -> None:
    path, hands = tmp_path / "live.txt", STARS.split("\n\n\n")
    path.write_text("\n\n\n".join(hands[:3]) + "\n\n\n" + hands[3][:300], encoding="utf-8")
    first = imported(tmp_path, path)
    assert (first.counts.hands, first.counts.unreadable) == (3, 1)
    path.write_text("\n\n\n".join(hands[:5]), encoding="utf-8")
    again = imported(tmp_path, path)
    assert (again.counts.hands, again.counts.duplicates, again.counts.unreadable) == (2, 3, 0)
    with HistoryStore(tmp_path / "h.db") as store:
        assert not list(store.problems())


def test_what_a_file_repeats_of_another_stays_a_duplicate_where_it_is_not_read_again(tmp_path: Path) -> None:
    hands = STARS.split("\n\n\n")
    small, large = tmp_path / "small.txt", tmp_path / "large.txt"
    small.write_text("\n\n\n".join(hands[:2]), encoding="utf-8")
    large.write_text("\n\n\n".join(hands[:3]), encoding="utf-8")
    imported(tmp_path, small)
    for new in (1, 0):
        counts = imported(tmp_path, large).counts
        assert (counts.hands, counts.duplicates) == (new, 3 - new)


def test_the_same_file_under_two_names_is_one_file(tmp_path: Path) -> None:
    path = FOLDER / "synthetic" / "wpn.txt"
    other = path.parent / ".." / "synthetic" / "wpn.txt"
    report = imported(tmp_path, path, other)
    assert (report.counts.hands, report.counts.duplicates) == (5, 5)


def test_a_folder_and_a_missing_file_cost_one_sentence_each(tmp_path: Path) -> None:
    report = imported(tmp_path, tmp_path, tmp_path / "none.txt", FOLDER / "synthetic" / "wpn.txt")
    assert [problem.kind for problem in report.problems] == [ProblemKind.FILE] * 2
    assert (report.files, report.counts.hands) == (1, 5)


def test_a_name_with_stars_where_the_shell_leaves_it_alone(tmp_path: Path) -> None:
    (tmp_path / "[1] *.txt").write_bytes((FOLDER / "synthetic" / "wpn.txt").read_bytes())
    (tmp_path / "2.txt").write_bytes(b"")
    assert imported(tmp_path, tmp_path / "*.txt").files == 2
    assert imported(tmp_path, tmp_path / "[1] *.txt").files == 1
    assert imported(tmp_path, tmp_path / "*.xml").problems[0].kind is ProblemKind.FILE


def test_a_home_that_the_shell_leaves_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    (tmp_path / "hands").mkdir()
    (tmp_path / "hands" / "one.txt").write_bytes((FOLDER / "synthetic" / "wpn.txt").read_bytes())
    assert imported(tmp_path, Path("~/hands")).files == 1
    assert imported(tmp_path, Path("~/hands/*.txt")).files == 1


def test_several_processes_keep_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jamfold.histories.importer.SINGLE_PROCESS", 0)
    one, two = tmp_path / "one", tmp_path / "two"
    reports = [imported(one, *synthetic(), processes=1), imported(two, *synthetic(), processes=2)]
    assert reports[0] == reports[1]
    assert kept(one) == kept(two)


def test_forgetting_leaves_nothing_in_the_file(tmp_path: Path) -> None:
    wpn, stars = FOLDER / "synthetic" / "wpn.txt", FOLDER / "synthetic" / "pokerstars.txt"
    imported(tmp_path, wpn, stars)
    assert b"lemon.tree" in (tmp_path / "h.db").read_bytes()
    with HistoryStore(tmp_path / "h.db") as store:
        with pytest.raises(HistoryError, match=r"Nothing was imported from 'nothing\.txt'"):
            store.forget([str(stars.resolve()), "nothing.txt"])
        assert store.forget([str(stars.resolve())]) == len(STARS.split("\n\n\n")) - 1
        assert {Path(path).name for path, _ in store.hands()} == {"wpn.txt"}
        assert store.forget() == 5
        assert not list(store.hands())
    left = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"lemon.tree" not in left
    assert b"Hero" not in left
    assert imported(tmp_path, wpn).counts.hands == 5


def test_databases_that_are_none_of_ours_are_named(tmp_path: Path) -> None:
    junk, other = tmp_path / "junk.db", tmp_path / "other.db"
    junk.write_bytes(b"no database at all" * 500)
    base = sqlite3.connect(other)
    base.execute("CREATE TABLE x (y)")
    base.commit()
    base.close()
    for path, words in (
        (junk, "is damaged .* Run 'jamfold history repair' to save"),
        (other, "another program"),
    ):
        with pytest.raises(HistoryError, match=words):
            HistoryStore(path)
    with pytest.raises(HistoryError, match="cannot be opened"):
        HistoryStore(tmp_path)


@pytest.mark.parametrize(
    "read",
    [
        lambda store: list(read_turns(store)),
        lambda store: read_tallies(store, Mask(), DecisionFilter(max_s=1000)),
    ],
)
def test_a_kept_decision_of_no_seat_is_told_as_damage_where_it_is_read(
    tmp_path: Path, read: Callable[[HistoryStore], object]
) -> None:
    imported(tmp_path, *synthetic())
    with HistoryStore(tmp_path / "h.db") as store:
        assert read(store)
    base = sqlite3.connect(tmp_path / "h.db")
    base.execute(
        "UPDATE decision SET seat = 'cb' WHERE hand = (SELECT max(hand) FROM decision) AND seat = 'sb'"
    )
    base.commit()
    base.close()
    with pytest.raises(HistoryError, match="is damaged"), HistoryStore(tmp_path / "h.db") as store:
        read(store)


@pytest.mark.parametrize("version", [1, DESIGN.version + 1])
def test_a_database_of_another_version_is_refused_and_can_be_put_aside(tmp_path: Path, version: int) -> None:
    path, hands = tmp_path / "h.db", tmp_path / "hands.txt"
    hands.write_text(STARS)
    with HistoryStore(path) as store:
        import_histories([hands], store, processes=1)
        rows = list(store.hands())
    base = sqlite3.connect(path)
    if version == 1:
        base.execute("ALTER TABLE hand DROP COLUMN stacks")
    base.execute(f"PRAGMA user_version = {version}")
    base.commit()
    base.close()
    before = path.read_bytes()
    words = rf"another version of jamfold \(format {version}, .*'jamfold history repair'"
    with pytest.raises(HistoryError, match=words):
        HistoryStore(path)
    assert path.read_bytes() == before
    done = repair_histories(path)
    assert (done.hands, done.lost) == (len(rows), 0)
    assert Path(done.aside).read_bytes() == before
    with HistoryStore(path) as store:
        saved = [(file, row) for file, row in store.hands()]
        assert [row.key for _, row in saved] == [row.key for _, row in rows]
        assert {row.stacks for _, row in saved} == ({""} if version == 1 else {row.stacks for _, row in rows})
        report = import_histories([hands], store, processes=1)  # what a column lacked is read again
        assert (report.counts.hands, report.counts.conflicts) == (0, 0)
        assert list(store.hands()) == rows


_IMPORT = """
import sys
from pathlib import Path
from jamfold.histories.importer import import_histories
from jamfold.histories.store import HistoryStore
with HistoryStore(Path(sys.argv[1])) as store:
    print("begun", flush=True)
    import_histories([Path(path) for path in sys.argv[2:]], store, processes=1)
"""


@pytest.mark.long
def test_killed_imports_go_on_and_end_with_the_same_hands(tmp_path: Path) -> None:
    paths = []
    for number in range(12):
        path = tmp_path / f"{number}.txt"
        path.write_text(STARS.replace("Hand #23", f"Hand #{number}9"), encoding="utf-8")
        paths.append(path)
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    imported(whole, *paths)
    rng = random.Random(14)
    command = [sys.executable, "-c", _IMPORT, str(cut / "h.db"), *map(str, paths)]
    source = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
    for _ in range(4):
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=source) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(rng.random() * 0.3)
            process.send_signal(signal.SIGKILL)
    last = imported(cut, *paths)
    assert last.files == 12
    assert [(Path(path).name, row) for path, row in kept(cut)] == [
        (Path(path).name, row) for path, row in kept(whole)
    ]
    base = sqlite3.connect(cut / "h.db")
    assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert not base.execute("PRAGMA foreign_key_check").fetchall()


def test_one_name_that_cannot_be_opened_costs_one_sentence(tmp_path: Path) -> None:
    """A loop of links, an over-long name, a pipe: each ended the import of all files, or never ended."""
    loop, pipe = tmp_path / "loop", tmp_path / "pipe"
    loop.symlink_to(loop)
    os.mkfifo(pipe)
    odd = (loop, tmp_path / ("x" * 300), pipe, Path("/dev/zero"), Path("a\0b"))
    report = imported(tmp_path, *odd, FOLDER / "synthetic" / "wpn.txt")
    assert [problem.kind for problem in report.problems] == [ProblemKind.FILE] * 5
    assert all(" cannot be read: " in problem.sentence for problem in report.problems)
    assert (report.files, report.counts.hands) == (1, 5)


def test_a_file_with_old_ends_of_lines_may_be_of_any_size(tmp_path: Path) -> None:
    hands = [one for one in STARS.split("\n\n\n") if one.strip()]
    texts = [hands[k % len(hands)].replace("Hand #", f"Hand #{k}0", 1) for k in range(6000)]
    path = tmp_path / "mac.txt"
    path.write_bytes("\n\n\n".join(texts).replace("\n", "\r").encode())
    assert path.stat().st_size > 1 << 22
    report = imported(tmp_path, path)
    assert (report.counts.hands, report.problems) == (6000, ())


def test_a_limit_of_the_size_of_files_costs_one_sentence(tmp_path: Path) -> None:
    imported(tmp_path, FOLDER / "synthetic" / "wpn.txt")
    before, kept_before = resource.getrlimit(resource.RLIMIT_FSIZE), kept(tmp_path)
    resource.setrlimit(resource.RLIMIT_FSIZE, ((tmp_path / "h.db").stat().st_size + 8192, before[1]))
    try:
        with pytest.raises(HistoryError, match=r"cannot grow.*ulimit -f"):
            imported(tmp_path, *synthetic())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert {row for _, row in kept_before} <= {row for _, row in kept(tmp_path)}

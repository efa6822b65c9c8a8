"""Kept databases: damage, repair, full disks, folders that are read-only, others that write; both of ours."""

from __future__ import annotations

import io
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from jamfold.core.errors import HistoryError
from jamfold.core.storage.folder import data_folder
from jamfold.core.storage.repair import recover_rows
from jamfold.histories.importer import import_histories
from jamfold.histories.schema import DESIGN
from jamfold.histories.store import HistoryStore, repair_histories
from jamfold.practice.training.answers import CardKey, GivenAnswer
from jamfold.practice.training.log import TrainingStore
from tests.command_line import Runner
from tests.histories.samples import FOLDER, synthetic
from tests.history_players import always, as_text, played_hands
from tests.storage.database_damage import damaged_copies, put

HISTORY = (
    ("history", "hands"), ("history", "hands", "--json"), ("history", "players"), ("history", "problems"),
    ("history", "report", "--player", "Hero", "--game", "holdem", "--tables", 0),
    ("history", "opponents", "--game", "holdem"),
    ("history", "export", "--anonymise"), ("history", "export", "--what", "hands", "--format", "json"),
    ("train", "--game", "holdem", "--mode", "mistakes", "--questions", 1),
)  # fmt: skip
TRAINING = (
    ("train", "score"), ("train", "score", "--json"), ("train", "export"),
    ("train", "--game", "holdem", "--seed", 1, "--questions", 1), ("train", "reset", "--game", "holdem"),
)  # fmt: skip


@pytest.fixture(scope="session")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with your hands, answers to them among them, in one file without a log."""
    folder = tmp_path_factory.mktemp("hands")
    played = folder / "played.txt"
    texts = [as_text(*one, number=k + 1) for k, one in enumerate(played_hands(always, always, (8.0,), 60, 3))]
    played.write_text("\n\n".join(texts) + "\n", encoding="utf-8")
    with HistoryStore(folder / "histories.db") as store:
        import_histories([*synthetic(), played], store, processes=1)
    return folder


@pytest.fixture(scope="session")
def training(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with your training."""
    folder = tmp_path_factory.mktemp("training")
    with TrainingStore(folder / "training.db") as store:
        for k in range(200):
            key = CardKey("holdem", "", "sb", f"{'AKQJT98765432'[k % 13]}{'AKQJT98765432'[k % 13]}")
            store.add(
                GivenAnswer(1_700_000_000_000 + k, key, "repeat", 9.5, 9.5, "jam", 0.01 * (k % 3), False)
            )
    return folder


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    """Commands with a data folder of their own, and the tables of all tests."""
    tables = data_folder() / "tables"
    tables.mkdir(parents=True, exist_ok=True)
    (tmp_path / "tables").symlink_to(tables)
    monkeypatch.setenv("JAMFOLD_DATA", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO())
    return Runner(capsys)


def check_damaged(run: Runner, whole: Path, file: Path, count: int, seed: int) -> None:
    """Of damaged copies every command ends well or with one sentence; a repair leads out."""
    history = file.name == "histories.db"
    commands = HISTORY if history else TRAINING
    name = "history" if history else "train"
    for way, content in damaged_copies(whole.read_bytes(), count, seed):
        for words in commands:
            put(content, file)
            result = run(*words)
            assert result.code in (0, 2), (way, words)
            assert "Traceback" not in result.err, (way, words)
            if result.code == 2:
                said = [line for line in result.err.splitlines() if "% done" not in line]  # progress
                assert len(said) == 1, (way, words, said)
        put(content, file)
        first = json.loads(run.good(name, "repair", "--json"))
        assert bool(first["fault"]) == bool(first["aside"]), way
        if first["aside"]:
            assert Path(first["aside"]).read_bytes() == content, way
        assert json.loads(run.good(name, "repair", "--json"))["fault"] == "", way
        for words in commands:
            assert run(*words).code == 0 or "repair" not in run(*words).err, (way, words)
        if history:
            put(content, file)
            result = run("history", "forget", "--all")
            assert result.code == 0 or "another program" in result.err, (way, result.err)


@pytest.mark.long
def test_damaged_hands_are_one_sentence_and_a_repair_leads_out(
    run: Runner, hands: Path, tmp_path: Path
) -> None:
    check_damaged(run, hands / "histories.db", tmp_path / "histories.db", 8, seed=3)


@pytest.mark.long
def test_damaged_training_is_one_sentence_and_goes_on(run: Runner, training: Path, tmp_path: Path) -> None:
    check_damaged(run, training / "training.db", tmp_path / "training.db", 8, seed=4)


def test_a_flipped_bit_that_makes_a_text_bytes_is_damage(
    run: Runner, training: Path, hands: Path, tmp_path: Path
) -> None:
    """The length stays, no page is odd, and SQLite's quick look finds nothing."""
    for file, table, column, words in (
        (training / "training.db", "answer", "act", ("train", "export")),
        (hands / "histories.db", "hand", "hand_id", ("history", "hands", "--json")),
        (hands / "histories.db", "player", "name", ("history", "players")),
    ):
        path = tmp_path / file.name
        put(file.read_bytes(), path)
        change = "UPDATE sqlite_schema SET sql = ? WHERE name = ?"
        for loose in (True, False):  # a table that takes anything for the moment
            with closing(sqlite3.connect(path, isolation_level=None)) as base:
                base.execute("PRAGMA writable_schema = ON")
                if loose:
                    query = "SELECT sql FROM sqlite_schema WHERE name = ?"
                    (sql,) = base.execute(query, (table,)).fetchone()
                    base.execute(change, (sql.replace("STRICT", ""), table))
                else:
                    base.execute(f"UPDATE {table} SET {column} = CAST({column} AS BLOB)")
                    base.execute(change, (sql, table))
        assert "is damaged" in run(*words).err


def test_a_big_blind_of_nothing_is_damage(run: Runner, hands: Path, tmp_path: Path) -> None:
    path = tmp_path / "histories.db"
    put((hands / "histories.db").read_bytes(), path)
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        base.execute("UPDATE hand SET big_blind = 0")
    for what in (("hands",), ("export",), ("export", "--what", "hands")):
        assert "is damaged" in run("history", *what).err, what


# ---- What a repair saves.


def test_rows_are_carved_as_they_are(hands: Path) -> None:
    path = hands / "histories.db"
    carved = list(recover_rows(path))
    with closing(sqlite3.connect(path)) as base:
        for table in ("file", "player", "hand", "problem", "seat_turn", "secret"):
            columns = DESIGN.columns(base)[table]
            numbered = [k for k, one in enumerate(columns) if one[1] == "INTEGER" and one[3] == 1]
            rows = base.execute(f"SELECT * FROM {table}").fetchall()
            numbers = range(1, len(rows) + 1) if table != "seat_turn" else [None] * len(rows)
            wanted = set(zip(numbers, rows, strict=True))
            if numbered and table != "seat_turn":
                wanted = {(row[0], (None, *row[1:])) for row in rows}
            found = {(one.number, one.values) for one in carved if len(one.values) == len(columns)}
            assert wanted <= found, table


def _is_leaf_of_hands(page: bytearray) -> bool:
    return page[0] == 13 and b"decision" in page and b"CREATE" not in page


def test_a_lost_page_costs_its_own_hands_and_an_import_brings_them_back(tmp_path: Path) -> None:
    path, paths = tmp_path / "h.db", synthetic()
    with HistoryStore(path) as store:
        import_histories(paths, store, processes=1)
        before = list(store.hands())
        (root,) = store.base.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'hand'").fetchone()
    content = bytearray(path.read_bytes())
    content[:4096] = bytes(4096)  # header and schema
    content[(root - 1) * 4096 : root * 4096] = bytes(4096)  # what all hands hang on
    leaf = next(at for at in range(4096, len(content), 4096) if _is_leaf_of_hands(content[at : at + 4096]))
    content[leaf : leaf + 4096] = bytes(4096)
    path.write_bytes(content)
    with pytest.raises(
        HistoryError, match=r"is damaged .*Run 'jamfold history repair' to save what is intact"
    ):
        HistoryStore(path)
    saved = repair_histories(path)
    assert 0 < saved.lost < 40
    assert saved.hands == len(before) - saved.lost
    assert Path(saved.aside).read_bytes() == content
    with HistoryStore(path) as store:
        assert set(store.hands()) < set(before)
        report = import_histories(paths, store, processes=1)
        assert report.counts.hands == saved.lost
        assert list(store.hands()) == before
        turns = store.base.execute("SELECT count(*) FROM seat_turn").fetchone()
        decisions = store.base.execute("SELECT count(*) FROM decision").fetchone()
    with HistoryStore(tmp_path / "other.db") as other:
        import_histories(paths, other, processes=1)
        assert other.base.execute("SELECT count(*) FROM seat_turn").fetchone() == turns
        assert other.base.execute("SELECT count(*) FROM decision").fetchone() == decisions


def test_what_stands_in_the_log_alone_is_saved_too(hands: Path, tmp_path: Path) -> None:
    path = tmp_path / "h.db"
    store = HistoryStore(path)
    import_histories(synthetic(), store, processes=1)
    copy = tmp_path / "copy.db"
    assert path.with_name("h.db-wal").stat().st_size > 100_000
    for ending in ("", "-wal"):  # as a kill leaves it
        copy.with_name(copy.name + ending).write_bytes(path.with_name(path.name + ending).read_bytes())
    wanted = list(store.hands())
    store.base.close()
    copy.write_bytes(b"x" * 4096)
    assert repair_histories(copy).hands == len(wanted)
    with HistoryStore(copy) as again:
        assert list(again.hands()) == wanted


def test_forgetting_all_deletes_damaged_files_too_but_none_of_another_program(
    run: Runner, hands: Path, tmp_path: Path
) -> None:
    path, whole = tmp_path / "histories.db", (hands / "histories.db").read_bytes()
    path.write_bytes(bytes(4096) + whole[4096:])
    run.good("history", "repair")
    path.write_bytes(whole[: len(whole) // 2])
    assert "Deleted 0 hands." in run.good("history", "forget", "--all")
    left = b"".join(one.read_bytes() for one in tmp_path.iterdir() if one.is_file())
    assert b"lemon.tree" not in left
    path.unlink()
    with closing(sqlite3.connect(path)) as base:
        base.execute("CREATE TABLE bank (account TEXT)")
        base.execute("INSERT INTO bank VALUES ('mine')")
        base.commit()
    assert "another program. Nothing was deleted" in run.bad("history", "forget", "--all")
    assert b"mine" in path.read_bytes()


# ---- Folders that are read-only, full disks, others that write.


@pytest.fixture
def nobody() -> Iterator[None]:
    """Rights count in this test: whoever runs it is not root in it."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    yield
    if root:
        os.seteuid(0)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody can reach: those of pytest are closed, and shared with what else runs."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.long
def test_a_folder_that_is_read_only_can_be_read(
    run: Runner,
    hands: Path,
    training: Path,
    open_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    folder = open_folder
    monkeypatch.setenv("JAMFOLD_DATA", str(folder))
    files = [hands / "histories.db", training / "training.db"]
    for path in files:
        put(path.read_bytes(), folder / path.name)
    wanted = {words: run(*words).out for words in HISTORY[:6]}
    for path in files:  # again, without the answers that the report has kept
        put(path.read_bytes(), folder / path.name)
        (folder / path.name).chmod(0o444)
    names = sorted(one.name for one in folder.iterdir())
    folder.chmod(0o555)
    request.getfixturevalue("nobody")
    for words, out in wanted.items():
        result = run(*words)
        assert (result.code, result.out) == (0, out), (words, result.err)
    assert "67 of 200 right" in run.good("train", "score")
    assert run.good("train", "export").count('"at"') == 200
    assert "cannot be written" in run.bad("history", "import", FOLDER / "broken" / "conflict.txt")
    assert "cannot be written" in run.bad("history", "forget", "--all")
    assert sorted(one.name for one in folder.iterdir()) == names


def test_nothing_kept_in_a_folder_that_cannot_be_made_is_nothing(
    run: Runner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("jamfold.core.storage.database.writable", lambda path: False)
    monkeypatch.setenv("JAMFOLD_DATA", str(tmp_path / "none" / "there"))
    assert run.good("history", "hands", "--json") == "[]\n"
    assert run.good("train", "score") == "No answers yet.\n"


def test_a_full_disk_is_said_and_keeps_what_was_kept(tmp_path: Path) -> None:
    first, *others = synthetic()
    with HistoryStore(tmp_path / "h.db") as store:
        import_histories([first], store, processes=1)
        before = list(store.hands())
        (pages,) = store.base.execute("PRAGMA page_count").fetchone()
        store.base.execute(f"PRAGMA max_page_count = {pages + 1}")
        with pytest.raises(HistoryError, match=r"The disk is full: '.*h\.db' cannot be written"):
            import_histories(others, store, processes=1)
        assert set(before) <= set(store.hands())
        store.base.execute("PRAGMA max_page_count = 1000000")
        assert import_histories(others, store, processes=1).counts.hands > 100


_IMPORT = """
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from jamfold.histories.importer import import_histories
from jamfold.histories.store import HistoryStore
with HistoryStore(Path(sys.argv[1]), lambda stage, share: print(stage, flush=True)) as store:
    print(import_histories([Path(path) for path in sys.argv[2:]], store, processes=1).counts.hands)
"""


def test_a_file_that_another_process_makes_between_two_looks_is_no_other_version(tmp_path: Path) -> None:
    path = tmp_path / "h.db"

    class Interrupted(sqlite3.Connection):
        def execute(self, sql: str, parameters: Any = ()) -> Any:
            rows = super().execute(sql, parameters).fetchall()
            with HistoryStore(path):
                return SimpleNamespace(fetchone=lambda: rows[0])

    with closing(sqlite3.connect(path, factory=Interrupted)) as base:
        assert DESIGN.fault(base, thorough=False) == ""


@pytest.mark.long
def test_four_imports_at_once_wait_for_each_other_and_keep_every_hand(tmp_path: Path) -> None:
    path, paths = tmp_path / "h.db", synthetic()
    command = [sys.executable, "-c", _IMPORT, str(path)]
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
    orders = [paths[k:] + paths[:k] for k in range(4)]
    imports = [
        subprocess.Popen([*command, *map(str, order)], stdout=subprocess.PIPE, text=True, env=env)
        for order in orders
    ]
    new = 0
    for one in imports:
        out, _ = one.communicate()
        assert one.returncode == 0
        new += int(out.split()[-1])
    with HistoryStore(tmp_path / "other.db") as store:
        assert import_histories(paths, store, processes=1).counts.hands == new
    with HistoryStore(path) as store:
        assert len(list(store.hands())) == new


@pytest.mark.long
def test_who_waits_says_so_and_can_be_stopped(tmp_path: Path) -> None:
    path, heard = tmp_path / "h.db", []

    def progress(stage: str, share: float) -> None:
        heard.append(stage)
        if len(heard) == 3:
            raise KeyboardInterrupt

    with HistoryStore(path) as writer, HistoryStore(path, progress) as store, writer.writing():
        with pytest.raises(KeyboardInterrupt):
            import_histories(synthetic()[:1], store, processes=1)
        assert list(store.hands()) == []  # who reads does not wait
    assert set(heard) == {"waiting for another process that writes your hands"}

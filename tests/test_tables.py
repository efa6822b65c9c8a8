"""Class tables: exact against brute force and published rows; kept, resumed, merged, verified."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from jamfold.cards import Rank
from jamfold.counting.removal import CardRemoval
from jamfold.errors import TableError
from jamfold.games import GAMES, HOLDEM, OMAHA, SIX_PLUS, SIX_PLUS_TRIPS, Game
from jamfold.kept import machine, store
from jamfold.tables import build, load_table, parts
from jamfold.tables.matchup import class_matchup
from tests import naive
from tests.published_values import Row, class_hand, rows

# Six ranks, nine to ace: 24 cards, the same rules on a deck that brute force can manage.
SMALL_OMAHA = replace(OMAHA, name="small-omaha", lowest_rank=Rank(7))
SMALL_SIX_PLUS = replace(SIX_PLUS, name="small-six-plus", lowest_rank=Rank(7))
SMALL_THREE = replace(OMAHA, name="small-three", lowest_rank=Rank(7), hole_cards=3)
SMALL = (SMALL_OMAHA, SMALL_SIX_PLUS, SMALL_THREE)


@pytest.fixture(autouse=True)
def _small_games(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in SMALL:
        monkeypatch.setitem(GAMES, game.name, game)


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
def test_blocks_of_small_decks_against_all_boards(game: Game, data_folder: Path) -> None:
    table = load_table(game)
    rng = np.random.default_rng(20161)
    for _ in range(6):
        i, j = rng.integers(0, table.classes.n, 2)
        hand1 = table.classes.representatives[i].tolist()
        expected = placements = 0
        for hand2 in table.classes.combinations(j).tolist():
            if not set(hand1) & set(hand2):
                placements += 1
                expected += naive.margin(game, hand1, hand2)
        found = class_matchup(table, i, j)
        assert (found.margin, found.placements) == (expected, placements)


@pytest.mark.parametrize(
    ("game", "file", "prefix"),
    [
        (HOLDEM, "holdem_classes.csv", ""),
        (SIX_PLUS, "sixplus_classes.csv", "S_"),
        (SIX_PLUS_TRIPS, "sixplus_classes.csv", "T_"),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_published_class_rows(game: Game, file: str, prefix: str, data_folder: Path) -> None:
    table = load_table(game)

    def check(row: Row) -> None:
        i, j = (table.classes.index(class_hand(row[name])) for name in ("class1", "class2"))
        found = class_matchup(table, i, j)
        assert found.placements == int(row["placements"])
        assert found.margin == int(row[f"{prefix}win_sum"]) - int(row[f"{prefix}lose_sum"])
        assert found.equity == pytest.approx(float(row[f"{prefix}equity1"]), abs=1e-14)

    for row in rows(file):
        check(row)


@pytest.mark.parametrize("game", [HOLDEM, SIX_PLUS, SMALL_OMAHA], ids=lambda game: game.name)
def test_identities_of_whole_tables(game: Game, data_folder: Path) -> None:
    table = load_table(game)
    everything = np.arange(table.classes.n)
    weighted = table.classes.sizes[:, None] * table.margins.astype(np.int64)
    assert np.array_equal(weighted, -weighted.T)
    assert np.array_equal(table.row_sums, table.margins.sum(axis=1, dtype=np.int64))
    placements = CardRemoval(table.classes).block(everything, everything)
    assert (placements.sum(axis=1) == game.n_opponent_hands).all()
    assert (abs(table.margins) <= table.margin_scale * placements).all()


def _bytes(game: Game) -> bytes:
    return store.table_path(game).read_bytes()


def test_an_interrupted_build_goes_on_and_ends_in_the_same_bytes(data_folder: Path) -> None:
    build.build_table(SMALL_OMAHA)
    expected = _bytes(SMALL_OMAHA)
    store.remove(SMALL_OMAHA)

    class StopError(Exception):
        pass

    shares: list[float] = []

    def stop_early(stage: str, share: float) -> None:
        shares.append(share)
        if share > 0.3:
            raise StopError

    with pytest.raises(StopError):
        build.build_table(SMALL_OMAHA, stop_early)
    kept = sorted(build.work_folder(SMALL_OMAHA).glob("*.npz"))
    assert kept
    kept[0].write_bytes(kept[0].read_bytes()[:-7])  # cut off: made again
    stages: list[tuple[str, float]] = []
    build.build_table(SMALL_OMAHA, lambda stage, share: stages.append((stage, share)))
    assert _bytes(SMALL_OMAHA) == expected
    assert stages[1][1] > 0.1  # the kept blocks count as done
    assert not build.work_folder(SMALL_OMAHA).exists()
    assert [share for _, share in stages] == sorted(share for _, share in stages)


_BUILD = [sys.executable, "-m", "jamfold", "tables", "build", "--game", "holdem"]


def test_killed_builds_end_in_the_same_bytes(data_folder: Path) -> None:
    """SIGKILL at many moments of the same build; then one that may finish."""
    environment = {**os.environ, "JAMFOLD_DATA": str(data_folder)}
    for delay in np.linspace(0.4, 2.4, 9):
        process = subprocess.Popen(_BUILD, env=environment, stderr=subprocess.DEVNULL)
        time.sleep(float(delay))
        process.send_signal(signal.SIGKILL)
        process.wait()
    subprocess.run(_BUILD, env=environment, check=True, stderr=subprocess.DEVNULL)
    store.verify(HOLDEM)
    killed = _bytes(HOLDEM)
    store.remove(HOLDEM)
    build.build_table(HOLDEM)
    assert _bytes(HOLDEM) == killed
    assert sorted(path.name for path in store.tables_folder().iterdir()) == [
        "2-of-52-cards.lock", "holdem.json", "holdem.npy", "holdem.row_sums.npy",
    ]  # fmt: skip


def test_two_builds_at_once_make_one_table(data_folder: Path) -> None:
    environment = {**os.environ, "JAMFOLD_DATA": str(data_folder)}
    running = [subprocess.Popen(_BUILD, env=environment, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    messages = [process.communicate(timeout=120)[1] for process in running]
    assert [process.returncode for process in running] == [0, 0]
    assert sum(message.count("Built") for message in messages) == 1
    store.verify(HOLDEM)


def test_a_flipped_byte_is_found_by_verify(data_folder: Path) -> None:
    load_table(HOLDEM)
    path = store.table_path(HOLDEM)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(TableError, match="damaged"):
        store.verify(HOLDEM)


@pytest.mark.parametrize("cut", [1, 1000, 10**9])
def test_a_truncated_table_is_never_used_and_built_anew(cut: int, data_folder: Path) -> None:
    expected = np.array(load_table(HOLDEM).margins)
    path = store.table_path(HOLDEM)
    content = path.read_bytes()
    path.write_bytes(content[: max(0, len(content) - cut)])
    with pytest.raises(TableError):
        store.open_table(HOLDEM)
    assert np.array_equal(load_table(HOLDEM).margins, expected)


@pytest.mark.parametrize(
    "change",
    [
        {"format_version": 0},
        {"rules": {"name": "holdem"}},
        {"sha256": None, "bytes": 5},
    ],
)
def test_foreign_records_are_not_used(change: dict[str, object], data_folder: Path) -> None:
    load_table(HOLDEM)
    record = json.loads(store.record_path(HOLDEM).read_text())
    store.record_path(HOLDEM).write_text(json.dumps(record | change))
    with pytest.raises(TableError):
        store.open_table(HOLDEM)


@pytest.mark.parametrize("content", ["", "[]", "{}", "null", "\x00"])
def test_unreadable_records_are_not_used(content: str, data_folder: Path) -> None:
    load_table(HOLDEM)
    store.record_path(HOLDEM).write_text(content)
    with pytest.raises(TableError):
        store.open_table(HOLDEM)


def test_a_table_without_record_is_not_used(data_folder: Path) -> None:
    load_table(HOLDEM)
    store.record_path(HOLDEM).unlink()
    with pytest.raises(TableError, match="no table for holdem"):
        store.open_table(HOLDEM)


def test_another_games_table_under_this_name_is_not_used(data_folder: Path) -> None:
    load_table(SIX_PLUS)
    load_table(SIX_PLUS_TRIPS)
    for path in (store.table_path, store.record_path, store.row_sums_path):
        path(SIX_PLUS_TRIPS).replace(path(SIX_PLUS))
    with pytest.raises(TableError, match="other rules"):
        store.open_table(SIX_PLUS)


def test_parts_made_apart_merge_to_the_same_bytes(data_folder: Path, tmp_path: Path) -> None:
    build.build_table(SMALL_OMAHA)
    expected = _bytes(SMALL_OMAHA)
    store.remove(SMALL_OMAHA)
    paths = [tmp_path / f"part-{k}.npz" for k in (1, 2, 3)]
    for k, path in enumerate(paths, 1):
        build.build_part(SMALL_OMAHA, k, 3, path)
    assert build.merge_parts(paths[::-1]) == [SMALL_OMAHA]
    assert _bytes(SMALL_OMAHA) == expected


def test_parts_that_do_not_fit_are_refused(data_folder: Path, tmp_path: Path) -> None:
    first, second, other = (tmp_path / name for name in ("first.npz", "second.npz", "other.npz"))
    build.build_part(SMALL_THREE, 1, 2, first)
    build.build_part(SMALL_THREE, 2, 2, second)
    build.build_part(SMALL_SIX_PLUS, 1, 2, other)
    for files, words in (
        ([first], "leave out"),
        ([first, first], "both hold block 0"),
        ([first, other], "a part of small-six-plus"),
        ([first, tmp_path / "nowhere.npz"], "no file"),
        ([], "no parts"),
    ):
        with pytest.raises(TableError, match=words):
            build.merge_parts(files)
    content = bytearray(second.read_bytes())
    content[len(content) // 2] ^= 1
    second.write_bytes(content)
    with pytest.raises(TableError, match="damaged"):
        build.merge_parts([first, second])
    second.write_text("something else")
    with pytest.raises(TableError, match="not a readable part"):
        build.merge_parts([first, second])
    assert not store.table_path(SMALL_THREE).exists()


def test_parts_of_other_rules_are_refused(
    data_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "part.npz"
    build.build_part(SMALL_THREE, 1, 1, path)
    other = replace(SMALL_THREE, order=SMALL_SIX_PLUS.order)
    monkeypatch.setitem(GAMES, SMALL_THREE.name, other)
    with pytest.raises(TableError, match="other rules"):
        parts.read_part(path)


@pytest.mark.parametrize(("number", "of"), [(0, 3), (4, 3), (1, 10**6), (-1, 2)])
def test_parts_that_do_not_exist(number: int, of: int, tmp_path: Path) -> None:
    with pytest.raises(TableError, match=f"{number}/{of}"):
        build.build_part(SMALL_THREE, number, of, tmp_path / "part.npz")


def test_a_folder_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("JAMFOLD_DATA", str(tmp_path / "file"))
    with pytest.raises(TableError, match="Cannot write to"):
        load_table(HOLDEM)


def test_too_little_disk_or_memory_is_said_before_work(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(TableError, match="GB of disk"):
        machine.check_room(data_folder, 10**18, 0)
    with pytest.raises(TableError, match="GB of memory"):
        machine.check_room(data_folder, 0, 10**18)


def test_a_full_disk_in_the_middle_is_one_sentence(data_folder: Path) -> None:
    """The system refuses files over 60 kB: the table of Hold'em does not fit, its blocks do."""
    script = (
        "import resource, signal, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (60000, 60000));"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "from jamfold.cli.main import main; sys.exit(main(['tables', 'build', '--game', 'holdem']))"
    )
    environment = {**os.environ, "JAMFOLD_DATA": str(data_folder), "NUMBA_CACHE_DIR": str(data_folder / "n")}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "File too large" in done.stderr
    with pytest.raises(TableError):
        store.open_table(HOLDEM)

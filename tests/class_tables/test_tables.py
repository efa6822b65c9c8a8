"""Class tables: exact against brute force and published rows; kept, resumed, verified."""

from __future__ import annotations

import errno
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import filelock
import numpy as np
import pytest
from numpy.typing import NDArray

from jamfold.cards import Rank
from jamfold.cards.counting.removal import CardRemoval
from jamfold.cards.games import GAMES, HOLDEM, OMAHA, OMAHA_HILO, SIX_PLUS, SIX_PLUS_TRIPS, Game
from jamfold.class_tables import build, build_notice, estimate_build, load_table, open_table
from jamfold.class_tables.blocks import block_store
from jamfold.class_tables.class_table import table_item, tables_folder
from jamfold.class_tables.outcome_build import load_outcomes
from jamfold.core.errors import TableError, UnavailableError, UnsupportedError, UnusableError, UnwritableError
from tests import naive
from tests.class_matchup import class_matchup
from tests.damage import damage, restore
from tests.published_values import Row, class_hand, rows

# Six ranks, nine to ace: 24 cards, the same rules on a deck that brute force can manage.
SMALL_OMAHA = replace(OMAHA, name="small-omaha", lowest_rank=Rank(7))
SMALL_SIX_PLUS = replace(SIX_PLUS, name="small-six-plus", lowest_rank=Rank(7))
SMALL_THREE = replace(OMAHA, name="small-three", lowest_rank=Rank(7), hole_cards=3)
OMAHA_5 = replace(OMAHA, name="omaha-5", hole_cards=5)
SMALL = (SMALL_OMAHA, SMALL_SIX_PLUS, SMALL_THREE)


@pytest.fixture(autouse=True)
def _small_games(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in SMALL:
        monkeypatch.setitem(GAMES, game.name, game)


@pytest.mark.long
@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
def test_blocks_of_small_decks_against_all_boards(game: Game, data_folder: Path) -> None:
    table = load_table(game)
    rng = np.random.default_rng(20161)
    for _ in range(3):
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
    return table_item(game).path.read_bytes()


def test_an_interrupted_build_goes_on_and_ends_in_the_same_bytes(data_folder: Path) -> None:
    build.build_table(SMALL_OMAHA)
    expected = _bytes(SMALL_OMAHA)
    table_item(SMALL_OMAHA).remove()

    class StopError(Exception):
        pass

    shares: list[float] = []

    def stop_early(stage: str, share: float) -> None:
        shares.append(share)
        if share > 0.3:
            raise StopError

    with pytest.raises(StopError):
        build.build_table(SMALL_OMAHA, stop_early)
    work = block_store(SMALL_OMAHA).folder
    kept = sorted(work.glob("*.npy"))
    assert kept
    kept[0].write_bytes(kept[0].read_bytes()[:-7])  # cut off: made again
    (work / "block-9999.npz").write_text("foreign")
    stages: list[tuple[str, float]] = []
    build.build_table(SMALL_OMAHA, lambda stage, share: stages.append((stage, share)))
    assert _bytes(SMALL_OMAHA) == expected
    assert stages[1][1] > 0.1  # the kept blocks count as done
    assert not work.exists()
    assert [share for _, share in stages] == sorted(share for _, share in stages)


_BUILD = [sys.executable, "-m", "jamfold", "tables", "build", "--game", "six-plus"]


@pytest.mark.long
def test_killed_builds_end_in_the_same_bytes(data_folder: Path) -> None:
    """SIGKILL at a few moments of the same build; then one that may finish.  More are in tests/full."""
    environment = {**os.environ, "JAMFOLD_DATA": str(data_folder)}
    for delay in (0.5, 0.9, 1.3):
        process = subprocess.Popen(_BUILD, env=environment, stderr=subprocess.DEVNULL)
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        process.wait()
    build.build_table(SIX_PLUS)
    table_item(SIX_PLUS).verify()
    killed = _bytes(SIX_PLUS)
    table_item(SIX_PLUS).remove()
    build.build_table(SIX_PLUS)
    assert _bytes(SIX_PLUS) == killed
    assert sorted(path.name for path in tables_folder().iterdir()) == [
        "2-of-36-cards.lock", "six-plus.json", "six-plus.npy", "six-plus.row_sums.npy",
    ]  # fmt: skip


@pytest.mark.long
def test_two_builds_at_once_make_one_table(data_folder: Path) -> None:
    environment = {**os.environ, "JAMFOLD_DATA": str(data_folder)}
    running = [subprocess.Popen(_BUILD, env=environment, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    messages = [process.communicate(timeout=120)[1] for process in running]
    assert [process.returncode for process in running] == [0, 0]
    assert sum(message.count("Built") for message in messages) == 1
    table_item(SIX_PLUS).verify()


def test_a_flipped_byte_is_found_by_verify(data_folder: Path) -> None:
    load_table(SMALL_SIX_PLUS)
    path = table_item(SMALL_SIX_PLUS).path
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(TableError, match="damaged"):
        table_item(SMALL_SIX_PLUS).verify()


@pytest.mark.parametrize("cut", [1, 1000, 10**9])
def test_a_truncated_table_is_never_used_and_built_anew(cut: int, data_folder: Path) -> None:
    expected = np.array(load_table(SMALL_SIX_PLUS).margins)
    path = table_item(SMALL_SIX_PLUS).path
    content = path.read_bytes()
    path.write_bytes(content[: max(0, len(content) - cut)])
    with pytest.raises(TableError):
        open_table(SMALL_SIX_PLUS)
    assert np.array_equal(load_table(SMALL_SIX_PLUS).margins, expected)


@pytest.mark.parametrize(
    "change",
    [
        {"format_version": 0},
        {"rules": {"name": "holdem"}},
        {"unit": "cents"},
        {"arrays": {}},
        {"arrays": {"margins": 5}},
    ],
)
def test_foreign_records_are_not_used(change: dict[str, object], data_folder: Path) -> None:
    load_table(SMALL_SIX_PLUS)
    record = json.loads(table_item(SMALL_SIX_PLUS).record_path.read_text())
    table_item(SMALL_SIX_PLUS).record_path.write_text(json.dumps(record | change))
    with pytest.raises(TableError):
        open_table(SMALL_SIX_PLUS)


@pytest.mark.parametrize("content", ["", "[]", "{}", "null", "\x00", "[" * 100_000])
def test_unreadable_records_are_not_used(content: str, data_folder: Path) -> None:
    load_table(SMALL_SIX_PLUS)
    table_item(SMALL_SIX_PLUS).record_path.write_text(content)
    with pytest.raises(TableError):
        open_table(SMALL_SIX_PLUS)


def test_a_table_without_record_is_not_used(data_folder: Path) -> None:
    load_table(SMALL_SIX_PLUS)
    table_item(SMALL_SIX_PLUS).record_path.unlink()
    with pytest.raises(TableError, match="no table for small-six-plus"):
        open_table(SMALL_SIX_PLUS)


def test_another_games_table_under_this_name_is_not_used(data_folder: Path) -> None:
    load_table(SIX_PLUS)
    load_table(SIX_PLUS_TRIPS)
    mine, other = table_item(SIX_PLUS), table_item(SIX_PLUS_TRIPS)
    other.record_path.replace(mine.record_path)
    for name in mine.array_specs:
        other.array_path(name).replace(mine.array_path(name))
    with pytest.raises(TableError, match="other rules"):
        open_table(SIX_PLUS)


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".npy", ".row_sums.npy"])
def test_a_flipped_bit_in_a_header_is_built_anew(suffix: str, data_folder: Path) -> None:
    """Such a header once ended in a TokenError out of NumPy's reader."""
    load_table(SMALL_SIX_PLUS)
    path = tables_folder() / f"{SMALL_SIX_PLUS.name}{suffix}"
    good = path.read_bytes()
    rng = random.Random(2)
    for place in rng.sample(range(128), 6):
        path.write_bytes(good[:place] + bytes([good[place] ^ 1 << rng.randrange(8)]) + good[place + 1 :])
        load_table(SMALL_SIX_PLUS)
        assert path.read_bytes() == good


def test_a_table_that_cannot_be_opened_now_is_not_built_anew(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_table(SMALL_SIX_PLUS)

    def no_memory(*_: object, **__: object) -> None:
        raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))

    with monkeypatch.context() as patch:
        patch.setattr(np, "memmap", no_memory)
        patch.setattr(build, "_build", lambda *_: pytest.fail("built anew"))
        for work in (load_table, open_table, build.build_table, build_notice):
            with pytest.raises(UnavailableError, match=r"Cannot allocate memory\. It is unchanged"):
                work(SMALL_SIX_PLUS)
    table_item(SMALL_SIX_PLUS).verify()


@pytest.mark.long
def test_damaged_tables_and_blocks_are_built_anew(data_folder: Path) -> None:
    """A few of many: tests/full has more, `test_kept` more on made-up items."""
    attack(data_folder, seed=3, attempts=12)


def attack(data_folder: Path, seed: int, attempts: int) -> None:
    """Damage a table, its ties, or the blocks of its unfinished build; it ends in the same bytes."""
    game = SMALL_SIX_PLUS
    rng = random.Random(seed)
    expected = _good_state(data_folder, game)
    for attempt in range(attempts):
        folder = "finished" if attempt % 2 else "unfinished"
        restore(data_folder / "tables", data_folder / folder)
        what = damage(rng, data_folder / "tables")
        try:
            load_table(game)
            table_item(game).verify()
        except UnusableError:  # `jamfold tables build` does this
            table_item(game).invalidate()
            load_table(game)
        assert np.array_equal(load_outcomes(game).planes[0].values, expected), what
        assert _bytes(game) == (data_folder / "finished" / f"{game.name}.npy").read_bytes(), what


def _good_state(data_folder: Path, game: Game) -> NDArray[np.int32]:
    """A finished table with its ties, and an unfinished build of it, in two folders; the ties."""

    class StopError(Exception):
        pass

    def stop(stage: str, share: float) -> None:
        if stage == "summing up classes":
            raise StopError

    with pytest.raises(StopError):
        build.build_table(game, stop)
    shutil.copytree(data_folder / "tables", data_folder / "unfinished")
    ties: NDArray[np.int32] = load_outcomes(game).planes[0].values
    shutil.copytree(data_folder / "tables", data_folder / "finished")
    return ties


def test_leftovers_of_a_killed_build_go(data_folder: Path) -> None:
    """Killed between the last record and the removal of the blocks: they stayed for good, over 1 GB."""
    load_table(SMALL_SIX_PLUS)
    work = block_store(SMALL_SIX_PLUS).folder
    for clean in (open_table, load_table, build.build_table, build.tidy):
        work.mkdir()
        (work / "block-0000.npy").write_text("block")
        (tables_folder() / f"{SMALL_SIX_PLUS.name}.npy.tmp").write_text("half")
        clean(SMALL_SIX_PLUS)
        assert not work.exists()
        assert not list(tables_folder().glob("*.tmp"))


def test_five_hole_cards_are_refused_before_any_work(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, OMAHA_5.name, OMAHA_5)
    for work in (load_table, open_table, build.build_table, estimate_build, build_notice, table_item):
        with pytest.raises(UnsupportedError, match="no class table of omaha-5: with 5 hole cards"):
            work(OMAHA_5)
    assert not tables_folder().exists()


def test_what_a_build_needs_is_told_before(data_folder: Path) -> None:
    needs = estimate_build(OMAHA)
    assert needs.kept_bytes == table_item(OMAHA).total_bytes > 4 * 16_432**2
    assert needs.disk_bytes > needs.kept_bytes + 4 * 19_253**2 // 2
    assert needs.memory_bytes > 4 * 19_253**2
    assert needs.seconds > 1
    assert estimate_build(OMAHA_HILO).memory_bytes > 1.8 * needs.memory_bytes - 10**9
    notice = build_notice(OMAHA)
    assert notice is not None
    assert notice.startswith("Building the table of Omaha, once: about 1.1 GB on disk")
    assert build_notice(HOLDEM) is None  # a second of work


def test_a_folder_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("JAMFOLD_DATA", str(tmp_path / "file"))
    with pytest.raises(TableError, match="Cannot write to"):
        load_table(HOLDEM)


def test_a_full_disk_in_the_middle_is_one_sentence(data_folder: Path) -> None:
    """The system refuses files over 60 kB: the table of Hold'em does not fit, its blocks do."""
    load_table(SIX_PLUS)  # kernels are compiled and cached before
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, before[1]))
    try:
        with pytest.raises(UnwritableError, match="File too large"):
            load_table(HOLDEM)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    with pytest.raises(UnusableError):
        open_table(HOLDEM)
    assert not list(tables_folder().glob("*.tmp"))
    assert block_store(HOLDEM).intact()


def test_a_good_table_needs_no_lock(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a read-only folder everything that is there can be used."""
    load_table(SMALL_SIX_PLUS)
    monkeypatch.setattr(filelock.FileLock, "acquire", lambda *_, **__: pytest.fail("locked"))
    for work in (load_table, open_table, build.build_table, build.tidy):
        work(SMALL_SIX_PLUS)

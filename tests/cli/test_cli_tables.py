"""``jamfold tables``: what it prints, its JSON contract, and bad input."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.cards import Rank
from jamfold.cards.games import GAMES, HOLDEM, OMAHA, SIX_PLUS
from jamfold.class_tables import load_table
from jamfold.class_tables.blocks import block_store
from jamfold.class_tables.class_table import table_item
from jamfold.class_tables.outcome_build import load_outcomes
from jamfold.core.errors import UnwritableError
from jamfold.spots.nplayer.search import kept_run, search_state
from jamfold.spots.tournaments.future import ERRORS, GAINS, STEERING, VALUES
from jamfold.spots.tournaments.stored_tournaments import kept_future
from jamfold.valuation.prizes import Prizes
from tests.command_line import Runner
from tests.prize_terms import prize_terms
from tests.published_values import class_hand, rows


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], data_folder: Path) -> Runner:
    return Runner(capsys)


@pytest.mark.slow
def test_build_list_verify_remove(run: Runner) -> None:
    assert json.loads(run.good("tables", "list", "--json")) == []
    built = run("tables", "build", "--game", "holdem", "--game", "six-plus")
    assert (built.code, built.out) == (0, "")
    assert built.err.count("Built") == 2
    rows = json.loads(run.good("tables", "list", "--json"))
    assert [row["game"] for row in rows] == ["holdem", "six-plus"]
    for row in rows:
        assert {"game", "path", "bytes", "sha256", "built_seconds", "peak_memory_bytes"} <= row.keys()
        assert Path(row["path"]).stat().st_size == row["bytes"]
    assert "six-plus" in run.good("tables", "list")
    assert run.good("tables", "verify") == "holdem: good\nsix-plus: good\n"
    assert run("tables", "build", "--game", "holdem").err.count("Built") == 0
    run.good("tables", "remove", "--game", "holdem")
    assert [row["game"] for row in json.loads(run.good("tables", "list", "--json"))] == ["six-plus"]
    run.good("tables", "remove", "--all")
    assert json.loads(run.good("tables", "list", "--json")) == []


@pytest.mark.slow
def test_verify_finds_a_flipped_byte_and_build_replaces_the_table(run: Runner) -> None:
    load_table(HOLDEM)
    path = table_item(HOLDEM).path
    good = path.read_bytes()
    path.write_bytes(good[:5000] + bytes([good[5000] ^ 1]) + good[5001:])
    result = run("tables", "verify")
    assert (result.code, result.out) == (1, "")
    assert "damaged" in result.err
    assert run("tables", "build", "--game", "holdem").code == 0
    assert path.read_bytes() == good
    assert run("tables", "verify", "--game", "holdem").code == 0


def test_verify_of_a_missing_table(run: Runner) -> None:
    """Code 1 is for damage alone."""
    assert "no table for six-plus" in run.bad("tables", "verify", "--game", "six-plus")
    assert run("tables", "verify").code == 0  # nothing there, nothing damaged


def test_verify_tells_damage_from_absence(run: Runner) -> None:
    load_table(SIX_PLUS)
    both = ("tables", "verify", "--game", "six-plus", "--game", "holdem")
    result = run(*both)
    assert (result.code, result.out) == (2, "six-plus: good\n")
    assert "no table for holdem" in result.err
    table_item(SIX_PLUS).path.unlink()
    assert run(*both).code == 1


def test_outcomes_that_cannot_be_kept_are_not_built(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message said that they are used and not kept, with exit code 0."""
    load_table(SIX_PLUS)

    def read_only(path: Path, *_: object) -> None:
        raise UnwritableError(f"Cannot write to {path}: Read-only file system.")

    monkeypatch.setattr("jamfold.core.storage.items.exclusive_lock", read_only)
    result = run("tables", "build", "--game", "six-plus", "--outcomes")
    assert (result.code, result.out) == (2, "")
    assert "Read-only file system" in result.err
    assert "not saved" not in result.err


def test_show_json(run: Runner) -> None:
    """AKs against QQ wins 9,417,360 and loses 11,041,230 of 20,547,648, up to a common factor."""
    shown = json.loads(run.good("tables", "show", "AsKs", "QdQc", "--game", "holdem", "--json"))
    assert {"class1", "class2", "placements", "margin", "equity"} <= shown.keys()
    assert (shown["hand1"], shown["hand2"]) == ("AsKs", "QsQh")
    assert shown["placements"] == 6
    total = shown["placements"] * 1_712_304
    assert shown["margin"] * 20_547_648 == (9_417_360 - 11_041_230) * total
    assert shown["equity"] == pytest.approx((9_417_360 + 89_058 / 2) / 20_547_648, abs=1e-14)
    assert "placements 6" in run.good("tables", "show", "AsKs", "QdQc", "--game", "holdem")


def test_show_six_plus_under_both_rules(run: Runner) -> None:
    for game, equity in (("six-plus-trips", 0.254191165), ("six-plus", 0.253590299)):
        shown = json.loads(run.good("tables", "show", "KsKh", "AsAh", "--game", game, "--json"))
        assert shown["equity"] == pytest.approx(equity, abs=5e-10)


@pytest.mark.slow
def test_show_counts_the_outcomes_of_two_classes(run: Runner) -> None:
    """Omaha Hi/Lo by all twelve outcomes, Hold'em by three, and no table is built for them."""
    for row in rows("omaha_classes.csv")[:6]:
        words = ("tables", "show", row["hand1"], row["hand2"], "--game", "omaha-hilo")
        shown = json.loads(run.good(*words, "--json"))
        assert shown["outcomes"] == [int(row[f"hi{x}_lo{y}"]) for x in "WTL" for y in "NWTL"]
        assert sum(shown["outcomes"]) == shown["placements"] * shown["boards"]
        assert shown["equity"] == pytest.approx(float(row["hilo_equity"]), abs=1e-14)
    for row in rows("holdem_classes.csv")[::20]:
        cards = [class_hand(row[name]) for name in ("class1", "class2")]
        shown = json.loads(run.good("tables", "show", *cards, "--game", "holdem", "--json"))
        assert shown["outcomes"] == [int(row[name]) for name in ("win_sum", "tie_sum", "lose_sum")]
    lines = run.good("tables", "show", "As2sKdQh", "8h7h4d3c", "--game", "plo8").splitlines()[-3:]
    assert lines[0].startswith("high win: no low 8,137,806, low won 1,368,774, low tied 12,150")
    assert json.loads(run.good("tables", "list", "--json")) == []


def test_everything_kept_is_listed_verified_and_removed(run: Runner, data_folder: Path) -> None:
    ties = load_outcomes(SIX_PLUS).planes[0].values
    rows = json.loads(run.good("tables", "list", "--json"))
    assert [(row["game"], row["kind"]) for row in rows] == [("six-plus", "class table"), ("six-plus", "ties")]
    assert all(row["serves"] and Path(row["path"]).stat().st_size == row["bytes"] for row in rows)
    assert run.good("tables", "verify") == "six-plus: good\nsix-plus.ties: good\n"
    path = Path(rows[1]["path"])
    good = path.read_bytes()
    path.write_bytes(good[:200] + bytes([good[200] ^ 4]) + good[201:])
    result = run("tables", "verify")
    assert (result.code, result.out) == (1, "six-plus: good\n")
    assert np.array_equal(load_outcomes(SIX_PLUS).planes[0].values, ties)
    run.good("tables", "remove", "--game", "six-plus")
    assert {path.suffix for path in (data_folder / "tables").iterdir()} == {".lock"}


def test_what_was_begun_is_listed_verified_and_removed(run: Runner, data_folder: Path) -> None:
    """Searches of tables and future hands that were cut off lie in folders of their own."""
    hand, prizes = TableHand((20.0,) * 5, BlindLevel((1.0, 2.0))), Prizes((50.0, 30.0))
    average = np.full((len(hand.nodes), 16_432), 0.5)
    with kept_run(OMAHA, hand, 3) as keeper:
        assert keeper.is_kept
        keeper.save(search_state(average, average, 5, 1.0, *np.zeros(len(average))))
    with kept_future(
        SIX_PLUS, TableHand((20.0,) * 3, BlindLevel((1.0, 2.0)), prize_terms(3, prizes)), 2, 7
    ) as checkpoint:
        each = dict.fromkeys((VALUES, STEERING, ERRORS), np.ones((7, 3)))
        checkpoint.save({**each, GAINS: np.ones(7)}, at_once=True)
    rows = json.loads(run.good("tables", "list", "--json"))
    assert [(row["game"], row["kind"], row["serves"]) for row in rows] == [
        ("six-plus", "begun future hands", "jamfold fgs"),
        ("omaha", "begun search", "jamfold table"),
    ]
    assert [row["bytes"] > 200 for row in rows] == [True, True]
    assert "begun search" in run.good("tables", "list")
    search, future = (next((data_folder / name).glob("*.json")) for name in ("table-runs", "future-runs"))
    assert set(run.good("tables", "verify").splitlines()) == {f"{search.stem}: good", f"{future.stem}: good"}
    array = search.with_suffix(".npy")
    array.write_bytes(array.read_bytes()[:-1])
    future.write_text("{")
    result = run("tables", "verify")
    assert (result.code, result.out) == (1, "")
    assert result.err.count("damaged") == 2
    assert json.loads(run.good("tables", "list", "--json")) == []
    assert "no table of omaha-5" in run("tables", "remove", "--game", "omaha-5").err
    assert search.exists()
    run.good("tables", "remove", "--game", "omaha")
    run.good("tables", "remove", "--all")
    left = [path.suffix for name in ("table-runs", "future-runs") for path in (data_folder / name).iterdir()]
    assert set(left) <= {".lock"}


def test_outcomes_are_built_when_asked(run: Runner, data_folder: Path) -> None:
    built = run("tables", "build", "--game", "six-plus", "--outcomes")
    assert (built.code, built.err.count("Built")) == (0, 2)
    assert run("tables", "build", "--game", "six-plus", "--outcomes").err.count("Built") == 0
    rows = json.loads(run.good("tables", "list", "--json"))
    assert [row["kind"] for row in rows] == ["class table", "ties"]
    path = Path(rows[1]["path"])
    good = path.read_bytes()
    path.write_bytes(good[:-1])
    assert "damaged" in run("tables", "verify").err
    again = run("tables", "build", "--game", "six-plus", "--outcomes")
    assert again.err.count("Built") == 1
    assert path.read_bytes() == good


def test_threeway_tables_are_built_when_asked(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(SIX_PLUS, name="small-six-plus", lowest_rank=Rank(7))
    monkeypatch.setitem(GAMES, game.name, game)
    built = run("tables", "build", "--game", game.name, "--threeway")
    assert (built.code, built.err.count("Built")) == (0, 3)
    assert run("tables", "build", "--game", game.name, "--threeway").err.count("Built") == 0
    rows = json.loads(run.good("tables", "list", "--json"))
    assert [row["kind"] for row in rows] == ["class table", "ties", "threeway"]
    path = Path(rows[2]["path"])
    good = path.read_bytes()
    path.write_bytes(good[:-1])
    assert "damaged" in run("tables", "verify").err
    assert run("tables", "build", "--game", game.name, "--threeway").err.count("Built") == 1
    assert path.read_bytes() == good
    refused = run("tables", "build", "--game", "omaha", "--threeway")
    assert refused.code == 2
    assert "no three-way table of omaha" in refused.err


@pytest.mark.long
def test_every_plane_of_a_split_pot_is_listed(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(HOLDEM, name="holdem-hilo", split_low=True)
    monkeypatch.setitem(GAMES, game.name, game)
    run.good("tables", "build", "--game", game.name, "--outcomes")
    rows = json.loads(run.good("tables", "list", "--json"))
    kinds = ["class table"] * 2 + ["shares, halves", "shares, quarters", "shares, quarter margin"]
    assert [row["kind"] for row in rows] == kinds
    assert len({row["sha256"] for row in rows}) == len(rows)
    assert all(Path(row["path"]).stat().st_size == row["bytes"] for row in rows)


def test_remove_leaves_nothing_of_killed_builds(run: Runner, data_folder: Path) -> None:
    tables = data_folder / "tables"
    work = block_store(SIX_PLUS).folder
    work.mkdir(parents=True)
    for path in (tables / "six-plus.npy.tmp", work / "block-0000.npy"):
        path.write_text("half")
    assert run("tables", "remove", "--all").err.count("Removed six-plus.") == 1
    assert {path.suffix for path in tables.iterdir()} == {".lock"}
    assert "no table of six-plus" in run("tables", "remove", "--game", "six-plus").err


def test_list_cleans_up_what_killed_builds_left(run: Runner) -> None:
    load_table(SIX_PLUS)
    work = block_store(SIX_PLUS).folder
    work.mkdir()
    run.good("tables", "list")
    assert not work.exists()


def test_a_record_without_times(run: Runner) -> None:
    load_table(SIX_PLUS)
    path = table_item(SIX_PLUS).record_path
    record = json.loads(path.read_text())
    for value in (None, "soon", [1], -1):
        path.write_text(json.dumps(record | {"built_seconds": value}))
        assert json.loads(run.good("tables", "list", "--json"))[0]["built_seconds"] is None
        assert "six-plus" in run.good("tables", "list")
        run.good("tables", "build", "--game", "six-plus")
    del record["built_seconds"]
    path.write_text(json.dumps(record))
    run.good("tables", "list")


def test_ties_on_a_folder_that_cannot_be_written(
    run: Runner, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The answer is given; that it was not kept is said once."""
    load_table(SIX_PLUS)

    def read_only(path: Path, *_: object) -> None:
        raise UnwritableError(f"Cannot write to {path}: Read-only file system.")

    monkeypatch.setattr("jamfold.core.storage.items.exclusive_lock", read_only)
    for _ in range(2):
        assert "six-plus" in run.good("equity", "88+", "*", "--game", "six-plus", "--json")
    assert caplog.text.count("Read-only file system") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("build", "--game", "chess"), "chess"),
        (("build", "--blocks", "1/2"), "--blocks"),
        (("merge", "part.npz"), "merge"),
        (("remove",), "--all"),
        (("remove", "--all", "--game", "holdem"), "--all"),
        (("show", "AsKs", "QdQ", "--game", "holdem"), "'Q' in 'QdQ'"),
        (("show", "AsKs", "5d5c", "--game", "six-plus"), "5d"),
        (("show", "AsKs"), "hand2"),
    ],
)
def test_bad_words(run: Runner, words: tuple[str, ...], sentence: str) -> None:
    assert sentence in run.bad("tables", *words)


def test_a_folder_that_cannot_be_written(
    run: Runner, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (data_folder / "file").write_text("")
    monkeypatch.setenv("JAMFOLD_DATA", str(data_folder / "file"))
    assert "file" in run.bad("tables", "build", "--game", "holdem")

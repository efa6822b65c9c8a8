"""``jamfold tables``: what it prints, its JSON contract, and bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jamfold.games import HOLDEM, SIX_PLUS
from jamfold.kept import store
from jamfold.tables import load_table
from tests.command_line import Runner


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], data_folder: Path) -> Runner:
    return Runner(capsys)


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


def test_verify_finds_a_flipped_byte_and_build_replaces_the_table(run: Runner) -> None:
    load_table(HOLDEM)
    path = store.table_path(HOLDEM)
    good = path.read_bytes()
    path.write_bytes(good[:5000] + bytes([good[5000] ^ 1]) + good[5001:])
    result = run("tables", "verify")
    assert (result.code, result.out) == (1, "")
    assert "damaged" in result.err
    assert run("tables", "build", "--game", "holdem").code == 0
    assert path.read_bytes() == good
    assert run("tables", "verify", "--game", "holdem").code == 0


def test_verify_of_a_missing_table(run: Runner) -> None:
    result = run("tables", "verify", "--game", "six-plus")
    assert result.code == 1
    assert "no table for six-plus" in result.err
    assert run("tables", "verify").code == 0  # nothing there, nothing damaged


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


def test_parts_on_the_command_line(run: Runner, tmp_path: Path) -> None:
    names = [tmp_path / f"{k}.npz" for k in (1, 2)]
    for k, name in enumerate(names, 1):
        run.good("tables", "build", "--game", "six-plus", "--blocks", f"{k}/2", "--out", name)
    assert "leave out" in run.bad("tables", "merge", names[0])
    run.good("tables", "merge", *names)
    merged = store.table_path(SIX_PLUS).read_bytes()
    assert "already there" in run("tables", "merge", *names).err
    store.remove(SIX_PLUS)
    load_table(SIX_PLUS)
    assert store.table_path(SIX_PLUS).read_bytes() == merged


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("build", "--game", "chess"), "chess"),
        (("build", "--game", "holdem", "--blocks", "3/2"), "3/2"),
        (("build", "--game", "holdem", "--blocks", "two"), "'two' is no part"),
        (("build", "--blocks", "1/2"), "--game"),
        (("build", "--game", "holdem", "--out", "x"), "--blocks"),
        (("remove",), "--all"),
        (("remove", "--all", "--game", "holdem"), "--all"),
        (("merge", "nowhere.npz"), "nowhere.npz"),
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

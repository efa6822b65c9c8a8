"""``jamfold history``: what it prints, its JSON contracts, and its exit codes."""

from __future__ import annotations

import gzip
import json
import os
import sys
import zipfile
from pathlib import Path

import pytest

from tests.command_line import Runner
from tests.histories.samples import FOLDER, differences, labels, synthetic

BROKEN = FOLDER / "broken"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], data_folder: Path) -> Runner:
    return Runner(capsys)


def test_import_and_hands_give_every_labelled_row(run: Runner) -> None:
    report = json.loads(run.good("history", "import", *synthetic(), "--json"))
    rows = [row for row in labels() if row["file"].startswith("synthetic/")]
    assert (report["files"], report["hands"], report["duplicates"]) == (11, len(rows), 0)
    assert (report["conflicts"], report["unreadable"], report["problems"]) == (0, 0, [])
    assert report["decisions"] == sum(row["status"] == "decision" for row in rows)
    assert report["outside"] == sum(row["status"] == "outside" for row in rows)
    hands = json.loads(run.good("history", "hands", "--json"))
    found = {(Path(hand["file"]).name, str(hand["line"])): hand for hand in hands}
    for row in rows:
        hand = found[row["file"].removeprefix("synthetic/"), row["line"]]
        texts = {name: "" if value is None else str(value) for name, value in hand.items()}
        if texts["s"]:
            texts |= {name: f"{hand[name]:.9f}" for name in ("s", "b")}
        assert not differences(row, texts, cards=True)


def test_hands_are_chosen_by_kind_site_and_game(run: Runner) -> None:
    run.good("history", "import", *synthetic())
    outside = json.loads(run.good("history", "hands", "--status", "outside", "--json"))
    assert {hand["reason"] for hand in outside} == {"straddle", "fixed limit", "game outside the four"}
    omaha = json.loads(run.good("history", "hands", "--site", "PHH", "--game", "omaha", "--json"))
    assert [(hand["site"], hand["game"]) for hand in omaha] == [("PHH", "omaha")]
    assert len(json.loads(run.good("history", "hands", "--most", "7", "--json"))) == 7
    assert run.good("history", "hands", "--most", "9" * 23) == run.good("history", "hands")
    table = run.good("history", "hands", "--status", "other", "--site", "WPN")
    assert "limp" in table
    assert "13.76" in table
    assert "stack, bb" in table
    assert "'nobody'" in run.bad("history", "hands", "--status", "nobody")


def test_problems_are_printed_by_file_and_line(run: Runner) -> None:
    path = BROKEN / "bad-number.txt"
    printed = run.good("history", "import", path)
    line = f"{path}:4: Hand 250000000006: 'lots' is not a number of chips."
    assert printed.splitlines()[0] == "1 new hand from 1 file; 1 unreadable."
    assert line in printed.splitlines()
    assert run.good("history", "problems").splitlines() == [line]
    (problem,) = json.loads(run.good("history", "problems", "--json"))
    assert (problem["line"], problem["kind"]) == (4, "unreadable")
    assert problem["sentence"] in line


def test_names_cannot_write_on_the_terminal(run: Runner, tmp_path: Path) -> None:
    text = (BROKEN / "duplicate.txt").read_text(encoding="utf-8").replace("GrandTour", "\x1b[31m=cmd|<b>")
    path = tmp_path / "evil.txt"
    path.write_text(text, encoding="utf-8")
    run.good("history", "import", path)
    table = run.good("history", "hands")
    assert "\x1b" not in table
    assert "?[31m=cmd|<b>" in table


@pytest.mark.parametrize("name", ["shopping.txt", "binary.txt", "bomb.xml", "empty.txt", "stranger-acts.txt"])
def test_where_no_hand_is_read_the_code_is_2(run: Runner, name: str) -> None:
    result = run("history", "import", BROKEN / name)
    assert (result.code, result.err) == (2, "No hands could be read. See jamfold history problems.\n")
    assert str(BROKEN / name) in result.out


def test_strict_fails_on_any_problem(run: Runner) -> None:
    assert run("history", "import", BROKEN / "german.txt", "--strict").code == 1
    assert run("history", "import", BROKEN / "latin1.txt", "--strict").code == 0


def test_a_folder_without_histories_is_named_and_the_import_goes_on(run: Runner, tmp_path: Path) -> None:
    (tmp_path / "empty" / "deep").mkdir(parents=True)
    (tmp_path / "empty" / "notes.pdf").write_bytes(b"%PDF")
    report = json.loads(run.good("history", "import", tmp_path / "empty", BROKEN / "latin1.txt", "--json"))
    assert (report["files"], report["hands"]) == (1, 1)
    assert report["problems"][0]["kind"] == "file"
    assert "contains no hand-history file" in report["problems"][0]["sentence"]


def test_folders_are_read_whatever_deep_and_what_is_packed_in_them(run: Runner, tmp_path: Path) -> None:
    folder = tmp_path / "mine" / "2026" / "May"
    folder.mkdir(parents=True)
    (folder / "stars.txt").write_bytes((FOLDER / "synthetic" / "pokerstars.txt").read_bytes())
    (folder / ".hidden.txt").write_text("nothing", encoding="utf-8")
    (tmp_path / "mine" / "wpn.TXT.gz").write_bytes(
        gzip.compress((FOLDER / "synthetic" / "wpn.txt").read_bytes())
    )
    with zipfile.ZipFile(tmp_path / "mine" / "all.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        for name in ("winamax.txt", "hands.ohh"):
            packed.write(FOLDER / "synthetic" / name, f"deep/{name}")
        packed.writestr("picture.png", b"no history")
    (tmp_path / "mine" / "cut.zip").write_bytes((tmp_path / "mine" / "all.zip").read_bytes()[:900])
    (tmp_path / "mine" / "cut.txt.gz").write_bytes(gzip.compress(b"PokerStars Hand #1")[:-9])
    report = json.loads(run.good("history", "import", tmp_path / "mine", "--json"))
    assert report["files"] == 4
    assert {one["site"] for one in report["sites"]} == {"PokerStars", "WPN", "Winamax", "OHH"}
    assert sum(one["hands"] for one in report["sites"]) == report["hands"] > 40
    assert sorted(Path(problem["file"]).name for problem in report["problems"]) == ["cut.txt.gz", "cut.zip"]
    again = json.loads(run.good("history", "import", tmp_path / "mine", "--json"))
    assert (again["sites"], again["hands"]) == (report["sites"], 0)
    assert len(json.loads(run.good("history", "hands", "--json"))) == report["hands"]
    assert "Winamax: " in run.good("history", "import", tmp_path / "mine")
    assert run.good("history", "forget", tmp_path / "mine") == f"Deleted {report['hands']} hands.\n"


def test_what_cannot_be_unpacked_costs_a_sentence_and_the_import_goes_on(run: Runner, tmp_path: Path) -> None:
    """Damaged inside an unusual packing, packed twice, and a pipe among the files."""
    folder = tmp_path / "mine"
    folder.mkdir()
    with zipfile.ZipFile(folder / "lzma.zip", "w", zipfile.ZIP_LZMA) as packed:
        packed.writestr("stars.txt", (FOLDER / "synthetic" / "pokerstars.txt").read_bytes())
    damaged = bytearray((folder / "lzma.zip").read_bytes())
    damaged[80:110] = b"\xff" * 30
    (folder / "lzma.zip").write_bytes(damaged)
    with zipfile.ZipFile(folder / "twice.zip", "w") as packed:
        packed.writestr("inner.txt.gz", gzip.compress(b"PokerStars Hand #1"))
    os.mkfifo(folder / "pipe.txt")
    (folder / "good.txt").write_bytes((FOLDER / "synthetic" / "wpn.txt").read_bytes())
    report = json.loads(run.good("history", "import", folder, "--json"))
    assert report["hands"] == 5
    told = {Path(one["file"]).name: one["sentence"] for one in report["problems"]}
    assert told.keys() == {"stars.txt", "inner.txt.gz", "pipe.txt"}
    assert "Unpack the outer archive" in told["inner.txt.gz"]


def test_members_of_one_name_in_an_archive_are_all_read(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "two.zip"
    with zipfile.ZipFile(path, "w") as packed:
        packed.write(FOLDER / "synthetic" / "wpn.txt", "one.txt")
        with pytest.warns(UserWarning, match="Duplicate name"):
            packed.write(FOLDER / "synthetic" / "winamax.txt", "one.txt")
    report = json.loads(run.good("history", "import", path, "--json"))
    assert {one["site"] for one in report["sites"]} == {"WPN", "Winamax"}
    assert {Path(one["file"]).name for one in json.loads(run.good("history", "hands", "--json"))} == {
        "one.txt", "one.txt (2)",
    }  # fmt: skip
    again = json.loads(run.good("history", "import", path, "--json"))
    assert (again["hands"], again["sites"]) == (0, report["sites"])


def test_a_watch_reads_hands_as_they_are_written_until_it_is_interrupted(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = (FOLDER / "synthetic" / "pokerstars.txt").read_text(encoding="utf-8-sig").split("\n\n\n")
    hands = [f"{text}\n\n\n" for text in texts[:4]]
    file = tmp_path / "mine" / "today.txt"
    file.parent.mkdir()
    (tmp_path / "mine" / "old.txt").write_text(hands[0], encoding="utf-8")
    looks = iter([hands[1], None, hands[1] + hands[2][:200], None, "".join(hands[1:]), None])

    def wait(_: float) -> None:
        try:
            text = next(looks)
        except StopIteration:
            raise KeyboardInterrupt from None
        if text is not None:
            file.write_text(text, encoding="utf-8")

    monkeypatch.setattr("jamfold.histories.sources.time.sleep", wait)
    told = run("history", "import", tmp_path / "mine", "--watch")
    assert told.code == 0
    assert [line for line in told.out.splitlines() if line.startswith("today")] == [
        "today.txt: 1 new hand, 1 jam/fold hand.",
        "today.txt: 0 new hands, 0 jam/fold hands; 1 not readable so far.",
        "today.txt: 2 new hands, 2 jam/fold hands.",
    ]
    assert "Watch ended; added 3 hands." in told.err
    assert "not both" in run.bad("history", "import", tmp_path, "--watch", "--strict")
    absent = run.bad("history", "import", tmp_path, tmp_path / "nosuch", "--watch")
    assert "nosuch' cannot be watched: there is no such file or folder" in absent


def test_reasons_are_counted(run: Runner, tmp_path: Path) -> None:
    text = (BROKEN / "german.txt").read_text(encoding="utf-8")
    (tmp_path / "many.txt").write_text("\n\n\n".join([text] * 25), encoding="utf-8")
    report = json.loads(run("history", "import", tmp_path / "many.txt", "--json").out)
    (reason,) = report["reasons"]
    assert reason["hands"] == report["unreadable"]
    assert "German" in reason["reason"]


def test_forget(run: Runner) -> None:
    run.good("history", "import", *synthetic())
    assert "Name files to delete, or use --all" in run.bad("history", "forget")
    assert run.good("history", "forget", FOLDER / "synthetic" / "wpn.txt") == "Deleted 5 hands.\n"
    assert json.loads(run.good("history", "forget", "--all", "--json")) == {"hands": 139}
    assert json.loads(run.good("history", "hands", "--json")) == []


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes on Linux alone")
def test_a_file_whose_name_is_no_text(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "\udc80.txt"
    path.write_bytes((FOLDER / "synthetic" / "wpn.txt").read_bytes())
    run.good("history", "import", path)
    assert run.good("history", "forget", path) == "Deleted 5 hands.\n"


def test_a_file_that_is_no_database_is_left_alone(run: Runner, data_folder: Path) -> None:
    (data_folder / "histories.db").write_bytes(b"not a database" * 200)
    assert "file is not a database" in run.bad("history", "import", BROKEN / "latin1.txt")
    assert (data_folder / "histories.db").read_bytes() == b"not a database" * 200


def test_reasons_are_counted_as_one_says_it(run: Runner, tmp_path: Path) -> None:
    broken = "".join(f"PokerStars Hand #{k}: Hold'em No Limit ($1/$2 USD)\n\n" for k in range(30))
    path = tmp_path / "broken.txt"
    path.write_text(f"{broken}Winamax Poker - cut\n", encoding="utf-8")
    result = run("history", "import", path)
    lines = (result.out + result.err).splitlines()
    assert any(line.startswith("  30 times: The hand has no seat lines") for line in lines)
    assert "  1 time: The hand's first line is cut short." in lines


def test_a_summary_of_a_tournament_is_no_failure(run: Runner, tmp_path: Path) -> None:
    path = FOLDER / "reports" / "winamax_summary.txt"
    for _ in range(2):
        printed = run.good("history", "import", path, "--strict")
        assert printed.splitlines()[0] == "0 new hands from 1 file."
        assert printed.splitlines()[-1] == "1 tournament summary skipped."
    report = json.loads(run.good("history", "import", path, "--json"))
    assert (report["summaries"], report["unreadable"], report["problems"]) == (1, 0, [])
    assert run.good("history", "problems") == ""
    assert "there are only tournament summaries" in run.bad("history", "explain", path)
    both = tmp_path / "both.txt"
    both.write_text(path.read_text(encoding="utf-8") + "\nWinamax Poker - cut", encoding="utf-8")
    assert run("history", "import", both).code == 2

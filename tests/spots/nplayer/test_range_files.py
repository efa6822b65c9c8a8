"""Ranges from files, folders, archives and pasted texts: which decision each is of, and what is wrong."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.betting.raises import Raises
from jamfold.cards.games import HOLDEM
from jamfold.core.errors import SituationError
from jamfold.core.storage.folder import FOLDER_SIGN
from jamfold.ranges.grid import class_label
from jamfold.spots.nplayer.node_names import guess_row, nearest, node_words
from jamfold.spots.nplayer.profile import profile_values
from jamfold.spots.nplayer.range_import import read_range_files
from tests.mutations import mutated

LEVEL = BlindLevel((5.0, 10.0))
TWO, THREE, SIX = (TableHand((100.0,) * seats, LEVEL) for seats in (2, 3, 6))
TREE = TableHand((100.0, 100.0), LEVEL, raises=Raises((20.0,)))


@pytest.mark.parametrize(
    ("hand", "name", "decision"),
    [
        (TWO, "SB_jam.txt", "sb"),
        (TWO, "BTN push", "sb"),
        (TWO, "BB.csv", "bb after sb"),
        (TWO, "SB_push_BB_call", "bb after sb"),
        (THREE, "ranges/10bb/BB_vs_SB.txt", "bb after sb"),
        (THREE, "BB call vs BTN+SB", "bb after btn sb"),
        (THREE, "bb overcall vs btn jam, sb call", "bb after btn sb"),
        (THREE, "BU_shove", "btn"),
        (THREE, "SB_call_vs_Button", "sb after btn"),
        (THREE, "Small Blind all-in", "sb"),
        (SIX, "CO push", "co"),
        (SIX, "BTN_call_vs_UTG", "btn after utg"),
        (SIX, "hijack_facing_utg", "hj after utg"),
        (TWO, "10bb_SB_jam.txt", "sb"),
        (TWO, "SB jam 12.5 BB", "sb"),
        (TWO, "10 big blinds SB", "sb"),
        (TWO, "10_BB_vs_SB", "bb after sb"),
        (THREE, "3max_10bb_BTN_push.txt", "btn"),
        (THREE, "15-bb_BB_vs_BTN", "bb after btn"),
        (SIX, "UTG jam 9,5bb, BB call", "bb after utg"),
        (TREE, "SB_open_2bb", "sb raise 2"),
        (TREE, "BB_jam_vs_SB_raise_2bb", "bb jam after sb raise 2"),
        (TREE, "SB_open", "sb raise 2"),
        (TREE, "SB_jam", "sb jam"),
        (TREE, "BB_3bet_vs_SB_open", "bb jam after sb raise 2"),
        (TREE, "SB_call_vs_BB_jam", "sb call after sb raise 2, bb jam"),
        (TREE, "BB_call_vs_SB_jam", "bb call after sb jam"),
    ],
)
def test_names_of_decisions(hand: TableHand, name: str, decision: str) -> None:
    row = guess_row(hand, name)
    assert row is not None
    assert node_words(hand, hand.nodes[row]) == decision


@pytest.mark.parametrize(
    "name", ["Hero.txt", "BB.txt", "CO_push", "MP_vs_BTN", "vs SB", "BTN_vs_SB", "10 BB push"]
)
def test_names_that_mean_nothing_here(name: str) -> None:
    assert guess_row(THREE, name) is None
    assert nearest(THREE, name) in ("", *(node_words(THREE, node) for node in THREE.nodes))


def found(hand: TableHand, paths: list[Path], text: str = "") -> tuple[dict[str, float], list[str]]:
    """Percent of hands by decision, and the problems."""
    given = read_range_files(HOLDEM, hand, map(str, paths), text)
    sizes = {node_words(hand, hand.nodes[one.row]): one.chances.sum() for one in given.ranges}
    return sizes, [str(one) for one in given.problems]


def test_a_folder_and_an_archive(tmp_path: Path) -> None:
    folder = tmp_path / "ranges"
    folder.mkdir()
    (folder / "BTN_push.txt").write_text("AA,KK", encoding="utf-8")
    (folder / "BB_vs_BTN.csv").write_text("AA,1\nKK,0.5\nQQ,0", encoding="utf-16")
    (folder / ".hidden.txt").write_text("nothing", encoding="utf-8")
    (folder / "notes.pdf").write_bytes(b"\x00")
    packed = tmp_path / "ranges.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for path in folder.iterdir():
            archive.write(path, f"10bb/{path.name}")
    expected = {"btn": 2, "bb after btn": 1.5}
    assert found(THREE, [folder]) == (expected, [])
    assert found(THREE, [packed]) == (expected, [])
    packed.write_bytes(packed.read_bytes()[:200])
    with pytest.raises(SituationError, match="damaged archive"):
        found(THREE, [packed])
    packed.write_text("no archive", encoding="utf-8")
    with pytest.raises(SituationError, match="damaged archive"):
        found(THREE, [packed])
    with pytest.raises(SituationError, match="Cannot read"):
        found(THREE, [tmp_path / "none.txt"])


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_any_damage_of_an_archive_is_one_sentence(tmp_path: Path, method: int) -> None:
    """What unpacks a member raises errors of its own, and a wrong place in the archive is a ValueError."""
    packed = tmp_path / "ranges.zip"
    with zipfile.ZipFile(packed, "w", method) as archive:
        archive.writestr("BTN_push.txt", ",".join(f"{rank}{rank}" for rank in "AKQJT98765432"))
    refused = 0
    for data in mutated(packed.read_bytes(), 300, 1):
        packed.write_bytes(data)
        try:
            found(THREE, [packed])
        except SituationError:
            refused += 1
    assert refused > 50


def test_a_pasted_text() -> None:
    text = "btn: AA,KK\n# BB vs BTN\nAA: 1,\nKK: 0.5\n\n[SB jam]\n22+\nbb after btn sb: none"
    sizes, problems = found(THREE, [], text)
    assert (sizes, problems) == ({"btn": 2, "bb after btn": 1.5, "sb": 13, "bb after btn sb": 0}, [])


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("# 10bb effective, no ante\nAA", "sb"),
        ("# stacks of 10 BB\nAA", "sb"),
        ("Hand,Freq,EV (bb)\nAA,1,3.2\nKK,0,2\nQQ,0,1", "sb"),
        ("hand,ev_bb,freq\nAA,3.2,1\nKK,0.5,0\nQQ,0.2,0", "sb"),
        ("Hand\tFreq\tBB\nAA\t1\t3.2\nKK\t0\t2\nQQ\t0\t1", "sb"),
        ("# BB range\nAA", "bb after sb"),
        ("# BB, 10bb, vs SB\nAA", "bb after sb"),
    ],
)
def test_blinds_are_no_seat(tmp_path: Path, text: str, decision: str) -> None:
    file = tmp_path / "SB_jam.csv"
    file.write_text(text, encoding="utf-8")
    assert found(TWO, [file]) == ({decision: 1}, [])


def test_problems_are_told_by_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "all.txt"
    file.write_text(
        "btn: AA,KKx\nMP jam: 22+\nbb after sb: 22+\nbb vs sb: 33+\nsb:\nAA\nKK:45\n", encoding="utf-8"
    )
    sizes, problems = found(THREE, [file])
    assert sizes == {"bb after sb": 13}
    assert [one.partition(": ")[0] for one in problems] == [f"all.txt, line {k}" for k in (1, 2, 4, 7)]
    assert problems[0].endswith("Did you mean KK?")
    assert "'MP jam' names no decision of this hand" in problems[1]
    assert problems[2].endswith("There are two ranges for bb after sb: the first is in all.txt, line 3.")
    assert "write 0.45 or 45%" in problems[3]


def test_chances_above_one_together() -> None:
    _, problems = found(TREE, [], "sb raise 2: AA:0.5\nsb jam: AA:0.6")
    assert len(problems) == 1
    assert "With sb jam a hand has chances above 1" in problems[0]


def test_profiles_of_tables(tmp_path: Path) -> None:
    strategy = np.random.default_rng(1).random((len(THREE.nodes), 169))
    file = tmp_path / "x.json"
    file.write_text(json.dumps(profile_values(THREE, strategy)), encoding="utf-8")
    given = read_range_files(HOLDEM, THREE, [str(file)])
    assert (given.strategy(HOLDEM, THREE) == strategy).all()
    file.write_text('[{"seat": "hj", "after": [], "range": "AA"}]', encoding="utf-8")
    assert found(THREE, [file])[1] == ["x.json, line 1: There is no seat 'hj': the seats are sb, bb, btn."]
    file.write_text('[{"seat": ', encoding="utf-8")
    assert "damaged" in found(THREE, [file])[1][0]


def chart(**more: object) -> str:
    """A chart at 10 big blinds where all is jammed and called, as JSON."""
    hands = [
        {"id": one, "jam": [[1, 10]], "call": [[1, 10]], "mixed_jam": [], "mixed_call": []}
        for one in range(169)
    ]
    hands[7] |= more
    return json.dumps({"game": "holdem", "stacks": [10.0], "hands": hands})


CHART_CSV = "id,jam,call,jam_to,call_to\n" + "".join(f"{one},1-10,1-10,10,10\n" for one in range(169))


def test_charts() -> None:
    for text in (chart(), CHART_CSV):
        assert found(TWO, [], text) == ({"sb": 169, "bb after sb": 169}, [])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"game": "holdem", "stacks": [10.0], "hands": []}', "lacks 169 of 169 classes, the first is AA."),
        (CHART_CSV[: CHART_CSV.index("\n168") + 1], "lacks 1 of 169 classes, the first is 22."),
        (CHART_CSV.replace("\n7,", "\n-7,"), "damaged"),
        (CHART_CSV.replace("\n7,", f"\n{'7' * 140_000},"), "damaged"),
        (chart(jam=[[1, 2, 3]]), "damaged"),
        (chart(jam=[[10**400, 10]]), "damaged"),
        (chart(id=True), "damaged"),
        (chart(mixed_jam=[[10, 7]]), "has 7 for jam with"),
        (chart(mixed_call=[[10, float("nan")]]), "damaged"),
        ('{"nodes": []}', "It contains no range."),
    ],
)
def test_damaged_charts(text: str, sentence: str) -> None:
    sizes, problems = found(TWO, [], text)
    assert not sizes
    assert len(problems) == 1
    assert sentence in problems[0]


@pytest.mark.parametrize("text", ["", "\n", "# a comment"])
def test_an_empty_file_is_a_problem(tmp_path: Path, text: str) -> None:
    file = tmp_path / "SB_jam.txt"
    file.write_text(text, encoding="utf-8")
    assert found(TWO, [file]) == ({}, ["SB_jam.txt, line 1: It contains no range."])


def hrc_node(player: int, *before: str, actions: str = "FR", **changed: object) -> str:
    """A decision as Holdem Resources Calculator exports it: pairs are played half of the time."""
    labels = [class_label(HOLDEM, k) for k in range(169)]
    half, never = {"weight": 1.0, "played": [0.5, 0.5]}, {"weight": 1.0, "played": [1.0, 0.0]}
    hands = {label: half if label[0] == label[1] else never for label in labels}
    sequence = [{"player": int(one[0]), "type": one[1], "amount": 100000.0, "street": 0} for one in before]
    values = {
        "player": player,
        "street": 0,
        "children": len(actions),
        "sequence": sequence,
        "actions": [{"type": one, "amount": 0.0, "node": k} for k, one in enumerate(actions)],
        "hands": hands | changed,
    }
    return json.dumps(values)


def test_decisions_of_hrc(tmp_path: Path) -> None:
    packed = tmp_path / "hrc.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("settings.json", json.dumps({"handdata": {"stacks": [100000] * 3}}))
        archive.writestr("equity.json", "{}")
        archive.writestr("nodes/0.json", hrc_node(0))
        archive.writestr("nodes/1.json", hrc_node(1, "0F"))
        archive.writestr("nodes/2.json", hrc_node(2, "0F", "1R", actions="FC"))
        archive.writestr("nodes/3.json", hrc_node(2, "0R", "1C", actions="FC"))
    decisions = ("btn", "sb", "bb after sb", "bb after btn sb")
    assert found(THREE, [packed]) == (dict.fromkeys(decisions, 6.5), [])
    folder = tmp_path / "dropped"  # as the page keeps a folder
    folder.mkdir()
    (folder / f"hrc{FOLDER_SIGN}settings.json").write_text("{}", encoding="utf-8")
    (folder / f"hrc{FOLDER_SIGN}nodes{FOLDER_SIGN}0.json").write_text(hrc_node(0), encoding="utf-8")
    assert found(THREE, [folder]) == ({"btn": 6.5}, [])


@pytest.mark.parametrize(
    ("hand", "text", "sentence"),
    [
        (TWO, hrc_node(2), "has another number of players. This hand has 2"),
        (TWO, hrc_node(0, actions="FCR"), "without smaller raises, limps or flat calls"),
        (TWO, hrc_node(1, "0C"), "without smaller raises, limps or flat calls"),
        (TWO, hrc_node(0, "0R", "1R", actions="FC"), "without smaller raises, limps or flat calls"),
        (TREE, hrc_node(0), "without smaller raises, limps or flat calls"),
        (TWO, hrc_node(1), "does not have the decision of bb after folds"),
        (TWO, hrc_node(0, AA={"played": [0.0, 45.0]}), "The weight 45 of AA is not from 0 to 1"),
        (TWO, hrc_node(0).replace('"AKs"', '"xx"'), "There is no frequency for AKs"),
        (TWO, hrc_node(0).replace('"played"', '"x"'), "The HRC decision is damaged"),
    ],
)
def test_other_decisions_of_hrc(hand: TableHand, text: str, sentence: str) -> None:
    sizes, problems = found(hand, [], text)
    assert not sizes
    assert len(problems) == 1
    assert sentence in problems[0]

"""Labelled histories: every row is read as labelled, and damaged files are counted as labelled."""

from __future__ import annotations

from collections import Counter

import pytest

from jamfold.betting.two_seats import Situation
from jamfold.histories.records import Hand, ProblemKind
from jamfold.histories.spot_finder import find_jam_fold_spot
from tests.histories.samples import (
    FOLDER,
    REAL,
    as_row,
    differences,
    hands_of,
    labels,
    problems_of,
    read_file,
    synthetic,
)


@pytest.mark.parametrize("name", [path.name for path in synthetic()])
def test_every_labelled_hand_is_read_as_labelled(name: str) -> None:
    rows = {row["line"]: row for row in labels() if row["file"] == f"synthetic/{name}"}
    read = {row["line"]: row for row in map(as_row, hands_of(FOLDER / "synthetic" / name))}
    assert read.keys() == rows.keys()
    assert not {line: wrong for line in rows if (wrong := differences(rows[line], read[line], cards=True))}


def test_real_hands_are_read_as_labelled() -> None:
    if not REAL.is_dir():
        pytest.skip(f"The real hands are not beside this checkout ({REAL}).")
    rows = [row for row in labels() if row["file"].startswith("real/")]
    read = {
        (path.name, str(hand.line)): as_row(hand)
        for path in sorted((REAL / "real").iterdir())
        for hand in hands_of(path)
    }
    assert len(read) == 28
    wrong = [
        (row["file"], row["line"], found)
        for row in rows
        if (found := differences(row, read[row["file"].removeprefix("real/"), row["line"]], cards=False))
    ]
    assert not wrong


@pytest.mark.parametrize("row", labels("expected_broken.csv"), ids=lambda row: row["file"])
def test_damaged_files_are_counted_as_labelled(row: dict[str, str]) -> None:
    counts: Counter[str] = Counter()
    digests: dict[str, bytes] = {}
    for found in read_file(FOLDER / row["file"], row["file"]):
        if not isinstance(found, Hand):
            counts[found.kind.value] += 1
        elif found.key in digests:
            counts["duplicates" if digests[found.key] == found.digest else "conflicts"] += 1
        else:
            digests[found.key] = found.digest
            counts["hands"] += 1
    names = ("hands", "duplicates", "conflicts", "unreadable")
    assert [counts[name] for name in names] == [int(row[name]) for name in names]


@pytest.mark.parametrize(
    ("name", "line", "words"),
    [
        ("truncated.txt", 1, "is incomplete"),
        ("cut-at-end.txt", 28, "is incomplete"),
        ("binary.txt", 1, "not text"),
        ("shopping.txt", 1, "no hand of a supported site"),
        ("german.txt", 1, "is in German"),
        ("bad-number.txt", 4, "'lots' is not a number"),
        ("same-card-twice.txt", 1, "Kd appears twice"),
        ("stranger-acts.txt", 11, "'Nobody' acts but has no seat"),
        ("more-than-he-has.txt", 11, "has only 10088"),
        ("second-broken.phhs", 16, "TOML"),
        ("second-broken.ohh", 3, "JSON"),
        ("cut.xml", 42, "is incomplete"),
        ("bomb.xml", 2, "refused"),
    ],
)
def test_a_problem_is_named_by_its_line_in_one_sentence(name: str, line: int, words: str) -> None:
    (problem,) = problems_of(FOLDER / "broken" / name)
    assert problem.kind is ProblemKind.UNREADABLE
    assert problem.line == line
    assert words in problem.sentence
    assert problem.sentence.endswith(".")
    assert "\n" not in problem.sentence


def test_an_empty_file_holds_no_hands_and_is_not_unreadable() -> None:
    (problem,) = problems_of(FOLDER / "broken" / "empty.txt")
    assert (problem.kind, problem.sentence) == (ProblemKind.EMPTY, "The file is empty.")


def test_spots_are_those_of_the_situation() -> None:
    seen = 0
    for path in synthetic():
        for hand in hands_of(path):
            spot = find_jam_fold_spot(hand)
            if not spot.has_spot or hand.cap:
                continue
            assert spot.small is not None
            assert spot.big is not None
            situation = Situation(
                (hand.seats[spot.small].stack, hand.seats[spot.big].stack),
                (hand.small_blind, hand.big_blind),
                spot.antes,
                spot.dead,
            )
            assert (spot.s, spot.b) == pytest.approx((situation.s, situation.b), rel=1e-14)
            seen += 1
    assert seen > 80

"""Names of files as browsers send them: long ones of other scripts, and those that systems keep."""

from __future__ import annotations

from pathlib import Path

import pytest

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.cards.games import HOLDEM
from jamfold.spots.nplayer.node_names import node_words
from jamfold.spots.nplayer.range_import import read_range_files
from jamfold.web.uploads import Uploads


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("hands/2024/May.txt", "hands\N{DIVISION SLASH}2024\N{DIVISION SLASH}May.txt"),
        ('a:b*c?"d.txt', "a_b_c__d.txt"),
        ("../../hands.txt", "\N{DIVISION SLASH}..\N{DIVISION SLASH}hands.txt"),
        ("手" * 300 + ".txt", "手" * 65 + ".txt"),
        ("x" * 300 + ".txt", "x" * 196 + ".txt"),
        ("CON", "_CON"),
        ("aux.history.txt", "_aux.history.txt"),
        ("console.txt", "console.txt"),
        ("...", "history.txt"),
        ("\ud800.txt", "_.txt"),
    ],
)
def test_names(data_folder: Path, name: str, kept: str) -> None:
    uploads = Uploads()
    token = uploads.token()
    uploads.append(token, name, b"hands")
    (path,) = uploads.paths(token)
    assert Path(path).name == kept
    assert Path(path).read_bytes() == b"hands"


def test_a_folder_says_no_decision(data_folder: Path) -> None:
    uploads = Uploads()
    token = uploads.token()
    uploads.append(token, "BB ranges/10bb/SB_jam.txt", b"AA")
    hand = TableHand((100.0, 100.0), BlindLevel((5.0, 10.0)))
    given = read_range_files(HOLDEM, hand, uploads.paths(token))
    assert [node_words(hand, hand.nodes[one.row]) for one in given.ranges] == ["sb"]

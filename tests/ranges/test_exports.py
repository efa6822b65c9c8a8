"""One range as other programs write it: weights, groups, lists, squares, numbers; and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import HOLDEM, OMAHA, SIX_PLUS
from jamfold.core.errors import RangeError
from jamfold.ranges import parse_range
from jamfold.ranges.grid import class_label, grid_cells
from jamfold.ranges.reading.exports import ExportError, read_export

LABELS = [class_label(HOLDEM, one) for one in range(169)]
RANKS = "AKQJT98765432"


def played(text: str) -> dict[str, float]:
    """The chances that are above 0, by the names of hands."""
    chances = read_export(text, HOLDEM, lambda: np.arange(169))
    return {LABELS[k]: round(float(chances[k]), 12) for k in np.flatnonzero(chances)}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("AA:1,AKs:0.45", {"AA": 1, "AKs": 0.45}),
        ("AA: 1, AKs: 45%", {"AA": 1, "AKs": 0.45}),
        ("AA AKs@45", {"AA": 1, "AKs": 0.45}),
        ("AA=1;AKs=.45", {"AA": 1, "AKs": 0.45}),
        ("AA,AKs:0.45,KK:0", {"AA": 1, "AKs": 0.45}),
        ("[45]AKs[/45],AA", {"AA": 1, "AKs": 0.45}),
        ("[45.0]AKs, AQs[/45.0]\nAA", {"AA": 1, "AKs": 0.45, "AQs": 0.45}),
        ("0.9% AA KK", {"AA": 1, "KK": 1}),
        ("(0.9 %): AA, KK", {"AA": 1, "KK": 1}),
        ("AA\nKK\n", {"AA": 1, "KK": 1}),
        ("\ufeffAA,1\r\nKK,0.5\r\nQQ,0", {"AA": 1, "KK": 0.5}),
        ("AA;100%\nKK;50%\nQQ;0%", {"AA": 1, "KK": 0.5}),
        ("hand\tfrequency\nAA\t100\nKK\t50\nQQ\t0", {"AA": 1, "KK": 0.5}),
        ('{"AA": 1, "KK": 0.5}', {"AA": 1, "KK": 0.5}),
        ("hand,ev,Freq %\nAA,3,100\nKK,2,50\nQQ,1,0", {"AA": 1, "KK": 0.5}),
        ("[45]AKs[/45],AA\nKK,QQ\nJJ,TT", {"AKs": 0.45} | dict.fromkeys(("AA", "KK", "QQ", "JJ", "TT"), 1)),
        ("QQ - KK", {"QQ": 1, "KK": 1}),
        ("none", {}),
        ("2d2c: 1,2h2c: 1,2h2d: 1,2s2c: 1,2s2d: 1,2s2h: 1", {"22": 1}),
    ],
)
def test_what_is_read(text: str, meant: dict[str, float]) -> None:
    assert played(text) == meant


def test_everything() -> None:
    assert set(played("ATC")) == set(LABELS)
    assert set(played(" ".join(["1"] * 1326))) == set(LABELS)
    assert played(" ".join(["0.25"] * 6 + ["0"] * 1320)) == {"22": 0.25}
    assert len(played("5%")) == len(played("top 5%")) < 20


def square(chance: object = 1, *, names: bool = False) -> list[list[str]]:
    """Pairs always, suited hands half the time, one cell as given."""
    rows = [["1" if i == j else "0.5" if i < j else "0" for j in range(13)] for i in range(13)]
    rows[0][1] = str(chance)
    if names:
        rows = [["", *RANKS], *([rank, *row] for rank, row in zip(RANKS, rows, strict=True))]
    return rows


@pytest.mark.parametrize("apart", [",", ";", "\t", " "])
@pytest.mark.parametrize("names", [False, True])
def test_squares(apart: str, names: bool) -> None:
    if apart == " " and names:
        return
    found = played("\n".join(apart.join(row) for row in square(names=names)))
    assert found["AKs"] == 1
    assert found["AQs"] == found["32s"] == 0.5
    assert "AKo" not in found
    assert sum(len(name) == 2 for name in found) == 13


def test_squares_in_percent_and_of_other_decks() -> None:
    rows = [["100" if i == j else "40" if i < j else "0" for j in range(13)] for i in range(13)]
    assert played("\n".join(",".join(row) for row in rows))["AKs"] == 0.4
    size = SIX_PLUS.n_ranks
    text = "\n".join(",".join("1" if i == j else "0" for j in range(size)) for i in range(size))
    chances = read_export(text, SIX_PLUS)
    assert chances.sum() == size
    assert all(chances[one] == (cell[0] == cell[1]) for cell, one in grid_cells(SIX_PLUS).items())


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("", 1, "There is no range."),
        ("AA\nKK\nA9x", 3, r"'A9x' .* is not understood.* Did you mean A9\?"),
        ("AA:1\nKK:45", 2, r"The weight 45 of KK is above 1: write 0.45 or 45%"),
        ("AA:1\nKK:1.2", 2, "The weight 1.2 of KK is above 1: write 0 to 1."),
        ("AA:", 1, "There is no weight after ':' in 'AA:'."),
        ("AA:x", 1, "There is no weight after"),
        ("35.3% 22+ A2s+", 1, "The label says 35.3% but the range is 9.5% of hands."),
        ("AhKs:0.5", 1, "The suits of AKo have different weights"),
        ("AA,1\nKK,\nQQ,1", 2, "There is no frequency for KK: write 0 to 1."),
        ("AA,1\nKK,0.5\nQQ,7", 3, "The weight 7 of QQ is above 1"),
        ('{"AA": "x"}', 1, "The JSON must map hands to frequencies"),
        ("{AA", 1, "This is not JSON."),
        ("{}", 1, "The JSON must map hands to frequencies"),
        ('{"AA": 1' + 400 * "0" + "}", 1, "The weight inf of AA is above 1"),
        (" ".join(["0"] * 1325 + ["7"]), 1, "The weight 7 of hand 1,326 is above 1"),
        (
            "hand,EV,combos\nAA,0.9,6\nKK,0.5,6\nQQ,0.2,6",
            1,
            "No column .* The columns are 'ev', 'combos'. Name one",
        ),
    ],
)
def test_what_is_refused(text: str, line: int, sentence: str) -> None:
    with pytest.raises(ExportError, match=sentence) as told:
        played(text)
    assert told.value.line == line


@pytest.mark.parametrize(
    ("change", "line", "sentence"),
    [
        (lambda rows: rows.pop(), 12, "The grid has 12 rows; 13 are needed"),
        (lambda rows: rows[2].pop(), 3, "The line of Q has 12 hands, not 13"),
        (lambda rows: rows[0].__setitem__(1, ""), 1, "There is no frequency for AKs"),
        (lambda rows: rows[4].__setitem__(0, "x"), 5, "'x' is not a frequency for ATo"),
        (lambda rows: rows[4].__setitem__(0, "40"), 5, r"The weight 40 of ATo is above 1: write 0.4 or 40%"),
    ],
)
def test_damaged_squares(change: object, line: int, sentence: str) -> None:
    rows = square()
    change(rows)  # type: ignore[operator]
    with pytest.raises(ExportError, match=sentence) as told:
        played("\n".join(",".join(row) for row in rows))
    assert told.value.line == line


def test_games_of_four_cards_have_their_own_notation() -> None:
    chances = read_export("AA$ds", OMAHA)
    assert chances @ hand_classes(OMAHA).sizes == parse_range("AA$ds", OMAHA).combinations
    with pytest.raises(RangeError):
        read_export("AsAsAsAs", OMAHA)

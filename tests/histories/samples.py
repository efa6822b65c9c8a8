"""Labelled hands of tests/published/histories, and what is read of them, side by side."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from jamfold.cards import format_cards
from jamfold.histories.reading import HandOrProblem, pieces_of_text, read_pieces
from jamfold.histories.records import Hand, Problem
from jamfold.histories.spot_finder import find_jam_fold_spot

FOLDER = Path(__file__).parents[1] / "published" / "histories"
REAL = Path(__file__).parents[3] / "shared" / "truth" / "histories"
"""Beside the checkout: real hands, which are not copied into the project."""

Row = dict[str, str]

NUMBERS = (
    "sb_stack", "bb_stack", "small_blind", "big_blind", "sb_ante", "bb_ante", "dead", "live", "s", "b",
)  # fmt: skip
WORDS = (
    "hand_id", "site", "game", "limit", "status", "players", "sb_name", "bb_name", "sb_decision",
    "bb_decision",
)  # fmt: skip


def labels(name: str = "expected.csv") -> list[Row]:
    """The rows of a file of labels."""
    with (FOLDER / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def synthetic() -> list[Path]:
    """The files with synthetic hands."""
    return sorted((FOLDER / "synthetic").iterdir())


def read_bytes(data: bytes, name: str = "x") -> Iterator[HandOrProblem]:
    """The hands and problems of a file's bytes."""
    return read_pieces(pieces_of_text(io.BytesIO(data)), name)


def read_one(text: str | bytes) -> Hand:
    """The one hand of a text."""
    data = text.encode() if isinstance(text, str) else text
    (found,) = read_bytes(data)
    assert isinstance(found, Hand), (found, data.decode(errors="replace"))
    return found


def read_file(path: Path, name: str = "") -> Iterator[HandOrProblem]:
    """The hands and problems of a file."""
    return read_bytes(path.read_bytes(), name or str(path))


def hands_of(path: Path) -> Iterator[Hand]:
    """The hands of a file in which every one can be read."""
    for found in read_file(path):
        assert isinstance(found, Hand), found
        yield found


def problems_of(path: Path) -> list[Problem]:
    """What is wrong in a file."""
    return [found for found in read_file(path) if isinstance(found, Problem)]


def as_row(hand: Hand) -> Row:
    """A hand in the columns of expected.csv."""
    spot = find_jam_fold_spot(hand)
    posted = [hand.chips(ante) for ante in spot.antes]
    row: Row = {
        "line": str(hand.line),
        "hand_id": hand.hand_id,
        "site": hand.site,
        "game": hand.game,
        "limit": hand.limit,
        "status": spot.status.value,
        "players": str(spot.players),
        "small_blind": str(hand.chips(hand.small_blind)),
        "big_blind": str(hand.chips(hand.big_blind)),
        "sb_ante": str(posted[0]),
        "bb_ante": str(posted[1]),
        "dead": "",
        "live": "",
        "s": "",
        "b": "",
        "sb_decision": spot.sb_choice.value,
        "bb_decision": spot.bb_choice.value,
    }
    if spot.has_spot:
        row |= {"dead": str(hand.chips(spot.dead)), "live": str(hand.chips(spot.live))}
        row |= {"s": f"{spot.s:.9f}", "b": f"{spot.b:.9f}"}
    for side, seat in (("sb", spot.small), ("bb", spot.big)):
        row[f"{side}_name"] = "" if seat is None else hand.seats[seat].name
        row[f"{side}_stack"] = "" if seat is None else str(hand.chips(hand.seats[seat].stack))
        row[f"{side}_cards"] = "" if seat is None else format_cards(hand.cards[seat])
    return row


def differences(label: Row, row: Row, cards: bool) -> list[str]:
    """The columns in which what is read is not what is labelled; cards only where asked for."""
    wrong = [name for name in WORDS if label[name] != row[name]]
    wrong += [name for name in NUMBERS if (label[name] == "") != (row[name] == "")]
    wrong += [
        name
        for name in NUMBERS
        if label[name] and row[name] and abs(float(label[name]) - float(row[name])) > 6e-10
    ]
    wrong += [
        f"{side}_cards"
        for side in ("sb", "bb")
        if label[f"{side}_cards"] != row[f"{side}_cards"] and (cards or label[f"{side}_cards"])
    ]
    return [f"{name}: {label[name]!r}, not {row[name]!r}" for name in wrong]

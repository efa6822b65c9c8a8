"""Encodings, ends of lines, pieces, mixed files: the same hands, whatever the bytes look like."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from jamfold.histories.reading import pieces_of_text, read_pieces
from jamfold.histories.records import Hand
from jamfold.histories.site_text import Coins, FinerCoinError, eastern_offset, game_named
from tests.histories.samples import FOLDER, read_bytes, synthetic

STARS = (FOLDER / "synthetic" / "pokerstars.txt").read_text(encoding="utf-8-sig")
TEXTS = [path for path in synthetic() if path.suffix == ".txt" and path.name != "wpn.txt"]


def hands(data: bytes) -> list[Hand]:
    """The hands of bytes in which all can be read."""
    found = list(read_bytes(data))
    assert all(isinstance(hand, Hand) for hand in found), found
    return [hand for hand in found if isinstance(hand, Hand)]


def digests(data: bytes) -> list[bytes]:
    return [hand.digest for hand in hands(data)]


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_and_ends_of_lines_do_not_matter(codec: str, end: str) -> None:
    marks = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}
    data = STARS.replace("\n", end).encode(codec)
    assert digests(data) == digests(marks.get(codec, b"") + data) == digests(STARS.encode())


def test_windows_1252_and_utf_8_may_mix_in_one_file() -> None:
    old = STARS.replace("Ω_rho", "Müller").replace("tomás9", "tomás9")
    head, tail = old[: len(old) // 2], old[len(old) // 2 :]
    expected = digests(old.encode())
    assert digests(old.encode("cp1252")) == expected
    assert digests(head.encode("cp1252") + tail.encode()) == expected


@pytest.mark.parametrize("piece", [1, 7, 100, 4096])
def test_pieces_of_any_size_give_the_same_text_and_hands(piece: int) -> None:
    for path in synthetic():
        data = path.read_bytes()
        whole = "".join(pieces_of_text(io.BytesIO(data)))
        assert "".join(pieces_of_text(io.BytesIO(data), piece)) == whole
        found = list(read_pieces(pieces_of_text(io.BytesIO(data), piece), "x"))
        assert found == list(read_bytes(data))


def test_all_sites_may_stand_in_one_file() -> None:
    texts = [_text(path) for path in synthetic()]
    joined = "\n".join(texts).encode()
    assert [hand.digest for hand in hands(joined)] == [
        digest for text in texts for digest in digests(text.encode())
    ]


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-16" if path.name == "wpn.txt" else "utf-8-sig")


def test_formats_that_need_no_lines_may_have_none() -> None:
    for name in ("ipoker-holdem.xml", "hands.ohh"):
        text = _text(FOLDER / "synthetic" / name)
        joined = "".join(line.strip() for line in text.splitlines())
        assert digests(joined.encode()) == digests(text.encode())


def test_a_phh_file_of_one_hand_needs_no_number() -> None:
    text = (FOLDER / "synthetic" / "hands.phhs").read_text(encoding="utf-8")
    first = text.split("[2]")[0].replace("[1]\n", "")
    assert digests(first.encode()) == digests(text.encode())[:1]


def test_lines_count_from_the_first_byte_of_the_file() -> None:
    shifted = hands(b"note\n\n\n" + STARS.encode())
    assert [hand.line - 3 for hand in shifted] == [hand.line for hand in hands(STARS.encode())]


@pytest.mark.parametrize(
    ("text", "coins"),
    [
        ("1,600", 160000), ("$1 600.50", 160050), ("0,05€", 5), ("1.234,50", 123450), ("12.5 USD", 1250),
        ("£0.05", 5), ("1,234,567", 123456700), ("1.234.567", 123456700), ("$10", 1000), ("20€", 2000),
        ("1\xa0600", 160000), ("1'600", 160000), ("160.", 16000), ("US$3", 300), ("0.50", 50),
    ],
)  # fmt: skip
def test_amounts_as_sites_write_them(text: str, coins: int) -> None:
    assert Coins(2)[text] == coins


@pytest.mark.parametrize("text", ["", "lots", "-5", "1e5", "1/2", "nan", "5 chips of", "٣", "9" * 400])
def test_what_is_no_amount_is_named(text: str) -> None:
    with pytest.raises(ValueError, match=r"number of chips|above"):
        Coins(2)[text]


def test_finer_coins_are_asked_for() -> None:
    with pytest.raises(FinerCoinError):
        Coins(0)["0.5"]
    assert Coins(4)["0.1250"] == 1250
    text = (
        next(text for text in STARS.split("\n\n\n") if "($1/$2 USD" in text)
        .replace("$1/", "$1.005/")
        .replace("blind $1\n", "blind $1.005\n")
    )
    (hand,) = hands(text.encode())
    assert hand.coin == 1000


@pytest.mark.parametrize(
    ("words", "game", "limit"),
    [
        ("Hold'em No Limit", "holdem", "NL"), ("Omaha Hi/Lo Pot Limit", "omaha-hilo", "PL"),
        ("Omaha Pot Limit", "omaha", "PL"), ("5 Card Omaha Hi/Lo Pot Limit", "omaha5-hilo", "PL"),
        ("6+ Hold'em No Limit", "six-plus", "NL"), ("Hold'em Limit", "holdem", "FL"),
        ("PL Omaha Hi-Lo", "omaha-hilo", "PL"), ("NL Texas Hold'em", "holdem", "NL"),
        ("No Limit OmahaHL", "omaha-hilo", "NL"), ("Fix Limit Holdem", "holdem", "FL"),
        ("7 Card Stud Limit", "stud", "FL"), ("PLO-5", "omaha5", "PL"), ("Razz Limit", "razz", "FL"),
        ("Pot Limit Omaha Hi", "omaha", "PL"), ("NL Omaha H/L", "omaha-hilo", "NL"),
    ],
)  # fmt: skip
def test_games_as_sites_name_them(words: str, game: str, limit: str) -> None:
    assert game_named(words) == (game, limit)


@pytest.mark.parametrize(
    ("date", "hours"),
    [
        ((2026, 3, 8, 1), 5), ((2026, 3, 8, 3), 4), ((2026, 11, 1, 1), 4), ((2026, 11, 1, 3), 5),
        ((2006, 4, 2, 3), 4), ((2006, 3, 20, 3), 5), ((2006, 10, 29, 3), 5), ((2014, 7, 1, 0), 4),
    ],
)  # fmt: skip
def test_new_york_is_four_or_five_hours_behind(date: tuple[int, int, int, int], hours: int) -> None:
    assert eastern_offset(*date) == 3600 * hours


@pytest.mark.parametrize(
    "text",
    [
        "#\n" * 500_000,
        "\n***** " + "888" * 300_000,
        STARS.splitlines()[0].replace("(30/60)", "(1/" + " - " * 300_000),
        STARS.replace("raises 1145 to 1205", "calls " + "1" * 900_000, 1)[:950_000],
        "Winamax Poker - " + "calls 1" * 100_000 + "\nSeat 1: x (1)\ny calls " + "1" * 500_000 + " x\n",
        "<session>" + "<game gamecode='1'>" + "<a>" * 100_000 + "</game>",
        "\n" + " " * 1_000_000 + "<game ",
        '{"ohh": ' + '{"a": ' * 100_000,
        "[1]\nvariant = " + "[" * 200_000,
        "\x00" * 3_000_000,
        "a" * 6_000_000,
    ],
    ids=lambda text: ascii(text[:20]),
)
def test_hostile_texts_take_no_time_that_grows_with_their_square(text: str) -> None:
    found = list(read_bytes(text.encode()))
    assert len(found) < 80
    assert len([hand for hand in found if isinstance(hand, Hand)]) < 70


def test_halves_of_characters_and_huge_numbers_do_not_reach_the_database() -> None:
    text = (FOLDER / "synthetic" / "hands.ohh").read_text(encoding="utf-8").splitlines()[0]
    (hand,) = hands(text.replace("sierra21", "\\ud800x").encode())
    assert hand.seats[0].name == "?x"
    (problem,) = read_bytes(text.replace('"Raise"', '"Ra\\ud800\\nise"').encode())
    assert not isinstance(problem, Hand)
    assert problem.sentence == "Hand 2007: Unknown action 'ra? ise'."
    (problem,) = read_bytes(text.replace("32889.0", "999999999999.123456789").encode())
    assert not isinstance(problem, Hand)
    assert "too many digits" in problem.sentence

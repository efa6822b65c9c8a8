"""Damaged histories at random, the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from jamfold.histories.records import Hand
from jamfold.histories.spot_finder import find_jam_fold_spot
from tests.histories.all_in_or_fold import hand_text
from tests.histories.last_two import last_two
from tests.histories.played import play
from tests.histories.rooms import WRITERS
from tests.histories.samples import FOLDER, read_bytes, synthetic

_PARTS = (
    b"raises 5 to", b"[", b"]", b"[Ah Ah]", b"(", b"$", b",", b"-1", b"9" * 400, b"1e99", b"\0", b"\xff\xfe",
    b"\xef\xbb\xbf", b"*** FLOP ***", b"*** SUMMARY ***", b"\n\n", b": ", b"posts", b"Seat 3: x (5)",
    b"<game ", b"</game>", b"<!DOCTYPE a>", b"&a;", b"[2]\n", b"variant = 'NT'\n", b'{"ohh": ', b"[" * 3000,
    b"{" * 3000, b"null", b"1e400", b"\xc3", b"\xd9\xa3", b"10h", b"Hand cancelled\n", "🂡".encode(), b"\r",
    b"\xe2\x80\xa8",
)  # fmt: skip


def damaged(count: int, seed: int) -> Iterator[bytes]:
    """Histories with bytes flipped, lines cut, doubled, moved or joined, files joined, encodings mixed."""
    rng = random.Random(seed)
    files = [path.read_bytes() for path in (*synthetic(), *sorted((FOLDER / "broken").iterdir()))]
    hands = [play(hand, cash=hand % 2 == 1) for hand in range(4)]
    files += ["\n\n".join(map(write, hands)).encode() for write in WRITERS.values()]
    files += ["\n\n".join(last_two()).encode()]
    files += ["".join(hand_text(k, seats=2 + k % 3, omaha=k == 3) for k in range(4)).encode()]
    for _ in range(count):
        data = _piece(rng, rng.choice(files))
        for _ in range(rng.choice((1, 1, 2, 3, 8))):
            data = rng.choice(_WAYS)(rng, data, files)
        yield data


def _piece(rng: random.Random, data: bytes) -> bytes:
    """Some 3,000 bytes from somewhere, often with the file's beginning."""
    if len(data) <= 4000 or data.startswith(b"\xff\xfe"):
        return data
    start = rng.choice((0, rng.randrange(len(data) - 3000)))
    return data[start : start + 3000]


def _flip(rng: random.Random, data: bytes, _: list[bytes]) -> bytes:
    copy = bytearray(data or b" ")
    for _flip_again in range(rng.choice((1, 3, 20))):
        copy[rng.randrange(len(copy))] ^= 1 << rng.randrange(8)
    return bytes(copy)


def _cut(rng: random.Random, data: bytes, _: list[bytes]) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _lines(rng: random.Random, data: bytes, _: list[bytes]) -> bytes:
    lines = data.split(b"\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    way = rng.randrange(5)
    if way == 0:
        del lines[at]
    elif way == 1:
        lines.insert(at, lines[other])
    elif way == 2:
        lines[at], lines[other] = lines[other], lines[at]
    elif way == 3:
        lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
    else:
        lines[at : at + 2] = [b"".join(lines[at : at + 2])]
    return b"\n".join(lines)


def _put(rng: random.Random, data: bytes, _: list[bytes]) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(_PARTS) + data[at + rng.choice((0, 0, 1, 5)) :]


def _digit(rng: random.Random, data: bytes, _: list[bytes]) -> bytes:
    places = [k for k, byte in enumerate(data) if 48 <= byte < 58]
    if not places:
        return data
    at = rng.choice(places)
    return data[:at] + rng.choice((b"", b"0", b"9", b"77", b".5", b"-3")) + data[at + 1 :]


def _join(rng: random.Random, data: bytes, files: list[bytes]) -> bytes:
    other = _piece(rng, rng.choice(files))
    return rng.choice((data + other, data + b"\n" + other, other + data[rng.randrange(len(data) + 1) :]))


def _encode(rng: random.Random, data: bytes, _: list[bytes]) -> bytes:
    text = data.decode("utf-8", errors="replace")
    half = len(text) // 2
    codec = rng.choice(("cp1252", "utf-16", "utf-8-sig", "utf-16-le", "utf-32", "koi8-r"))
    return rng.choice(
        (
            text.encode(codec, errors="replace"),
            text[:half].encode(codec, errors="replace") + text[half:].encode(),
            data.decode("latin-1").encode("utf-8"),
        )
    )


_WAYS = (_flip, _cut, _lines, _lines, _put, _put, _digit, _digit, _join, _encode)


def survey(count: int, seed: int) -> tuple[int, int]:
    """Read damaged histories; how many hands and problems came of them.

    Whatever is read holds together: chips are whole and not negative, nobody has put in more than they
    had, spots are within their bounds, and problems are sentences.
    """
    hands = problems = 0
    for data in damaged(count, seed):
        for found in read_bytes(data):
            if not isinstance(found, Hand):
                problems += 1
                assert found.sentence.endswith((".", "'.")), found
                assert found.line <= data.count(b"\n") + data.count(b"\r") + data.count(b"\x0a") + 1
                continue
            hands += 1
            check_hand(found)
    return hands, problems


def check_hand(hand: Hand) -> None:
    """A hand that is read cannot contradict itself."""
    paid = [0] * len(hand.seats)
    for post in hand.posts:
        paid[post.seat] += post.chips
    for action in hand.actions:
        paid[action.seat] += action.added
        assert action.added >= 0
        assert hand.seats[action.seat].dealt_in
    assert all(0 <= put <= seat.stack for put, seat in zip(paid, hand.seats, strict=True))
    cards = [card for cards in (*hand.cards, hand.board) for card in cards]
    assert len(set(cards)) == len(cards)
    spot = find_jam_fold_spot(hand)
    if spot.has_spot:
        assert spot.s >= 1
        assert 0 < spot.b <= 1
        assert spot.live > spot.blinds[0]
        assert 0 <= spot.blinds[0] <= spot.blinds[1]

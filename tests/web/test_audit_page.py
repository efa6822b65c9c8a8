"""The page that measures ranges: text and files are posted, a verdict comes, errors stand at their field."""

from __future__ import annotations

import io
import re
import time
import zipfile
from html import unescape
from urllib.parse import urlsplit

from tests.web.server import PATIENCE, Server

SEATS = "audit?game=six-plus&seats=2&stack=8bb"


def posted(server: Server, text: str, *files: tuple[str, bytes], to: str = SEATS) -> tuple[int, str]:
    """Send the form; the status and where it leads, or what it says."""
    parts = [b'--here\r\nContent-Disposition: form-data; name="ranges"\r\n\r\n' + text.encode()]
    for name, content in files:
        head = f'--here\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n\r\n'
        parts.append(head.encode() + content)
    body = b"\r\n".join([*parts, b"--here--\r\n"])
    sent = {"Content-Type": "multipart/form-data; boundary=here"}
    status, headers, page = server.ask("POST", f"/{to}", body, sent)
    return status, headers.get("location", page.decode())


def answered(server: Server, address: str) -> str:
    """The page as soon as nothing runs on it any more."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        page = server.ask("GET", address)[2].decode()
        main = page.partition('id="content"')[2].partition(">")[0]
        if "data-follow" not in main:
            return page
        time.sleep(0.3)
    raise AssertionError("no answer")


def test_it_opens(server: Server) -> None:
    status, _, page = server.ask("GET", "/audit")
    assert status == 200
    assert b"Audit: how exploitable are your ranges?" in page
    assert b'id="posted"' in page
    assert b'class="error"' not in page


def test_it_opens_with_sample_ranges_measured(server: Server) -> None:
    page = answered(server, "/audit")
    assert "<b>17</b> bb per 100 hands" in page
    assert "Sample ranges, heads-up at 10 bb" in page
    assert "></textarea>" in page
    page = answered(server, posted(server, "sb: 66+,A6+")[1])
    assert "gives away" in page
    assert "Sample ranges" not in page
    assert "Sample ranges" not in server.ask("GET", "/audit?seats=2&ranges=sb%3A+66%2B")[2].decode()


def test_ranges_that_are_posted_at_the_usual_hand_are_not_the_sample(server: Server) -> None:
    status, there = posted(server, "sb: 66+\nbb after sb: AKx", to="audit")
    assert status == 303
    page = answered(server, there)
    assert "pasted text, line 2" in page
    assert "Sample ranges" not in page


def test_sample_ranges_are_measured_at_once(server: Server) -> None:
    page = server.ask("GET", "/audit?seats=4&ante=1")[2].decode()
    link = re.search(r'href="([^"]*)">Try sample ranges<', page)
    assert link is not None
    there = server.ask("GET", unescape(link[1]))[1]["location"]
    assert "<b>17</b> bb per 100 hands" in answered(server, there)


def test_text_and_files_are_measured(server: Server) -> None:
    status, there = posted(server, "sb: 66+,A6+", ("BB_vs_SB.txt", b"66+,A9+"))
    assert status == 303
    assert urlsplit(there).path == "/audit"
    page = answered(server, there)
    assert "gives away" in page
    assert "BB_vs_SB.txt, line 1" in page
    assert ">sb: 66+,A6+</textarea>" in page


def test_an_archive(server: Server) -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("SB_jam.txt", "66+,A6+")
        archive.writestr("BB_call.txt", "66+,A9+")
    page = answered(server, posted(server, "", ("ranges.zip", held.getvalue()))[1])
    assert "SB_jam.txt, line 1" in page
    assert "Decisions without a range" not in page


def test_what_is_wrong_stands_at_the_text(server: Server) -> None:
    page = answered(server, posted(server, "sb: 66+\nbb after sb: AKx")[1])
    assert "pasted text, line 2" in page
    assert 'id="ranges-error"' in page
    assert posted(server, " ") == (422, "No ranges yet. Paste ranges or choose files.")


def test_a_link_asks_too(server: Server) -> None:
    status, headers, _ = server.ask("GET", f"/{SEATS}&ranges=sb%3A+66%2B&go=audit")
    assert status == 303
    page = answered(server, headers["location"])
    assert "Decisions without a range, filled in with best play: bb after sb." in page


def test_an_equilibrium_gives_nothing_away(server: Server) -> None:
    """What is pasted from the answer of the program has no wrong hand, and no square."""
    asked = {"game": "six-plus", "seats": 2, "stack": "8bb"}
    nodes = server.post("/api/table?wait=60", asked)[1]["result"]["nodes"]
    text = "\n".join(f"{' after '.join([one['seat'], *one['after']])}: {one['range']}" for one in nodes)
    page = answered(server, posted(server, text)[1])
    assert "Nobody can gain anything against these ranges." in page
    assert 'class="wrong' not in page


def test_wrong_hands_stand_in_squares(server: Server) -> None:
    page = answered(server, "/audit")
    assert "Jam more hands in the small blind" in page
    assert "JTo: jam\nYour range never does: costs 0.58 bb per 100 hands." in page
    squares = page.split("<table ")
    assert [one.count('class="wrong wrong-') for one in squares if one.count("data-words") == 169] == [91, 5]
    assert ">91 wrong hands<" in "".join(squares), "the tile says what they cost"

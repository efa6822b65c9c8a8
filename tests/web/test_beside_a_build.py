"""Every page while a table of Omaha is built beside it, on a machine that has kept nothing."""

from __future__ import annotations

import re
import time
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from jamfold.web.page.layout import PLACES
from tests.web.server import PATIENCE, Server

EXACT = ("/icm", "/equity", "/flop", "/tournament", "/histories?sample=1")
"""Pages whose answers to their defaults are the same on every machine."""
WAITING = re.compile("wait|building|about .* left|% done|1.1 GB", re.IGNORECASE)


class Answers(HTMLParser):
    """The texts inside of a page's answers."""

    def __init__(self) -> None:
        super().__init__()
        self.depth = 0
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "div":
            self.depth += bool(self.depth or str(dict(attrs).get("id", "")).endswith("-answer"))

    def handle_endtag(self, tag: str) -> None:
        self.depth -= bool(self.depth and tag == "div")

    def handle_data(self, data: str) -> None:
        if self.depth and data.strip():
            self.texts.append(data.strip())


def answers(page: str) -> list[str]:
    found = Answers()
    found.feed(page)
    return found.texts


def shown(server: Server, path: str) -> str:
    """A page when it has answered, or as it stands when patience ends."""
    end = time.monotonic() + PATIENCE / 2
    while True:
        status, headers, content = server.ask("GET", path)
        assert status in (200, 303, 307), path
        page = content.decode()
        again = re.search(r'http-equiv="refresh" content="1;url=([^"]*)"', page)
        if status == 200 and (again is None or time.monotonic() > end):
            return page
        path = headers["location"] if status != 200 else unescape(again[1] if again else "")
        time.sleep(0.2)


def error_at(page: str, field: str) -> str:
    """The sentence at a field of a page; none is an error."""
    found = re.search(rf'<p class="error" id="{re.escape(field)}-error">(.*?)</p>', page, re.DOTALL)
    assert found is not None, f"no sentence at {field}"
    return unescape(found[1])


@pytest.mark.long
def test_all_pages_beside_a_build(tmp_path: Path) -> None:
    with Server(str(tmp_path / "own")) as own, Server(str(tmp_path / "other")) as server:
        job = own.post("/api/solve?wait=0", {"game": "omaha", "stacks": ["10bb", "10bb"], "method": "exact"})[
            1
        ]["job"]
        while not own.get(f"/api/jobs/{job}")[1]["progress"].get("stage"):
            time.sleep(0.1)
        for path in [path for place in PLACES.values() for path in place if "#" not in path]:
            page = shown(own, path)
            if "data-follow" in page:
                assert WAITING.search(page), path
                assert "stop=" in page or ">Stop" in page, path
        for path in EXACT:
            page = shown(own, path)
            assert "data-follow" not in page, path
            assert answers(page), path
            assert answers(page) == answers(shown(server, path)), path
        asked = {"game": "holdem", "stacks": ["10bb", "10bb"], "cards": "K7o", "position": "sb"}
        for path, values in (
            ("/api/hand?wait=30", asked),
            ("/api/icm?wait=30", {"stacks": [5, 3, 2], "prizes": [3, 2]}),
        ):
            told, known = own.post(path, values)[1], server.post(path, values)[1]
            assert told["result"] == known["result"]
        assert own.get(f"/api/jobs/{job}")[1]["state"] == "running"
        own.ask("DELETE", f"/api/jobs/{job}")

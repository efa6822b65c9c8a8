"""Omaha on the page, from an empty data folder: the table is built there, and everything else follows."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from jamfold.games import find_game
from jamfold.ranges import parse_range
from tests.web.browser import Browser
from tests.web.schema import Document
from tests.web.server import PATIENCE, Server

EXACT_JAM = "69.2947 %"
"""Omaha, 100-chip stacks, blinds 5/10; test_omaha_equilibria holds where it comes from."""
BUILD_SECONDS = 5 * PATIENCE
"""For both tables of Omaha, while other tests run."""


@pytest.fixture(scope="module")
def data() -> Iterator[Path]:
    """A folder that does not outlive the tests: the tables are large."""
    with tempfile.TemporaryDirectory(prefix="jamfold-web-") as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def server(data: Path) -> Iterator[Server]:
    with Server(str(data)) as running:
        yield running


def blocks(data: Path) -> set[Path]:
    """What has been built so far."""
    return {path for path in data.rglob("*") if path.is_file()}


def share_done(browser: Browser) -> float:
    """The share of the build that the page shows."""
    return float(browser.see(".q-linear-progress").get_attribute("aria-valuenow") or 0)


def test_the_first_solve_builds_the_table(browser: Browser, server: Server, data: Path) -> None:
    browser.driver.get(f"{server.address}solve")
    browser.see_text("#needs", "GB")
    browser.click("#solve")
    browser.see_text("#status", "Building the table")
    browser.see_text("#status", "left")  # time left
    browser.wait(lambda: share_done(browser) > 0.2, "a fifth of the table")

    # Left, and found again: by a link on another spot's page, and by its own address.
    browser.driver.get(f"{server.address}equity")
    browser.driver.get(f"{server.address}solve?game=holdem")
    browser.click("#other-jobs a")
    browser.see_text("#status", "Building the table")
    assert share_done(browser) > 0.2
    status, job = server.post("/api/solve?wait=0", {"game": "omaha"})
    assert (status, job["state"]) == (202, "running")
    assert job["progress"]["share"] > 0.2

    # Stopped: what is built stays, and the next solve goes on from there.
    browser.click("#stop")
    browser.see_text("#status", "Stopped.")
    kept = blocks(data)
    assert len(kept) > 3
    browser.click("#solve")
    browser.wait(lambda: share_done(browser) > 0.2, "the build goes on where it was")

    # The computing process is killed, and the same holds.
    os.kill(server.worker(), signal.SIGKILL)
    browser.see_text("#status", "ended unexpectedly")
    browser.click("#solve")
    browser.driver.refresh()
    assert EXACT_JAM in browser.see_text("#summary", "jams / calls", BUILD_SECONDS)
    browser.see_text("#status", "Exact equilibrium")


@pytest.mark.parametrize("game", ["omaha", "omaha-hilo"])
def test_api(server: Server, game: str) -> None:
    document = Document(server)
    for spot in (
        {},
        {"stacks": [70, 100], "ante": 1, "dead": 3},
        {"method": "fictitious-play", "iterations": 9},
    ):
        values = {"game": game, **spot}
        result = document.finished("/api/solve", values)["result"]
        assert result["game"] == game
        assert result["exact"] is ("method" not in spot)
        for position in ("sb", "bb"):
            for hand in ({"cards": "6h Qd 6c Ac"}, {"id": 16431}):
                found = document.finished("/api/hand", {**values, **hand, "position": position})["result"]
                assert found["words"]
    ranges = {"game": game, "players": ["AA$ds", "KK"]}
    assert document.finished("/api/equity", ranges)["result"]["exact"] is True


def test_high_beside_high_low(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}solve")
    browser.see_text("#explore", "Families")
    browser.choose("other", "Omaha Hi/Lo (8 or better)")
    numbers = browser.see_text("#compared", "Played differently")
    for game in ("omaha", "omaha-hilo"):
        result = server.post("/api/solve", {"game": game})[1]["result"]
        assert f"{result['jam_percent']:.4f} %" in numbers
    browser.see(".lines i.other")
    browser.see_text("#hands thead", "played there")
    assert Image.open(browser.download("button[aria-label='Download PNG']")).size[0] > 1500


def test_all_classes(browser: Browser, server: Server, data: Path) -> None:
    browser.driver.get(f"{server.address}solve")
    browser.see_text("#list-note", "16,432 classes, 270,725 hands")
    browser.fill_label("In the range", "AA:xxyy", enter=True)
    browser.see_text("#list-note", "864 hands")
    browser.fill_label("Contains", "As Ah", enter=True)
    browser.see_text("#list-note", "hands")
    browser.click("#hands tbody tr:nth-child(2)")
    browser.see_text("#hand-answer", "The big blind calls")
    browser.fill_label("In the range", "AKs", enter=True)
    browser.see_text("#list-note .warning", "suited is AxKx")
    browser.fill_label("In the range", "AA:xx(", enter=True)
    browser.see(".q-field--error")


def test_names_and_ranges_in_the_look_up(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}solve")
    browser.see_text("#explore", "Families")
    for text, heading in (
        ("AKQJ", "AKQJ: "),
        ("AA$ds", "AA$ds: "),
        ("#16431", "class 16431"),
        ("As Ah Ks Kh", "AsAhKsKh"),
    ):
        browser.fill("hand", text, enter=True)
        browser.see_text("#hand-answer", heading)
    browser.fill("hand", "AKs", enter=True)
    browser.see_text("#hand-answer .warning", "suited is AxKx")


def test_answer_a_range(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}solve?call_range=AA%2CKK")
    browser.click("#solve")
    browser.see_text("#against", "the best response gains")


def test_a_family(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}solve")
    browser.click(".bars > li:nth-child(2) summary")
    browser.click(".bars > li:nth-child(2) > details > .link")
    browser.see_text("#list-note", "of the family KKxx")
    browser.click(".link[data-family='']")
    browser.see_text("#list-note", "16,432 classes")


def test_range_as_text(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}solve")
    browser.see_text("#explore", "Families")
    browser.click("#as-range")
    words = browser.see_text("#range-note", "of hands agree")
    assert "40 terms" in words
    text = str(browser.see("textarea[data-field=range-text]").get_property("value"))
    held = parse_range(text, find_game("omaha"))
    assert held.weighted_combinations / 270_725 == pytest.approx(0.692947, abs=0.03)
    every = browser.download("#every-class").read_text().split()
    assert 10_000 < len(every) < 16_432


def test_the_chart_follows_its_slider(browser: Browser, server: Server) -> None:
    """The matrix of patterns at ten big blinds is that of the spot; one key later it is that of eleven."""
    from selenium.webdriver.common.keys import Keys

    browser.driver.get(f"{server.address}charts?game=omaha&step=1")
    browser.click("#draw")
    assert EXACT_JAM[:5] in browser.see_text("#pattern-stack", "10 bb")
    cell = "#patterns-sb button[aria-label^='99xx-66xx, broadway, rainbow']"
    before = browser.see(cell).get_attribute("aria-label")
    slider = browser.see("[data-field=pattern_stack] [tabindex='0']")
    slider.send_keys(Keys.ARROW_RIGHT)
    browser.see_text("#pattern-stack", "11 bb")
    browser.wait(lambda: browser.see(cell).get_attribute("aria-label") != before, "the cell of eleven")
    browser.look(390, 844, dark=True)
    assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 390

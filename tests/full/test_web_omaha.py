"""Omaha on the page, from an empty data folder: the table is built there, and everything else follows."""

from __future__ import annotations

import json
import os
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from jamfold.cards.games import OMAHA, OMAHA_HILO
from jamfold.class_tables import load_table
from jamfold.class_tables.class_table import MARGINS, table_item
from tests.web.browser import Browser
from tests.web.schema import Document
from tests.web.server import PATIENCE, Server

EXACT_JAM = "69.2947%"
"""Omaha, 100-chip stacks, blinds 5/10; test_omaha_equilibria holds where it comes from."""
TABLE = "table?game=omaha&seats=2&stack=10bb"
BUILD_SECONDS = 5 * PATIENCE
"""For the table of Omaha, while other tests run."""


@pytest.fixture(scope="module")
def data() -> Iterator[Path]:
    """A folder that does not outlive the tests: the tables are large."""
    with tempfile.TemporaryDirectory(prefix="jamfold-web-") as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def server(data: Path) -> Iterator[Server]:
    with Server(str(data)) as running:
        yield running


@pytest.fixture(scope="module")
def hilo(data: Path) -> None:
    """Link the table of Hi/Lo that other tests use: the build of Omaha shows what a build on the page is."""
    load_table(OMAHA_HILO)
    item = table_item(OMAHA_HILO)
    for path in (item.record_path, *map(item.array_path, item.array_specs)):
        (data / "tables" / path.name).symlink_to(path)


def blocks(data: Path) -> set[Path]:
    """What has been built so far."""
    return {path for path in data.rglob("*") if path.is_file()}


def share_done(browser: Browser) -> float:
    """The share of the build that the page shows."""
    return float(browser.see("#solve-status progress").get_attribute("value") or 0)


def test_the_first_solve_builds_the_table(browser: Browser, server: Server, data: Path) -> None:
    browser.driver.get(f"{server.address}{TABLE}")
    browser.see_text("#needs-answer", "GB")
    browser.click("#solve")
    browser.see_text("#solve-status", "left")  # time left
    browser.wait(lambda: share_done(browser) > 0.2, "a fifth of the table", BUILD_SECONDS)

    # Left, and found again: another spot is answered beside it, and its own address shows it.
    browser.driver.get(f"{server.address}equity")
    browser.driver.get(f"{server.address}charts?game=holdem&dead=9&high=3")
    browser.see_text("#chart-answer", "up to this stack")
    browser.driver.get(f"{server.address}{TABLE}")
    assert share_done(browser) > 0.2

    # Stopped: what is built stays, and the next solve goes on from there.
    browser.click("#solve.stop")
    browser.see_text("#solve-status", "Stopped.")
    kept = blocks(data)
    assert len(kept) > 3
    browser.click("#solve:not(.stop)")
    browser.wait(lambda: share_done(browser) > 0.2, "it goes on where it was", BUILD_SECONDS)

    # The computing process is killed, and the same holds.
    os.kill(server.worker(that_builds=True), signal.SIGKILL)
    browser.see_text("#solve-status", "ended unexpectedly")
    browser.click("#solve:not(.stop)")
    browser.driver.refresh()
    browser.see_text(".table-page", f"Jams {float(EXACT_JAM[:-1]):.1f}%", BUILD_SECONDS)
    assert not browser.all("#needs-answer p, #solve")  # there is nothing to build any more


def test_the_stopped_and_killed_build_has_the_bytes_of_the_other_tests_table(
    server: Server, data: Path
) -> None:
    load_table(OMAHA)
    built = json.loads((data / "tables" / "omaha.json").read_text(encoding="utf-8"))
    assert built["arrays"][MARGINS]["sha256"] == table_item(OMAHA).read_record().sha256[MARGINS]
    assert not list(data.rglob("block-*"))


@pytest.mark.usefixtures("hilo")
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


def test_answer_a_range(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}solve?call_range=AA%2CKK")  # an old link, of the old page's game
    browser.click("#measure")
    browser.see_text("#verdict", "Big blind gives away")


def test_the_chart_follows_its_slider(browser: Browser, server: Server) -> None:
    """The matrix of patterns at ten big blinds is that of the spot; one key later it is that of eleven."""
    from selenium.webdriver.common.keys import Keys

    browser.driver.get(f"{server.address}charts?game=omaha&step=1")
    assert EXACT_JAM[:5] in browser.see_text("#at-answer", "At 10 bb")
    cell = "#at-answer button[aria-label^='99xx-66xx, broadway, rainbow']"
    before = browser.see(cell).get_attribute("aria-label")
    browser.see("#stack").send_keys(Keys.ARROW_RIGHT)
    browser.see_text("#at-answer", "At 11 bb")
    browser.wait(lambda: browser.see(cell).get_attribute("aria-label") != before, "the cell of eleven")
    browser.look(390, 844, dark=True)
    assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 390


def test_a_match_is_dealt_at_once(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}play?game=omaha")
    browser.see_text(".turn .asked", "Hand 1 ")
    assert not browser.all("button#play")

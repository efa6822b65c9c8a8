"""The file that solves three seats, opened from disk with the network off."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jamfold.cases import answers
from jamfold.cases.answers.watch import Observer
from jamfold.cases.explorer import AppRequest
from jamfold.views.offline_app import app_file
from tests.app_tables import check_table
from tests.web.axe import violations
from tests.web.browser import Browser

pytest.importorskip("selenium")

MOST_BYTES = 3_500_000
OFF = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
ON = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
ASKED = """const [body, done] = arguments;
window.jamfoldAsk("table", body).then(done, (error) => done({error: error.message, field: error.field}));"""

STOP_AT_ONCE = """
    const done = arguments[0];
    document.querySelector("#table .go").click();
    const stop = () => {
      const button = document.querySelector("#table-note button");
      if (!button) return requestAnimationFrame(stop);
      button.click();
      done();
    };
    stop();"""
"""A search takes half a second, as long as a click of Selenium."""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of Six-Plus."""
    question = AppRequest(games=("six-plus",), seats=3)
    file = tmp_path_factory.mktemp("app") / question.file_name
    file.write_text(app_file(answers.run_case(question, Observer())), encoding="utf-8")
    return file


@pytest.fixture
def page(browser: Browser) -> Iterator[Browser]:
    """A browser without a network."""
    browser.driver.execute_cdp_cmd("Network.enable", {})
    browser.driver.execute_cdp_cmd("Network.emulateNetworkConditions", OFF)
    yield browser
    browser.driver.execute_cdp_cmd("Network.emulateNetworkConditions", ON)


def open_at(page: Browser, path: Path, address: str) -> None:
    page.driver.get("about:blank")
    page.driver.get(f"{path.as_uri()}{address}")


def solved(page: Browser) -> None:
    page.see_text("#table-note", "by deviating, measured in this file over every deal.", seconds=60)


def test_it_is_a_file_of_its_own_and_small(path: Path) -> None:
    assert path.name == "jamfold-3.html"
    assert path.stat().st_size < MOST_BYTES


def test_all_decisions_are_seen_on_a_phone(page: Browser, path: Path) -> None:
    page.look(390, 844)
    open_at(page, path, "#page=table&btn=8&ante=0.2")
    solved(page)
    heads = [one.text for one in page.all("#table-answer .head h2")]
    assert heads == [
        "Button, first in: jams",
        "Small blind, first in: jams",
        "Small blind, facing a jam of the button: calls",
        "Big blind, facing a jam of the small blind: calls",
        "Big blind, facing a jam of the button: calls",
        "Big blind, facing a jam of the button, called by the small blind: calls",
    ]
    page.see_text("#table-answer .numbers", "8.2624")
    assert page.driver.execute_script("return document.documentElement.scrollWidth") <= 390
    assert violations(page) == []


def test_the_answer_is_the_packages(page: Browser, path: Path) -> None:
    open_at(page, path, "#page=table")
    solved(page)
    page.driver.set_script_timeout(60)
    body = {"game": "six-plus", "stacks": [8, 12, 9], "blinds": [0.5, 1], "rake": 5, "cap": 1}
    told: Any = page.driver.execute_async_script(ASKED, body)
    assert check_table(body, told) < 1e-6


def test_it_is_played_by_keys(page: Browser, path: Path) -> None:
    page.look(1440, 900, dark=True)
    open_at(page, path, "#page=table")
    solved(page)
    page.fill("table-btn", "6.5", enter=True)
    page.wait(lambda: "btn=6.5" in page.driver.current_url, "the address of the spot")
    page.see_text("#table-answer .numbers", "6.5", seconds=60)
    solved(page)
    page.driver.execute_script("document.querySelector('#table-answer td button').focus()")
    page.see_text("#table-answer .tip", "AA: jams 100.0%")
    page.press("\ue014")  # right
    page.see_text("#table-answer .tip", "AKs: jams 100.0%")
    assert violations(page) == []


def test_what_is_no_hand_is_refused_and_a_search_can_be_stopped(page: Browser, path: Path) -> None:
    open_at(page, path, "#page=table&ante=-1")
    page.see_text("#table-note .error", "The ante must not be negative, but it is -1.")
    page.see("#table-ante[aria-invalid]")
    assert violations(page) == []
    page.fill("table-ante", "0.1")
    for seat in ("btn", "sb", "bb"):
        page.fill(f"table-{seat}", "25")
    page.driver.execute_async_script(STOP_AT_ONCE)
    page.see_text("#table-note", "Stopped.")


def test_two_seats_are_in_it_as_well(page: Browser, path: Path) -> None:
    open_at(page, path, "#game=six-plus&stack=10&hand=AA")
    page.see_text("#hand", "Small blind\njam")
    page.see_text("header nav", "3 seats")

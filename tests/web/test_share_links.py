"""Links from pages of the server to the same spot in the file that solves offline."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs

import pytest

from jamfold.cases import answers
from jamfold.cases.answers.watch import Observer
from jamfold.cases.explorer import AppRequest
from jamfold.views.offline_app import app_file
from tests.web.browser import Browser
from tests.web.server import Server

pytest.importorskip("selenium")

SPOTS = {
    "game=holdem&seats=9&stack=10&bb_ante=10&hand=K7o": "holdem;9;10bb;bba=1;K7o",
    "game=holdem&stack=12.5&hand=K7o": "holdem;12.5bb;K7o",
    "game=holdem&stack=8&ante=1.25": "holdem;8bb;ante=0.125",
}
"""Addresses of the strategy page, and what the links say."""
TABLES = {
    "game=holdem&seats=9&stack=10bb&bb_ante=10": "holdem;9;10bb;bba=1",
    "game=holdem&seats=6&stack=12.5bb&ante=1.25": "holdem;6;12.5bb;ante=0.125",
}
_COPY = """
window.copied = ""; navigator.clipboard.writeText = async (text) => { window.copied = text; };
document.getElementById("copy-offline").click();
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    question = AppRequest(games=("holdem",))
    path = tmp_path_factory.mktemp("app") / question.file_name
    path.write_text(app_file(answers.run_case(question, Observer())), encoding="utf-8")
    return path


def _opened(browser: Browser, file: Path, link: str) -> dict[str, list[str]]:
    """What the offline file says of the spot that a link opens, as an address."""
    name, _, spot = link.partition("#")
    assert name == file.name
    browser.driver.get("about:blank")
    browser.driver.get(f"{file.as_uri()}#{spot}")
    browser.see("#pictures td button")
    return parse_qs(str(browser.driver.execute_script("return jamfold.address()")).removeprefix("#"))


@pytest.mark.parametrize("address", SPOTS)
def test_a_link_of_the_strategy_page(browser: Browser, server: Server, file: Path, address: str) -> None:
    browser.visit(f"{server.address}?{address}")
    browser.see("#copy-offline")
    browser.driver.execute_script(_COPY)
    link = browser.wait(lambda: browser.driver.execute_script("return copied"), "a copied link")
    assert link == f"{file.name}#{SPOTS[address]}"
    assert _opened(browser, file, link) == parse_qs(address)


@pytest.mark.parametrize("address", TABLES)
def test_a_link_of_the_tables_page(browser: Browser, server: Server, file: Path, address: str) -> None:
    browser.visit(f"{server.address}table?{address}")
    link = browser.see("#copy-offline").get_attribute("data-copy")
    assert link == f"{file.name}#{TABLES[address]}"
    assert _opened(browser, file, link) == parse_qs(address.replace("bb&", "&"))


def test_a_hand_that_the_file_does_not_hold_has_no_link(browser: Browser, server: Server) -> None:
    browser.visit(f"{server.address}table?game=holdem&seats=9&stack=10bb&ante=2")
    browser.see("#solve, #line")
    assert not browser.all("#copy-offline")
    assert not browser.all("#packed")


def test_precomputed_ranges_are_shown_before_a_table_is_solved(browser: Browser, server: Server) -> None:
    browser.visit(f"{server.address}table?game=holdem&seats=9&stack=10bb")
    browser.click("#packed")
    browser.see("#pictures td button")
    browser.see_text("#pictures", "9.4")

"""Pages with their answers and everything opened, as axe-core sees them, light and dark."""

from __future__ import annotations

import pytest

from tests.web.axe import violations
from tests.web.browser import Browser
from tests.web.server import Server


def test_a_fault_of_dark_colours_is_found(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}icm")
    browser.see_text("#icm-answer", "+10.7")
    rule = "@media (prefers-color-scheme: dark) { main { color: #333 !important; } }"
    browser.driver.execute_script("document.styleSheets[0].insertRule(arguments[0])", rule)
    assert violations(browser) == []
    assert "color-contrast" in [name for name, *_ in violations(browser, dark=True)]


@pytest.mark.smoke
def test_equity_with_help_for_a_range(browser: Browser, server: Server) -> None:
    browser.look(1400, 1000)
    browser.driver.get(f"{server.address}equity?game=holdem&p=AsAh&p=KsKh")
    browser.click("#tab-2-range")
    browser.see("#panel-2-range .paint")
    browser.click("#row-1 .examples summary")
    browser.see_text("#equity-answer", "82.64%")
    assert violations(browser, dark=True) == []


def test_equity_with_cards_and_patterns(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    browser.driver.get(f"{server.address}equity?p=AsAhKsKh&p=QsQhJsJh")
    browser.click("#tab-1-cards")
    browser.see("#panel-1-cards .deck")
    browser.click("#tab-2-range")
    browser.see("#panel-2-range .patterns")
    browser.wait(lambda: not browser.all("[data-held], [data-follow]"), "the answer")
    assert violations(browser, dark=True) == []
    assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 390


@pytest.mark.smoke
def test_prizes_and_their_shades(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    browser.driver.get(f"{server.address}icm")
    browser.see_text("#icm-answer", "+10.7")
    browser.unfold("summary")
    assert violations(browser, dark=True) == []


def test_the_next_hands(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    query = "icm?stacks=14+6&prizes=80+20&game=six-plus&depth=1&blind_sb=1&blind_bb=2"
    browser.driver.get(f"{server.address}{query}")
    browser.click("#fgs")
    browser.see_text("#fgs-answer", "solved over every deal")
    assert violations(browser, dark=True) == []


@pytest.mark.smoke
def test_three_players(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    question = {"game": "six-plus", "chips": 40, "blinds": [10, 20], "prizes": [60, 40]}
    assert server.post("/api/tournament-three?wait=60", question)[0] == 200  # then the page opens answered
    query = "tournament?players=3&game=six-plus&chips=40&blind_sb=10&blind_bb=20&prizes=60+40"
    browser.driver.get(f"{server.address}{query}")
    browser.see("#state-answer .square")
    assert violations(browser, dark=True) == []

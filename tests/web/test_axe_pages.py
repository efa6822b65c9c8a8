"""Pages with their answers and everything opened, as axe-core sees them, light and dark."""

from __future__ import annotations

import pytest

from tests.web.axe import violations
from tests.web.browser import Browser
from tests.web.server import Server

light_and_dark = pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])


@light_and_dark
def test_equity_with_help_for_a_range(browser: Browser, server: Server, dark: bool) -> None:
    browser.look(1400, 1000, dark=dark)
    browser.driver.get(f"{server.address}equity?game=holdem&p=AsAh&p=KsKh")
    browser.click("#row-2 .help")
    browser.click(".examples summary")
    browser.see_text("#equity-answer", "82.6366 %")
    assert violations(browser) == []


@light_and_dark
def test_a_chart_with_its_legend(browser: Browser, server: Server, dark: bool) -> None:
    browser.look(1400, 1000, dark=dark)
    browser.driver.get(f"{server.address}charts?step=5")
    browser.click("#draw")
    browser.see(".legend.scale")
    assert violations(browser) == []


@light_and_dark
def test_prizes_and_their_shades(browser: Browser, server: Server, dark: bool) -> None:
    browser.look(390, 844, dark=dark)
    browser.driver.get(f"{server.address}icm")
    browser.see_text("#icm-answer", "+10.7")
    for summary in browser.all("summary"):
        summary.click()
    assert violations(browser) == []


@light_and_dark
def test_the_next_hands(browser: Browser, server: Server, dark: bool) -> None:
    browser.look(390, 844, dark=dark)
    query = "icm?stacks=14+6&prizes=80+20&game=six-plus&depth=1&blind_sb=1&blind_bb=2"
    browser.driver.get(f"{server.address}{query}")
    browser.click("#fgs")
    browser.see_text("#fgs-answer", "solved over every deal")
    assert violations(browser) == []


@light_and_dark
def test_three_players(browser: Browser, server: Server, dark: bool) -> None:
    browser.look(390, 844, dark=dark)
    query = "tournament?players=3&game=six-plus&chips=40&blind_sb=10&blind_bb=20&prizes=60+40"
    browser.driver.get(f"{server.address}{query}")
    browser.click("#three")
    browser.see("#state-answer .square")
    assert violations(browser) == []

"""The tests' own browser: what the page replaces is looked for again, what is hidden is not seen."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser import Browser, first_shown
from tests.web.server import Server

pytest.importorskip("selenium")


class Element:
    """An element that is stale, or takes clicks and keys."""

    rect = (0, 0)
    text = "Card"

    def __init__(self, *, stale: bool) -> None:
        self.stale, self.taken = stale, 0

    def click(self) -> None:
        from selenium.common.exceptions import StaleElementReferenceException

        if self.stale:
            raise StaleElementReferenceException
        self.taken += 1

    def send_keys(self, *keys: str) -> None:
        self.click()


class Page:
    """A driver whose page has replaced its element once."""

    def __init__(self) -> None:
        self.elements = [Element(stale=True), Element(stale=False)]
        self.given = 0

    def find_elements(self, by: str, css: str) -> list[Element]:
        self.given += 1
        return [self.elements[min(self.given, 2) - 1]]

    def execute_script(self, script: str, *words: str) -> Element | None:
        return self.find_elements("css selector", words[0])[0] if words else None

    def execute_async_script(self, *words: Any) -> bool:
        return True


@pytest.mark.parametrize(
    ("act", "times"),
    [
        (lambda browser: browser.click("#card"), 1),
        (lambda browser: browser.fill("hand", "Ah Kd"), 3),
        (lambda browser: browser.fill_label("In the range", "TT+"), 2),
    ],
    ids=["click", "fill", "fill_label"],
)
def test_a_replaced_element_is_looked_for_again(act: Any, times: int) -> None:
    browser = Browser.__new__(Browser)
    browser.driver = Page()
    act(browser)
    assert [element.taken for element in browser.driver.elements] == [0, times]


_TICKS = """
    window.ticks = 0;
    setInterval(() => { window.ticks += 1; console.error("tick"); }, 5);
"""
_STYLED = """
    document.body.innerHTML = arguments[0];
    for (const one of document.querySelectorAll("[data-style]")) one.style = one.dataset.style;
"""
"""A page of these elements; our server allows no style in them."""
_HIDDEN = """
    <p hidden>jam</p><p data-style="visibility: hidden">jam</p><p data-style="opacity: 0">jam</p>
    <div data-style="display: none"><p>jam</p></div><details><p>jam</p></details>
    <p data-style="height: 0; overflow: hidden">jam</p>
"""


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p><b>jam</b> <i hidden>not</i>10 bb</p>", "jam 10 bb"),
        ("<p data-style='text-transform: uppercase'>jam</p>", "JAM"),
        ("<p>jam<br>10&nbsp;bb</p>", "jam\n10 bb"),
        ("<p>fold</p><p>jam</p>", "jam"),
        ("<svg><text id='s' y='20'>jam</text></svg>", "jam"),
    ],
)
def test_a_text_is_seen(browser: Browser, server: Server, html: str, text: str) -> None:
    browser.driver.get(f"{server.address}about")
    browser.driver.execute_script(_STYLED, html)
    assert text in browser.see_text("p, #s", text)
    assert browser.see("p, #s").is_displayed()


def test_what_is_hidden_is_not_seen(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}about")
    browser.driver.execute_script(_STYLED, _HIDDEN)
    assert len(browser.all("p")) == 6
    with pytest.raises(AssertionError, match="never seen: p"):
        browser.wait(lambda: browser.driver.execute_script(first_shown(), "p"), "p", 0.3)
    with pytest.raises(AssertionError, match="never seen: 'jam' in p"):
        browser.see_text("p", "jam", 0.3)
    browser.driver.execute_script("document.querySelector('p').hidden = false")
    assert browser.see_text("p", "jam") == browser.see("p").text == "jam"


def test_a_test_begins_without_the_page_of_the_last(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}about")
    browser.driver.execute_script(_TICKS)
    browser.wait(lambda: browser.driver.execute_script("return window.ticks > 2"), "its script runs")
    browser.start_test()
    assert browser.driver.execute_script("return window.ticks") is None
    browser.check()  # what it says on its console is no fault of the next

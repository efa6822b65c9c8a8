"""The tests' own browser: what the page replaces while a test holds it is looked for again."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser import Browser

pytest.importorskip("selenium")


class Element:
    """An element that is stale, or takes clicks and keys."""

    rect = (0, 0)
    text = "Card"

    def __init__(self, *, stale: bool) -> None:
        self.stale, self.taken = stale, 0

    def is_displayed(self) -> bool:
        return True

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

    def execute_script(self, *words: Any) -> None:
        pass

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

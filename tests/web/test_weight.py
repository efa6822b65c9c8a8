"""What a first visit of every page weighs on its way: documents, styles, programs and answers, each once."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from jamfold.web.page.layout import PLACES
from tests.web.browser import Browser
from tests.web.server import Server

MOST_BYTES = 105_000
MOST_OF_OMAHA = 158_000
"""Its charts have 16,432 hands; that of Hi/Lo with a big-blind ante adds what is different there."""
PATHS = [path for place in PLACES.values() for path in place] + ["/histories?sample=1", "/about", "/api"]
_SENT = """return performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))
  .map((one) => [one.name, one.transferSize])"""
ANSWERED = "return !document.querySelector('main [data-follow], main [aria-busy=true]')"


def weigh(browser: Browser, address: str) -> int:
    """Bytes of a visit with an empty cache; what is asked for again and again counts once."""
    browser.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    browser.driver.get(address)
    browser.wait(lambda: browser.driver.execute_script(ANSWERED), f"the answer of {address}")
    sent: dict[str, int] = {}
    for name, size in browser.driver.execute_script(_SENT):
        path = urlsplit(name).path
        sent[path] = max(size, sent.get(path, 0))
    assert len(sent) > 3, address
    return sum(sent.values())


@pytest.mark.parametrize("path", PATHS)
def test_weight(browser: Browser, server: Server, path: str) -> None:
    assert weigh(browser, f"{server.address}{path[1:]}") < MOST_BYTES


def test_weight_where_the_table_is_there(browser: Browser, server: Server) -> None:
    """The chart of finer steps comes after that of the box."""
    server.post("/api/solve?wait=60", {"game": "holdem", "stacks": ["10bb", "10bb"]})
    assert weigh(browser, server.address) < MOST_BYTES


@pytest.mark.parametrize("query", ["?game=omaha", "?game=omaha-hilo&bb_ante=10"])
def test_weight_of_omaha_out_of_the_box(browser: Browser, server: Server, query: str) -> None:
    assert weigh(browser, f"{server.address}{query}") < MOST_OF_OMAHA
    browser.see_text(".legend", "precomputed")

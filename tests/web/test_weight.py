"""What a first visit of every page weighs on its way: documents, styles, programs and answers, each once."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from jamfold.web.page.layout import PLACES
from tests.web.browser import Browser
from tests.web.server import Server

MOST_BYTES = 105_000
MOST_OF_FINER = 85_000
"""What follows where the table is there: the chart of finer steps."""
OF_FINER = ("/api/explorer", "/api/jobs/")
MOST_OF_OMAHA = 158_000
"""Its charts have 16,432 hands; that of Hi/Lo with a big-blind ante adds what is different there."""
PATHS = [path for place in PLACES.values() for path in place] + ["/histories?sample=1", "/about", "/api"]
_SENT = """return performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))
  .map((one) => [one.name, one.transferSize])"""
ANSWERED = "return !document.querySelector('main [data-follow], main [aria-busy=true]')"


def sent(browser: Browser) -> dict[str, int]:
    """Bytes by path; what is asked for again and again counts once."""
    found: dict[str, int] = {}
    for name, size in browser.driver.execute_script(_SENT):
        path = urlsplit(name).path
        found[path] = max(size, found.get(path, 0))
    return found


def finer(browser: Browser) -> int:
    """Bytes of the charts that the strategy page fetches beside what it shows, as answers or as jobs."""
    return sum(size for path, size in sent(browser).items() if path.startswith(OF_FINER))


def weigh(browser: Browser, address: str) -> int:
    """Bytes of a visit with an empty cache until it is answered, without those of `finer`."""
    browser.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    browser.driver.get(address)
    browser.wait(lambda: browser.driver.execute_script(ANSWERED), f"the answer of {address}")
    all_sent = sent(browser)
    assert len(all_sent) > 3, address
    return sum(size for path, size in all_sent.items() if not path.startswith(OF_FINER))


@pytest.mark.parametrize("path", PATHS)
def test_weight(browser: Browser, server: Server, path: str) -> None:
    assert weigh(browser, f"{server.address}{path[1:]}") < MOST_BYTES


def test_weight_where_the_table_is_there(browser: Browser, server: Server) -> None:
    """The chart of finer steps comes after that of the box."""
    server.post("/api/solve?wait=60", {"game": "holdem", "stacks": ["10bb", "10bb"]})
    assert weigh(browser, server.address) < MOST_BYTES
    assert 10_000 < browser.wait(lambda: (size := finer(browser)) > 10_000 and size, "it") < MOST_OF_FINER


@pytest.mark.parametrize("query", ["?game=omaha", "?game=omaha-hilo&bb_ante=10"])
def test_weight_of_omaha_out_of_the_box(browser: Browser, server: Server, query: str) -> None:
    assert weigh(browser, f"{server.address}{query}") < MOST_OF_OMAHA
    browser.see_text(".legend", "precomputed")

"""The web page: from the command to the first answer, and from a visit to a page that is ready.

Ready: the page is drawn, connected, and a press of Solve is heard.  Without a
browser the second part is left out.
"""

from __future__ import annotations

import statistics
import sys
import time

from benchmarks.report import report
from tests.web.browser import Browser, why_no_browser
from tests.web.server import Server

_RUNS = 5
_PAGES = {"": "#solve", "charts": "#draw", "equity": "#calculate", "videopoker": "#analyse"}
_CONNECTED = "return window.did_handshake || (window.socket && window.socket.connected)"


def main() -> None:
    """Measure starts, then visits, medians."""
    starts = []
    for _ in range(_RUNS):
        began = time.perf_counter()
        with Server("") as server:
            server.ask("GET", "/")
            starts.append(time.perf_counter() - began)
    report("web page, from the command to the first answer", statistics.median(starts), 3.0, of_child=True)
    if why_no_browser():
        print(why_no_browser(), file=sys.stderr)
        return
    with Server("") as server, Browser() as browser:
        for path, button in _PAGES.items():
            visits = [visit(browser, f"{server.address}{path}", button) for _ in range(_RUNS)]
            report(f"page /{path} ready, in Chromium", statistics.median(visits), 1.5, of_child=True)


def visit(browser: Browser, address: str, button: str) -> float:
    """Seconds until a page is ready."""
    browser.driver.get("about:blank")
    began = time.perf_counter()
    browser.driver.get(address)
    browser.see(button)
    browser.wait(lambda: browser.driver.execute_script(_CONNECTED), "the connection")
    return time.perf_counter() - began


if __name__ == "__main__":
    main()

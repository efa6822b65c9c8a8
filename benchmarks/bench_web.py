"""The web page: from the command to the first answer, and from a visit to a page that is ready.

Ready: the page is drawn, connected, and a press of Solve is heard.  The strategy page is
ready when both pictures stand there; a frame is one move of its slider, seen.  Without a
browser all but the first part is left out.
"""

from __future__ import annotations

import statistics
import sys
import time

from benchmarks.report import report
from tests.web.browser import Browser, why_no_browser
from tests.web.server import Server

_RUNS = 5
_PAGES = {
    "solve": "#solve",
    "table": "#solve-table",
    "charts": "#draw",
    "equity": "#calculate",
    "videopoker": "#analyse",
}
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
        for game in ("holdem", "omaha"):
            strategy(browser, f"{server.address}?game={game}", game)


_FRAMES = """const done = arguments[arguments.length - 1];
const slider = document.getElementById('slider');
const frames = [];
const move = (k) => {
  if (k > 120) return done(frames);
  const began = performance.now();
  slider.value = k;
  slider.dispatchEvent(new Event('input', {bubbles: true}));
  requestAnimationFrame(() => setTimeout(() => { frames.push(performance.now() - began); move(k + 1); }));
};
move(40);"""
_WEIGHT = """return performance
  .getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
  .reduce((sum, one) => sum + one.transferSize, 0)"""
_PAINT = "return performance.getEntriesByName('first-contentful-paint')[0].startTime"


def strategy(browser: Browser, address: str, game: str) -> None:
    """A visit of the strategy page whose chart is solved, and the frames of its slider."""
    browser.driver.get(address)
    finest = "return Number(document.getElementById('slider').max) === 240"
    browser.wait(lambda: browser.driver.execute_script(finest), "all stacks")
    times, paints = [], []
    for _ in range(_RUNS):
        browser.driver.get("about:blank")
        began = time.perf_counter()
        browser.driver.get(address)
        browser.see("#pictures td button")
        times.append(time.perf_counter() - began)
        browser.wait(lambda: browser.driver.execute_script(finest), "all stacks")
        paints.append(browser.driver.execute_script(_PAINT) / 1000)
    kilobytes = browser.driver.execute_script(_WEIGHT) / 1000
    report(f"strategy page of {game}, first paint", statistics.median(paints), 0.5, of_child=True)
    report(f"strategy page of {game}, both pictures", statistics.median(times), 1.0, of_child=True)
    frames = sorted(browser.driver.execute_async_script(_FRAMES))
    slow = frames[int(0.95 * len(frames))] / 1000
    report(f"strategy page of {game}, 95 % of frames below", slow, 0.05, of_child=True)
    print(f"strategy page of {game}: {kilobytes:,.0f} kB on a fresh visit", file=sys.stderr)


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

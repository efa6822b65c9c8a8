"""The web page: from the command to the first answer; every page's first paint and when it is answered.

Visits have an empty cache and a server that knows the answer.  Answered: nothing on the page is waited for.
A frame is one move of the strategy page's slider, seen; its figure is the time below which 95% of frames
stay, the note says which share stays below 50 ms.  Without a browser all but the first part is left out.
"""

from __future__ import annotations

import statistics
import sys
import time

from benchmarks.report import report
from jamfold.web.page.layout import PLACES
from tests.web.browser import Browser, why_no_browser
from tests.web.server import Server
from tests.web.test_weight import ANSWERED, weigh

_RUNS = 5
_FRAME = 0.05
_PAINT = """const done = arguments[arguments.length - 1];
new PerformanceObserver((list) => {
  for (const one of list.getEntriesByName('first-contentful-paint')) done(one.startTime);
}).observe({type: 'paint', buffered: true});"""
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
        for path in [path for place in PLACES.values() for path in place]:
            visit(browser, f"{server.address}{path[1:]}", path)
        for game in ("holdem", "omaha"):
            slide(browser, f"{server.address}?game={game}", game)


def visit(browser: Browser, address: str, path: str) -> None:
    """First paint, the time until a page is answered, and its weight."""
    weight = weigh(browser, address)
    paints, times = [], []
    for _ in range(_RUNS):
        browser.driver.get("about:blank")
        browser.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
        began = time.perf_counter()
        browser.driver.get(address)
        browser.wait(lambda: browser.driver.execute_script(ANSWERED), f"the answer of {path}")
        times.append(time.perf_counter() - began)
        paints.append(browser.driver.execute_async_script(_PAINT) / 1000)
    note = f"{weight / 1000:.0f} kB"
    report(f"page {path}, first paint", statistics.median(paints), 0.3, of_child=True, note=note)
    report(f"page {path}, answered", statistics.median(times), 0.5, of_child=True)


def slide(browser: Browser, address: str, game: str) -> None:
    """Frames of the slider, all stacks being there or, without a table, those of the box."""
    browser.driver.get(address)
    browser.see("#pictures td button")
    browser.wait(lambda: browser.driver.execute_script(ANSWERED), "the strategies")
    frames = sorted(browser.driver.execute_async_script(_FRAMES))
    share = sum(one < 1000 * _FRAME for one in frames) / len(frames)
    slow = frames[int(0.95 * len(frames))] / 1000
    note = f"{share:.0%} below {1000 * _FRAME:.0f} ms"
    report(f"strategy page of {game}, 95% of frames below", slow, _FRAME, of_child=True, note=note)


if __name__ == "__main__":
    main()

"""Make the pictures of the web page in this folder.

Needs the extra `dev`, Chromium, and the class tables of Hold'em and Omaha (they are
built when missing):  .venv/bin/python docs/screenshots.py
"""

from __future__ import annotations

import io
import os
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PIL import Image

DOCS = Path(__file__).parent
sys.path[:0] = [str(DOCS.parent), str(DOCS.parent / "src")]

from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.explorer import AppRequest
from jamfold.views.offline_app import app_file
from tests.web.browser import Browser, why_no_browser
from tests.web.server import Server
from tests.web.test_weight import ANSWERED as WHOLE

LIMIT = 200_000
"""Bytes of a picture."""
LOOKS = {"light": (1400, 900, False), "dark": (1400, 900, True), "phone": (390, 800, False)}
TALLEST = {"light": 1500, "dark": 1500, "phone": 1700}


def strategy(browser: Browser, address: str) -> None:
    """Hold'em at 11.5 bb with a hand."""
    browser.driver.get(f"{address}?game=holdem&stack=11.5&hand=K7o&seat=call")
    finest = "return Number(document.getElementById('slider').max) === 240"
    browser.wait(lambda: browser.driver.execute_script(finest), "all stacks")
    browser.see("#steps")


def patterns(browser: Browser, address: str) -> None:
    """Omaha at 10 bb with a pattern, and what decides."""
    pattern = "A%2C+one+broadway%2C+rainbow"
    browser.driver.get(f"{address}?game=omaha&stack=10&hand={pattern}&seat=jam")
    browser.reasons("Which")


def tournament(browser: Browser, address: str) -> None:
    """Eighty stacks, and the ranges of equal ones."""
    browser.driver.get(f"{address}tournament?game=holdem&chips=8000&blind_sb=300&blind_bb=600&unit=100")
    browser.click("#tournament")
    browser.see_text("#tournament-answer", "50.0311%")


def app(browser: Browser, address: str) -> None:
    """The file that solves: a hand at a stack and an ante of no chart, solved in it."""
    question = AppRequest(games=("holdem", "omaha"))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / question.file_name
        file.write_text(app_file(run_case(question, Observer())), encoding="utf-8")
        browser.driver.get(f"{file.as_uri()}#game=holdem&stack=12.3&ante=1&hand=K7o&seat=call")
        browser.reasons("compared with")
        waits = "return document.body.innerText.includes('This may take')"
        browser.wait(lambda: not browser.driver.execute_script(waits), "all stacks")


def train(browser: Browser, address: str) -> None:
    """A question of the drill, answered."""
    browser.driver.get(f"{address}train?mode=close&seed=4")
    browser.see("#train-play")
    browser.press("f")
    browser.see("#train-picture td button.picked")


ANSWERED = {
    "charts": "charts",
    "equity": "equity?game=omaha-hilo&p=AsAh2s3h&p=KK$ds&p=8s7h6d5c&board=4d+9c+Kd",
    "flop": "flop?hand=Jh+Th&flop=Qh+9h+2c&opponents=1",
    "jam": "flop/jam",
    "icm": "icm?stacks=12000+9500+7200+5100+3300+2900&prizes=50+30+20&bounty=10",
    "table": "table?game=holdem&seats=2&stack=12bb&node=bb+after+sb",
    "histories": "histories?sample=1",
    "audit": "audit?seats=2&go=audit&ranges=sb%3A+22%2B+A2%2B+K2s%2B+K5o%2B%3B+bb+after+sb%3A+22%2B+A2%2B",
    "practice": "videopoker/practice?dealt=As+Ks+Qs+Js+2d",
    "play": "play?seed=4&done=p&end=1",
    "videopoker": "videopoker",
    "three": "tournament/three",
    "about": "about",
}
"""Pages that open answered, by the address of what is pictured."""


def opened(words: str, browser: Browser, address: str) -> None:
    """A page and its answer."""
    browser.driver.get(f"{address}{words}")
    browser.wait(lambda: browser.driver.execute_script(WHOLE), f"the answer of {words}")


PAGES: dict[str, Callable[[Browser, str], None]] = {
    **{one.__name__: one for one in (strategy, patterns, tournament, train, app)},
    **{name: partial(opened, words) for name, words in ANSWERED.items()},
}


def shoot(browser: Browser, name: str, look: str) -> Path:
    """Picture what the browser shows, small enough to keep."""
    width, height, dark = LOOKS[look]
    tall = browser.driver.execute_script("return document.documentElement.scrollHeight")
    browser.look(width, min(max(height, tall), TALLEST[look]), dark=dark)
    browser.driver.execute_script("scrollTo(0, 0); document.activeElement.blur()")
    time.sleep(0.5)
    picture = Image.open(io.BytesIO(browser.driver.get_screenshot_as_png())).convert("RGB")
    path = DOCS / f"web-{name}-{look}.png"
    for colours in (256, 128, 64, 32):
        picture.quantize(colours).save(path, optimize=True)
        if path.stat().st_size < LIMIT:
            break
    return path


def main(names: list[str]) -> int:
    """Pages in all looks: those that are named, or all."""
    reason = why_no_browser()
    if reason:
        print(reason)
        return 1
    with Server(os.environ.get("JAMFOLD_DATA", "")) as server, Browser() as browser:
        for look, (width, height, dark) in LOOKS.items():
            for name, page in PAGES.items():
                if names and name not in names:
                    continue
                browser.look(width, height, dark=dark)
                page(browser, server.address)
                path = shoot(browser, name, look)
                print(path.name, path.stat().st_size)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

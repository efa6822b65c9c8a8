"""Make the pictures of the web page in this folder.

Needs the extra `dev`, Chromium, and the class tables of Hold'em and Omaha (they are
built when missing):  .venv/bin/python docs/screenshots.py
"""

from __future__ import annotations

import io
import os
import sys
import time
from pathlib import Path

from PIL import Image

DOCS = Path(__file__).parent
sys.path[:0] = [str(DOCS.parent), str(DOCS.parent / "src")]

from tests.web.browser import Browser, why_no_browser
from tests.web.server import Server

LIMIT = 200_000
"""Bytes of a picture."""
LOOKS = {"light": (1400, 900, False), "dark": (1400, 900, True), "phone": (390, 800, False)}
TALLEST = {"light": 1500, "dark": 1500, "phone": 1700}


def strategy(browser: Browser, address: str) -> None:
    """Hold'em at 11.5 bb with a hand."""
    browser.driver.get(f"{address}?game=holdem&stack=11.5&hand=K7o&seat=call")
    finest = "return Number(document.getElementById('slider').max) === 240"
    browser.wait(lambda: browser.driver.execute_script(finest), "all stacks")
    browser.see_text("#why", "0.2382 bb better")


def patterns(browser: Browser, address: str) -> None:
    """Omaha at 10 bb with a pattern, and what decides."""
    pattern = "A%2C+one+broadway%2C+rainbow"
    browser.driver.get(f"{address}?game=omaha&stack=10&hand={pattern}&seat=jam")
    browser.see_text("#why", "Which")


def solve(browser: Browser, address: str) -> None:
    """A solved Hold'em spot with a hand."""
    browser.driver.get(f"{address}solve?game=holdem")
    browser.click("#solve")
    browser.see("#explore .heat")
    browser.fill("hand", "Ah 5d", enter=True)
    browser.see_text("#hand-answer", "Ah5d")


def beside(browser: Browser, address: str) -> None:
    """Fifty iterations beside the equilibrium."""
    browser.driver.get(
        f"{address}solve?game=holdem&vs=game%3Dholdem%26method%3Dfictitious-play%26iterations%3D50"
    )
    browser.click("#solve")
    browser.see_text("#compared", "Played differently")
    browser.wait(lambda: len(browser.all("#explore .heat")) == 2, "two squares")


def omaha(browser: Browser, address: str) -> None:
    """A solved Omaha spot with its families and list, beside Hi/Lo."""
    browser.driver.get(f"{address}solve?vs=game%3Domaha-hilo")
    browser.click("#solve")
    browser.see_text("#compared", "Played differently")
    browser.see(".lines .other")
    browser.see_text("#list-note", "16,432 classes")
    browser.click(".bars > li:nth-child(4) summary")


def charts(browser: Browser, address: str) -> None:
    """The Hold'em chart."""
    browser.driver.get(f"{address}charts")
    browser.click("#draw")
    browser.see(".heat")


def equity(browser: Browser, address: str) -> None:
    """An Omaha Hi/Lo hand against a range on a flop."""
    browser.driver.get(f"{address}equity?game=omaha-hilo&p=AsAh2s3h&p=KK$ds&p=8s7h6d5c&board=4d+9c+Kd")
    browser.click("#calculate")
    browser.see_text("#equity-answer", "quartered")


def flop(browser: Browser, address: str) -> None:
    """A draw on the flop, and all hands on all flops."""
    browser.driver.get(
        f"{address}flop?own=Jh+Th&flop=Qh+9h+2c&opponents=3&way=share&fold_share=50%25&pot=100&call=50"
    )
    browser.click("#chance")
    browser.see_text("#chance-answer", "power rule")
    browser.click("#distribution")
    browser.see_text("#distribution-answer", "25,989,600")


def icm(browser: Browser, address: str) -> None:
    """Five players near the money."""
    browser.driver.get(f"{address}icm?stacks=5000+4200+2600+1500+700&prizes=50+30+20")
    browser.click("#icm")
    browser.see_text("#icm-pairs", "Risk premiums")


def table(browser: Browser, address: str) -> None:
    """Three seats with short stacks, and a decision of the big blind."""
    browser.driver.get(f"{address}table?game=holdem&stacks=8bb+12bb+10bb&node=bb+after+btn")
    browser.see_text("#decision", "Big blind, facing a jam of the button")
    browser.see("#range .heat")


def tournament(browser: Browser, address: str) -> None:
    """Eighty stacks, and the ranges of equal ones."""
    browser.driver.get(f"{address}tournament?game=holdem&chips=8000&blind_sb=300&blind_bb=600&unit=100")
    browser.click("#tournament")
    browser.see_text("#state", "wins 50.0311 %")


def videopoker(browser: Browser, address: str) -> None:
    """A pay table and the holds of a deal."""
    browser.driver.get(f"{address}videopoker")
    browser.see_text("#return", "99.54390437")
    browser.see_text("#holds-answer", "best")
    browser.click("#judge")
    browser.see_text("#verdict", "coin")


def about(browser: Browser, address: str) -> None:
    """Words and the API."""
    browser.driver.get(f"{address}about")
    browser.see("h1")


PAGES = (
    strategy,
    patterns,
    solve,
    beside,
    omaha,
    charts,
    equity,
    flop,
    icm,
    table,
    tournament,
    videopoker,
    about,
)


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


def main() -> int:
    """All pages in all looks."""
    reason = why_no_browser()
    if reason:
        print(reason)
        return 1
    with Server(os.environ.get("JAMFOLD_DATA", "")) as server, Browser() as browser:
        for look, (width, height, dark) in LOOKS.items():
            for page in PAGES:
                browser.look(width, height, dark=dark)
                page(browser, server.address)
                path = shoot(browser, page.__name__, look)
                print(path.name, path.stat().st_size)
    return 0


if __name__ == "__main__":
    sys.exit(main())

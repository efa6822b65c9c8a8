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


def solve(browser: Browser, address: str) -> None:
    """A solved Hold'em spot with a hand."""
    browser.driver.get(f"{address}?game=holdem")
    browser.click("#solve")
    browser.see("#explore .heat")
    browser.fill("hand", "Ah 5d", enter=True)
    browser.see_text("#hand-answer", "Ah5d")


def omaha(browser: Browser, address: str) -> None:
    """A solved Omaha spot with its families and list."""
    browser.driver.get(f"{address}?game=omaha")
    browser.click("#solve")
    browser.see_text("#explore", "Families")
    browser.see_text("#list-note", "16,432 classes")
    browser.click(".bars > li:nth-child(4) summary")


def charts(browser: Browser, address: str) -> None:
    """The Hold'em chart."""
    browser.driver.get(f"{address}charts")
    browser.click("#draw")
    browser.see(".heat")


def equity(browser: Browser, address: str) -> None:
    """An Omaha hand against a range."""
    browser.driver.get(f"{address}equity")
    browser.click("#calculate")
    browser.see_text("#equity-answer", "AA$ds")
    browser.click("#chance")
    browser.see_text("#chance-answer", "share of the pot")


def videopoker(browser: Browser, address: str) -> None:
    """A pay table and the holds of a deal."""
    browser.driver.get(f"{address}videopoker")
    browser.see_text("#return", "99.54390437")
    browser.click("#holds")
    browser.see_text("#holds-answer", "best")


PAGES = {"solve": solve, "omaha": omaha, "charts": charts, "equity": equity, "videopoker": videopoker}


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
    server, browser = Server(os.environ.get("JAMFOLD_DATA", "")), Browser()
    try:
        for look, (width, height, dark) in LOOKS.items():
            for name, page in PAGES.items():
                browser.look(width, height, dark=dark)
                page(browser, server.address)
                path = shoot(browser, name, look)
                print(path.name, path.stat().st_size)
    finally:
        browser.quit()
        server.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

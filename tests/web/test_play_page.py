"""Hands against the equilibrium on the page, by keyboard and on a phone."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from tests.web.axe import violations
from tests.web.browser import Browser
from tests.web.server import Server

SPOT = {"game": "holdem", "stacks": ["10bb", "10bb"], "seed": 4}
LINK = "play?game=holdem&stack_sb=10bb&stack_bb=10bb&seed=4"


def done(browser: Browser) -> str:
    """What the address says was done."""
    return str(parse_qs(urlsplit(browser.driver.current_url).query).get("done", [""])[0])


def test_a_match_by_keyboard_only(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{LINK}")
    letters = ""
    for number in range(1, 7):
        told = server.post("/api/play-hand?wait=60", SPOT | {"done": letters})[1]["result"]
        assert told["done"] == letters
        browser.see_text("#play-hand", f"Hand {number} ")
        assert "".join(browser.see("#play-hand .held").text.split()) == told["turn"]["cards"]
        choice, letter = next(iter(told["turn"]["choices"].items()))
        browser.press(choice[0])
        letters += letter
        browser.see_text("#play-hand", f"Hand {number + 1} ")
        assert done(browser) == letters
    told = server.post("/api/play-hand?wait=60", SPOT | {"done": letters})[1]["result"]
    assert f"{told['won_bb']:+.2f}" in browser.see("#play-score").text
    assert browser.see("#play-last").text.endswith(told["last"]["words"][-1])
    browser.driver.refresh()
    browser.see_text("#play-hand", "Hand 7 ")
    assert violations(browser) == []


def test_a_new_match_on_a_phone(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    browser.driver.get(f"{server.address}play?game=six-plus")
    browser.click("#begin")
    browser.see_text("#play-hand", "Hand 1 · Small blind")
    browser.click("#play-f")
    browser.see_text("#play-last", "You win -0.50 bb")
    assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 390


def test_a_broken_link_is_told(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{LINK}&done=-")
    browser.see_text("#play-status", "Hand 1 takes p or f, not '-'")

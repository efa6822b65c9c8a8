"""A match against the bot on the page: by keyboard, on a phone, by links, without a script."""

from __future__ import annotations

from html import unescape
from re import findall, search
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.web.axe import violations
from tests.web.browser import Browser
from tests.web.server import Server

SPOT = {"game": "holdem", "stacks": ["10bb", "10bb"], "seed": 4}
LINK = "play?game=holdem&stack_sb=10bb&stack_bb=10bb&seed=4"
SIGNS = str.maketrans("♠♥♦♣", "shdc")


def done(browser: Browser) -> str:
    """What the address says was done."""
    return str(parse_qs(urlsplit(browser.driver.current_url).query).get("done", [""])[0])


@pytest.mark.smoke
def test_a_match_by_keyboard_only(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{LINK}")
    letters = ""
    for number in range(1, 7):
        told = server.post("/api/play-hand?wait=60", SPOT | {"done": letters})[1]["result"]
        assert told["done"] == letters
        browser.see_text(".turn .asked", f"Hand {number} ")
        shown = browser.see(".turn .felt .seat:last-child .cards").text.translate(SIGNS)
        assert "".join(shown.split()) == told["turn"]["cards"]
        choice, letter = next(iter(told["turn"]["choices"].items()))
        letters += letter
        if len(told["turn"]["choices"]) == 1:  # the bot has folded
            browser.press("\ue007")
            continue
        browser.press(choice[0])
        browser.see_text(".end .asked", f"Hand {number}: you ")
        last = server.post("/api/play-hand?wait=60", SPOT | {"done": letters})[1]["result"]["last"]
        assert (last["action"], last["position"]) == (choice, told["turn"]["position"])
        assert (" was better: " in browser.see(".end .verdict").text) == (last["best"] != choice)
        assert done(browser) == letters
        browser.press("\ue007")
    told = server.post("/api/play-hand?wait=60", SPOT | {"done": letters})[1]["result"]
    browser.see_text(".turn .asked", "Hand 7 ")
    assert f"{100 * told['won_bb'] / 6:+.1f}".replace("-", "−") in browser.see("#play-score").text
    browser.driver.refresh()
    browser.see_text(".turn .asked", "Hand 7 ")
    browser.driver.back()
    browser.wait(lambda: "Hand 7 " not in browser.see("#play-answer").text, "what was there before")
    browser.check()


def test_an_end_shows_both_hands_and_why(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{LINK}&done=p&end=1")
    browser.see_text(".end .asked", "Hand 1: you win 10 bb.")
    assert "Right: jam A6o." in browser.see(".end .verdict").text
    told = browser.see(".end .felt").text.translate(SIGNS)
    assert "calls" in told
    assert "Pot 20 bb" in told
    assert len(browser.all(".end .middle .face")) == 5
    browser.click(".end .verdict a")
    browser.reasons("compared with folding")
    assert "A6o" in browser.see("#hand").text


@pytest.mark.smoke
def test_a_new_match_on_a_phone(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    browser.driver.get(f"{server.address}play?game=six-plus")  # deals at once
    browser.see_text(".turn .asked", "Hand 1 · You are in the small blind")
    fold = browser.see("[data-key=f]")
    assert fold.size["height"] >= 44
    assert fold.location["y"] + fold.size["height"] <= 844
    browser.hit(fold)
    browser.see_text(".end .asked", "you lose 0.5 bb")
    assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 390
    assert violations(browser, dark=True) == []
    before = browser.driver.current_url
    browser.click(".beside .chip")
    browser.see_text(".turn .asked", "Hand 1 ")
    assert browser.driver.current_url.partition("seed=")[2] != before.partition("seed=")[2]
    assert "game=six-plus" in browser.driver.current_url


def test_other_terms_are_another_match(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{LINK}&done=p")
    browser.see_text(".turn .asked", "Hand 2 ")
    browser.click("summary")
    browser.fill("stack_sb", "5bb")
    browser.click(".beside .go")
    browser.see_text(".turn .asked", "Hand 1 ")
    assert done(browser) == ""
    browser.see_text(".turn .felt", "4.5 bb")
    browser.fill("stack_sb", "few")
    browser.click(".beside .go")
    browser.see_text("#stack_sb-error", "few")
    browser.driver.back()
    browser.see_text(".turn .asked", "Hand 1 ")


def test_a_broken_link_is_told(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{LINK}&done=-")
    browser.see_text("[role=alert]", "Hand 1 takes p or f, not '-'")


def test_without_a_script(server: Server) -> None:
    address = f"{server.address}{LINK}"
    for number, letters in enumerate(("p", "pp", "ppf"), 1):
        server.post("/api/play-hand?wait=60", SPOT | {"done": letters[:-1]})
        with server.open(address) as answer:
            page = unescape(answer.read().decode())
        assert f"Hand {number}</b>" in page
        assert "unsafe" not in answer.headers["content-security-policy"]
        links = findall(r'<section class="turn".*?</section>', page)[0]
        found = search(rf'href="([^"]+done={letters}[^"]*)"', links)
        if found is None:
            break  # the bot folds
        address = server.address + found[1].removeprefix("/").replace("&end=1", "")
    assert number > 1


def test_omaha_says_what_it_builds_first(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}play?game=omaha")
    assert browser.see("button#play").text == "Deal"
    assert "Not built yet." in browser.see("#form").text

"""The equity calculator in a real browser, against the API's answers."""

from __future__ import annotations

import csv
import json
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.web.browser import Browser
from tests.web.server import Server
from tests.web.test_beside_a_build import error_at, shown

HOLDEM = "equity?game=holdem&p=AsAh&p=KsKh"


def asked(server: Server, game: str, *players: str, **more: Any) -> dict[str, Any]:
    """What the API says."""
    status, answer = server.post("/api/equity?wait=60", {"game": game, "players": players, **more})
    assert status == 200, answer
    return dict(answer["result"])


@pytest.mark.smoke
def test_exact_hands(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{HOLDEM}")
    browser.see_text("#player1-answer .note", "One hand.")
    text = browser.see_text("#equity-answer", "AsAh")
    assert "82.64%" in text
    assert "win 1,410,336, tie 9,308, lose 292,660" in text
    assert browser.see("#equity-answer .note").text.startswith("exact, ")


def test_a_hand_against_each_hand_of_a_range(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}equity?game=six-plus&p=AhKh&p=QQ,JTs")
    text = browser.see_text("#equity-answer", "AhKh against each hand of QQ,JTs")
    assert "Equity, hand by hand" in text
    browser.see("#equity-answer svg.plot polyline")
    browser.driver.get(f"{server.address}equity?game=six-plus&p=AhKh&p=QsQd")
    assert "hand by hand" not in browser.see_text("#equity-answer", "QsQd")


def test_high_low(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}equity?game=omaha-hilo&p=AsAh2s3h&p=8s7h6d5c&board=4d+9c+Kd")
    text = browser.see_text("#equity-answer", "quartered")
    found = asked(server, "omaha-hilo", "AsAh2s3h", "8s7h6d5c", board="4d9cKd")
    for player in found["players"]:
        for name in ("equity", "high", "low", "scoop", "quartered"):
            assert f"{100 * player[name]:.2f}%" in text


def test_sampled(browser: Browser, server: Server) -> None:
    browser.driver.get(
        f"{server.address}equity?game=holdem&p=22%2B&p=A2%2B&p=KQ&how=sampled&deals=5000&seed=9"
    )
    text = browser.see_text("#equity-answer", "standard error")
    found = asked(server, "holdem", "22+", "A2+", "KQ", deals=5000, seed=9)
    for player in found["players"]:
        for name in ("equity", "win", "tie", "standard_error"):
            assert f"{100 * player[name]:.2f}%" in text
    assert "Seed 9." in text
    browser.fill("deals", "")
    browser.fill("error", "0.01")
    browser.click("#equity")
    browser.wait(lambda: "5,000 deals" not in browser.see("#equity-answer").text, "another sample")


@pytest.mark.parametrize(
    ("link", "field", "text", "sentence"),
    [
        (HOLDEM, "board", "2c 3c", "The board '2c 3c' has 2 cards"),
        (HOLDEM, "board", "2c 3c Kx", "'Kx' in '2c 3c Kx' is not a card"),
        (HOLDEM, "dead", "As As", "twice"),
        ("equity?game=six-plus&p=AsAh&p=KsKh", "dead", "2c", "not in the deck"),
        (f"{HOLDEM}&how=sampled", "deals", "many", "The number of deals must be a whole number, not 'many'."),
        (f"{HOLDEM}&how=sampled", "deals", "0", "The number of deals must be from 1"),
        (f"{HOLDEM}&how=sampled", "error", "7", "The standard error must be between"),
        (f"{HOLDEM}&how=sampled", "seed", "-1", "The seed must be a whole number from 0"),
    ],
)
def test_wrong_input(server: Server, link: str, field: str, text: str, sentence: str) -> None:
    page = shown(server, f"/{link}&{urlencode({field: text, 'go': 'equity'})}")
    assert sentence in error_at(page, field)


def test_an_error_stands_at_its_row_below_an_empty_one(server: Server) -> None:
    page = shown(server, "/equity?game=holdem&p=AsAh&p=&p=AsKs")
    assert 'id="player3-error"' in page
    assert "both hold As" in page
    assert 'id="player2-error"' not in page


@pytest.mark.smoke
def test_ranges_are_checked_while_they_are_typed(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{HOLDEM}")
    browser.fill("player2", "KsXh")
    assert "KsXh" in browser.error_of("player2")
    browser.fill("player2", "TT+,AQ")
    browser.see_text("#player2-answer .note", "46 combos, 3.469% of all hands.")
    browser.fill("player2", "AsQh", enter=True)
    browser.see_text("body", "both hold As")  # at a player's field, or above the answer


def test_what_was_probably_not_meant(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}equity?game=omaha&p=AKs&p=AcAhQcQh&how=sampled&deals=1000")
    browser.see_text("#player1-answer .warning", "suited is AxKx")
    browser.see_text("#equity-answer .error", "suited is AxKx")


def test_players_come_and_go(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{HOLDEM}")
    browser.click("#add-player")
    browser.fill("player3", "QsQh")
    browser.click("#row-2 button[aria-label='Remove this player']")
    browser.wait(lambda: len(browser.all("#equity-answer tbody tr")) == 2, "two players")
    browser.see_text("#equity-answer", "QsQh")
    assert "KsKh" not in browser.see("#equity-answer").text
    assert browser.driver.current_url.endswith("equity?game=holdem&p=AsAh&p=QsQh")
    assert browser.see("#player2").get_property("value") == "QsQh"


def test_another_game_keeps_what_was_typed(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}equity?game=omaha")
    browser.fill("player2", "KK")
    browser.choose("game", "Texas Hold'em")
    browser.wait(lambda: browser.see("#player1").get_property("value") == "AsKs", "Hold'em's example")
    assert browser.see("#player2").get_property("value") == "KK"
    browser.see_text(".note", "6 combos")


def test_six_plus_has_its_own_deck(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}equity?game=six-plus&p=AsAh&p=KsKh")
    browser.click("#tab-1-cards")
    browser.see("#panel-1-cards .deck")
    for deck in browser.all(".deck"):
        assert len(deck.find_elements("css selector", "button")) == 36
    browser.choose("game", "Texas Hold'em")
    browser.wait(lambda: len(browser.all(".deck button")) == 3 * 52, "all cards")


def test_click_cards(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}equity?game=holdem&p=As&p=KsKh")
    browser.click("#tab-1-cards")
    browser.see("#row-1 .deck button[data-card=As][aria-pressed=true]")
    browser.click("#row-1 .deck button[data-card=Ah]")
    browser.see_text("#player1-answer .note", "One hand.")
    browser.see_text("#equity-answer", "82.64%")


def test_a_range_gives_way_to_cards(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}equity?game=holdem&p=AKs&p=QsQh")
    browser.click("#tab-1-cards")
    browser.click("#row-1 .deck button[data-card=Ah]")
    assert browser.see("#player1").get_property("value") == "Ah"


def _selected(browser: Browser) -> list[str]:
    found: list[str] = browser.driver.execute_script(
        "return [...document.querySelectorAll('[role=tab][aria-selected=true]')].map((one) => one.id)"
    )
    return found


def test_tabs_are_walked_with_the_keys(browser: Browser, server: Server) -> None:
    """One stop of the Tab key for each player; the text is the same in all, and alone in the address."""
    from selenium.webdriver.common.keys import Keys

    browser.driver.get(f"{server.address}{HOLDEM}")
    assert _selected(browser) == ["tab-1-text", "tab-2-text"]
    browser.driver.execute_script("document.getElementById('tab-2-text').focus()")
    for key, tab in [(Keys.ARROW_RIGHT, "cards"), (Keys.ARROW_RIGHT, "range"), (Keys.HOME, "cards")]:
        browser.press(key)
        panel = browser.see(f"#panel-2-{tab}[role=tabpanel]")
        assert panel.get_attribute("aria-labelledby") == browser.focus().get_attribute("id") == f"tab-2-{tab}"
        assert _selected(browser) == ["tab-1-text", f"tab-2-{tab}"]
    browser.click("#tab-1-range")
    browser.see("#panel-1-range")
    assert _selected(browser) == ["tab-1-range", "tab-2-cards"]
    assert len(browser.all("[role=tab][tabindex='0']")) == 2
    browser.click("#row-1 button[aria-label='Remove this player']")
    browser.wait(lambda: _selected(browser) == ["tab-1-cards", "tab-2-text"], "the tab of who stays")
    browser.wait(lambda: browser.driver.current_url.endswith("?game=holdem&p=KsKh"), "the text alone")


def test_hands_card_by_card_have_no_range_to_paint(server: Server) -> None:
    page = shown(server, "/equity?game=stud&show=1+range")
    assert 'id="tab-1-range"' not in page
    assert 'id="panel-1-text"' in page


def test_without_a_script_only_the_text_is_seen(browser: Browser, server: Server) -> None:
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.driver.get(f"{server.address}{HOLDEM}")
        browser.see("#player2")

        def is_alone() -> bool:  # the page comes again until its answer is there
            tabs = browser.all("[role=tablist], .presets")
            return len(tabs) == 4 and not any(one.is_displayed() for one in tabs)

        browser.wait(is_alone, "the text alone")
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_a_long_one_is_stopped(browser: Browser, server: Server) -> None:
    link = "equity?game=holdem&how=exact&p=22%2B&p=22%2B&p=A2%2B,K2%2B"
    browser.driver.get(f"{server.address}{link}")
    browser.click("#equity")
    browser.see_text("#equity-status", " …")
    browser.wait(lambda: browser.see("#equity").text == "Stop", "Stop")
    browser.click("#equity")
    browser.see_text("#equity-status", "Stopped.")
    browser.fill("player3", "QsQh")
    browser.fill("player2", "KsKh")
    browser.fill("player1", "AsAh", enter=True)
    browser.see_text("#equity-answer", "exact")


def test_files(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{HOLDEM}")
    browser.see_text("#equity-answer", "82.64%")
    found = asked(server, "holdem", "AsAh", "KsKh")
    assert json.loads(browser.download("a[href^='/equity.json']").read_text()) == found
    with browser.download("a[href^='/equity.csv']").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [float(row["equity"]) for row in rows] == [player["equity"] for player in found["players"]]


def test_phone(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    browser.driver.get(f"{server.address}{HOLDEM}")
    browser.see_text("#equity-answer", "82.64%")
    assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 390
    browser.driver.get(f"{server.address}equity?game=omaha-hilo&p=KK$ds&p=8s7h6d5c&board=4d+9c+Kd")
    browser.see_text("#equity-answer", "15.7%")
    tables = browser.all("#equity-answer .scroll")
    assert len(tables) == 2
    assert all(table.get_property("scrollWidth") == table.get_property("clientWidth") for table in tables)


def test_hands_written_card_by_card(browser: Browser, server: Server) -> None:
    """Stud has no board; its examples, its stars and its sentences stand at the player's field."""
    browser.driver.get(f"{server.address}equity?game=stud&p=AsAhKd&p=**Tc&dead=2c7d9hJs4dQc")
    browser.see_text(".note", "123,410 combos")
    assert not any(field.is_displayed() for field in browser.all("[name=board]"))
    browser.fill("player2", "TcTdTh", enter=True)
    text = browser.see_text("#equity-answer", "exact, 5,383,327,950 deals")
    found = asked(server, "stud", "AsAhKd", "TcTdTh", dead="2c7d9hJs4dQc")
    assert found["counted"] == 5_383_327_950
    for player in found["players"]:
        assert f"{100 * player['equity']:.2f}%" in text
    assert "Deals, counted for the first player" in text
    browser.fill("player2", "TcTdTh2s2h2d3c4c")
    browser.wait(lambda: "has 8 cards" in browser.error_of("player2"), "the sentence at the field")


def test_what_nobody_waits_for_makes_room(browser: Browser, server: Server) -> None:
    """A long answer that a page began when it opened ends when the page is gone: the next need not wait."""
    browser.driver.get(f"{server.address}flop?own=AsKd&flop=Kh7d2c&opponents=8&deals=1000000000")
    browser.see("#chance-status[data-follow]")
    browser.driver.get(f"{server.address}flop?own=QcJd&flop=Kh7d2c")
    browser.see_text("#chance-answer", "hand strength")

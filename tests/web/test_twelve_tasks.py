"""What people come for, in clicks, on an empty machine while a table of Omaha is built beside: nothing wrong.

Every task begins on the first page. Keys are no clicks; choosing a field is one unless Tab leads there.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.browser import Browser
from tests.web.server import Server
from tests.web.test_strategy_page import shares, words

HISTORIES = Path(__file__).parents[1] / "published" / "histories" / "synthetic"
BUILD = {"game": "omaha", "stacks": ["10bb", "10bb"]}
WAITS = ("wait", "about", "building", "%")


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that builds the largest of tables for whoever asked a moment ago."""
    with Server(str(tmp_path_factory.mktemp("empty"))) as own:
        job = own.post("/api/solve?wait=0", BUILD)[1]["job"]
        while not own.get(f"/api/jobs/{job}")[1]["progress"].get("stage"):
            time.sleep(0.1)
        yield own
        own.ask("DELETE", f"/api/jobs/{job}")


class Person:
    """Somebody at the first page, whose clicks are counted."""

    def __init__(self, browser: Browser, busy: Server) -> None:
        self.browser, self.clicks = browser, 0
        browser.driver.get(busy.address)
        browser.see("#pictures td button")

    def click(self, css: str) -> None:
        self.browser.click(css)
        self.clicks += 1

    def type(self, text: str) -> None:
        """Keys into what has the focus, in place of what it holds."""
        from selenium.webdriver.common.action_chains import ActionChains
        from selenium.webdriver.common.keys import Keys

        keys = ActionChains(self.browser.driver).key_down(Keys.CONTROL).send_keys("a").key_up(Keys.CONTROL)
        keys.send_keys(text).perform()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.browser.press(key)

    def wait_for_focus(self, css: str) -> None:
        self.browser.wait(lambda: self.browser.focus() in self.browser.all(css), f"the focus in {css}")


@pytest.fixture
def person(browser: Browser, busy: Server) -> Person:
    return Person(browser, busy)


def solved(server: Server, **asked: object) -> list[str]:
    """How much both play, as the page says it, of a server that has nothing else to do."""
    told = server.post("/api/solve?wait=60", {"game": "holdem", "stacks": ["10bb", "10bb"], **asked})[1]
    return [f"{told['result'][name]:.1f}%" for name in ("jam_percent", "call_percent")]


def test_look_up_a_hand(person: Person, server: Server) -> None:
    person.press("/")
    person.type("K7o")
    text = person.browser.see_text("#hand", "K7o")
    for position in ("sb", "bb"):
        asked = {"game": "holdem", "stacks": ["10bb", "10bb"], "cards": "K7o", "position": position}
        told = server.post("/api/hand?wait=60", asked)[1]["result"]
        assert f"{told['difference_bb']:+.2f} bb\nover folding" in text
    assert person.clicks == 0


def test_holdem_with_an_ante(person: Person, server: Server) -> None:
    person.click(".antes button:nth-child(2)")
    expected = solved(server, ante="0.1bb")
    person.browser.wait(lambda: shares(person.browser) == expected, f"{expected}")
    assert person.clicks == 1


def test_omaha_at_twenty_big_blinds(person: Person) -> None:
    from selenium.webdriver.common.keys import Keys

    person.click(".games button:nth-child(2)")
    person.browser.see(".matrix")
    person.click("#stack")
    person.type("20")
    person.press(Keys.ENTER)
    person.browser.wait(lambda: words(person.browser)["stack"] == "20", "20 bb")
    person.browser.wait(lambda: shares(person.browser) == OMAHA_AT_20, f"{OMAHA_AT_20}")
    assert person.clicks == 2


OMAHA_AT_20 = ["55.8%", "33.4%"]
"""How often both play there, as the table tells."""


def test_aces_double_suited(person: Person) -> None:
    person.click(".games button:nth-child(2)")
    person.browser.see(".matrix")
    person.press("/")
    person.type("AA$ds")
    text = person.browser.see_text("#hand", "AA$ds")
    assert "Small blind\njams 100.0% of these hands" in text
    assert "Big blind\ncalls 100.0% of these hands" in text
    assert person.clicks == 1


def test_compare_two_stacks(person: Person, server: Server) -> None:
    from selenium.webdriver.common.keys import Keys

    person.click("#compare summary")
    person.click("#vs")
    person.type("12")
    person.press(Keys.ENTER)
    text = person.browser.see_text("#changes", "at 12 bb")
    here, there = solved(server), solved(server, stacks=["12bb", "12bb"])
    for first, second in zip(here, there, strict=True):
        assert f"{first} here, {second} at 12 bb" in text
    assert person.clicks == 2


def test_a_link_to_a_hand(person: Person) -> None:
    person.press("/")
    person.type("K7o")
    before = person.browser.see_text("#hand", "K7o")
    address = person.browser.wait(
        lambda: "hand=K7o" in person.browser.driver.current_url and person.browser.driver.current_url, "it"
    )
    person.browser.driver.get("about:blank")
    person.browser.driver.get(address)
    gain = before.split(" bb")[0]
    assert "+0.4" in gain
    assert person.browser.see_text("#hand", "K7o").startswith(gain)
    assert person.clicks == 0  # the address is the link; a button copies it


def test_hand_against_range(person: Person, server: Server) -> None:
    from selenium.webdriver.common.keys import Keys

    person.click("#places a[href='/equity']")
    person.click("#player1")
    person.type("AhKh")
    for _ in range(6):  # past what else says the first player's hands
        person.press(Keys.TAB)
        if person.browser.driver.execute_script("return document.activeElement.id") == "player2":
            break
    person.wait_for_focus("#player2")
    person.type("22+")
    told = server.post("/api/equity?wait=60", {"game": "holdem", "players": ["AhKh", "22+"]})[1]["result"]
    share = told["players"][0]["equity"]
    person.browser.see_text("#equity-answer", f"{100 * share:.2f}%")
    assert person.clicks == 2


def test_chance_on_the_flop(person: Person) -> None:
    person.click("#places a[href='/equity']")
    person.click(".tabs a[href='/flop']")
    person.click("#hand")
    person.type("AsKd")
    text = person.browser.see_text("#chance-answer", "89.65%")
    assert "win 956,046, tie 6,837, lose 107,307; exact" in text
    assert person.clicks == 3


def test_a_table_of_four(person: Person) -> None:
    """It is sampled, which waits for the build: that is said, and can be stopped."""
    person.click("#places a[href='/table']")
    person.click("#preset-bubble")

    def told() -> bool:
        bound, line = person.browser.all("#bound"), person.browser.all("#solve-status")
        waits = line and any(word in line[0].text.lower() for word in WAITS)
        is_shown = len(person.browser.all("#felt .seat")) == 4
        return is_shown and bool(bound or (waits and person.browser.all("#solve-status button, #line .stop")))

    person.browser.wait(told, "an answer, or what it waits for")
    assert len(person.browser.all("#felt .seat")) == 4
    assert person.clicks == 2


def test_six_players_with_a_bounty(person: Person, server: Server) -> None:
    from selenium.webdriver.common.keys import Keys

    stacks = ["5000", "3000", "2000", "1500", "1000", "500"]
    person.click("#places a[href='/icm']")
    person.browser.see_text(".players", "38.39")
    person.click("tr:nth-child(1) input[name=stacks]")
    for k, stack in enumerate(stacks, 1):
        person.wait_for_focus(f"tr:nth-child({k}) input[name=stacks]")
        person.type(stack)
        if k < len(stacks):
            person.browser.see(f"tr:nth-child({k + 1}) input[name=stacks]")
            person.press(Keys.TAB, Keys.TAB)
    person.click("#bounty")
    person.type("10")
    asked = {"stacks": [*map(float, stacks)], "prizes": [50, 30, 20], "bounty": [10]}
    told = server.post("/api/icm?wait=60", asked)[1]["result"]
    for value in told["values"]:
        person.browser.see_text(".players", f"{value:,.2f}")
    assert person.clicks <= 3


def test_the_dearest_mistake_in_eleven_files(person: Person, server: Server) -> None:
    files = sorted(HISTORIES.iterdir())
    assert len(files) == 11
    person.click("#places a[href='/histories']")
    person.browser.all("input[type=file]")[0].send_keys("\n".join(map(str, files)))
    person.clicks += 1
    person.browser.see_text("#history-read, #import-answer", "11 files")
    person.browser.see_text("#report-answer", "Costliest mistakes")
    first = person.browser.see(".dear .cost").text
    job = person.browser.driver.current_url
    assert "bb" in first, job
    assert person.clicks == 2


def test_ten_questions(person: Person) -> None:
    from selenium.webdriver.common.keys import Keys

    person.click("#places a[href='/train']")
    for k in range(10):
        person.browser.see("#train-fold")
        person.press("f")
        person.browser.see_text("#verdict", "Why")
        person.browser.see_text("#train-score", f"of {k + 1} right")
        person.press(Keys.ENTER)
        person.browser.wait(lambda: not person.browser.all("#verdict .verdict"), "the next question")
    assert person.clicks == 1

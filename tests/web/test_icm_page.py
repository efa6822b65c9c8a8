"""What chips are worth in prizes, in a real browser."""

from __future__ import annotations

import csv
import json
import re
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from jamfold.web.pages.icm import PAGE, tidy
from tests.web.browser import Browser
from tests.web.server import Server
from tests.web.test_beside_a_build import error_at, shown

LINK = "icm?stacks=5000+3000+2000&prizes=50+30+20"


def fill_cell(browser: Browser, css: str, text: str) -> None:
    """Write into a cell of the table."""
    from selenium.webdriver.common.keys import Keys

    cell = browser.see(css)
    cell.send_keys(Keys.CONTROL, "a")
    cell.send_keys(text)


@pytest.mark.smoke
def test_it_opens_answered(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}icm")
    table = browser.see_text(".players", "38.39")
    assert "32.75" in table
    browser.see_text("#icm-answer .pairs", "+10.7")
    cells = browser.all("#icm-answer .pairs button")
    assert len(cells) == 6
    assert len({cell.get_attribute("class") for cell in cells}) == 4  # shades
    browser.see_text("#verdict", "Player 1 is worth\n38.39")
    browser.see_text("#pairs-tip", "53.9% equity needed")
    browser.hit(cells[2])
    browser.see_text("#pairs-tip", "60.7% equity needed")
    browser.see_text("#pairs-tip", "Player 2 vs. player 1: losing costs 1.55 times")
    browser.click("#icm-answer summary")
    text = browser.see_text("#icm-answer", "38.3929")
    for part in ("1075/28", "The model knows stacks", "1.545", "+10.71", "Bubble factors"):
        assert part in text
    rows = list(csv.DictReader(browser.download("a[href^='/icm.csv']").open(newline="")))
    assert [row["fraction"] for row in rows] == ["1075/28", "131/4", "202/7"]
    values = json.loads(browser.download("a[href^='/icm.json']").read_text())
    status, answer = server.post("/api/icm?wait=60", {"stacks": [5000, 3000, 2000], "prizes": [50, 30, 20]})
    assert (status, answer["result"]) == (200, values)


def test_rows_come_as_fast_as_somebody_types(browser: Browser, server: Server) -> None:
    """The next row is there before the answer; bounties are in the table of the players."""
    from selenium.webdriver.common.keys import Keys

    browser.driver.get(f"{server.address}icm?stacks=5000+3000+2000&bounty=10")
    assert "53.39" in browser.see_text(".players", "Total")
    browser.click("tr:nth-child(2) .main a")
    text = browser.see_text("#verdict", "Player 2 is worth")
    assert "of 130 still to be won: 100 in prizes and 30 in bounties" in text
    assert browser.see("tr.best").get_property("rowIndex") == 2
    browser.click("#verdict a")
    browser.see_text("#verdict", "Player 3 is worth")
    browser.click("tr:nth-child(4) input[name=stacks]")
    for stack in ("1000", "900", "800"):
        browser.focus().send_keys(stack, Keys.TAB, Keys.TAB)  # past the name
    browser.wait(lambda: "stacks=5000+3000+2000+1000+900+800" in browser.driver.current_url, "six stacks")
    assert browser.focus().get_attribute("aria-label") == "Stack of player 7"


@pytest.mark.smoke
def test_it_answers_while_somebody_types(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}icm")
    browser.see_text(".players", "38.39")
    fill_cell(
        browser, "tr:nth-child(4) input[name=stacks]", "2000"
    )  # the empty line; there is another one then
    browser.see("tr:nth-child(5) input[name=stacks]")
    browser.wait(lambda: len(browser.all(".pairs button")) == 12, "four players")
    assert browser.focus().get_attribute("value") == "2000"
    fill_cell(browser, "tr:nth-child(1) input[name=names]", "<Mia>")
    browser.see_text(".pairs", "<Mia>")
    words = dict(parse_qsl(urlsplit(browser.driver.current_url).query))
    assert words["stacks"] == "5000 3000 2000 2000"
    assert words["names"].split("\n")[0] == "<Mia>"
    browser.driver.refresh()
    browser.see_text(".pairs", "<Mia>")
    fill_cell(browser, "tr:nth-child(2) input[name=stacks]", "3000 1,500 500")  # from a spreadsheet
    browser.see("tr:nth-child(7) input[name=stacks]")
    stacks = ["5000", "3000", "1500", "500", "2000", "2000", ""]
    script = "return [...document.querySelectorAll('input[name=stacks]')].map((input) => input.value)"
    assert browser.driver.execute_script(script) == stacks, "read at once; the answer replaces the inputs"


@pytest.mark.smoke
def test_presets_links_and_the_way_back(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}icm")
    browser.see_text(".players", "38.39")
    browser.click("a.chip[href*='prizes=100']")
    browser.see_text(".players", "50.00")
    assert browser.see("#prizes").get_property("value") == "100"
    assert "prizes=100" in browser.driver.current_url
    browser.driver.back()
    browser.see_text(".players", "38.39")
    assert browser.see("#prizes").get_property("value") == "50 30 20"


def test_players_of_a_lobby(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}icm")
    browser.click("#paste-lobby summary")
    browser.fill("lobby", "1. Nite Owl 31,050\n2. Theo  9,900 chips\nAna_22: 4850")
    browser.click("#paste-lobby button")
    browser.see_text(".pairs", "Nite Owl")
    words = dict(parse_qsl(urlsplit(browser.driver.current_url).query))
    assert words == {"stacks": "31050 9900 4850", "names": "Nite Owl\nTheo\nAna_22"}
    browser.see_text(".players", "51.8")  # big blinds of 600


@pytest.mark.parametrize(
    ("typed", "stacks"),
    [
        ("5000 3000 2000", ["5000", "3000", "2000"]),
        ("5000,3000,2000", ["5000", "3000", "2000"]),
        ("500,300,200", ["500", "300", "200"]),
        ("12bb 8bb", ["12bb", "8bb"]),
        ("5000\n\n31,050", ["5000", "", "31050"]),
        ("5000; 3000", ["5000", "3000"]),
        ("", [""]),
    ],
)
def test_stacks_however_they_are_typed(typed: str, stacks: list[str]) -> None:
    assert tidy({"stacks": typed})["stacks"].split("\n") == stacks


def test_addresses_keep_what_is_asked_for() -> None:
    texts = PAGE.texts(
        [("stacks", "5"), ("stacks", ""), ("stacks", "4"), ("names", "A"), ("names", ""), ("names", "C")]
    )
    address = PAGE.address(texts)
    assert dict(parse_qsl(address.partition("?")[2])) == {"stacks": "5 4", "names": "A\nC"}
    assert PAGE.address(PAGE.texts([])) == "/icm"


def test_a_link_with_bounties(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{LINK}&model=ben-roberts&bounty=10&progressive=0.5&heads=none")
    browser.click("#icm-answer summary")
    text = browser.see_text("#icm-answer", "425/11")
    assert "Bounties still in play are not counted (also a model)." in text
    browser.choose("model", "Malmuth-Weitzman")
    browser.see_text("#icm-answer", "1180/31")
    assert "model=malmuth-weitzman" in browser.driver.current_url


@pytest.mark.parametrize(
    ("field", "text", "sentence"),
    [
        ("stacks", "5000 0", "Player 2 has no chips. Enter only players who have some."),
        ("prizes", "50% 30", "Payouts mix money (30) and percentages (50%). Use one or the other."),
        ("bounty", "1 2", "2 bounties for 3 players. Enter one per player, or one for all."),
        ("progressive", "0.5", "A PKO share needs bounties. Enter them as well."),
    ],
)
def test_wrong_input(server: Server, field: str, text: str, sentence: str) -> None:
    link = f"{LINK}&{urlencode({field: text})}"
    if field in ("stacks", "prizes"):
        link = f"icm?{urlencode({'stacks': '5000 3000 2000', 'prizes': '50 30 20'} | {field: text})}"
    page = shown(server, f"/{link}")
    assert error_at(page, field) == sentence
    inputs = re.findall(rf'<(?:input|textarea)[^>]* name="{field}"[^>]*>', page)
    wrong = next(one for one in inputs if 'aria-invalid="true"' in one)
    assert f'aria-describedby="{field}-error"' in wrong


def test_the_answer_stays_while_something_is_wrong(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}icm")
    browser.see_text(".pairs", "+10.7")
    browser.fill("prizes", "30 50%")
    assert browser.error_of("prizes").startswith("Payouts mix money (30)")
    assert "+10.7" in browser.see("#icm-answer[data-held]").text
    browser.fill("prizes", "50 30 20")
    browser.wait(lambda: not browser.all("#icm-answer[data-held], #prizes-error"), "an answer again")


def test_the_next_hands(browser: Browser, server: Server) -> None:
    """Whom they help, the values by depth, the ranges; stacks and prizes are those of the model."""
    query = "icm?stacks=14+6&prizes=80+20&game=six-plus&depth=3&blind_sb=1&blind_bb=2"
    browser.driver.get(f"{server.address}{query}")
    browser.click("#fgs")
    text = browser.see_text("#fgs-answer", "18 hands are solved over every deal")
    asked = {"game": "six-plus", "stacks": [14, 6], "blinds": [1, 2], "prizes": [80, 20], "depth": 3}
    status, answer = server.post("/api/fgs?wait=60", asked)
    assert status == 200
    values = answer["result"]["values"]
    for depth in range(4):
        assert f"{values[depth][0]:.4f}" in text
    more = values[3][0] - values[0][0]
    assert f"small blind has {more:.4f} more than the model says" in text
    assert "Small blind, on the button, first in" in text
    players = browser.see(".players").text
    assert f"{values[3][0]:.2f}" in players
    assert f"{more:+.2f}" in players
    assert "62.00" in players
    assert "depth=3" in browser.driver.current_url
    assert not {"go", "job"} & dict(parse_qsl(urlsplit(browser.driver.current_url).query)).keys()
    browser.driver.refresh()  # what is known is shown
    browser.see_text("#fgs-answer", "18 hands are solved")
    browser.fill("bounty", "10")
    browser.click("#fgs")
    assert "does not support bounties" in browser.error_of("bounty")
    browser.fill("bounty", "")
    browser.click("#more-models > summary")
    browser.click("#models")
    browser.see_text("#models-answer", "solved to the end")
    browser.driver.get(f"{server.address}icm?stacks=5+5+5+5&prizes=80+20&game=omaha-hilo")
    browser.see_text(".pairs", "Player 4")
    assert not browser.all("#stacks-error")
    browser.click("#fgs")
    assert "two seats, not 4" in browser.error_of("stacks")


class _Texts(HTMLParser):
    """What stands on a page; whether it loads itself again."""

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self.words: list[str] = []
        self.feed(content.decode())

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_without_a_script(server: Server) -> None:
    """The form is a plain one: every answer is in the page; one that takes longer comes with a later page."""
    asked = [
        ("stacks", "14"),
        ("stacks", "6"),
        ("stacks", ""),
        ("prizes", "80 20"),
        ("game", "six-plus"),
        ("depth", "1"),
    ]
    asked += [("blind_sb", "1"), ("blind_bb", "2")]
    path = f"/icm?{urlencode([*asked, ('go', 'fgs')])}"
    status, headers, content = server.ask("GET", path)
    assert status == 303
    while b'http-equiv="refresh"' in content or status == 303:
        path = headers.get("location", path)
        status, headers, content = server.ask("GET", path)
    assert status == 200
    words = " ".join(_Texts(content).words)
    assert "62.00" in words
    assert "1 hand is solved over every deal" in words
    assert b"style=" not in content
    assert "unsafe" not in headers["content-security-policy"]
    assert len(content) < 20_000


def test_two_stacks_in_one_line_leave_names_with_their_players() -> None:
    told = tidy({"stacks": "5000 4000\n3000\n2000", "names": "Ana\nBob\nCid"})
    assert told["stacks"].split("\n") == ["5000", "4000", "3000", "2000"]
    assert told["names"].split("\n") == ["Ana", "", "Bob", "Cid"]
    linked = tidy({"stacks": "5000 4000 3000", "names": "Ana\nBob\nCid"})
    assert linked["names"] == "Ana\nBob\nCid"


def test_payouts_that_cannot_be_read(server: Server) -> None:
    """They are shown where payouts are typed, with what is wrong; the page was Internal Server Error."""
    status, _, content = server.ask("GET", "/icm?payouts=1st+much%0A2nd+600")
    assert status == 200
    assert b'value="1st much 2nd 600"' in content
    assert b"The prize of place 1 must be a number" in content


def test_a_lobby_with_points_in_its_stacks(server: Server) -> None:
    status, _, content = server.ask("GET", "/icm?lobby=1.+Mia+31.050%0A2.+Theo+9.900")
    assert status == 200
    assert b'value="Mia"' in content
    assert b"may separate thousands: write 31050" in content


def test_a_deal_and_payouts_from_a_lobby(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}icm?stacks=60%0A25%0A15&prizes=1000+600+400")
    browser.click("details:has(> * > #deal-answer) > summary")
    browser.see_text("#deal-answer", "821.18")
    browser.driver.get(
        f"{server.address}icm?stacks=60%0A25%0A15&payouts=1st+%241,000%0A2nd+600%0A3rd+400&keep=100"
    )
    browser.see_text("#deal-answer", "100 is left to play for")
    browser.driver.get(f"{server.address}icm?stacks=60%0A25&prizes=1000+600&field=20x30")
    browser.click("details:has(+ #more-fgs) > summary")
    browser.see_text("main", "so it needs an empty field")
    browser.see_text("#icm-answer", "Risk premium")

"""The page of a table in a real browser: seats, decisions, ranges, presets, links, what is wrong."""

from __future__ import annotations

import csv
import json
import time
from urllib.parse import parse_qsl, urlsplit

import pytest

from jamfold.cases.spots import SolveRequest
from jamfold.web.page.layout import Page
from jamfold.web.pages import audit
from jamfold.web.pages.table import PAGE
from jamfold.web.strategy import REPORT
from tests.web.axe import violations
from tests.web.browser import Browser
from tests.web.schema import Document
from tests.web.server import PATIENCE, Server
from tests.web.test_beside_a_build import error_at, shown

THREE = "table?game=six-plus&stacks=8bb+10bb+12bb"


def cells(browser: Browser) -> int:
    """How many hands or patterns the range shows."""
    return len(browser.all("#range .range-of button"))


def test_it_opens_answered(browser: Browser, server: Server) -> None:
    """A table that takes seconds solves itself, with seats, decisions and ranges."""
    browser.driver.get(f"{server.address}{THREE}")
    text = browser.see_text("#range", "Button, first in")
    seats = browser.all("#felt .seat")
    assert [seat.get_attribute("data-seat") for seat in seats] == ["sb", "bb", "btn"]
    assert [seat.get_attribute("aria-current") for seat in seats] == [None, None, "true"]
    assert "of equilibrium, every deal counted" in browser.see("#bound").text
    status, answer = server.post(
        "/api/table?wait=60", {"game": "six-plus", "stacks": ["8bb", "10bb", "12bb"]}
    )
    assert status == 200
    result = answer["result"]
    nodes = {(one["seat"], *one["after"]): one for one in result["nodes"]}
    assert f"{nodes['btn',]['percent']:.1f}%" in text
    assert cells(browser) == 81
    browser.click("[data-seat=bb]")
    browser.see_text("#range", "Big blind, facing a jam of the small blind")
    assert len(browser.all("#ways .row:last-child a")) == 3
    browser.click("[data-node='bb after btn sb']")
    text = browser.see_text("#range", "Big blind, facing a jam of the button, called by the small blind")
    assert f"{nodes['bb', 'btn', 'sb']['percent']:.1f}%" in text
    assert f"in {100 * nodes['bb', 'btn', 'sb']['reach']:.1f}% of deals" in text
    browser.click("#as-range")
    browser.see_text("#range-note", "Exact")
    field = browser.see("#range-text")
    assert field.get_attribute("value") == nodes["bb", "btn", "sb"]["range"]
    won = (result["values"][1] - 100) / 10
    assert f"{won:+.3f} bb".replace("-", "\u2212") in browser.see("[data-seat=bb]").text
    browser.click("#exactness summary")
    assert "every deal is counted" in browser.see("#exactness").text


@pytest.mark.smoke
def test_the_tree_is_walked(browser: Browser, server: Server) -> None:
    """From the first decision on, by what is done at each; the way back is the browser's."""
    browser.driver.get(f"{server.address}{THREE}")
    browser.see_text("#range", "Button, first in")
    browser.click(".then a[data-node='sb after btn']")
    browser.see_text("#range", "Small blind, facing a jam of the button")
    browser.click(".then p:last-child a")
    browser.see_text("#range", "Big blind, facing a jam of the button")
    path = [one.text for one in browser.all("#ways .path .chip")]
    assert path[0].startswith("BTN jams ")
    assert path[1] == "SB folds"
    assert path[2].startswith("BB calls ")
    assert not browser.all(".then a")  # nobody is behind the big blind
    browser.click("#ways .path a[data-node=btn]")
    browser.see_text("#range", "Button, first in")
    browser.driver.back()
    browser.see_text("#range", "Big blind, facing a jam of the button")


def test_a_tree_of_raises_is_walked(browser: Browser, server: Server) -> None:
    """Sizes are typed into the form; every decision has its range, an illegal size is told at its field."""
    browser.driver.get(f"{server.address}table?game=six-plus&seats=2&stack=12bb&ante=1")
    browser.see_text("#range", "first in")
    asked = {"game": "six-plus", "seats": 2, "stack": "12bb", "ante": 1, "open": ["2bb"]}
    result = server.post("/api/table?wait=60", asked)[1]["result"]
    nodes = {(one["seat"], *one["after"]): one for one in result["nodes"]}
    browser.hit(next(one for one in browser.all("summary") if one.text.startswith("Raises")))
    browser.fill("open", "1.5bb", enter=True)
    assert "A first raise to 1.5 bb is too small. The minimum is 2 bb" in browser.error_of("open")
    browser.fill("open", "2bb", enter=True)
    browser.see_text("#ways", "SB raises to 2 bb")
    assert "open=2bb" in browser.driver.current_url
    browser.click(".then a")
    text = browser.see_text("#range", "Big blind, facing a raise to 2 bb of the small blind")
    percent = nodes["bb", "sb raise 2"]["percent"]["jam"]
    assert f"{percent:.1f}%" in text
    browser.click(".then a")
    text = browser.see_text("#range", "having raised to 2 bb, facing a jam of the big blind")
    assert f"{nodes['sb', 'sb raise 2', 'bb jam']['percent']['call']:.1f}%" in text
    browser.driver.back()
    browser.see_text("#range", "Big blind, facing a raise to 2 bb of the small blind")
    assert violations(browser) == []


@pytest.mark.smoke
def test_a_hand_at_the_decision_and_a_link(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{THREE}&node=bb+after+btn")
    browser.see_text("#range", "Big blind, facing a jam of the button")
    assert "stacks=8bb+10bb+12bb" in browser.driver.current_url  # as it was typed
    assert "node=bb+after+btn" in browser.driver.current_url
    browser.fill("hand", "AA", enter=True)
    browser.see_text("#hand-answer", "AA (6 hands): calls 100% of the time. Calling: +")
    assert browser.see("#hand-answer .verdict b").text == "Call"
    browser.see("#range [data-hand=AA][data-picked]")
    browser.fill("hand", "A", enter=True)
    assert "'A'" in browser.error_of("hand")
    browser.fill("hand", "76o", enter=True)
    browser.see_text("#hand-answer", "76o (12 hands): calls 0%")
    browser.click("[data-seat=sb]")
    browser.see_text("#hand-answer", "76o (12 hands): jams")
    assert "Jamming: " in browser.see("#hand-answer").text
    assert "hand=76o" in browser.driver.current_url
    browser.driver.get(browser.driver.current_url)
    browser.see_text("#hand-answer", "76o (12 hands): jams")
    words = str(browser.see("#range .range-of button").get_attribute("data-words"))
    assert words.startswith("AA (6 hands): jams 100%")


def test_a_preset_is_solved_by_the_model(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}table?game=holdem&seats=2&seconds=1")
    browser.see_text("#range", "Small blind")
    browser.click("#preset-bubble")
    browser.see_text("#bound", "of the prizes (95%)")
    browser.see_text("#line", " of 169 hands are clear")
    assert browser.see("[aria-label=Format] [aria-current]").text == "Sit-and-go bubble, 4 × 10 bb"
    assert [seat.get_attribute("data-seat") for seat in browser.all("#felt .seat")] == [
        "sb", "bb", "co", "btn",
    ]  # fmt: skip
    browser.see_text("#range", "Cutoff, first in")
    assert "prizes=50%25+30%25+20%25" in browser.driver.current_url
    assert "50% 30% 20%" in browser.see("#chip-prizes summary").text
    browser.click("#exactness summary")
    browser.see_text("#exactness", "By a model of all seats")
    assert "of the prizes" in browser.see("#exactness table").text
    rows = list(csv.DictReader(browser.download("a[href^='/table.csv']").open(newline="")))
    assert len(rows) == 14 * 169
    profile = json.loads(browser.download("a[href^='/table.profile.json']").read_text())
    assert len(profile) == 14
    assert browser.download("a[href^='/table.png']").read_bytes().startswith(b"\x89PNG")


def test_a_page_shows_one_solution(browser: Browser, server: Server) -> None:
    """What the computing process has forgotten is not solved anew below seats of before."""
    link = f"{server.address}table?game=holdem&preset=aof&seconds=1&seed=5"
    browser.driver.get(link)
    browser.click("#solve")
    browser.see_text("#range", "Cutoff, first in")

    def jams() -> str:
        return str(browser.see("[data-seat=co] .opens").text)

    before = jams()
    old_file = urlsplit(str(browser.see("a[href^='/table.csv']").get_attribute("href")))
    for seed in range(1, 17):  # as many tables as are kept
        server.post("/api/table?wait=60", {"game": "holdem", "seats": 2, "stack": "5bb", "seed": seed})
    browser.driver.get(link)  # the seats are there at once, and the range that belongs to them
    words = browser.see_text("#range", "Cutoff, first in")
    assert jams() == before
    percent = float(words.partition("Jams ")[2].split("%")[0])
    assert float(before.removesuffix("%")) == pytest.approx(percent, abs=0.06)
    browser.click("[data-seat=bb]")
    browser.see_text("#decision-status", "no longer stored. Solve again.")
    assert jams() == before
    assert not cells(browser)
    browser.fill("hand", "AA")
    browser.see_text("#decision-status", "no longer stored. Solve again.")
    assert "AA" not in browser.see(".looked").text
    status, _, content = server.ask("GET", f"{old_file.path}?{old_file.query}")
    assert status == 422
    assert b"no longer stored. Solve again." in content
    browser.click("#solve")
    browser.see_text("#range", "Big blind, facing a jam of the ")
    browser.click("[data-seat=co]")
    words = browser.see_text("#range", "Cutoff, first in")
    percent = float(words.partition("Jams ")[2].split("%")[0])
    assert float(jams().removesuffix("%")) == pytest.approx(percent, abs=0.06)
    assert cells(browser) == 169


def test_a_packed_table_is_solved_at_once(browser: Browser, server: Server) -> None:
    """What is told of packed ranges is no table to be built first: nobody has to press Solve."""
    browser.driver.get(f"{server.address}table?game=holdem&seats=3&stack=10bb")
    browser.see("#copy-offline")
    browser.see_text("#range", "Button, first in")
    assert not browser.all("#solve")


def test_omaha_has_patterns_and_can_be_stopped(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}table?game=omaha&seats=4&stack=8bb&seconds=600")
    browser.see_text("#line", "Solve")  # a sampled table waits for the button
    browser.click("#solve")
    browser.see_text("#solve-status", "laying deals")
    browser.see_text("#felt", "no seat seems to gain more than ")  # live, with what the seats jam
    browser.see_text("[data-seat=btn]", "%")
    browser.see_text("#solve", "Stop")
    browser.click("#solve")
    browser.see_text("#solve-status", "Stopped.")
    browser.click("#chip-seconds summary")
    browser.fill("seconds", "1", enter=True)
    browser.see_text("#range", "Cutoff, first in")
    assert cells(browser) > 80


@pytest.mark.smoke
def test_a_form_that_is_changed_while_a_solution_runs(browser: Browser, server: Server) -> None:
    """What runs for the old form ends, and nothing of it is shown as that of the new one."""
    browser.driver.get(f"{server.address}table?game=six-plus&seats=5&max_allin=4&seconds=600")
    browser.click("#solve")
    browser.see_text("#solve-status", "laying deals")
    running = browser.see("#solve-status").get_attribute("data-job")
    browser.click("[aria-label=Seats] a:nth-child(5)")
    browser.wait(lambda: len(browser.all("#felt .seat")) == 6, "six seats")
    browser.see_text("#solve", "Solve")
    assert "%" not in browser.see("#felt").text
    end = time.monotonic() + PATIENCE
    while server.get(f"/api/jobs/{running}")[1]["state"] == "running" and time.monotonic() < end:
        time.sleep(0.1)
    assert server.get(f"/api/jobs/{running}")[1]["state"] == "stopped"
    browser.driver.get(f"{server.address}table?game=six-plus&seats=3")
    # Counted: it answers while somebody types.
    browser.see_text("#range", "Button, first in")
    browser.fill("stack", "5bb")
    browser.see_text("[data-seat=btn] .below", "5 bb")
    assert "stack=5bb" in browser.driver.current_url


@pytest.mark.parametrize(
    ("query", "field", "sentence"),
    [
        ("seats=11", "seats", "must be at most 10"),
        ("stacks=100+0", "stacks", "stack of bb must be above zero"),
        ("stacks=100", "stacks", "2 to 10 seats, not 1 seat"),
        ("seats=3&prizes=4+3+2+1", "prizes", "4 payouts for 3 players"),
        ("seats=4&max_allin=9", "max_allin", "must be 2 to 4"),
        ("blind_sb=20&blind_bb=10", "blind_sb", "larger than the big blind"),
        ("seats=4&seconds=0", "seconds", "must be above zero"),
        ("preset=spin&rake=5", "rake", "cannot be combined"),
    ],
)
def test_wrong_input(server: Server, query: str, field: str, sentence: str) -> None:
    assert sentence in error_at(shown(server, f"/table?game=six-plus&{query}"), field)


@pytest.mark.parametrize(
    ("values", "field", "sentence"),
    [
        ({}, "stacks", "Enter stacks (8bb 10bb 12bb)"),
        ({"seats": 3, "stacks": [1, 2]}, "stacks", "either all stacks"),
        ({"preset": "nonsense"}, "preset", "Unknown preset"),
        ({"seats": 3, "rake": "much"}, "rake", "must be a number, not 'much'"),
        ({"seats": 3, "profile": "/etc/passwd"}, None, "Unknown entry 'profile'"),
        ({"seats": 3, "blinds": [20, 10]}, "blind_sb", "larger than the big blind"),
    ],
)
def test_bad_requests(server: Server, values: dict[str, object], field: str | None, sentence: str) -> None:
    status, answer = server.post("/api/table", {"game": "six-plus", **values})
    assert (status, answer["field"]) == (422, field)
    assert sentence in answer["error"]


def test_a_decision_that_the_table_does_not_have(server: Server) -> None:
    page = shown(server, "/table?game=six-plus&stacks=8bb+10bb+12bb&node=zzz")
    assert "This table has no decision &#x27;zzz&#x27;: the first one is shown." in page
    assert 'data-address="/table?game=six-plus&amp;stacks=8bb+10bb+12bb"' in page


def test_without_a_script(server: Server) -> None:
    """The form is a plain one, and every decision a link."""
    path = "/table?game=six-plus&stacks=8bb+10bb+12bb&node=sb+after+btn&hand=AA"
    status, headers, content = server.ask("GET", path)
    while b'http-equiv="refresh"' in content:
        time.sleep(0.2)
        status, headers, content = server.ask("GET", path)
    assert status == 200
    assert b"Small blind, facing a jam of the button" in content
    assert b"AA (6 hands): calls 100% of the time." in content
    assert b'data-node="bb after btn sb"' in content
    assert b"style=" not in content
    assert "unsafe" not in headers["content-security-policy"]
    assert len(content) < 90_000


@pytest.mark.parametrize(
    ("words", "texts"),
    [
        ("preset=aof", {"seats": "4", "stack": "8bb", "prizes": ""}),
        ("room=gg-omaha-0.20", {"game": "omaha", "blind_bb": "0.2", "stack": "5bb", "fee": "0.1bb"}),
        ("room=gg-omaha-0.20&game=holdem&seats=3&rake=0", {"game": "holdem", "seats": "3", "rake": "0"}),
        ("room=gg-omaha-0.20&pool=750000&stack=6bb", {"pool": "750000", "stack": "6bb", "share": "0.01"}),
        ("room=gg-omaha-0.20&jackpot_size=9", {"jackpot_size": "9", "share": ""}),
        ("preset=spin&stack=15bb", {"seats": "3", "stack": "15bb", "prizes": "100%"}),
        ("preset=bubble&stacks=1+2+3+4", {"stacks": "1 2 3 4", "seats": "3"}),
        ("preset=nonsense", {"preset": "nonsense"}),
        (
            "node=bb+after+btn&hand=AA&whole_chips=1",
            {"node": "bb after btn", "hand": "AA", "whole_chips": "1"},
        ),
    ],
)
def test_old_links(words: str, texts: dict[str, str]) -> None:
    read = PAGE.texts(parse_qsl(words))
    assert texts.items() <= read.items()
    assert PAGE.texts(parse_qsl(PAGE.address(read).partition("?")[2])) == read
    assert PAGE.address(PAGE.texts([])) == "/table"


@pytest.mark.long
def test_progress_of_a_modelled_table_is_as_documented(server: Server) -> None:
    document = Document(server)
    _, asked = document.ask(
        "POST", "/api/table?wait=0", {"game": "holdem", "preset": "bubble", "seconds": 600}
    )
    path = f"/api/jobs/{asked['job']}"
    end = time.monotonic() + PATIENCE
    job = asked
    while not job["progress"].get("deals") and time.monotonic() < end:
        _, job = document.ask("GET", path)
        time.sleep(0.1)
    document.ask("DELETE", path)
    progress = job["progress"]
    assert [share is None for share in progress["jams"]] == [False, True, False, False]
    assert "deals, no seat seems to gain more than " in progress["words"]


def test_how_exact_fits_a_phone(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    browser.driver.get(f"{server.address}table?game=holdem")
    browser.click("#exactness summary")
    browser.see_text("#exactness", "max gain")
    assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("width", [1400, pytest.param(390, marks=pytest.mark.smoke)])
def test_accessible(browser: Browser, server: Server, width: int) -> None:
    browser.look(width, 1000)
    browser.driver.get(f"{server.address}{THREE}&node=bb+after+btn&hand=AA&prizes=50+30+20")
    browser.see_text("#range", "Big blind")
    browser.click("#as-range")
    browser.see_text("#range-note", "Exact")
    browser.unfold()
    assert violations(browser, dark=True) == []
    script = "return document.documentElement.scrollWidth <= innerWidth"
    assert browser.driver.execute_script(script)
    if width < 600:  # the answers stand before the form, and fingers hit what they mean
        top, form = browser.see("#range").rect, browser.see(".strip").rect
        assert top["y"] < form["y"]
        small = """return [...document.querySelectorAll('main .chip, main summary, main .seat')]
            .filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 43.5)
            .map(one => one.outerHTML)"""
        assert browser.driver.execute_script(small) == []


def test_one_answers_given_ranges(browser: Browser, server: Server) -> None:
    """A range of the solved table is given, made wider, and answered; a link has it, too."""
    browser.driver.get(f"{server.address}{THREE}")
    browser.see_text("#range", "Button, first in")
    browser.click("#as-range")
    browser.see("#range-text")
    browser.click("#give-range")
    field = browser.see("textarea[name=ranges]")
    browser.wait(lambda: str(field.get_attribute("value")).startswith("btn: "), "the range in the form")
    browser.fill("ranges", "btn: 66+,A6+,K6+")
    browser.fill("respond", "bb", enter=True)
    browser.see_text("#response", "A best response by the big blind to these ranges gains ")
    browser.see_text("#bound", "A best response by the big blind gains ")
    browser.see_text("#range", "Big blind, facing a jam of the ")
    browser.click("#exactness summary")
    assert "nothing is solved" in browser.see("#exactness").text
    asked = {"game": "six-plus", "stacks": ["8bb", "10bb", "12bb"], "ranges": "btn: 66+,A6+,K6+"}
    status, answer = server.post("/api/table?wait=60", asked | {"respond": "bb"})
    assert status == 200
    assert answer["result"]["seat"] == "bb"
    measured = server.post("/api/table?wait=60", asked)[1]["result"]
    assert measured["gains"][1] == answer["result"]["gain"] > 0
    browser.driver.get(browser.driver.current_url)
    browser.see_text("#response", "A best response by the big blind")
    browser.fill("ranges", "co: AA")
    assert "no seat 'co'" in browser.error_of("ranges")


@pytest.mark.parametrize("page", [audit.PAGE, REPORT])
def test_a_room_stands_in_the_fields_of_other_pages(page: Page) -> None:
    for name, game in (("gg-omaha-0.20&game=holdem", "holdem"), ("GG-Omaha-0.20", "omaha")):
        read = page.texts(parse_qsl(f"room={name}"))
        assert (read["game"], read["fee_on"]) == (game, "dealt")
        assert page.texts(parse_qsl(page.address(read).partition("?")[2])) == read
    assert SolveRequest.from_strings(REPORT.texts([("room", "gg-omaha-0.20")])).stacks == (1.0, 1.0)

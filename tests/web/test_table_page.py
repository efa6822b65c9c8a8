"""The page of a table in a real browser: seats, decisions, ranges, presets, links, what is wrong."""

from __future__ import annotations

import csv
import json
import time

import pytest

from tests.web.axe import violations
from tests.web.browser import Browser
from tests.web.schema import Document
from tests.web.server import PATIENCE, Server

THREE = "table?game=six-plus&stacks=8bb+10bb+12bb"


def test_seats_decisions_and_ranges(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{THREE}")
    text = browser.see_text("#decision", "Button, first in")  # a link that takes seconds solves itself
    seats = browser.all("#felt .seat")
    assert [seat.get_attribute("data-seat") for seat in seats] == ["sb", "bb", "btn"]
    assert [seat.get_attribute("aria-pressed") for seat in seats] == ["false", "false", "true"]
    assert "exact" in browser.see("#table-answer").text
    status, answer = server.post(
        "/api/table?wait=60", {"game": "six-plus", "stacks": ["8bb", "10bb", "12bb"]}
    )
    assert status == 200
    result = answer["result"]
    nodes = {(one["seat"], *one["after"]): one for one in result["nodes"]}
    assert f"{nodes['btn',]['percent']:.2f} %" in text
    assert len(browser.all("#range .heat button")) == 81
    browser.click("[data-seat=bb]")
    browser.see_text("#decision", "Big blind, facing a jam of the small blind")
    assert len(browser.all(".decision")) == 3
    browser.click("[data-node='bb after btn sb']")
    text = browser.see_text("#decision", "Big blind, facing a jam of the button, called by the small blind")
    assert f"{nodes['bb', 'btn', 'sb']['percent']:.2f} %" in text
    assert f"in {100 * nodes['bb', 'btn', 'sb']['reach']:.1f} % of deals" in text
    browser.click("#as-range")
    browser.see_text("#range-note", "Exact")
    field = browser.see("textarea[data-field=range-text]")
    assert field.get_attribute("value") == nodes["bb", "btn", "sb"]["range"]
    won = (result["values"][1] - 100) / 10
    assert f"{won:+.3f} bb".replace("-", "\u2212") in browser.see("[data-seat=bb]").text


def test_a_hand_at_the_decision_and_a_link(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{THREE}&node=bb+after+btn")
    browser.see_text("#decision", "Big blind, facing a jam of the button")
    assert "stacks=8bb+10bb+12bb" in browser.driver.current_url  # as it was typed
    assert "node=bb+after+btn" in browser.driver.current_url
    browser.fill("hand", "AA", enter=True)
    browser.see_text("#hand-answer", "AA (6 hands): calls 100 % of the time. Calling: +")
    browser.fill("hand", "A", enter=True)
    assert "'A'" in browser.error_of("hand")
    browser.fill("hand", "76o", enter=True)
    browser.see_text("#hand-answer", "76o (12 hands): calls 0 %")
    browser.click("[data-seat=sb]")
    browser.see_text("#hand-answer", "76o (12 hands): jams")
    assert "hand=76o" in browser.driver.current_url
    browser.driver.get(browser.driver.current_url)
    browser.see_text("#hand-answer", "76o (12 hands): jams")
    words = str(browser.see("#range .heat button").get_attribute("data-words"))
    assert words.startswith("AA (6 hands): jams 100 %")


def test_a_preset_is_sampled(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}table?game=holdem&seats=2&seconds=1")
    browser.see_text("#decision", "Small blind")
    browser.click("#preset-bubble")
    browser.see_text("#table-answer", "Sampled: ")
    assert [seat.get_attribute("data-seat") for seat in browser.all("#felt .seat")] == [
        "sb", "bb", "co", "btn",
    ]  # fmt: skip
    browser.see_text("#decision", "Cutoff, first in")
    assert "prizes=50%25+30%25+20%25" in browser.driver.current_url
    assert "of the prizes" in browser.see("#seat").text
    rows = list(csv.DictReader(browser.download("button[aria-label='Download CSV']").open(newline="")))
    assert len(rows) == 14 * 169
    profile = json.loads(browser.download("button[aria-label='Download Strategies']").read_text())
    assert len(profile) == 14
    assert browser.download("button[aria-label='Download PNG']").read_bytes().startswith(b"\x89PNG")


def test_a_page_shows_one_solution(browser: Browser, server: Server) -> None:
    """What the computing process has forgotten is not solved anew below seats of before."""
    link = f"{server.address}table?game=holdem&preset=aof&seconds=1&seed=5"
    browser.driver.get(link)
    browser.click("#solve-table")
    browser.see_text("#decision", "Cutoff, first in")

    def jams() -> str:
        return browser.see("[data-seat=co] em").text.removeprefix("jams ")

    before = jams()
    for seed in range(1, 17):  # as many tables as are kept
        server.post("/api/table?wait=60", {"game": "holdem", "seats": 2, "stack": "5bb", "seed": seed})
    browser.driver.get(link)  # the seats are there at once
    browser.see_text("#decision", "solve again")
    assert jams() == before
    assert not browser.all("#range .heat button")
    browser.click("[data-seat=bb]")
    browser.see_text("#decision", "solve again")
    browser.click("#solve-table")
    words = browser.see_text("#decision", "Cutoff, first in")
    percent = float(words.partition("Jams ")[2].split()[0])
    assert float(jams().removesuffix(" %")) == pytest.approx(percent, abs=0.06)
    assert len(browser.all("#range .heat button")) == 169


def test_omaha_has_patterns_and_can_be_stopped(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}table?game=omaha&seats=4&stack=8bb&seconds=600")
    browser.see_text("#felt", "Press Solve")  # a sampled table waits for the button
    browser.click("#solve-table")
    browser.see_text("#table-status", "playing deals")
    browser.see_text(
        "#felt .middle", " deals, no seat seems to gain more than "
    )  # live, with what the seats jam
    browser.see_text("[data-seat=btn]", "jams ")
    browser.click("#stop-table")
    browser.see_text("#table-status", "Stopped.")
    browser.fill("seconds", "1", enter=True)
    browser.see_text("#decision", "Cutoff, first in")
    assert len(browser.all("#range .matrix button:not([disabled])")) > 80


@pytest.mark.parametrize(
    ("query", "field", "sentence"),
    [
        ("seats=11", "seats", "must be at most 10"),
        ("stacks=100+0", "stacks", "stack of bb must be above zero"),
        ("stacks=100", "stacks", "2 to 10 seats, not 1 seat"),
        ("seats=3&prizes=4+3+2+1", "prizes", "4 prizes for 3 players"),
        ("seats=4&max_allin=9", "max_allin", "give 2 to 4"),
        ("blind_sb=20&blind_bb=10", "blind_sb", "larger than the big blind"),
        ("seats=4&seconds=0", "seconds", "must be above zero"),
        ("preset=spin&rake=5", "rake", "not raked"),
    ],
)
def test_wrong_input(browser: Browser, server: Server, query: str, field: str, sentence: str) -> None:
    browser.driver.get(f"{server.address}table?game=six-plus&{query}")
    browser.click("#solve-table")
    assert sentence in browser.error_of(field)


@pytest.mark.parametrize(
    ("values", "field", "sentence"),
    [
        ({}, "stacks", "give their stacks, such as 8bb 10bb 12bb"),
        ({"seats": 3, "stacks": [1, 2]}, "stacks", "one of both"),
        ({"preset": "nonsense"}, "preset", "Unknown preset"),
        ({"seats": 3, "rake": "5%"}, "rake", "must be a number"),
        ({"seats": 3, "profile": "/etc/passwd"}, None, "Unknown entry 'profile'"),
        ({"seats": 3, "blinds": [20, 10]}, "blind_sb", "larger than the big blind"),
    ],
)
def test_bad_requests(server: Server, values: dict[str, object], field: str | None, sentence: str) -> None:
    status, answer = server.post("/api/table", {"game": "six-plus", **values})
    assert (status, answer["field"]) == (422, field)
    assert sentence in answer["error"]


def test_an_edited_form_leaves_the_address(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{THREE}")
    browser.see_text("#decision", "Button, first in")
    browser.fill("stacks", "5bb 5bb 5bb")
    browser.see_text(".edited", "has been edited since")
    browser.click("[data-seat=bb]")
    browser.see_text("#decision", "Big blind")
    assert "stacks=8bb+10bb+12bb" in browser.driver.current_url


def test_progress_of_a_sampled_table_is_as_documented(server: Server) -> None:
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


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1400, 390])
def test_accessible(browser: Browser, server: Server, dark: bool, width: int) -> None:
    browser.look(width, 1000, dark=dark)
    browser.driver.get(f"{server.address}{THREE}&node=bb+after+btn")
    browser.see_text("#decision", "Big blind")
    browser.click("#as-range")
    browser.see_text("#range-note", "Exact")
    browser.click("#table-answer summary")
    assert violations(browser) == []
    script = "return document.documentElement.scrollWidth <= innerWidth"
    assert browser.driver.execute_script(script)


def test_one_answers_given_ranges(browser: Browser, server: Server) -> None:
    """A range of the solved table is given, made wider, and answered; a link has it, too."""
    browser.driver.get(f"{server.address}{THREE}")
    browser.see_text("#decision", "Button, first in")
    browser.click("#as-range")
    browser.see("textarea[data-field=range-text]")
    browser.click("#give-range")
    field = browser.see("textarea[data-field=ranges]")
    browser.wait(lambda: str(field.get_attribute("value")).startswith("btn: "), "the range in the form")
    browser.fill("ranges", "btn: 66+,A6+,K6+")
    browser.fill("respond", "bb", enter=True)
    text = browser.see_text("#table-answer", "The best answer of the big blind to these ranges gains ")
    assert "no equilibrium is looked for" in text
    browser.see_text("#felt .middle", "The best answer of the big blind gains ")
    browser.see_text("#decision", "Big blind, facing a jam of the ")
    asked = {"game": "six-plus", "stacks": ["8bb", "10bb", "12bb"], "ranges": "btn: 66+,A6+,K6+"}
    status, answer = server.post("/api/table?wait=60", asked | {"respond": "bb"})
    assert status == 200
    assert answer["result"]["seat"] == "bb"
    measured = server.post("/api/table?wait=60", asked)[1]["result"]
    assert measured["gains"][1] == answer["result"]["gain"] > 0
    browser.driver.get(browser.driver.current_url)
    browser.see_text("#table-answer", "The best answer of the big blind")
    browser.fill("ranges", "co: AA")
    browser.click("#solve-table")
    assert "no seat 'co'" in browser.error_of("ranges")

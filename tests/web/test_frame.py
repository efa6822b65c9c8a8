"""What pages share: our own page for addresses that are none, other jobs, results of an edited form."""

from __future__ import annotations

from typing import Any

import pytest

from jamfold.cases.charts import ChartRequest
from jamfold.cases.entries import CaseRequest
from jamfold.cases.equities import EquityRequest
from jamfold.cases.spots import SolveRequest
from jamfold.cases.table import TableRequest
from jamfold.cases.tournaments import TournamentRequest
from jamfold.web.page.layout import PLACES
from tests.web.browser import Browser
from tests.web.server import Server


@pytest.mark.parametrize(
    ("question", "title"),
    [
        (SolveRequest(game="holdem"), "Texas Hold'em, 10 bb"),
        (
            SolveRequest(stacks=("12.5bb", 100), blinds=(5, 10), ante=1),
            "Omaha, stacks 125 and 100 (10 bb), ante, each 1",
        ),
        (
            SolveRequest(blinds=(50, 100), stacks=(800, 800), method="fictitious-play"),
            "Omaha, 8 bb, blinds 50/100, 100 iterations of fictitious play",
        ),
        (SolveRequest(call_range="AA", prizes=(3, 1)), "Omaha, 10 bb, prizes 3 1, best response to a range"),
        (ChartRequest(high=20, step=0.5), "chart of Omaha, 1 to 20 bb by 0.5"),
        (
            TableRequest(seats=4, stack="8bb", prizes=(50, 30)),
            "table of Omaha, 4 seats, 8 bb, for prizes",
        ),
        (TableRequest(game="holdem", stacks=(80, 100)), "table of Texas Hold'em, 2 seats, 8 / 10 bb"),
        (TournamentRequest(), "tournament of Omaha, 100 chips, blinds 5/10"),
        (EquityRequest(players=("AA", "KK"), board="2c3c4c"), "equity of AA against KK on 2c3c4c"),
    ],
)
def test_jobs_are_named_by_their_stacks(question: CaseRequest, title: str) -> None:
    assert question.title == title


@pytest.mark.parametrize("path", ["nothing", "charts/x", "static/nothing.css"])
def test_no_such_page(server: Server, path: str) -> None:
    status, headers, content = server.ask("GET", f"/{path}", headers={"Accept": "text/html"})
    assert status == 404
    assert headers["content-type"].startswith("text/html")
    text = content.decode()
    assert f"/{path}</code>" in text
    named = [there for pages in PLACES.values() for there, name in pages.items() if name]
    assert all(f'href="{there}"' in text for there in named)
    status, headers, content = server.ask("GET", f"/{path}", headers={"Accept": "text/css"})
    assert (status, content) == (404, b"Page not found.")


def test_no_such_page_writes_what_was_asked_as_text(server: Server) -> None:
    _, _, content = server.ask("GET", "/%3Cscript%3Ealert(1)%3C/script%3E", headers={"Accept": "text/html"})
    assert b"<script>alert" not in content
    assert b"&lt;script&gt;alert" in content


@pytest.mark.parametrize("dark", [False, True])
def test_no_such_page_in_the_frame(browser: Browser, server: Server, dark: bool) -> None:
    browser.look(390, 844, dark=dark)
    browser.driver.get(f"{server.address}nothing")
    browser.driver.execute_script("localStorage.clear()")
    browser.driver.refresh()
    browser.see_text("h1", "No such page")
    # The browser itself notes the 404.
    assert all("404" in entry["message"] for entry in browser.driver.get_log("browser"))
    scheme = "return getComputedStyle(document.documentElement).colorScheme"
    assert browser.driver.execute_script(scheme) == ("dark" if dark else "light")
    browser.click(".theme")
    assert browser.driver.execute_script(scheme) == ("light" if dark else "dark")
    browser.driver.execute_script("localStorage.clear()")
    browser.click(".card a[href='/icm']")
    browser.see_text(".players", "38.39")


def _right_edges(browser: Browser) -> Any:
    script = "return [...document.querySelectorAll('nav a')].map((one) => one.getBoundingClientRect().right)"
    return browser.driver.execute_script(script)


def test_all_of_the_navigation_is_seen_on_a_phone(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    browser.driver.get(f"{server.address}icm")
    assert browser.see("header.top").size["height"] <= 52
    browser.click(".menu")
    browser.see("nav [aria-current]")
    edges = _right_edges(browser)
    assert len(edges) == len(PLACES) == 7
    assert max(edges) <= 390
    assert all(one.size["height"] >= 44 for one in browser.all("nav a"))


@pytest.mark.smoke
def test_another_page_s_job_is_found_and_stopped(browser: Browser, server: Server) -> None:
    question = {"game": "holdem", "method": "fictitious-play", "iterations": 1_000_000, "stacks": [130, 130]}
    status, job = server.post("/api/solve?wait=0", question)
    assert status == 202
    browser.driver.get(f"{server.address}charts?game=holdem&dead=7&high=3")
    browser.see_text(
        "#chart-status", "Waiting for: Texas Hold'em, 13 bb, 1,000,000 iterations of fictitious play"
    )
    browser.click("#chart-status button")
    browser.wait(lambda: server.get(f"/api/jobs/{job['job']}")[1]["state"] == "stopped", "the job stopped")
    browser.see_text("#chart-answer", "dead money 7")


def test_on_a_phone_the_search_and_the_answer_come_first(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    browser.driver.get(f"{server.address}charts?game=holdem&high=3")
    browser.see_text("#chart-answer", "up to this stack")
    tops = [browser.see(one).location["y"] for one in ("#find #search", "#chart-answer", "#low")]
    assert tops == sorted(set(tops))
    assert tops[1] < 844 / 4


@pytest.mark.parametrize(
    ("path", "css"),
    [
        ("charts", "#chart-answer button"),
        ("table", "#felt a"),
        ("tournament", "#state-answer button"),
        ("videopoker", "#holds-answer *"),
    ],
)
def test_few_stops_stand_before_the_picture(browser: Browser, server: Server, path: str, css: str) -> None:
    """However long the form is: the first stop skips to the answer, and behind it comes a hand or a seat."""
    from selenium.webdriver.common.keys import Keys

    browser.driver.get(f"{server.address}{path}")
    browser.wait(lambda: browser.all(css), css)
    browser.press(Keys.TAB)
    assert browser.focus().text == "Skip to content"
    browser.press(Keys.ENTER)
    for _ in range(6):
        browser.press(Keys.TAB)
        if browser.focus() in browser.all(css):
            return
    raise AssertionError(browser.focus().get_attribute("outerHTML"))


def test_an_answer_is_pale_while_the_form_says_something_else(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}charts?game=holdem&high=3")
    browser.see_text("#chart-answer", "from 1 to 3")
    browser.fill("high", "many")
    browser.see("#chart-answer[data-held]")
    browser.fill("high", "4")
    browser.see_text("#chart-answer:not([data-held])", "from 1 to 4")


def test_a_browser_that_keeps_nothing_answers_all_the_same(browser: Browser, server: Server) -> None:
    """One in which even looking at what is kept is an error."""
    refused = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no'); } })"
    add, remove = "Page.addScriptToEvaluateOnNewDocument", "Page.removeScriptToEvaluateOnNewDocument"
    script = browser.driver.execute_cdp_cmd(add, {"source": refused})
    try:
        browser.driver.get(f"{server.address}charts?game=holdem&high=3")
        browser.see_text("#chart-answer", "from 1 to 3")
        browser.fill("high", "4")
        browser.see_text("#chart-answer", "from 1 to 4")
        browser.click(".theme")
        browser.driver.get(f"{server.address}?game=holdem")
        browser.see("#explorer td button")
        browser.click(".theme")
        assert browser.driver.execute_script("return document.documentElement.dataset.theme")
    finally:
        browser.driver.execute_cdp_cmd(remove, script)


def test_every_page_finds_a_hand(browser: Browser, server: Server) -> None:
    from selenium.webdriver.common.keys import Keys

    browser.driver.get(f"{server.address}icm")
    browser.see_text(".players", "38.39")
    for key in ("/", "K", "7", "o", Keys.ENTER):
        browser.press(key)
    browser.see_text("#hand h2", "K7o")

"""The strategy page as a file, opened from disk with the network off."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jamfold.cards.games import HOLDEM
from jamfold.cases import answers
from jamfold.cases.answers.watch import Observer
from jamfold.cases.explorer import PageFileRequest
from jamfold.ranges.grid import class_label
from jamfold.views.chart_files import as_json
from jamfold.views.explorer_page import page_file
from tests.web.axe import violations
from tests.web.browser import Browser

pytest.importorskip("selenium")

STRATEGIES = """return window.jamfoldGames.map((game) => ['jam', 'call'].map((seat) =>
  Array.from({length: game.count}, (_, k) => Array.from(game.chances(seat, k)))))"""


@pytest.fixture(scope="module")
def parts() -> Any:
    return answers.run_case(PageFileRequest(games=("holdem", "six-plus"), step=0.5), Observer())


@pytest.fixture(scope="module")
def charts(parts: Any) -> Any:
    return [part.chart for part in parts]


@pytest.fixture
def opened(browser: Browser, parts: Any, tmp_path: Path) -> Iterator[Browser]:
    """The file in a browser without a network."""
    path = tmp_path / "jamfold.html"
    path.write_text(page_file(parts), encoding="utf-8")
    off = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
    browser.driver.execute_cdp_cmd("Network.enable", {})
    browser.driver.execute_cdp_cmd("Network.emulateNetworkConditions", off)
    browser.driver.get(path.as_uri())
    browser.see("#pictures td button")
    yield browser
    on = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    browser.driver.execute_cdp_cmd("Network.emulateNetworkConditions", on)


@pytest.mark.smoke
def test_the_same_numbers_as_the_chart(opened: Browser, charts: Any) -> None:
    told = opened.driver.execute_script(STRATEGIES)
    for chart, (jam, call) in zip(charts, told, strict=True):
        answer = json.loads(as_json(chart))
        stacks = answer["stacks"]
        for hand in answer["hands"]:
            for name, seen in (("jam", jam), ("call", call)):
                mixed = dict(map(tuple, hand[f"mixed_{name}"]))
                for k, stack in enumerate(stacks):
                    played = any(low <= stack <= high for low, high in hand[name])
                    assert seen[k][hand["id"]] == mixed.get(stack, float(played))
        for seat, name in enumerate(("jam_percent", "call_percent")):
            sizes = [hand["combinations"] for hand in answer["hands"]]
            for k, point in enumerate(answer["points"]):
                share = sum(map(float.__mul__, map(float, (jam, call)[seat][k]), map(float, sizes)))
                assert 100 * share / sum(sizes) == pytest.approx(point[name], abs=1e-6)


def test_a_hand_a_link_and_another_game(opened: Browser) -> None:
    opened.press("/")
    for key in "K7o":
        opened.press(key)
    opened.see_text("#hand", "Small blind\njam")
    assert opened.driver.current_url.endswith("#game=holdem&stack=10&hand=K7o")
    opened.see("#search").send_keys("x")
    opened.see_text("#hand", "This file finds no 'K7ox'")
    opened.click("button[data-name=six-plus]")
    opened.wait(lambda: len(opened.all("#pictures td button")) == 2 * 81, "Six-Plus")
    opened.driver.back()
    opened.wait(lambda: len(opened.all("#pictures td button")) == 2 * 169, "Hold'em again")
    assert violations(opened) == []


def test_a_rule_for_the_head(opened: Browser, parts: Any) -> None:
    rule = parts[0].rule.rule
    names = [class_label(HOLDEM, one) for one in range(rule.scores.size)]
    opened.click("#head summary")
    assert opened.see("#head-text [aria-current] th").text == "10"
    for hand in ("AKs", "72o", "54s"):
        box = opened.see("#search")
        box.clear()
        box.send_keys(hand)
        points = rule.scores[names.index(hand)]
        opened.see_text("#head-text", f"= {points} points")
    opened.see_text("#head-text", "Small blind jams from 31 at 10 bb: fold; the equilibrium at 10 bb: jam")
    assert violations(opened) == []


def test_raises_before_the_all_in(browser: Browser, tmp_path: Path) -> None:
    """What is raised and folded to a jam has a colour and words of its own."""
    question = PageFileRequest(games=("holdem",), open=("2bb",), low=5.0, high=15.0, step=5.0)
    path = tmp_path / "raises.html"
    path.write_text(page_file(answers.run_case(question, Observer())), encoding="utf-8")
    browser.driver.get(f"{path.as_uri()}#stack=15&hand=K2o")
    browser.see_text("#hand", "Small blind\nraise 2, fold to a jam")
    browser.see_text(".tree-notes", "The tree has no limps or flat calls")
    opened = "return document.querySelectorAll('[data-seat=jam] button.opens').length"
    assert browser.driver.execute_script(opened) > 50
    assert violations(browser) == []
    browser.driver.get(f"{path.as_uri()}#stack=5&hand=AA")
    browser.see_text("#hand", "Small blind\njam")
    assert browser.driver.execute_script(opened) == 0


def test_a_phone(opened: Browser) -> None:
    opened.look(390, 844)
    opened.click("[data-seat=call] button[aria-label^='AA: ']")
    opened.see_text("#hand", "Big blind\ncall")
    assert opened.driver.execute_script("return document.documentElement.scrollWidth") <= 390


def test_one_sheet_for_each_game(opened: Browser) -> None:
    paper = {"preferCSSPageSize": True, "printBackground": True}
    sheet = base64.b64decode(opened.driver.execute_cdp_cmd("Page.printToPDF", paper)["data"])
    assert sheet.count(b"/Type /Page\n") + sheet.count(b"/Type /Page ") == 2
    assert len(opened.all("#pictures > .game")) == 1  # as before, on the screen

"""The heads-up tournament in a real browser: curves, table, the slider and both ranges."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.web.browser import Browser
from tests.web.server import Server
from tests.web.test_beside_a_build import error_at, shown

THREE = "tournament?players=3&game=six-plus&chips=50&blind_sb=10&blind_bb=20&prizes=60+40"
LEVELS = "tournament?game=six-plus&chips=12&levels=2+x+1/2/0;+rest+x+2/4/1"


@pytest.mark.smoke
def test_curves_slider_and_ranges(browser: Browser, server: Server) -> None:
    from selenium.webdriver.common.keys import Keys

    browser.driver.get(f"{server.address}tournament")  # solved in a second: it opens answered
    text = browser.see_text("#tournament-answer", "50.2954%")
    assert "0.0122" in text
    browser.click("#tournament-answer details:last-of-type summary")
    text = browser.see_text("#tournament-answer", "+0.540 percentage points, small blind with 60")
    for part in ("to rounding", "0.0122 percentage points"):
        assert part in text
    assert "wins 50.2954%" in browser.see_text("#state-answer", "Small blind 50, big blind 50")
    assert len(browser.all("#state-answer .square")) == 2
    assert len(browser.all("#state-answer .square button")) == 2 * 169
    assert len(browser.all("#tournament-answer svg.plot polyline")) == 3
    before = browser.see("#state-answer").get_attribute("innerHTML")
    browser.see("#sb_chips").send_keys(Keys.ARROW_LEFT)
    state = browser.see_text("#state-answer", "Small blind 45, big blind 55")
    assert "sb_chips=45" in browser.driver.current_url
    status, answer = server.post("/api/tournament?wait=60", {"game": "holdem", "chips": 100})
    assert status == 200
    (row,) = (one for one in answer["result"]["states"] if one["sb_chips"] == 45)
    assert f"{100 * row['winning_chance_sb']:.4f}%" in state
    assert browser.see("#state-answer").get_attribute("innerHTML") != before
    rows = list(csv.DictReader(browser.download("a[href^='/tournament.ranges.csv']").open(newline="")))
    assert [one["jam_range"] for one in rows] == [one["jam_range"] for one in answer["result"]["states"]]
    values = json.loads(browser.download("a[href^='/tournament.json']").read_text())
    assert values == answer["result"]


def test_levels_by_a_link(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{LEVELS}")
    browser.see_text("#tournament-answer", "2 x 1/2/0; rest x 2/4/1")
    browser.see_text("#state-answer", "Small blind 6, big blind 6")
    first = browser.see("#state-answer").text
    assert not browser.see("#levels").find_elements("xpath", "//label[@for='blind_sb']")  # the levels say it
    browser.choose("hand", "3")
    browser.wait(lambda: browser.see("#state-answer").text != first, "another hand")
    assert "levels=2+x+1%2F2%2F0" in browser.driver.current_url


@pytest.mark.parametrize(
    ("field", "text", "sentence"),
    [
        ("chips", "100.5", "The number of chips must be a whole number, not '100.5'."),
        ("blind_sb", "20", "The small blind (20) is larger than the big blind (10)."),
        ("unit", "3", "The number of chips (100) is not a multiple of the unit (3)."),
        ("levels", "4 x 1/2", "The levels end before the tournament does (last: 4 x 1/2/0)"),
    ],
)
def test_wrong_input(server: Server, field: str, text: str, sentence: str) -> None:
    where = {"unit": "chips"}.get(field, field)
    page = shown(server, f"/tournament?{urlencode({field: text})}")
    assert sentence in error_at(page, where)


def test_what_takes_longer_waits_for_its_button(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}tournament?chips=1000")
    assert browser.see("#tournament").text == "Solve"
    assert not browser.all("[data-follow]")
    browser.click("#tournament")
    browser.see_text("#tournament-answer", "1,000 chips")


@pytest.mark.parametrize(
    ("values", "field", "sentence"),
    [
        ({"levels": "4 x 1/2"}, "levels", "The levels end before the tournament does"),
        ({"chips": 1_000_000, "unit": 1}, "unit", "999,999 states, more than the 20,000"),
        ({"chips": 101, "unit": 5}, "chips", "(101) is not a multiple of the unit (5)"),
        ({"chips": [5]}, "chips", "must be a number of chips"),
        ({"blinds": [10, 5]}, "blind_sb", "larger than the big blind"),
        ({"levels": 5}, "levels", "must be text"),
    ],
)
def test_bad_requests(server: Server, values: dict[str, object], field: str, sentence: str) -> None:
    status, answer = server.post("/api/tournament", {"game": "holdem", **values})
    assert (status, answer["field"]) == (422, field)
    assert sentence in answer["error"]


def test_three_players(browser: Browser, server: Server) -> None:
    """What it takes is said first; then the seats at any stacks, and a square for each decision."""
    browser.driver.get(f"{server.address}tournament")
    browser.click(".tabs a[href='/tournament/three']")
    browser.see_text("#three-answer", "Precomputed")
    browser.driver.get(f"{server.address}{THREE}")
    browser.see_text("#needs-answer", "6 states, solved in about ")
    browser.click("#three")
    browser.see_text("#three-answer", "no player who deviates alone")
    text = browser.see("#three-answer").text
    assert "50 chips in steps of 10, blinds 10/20, prizes 60 / 40" in text
    status, answer = server.post(
        "/api/tournament-three?wait=60",
        {"game": "six-plus", "chips": 50, "blinds": [10, 20], "prizes": [60, 40]},
    )
    assert status == 200
    states = {tuple(state["stacks"]): state for state in answer["result"]["states"]}
    browser.see_text("#state-answer", f"{states[10, 20, 20]['values'][2]:.2f}")
    browser.fill("at", "20 20 10")
    browser.see_text("#state-answer", f"{states[20, 20, 10]['values'][0]:.2f}")
    browser.click("[data-node='sb after folds'] summary")
    jams = states[20, 20, 10]["percents"][2]
    browser.see_text("[data-node='sb after folds'][open]", f"Small blind, first in\njams {jams:.2f}%")
    assert len(browser.all("[data-node='sb after folds'] .square button")) == 81
    browser.wait(lambda: not browser.all("#three, #needs-answer p"), "a page without what it would take")
    browser.fill("at", "20 20 20")
    assert "There is no state of 20, 20, 20" in browser.error_of("at")
    browser.fill("at", "")
    browser.wait(lambda: not browser.all("#at-error"), "the page without the error")
    rows = list(csv.DictReader(browser.download("a[href^='/tournament/three.csv']").open(newline="")))
    assert len(rows) == 6
    browser.fill("prizes", "4 3 2 1")
    assert "4 payouts for 3 players" in browser.error_of("prizes")


@pytest.mark.long
def test_what_omaha_needs_is_told_before_it_is_asked(tmp_path: Path) -> None:
    with Server(str(tmp_path)) as own:
        pages = (own.ask("GET", "/tournament?game=omaha")[2].decode() for _ in range(100))
        assert any("1.1 GB" in page for page in pages)  # 0.3 s each as long as it is counted
        assert not list(tmp_path.rglob("omaha*"))


def test_nothing_is_drawn_of_rounding(server: Server) -> None:
    """Where every hand is jammed and called, stacks win their share: a straight line, no powers of ten."""
    page = shown(server, "/tournament?game=six-plus&chips=4&blind_sb=1&blind_bb=2")
    assert "wins minus chip share" in page
    assert "e\u221214" not in page
    assert "e-1" not in page.split("<svg", 1)[1].split("</svg>", 1)[0]

"""The heads-up tournament in a real browser: curves, table, the slider and both ranges."""

from __future__ import annotations

import csv
import json

import pytest

from tests.web.browser import Browser
from tests.web.server import Server

THREE = "tournament?players=3&game=six-plus&chips=50&blind_sb=10&blind_bb=20&prizes=60+40"
LEVELS = "tournament?game=six-plus&chips=12&levels=2+x+1/2/0;+rest+x+2/4/1"


def test_curves_slider_and_ranges(browser: Browser, server: Server) -> None:
    from selenium.webdriver.common.keys import Keys

    browser.driver.get(f"{server.address}tournament")
    assert "press Solve" in browser.see("#tournament-answer").text  # a link starts nothing
    browser.click("#tournament")
    text = browser.see_text("#tournament-answer", "50.2954 %")
    for part in ("certified", "+0.540 points, small blind with 60", "0.0122 points"):
        assert part in text
    assert "wins 50.2954 %" in browser.see_text("#state", "Small blind 50, big blind 50")
    assert len(browser.all("#ranges .heat")) == 2
    assert len(browser.all("#ranges .heat button")) == 2 * 169
    before = browser.see("#ranges").get_attribute("innerHTML")
    browser.see(".q-slider [tabindex]").send_keys(Keys.ARROW_LEFT)
    state = browser.see_text("#state", "Small blind 45, big blind 55")
    status, answer = server.post("/api/tournament?wait=60", {"game": "holdem", "chips": 100})
    assert status == 200
    (row,) = (one for one in answer["result"]["states"] if one["sb_chips"] == 45)
    assert f"{100 * row['winning_chance_sb']:.4f} %" in state
    browser.wait(lambda: browser.see("#ranges").get_attribute("innerHTML") != before, "other ranges")
    rows = list(csv.DictReader(browser.download("button[aria-label='Download Ranges CSV']").open(newline="")))
    assert [one["jam_range"] for one in rows] == [one["jam_range"] for one in answer["result"]["states"]]
    values = json.loads(browser.download("button[aria-label='Download JSON']").read_text())
    assert values == answer["result"]


def test_levels_by_a_link(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{LEVELS}")
    browser.click("#tournament")
    browser.see_text("#tournament-answer", "2 x 1/2/0; rest x 2/4/1")
    browser.see_text("#state", "Small blind 6, big blind 6")
    first = browser.see("#state").text
    assert not browser.all("[data-field=blind_sb]")[0].is_displayed()  # the levels say it
    browser.choose("hand", "3")
    browser.wait(lambda: browser.see("#state").text != first, "another hand")
    assert "levels=2+x+1%2F2%2F0" in browser.driver.current_url


@pytest.mark.parametrize(
    ("field", "text", "sentence"),
    [
        ("chips", "100.5", "The number of chips must be a whole number, not '100.5'."),
        ("blind_sb", "20", "The small blind (20) is larger than the big blind (10)."),
        ("unit", "3", "The number of chips (100) is no multiple of the unit of 3 chips."),
        ("levels", "4 x 1/2", "The levels end before the tournament does (last: 4 x 1/2/0)"),
    ],
)
def test_wrong_input(browser: Browser, server: Server, field: str, text: str, sentence: str) -> None:
    browser.driver.get(f"{server.address}tournament")
    browser.fill(field, text, enter=True)
    where = {"unit": "chips"}.get(field, field)
    assert sentence in browser.error_of(where)


@pytest.mark.parametrize(
    ("values", "field", "sentence"),
    [
        ({"levels": "4 x 1/2"}, "levels", "The levels end before the tournament does"),
        ({"chips": 1_000_000, "unit": 1}, "unit", "999,999 states, more than the 20,000"),
        ({"chips": 101, "unit": 5}, "chips", "(101) is no multiple of the unit of 5"),
        ({"chips": [5]}, "chips", "must be a number of chips"),
        ({"blinds": [10, 5]}, "blind_sb", "larger than the big blind"),
        ({"levels": 5}, "levels", "must be a text"),
    ],
)
def test_bad_requests(server: Server, values: dict[str, object], field: str, sentence: str) -> None:
    status, answer = server.post("/api/tournament", {"game": "holdem", **values})
    assert (status, answer["field"]) == (422, field)
    assert sentence in answer["error"]


def test_three_players(browser: Browser, server: Server) -> None:
    """What it takes is said first; then the seats at any stacks, and a square for each decision."""
    browser.driver.get(f"{server.address}tournament")
    browser.click("#players a")
    browser.driver.get(f"{server.address}{THREE}")
    browser.see_text("#three-needs", "6 states, solved in about ")
    browser.click("#three")
    browser.see_text("#three-sure", "Nobody who alone plays otherwise")
    text = browser.see("#three-answer").text
    assert "50 chips in steps of 10, blinds 10/20, prizes 60 / 40" in text
    status, answer = server.post(
        "/api/tournament-three?wait=60",
        {"game": "six-plus", "chips": 50, "blinds": [10, 20], "prizes": [60, 40]},
    )
    assert status == 200
    states = {tuple(state["stacks"]): state for state in answer["result"]["states"]}
    browser.see_text("#three-seats", f"{states[10, 20, 20]['values'][2]:.4f}")
    browser.fill("at", "20 20 10", enter=True)
    browser.see_text("#three-seats", f"{states[20, 20, 10]['values'][0]:.4f}")
    browser.click("[data-node='sb after folds']")
    jams = states[20, 20, 10]["percents"][2]
    browser.see_text("#three-range", f"Small blind, first in: jams {jams:.2f} % of hands")
    assert len(browser.all("#three-range .heat button")) == 81
    browser.see_text("#three-needs", "solved already")
    browser.fill("at", "20 20 20", enter=True)
    assert "There is no state of 20, 20, 20" in browser.error_of("at")
    rows = list(csv.DictReader(browser.download("button[aria-label='Download States CSV']").open(newline="")))
    assert len(rows) == 6
    browser.fill("prizes", "4 3 2 1")
    browser.click("#three")
    assert "There are 4 prizes for 3 players" in browser.error_of("prizes")

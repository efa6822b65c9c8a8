"""The heads-up tournament in a real browser: curves, table, the slider and both ranges."""

from __future__ import annotations

import csv
import json

import pytest

from tests.web.browser import Browser
from tests.web.server import Server

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

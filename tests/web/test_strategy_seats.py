"""Tables of three to ten seats on the strategy page: the strip, one decision, a hand in every seat."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest

from jamfold.betting.hand import Node
from jamfold.betting.posts import BlindLevel
from jamfold.cards.games import HOLDEM
from jamfold.core.storage.bundled import BOX
from jamfold.ranges.grid import class_label
from jamfold.spots.nplayer.position_charts import PositionCharts, packed_positions
from tests.web.axe import violations
from tests.web.browser import Browser
from tests.web.server import PATIENCE, Server

pytest.importorskip("selenium")

UTG = Node(2, ())
FOR_TWO_SECONDS = """
    const send = window.fetch;
    const shorten = (body) => body.replace('"max_allin":3', '"max_allin":3,"seconds":2');
    window.fetch = (to, what) => send(to, what?.body ? {...what, body: shorten(what.body)} : what);
"""


def packed_charts(seats: int = 9) -> PositionCharts:
    found = packed_positions(HOLDEM, seats, BlindLevel())
    assert found is not None
    return found


def at_ten(charts: PositionCharts) -> int:
    return charts.stacks.index(10.0)


def words(browser: Browser) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(browser.driver.current_url).query))


def tiles(browser: Browser) -> list[str]:
    return [one.text.split("\n")[1] for one in browser.all("#strip .tile")]


@pytest.mark.smoke
def test_nine_seats_at_ten_blinds_are_two_clicks_away(browser: Browser, server: Server) -> None:
    charts = packed_charts()
    k, percent = at_ten(charts), charts.percent[at_ten(charts)]
    browser.look(1400, 1000)
    browser.driver.get(server.address)
    browser.click(".seats button[aria-label='9 seats']")
    browser.see_text("#strip .tile", "UTG")
    assert 9.1 < percent[charts.nodes.index(UTG)] < 10.1
    opens = [percent[charts.nodes.index(Node(seat, ()))] for seat in (*range(2, 9), 0)]
    calls = percent[charts.nodes.index(Node(1, (2,)))]
    shown = [float(one.removesuffix("%")) for one in tiles(browser)]
    assert shown == pytest.approx([*opens, calls], abs=0.51)
    assert words(browser) == {"game": "holdem", "stack": "10", "seats": "9"}
    assert browser.all("#whole-game")[0].text == "", "the bound of the whole game is for two players"
    row = charts.nodes.index(UTG)
    for one in (0, 40, 120):
        cell = browser.see(f"#pictures button[aria-label^='{class_label(HOLDEM, one)}: ']")
        gain = charts.gain_bb[k, row, one]
        text = "" if charts.close[k, row, one] else f"{gain:+.2f}".replace("-", "\u2212")
        assert cell.text.split("\n")[1:] == ([text] if text else [])
    assert len(browser.all("#pictures button.near")) == int(charts.close[k, row].sum())
    browser.click("#pictures button[aria-label^='A7o: ']")
    assert len(browser.all("#hand .everywhere td button")) == 2 * 8
    browser.see_text("#callers", "Who calls UTG")
    browser.click("#callers button[title^='The big blind']")
    browser.wait(lambda: words(browser).get("at") == "bb after utg", "the call in the address")
    browser.see_text("#pictures h2", "Big blind, facing a jam of UTG")
    assert violations(browser) == []


def test_a_phone_shows_the_chosen_seat_without_scrolling_sideways(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    browser.driver.get(f"{server.address}?game=holdem&stack=10&seats=9&at=btn&hand=A7o")
    browser.see_text("#strip .tile[aria-pressed=true]", "BTN")
    assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 390
    place = browser.driver.execute_script(
        "const one = document.querySelector('.tile[aria-pressed=true]').getBoundingClientRect();"
        "return [one.left, one.right]"
    )
    assert 0 <= place[0] < place[1] <= 390
    assert violations(browser) == []


def test_the_packed_charts_are_sent_as_they_are(server: Server) -> None:
    name = "positions-holdem-9.gz"
    _, headers, content = server.ask("GET", f"/positions/{name}")
    assert headers["content-encoding"] == "gzip"
    assert content == BOX.joinpath(name).read_bytes()
    assert server.ask("GET", "/positions/positions-holdem-99.gz")[2] == b""


def test_close_classes_are_those_of_the_answer(server: Server) -> None:
    asked = {"game": "holdem", "seats": 9, "low": 10, "high": 10, "step": 0.5}
    told = server.post("/api/positions?wait=60", asked)[1]["result"]
    charts = packed_charts()
    k, row = at_ten(charts), charts.nodes.index(UTG)
    node = next(one for one in told["nodes"] if one["seat"] == "utg" and not one["after"])
    assert told["packed"]
    assert node["close"] == [np.flatnonzero(charts.close[k, row]).tolist()]


def test_a_button_measures_the_bound_on_fresh_deals(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}?game=holdem&stack=8&seats=4")
    browser.driver.execute_script(FOR_TWO_SECONDS)
    browser.click("#measure")
    pattern = r"No seat gains more than (\d\.\d{4}) bb per hand \(95%, [\d,]+ fresh deals\)\."
    found = re.search(pattern, browser.see_text("#certificate", "No seat gains", 4 * PATIENCE))
    assert found
    assert 0 <= float(found[1]) < 0.1
    assert not browser.all("#measure")

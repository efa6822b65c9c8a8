"""Old addresses: the report of a spot leads to the strategy page, its files stay, earlier links open."""

from __future__ import annotations

import csv
import io
import json
from urllib.parse import urlsplit

import pytest

from jamfold.cards.games import HOLDEM
from jamfold.ranges import parse_range
from tests.web.browser import Browser
from tests.web.server import Server
from tests.web.test_pages import words


@pytest.mark.smoke
def test_a_link_to_the_report_opens_how_exact(browser: Browser, server: Server) -> None:
    link = "report?game=six-plus&stack_sb=73&stack_bb=80&ante=2&cards=AKs&method=exact&vs=game%3Dsix-plus"
    browser.driver.get(f"{server.address}{link}")
    asked = {"game": "six-plus", "stacks": [73, 80], "ante": 2}
    result = server.post("/api/solve", asked)[1]["result"]
    browser.see_text("#gains", f"jams / calls {result['jam_percent']:.4f}% {result['call_percent']:.4f}%")
    browser.see_text("#hand", "AKs")
    assert {"method", "vs"}.isdisjoint(words(browser))


def test_the_redirect_of_the_old_page(server: Server) -> None:
    status, headers, _ = server.ask("GET", "/solve?stack_sb=80&vs=game%3Domaha")
    assert (status, headers["location"]) == (307, "/report?game=omaha&stack_sb=80&vs=game%3Domaha")
    status, headers, _ = server.ask("GET", headers["location"])
    assert (status, headers["location"]) == (307, "/?game=omaha&stack_sb=80&exact=1")
    assert urlsplit(server.ask("GET", "/report?room=gg-omaha-0.20")[1]["location"]).path == "/"


@pytest.mark.parametrize("field", ["call_range", "vs_call"])
def test_links_with_ranges_go_to_the_audit(browser: Browser, server: Server, field: str) -> None:
    browser.driver.get(
        f"{server.address}report?game=holdem&stack_sb=80&stack_bb=9bb&ante=1&{field}=22%2B%2CA2%2B"
    )
    expected = {"game": "holdem", "stacks": "80 9bb", "ante": "1", "ranges": "bb after sb: 22+,A2+"}
    assert words(browser) == expected
    browser.click("#measure")
    asked = {"game": "holdem", "stacks": [80, "9bb"], "ante": 1, "ranges": expected["ranges"]}
    seats = server.post("/api/audit?wait=60", asked)[1]["result"]["seats"]
    browser.see_text("#verdict", f"{100 * seats[1]['gain_bb']:.2g}")


@pytest.mark.long
def test_files(server: Server) -> None:
    def read(kind: str) -> str:
        status, headers, content = server.ask("GET", f"/report.{kind}?range=TT%2B&position=bb")
        assert (status, headers["content-disposition"]) == (200, f'attachment; filename="report.{kind}"')
        return content.decode()

    rows = list(csv.DictReader(io.StringIO(read("csv"))))
    assert [row["cards"] for row in rows] == ["AsAh", "KsKh", "QsQh", "JsJh", "TsTh"]
    asked = {"game": "holdem", "cards": "KsKh", "position": "bb"}
    hand = server.post("/api/hand", asked)[1]["result"]
    assert {row["cards"]: row["ev_allin"] for row in json.loads(read("json"))}["KsKh"] == hand["ev_allin"]
    solved = server.post("/api/solve", {"game": "holdem"})[1]["result"]
    assert json.loads(read("spot.json"))["jam_percent"] == solved["jam_percent"]
    whole = parse_range(server.ask("GET", "/report.txt")[2].decode().strip(), HOLDEM)
    assert whole.weighted_combinations / 1326 == pytest.approx(solved["jam_percent"] / 100, abs=1e-12)
    assert server.ask("GET", "/report.png")[2].startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("link", "button", "css", "text"),
    [
        ("?game=holdem&method=exact&iterations=50&vs=game%3Domaha", "", "#gains", "jams / calls"),
        (
            "charts?game=six-plus&low=2&high=6&step=2&blind_sb=1&blind_bb=2&ante=0.5&bb_ante=0.5&dead=1",
            "", "#chart-answer .note", "exact equilibrium at 3 stacks",
        ),
        ("charts?game=holdem&high=2", "", "#chart-answer .note", "exact equilibrium at 3 stacks"),
        (
            "equity?game=holdem&p=22%2B&p=KQ&board=2c3c4c&dead=Ah&how=sampled&deals=5000&seed=9",
            "", "#equity-answer", "Seed 9.",
        ),
        ("equity?game=holdem&p=AsAh&p=KsKh&how=exact", "#equity", "#equity-answer", "82.64%"),
        (
            "flop?own=Jh+Th&flop=Qh+9h+2c&way=below&fold_below=40%25&pot=100&call=50",
            "", "#chance-answer", "JhTh",
        ),
        (
            "flop?way=share&of=flop&opponents=2&deals=1000&seed=3",
            "", "#chance-answer", "power rule",
        ),
        ("videopoker?table=All+American", "", "h2", "All American"),
    ],
)  # fmt: skip
def test_old_links_still_open(
    browser: Browser, server: Server, link: str, button: str, css: str, text: str
) -> None:
    """Those of pages without a button are answered when they open."""
    browser.driver.get(f"{server.address}{link}")
    if button:
        browser.click(button)
    shown = browser.see_text(css, text)
    browser.driver.refresh()  # the address of the page as it is now
    if button:
        browser.click(button)
    assert browser.see_text(css, text) == shown

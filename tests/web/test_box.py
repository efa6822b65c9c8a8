"""What the strategy page shows before any table is built: charts that come with the program."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser import Browser
from tests.web.server import Server
from tests.web.test_strategy_page import shares
from tools.box import CHARTS, GAMES, charts

MOST_BYTES = 600_000
PLAIN, ANTE = ["69.3%", "58.6%"], ["82.5%", "84.1%"]
"""How often both play Omaha at 10 bb, as the table tells."""


@pytest.mark.parametrize("path", sorted(CHARTS.glob("*.json.gz")), ids=lambda path: path.name)
def test_the_server_sends_each_chart(server: Server, path: Path) -> None:
    status, _, content = server.ask("GET", f"/box/{path.name.removesuffix('.gz')}")
    assert (status, content) == (200, path.read_bytes())


def check_box(game: str) -> None:
    """The box holds what is computed now.

    How often mixed hands are played ends in digits that hang on the order of a machine's sums.
    """
    for name, content in charts(game).items():
        now = json.loads(gzip.decompress(content))
        there = json.loads(gzip.decompress((CHARTS / name).read_bytes()))
        for who in ("jam", "call"):
            mixed, known = (_mixed(one[who].pop("mixed")) for one in (now, there))
            assert mixed == pytest.approx(known, abs=1e-12), (name, who)
        assert now == there, name


def _mixed(places: dict[str, list[list[Any]]]) -> dict[tuple[str, int], float]:
    """How often a class is played, by class and stack."""
    return {(name, stack): often for name, at in places.items() for stack, often in at}


@pytest.mark.parametrize("game", ["holdem", "six-plus"])
def test_the_box_holds_what_is_computed_now(game: str) -> None:
    check_box(game)


def test_the_box_is_small() -> None:
    paths = list(CHARTS.iterdir())
    assert {path.name for path in paths} == {
        f"{game}{level}.json.gz" for game in GAMES for level in ("", "-bb-ante")
    }
    assert sum(path.stat().st_size for path in paths) < MOST_BYTES


def test_omaha_on_an_empty_machine(browser: Browser, tmp_path: Path) -> None:
    with Server(str(tmp_path)) as server:
        browser.driver.get(f"{server.address}?game=omaha&stack=10")
        text = browser.see_text("#offer", "Shown: precomputed, exact.")
        assert "1.1 GB" in text
        assert "precomputed" in browser.see(".legend").text
        assert shares(browser) == PLAIN
        browser.click(".antes button:last-child")
        browser.wait(lambda: "bb_ante" in browser.driver.current_url, "the big-blind ante")
        browser.wait(lambda: shares(browser) == ANTE, "the strategies with the ante")
        browser.see("#search").send_keys("AsAhKsKh\n")
        browser.see_text("#hand", "jam")
        browser.reasons("Small blind: jam")
        browser.click(".antes button:nth-child(2)")  # one that is not in the box
        browser.see_text("#offer", "Approximate until the equity table is built")
        browser.see_text(".legend", "approximate, within 0.0000")
        browser.click("#head summary")
        browser.see_text("#head", "This needs the equity table")  # its costs are counted with it
        browser.see_text("#hand", "jam")
        assert not list(tmp_path.rglob("omaha*"))  # nothing was built
        browser.driver.get(f"{server.address}?game=omaha&stack=10")
        browser.click("#offer button")
        browser.see_text("#note", "Waiting for: ")
        browser.see_text("#offer button", "Stop")
        browser.click("#offer button")
        browser.see_text("#offer", "1.1 GB")
        browser.driver.get("about:blank")  # the job is asked about until it has ended


def test_a_table_on_an_empty_machine(browser: Browser, tmp_path: Path) -> None:
    """The page opens with an answer; what else is asked tells what must be built."""
    with Server(str(tmp_path)) as server:
        browser.driver.get(f"{server.address}table")
        browser.see_text("#bound", "every deal counted, precomputed")
        assert "Jams 32.6%" in browser.see_text("#range", "Button, first in")
        browser.click("#exactness summary")
        browser.see_text("#exactness", "ships with jamfold")
        browser.fill("stack", "12.3bb")
        browser.see_text("#needs-answer", "Building the three-way table of Texas Hold'em, once")
    assert [path.name for path in tmp_path.rglob("*.npy")] == []


def test_a_tournament_of_three_on_an_empty_machine(browser: Browser, tmp_path: Path) -> None:
    with Server(str(tmp_path)) as server:
        browser.driver.get(f"{server.address}tournament/three")
        browser.see_text("#three-answer", "of the prizes. Precomputed.")
        browser.see_text("#state-answer", "Button")
        assert not browser.all("#three")
        browser.fill("chips", "60")
        browser.see_text("#needs-answer", "solved in about")
        browser.see("#three")
    assert not list(tmp_path.rglob("*.npy"))

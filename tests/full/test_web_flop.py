"""The distribution of strength on flops on the page: all 25,989,600 hands are ranked there."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator

import pytest
from PIL import Image

from tests.web.browser import Browser
from tests.web.server import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(str(tmp_path_factory.mktemp("flop-data"))) as running:
        yield running


@pytest.fixture
def distribution(browser: Browser, server: Server) -> Browser:
    """The page with the distribution, built the first time."""
    browser.driver.get(f"{server.address}flop?way=share&fold_share=50%25")
    browser.click("#distribution")
    browser.see_text("#distribution-answer", "25,989,600 hands on flops, 1,286,792 of them distinct")
    return browser


def test_distribution(distribution: Browser) -> None:
    text = distribution.see("#distribution-answer").text
    assert "mean 50.00%" in text
    assert "Opponents who fold below 47.6565% hand strength fold 49.9999% of them." in text
    distribution.click("#distribution-answer details summary")
    distribution.see_text("#distribution-answer details", "50% 47.6565%")
    distribution.see_text("#distribution-answer details", "99% 94.0101%")


def test_distribution_files(distribution: Browser) -> None:
    with distribution.download("a[href^='/flop.csv']").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert sum(int(row["states"]) for row in rows) == 25_989_600
    assert float(rows[-1]["share_up_to_here"]) == 1
    found = json.loads(distribution.download("a[href^='/flop.json']").read_text())
    assert found["histogram"] == [int(row["states"]) for row in rows]
    assert found["answer"]["threshold"] == pytest.approx(0.476565, abs=1e-6)
    assert "<svg" in distribution.download("a[href^='/flop.svg']").read_text()
    assert Image.open(distribution.download("a[href^='/flop.png']")).size[0] > 1000

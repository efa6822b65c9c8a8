"""The pages in a real browser."""

from __future__ import annotations

import os
import time
from urllib.parse import parse_qsl, urlsplit

import pytest

from tests.web.browser import Browser
from tests.web.server import PATIENCE, Server

PATHS = (
    "",
    "table",
    "charts",
    "equity",
    "flop",
    "flop/jam",
    "audit",
    "tournament/three",
    "histories?sample=1",
    "histories/opponents",
    "icm",
    "tournament",
    "play",
    "histories",
    "videopoker",
    "videopoker/practice",
    "about",
    "api",
)


def words(browser: Browser) -> dict[str, str]:
    """The words of the page's address."""
    return dict(parse_qsl(urlsplit(browser.driver.current_url).query))


def test_phone(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    for path in PATHS:
        browser.driver.get(f"{server.address}{path}")
        browser.see("h1")
        assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 390, path


def test_labels(browser: Browser, server: Server) -> None:
    nameless = """return [...document.querySelectorAll('input, button, select, textarea, a')]
        .filter(e => e.checkVisibility() && !(e.ariaLabel || e.textContent.trim() || e.title
                       || e.labels?.length))
        .map(e => e.outerHTML)"""
    for path in PATHS:
        browser.driver.get(f"{server.address}{path}")
        browser.see("h1")
        assert browser.driver.execute_script(nameless) == []
        assert len(browser.all("h1")) == len(browser.all("main")) == 1
        assert browser.driver.execute_script("return document.documentElement.lang") == "en-GB"


def test_a_phone_installs_the_pages(browser: Browser, server: Server) -> None:
    for path in ("", "icm"):
        browser.driver.get(f"{server.address}{path}")
        browser.see("h1")
        manifest = browser.driver.execute_cdp_cmd("Page.getAppManifest", {})
        assert manifest["url"].endswith("/static/app.webmanifest")
        assert manifest["errors"] == []
        errors = browser.driver.execute_cdp_cmd("Page.getInstallabilityErrors", {})
        assert [
            one["errorId"] for one in errors["installabilityErrors"] if one["errorId"] != "in-incognito"
        ] == []


def test_answers_come_before_forms_on_phones(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    pages = {
        "icm": "#icm-answer",
        "audit": "#sample-answer .tile",
        "flop/jam": "#solution-answer",
        "flop": "#chance-answer",
    }
    pages |= {
        "table": "#range",
        "tournament": "#state-answer",
        "tournament/three": "#three-answer",
        "charts": "#chart-answer",
    }
    for path, answer in pages.items():
        browser.driver.get(f"{server.address}{path}")
        top = browser.see(answer).rect["y"]  # the form moves down when the answer comes
        assert top < browser.see("main select[name=game], main select[name=model]").rect["y"], path


def test_video_poker(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}videopoker")
    browser.see_text("#return", "99.54390437%")
    browser.see_text("#holds-answer", "1,553/1,081")


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_it_ends_with_ctrl_c(tmp_path_factory: pytest.TempPathFactory) -> None:
    own = Server(str(tmp_path_factory.mktemp("short")))
    worker = own.worker()
    assert own.close() in (0, 130)
    end = time.monotonic() + PATIENCE
    while is_there(worker) and time.monotonic() < end:
        time.sleep(0.05)
    assert not is_there(worker)

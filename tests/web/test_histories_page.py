"""Played hands in a real browser: from a dropped file to the dearest mistake on the strategy page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.history_players import always, as_text, played_hands
from tests.web.browser import Browser
from tests.web.server import Server

EVIL = "<img src=x onerror=alert(1)>"
_DROP = """
const file = new File([arguments[0]], arguments[1], {type: "text/plain"});
const moved = new DataTransfer();
moved.items.add(file);
const zone = document.getElementById("history-drop");
zone.dispatchEvent(new DragEvent("drop", {dataTransfer: moved, bubbles: true, cancelable: true}));
"""


def hands(count: int, seed: int, first: int = 1) -> str:
    played = played_hands(always, always, (4.0, 10.0), count, seed)
    return "\n\n\n".join(as_text(*hand, first + n, villain=EVIL) for n, hand in enumerate(played))


def test_from_a_dropped_file_to_the_dearest_mistake(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}histories")
    text = hands(400, 5)
    assert len(text) > 192 * 1024  # several pieces
    browser.see("#history-drop")
    browser.driver.execute_script(_DROP, text, "my hands.txt")
    assert "400 new hands of 1 file" in browser.see_text("#history-read", "new hands")
    report = browser.see_text("#history-report", "Dearest mistakes")
    assert "Hero: 400 decisions in 400 hands" in report
    assert "my hands.txt:" in report
    link = browser.see("#history-report table a").get_attribute("href") or ""
    assert "game=holdem" in link
    browser.click("#history-report table a")
    browser.see_text("#explorer", "bb")
    assert browser.driver.current_url.startswith(f"{server.address}?game=holdem&stack=")


def test_text_is_pasted_and_what_is_none_is_said(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}histories")
    browser.click("#history-paste")
    browser.see_text(".error", "There is no text")
    browser.fill("text", "not a hand at all")
    browser.click("#history-paste")
    browser.see_text("#history-read", "1 problem")
    browser.click("#history-read summary")
    browser.see_text("#history-read", "pasted.txt")


def test_kept_hands_are_reported_at_once_with_filters_opponents_and_files(
    browser: Browser, server: Server
) -> None:
    """Nobody presses a button before they see what their hands cost; then one click each."""
    browser.driver.get(f"{server.address}histories?depth=3-5")
    browser.see("#history-drop")
    browser.driver.execute_script(_DROP, hands(400, 5), "my hands.txt")
    browser.see_text("#history-read", "1 file")
    browser.driver.get(f"{server.address}histories?depth=3-5")
    browser.see_text("#history-report", "Hero, s 3-5: 200 decisions in 400 hands")
    browser.click("#history-report a[href*='seat=bb']")
    browser.see_text("#history-report", "Hero, big blind, s 3-5: 100 decisions in 400 hands")
    assert "seat=bb" in browser.driver.current_url
    browser.click("#opponents-show")
    habits = browser.see_text("#history-opponents", "what to do")
    assert EVIL in habits
    assert "Download HTML file" in (browser.driver.page_source or "")


@pytest.mark.parametrize("token", ["0" * 16, "x", "%2e%2e"])
def test_only_known_pages_hand_files_over(server: Server, token: str) -> None:
    status, _, content = server.ask("POST", f"/histories/upload/{token}?name=x.txt", b"abc")
    assert (status, content) == (422, b"This page is not known any more: load it again.")
    foreign = {"Origin": "http://evil.example"}
    assert server.ask("POST", f"/histories/upload/{token}?name=x.txt", b"abc", foreign)[0] == 403


def test_nothing_stays_of_what_was_handed_over(server: Server, tmp_path: Path) -> None:
    from jamfold.errors import HistoryError
    from jamfold.web.uploads import Uploads

    uploads = Uploads()
    token = uploads.token()
    uploads.append(token, "../../evil\x00/name.txt", b"one")
    uploads.append(token, "../../evil\x00/name.txt", b"two")
    (path,) = map(Path, uploads.paths(token))
    assert path.parent.name == token
    assert path.read_bytes() == b"onetwo"
    uploads.clear(token)
    assert uploads.paths(token) == ()
    with pytest.raises(HistoryError, match="not known"):
        uploads.append("0" * 16, "x", b"")

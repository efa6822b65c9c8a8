"""Played hands in a real browser: from a dropped file to the dearest mistake on the strategy page."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest

from tests.histories.test_history_larger_tables import JAM, text_of
from tests.history_players import Dealt, always, as_text, played_hands
from tests.shared_tables import share_tables
from tests.web.axe import violations
from tests.web.browser import Browser
from tests.web.server import Server

ESCAPE = "\ue00c"
EVIL = "<img src=x onerror=alert(1)>"
_DROP = """
const file = new File([arguments[0]], arguments[1], {type: "text/plain"});
const moved = new DataTransfer();
moved.items.add(file);
const zone = document.getElementById("history-drop");
zone.dispatchEvent(new DragEvent("drop", {dataTransfer: moved, bubbles: true, cancelable: true}));
"""
_PASTE = """
const text = document.getElementById("text");
text.value = arguments[0];
text.dispatchEvent(new ClipboardEvent("paste", {bubbles: true}));
"""


def hands(count: int, seed: int, first: int = 1) -> str:
    played = played_hands(always, always, (4.0, 10.0), count, seed)
    return "\n\n\n".join(as_text(*hand, first + n, villain=EVIL) for n, hand in enumerate(played))


def opened(browser: Browser, server: Server, query: str = "") -> None:
    """The page, and a place to drop files at, whatever is kept."""
    browser.driver.get(f"{server.address}histories{query}")
    browser.wait(lambda: browser.all("#history-drop") and not browser.all("[data-follow]"), "the page")
    browser.driver.execute_script("const one = document.getElementById('adding'); if (one) one.open = true;")


@pytest.mark.smoke
def test_from_a_dropped_file_to_the_dearest_mistake(browser: Browser, server: Server) -> None:
    opened(browser, server)
    text = hands(400, 5)
    assert len(text) > 192 * 1024  # several pieces
    browser.driver.execute_script(_DROP, text, "my hands.txt")
    assert "400 new hands from 1 file" in browser.see_text("#history-read", "new hands")
    report = browser.see_text("#report-answer", "400 hands · 400 decisions rated")
    assert "Costliest mistakes" in report
    assert "my hands.txt, line " in report
    assert "Player: Hero" in browser.see_text(".you", "Hero")
    browser.click("#report-answer details:has(> p) summary")
    assert "Hero: 400 decisions rated in 400 hands" in browser.see("#report-answer").text
    link = browser.see("#report-answer .one a.chip").get_attribute("href") or ""
    assert "game=holdem" in link
    browser.click("#report-answer .one a.chip")
    browser.see_text("#why", "Why")
    browser.click("#why a[href^='/?game=']")
    browser.see_text("#explorer", "bb")
    browser.reasons("compared with")
    assert browser.driver.current_url.startswith(f"{server.address}?game=holdem&")


@pytest.mark.smoke
def test_why_opens_beside_the_report(browser: Browser, server: Server) -> None:
    worst = server.post("/api/history-report?wait=60", {"sample": True})[1]["result"]["worst"]
    k = next(k for k, one in enumerate(worst) if parse_qs(one["link"]).keys() & {"ante", "bb_ante"})
    asked = dict(parse_qsl(worst[k]["asked"]))
    pairs = {f"{name}s": [asked.pop(f"{name}_sb"), asked.pop(f"{name}_bb")] for name in ("stack", "blind")}
    hand = server.post("/api/hand?wait=60", asked | pairs)[1]["result"]
    assert abs(hand["difference_bb"]) == pytest.approx(worst[k]["loss_bb"], abs=1e-9)
    browser.look(1440, 900)
    browser.driver.get(f"{server.address}histories?sample=1")
    browser.see_text("#report-answer", "Costliest mistakes")
    assert not browser.all("#why")
    link = browser.all(".dear .one a[data-why]")[k]
    browser.hit(link)
    said = browser.see_text("#why", "Why")
    for name in ("ev_allin", "ev_fold", "difference"):
        assert f"{hand[f'{name}_bb']:.6f}".replace("-", "\u2212") in said
    assert f"{abs(hand['difference_bb']):.4f} bb compared with" in said
    browser.look(1200, 900)
    box = "document.querySelector('.where').parentElement"
    fits = browser.driver.execute_script(f"return {box}.scrollWidth <= {box}.clientWidth")
    assert fits  # all columns are seen beside the panel
    browser.look(1440, 900)
    where = browser.see("#why").rect
    report = browser.see("#report-answer").rect
    assert where["x"] >= report["x"] + report["width"]
    assert where["y"] < browser.driver.execute_script("return scrollY + innerHeight")
    browser.wait(lambda: browser.focus() == browser.see("#why"), "the focus in the panel")
    browser.press(ESCAPE)
    browser.wait(lambda: not browser.all("#why"), "no panel")
    assert browser.focus() == link
    assert browser.driver.current_url == f"{server.address}histories?sample=1"
    browser.hit(link)
    browser.see_text("#why", "Why")
    browser.driver.refresh()
    browser.see_text("#report-answer", "Costliest mistakes")
    browser.see_text("#why", "compared with")
    browser.click("#why [data-why]")
    browser.wait(lambda: not browser.all("#why"), "no panel")
    link = browser.all(".dear .one a[data-why]")[k]
    assert browser.focus() == link
    browser.hit(link)
    browser.see_text("#why", "compared with")
    browser.hit(link)
    browser.wait(lambda: not browser.all("#why"), "no panel")
    browser.driver.back()
    browser.see_text("#why", "compared with")
    browser.driver.back()
    browser.wait(lambda: not browser.all("#why"), "no panel")


@pytest.mark.smoke
def test_why_on_a_phone_stands_below_the_decision(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    browser.driver.get(f"{server.address}histories?sample=1")
    browser.see_text("#report-answer", "Costliest mistakes")
    browser.click(".dear .one:nth-child(3) a[data-why]")
    browser.see_text("#why", "compared with")
    top = browser.driver.execute_script("return document.getElementById('why').getBoundingClientRect().top")
    card = "return document.querySelector('.one:has([aria-expanded=true])').getBoundingClientRect().bottom"
    assert 0 < browser.driver.execute_script(card) <= top < 844
    assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 390
    assert browser.driver.execute_script("return document.getElementById('why').scrollWidth") <= 390
    assert violations(browser) == []
    assert violations(browser, dark=True) == []


def test_a_decision_that_is_none_is_told_in_its_place(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}histories?sample=1&why=game%3Dholdem%26cards%3DK9x")
    browser.see_text("#report-answer", "Costliest mistakes")
    assert "K9x" in browser.see_text("#why .error", "K9x")
    assert len(browser.all(".error")) == 1


def test_text_is_pasted_and_what_is_none_is_said(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.click("#history-paste")
    browser.see_text(".error", "No hands yet")
    opened(browser, server)
    browser.fill("text", "not a hand at all")
    browser.click("#history-paste")
    browser.see_text("#history-read", "1 problem")
    browser.click("#history-read summary")
    problem = browser.see_text("#history-read", "pasted.txt")
    assert "uploads" not in problem


def test_one_hand_is_answered_by_pasting_it(browser: Browser, server: Server) -> None:
    opened(browser, server)
    (dealt, board), *_ = played_hands(always, always, (10.0,), 1, 3)
    browser.driver.execute_script(_PASTE, as_text(dealt, board, 990001))
    text = browser.see_text("#pasted-answer", "you jammed")
    assert "small blind, 10 bb" in text
    assert re.search(r"(jam|fold) \+\d\.\d\d bb|right, by \d\.\d\d bb", text)
    assert "1 new hand from 1 file" in browser.see_text("#import-answer", "1 file")
    assert browser.all("#text")[0].get_property("value") == ""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a server where the first test finds nothing kept."""
    return share_tables(tmp_path_factory.mktemp("own-data"))


@pytest.fixture(scope="module")
def own(folder: Path) -> Iterator[Server]:
    with Server(str(folder)) as running:
        yield running


def test_nothing_kept_yet(browser: Browser, own: Server) -> None:
    browser.look(1400, 1000)
    opened(browser, own)
    assert not browser.all(".error")
    assert violations(browser, dark=True) == []
    browser.click("a[href='/histories?sample=1']")
    browser.see_text("#report-answer", "Costliest mistakes")
    assert "sample hands" in browser.see(".sampled").text
    assert violations(browser, dark=True) == []
    browser.driver.get(f"{own.address}histories/opponents")
    browser.see_text("main", "Import hands")
    assert not [error for error in browser.all(".error") if error.text]
    browser.click("main a[href*='sample=1']")
    browser.see("#least[value='5']")
    assert own.post("/api/history-opponents?wait=60", {"sample": True, "least": 5})[0] == 200


def followed(server: Server, path: str) -> str:
    """The page as it stands when nothing runs any more, as a browser without a script comes to it."""
    for _ in range(600):
        status, headers, content = server.ask("GET", path)
        assert status in (200, 303)
        again = re.search(r'http-equiv="refresh" content="1;url=([^"]*)"', content.decode())
        if status == 200 and again is None:
            return content.decode()
        path = headers["location"] if status == 303 else unescape(again[1] if again else "")
    raise AssertionError("it never ends")


@pytest.mark.long
def test_without_a_script(own: Server, folder: Path) -> None:
    """The file goes by a plain form; every answer is in the page."""
    page = followed(own, "/histories")
    assert 'enctype="multipart/form-data"' in page
    line = "--here\r\nContent-Disposition: form-data; name="
    file = f'{line}"files"; filename="../../evil.txt"\r\nContent-Type: text/plain\r\n\r\n{hands(400, 5)}\r\n'
    body = f'{line}"text"\r\n\r\n\r\n{file}--here--\r\n'.encode()
    assert len(body) > 256 * 1024  # more than other requests may have
    sent = {"Content-Type": "multipart/form-data; boundary=here"}
    assert own.ask("POST", "/histories", body, {**sent, "Origin": "http://evil.example"})[0] == 403
    status, headers, _ = own.ask("POST", "/histories?seat=sb", body, sent)
    assert status == 303
    page = followed(own, headers["location"])
    assert "400 new hands from 1 file" in page
    assert "400 hands · 200 decisions rated · only small blind" in page
    assert EVIL not in page
    assert "style=" not in page
    assert "unsafe" not in own.ask("GET", "/histories")[1]["content-security-policy"]
    assert not list(folder.glob("uploads/*/*"))
    empty = f'{line}"text"\r\n\r\n \r\n--here--\r\n'.encode()
    status, headers, _ = own.ask("POST", "/histories", empty, sent)
    assert "No hands yet" in followed(own, headers["location"])


def test_kept_hands_are_reported_at_once_with_filters_opponents_and_files(
    browser: Browser, own: Server
) -> None:
    """Nobody presses a button before they see what their hands cost; then one click each."""
    opened(browser, own)
    browser.driver.execute_script(_DROP, hands(400, 5), "my hands.txt")
    browser.see_text("#history-read", "1 file")
    browser.driver.get(f"{own.address}histories?depth=3-5")
    browser.see_text("#report-answer", "400 hands · 200 decisions rated · only 3-5 bb ante-adjusted")
    browser.click("#report-answer a[href^='/histories'][href*='seat=bb']")
    browser.see_text("#report-answer", "100 decisions rated · only big blind")
    words = dict(parse_qsl(urlsplit(browser.driver.current_url).query))
    assert words == {"seat": "bb", "stack": "3-5", "depth": "3-5"}
    page = browser.download("a[href^='/histories.html']").read_text(encoding="utf-8")
    assert "Played hands of Hero" in page
    browser.choose("seat", "small blind")
    browser.see_text("#report-answer", "100 decisions rated · only small blind")
    assert "seat=sb" in browser.driver.current_url
    browser.click(".tabs a[href='/histories/opponents']")
    assert EVIL in browser.see_text("#opponents-answer", "what to do")
    rows = browser.download("#opposed a[download]").read_text(encoding="utf-8")
    assert rows.startswith("player,site,game,seat")
    browser.fill("least", "9999", enter=True)
    browser.see_text("main .error", "No opponent has 9,999 opportunities in any seat")


def test_the_numbers_are_those_of_the_report(browser: Browser, server: Server) -> None:
    asked = {"sample": True, "ready": True}
    status, answer = server.post("/api/history-report?wait=60", asked)
    assert status == 200
    report = answer["result"]
    browser.driver.get(f"{server.address}histories?sample=1")
    browser.see_text("#report-answer", "Costliest mistakes")
    tiles = browser.see(".sums").text
    assert f"{report['per_100_hands_bb']:.1f} bb per 100 hands" in tiles
    assert f"{report['mistakes']} of {report['decisions']} decisions" in tiles
    low, high = (end * report["decisions"] / report["hands"] / 10 for end in report["interval_mbb"])
    assert f"95% interval: {low:.1f}\u2013{high:.1f}" in tiles
    costs = [
        float(one.text.removeprefix("\u2212").removesuffix(" bb")) for one in browser.all(".dear .cost")[:6]
    ]
    assert costs == [float(f"{one['loss_bb']:.2f}") for one in report["worst"][:6]]
    cells = [float(one.text.split()[0]) for one in browser.all(".where td a")]
    leaks = report["leaks"]
    assert cells == [float(f"{100 * one['loss_bb'] / report['hands']:.1f}") for one in leaks]
    assert sum(one["loss_bb"] for one in leaks) == pytest.approx(report["loss_bb"])
    text = browser.see("main").text
    for word in ("mbb", "PostEV", "every history"):
        assert word not in text
    browser.click(".where td a")
    first = leaks[0]["decisions"]
    browser.see_text("#report-answer", f"{first} decision{'' if first == 1 else 's'} rated")


def test_mistakes_are_practised(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.driver.execute_script(_DROP, hands(40, 6, first=5001), "more.txt")
    browser.see_text("#history-read", "40 new hands")
    stored = server.post("/api/history-report?wait=60", {})[1]["result"]["hands"]
    browser.see_text("#report-answer", f"{stored:,} hands ·")
    browser.see_text("#report-answer", "Costliest mistakes")
    leak = browser.see(".leak .big").text
    browser.click(".leak a")
    browser.see("#train-fold")
    words = dict(parse_qsl(urlsplit(browser.driver.current_url).query))
    assert (words["mode"], words["seat"]) == ("mistakes", leak[:1].lower() + "b")
    assert words["stack"].replace("-", "–") in leak
    browser.driver.back()
    browser.click(".report > .acts a")
    browser.see("#train-fold")
    assert "stack" not in urlsplit(browser.driver.current_url).query


def test_before_and_after_on_a_phone(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    browser.driver.get(f"{server.address}histories?sample=1")
    browser.see_text("#report-answer", "Costliest mistakes")
    heading = browser.see("section[aria-label='Costliest mistakes'] .one")
    assert heading.location["y"] < 844
    browser.unfold("summary")
    assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 390
    assert violations(browser, dark=True) == []


def test_no_request_names_a_file_to_read(server: Server) -> None:
    """Paths come from what was handed over alone."""
    words = "go=import&paths=/etc/passwd&upload=0000000000000000&files=/etc/passwd"
    page = followed(server, f"/histories?{words}")
    assert "No hands yet" in page
    assert "passwd" not in page
    line = "--here\r\nContent-Disposition: form-data; name="
    body = f'{line}"files"\r\n\r\n/etc/passwd\r\n{line}"upload"\r\n\r\n../../etc\r\n--here--\r\n'.encode()
    sent = {"Content-Type": "multipart/form-data; boundary=here"}
    _, headers, _ = server.ask("POST", "/histories", body, sent)
    assert "No hands yet" in followed(server, headers["location"])


def omaha(server: Server, count: int) -> None:
    """Omaha hands are kept, of which nothing can be judged without its table."""
    texts = []
    for number in range(count):
        text = as_text(
            Dealt(10.0, True, ("AsKsQdJd", "2c3c4d5d"), False, False), "9h8h7h6c2d", 800000 + number
        )
        texts.append(text.replace("Hold'em No Limit", "Omaha No Limit"))
    whole = "\n\n\n".join(texts)
    line = "--here\r\nContent-Disposition: form-data; name="
    body = f'{line}"text"\r\n\r\n{whole}\r\n--here--\r\n'.encode()
    sent = {"Content-Type": "multipart/form-data; boundary=here"}
    status, headers, _ = server.ask("POST", "/histories", body, sent)
    assert status == 303
    followed(server, headers["location"])


def test_a_report_beside_a_build(browser: Browser, tmp_path: Path) -> None:
    """What can be judged is judged at once; the rest is listed with what it needs."""
    with Server(str(tmp_path)) as server:  # where no table has been built
        opened(browser, server)
        browser.driver.execute_script(_DROP, hands(60, 5), "my hands.txt")
        browser.see_text("#history-read", "1 file")
        assert "equity table" not in browser.see_text("#report-answer", "60 decisions rated")
        omaha(server, 3)
        browser.driver.get(f"{server.address}histories")
        text = browser.see_text("#report-answer", "3 Omaha decisions need an equity table")
        assert "1.1 GB" in text
        numbers = browser.see(".sums").text
        assert "of 60 decisions" in numbers
        browser.click(".waiting a")
        browser.see("#build-status[data-follow]")
        browser.driver.get(f"{server.address}histories?seat=bb")  # another question, beside the build
        browser.see_text("#report-answer", "only big blind")
        browser.driver.get(f"{server.address}histories")
        assert browser.see_text(".sums", "of 60 decisions") == numbers


@pytest.mark.parametrize("token", ["0" * 16, "x", "%2e%2e"])
def test_only_known_pages_hand_files_over(server: Server, token: str) -> None:
    status, _, content = server.ask("POST", f"/histories/upload/{token}?name=x.txt", b"abc")
    assert (status, content) == (422, b"This page has expired. Load it again.")
    foreign = {"Origin": "http://evil.example"}
    assert server.ask("POST", f"/histories/upload/{token}?name=x.txt", b"abc", foreign)[0] == 403


def test_nothing_stays_of_what_was_handed_over(server: Server, tmp_path: Path) -> None:
    from jamfold.core.errors import HistoryError
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
    with pytest.raises(HistoryError, match="has expired"):
        uploads.append("0" * 16, "x", b"")


def test_tables_of_four_to_ten_are_judged_by_themselves_and_the_report_follows(
    browser: Browser, server: Server
) -> None:
    opened(browser, server, "?seconds=60")  # no spot is solved before it is stopped
    text = "\n\n\n".join(text_of(k, JAM, "Gun", "Kc Kd", big=1000 + 100 * (k % 3)) for k in range(1001, 1005))
    browser.driver.execute_script(_DROP, f"{hands(40, 9)}\n\n\n{text}", "larger.txt")
    told = browser.see_text("#larger-tables", "Rating ")
    assert "of your decisions at tables of four to ten are not rated yet" in told
    assert "tables of four to ten" in browser.see_text("#larger-status", "Rating ")
    browser.click("#larger-tables button.stop")
    browser.see_text("#larger-tables", "Stopped. Spots solved so far are saved.")
    browser.driver.get(f"{server.address}histories?seconds=60")
    browser.see_text(
        "#larger-tables", "Stopped. Spots solved so far are saved."
    )  # it does not begin by itself
    assert violations(browser) == []
    browser.click("#larger")
    browser.see_text("#larger-tables", "Rating ")
    browser.driver.get(f"{server.address}histories?seconds=60")
    browser.see_text("#larger-tables", "Rating ")  # it goes on
    assert "no seat gains more than" in browser.see_text("#larger-answer", "four to ten seats solved")
    browser.see_text("#report-answer", "hj 9 10 7 6.5 8 fold jam")  # once its spot is judged, too
    drill = browser.see("#report-answer a[href*='seat=table']").get_attribute("href") or ""
    assert dict(parse_qsl(urlsplit(drill).query))["node"] == "hj"


def test_what_another_server_was_handed_stays(server: Server) -> None:
    from jamfold.web.uploads import Uploads

    first, second = Uploads(), Uploads()
    token = first.token()
    first.append(token, "name.txt", b"one")
    second.append(second.token(), "name.txt", b"two")
    (path,) = map(Path, first.paths(token))
    assert path.read_bytes() == b"one"
    day_ago = time.time() - 2 * 86_400
    os.utime(path.parent, (day_ago, day_ago))
    Uploads().token()
    assert first.paths(token) == ()


@pytest.mark.long
def test_a_long_text_is_read(server: Server) -> None:
    """More than the million bytes that a part of a form has unless told otherwise."""
    whole = hands(3, 6) + " " * 1_200_000
    line = "--here\r\nContent-Disposition: form-data; name="
    body = f'{line}"text"\r\n\r\n{whole}\r\n--here--\r\n'.encode()
    sent = {"Content-Type": "multipart/form-data; boundary=here"}
    status, headers, _ = server.ask("POST", "/histories", body, sent)
    assert status == 303
    assert "1 file" in followed(server, headers["location"])


def test_a_broken_form_is_answered_by_a_sentence(server: Server) -> None:
    sent = {"Content-Type": "multipart/form-data; boundary=here"}
    status, headers, content = server.ask("POST", "/histories", b"--there\r\n", sent)
    assert (status, headers["content-type"].split(";")[0]) == (422, "text/plain")
    assert content
    assert not content.startswith(b"{")


def test_what_is_sent_is_not_cut_off_by_typing(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.driver.execute_script(
        "const real = window.fetch;"
        "window.fetch = async (there, more) => {"
        "  if (more.body instanceof FormData) await new Promise((done) => setTimeout(done, 1000));"
        "  return real(there, more); };"
    )
    browser.driver.execute_script(_DROP, hands(4, 7), "slow.txt")
    browser.driver.execute_script(
        "setTimeout(() => document.getElementById('form')"
        ".dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true })), 400);"
    )
    browser.see_text("#history-read", "1 file")

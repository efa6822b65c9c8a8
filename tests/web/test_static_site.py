"""The pages of ``make site`` in Chromium and in Firefox, opened from disk without a network."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests.web.axe import program
from tests.web.browser import Browser, why_no_browser
from tests.web.firefox import PATIENCE, Firefox, why_no_firefox
from tools.site import main as make_site

pytestmark = pytest.mark.long

TAB, ENTER, RIGHT = "\ue004", "\ue007", "\ue014"


_FOCUSED = """(({outerHTML, innerText, ariaLabel, labels}) => [
    outerHTML.slice(0, 200), innerText || ariaLabel || labels?.[0]?.innerText || "",
])(document.activeElement)"""
"""The element that the keyboard is at, and its name."""
_FINDINGS = """axe.run(document).then(
    (all) => [all.violations, all.passes].map((some) => some.map((one) => one.id)))"""


class Reader(Protocol):
    """A browser, as far as these tests need one."""

    def open(self, address: str) -> None: ...
    def run(self, expression: str) -> Any: ...
    def press(self, keys: Sequence[str]) -> None: ...
    def quit(self) -> None: ...


class Chromium(Browser):
    """The same of Chromium."""

    def __init__(self) -> None:
        super().__init__()
        self.driver.execute_cdp_cmd("Network.enable", {})
        nothing = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
        self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", nothing)

    def open(self, address: str) -> None:
        """Open an address anew."""
        self.driver.get("about:blank")
        self.driver.get(address)

    def run(self, expression: str) -> Any:
        """What an expression of the page gives, promises awaited."""
        self.driver.set_script_timeout(PATIENCE)
        script = f"const done = arguments[0]; (async () => done(await ({expression})))();"
        return self.driver.execute_async_script(script)

    def press(self, keys: Sequence[str]) -> None:
        """Press keys, one after the other."""
        from selenium.webdriver.common.action_chains import ActionChains

        chain = ActionChains(self.driver)
        for key in keys:
            chain.send_keys(key)
        chain.perform()


KINDS: dict[str, tuple[Callable[[], Reader], Callable[[], str]]] = {
    "chromium": (Chromium, why_no_browser),
    "firefox": (Firefox, why_no_firefox),
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["site", str(folder)])
        assert make_site() == 0
    return folder


@pytest.fixture(scope="module", params=KINDS)
def reader(request: pytest.FixtureRequest) -> Iterator[Reader]:
    kind, why_not = KINDS[request.param]
    if why := why_not():
        pytest.skip(why)
    running = kind()
    yield running
    running.quit()


def until(reader: Reader, expression: str) -> Any:
    """What an expression gives, as soon as that is something."""
    end = time.monotonic() + PATIENCE
    while not (found := reader.run(expression)):
        assert time.monotonic() < end, (
            f"in vain: {expression}\n{reader.run('document.body.innerText')[:2000]}"
        )
        time.sleep(0.1)
    return found


def says(css: str, text: str) -> str:
    """Whether an element says a text, as an expression."""
    return f"document.querySelector({css!r})?.innerText.includes({text!r})"


def test_the_solver_answers_a_short_link(reader: Reader, site: Path) -> None:
    reader.open(f"{(site / 'solver.html').as_uri()}#holdem;12.3bb;ante=0.1;K7o")
    until(reader, says("#hand", "+0.42 bb"))
    assert reader.run(says("#hand", "+0.46 bb"))
    assert reader.run("jamfold.address()") == "#game=holdem&stack=12.3&ante=1&hand=K7o"
    loaded = reader.run("performance.getEntriesByType('resource').map((one) => one.name)")
    assert not [name for name in loaded if name.startswith("http")]


def test_a_link_to_nine_seats_opens_the_packed_ranges(reader: Reader, site: Path) -> None:
    reader.open(f"{(site / 'solver.html').as_uri()}#holdem;9;10bb;K7o")
    until(reader, says("#strip", "UTG"))
    assert "9%" in reader.run("document.querySelector('#strip').innerText")
    assert reader.run("jamfold.address()") == "#game=holdem&stack=10&seats=9&hand=K7o"


def test_the_keyboard_reaches_everything_that_can_be_done(reader: Reader, site: Path) -> None:
    reader.open(f"{(site / 'solver.html').as_uri()}#holdem;10bb;K7o")
    until(reader, says("#hand", "bb"))
    reader.run("(document.activeElement.blur(), 0)")
    focused = []
    for _ in range(12):
        reader.press([TAB])
        focused.append(reader.run(_FOCUSED))
    assert "skip" in focused[0][0]
    assert len({one for one, _ in focused}) == len(focused)
    assert all(name.strip() for _, name in focused), focused
    reader.run("(document.querySelector('#pictures td button').focus(), 0)")
    before = reader.run("document.activeElement.ariaLabel")
    reader.press([RIGHT])
    assert reader.run("document.activeElement.ariaLabel") != before
    reader.press([ENTER])
    until(reader, "!jamfold.address().includes('K7o')")


@pytest.mark.parametrize("address", ["index.html", "solver.html#holdem;10bb;K7o", "strategies.html"])
def test_axe_finds_nothing(reader: Reader, site: Path, address: str) -> None:
    name, _, spot = address.partition("#")
    reader.open(f"{(site / name).as_uri()}#{spot}")
    if name != "index.html":
        until(reader, says("#pictures", "K"))
    reader.run(f"(() => {{ {program()}; window.axe = window.axe || axe; return 1; }})()")
    found, passed = reader.run(_FINDINGS)
    assert found == []
    assert {"document-title", "html-has-lang", "color-contrast"} <= {*passed}


def test_the_start_page_leads_to_the_others(reader: Reader, site: Path) -> None:
    reader.open((site / "index.html").as_uri())
    reader.run("(document.querySelector('a').click(), 0)")
    until(
        reader,
        "location.pathname.endsWith('solver.html') && Boolean(document.querySelector('#pictures td button'))",
    )

"""Headless Chromium, driven by Selenium; both must be installed already."""

from __future__ import annotations

import contextlib
import json
import os
import pkgutil
import shutil
import tempfile
import time
from base64 import b64decode
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from PIL import Image

from tests.web.server import LINKS, PATIENCE

if TYPE_CHECKING:
    from selenium.webdriver.remote.webelement import WebElement

_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--renderer-process-limit=1",
)


def why_no_browser() -> str:
    """Why there is no browser to test with; empty if there is one."""
    try:
        import selenium  # noqa: F401
    except ImportError:
        return "no selenium: pip install selenium"
    if _program() is None or shutil.which("chromedriver") is None:
        return "no Chromium here: install the packages chromium and chromium-driver"
    return ""


def _program() -> str | None:
    return next((path for path in map(shutil.which, _BROWSERS) if path), None)


_STANDS_STILL = """
    const [one, done] = arguments;
    const place = () => JSON.stringify(one.getBoundingClientRect());
    one.scrollIntoView({block: "center"});
    const before = place();
    window.missed = true;
    addEventListener("click", (event) => {
      if (one.contains(event.target) || event.target.contains(one)) window.missed = false;
    }, {capture: true, once: true});
    requestAnimationFrame(() => setTimeout(() => done(before === place()), 30));
"""
"""Whether an element is where it was a moment ago; listens from then on whether it is hit."""
_STATE = """
    const fields = [...document.querySelectorAll("#form :is(input, textarea, select)")];
    const value = (one) => one.type === "checkbox" ? one.checked : one.value;
    const held = fields.filter((one) => one.name).map((one) => `${one.name}=${value(one)}`);
    return `focus: ${document.activeElement?.outerHTML.slice(0, 200)}\\nform: ${held.join(" ")}\\n` +
      (document.querySelector("main") || document.body).innerText.slice(0, 4000);
"""
"""What a page shows, for the report of a test that has waited in vain."""
_PASTE = """
    const done = arguments[0];
    navigator.clipboard.read().then(async ([one]) => {
      const bytes = new Uint8Array(await (await one.getType("image/png")).arrayBuffer());
      done(btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")));
    });
"""
"""The picture in the clipboard, in base64."""
_MAY_SAY = """
    const [css, text] = arguments;
    const letters = (words) => words.replace(/\\s+/g, "").toLowerCase();
    return [...document.querySelectorAll(css)].filter(
      (one) => letters(one.innerText || one.textContent).includes(letters(text)));
"""
"""Elements that may hold a text: Selenium's way to read the text of an answer takes the browser 18 ms."""
_ENDINGS = (".csv", ".json", ".png", ".svg", ".txt", ".toml", ".html")


@cache
def first_shown() -> str:
    """The first element of a selector that is shown, by Selenium's own rule: in one request, not in three."""
    rule = pkgutil.get_data("selenium.webdriver.remote", "isDisplayed.js")
    assert rule is not None
    return (
        f"const isShown = {rule.decode()};"
        "return [...document.querySelectorAll(arguments[0])].find((one) => isShown(one)) ?? null;"
    )


class Browser:
    """One browser; `see` and the like wait until something is there.

    `folder` keeps what it stores, for another one after it; else nothing is kept.
    """

    def __init__(self, folder: Path | None = None) -> None:
        from selenium import webdriver
        from selenium.webdriver.chrome.options import Options
        from selenium.webdriver.chrome.service import Service

        self._folder = tempfile.TemporaryDirectory(prefix="jamfold-chromium-", ignore_cleanup_errors=True)
        options = Options()
        options.binary_location = str(_program())
        for flag in (*_FLAGS, f"--user-data-dir={folder or self._folder.name}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver: Any = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        self._entered, self._get = set[str](), self.driver.get
        self.driver.get = self.visit  # type: ignore[method-assign, assignment]
        self._downloads = Path(self._folder.name) / "downloads"
        self._downloads.mkdir()
        way = {"behavior": "allow", "downloadPath": str(self._downloads)}
        self.driver.execute_cdp_cmd("Browser.setDownloadBehavior", way)

    def visit(self, address: str) -> None:
        """Open an address, and the start link of its server before the first one."""
        link = next((link for start, link in LINKS.items() if address.startswith(start)), "")
        if link and link not in self._entered:
            self._entered.add(link)
            self._get(link)
            self.wait(lambda: "token=" not in self.driver.current_url, "the page without its token")
        self._get(address)

    def download(self, css: str) -> Path:
        """Click something that gives a file, and take the file.

        Chromium reserves the name with an empty file and moves the whole file there at the end.
        """
        before = set(self._downloads.iterdir())
        self.click(css)

        def new() -> Path | None:
            there = (one for one in self._downloads.iterdir() if one.suffix in _ENDINGS)
            return next((one for one in there if one not in before and one.stat().st_size), None)

        found: Path = self.wait(new, f"a file from {css}")
        return found

    def copied_picture(self, css: str) -> Image.Image:
        """Click something that copies a picture, and take it from the clipboard."""
        way = {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
        self.driver.execute_cdp_cmd("Browser.grantPermissions", way)
        self.click(css)
        self.see_text("body", "Picture copied.", 30)
        return Image.open(BytesIO(b64decode(self.driver.execute_async_script(_PASTE))))

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *error: object) -> None:
        self.quit()

    def quit(self) -> None:
        """Close it."""
        self.driver.quit()
        self._folder.cleanup()

    def start_test(self) -> None:
        """A clean window of desktop size, without the files and the history of earlier tests.

        Chromium keeps 50 entries of a history: from then on no step makes it longer.
        """
        for file in self._downloads.iterdir():
            file.unlink()
        self.look(1400, 1000)
        self._leave()
        self.driver.execute_cdp_cmd("Page.resetNavigationHistory", {})
        self.driver.get_log("browser")
        self.driver.get_log("performance")

    def _leave(self) -> None:
        """Away from the last test's page, to its server's icon: an empty page has a process of its own."""
        from selenium.common.exceptions import WebDriverException

        here = urlsplit(self.driver.current_url)
        if here.scheme == "http":
            with contextlib.suppress(WebDriverException):  # that server has ended
                self.driver.get(f"http://{here.netloc}/favicon.ico")
                self.driver.execute_script("localStorage.clear()")  # a theme that was chosen, among others
                return
        self.driver.get("about:blank")

    def look(self, width: int, height: int, *, dark: bool = False) -> None:
        """Set the size of the window, and light or dark."""
        screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        self.colour(dark=dark)

    def colour(self, *, dark: bool) -> None:
        """Light or dark, on the page as it is."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})

    def check(self) -> None:
        """Nothing on the console, no request to another machine."""
        assert [entry["message"] for entry in self.driver.get_log("browser")] == []
        hosts = set()
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] in ("Network.requestWillBeSent", "Network.webSocketCreated"):
                params = message["params"]
                parts = urlsplit(params["request"]["url"] if "request" in params else params["url"])
                if parts.scheme in ("http", "https", "ws", "wss"):
                    hosts.add(parts.hostname)
        assert hosts <= {"127.0.0.1"}

    def all(self, css: str) -> list[WebElement]:
        """All elements of a selector, there now."""
        found: list[WebElement] = self.driver.find_elements("css selector", css)
        return found

    def wait(self, what: Callable[[], Any], words: str, seconds: float = PATIENCE) -> Any:
        """Wait until something holds; the longer it takes, the more seldom it is looked for."""
        from selenium.common.exceptions import (
            ElementClickInterceptedException,
            ElementNotInteractableException,
            StaleElementReferenceException,
        )

        moving = (
            ElementClickInterceptedException,
            ElementNotInteractableException,
            StaleElementReferenceException,
        )

        begun = time.monotonic()
        while (waited := time.monotonic() - begun) < seconds:
            try:
                found = what()
            except moving:
                found = None  # the page is putting it in place just now
            if found:
                return found
            time.sleep(min(0.5, max(0.05, waited / 20)))
        page = self.driver.execute_script(_STATE)
        raise AssertionError(f"never seen: {words}\n{self.driver.current_url}\n{page}")

    def see(self, css: str) -> WebElement:
        """An element that is shown, when it is."""
        element: WebElement = self.wait(lambda: self.driver.execute_script(first_shown(), css), css)
        return element

    def see_text(self, css: str, text: str, seconds: float = PATIENCE) -> str:
        """The text of an element, when it holds these words."""

        def said() -> str | None:
            texts = (one.text for one in self.driver.execute_script(_MAY_SAY, css, text))
            return next((one for one in texts if text in one), None)

        found: str = self.wait(said, f"{text!r} in {css}", seconds)
        return found

    def click(self, css: str) -> None:
        """Click an element, once it stands still; again if it moved away from the click."""
        self._do(self.hit, lambda: self.see(css), css)

    def hit(self, element: WebElement) -> None:
        """Click an element that is shown, once it stands still; again if it moved away from the click."""
        while not self.driver.execute_async_script(_STANDS_STILL, element):
            pass
        element.click()
        if self.driver.execute_script("return window.missed"):  # no more than undefined on another page
            self.hit(element)

    def unfold(self, css: str = "main summary") -> None:
        """Open everything that is folded, by the keyboard: what opens late may move the next one."""
        from selenium.webdriver.common.keys import Keys

        for summary in self.all(css):
            if not summary.find_element("xpath", "..").get_property("open"):
                summary.send_keys(Keys.ENTER)

    def _do(self, act: Callable[[WebElement], None], find: Callable[[], WebElement | None], css: str) -> None:
        """Do something with an element; again with the new one if the page replaces it meanwhile."""

        def done() -> bool:
            element = find()
            if element is not None:
                act(element)
            return element is not None

        self.wait(done, css)

    def fill(self, field: str, text: str, *, enter: bool = False) -> None:
        """Write into the field of a name."""
        from selenium.webdriver.common.keys import Keys

        def write(element: WebElement) -> None:
            element.send_keys(Keys.CONTROL, "a")
            element.send_keys(Keys.DELETE)
            element.send_keys(text)
            if enter:
                element.send_keys(Keys.ENTER)

        css = f":is(input, textarea):is([name={field}], #{field}):not(#find [name=hand])"
        self._do(write, lambda: self.see(css), css)

    def fill_label(self, label: str, text: str, *, enter: bool = False) -> None:
        """Write into the field of a label."""
        from selenium.webdriver.common.keys import Keys

        def write(element: WebElement) -> None:
            element.send_keys(Keys.CONTROL, "a")
            element.send_keys(text + (Keys.ENTER if enter else ""))

        css = f"input[aria-label='{label}']"
        self._do(write, lambda: self.see(css), css)

    def reasons(self, text: str) -> str:
        """The words below "Why, step by step", when they hold these ones; unfolded if they are not."""
        folded = self.see("#steps")
        if folded.get_attribute("open") is None:
            self.click("#steps > summary")
        return self.see_text("#why", text)

    def press(self, key: str) -> None:
        """Press a key."""
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver).send_keys(key).perform()

    def focus(self) -> WebElement:
        """The element that has the focus."""
        found: WebElement = self.driver.switch_to.active_element
        return found

    def choose(self, field: str, option: str) -> None:
        """Choose from a list."""
        options = f"select[name={field}] option"
        self._do(
            lambda element: element.click(),
            lambda: next((one for one in self.all(options) if one.text.strip() == option), None),
            option,
        )

    def error_of(self, field: str) -> str:
        """The sentence at a field, when there is one."""
        text: str = self.wait(
            lambda: next((one.text for one in self.all(f"#{field}-error") if one.text.strip()), None),
            f"an error at {field}",
        )
        return text


def started() -> Iterator[Browser]:
    """For a fixture: a browser; where there is none the test is skipped, but under $CI it fails."""
    reason = why_no_browser()
    if reason:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)
    with Browser() as browser:
        yield browser


def watched(browser: Browser) -> Iterator[Browser]:
    """For a fixture: afterwards there is no message on the console and no request to another host."""
    browser.start_test()
    yield browser
    browser.check()

"""axe-core, the checker of accessibility: npm's package, installed beside the tests and never kept in git."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser import Browser

VERSION = "4.10.3"
_FOLDER = Path(__file__).parents[2] / "build" / "axe"
_PROGRAM = _FOLDER / "node_modules" / "axe-core" / "axe.min.js"
_RUN = """const done = arguments[arguments.length - 1];
axe.run(document, {resultTypes: ['violations'], ...arguments[0]}).then(
  (found) => done(found.violations.map((one) => [one.id, one.help, one.nodes.map((node) => node.html)])),
  (error) => done([['failed', String(error), []]]));"""


_OF_COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""The rules that look at colours: the others find in the dark what they find in the light."""


def violations(browser: Browser, *, dark: bool = False) -> list[Any]:
    """What axe-core finds wrong with the page as it is; the test is skipped where there is no npm.

    With ``dark`` in light and in dark colours.
    """
    browser.driver.execute_script(program())
    browser.driver.set_script_timeout(60)
    found: list[Any] = browser.driver.execute_async_script(_RUN, {})
    if dark:
        browser.colour(dark=True)
        found += browser.driver.execute_async_script(_RUN, _OF_COLOURS)
        browser.colour(dark=False)
    return found


def program() -> str:
    """Return axe-core itself; the test is skipped where there is no npm."""
    if not _PROGRAM.exists():
        npm = shutil.which("npm")
        if npm is None:
            (pytest.fail if os.environ.get("CI") else pytest.skip)("no npm here, which axe-core comes by")
        _FOLDER.mkdir(parents=True, exist_ok=True)
        words = ["install", "--prefix", str(_FOLDER), "--no-save", "--no-audit", "--ignore-scripts"]
        subprocess.run([npm, *words, f"axe-core@{VERSION}"], check=True, capture_output=True, timeout=300)
    return _PROGRAM.read_text(encoding="utf-8")

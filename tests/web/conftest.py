"""One server for all tests of the page, with a data folder of its own, and a browser where there is one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("nicegui", reason="the web page needs the extra 'web'")

from tests.web.browser import Browser, why_no_browser
from tests.web.server import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server."""
    running = Server(str(tmp_path_factory.mktemp("web-data")))
    yield running
    running.close()


@pytest.fixture(scope="session")
def _one_browser() -> Iterator[Browser]:
    reason = why_no_browser()
    if reason:
        pytest.skip(reason)
    with Browser() as browser:
        yield browser


@pytest.fixture
def browser(_one_browser: Browser) -> Iterator[Browser]:
    """A browser; afterwards there must be no message on its console and no request to another host."""
    _one_browser.start_test()
    yield _one_browser
    _one_browser.check()

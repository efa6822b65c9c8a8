"""A server for the tests of the page, with a data folder of its own, and a browser where there is one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("fastapi", reason="the web page needs the extra 'web'")

from tests.shared_tables import share_tables
from tests.web.browser import Browser, started, watched
from tests.web.server import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests; side by side, one for each worker."""
    with Server(str(share_tables(tmp_path_factory.mktemp("web-data")))) as running:
        yield running


@pytest.fixture(scope="session")
def _one_browser() -> Iterator[Browser]:
    yield from started()


@pytest.fixture
def browser(_one_browser: Browser) -> Iterator[Browser]:
    """A browser; afterwards there must be no message on its console and no request to another host."""
    yield from watched(_one_browser)

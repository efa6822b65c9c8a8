"""A browser for the tests of the page, where there is one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.browser import Browser, started, watched


@pytest.fixture(scope="session")
def _one_browser() -> Iterator[Browser]:
    yield from started()


@pytest.fixture
def browser(_one_browser: Browser) -> Iterator[Browser]:
    """A browser; afterwards there must be no message on its console and no request to another host."""
    yield from watched(_one_browser)

"""A browser for the tests of the page, where there is one; factors that several tests compare with."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

from jamfold.cards.games import Game
from jamfold.class_tables.factored.factors import Factors, factors_item, load_factors
from jamfold.core.storage.folder import data_folder
from tests.web.browser import Browser, started, watched


@pytest.fixture(scope="session")
def _one_browser() -> Iterator[Browser]:
    yield from started()


@pytest.fixture
def browser(_one_browser: Browser) -> Iterator[Browser]:
    """A browser; afterwards there must be no message on its console and no request to another host."""
    yield from watched(_one_browser)


@pytest.fixture(scope="session")
def known_factors(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Game], Factors]:
    """Return the factors of a game: those in the user's folder, or else built once for all tests of a run."""
    own, base = data_folder(), tmp_path_factory.getbasetemp()
    run = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "factors"

    def load(game: Game) -> Factors:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("JAMFOLD_DATA", str(own))
            if not factors_item(game).is_there():
                patch.setenv("JAMFOLD_DATA", str(run))
            return load_factors(game)

    return load

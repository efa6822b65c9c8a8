"""Commands and Python that README and docs quote print what stands there; links lead somewhere."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path
from urllib.parse import unquote

import pytest

import jamfold
from tests.documents import DOCUMENTS, ROOT, differences, quotes
from tests.memories import forget_everything

PAGES = (*DOCUMENTS, "CONTRIBUTING.md", "CHANGELOG.md")
NOT_THE_PAGE = ("jamfold.web", "jamfold.__main__")
MODULES = {
    module.name: ROOT / "src" / module.name.replace(".", "/")
    for module in pkgutil.walk_packages(jamfold.__path__, "jamfold.")
    if not module.name.startswith(NOT_THE_PAGE)
}
WITH_EXAMPLES = [
    name
    for name, path in MODULES.items()
    if ">>>" in (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text("utf-8")
]
WITH_QUOTES = [name for name in DOCUMENTS if any(not quote.takes_long for quote in quotes(name))]
LONG = ("docs/charts.md", "docs/tournament.md", "docs/whole-game.md")


@pytest.fixture(autouse=True, scope="module")
def nothing_remembered() -> None:
    """Spots are of real games, so the documents share them."""
    forget_everything()


@pytest.mark.parametrize(
    "document", [pytest.param(name, marks=pytest.mark.long if name in LONG else ()) for name in WITH_QUOTES]
)
def test_quotes_are_what_the_program_says(document: str) -> None:
    """Else: python -m tests.documents --write."""
    for quote, now in differences(document, long=False):
        assert now == quote.printed, f"{document}:{quote.line}"


def test_most_documents_quote_something() -> None:
    assert {"docs/tour.md", "docs/ten-minutes.md", "docs/charts.md", "docs/ranges.md"} <= {*WITH_QUOTES}
    assert sum(quote.printed is not None for quote in quotes("docs/tour.md")) >= 8


def _anchors(path: Path) -> set[str]:
    """The anchors of a page's headings, as sites make them."""
    titles = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    path = ROOT / page
    for link in re.findall(r"\]\(([^)\s]+)\)", path.read_text(encoding="utf-8")):
        if not link.startswith(("http://", "https://")):
            file, _, anchor = unquote(link).partition("#")
            target = path.parent / file if file else path
            assert target.exists(), link
            assert not anchor or anchor in _anchors(target), link


def test_every_module_can_be_imported() -> None:
    for name in MODULES:
        importlib.import_module(name)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_in_docstrings(name: str) -> None:
    module = importlib.import_module(name)
    try:
        doctest.testmod(module, optionflags=doctest.ELLIPSIS, raise_on_error=True)
    except doctest.UnexpectedException as raised:  # as it was, for a skip is one, too
        raise raised.exc_info[1] from None
    except doctest.DocTestFailure as wrong:
        pytest.fail(f"{wrong.example.source}gives {wrong.got}not {wrong.example.want}")


def test_the_citation_names_this_version() -> None:
    lines = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    assert f"version: {jamfold.__version__}" in lines
    assert {"cff-version: 1.2.0", "license: MIT"} <= {*lines}

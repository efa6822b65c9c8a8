"""The quotes of README and docs that take long, and the commands whose output is not quoted."""

from __future__ import annotations

import pytest

from tests.documents import DOCUMENTS, differences, quotes

WITH_QUOTES = [name for name in DOCUMENTS if any(quote.takes_long for quote in quotes(name))]


@pytest.mark.parametrize("document", WITH_QUOTES)
def test_quotes_are_what_the_program_says(document: str) -> None:
    """Else: python -m tests.documents --write --long."""
    for quote, now in differences(document, long=True):
        assert now == quote.printed, f"{document}:{quote.line}"

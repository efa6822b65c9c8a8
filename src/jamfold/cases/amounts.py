"""Amounts of chips, which words may say in big blinds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jamfold.cases.entries import CaseRequest
from jamfold.cases.fields import SPELLED_BB
from jamfold.core.errors import JamfoldError, error_field
from jamfold.valuation.numbers import normalize_number_text, read_number

IN_BB = "bb"


class AmountsRequest(CaseRequest):
    """A question with amounts of chips."""

    def _chips(self, value: Any) -> Any:
        """An amount in chips; a question with a big blind reads ``12bb``, too."""
        return value

    def _amount(self, name: str) -> float:
        """A field that holds one amount, in chips."""
        with error_field(name):
            return read_number(self._chips(getattr(self, name)), self.field_specs()[name].label, name)


def share_of_big_blind(value: Any) -> Any:
    """An ante as players say it, ``10%``: 0.1 bb; anything else as it is."""
    percent = value.strip().removesuffix("%") if isinstance(value, str) and "%" in value else ""
    try:
        return f"{float(percent) / 100:.12g}{IN_BB}"
    except ValueError:
        return value


def in_chips(value: Any, big_blind: Callable[[], float]) -> Any:
    """An amount in chips, of chips or of big blinds (``12.5bb``); commas may part thousands.

    What is no amount stays as it is, to be refused by its name.

    Parameters
    ----------
    big_blind
        Asked only where the amount is in big blinds.
    """
    text = SPELLED_BB.sub(IN_BB, value.strip()) if isinstance(value, str) else ""
    if not text.lower().endswith(IN_BB):
        return normalize_number_text(text) if text else value
    try:
        number = float(normalize_number_text(text, is_amount=False)[: -len(IN_BB)])
    except JamfoldError:
        raise
    except ValueError:
        return value
    return number * big_blind()

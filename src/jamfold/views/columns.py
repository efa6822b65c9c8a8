"""Columns of values as CSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any

Columns = dict[str, list[Any]]
"""Values by the names of columns, all of one length; None where there is none."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
NUMBER = re.compile(r"[+-]?\d+(\.\d*)?(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
"""A text that is a number and nothing else."""


def safe_cell(value: Any) -> Any:
    """A cell of CSV that no spreadsheet takes for a formula; numbers stay numbers, None is empty."""
    if isinstance(value, str) and value.startswith(_FORMULA) and not NUMBER.fullmatch(value):
        return f"'{value}"
    return "" if value is None else value


def csv_text(rows: Iterable[Sequence[Any]]) -> str:
    """Rows as CSV, cells that a spreadsheet would take for formulas quoted."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([safe_cell(cell) for cell in row] for row in rows)
    return text.getvalue()


def columns_csv(columns: Columns) -> str:
    """Columns as CSV under their names, numbers in full precision."""
    return csv_text([list(columns), *zip(*columns.values(), strict=True)])


def columns_of(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> Columns:
    cells = list(zip(*rows, strict=True)) or [()] * len(heads)
    return {head: list(column) for head, column in zip(heads, cells, strict=True)}

"""Weights around hands, ``[50]AA,KK[/50]``, and numbers with a decimal comma."""

from __future__ import annotations

import re
from collections.abc import Iterator

from jamfold.errors import RangeError

GROUP = re.compile(r"\[(\d{1,3}(?:\.\d+)?)\](.*?)\[/\1\]", re.DOTALL | re.ASCII)
"""A weight in percent, and the hands between its brackets."""
_COMMA = re.compile(
    r"(@\s*|:\s*(?=0))(\d+,\d+)(?=\s*(?:[,;)\s]|$))|(?<![\w.@])(?<!\w-)(\d+,\d+)(?=\s*%)|\[(\d+,\d+)\](?=.*\[/\4\])",
    re.DOTALL | re.ASCII,
)
_APART = re.compile(r"\s*,\s*|\s+")
_TOGETHER = re.compile(r"(?<=top)\s+(?=\d)|\s*-\s*|\s+(?=%)", re.IGNORECASE)


def check_commas(text: str) -> str:
    """The text. Raises RangeError if a weight or percentage in it has a decimal comma: ``AA@12,5``."""
    found = _COMMA.search(text)
    if found:
        number = found[2] or found[3] or found[4]
        raise RangeError(
            f"'{number[:40]}' in a range has a comma between digits: write {number.replace(',', '.')[:40]}, "
            "or a space behind the comma if it ends a part."
        )
    return text


def split_groups(text: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a text in and between brackets, each behind its weight ``@50``, empty for none."""
    end = 0
    for group in GROUP.finditer(text):
        yield "", text[end : group.start()].strip(" ,;\n")
        yield f"@{group[1]}", group[2].strip(" ,;\n")
        end = group.end()
    yield "", text[end:].strip(" ,;\n") if end else text


def with_weight(text: str, weight: str) -> str:
    """A list of hands in classic notation, each with a weight."""
    return _APART.sub(f"{weight},", _TOGETHER.sub(lambda found: found[0].strip(), text.strip())) + weight

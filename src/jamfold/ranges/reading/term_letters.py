"""Which runs of letters are terms of generic notation, and which are ordinary words.

Every letter is a rank, a suit or a variable there, so any word short enough can be read as cards: ``fold`` is
three ranks and a diamond.  Letters are notation only in the order in which ranges are written:

- capital ranks with small suits: at least two capitals and a small letter, as in ``AxAyxy`` or ``AKs``
- cards with a suit each (``askd``), ranks alone (``kqjt``), suits alone, variables in their order (``xxyz``)
- ranks from high to low, then variables R, O, N, P in this order, then suits: ``aar``, ``RRON``, ``aaxx``
- a doubled letter before a doubled one or two others: ``BBEE``, ``AANN``, ``BBEF``
"""

from __future__ import annotations

import re
from itertools import groupby

from jamfold.cards import SUIT_NAMES
from jamfold.ranges.syntax import SUIT_VARIABLES

_RUN = re.compile(r"(?<![\w$*\]])[A-Za-z]+(?![\w*\[])")
"""Letters that no digit, list or filter belongs to."""
_APART = re.compile(r"(?<![A-Za-z0-9])([A-Za-z0-9])\s+(?=[A-Za-z0-9](?![A-Za-z0-9]))")
"""The blank between two single letters: ``R R O N``."""
_TOP = re.compile(r"top\s*\d", re.IGNORECASE)
_MIXED = re.compile(r"(?=.*[a-z]).+[A-Z].*", re.DOTALL)
_CARDS = re.compile(r"[akqjtr][shdcwxyz]|([akqjtronp][shdcwxyz]){2,}[wxyz]*")
_RANKS = re.compile(r"[akqjt]+")
_FALLING = "a*k*q*j*t*"
_IN_ORDER = re.compile(
    rf"(?=[a-z]){_FALLING}(r+(o+(n+p*)?)?)?([wxyz]{{2,}})?|[akqjt][wxyz]+"
    rf"|(?=[akqjt]{{2}}){_FALLING}([shdc]+|[wxyz]|o)"
)
_VARIABLES = re.compile(r"x+(y+(z+w*)?)?|w+x+(y+z*)?")
"""Suit variables in the order in which they are named."""


def find_word(text: str) -> str:
    """The first run of letters in a term that is no notation; empty if there is none."""
    for run in _RUN.findall(_TOP.sub("", _APART.sub(r"\1", text))):
        if not _is_notation(run):
            return str(run)
    return ""


def _is_notation(run: str) -> bool:
    small = run.lower()
    if _MIXED.fullmatch(run):
        return True
    variables = "".join(sorted((one for one in small if one in SUIT_VARIABLES), key=small.index))
    if variables and not _VARIABLES.fullmatch(variables):
        return False
    counts = [len(list(group)) for _, group in groupby(run)]
    is_grouped = len(counts) == len(set(small))
    if _RANKS.fullmatch(small):
        return is_grouped or run.isupper()
    if {*small} <= {*SUIT_NAMES, *SUIT_VARIABLES} or _CARDS.fullmatch(small) or _IN_ORDER.fullmatch(small):
        return True
    is_of_ranks = is_grouped and not {*small} & {*SUIT_NAMES, *SUIT_VARIABLES}
    return is_of_ranks and (counts in ([2, 1, 1], [2, 2]) or (run.isupper() and counts == [len(run)] > [1]))

"""Unordered triples, numbered: a >= b >= c is C(a + 2, 3) + C(b + 1, 2) + c."""

from __future__ import annotations

from jamfold.compiled import kernel


@kernel
def triples_below(a: int) -> int:
    """How many triples have all their members below a: the number of (a, 0, 0)."""
    return a * (a + 1) * (a + 2) // 6


@kernel
def triple_number(a: int, b: int, c: int) -> int:
    """The number of a triple a >= b >= c."""
    return a * (a + 1) * (a + 2) // 6 + b * (b + 1) // 2 + c

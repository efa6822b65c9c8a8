"""The stub that editors and type checkers read, and the reference, are what the questions say today."""

from __future__ import annotations

from tools.stubs import REFERENCE, TARGET, reference, stub


def test_stub_and_reference_are_those_of_today() -> None:
    """Else: python -m tools.stubs."""
    assert TARGET.read_text(encoding="utf-8") == stub()
    assert REFERENCE.read_text(encoding="utf-8") == reference()

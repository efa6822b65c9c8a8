"""Answers that are in chips and big blinds, or in money where prizes are played for."""

from __future__ import annotations

from typing import Any

Value = Any


def is_money(values: dict[str, Any]) -> bool:
    """Whether a solved spot (or a hand of one) is played for prizes."""
    return values["epsilon_bb"] is None


def units(values: dict[str, Any]) -> tuple[str, ...]:
    """In what its values are shown, the first as hands are told."""
    return ("money",) if is_money(values) else ("bb", "chips")


def in_unit(values: dict[str, Any], name: str) -> Value:
    """A value in the first of the units: in money, or in big blinds."""
    return values[f"{name}_{units(values)[0]}"]

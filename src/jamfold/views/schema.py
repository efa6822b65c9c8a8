"""The base of all contracts, which picks fields by their names."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Self, dataclass_transform

Pair = tuple[float, float]
MaybePair = tuple[float | None, float | None]
Counts = tuple[int, int]
Intervals = tuple[Pair, ...]


@dataclass_transform(frozen_default=True, kw_only_default=True)
@dataclass(frozen=True, kw_only=True)
class Contract:
    """The base of answers whose JSON has other names, units or words than the result.

    A subclass is a frozen dataclass without saying so.
    """

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)

    @classmethod
    def of(cls, *sources: Any, **more: Any) -> Self:
        """Return the contract of an answer that has all its fields."""
        return cls.pick(*sources, **more)

    @classmethod
    def pick(cls, *sources: Any, **more: Any) -> Self:
        """Return the contract with every field from `more`, or from the first source that has it."""
        names = [field.name for field in fields(cls) if field.name not in more]
        owners = {name: next((source for source in sources if hasattr(source, name)), None) for name in names}
        return cls(
            **{name: getattr(owner, name) for name, owner in owners.items() if owner is not None}, **more
        )


class FileContract(Contract):
    """A file as text."""

    name: str
    """The suggested file name."""
    text: str

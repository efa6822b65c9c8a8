"""The base of all contracts, which picks fields by their names."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Self

Pair = tuple[float, float]
MaybePair = tuple[float | None, float | None]
Counts = tuple[int, int]
Intervals = tuple[Pair, ...]


class Contract:
    """The base of answers whose JSON has other names, units or words than the result."""

    @classmethod
    def of(cls, *sources: Any, **more: Any) -> Self:
        """Return the contract of an answer that has all its fields."""
        return cls.pick(*sources, **more)

    @classmethod
    def pick(cls, *sources: Any, **more: Any) -> Self:
        """Return the contract with every field from `more`, or from the first source that has it."""
        names = [field.name for field in fields(cls) if field.name not in more]  # type: ignore[arg-type]
        return cls(**{name: _first(name, sources) for name in names if _has(name, sources)}, **more)


def _has(name: str, sources: tuple[Any, ...]) -> bool:
    return any(hasattr(source, name) for source in sources)


def _first(name: str, sources: tuple[Any, ...]) -> Any:
    return next(getattr(source, name) for source in sources if hasattr(source, name))


@dataclass(frozen=True, kw_only=True)
class FileContract(Contract):
    """A file as text."""

    name: str
    """The suggested file name."""
    text: str

"""Raises before the all-in: what is asked of a spot with sizes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Self

from jamfold.betting.raises import POT, TIMES, Raises, Size, raise_tree
from jamfold.cases.chips import ChipsRequest, LevelRequest
from jamfold.cases.fields import AmountList, request_field
from jamfold.core.errors import SituationError
from jamfold.valuation.numbers import read_number

PANEL = "Raises before the all-in"
_MULTIPLE = re.compile(r"(\d{1,6}\.?\d{0,6}|\.\d{1,6})x", re.IGNORECASE | re.ASCII)
_TWICE = 2.0


class SizesRequest(LevelRequest):
    """A question in which raises before the all-in may be listed; nobody limps or flat-calls."""

    open: AmountList = request_field(
        (),
        "Open sizes (raise to), e.g. 2.2bb, 2.5x, pot or chips. Without any: jam or fold.",
        metavar="SIZE",
        panel=PANEL,
    )
    raises: AmountList = request_field(
        (),
        "Sizes of the 3-bet, the 4-bet and so on: 6bb, 3x (the previous raise), pot or chips.",
        label="later raises",
        metavar="SIZE",
        panel=PANEL,
    )
    limit: str | None = request_field(
        None,
        "Betting limit: pot. Raises without a size are pot-sized.",
        metavar="LIMIT",
        choices=(POT,),
        panel=PANEL,
    )
    jam: bool = request_field(
        True,
        "Allow jams next to smaller raises.",
        label="jams next to raises",
        option="--jam/--no-jam",
        panel=PANEL,
    )

    def __post_init__(self) -> None:
        """Keep sizes in chips."""
        super().__post_init__()
        for name in ("open", "raises"):
            self._set(**{name: tuple(self._size(size, name) for size in getattr(self, name))})
        assert self.sizes is not None

    def _size(self, value: Any, name: str) -> Size:
        """Convert a size to chips; relative sizes stay text."""
        text = value.strip().lower() if isinstance(value, str) else ""
        if text == POT or _MULTIPLE.fullmatch(text):
            return text
        chips = self._chips(value)
        if isinstance(chips, str):
            raise SituationError(
                f"'{chips[:40]}' is not a raise size. Use 2.2bb, 3x, pot or chips.", field=name
            )
        return read_number(chips, f"{self.field_specs()[name].label} size", name)

    @property
    def sizes(self) -> Raises:
        return Raises(self.open, self.raises, self.limit or "", self.jam)


class RaisesRequest(SizesRequest, ChipsRequest):
    """A question about a spot in which raises before the all-in may be listed."""

    def __post_init__(self) -> None:
        """Refuse sizes that are no legal raise."""
        super().__post_init__()
        if self.sizes:
            raise_tree(self.situation, self.sizes)

    @classmethod
    def from_cli(cls, values: Mapping[str, Any]) -> Self:
        """As every question; the last of several sizes is the stack where no other word says it.

        ``--open 2bb 10bb`` is an open to 2 bb with stacks of 10: nobody lists two opens so far apart.
        """
        if not values.keys() & {"stacks", "saved"}:
            for name in ("raises", "open"):
                sizes = str(values.get(name) or "").split()
                if len(sizes) > 1 and (name == "raises" or _far_apart(*sizes[-2:])):
                    values = {**values, name: " ".join(sizes[:-1]), "stacks": sizes[-1]}
                    break
                if sizes:
                    break
        return super().from_cli(values)


def _far_apart(size: str, last: str) -> bool:
    """Return whether the last amount is at least twice the one before."""
    try:
        small, large = (float(amount.lower().removesuffix("bb")) for amount in (size, last))
    except ValueError:
        return last != POT and not last.endswith(TIMES)
    return large >= _TWICE * small

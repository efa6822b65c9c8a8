"""The contract of many spots in one file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from jamfold.answers.batch import BatchLine
from jamfold.views.contracts.base import Contract


@dataclass(frozen=True, kw_only=True)
class BatchLineContract(Contract):
    """A line of a file of spots, solved; all numbers are null where `error` says why there is none."""

    spot: dict[str, str]
    """The cells of the line, by column."""
    s: float | None
    b: float | None
    jam_percent: float | None
    call_percent: float | None
    value_bb: float | None
    """For the small blind, in chips divided by the big blind."""
    value_sb_chips: float | None
    value_bb_chips: float | None
    value_sb_money: float | None
    """What the small blind's chips are worth after the hand; null where only chips are played for."""
    value_bb_money: float | None
    gain_sb: float | None
    """What the small blind could still gain: in money where money is played for, else in big blinds."""
    gain_bb: float | None
    """The same of the big blind."""
    exact: bool | None
    mixed_jams: int | None
    """Classes that are jammed sometimes."""
    mixed_calls: int | None
    open_percent: float | None
    """Of all hands that the small blind raises first without going all-in; null where no raises are listed.
    Then jam_percent and call_percent are of the jam without a raise before it, and of calls of that."""
    sb_plays_percent: float | None
    """Of all hands of the small blind that are not folded first; null where no raises are listed."""
    bb_plays_percent: float | None
    """The same of the big blind at the first decision."""
    error: str

    @classmethod
    def of(cls, line: BatchLine) -> Self:
        """The contract of a line."""
        one = line.solved
        if one is None:
            nothing = dict.fromkeys(RESULTS)
            return cls(spot=line.texts, **nothing | {"error": line.error})  # type: ignore[arg-type]
        money = one.value_money or (None, None)
        plays = one.plays_percent or (None, None)
        return cls.pick(
            one,
            spot=line.texts,
            value_sb_chips=one.value_chips[0],
            value_bb_chips=one.value_chips[1],
            value_sb_money=money[0],
            value_bb_money=money[1],
            gain_sb=one.gains[0],
            gain_bb=one.gains[1],
            mixed_jams=one.mixed[0],
            mixed_calls=one.mixed[1],
            sb_plays_percent=plays[0],
            bb_plays_percent=plays[1],
            error="",
        )


RESULTS = tuple(name for name in BatchLineContract.__annotations__ if name != "spot")
"""The columns of what was solved, in their order."""

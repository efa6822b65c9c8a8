"""The contracts of played hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from jamfold.answers.histories import StoredHand
from jamfold.views.contracts.base import Contract


@dataclass(frozen=True, kw_only=True)
class HistoryHandContract(Contract):
    """A kept hand; amounts in chips or money, as the site wrote them."""

    file: str
    line: int
    hand_id: str
    site: str
    game: str
    limit: str
    status: str
    """decision, other (they limped or raised less), none, or outside."""
    reason: str
    """Why it is no decision; empty if it is one."""
    players: int
    day: str
    tournament: str
    currency: str
    hero: str
    sb_name: str
    bb_name: str
    sb_stack: float | None
    bb_stack: float | None
    """Before anything is posted; null where nobody posted the blind."""
    small_blind: float
    big_blind: float
    sb_ante: float
    bb_ante: float
    """Posted, dead blinds of the two among them."""
    dead: float | None
    """d: posted by those who folded; null, as the next three, where there is no spot."""
    live: float | None
    """L: what each of the two can still win or lose after the antes."""
    s: float | None
    b: float | None
    sb_decision: str
    bb_decision: str
    sb_cards: str
    bb_cards: str

    @classmethod
    def of(cls, kept: StoredHand) -> Self:
        """The contract of a kept hand."""
        row = kept.row

        def chips(coins: int | None) -> float | None:
            if coins is None:
                return None
            return coins / row.coin if coins % row.coin else coins // row.coin

        amounts = {
            name: chips(getattr(row, name))
            for name in ("small_blind", "big_blind", "sb_ante", "bb_ante", "dead", "live")
        }
        return cls.pick(
            row,
            file=kept.file,
            sb_stack=chips(row.sb_stack) if row.sb_name else None,
            bb_stack=chips(row.bb_stack) if row.bb_name else None,
            **amounts,
        )

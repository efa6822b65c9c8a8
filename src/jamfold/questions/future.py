"""Future game simulation: what is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from jamfold.errors import SituationError
from jamfold.questions.chips import LevelQuestion
from jamfold.questions.fields import AmountList, entry
from jamfold.questions.table import counted_notices
from jamfold.questions.tournaments import time_text
from jamfold.questions.watching import Watch
from jamfold.questions.worth import PrizesQuestion
from jamfold.worth.numbers import read_number

if TYPE_CHECKING:
    from jamfold.spots.table.hand import TableHand
    from jamfold.tournaments.future import FutureGame

_LONG = 10.0
"""Seconds from which the size of the work is told before it begins."""


@dataclass(frozen=True, kw_only=True)
class FutureQuestion(PrizesQuestion, LevelQuestion):
    """What stacks are worth when the next hands are played, not only modelled (FGS), and the hand for that.

    Two seats in all games, three in Hold'em and Six-Plus. Everybody jams or folds in every hand; every
    hand is solved over all deals, for what stacks are worth after it: by the stack model after the last one.
    """

    name: ClassVar[str] = "fgs"
    lane: ClassVar[str] = "solving"

    stacks: AmountList = entry(
        (), "Chips of sb, bb, btn before anything is posted; 12.5bb for big blinds.", metavar="CHIPS"
    )
    depth: int = entry(2, "How many hands are played, this one included.", metavar="K", least=1, most=10)
    whole_chips: bool = entry(
        False, "Divide pots in whole chips, odd ones from the button's left on.", label="whole chips only"
    )

    def __post_init__(self) -> None:
        """Read every amount, and make the hand."""
        super().__post_init__()
        for name in ("ante", "bb_ante"):
            object.__setattr__(self, name, self._amount(name))
        try:
            small, big = self.blinds
        except (TypeError, ValueError):
            raise SituationError("The blinds must be two numbers.", field="blind_sb") from None
        blinds = read_number(small, "small blind", "blind_sb"), read_number(big, "big blind", "blind_bb")
        object.__setattr__(self, "blinds", blinds)
        if not self.stacks:
            raise SituationError("There are no players: give their stacks.", field="stacks")
        stacks = tuple(
            read_number(self._chips(value), f"stack of seat {k}", "stacks")
            for k, value in enumerate(self.stacks, 1)
        )
        object.__setattr__(self, "stacks", stacks)
        from jamfold.tournaments.future import check_future

        check_future(self.rules, self.hand, self.depth)

    @property
    def hand(self) -> TableHand:
        """The hand."""
        from jamfold.spots.table.hand import TableHand

        try:
            return TableHand(
                stacks=self.stacks,  # type: ignore[arg-type]
                blinds=self.blinds,  # type: ignore[arg-type]
                ante=self.ante,  # type: ignore[arg-type]
                bb_ante=self.bb_ante,  # type: ignore[arg-type]
                prizes=self.paid() if self.prizes else None,
                model=self.model,
                whole_chips=self.whole_chips,
            )
        except SituationError as error:
            if error.field == "blinds":
                error.field = "blind_sb"
            raise

    def answer(self, watch: Watch) -> FutureGame:
        """Values by depth, and the hand."""
        from jamfold.tournaments.future import expected_seconds, future_game, needed_hands
        from jamfold.tournaments.future_keeping import kept_future

        levels = needed_hands(self.rules, self.hand, self.depth)
        hands, seconds = sum(map(len, levels.values())), expected_seconds(self.rules, levels)
        if seconds > _LONG:
            watch.notice(
                f"{hands:,} hands are solved in about {time_text(seconds)}; "
                "what is cut off goes on the next time."
            )
        for notice in counted_notices(self.rules, self.hand):
            watch.notice(notice)
        with kept_future(self.rules, self.hand, self.depth, hands) as keeper:
            return future_game(self.rules, self.hand, self.depth, watch.stage, keeper)

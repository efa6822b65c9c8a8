"""Questions about whole strategies: lists of hands, and two strategies side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

from jamfold.errors import ClassError
from jamfold.hand.raises import Raises
from jamfold.questions.fields import entry
from jamfold.questions.spots import SeatQuestion, SpotQuestion, TreeQuestion

SORTS = ("id", "ev", "margin", "played", "size", "close", "other_played", "other_margin", "apart", "cost")
"""Orders of a list; the last four need a second source."""


@dataclass(frozen=True, kw_only=True)
class StrategyQuestion(SeatQuestion):
    """A question about one player's strategy, perhaps beside another source's."""

    other: TreeQuestion | None = entry(None, "A second spot with the same hands.", label="Compare with")


@dataclass(frozen=True, kw_only=True)
class HandsQuestion(TreeQuestion, StrategyQuestion):
    """List a strategy: every class with how often it is played, EVs and margin."""

    name: ClassVar[str] = "hands"
    hand_texts: ClassVar[tuple[str, ...]] = ("range",)

    sort: str = entry(
        "ev",
        "id, ev (all-in EV), margin (gain over folding), played, size, close (least margin first); "
        "beside another spot also apart and cost.",
        metavar="ORDER",
        label="order",
        choices=SORTS,
    )
    reverse: bool = entry(False, "The other way round.")
    pattern: str = entry("", "Suit pattern, such as aabb: two suits of two cards.", metavar="PATTERN")
    contains: str = entry(
        "", "Cards (Ah Kh: a suited ace and king) or ranks (AA) in the hand.", metavar="CARDS"
    )
    range: str = entry("", "Only hands of a range, such as AA$ds or 22+.", metavar="R")
    family: str = entry(
        "", "Only a family of four-card hands, such as 'AAxx' or 'AAxx/double-suited'.", metavar="F"
    )
    top: int | None = entry(None, "Only the first N.", metavar="N", least=1, label="number of hands")


@dataclass(frozen=True, kw_only=True)
class CompareQuestion(TreeQuestion):
    """Compare two spots, or a spot with ranges or a CSV file of another tool.

    Which hands are played differently, and what each difference costs: the other source's
    chances are judged by the EVs of the first spot, against the other player's strategy there.
    """

    name: ClassVar[str] = "compare"
    hand_texts: ClassVar[tuple[str, ...]] = ("jam", "call")

    other: TreeQuestion | None = entry(
        None, "The second spot; what is not given is as in the first.", label="Compare with"
    )
    jam: str = entry(  # type: ignore[assignment]  # here a range: a jam is listed beside every raise
        "",
        "A range of the small blind to compare, such as '22+,A2+'.",
        label="Small blind jams with",
        metavar="R",
    )
    call: str = entry("", "A range of the big blind to compare.", label="Big blind calls with", metavar="R")
    file: Path | None = entry(
        None,
        "A CSV file of another tool: a column of hands, and columns jam and call (or played) with chances.",
        option="--csv",
        metavar="FILE",
        local=True,
        reads=True,
    )
    csv: str = entry("", "The text of such a file.", label="CSV", remote=True, longest=200_000)
    top: int = entry(
        25, "Hands to show of each seat, dearest first.", metavar="N", least=1, label="number of hands"
    )

    @classmethod
    def of_values(cls, values: Mapping[str, Any]) -> Self:
        """As every question; the second spot takes no range from the first for whether a jam is listed."""
        alone = values.get("other") is not None and not values.get("jam")
        return super().of_values({k: one for k, one in values.items() if not (alone and k == "jam")})

    @property
    def sizes(self) -> Raises:
        """What raises are listed."""
        return Raises(self.open, self.raises, self.limit or "")

    @property
    def spot(self) -> SpotQuestion:
        """The spot alone; with its sizes where there are any."""
        values = {name: getattr(self, name) for name in TreeQuestion.asked() if name != "jam"}
        return TreeQuestion(**values) if self.sizes else super().spot

    def __post_init__(self) -> None:
        """One other source."""
        super().__post_init__()
        sources = (self.other is not None, bool(self.jam or self.call), self.file is not None, bool(self.csv))
        if sum(sources) != 1:
            raise ClassError(
                "Give one thing to compare with: a second spot, ranges (--jam, --call), or a CSV file.",
                field="other",
            )
        if self.sizes and self.other is None:
            raise ClassError(
                "Ranges and files are compared where everybody jams or folds: leave the raises out.",
                field="open",
            )

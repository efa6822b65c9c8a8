"""Questions about whole strategies: lists of hands, and two strategies side by side."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from jamfold.errors import ClassError, at_field
from jamfold.questions.fields import entry
from jamfold.questions.spots import SeatQuestion, SpotQuestion, load_table
from jamfold.questions.watching import Watch

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from jamfold.games import Game
    from jamfold.ranges import HandRange
    from jamfold.spots.comparison import Comparison
    from jamfold.spots.listing import HandList
    from jamfold.spots.solution import SpotSolution
    from jamfold.spots.strategy import Seat, SeatStrategy


SORTS = ("id", "ev", "margin", "played", "size", "close", "other_played", "other_margin", "apart", "cost")
"""Orders of a list; the last four need a second source."""


def parse_held(
    text: str, game: Game, watch: Watch, notation: str | None = None, field: str = "text"
) -> HandRange:
    """A range of a game, from the entry `field`; percentages go by equity against a random hand."""
    from jamfold.ranges import best_first, parse_range

    with at_field(field):
        return parse_range(text, game, notation, lambda: best_first(load_table(game, watch).row_sums))


@dataclass(frozen=True, kw_only=True)
class StrategyQuestion(SeatQuestion):
    """A question about one player's strategy, perhaps beside another source's."""

    other: SpotQuestion | None = entry(None, "A second spot with the same hands.", label="Compare with")

    def strategies(self, watch: Watch) -> tuple[SeatStrategy, Comparison | None]:
        """The strategy, and how the second spot plays the same hands, if there is one."""
        from jamfold.spots.comparison import Comparison

        first = self.solved(watch).strategy(self.seat)
        if self.other is None:
            return first, None
        with at_field("other"):
            return first, Comparison.of_spots(first, self.other.solved(watch).strategy(self.seat))


@dataclass(frozen=True, kw_only=True)
class HandsQuestion(StrategyQuestion):
    """List a strategy: every class with how often it is played, EVs and margin."""

    name: ClassVar[str] = "hands"

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

    def answer(self, watch: Watch) -> HandList:
        """The list."""
        from jamfold.spots.listing import HandFilter, list_hands

        wanted = HandFilter(self.pattern, self.contains, self.family)
        if self.saved is None:
            wanted.chosen(self.rules)  # a bad filter is told before anything is solved
        strategy, comparison = self.strategies(watch)
        held = None
        if self.range:
            held = parse_held(self.range, strategy.game, watch, field="range")
        chosen = wanted.chosen(strategy.game, held)
        hands = list_hands(strategy, chosen, self.sort, reverse=self.reverse, comparison=comparison)
        hands = replace(hands, warnings=() if held is None else tuple(held.warnings))
        return hands if self.top is None else hands.first(self.top)


@dataclass(frozen=True, kw_only=True)
class CompareQuestion(SpotQuestion):
    """Compare two spots, or a spot with ranges or a CSV file of another tool.

    Which hands are played differently, and what each difference costs: the other source's
    chances are judged by the EVs of the first spot, against the other player's strategy there.
    """

    name: ClassVar[str] = "compare"

    other: SpotQuestion | None = entry(
        None, "The second spot; what is not given is as in the first.", label="Compare with"
    )
    jam: str = entry(
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
    )
    csv: str = entry("", "The text of such a file.", label="CSV", remote=True, longest=200_000)
    top: int = entry(
        25, "Hands to show of each seat, dearest first.", metavar="N", least=1, label="number of hands"
    )

    def __post_init__(self) -> None:
        """One other source."""
        super().__post_init__()
        sources = (self.other is not None, bool(self.jam or self.call), self.file is not None, bool(self.csv))
        if sum(sources) != 1:
            raise ClassError(
                "Give one thing to compare with: a second spot, ranges (--jam, --call), or a CSV file.",
                field="other",
            )

    def answer(self, watch: Watch) -> ComparedSpots:
        """Both seats compared, where the other source has them."""
        from jamfold.spots.comparison import Comparison
        from jamfold.spots.strategy import Seat

        if self.other is None:
            ranges = self._ranges(watch)  # a bad text is told before anything is solved
            chances = {seat: held.class_shares for seat, held in ranges.items()} or self._csv_chances()
            warnings = tuple(warning for held in ranges.values() for warning in held.warnings)
            first = self.solved(watch)
            pairs = [Comparison(first.strategy(seat), chances[seat]) for seat in Seat if seat in chances]
            return ComparedSpots(first, None, tuple(pairs), warnings)
        first, second = self.solved(watch), self.other.solved(watch)
        with at_field("other"):
            pairs = [Comparison.of_spots(first.strategy(seat), second.strategy(seat)) for seat in Seat]
        return ComparedSpots(first, second, tuple(pairs))

    def _ranges(self, watch: Watch) -> dict[Seat, HandRange]:
        """The ranges that were given, by seat."""
        from jamfold.spots.strategy import Seat

        texts = {Seat.SMALL_BLIND: ("jam", self.jam), Seat.BIG_BLIND: ("call", self.call)}
        return {
            seat: parse_held(text, self.rules, watch, field=name)
            for seat, (name, text) in texts.items()
            if text
        }

    def _csv_chances(self) -> dict[Seat, NDArray[np.float64]]:
        """How the other tool plays, by seat."""
        from jamfold.spots.strategy_csv import parse_strategy_csv

        if self.file is not None:
            try:
                text = self.file.read_text(encoding="utf-8-sig")
            except (OSError, UnicodeDecodeError) as error:
                reason = getattr(error, "strerror", None) or "it is no text"
                raise ClassError(f"Cannot read '{self.file}': {reason}.", field="csv") from None
        else:
            text = self.csv
        with at_field("csv"):
            return parse_strategy_csv(text, self.rules)


@dataclass(frozen=True, eq=False)
class ComparedSpots:
    """A solved spot beside another source.

    Attributes
    ----------
    first
        The spot whose EVs judge.
    second
        The other spot, if the source is one.
    comparisons
        One for each seat that the source has, the small blind's first.
    warnings
        What was probably not meant in the ranges.
    """

    first: SpotSolution
    second: SpotSolution | None
    comparisons: tuple[Comparison, ...]
    warnings: tuple[str, ...] = ()

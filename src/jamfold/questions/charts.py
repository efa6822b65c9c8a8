"""The chart of a game: the equilibrium over a range of stacks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from jamfold.errors import ChartError
from jamfold.games import Game
from jamfold.questions.chips import TwoPlayersQuestion
from jamfold.questions.cluster import ClusterQuestion
from jamfold.questions.fields import entry
from jamfold.questions.memory import Memory
from jamfold.questions.spots import load_table
from jamfold.questions.watching import Watch
from jamfold.spots.situation import Situation

if TYPE_CHECKING:
    from jamfold.spots.charts import Chart
    from jamfold.spots.stacks import Level, StackGrid


_charts: Memory[tuple[Game, StackGrid, Level], Chart] = Memory(4)


def make_chart(game: Game, grid: StackGrid, level: Level, watch: Watch) -> Chart:
    """The chart of a game over a grid of stacks, from memory or now."""
    from jamfold.spots import charts
    from jamfold.spots.charts import needs_planes

    load_table(game, watch, planes=needs_planes(game, grid, level))
    return _charts.get(
        (game, grid, level), lambda: charts.make_chart(game, grid, level, progress=watch.stage)
    )


@dataclass(frozen=True, kw_only=True)
class ChartQuestion(ClusterQuestion, TwoPlayersQuestion):
    """Show at which stacks each hand is jammed and called in equilibrium.

    Stacks are in big blinds, before antes and blinds are posted; antes are in chips, in the
    measure of the blinds.  A hand counts as played where its chance is at least one half;
    where it is indifferent it is marked as free.
    """

    name: ClassVar[str] = "chart"
    lane: ClassVar[str] = "solving"

    low: float = entry(
        1.0, "Smallest stack, big blinds.", label="lowest stack", option="--from", metavar="BB"
    )
    high: float = entry(
        25.0, "Largest stack, big blinds.", label="highest stack", option="--to", metavar="BB"
    )
    step: float = entry(0.1, "Step of the stacks, big blinds.", metavar="BB")
    blind: float | None = entry(
        None, "Small blind in big blinds, no antes.", label="small blind", metavar="B", shown="0.5"
    )

    def __post_init__(self) -> None:
        """Check the stacks, and the blinds and antes at the lowest of them."""
        super().__post_init__()
        usual = TwoPlayersQuestion()
        chips = ("blinds", "ante", "bb_ante", "dead")
        if self.blind is not None and any(getattr(self, name) != getattr(usual, name) for name in chips):
            raise ChartError(
                "Give the small blind as --blind, or --blinds and antes in chips, not both.", field="blind"
            )
        blinds = self.blinds if self.blind is None else (self.blind, 1.0)
        antes = [self._chips(value) for value in (self.ante, self.bb_ante, self.dead)]
        situation = Situation.from_antes((1.0, 1.0), blinds, *antes)  # type: ignore[arg-type]
        values = (situation.blinds, *map(float, antes)) if self.blind is None else ()
        for name, value in zip(chips, values, strict=False):
            object.__setattr__(self, name, value)
        assert self.grid is not None

    @property
    def grid(self) -> StackGrid:
        """The stacks."""
        from jamfold.spots.stacks import StackGrid

        return StackGrid(self.low, self.high, self.step)

    @property
    def level(self) -> Level:
        """Blinds, antes and dead money; without antes, in units of the big blind."""
        from jamfold.spots.stacks import Level

        if self.blind is not None:
            return Level((self.blind, 1.0), terms=self.terms)
        small, big = map(float, self.blinds)
        ante, bb_ante, dead = map(float, (self.ante, self.bb_ante, self.dead))
        terms = self.terms
        if terms.plain and not (ante or bb_ante or dead):
            return Level((small / big, 1.0))
        return Level((small, big), (ante, ante + bb_ante), dead, terms)

    def answer(self, watch: Watch) -> Chart:
        """The chart."""
        return make_chart(self.rules, self.grid, self.level, watch)

"""Questions about one spot, its chips and its method; solve it, answer a range, see it converge."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self
from urllib.parse import parse_qsl

from jamfold.errors import SituationError, SolutionError, SolverError, at_field
from jamfold.games import GAMES, Game
from jamfold.questions.chips import ChipsQuestion
from jamfold.questions.cluster import ClusterQuestion
from jamfold.questions.fields import entry
from jamfold.questions.memory import Memory
from jamfold.questions.watching import Watch

if TYPE_CHECKING:
    from jamfold.counting.classes import ClassId
    from jamfold.ranges import HandRange
    from jamfold.solver.payoffs import Payoffs
    from jamfold.solver.solution import Iteration
    from jamfold.spots.exploit import Exploit
    from jamfold.spots.solution import SpotSolution
    from jamfold.spots.strategy import Seat
    from jamfold.spots.terms import Played

    Wanted = tuple[ClassId, str] | HandRange

SEATS = ("sb", "bb")
EXACT, FICTITIOUS_PLAY = METHODS = ("exact", "fictitious-play")
USUAL_ITERATIONS = 100

_spots: Memory[SpotQuestion, SpotSolution] = Memory(24)


@dataclass(frozen=True, kw_only=True)
class SpotQuestion(ClusterQuestion, ChipsQuestion):
    """A question about a solved spot; `solved` solves it, or finds it solved."""

    method: str = entry(EXACT, "exact or fictitious-play.", choices=METHODS, metavar="METHOD")
    iterations: int | None = entry(
        None,
        "Iterations of fictitious-play.",
        label="number of iterations",
        metavar="N",
        least=1,
        most=1_000_000,
        shown=str(USUAL_ITERATIONS),
    )

    def __post_init__(self) -> None:
        """Iterations are for fictitious play."""
        if self.method == EXACT and self.iterations is not None:
            raise SolverError(
                "A number of iterations is for fictitious-play: exact takes as many as it needs.",
                field="iterations",
            )
        super().__post_init__()

    @classmethod
    def of_texts(cls, values: Any) -> Any:
        """As every question; iterations that stand beside the exact method are left out."""
        if (values.get("method") or EXACT) == EXACT:
            values = {name: value for name, value in values.items() if name != "iterations"}
        return super().of_texts(values)

    @classmethod
    def within(cls, outer: Any, changes: Any) -> Any:
        """As every question; the exact method takes no iterations from the outer one."""
        if changes.get("method") == EXACT:
            outer = {name: value for name, value in outer.items() if name != "iterations"}
        return super().within(outer, changes)

    @classmethod
    def of_spot(cls, spot: SpotQuestion, **more: Any) -> Self:
        """The question about the spot of another one."""
        return cls(**{name: getattr(spot, name) for name in SpotQuestion.asked()}, **more)

    @classmethod
    def of_address(cls, address: str) -> Self:
        """The question of a text that `address` gave."""
        question: Self = cls.of_texts(dict(parse_qsl(address)))
        return question

    @property
    def spot(self) -> SpotQuestion:
        """The spot alone: game, chips and method."""
        return SpotQuestion.of_spot(self)

    @property
    def method_text(self) -> str:
        """The method in words."""
        if self.method == EXACT:
            return "exact"
        return f"{self.iterations or USUAL_ITERATIONS:,} iterations of fictitious play"

    def _words(self) -> dict[str, str]:
        return super()._words() | {"method": self.method_text}

    def address(self) -> str:
        """The spot as one text, never empty, that `of_address` reads."""
        return self.spot.query() or f"game={self.game}"

    def same_hands(self, other: SpotQuestion) -> bool:
        """Whether both games are played with the same hands."""
        return self.rules.deals_like(other.rules)

    def solved(self, watch: Watch) -> SpotSolution:
        """The solution of the spot, from memory or now.

        Raises
        ------
        TableError
            If the class table cannot be built here.
        """
        spot = self.spot
        return _spots.get(spot, lambda: spot.solve_now(watch))

    def solve_now(self, watch: Watch) -> SpotSolution:
        """The solution, computed now."""
        from jamfold.spots.solving import solve_situation

        count = None if self.method == EXACT else self.iterations or USUAL_ITERATIONS
        played = self._ready(watch)

        def hear(iteration: Iteration) -> None:
            watch.iteration(iteration, played, count)

        return solve_situation(
            self.rules,
            self.situation,
            self.terms,
            method=self.method,
            iterations=self.iterations,
            progress=hear,
        )

    def _ready(self, watch: Watch) -> Played:
        """The spot as the solver takes it, its table loaded, or built now."""
        from jamfold.spots.terms import play

        played = play(self.situation, self.terms, split=self.rules.split_low)
        load_table(self.rules, watch, planes=played.stakes.needs_planes)
        return played


def load_table(game: Game, watch: Watch, *, planes: bool = False) -> Payoffs:
    """What the solver needs of a game, built first where it is missing, by one thread at a time.

    With `planes`, also the outcomes between losing and winning.
    """
    from jamfold.spots import solving

    with _turns[game]:
        if not solving.is_loaded(game, planes=planes):
            from jamfold.tables.outcomes import outcome_notice
            from jamfold.tables.sums import is_large_build, sums_notice

            for notice in (sums_notice(game), outcome_notice(game) if planes else None):
                if notice:
                    watch.notice(notice)
            if is_large_build(game):
                watch.agree(f"Build the factors of {game.title} now?")
        return solving.load_payoffs(game, watch.stage, planes=planes)


_turns = {game: threading.Lock() for game in GAMES.values()}


_ALONE = "A saved solution has its own game, stacks and method: leave those options out."
_ALONE_NAMES = SpotQuestion.asked().keys() - ClusterQuestion.asked().keys()


@dataclass(frozen=True, kw_only=True)
class SavedSpotQuestion(SpotQuestion):
    """A question about a spot that is solved now, or has been saved."""

    saved: Path | None = entry(
        None,
        "A solution saved by solve --save, in place of a spot.",
        option="--from",
        metavar="FILE",
        local=True,
    )

    def __post_init__(self) -> None:
        """A saved solution stands alone."""
        super().__post_init__()
        if self.saved is not None and self.spot != SpotQuestion(cluster=self.cluster):
            raise SolutionError(_ALONE, field="from")

    @classmethod
    def of_values(cls, values: Any) -> Any:
        """As every question; beside a saved solution nothing of a spot is given, not even the usual."""
        if values.get("saved") is not None and values.keys() & _ALONE_NAMES:
            raise SolutionError(_ALONE, field="from")
        return super().of_values(values)

    def solved(self, watch: Watch) -> SpotSolution:
        """The saved solution, or the solution of the spot."""
        if self.saved is None:
            return super().solved(watch)
        from jamfold.spots.solution import load_solution

        return load_solution(self.saved)


@dataclass(frozen=True, kw_only=True)
class SolveQuestion(SpotQuestion):
    """Solve a spot: how much is jammed and called, values, and how exact that is.

    Chips are net results from the start of the hand; bb are chips divided by the big blind.

    With --call-range or --jam-range: the best response to that range of the other player,
    what it gains over the equilibrium, and what the range costs.
    """

    name: ClassVar[str] = "solve"
    lane: ClassVar[str] = "solving"

    call_range: str | None = entry(
        None,
        "Answer this range of the big blind, instead of solving.",
        label="Big blind calls with",
        metavar="R",
    )
    jam_range: str | None = entry(
        None,
        "Answer this range of the small blind, instead of solving.",
        label="Small blind jams with",
        metavar="R",
    )

    def __post_init__(self) -> None:
        """A range is answered exactly."""
        super().__post_init__()
        if self.answers_range and (self.method != EXACT or self.iterations is not None):
            raise SolverError(
                "A best response is exact: leave the method and iterations out.", field="method"
            )
        if self.call_range is not None and self.jam_range is not None:
            raise SolverError(
                "Give the range of one player, --call-range or --jam-range, not both.", field="jam_range"
            )

    @property
    def answers_range(self) -> bool:
        """Whether a range is to be answered."""
        return self.call_range is not None or self.jam_range is not None

    def answer(self, watch: Watch) -> SpotSolution | Exploit:
        """The solution, or the best response to a range."""
        if not self.answers_range:
            return self.solved(watch)
        from jamfold.spots.exploit import exploit_range
        from jamfold.spots.strategy import Seat

        seat = Seat.SMALL_BLIND if self.call_range is not None else Seat.BIG_BLIND
        self._ready(watch)
        with at_field("call_range" if self.call_range is not None else "jam_range"):
            return exploit_range(
                self.rules,
                self.situation,
                self.call_range or self.jam_range or "",
                seat,
                watch.stage,
                terms=self.terms,
            )


@dataclass(frozen=True, kw_only=True)
class ConvergeQuestion(ClusterQuestion, ChipsQuestion):
    """Plot epsilon by iteration of fictitious play, both axes logarithmic."""

    name: ClassVar[str] = "converge"
    lane: ClassVar[str] = "solving"

    iterations: int | None = entry(
        None,
        "Iterations of fictitious-play.",
        label="number of iterations",
        metavar="N",
        least=1,
        most=1_000_000,
        shown=str(USUAL_ITERATIONS),
    )

    def answer(self, watch: Watch) -> SpotSolution:
        """The solution by fictitious play, with its history."""
        chips = {name: getattr(self, name) for name in ChipsQuestion.asked()}
        return SpotQuestion(**chips, method=FICTITIOUS_PLAY, iterations=self.iterations).solved(watch)


@dataclass(frozen=True, kw_only=True)
class SeatQuestion(SavedSpotQuestion):
    """A question about one player's strategy."""

    position: str = entry(
        "sb", "sb: small blind, jam or fold; bb: big blind, call or fold.",
        option="--as", metavar="sb|bb", label="seat",
    )  # fmt: skip

    def __post_init__(self) -> None:
        """A seat that there is."""
        super().__post_init__()
        seat = self.position.strip().lower()
        if seat not in SEATS:
            raise SituationError(
                f"The position must be sb or bb, not '{self.position[:40]}'.", field="position"
            )
        object.__setattr__(self, "position", seat)

    @property
    def seat(self) -> Seat:
        """Whose strategy it is."""
        from jamfold.spots.strategy import Seat

        return Seat(self.position)

"""Tournaments of two and three players: what is asked, one of their states, and files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from jamfold.errors import TournamentError, WorthError
from jamfold.games import Game
from jamfold.questions.amounts import in_chips
from jamfold.questions.chips import GameQuestion
from jamfold.questions.fields import Amount, AmountList, Amounts, entry
from jamfold.questions.memory import Memory
from jamfold.questions.spots import load_table
from jamfold.questions.table import counted_notices
from jamfold.questions.watching import Watch
from jamfold.questions.worth import PrizesQuestion
from jamfold.worth.numbers import read_number

if TYPE_CHECKING:
    from jamfold.tournaments.levels import Schedule
    from jamfold.tournaments.three_keeping import ThreeTournament
    from jamfold.tournaments.three_players import Grid
    from jamfold.tournaments.tournament import Tournament

_LONG = 10.0
"""Seconds from which the size of the work is told before it begins."""
_BLINDS = (5, 10)

_tournaments: Memory[tuple[Game, Schedule], Tournament] = Memory(4)
_threes: Memory[tuple[Game, Grid, int], ThreeTournament] = Memory(4)


@dataclass(frozen=True, kw_only=True)
class ScheduleQuestion(GameQuestion):
    """A question about a tournament: chips, blinds, and the unit in which stacks are counted."""

    chips: Amount = entry(
        100,
        "Chips of both players together; 20bb for big blinds.",
        label="chips of both players",
        metavar="CHIPS",
    )
    blinds: Amounts = entry(
        _BLINDS,
        "Small and big blind in chips, until the end.",
        metavar="SB BB",
        parts=(("blind_sb", "Small blind"), ("blind_bb", "Big blind")),
    )
    ante: Amount = entry(0, "Ante of each player.", label="Ante, each", metavar="CHIPS")
    unit: Amount | None = entry(
        None,
        "Chips of one step of the stacks.",
        label="unit of the stacks",
        metavar="CHIPS",
        shown="the largest that fits all amounts",
    )
    levels: str = entry(
        "",
        "In place of blinds and ante: hands x small/big/ante, '4 x 1/2/0; rest x 2/4/0'.",
        metavar="LEVELS",
        longest=2000,
    )

    def __post_init__(self) -> None:
        """Read every amount, and make the schedule."""
        super().__post_init__()
        blinds, ante = self._blinds(), self._amount("ante", "ante")
        if self.levels and (blinds != _BLINDS or ante):
            raise TournamentError("Give blinds and ante, or levels: one of both.", field="levels")
        values: dict[str, Any] = {"blinds": blinds, "ante": ante}
        if self.unit is not None:
            values["unit"] = self._amount("unit", "unit")
        for name, value in values.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "chips", self._amount("chips", "number of chips"))
        if self.levels:
            object.__setattr__(self, "levels", self.schedule.text())
        assert self.schedule is not None

    def _blinds(self) -> tuple[int, int]:
        from jamfold.tournaments.tournament import whole

        try:
            small, big = self.blinds
        except (TypeError, ValueError):
            raise TournamentError(
                "The blinds must be two numbers, of small and big blind.", field="blind_sb"
            ) from None
        return whole(_number(small), "small blind", "blind_sb"), whole(_number(big), "big blind", "blind_bb")

    def _amount(self, name: str, words: str) -> int:
        """An amount in whole chips; what is no amount is refused by its name."""
        from jamfold.tournaments.tournament import whole

        return whole(_number(in_chips(getattr(self, name), self._big_blind)), words, name)

    def _big_blind(self) -> int:
        """The big blind at first."""
        from jamfold.tournaments.levels import parse_levels

        return parse_levels(self.levels)[0].big if self.levels else self._blinds()[1]

    @property
    def schedule(self) -> Schedule:
        """Chips and levels."""
        from jamfold.tournaments.tournament import make_schedule

        chips, unit, ante = self.chips, self.unit, self.ante
        try:
            if self.levels:
                return make_schedule(chips, unit=unit, levels=self.levels)  # type: ignore[arg-type]
            return make_schedule(chips, self.blinds, ante, unit)  # type: ignore[arg-type]
        except TournamentError as error:
            if self.levels and error.field in ("blind_sb", "blind_bb", "ante"):
                error.field = "levels"
            raise


@dataclass(frozen=True, kw_only=True)
class TournamentQuestion(ScheduleQuestion):
    """Solve a heads-up tournament: chances to win and ranges at every stack, every hand jam or fold.

    A chance to win is the small blind's before blinds and antes are posted; the players change
    seats after every hand.  What is solved is kept and opened at once the next time.
    """

    name: ClassVar[str] = "tournament"
    lane: ClassVar[str] = "solving"

    def answer(self, watch: Watch) -> Tournament:
        """The tournament: from memory, as it is kept, or solved now."""
        return _tournaments.get((self.rules, self.schedule), lambda: self._solve(watch))

    def _solve(self, watch: Watch) -> Tournament:
        from jamfold.tables import check_supported
        from jamfold.tournaments.keeping import (
            check_memory,
            expected_seconds,
            is_kept,
            solve_tournament,
        )

        check_supported(self.rules)
        schedule = self.schedule
        if not is_kept(self.rules, schedule):
            check_memory(self.rules, schedule)
            seconds = expected_seconds(self.rules, schedule)
            if seconds > _LONG:
                watch.notice(
                    f"{schedule.n_states:,} states ({schedule.steps - 1:,} stacks"
                    f"{f', {schedule.n_hands:,} hands' if schedule.n_hands > 1 else ''}) are solved in about "
                    f"{time_text(seconds)}; what is cut off goes on the next time."
                )
            load_table(self.rules, watch, planes=True)
        return solve_tournament(self.rules, schedule, watch.stage)


def time_text(seconds: float) -> str:
    """About how long, in words."""
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.0f} hours"


def _number(value: Any) -> Any:
    """A number of a text, its commas left out; what is none stays as it is."""
    try:
        return float(value.replace(",", "")) if isinstance(value, str) else value
    except ValueError:
        return value


@dataclass(frozen=True, kw_only=True)
class TournamentStateQuestion(TournamentQuestion):
    """Both players' ranges at one state of a solved tournament."""

    name: ClassVar[str] = "tournament-state"
    lane: ClassVar[str] = "asking"

    hand: int = entry(1, "The hand, from 1; beyond the last level's first, as that.", least=1)
    sb_chips: int = entry(
        100, "The small blind's chips before posting.", label="small blind's chips", least=1
    )

    def answer(self, watch: Watch) -> Tournament:
        """The tournament, which has the state."""
        solved = super().answer(watch)
        solved.place(self.hand, self.sb_chips)
        return solved


@dataclass(frozen=True, kw_only=True)
class TournamentFileQuestion(TournamentQuestion):
    """A solved tournament as a file."""

    name: ClassVar[str] = "tournament-file"
    lane: ClassVar[str] = "asking"

    format: str = entry("csv", "The format.", choices=("csv", "ranges", "json", "png", "svg"))


@dataclass(frozen=True, kw_only=True)
class ThreeTournamentQuestion(PrizesQuestion, ScheduleQuestion):
    """Solve a tournament of three players: values and ranges at every state, every hand jam or fold.

    Hold'em and Six-Plus.  With two players left it is the heads-up tournament.  The certificate is what
    one player's best response over the whole tournament gains; what is solved is kept.
    """

    name: ClassVar[str] = "tournament-three"
    lane: ClassVar[str] = "solving"

    chips: Amount = entry(
        75, "Chips of all three players together; 15bb for big blinds.", label="chips of all", metavar="CHIPS"
    )
    at: AmountList = entry(
        (),
        "The state that is shown: chips of sb, bb, btn before anything is posted.",
        label="state that is shown",
        metavar="CHIPS",
        shown="the most equal stacks",
    )

    def __post_init__(self) -> None:
        """Prizes are needed, and a grid that is not too fine."""
        super().__post_init__()
        if not self.prizes:
            raise WorthError("There is nothing to play for: give the prizes.", field="prizes")
        assert self.grid is not None
        if self.at:
            at = tuple(read_number(in_chips(one, self._big_blind), "stack", "at") for one in self.at)
            object.__setattr__(self, "at", at)
            assert self.row is not None

    @property
    def row(self) -> int | None:
        """The state that is shown, by its number; None for the most equal stacks."""
        from jamfold.tournaments.three_keeping import state_row

        if not self.at:
            return None
        return state_row(self.grid, self.schedule.unit, self.at)  # type: ignore[arg-type]

    @property
    def grid(self) -> Grid:
        """Stacks, blinds and prizes in units."""
        from jamfold.tournaments.three_keeping import make_grid

        return make_grid(self.rules, self.schedule, self.paid(), self.model)

    @property
    def notices(self) -> tuple[str, ...]:
        """What has to be built first, in a sentence each."""
        return counted_notices(self.rules, self.grid.hand(self.grid.states[0]))

    def answer(self, watch: Watch) -> ThreeTournament:
        """The tournament: from memory, as it is kept, or solved now."""
        return _threes.get((self.rules, self.grid, self.schedule.unit), lambda: self._solve(watch))

    def _solve(self, watch: Watch) -> ThreeTournament:
        from jamfold.tournaments.three_keeping import expected_seconds, is_kept, solve_three_tournament

        grid = self.grid
        if not is_kept(self.rules, grid):
            seconds = expected_seconds(self.rules, grid)
            if seconds > _LONG:
                watch.notice(
                    f"{len(grid.states):,} states are solved in about {time_text(seconds)}; "
                    "what is cut off goes on the next time."
                )
            for notice in self.notices:
                watch.notice(notice)
        return solve_three_tournament(self.rules, grid, self.schedule.unit, watch.stage)

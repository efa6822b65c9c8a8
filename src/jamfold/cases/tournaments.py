"""Tournaments of two and three players, their states and files, future hands, and stack models."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from math import gcd
from typing import Any, Self

from jamfold.betting.hand import TableHand
from jamfold.betting.terms import CHIPS, PayoffTerms
from jamfold.cases.chips import GameRequest, LevelRequest
from jamfold.cases.fields import (
    Amount,
    AmountList,
    Amounts,
    format_value,
    in_chips,
    request_field,
    share_of_big_blind,
    split_amounts,
)
from jamfold.cases.prizes import FieldRequest, PrizesRequest
from jamfold.cases.view_spec import RESULT, FileOption, ViewSpec
from jamfold.core.display import plural
from jamfold.core.errors import JamfoldError, SituationError, TournamentError, WorthError
from jamfold.spots.tournaments.blind_levels import Schedule, make_schedule, parse_levels, whole
from jamfold.spots.tournaments.tournament_hands import Grid, check_future, make_grid, state_row
from jamfold.valuation.numbers import normalize_number_text, read_number
from jamfold.valuation.utility import PrizeUtility

_BLINDS = (5, 10)
_PLAYERS = 3


class ScheduleRequest(GameRequest):
    """A question about a tournament: chips, blinds, and the unit in which stacks are counted."""

    chips: Amount = request_field(
        100,
        "Chips of both players together; 20bb for big blinds.",
        label="chips of both players",
        metavar="CHIPS",
    )
    blinds: Amounts = request_field(
        _BLINDS,
        "Small and big blind, in chips, until the end.",
        metavar="SB BB",
        part_names=(("blind_sb", "Small blind"), ("blind_bb", "Big blind")),
    )
    ante: Amount = request_field(
        0, "Ante per player, e.g. 0.1bb or chips.", label="Ante, each", metavar="CHIPS"
    )
    unit: Amount | None = request_field(
        None,
        "Chips of one step of the stacks.",
        label="unit of the stacks",
        metavar="CHIPS",
        default_text="largest that fits",
    )
    levels: str = request_field(
        "",
        "Levels instead of blinds and ante: hands x small/big/ante, '4 x 1/2/0; rest x 2/4/0'.",
        metavar="LEVELS",
        max_length=2000,
    )

    def __post_init__(self) -> None:
        text: object = self.blinds
        if isinstance(text, str):
            self._set(blinds=tuple(split_amounts(text)))
        self._set(ante=share_of_big_blind(self.ante))
        super().__post_init__()
        blinds, ante = self._blinds(), self._amount("ante", "ante")
        if self.levels and (blinds != _BLINDS or ante):
            raise TournamentError("Enter blinds and an ante, or levels, not both.", field="levels")
        values: dict[str, Any] = {"blinds": blinds, "ante": ante}
        if self.unit is not None:
            values["unit"] = self._amount("unit", "unit")
        self._set(**values)
        self._set(chips=self._amount("chips", "number of chips"))
        if self.levels:
            self._set(levels=self.schedule.text())
        assert self.schedule is not None

    def _blinds(self) -> tuple[int, int]:
        try:
            small, big = self.blinds
        except (TypeError, ValueError):
            raise TournamentError(
                "Enter two blinds, small and big, such as 5 10.", field="blind_sb"
            ) from None
        return whole(_number(small), "small blind", "blind_sb"), whole(_number(big), "big blind", "blind_bb")

    def _amount(self, name: str, words: str) -> int:
        """An amount in whole chips; what is no amount is refused by its name."""
        return whole(_number(in_chips(getattr(self, name), self._big_blind)), words, name)

    def _big_blind(self) -> int:
        """The big blind at first."""
        return parse_levels(self.levels)[0].big if self.levels else self._blinds()[1]

    @property
    def schedule(self) -> Schedule:
        chips, unit, ante = self.chips, self.unit, self.ante
        try:
            if self.levels:
                return make_schedule(chips, unit=unit, levels=self.levels)  # type: ignore[arg-type]
            return make_schedule(chips, self.blinds, ante, unit)  # type: ignore[arg-type]
        except TournamentError as error:
            if self.levels and error.field in ("blind_sb", "blind_bb", "ante"):
                error.field = "levels"
            raise


class TournamentRequest(ScheduleRequest):
    """Solve a heads-up tournament to the end, at every stack.

    A chance to win is the small blind's before posting; the players change seats after every hand.
    Solutions are stored and opened at once the next time.
    """

    queue = "searching"
    answered_by = "cases.answers.tournaments:tournament"
    view_spec = ViewSpec(
        contract="views.tournaments:TournamentContract",
        view="views.tournaments:tournament_sheet(answer)",
        columns="views.tournaments:states_columns(answer)",
        fragment="views.tournament_html:tournament_page",
        examples=(
            {"game": "holdem", "chips": 20, "blinds": [1, 2]},
            {"game": "six-plus", "chips": 12, "levels": "2 x 1/2/0; rest x 2/4/1"},
        ),
    )

    @classmethod
    def from_cli(cls, values: Mapping[str, Any]) -> Self:
        """As every question; nothing given at all is no wish for the largest of builds."""
        if not values:
            raise TournamentError(
                "Choose a game: --game holdem (seconds) or --game omaha (builds a table of 1.1 GB first).",
                field="game",
            )
        return super().from_cli(values)

    @property
    def title(self) -> str:
        levels = self.levels or f"blinds {'/'.join(map(format_value, self.blinds))}"
        return f"tournament of {self.rules.title}, {format_value(self.chips)} chips, {levels}"


def _number(value: Any) -> Any:
    """A number of a text, where commas may part thousands; what is none stays as it is."""
    try:
        return float(normalize_number_text(value)) if isinstance(value, str) else value
    except ValueError:
        return value


class TournamentStateRequest(TournamentRequest):
    """Both players' ranges at one state of a solved tournament."""

    queue = "beside"
    answered_by = "cases.answers.tournaments:tournament_state"
    view_spec = ViewSpec(
        values_of="views.tournament_html:state_values(answer, question.hand, question.sb_chips)",
        fragment="views.tournament_html:state_fragment",
    )

    hand: int = request_field(1, "Hand number, from 1; the hands of the last level are alike.", minimum=1)
    sb_chips: int = request_field(
        100, "The small blind's chips before posting.", label="small blind's chips", minimum=1
    )


class TournamentFileRequest(TournamentRequest):
    """A solved tournament as a file."""

    queue = "beside"
    view_spec = ViewSpec(payload="views.tournament_html:tournament_payload")

    format: str = request_field("csv", "The format.", choices=("csv", "ranges", "json", "png", "svg"))


class ThreeTournamentRequest(PrizesRequest, ScheduleRequest):
    """Solve a three-player tournament to the end: values and ranges at every state.

    Hold'em and Six-Plus.  With two players left it is the heads-up tournament.  The certificate is what
    one player's best response over the whole tournament gains; solutions are stored.
    """

    name = "tournament-three"
    queue = "searching"
    answered_by = "cases.answers.tournaments:three_tournament"
    view_spec = ViewSpec(
        contract="views.tournaments:ThreeTournamentContract",
        view="views.tournaments:three_view",
        columns="views.tournaments:three_columns(answer)",
        csv_help="Print CSV, a line per state, with full precision.",
        files=(
            FileOption(
                "--html",
                "Write one HTML file with an interactive triangle of all stacks.",
                "views.tournament_html:write_map",
                "views.figures:check_page(path)",
            ),
        ),
        omitted_fields=("levels",),
        fragment="views.tournament_html:three_page",
        examples=({"game": "six-plus", "chips": 40, "blinds": [10, 20], "prizes": ["60%", "40%"]},),
    )

    chips: Amount = request_field(
        75, "Chips of all three players together; 15bb for big blinds.", label="chips of all", metavar="CHIPS"
    )
    at: AmountList = request_field(
        (),
        "State to show: chips of sb, bb, btn before posting.",
        label="state to show",
        metavar="CHIPS",
        default_text="equal stacks",
    )

    state: AmountList = request_field(
        (),
        "State to show, by player: chips of the three in seating order, and who has the button, 1, 2 or 3.",
        label="state by players",
        metavar="A B C BUTTON",
    )

    def __post_init__(self) -> None:
        """Prizes are needed, and a grid that is not too fine."""
        super().__post_init__()
        if self.state:
            self._set(at=self._seats())
        if not self.prizes:
            raise WorthError("No prizes to play for. Enter payouts.", field="prizes")
        assert self.grid is not None
        if self.at:
            at = tuple(read_number(in_chips(stack, self._big_blind), "stack", "at") for stack in self.at)
            self._set(at=at)
            assert self.row is not None

    def _seats(self) -> AmountList:
        """The stacks of a state by seat: small blind, big blind, button."""
        *stacks, button = self.state
        if self.at or len(stacks) != _PLAYERS or str(button) not in ("1", "2", "3"):
            raise TournamentError(
                "A state is the chips of three players and who has the button, such as --state 20 30 25 1. "
                "It replaces --at.",
                field="state",
            )
        first = int(button)
        return (*stacks[first:], *stacks[:first])

    @property
    def row(self) -> int | None:
        """The state to show, by its number; None for the most equal stacks."""
        if not self.at:
            return None
        return state_row(self.grid, self.schedule.unit, self.at)  # type: ignore[arg-type]

    @property
    def grid(self) -> Grid:
        """Stacks, blinds and prizes in units."""
        return make_grid(self.rules, self.schedule, self.paid(), self.model)

    @property
    def title(self) -> str:
        chips, blinds = format_value(self.chips), "/".join(map(format_value, self.blinds))
        return f"three players of {self.rules.title}, {chips} chips, blinds {blinds}"


class ThreeNeedsRequest(ThreeTournamentRequest):
    """What solving a three-player tournament takes."""

    name = "tournament-three-needs"
    queue = "asking"
    is_cacheable = False
    answered_by = "cases.answers.tournaments:three_needs"
    view_spec = ViewSpec(
        values_of="views.tournament_html:needs_text(answer)",
        payload="views.tournament_html:needs_payload(answer)",
    )


class ThreeStateRequest(ThreeTournamentRequest):
    """One state of a solved tournament of three."""

    name = "tournament-three-state"
    queue = "beside"
    view_spec = ViewSpec(
        values_of="views.tournaments:three_values", fragment="views.tournament_html:three_state_fragment"
    )


class ThreeFileRequest(ThreeTournamentRequest):
    """A solved tournament of three as a file."""

    name = "tournament-three-file"
    queue = "beside"
    view_spec = ViewSpec(payload="views.tournament_html:three_payload")

    format: str = request_field("csv", "The format.", choices=("csv", "json"))


class FutureRequest(FieldRequest, PrizesRequest, LevelRequest):
    """Value stacks by playing the next hands out (FGS).

    In every hand, everybody jams or folds for the value of the stacks after it. After the last hand, the
    stack model values them. Hands of two seats, and of three in Hold'em and Six-Plus, are solved over all
    deals; others are sampled, and values have a standard error.
    """

    name = "fgs"
    positional_field = "stacks"
    queue = "searching"
    answered_by = "cases.answers.tournaments:future"
    view_spec = ViewSpec(
        contract=RESULT,
        sheet="views.fgs:future_sheet",
        examples=(
            {"game": "six-plus", "stacks": [14, 6], "blinds": [1, 2], "prizes": [50, 30], "depth": 2},
            {"game": "six-plus", "stacks": ["9bb", "5bb"], "ante": 1, "prizes": ["70%", "30%"], "depth": 1},
        ),
    )

    stacks: AmountList = request_field(
        (), "Stacks before blinds and antes, in the order sb bb ... btn; chips or 12.5bb.", metavar="CHIPS"
    )
    depth: int = request_field(
        2, "Number of hands played out, this one included.", metavar="K", minimum=1, maximum=10
    )
    whole_chips: bool = request_field(
        False,
        "Split pots in whole chips; odd chips go to the first players left of the button.",
        label="whole chips only",
    )
    max_allin: int | None = request_field(
        None,
        "Most players all-in, at tables of four or more; the others fold.",
        label="players all-in at most",
        metavar="K",
        minimum=2,
        maximum=10,
        default_text="4 with four seats, else 3",
    )
    seconds: float = request_field(
        60.0,
        "Sampling time of all hands with four or more seats together; at least one second each.",
        label="seconds of sampling",
        metavar="T",
        maximum=86_400,
    )
    seed: int = request_field(0, "Random seed.", metavar="N", minimum=0)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._keep_level()
        if not self.stacks:
            raise SituationError("No players. Enter their stacks, such as 12bb 8bb 5bb.", field="stacks")
        self._set(stacks=self._listed_chips("stacks", "stack of seat"))
        if not self.seconds > 0:
            raise SituationError(f"The time must be above zero, not {self.seconds:g} s.", field="seconds")
        check_future(self.rules, self.hand, self.depth)

    @property
    def hand(self) -> TableHand:
        stacks: tuple[Any, ...] = self.stacks
        terms = CHIPS
        if self.prizes:
            utility = PrizeUtility(self.paid(), self.field_stacks, self.model, seats=len(stacks))
            terms = PayoffTerms(utility=utility)
        return TableHand(stacks, self.level, terms, max_allin=self.max_allin, whole_chips=self.whole_chips)

    @property
    def title(self) -> str:
        return f"{len(self.stacks)} seats of {self.rules.title}, {plural(self.depth, 'hand')} ahead"


class ModelsRequest(FutureRequest):
    """Compare ICM models and FGS with the solved tournament.

    With two or three players, the tournament can be solved to the end, every hand jam or fold. This shows
    by how much each model underrates a seat. The tournament is solved if that takes at most two minutes,
    or opened if it is stored.
    """

    answered_by = "cases.answers.tournaments:models"
    view_spec = ViewSpec(
        contract=RESULT,
        sheet="views.fgs:models_sheet",
        columns="views.fgs:models_columns(answer)",
        csv_help="Print CSV, a line per model and seat.",
        examples=({"game": "six-plus", "stacks": [14, 6], "blinds": [1, 2], "prizes": [50, 30], "depth": 2},),
    )

    whole: bool = request_field(
        False,
        "Solve the tournament even if it takes a long time.",
        label="solve the tournament even if it takes a long time",
    )

    def tournament(self) -> TournamentRequest | ThreeTournamentRequest | str:
        """What the stacks are the start of; else why there is no such tournament, in a sentence."""
        hand = self.hand
        if hand.n not in (2, 3) or self.field:
            return "Tournaments are solved with two or three players left."
        if hand.level.bb_ante or hand.level.dead:
            return "Tournaments take blinds and an ante from every player only."
        amounts = [*hand.stacks, *hand.level.blinds, hand.level.ante]
        if any(amount != int(amount) for amount in amounts):
            return "Tournaments are solved in whole chips."
        values: dict[str, Any] = {
            "game": self.game,
            "chips": int(sum(hand.stacks)),
            "blinds": tuple(map(int, hand.level.blinds)),
            "ante": int(hand.level.ante),
            "unit": reduce(gcd, map(int, amounts)),
        }
        try:
            if hand.n == 2:
                return TournamentRequest(**values)
            return ThreeTournamentRequest(**values, prizes=self.prizes, model=self.model, at=hand.stacks)
        except JamfoldError as error:
            return str(error)

    @property
    def title(self) -> str:
        return f"stack models for {len(self.stacks)} seats of {self.rules.title}"

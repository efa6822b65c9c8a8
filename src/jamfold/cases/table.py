"""The table of two to ten seats, its decisions and files, and what a jackpot does to it: what is asked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, Self

from jamfold.betting.hand import MOST_COUNTED, TableHand, is_exactly_solvable
from jamfold.betting.rooms import RoomTable, rooms
from jamfold.cases.chips import LevelRequest, SizesRequest
from jamfold.cases.fields import Amount, AmountList, request_field
from jamfold.cases.rooms import RoomRequest
from jamfold.cases.view_spec import RESULT, ViewSpec
from jamfold.core.display import in_bb
from jamfold.core.errors import SituationError, WorthError
from jamfold.spots.nplayer.node_names import find_node
from jamfold.valuation.numbers import read_number
from jamfold.valuation.spread import LIFETIME

_USUAL_STACK = "10bb"


class Preset(NamedTuple):
    """A common format: in words, its seats, the stack of each, prizes."""

    words: str
    seats: int
    stack: str
    prizes: tuple[str, ...] = ()


AOF = "aof"
"""All-in-or-fold cash, which is a room of no house."""
PRESETS = {
    "spin": Preset("spin, winner takes all", 3, "10bb", ("100%",)),
    "bubble": Preset("sit-and-go bubble", 4, "10bb", ("50%", "30%", "20%")),
    "final": Preset("final table", 9, "10bb", ("30%", "20%", "14%", "10%", "8%", "6.5%", "5%", "3.5%", "3%")),
}
_PRESETS = f"{AOF} (all-in-or-fold cash, 4 seats of 8bb), " + ", ".join(
    f"{name} ({preset.words}, {preset.seats} seats of {preset.stack})" for name, preset in PRESETS.items()
)


class SeatsRequest(RoomRequest, SizesRequest, LevelRequest):
    """A question about a hand of two to ten seats, and how long deals of it are sampled."""

    stacks: AmountList = request_field(
        (), "Stacks before blinds and antes, in the order sb bb ... co btn; chips or 12.5bb.", metavar="CHIPS"
    )
    seats: int | None = request_field(
        None, "Number of players, all with the same stack.", metavar="N", minimum=2, maximum=10
    )
    stack: Amount | None = request_field(
        None, "Stack per player.", label="stack of every seat", metavar="CHIPS", default_text=_USUAL_STACK
    )
    preset: str = request_field(
        "", f"Common format, overridden by other options: {_PRESETS}.", metavar="NAME", max_length=40
    )
    max_allin: int | None = request_field(
        None,
        "Most players all-in; the others fold.",
        label="players all-in at most",
        metavar="K",
        minimum=2,
        maximum=10,
        default_text="all with up to four seats, else 3",
    )
    dead: Amount = request_field(
        0.0, "Dead money from players who folded, e.g. 1.5bb.", label="dead money", metavar="CHIPS"
    )
    whole_chips: bool = request_field(
        False,
        "Split pots in whole chips; odd chips go to the first players left of the button.",
        label="whole chips only",
    )
    seconds: float | None = request_field(
        None,
        "Sampling time, certificate included; with three seats and raises, search time.",
        label="seconds of sampling",
        metavar="T",
        maximum=86_400,
        default_text="30; 300 for three seats with raises",
    )
    seed: int = request_field(0, "Random seed.", metavar="N", minimum=0)

    def __post_init__(self) -> None:
        """Read every amount, and make the hand; a room may be called a preset."""
        if self.preset in rooms() and not self.room:
            self._set(room=self.preset, preset="")
        super().__post_init__()
        if self.preset and self.preset not in PRESETS:
            raise SituationError(
                f"Unknown preset '{self.preset}'. Choose from: {', '.join((AOF, *PRESETS))}, or a room.",
                field="preset",
            )
        if self.stacks and (self.seats is not None or self.stack is not None):
            raise SituationError(
                "Enter either all stacks, or the number of seats and one stack.", field="stacks"
            )
        if self.seconds is not None and not self.seconds > 0:
            raise SituationError(f"The time must be above zero, not {self.seconds:g} s.", field="seconds")
        self._keep_level()
        if self.stack is not None:
            self._set(stack=self._amount("stack"))
        if self.stacks:
            self._set(stacks=self._stacks())
        assert self.hand is not None

    @property
    def hand(self) -> TableHand:
        stacks = self._stacks()
        try:
            return TableHand(
                stacks,
                self.level,
                self.terms_for(len(stacks)),
                max_allin=self.max_allin,
                whole_chips=self.whole_chips,
                raises=self.sizes,
            )
        except SituationError as error:
            if error.field == "stacks" and not self.stacks:
                error.field = "stack"
            raise

    @property
    def seats_at_table(self) -> tuple[tuple[str, str], ...]:
        """The seats and their stacks in big blinds, as they are drawn before anything is solved."""
        hand = self.hand
        return tuple(
            (name, in_bb(stack / hand.big_blind)) for name, stack in zip(hand.names, hand.stacks, strict=True)
        )

    def _room_seats(self, room: RoomTable) -> dict[str, Any]:
        """As many seats as the room has, unless stacks are given."""
        if self.stacks:
            return {}
        return {"seats": room.seats, "stack": f"{room.stack:g}bb"}

    def _amounts(self) -> AmountList:
        return self.prizes or (PRESETS[self.preset].prizes if self.preset else ())

    def _stacks(self) -> tuple[float, ...]:
        if self.stacks:
            return self._listed_chips("stacks", "stack of seat")
        preset = PRESETS[self.preset] if self.preset else None
        seats = self.seats or (preset.seats if preset else None)
        if seats is None:
            raise SituationError(
                "No players. Enter stacks (8bb 10bb 12bb) or the number of seats.", field="stacks"
            )
        stack = self.stack if self.stack is not None else preset.stack if preset else _USUAL_STACK
        return (read_number(self._chips(stack), "stack of every seat", "stack"),) * seats

    @property
    def title(self) -> str:
        hand = self.hand
        in_bb = [f"{stack / hand.big_blind:.6g}" for stack in hand.stacks]
        stacks = in_bb[0] if len(set(in_bb)) == 1 else " / ".join(in_bb)
        prizes = ", for prizes" if hand.prizes is not None else ""
        return f"table of {self.rules.title}, {hand.n} seats, {stacks} bb{prizes}"


class TableRequest(SeatsRequest):
    """Solve a table of two to ten players, with the accuracy for each seat.

    Seats are in order from the button's left: sb, bb, ..., co, btn. With two seats, and with three in
    Hold'em and Six-Plus, every deal is counted. From four seats on, these games are solved by a model and
    measured on fresh deals; other games are sampled. The answer bounds what each seat can gain.
    """

    hand_texts = ("ranges",)
    positional_field = "stacks"
    queue = "searching"
    answered_by = "cases.answers.table:table"
    view_spec = ViewSpec(
        contract=RESULT,
        values_of="views.tables:table_values",
        view="views.table_verdicts:table_view",
        columns="views.tables:answer_columns",
        payload="views.tables:table_payload",
        examples=(
            {"game": "six-plus", "stacks": ["8bb", "10bb", "12bb"]},
            {"game": "six-plus", "seats": 3, "ranges": "btn: 66+,A6+; sb: 15%", "respond": "bb"},
            {"game": "omaha", "preset": "aof", "rake": 5, "cap": "1bb", "seconds": 1},
            {"game": "holdem", "preset": "bubble", "seconds": 1, "seed": 1},
        ),
    )

    gain: Amount | None = request_field(
        None,
        "Stop when no seat can gain more than this (95%), in chips or money; lifetime: a gain too small to "
        "notice in a lifetime of hands.",
        label="gain to stop at",
        metavar="GAIN",
    )
    starts: int | None = request_field(
        None,
        "Three seats, jam or fold: search from this many starts and show how many equilibria they reach.",
        label="starts of searches",
        metavar="N",
        minimum=2,
        maximum=1_000,
    )
    profile: Path | None = request_field(
        None,
        "Evaluate saved strategies (JSON) instead of solving.",
        metavar="FILE",
        cli_only=True,
        reads=True,
    )
    ranges: str = request_field(
        "",
        "Measure ranges: 'btn: 88+,A9+; bb after btn: 15%'; other decisions are played as in equilibrium.",
        label="given ranges",
        metavar="RANGES",
        max_length=100_000,
        multiline=True,
        default_text="none",
    )
    respond: str = request_field(
        "",
        "Find this seat's best response to the given ranges or strategies.",
        label="seat that responds",
        metavar="SEAT",
        max_length=40,
    )

    def __post_init__(self) -> None:
        """Read every amount, and make the hand."""
        super().__post_init__()
        if isinstance(self.gain, str) and self.gain.strip().lower() == LIFETIME:
            self._set(gain=LIFETIME)
        if self.gain not in (None, LIFETIME):
            self._set(gain=self._amount("gain"))
        if self.gain == 0:
            raise SituationError("The gain to stop at must be above zero.", field="gain")
        names = self.hand.names
        if self.starts is not None and (not self._has_starts or not self.solved):
            raise SituationError(
                "Starts are for three seats of Hold'em or Six-Plus, jam or fold, without given ranges. With "
                "two seats in chips, `jamfold hand` shows what every equilibrium does.",
                field="starts",
            )
        if self.profile is not None and self.ranges:
            raise SituationError("Enter ranges or a profile, not both.", field="ranges")
        self._set(respond=self.respond.lower())
        if self.respond and self.solved:
            raise SituationError(
                "A best response needs ranges or a profile. Enter one of them.", field="ranges"
            )
        if self.respond and self.respond not in names:
            raise SituationError(
                f"There is no seat '{self.respond[:40]}': the seats are {', '.join(names)}.", field="respond"
            )

    @classmethod
    def from_cli(cls, values: Mapping[str, Any]) -> Self:
        """As every question; the name of a preset or a room may stand where stacks do."""
        stacks = values.get("stacks")
        if stacks in (*PRESETS, *rooms()) and not values.get("preset"):
            values = {name: value for name, value in values.items() if name != "stacks"} | {"preset": stacks}
        return super().from_cli(values)

    @property
    def seat(self) -> int:
        return self.hand.names.index(self.respond)

    @property
    def _has_starts(self) -> bool:
        hand = self.hand
        return hand.n == MOST_COUNTED and is_exactly_solvable(self.rules, hand) and not hand.raises

    @property
    def solved(self) -> bool:
        """Whether strategies are looked for; else given ones are measured."""
        return not self.ranges and self.profile is None


_NEGLIGIBLE_JACKPOT = 1e-9
"""Chips: a jackpot, for all that is done with it, and none to what is won."""


class JackpotRequest(TableRequest):
    """Show how a jackpot changes strategy, and what ignoring it costs.

    Also shows what fees take in 100 hands, and the rakeback at which a best response wins: against the
    equilibrium, or the players of --ranges. The table is solved twice, with and without the jackpot.
    """

    answered_by = "cases.answers.table:effect"
    view_spec = ViewSpec(
        contract=RESULT,
        view="views.rooms:jackpot_sheet(answer)",
        columns="views.rooms:jackpot_columns(answer)",
        csv_help="Print CSV, a line per decision and hand.",
        examples=(
            {
                "game": "holdem",
                "seats": 2,
                "stack": "8bb",
                "jackpot_rule": "straight-flush",
                "jackpot_size": "500bb",
            },
            {"room": "gg-holdem-0.10", "pool": 100000, "seconds": 1, "most": 3},
        ),
    )

    most: int = request_field(
        12, "Hands to show per decision.", metavar="N", minimum=1, maximum=1000, label="hands"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.hand.terms.jackpot is None:
            raise WorthError(
                "There is no jackpot. Add --jackpot-rule and --jackpot-size, or a room with --pool.",
                field="pool" if self.jackpot_rule else "jackpot_rule",
            )
        if self.respond or self.profile is not None:
            raise WorthError(
                "Enter the players' ranges instead. Remove the profile and the best response.",
                field="respond" if self.respond else "profile",
            )

    @property
    def without_jackpot(self) -> TableRequest:
        """The request for the table without the jackpot.

        If deals are sampled, a negligible jackpot remains, so that both searches run alike.
        """
        removed: dict[str, Any] = {"jackpot_rule": "", "jackpot_size": None, "pool": None, "share": None}
        if not is_exactly_solvable(self.rules, self.hand):
            removed |= {"jackpot_rule": self.jackpot_rule, "jackpot_size": _NEGLIGIBLE_JACKPOT}
        own = {"room": "", "room_file": None} if self.is_in_room else {}
        return TableRequest.of(self, ranges="", **removed, **own)


class TableNeedsRequest(TableRequest):
    """What is built before a table can be solved."""

    queue = "asking"
    is_cacheable = False
    answered_by = "cases.answers.table:table_needs"
    view_spec = ViewSpec(payload="views.tables:needs_payload(answer)")


class TablePartRequest(TableRequest):
    """A part of a table that has been solved, of this very solution if its id is given."""

    answered_by = "cases.answers.table:table_part"

    table_id: str = request_field("", "The id of the solution that is shown; none for any.", max_length=64)


class TableDecisionRequest(TablePartRequest):
    """One decision of a solved table."""

    queue = "beside"
    view_spec = ViewSpec(fragment="views.tables:decision_fragment")

    node: str = request_field(
        "btn", "The decision: btn, or 'bb after btn sb'.", label="decision", max_length=200
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        assert self.row >= 0

    @property
    def row(self) -> int:
        return self.hand.nodes.index(find_node(self.hand, self.node))


class TableTextRequest(TableDecisionRequest):
    """What is played at a decision, as a range."""

    view_spec = ViewSpec(payload="views.tables:text_payload")


class TableHandRequest(TableDecisionRequest):
    """One hand at a decision of a solved table."""

    answered_by = "cases.answers.table:table_hand"
    view_spec = ViewSpec(fragment="views.tables:hand_fragment")

    cards: str = request_field(
        "", "The cards or the name of the hand: KhTd, KTo.", label="hand", max_length=100
    )


class TableFileRequest(TablePartRequest):
    """A solved table as a file."""

    queue = "beside"
    view_spec = ViewSpec(payload="views.tables:file_payload")

    format: str = request_field("csv", "The format.", choices=("csv", "json", "profile", "png", "svg"))
    node: str = request_field(
        "", "The decision that a picture shows; none for all.", label="decision", max_length=200
    )

    @property
    def rows(self) -> list[int]:
        if not self.node:
            return list(range(len(self.hand.nodes)))
        return [self.hand.nodes.index(find_node(self.hand, self.node))]

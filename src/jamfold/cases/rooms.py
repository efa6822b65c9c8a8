"""Tables as card rooms sell them: fees by hand and jackpots, asked wherever a hand is jam or fold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Any, ClassVar, Self
from urllib.parse import urlencode

from jamfold.betting.rooms import About, RoomTable, find_room, read_room
from jamfold.betting.terms import PayoffTerms
from jamfold.cases.entries import AmountsRequest, CaseRequest
from jamfold.cases.fields import PERCENT, Amount, format_value, in_chips, request_field
from jamfold.cases.view_spec import RESULT, ViewSpec
from jamfold.cases.worth import RakeRequest, WorthRequest
from jamfold.core.errors import SituationError, WorthError
from jamfold.valuation.fees import JACKPOT_RULES, TRIGGERS, Fees, Jackpot

FEES = "Fees and jackpot"
"""The heading of what is paid and won outside the pot."""
_FILE = ".toml"
_OPTION = re.compile(r"--([a-z-]+)")
_ATTRIBUTES = dict(zip(TRIGGERS, ("dealt", "all_in", "showdown"), strict=True))


class RoomNameRequest(CaseRequest):
    """A question that may name a room's table."""

    on_flop: ClassVar[bool] = False
    """Whether the flop is dealt before anybody acts."""

    room: str = request_field(
        "",
        "Use a card room's table from `jamfold rooms`. Other options override it.",
        label="room",
        metavar="NAME",
        max_length=60,
        panel=FEES,
    )
    room_file: Path | None = request_field(
        None, "Your own rooms (TOML).", metavar="FILE", cli_only=True, reads=True, panel=FEES
    )

    @classmethod
    def from_cli(cls, values: Mapping[str, Any]) -> Self:
        """As every question; a file may stand where the name of a room does."""
        room = str(values.get("room") or "")
        if room.endswith(_FILE) and not values.get("room_file"):
            rest = {name: value for name, value in values.items() if name != "room"}
            values = {**rest, "room_file": Path(room)}
        return super().from_cli(values)

    @property
    def is_in_room(self) -> bool:
        return bool(self.room) or self.room_file is not None

    @property
    def room_table(self) -> RoomTable:
        """The room. Raises SituationError if there is none."""
        if self.room_file is not None:
            return read_room(self.room_file, str(self.room).strip().lower())
        return find_room(str(self.room))


class FeesRequest(RoomNameRequest, AmountsRequest):
    """A question with what a house charges and pays outside the pot."""

    fee: Amount | None = request_field(
        None,
        "Fee per player, outside the pot, e.g. 0.2bb.",
        label="fee of each player",
        metavar="CHIPS",
        panel=FEES,
    )
    fee_on: str = request_field(
        "",
        f"Which hands are charged: {', '.join(TRIGGERS)}.",
        label="hands that are charged",
        metavar="HANDS",
        choices=("", *TRIGGERS),
        panel=FEES,
    )
    fortune: Amount | None = request_field(
        None,
        "Average bonus for going all-in, called or not, e.g. 0.1bb.",
        label="prize for an all-in",
        metavar="CHIPS",
        panel=FEES,
    )
    jackpot_rule: str = request_field(
        "",
        "Which hands win a jackpot at a showdown: "
        + ", ".join(f"{name} ({rule.words})" for name, rule in JACKPOT_RULES.items())
        + ".",
        label="jackpot rule",
        metavar="RULE",
        choices=("", *JACKPOT_RULES),
        panel=FEES,
    )
    jackpot_size: Amount | None = request_field(
        None, "Jackpot payout, e.g. 375bb.", label="size of the jackpot", metavar="CHIPS", panel=FEES
    )
    pool: float | None = request_field(
        None,
        "Jackpot pool, in the currency of the blinds; winners get the share of it.",
        label="pool of the jackpot",
        metavar="MONEY",
        minimum=0,
        panel=FEES,
    )
    share: float | None = request_field(
        None,
        "Share of the pool that is paid, in percent.",
        label="share of the pool",
        metavar=PERCENT,
        minimum=0,
        maximum=100,
        panel=FEES,
    )

    own_names: frozenset[str] = field(default=frozenset(), init=False, repr=False, compare=False)
    """Fields given explicitly; a room fills in the others."""

    def __new__(cls, **values: Any) -> Self:
        """Record the fields given explicitly, even with default values."""
        question = super().__new__(cls)
        present = [pair for pair in values.items() if pair[1] is not None]
        own = frozenset(name for name, value in present if not isinstance(value, str | tuple) or value)
        object.__setattr__(question, "own_names", own)
        return question

    def __post_init__(self) -> None:
        """Keep every amount as a number."""
        super().__post_init__()
        for name in ("fee", "fortune", "jackpot_size"):
            if getattr(self, name) is not None:
                self._set(**{name: self._amount(name)})


class RoomRequest(FeesRequest, WorthRequest):
    """A question about a table as a room sells it, or with fees and a jackpot of one's own."""

    def __post_init__(self) -> None:
        if self.is_in_room:
            self._fill(self.room_table)
        super().__post_init__()

    def to_query_string(self, **usual: str) -> str:
        """Format the query; at a room, include values that are defaults elsewhere."""
        if not self.is_in_room:
            return super().to_query_string(**usual)
        return urlencode({name: text for name, text in self.to_strings().items() if text})

    def _fill(self, room: RoomTable) -> None:
        if room.flop_first and not self.on_flop:
            raise SituationError(
                f"At {room.name} the flop is dealt before anybody acts. Use `jamfold flop-table`.",
                field="room",
            )
        if "rake" in room.needs and not self.rake and not self.drop and self.fee is None:
            raise SituationError(
                f"The rake of {room.name} is not known. Enter it with --rake or --fee; --fee 0 means none.",
                field="rake",
            )
        sized = {"jackpot_size"} if self.own_names & {"pool", "share"} else set()
        sized |= {"share"} if "jackpot_size" in self.own_names else set()
        for name, value in (_room_values(room) | self._room_seats(room)).items():
            if name in self.field_specs() and name not in self.own_names | sized:
                self._set(**{name: value})

    def _room_seats(self, room: RoomTable) -> dict[str, Any]:
        return {"stacks": (f"{room.stack:g}bb",) * 2}

    def _is_raked(self) -> bool:
        return super()._is_raked() or bool(self.fee)

    def terms_for(self, seats: int) -> PayoffTerms:
        """Return the payoff terms, with fees, jackpot and their source."""
        terms = super().terms_for(seats)
        fee, on = self._amount("fee") if self.fee is not None else 0.0, self.fee_on
        if fee and not on:
            raise WorthError(
                f"A fee needs the hands that are charged. Add --fee-on {', '.join(TRIGGERS[:-1])} or "
                f"{TRIGGERS[-1]}.",
                field="fee_on",
            )
        if on and self.fee is None:
            raise WorthError("There is no fee to charge. Enter it with --fee.", field="fee")
        fortune = self._amount("fortune") if self.fortune is not None else 0.0
        fees = Fees(**({_ATTRIBUTES[on]: fee} if fee else {}), fortune=fortune, rakeback=self.rakeback)
        jackpot = self._jackpot()
        if not fees.is_free or self.is_in_room or jackpot is not None:
            return replace(terms, fees=fees, jackpot=jackpot, about=self._about())
        return terms

    def _jackpot(self) -> Jackpot | None:
        """Return the jackpot; None without one, or if its pool at a room is unknown.

        Raises WorthError if its rule or size is missing, or its size is given twice.
        """
        rule, size = self.jackpot_rule, None
        if self.jackpot_size is not None:
            size = self._amount("jackpot_size")
            if self.pool is not None or self.share is not None:
                raise WorthError(
                    "Enter the size of the jackpot, or its pool and share, not both.", field="jackpot_size"
                )
        elif self.pool is not None and self.share is not None:
            size = self.pool * self.share / 100
        if not rule:
            if size is not None or self.pool is not None or self.share is not None:
                raise WorthError(
                    f"A jackpot needs a rule that says which hands win it: {' or '.join(JACKPOT_RULES)}.",
                    field="jackpot_rule",
                )
            return None
        if size is None:
            missing = "share" if self.pool is not None else "pool"
            if self.is_in_room and self.pool is None:
                return None
            raise WorthError(
                "A jackpot needs a size. Add --jackpot-size, or --pool with --share.",
                field="jackpot_size" if missing == "pool" else missing,
            )
        return Jackpot(rule, size)

    def _about(self) -> About | None:
        """Return the source of the terms, assumptions, and unknown amounts that count as 0."""
        if not self.is_in_room:
            return None
        room = self.room_table
        lines = [sentence for sentence in (*room.assumed, *room.unknown) if self._is_true(sentence, room)]
        if self.jackpot_rule and self._jackpot() is None:
            lines.append("the jackpot pool is not known, so the jackpot counts as zero (--pool)")
        if room.fee_parts.get("fortune") and not self.fortune:
            lines.append("the prize for an all-in is not published and counts as zero (--fortune)")
        return About(room.name, room.source, room.date, tuple(lines))

    def _is_true(self, sentence: str, room: RoomTable) -> bool:
        """Return whether a room's sentence holds: no option named in its parentheses changes it."""
        names = {name.replace("-", "_") for name in _OPTION.findall(sentence.rpartition("(")[2])}
        if "fee_on" in names and not self.fee:
            return False
        if "stacks" in names and len(set(getattr(self, "stacks", ()))) > 1:
            return False
        values = _room_values(room)
        return not any(self._changes(name, values.get(name)) for name in names & self.own_names - {"stacks"})

    def _changes(self, name: str, value: Any) -> bool:
        spec, own = self.field_specs()[name], getattr(self, name)
        if spec.kind == Amount:
            return bool(abs(self._amount(name) - self._chips(value or 0.0)) > 1e-12)
        return bool(own != (spec.default if value is None else value))


def _room_values(room: RoomTable) -> dict[str, Any]:
    """Return the known fields of a room; amounts as text in big blinds."""
    values: dict[str, Any] = {
        "game": room.game,
        "blinds": room.blinds,
        "fee": f"{room.fee!r}bb" if room.fee else None,
        "fee_on": room.fee_on,
        "fortune": None if room.fortune is None else f"{room.fortune!r}bb",
        "jackpot_rule": room.jackpot_rule,
        "jackpot_size": None if room.jackpot_size is None else f"{room.jackpot_size!r}bb",
        "share": room.jackpot_share,
        "rake": room.rake_percent or None,
        "cap": None if room.rake_cap is None else f"{room.rake_cap!r}bb",
    }
    return {name: value for name, value in values.items() if value is not None}


def room_texts(room: RoomTable) -> dict[str, str]:
    """A room's table as a form shows it: every field that a room has a say in."""
    values = _room_values(room)
    blinds = room.blinds or ("", "")
    return {
        "room": room.name,
        **({} if room.game is None else {"game": room.game}),
        "blind_sb": format_value(blinds[0]),
        "blind_bb": format_value(blinds[1]),
        "stacks": "",
        "seats": str(room.seats),
        "stack": f"{room.stack:g}bb",
        "prizes": "",
        "pool": "",
        **{name: format_value(values.get(name)) for name in _IN_FORMS},
    }


_IN_FORMS = ("fee", "fee_on", "fortune", "jackpot_rule", "jackpot_size", "share", "rake", "cap")


HANDS_OF_ROOMS = "Only hands of this room's table, named as in jamfold rooms, rated with its fees and prizes."


class HandsAtRoomRequest(FeesRequest, RakeRequest):
    """A question about played hands, judged by the terms of the room's table; amounts are in big blinds.

    Without a room hands are judged by the table that their text tells, where it is all-in or fold.
    """

    amount_metavar = "BB"

    room: str = request_field("", HANDS_OF_ROOMS, label="room", metavar="NAME", max_length=60, panel=FEES)

    @classmethod
    def from_strings(cls, values: Mapping[str, Any]) -> Self:
        """As every question; what a form shows without being touched says nothing of a room."""
        usual = {
            name: format_value(spec.default) for name, spec in cls.field_specs().items() if not spec.required
        }
        return super().from_strings({name: text for name, text in values.items() if text != usual.get(name)})

    def _chips(self, value: Any) -> Any:
        return in_chips(value, lambda: 1.0)

    @property
    def own_terms(self) -> dict[str, Any]:
        """What is said of the terms besides the room, in the words of `RoomRequest`."""
        names = (FeesRequest.field_specs().keys() | RakeRequest.field_specs().keys()) - {"room", "room_file"}
        values = {name: getattr(self, name) for name in self.field_specs() if name in names & self.own_names}
        return {
            name: f"{value!r}bb" if self.field_specs()[name].kind == Amount else value
            for name, value in values.items()
        }


class RoomsRequest(CaseRequest):
    """List known card-room tables: fees, jackpots, dates and sources."""

    answered_by = "cases.answers.worth:listed"
    title_text = "tables of card rooms"
    view_spec = ViewSpec(
        contract=RESULT,
        view="views.rooms:rooms_sheet",
        columns="views.rooms:rooms_columns(answer)",
        csv_help="Print CSV, a line per table.",
        examples=({}, {"search": "omaha"}),
    )

    file: Path | None = request_field(
        None, "Rooms of your own file (TOML).", metavar="FILE", cli_only=True, reads=True
    )
    search: str = request_field(
        "", "Only names that contain this text.", metavar="WORD", positional=True, max_length=40, label="word"
    )

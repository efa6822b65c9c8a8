"""Tables of card rooms: dated data files, bundled and the user's own.

A file is TOML: keys at its top hold for all of its ``[[room]]`` entries; `docs/rooms.md` lists them.  Fees,
stacks and prizes are in big blinds, blinds in the room's money, shares in percent.
"""

from __future__ import annotations

import datetime as dt
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from math import fsum
from pathlib import Path
from typing import Any, NamedTuple

from jamfold.cards.games import find_game
from jamfold.core.display import json_fields
from jamfold.core.errors import JamfoldError, SituationError, near_words
from jamfold.core.storage.whole_files import read_limited
from jamfold.valuation.fees import JACKPOT_RULES, TRIGGERS
from jamfold.valuation.numbers import check_number

_FOLDER = Path(__file__).parent / "room_files"
_MOST_BYTES = 200_000
_MOST_ROOMS = 500
_DIGITS = 12
"""Decimals to which a sum of fees is rounded."""


class About(NamedTuple):
    """The source of a table's terms."""

    room: str
    source: str
    date: str
    assumed: tuple[str, ...] = ()
    """What is assumed, and what is unknown and counted as zero, in a sentence each."""


@json_fields(
    "name house game blinds seats stack_bb=stack fee_bb=fee fee_parts fee_on fortune_bb=fortune jackpot_rule "
    "jackpot_share jackpot_size_bb=jackpot_size rake_percent rake_cap_bb=rake_cap flop_first assumed unknown "
    "needs source date"
)
@dataclass(frozen=True, kw_only=True)
class RoomTable:
    """A table of a room; null if unknown or absent."""

    name: str
    house: str
    source: str
    date: str
    """house, source, date: the operator, and the source of the data with its date."""
    game: str | None = None
    """The game; None for any."""
    blinds: tuple[float, float] | None = None
    """Blinds in the room's money; None for any."""
    seats: int
    stack: float
    """Stack in big blinds."""
    fee: float = 0.0
    """Fee in big blinds per player and hand, outside the pot."""
    fee_parts: dict[str, float]
    """What the fee is for."""
    fee_on: str | None = None
    """The hands that are charged: dealt, all-in or showdown."""
    fortune: float | None = None
    """Mean winnings of a player who is all-in, in big blinds."""
    jackpot_rule: str | None = None
    jackpot_share: float | None = None
    """Percent of the pool that is paid."""
    jackpot_size: float | None = None
    """The jackpot in big blinds, if it is fixed."""
    rake_percent: float = 0.0
    """Percent of pots with a showdown."""
    rake_cap: float | None = None
    """Cap of the rake, in big blinds."""
    flop_first: bool = False
    """Whether the flop is dealt before anybody acts."""
    assumed: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    """assumed, unknown: sentences shown with an answer."""
    needs: tuple[str, ...] = ()
    """What the user has to provide: ``rake``."""

    def __post_init__(self) -> None:
        _check(self)


def _check(room: RoomTable) -> None:
    """Raise `SituationError` if the numbers of a room are invalid."""
    if room.game is not None:
        find_game(room.game)
    if type(room.seats) is not int or not 2 <= room.seats <= 10:
        raise SituationError(f"The room {room.name} has {room.seats} seats: give 2 to 10.", field="room")
    if not set(room.needs) <= {"rake"}:
        raise SituationError(f"The room {room.name} can need only its rake.", field="room")
    if room.jackpot_rule is None and (room.jackpot_share, room.jackpot_size) != (None, None):
        raise SituationError(f"The jackpot of the room {room.name} needs its rule.", field="room")
    if room.jackpot_share is not None and room.jackpot_size is not None:
        raise SituationError(
            f"The jackpot of the room {room.name} has a share and a size. Use one or the other.", field="room"
        )
    if room.rake_cap and not room.rake_percent and "rake" not in room.needs:
        raise SituationError(
            f"The rake of the room {room.name} has a cap, and no percent. Write both, such as "
            f"rake = {{ percent = 5, cap = {room.rake_cap:g} }}.",
            field="room",
        )
    for value, label in (
        (room.stack, "stack"),
        *((part, "fee") for part in room.fee_parts.values()),
        (room.rake_percent, "rake"),
        (room.rake_cap or 0.0, "cap of the rake"),
        (room.fortune or 0.0, "fortune"),
        (room.jackpot_share or 0.0, "share of the jackpot"),
        (room.jackpot_size or 0.0, "size of the jackpot"),
    ):
        check_number(value, f"{label} of the room {room.name}", "room")
    if room.fee and room.fee_on not in TRIGGERS:
        raise SituationError(
            f"The room {room.name} has a fee, and no fee_on that says which hands are charged: "
            f"{', '.join(TRIGGERS)}.",
            field="room",
        )
    if room.jackpot_rule is not None and room.jackpot_rule not in JACKPOT_RULES:
        raise SituationError(
            f"The room {room.name} has an unknown jackpot rule '{room.jackpot_rule[:40]}'. Choose from: "
            f"{', '.join(JACKPOT_RULES)}.",
            field="room",
        )


@cache
def rooms() -> dict[str, RoomTable]:
    """Return the bundled rooms by name."""
    texts = [path.read_text("utf-8") for path in sorted(_FOLDER.glob("*.toml"))]
    return {room.name: room for text in texts for room in _read(text)}


def find_room(name: str) -> RoomTable:
    """Return a room by name; raises SituationError, with similar names, if there is none."""
    spelling = name.strip().lower().replace("_", "-").replace(" ", "-").replace("$", "")
    if spelling in rooms():
        return rooms()[spelling]
    near = near_words(spelling, rooms(), 3)
    matches = [room for room in rooms() if spelling and room.startswith(spelling)]
    house = [name for name, room in rooms().items() if spelling and room.house.lower().startswith(spelling)]
    near = near or (matches or house)[:3]
    message = f"did you mean {' or '.join(near)}?" if near else "jamfold rooms lists them all."
    raise SituationError(f"Unknown room '{name[:40]}': {message}", field="room")


def table_of(house: str, game: str, big_blind: float) -> RoomTable | None:
    """Return the jam-or-fold table of a house at a big blind, dealt without a flop first.

    Between two stakes with equal terms, the higher one; None if no table is known.
    """
    tables = [
        room
        for room in rooms().values()
        if room.house == house and room.game == game and room.blinds is not None and not room.flop_first
    ]
    by_blind = {_big_blind(room): room for room in tables}
    if big_blind in by_blind:
        return by_blind[big_blind]
    lower = [blind for blind in by_blind if blind < big_blind]
    higher = [blind for blind in by_blind if blind > big_blind]
    if not lower or not higher:
        return None
    below, above = by_blind[max(lower)], by_blind[min(higher)]
    return above if _alike(below) == _alike(above) else None


def _big_blind(room: RoomTable) -> float:
    return 0.0 if room.blinds is None else room.blinds[1]


def _alike(room: RoomTable) -> RoomTable:
    """Return a room without its name, blinds and notes, for comparison."""
    return replace(room, name="", blinds=None, assumed=(), unknown=())


def read_rooms(path: Path) -> dict[str, RoomTable]:
    """Read the rooms of the user's own file, by name.

    Raises SituationError if the file cannot be read or is invalid.
    """
    raw = read_limited(path, SituationError, field="room", most=_MOST_BYTES + 1)
    if len(raw) > _MOST_BYTES:
        raise SituationError(f"The file of rooms '{path}' is too large.", field="room")
    try:
        listed = _read(raw.decode())
    except UnicodeDecodeError:
        raise SituationError(f"The file of rooms '{path}' is not UTF-8 text.", field="room") from None
    except tomllib.TOMLDecodeError as error:
        raise SituationError(f"The file of rooms '{path}' is not TOML: {error}.", field="room") from None
    except JamfoldError:
        raise
    except RecursionError:
        raise SituationError(f"The file of rooms '{path}' is nested too deeply.", field="room") from None
    except (LookupError, TypeError, ValueError, OverflowError, AttributeError) as error:
        raise SituationError(f"The file of rooms '{path}' has a bad room: {error}.", field="room") from None
    tables = {room.name: room for room in listed}
    if len(tables) < len(listed):
        raise SituationError(f"Two rooms of the file '{path}' have the same name. Change one.", field="room")
    return tables


def read_room(path: Path, name: str = "") -> RoomTable:
    """Read a room of the user's own file; its name is needed if the file has several.

    Raises SituationError if the file cannot be read or has no such room.
    """
    tables = read_rooms(path)
    if name in tables or (len(tables) == 1 and not name):
        return tables[name] if name else next(iter(tables.values()))
    text = f"has no room '{name[:40]}'" if name else "has several rooms. Choose one with --room"
    raise SituationError(f"The file of rooms '{path}' {text}: {', '.join(tables)}."[:600], field="room")


def _read(text: str) -> list[RoomTable]:
    """Parse the rooms of a file."""
    top = tomllib.loads(text)
    entries = top.pop("room", None)
    if not isinstance(entries, list) or not 0 < len(entries) <= _MOST_ROOMS:
        raise SituationError("A file of rooms has [[room]] entries, 1 to 500 of them.", field="room")
    return [_room({**top, **entry}, top) for entry in entries]


def _room(values: Mapping[str, Any], top: Mapping[str, Any]) -> RoomTable:
    """Build a room from its entries, with those at the top of the file as defaults."""
    unknown = values.keys() - _ENTRIES
    if unknown:
        raise SituationError(
            f"Unknown entry '{min(unknown)[:40]}' of a room. Entries are {', '.join(sorted(_ENTRIES))}.",
            field="room",
        )
    missing = [name for name in ("name", "source", "date", "seats", "stack") if name not in values]
    if missing:
        raise SituationError(f"The {missing[0]} of a room is missing.", field="room")
    jackpot, rake = (_table(values, name, keys) for name, keys in _TABLES.items())
    fee = values.get("fee", 0.0)
    parts = (
        {name: float(part) for name, part in fee.items()} if isinstance(fee, dict) else {"fee": float(fee)}
    )
    date = values["date"]
    blinds = values.get("blinds")
    return RoomTable(
        name=str(values["name"]).lower(),
        house=str(values.get("house", "")),
        source=str(values["source"]),
        date=date.isoformat() if isinstance(date, dt.date) else str(date),
        game=None if values.get("game") is None else find_game(values["game"]).name,
        blinds=None if blinds is None else _pair(blinds),
        seats=values["seats"],
        stack=float(values["stack"]),
        fee=round(fsum(parts.values()), _DIGITS),
        fee_parts=parts if any(parts.values()) else {},
        fee_on=values.get("fee_on") if any(parts.values()) else None,
        fortune=_number(values.get("fortune")),
        jackpot_rule=jackpot.get("rule"),
        jackpot_share=_number(jackpot.get("share")),
        jackpot_size=_number(jackpot.get("size")),
        rake_percent=float(rake.get("percent", 0.0)),
        rake_cap=_number(rake.get("cap")),
        flop_first=bool(values.get("flop_first", False)),
        assumed=_texts(top, values, "assumed"),
        unknown=_texts(top, values, "unknown"),
        needs=_texts(top, values, "needs"),
    )


_ENTRIES = {
    "name", "house", "source", "date", "game", "blinds", "seats", "stack", "fee", "fee_on", "fortune",
    "jackpot", "rake", "flop_first", "assumed", "unknown", "needs",
}  # fmt: skip


_TABLES = {"jackpot": {"rule", "share", "size"}, "rake": {"percent", "cap"}}


def _table(values: Mapping[str, Any], name: str, keys: set[str]) -> Mapping[str, Any]:
    """Return a TOML table of a room, with its keys checked."""
    table = values.get(name, {})
    if not isinstance(table, dict) or not table.keys() <= keys:
        raise SituationError(f"The {name} of a room is a table of {', '.join(sorted(keys))}.", field="room")
    return table


def _pair(blinds: Any) -> tuple[float, float]:
    if not isinstance(blinds, list) or len(blinds) != 2:
        raise SituationError("The blinds of a room must be two numbers, such as [0.5, 1].", field="room")
    return float(blinds[0]), float(blinds[1])


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


def _texts(top: Mapping[str, Any], values: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """Return the sentences of the file and of the room."""
    own = values.get(name, []) if values.get(name) is not top.get(name) else []
    for texts in (top.get(name, []), own):
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise SituationError(f"'{name}' of a room must be a list of texts.", field="room")
    return (*top.get(name, []), *own)

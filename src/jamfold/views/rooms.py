"""Tables of card rooms in the terminal and in columns."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Table
from rich.text import Text

from jamfold.hand.rooms import RoomTable
from jamfold.views.columns import Columns

_HEADS = ("name", "game", "blinds", "seats", "stack", "fee, bb", "charged", "jackpot", "share", "rake")
_NUMBERS = ("seats", "stack", "fee, bb", "share")
_WHOLE = ("name", "jackpot")
_NOT_KNOWN = "not known"


def rooms_view(rooms: Sequence[RoomTable]) -> Group:
    """A line for each table; below, what is assumed and not known, and where that is from."""
    table = Table(box=SIMPLE_HEAD)
    for head in _HEADS:
        table.add_column(head, justify="right" if head in _NUMBERS else "left", no_wrap=head in _WHOLE)
    for room in rooms:
        table.add_row(*_cells(room))
    return Group(table, *map(Text, _notes(rooms)))


def _cells(room: RoomTable) -> list[str]:
    blinds = "any" if room.blinds is None else "{:g}/{:g}".format(*room.blinds)
    share = "" if room.jackpot_rule is None else _NOT_KNOWN
    if room.jackpot_share is not None:
        share = f"{room.jackpot_share:g} %"
    rake = _NOT_KNOWN if "rake" in room.needs else f"{room.rake_percent:g} %" if room.rake_percent else ""
    return [
        room.name,
        f"{room.game or 'any'}{', flop first' if room.flop_first else ''}",
        blinds,
        str(room.seats),
        f"{room.stack:g} bb",
        f"{room.fee:g}" if room.fee else "",
        room.fee_on or "",
        room.jackpot_rule or "",
        share,
        rake,
    ]


def _notes(rooms: Sequence[RoomTable]) -> list[str]:
    """What is told of several tables stands once."""
    lines: dict[str, list[str]] = {}
    for room in rooms:
        told = [f"{room.house}, {room.date}: {room.source}."]
        told += [f"Assumed: {one}." for one in room.assumed]
        told += [f"Not known: {one}." for one in not_known(room)]
        for line in told:
            lines.setdefault(line, []).append(room.name)
    by_house = {room.house: sum(one.house == room.house for one in rooms) for room in rooms}
    homes = {room.name: room.house for room in rooms}
    return [
        line if len(names) == by_house[homes[names[0]]] else f"{', '.join(names)}. {line}"
        for line, names in lines.items()
    ]


def not_known(room: RoomTable) -> list[str]:
    """What has to be given, or counts as nothing."""
    told = list(room.unknown)
    if room.jackpot_rule is not None and room.jackpot_size is None:
        share = "" if room.jackpot_share is not None else " and the share that is paid (--share)"
        told.append(f"the jackpot's pool (--pool){share}")
    if room.fee_parts.get("fortune") and room.fortune is None:
        told.append("what being all-in wins (--fortune)")
    if "rake" in room.needs:
        told.append("its rake, which has to be given (--rake or --fee)")
    return told


def rooms_columns(rooms: Sequence[RoomTable]) -> Columns:
    """A line for each table."""
    names = ("name", "house", "game", "seats", "stack", "fee", "fee_on", "jackpot_rule", "jackpot_share")
    columns: Columns = {name: [getattr(room, name) for room in rooms] for name in (*names, "date")}
    return columns

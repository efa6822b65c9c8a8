"""Tables of card rooms: the sheet that is shown, and columns."""

from __future__ import annotations

from collections.abc import Sequence

from jamfold.hand.rooms import RoomTable
from jamfold.questions.rooms import RoomsRequest
from jamfold.views.columns import Columns
from jamfold.views.sheet import Heads, Sheet, Table, whole, words

_HEADS: Heads = (
    whole("name"), *words("game", "blinds"), "seats", "stack", "fee, bb", *words("charged"),
    whole("jackpot"), "share", *words("rake"),
)  # fmt: skip
_NOT_KNOWN = "not known"


def rooms_sheet(_: RoomsRequest, rooms: Sequence[RoomTable]) -> Sheet:
    """Return a line for each table; below, what is assumed and not known, and where that is from."""
    return Sheet(parts=[Table(_HEADS, map(_cells, rooms))], notes=_notes(rooms))


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
